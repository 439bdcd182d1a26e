"""The equilibrium of Leduc Poker that its expert plays."""

import numpy as np
import pytest

from cardzoo.agents.families.leduc_equilibrium import CHANCES, WHOLE
from results.equilibrium import FILE, ITERATIONS, Solver, deals, make_tree, module, nodes


@pytest.fixture(scope="module")
def tree():
    return make_tree(deals())


def shipped():
    """(S, 3) the probabilities of the table."""
    chances = CHANCES.reshape(-1, 2) / WHOLE
    return np.column_stack([chances, 1 - chances.sum(axis=1)])


def gains(node, policy):
    """(D,) expected reward of the first player in each deal."""
    if not node.children:
        return node.gains
    return sum(policy[node.states, column] * gains(child, policy) for column, child in node.children.items())


def test_each_information_state_has_a_place_in_the_table(tree):
    """As in OpenSpiel's game: 6 nodes of the first round with 3 cards, and 30 of the second one with 9 pairs."""
    known = [node.states for node in nodes(tree)]
    assert [len(known), len(set(np.concatenate(known)))] == [36, 288]
    owners = {state: node.player for node in nodes(tree) for state in node.states.tolist()}
    assert all(owners[state] == node.player for node in nodes(tree) for state in node.states.tolist())


def test_the_first_player_loses_the_value_of_the_game(tree):
    assert 13 * gains(tree, shipped()).mean() == pytest.approx(-0.0856, abs=1e-4)


def test_the_table_has_the_probabilities_of_legal_actions_alone(tree):
    for node in nodes(tree):
        illegal = [column for column in range(3) if column not in node.children]
        assert not shipped()[node.states][:, illegal].any()
    assert ((CHANCES >= 0) & (CHANCES.sum(axis=2, keepdims=True) <= WHOLE)).all()


def test_iterations_bring_the_value_of_the_game(tree):
    solver = Solver(tree)
    solver.iterate(100)
    assert 13 * gains(tree, solver.average()).mean() == pytest.approx(-0.0856, abs=0.005)


def test_the_program_writes_the_table_as_it_is():
    assert module(shipped()) == FILE.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_the_table_is_the_program_s(tree):
    """Except for rounding, where sums are added up in another order."""
    solver = Solver(tree)
    solver.iterate(ITERATIONS)
    assert np.abs(solver.average() - shipped()).max() <= 2 / WHOLE
