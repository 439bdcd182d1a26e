"""Rule-of-thumb players, one module a game."""
