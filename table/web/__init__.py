"""The table in the browser: a server on this machine, its pages, and the files in which it keeps games."""
