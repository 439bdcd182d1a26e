"""An arena on a Ray cluster gives the same results, even if a node is lost in the middle."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.training.evaluation import progress
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import enter
from cardzoo.training.evaluation.arena.ray_workers import ray_hands
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.cluster import finish_on_cluster
from cardzoo.training.evaluation.workers import WorkerError
from tests.training.waiting import sleep_for

# One after the other: a test would find another test's cluster.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(INTERPRETED, reason="about processes, not about rules"),
]

DEALS = 48


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_node_gives_the_same_results(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "SHARE_S", 0.2)
    whole, nodes = cluster
    contest = enter(find_game("getaway"), ["random", "expert", "search:20"])
    here = Arena(Results(tmp_path / "here", contest), DEALS, local_hands(contest, 1))
    assert list(here.play())[-1] == DEALS
    there = Arena(Results(tmp_path / "there", contest), DEALS, ray_hands(contest, whole.address))
    lost = False
    for deals in there.play():
        if deals and not lost:
            whole.remove_node(nodes[1])
            lost = True
    assert lost
    assert len(there.results) == DEALS
    for name in ("arena.json", "games.jsonl"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_node_of_a_cluster_that_has_finished_does_not_wait_for_the_others(cluster):
    assert list(finish_on_cluster(sleep_for, [2.0, 0.0, 0.0])) == [(1, 0.0), (2, 0.0), (0, 2.0)]


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_is_not_there_is_told_in_one_line(monkeypatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    contest = enter(find_game("getaway"), ["random", "expert"])
    with pytest.raises(WorkerError, match="there is no Ray cluster at auto: ") as refused:
        ray_hands(contest, "auto")
    assert "\n" not in str(refused.value)
