"""Shared fixtures of training tests."""

import multiprocessing

import pytest
import torch


@pytest.fixture(autouse=True)
def _one_thread():
    """Tests train on one thread: two threads of torch on busy cores are slower than one."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def quick_processes():
    """Processes that are forked with all imports of guests; a fresh one would take a second."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["cardzoo.training.evaluation.guests"])
    return context


@pytest.fixture
def cluster():
    """A Ray cluster on this machine: a head that does no work, and two worker nodes."""
    import ray
    from ray.cluster_utils import Cluster

    head = {"wait": False, "num_cpus": 0, "include_dashboard": False, "_system_config": {"worker_niceness": 0}}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        nodes = [cluster.add_node(wait=False, num_cpus=1) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        cluster.wait_for_nodes(timeout=300)
        yield cluster, nodes
    finally:
        ray.shutdown()
        cluster.shutdown()
