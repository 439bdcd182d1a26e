"""Playing the games oneself: a session is the table with its agents, a screen shows it."""
