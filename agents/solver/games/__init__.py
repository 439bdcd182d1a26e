"""Solver hints for each game: keys, worths, and moves that need not be tried."""
