"""The checks, a module for each of the things that they are about."""
