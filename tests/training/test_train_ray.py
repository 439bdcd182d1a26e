"""Training on a Ray cluster is the same training: on one worker, with nodes that are lost, stopped and resumed."""

import os
from itertools import count

import pytest

from cardzoo.training import processes
from cardzoo.training.evaluation.workers import WorkerError
from cardzoo.training.ray_processes import joined_on_cluster
from tests.training.small_run import check_nearly_same_run, check_same_run, kill_at, resume, small_config, start

# One after the other: a test would find another test's cluster.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray"), pytest.mark.filterwarnings("ignore")]  # Ray's own

SETTINGS = (
    "opponents.self_share=0.25",
    "warm_start.agent=novice",
    "warm_start.share=0.5",
    "warm_start.own_share=0.3",
    "advisor=novice",
)


def test_one_worker_gives_what_this_machine_gives_stopped_and_resumed_too(cluster, tmp_path):
    whole, _ = cluster
    config = small_config("getaway", *SETTINGS)
    start(tmp_path / "here", config).run()
    kill_at(1024, start(tmp_path / "there", config, whole.address))
    assert resume(tmp_path / "there", config, whole.address).run(resume=True)
    check_same_run(tmp_path / "here", tmp_path / "there")


@pytest.mark.nightly
def test_nodes_that_are_lost_change_nothing(cluster, tmp_path, monkeypatch):
    """One of two nodes is lost, then the other one too, while the workers play."""
    import ray

    whole, nodes = cluster
    config = small_config("getaway", *SETTINGS, "workers=2")
    start(tmp_path / "undisturbed", config, whole.address).run()
    trainer = start(tmp_path / "disturbed", config, whole.address)
    get, calls = ray.get, count(1)

    def lose_nodes_and_get(asked):
        call = next(calls)
        if call == 2:
            whole.remove_node(nodes[0])
        elif call == 3:
            whole.add_node(wait=False, num_cpus=1)
            whole.remove_node(nodes[1])
        return get(asked)

    monkeypatch.setattr(ray, "get", lose_nodes_and_get)
    assert trainer.run()
    assert next(calls) == 5
    check_same_run(tmp_path / "undisturbed", tmp_path / "disturbed")


@pytest.mark.nightly
def test_processes_on_a_cluster_train_what_one_process_trains(cluster, tmp_path):
    whole, _ = cluster
    config = small_config("getaway", *SETTINGS, "learning.precision=float32")
    start(tmp_path / "one", config).run()
    two = config.model_copy(update={"processes": 2})
    with joined_on_cluster(two, whole.address, resume=False):
        start(tmp_path / "two", two).run()
    check_nearly_same_run(tmp_path / "one", tmp_path / "two")


@pytest.mark.nightly
def test_the_error_that_ended_a_process_on_a_cluster_is_reported(cluster, tmp_path):
    whole, _ = cluster
    config = small_config("getaway", "processes=2")
    opponents = config.opponents.model_copy(update={"scripted": ("nobody",)})
    wrong = config.model_copy(update={"opponents": opponents})
    with pytest.raises(WorkerError, match="'nobody'"), joined_on_cluster(wrong, whole.address, resume=False):
        start(tmp_path / "run", config).run()


@pytest.mark.nightly
def test_each_process_on_a_cluster_has_a_gpu_if_there_are_enough(monkeypatch):
    """The cluster only claims to have some; no process starts to use one."""
    import ray

    for there, own in ((2, {"4", "5"}), (1, {""})):
        monkeypatch.setenv(processes.GPUS, "4,5")
        ray.init(num_cpus=2, num_gpus=there, log_to_driver=False, include_dashboard=False)
        try:
            with joined_on_cluster(small_config("getaway", "processes=2"), "auto", resume=False):
                assert os.environ[processes.GPUS] in own
        finally:
            ray.shutdown()
