"""The rules of Cassino, clause by clause. In written positions it is player 0's turn, and player 1 has dealt."""

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.families.fishing import Phase
from cardzoo.envs.games.cassino import BUILD, COMMIT, GAME, SELECT, SELECT_BUILD, TRAIL
from tests.games.kept_cards import assert_any_ten_is_kept
from tests.playing import count, now, play_out, walk

PACK = set(CARD_WORDS[:CARDS])
COURTS = ("J", "Q", "K")


def value_of(card):
    rank = card[:-1]
    return 1 if rank == "A" else 0 if rank in COURTS else int(rank)


def position(hand, table="", *builds, other="", **words):
    """Builds are written as (cards, value, owner). Cards that nothing names are in the stock.

    The other player also gets cards for the own builds.
    """
    named = set(" ".join([hand, table, other, *(cards for cards, _, _ in builds), words.get("stock") or ""]).split())
    kept = other.split()
    for value in {value for _, value, owner in builds if owner == 1} - set(map(value_of, kept)):
        kept.append(next(card for card in CARD_WORDS[:CARDS] if value_of(card) == value and card not in named))
    fields = {
        "hands": [hand, " ".join(kept)],
        "table": table,
        "builds": [cards for cards, _, _ in builds],
        "values": [value for _, value, _ in builds],
        "multiple": [int(sum(map(value_of, cards.split())) > value) for cards, value, _ in builds],
        "owners": [owner for _, _, owner in builds],
    }
    return GAME.position(dealer=1, player=0, **fields | words)


def last_turns(hand, table="", captured=("", ""), *, other="", **words):
    """The pack is used up; cards that are not named have been captured by player 1."""
    named = " ".join([hand, other, table, *captured]).split()
    piles = [captured[0], " ".join([captured[1], *(PACK - set(named))])]
    return position(hand, table, other=other, stock="", captured=piles, **words)


def cards(words):
    return set(words.split())


def loose(table):
    return cards(now(table, "table"))


def captured(table, player=0):
    return cards(now(table, "captured")[player])


def builds(table):
    """The builds in the form of `position`, with the cards as sets."""
    words = table.words("builds", "values", "owners")
    return [
        (cards(bound), value, owner)
        for bound, value, owner in zip(words["builds"], words["values"], words["owners"], strict=True)
        if value
    ]


def turn(card, mode, *items):
    """The actions of a whole turn in words."""
    return [f"play {card}", mode, *(f"select {item}" for item in items), "commit"]


def choices(table, *words):
    """The legal actions after these; the table itself does not change."""
    return set(table.copy().play(*words).legal())


def modes(table, card):
    return choices(table, f"play {card}")


# The deal


@pytest.mark.clause(3)
@pytest.mark.parametrize("num_players", [1, 3])
def test_two_play(num_players):
    with pytest.raises(ValueError, match="must be 2"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(3, 4)
@pytest.mark.parametrize("dealer", [0, 1])
def test_four_cards_each_are_dealt_one_by_one_and_four_to_the_table(dealer):
    table = GAME.table(deck=range(CARDS), dealer=dealer)
    hands = now(table, "hands")
    assert table.player == 1 - dealer
    assert cards(hands[1 - dealer]) == set(CARD_WORDS[0:8:2])
    assert cards(hands[dealer]) == set(CARD_WORDS[1:8:2])
    assert loose(table) == set(CARD_WORDS[8:12])
    assert now(table, "stock").split() == list(CARD_WORDS[12:CARDS])[::-1]


@pytest.mark.clause(3)
def test_four_more_are_dealt_when_both_hands_are_empty_and_none_to_the_table():
    table = GAME.table(deck=range(CARDS), hands=1)
    deals = 1
    for _ in walk(table, seed=3):
        sizes = [len(hand.split()) for hand in now(table, "hands")]
        if sizes == [4, 4] and now(table, "phase") == "play" and now(table, "steps"):
            first = 12 + 8 * (deals - 1)
            assert [cards(hand) for hand in now(table, "hands")] == [
                set(CARD_WORDS[first : first + 8 : 2]),
                set(CARD_WORDS[first + 1 : first + 8 : 2]),
            ]
            assert not loose(table) & set(CARD_WORDS[first:CARDS])
            deals += 1
    assert deals == 6
    assert now(table, "stock") == ""


@pytest.mark.clause("c10")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(20)} == {0, 1}


@pytest.mark.clause(4, "c10")
def test_the_deal_alternates_and_the_other_player_begins():
    table = GAME.table(seed=1, hands=3, dealer=1)
    dealers = []
    for _ in walk(table, seed=1):
        if now(table, "hands_over") == len(dealers):
            dealers.append(now(table, "dealer"))
            assert table.player == 1 - dealers[-1]
    assert dealers == [1, 0, 1]


@pytest.mark.clause("c11")
@pytest.mark.parametrize("first", ["K♣ K♦ K♥ K♠", "7♣ 7♦ 7♥ 2♠"])
def test_any_four_cards_open_a_deal(first):
    others = [card for card in CARD_WORDS[:CARDS] if card not in first.split()]
    table = GAME.table(deck=[*others[:8], *first.split(), *others[8:]])
    assert loose(table) == cards(first)


# A turn


@pytest.mark.clause(4)
def test_a_turn_is_one_card_that_captures_builds_or_is_trailed():
    table = position("3♦ 8♠ 8♥ K♥", "5♣ 3♠ 9♠", other="2♣")
    assert set(table.legal()) == {"play 3♦", "play 8♠", "play 8♥", "play K♥"}
    assert modes(table, "3♦") == {"trail", "capture", "build 8"}
    assert modes(table, "8♠") == {"trail", "capture", "build 8"}
    assert modes(table, "K♥") == {"trail"}
    table.play("play 3♦", "trail")
    assert (table.player, loose(table)) == (1, {"5♣", "3♠", "9♠", "3♦"})
    assert now(table, "hands") == ["K♥ 8♥ 8♠".replace("K♥ 8♥", "8♥ K♥"), "2♣"]


@pytest.mark.clause(1, 5)
@pytest.mark.parametrize("rank", ["A", *map(str, range(2, 11)), *COURTS])
def test_a_card_captures_a_card_of_its_value(rank):
    table = position(f"{rank}♥ 2♠", f"{rank}♣", other="3♠").play(*turn(f"{rank}♥", "capture", f"{rank}♣"))
    assert captured(table) == {f"{rank}♥", f"{rank}♣"}
    assert (table.player, loose(table), now(table, "last_capturer")) == (1, set(), 0)


@pytest.mark.clause(2, 5, "c1")
def test_a_card_captures_two_cards_that_add_up_to_its_value():
    table = position("9♥ 2♠", "4♣ 5♣ K♣", other="3♠")
    assert choices(table, "play 9♥", "capture") == {"select 4♣"}  # the other one comes after it
    assert choices(table, "play 9♥", "capture", "select 4♣") == {"select 5♣"}
    table.play(*turn("9♥", "capture", "4♣", "5♣"))
    assert captured(table) == {"9♥", "4♣", "5♣"}
    assert loose(table) == {"K♣"}


@pytest.mark.clause(2, "c3")
def test_a_set_has_any_number_of_cards():
    table = position("10♥", "A♣ 2♣ 3♣ 4♣", other="3♠").play(*turn("10♥", "capture", "A♣", "2♣", "3♣", "4♣"))
    assert captured(table) == {"10♥", "A♣", "2♣", "3♣", "4♣"}


@pytest.mark.clause(5)
def test_several_sets_and_equal_cards_are_captured_together():
    table = position("9♥", "A♣ 8♦ 4♣ 5♣ 9♦", other="3♠")
    assert choices(table, "play 9♥", "capture", "select A♣", "select 4♣", "select 5♣") == {"select 8♦"}
    table.play(*turn("9♥", "capture", "A♣", "4♣", "5♣", "8♦", "9♦"))
    assert captured(table) == {"9♥", "A♣", "8♦", "4♣", "5♣", "9♦"}


@pytest.mark.clause(5)
def test_the_player_names_what_is_captured():
    table = position("9♥", "A♣ 4♣ 5♣ 8♦ 9♦", other="3♠").play(*turn("9♥", "capture", "A♣", "8♦"))
    assert captured(table) == {"9♥", "A♣", "8♦"}
    assert loose(table) == {"4♣", "5♣", "9♦"}


@pytest.mark.clause(5)
def test_each_card_is_in_one_set():
    """4 and 5, or 5, 3 and A; but not both with the one 5."""
    table = position("9♥", "A♣ 3♣ 4♣ 5♣", other="3♠")
    assert choices(table, "play 9♥", "capture", "select A♣") == {"select 3♣"}
    assert choices(table, "play 9♥", "capture", "select A♣", "select 3♣") == {"select 5♣"}


@pytest.mark.clause(6, "c5")
@pytest.mark.parametrize("rank", COURTS)
def test_a_court_card_captures_one_of_its_rank(rank):
    table = position(f"{rank}♥", f"{rank}♣ {rank}♠ A♣ 10♣", other="3♠")
    assert modes(table, f"{rank}♥") == {"trail", "capture"}
    assert choices(table, f"play {rank}♥", "capture") == {f"select {rank}♣", f"select {rank}♠"}
    assert choices(table, f"play {rank}♥", "capture", f"select {rank}♣") == {"commit"}
    table.play(*turn(f"{rank}♥", "capture", f"{rank}♠"))
    assert captured(table) == {f"{rank}♥", f"{rank}♠"}


@pytest.mark.clause(6)
def test_court_cards_are_part_of_no_sum():
    table = position("10♥ J♥ K♥", "J♠ Q♣ A♣", other="3♠")
    assert modes(table, "10♥") == {"trail"}
    assert modes(table, "K♥") == {"trail"}
    assert choices(table, "play J♥", "capture") == {"select J♠"}


@pytest.mark.clause("c4")
@pytest.mark.parametrize("card", ["9♥", "K♥"])
def test_a_card_that_could_capture_may_be_trailed(card):
    table = position("9♥ K♥", "9♣ K♣", other="3♠").play(f"play {card}", "trail")
    assert loose(table) == {"9♣", "K♣", card}
    assert captured(table) == set()


# Builds


@pytest.mark.clause(7, 8, 11)
def test_a_build_binds_the_card_with_cards_of_the_table():
    table = position("3♦ 8♠", "5♣ K♣", other="2♣").play(*turn("3♦", "build 8", "5♣"))
    assert builds(table) == [({"3♦", "5♣"}, 8, 0)]
    assert now(table, "multiple")[0] == 0
    assert (table.player, loose(table), captured(table)) == (1, {"K♣"}, set())


@pytest.mark.clause(7)
def test_the_player_must_hold_a_card_of_the_value():
    table = position("3♦ 8♠ 9♥", "5♣ 7♣ A♣", other="2♣")
    assert modes(table, "3♦") == {"trail", "build 8", "build 9"}
    assert choices(table, "play 3♦", "build 9") == {"select A♣"}
    assert modes(position("3♦ 7♠ K♥", "5♣", other="8♣"), "3♦") == {"trail"}


@pytest.mark.clause(7)
def test_the_card_itself_must_be_played_so_another_is_needed():
    assert modes(position("8♠ 2♥", "8♣ 5♣ 3♣", other="2♣"), "8♠") == {"trail", "capture"}
    assert modes(position("8♠ 8♥", "8♣ 5♣ 3♣", other="2♣"), "8♠") == {"trail", "capture", "build 8"}


@pytest.mark.clause(7)
def test_no_value_is_above_10():
    table = position("6♦ J♠ Q♠ K♠", "5♣ 7♣", other="2♣")
    assert modes(table, "6♦") == {"trail"}


@pytest.mark.clause(7)
def test_the_card_played_is_part_of_the_build():
    """2 and 5 of the table make the 7 without the 3."""
    assert modes(position("3♦ 7♠", "2♣ 5♣", other="K♣"), "3♦") == {"trail"}
    table = position("3♦ 7♠", "2♣ 4♣ 5♥", other="K♣")
    assert choices(table, "play 3♦", "build 7") == {"select 2♣", "select 4♣"}
    assert choices(table, "play 3♦", "build 7", "select 2♣") == {"select 4♣"}
    assert choices(table, "play 3♦", "build 7", "select 2♣", "select 4♣") == {"select 5♥"}
    assert choices(table, "play 3♦", "build 7", "select 4♣") == {"commit"}


@pytest.mark.clause(7)
def test_a_build_has_at_least_one_card_of_the_table():
    table = position("8♠ 8♥", "8♣", other="2♣")
    assert choices(table, "play 8♠", "build 8") == {"select 8♣"}


@pytest.mark.clause(8)
@pytest.mark.parametrize("owner", [0, 1])
def test_either_player_raises_a_single_build(owner):
    table = position("2♦ 9♠ 7♥", "K♣", ("3♣ 4♣", 7, owner), other="7♣").play(*turn("2♦", "build 9", "first build"))
    assert builds(table) == [({"3♣", "4♣", "2♦"}, 9, 0)]
    assert now(table, "multiple")[0] == 0


@pytest.mark.clause(8)
def test_a_player_who_raises_must_hold_the_new_value():
    table = position("2♦ 3♠ 10♠ 7♥", "K♣", ("3♣ 4♣", 7, 1), other="7♣")
    assert modes(table, "2♦") == {"trail"}
    assert modes(table, "3♠") == {"trail", "build 10"}


@pytest.mark.clause("c7")
def test_a_raise_adds_nothing_else_to_the_build():
    """The 7 is not raised to 10 by 2 and A, nor by A alone with a 2 to follow."""
    table = position("2♦ 10♠ 7♥", "A♣", ("3♣ 4♣", 7, 1), other="7♣")
    assert modes(table, "2♦") == {"trail"}


@pytest.mark.clause(9)
def test_two_sets_make_a_multiple_build():
    table = position("3♦ 8♠", "5♣ 8♣ K♣ 6♦ 2♦", other="2♣").play(*turn("3♦", "build 8", "5♣", "8♣", "2♦", "6♦"))
    assert builds(table) == [({"3♦", "5♣", "8♣", "6♦", "2♦"}, 8, 0)]
    assert now(table, "multiple")[0] == 1


@pytest.mark.clause(9)
def test_a_card_on_an_equal_card_makes_a_multiple_build():
    table = position("A♦ A♠", "A♣", other="2♣").play(*turn("A♦", "build 1", "A♣"))
    assert builds(table) == [({"A♦", "A♣"}, 1, 0)]
    assert now(table, "multiple")[0] == 1


@pytest.mark.clause(9)
@pytest.mark.parametrize("owner", [0, 1])
def test_a_multiple_build_is_not_raised(owner):
    table = position("2♦ 9♠ 7♥", "", ("3♣ 4♣ 7♦", 7, owner), other="7♣")
    assert table.legal()[:1] == ["play 7♥"] if owner == 0 else True
    assert owner == 0 or modes(table, "2♦") == {"trail"}
    assert owner == 1 or "play 2♦" not in table.legal()


@pytest.mark.clause(10)
@pytest.mark.parametrize("owner", [0, 1])
def test_either_player_captures_a_build_with_its_value(owner):
    table = position("7♥ 2♦", "K♣", ("3♣ 4♣", 7, owner), other="7♣").play(*turn("7♥", "capture", "first build"))
    assert captured(table) == {"7♥", "3♣", "4♣"}
    assert builds(table) == []


@pytest.mark.clause(10)
def test_a_build_is_captured_as_a_whole_and_by_its_value_alone():
    table = position("3♦ 4♥ 10♠ 7♥", "3♠", ("3♣ 4♣", 7, 1), other="7♣")
    assert modes(table, "4♥") == {"trail", "build 7"}
    assert modes(table, "10♠") == {"trail"}  # not as 7 and 3
    assert choices(table, "play 3♦", "capture") == {"select 3♠"}


@pytest.mark.clause(10, 5)
def test_a_build_is_captured_together_with_other_sets():
    table = position("7♥", "7♣ 5♣ 2♣", ("3♣ 4♣", 7, 1), ("A♣ 6♣ 7♦", 7, 0), ("5♦ 3♦", 8, 1), other="8♣")
    table.play(*turn("7♥", "capture", "2♣", "5♣", "7♣", "first build", "second build"))
    assert captured(table) == cards("7♥ 7♣ 5♣ 2♣ 3♣ 4♣ A♣ 6♣ 7♦")
    assert builds(table) == [({"5♦", "3♦"}, 8, 1)]


@pytest.mark.clause(11)
def test_the_owner_of_a_build_may_not_trail():
    table = position("7♥ 2♦ 2♥ K♦", "K♣ 2♣", ("3♣ 4♣", 7, 0), other="7♣")
    assert set(table.legal()) == {"play 7♥", "play 2♦", "play 2♥", "play K♦"}
    assert modes(table, "2♦") == {"capture", "build 2"}
    assert modes(table, "K♦") == {"capture"}
    assert position("7♥ 3♦ Q♦", "K♣", ("3♣ 4♣", 7, 0), other="7♣").legal() == ["play 7♥"]


@pytest.mark.clause(11)
def test_a_player_without_a_build_may_trail():
    table = position("7♥ 2♦ K♦", "", ("3♣ 4♣", 7, 1), other="7♣")
    assert all("trail" in modes(table, card) for card in ("7♥", "2♦", "K♦"))


@pytest.mark.clause(11, 8)
def test_a_player_who_raises_a_build_owns_it_and_frees_the_other():
    table = position("2♦ 9♠", "", ("3♣ 4♣", 7, 1), other="7♣ K♦").play(*turn("2♦", "build 9", "first build"))
    assert builds(table)[0][2] == 0
    assert table.player == 1
    assert modes(table, "7♣") == {"trail"}
    table.play("play K♦", "trail")
    assert table.legal() == ["play 9♠"]


@pytest.mark.clause("c4", 11)
def test_an_owner_may_build_more():
    table = position("2♦ 9♠ 7♥ 6♠", "7♣ 4♠", ("3♣ 4♣", 7, 0), other="7♦").play(*turn("2♦", "build 9", "7♣"))
    assert builds(table) == [({"3♣", "4♣"}, 7, 0), ({"2♦", "7♣"}, 9, 0)]
    table.play("play 7♦", "trail")
    assert set(table.legal()) == {"play 9♠", "play 7♥"}


# An owner's required cards


@pytest.mark.clause("c6")
def test_the_last_card_of_the_value_takes_all_own_builds_of_it():
    own, others = ("3♣ 4♣", 7, 0), ("2♣ 5♣", 7, 1)
    table = position("7♥ K♦", "7♠", own, others, ("A♣ 6♣", 7, 0), other="7♣")
    assert choices(table, "play 7♥", "capture") == {"select 7♠", "select first build"}
    assert choices(table, "play 7♥", "capture", "select 7♠") == {"select first build"}
    assert choices(table, "play 7♥", "capture", "select first build") == {"select second build", "select third build"}
    table.play(*turn("7♥", "capture", "first build", "third build"))
    assert builds(table) == [({"2♣", "5♣"}, 7, 1)]


@pytest.mark.clause("c6")
def test_with_two_such_cards_one_is_free():
    table = position("7♥ 7♦ 10♠", "7♠ 3♠", ("3♣ 4♣", 7, 0), other="7♣")
    assert modes(table, "7♥") == {"capture", "build 7", "build 10"}
    table.play(*turn("7♥", "build 10", "3♠"))
    assert builds(table) == [({"3♣", "4♣"}, 7, 0), ({"7♥", "3♠"}, 10, 0)]


@pytest.mark.clause("c6")
def test_the_last_card_may_not_be_used_for_anything_else():
    table = position("3♦ 8♠", "5♣ 4♠", ("A♣ 2♣", 3, 0), other="7♣")
    assert modes(table, "3♦") == {"capture"}
    assert choices(table, "play 3♦", "capture") == {"select first build"}


@pytest.mark.clause("c6", 8)
def test_the_last_card_may_raise_the_only_own_build_of_its_value():
    table = position("4♦ 8♠", "", ("A♣ 3♣", 4, 0), other="7♣")
    assert modes(table, "4♦") == {"capture", "build 8"}
    table.play(*turn("4♦", "build 8", "first build"))
    assert builds(table) == [({"A♣", "3♣", "4♦"}, 8, 0)]
    two = position("4♦ 8♠", "4♥", ("A♣ 3♣", 4, 0), ("A♦ 3♦", 4, 0), other="7♣")
    assert modes(two, "4♦") == {"capture"}
    multiple = position("4♦ 8♠", "4♥", ("A♣ 3♣ 4♣", 4, 0), other="7♣")
    assert modes(multiple, "4♦") == {"capture"}


@pytest.mark.clause("c6")
def test_the_last_card_must_raise_and_not_bind_loose_cards_instead():
    table = position("4♦ 8♠", "4♥ 8♥", ("A♣ 3♣", 4, 0), ("2♣ 2♦", 4, 1), other="7♣")
    assert choices(table, "play 4♦", "build 8") == {"select 8♥", "select first build"}
    assert choices(table, "play 4♦", "build 8", "select first build") == {"commit"}


@pytest.mark.clause("c6", 11)
@pytest.mark.parametrize("style", ["builds", "anything"])
def test_an_owner_always_has_a_play_and_no_build_outlives_the_hands(style):
    choose = np.random.default_rng(1)
    most = 0
    for seed in range(count(compiled=60, interpreted=8)):
        table = GAME.table(seed=seed, hands=1)
        state = table.state
        while not table.over:
            legal = np.flatnonzero(table.mask)
            building = legal[((legal > BUILD) & (legal < SELECT)) | (legal >= SELECT_BUILD)]
            table.step_legal(int(choose.choice(building if style == "builds" and len(building) else legal)))
            most = max(most, (state["values"] > 0).sum())
            if state.phase == Phase.PLAY and most:
                held = state.hands.reshape(2, 4, 13).sum(axis=1)
                for slot in np.flatnonzero(state["values"]):
                    assert held[state.owners[slot], state["values"][slot] - 1]
    assert most >= count(compiled=3, interpreted=2)


# Joined builds


@pytest.mark.clause("c8")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_single_build_is_joined_with_a_set_of_the_card_played(owner):
    table = position("3♦ 8♠", "5♣ K♣", ("2♣ 6♣", 8, owner), other="2♦")
    table.play(*turn("3♦", "build 8", "5♣", "first build"))
    assert builds(table) == [({"3♦", "5♣", "2♣", "6♣"}, 8, 0)]
    assert now(table, "multiple")[0] == 1


@pytest.mark.clause("c8")
def test_a_single_build_is_joined_with_the_card_played_alone():
    table = position("8♦ 8♠", "K♣", ("2♣ 6♣", 8, 1), other="2♦").play(*turn("8♦", "build 8", "first build"))
    assert builds(table) == [({"8♦", "2♣", "6♣"}, 8, 0)]
    assert now(table, "multiple")[0] == 1


@pytest.mark.clause("c8")
def test_a_multiple_build_is_joined_by_more_sets():
    table = position("3♦ 8♠", "5♣ K♣", ("2♣ 6♣ 8♣", 8, 1), other="2♦")
    table.play(*turn("3♦", "build 8", "5♣", "first build"))
    assert builds(table) == [({"3♦", "5♣", "2♣", "6♣", "8♣"}, 8, 0)]
    assert now(table, "multiple")[0] == 1


@pytest.mark.clause("c8")
def test_a_build_is_raised_and_joined_in_one_turn():
    table = position("3♦ 8♠", "8♣ 5♦", ("A♣ 4♣", 5, 1), ("2♣ 6♣", 8, 1), other="2♦")
    table.play(*turn("3♦", "build 8", "8♣", "first build", "second build"))
    assert builds(table) == [({"3♦", "A♣", "4♣", "8♣", "2♣", "6♣"}, 8, 0)]
    assert now(table, "multiple")[0] == 1
    assert loose(table) == {"5♦"}


@pytest.mark.clause("c8", "c7")
def test_only_one_build_is_raised():
    table = position("3♦ 8♠", "", ("A♣ 4♣", 5, 1), ("2♣ 3♣", 5, 1), other="2♦")
    assert choices(table, "play 3♦", "build 8", "select first build") == {"commit"}
    assert choices(table, "play 3♦", "build 8", "select second build") == {"commit"}


@pytest.mark.clause("c8")
def test_two_builds_of_one_value_may_lie_side_by_side():
    table = position("3♦ 8♠", "5♣ K♣", ("2♣ 6♣", 8, 0), other="2♦").play(*turn("3♦", "build 8", "5♣"))
    assert builds(table) == [({"2♣", "6♣"}, 8, 0), ({"3♦", "5♣"}, 8, 0)]


@pytest.mark.clause("c8")
def test_a_build_of_another_value_is_not_part_of_a_set():
    table = position("3♦ 10♠", "2♠", ("A♣ 4♣", 5, 1), other="2♦")
    assert modes(table, "3♦") == {"trail"}  # 3, 2 and the 5 are 10


def test_builds_lie_in_the_order_in_which_they_were_built_or_raised_last():
    table = position("2♦ 9♠", "", ("3♣ 4♣", 7, 1), ("5♦ 3♦", 8, 1), other="8♣ 7♣")
    table.play(*turn("2♦", "build 9", "first build"))
    assert [value for _, value, _ in builds(table)] == [8, 9]
    assert now(table, "values")[2:] == [0] * 4
    assert now(table, "owners") == [1, 0, None, None, None, None]


# All plays


@cache
def splits(values, aim):
    """Returns whether the sorted values can be split into sets with this sum."""
    if not values:
        return True
    first, rest = values[0], values[1:]
    return any(
        splits(tuple(sorted(set_aside(rest, part))), aim)
        for size in range(len(rest) + 1)
        for part in combinations(rest, size)
        if first + sum(part) == aim
    )


def set_aside(values, part):
    left = list(values)
    for value in part:
        left.remove(value)
    return left


def subsets(items):
    return [part for size in range(len(items) + 1) for part in combinations(items, size)]


def all_plays(hand, table, built):
    """Every play that rules 4 to 11 and choices 4 to 8 allow: card, kind, loose cards and builds."""
    plays = set()
    owned = {slot for slot, (_, _, owner) in enumerate(built) if owner == 0}
    numerals = [card for card in table if value_of(card)]
    for card in hand:
        value = value_of(card)
        held = {value_of(other) for other in hand if other != card}
        kept = lambda slots: all(built[slot][1] in held for slot in owned - set(slots))  # noqa: B023, E731
        if not owned:
            plays.add((card, "trail", (), ()))
        if not value:
            plays |= {(card, "capture", (other,), ()) for other in table if other[:-1] == card[:-1] and kept(())}
            continue
        for slots in subsets(range(len(built))):
            values = [built[slot][1] for slot in slots]
            if not kept(slots):
                continue
            for part in subsets(numerals):
                if not (slots or part):
                    continue
                there = [value_of(other) for other in part]
                if set(values) <= {value} and splits(tuple(sorted(there)), value):
                    plays.add((card, "capture", part, slots))
                for aim in held - {0}:
                    if set(values) <= {aim} and splits(tuple(sorted([*there, value])), aim):
                        plays.add((card, f"build {aim}", part, slots))
                    raised = [slot for slot in slots if built[slot][1] != aim]
                    if len(raised) == 1 and built[raised[0]][1] + value == aim and splits(tuple(sorted(there)), aim):
                        bound = built[raised[0]][0].split()
                        if sum(map(value_of, bound)) == built[raised[0]][1]:
                            plays.add((card, f"build {aim}", part, slots))
    return plays


def reachable_plays(table):
    """Every play that a series of legal actions leads to; each series ends with one."""
    plays = set()

    def follow(before, card, mode, part, slots):
        legal = np.flatnonzero(before.mask)
        assert len(legal)
        for action in legal:
            words = GAME.actions.words[action]
            if action == COMMIT:
                play = (card, mode, part, slots)
                assert play not in plays
                plays.add(play)
                continue
            if action == TRAIL:
                plays.add((card, "trail", (), ()))
                continue
            after = before.copy()
            after.step_legal(int(action))
            if action < CARDS:
                follow(after, CARD_WORDS[action], None, (), ())
            elif action >= SELECT_BUILD:
                follow(after, card, mode, part, (*slots, int(action) - SELECT_BUILD))
            elif action >= SELECT:
                follow(after, card, mode, (*part, CARD_WORDS[action - SELECT]), slots)
            else:
                follow(after, card, words, part, slots)

    follow(table, None, None, (), ())
    return plays


def random_position(seed):
    """Up to six loose cards and three builds, or two with many cards, mostly low ones, which allow the most choices."""
    choose = np.random.default_rng(seed)
    weights = np.array([1 / (3 + card % 13) for card in range(CARDS)])
    pack = [CARD_WORDS[card] for card in choose.choice(CARDS, 30, replace=False, p=weights / weights.sum())]
    hand, rest = pack[: choose.integers(1, 5)], pack[4:]
    table, rest = rest[: choose.integers(0, 7)], rest[6:]
    built = []
    for _ in range(choose.integers(0, 4 if len(hand) < 3 else 3)):
        bound, rest = rest[:2], rest[2:]
        total = sum(map(value_of, bound))
        if all(map(value_of, bound)) and total in map(value_of, PACK - set(pack)):
            equal = [card for card in rest if value_of(card) == total]
            if equal and choose.random() < 0.3:
                bound, rest = [*bound, equal[0]], [card for card in rest if card != equal[0]]
            owner = int(choose.random() < 0.4 or total not in map(value_of, hand))
            built.append((" ".join(bound), total, owner))
    order = CARD_WORDS.index
    return hand, sorted(table, key=order), built


@pytest.mark.clause(1, 2, 5, 6, 7, 8, 9, 10, 11, "c3", "c4", "c5", "c6", "c7", "c8")
def test_legal_plays_are_all_that_the_rules_allow():
    """The comparison is with an enumeration of all subsets, on random tables."""
    number, found = 0, 0
    for seed in range(count(compiled=2000, interpreted=100)):
        hand, table, built = random_position(seed)
        plays = all_plays(hand, table, built)
        assert reachable_plays(position(" ".join(hand), " ".join(table), *built, other="")) == plays
        number, found = number + 1, found + len(plays)
    assert found > 5 * number


# The end of a deal


@pytest.mark.clause(12)
@pytest.mark.parametrize("capturer", [0, 1])
def test_the_last_capturer_takes_what_is_left(capturer):
    table = last_turns("9♥", "K♣ 2♣", other="", last_capturer=capturer, options={"hands": 1}).play("play 9♥", "trail")
    assert table.over
    assert captured(table, capturer) >= {"K♣", "2♣", "9♥"}
    assert loose(table) == set()


@pytest.mark.clause(12)
def test_the_last_card_may_capture_first():
    table = last_turns("9♥", "9♣ 2♣", other="", last_capturer=1, options={"hands": 1}).play(
        *turn("9♥", "capture", "9♣")
    )
    assert captured(table) == {"9♥", "9♣", "2♣"}


@pytest.mark.clause(13)
@pytest.mark.parametrize(
    ("mine", "score"),
    [
        ("", (0, 11)),
        ("A♣", (1, 10)),
        ("A♣ A♦ A♥ A♠", (4, 7)),
        ("10♦", (2, 9)),
        ("10♥", (0, 11)),
        ("2♠", (1, 10)),
        ("2♣", (0, 11)),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠", (0, 11)),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", (1, 10)),
        (" ".join(card for card in CARD_WORDS[:CARDS] if card[-1] in "♣♥" and card[0] != "A"), (0, 11)),
        (" ".join([*(card for card in CARD_WORDS[:CARDS] if card[-1] in "♣♥"), "A♦"][:26]), (2, 6)),
        (" ".join(card for card in CARD_WORDS[:CARDS] if card[-1] in "♣♥"), (2, 6)),
        (" ".join([*(card for card in CARD_WORDS[:CARDS] if card[-1] in "♣♥"), "3♦"]), (5, 6)),
    ],
)
def test_most_cards_most_spades_and_six_cards_score(mine, score):
    last = "K♠" if "K♠" not in mine else "Q♠"
    pile = cards(mine)
    table = last_turns(last, captured=(" ".join(pile), ""), last_capturer=1, options={"hands": 1})
    table.play(f"play {last}", "trail")
    assert tuple(now(table, "score")) == score


@pytest.mark.clause("c9")
def test_nobody_scores_if_nobody_captures():
    table = GAME.table(seed=3, hands=1)
    while not table.over:
        table.step(TRAIL if table.mask[TRAIL] else int(table.mask.argmax()))
    assert now(table, "score") == [0, 0]
    assert now(table, "reward") == [0, 0]
    assert len(loose(table)) == CARDS


@pytest.mark.clause("c9")
def test_after_a_deal_without_captures_the_table_is_cleared():
    table = GAME.table(seed=3)
    while now(table, "hands_over") == 0:
        table.step(TRAIL if table.mask[TRAIL] else int(table.mask.argmax()))
    assert len(loose(table)) == 4
    assert now(table, "last_capturer") is None


@pytest.mark.clause("c2")
@pytest.mark.parametrize("sweeps", [False, True])
def test_a_sweep_scores_as_an_option(sweeps):
    table = position("9♥ 2♥", "4♣", ("A♣ 8♣", 9, 1), other="9♣ 4♦", options={"sweeps": sweeps})
    table.play(*turn("9♥", "capture", "first build"))
    assert now(table, "sweeps") == [0, 0]
    table.play(*turn("4♦", "capture", "4♣"))
    assert now(table, "sweeps") == [0, int(sweeps)]


@pytest.mark.clause("c2")
def test_it_is_no_sweep_while_a_build_lies_there():
    table = position("4♥ 2♥", "4♣", ("A♣ 8♣", 9, 1), other="9♣", options={"sweeps": True})
    assert now(table.play(*turn("4♥", "capture", "4♣")), "sweeps") == [0, 0]


@pytest.mark.clause("c2", 12)
def test_the_last_capturer_s_remaining_cards_are_no_sweep_but_a_last_capture_can_be_one():
    options = {"hands": 1, "sweeps": True}
    table = last_turns("9♥", "K♣", last_capturer=0, options=options).play("play 9♥", "trail")
    assert sum(now(table, "score")) == 11
    table = last_turns("9♥", "9♣", options=options).play(*turn("9♥", "capture", "9♣"))
    assert sum(now(table, "score")) == 12
    assert now(table, "score") == [1, 11]


@pytest.mark.clause("c2")
def test_sweeps_are_counted_for_each_deal():
    table = last_turns("9♥", "9♣", sweeps=[0, 2], options={"sweeps": True}).play(*turn("9♥", "capture", "9♣"))
    assert now(table, "score") == [1, 13]
    assert now(table, "sweeps") == [0, 0]


@pytest.mark.clause(14)
@pytest.mark.parametrize(("before", "over"), [([0, 10], True), ([0, 9], False), ([20, 10], True), ([20, 9], False)])
def test_21_points_after_a_deal_win(before, over):
    """Player 1 scores the 11 points of the deal."""
    table = last_turns("9♥", "K♣", last_capturer=1, score=before).play("play 9♥", "trail")
    assert table.over == over
    assert now(table, "score") == [before[0], before[1] + 11]
    assert now(table, "reward") == ([-1, 1] if over else [0, 0])
    assert not now(table, "truncated")


@pytest.mark.clause("c9")
@pytest.mark.parametrize(
    ("before", "rewards"), [([22, 12], [-1, 1]), ([30, 12], [1, -1]), ([23, 12], [0, 0])], ids=["less", "more", "equal"]
)
def test_the_better_score_wins_if_both_have_21_and_equal_ones_play_on(before, rewards):
    table = last_turns("9♥", "K♣", last_capturer=1, score=before).play("play 9♥", "trail")
    assert now(table, "reward") == rewards
    assert table.over == any(rewards)


@pytest.mark.clause(14)
@pytest.mark.parametrize(("before", "rewards"), [([0, 20], [-1, 1]), ([40, 0], [1, -1]), ([11, 0], [0, 0])])
def test_so_many_deals_are_played_instead(before, rewards):
    options = {"hands": 2}
    table = last_turns("9♥", "K♣", last_capturer=1, score=before, hands_over=0, options=options)
    table.play("play 9♥", "trail")
    assert not table.over
    table = last_turns("9♥", "K♣", last_capturer=1, score=before, hands_over=1, options=options)
    table.play("play 9♥", "trail")
    assert table.over
    assert now(table, "reward") == rewards


def test_a_match_is_truncated_after_so_many_deals_and_the_scores_decide():
    for before, rewards in (([5, 0], [-1, 1]), ([15, 0], [1, -1]), ([11, 0], [0, 0])):
        options = {"max_hands": 4}
        table = last_turns("9♥", "K♣", last_capturer=1, score=before, hands_over=3, options=options)
        table.play("play 9♥", "trail")
        assert (table.over, now(table, "truncated")) == (True, True)
        assert now(table, "reward") == rewards


@pytest.mark.clause(14)
def test_a_target_and_so_many_deals_do_not_go_together():
    with pytest.raises(ValueError, match="cassino: options target and hands do not go together; give one of them"):
        GAME.table(seed=1, target=21, hands=3)
    assert GAME.table(seed=1, target=30, hands=None).view_words(0)["needed"] == [30, 30]
    for settings in ({"hands": 3}, {"target": 30}, {}):
        options = GAME.options.to_words(GAME.table(seed=1, **settings).state.options, 2)
        assert GAME.blank(2, **options).tobytes() == GAME.blank(2, **settings).tobytes()


def test_a_view_tells_when_the_match_is_stopped():
    table = GAME.table(seed=1, max_hands=3)
    assert (table.view_words(0)["hands_to_stop"], table.view_words(0)["hands_left"]) == (3, 0)
    table = last_turns("9♠", "K♣", options={"max_hands": 3, "hands": 3}).play("play 9♠", "trail")
    assert (table.view_words(0)["hands_to_stop"], table.view_words(0)["hands_left"]) == (2, 2)


@pytest.mark.clause(13)
def test_a_deal_brings_11_points_or_8():
    for seed in range(count(compiled=100, interpreted=5)):
        score = now(play_out(GAME.table(seed=seed, hands=1), seed), "score")
        assert sum(score) in (8, 11)


@pytest.mark.parametrize(
    ("options", "farthest"),
    [({}, 15.5), ({"sweeps": True}, 27.5), ({"hands": 1}, 5.5), ({"hands": 3, "sweeps": True}, 52.5)],
)
def test_rewards_by_score_divide_by_the_farthest_from_the_mean(options, farthest):
    assert GAME.table(seed=1, reward="score", **options).state.score_range == farthest


# A seat's view


def test_a_seat_sees_all_but_the_other_hand_and_the_stock():
    table = position("2♦ 9♠", "K♣ 5♦", ("3♣ 4♣", 7, 1), ("5♠ 3♦ 8♦", 8, 1), other="8♣ 7♣ K♦", score=[3, 22])
    table.play("play 2♦", "build 9", "select first build")
    view = table.view_words(1)
    assert view == {
        "hand": "7♣ 8♣ K♦",
        "table": "K♣ 5♦",
        "builds": ["3♣ 4♣", "3♦ 8♦ 5♠", "", "", "", ""],
        "values": [7, 8, 0, 0, 0, 0],
        "multiple": [0, 1, 0, 0, 0, 0],
        "own": [1, 1, 0, 0, 0, 0],
        "captured": ["", ""],
        "phase": "select",
        "turn": [0, 1],
        "card": "2♦",
        "aim": 9,
        "selected": "",
        "taken": [1, 0, 0, 0, 0, 0],
        "known": [[0] * 6 + [1, 1, 0, 0], [0] * 8 + [1, 0]],
        "hand_sizes": [3, 1],
        "stock_size": CARDS - 12,
        "dealer": [1, 0],
        "last_capturer": [0, 0],
        "sweeps": [0, 0],
        "scores": [22, 3],
        "needed": [0, 18],
        "hands_left": 0,
        "hands_to_stop": 30,
    }
    assert table.view_words(0)["own"] == [0] * 6


def test_a_seat_sees_what_has_been_captured_and_by_whom_last():
    table = position("7♥ 2♦", "K♣ 7♠ 5♠", other="9♣", options={"hands": 2, "sweeps": True})
    table.play("play 7♥", "capture", "select 7♠")
    assert table.view_words(1)["selected"] == "7♠"
    view = table.play("commit").view_words(1)
    assert view["captured"] == ["", "7♥ 7♠"]
    assert view["last_capturer"] == [0, 1]
    assert (view["hands_left"], view["needed"]) == (2, [0, 0])


@pytest.mark.clause("c12")
def test_a_build_shows_a_card_of_its_value_until_one_is_played():
    table = position("3♦ 8♠ K♦", "5♣ K♥", other="2♥ 10♥ 4♥").play(*turn("3♦", "build 8", "5♣"))
    assert now(table, "known") == [[0] * 7 + [1, 0, 0], [0] * 10]
    table.play(*turn("2♥", "build 10", "first build"))  # the 8 is still there
    assert now(table, "known") == [[0] * 7 + [1, 0, 0], [0] * 9 + [1]]
    table.play(*turn("K♦", "capture", "K♥"))
    assert now(table, "known")[0][7] == 1
    table.play("play 10♥")
    assert now(table, "known")[1] == [0] * 10
    table.play("capture", "select first build", "commit", "play 8♠")
    assert now(table, "known")[0] == [0] * 10


@pytest.mark.clause("c12", "c6")
def test_a_player_who_leaves_an_own_build_shows_another_card_of_its_value():
    """The player has played a 7 and owns two builds of 7: to leave either shows another 7."""
    first, second = ("3♣ 4♣", 7, 0), ("A♣ 6♣", 7, 0)
    table = position("7♥ 7♦ 10♠", "7♠ 3♠", first, second, other="2♣", known=[[0] * 6 + [1, 0, 0, 0]])
    table.play("play 7♥")
    assert now(table, "known")[0][6] == 0
    for words, shown in [
        (["capture"], 0),
        (["capture", "select 7♠"], 0),
        (["capture", "select first build"], 0),
        (["capture", "select first build", "select second build"], 0),
        (["capture", "select second build"], 1),
        (["capture", "select 7♠", "commit"], 1),
        (["build 7"], 1),
        (["build 10"], 1),
    ]:
        assert now(table.copy().play(*words), "known")[0][6] == shown, words


@pytest.mark.clause("c12", "c6")
def test_a_player_who_cannot_raise_the_own_build_any_more_shows_another_card_of_its_value():
    """A 4 is played, and there is an own build of 4: the last 4 would raise it to 8."""
    builds = ("A♣ 3♣", 4, 0), ("2♣ 2♦", 4, 1)
    table = position("4♦ 4♠ 8♠", "4♥ 5♥ 3♥", *builds, other="7♣", known=[[0, 0, 0, 1, 0, 0, 0, 0, 0, 0]])
    for words, shown in [
        (["build 8"], 0),
        (["build 8", "select 3♥"], 0),
        (["build 8", "select first build"], 0),
        (["build 8", "select second build"], 1),
        (["build 8", "select 4♥"], 1),
    ]:
        assert now(table.copy().play("play 4♦", *words), "known")[0][3] == shown, words


SINGLE = {"builds": ["3♣ 4♣"], "values": [7], "multiple": [0], "owners": [1]}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 30}, "hands_over: this number ends the match"),
        ({"sweeps": [1, 0]}, "sweeps: "),
        ({"score": [2000, 0]}, "could not see|score: "),
        (SINGLE | {"values": [0]}, "builds: they lie in the first places|owners: "),
        (SINGLE | {"values": [8]}, "builds: cards that add up to 7 are not one set of 8"),
        (SINGLE | {"multiple": [1]}, "builds: cards that add up to 7 are not several sets of 7"),
        (SINGLE | {"builds": ["7♠"]}, "builds: each has two cards"),
        (SINGLE | {"builds": ["K♠ 7♠"]}, "builds: each has two cards"),
        (SINGLE | {"owners": [None]}, "owners: "),
        (SINGLE | {"owners": [0]}, "player 0 must hold a card of the value 7"),
        (SINGLE | {"hands": ["2♦ 9♠", "7♥ 8♦ 8♥ 8♠ 2♥"]}, "hand_sizes"),
        ({"known": [[0] * 10, [0] * 4 + [1] + [0] * 5]}, "player 1 must hold a card of the value 5"),
        ({"aim": 9}, "aim: "),
        ({"selected": "7♣"}, "selected: "),
        ({"phase": "mode"}, "phase: "),
        ({"card": "3♣"}, "card: "),
        ({"card": "2♦", "hands": ["9♠", "7♥"], "phase": "select", "aim": 8}, "'build 8' was not legal"),
        ({"card": "2♦", "hands": ["9♠", "7♥"], "phase": "mode", "over": True}, "card: "),
        ({"card": "2♦", "hands": ["9♠", "7♥"], "phase": "select", "aim": 9, "selected": "K♣"}, "'select K♣' was not"),
        ({"card": "2♦", "hands": ["9♠", "7♥"], "phase": "mode", "aim": 9}, "phase: "),
        ({"hands": ["", "7♥"]}, "no action is legal"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(words, problem):
    given = {"hands": ["2♦ 9♠", "7♥"], "table": "7♣ K♣", "player": 0, "dealer": 1} | words
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given)


def test_no_more_builds_than_there_are_places():
    builds = [(f"{low}{suit} {8 - low}{suit}", 8, 0) for low in (2, 3) for suit in "♣♦"]
    with pytest.raises(ValueError, match="builds: there could be more than 6"):
        position("8♠ A♠ A♥ A♦", "7♥ 7♠", *builds, other="Q♣")
    assert position("8♠ A♠ A♥", "7♥ 7♠", *builds, other="Q♣").legal()


@pytest.mark.clause("c12")
def test_a_position_fills_in_what_builds_and_the_turn_tell():
    table = position("9♠ 8♥ 4♠", "7♣ K♣", ("5♣ 3♣", 8, 1), other="8♦ J♦")
    assert now(table, "known") == [[0] * 10, [0] * 7 + [1, 0, 0]]
    words = now(table.play("play 4♠"), "known")
    table = GAME.position(
        hands=["9♠", "J♦"], player=0, dealer=1, table="7♣ K♣", card="2♦", phase="select", aim=9, selected="7♣"
    )
    assert now(table, "known")[0] == [0] * 8 + [1, 0]
    assert table.legal() == ["commit"]
    assert words[0] == [0] * 10


def test_hands_of_a_position_may_have_different_sizes():
    """Both play until their cards are gone; then four more are dealt."""
    table = position("9♠", "K♣", other="7♥ 2♥ J♥").play("play 9♠", "trail", "play J♥", "trail")
    assert table.player == 1
    table.play("play 7♥", "trail", "play 2♥", "trail")
    assert (table.player, [len(hand.split()) for hand in now(table, "hands")]) == (0, [4, 4])


# Redealing hidden cards


def redealt(table, player, draws):
    """Counts of each hand of the other player."""
    return Counter(now(table.redeal(player, seed), "hands")[1 - player] for seed in range(draws))


def assert_even(found, hands, draws):
    """All of these hands, and no others, come equally often."""
    assert set(found) == {" ".join(sorted(hand, key=CARD_WORDS.index)) for hand in hands}
    share = 1 / len(hands)
    assert max(abs(count / draws - share) for count in found.values()) < 5 * np.sqrt(share * (1 - share) / draws)


@pytest.mark.parametrize("known", [[], [7], [7, 9]], ids=["nothing", "an 8", "an 8 and a 10"])
@pytest.mark.clause("c12")
def test_all_hands_with_the_known_values_are_equally_likely(known):
    hidden = ["8♠", "10♦", "8♥", "10♠", "K♣", "2♣", "3♥"]
    used = [card for card in CARD_WORDS[:CARDS] if card not in hidden]
    flags = [0, [int(place in known) for place in range(10)]]
    table = position(
        used[0], "", other="8♠ 10♦ 2♣", stock="8♥ 10♠ K♣ 3♥", captured=[" ".join(used[1:])], known=[[0] * 10, flags[1]]
    )
    hands = [
        hand
        for hand in combinations(hidden, 3)
        if all(any(value_of(card) == place + 1 for card in hand) for place in known)
    ]
    draws = count(compiled=3000, interpreted=300)
    assert_even(redealt(table, 0, draws), hands, draws)


@pytest.mark.clause("c12")
@pytest.mark.parametrize("hand", ["10♦", "10♦ Q♦", "10♦ 10♣ 4♠"])
def test_any_card_of_the_value_may_be_the_kept_one(hand):
    """With a full stock, a redealt hand is equally likely to be any hand with a 10."""
    assert_any_ten_is_kept(position("Q♣ J♣ 3♣", "7♥ 4♦ 2♣", ("5♣ 5♠", 10, 1), other=hand))


@pytest.mark.clause("c12", 11)
def test_an_owner_who_shows_a_card_that_captures_nothing_can_build_with_it():
    """Here a 3 is bound with 2, with 5 or with both, to 5, 8 or 10. The player has a 9 for the own build."""
    hidden = ["9♠", "8♠", "Q♣", "9♥", "5♠", "6♥"]
    named = [*hidden, "3♠", "2♦", "5♦", "K♦", "A♣", "8♣", "7♣"]
    table = position(
        "9♠ 8♠ Q♣ 3♠",
        "2♦ 5♦ K♦",
        ("A♣ 8♣", 9, 0),
        other="7♣",
        stock="9♥ 5♠ 6♥",
        captured=[" ".join(PACK - set(named))],
        known=[[0] * 8 + [1, 0]],
    ).play("play 3♠")
    assert table.legal() == ["build 8"]
    hands = [hand for hand in combinations(hidden, 3) if {"9♠", "9♥"} & set(hand) and {"5♠", "8♠"} & set(hand)]
    draws = count(compiled=3000, interpreted=200)
    assert_even(redealt(table, 1, draws), hands, draws)
    table.play("build 8")
    hands = [hand for hand in combinations(hidden, 3) if {"9♠", "9♥"} & set(hand) and "8♠" in hand]
    assert_even(redealt(table, 1, draws), hands, draws)
