"""The rules of Cactus, clause by clause. Cards that a position does not name are in the stock."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cardzoo.agents import ask, find_agent, memory_of
from cardzoo.agents.base import agent_generator
from cardzoo.envs.engine import CARDS, INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, rank_of
from cardzoo.envs.games.cactus import (
    GAME,
    LOOK_AT_OTHER,
    LOOK_AT_OWN,
    MATCH_CARD,
    NO_CARD,
    NO_MATCH,
    SLOTS,
    Phase,
    Rank,
    Sight,
)
from cardzoo.envs.scene import EMPTY, table_scene
from cardzoo.training.evaluation.duplicate import compare
from tests.playing import count, now

PACK = CARD_WORDS[:CARDS]
RANK_NAMES = [rank.name.lower() for rank in Rank]
POWER_RANKS = ("6", "7", "8", "9", "10", "J", "Q")
PLAIN_RANKS = ("A", "2", "3", "4", "5", "K")
AID = {"memory_aid": True}
NOTHING = [None] * SLOTS


def places(words):
    """A layout, place by place; a dash is a gap."""
    return [None if word == "-" else word for word in words.split()]


def on_turn(phase, own, other="", pile="3♠", stock="", **words):
    """Player 0, who is on turn, decides; the named stock cards are on top, the first one uppermost."""
    named = {*own.split(), *other.split(), *pile.split(), *stock.split(), words.get("drawn")}
    rest = [card for card in PACK if card not in named]
    given = {"layouts": [places(own), places(other)], "discard_pile": pile, "stock": rest + stock.split()[::-1]}
    return GAME.position(**given | {"phase": phase, "player": 0, "turn": 0, "dealer": 1} | words)


def drawing(own, other="", pile="3♠", stock="", **words):
    """Player 0 is about to draw."""
    return on_turn("draw", own, other, pile, stock, **words)


def using(drawn, own, other="", pile="3♠", source="stock", **words):
    """Player 0 has drawn this card."""
    return on_turn("use", own, other, pile, drawn=drawn, source=source, **words)


def last_decision(own, other, **words):
    """Player 0 ends the turn, and the game."""
    return on_turn("end", own, other, **{"caller": 1, "turns": 6} | words)


def without_matches(table, *actions):
    """Play actions, without any match in between."""
    for action in (*actions, None):
        while now(table, "phase") == "match":
            table.play("no match")
        if action:
            table.play(action)
    return table


def layout(table, player):
    """A player's layout in words."""
    cards = [card or "-" for card in now(table, "layouts")[player]]
    while cards and cards[-1] == "-":
        cards.pop()
    return " ".join(cards)


def shown(table, player, seat=0):
    """The ranks that a player sees in the own layout or, as seat 1, in the other one: places from 1 and ranks."""
    ranks = table.view_words(player)["ranks"][seat]
    return {place: rank for place, rank in enumerate(ranks, start=1) if rank}


def known(table, player, owner):
    """The places of a layout whose cards a player has seen."""
    sights = now(table, "sights")[player][owner]
    return {place for place, sight in enumerate(sights, start=1) if sight != "unseen"}


def verbs(table):
    """The verbs of the legal actions."""
    return {word.rstrip("0123456789").strip() for word in table.legal()}


def slots(table, verb):
    """The places for which an action is legal."""
    return [int(word.removeprefix(verb)) for word in table.legal() if word.removeprefix(f"{verb} ").isdigit()]


def play_randomly(table, seed, most_steps=10_000, calls=0.1):
    """Yields before each action; a call has this probability, half of the time nobody matches, all else is random."""
    generator = np.random.default_rng(seed)
    for _ in range(most_steps):
        if table.over:
            return
        yield table
        legal = np.flatnonzero(table.mask)
        words = table.legal()
        if "cactus" in words and generator.random() > calls:
            table.play("end turn")
        elif table.mask[NO_MATCH] and generator.random() < 0.5:
            table.play("no match")
        else:
            table.step(generator.choice(legal))


# The cards and the deal


@pytest.mark.clause(1)
def test_two_players_and_the_pack():
    assert GAME.players == (2, 2)
    assert sorted(GAME.pack_of(2)) == list(range(CARDS))


@pytest.mark.clause(1)
@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 1), *((str(number), number) for number in range(2, 11)), ("J", 10), ("Q", 10), ("K", 0)],
)
def test_points_of_the_cards(rank, points):
    table = last_decision(f"{rank}♥ - {rank}♦", "2♣").play("end turn")
    assert now(table, "score") == [-2 * points, -2]


@pytest.mark.clause(2, 3)
def test_four_cards_each_one_by_one_from_the_player_who_does_not_deal():
    table = GAME.table(deck=PACK, dealer=0)
    assert layout(table, 1) == " ".join(PACK[0:8:2])
    assert layout(table, 0) == " ".join(PACK[1:8:2])
    assert now(table, "stock").split()[::-1] == list(PACK[8:])
    assert table.words("player", "turn", "phase") == {"player": 1, "turn": 1, "phase": "draw"}


@pytest.mark.clause(2, "c12")
@pytest.mark.parametrize("memory_aid", [False, True])
def test_nobody_looks_at_the_cards_dealt(memory_aid):
    table = GAME.table(1, memory_aid=memory_aid)
    for player in range(2):
        assert shown(table, player) == shown(table, player, 1) == {}
        assert known(table, player, 0) == known(table, player, 1) == set()
        assert [row[:5] for row in table.view_words(player)["occupied"]] == [[1, 1, 1, 1, 0]] * 2


@pytest.mark.clause(3)
def test_the_first_turn_begins_with_the_stock():
    table = GAME.table(1, dealer=0)
    assert (now(table, "discard_pile"), table.player) == ("", 1)
    assert table.legal() == ["draw stock"]
    without_matches(table.play("draw stock", "discard"))
    if "decline" in table.legal():
        table.play("decline")
    table.play("end turn")
    assert table.player == 0
    assert table.legal() == ["draw stock", "draw upcard"]


# A turn


@pytest.mark.clause(4, 13)
def test_a_card_of_the_stock_is_seen_by_its_player_only():
    table = drawing("2♣ 2♦", "4♣ 4♦", stock="7♥").play("draw stock")
    assert table.words("phase", "drawn", "source", "player") == {
        "phase": "use",
        "drawn": "7♥",
        "source": "stock",
        "player": 0,
    }
    assert table.view_words(0)["drawn"] == "7♥"
    assert table.view_words(1)["drawn"] is None
    assert table.view_words(1)["source"] == "stock"


@pytest.mark.clause(4)
def test_the_top_discard_is_drawn_open():
    table = without_matches(drawing("2♣ 2♦", "4♣ 4♦", pile="9♣ 5♥").play("draw upcard"))
    assert table.words("phase", "drawn", "source", "discard_pile") == {
        "phase": "use",
        "drawn": "5♥",
        "source": "discard_pile",
        "discard_pile": "9♣",
    }
    assert table.view_words(0)["drawn"] == table.view_words(1)["drawn"] == "5♥"


@pytest.mark.clause(5)
@pytest.mark.parametrize("source", ["stock", "discard_pile"])
def test_the_card_drawn_takes_the_place_of_another_which_is_discarded(source):
    table = using("2♥", "9♣ 9♦ - 5♥", "4♣", source=source)
    assert slots(table, "put") == [1, 2, 4]
    assert shown(table, 0) == {}
    table.play("put 2")
    assert layout(table, 0) == "9♣ 2♥ - 5♥"
    assert table.words("discard_pile", "drawn") == {"discard_pile": "3♠ 9♦", "drawn": None}
    assert table.view_words(1)["upcard"] == "9♦"
    assert without_matches(table).words("phase", "player") == {"phase": "end", "player": 0}


@pytest.mark.clause(5, 13)
def test_players_who_know_a_card_that_has_been_put():
    for source, also_other in (("stock", set()), ("discard_pile", {2})):
        table = using("2♥", "9♣ 9♦", "4♣", source=source).play("put 2")
        assert known(table, 0, 0) == {2}
        assert known(table, 1, 0) == also_other
        assert table.view_words(1)["events"][1][:2] == [None, "put"]


@pytest.mark.clause(6, "c16")
def test_a_card_is_shown_up_to_the_next_decision_and_not_again():
    table = using("2♥", "9♣ 9♦", "4♣").play("put 2", "no match")
    assert table.words("phase", "player") == {"phase": "match", "player": 0}
    assert shown(table, 0) == {2: "two"}
    table.play("no match")
    assert shown(table, 0) == {}
    table.play("end turn")
    assert shown(table, 0) == {}
    assert known(table, 0, 0) == {2}


@pytest.mark.clause(6, "c16")
def test_the_other_player_is_shown_an_open_card_up_to_the_own_next_decision():
    table = using("2♥", "9♣ 9♦", "4♣", source="discard_pile").play("put 2")
    assert shown(table, 1, 1) == {2: "two"}
    assert table.view_words(1)["events"][1][1] == "put"
    table.play("no match")
    assert shown(table, 1, 1) == {}
    assert table.view_words(1)["events"][1] == NOTHING
    assert shown(table, 0) == {2: "two"}


@pytest.mark.clause(6)
def test_only_powers_look_at_cards():
    for seed in range(count(compiled=80, interpreted=12)):
        for table in play_randomly(GAME.table(seed), seed):
            if now(table, "phase") != "power":
                assert not verbs(table) & {"look at own", "look at other", "give"}


@pytest.mark.clause("c16")
def test_with_the_memory_aid_all_is_shown_that_has_been_seen():
    table = using("2♥", "9♣ 9♦", "4♣", source="discard_pile", options=AID)
    table.play("put 2", "no match", "no match", "end turn")
    assert shown(table, 0) == shown(table, 1, 1) == {2: "two"}
    assert table.view_words(0)["known_to_other"][0][:2] == [0, 1]
    assert table.view_words(1)["known_to_other"][1][:2] == [0, 1]
    assert table.view_words(0)["memory_aid"] == 1


@pytest.mark.clause("c16")
def test_the_memory_aid_tells_which_cards_the_other_player_has_seen_and_not_what_they_are():
    table = using("2♥", "9♣ 9♦", "4♣", options=AID).play("put 1")
    assert table.view_words(1)["known_to_other"] == [[0] * SLOTS, [1] + [0] * (SLOTS - 1)]
    assert shown(table, 1, 1) == {}


@pytest.mark.clause("c16")
def test_without_the_memory_aid_the_view_tells_nothing_of_what_others_know():
    table = using("2♥", "9♣ 9♦", "4♣").play("put 1")
    assert table.view_words(1)["known_to_other"] == [[0] * SLOTS] * 2
    assert table.view_words(1)["memory_aid"] == 0


@pytest.mark.clause(6, 13, "c16")
def test_a_player_knows_a_card_in_a_layout_if_and_only_if_it_has_been_before_the_player_s_eyes():
    """The test follows the cards alone, wherever they are moved: cards drawn, discarded, looked at and turned up."""
    known_ones = 0
    for seed in range(count(compiled=100, interpreted=8)):
        table, seen, generator = GAME.table(seed, memory_aid=True), [set(), set()], np.random.default_rng(seed)
        while not table.over:
            drawn = {now(table, "drawn")} if now(table, "drawn") else set()
            for player in range(2):
                seen[player] |= {*now(table, "discard_pile").split(), *(drawn if player == now(table, "turn") else ())}
                for seat, owner in enumerate((player, 1 - player)):
                    cards = now(table, "layouts")[owner]
                    ranks = [RANK_NAMES[rank_of(PACK.index(card))] if card in seen[player] else None for card in cards]
                    assert table.view_words(player)["ranks"][seat] == ranks
                    known_ones += sum(map(bool, ranks))
            legal = np.flatnonzero(table.mask)
            action = int(legal[-1] if generator.random() < 0.4 else generator.choice(legal))  # fewer calls and tries
            player, cards = table.player, now(table, "layouts")
            for first, owner in ((LOOK_AT_OWN, player), (LOOK_AT_OTHER, 1 - player)):
                if first <= action < first + SLOTS:
                    seen[player].add(cards[owner][action - first])
            if MATCH_CARD <= action < MATCH_CARD + SLOTS:
                for both in seen:
                    both.add(cards[player][action - MATCH_CARD])
            table.step(action)
    assert known_ones > count(compiled=1000, interpreted=80)


@pytest.mark.clause("c1")
@pytest.mark.parametrize("rank", PLAIN_RANKS)
def test_a_card_of_the_stock_may_be_discarded_without_effect(rank):
    table = using(f"{rank}♥", "9♣ 9♦", "4♣")
    assert verbs(table) == {"put", "discard"}
    without_matches(table.play("discard"))
    assert table.words("phase", "player", "discard_pile") == {
        "phase": "end",
        "player": 0,
        "discard_pile": f"3♠ {rank}♥",
    }
    assert layout(table, 0) == "9♣ 9♦"


@pytest.mark.clause("c3", 16)
@pytest.mark.parametrize("rank", ["2", "Q", "8"])
def test_a_card_of_the_discard_pile_must_be_put_into_the_layout(rank):
    """A power card that has been used must be put there, too."""
    table = without_matches(drawing("9♣ 9♦", "4♣", pile=f"3♠ {rank}♥").play("draw upcard"))
    assert table.legal() == ["put 1", "put 2"]


# Matches


@pytest.mark.clause(7)
@pytest.mark.parametrize("player", [0, 1])
def test_a_card_of_the_top_discard_s_rank_is_discarded_in_and_out_of_turn(player):
    table = using("2♥", "9♣ 5♦", "4♣ 9♦ 7♣").play("put 1")
    stock = now(table, "stock")
    assert table.words("phase", "player") == {"phase": "match", "player": 1}
    if player == 0:
        table = using("2♥", "9♣ 9♦ 5♦", "4♣").play("put 1", "no match")
        stock = now(table, "stock")
    assert table.player == player
    table.play("match 2")
    assert layout(table, player) == ["2♥ - 5♦", "4♣ - 7♣"][player]
    assert now(table, "discard_pile").split()[-2:] == ["9♣", "9♦"]
    assert now(table, "stock") == stock
    assert known(table, 0, player) - {1} == known(table, 1, player) == set()


@pytest.mark.clause(8, "c7")
@pytest.mark.parametrize("player", [0, 1])
def test_a_card_of_another_rank_is_turned_back_and_two_cards_are_added(player):
    table = drawing("8♣ 5♦", "4♣ 8♦", pile="3♠ 2♠", stock="K♥ 6♠ 7♠").play("draw upcard")
    if player == 0:
        table.play("no match")
    table.play("match 2")
    cards = ["8♣ 5♦", "4♣ 8♦"]
    assert layout(table, player) == f"{cards[player]} K♥ 6♠"
    assert layout(table, 1 - player) == cards[1 - player]
    assert now(table, "stock").split()[-1] == "7♠"
    assert now(table, "discard_pile") == "3♠"
    for seat in range(2):
        assert known(table, seat, player) == {2}
    assert shown(table, 1 - player, 1) == {2: ["five", "eight"][player]}


@pytest.mark.clause("c7")
@pytest.mark.parametrize("stock", ["", "K♥"])
def test_a_short_stock_gives_what_it_has(stock):
    held = ["8♣", "5♦", "4♣", "8♦", "3♠", *stock.split()]
    pile = " ".join([card for card in PACK if card not in held] + ["3♠"])
    table = on_turn("match", "8♣ 5♦", "4♣ 8♦", pile, next_phase="end").play("match 1")
    assert layout(table, 0) == f"8♣ 5♦ {stock}".strip()
    assert table.words("stock", "phase") == {"stock": "", "phase": "end"}


@pytest.mark.clause("c5")
def test_both_are_asked_after_a_discard_first_the_player_not_on_turn():
    table = using("2♥", "9♣ 5♦", "4♣ 9♦").play("discard")
    assert table.words("phase", "player", "turn", "next_phase") == {
        "phase": "match",
        "player": 1,
        "turn": 0,
        "next_phase": "end",
    }
    assert table.legal() == ["match 1", "match 2", "no match"]
    table.play("no match")
    assert table.words("phase", "player") == {"phase": "match", "player": 0}
    table.play("no match")
    assert table.words("phase", "player", "next_phase") == {"phase": "end", "player": 0, "next_phase": None}


@pytest.mark.clause("c5")
def test_both_are_asked_about_the_card_that_is_bared_by_a_draw():
    table = drawing("2♣ 2♦", "9♦ 4♦", pile="9♣ 5♥").play("draw upcard")
    assert table.words("phase", "player", "next_phase") == {"phase": "match", "player": 1, "next_phase": "use"}
    table.play("match 1", "no match", "no match")
    assert now(table, "discard_pile") == "9♣ 9♦"
    assert table.words("phase", "player", "drawn") == {"phase": "use", "player": 0, "drawn": "5♥"}
    assert table.legal() == ["put 1", "put 2"]


@pytest.mark.clause("c5")
def test_nobody_is_asked_without_a_discard_pile():
    table = drawing("2♣ 2♦", "9♦ 4♦", pile="5♥").play("draw upcard")
    assert table.words("phase", "discard_pile") == {"phase": "use", "discard_pile": ""}


@pytest.mark.clause("c5")
def test_nobody_is_asked_when_a_card_of_the_stock_is_drawn():
    assert now(drawing("2♣ 2♦", "9♦ 4♦").play("draw stock"), "phase") == "use"


@pytest.mark.clause("c5")
def test_both_are_asked_after_a_power_has_been_used_but_not_if_it_is_declined():
    table = without_matches(using("8♥", "9♣ 5♦", "4♣ 9♦").play("discard"))
    declined = table.copy().play("decline")
    assert now(declined, "phase") == "end"
    table.play("look at own 1")
    assert table.words("phase", "player", "next_phase") == {"phase": "match", "player": 1, "next_phase": "end"}
    table.play("no match")
    assert table.words("phase", "player") == {"phase": "match", "player": 0}
    assert now(table.play("no match"), "phase") == "end"


@pytest.mark.clause("c5")
def test_after_a_match_both_are_asked_anew():
    table = using("2♥", "9♣ 9♦ 2♣", "9♥ 9♠").play("put 1", "match 1")
    assert (table.player, now(table, "phase")) == (1, "match")
    table.play("no match", "match 2")
    assert (table.player, now(table, "phase")) == (1, "match")
    table.play("match 2")
    assert (layout(table, 0), layout(table, 1)) == ("2♥ - 2♣", "")
    assert (table.player, now(table, "phase")) == (0, "match")
    table.play("no match")
    assert now(table, "phase") == "end"


@pytest.mark.clause("c5")
def test_after_a_wrong_match_the_same_player_is_not_asked_again():
    table = using("2♥", "9♣ 5♦", "4♣ 8♦").play("put 1", "match 1")
    assert (table.player, now(table, "phase")) == (0, "match")
    table.play("match 2")
    assert (table.player, now(table, "phase")) == (0, "end")


@pytest.mark.clause("c5", 7)
def test_players_are_asked_whatever_their_cards_are():
    """The questions and the offered answers reveal nothing about the cards."""
    for seed in range(count(compiled=40, interpreted=5)):
        for table in play_randomly(GAME.table(seed), seed):
            for player in range(2):
                other = table.redeal(player, seed)
                assert table.words("phase", "player", "turn") == other.words("phase", "player", "turn")
                assert table.legal() == other.legal()


@pytest.mark.clause("c5", 9)
def test_a_power_is_used_after_the_questions_about_its_own_discard():
    table = using("8♥", "9♣ 5♦", "4♣ 8♦").play("discard", "match 2")
    assert now(table, "next_phase") == "power"
    without_matches(table)
    assert table.words("phase", "discard_pile") == {"phase": "power", "discard_pile": "3♠ 8♥ 8♦"}
    assert slots(table, "look at own") == [1, 2]


@pytest.mark.clause("c6")
def test_a_card_that_matches_cannot_be_kept():
    table = using("2♥", "9♣ 5♦", "9♦").play("put 1", "match 1")
    assert layout(table, 1) == ""


@pytest.mark.clause("c8")
def test_a_match_leaves_a_gap_which_added_cards_fill():
    table = using("9♥", "2♣ 5♦ 6♦ 6♣ 7♣", "9♣ 4♣ 9♦ 8♣", stock="K♥ K♠").play("discard", "match 1", "match 3")
    assert layout(table, 1) == "- 4♣ - 8♣"
    table.play("match 2")
    assert layout(table, 1) == "K♥ 4♣ K♠ 8♣"
    table.play("no match", "decline", "end turn")
    table = table.copy()
    assert slots(without_matches(table, "draw stock"), "put") == [1, 2, 3, 4]


@pytest.mark.clause("c8", "c16")
def test_the_history_of_a_card_is_not_that_of_a_card_that_fills_its_gap():
    table = on_turn("power", "8♣ 5♦", "", pile="3♠ 8♥", source="stock").play("look at own 1")
    assert table.view_words(1)["events"][1][0] == "looked_at"
    table.play("match 1")
    assert table.view_words(1)["events"][1] == NOTHING
    table.play("match 2")
    assert len(layout(table, 0).split()) == 3
    assert table.view_words(1)["events"][1] == ["dealt", None, "dealt", *NOTHING[3:]]


@pytest.mark.clause("c8")
@pytest.mark.parametrize(("cards", "asked"), [(10, True), (11, False), (12, False)])
def test_with_more_than_ten_cards_one_is_not_asked(cards, asked):
    other = " ".join(card for card in PACK if card[-1] == "♦")[: cards * 3 + 6]
    other = " ".join(other.split()[:cards])
    table = using("2♥", "9♣ 5♠", other).play("put 1")
    assert (table.player == 1) == asked
    if asked:
        table.play("match 10")
        assert len(layout(table, 1).split()) == SLOTS


# Powers


@pytest.mark.clause(9)
@pytest.mark.parametrize("rank", POWER_RANKS)
def test_a_power_card_of_the_stock_may_be_put_or_discarded_for_its_power(rank):
    table = using(f"{rank}♥", "9♣ 5♦", "4♣ 8♦")
    assert table.legal() == ["put 1", "put 2", "discard"]
    without_matches(table.play("discard"))
    verb = {"Q": "give", "J": "look at other", "10": "look at other", "9": "look at other"}.get(rank, "look at own")
    assert verbs(table) == {verb, "decline"}
    assert slots(table, verb) == [1, 2]
    assert table.player == 0


@pytest.mark.clause(10)
def test_a_queen_exchanges_a_card_of_each_layout():
    table = without_matches(using("Q♥", "9♣ 5♦", "4♣ - 8♦").play("discard"))
    table.play("give 2")
    assert table.words("phase", "player", "given") == {"phase": "exchange", "player": 0, "given": 2}
    assert table.view_words(0)["given"] == table.view_words(1)["given"] == 2
    assert table.legal() == ["take 1", "take 3"]
    table.play("take 3")
    assert (layout(table, 0), layout(table, 1)) == ("9♣ 8♦", "4♣ - 5♦")
    assert table.words("phase", "given", "next_phase") == {"phase": "match", "given": None, "next_phase": "end"}
    for player in range(2):
        assert known(table, player, 0) == known(table, player, 1) == set()
        assert shown(table, player) == shown(table, player, 1) == {}
    assert table.view_words(1)["events"][0][2] == table.view_words(1)["events"][1][1] == "exchanged"


@pytest.mark.clause(10, "c16")
def test_a_player_who_knew_a_card_that_a_queen_moves_knows_its_place():
    seen = [[["seen", "unseen"], ["unseen", "unseen"]], [["unseen", "unseen"], ["seen", "unseen"]]]
    table = using("Q♥", "9♣ 5♦", "4♣ 8♦", sights=seen, options=AID)
    table = without_matches(table.play("discard"), "give 1", "take 1")
    assert shown(table, 0, 1) == {1: "nine"}
    assert shown(table, 0) == {}
    assert shown(table, 1, 1) == {1: "four"}
    assert shown(table, 1) == {}
    table = without_matches(using("Q♥", "9♣ 5♦", "4♣ 8♦", sights=seen).play("discard"), "give 1", "take 1")
    assert shown(table, 0, 1) == shown(table, 1, 1) == {}


@pytest.mark.clause(11, 13)
@pytest.mark.parametrize("rank", ["9", "10", "J"])
def test_jack_ten_and_nine_look_at_a_card_of_the_other_layout(rank):
    table = without_matches(using(f"{rank}♥", "2♣ 5♦", "4♣ - 8♦").play("discard"))
    assert slots(table, "look at other") == [1, 3]
    table.play("look at other 3")
    assert known(table, 0, 1) == {3}
    assert known(table, 1, 1) == known(table, 0, 0) == known(table, 1, 0) == set()
    assert shown(table, 1) == {}
    assert table.view_words(1)["events"][0][2] == "looked_at"
    table.play("no match")
    assert shown(table, 0, 1) == {3: "eight"}


@pytest.mark.clause(12, 13)
@pytest.mark.parametrize("rank", ["6", "7", "8"])
def test_eight_seven_and_six_look_at_an_own_card(rank):
    table = without_matches(using(f"{rank}♥", "2♣ - 5♦", "4♣ J♦").play("discard"))
    assert slots(table, "look at own") == [1, 3]
    table.play("look at own 3")
    assert known(table, 0, 0) == {3}
    assert known(table, 1, 0) == known(table, 0, 1) == known(table, 1, 1) == set()
    assert shown(table, 1, 1) == {}
    assert table.view_words(1)["events"][1][2] == "looked_at"
    table.play("no match")
    assert shown(table, 0) == {3: "five"}


@pytest.mark.clause(14, 16)
@pytest.mark.parametrize("rank", POWER_RANKS)
def test_a_power_card_put_into_the_layout_does_nothing(rank):
    table = without_matches(using(f"{rank}♥", "2♣ 5♦", "4♣ 3♦").play("put 1"))
    assert table.legal() == ["cactus", "end turn"]


@pytest.mark.clause(16)
@pytest.mark.parametrize("rank", POWER_RANKS)
def test_a_power_card_discarded_from_a_layout_does_nothing_for_its_player(rank):
    table = without_matches(using("2♥", f"{rank}♣ 5♦", "4♣ 3♦").play("put 1"))
    assert table.legal() == ["cactus", "end turn"]
    table = using(f"{rank}♥", "2♣ 5♦", f"{rank}♣ 3♦", source="discard_pile").play("put 1", "no match", "no match")
    assert table.legal() == ["cactus", "end turn"]


@pytest.mark.clause(15)
@pytest.mark.parametrize(("rank", "use"), [("Q", "give 1"), ("J", "look at other 1"), ("6", "look at own 1")])
def test_an_unused_power_card_may_be_drawn_and_discarded_again_for_its_power(rank, use):
    table = without_matches(using("2♥", f"{rank}♣ 5♦", "4♣ 8♦").play("put 1"))
    assert table.view_words(1)["unused_power"] == [0, 1]
    table.play("end turn", "draw upcard")
    without_matches(table)
    assert table.words("source", "drawn", "unused_power") == {
        "source": "unused_power",
        "drawn": f"{rank}♣",
        "unused_power": None,
    }
    assert table.legal() == ["put 1", "put 2", "discard"]
    without_matches(table.play("discard"))
    assert now(table, "phase") == "power"
    assert now(table, "discard_pile") == f"3♠ {rank}♣"
    assert use in table.legal()
    assert table.player == 1


@pytest.mark.clause("c2")
def test_the_power_of_a_card_of_the_stock_may_be_left_and_is_used_then():
    table = without_matches(using("Q♥", "2♣ 5♦", "4♣ 8♦").play("discard"))
    table.play("decline", "end turn")
    assert now(table, "unused_power") is None
    without_matches(table.play("draw upcard"))
    assert table.legal() == ["put 1", "put 2"]


@pytest.mark.clause("c2")
@pytest.mark.parametrize("rank", ["Q", "9", "7"])
def test_the_power_of_a_card_discarded_again_must_be_used(rank):
    table = using(f"{rank}♥", "2♣ 5♦", "4♣ 8♦", source="unused_power").play("discard")
    without_matches(table)
    assert now(table, "phase") == "power"
    assert "decline" not in table.legal()


@pytest.mark.clause("c2", "c9")
@pytest.mark.parametrize("rank", ["Q", "10"])
def test_a_card_without_a_target_cannot_be_discarded_again(rank):
    table = using(f"{rank}♥", "2♣ 5♦", "", source="unused_power")
    assert table.legal() == ["put 1", "put 2"]
    assert "discard" in using("8♥", "2♣ 5♦", "", source="unused_power").legal()


@pytest.mark.clause("c3", "c10")
@pytest.mark.parametrize(
    ("upcard", "unused", "other", "may"),
    [
        ("2♥", None, "4♣", False),
        ("J♥", None, "4♣", False),
        ("J♥", 1, "4♣", True),
        ("J♥", 0, "4♣", False),
        ("J♥", 1, "", False),
        ("Q♥", 1, "4♣", False),
        ("8♥", 1, "4♣", False),
    ],
)
def test_without_a_layout_only_a_card_to_be_discarded_again_can_be_drawn(upcard, unused, other, may):
    table = drawing("", other, pile=f"3♠ {upcard}", unused_power=unused)
    assert ("draw upcard" in table.legal()) == may
    if may:
        assert without_matches(table.play("draw upcard")).legal() == ["discard"]


@pytest.mark.clause("c3", 16)
@pytest.mark.parametrize(("upcard", "unused"), [("8♥", 1), ("J♥", None), ("J♥", 0), ("2♥", None)])
def test_a_card_that_matches_have_left_no_way_for_goes_back_and_counts_as_used(upcard, unused):
    table = drawing("3♦", "4♣", pile=f"3♠ {upcard}", unused_power=unused)
    table.play("draw upcard", "no match", "match 1", "no match")
    assert table.words("phase", "player") == {"phase": "use", "player": 0}
    assert table.legal() == ["discard"]
    without_matches(table.play("discard"))
    assert table.words("phase", "discard_pile", "unused_power") == {
        "phase": "end",
        "discard_pile": f"3♠ 3♦ {upcard}",
        "unused_power": None,
    }


@pytest.mark.clause("c4")
def test_a_player_who_has_discarded_a_power_card_cannot_use_it():
    table = using("2♥", "8♣ 5♦", "8♦ 4♣").play("put 1", "match 1")
    assert now(table, "unused_power") == 1
    without_matches(table, "end turn")
    assert table.player == 1
    without_matches(table.play("draw upcard"))
    assert table.words("source", "drawn") == {"source": "discard_pile", "drawn": "8♦"}
    assert table.legal() == ["put 2"]


@pytest.mark.clause("c4")
def test_a_matched_power_card_is_unused_too():
    table = using("8♥", "2♣ 5♦", "8♦ 4♣").play("discard")
    assert now(table, "unused_power") is None
    table.play("match 1")
    assert now(table, "unused_power") == 1
    without_matches(table, "decline")
    assert now(table, "unused_power") == 1


@pytest.mark.clause("c4")
@pytest.mark.parametrize(("use", "top"), [("put 1", "4♦"), ("discard", "3♥")])
def test_a_power_is_unused_only_while_the_card_is_on_top(use, top):
    table = without_matches(using("2♥", "8♣ 5♦", "4♦ 4♣", stock="3♥").play("put 1"))
    assert now(table, "unused_power") == 0
    without_matches(table.play("end turn", "draw stock", use))
    assert table.words("discard_pile", "unused_power") == {"discard_pile": f"3♠ 8♣ {top}", "unused_power": None}


@pytest.mark.clause("c9")
@pytest.mark.parametrize(
    ("rank", "own", "other", "works"),
    [
        ("Q", "2♣", "", False),
        ("Q", "", "4♣", False),
        ("J", "2♣", "", False),
        ("9", "", "4♣", True),
        ("8", "", "4♣", False),
        ("6", "2♣", "", True),
    ],
)
def test_a_power_without_a_target_lapses(rank, own, other, works):
    table = without_matches(using(f"{rank}♥", own, other).play("discard"))
    assert now(table, "phase") == ("power" if works else "end")


@pytest.mark.clause("c9")
@pytest.mark.parametrize(("rank", "own", "other"), [("Q", "2♣", "Q♣"), ("J", "2♣", "J♣"), ("8", "8♣", "4♣")])
def test_a_power_lapses_if_matches_take_its_targets(rank, own, other):
    table = using(f"{rank}♥", own, other).play("discard")
    assert now(table, "next_phase") == "power"
    while now(table, "phase") == "match":
        cards = now(table, "layouts")[table.player]
        table.play("match 1" if cards[0] and cards[0].startswith(rank) else "no match")
    assert now(table, "phase") == "end"


# The call and the end


@pytest.mark.clause(17)
def test_a_player_may_call_at_the_end_of_the_first_turn():
    table = without_matches(GAME.table(deck=PACK).play("draw stock", "put 1"))
    assert table.words("player", "turns") == {"player": 0, "turns": 0}
    assert table.legal() == ["cactus", "end turn"]
    table.play("cactus")
    assert table.words("caller", "player", "phase") == {"caller": 0, "player": 1, "phase": "draw"}
    assert table.view_words(1)["caller"] == [0, 1]


@pytest.mark.clause(17)
def test_the_call_comes_at_the_end_of_an_own_turn_only():
    for seed in range(count(compiled=60, interpreted=8)):
        for table in play_randomly(GAME.table(seed), seed):
            can_call = now(table, "phase") == "end" and now(table, "caller") is None
            assert ("cactus" in table.legal()) == can_call
            assert now(table, "phase") != "end" or table.player == now(table, "turn")


@pytest.mark.clause(18, "c11")
def test_after_the_call_the_other_player_has_one_turn_more_without_a_call():
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", stock="K♥").play("cactus")
    without_matches(table.play("draw stock", "put 2"))
    assert table.legal() == ["end turn"]
    assert not table.over
    table.play("end turn")
    assert table.over
    assert table.words("score", "reward") == {"score": [-7, -4], "reward": [-1, 1]}


@pytest.mark.clause(18)
def test_all_cards_are_shown_at_the_end():
    table = last_decision("2♣ - 5♦", "4♣ 8♦").play("end turn")
    for player in range(2):
        own, other = {1: "two", 3: "five"}, {1: "four", 2: "eight"}
        assert shown(table, player) == [own, other][player]
        assert shown(table, player, 1) == [other, own][player]


@pytest.mark.clause(18, 19)
@pytest.mark.parametrize("caller", [0, 1])
@pytest.mark.parametrize(("own", "other", "rewards"), [("2♣ 5♦", "4♣", [-1, 1]), ("2♣ A♦", "4♣", [1, -1])])
def test_the_lower_total_wins_whoever_has_called(caller, own, other, rewards):
    if caller == 1:
        table = last_decision(own, other).play("end turn")
    else:
        table = GAME.position(
            phase="end", layouts=[places(own), places(other)], player=1, turn=1, caller=0, discard_pile="3♠"
        ).play("end turn")
    totals = [{"2♣ 5♦": -7, "2♣ A♦": -3}[own], -4]
    assert table.over
    assert table.words("score", "reward") == {"score": totals, "reward": rewards}


@pytest.mark.clause("c10")
def test_an_empty_layout_counts_nothing_and_its_player_goes_on():
    table = drawing("", "4♣ 8♦", stock="2♥")
    assert table.legal() == ["draw stock"]
    table.play("draw stock")
    assert table.legal() == ["discard"]
    without_matches(table.play("discard"))
    assert table.legal() == ["cactus", "end turn"]
    assert now(last_decision("", "K♣").play("end turn"), "score") == [0, 0]


@pytest.mark.clause("c11")
def test_after_the_call_both_may_match_and_powers_work_on_the_caller():
    table = using("Q♥", "2♣ 5♦", "4♣ Q♦", caller=1).play("discard", "match 2", "no match", "no match")
    table.play("give 2", "take 1", "no match", "no match", "end turn")
    assert now(table, "score") == [-6, -5]


@pytest.mark.clause("c13")
def test_without_a_stock_no_turn_begins():
    pile = " ".join(card for card in PACK if card not in {"2♣", "5♦", "4♣", "8♦"})
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", pile).play("end turn")
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "score") == [-7, -12]


@pytest.mark.clause(18, "c13")
def test_the_last_turn_after_a_call_is_played_without_a_stock():
    pile = " ".join(card for card in PACK if card not in {"2♣", "5♦", "4♣", "8♦"})
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", pile).play("cactus")
    assert table.words("over", "player", "stock") == {"over": False, "player": 1, "stock": ""}
    assert table.legal() == ["draw upcard"]
    without_matches(table, "draw upcard", "put 2", "end turn")
    assert table.over
    assert table.words("score", "reward") == {"score": [-7, -4], "reward": [-1, 1]}


@pytest.mark.clause("c13", "c3")
@pytest.mark.parametrize(("top", "unused", "over"), [("K♠", None, True), ("J♠", None, True), ("J♠", 0, False)])
def test_without_a_stock_and_a_use_for_the_top_discard_there_is_no_last_turn(top, unused, over):
    pile = " ".join([card for card in PACK if card not in {"2♣", "5♦", top}] + [top])
    table = on_turn("end", "2♣ 5♦", "", pile, unused_power=unused).play("cactus")
    assert table.over == over


@pytest.mark.clause("c14")
def test_equal_totals_are_a_draw():
    table = last_decision("2♣ 5♦", "7♣ K♦").play("end turn")
    assert table.words("score", "reward") == {"score": [-7, -7], "reward": [0, 0]}


@pytest.mark.clause("c15")
def test_a_game_is_one_hand():
    table = last_decision("2♣ 5♦", "4♣ 8♦").play("end turn")
    assert table.over
    assert now(table, "hands_over") == 1


@pytest.mark.clause("c15")
def test_totals_of_several_hands_are_added_up_and_the_deal_alternates():
    events = [[[], []], [["put"], []]]
    words = {"options": {"hands": 2}, "pile": "3♠ 8♠", "unused_power": 0, "events": events}
    table = last_decision("2♣ 5♦", "4♣ 8♦", **words).play("end turn")
    assert not table.over
    assert table.words("dealer", "player", "turn", "phase", "discard_pile", "caller", "turns", "unused_power") == {
        "dealer": 0,
        "player": 1,
        "turn": 1,
        "phase": "draw",
        "discard_pile": "",
        "caller": None,
        "turns": 0,
        "unused_power": None,
    }
    assert [len(layout(table, player).split()) for player in range(2)] == [4, 4]
    assert len(now(table, "stock").split()) == 44
    assert set(np.ravel(now(table, "sights"))) == {"unseen"}
    assert set(np.ravel(now(table, "events"))) == {None}
    assert table.view_words(1)["scores"] == [-12, -7]
    assert table.view_words(1)["hands_left"] == 1
    for _ in play_randomly(table, 1):
        pass
    totals = [
        sum(10 if rank_of(c) in (10, 11) else 0 if rank_of(c) == 12 else rank_of(c) + 1 for c in cards)
        for cards in ([PACK.index(card) for card in side if card] for side in now(table, "layouts"))
    ]
    assert now(table, "score") == [-7 - totals[0], -12 - totals[1]]
    assert now(table, "reward")[0] == np.sign(totals[1] + 12 - totals[0] - 7)


@pytest.mark.clause("c15")
def test_the_first_dealer_is_drawn():
    assert {int(GAME.table(seed).state.dealer) for seed in range(20)} == {0, 1}


def test_the_bound_on_turns_stops_a_hand_and_truncates_the_last_one():
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", turns=4, options={"max_turns": 3}).play("end turn")
    assert not table.over
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", turns=5, options={"max_turns": 3}).play("end turn")
    assert table.words("over", "truncated", "score", "reward") == {
        "over": True,
        "truncated": True,
        "score": [-7, -12],
        "reward": [1, -1],
    }
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", turns=5, options={"max_turns": 3, "hands": 2}).play("end turn")
    assert table.words("over", "turns", "hands_over") == {"over": False, "turns": 0, "hands_over": 1}


def test_a_view_tells_how_many_turns_and_hands_are_left():
    table = on_turn("end", "2♣ 5♦", "4♣ 8♦", turns=2, options={"max_turns": 3, "hands": 2})
    for left in (4, 3):
        assert [table.view_words(player)["turns_left"] for player in range(2)] == [left] * 2
        without_matches(table.play("end turn", "draw stock", "put 1"))
    assert table.view_words(0)["hands_left"] == 2
    without_matches(table, "end turn", "draw stock", "put 1", "end turn")
    assert [table.view_words(player)["hands_left"] for player in range(2)] == [1, 1]


def test_the_last_turn_is_not_cut_short_by_the_bound():
    table = last_decision("2♣ 5♦", "4♣ 8♦", turns=5, options={"max_turns": 3}).play("end turn")
    assert table.words("over", "truncated") == {"over": True, "truncated": False}


def test_score_rewards_are_half_the_difference_over_sixty_a_hand():
    for hands in (1, 2):
        table = last_decision("2♣ 5♦", "4♣ 8♦", reward="score", options={"hands": hands}).play("end turn")
        assert now(table, "reward") == [round(2.5 / (60 * hands), 6), -round(2.5 / (60 * hands), 6)]


# Impossible positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 1}, "own turn"),
        ({"caller": 0}, "caller has no turn"),
        ({"turns": 200}, "turns: the hand is stopped by then"),
        ({"hands_over": 1}, "the game is over after 1"),
        ({"next_phase": "end"}, "next_phase belongs"),
        ({"given": 1}, "given belongs"),
        ({"unused_power": 1}, "unused_power needs"),
        ({"sights": [[[], ["unseen", "unseen", "seen"]]]}, "sights and events"),
        ({"events": [[[None, None, "put"]]]}, "sights and events"),
        ({"drawn": "K♥", "source": "stock"}, "a card must be drawn if"),
        ({"source": "stock"}, "source is set only"),
        ({"phase": "use"}, "a card must be drawn if"),
        ({"phase": "use", "drawn": "K♥"}, "source must name"),
        ({"phase": "use", "drawn": "K♥", "source": "unused_power"}, "no power"),
        ({"phase": "power", "source": "stock"}, "no power to be used"),
        ({"phase": "power"}, "source allows"),
        ({"phase": "exchange"}, "given belongs"),
        ({"phase": "exchange", "given": 3}, "no card lies"),
        ({"phase": "match"}, "next_phase belongs"),
        ({"phase": "match", "next_phase": "draw"}, "goes on with use"),
        ({"phase": "match", "next_phase": "use", "drawn": "K♥", "source": "stock"}, "nobody is asked"),
        ({"phase": "match", "next_phase": "end", "layouts": [[], ["4♣"]]}, "0 cards is not asked"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    cards = {"layouts": [["2♣", "5♦"], ["4♣", "8♦"]], "discard_pile": "3♠"}
    with pytest.raises(ValueError, match=problem):
        GAME.position(**cards | {"phase": "draw", "player": 0, "turn": 0} | words)


def test_no_turn_begins_in_a_position_without_a_stock_and_a_call():
    pile = " ".join(card for card in PACK if card not in {"2♣", "4♣"})
    assert drawing("2♣", "4♣", pile, caller=1).legal() == ["draw upcard"]
    with pytest.raises(ValueError, match="without a stock"):
        drawing("2♣", "4♣", pile)


# Hidden cards


def test_redeals_are_uniform_over_all_that_a_player_cannot_know():
    """The other player has drawn a card; hidden are that card, one of each layout and the stock's one card."""
    hidden = ["2♥", "6♦", "9♠", "J♣"]
    cards = {*hidden, "5♣", "Q♠"}
    table = GAME.position(
        phase="use",
        layouts=[["5♣", "2♥"], ["Q♠", "6♦"]],
        sights=[[["seen", "unseen"], ["seen", "unseen"]], [["unseen"] * 2, ["unseen", "seen"]]],
        drawn="9♠",
        source="stock",
        player=1,
        turn=1,
        stock="J♣",
        discard_pile=[card for card in PACK if card not in cards],
    )
    found = Counter()
    redeals = count(compiled=12_000, interpreted=1200)
    for seed in range(redeals):
        words = table.redeal(0, seed).words("layouts", "drawn", "stock", "sights")
        own, other = words["layouts"]
        assert (own[0], other[0]) == ("5♣", "Q♠")
        assert words["sights"] == now(table, "sights")
        found[own[1], other[1], words["drawn"], words["stock"]] += 1
    assert set(found) == set(permutations(hidden))
    assert max(abs(number - redeals / 24) for number in found.values()) < 5 * (redeals / 24) ** 0.5


def test_a_card_drawn_from_the_discard_pile_is_not_redealt():
    table = using("2♥", "9♣ 5♦", "4♣ 8♦", source="discard_pile")
    own = using("2♥", "9♣ 5♦", "4♣ 8♦")
    for seed in range(20):
        assert now(table.redeal(1, seed), "drawn") == "2♥"
        assert now(own.redeal(0, seed), "drawn") == "2♥"


def test_seen_cards_are_not_redealt_with_or_without_the_memory_aid():
    for seed in range(count(compiled=60, interpreted=4)):
        for table in play_randomly(GAME.table(seed), seed):
            for player in range(2):
                state, other = table.state, table.redeal(player, seed).state
                seen = state.sights[player] != Sight.UNSEEN
                assert np.array_equal(state.layouts[seen], other.layouts[seen])
                assert np.array_equal(state.layouts == NO_CARD, other.layouts == NO_CARD)
                assert state.discard_pile.tobytes() == other.discard_pile.tobytes()


def test_layouts_and_views_agree_with_what_both_can_see():
    for seed in range(count(compiled=60, interpreted=4)):
        for table in play_randomly(GAME.table(seed), seed):
            for player in range(2):
                view = table.view(player)
                for seat, owner in enumerate((player, 1 - player)):
                    occupied = table.state.layouts[owner] != NO_CARD
                    assert np.array_equal(view.occupied[seat], occupied)
                    assert not (view.ranks[seat] >= 0)[~occupied].any()
                    seats_shown = [view.asked, view.turn, view.dealer, view.caller, view.unused_power]
                    named = [
                        table.player,
                        *(table.state[name] for name in ("turn", "dealer", "caller", "unused_power")),
                    ]
                    assert [part[seat] for part in seats_shown] == [who == owner for who in named]
                assert view.stock_size == table.state.stock.height
                assert (view.next_phase >= 0) == (view.phase == Phase.MATCH)


# The agents


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="many moves are slow as plain Python")
@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("expert", "novice")])
def test_with_the_memory_aid_each_agent_beats_the_one_before(better, worse):
    agents = find_agent(better, GAME), find_agent(worse, GAME)
    assert compare(GAME, *agents, 400, options=AID).low > 0


@pytest.mark.parametrize(("own", "other", "call"), [("K♣ K♦", "A♣ A♦ A♥", True), ("", "2♣", True), ("K♣", "K♦", False)])
def test_the_expert_calls_with_a_known_total_of_0_if_that_wins(own, other, call):
    """The other player's cards are known too, and the lead is small."""
    sights = [[["seen"] * len(cards.split()) for cards in (own, other)]]
    table = on_turn("end", own, other, sights=sights, options=AID)
    action = ask(find_agent("expert", GAME), GAME, table.records, 0, table.mask, agent_generator(1))
    assert GAME.actions.words[action] == ("cactus" if call else "end turn")


@pytest.mark.parametrize("options", [{}, AID])
def test_the_expert_never_matches_what_it_does_not_know(options):
    """All its matches are therefore right."""
    expert = find_agent("expert", GAME)
    for seed in range(count(compiled=10, interpreted=2)):
        table, generator = GAME.table(seed, **options), agent_generator(seed)
        memories = [memory_of(expert) for _ in range(GAME.seats)]
        while not table.over:
            player = table.player
            action = ask(expert, GAME, table.records, player, table.mask, generator, memories[player])
            before = len(now(table, "stock").split())
            matches = MATCH_CARD <= action < NO_MATCH
            table.step(action)
            assert not matches or len(now(table, "stock").split()) == before


def test_both_layouts_lie_open_with_their_suits_at_the_end_on_the_table_of_people():
    table, generator = GAME.table(5), np.random.default_rng(5)
    while not table.over:
        table.step(int(generator.choice(np.flatnonzero(table.mask))))
    for player in range(2):
        scene = table_scene(table, player, for_people=True)
        zones = {zone.seat: zone.cards for zone in scene.zones() if zone.id.startswith("ranks")}
        for seat in range(2):
            known = [card for card in table.state.layouts[seat] if card != NO_CARD]
            assert [card for card in zones[seat] if card != EMPTY] == known
