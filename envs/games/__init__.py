"""One module a game: its rules, the only place where they are written. `cardzoo.envs.registry` lists them."""
