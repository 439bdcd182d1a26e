"""Training on a Ray cluster is the same training: on one worker, with nodes that are lost, stopped and resumed."""

from itertools import count

import pytest

from tests.training.small_run import check_same_run, kill_at, resume, small_config, start

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Ray's own

SETTINGS = ("opponents.self_share=0.25", "warm_start.agent=novice", "warm_start.decisions=600")


def test_one_worker_gives_what_this_machine_gives_stopped_and_resumed_too(cluster, tmp_path):
    whole, _ = cluster
    config = small_config("getaway", *SETTINGS)
    start(tmp_path / "here", config).run()
    kill_at(1024, start(tmp_path / "there", config, whole.address))
    assert resume(tmp_path / "there", config, whole.address).run(resume=True)
    check_same_run(tmp_path / "here", tmp_path / "there")


def test_nodes_that_are_lost_change_nothing(cluster, tmp_path):
    """First one of two, then the other one too, while the workers play."""
    whole, nodes = cluster
    config = small_config("getaway", *SETTINGS, "workers=2")
    start(tmp_path / "undisturbed", config, whole.address).run()
    trainer = start(tmp_path / "disturbed", config, whole.address)
    collector = trainer.learner.collector
    wait, calls = collector._wait, count()

    def lose_nodes_and_wait(asked):
        call = next(calls)
        if call == 1:
            whole.remove_node(nodes[0])
        elif call == 2:
            whole.add_node(num_cpus=1)
            whole.remove_node(nodes[1])
        return wait(asked)

    collector._wait = lose_nodes_and_wait
    assert trainer.run()
    assert len(trainer.folder.read_metrics()) == next(calls)
    check_same_run(tmp_path / "undisturbed", tmp_path / "disturbed")
