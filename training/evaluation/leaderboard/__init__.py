"""Leaderboards: a board a game and one over all games, their pages, and submissions to them."""
