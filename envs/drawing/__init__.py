"""How a scene is drawn: on a terminal (`ansi`), in pixels (`pixels`), and cards as SVG (`svg`)."""
