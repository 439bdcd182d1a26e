"""The tables of a training run: self-play against opponents, on a CPU's threads or on a GPU."""
