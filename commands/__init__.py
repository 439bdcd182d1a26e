"""The commands of ``cardzoo``, one module each; `terminal` holds what they share."""
