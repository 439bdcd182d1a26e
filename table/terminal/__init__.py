"""Play on the terminal: a session holds the table with its agents, and a screen shows it."""
