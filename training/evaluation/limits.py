"""Default limits of third-party agents, which the help texts of commands show without an import of the rest."""

TIME_LIMIT = 10.0  # seconds for a decision
GAMES = 10  # fewest of a submitted agent, with each number of players
