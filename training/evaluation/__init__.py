"""Evaluation: games of any mix of agents on duplicate deals, with intervals.

================  ==========================================================================================
`duplicate`       two agents compared on duplicate deals
`play`            the engine that plays games of any mix of agents, with `schedule`, `keys` and `games`
`guests`          third-party agents, each in a process of its own
`arena`           many agents on duplicate deals, on workers, resumable
`ratings`         ratings, standings and cross tables of an arena
`report`          tables, pages and pictures of an arena
`leaderboard`     boards of a game and over all games, their pages, and submissions to them
`intervals`       confidence intervals
`limits`          default limits of third-party agents
`workers`         process pools, with `cluster` (Ray), `signals` and `progress`
`solve`, `bench`  solved deals of a patience; speed of this machine
================  ==========================================================================================
"""
