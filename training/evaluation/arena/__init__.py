"""The arena: many agents on duplicate deals.

============================  =====================================================================
`arena`                       the run: shares of deals for workers, resuming, an early end
`contest`                     the contest's settings, and a share of it for a worker
`results`, `lines`            the run's folder
`ray_workers`                 workers on a Ray cluster
`pace`                        decisions a second of each agent
============================  =====================================================================
"""
