"""Scripted agents of Canasta, Hand and Foot and Triple Play, asked for leave to go out.

Cards are written as in `tests.games.canastas`. Player 0 and its partner 2 play against 1 and 3.
"""

import pytest

from cardzoo.agents import agent_generator, find_agent
from tests.games import test_canasta, test_hand_and_foot, test_triple_play
from tests.games.canastas import seven

FEET = ("foot",) * 4
BOTH = pytest.mark.parametrize("on_foot", ["hand_and_foot", "triple_play"], indirect=True)
LAST_DEAL, FIRST_DEAL = {"hands": 1}, {"hands": 2}
MANY, DEAR = "4 5 6 8 10 J Q A", "A A A 2 2 joker joker joker 4 5 6"
BEHIND = [0, 30_000] * 2


def choice(table):
    """The expert's action in the seat on turn, in words."""
    game = table.game
    action = find_agent("expert", game).act(table.view(table.player), table.mask, agent_generator(1))
    return game.actions.describe(action)


@pytest.fixture
def on_foot(request):
    """A position in which player 0 has drawn, the side has all books, and everybody has the foot."""
    module = {"hand_and_foot": test_hand_and_foot, "triple_play": test_triple_play}[request.param]
    books = test_hand_and_foot.BOOKS if request.param == "hand_and_foot" else test_triple_play.BOOK

    def position(hand, *melds, hands=(MANY, "4", MANY), **words):
        return module.position(hand, [*books, *melds], ["J J J J J J"], hands=hands, **{"parts": FEET} | words)

    return position


@BOTH
@pytest.mark.parametrize("hand", ["9 9", "4 9", "10 10 9", "K K 2 9", "9 9 2 joker"])
def test_an_expert_asks_for_leave_when_it_could_go_out(on_foot, hand):
    """The hand is a meld, a pair and a wild card, or all cards but the discard."""
    melds = ["9 9 9"] if hand != "10 10 9" else ["9 9 9", "10 10 10"]
    assert choice(on_foot(hand, *melds)) == "ask"


@BOTH
@pytest.mark.parametrize("hand", ["4 10", "4 6 9", "K K 4 9", "black black", "4 6 joker"])
def test_an_expert_does_not_ask_when_it_could_not_go_out(on_foot, hand):
    assert choice(on_foot(hand, "9 9 9")) != "ask"


@BOTH
def test_after_the_pile_an_expert_asks_only_if_it_can_lay_down_all_cards(on_foot):
    """A turn that began with the pile has no discard, or the last card of the hand is one."""
    assert choice(on_foot("4 9", "9 9 9", pile="", source="pile")) != "ask"
    assert choice(on_foot("9 9", "9 9 9", pile="", source="pile")) == "ask"


@BOTH
def test_an_expert_that_has_leave_goes_out(on_foot):
    table = on_foot("K K 2 9", "9 9 9")
    for _ in range(5):
        if not table.over:
            table.play(choice(table))
    assert table.over


@BOTH
def test_an_expert_gives_leave_unless_its_own_cards_cost_more_than_the_opponents(on_foot):
    dear = on_foot("9 9", "9 9 9", hands=("4", DEAR, "4"), options=FIRST_DEAL)
    cheap = on_foot("9 9", "9 9 9", hands=("4", MANY, "4"), options=FIRST_DEAL)
    against_many = on_foot("9 9", "9 9 9", hands=(f"{MANY} {MANY}", DEAR, f"{MANY} {MANY}"), options=FIRST_DEAL)
    assert [choice(table.play("ask")) for table in (dear, cheap, against_many)] == ["no", "yes", "yes"]


@BOTH
def test_an_expert_does_not_end_the_last_deal_when_that_loses_the_match(on_foot):
    assert choice(on_foot("9 9", "9 9 9", score=BEHIND, options=LAST_DEAL)) != "ask"
    assert choice(on_foot("9 9", "9 9 9", score=BEHIND, options=LAST_DEAL).play("ask")) == "no"


@BOTH
def test_an_expert_ends_the_last_deal_when_that_wins_the_match(on_foot):
    """The expert does so at any cost of points."""
    table = on_foot("9 9", "9 9 9", hands=("4", DEAR, "4"), options=LAST_DEAL)
    assert choice(table) == "ask"
    assert choice(table.play("ask")) == "yes"


def canasta(partner, opponents=MANY, theirs=(), **words):
    """Player 0 of Canasta can go out."""
    hands = (opponents, partner, opponents)
    return test_canasta.position("K 4", [test_canasta.KINGS, seven("9")], theirs, early=1, hands=hands, **words)


def test_canastas_expert_asks_a_partner_with_many_cards():
    assert choice(canasta(MANY)) == "ask"
    assert choice(canasta("4 5")) == "add K"


def test_canastas_expert_gives_leave_unless_its_own_cards_cost_more_than_the_opponents():
    match = {"options": {}, "score": [-5] * 4}
    assert choice(canasta(DEAR, "4 5", **match).play("ask")) == "no"
    assert choice(canasta("8 8 8 Q Q", "4 5", **match).play("ask")) == "yes"
    assert choice(canasta(DEAR, f"{MANY} {MANY}", **match).play("ask")) == "yes"


def test_canastas_expert_gives_leave_to_win_and_not_to_lose():
    """The match is a single deal."""
    assert choice(canasta(DEAR, "4 5").play("ask")) == "yes"
    assert choice(canasta(MANY, "4 5", [seven("A"), seven("Q"), seven("J")]).play("ask")) == "no"
