"""Training configurations of `cardzoo train`, one YAML file for each game."""
