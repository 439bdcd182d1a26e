"""The rules of Xeri and Kontsina, clause by clause. Cards that a position does not name lie in the stock."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS, Table, piles
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards, rank_of
from cardzoo.envs.games.xeri import GAME, MOST_POINTS
from tests.playing import count, now, play_out

NUMBERS_OF_PLAYERS = (2, 4)
KONTSINA = {"variant": "kontsina"}
PACK = list(CARD_WORDS[:CARDS])


def cards(words):
    return set((words or "").split())


def position(hands, table="", top=None, **words):
    """Player 0 is to play."""
    given = {"player": 0, "num_players": max(2, len(hands))} | words
    return GAME.position(hands=hands, table=table, top=top, **given)


def beside(hands, table, **words):
    """Player 0 is to play Kontsina."""
    return position(hands, table, options=KONTSINA | words.pop("options", {}), **words)


def last_turn(card, mine="", table="", top=None, seats=2, **words):
    """Player 0 plays the last card of a hand. All cards not named are captured by the side of players 1 and 3."""
    named = parse_cards(" ".join([card, mine, table, top or ""]))
    rest = card_words(code for code in range(CARDS) if code not in named)
    given = {"last_capturer": 1, "num_players": seats, "dealer": seats - 1, "seed": 3} | words
    given["score"] = [given.get("score", [0, 0])[player % 2] for player in range(seats)]
    return position([card, *[""] * (seats - 1)], table, top, captured=[mine, rest], stock="", **given)


def deck_with(*pile, hands=12):
    """A deck in which these cards are the first ones on the table."""
    others = [card for card in PACK if card not in pile]
    return others[:hands] + list(pile) + others[hands:]


def pile(table):
    return cards(now(table, "table")) | cards(now(table, "top"))


# The deal


@pytest.mark.clause(1)
def test_two_or_four_play():
    for num_players in (1, 3, 5):
        with pytest.raises(ValueError, match="must be 2 or 4"):
            GAME.table(num_players=num_players)


@pytest.mark.clause(2, 4)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_six_cards_each_then_four_on_a_pile(seats):
    table = GAME.table(num_players=seats, deck=range(CARDS), dealer=1)
    for turn in range(seats):
        assert now(table, "hands")[(2 + turn) % seats] == card_words(range(turn, 6 * seats, seats))
    assert now(table, "table") == card_words(range(6 * seats, 6 * seats + 3))
    assert now(table, "top") == CARD_WORDS[6 * seats + 3]
    assert now(table, "stock") == card_words(range(CARDS - 1, 6 * seats + 3, -1))
    assert table.player == 2 % seats
    assert now(table, "returned") == ""


FAULTY = {"a pair on top": "2♠ K♥ 7♣ 7♦", "a pair below": "7♣ K♥ 7♦ 2♠", "a jack on top": "7♣ K♥ 2♠ J♦"}


def dealt(deck, **options):
    """A table with a deal from a shuffled pack of this order."""
    tables = GAME.blank(**options)
    tables["seed"], tables["dealer"], tables["player"] = 3, 1, 0
    piles.fill(tables[0].stock, GAME.deck(deck, 2))
    GAME.deal(tables[0])
    table = Table(GAME, tables)
    table.refresh()
    return table


def is_laid_out(words, **options):
    """Returns whether these four cards stay on the table."""
    table = dealt(deck_with(*words.split()), **options)
    stays = now(table, "stock").split()[::-1] == deck_with(*words.split())[16:]
    assert stays == (now(table, "returned") == "")
    assert not stays or (pile(table), now(table, "top")) == (cards(words), words.split()[-1])
    return stays


@pytest.mark.clause(3)
@pytest.mark.parametrize("words", FAULTY.values(), ids=FAULTY)
def test_two_of_a_rank_or_a_jack_on_top_go_back(words):
    assert not is_laid_out(words)


@pytest.mark.clause("c1")
@pytest.mark.parametrize("redeal", ["pair", "top"])
@pytest.mark.parametrize("words", FAULTY.values(), ids=FAULTY)
def test_a_written_layout_stays_as_it_is_written(words, redeal):
    table = GAME.table(3, deck=deck_with(*words.split()), redeal=redeal)
    assert (pile(table), now(table, "top"), now(table, "returned")) == (cards(words), words.split()[-1], "")
    assert now(table, "stock").split()[::-1] == deck_with(*words.split())[16:]
    assert not table.state.written


@pytest.mark.clause(3)
def test_a_jack_below_the_top_stays():
    assert is_laid_out("J♦ K♥ 2♠ 7♣")
    assert is_laid_out("7♣ K♥ J♦ 2♠")


@pytest.mark.clause(3, "c1")
def test_another_option_looks_at_the_two_cards_on_top_only():
    stay = [name for name, words in FAULTY.items() if is_laid_out(words, redeal="top")]
    assert stay == ["a pair below"]


@pytest.mark.clause(3, "c1")
@pytest.mark.parametrize(
    ("redeal", "share"), [("pair", 1 - 48 * 44 * 40 / (51 * 50 * 49) * 12 / 13), ("top", 29 / 221)]
)
def test_four_cards_are_laid_out_until_they_are_good(redeal, share):
    """The number of redeals is known."""
    number, again, table = count(compiled=1000, interpreted=100), 0, GAME.table(redeal=redeal)
    for seed in range(number):
        table.reset(seed)
        ranks = [rank_of(card) for card in parse_cards(now(table, "table"))]
        top = rank_of(parse_cards(now(table, "top"))[0])
        assert top != parse_cards("J♣")[0]
        assert len({*ranks, top}) == 4 or redeal == "top"
        again += now(table, "returned") != ""
    assert again / number == pytest.approx(share, abs=5 * (share * (1 - share) / number) ** 0.5)


@pytest.mark.clause("c8")
def test_cards_that_went_back_are_in_the_stock_until_the_next_deal():
    table = dealt(deck_with("7♣", "7♦", "7♥", "K♠"))
    returned = cards(now(table, "returned"))
    assert returned
    assert cards("7♣ 7♦ 7♥ K♠") == returned | (pile(table) & cards("7♣ 7♦ 7♥ K♠"))
    for player in range(2):
        assert cards(table.view_words(player)["returned"]) == returned
        for seed in range(50):
            assert not returned & cards(" ".join(now(table.redeal(player, seed), "hands")))
    while len(now(table, "stock").split()) == 36:
        table.play(table.legal()[0])
    assert now(table, "returned") == ""
    hands = [cards(now(table.redeal(0, seed), "hands")[1]) for seed in range(50)]
    assert set().union(*hands) & returned


@pytest.mark.clause(4)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
@pytest.mark.parametrize("options", [{}, KONTSINA])
def test_turns_of_one_card_go_round_to_the_left(seats, options):
    table = GAME.table(2, num_players=seats, **options)
    for turn in range(10):
        player = table.player
        assert player == (now(table, "dealer") + 1 + turn) % seats
        held = cards(now(table, "hands")[player])
        table.play(table.legal()[0])
        while now(table, "phase") == "select":
            assert table.player == player
            table.play(table.legal()[0])
        if turn < 4 * seats - seats:
            assert len(held - cards(now(table, "hands")[player])) == 1


# Xeri: the pile


@pytest.mark.clause(5, 8)
def test_a_card_of_the_top_cards_rank_takes_the_whole_pile():
    table = position(["8♣ K♣", "9♠"], "2♦ Q♠", "8♥").play("play 8♣")
    assert pile(table) == set()
    assert now(table, "top") is None
    assert [cards(captured) for captured in now(table, "captured")] == [cards("2♦ Q♠ 8♥ 8♣"), set()]
    assert (now(table, "last_capturer"), table.player) == (0, 1)


@pytest.mark.clause(5)
def test_cards_further_down_do_not_count():
    table = position(["8♣ K♣", "9♠"], "8♥ 4♣", "4♦").play("play 8♣")
    assert (now(table, "top"), cards(now(table, "table"))) == ("8♣", cards("8♥ 4♣ 4♦"))
    assert now(table, "captured") == ["", ""]


@pytest.mark.clause(6)
@pytest.mark.parametrize("top", ["8♥", "J♥", "K♦"])
def test_a_jack_takes_any_pile(top):
    table = position(["J♣ K♣", "9♠"], "2♦ Q♠", top).play("play J♣")
    assert pile(table) == set()
    assert cards(now(table, "captured")[0]) == cards(f"2♦ Q♠ {top} J♣")


@pytest.mark.clause(7)
def test_any_other_card_stays_on_top():
    table = position(["5♣ K♣", "9♠"], "2♦", "Q♠").play("play 5♣")
    assert (now(table, "top"), cards(now(table, "table"))) == ("5♣", cards("2♦ Q♠"))
    assert now(table, "hands")[0] == "K♣"


@pytest.mark.clause(7)
@pytest.mark.parametrize("card", ["5♣", "J♣"])
def test_where_there_is_no_pile_any_card_begins_one(card):
    table = position([f"{card} K♣", "9♠"]).play(f"play {card}")
    assert (now(table, "top"), now(table, "table"), now(table, "captured")) == (card, "", ["", ""])


@pytest.mark.clause("c2")
def test_any_card_may_be_played_and_one_that_takes_cannot_but_take():
    table = position(["8♣ K♣ J♦ A♥", "9♠"], "2♦", "8♠")
    assert table.legal() == ["play 8♣", "play K♣", "play J♦", "play A♥"]
    assert now(table.play("play 8♣"), "phase") == "play"
    assert pile(table) == set()


@pytest.mark.clause(8, "c7")
def test_partners_share_what_they_take_but_do_not_see_their_hands():
    table = position(["8♣ K♣", "7♣ 2♠", "9♣ 4♠", "J♣ 3♠"], "", "8♠").play("play 8♣", "play 7♣", "play 9♣", "play J♣")
    assert [cards(taken) for taken in now(table, "captured")] == [cards("8♣ 8♠"), cards("7♣ 9♣ J♣")]
    for player in range(4):
        view = table.view_words(player)
        assert len(cards(view["captured"][0])) == (2 if player % 2 == 0 else 3)
        assert cards(view["hand"]) == cards(now(table, "hands")[player])
    assert len({now(table.redeal(0, seed), "hands")[2] for seed in range(20)}) > 5


# Xeri: the definition of a xeri


def xeris(table):
    return now(table, "xeris"), now(table, "jack_xeris")


@pytest.mark.clause(9, 12)
@pytest.mark.parametrize(
    ("top", "card", "expected"),
    [("8♥", "8♣", ([1, 0], [0, 0])), ("J♥", "J♣", ([1, 0], [1, 0])), ("8♥", "J♣", ([0, 0], [0, 0]))],
)
def test_a_single_card_taken_with_its_equal_is_a_xeri(top, card, expected):
    table = position([f"{card} K♣", "9♠"], "", top).play(f"play {card}")
    assert xeris(table) == expected
    assert table.view_words(1)["xeris"] == expected[0][::-1]
    assert table.view_words(1)["jack_xeris"] == expected[1][::-1]


@pytest.mark.clause(9)
@pytest.mark.parametrize("card", ["8♣", "J♣"])
def test_a_pile_of_two_cards_is_no_xeri(card):
    table = position([f"{card} K♣", "9♠"], "8♠", "8♥").play(f"play {card}")
    assert xeris(table) == ([0, 0], [0, 0])


@pytest.mark.clause("c3", 9)
@pytest.mark.parametrize(("top", "expected"), [("8♥", ([1, 0], [0, 0])), ("J♥", ([1, 0], [1, 0]))])
def test_with_an_option_a_jack_makes_a_xeri_of_any_single_card(top, expected):
    table = position(["J♣ K♣", "9♠"], "", top, options={"jack_xeri": True}).play("play J♣")
    assert xeris(table) == expected
    assert xeris(position(["J♣ K♣", "9♠"], "2♦", top, options={"jack_xeri": True}).play("play J♣")) == ([0, 0], [0, 0])


@pytest.mark.clause("c4")
def test_the_last_card_of_a_hand_may_make_a_xeri():
    assert now(last_turn("9♥", top="9♣").play("play 9♥"), "score")[0] == 10


@pytest.mark.clause("c4")
def test_the_first_card_of_a_hand_makes_none():
    for seed in range(count(compiled=50, interpreted=5)):
        table = GAME.table(seed)
        assert not any(any(now(table.copy().play(word), "xeris")) for word in table.legal())


# Xeri: new cards, and the end of a hand


@pytest.mark.clause(10, 16)
@pytest.mark.parametrize(
    ("options", "seats", "size", "deals"), [({}, 2, 6, 4), ({}, 4, 6, 2), (KONTSINA, 2, 4, 6), (KONTSINA, 4, 4, 3)]
)
def test_new_hands_while_the_stock_lasts_and_none_to_the_table(options, seats, size, deals):
    table = GAME.table(5, num_players=seats, hands=1, **options)
    first, sizes = table.player, []
    while not table.over:
        if now(table, "phase") == "play" and {len(cards(hand)) for hand in now(table, "hands")} == {size}:
            sizes.append(len(cards(now(table, "stock"))))
            assert table.player == first
        last = table.copy()
        table.play(table.legal()[-1])
        dealt = now(last, "stock").split()[::-1]
        if len(dealt) > len(cards(now(table, "stock"))):
            assert pile(table) <= pile(last) | cards(now(last, "hands")[last.player]) | cards(now(last, "card"))
            for player in range(seats):
                order = (player - first) % seats
                assert cards(now(table, "hands")[player]) == set(dealt[order : size * seats : seats])
    assert sizes == [48 - size * seats * deal for deal in range(1, deals + 1)]


@pytest.mark.clause(11)
@pytest.mark.parametrize("last", [0, 1])
def test_the_last_capturer_takes_what_is_left_and_makes_no_xeri(last):
    table = last_turn("5♣", "A♣", "10♦ A♥", "K♠", last_capturer=last, options={"hands": 1}).play("play 5♣")
    left = 2 + 1 + 1  # 10♦ A♥ K♠; A♣ is captured by player 0
    assert now(table, "score") == [1 + left * (last == 0), 3 + 22 - 1 - left * (last == 0)]
    assert pile(table) == set()
    assert now(table, "top") is None


@pytest.mark.clause(11)
def test_a_capture_with_the_last_card_counts_for_what_is_left():
    assert now(last_turn("5♣", "", "10♦ A♥", "5♠").play("play 5♣"), "score")[0] == 2 + 1


@pytest.mark.clause("c9", 11)
@pytest.mark.parametrize("redeal", ["pair", "top"])
def test_somebody_takes_something_in_every_hand_of_xeri(redeal):
    for seed in range(count(compiled=60, interpreted=5)):
        table = GAME.table(seed, hands=1, redeal=redeal)
        while not table.over:
            top = (now(table, "top") or "")[:-1]
            quiet = [word for word in table.legal() if word[5:-1] not in (top, "J")]
            table.play((quiet or table.legal())[0])
        assert sum(len(cards(captured)) for captured in now(table, "captured")) == CARDS


# Xeri: the score


@pytest.mark.clause(13, 14, "c5")
@pytest.mark.parametrize(
    ("mine", "points"),
    [
        ("2♦", 0),
        ("2♣", 1),
        ("10♦", 2),
        ("10♥", 1),
        ("A♠ K♥ Q♦ J♣ 10♣", 5),
        ("9♥", 0),
    ],
)
def test_points_of_cards(mine, points):
    """The last card goes to the other side, with most cards."""
    assert now(last_turn("6♠", mine).play("play 6♠"), "score") == [points, 22 - points + 3]


@pytest.mark.clause(13)
@pytest.mark.parametrize(("number", "points"), [(25, (0, 3)), (26, (0, 0)), (27, (3, 0))])
def test_most_cards_score(number, points):
    plain = [card for card in PACK if card[:-1] in map(str, range(2, 10)) and card not in ("2♣", "6♠")]
    table = last_turn("6♠", " ".join(plain[:number])).play("play 6♠")
    assert now(table, "score") == [points[0], 22 + points[1]]


@pytest.mark.clause(12)
def test_xeris_score_10_and_20():
    table = last_turn("6♠", "J♦ J♥ 3♦ 4♦ 5♦ 3♥", xeris=[3, 1], jack_xeris=[1, 0]).play("play 6♠")
    assert now(table, "score") == [2 + 2 * 10 + 20, 20 + 3 + 10]


@pytest.mark.clause(12, 13, 14)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_a_hand_brings_22_or_25_points_and_10_for_each_xeri(seats):
    ties = 0
    for seed in range(count(compiled=200, interpreted=10)):
        table = play_out(GAME.table(seed, num_players=seats, hands=1), seed)
        taken = [len(cards(captured)) for captured in now(table, "captured")]
        ties += taken[0] == 26
        scores = now(table, "score")
        expected = (22 if taken[0] == 26 else 25) + 10 * (sum(now(table, "xeris")) + sum(now(table, "jack_xeris")))
        assert sum(scores[:2]) == expected
        assert scores == scores[:2] * (seats // 2)
        assert max(scores) <= MOST_POINTS[0]
    assert ties < count(compiled=200, interpreted=10)


# Xeri: the match


@pytest.mark.clause(15)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_the_deal_passes_to_the_left(seats):
    table = last_turn("6♠", score=[30, 30], seats=seats, xeris=[0, 2]).play("play 6♠")
    assert not table.over
    assert table.words("dealer", "player", "phase") == {"dealer": 0, "player": 1, "phase": "play"}
    assert (now(table, "captured"), now(table, "last_capturer"), now(table, "xeris")) == (["", ""], None, [0, 0])
    assert [len(cards(hand)) for hand in now(table, "hands")] == [6] * seats
    assert now(table, "score") == [30, 30 + 25 + 20] * (seats // 2)


@pytest.mark.clause(15)
@pytest.mark.parametrize(("mine", "theirs", "reward"), [(150, 125, None), (151, 10, [1, -1]), (10, 126, [-1, 1])])
def test_151_points_end_the_match(mine, theirs, reward):
    table = last_turn("6♠", score=[mine, theirs]).play("play 6♠")
    assert table.over == (reward is not None)
    assert now(table, "reward") == (reward or [0, 0])
    assert not now(table, "truncated")


@pytest.mark.clause(15)
def test_partners_win_together():
    table = last_turn("6♠", score=[10, 140], seats=4).play("play 6♠")
    assert now(table, "reward") == [-1, 1, -1, 1]


@pytest.mark.clause("c6", 15)
@pytest.mark.parametrize(("mine", "reward"), [(190, [1, -1]), (170, [-1, 1]), (185, None)])
def test_with_both_sides_at_151_the_higher_score_wins_and_equal_ones_play_on(mine, reward):
    table = last_turn("6♠", score=[mine, 160]).play("play 6♠")
    assert table.over == (reward is not None)
    assert now(table, "reward") == (reward or [0, 0])


@pytest.mark.clause(15)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_a_match_has_14_hands_at_most(seats):
    for seed in range(count(compiled=40, interpreted=2)):
        table = play_out(GAME.table(seed, num_players=seats), seed)
        assert now(table, "hands_over") <= 14
        assert not now(table, "truncated")
        assert max(now(table, "score")) >= 151


def test_another_target():
    assert last_turn("6♠", score=[0, 75], options={"target": 100}).play("play 6♠").over
    assert not last_turn("6♠", score=[0, 74], options={"target": 100}).play("play 6♠").over


@pytest.mark.parametrize(("score", "reward"), [((10, 20), [-1, 1]), ((80, 20), [1, -1]), ((45, 20), [0, 0])])
@pytest.mark.parametrize("options", [{"hands": 2}, {"max_hands": 2}])
def test_a_number_of_hands_instead_and_a_bound(score, reward, options):
    assert not last_turn("6♠", score=score, options=options, hands_over=0).play("play 6♠").over
    table = last_turn("6♠", score=score, options=options, hands_over=1)
    assert table.view_words(0)["hands_left"] == options.get("hands", 0) // 2
    assert table.view_words(0)["hands_to_stop"] == (1 if "max_hands" in options else 59)
    table.play("play 6♠")
    assert (table.over, now(table, "reward")) == (True, reward)
    assert now(table, "truncated") == ("max_hands" in options)


def test_a_match_that_is_won_at_its_bound_is_not_truncated():
    table = last_turn("6♠", score=(0, 140), options={"max_hands": 1}).play("play 6♠")
    assert table.over
    assert not now(table, "truncated")


# Common knowledge


@pytest.mark.clause("c8")
def test_the_pile_is_remembered_but_not_its_order():
    seen = []
    for first in (["play 2♦", "play 4♦"], ["play 4♦", "play 2♦"]):
        hands = ["2♦ 8♣ K♣", "4♦ 9♠"] if first[0] == "play 2♦" else ["4♦ 8♣ K♣", "2♦ 9♠"]
        table = position(hands, "", "Q♠").play(*first, "play 8♣")
        view = table.view_words(1)
        assert (view["top"], cards(view["table"])) == ("8♣", cards("2♦ 4♦ Q♠"))
        seen.append((view["top"], view["table"]))
    assert seen[0] == seen[1]


@pytest.mark.clause("c8")
def test_other_hands_are_drawn_evenly_from_what_is_not_seen():
    captured = [card_words(range(26)), card_words(range(26, 44))]
    table = position([CARD_WORDS[44], card_words([45, 46])], "", CARD_WORDS[47], captured=captured, last_capturer=0)
    dealt = Counter(now(table.redeal(0, seed), "hands")[1] for seed in range(count(compiled=1500, interpreted=300)))
    pairs = {card_words(pair) for pair in combinations([45, 46, 48, 49, 50, 51], 2)}
    assert set(dealt) == pairs
    mean = dealt.total() / len(pairs)
    assert sum((number - mean) ** 2 for number in dealt.values()) / mean < 14 + 5 * 28**0.5


# Kontsina


@pytest.mark.clause(16, 4)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_kontsina_four_cards_each_and_four_side_by_side(seats):
    table = GAME.table(num_players=seats, deck=range(CARDS), dealer=1, **KONTSINA)
    for turn in range(seats):
        assert now(table, "hands")[(2 + turn) % seats] == card_words(range(turn, 4 * seats, seats))
    assert now(table, "table") == card_words(range(4 * seats, 4 * seats + 4))
    assert now(table, "top") is None


@pytest.mark.clause(16)
@pytest.mark.parametrize("words", ["7♣ 7♦ 7♥ 7♠", "2♣ 3♣ 4♣ J♦"])
def test_kontsina_deals_no_cards_again(words):
    table = GAME.table(deck=deck_with(*words.split(), hands=8), **KONTSINA)
    assert cards(now(table, "table")) == cards(words)
    assert now(table, "returned") == ""


def value_of(card):
    rank = rank_of(parse_cards(card)[0])
    return rank + 1 if rank < 10 else 0


def expected_turns(hand, table):
    """All turns that the rules allow, as (card, cards taken), by brute force."""
    found = set()
    numerals = [card for card in table if value_of(card)]
    for card in hand:
        found.add((card, frozenset()))
        found |= {(card, frozenset([other])) for other in table if other[:-1] == card[:-1]}
        for size in range(2, len(numerals) + 1):
            for chosen in combinations(numerals, size):
                if value_of(card) == sum(map(value_of, chosen)):
                    found.add((card, frozenset(chosen)))
    return found


def turns(table):
    """All turns that the masks lead to, as (card, cards taken); no two ways lead to the same one."""
    found, open_tables = [], [(table, "")]
    while open_tables:
        before, card = open_tables.pop()
        assert before.legal()
        for word in before.legal():
            after = before.copy().play(word)
            played = card or word.removeprefix("play ")
            if after.player == table.player:
                open_tables.append((after, played))
            else:
                found.append((played, frozenset(pile(table) - pile(after))))
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.clause(17, 18, "c10")
def test_exactly_the_turns_of_the_rules_of_kontsina_can_be_reached():
    generator, captures = np.random.default_rng(1), 0
    for _ in range(count(compiled=60, interpreted=5)):
        deck = [CARD_WORDS[card] for card in generator.permutation(CARDS)]
        on_table = deck[5 : 5 + generator.integers(0, 10)]
        table = beside([" ".join(deck[:4]), deck[4]], " ".join(on_table))
        reached = turns(table)
        assert reached == expected_turns(deck[:4], on_table), table.words("hands", "table")
        captures += sum(len(taken) > 1 for _, taken in reached)
    assert captures > count(compiled=60, interpreted=10)


@pytest.mark.clause(17, 8)
def test_kontsina_takes_a_set_with_the_card_played():
    table = beside(["9♣ K♣", "9♠"], "A♦ 2♥ 6♠ 9♥").play("play 9♣", "select A♦", "select 2♥")
    assert (now(table, "card"), now(table, "aim"), table.player) == ("9♣", 6, 0)
    assert table.legal() == ["select 6♠"]
    table.play("select 6♠")
    assert now(table, "table") == "9♥"
    assert cards(now(table, "captured")[0]) == cards("9♣ A♦ 2♥ 6♠")
    assert (now(table, "phase"), now(table, "card"), now(table, "selected"), table.player) == ("play", None, "", 1)


@pytest.mark.clause(17)
def test_kontsina_takes_never_two_sets_nor_a_set_and_a_card_of_the_rank():
    table = beside(["8♣ K♣", "9♠"], "8♠ 6♦ 2♥ 5♥ 3♠")
    taken = {chosen for card, chosen in turns(table) if card == "8♣"}
    sets = [[], ["8♠"], ["6♦", "2♥"], ["5♥", "3♠"]]
    assert taken == {frozenset(some) for some in sets}


@pytest.mark.clause(17)
def test_kontsina_a_card_that_takes_nothing_is_laid_at_once():
    table = beside(["9♣ K♣", "9♠"], "A♦ 2♥ Q♠").play("play 9♣")
    assert (cards(now(table, "table")), table.player, now(table, "phase")) == (cards("9♣ A♦ 2♥ Q♠"), 1, "play")


@pytest.mark.clause("c10", 17)
def test_kontsina_taking_is_not_compulsory():
    table = beside(["9♣ K♣", "9♠"], "9♦ 9♥").play("play 9♣")
    assert table.legal() == ["select 9♦", "select 9♥", "lay"]
    table.play("lay")
    assert (cards(now(table, "table")), now(table, "captured")) == (cards("9♣ 9♦ 9♥"), ["", ""])


@pytest.mark.clause(17)
def test_kontsina_a_choice_that_has_begun_is_completed_in_the_order_of_codes():
    table = beside(["9♣ K♣", "9♠"], "4♣ 3♦ 5♥ 2♠").play("play 9♣")
    assert table.legal() == ["select 4♣", "lay"]
    assert table.play("select 4♣").legal() == ["select 3♦", "select 5♥"]
    assert table.play("select 3♦").legal() == ["select 2♠"]


@pytest.mark.clause(18)
@pytest.mark.parametrize("rank", ["J", "Q", "K"])
def test_kontsina_court_cards_take_and_are_taken_by_rank_only(rank):
    table = beside([f"{rank}♣ 10♣", "9♠"], f"{rank}♦ {rank}♥ 10♦ A♠")
    taken = {(card, *chosen) for card, chosen in turns(table)}
    assert taken == {(f"{rank}♣",), (f"{rank}♣", f"{rank}♦"), (f"{rank}♣", f"{rank}♥"), ("10♣",), ("10♣", "10♦")}


@pytest.mark.clause(18)
def test_kontsina_a_jack_has_no_power_and_there_are_no_xeris():
    assert cards(now(beside(["J♣ K♣", "9♠"], "8♥").play("play J♣"), "table")) == cards("J♣ 8♥")
    table = beside(["8♣ K♣", "9♠"], "8♥").play("play 8♣", "select 8♥")
    assert (now(table, "table"), xeris(table)) == ("", ([0, 0], [0, 0]))


@pytest.mark.clause(19)
@pytest.mark.parametrize(
    ("mine", "score"),
    [
        ("2♦", [0, 2 + 1 + 2]),
        ("2♣", [1, 2 + 1 + 1]),
        ("10♦", [1, 2 + 1 + 1]),
        ("A♣ 3♣ 4♣ 5♣ 6♣ 7♣", [0, 2 + 1 + 2]),
        ("A♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣", [1, 2 + 2]),
        (" ".join(PACK[13:22] + PACK[23:39]), [0, 2 + 1 + 2]),
        (" ".join(PACK[13:22] + PACK[23:40]), [0, 1 + 2]),
        (" ".join(PACK[13:22] + PACK[23:41]), [2, 1 + 2]),
    ],
)
def test_kontsina_points_of_a_hand(mine, score):
    table = last_turn("6♠", mine, options=KONTSINA).play("play 6♠")
    assert now(table, "score") == score


@pytest.mark.clause(19, 11)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_kontsina_a_hand_brings_3_or_5_points(seats):
    for seed in range(count(compiled=100, interpreted=6)):
        table = play_out(GAME.table(seed, num_players=seats, hands=1, **KONTSINA), seed)
        taken = [len(cards(captured)) for captured in now(table, "captured")]
        assert sum(taken) == CARDS
        assert sum(now(table, "score")[:2]) == (3 if taken[0] == 26 else 5)


@pytest.mark.clause("c9", 11)
def test_kontsina_without_a_capture_nobody_gets_the_table():
    rest = " ".join(card for card in PACK if card != "6♠")
    table = beside(["6♠", ""], rest, stock="", options={"hands": 1})
    table.play("play 6♠", "lay")
    assert (now(table, "score"), now(table, "reward"), table.over) == ([0, 0], [0, 0], True)
    assert len(cards(now(table, "table"))) == CARDS


@pytest.mark.clause(20)
def test_kontsina_has_six_hands():
    words = {"options": KONTSINA, "score": [200, 0]}
    assert not last_turn("6♠", hands_over=4, **words).play("play 6♠").over
    table = last_turn("6♠", hands_over=5, **words)
    assert (table.view_words(0)["hands_left"], table.view_words(0)["needed"]) == (1, [0, 0])
    table.play("play 6♠")
    assert (table.over, now(table, "truncated"), now(table, "reward")) == (True, False, [1, -1])
    assert last_turn("6♠", options=KONTSINA | {"hands": 1}).play("play 6♠").over


@pytest.mark.clause("c11")
def test_kontsina_is_played_by_partners():
    table = beside(["8♣ K♣", "7♣ 2♠", "9♣ 4♠", "A♣"], "8♠ 7♠ 9♠ Q♥")
    table.play("play 8♣", "select 8♠", "play 7♣", "select 7♠", "play 9♣", "select 9♠")
    assert [cards(taken) for taken in now(table, "captured")] == [cards("8♣ 8♠ 9♣ 9♠"), cards("7♣ 7♠")]


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"table": "2♦"}, "top: one of the cards"),
        ({"top": "2♦", "card": "3♦"}, "card: it is shown"),
        ({"top": "2♦", "selected": "2♦"}, "selected: nothing is chosen"),
        ({"xeris": [1, 0]}, "xeris: each captures two"),
        ({"xeris": [1, 0], "jack_xeris": [1, 0], "captured": ["8♦ 8♠", ""]}, "jack_xeris: each captures two jacks"),
        ({"jack_xeris": [1, 0], "captured": ["J♦ J♠", ""]}, "jack_xeris: they are among"),
        ({"returned": "A♣"}, "returned: these cards lie in the stock"),
        ({"score": [10, 10, 20, 10], "num_players": 4}, "score: partners have the same"),
        ({"hands_over": 60}, "hands_over: this number ends the match"),
        ({"options": KONTSINA, "top": "2♦"}, "top: Kontsina does not count it"),
        ({"options": KONTSINA, "table": "2♦", "card": "3♦", "phase": "select", "aim": 3}, "phase: the turn has not"),
        ({"options": KONTSINA, "table": "3♥", "card": "3♦", "phase": "select", "aim": 2}, "phase: the turn has not"),
        (
            {"options": KONTSINA, "table": "3♥ 4♥", "card": "3♦", "phase": "select", "selected": "4♥"},
            "the turn cannot have come so far",
        ),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        GAME.position(**({"hands": ["A♣", "A♦"], "player": 0} | words))


def test_a_position_in_the_middle_of_a_turn_goes_on():
    table = beside(["A♣", "A♦"], "3♥ 4♥ 2♠", card="9♦", phase="select", aim=2, selected="3♥ 4♥")
    assert table.legal() == ["select 2♠"]
