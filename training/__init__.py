"""Training of agents, and evaluation of any agents.

============  ==============================================================================================
`train`       training run: from its `config`, in a `run_folder`, with a `checkpoint` and a `curve`
`processes`   run in several processes, which `ray_processes` starts on a Ray cluster
`learners`    PPO and MaskablePPO
`tables`      the tables of a run: self-play, opponents, vector environments
`exploit`     the approximate exploitability of an agent
`evaluation`  duplicate deals, the arena, ratings, reports, leaderboards; needs nothing of the rest
============  ==============================================================================================

All but `evaluation` and `config` needs the extra ``cardzoo[train]``.
"""
