"""One YAML file a game: how `cardzoo train` trains it."""
