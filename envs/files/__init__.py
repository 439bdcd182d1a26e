"""Files: whole ones written at once, lines that are added, settings, and locks."""
