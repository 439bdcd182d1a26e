"""The rules of Skat, clause by clause. Player 2 deals, so that player 0 is forehand; it is declarer unless named."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb, factorial

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, SUIT_WORDS, card_words, parse_cards
from cardzoo.envs.families.skat_games import CARD_POINTS, ORDERS, TRUMPS, VALUES, Contract
from cardzoo.envs.games.skat import ANNOUNCE, BID, GAME, HAND, JUMP, NAME, PACK, PASS, TAKE, YES
from tests.games.canastas import agree
from tests.playing import count, now
from tests.shown import shown

DECK = card_words(PACK).split()
NAMES = [contract.name.lower() for contract in Contract]
TAKEN = ["bid", "pass", "pass", "take the skat"]  # by player 1
TWO_PASS = ["pass", "pass"]
BY_FOREHAND = [*TWO_PASS, "bid"]
TEXT_VALUES = """18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100
    108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240
    264"""


def dealt(*hands, skat="", **options):
    """A written deck that deals these hands from forehand on, and this skat; other cards as they come."""
    hands = [hand.split() for hand in hands] + [[]] * (3 - len(hands))
    skat = skat.split()
    free = [word for word in DECK if word not in {*skat, *(word for hand in hands for word in hand)}]
    hands = [hand + [free.pop(0) for _ in range(10 - len(hand))] for hand in hands]
    skat += free
    rounds = [hand[:3] for hand in hands] + [skat] + [hand[3:7] for hand in hands] + [hand[7:] for hand in hands]
    return GAME.table(deck=" ".join(word for cards in rounds for word in cards), dealer=2, **options)


def playing(*hands, contract="hearts", trick=(), skat="7♦ 8♦", own="", points=None, options=None, **words):
    """Cards are played. Those of the declarer in earlier tricks are ``own``, and others that are no trumps if possible.

    The declarer has ``points`` in earlier tricks, by default about half of them.
    """
    declarer = words.get("declarer", 0)
    used = {CARD_WORDS[card] for text in (*hands, *trick, skat, own) if text for card in parse_cards(text)}
    trumps = [card for card in TRUMPS[NAMES.index(contract)] if card >= 0]
    free = sorted((word for word in DECK if word not in used), key=lambda word: parse_cards(word)[0] in trumps)
    over = (30 - sum(len(parse_cards(text)) for text in (*hands, *trick) if text)) // 3
    played = [own.split() if player == declarer else [] for player in range(3)]
    for cards in sorted(played, key=lambda cards: cards is not played[declarer]):
        cards += [free.pop(0) for _ in range(over - len(cards))]
    total = sum(int(CARD_POINTS[card]) for cards in played for card in parse_cards(cards))
    own_tricks = 0 if contract == "null" else over // 2
    points = points if points is not None else total // 2 if own_tricks else 0
    given = {
        "contract": contract,
        "hands": list(hands),
        "skat": skat,
        "trick": list(trick),
        "played": [" ".join(cards) for cards in played],
        "declarer": declarer,
        "dealer": 2,
        "player": len(trick),
        "bid": 18,
        "passed": [int(player != declarer) for player in range(3)],
        "tricks": [own_tricks, over - own_tricks],
        "points": [points, total - points],
    }
    return GAME.position(**given | words, options=options or {})


def scored(points, *, contract="hearts", last=(), options=None, **words):
    """The table after a last trick without points. The declarer wins it, unless other cards are named."""
    last = last or [f"{rank}{'♣' if contract != 'clubs' else '♠'}" for rank in (9, 8, 7)]
    options = {"scoring": "plain"} | (options or {})
    table = playing(*last, contract=contract, points=points, options=options, **{"own": "J♣"} | words)
    return table.play(*(f"play {card}" for card in last))


def result(points, **words):
    """The declarer's score, by values alone, after a hand with these points in tricks."""
    return now(scored(points, **words), "score")[0]


# Deal and auction


@pytest.mark.clause(1)
def test_ten_cards_each_go_round_by_three_four_and_three_with_the_skat_after_the_first_round():
    table = GAME.table(deck=PACK, dealer=0)
    assert sorted(DECK) == sorted(f"{r}{s}" for s in SUIT_WORDS for r in ("7", "8", "9", "10", "J", "Q", "K", "A"))
    for turn in range(3):
        places = [*range(3 * turn, 3 * turn + 3), *range(11 + 4 * turn, 15 + 4 * turn)]
        places += range(23 + 3 * turn, 26 + 3 * turn)
        assert now(table, "hands")[(1 + turn) % 3].split() == [DECK[place] for place in places]
    assert now(table, "skat").split() == DECK[9:11]


@pytest.mark.clause(1, "c1")
@pytest.mark.parametrize("dealer", range(3))
def test_the_dealers_left_neighbour_is_forehand_and_all_three_play(dealer):
    table = GAME.table(seed=4, dealer=dealer)
    assert table.player == (dealer + 2) % 3
    assert [len(hand.split()) for hand in now(table, "hands")] == [10] * 3
    table.play("pass")
    assert table.player == dealer
    table.play("pass")
    assert table.player == (dealer + 1) % 3
    with pytest.raises(ValueError, match="number of players must be 3"):
        GAME.table(num_players=4)


@pytest.mark.clause(2)
def test_middlehand_speaks_to_forehand_until_one_has_passed():
    table = dealt()
    for value in (18, 20, 22):
        assert (table.player, now(table, "phase"), table.legal()) == (1, "bid", ["pass", "bid"])
        table.play("bid")
        assert now(table, "bid") == value
        assert (table.player, now(table, "phase"), table.legal()) == (0, "answer", ["pass", "yes"])
        table.play("yes")
    left = table.copy().play("pass")
    assert (left.player, now(left, "phase"), now(left, "passed")) == (2, "bid", [0, 1, 0])
    left = table.play("bid", "pass")
    assert (left.player, now(left, "phase"), now(left, "passed")) == (2, "bid", [1, 0, 0])


@pytest.mark.clause(2)
@pytest.mark.parametrize(("passes", "listener"), [(["bid", "yes", "pass"], 0), (["bid", "pass"], 1), (["pass"], 0)])
def test_rearhand_speaks_to_the_one_who_is_left_above_the_last_value(passes, listener):
    table = dealt().play(*passes)
    before = now(table, "bid")
    assert table.player == 2
    table.play("bid")
    assert (table.player, now(table, "bid")) == (listener, 20 if before else 18)
    table.play("yes", "bid", "pass")
    assert (now(table, "declarer"), table.player, now(table, "phase")) == (2, 2, "skat")


@pytest.mark.clause(2)
def test_bids_are_the_63_values_of_games_and_after_264_a_speaker_can_only_pass():
    assert VALUES.tolist() == [int(word) for word in TEXT_VALUES.split()]
    assert len(VALUES) == 63
    table, bids = dealt(), []
    while "bid" in table.legal():
        bids.append(now(table.play("bid"), "bid"))
        table.play("yes")
    assert bids == VALUES.tolist()
    assert (table.player, table.legal()) == (1, ["pass"])
    assert table.play("pass").legal() == ["pass"]


@pytest.mark.clause("c8")
def test_a_bid_is_the_next_value_or_with_jumps_any_higher_one():
    assert dealt().legal() == ["pass", "bid"]
    table = dealt(jumps=True)
    assert table.legal() == ["pass", *(f"jump {value}" for value in VALUES)]
    table.play("jump 48", "yes")
    assert table.legal() == ["pass", *(f"jump {value}" for value in VALUES if value > 48)]
    assert dealt(jumps=True).play("pass", "pass").legal() == ["pass", "jump 18"]


@pytest.mark.clause(3)
@pytest.mark.parametrize(
    ("words", "declarer", "bid"),
    [
        (["bid", "pass", "pass"], 1, 18),
        (["bid", "yes", "pass", "pass"], 0, 18),
        (["bid", "yes", "pass", "bid", "yes", "pass"], 0, 20),
        (["pass", "bid", "pass"], 2, 18),
        (["pass", "pass", "bid"], 0, 18),
    ],
)
def test_the_last_player_in_is_declarer_at_the_last_value(words, declarer, bid):
    table = dealt().play(*words)
    assert (now(table, "declarer"), now(table, "bid"), table.player) == (declarer, bid, declarer)
    assert table.legal() == ["take the skat", "play a hand game"]


@pytest.mark.clause(3, "c2")
def test_forehand_without_a_bid_plays_for_18_or_the_hand_is_passed_in_for_nothing():
    table = dealt().play("pass", "pass")
    assert (table.player, now(table, "phase"), table.legal()) == (0, "bid", ["pass", "bid"])
    table.play("pass")
    assert (table.over, now(table, "score"), now(table, "reward")) == (True, [0] * 3, [0] * 3)
    table = dealt(hands=2).play("pass", "pass", "pass")
    assert (table.over, now(table, "hands_over"), now(table, "dealer"), table.player) == (False, 1, 0, 2)
    assert now(table, "passed") == [0] * 3


# The game


@pytest.mark.clause(4)
def test_the_declarer_takes_the_skat_and_lays_away_any_two_of_twelve_cards_in_ascending_order():
    table = dealt("", "7♣ A♠", skat="8♣ 9♣").play(*TAKEN)
    hand = now(table, "hands")[1].split()
    assert (len(hand), now(table, "skat"), now(table, "phase")) == (12, "", "lay")
    assert {"8♣", "9♣"} <= set(hand)
    assert table.legal() == [f"play {word}" for word in hand[:-1]]
    table.play("play 8♣")
    assert table.legal() == [f"play {word}" for word in hand[hand.index("8♣") + 1 :]]
    table.play("play 9♣")
    assert (now(table, "skat"), now(table, "phase"), len(now(table, "hands")[1].split())) == ("8♣ 9♣", "game", 10)


@pytest.mark.clause(4)
@pytest.mark.parametrize("name", ["♦", "♥", "♠", "♣", "grand"])
def test_with_the_skat_a_suit_or_grand_is_played_without_announcements_and_by_hand_with_them(name):
    table = dealt().play(*BY_FOREHAND)
    taken = table.copy().play("take the skat")
    taken.play(taken.legal()[0])
    taken.play(taken.legal()[-1])
    assert taken.legal() == [f"name {word}" for word in ("♦", "♥", "♠", "♣", "grand", "null")]
    assert now(taken.play(f"name {name}"), "phase") == "play"
    table.play("play a hand game")
    skat = now(table, "skat")
    assert table.legal() == [f"name {word}" for word in ("♦", "♥", "♠", "♣", "grand", "null")]
    table.play(f"name {name}")
    assert table.legal() == [f"announce {word}" for word in ("nothing", "schneider", "schwarz", "open")]
    for announced in ("nothing", "schneider", "schwarz", "open"):
        chosen = table.copy().play(f"announce {announced}")
        assert (now(chosen, "announced"), now(chosen, "phase"), chosen.player) == (announced, "play", 0)
        assert (now(chosen, "skat"), now(chosen, "by_hand")) == (skat, 1)


@pytest.mark.clause(4)
@pytest.mark.parametrize("by_hand", [True, False])
def test_null_is_played_closed_or_open_with_the_skat_or_by_hand(by_hand):
    table = dealt().play(*BY_FOREHAND, "play a hand game" if by_hand else "take the skat")
    while now(table, "phase") == "lay":
        table.play(table.legal()[0])
    assert table.play("name null").legal() == ["announce nothing", "announce open"]


@pytest.mark.clause(4)
def test_an_open_hand_is_laid_down_before_the_first_lead():
    table = dealt().play(*TWO_PASS, "bid", "play a hand game", "name ♠")
    assert table.view_words(1)["open"] == ""
    table.play("announce open")
    assert table.view_words(1)["open"] == table.view_words(2)["open"] == now(table, "hands")[0]
    closed = dealt().play(*TWO_PASS, "bid", "play a hand game", "name ♠", "announce schwarz")
    assert closed.view_words(1)["open"] == ""


@pytest.mark.clause("c4")
@pytest.mark.parametrize(
    ("bid", "by_hand", "kinds"),
    [
        (23, False, ["nothing", "open"]),
        (24, False, ["open"]),
        (46, False, ["open"]),
        (48, False, []),
        (35, True, ["nothing", "open"]),
        (36, True, ["open"]),
        (59, True, ["open"]),
        (60, True, []),
    ],
)
def test_null_is_named_only_up_to_the_value_of_one_of_its_kinds_and_other_games_always(bid, by_hand, kinds):
    table = dealt(jumps=True).play(f"jump {bid}", "pass", "pass", "play a hand game" if by_hand else "take the skat")
    while now(table, "phase") == "lay":
        table.play(table.legal()[0])
    others = [f"name {word}" for word in ("♦", "♥", "♠", "♣", "grand")]
    assert table.legal() == others + ["name null"] * bool(kinds)
    if kinds:
        assert table.play("name null").legal() == [f"announce {kind}" for kind in kinds]


# The order of cards


def won_by(led, answer, contract):
    """The player of two cards, 0 or 1, who wins a trick with one that cannot win."""
    trump = "" if contract in ("grand", "null") else "♦♥♠♣"[NAMES.index(contract)]
    spare = next(word for word in DECK if word[-1] not in (led[-1], answer[-1], trump) and word[0] not in "J7")
    skat = " ".join([word for word in DECK if word not in (led, answer, spare)][:2])
    table = playing(led, answer, spare, contract=contract, skat=skat)
    before = now(table, "tricks")[0]
    return int(now(table.play(f"play {led}", f"play {answer}", f"play {spare}"), "tricks")[0] == before)


@pytest.mark.clause(5)
@pytest.mark.parametrize("contract", Contract)
def test_cards_rank_in_the_order_of_the_game(contract):
    name = NAMES[contract]
    usual = ["A", "K", "Q", "J", "10", "9", "8", "7"] if name == "null" else ["A", "10", "K", "Q", "9", "8", "7"]
    trump = "♦♥♠♣"[contract] if contract < Contract.GRAND else ""
    jacks = [] if name == "null" else ["J♣", "J♠", "J♥", "J♦"]
    trumps = jacks + [rank + trump for rank in usual if trump]
    assert [CARD_WORDS[card] for card in TRUMPS[contract] if card >= 0] == trumps
    for cards in (trumps, *([rank + suit for rank in usual] for suit in SUIT_WORDS if suit != trump)):
        assert len({int(ORDERS[contract, card]) // 13 for card in parse_cards(" ".join(cards))}) <= 1
        for higher, lower in pairwise(cards):
            assert (won_by(lower, higher, name), won_by(higher, lower, name)) == (1, 0)
    if trumps:
        assert won_by("A♣" if trump != "♣" else "A♠", trumps[-1], name) == 1


@pytest.mark.clause(5, 6)
def test_a_jack_that_is_a_trump_does_not_follow_its_own_suit():
    hands = ("7♣ 9♥", "J♣ A♣", "8♣ J♦")
    assert playing(*hands).play("play 7♣").legal() == ["play A♣"]
    assert playing(*hands).play("play 9♥").legal() == ["play J♣"]
    assert playing(*hands, contract="grand").play("play 7♣").legal() == ["play A♣"]
    assert playing(*hands, contract="grand").play("play 9♥").legal() == ["play A♣", "play J♣"]
    assert playing(*hands, contract="null").play("play 7♣").legal() == ["play A♣", "play J♣"]


@pytest.mark.clause(5)
def test_jacks_are_a_suit_of_their_own_in_grand():
    table = playing("J♦ 9♥", "J♣ A♣", "8♣ 10♦", contract="grand").play("play J♦")
    assert table.view_words(1)["suit_led"] == "jacks"
    assert table.legal() == ["play J♣"]
    table.play("play J♣", "play 8♣")
    assert now(table, "void") == [[0] * 5, [0] * 5, [0, 0, 0, 0, 1]]
    assert now(playing("J♦ 9♥", "J♣ A♣", "8♣ 10♦").play("play J♦", "play J♣", "play 8♣"), "void")[2] == [0, 0, 1, 0, 0]


# Tricks


@pytest.mark.clause(6)
@pytest.mark.parametrize("words", [["bid", "yes", "pass", "pass"], ["bid", "pass", "pass"], ["pass", "bid", "pass"]])
def test_forehand_leads_whoever_is_declarer(words):
    table = dealt().play(*words, "play a hand game", "name ♣", "announce nothing")
    assert table.player == now(table, "leader") == 0


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["K♠", "10♠", "Q♠"], 1),
        (["K♠", "A♣", "Q♠"], 0),
        (["A♠", "10♠", "7♥"], 2),
        (["A♠", "A♥", "J♦"], 2),
        (["J♥", "J♠", "A♥"], 1),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led_and_its_player_leads_next(cards, winner):
    spare = ["7♣", "8♣", "9♣"]
    table = playing(*(f"{card} {other}" for card, other in zip(cards, spare, strict=True)))
    before = now(table, "tricks")
    table.play(*(f"play {card}" for card in cards))
    assert table.player == now(table, "leader") == winner
    assert now(table, "tricks") == [before[0] + (winner == 0), before[1] + (winner != 0)]
    assert all(card in now(table, "played")[player].split() for player, card in enumerate(cards))


@pytest.mark.clause(7)
def test_cards_count_120_points_and_go_to_the_side_of_the_winner():
    assert [int(CARD_POINTS[card]) for card in parse_cards("A♥ 10♥ K♥ Q♥ J♥ 9♥ 8♥ 7♥")] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert CARD_POINTS[PACK].sum() == CARD_POINTS.sum() == 120
    table = playing("A♠ 7♣", "10♠ 8♣", "K♠ 9♣")
    before = now(table, "points")
    table.play("play A♠", "play 10♠", "play K♠")
    assert now(table, "points") == [before[0] + 25, before[1]]


@pytest.mark.clause(7)
def test_the_skat_counts_for_the_declarer():
    assert result(40, skat="A♦ 10♦") == 20
    assert result(39, skat="A♦ 10♦") == -40


@pytest.mark.clause("c5")
def test_all_ten_tricks_are_played_but_null_ends_with_a_trick_of_the_declarer():
    hands = ["A♠ 7♣", "10♠ 8♣", "K♠ 9♣"]
    table = playing(*hands, contract="null").play("play A♠", "play 10♠", "play K♠")
    assert (table.over, sum(now(table, "tricks"))) == (True, 9)
    table = playing("9♠ 7♣", *hands[1:], contract="null").play("play 9♠", "play 10♠", "play K♠")
    assert not table.over
    table = playing(*hands, points=60)
    for left in (2, 1):
        assert (table.over, sum(now(table, "tricks"))) == (False, 10 - left)
        for _ in range(3):
            table.play(table.legal()[0])
    assert (table.over, sum(now(table, "tricks"))) == (True, 10)


# The score


@pytest.mark.clause(8)
@pytest.mark.parametrize(
    ("points", "tricks", "levels"),
    [
        (61, [5, 4], 2),
        (60, [5, 4], -2),
        (89, [5, 4], 2),
        (90, [5, 4], 3),
        (120, [8, 1], 3),
        (120, [9, 0], 4),
        (31, [2, 7], -2),
        (30, [2, 7], -3),
    ],
)
@pytest.mark.parametrize("contract", ["diamonds", "hearts", "spades", "clubs", "grand"])
def test_61_points_win_and_schneider_and_schwarz_count_for_either_side(points, tricks, levels, contract):
    """The declarer has one matador."""
    base = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}[contract]
    skat = "7♠ 8♠" if contract == "diamonds" else "7♦ 8♦"
    assert result(points, tricks=tricks, contract=contract, skat=skat) == base * (levels if levels > 0 else 2 * levels)


@pytest.mark.clause(8)
def test_a_declarer_without_a_trick_is_schwarz_though_the_skat_is_not():
    last = ["7♣", "9♣", "8♣"]
    assert result(0, tricks=[0, 9], last=last, skat="A♦ 10♦") == -2 * 10 * 4
    assert result(120, tricks=[9, 0], last=last) == 10 * 3


@pytest.mark.clause(8, 9)
@pytest.mark.parametrize(("by_hand", "announced", "value"), [(0, "nothing", 23), (1, "nothing", 35)])
@pytest.mark.parametrize("is_open", [False, True])
def test_null_is_won_without_a_trick_and_worth_23_35_46_or_59(by_hand, announced, value, is_open):
    value = {23: 46, 35: 59}[value] if is_open else value
    given = {"contract": "null", "by_hand": by_hand, "announced": "open" if is_open else announced}
    assert result(0, last=["7♣", "8♣", "9♣"], **given) == value
    assert result(0, last=["9♣", "8♣", "7♣"], **given) == -2 * value


@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("own", "skat", "matadors"),
    [
        ("J♣", "7♦ 8♦", 1),
        ("J♣ J♥ J♦ A♥", "7♦ 8♦", 1),
        ("J♣ J♠", "7♦ 8♦", 2),
        ("J♣ J♠ J♥", "7♦ 8♦", 3),
        ("J♣ J♠ J♥ J♦", "7♦ 8♦", 4),
        ("J♣ J♠ J♥ J♦ A♥ 10♥", "7♦ 8♦", 6),
        ("J♣ J♠ J♥ J♦ A♥ 10♥ K♥ Q♥ 9♥", "7♥ 8♥", 11),
        ("J♠", "7♦ 8♦", 1),
        ("J♥ J♦", "7♦ 8♦", 2),
        ("J♦ A♥", "7♦ 8♦", 3),
        ("A♥", "7♦ 8♦", 4),
        ("10♥", "7♦ 8♦", 5),
        ("7♥", "7♦ 8♦", 10),
        ("7♠", "7♦ 8♦", 11),
        ("J♠", "J♣ 8♦", 2),
        ("J♠ J♥", "J♣ J♦", 4),
        ("10♥", "J♥ 8♦", 2),
    ],
)
@pytest.mark.parametrize("by_hand", [0, 1])
def test_matadors_are_counted_in_hand_and_skat_with_or_without_the_jack_of_clubs(own, skat, matadors, by_hand):
    table = scored(70, own=own, skat=skat, by_hand=by_hand)
    assert now(table, "score")[0] == 10 * (matadors + 1 + by_hand)


@pytest.mark.clause(9)
@pytest.mark.parametrize(("own", "matadors"), [("J♣ J♠ J♥ J♦ A♥ 10♥", 4), ("A♥ 10♥", 4), ("J♥", 2)])
def test_grand_has_four_matadors_at_most(own, matadors):
    assert result(70, own=own, contract="grand") == 24 * (matadors + 1)


@pytest.mark.clause(9, 10)
@pytest.mark.parametrize(
    ("announced", "tricks", "points", "levels"),
    [
        ("nothing", [5, 4], 70, 3),
        ("nothing", [5, 4], 90, 4),
        ("schneider", [5, 4], 90, 5),
        ("schneider", [5, 4], 89, -5),
        ("schneider", [9, 0], 120, 6),
        ("schwarz", [9, 0], 120, 7),
        ("schwarz", [8, 1], 120, -7),
        ("open", [9, 0], 120, 8),
        ("open", [8, 1], 70, -8),
    ],
)
def test_announced_levels_count_as_reached_and_lose_if_they_are_missed(announced, tricks, points, levels):
    value = 10 * (levels if levels > 0 else 2 * levels)
    assert result(points, tricks=tricks, by_hand=1, announced=announced) == value


@pytest.mark.clause(10)
@pytest.mark.parametrize(
    ("contract", "bid", "points", "expected"),
    [
        ("diamonds", 18, 70, 18),
        ("diamonds", 18, 50, -36),
        ("diamonds", 20, 70, -54),
        ("diamonds", 33, 70, -72),
        ("diamonds", 27, 90, 27),
        ("diamonds", 264, 50, -540),
        ("hearts", 264, 70, -540),
        ("spades", 264, 70, -528),
        ("clubs", 264, 70, -528),
        ("grand", 50, 70, -144),
    ],
)
def test_a_lost_game_costs_twice_its_value_or_the_least_multiple_that_reaches_the_bid(contract, bid, points, expected):
    """The declarer has one matador."""
    skat = "7♠ 8♠" if contract == "diamonds" else "7♦ 8♦"
    assert result(points, contract=contract, bid=bid, skat=skat) == expected


@pytest.mark.clause("c3")
def test_nobody_doubles_and_there_are_130_actions():
    assert len(GAME.actions.words) == 130
    assert (PASS, YES, BID, TAKE, HAND, NAME, ANNOUNCE, JUMP) == (52, 53, 54, 55, 56, 57, 63, 67)
    assert not any(word in " ".join(GAME.actions.words) for word in ("kontra", "ramsch", "spitze"))


@pytest.mark.clause("c6")
def test_seeger_and_fabian_add_50_or_take_50_and_give_the_others_40_for_a_lost_game():
    seeger = {"options": {"scoring": "seeger"}}
    assert now(scored(70, **seeger), "score") == [20 + 50, 0, 0]
    assert now(scored(50, **seeger), "score") == [-40 - 50, 40, 40]
    assert now(scored(70), "score") == [20, 0, 0]
    assert now(scored(50), "score") == [-40, 0, 0]


@pytest.mark.clause("c6")
@pytest.mark.parametrize("scoring", ["seeger", "plain"])
def test_the_declarer_has_a_reward_of_1_or_minus_1_and_the_best_total_of_a_match_wins(scoring):
    options = {"scoring": scoring}
    assert now(scored(70, options=options), "reward") == [1, -0.5, -0.5]
    assert now(scored(50, options=options), "reward") == [-1, 0.5, 0.5]
    table = scored(70, options=options | {"hands": 3}, hands_over=2, score=[0, 300, 100])
    assert (table.over, now(table, "reward")) == (True, [-0.5, 1, -0.5])
    table = scored(70, options=options | {"hands": 36}, hands_over=2)
    assert (table.over, now(table, "dealer")) == (False, 0)


@pytest.mark.clause(10, "c6")
def test_a_hand_costs_590_points_at_most():
    table = scored(50, contract="diamonds", skat="7♠ 8♠", bid=264, options={"scoring": "seeger"}, reward="score")
    assert now(table, "score") == [-590, 40, 40]
    assert now(table, "reward") == pytest.approx([-420 / 590, 210 / 590, 210 / 590], abs=1e-6)
    assert GAME.blank(hands=36)[0]["score_range"] == 36 * 590


# The simple auction


@pytest.mark.clause("c7")
def test_in_the_simple_auction_players_from_forehand_on_name_a_game_once_or_pass():
    games = ["pass", *(f"name {word}" for word in ("♦", "♥", "♠", "♣", "grand", "null"))]
    for passes in range(3):
        table = dealt(auction="simple").play(*["pass"] * passes)
        assert (table.player, table.legal()) == (passes, games)
        table.play("name grand")
        assert (now(table, "declarer"), table.player, now(table, "phase")) == (passes, passes, "lay")
        assert len(now(table, "hands")[passes].split()) == 12
        table.play(table.legal()[0])
        table.play(table.legal()[-1])
        assert (now(table, "phase"), table.player, now(table, "contract")) == ("play", 0, "grand")
    table = dealt(auction="simple").play("pass", "pass", "pass")
    assert (table.over, now(table, "reward")) == (True, [0] * 3)


@pytest.mark.clause("c7")
@pytest.mark.parametrize(
    ("contract", "points", "last", "expected"),
    [
        ("hearts", 85, [], 25),
        ("hearts", 60, [], 0),
        ("grand", 0, [], -60),
        ("null", 0, ["7♣", "8♣", "9♣"], 30),
        ("null", 0, ["9♣", "8♣", "7♣"], -30),
    ],
)
def test_in_the_simple_auction_points_above_60_count_twice_for_the_declarer(contract, points, last, expected):
    words = {"contract": contract, "last": last, "bid": 0, "passed": [0] * 3, "reward": "score"}
    table = scored(points, **words, options={"auction": "simple"})
    assert now(table, "score") == [2 * expected, -expected, -expected]
    assert now(table, "reward") == pytest.approx([expected / 120, -expected / 240, -expected / 240], abs=1e-6)


# Known numbers


def test_there_are_2_753_294_408_504_640_deals():
    sizes = [len(hand.split()) for hand in now(GAME.table(seed=0), "hands")]
    assert factorial(len(PACK)) // (factorial(sizes[0]) ** 3 * factorial(2)) == 2_753_294_408_504_640


def test_a_hand_has_two_jacks_in_28_91_percent_of_deals():
    assert round(comb(4, 2) * comb(28, 8) / comb(32, 10), 4) == 0.2891
    jacks, deals = parse_cards("J♣ J♦ J♥ J♠"), count(compiled=4000, interpreted=400)
    hands = np.concatenate([GAME.table(seed=seed).state.hands for seed in range(deals)])
    share = (hands[:, jacks].sum(axis=1) == 2).mean()
    assert abs(share - 0.2891) < 4 * np.sqrt(0.2891 * 0.7109 / deals)


def test_the_highest_game_is_a_grand_with_four_by_hand_and_open_for_264():
    own = "J♣ J♠ J♥ J♦"
    assert result(120, own=own, contract="grand", tricks=[9, 0], by_hand=1, announced="open") == 24 * 11 == 264


def test_a_club_game_without_one_is_worth_24():
    assert result(70, own="J♠", contract="clubs") == 24


def test_hearts_with_two_by_hand_and_schneider_announced_is_worth_60_or_costs_120():
    given = {"own": "J♣ J♠", "by_hand": 1, "announced": "schneider"}
    assert (result(90, **given), result(89, **given)) == (60, -120)


def test_a_hand_has_162_actions_at_most():
    table = dealt()
    while "bid" in table.legal():
        table.play("bid", "yes")
    table.play("pass", "pass", "take the skat")
    while not table.over:
        table.step(int(table.mask.argmax()))
    assert now(table, "steps") == 162


# Knowledge


def arrangement(table):
    """The cards of the hands and of the skat, each as a set."""
    return tuple(frozenset(cards.split()) for cards in (*now(table, "hands"), now(table, "skat")))


def every_deal(table, player, known, fits):
    """All ways to deal the cards that a seat does not see, with the same sizes; ``fits(hands and skat)``."""
    places = arrangement(table)
    hidden = [place for place in range(4) if place != player and place not in known]
    deals = [({}, frozenset().union(*(places[place] for place in hidden)))]
    for place in hidden:
        deals = [
            (dealt | {place: frozenset(cards)}, rest - set(cards))
            for dealt, rest in deals
            for cards in combinations(sorted(rest), len(places[place]))
        ]
    found = [tuple(dealt.get(place, places[place]) for place in range(4)) for dealt, _ in deals]
    return Counter(deal for deal in found if fits(deal))


def lacks(cards, suit, contract="hearts"):
    """Returns whether none of the cards belongs to a suit, the fifth being jacks in grand."""
    order = ORDERS[NAMES.index(contract)]
    return all(order[card] // 13 != suit for card in parse_cards(" ".join(cards)))


@pytest.mark.parametrize(
    ("player", "words", "known", "suits"),
    [
        (1, {"void": [[0] * 5, [0] * 5, [0, 0, 1, 0, 0]]}, (), {2: 2}),
        (1, {"void": [[0, 0, 0, 1, 0], [0] * 5, [0, 0, 1, 0, 0]]}, (), {0: 3, 2: 2}),
        (0, {"void": [[0] * 5, [0, 1, 0, 0, 0], [0] * 5]}, (3,), {1: 1}),
        (0, {"by_hand": 1, "void": [[0] * 5, [0, 1, 0, 0, 0], [0] * 5]}, (), {1: 1}),
        (2, {"by_hand": 1, "announced": "open"}, (0,), {}),
        (2, {"contract": "grand", "void": [[0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [0] * 5]}, (), {0: 2, 1: 4}),
        (2, {"contract": "null", "void": [[0] * 5, [0, 0, 1, 0, 0], [0] * 5]}, (), {1: 2}),
    ],
)
@pytest.mark.clause(4, 5, 6)
def test_redeals_keep_voids_open_hands_and_the_skat_that_a_seat_has_seen_and_are_equally_likely(
    player, words, known, suits
):
    hands = {"hearts": ["A♥ 9♣", "8♦ Q♠", "K♣ A♠"], "grand": ["J♥ A♣", "8♦ Q♥", "K♣ A♠"], "null": ["7♥ 9♣"]}
    contract = words.get("contract", "hearts")
    hands = hands[contract] + ["J♦ Q♠", "K♣ A♠"] * (contract == "null")
    if player == 0 and contract == "hearts":
        hands = ["A♥ 9♣", "J♦ Q♠", "K♦ A♠"]
    skat = "J♠ 10♥" if contract != "null" else "10♥ 8♠"
    table = playing(*hands, skat=skat, **words)

    def fits(deal):
        return all(lacks(deal[seat], suit, contract) for seat, suit in suits.items())

    expected = every_deal(table, player, known, fits)
    assert arrangement(table) in expected
    draws = count(compiled=20 * len(expected), interpreted=400)
    found = Counter(arrangement(table.redeal(player, seed)) for seed in range(draws))
    assert set(found) <= set(expected)
    if draws >= 5 * len(expected):
        assert agree(found, expected)


@pytest.mark.clause(4)
def test_all_know_that_the_first_of_two_cards_laid_away_is_not_the_declarers_highest():
    table = dealt("", "K♠", skat="A♠ J♠").play(*TAKEN, "play J♠")
    places = Counter()
    for seed in range(count(compiled=1100, interpreted=220)):
        *hands, skat = arrangement(table.redeal(2, seed))
        codes = parse_cards(" ".join(hands[1]))
        places[sum(code < parse_cards(" ".join(skat))[0] for code in codes)] += 1
    assert agree(places, Counter(dict.fromkeys(range(11), 1)))
    assert arrangement(table.redeal(1, 0))[3] == {"J♠"}


@pytest.mark.clause(4)
def test_only_the_declarer_sees_the_cards_laid_away_and_nobody_the_skat_of_a_hand_game():
    table = playing("A♥ 9♣", "8♦ Q♠", "K♣ A♠", skat="J♠ 10♥")
    assert [table.view_words(player)["laid"] for player in range(3)] == ["10♥ J♠", "", ""]
    table = playing("A♥ 9♣", "8♦ Q♠", "K♣ A♠", skat="J♠ 10♥", by_hand=1)
    assert [table.view_words(player)["laid"] for player in range(3)] == [""] * 3


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"score": [700, 0, 0], "hands_over": 1}, "score: 1 hands bring or cost 590 points at most"),
        ({"bid": 19}, "bid: 19 is no value"),
        ({"bid": 0}, "declarer: it is the last player in"),
        ({"passed": [0, 0, 1]}, "declarer: it is the last player in"),
        ({"phase": "game"}, "contract: the declarer takes the skat"),
        ({"announced": "schneider"}, "announced: it is one that"),
        ({"contract": "null", "bid": 48, "announced": "open"}, "contract: null does not reach"),
        ({"contract": "null", "bid": 24}, "announced: it is one that"),
        ({"tricks": [4, 3]}, "played: each player has played 7 cards"),
        ({"tricks": [0, 8]}, "points: they are those of the cards played"),
        ({"void": [[1, 0, 0, 0, 0]]}, "void: player 0 holds a card of such a suit"),
        ({"player": 1}, "player: it is the turn of player 0"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        playing("9♣ A♠", "10♣ K♠", "J♣ Q♠", options={"hands": 2}, **words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 0}, "player: it is the turn of player 1"),
        ({"phase": "answer", "player": 0}, "bid: there is one to be held"),
        ({"passed": [0, 0, 1]}, "passed: middlehand passes"),
        ({"passed": [1, 0, 0]}, "passed: middlehand passes"),
        ({"declarer": 1}, "passed: middlehand passes"),
        ({"leader": 1}, "player: it is the turn of player 1, and player 0 leads first"),
        ({"tricks": [1, 0]}, "played: no card is played before"),
        ({"phase": "skat"}, "declarer: it is the last player in"),
        ({"options": {"auction": "simple"}}, "declarer: player 0 is the next"),
        ({"options": {"auction": "simple"}, "passed": [0, 1, 0]}, "passed: players pass from forehand on"),
        ({"options": {"auction": "simple"}, "phase": "game"}, "player: it is the turn of player 0"),
    ],
)
def test_impossible_positions_before_the_play_are_refused(words, problem):
    hands = [card_words(PACK[10 * player : 10 * player + 10]) for player in range(3)]
    given = {"phase": "bid", "dealer": 2, "player": 1, "hands": hands, "skat": card_words(PACK[30:])}
    assert GAME.position(**given).legal() == ["pass", "bid"]
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given | words)


@pytest.mark.parametrize("options", [{"hands": 2}, {"jumps": True, "hands": 2}, {"auction": "simple", "hands": 2}])
def test_every_position_of_a_match_is_accepted(options):
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(seed=seed, **options)
        while not table.over:
            words = table.words()
            names = ["dealer", "player", "score", *GAME.state.fields]
            GAME.position(**{name: words[name] for name in names}, options=options)
            table.step(int(np.random.default_rng([seed, words["steps"]]).choice(np.flatnonzero(table.mask))))


# The table


def test_people_see_the_auction_and_the_game_in_the_words_of_card_players():
    table = dealt(skat="A♠ J♠")
    assert (shown(table).asks, shown(table).moves) == ("Bid or pass", ["Pass", "Bid 18"])
    table.play("bid")
    assert (shown(table).asks, shown(table).moves) == ("Hold the bid or pass", ["Pass", "Hold the bid"])
    table.play("pass")
    assert shown(table).cells["player 0", ""] == "passed"
    table.play("pass")
    assert shown(table).moves == ["Take the skat", "Play a hand game"]
    by_hand = table.copy().play("play a hand game")
    assert shown(by_hand).moves == [f"Play {name}" for name in NAMES]
    by_hand.play("name ♥")
    assert shown(by_hand).moves[0] == "Announce nothing"
    assert shown(by_hand).moves[-1] == "Announce an open hand"
    table.play("take the skat")
    assert shown(table).asks == "Discard two cards"
    assert all(move.startswith("Discard ") for move in shown(table).moves)
    by_hand.play("announce schneider")
    for _ in range(3):
        by_hand.play(by_hand.legal()[0])
    notes = shown(by_hand).notes
    assert (notes["bid"], notes["game"], notes["announced"]) == ("18", "hearts", "schneider")
    assert notes["tricks"] in ("declarer 1", "others 1")
