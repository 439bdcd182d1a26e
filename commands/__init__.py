"""The commands of ``cardzoo``, a module each; `terminal` is what they share."""
