"""What the solver is told about each game: keys, worths, and moves that need not be tried."""
