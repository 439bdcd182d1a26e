"""Drawing of scenes: on a terminal (`ansi`), in pixels (`pixels`), and cards as SVG (`svg`)."""
