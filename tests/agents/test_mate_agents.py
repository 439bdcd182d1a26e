"""Scripted agents of Mate follow their docstrings."""

import numpy as np
import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.agents.scripted.mate import MEMORY, NO_LEAD, expert, search, to_bits
from cardzoo.envs.engine import INTERPRETED, NO_CARD
from cardzoo.envs.engine.inlining import EntryPoint
from cardzoo.envs.games.mate import GAME, PLACES
from tests.games.test_mate import position
from tests.playing import count, walk


def choose(name, table):
    """The action of an agent in the seat on turn."""
    return find_agent(name, GAME).act(table.view(table.player), table.mask, agent_generator(1))


def in_words(name, table):
    return GAME.actions.describe(choose(name, table))


def worth(table, action, found):
    """The player's lead at the end of this game after an action, if both play optimally, by brute force.

    ``found`` caches the results of actions.
    """
    after = table.copy()
    after.step(int(action))
    if after.over or after.state.games_over > table.state.games_over:
        points = after.state.score - table.state.score
        return int(points[table.player] - points[1 - table.player])
    position = (after.state.hands.tobytes(), int(after.state.lead), after.player)
    if position not in found:
        found[position] = max(worth(after, answer, found) for answer in np.flatnonzero(after.mask))
    return found[position] if after.player == table.player else -found[position]


def endgames(cards, number):
    """Yields positions of random games with a choice and at most so many cards left to a player."""
    for seed in range(10 * number):
        table = GAME.table(seed=seed)
        for _ in walk(table, seed):
            if table.mask.sum() > 1 and table.state.hands[table.player].sum() <= cards:
                break
        if not table.over:
            yield table
            number -= 1
        if number == 0:
            return


# The novice


def test_the_novice_mates_with_the_card_that_counts_most():
    assert in_words("novice", position("K♣ A♠ 7♣ 10♠", "A♥ 10♦ K♦ Q♥")) == "play 7♣"
    assert in_words("novice", position("K♣ 7♣ Q♣", "A♥ 10♦ Q♥")) == "play 7♣"


def test_the_novice_leads_the_card_that_counts_least():
    assert in_words("novice", position("K♣ A♠ 7♠ 10♠", "A♥ 10♥ K♦ 7♥")) == "play K♣"


def test_the_novice_answers_with_the_lowest_card_that_wins():
    assert in_words("novice", position("7♦ Q♦ 7♣", "A♥ 10♥ 7♥ Q♠", "K♥")) == "play 10♥"


def test_the_novice_that_cannot_win_answers_with_the_lowest_card():
    assert in_words("novice", position("7♦ Q♦ 7♣", "K♥ 7♥ Q♥ Q♠", "A♥")) == "play 7♥"


# The expert


def test_the_expert_waits_for_a_better_mate():
    """A mate with K♣ at once scores 36. After A♠, which A♥ must answer, it scores 40."""
    table = position("K♣ A♠", "A♥ Q♦")
    assert in_words("novice", table) == "play K♣"
    assert in_words("expert", table) == "play A♠"


def test_the_expert_mates_before_the_other_player_can():
    """A♥ would be answered and lost to A♠, and player 1 would mate with the last card."""
    table = position("7♦ A♥", "A♠ K♣")
    assert in_words("expert", table) == "play 7♦"


@pytest.mark.parametrize(
    ("cards", "number"), [(4, count(compiled=100, interpreted=8)), (7, count(compiled=4, interpreted=0))]
)
def test_the_expert_plays_as_one_who_tries_everything(cards, number):
    seen = 0
    for table in endgames(cards, number):
        found = {}
        worths = {int(action): worth(table, action, found) for action in np.flatnonzero(table.mask)}
        assert worths[choose("expert", table)] == max(worths.values()), table.words()
        seen += 1
    assert seen == number


def test_results_of_a_search_do_not_depend_on_its_memory():
    """In a small table, entries are overwritten all the time, and never mistaken for another position."""
    for table in endgames(6, count(compiled=60, interpreted=6)):
        mine, theirs = (np.int64(to_bits(table.state.hands[player])) for player in (table.player, 1 - table.player))
        lead = NO_LEAD if table.state.lead == NO_CARD else PLACES[table.state.lead]
        move = np.int64(table.view(0).move)
        large, small = np.zeros(MEMORY, np.int64), np.zeros(7, np.int64)
        for goal in (-30, -1, 0, 1, 30, 60):
            reached = [search(mine, theirs, lead, move, goal, memory)[0] >= goal for memory in (large, small)]
            assert reached[0] == reached[1], (table.words(), goal)


@pytest.mark.parametrize("opponent", ["random", "novice"])
def test_the_expert_never_loses_a_round(opponent):
    for seed in range(count(compiled=20, interpreted=1)):
        table = GAME.table(seed=seed, rounds=1)
        while not table.over:
            table.step(choose("expert" if table.player == seed % 2 else opponent, table))
        score = table.state.score
        assert score[seed % 2] >= score[1 - seed % 2]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_the_search_is_compiled_for_one_type_only():
    """Recursive code with other types crashes when it is read from the disk, at least with Numba 0.68."""
    table = GAME.table(seed=1)
    afresh = EntryPoint(lambda view, mask, generator: expert(view, mask, generator))
    afresh(table.view(table.player), table.mask, agent_generator(1)[0])
    assert len(search.signatures) == 1
