"""Files: atomic writes, JSON lines, settings and locks."""
