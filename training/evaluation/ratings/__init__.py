"""Ratings, standings and cross tables of games that agents have played."""
