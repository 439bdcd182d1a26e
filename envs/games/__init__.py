"""One module a game: its rules, the only place where they are written."""
