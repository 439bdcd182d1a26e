"""Benchmark: frozen suites of games, one score with its error bars, and results that others can verify."""
