"""Training and evaluation, and the command ``cardzoo`` that runs them.

`train` needs the extra ``cardzoo[train]``; `evaluate`, `config` and `bench` do not.
"""
