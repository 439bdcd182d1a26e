"""The arena: many agents on duplicate deals, ratings, a report.

============================  =====================================================================
`arena`                       the run: shares of deals for workers, going on after a stop, an early end
`contest`                     what is played, and a share of it as a worker plays it
`schedule`                    which games are played with a deal
`play`                        the engine that plays games of any mix of agents
`guests`                      third parties' agents, each in a process of its own
`ray_workers`                 workers on a Ray cluster
`results`, `games`            the run's folder, and the games as arrays
`ratings`, `report`           all figures, and the page that shows them; they stand on the other modules
`boards`, `board_pages`       leaderboards of arenas, a game each and one over all, and their pages
`pace`, `submission`          how fast agents decide; whether one can stand on a leaderboard
============================  =====================================================================
"""
