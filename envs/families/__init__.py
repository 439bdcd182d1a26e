"""Rule vocabulary that several games use, compiled: tricks, melds, patience."""
