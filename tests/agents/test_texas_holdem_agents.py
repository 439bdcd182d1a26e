"""Scripted agents of Texas Hold'em follow their docstrings."""

import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.texas_holdem import GAME
from tests.playing import count

RAISES = {"bet", "raise", "half pot", "pot", "two pots", "all in"}


def dealt(first, second, board, **options):
    """A table of two, of which the second has the small blind."""
    hands = [parse_cards(first), parse_cards(second)]
    deck = [hand[place] for place in range(2) for hand in hands] + parse_cards(board)
    return GAME.table(0, [*deck, *(card for card in range(CARDS) if card not in deck)], **options)


def choices(name, table, seeds=1):
    """Actions of an agent in the seat on turn, in words."""
    act, view = find_agent(name, GAME).act, table.view(table.player)
    return {GAME.actions.describe(act(view, table.mask, agent_generator(seed))) for seed in range(seeds)}


@pytest.mark.parametrize("options", [{}, {"betting": "limit"}, {"betting": "pot_limit"}, {"stack": 2000}])
@pytest.mark.parametrize("name", ["novice", "expert"])
def test_agents_raise_with_aces_and_fold_bad_cards_to_a_large_raise(name, options):
    table = dealt("2♣ 7♦", "A♣ A♦", "", **options)
    raised = choices(name, table).pop()
    assert raised in RAISES
    table.play(raised)
    assert choices("novice", table) == {"fold"}


def test_agents_raise_by_the_pot_if_every_size_is_legal():
    table = dealt("2♣ 7♦", "A♣ A♦", "", sizes="all")
    assert choices("novice", table) == choices("expert", table) == {"in for 6"}


@pytest.mark.parametrize(("chips", "folds"), [(4, False), (100, True)])
def test_the_expert_folds_a_weak_hand_to_a_dear_bet_only(chips, folds):
    table = dealt("A♣ 3♦", "9♣ 8♦", "K♠ 9♥ 5♣", sizes="all").play("call", "check", f"in for {chips}")
    assert (choices("expert", table) == {"fold"}) == folds


def test_the_expert_bluffs_now_and_then_with_its_weakest_hands():
    table = dealt("2♣ 7♦", "4♣ 3♦", "K♠ Q♥ 9♣").play("call", "check")
    seeds = count(compiled=40, interpreted=12)
    assert choices("expert", table, seeds) == {"check", "half pot"}
    assert choices("novice", table) == {"check"}


@pytest.mark.parametrize(("cards", "answer"), [("2♣ 3♦", "fold"), ("A♣ K♦", "call")])
def test_the_expert_counts_only_chips_that_it_can_win(cards, answer):
    """A call of ten chips wins 24, although 212 lie in the pot."""
    table = dealt(cards, "9♣ 8♦", "", hands=2, rebuy=False)
    for player, chips in enumerate((12, 388)):
        table.state.stacks[player] = chips - table.state.stakes[player]
    table.refresh()
    assert choices("expert", table.play("all in")) == {answer}


def test_the_expert_fears_a_rival_who_has_paid_in_an_earlier_round():
    """A middle pair is worth a bet after a call, and a check after a raise."""
    called = dealt("9♣ 2♦", "A♣ A♦", "K♠ 9♥ 4♣").play("call", "check")
    raised = dealt("9♣ 2♦", "A♣ A♦", "K♠ 9♥ 4♣").play("pot", "call")
    assert choices("expert", called) <= RAISES
    assert choices("expert", raised) == {"check"}
