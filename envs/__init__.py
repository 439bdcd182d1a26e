"""The games, and the ways to play them."""
