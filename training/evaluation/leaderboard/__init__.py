"""Leaderboards: a board for each game and one over all games, their pages, and submissions to them."""
