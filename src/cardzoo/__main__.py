"""``python -m cardzoo`` is the command ``cardzoo``."""

from cardzoo_command import main

main()
