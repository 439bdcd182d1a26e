"""The rules of Superfecta, clause by clause. Races are run with written decks, which fix the order of the horses."""

import re
from collections import Counter
from functools import cache
from itertools import permutations, product
from textwrap import dedent

import numpy as np
import pytest

from cardzoo.agents import bots, find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.envs import Batch
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, SUIT_WORDS
from cardzoo.envs.games.superfecta import BETS, CERTAIN, CHANCES, DONE, EXA, GAME, ORDERS, PACK, SFC, order_chances
from tests.playing import count, now, settings_of, walk

NUMBERS_OF_PLAYERS = range(2, 17)
RAIL = "2♣ 2♦ 2♥ 2♠ 3♣ 3♦"
IN_ORDER = "♣♦♥♠"  # the order of the horses where it does not matter
RAILS = [rail for rail in product(range(7), repeat=4) if sum(rail) == 6]


def deck(rail=RAIL, suits=""):
    """The rail, then a stock of these suits, then the other cards in the order of their codes."""
    left = [CARD_WORDS[card] for card in PACK if CARD_WORDS[card] not in rail.split()]
    cards = rail.split()
    for suit in suits:
        card = next(card for card in left if card.endswith(suit))
        left.remove(card)
        cards.append(card)
    return cards + left


def finishing(order):
    """The stock's suits with which the horses finish in this order, one after the other."""
    return "".join(suit * 7 for suit in order[:3])


def betting(num_players=2, order=IN_ORDER, **settings):
    """Before the first bet of a match, whose first race ends in this order."""
    return GAME.table(seed=1, num_players=num_players, deck=deck(suits=finishing(order)), **settings)


def race(*tickets, order=IN_ORDER, **settings):
    """After the first race of a match, in which each player has made these bets."""
    table = betting(len(tickets), order, **settings)
    for ticket in tickets:
        table.play(*ticket, "done")
    return table


def later(*tickets, chips, pots=(0, 0, 0), order=IN_ORDER, **words):
    """A later race that begins with these chips and pools, after some have made these bets."""
    cards = deck(suits=finishing(order))
    table = GAME.position(
        num_players=len(chips),
        dealer=len(chips) - 1,
        rail=cards[:6],
        stock=cards[:5:-1],
        chips=chips,
        chips_shown=chips,
        pots=pots,
        pots_shown=pots,
        **{"races_over": 3, "seed": 1} | words,
    )
    for ticket in tickets:
        table.play(*ticket, "done")
    return table


def total(table):
    """All chips: the players', those in the pools and those of the house."""
    state = table.state
    return int(state.chips.sum() + state.pots.sum() + state.unclaimed)


def bets_of(pool):
    return [word for word in GAME.actions.words if word.startswith(f"{pool} ")]


# The deal


@pytest.mark.clause(1, "c11")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_all_begin_with_the_same_number_of_chips(num_players):
    assert now(GAME.table(seed=1, num_players=num_players), "chips") == [100] * num_players
    assert now(GAME.table(seed=1, num_players=num_players, chips=30), "chips") == [30] * num_players


@pytest.mark.clause(1, 4)
def test_each_pool_keeps_its_minimum():
    table = betting(win_minimum=2, exa_minimum=3, sfc_minimum=5)
    for _ in range(3):
        chips, pots = now(table, "chips"), now(table, "pots")
        table.play("win ♠", "exa ♠ ♥", "sfc ♠ ♥ ♦ ♣")
        assert now(table, "chips") == [chips[0] - 10, chips[1]]
        assert now(table, "pots") == [pot + paid for pot, paid in zip(pots, (2, 3, 5), strict=True)]
        assert table.view_words(1)["minimums"] == [2, 3, 5]
        table.play("done", "done")


@pytest.mark.clause(2)
def test_six_cards_are_the_rail_and_42_the_stock():
    cards = deck("9♣ K♠ 10♥ 4♥ Q♥ J♦", "♠♦")
    table = GAME.table(deck=cards)
    assert now(table, "rail") == "9♣ K♠ 10♥ 4♥ Q♥ J♦"
    assert now(table, "stock").split() == cards[:5:-1]
    assert len(now(table, "stock").split()) == 42


@pytest.mark.clause(2)
def test_the_aces_are_the_horses_and_not_in_the_pack():
    assert len(PACK) == 48
    assert not {CARD_WORDS[card] for card in PACK} & {"A♣", "A♦", "A♥", "A♠"}


@pytest.mark.clause(2)
def test_all_cards_are_shuffled_for_each_race():
    """The rails of later races hold any card, also cards of the race before."""
    table, rails = GAME.table(seed=5, races=30), Counter()
    while not table.over:
        rail = now(table, "rail").split()
        assert len(set(rail) | set(now(table, "stock").split())) == 48
        assert now(table, "dealt") == ""
        rails.update(rail)
        table.play("done")
    assert len(rails) > 40


@pytest.mark.clause(3)
def test_everybody_sees_the_rail_and_what_it_tells():
    table = GAME.table(num_players=3, deck=deck("9♣ K♠ 10♥ 4♥ Q♥ J♦"))
    for player in range(3):
        view = table.view_words(player)
        assert set(view["rail"].split()) == {"9♣", "K♠", "10♥", "4♥", "Q♥", "J♦"}
        assert view["on_rail"] == [1, 1, 3, 1]
        assert view["chances"] == CHANCES[1, 1, 3].tolist()


@pytest.mark.clause(3)
def test_the_more_cards_lie_in_the_rail_the_less_likely_the_horse_wins():
    for rail in RAILS:
        wins = CHANCES[rail[:3]][:4]
        for one, other in permutations(range(4), 2):
            if rail[one] > rail[other]:
                assert wins[one] < wins[other]
            elif rail[one] == rail[other]:
                assert wins[one] == wins[other]


@pytest.mark.clause("c15")
@pytest.mark.parametrize("num_players", [1, 17])
def test_two_to_sixteen_play(num_players):
    with pytest.raises(ValueError, match="must be 2 to 16"):
        GAME.table(num_players=num_players)


# Betting


@pytest.mark.clause(4)
def test_a_player_may_bet_nothing():
    table = race([], [])
    assert now(table, "chips") == [100, 100]
    assert now(table, "pots") == [0, 0, 0]


@pytest.mark.clause(4)
def test_bets_are_paid_at_once():
    table = betting(2)
    for paid, bet in enumerate(("exa ♥ ♦", "win ♥", "exa ♦ ♥", "sfc ♦ ♣ ♥ ♠"), start=1):
        table.play(bet)
        assert now(table, "chips") == [100 - paid, 100]
        assert sum(now(table, "pots")) == paid


@pytest.mark.clause(4, 5)
def test_each_kind_of_bet_goes_into_its_own_pool():
    for pool, bets in enumerate((bets_of("win"), bets_of("exa"), bets_of("sfc"))):
        for bet in bets:
            pots = now(betting().play(bet), "pots")
            assert pots == [int(other == pool) for other in range(3)]


@pytest.mark.clause(6)
def test_tickets_are_kept_until_the_race_is_over():
    table = betting(3).play("win ♥", "done", "exa ♣ ♠", "done", "win ♦")
    tickets = now(table, "tickets")
    made = [[GAME.actions.words[bet] for bet in np.flatnonzero(ticket)] for ticket in tickets]
    assert made == [["win ♥"], ["exa ♣ ♠"], ["win ♦"]]
    table.play("done")
    assert now(table, "last_tickets") == tickets
    assert now(table, "tickets") == [[0] * BETS] * 3


@pytest.mark.clause("c7", 4)
def test_a_multiple_of_the_minimum_is_the_same_bet_made_again():
    table = betting(exa_minimum=4).play(*["win ♥"] * 5, *["exa ♥ ♦"] * 3)
    assert now(table, "pots") == [5, 12, 0]
    assert now(table, "chips")[0] == 83
    assert table.view_words(0)["ticket"][GAME.actions.parse("exa ♥ ♦")] == 3
    assert table.view_words(0)["minimums"] == [1, 4, 1]


@pytest.mark.clause("c8")
def test_a_player_may_bet_on_several_horses_of_which_one_pays():
    table = race(["win ♣", "win ♦", "win ♥"], ["win ♠"])
    assert now(table, "chips") == [101, 99]


@pytest.mark.clause("c11")
def test_a_ticket_has_at_most_twenty_bets():
    table = betting().play(*["win ♣"] * 19)
    assert len(table.legal()) == BETS + 1
    assert table.view_words(0)["bets_left"] == 1
    assert table.play("sfc ♣ ♦ ♥ ♠").legal() == ["done"]
    assert len(table.play("done").legal()) == BETS + 1


@pytest.mark.clause("c11")
def test_without_a_limit_all_chips_may_be_bet():
    table = betting(bets=100).play(*["win ♣"] * 99)
    assert len(table.legal()) == BETS + 1
    assert table.play("win ♦").legal() == ["done"]
    assert now(table, "chips") == [0, 100]


@pytest.mark.clause(16)
def test_a_ticket_that_is_handed_in_stays_as_it_is():
    """The next player bets; the first one has no say any more, and then the race is run."""
    table = betting(3).play("win ♥", "done")
    ticket = now(table, "tickets")[0]
    for action in ("win ♠", "done", "exa ♠ ♣", "done"):
        assert table.player > 0
        assert now(table, "tickets")[0] == ticket
        table.play(action)
    assert now(table, "races_over") == 1
    assert now(table, "last_tickets")[0] == ticket


@pytest.mark.clause("c9", "c6")
@pytest.mark.parametrize("dealer", range(3))
def test_all_players_bet_from_the_dealers_left_in_each_race(dealer):
    table = GAME.table(seed=3, num_players=3, dealer=dealer)
    for _ in range(3):
        for seat in range(3):
            assert table.player == (dealer + 1 + seat) % 3
            assert len(table.legal()) == BETS + 1
            table.play("done")


@pytest.mark.clause("c6")
def test_the_order_of_betting_does_not_matter():
    tickets = [["win ♣", "sfc ♣ ♦ ♥ ♠"], ["win ♣", "exa ♣ ♦", "exa ♣ ♥"], ["win ♦", "sfc ♣ ♦ ♥ ♠"]]
    ends = set()
    for dealer in range(3):
        table = GAME.table(num_players=3, deck=deck(suits=finishing(IN_ORDER)), dealer=dealer)
        for seat in range(3):
            table.play(*tickets[(dealer + 1 + seat) % 3], "done")
        ends.add((*now(table, "chips"), *now(table, "pots")))
    assert len(ends) == 1


@pytest.mark.clause("c10")
def test_a_player_without_chips_can_only_hand_in_the_ticket_and_shares_in_the_last_division():
    table = later(chips=[0, 190], pots=[0, 0, 10], races_over=11)
    assert table.legal() == ["done"]
    assert now(table.play("done", "done"), "chips") == [5, 195]


@pytest.mark.clause(20)
def test_exactly_the_bets_that_a_player_can_pay_are_legal():
    minimums = {"win_minimum": 2, "exa_minimum": 5, "sfc_minimum": 7}
    for chips in range(10):
        table = later(chips=[chips, 100], options=minimums)
        bets = {words.split()[0] for words in table.legal()} - {"done"}
        assert bets == {bet for bet in ("win", "exa", "sfc") if minimums[f"{bet}_minimum"] <= chips}
    table = later(chips=[9, 100], options=minimums).play("sfc ♣ ♦ ♥ ♠")
    assert table.legal() == [*bets_of("win"), "done"]
    assert table.play("win ♣").legal() == ["done"]
    assert now(table, "chips") == [0, 100]


# The race


@pytest.mark.clause(7, 8, 9)
def test_there_are_4_wins_12_exactas_and_24_superfectas():
    assert bets_of("win") == [f"win {suit}" for suit in SUIT_WORDS]
    assert set(bets_of("exa")) == {f"exa {' '.join(pair)}" for pair in permutations(SUIT_WORDS, 2)}
    assert set(bets_of("sfc")) == {f"sfc {' '.join(order)}" for order in permutations(SUIT_WORDS)}
    assert len(GAME.actions) == 4 + 12 + 24 + 1


@pytest.mark.clause(7, 8, 9, 15, 18)
@pytest.mark.parametrize("order", [*permutations(SUIT_WORDS)], ids="".join)
def test_bets_on_the_order_of_the_race_win_and_no_others(order):
    """Player 1 makes the three winning bets, player 0 all others."""
    first, second, *_ = order
    right = [f"win {first}", f"exa {first} {second}", f"sfc {' '.join(order)}"]
    wrong = [word for word in GAME.actions.words[:BETS] if word not in right]
    table = race(wrong, right, order=order, bets=40)
    assert now(table, "last_payments") == [[0, 0, 0], [4, 12, 24]]
    assert now(table, "chips") == [63, 137]


@pytest.mark.clause(10)
def test_a_horse_finishes_with_the_seventh_card_of_its_suit():
    """Six clubs come before all else, but seven diamonds before the seventh club."""
    table = GAME.table(num_players=2, deck=deck(suits="♣♣♣♣♣♣♦♦♦♦♦♦♦♥♥♥♥♥♥♣♥"), races=1).play("done", "done")
    assert now(table, "last_order") == ["diamonds", "clubs", "hearts", "spades"]
    assert now(table, "spaces") == [7, 7, 7, 0]


@pytest.mark.clause(10)
def test_cards_are_dealt_from_the_top_of_the_stock():
    table = GAME.table(num_players=2, deck=deck(suits="♣♦♥♠" * 6 + "♠♥♦"), races=1).play("done", "done")
    assert now(table, "last_order") == ["spades", "hearts", "diamonds", "clubs"]
    assert now(table, "dealt").split() == deck(suits="♣♦♥♠" * 6 + "♠♥♦")[6:33]


@pytest.mark.clause(11, "c12")
def test_cards_of_horses_that_have_finished_are_ignored():
    """All ten clubs come first; then the race goes on for second and third, and no longer."""
    table = GAME.table(num_players=2, deck=deck(suits="♣" * 10 + "♥" * 7 + "♦♥♦♥♦♥♦♦♦♦"), races=1).play("done", "done")
    assert now(table, "last_order") == ["clubs", "hearts", "diamonds", "spades"]
    assert now(table, "spaces") == [7, 7, 7, 0]
    assert len(now(table, "dealt").split()) == 27
    assert len(now(table, "stock").split()) == 15


@pytest.mark.clause(15, 11)
def test_the_horses_take_four_different_places():
    for seed in range(count(compiled=200, interpreted=20)):
        table = GAME.table(seed=seed, num_players=2, races=1).play("done", "done")
        assert set(now(table, "last_order")) == {"clubs", "diamonds", "hearts", "spades"}
        spaces = dict(zip(("clubs", "diamonds", "hearts", "spades"), now(table, "spaces"), strict=True))
        assert [spaces[horse] for horse in now(table, "last_order")[:3]] == [7, 7, 7]
        assert spaces[now(table, "last_order")[3]] < 7


@pytest.mark.clause("c4")
def test_a_horse_with_six_cards_in_the_rail_is_always_fourth():
    rail = "2♥ 3♥ 4♥ 5♥ 6♥ 7♥"
    for seed in range(count(compiled=50, interpreted=10)):
        table = GAME.table(num_players=2, deck=deck(rail), races=1).redeal(0, seed).play("done", "done")
        assert now(table, "last_order")[3] == "hearts"
    table = GAME.table(num_players=2, deck=deck(rail, "♥" * 6 + "♠" * 12 + "♦" * 12 + "♣" * 7), races=1)
    table.play("done", "done")
    assert now(table, "last_order") == ["spades", "diamonds", "clubs", "hearts"]


@pytest.mark.clause("c4", "c13")
def test_a_horse_with_five_cards_in_the_rail_can_win():
    """It wins with the seventh card of the stock: those in the rail do not move it."""
    rail = "2♥ 3♥ 4♥ 5♥ 6♥ 7♣"
    table = GAME.table(num_players=2, deck=deck(rail, "♥" * 6 + finishing("♣♠♦")), races=1).play("done", "done")
    assert now(table, "last_order") == ["clubs", "spades", "diamonds", "hearts"]
    table = GAME.table(num_players=2, deck=deck(rail, "♥" * 7 + finishing("♣♠")), races=1).play("done", "done")
    assert now(table, "last_order") == ["hearts", "clubs", "spades", "diamonds"]


# Payment


@pytest.mark.clause(12, 13, "c2")
def test_winners_share_a_pool_evenly_and_the_rest_stays_in_it():
    """Eleven chips for three winners: three each, and two stay."""
    table = race(["win ♣"], ["win ♣", *["win ♦"] * 4], ["win ♣"], ["win ♥"] * 4)
    assert now(table, "last_payments") == [[3, 0, 0]] * 3 + [[0, 0, 0]]
    assert now(table, "pots") == [2, 0, 0]
    assert now(table, "chips") == [102, 98, 102, 96]


@pytest.mark.clause(13)
def test_a_pool_that_nobody_wins_stays_for_the_next_race():
    """The next winner gets all of it."""
    table = race(["exa ♦ ♣", "sfc ♣ ♦ ♠ ♥"], ["exa ♣ ♥"])
    assert now(table, "pots") == [0, 2, 1]
    assert now(table, "chips") == [98, 99]
    table = later(["exa ♣ ♦"], [], chips=[100, 100], pots=[0, 2, 1])
    assert now(table, "chips") == [102, 100]
    assert now(table, "pots") == [0, 0, 1]


@pytest.mark.clause("c1")
def test_stakes_do_not_matter_for_the_shares():
    """Four chips for two winners, one of whom has bet three times as much."""
    assert now(race(["win ♣"] * 3, ["win ♣"]), "last_payments") == [[2, 0, 0], [2, 0, 0]]


@pytest.mark.clause("c1")
def test_a_proportional_pool_is_divided_by_stakes():
    """Eleven chips for stakes of three and one: 8.25 and 2.75, rounded down."""
    table = race(["sfc ♣ ♦ ♥ ♠"] * 3, ["sfc ♣ ♦ ♥ ♠"], ["sfc ♣ ♦ ♠ ♥"] * 7, proportional=True)
    assert now(table, "last_payments") == [[0, 0, 8], [0, 0, 2], [0, 0, 0]]
    assert now(table, "pots") == [0, 0, 1]


@pytest.mark.clause("c1")
def test_large_pools_are_divided_by_large_stakes():
    """No number is cut off: 700 chips times 50."""
    stakes = [["win ♣"] * 50, ["win ♣"] * 25, *[[]] * 6]
    table = later(*stakes, chips=[50, 50, *[0] * 6], pots=[625, 0, 0], options={"proportional": True, "bets": 50})
    assert now(table, "last_payments")[:2] == [[466, 0, 0], [233, 0, 0]]


@pytest.mark.clause(17)
def test_a_pool_pays_for_its_own_bets_only():
    """The winner of WIN leaves the other pools untouched."""
    table = race(["win ♣"], ["exa ♦ ♥"] * 3, ["sfc ♦ ♥ ♣ ♠"] * 5)
    assert now(table, "chips") == [100, 97, 95]
    assert now(table, "pots") == [0, 3, 5]


@pytest.mark.clause(18)
def test_nothing_comes_back_for_a_bet_that_does_not_win():
    table = race(["win ♦"] * 4, [], ["win ♣"])
    assert now(table, "chips") == [96, 100, 104]


@pytest.mark.clause(19)
def test_chips_are_conserved_at_every_step():
    for setting in settings_of(GAME):
        table = setting.table(2)
        begun_with = setting.num_players * table.state.options.chips
        for _ in walk(table, 3, count(compiled=400, interpreted=60)):
            assert total(table) == begun_with
        assert total(table) == begun_with


# The end


@pytest.mark.clause(21)
@pytest.mark.parametrize("races", [1, 2, 5])
def test_a_match_has_so_many_races(races):
    table = GAME.table(seed=4, num_players=3, races=races)
    for left in range(races, 0, -1):
        assert not table.over
        assert table.view_words(0)["races_left"] == left
        table.play("done", "done", "done")
    assert table.over
    assert not now(table, "truncated")
    assert table.view_words(0)["races_left"] == 0
    assert GAME.table(seed=4).view_words(0)["races_left"] == 12


@pytest.mark.clause(14, 19, "c2", "c3")
def test_the_last_race_is_paid_out_and_then_the_pools_are_divided():
    """The winners get 3 each of 7; the 1 + 6 + 4 chips that are left are 3 for each player, and 2 for the house."""
    table = race(["win ♣", *["exa ♦ ♥"] * 3], ["win ♣", *["exa ♦ ♥"] * 3], ["win ♦"] * 5 + ["sfc ♣ ♦ ♠ ♥"] * 4, races=1)
    assert now(table, "last_payments") == [[3, 0, 0], [3, 0, 0], [0, 0, 0]]
    assert now(table, "pots") == [0, 0, 0]
    assert now(table, "chips") == [102, 102, 94]
    assert now(table, "unclaimed") == 2
    assert table.view_words(1)["unclaimed"] == 2
    assert total(table) == 300


@pytest.mark.clause(13, "c3")
def test_pools_are_divided_after_the_last_race_only():
    table = race(["win ♦"], ["win ♦"], races=2)
    assert now(table, "pots") == [2, 0, 0]
    assert now(table.play("done", "done"), "chips") == [100, 100]


@pytest.mark.clause(21)
def test_most_chips_win():
    table = race(["win ♣"], ["win ♦"], [], races=1)
    assert now(table, "chips") == [101, 99, 100]
    assert now(table, "score") == [1, -1, 0]
    assert now(table, "reward") == [1, -0.5, -0.5]
    assert table.ranks() == [1, 3, 2]


@pytest.mark.clause("c14")
def test_players_with_equally_many_chips_share_the_win():
    table = race(["win ♣"], ["win ♣"], ["win ♦", "win ♦"], races=1)
    assert now(table, "chips") == [101, 101, 98]
    assert now(table, "reward") == [0.5, 0.5, -1]
    assert now(race([], [], races=1), "reward") == [0, 0]


def test_scores_are_the_chips_won_or_lost_in_races_that_are_over():
    table = race(["win ♣"], ["win ♦"])
    assert now(table, "score") == [1, -1]
    assert now(table.play("win ♣"), "score") == [1, -1]


def test_score_rewards_are_the_final_chips_less_their_mean():
    table, rewards = GAME.table(seed=2, num_players=3, races=3, reward="score"), np.zeros(3)
    while not table.over:
        table.step(int(table.mask.argmax()) if table.state.tickets[table.player].sum() < 2 + table.player else DONE)
        rewards += table.state.reward[:3]
    chips = table.state.chips[:3]
    assert table.over
    assert np.allclose(rewards, (chips - chips.mean()) / 1500, atol=1e-5)


# The probabilities


@cache
def chance(drawn, left, order):
    """The probability that the horses finish in this order, from the numbers of cards of each suit drawn and left.

    By the rules, every card of the stock is dealt, also those of horses that have finished.
    """
    finished = [suit for suit in range(4) if drawn[suit] >= 7]
    if set(finished) != set(order[: len(finished)]):
        return 0.0
    if len(finished) == 3:
        return 1.0
    found = 0.0
    for suit in range(4):
        if left[suit]:
            then = tuple(cards + (other == suit) for other, cards in enumerate(drawn))
            still = tuple(cards - (other == suit) for other, cards in enumerate(left))
            found += left[suit] / sum(left) * chance(then, still, order)
    return found


@pytest.mark.parametrize("rail", [(3, 2, 1, 0), (1, 0, 5, 0), (0, 6, 0, 0)][: count(compiled=3, interpreted=2)])
def test_chances_are_exact(rail):
    """They agree with a calculation that deals all cards, also those of horses that have finished."""
    chances = order_chances(np.array([rail]))[0]
    assert abs(chances.sum() - 1) < 1e-12
    for order in (0, 5, 13, 22):
        chance.cache_clear()
        left = tuple(12 - cards for cards in rail)
        assert abs(chances[order] - chance((0, 0, 0, 0), left, ORDERS[order])) < 1e-12


def test_the_chance_of_a_bet_is_that_of_the_orders_with_which_it_wins():
    """The probability is in ten-thousandths, rounded."""
    for rail, orders in zip(RAILS, order_chances(np.array(RAILS)), strict=True):
        chances = dict.fromkeys(GAME.actions.words[:BETS], 0.0)
        for order, chance in zip(permutations(SUIT_WORDS), orders, strict=True):
            for bet in (f"win {order[0]}", f"exa {order[0]} {order[1]}", f"sfc {' '.join(order)}"):
                chances[bet] += chance
        assert np.abs(CHANCES[rail[:3]] / CERTAIN - list(chances.values())).max() <= 0.5001 / CERTAIN


def test_races_come_out_as_often_as_the_chances_say():
    """A chi-squared test compares the orders of many races with the same rail."""
    table, races = (
        GAME.table(num_players=2, deck=deck("2♣ 3♣ 4♣ 2♦ 3♦ 2♥"), races=1),
        count(compiled=6000, interpreted=300),
    )
    found = np.zeros(len(ORDERS))
    for seed in range(races):
        order = table.redeal(0, seed).play("done", "done").state.last_order
        found[ORDERS.index(tuple(order.tolist()))] += 1
    expected = races * order_chances(np.array([(3, 2, 1, 0)]))[0]
    assert ((found - expected) ** 2 / expected).sum() < 65  # with 23 degrees of freedom: once in 100,000


def test_the_page_has_the_chances_of_all_rails():
    listed = dict(re.findall(r"^- Rail (\d \d \d \d): ((?:.|\n  )*)$", dedent(GAME.page), flags=re.MULTILINE))
    rails = sorted((rail for rail in RAILS if list(rail) == sorted(rail, reverse=True)), reverse=True)
    assert list(listed) == [" ".join(map(str, rail)) for rail in rails]
    for rail, words in zip(rails, listed.values(), strict=True):
        orders = {}
        for order, chance in zip(ORDERS, order_chances(np.array([rail]))[0], strict=True):
            orders["".join(str(rail[suit]) for suit in order)] = f"{100 * chance:.2f}"
        assert dict(part.split() for part in words.split(",")) == orders


# A seat's view


@pytest.mark.clause("c5", 6)
def test_tickets_are_secret_until_the_race():
    """The view and the mask are the same for any bets of the others."""
    quiet, loud = betting(3).play("done"), betting(3).play(*["win ♣"] * 7, "exa ♥ ♦", "done")
    assert quiet.view(1).tobytes() == loud.view(1).tobytes()
    assert quiet.legal() == loud.legal()
    assert quiet.play("win ♠", "done").view(2).tobytes() == loud.play("sfc ♣ ♦ ♥ ♠", "done").view(2).tobytes()
    assert loud.view_words(2)["chips"] == [100, 100, 100]
    assert loud.view_words(2)["pools"] == [0, 0, 0]


@pytest.mark.clause("c5")
def test_a_seat_sees_its_own_ticket_and_chips():
    table = betting(3).play("win ♣", "win ♣", "exa ♥ ♦")
    view = table.view_words(0)
    assert view["chips"] == [97, 100, 100]
    assert view["pools"] == [0, 0, 0]
    assert view["bets_left"] == 17
    assert {GAME.actions.words[bet]: view["ticket"][bet] for bet in np.flatnonzero(view["ticket"])} == {
        "win ♣": 2,
        "exa ♥ ♦": 1,
    }
    assert table.play("done").view_words(0)["ticket"] == view["ticket"]


@pytest.mark.clause("c5")
def test_after_the_race_all_is_shown_to_all():
    table = race(["win ♣", "exa ♣ ♥"], ["win ♦"] * 3, ["win ♣"])
    view = table.view_words(1)
    assert view["chips"] == [97, 101, 100]
    assert view["pools"] == [1, 1, 0]
    assert view["last_order"] == ["clubs", "diamonds", "hearts", "spades"]
    assert view["spaces"] == [7, 7, 7, 0]
    assert view["last_payments"] == [[0, 0, 0], [2, 0, 0], [2, 0, 0]]
    made = [[GAME.actions.words[bet] for bet in np.flatnonzero(ticket)] for ticket in view["last_tickets"]]
    assert made == [["win ♦"], ["win ♣"], ["win ♣", "exa ♣ ♥"]]
    assert view["ticket"] == [0] * BETS


def test_after_the_match_the_final_chips_are_shown():
    assert race(["win ♣"], ["win ♦"], [], races=1).view_words(2)["chips"] == [100, 101, 99]


def test_a_seat_sees_who_is_betting_and_who_has_bet():
    table = GAME.table(seed=1, num_players=4, dealer=1).play("done", "win ♣")
    view = table.view_words(2)
    assert view["turn"] == [0, 1, 0, 0]
    assert view["handed_in"] == [1, 0, 0, 0]
    assert table.view_words(0)["turn"] == [0, 0, 0, 1]
    assert table.view_words(0)["handed_in"] == [0, 0, 1, 0]


def test_a_seat_sees_how_pools_are_divided():
    assert betting(proportional=True).view_words(0)["proportional"] is True
    assert betting().view_words(0)["proportional"] is False


# Redealing hidden cards


@pytest.mark.clause("c5")
def test_redealing_draws_the_tickets_of_those_who_have_bet():
    """Player 1 has bet, player 2 is betting; player 3 has not yet, and player 0 observes."""
    table = betting(4, win_minimum=3).play("win ♥", "done", "exa ♣ ♠", "done", "win ♦")
    sizes = [set(), set(), set(), set()]
    for seed in range(count(compiled=300, interpreted=40)):
        other = table.redeal(0, seed)
        assert now(other, "tickets")[0] == now(table, "tickets")[0]
        assert now(other, "rail") == now(table, "rail")
        assert sorted(now(other, "stock").split()) == sorted(now(table, "stock").split())
        assert total(other) == 400
        tickets = other.state.tickets[:4]
        costs = (3 * tickets[:, :EXA].sum(axis=1), tickets[:, EXA:SFC].sum(axis=1), tickets[:, SFC:].sum(axis=1))
        assert now(other, "chips") == (100 - sum(costs)).tolist()
        assert now(other, "pots") == [int(cost.sum()) for cost in costs]
        for seat in range(4):
            sizes[seat].add(int(tickets[seat].sum()))
    assert sizes[0] == {1}
    assert len(sizes[1]) > count(compiled=20, interpreted=10)
    assert len(sizes[2]) > count(compiled=20, interpreted=10)
    assert max(sizes[1]) == 20 or count(compiled=0, interpreted=1)
    assert sizes[3] == {0}


def test_redrawn_tickets_are_paid():
    """With eight chips there are at most two bets of three, four of two or one of seven, in any mixture."""
    options = {"win_minimum": 3, "exa_minimum": 2, "sfc_minimum": 7}
    table = later(chips=[8, 100], options=options).play("done")
    found = set()
    for seed in range(count(compiled=2000, interpreted=200)):
        other = table.redeal(1, seed)
        assert now(other, "chips")[0] >= 0
        ticket = other.state.tickets[0]
        found.add((int(ticket[:EXA].sum()), int(ticket[EXA:SFC].sum()), int(ticket[SFC:].sum())))
    possible = {mix for mix in product(range(3), range(5), range(2)) if 3 * mix[0] + 2 * mix[1] + 7 * mix[2] <= 8}
    assert found == possible or (count(compiled=0, interpreted=1) and found < possible)


def test_redrawn_tickets_have_any_number_of_bets_and_any_bets():
    """Of tickets with at most one bet, half are empty, and each bet is as likely as the others."""
    table, draws = betting(bets=1).play("win ♥", "done"), count(compiled=8000, interpreted=400)
    found = Counter(tuple(np.flatnonzero(table.redeal(1, seed).state.tickets[0])) for seed in range(draws))
    assert abs(found[()] / draws - 0.5) < 5 * np.sqrt(0.25 / draws)
    if draws > 1000:
        counts = np.array([found[bet,] for bet in range(BETS)])
        assert ((counts - draws / 80) ** 2 / (draws / 80)).sum() < 95  # 39 degrees of freedom: once in a million


def test_redealing_shuffles_the_stock():
    """Every card is on top as often as the others."""
    table, draws = betting(), count(compiled=6000, interpreted=300)
    tops = Counter(now(table.redeal(1, seed), "stock").split()[-1] for seed in range(draws))
    assert set(tops) <= set(deck()[6:])
    expected = draws / 42
    counts = np.array([tops[card] for card in deck()[6:]])
    assert ((counts - expected) ** 2 / expected).sum() < 100  # 41 degrees of freedom: once in a million


def test_after_the_match_nothing_but_the_stock_is_drawn_again():
    table = race(["win ♣"], ["win ♦"], races=1)
    other = table.redeal(0, 5)
    assert now(other, "stock") != now(table, "stock")
    for name in ("chips", "tickets", "dealt", "last_tickets", "last_order"):
        assert now(other, name) == now(table, name)


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"chips": [1600, 1], "chips_shown": [1600, 1]}, "chips"),
        ({"chips_shown": [90, 100]}, "chips"),
        ({"pots_shown": [1]}, "pots"),
        ({"races_over": 12}, "races_over"),
        ({"rail": "2♣ 2♦ 2♥ 2♠ 3♣"}, "rail"),
        ({"dealt": "3♠"}, "rail"),
        ({"unclaimed": 1}, "unclaimed"),
        ({"tickets": [[21]], "chips": [79, 100], "pots": [21]}, "tickets"),
        ({"tickets": [[0], [1]], "chips": [100, 99], "pots": [1]}, "tickets"),
        ({"tickets": [[1]], "pots": [1]}, "chips"),
        ({"tickets": [[1]], "chips": [99, 100]}, "pots"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    usual = {"rail": RAIL, "chips": [100, 100], "chips_shown": [100, 100], "player": 0, "dealer": 1}
    with pytest.raises(ValueError, match=f"position: {problem}"):
        GAME.position(num_players=2, **usual | words)


# The scripted players


def ticket_of(table, expert, seed):
    """An expert's bets for the player on turn."""
    table, player, generator = table.copy(), table.player, agent_generator(seed)
    races = now(table, "races_over")
    while table.player == player and now(table, "races_over") == races:
        table.step(expert.act(table.view(player), table.mask, generator))
    return tuple(table.state.tickets[player].tolist())


def test_experts_buy_different_tickets():
    """Equally many bets of each pool, no bet twice."""
    expert, table = find_agent("expert", GAME), later(chips=[100] * 3, pots=[5, 10, 40])
    tickets = {ticket_of(table, expert, seed) for seed in range(count(compiled=30, interpreted=6))}
    assert len(tickets) > count(compiled=15, interpreted=3)
    assert len({(sum(ticket[:EXA]), sum(ticket[EXA:SFC]), sum(ticket[SFC:])) for ticket in tickets}) == 1
    assert {number for ticket in tickets for number in ticket} == {0, 1}


@pytest.mark.skipif(INTERPRETED, reason="matches of experts are slow as plain Python")
def test_matches_of_experts_do_not_end_in_ties_of_all():
    batch = Batch(GAME, 50, bots=bots(GAME), restart=False, races=6)
    batch.actors[:] = list(bots(GAME)).index("expert")
    batch.reset(seed=1)
    chips = batch.records["chips"][:, :4]
    assert (chips == chips[:, :1]).all(axis=1).mean() < 0.2
