"""The commands of ``cardzoo``, one module each; `terminal` holds what they share.

Their modules import the rest of the package inside functions: help texts need none of it.
"""
