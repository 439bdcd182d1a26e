"""``python -m cardzoo.training`` is the command ``cardzoo``."""

from cardzoo.training.command_line import main

main()
