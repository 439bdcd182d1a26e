"""The rules of Umtali, clause by clause. Cards that a position does not name are in the stock."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs.engine import CARDS, IllegalAction, rng
from cardzoo.envs.engine.cards import JACK, KING, QUEEN, TEN, card_words, parse_cards
from cardzoo.envs.games.umtali import ACTIONS, DRAW_SECOND, DRAW_UPCARD, GAME, HISTORY, MELD_ENTRIES, PASS
from tests.playing import count, now


def drawing(hand, other="", **words):
    """Player 0 is about to draw."""
    return GAME.position(**{"hands": [hand, other], "player": 0, "dealer": 1, "discard_pile": "J♠"} | words)


def melding(hand, other="", **words):
    """Player 0 has drawn from the stock."""
    return drawing(hand, other, phase="meld", **words)


def last_turn(hand, **words):
    """Player 1 has gone out, and player 0 has drawn in the last turn."""
    return melding(hand, "", out=1, **words)


def parse(words):
    """Cards in the table's words."""
    return card_words(sorted(parse_cards(words)))


def offered(table, verb):
    """The objects of a verb's legal actions, as a set of words."""
    return {word.removeprefix(f"{verb} ") for word in table.legal() if word.startswith(f"{verb} ")}


def singles(table):
    return offered(table, "single")


def side(table, player):
    """All cards on a player's side, kind by kind."""
    kinds = ("sets", "sequences", "marriages", "singles")
    return {kind: now(table, kind)[player] for kind in kinds if now(table, kind)[player]}


def play_randomly(table, seed, most_steps=100_000, policy=None):
    """Yields before each action; actions are random unless a policy chooses one."""
    generator = np.random.default_rng(seed)
    for _ in range(most_steps):
        if table.over:
            return
        yield table
        legal = np.flatnonzero(table.mask)
        table.step(policy(table, legal, generator) if policy else generator.choice(legal))


# The deal and the draw


@pytest.mark.clause(1)
def test_two_players_and_a_pack_of_52():
    assert GAME.players == (2, 2)
    assert sorted(GAME.pack_of(2)) == list(range(CARDS))


@pytest.mark.clause(1, 2)
def test_ten_cards_each_one_by_one_then_the_first_discard():
    cards = [*range(51, -1, -1)]
    words = GAME.table(deck=cards, dealer=0).words("hands", "discard_pile", "stock", "player", "phase")
    assert (words["player"], words["phase"]) == (1, "draw")
    assert parse_cards(words["hands"][1]) == sorted(cards[0:20:2])
    assert parse_cards(words["hands"][0]) == sorted(cards[1:20:2])
    assert parse_cards(words["discard_pile"]) == [cards[20]]
    assert parse_cards(words["stock"])[::-1] == cards[21:]


@pytest.mark.clause(2, 3)
def test_a_turn_is_a_draw_then_melds_then_a_discard():
    table = drawing("5♥ 6♥ 7♥ J♣ 9♦", "K♠", stock=stock_with("2♦", "5♥ 6♥ 7♥ J♣ 9♦ K♠ J♠"))
    assert table.legal() == ["draw stock", "draw upcard"]
    table.play("draw stock")
    assert now(table, "hands")[0] == parse("5♥ 6♥ 7♥ J♣ 9♦ 2♦")
    table.play("sequence 5♥ 6♥ 7♥", "single J♣")
    assert offered(table, "discard") == {"9♦", "2♦"}
    table.play("discard 2♦")
    assert table.words("player", "phase", "discard_pile", "turns") == {
        "player": 1,
        "phase": "draw",
        "discard_pile": "J♠ 2♦",
        "turns": 1,
    }


def stock_with(top, used):
    """A stock of all cards that are not used, with this card on top."""
    return [*sorted(set(range(CARDS)) - set(parse_cards(f"{used} {top}"))), *parse_cards(top)]


@pytest.mark.clause(2)
def test_nobody_has_to_meld():
    table = melding("5♥ 6♥ 7♥ J♣ 9♦", "K♠")
    assert offered(table, "discard") == {"5♥", "6♥", "7♥", "J♣", "9♦"}
    table.play("discard 6♥")
    assert now(table, "player") == 1


@pytest.mark.clause(3)
def test_the_discard_pile_gives_its_top_card():
    table = drawing("9♦ 4♣", "K♠", discard_pile="2♠ J♠").play("draw upcard")
    assert table.words("hands", "discard_pile", "taken") == {
        "hands": [parse("9♦ 4♣ J♠"), "K♠"],
        "discard_pile": "2♠",
        "taken": "J♠",
    }


# The second card of the discard pile


@pytest.mark.clause(4, "c1")
def test_a_player_who_melds_the_upcard_may_take_the_next_card_if_it_can_be_melded_too():
    table = drawing("5♥ 6♥ 9♦ 4♣", "K♠", discard_pile="2♠ 8♥ 7♥").play("draw upcard")
    assert "draw second" not in table.legal()
    table.play("sequence 5♥ 6♥ 7♥")
    assert "draw second" in table.legal()
    table.play("draw second")
    assert table.words("taken", "second") == {"taken": "8♥", "second": "taken"}
    assert table.legal() == ["single 8♥"]
    table.play("single 8♥")
    assert set(table.legal()) == {"discard 4♣", "discard 9♦"}
    assert now(table, "discard_pile") == "2♠"


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("below", "hand", "allowed"),
    [
        ("J♠", "9♦ 4♣", True),  # a jack
        ("7♠", "9♦ 4♣", False),
        ("7♠", "9♦ 7♦ 2♣", False),
        ("7♠", "7♦ 7♣ 2♣", True),  # a set
        ("4♥", "9♦ 4♣", True),  # extends the sequence
        ("7♠", "6♠ 8♠ 2♣", True),  # a sequence
        ("Q♠", "9♦ K♠", True),  # a marriage
        ("Q♠", "9♦ K♥", False),
        ("4♠", "4♣", True),  # a pair
        ("4♠", "4♣ 9♣", True),
        ("4♠", "4♣ 9♣ 2♦", False),
    ],
)
def test_the_second_card_must_be_one_that_can_be_melded(below, hand, allowed):
    """Cards of the hand may be needed for it."""
    table = drawing(f"5♥ 6♥ {hand}", "K♣", discard_pile=[below, "7♥"]).play("draw upcard", "sequence 5♥ 6♥ 7♥")
    assert ("draw second" in table.legal()) == allowed


@pytest.mark.clause("c1")
def test_the_next_meld_contains_the_second_card():
    table = drawing("7♥ 6♥ 7♦ 7♣ J♣ 3♣ 4♣ 5♣ 8♣", "K♣", discard_pile="7♠ 5♥").play("draw upcard", "sequence 5♥ 6♥ 7♥")
    assert {"single J♣", "sequence 3♣ 4♣ 5♣"} <= set(table.legal())
    table.play("draw second")
    assert table.legal() == ["set 7♣ 7♦ 7♠"]
    table.play("set 7♣ 7♦ 7♠")
    assert {word for word in table.legal() if not word.startswith("discard")} == {"single J♣", "sequence 3♣ 4♣ 5♣"}


@pytest.mark.clause("c1")
def test_a_second_card_and_no_third():
    table = drawing("9♦ 4♣", "K♣", discard_pile="J♣ J♦ J♥").play("draw upcard", "single J♥", "draw second", "single J♦")
    assert set(table.legal()) == {"discard 9♦", "discard 4♣"}


@pytest.mark.clause("c1")
def test_the_first_meld_must_contain_the_first_card():
    table = drawing("9♦ 4♣ J♣", "K♣", discard_pile="J♦ J♥").play("draw upcard", "single J♣", "single J♥")
    assert "draw second" not in table.legal()


@pytest.mark.clause("c1")
def test_the_second_card_is_taken_right_after_the_first_meld():
    table = drawing("9♦ 4♣ J♣ 3♦", "K♣", discard_pile="J♦ J♥").play("draw upcard", "single J♥")
    assert now(table, "second") == "allowed"
    table.play("single J♣")
    assert "draw second" not in table.legal()
    assert now(table, "second") == "not_now"


@pytest.mark.clause(4)
def test_a_pile_of_one_card_gives_no_second_one():
    table = drawing("9♦ 4♣", "K♣", discard_pile="J♥").play("draw upcard", "single J♥")
    assert "draw second" not in table.legal()
    assert now(table, "second") == "not_now"


@pytest.mark.clause(4)
def test_after_a_draw_from_the_stock_the_pile_gives_nothing():
    table = drawing("9♦ 4♣", "K♣", discard_pile="J♦", stock=stock_with("J♥", "9♦ 4♣ K♣ J♦")).play(
        "draw stock", "single J♥"
    )
    assert "draw second" not in table.legal()


@pytest.mark.clause("c2")
def test_the_upcard_need_not_be_melded():
    table = drawing("9♦ 4♣", "K♠", discard_pile="2♠ J♠").play("draw upcard")
    assert set(table.legal()) == {"single J♠", "discard 9♦", "discard 4♣"}
    table.play("discard 9♦")
    assert now(table, "hands")[0] == "4♣ J♠"


@pytest.mark.clause("c2")
def test_the_upcard_is_discarded_only_if_something_has_been_melded():
    table = drawing("9♦ 4♣ J♣", "K♠", discard_pile="2♠ 7♠").play("draw upcard")
    with pytest.raises(IllegalAction):
        table.play("discard 7♠")
    assert "discard 7♠" in table.play("single J♣").legal()
    table.play("discard 7♠").play("draw stock", "discard K♠").play("draw upcard")
    assert "discard K♠" not in table.legal()


# Sets, sequences and marriages


@pytest.mark.clause(5)
@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("7♣ 7♦ 7♥ 2♠", {"7♣ 7♦ 7♥"}),
        ("7♣ 7♦ 7♥ 7♠ 2♠", {"7♣ 7♦ 7♥ 7♠", "7♣ 7♦ 7♥", "7♣ 7♦ 7♠", "7♣ 7♥ 7♠", "7♦ 7♥ 7♠"}),
        ("K♣ K♦ K♠ A♣ A♥ A♠", {"K♣ K♦ K♠", "A♣ A♥ A♠"}),
        ("J♣ J♦ J♥ J♠", set()),
        ("7♣ 7♦ 8♥ 8♠", set()),
    ],
)
def test_sets_are_three_or_four_of_a_rank_but_not_jacks(hand, sets):
    assert offered(melding(hand, discard_pile="2♣"), "set") == sets


@pytest.mark.clause(6, "c5")
@pytest.mark.parametrize(
    ("hand", "sequences"),
    [
        ("5♥ 6♥ 7♥ 2♠", {"5♥ 6♥ 7♥"}),
        ("A♥ 2♥ 3♥ 2♠", {"A♥ 2♥ 3♥"}),
        ("8♥ 9♥ 10♥ 2♠", {"8♥ 9♥ 10♥"}),
        ("9♥ 10♥ J♥ 2♠", set()),
        ("10♥ J♥ Q♥ K♥", set()),
        ("Q♥ K♥ A♥ 2♥", set()),
        ("K♣ A♦ 2♦", set()),
        ("5♥ 6♥ 7♦ 8♦", set()),
        ("5♥ 6♥ 8♥ 9♥", set()),
        ("A♣ 2♣ 3♣ 4♣", {"A♣ 2♣ 3♣ 4♣", "A♣ 2♣ 3♣", "2♣ 3♣ 4♣"}),
    ],
)
def test_sequences_are_number_cards_of_a_suit_and_the_ace_is_low(hand, sequences):
    assert offered(melding(hand), "sequence") == sequences


@pytest.mark.clause(6)
def test_a_sequence_may_have_all_ten_number_cards():
    table = melding("A♠..10♠ 2♦", "K♠").play(f"sequence {card_words(parse_cards('A♠..10♠'))}")
    assert side(table, 0) == {"sequences": card_words(parse_cards("A♠..10♠"))}


@pytest.mark.clause(7)
@pytest.mark.parametrize(
    ("hand", "marriages"),
    [("Q♣ K♣ 2♠", {"Q♣ K♣"}), ("Q♣ K♦ Q♦ K♠", {"Q♦ K♦"}), ("Q♣ K♦ K♥", set()), ("J♣ Q♣", set())],
)
def test_a_marriage_is_king_and_queen_of_a_suit(hand, marriages):
    assert offered(melding(hand, discard_pile="2♣"), "marriage") == marriages


@pytest.mark.clause(8)
def test_melds_lie_on_their_players_side():
    hand = "7♣ 7♦ 7♥ 2♥ 3♥ 4♥ Q♠ K♠ 5♥ 9♦ J♠"
    table = melding(hand, "5♠ A♣", discard_pile="2♣").play("set 7♣ 7♦ 7♥", "sequence 2♥ 3♥ 4♥ 5♥", "marriage Q♠ K♠")
    table.play("single J♠")
    laid = {"sets": "7♣ 7♦ 7♥", "sequences": "2♥ 3♥ 4♥ 5♥", "marriages": "Q♠ K♠", "singles": "J♠"}
    assert side(table, 0) == laid
    assert side(table, 1) == {}
    assert now(table, "hands")[0] == "9♦"


# Single cards


@pytest.mark.clause(9)
@pytest.mark.parametrize("owner", [0, 1])
def test_either_player_extends_sets_and_sequences_on_either_side(owner):
    sets, sequences = ["", ""], ["", ""]
    sets[owner], sequences[1 - owner] = "2♦ 2♥ 2♣", "5♥ 6♥ 7♥"
    table = melding("4♥ 8♥ 2♠ 3♥ 9♥ 5♦ 6♠", "K♣", sets=sets, sequences=sequences)
    assert singles(table) == {"4♥", "8♥", "2♠"}
    table.play("single 2♠", "single 8♥")
    assert now(table, "singles") == [parse("2♠ 8♥"), ""]
    assert now(table, "sequences") == sequences


@pytest.mark.clause(9)
def test_a_sequence_ends_at_ace_and_ten():
    """A jack would be melded anyway."""
    assert singles(melding("K♥ K♦ 4♥ A♠ Q♣", sequences=["A♥ 2♥ 3♥", "8♣ 9♣ 10♣"])) == {"4♥"}


@pytest.mark.clause(10)
@pytest.mark.parametrize(
    ("base", "hand", "fitting"),
    [
        ("8♥", "7♥ 9♥ 8♣ 8♠ 6♥ 10♥ 7♦ 9♠", {"7♥", "9♥", "8♣", "8♠"}),
        ("A♥", "2♥ K♥ A♣ 3♥", {"2♥", "A♣"}),
        ("10♥", "9♥ Q♥ 10♣", {"9♥", "10♣"}),
        ("Q♥", "K♥ 10♥ Q♣ A♥", {"K♥", "Q♣"}),
        ("K♥", "Q♥ A♥ K♣ 2♥", {"Q♥", "K♣"}),
    ],
)
@pytest.mark.parametrize("owner", [0, 1])
def test_single_cards_are_extended_by_rank_and_by_neighbours_of_the_suit(owner, base, hand, fitting):
    """On either side."""
    laid = ["", ""]
    laid[owner] = base
    assert singles(melding(hand, singles=laid)) == fitting


@pytest.mark.clause(12)
def test_jacks_are_single_cards_at_any_time():
    table = melding("J♣ J♦ J♥ 10♥ Q♥ 9♥", discard_pile="2♣")
    assert {word for word in table.legal() if not word.startswith("discard")} == {"single J♣", "single J♦", "single J♥"}
    table.play("single J♥")
    assert singles(table) == {"J♣", "J♦", "10♥", "Q♥"}
    assert side(table, 0) == {"singles": "J♥"}


@pytest.mark.clause("c3")
def test_king_and_queen_extend_each_other_as_single_cards_and_the_ace_extends_no_king():
    assert singles(melding("K♣ A♠ 2♦", singles=["", "Q♣ K♠"])) == {"K♣"}
    assert singles(melding("Q♣ K♥ A♥ A♠", singles=["", "K♣ A♦"])) == {"Q♣", "K♥", "A♥", "A♠"}
    assert singles(melding("K♥ Q♣", singles=["", "A♥"])) == set()


@pytest.mark.clause("c4")
def test_nothing_extends_a_marriage():
    assert singles(melding("Q♦ K♦ K♣ Q♥", marriages=["Q♠ K♠", ""]).play("marriage Q♦ K♦")) == set()


@pytest.mark.clause("c5", 12)
def test_a_jack_needs_no_sequence_to_extend():
    table = melding("J♦ Q♥ J♥", sequences=["8♥ 9♥ 10♥", ""])
    assert singles(table) == {"J♦", "J♥"}
    assert singles(table.play("single J♥")) == {"J♦", "Q♥"}


@pytest.mark.clause("c17")
def test_from_an_end_of_a_sequence_single_cards_go_on():
    table = melding("8♥ 9♥ 8♠ 10♠ 5♠ 4♣", sequences=["", "5♥ 6♥ 7♥"], discard_pile="2♣")
    assert singles(table) == {"8♥"}
    table.play("single 8♥")
    assert singles(table) == {"9♥", "8♠"}
    table.play("single 9♥", "single 8♠")
    assert singles(table) == set()


@pytest.mark.clause("c17", 9)
def test_cards_within_a_sequence_or_set_extend_nothing_else():
    """No 5 or 6 beside a sequence, no neighbours beside a set."""
    table = melding("5♠ 6♠ 7♣ 9♦ 3♦", sequences=["5♥ 6♥ 7♥", ""], sets=["", "8♦ 8♥ 8♣"])
    assert singles(table) == set()


# Melds are not to be broken up


@pytest.mark.clause(11, "c6")
@pytest.mark.parametrize(
    ("hand", "fitting"),
    [
        ("5♥ 6♥ 7♥ 9♦", set()),
        ("5♥ 6♥ 9♦", {"5♥", "6♥"}),
        ("5♥ 5♦ 5♣ 9♦", set()),
        ("5♥ 5♦ 9♦", {"5♥", "5♦"}),
        ("Q♥ K♥ 9♦", set()),
        ("K♥ 9♦", {"K♥"}),
        ("Q♥ K♦", {"Q♥", "K♦"}),
    ],
)
def test_cards_of_a_meld_in_hand_are_not_laid_singly(hand, fitting):
    """5♠ 5♣ 4♥ 6♠ 7♠ and the like would extend these cards on the table."""
    base = "4♥ 5♠ 6♠ Q♠ K♠"
    assert singles(melding(hand, singles=["", base])) == fitting


@pytest.mark.clause("c6")
def test_where_melds_overlap_the_player_chooses():
    table = melding("5♥ 6♥ 7♥ 7♣ 7♦ 2♠")
    assert {"sequence 5♥ 6♥ 7♥", "set 7♣ 7♦ 7♥"} <= set(table.legal())
    table.play("set 7♣ 7♦ 7♥")
    assert not offered(table, "sequence")
    table = melding("K♣ K♦ K♥ Q♥ 2♠")
    assert {"marriage Q♥ K♥", "set K♣ K♦ K♥"} <= set(table.legal())


@pytest.mark.clause("c6")
def test_cards_of_a_meld_may_be_kept_or_discarded():
    table = melding("5♥ 6♥ 7♥ 2♠", "K♣").play("discard 6♥")
    assert now(table, "hands")[0] == "5♥ 7♥ 2♠"


@pytest.mark.clause("c6")
def test_the_rest_of_an_overlap_may_be_laid_singly():
    """7♣ is part of a set until 7♥ has gone into the sequence."""
    table = melding("5♥ 6♥ 7♥ 7♣ 7♦ 2♠", singles=["", "8♣"])
    assert singles(table) == set()
    assert singles(table.play("sequence 5♥ 6♥ 7♥")) == {"7♣"}


@pytest.mark.clause("c7")
def test_three_of_four_equal_cards_may_be_laid_down_and_the_fourth_kept():
    table = melding("7♣ 7♦ 7♥ 7♠ 2♠", "K♣").play("set 7♣ 7♦ 7♠")
    assert side(table, 0) == {"sets": "7♣ 7♦ 7♠"}
    assert set(table.legal()) == {"single 7♥", "discard 7♥", "discard 2♠"}


@pytest.mark.clause("c7")
def test_a_part_of_a_sequence_may_be_laid_down_and_the_rest_kept_or_laid_singly():
    table = melding("4♥ 5♥ 6♥ 7♥ 2♠", "K♣").play("sequence 5♥ 6♥ 7♥")
    assert set(table.legal()) == {"single 4♥", "discard 4♥", "discard 2♠"}


@pytest.mark.clause("c7", 11)
def test_a_long_sequence_may_be_laid_down_in_parts():
    """While they are still part of a sequence, cards of the rest are not laid singly."""
    table = melding("3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 2♠").play("sequence 3♥ 4♥ 5♥")
    assert offered(table, "sequence") == {"6♥ 7♥ 8♥"}
    assert singles(table) == set()


# Going out


@pytest.mark.clause(13, "c18")
def test_a_player_who_has_melded_all_cards_has_gone_out_without_a_discard():
    table = melding("5♥ 6♥ 7♥ J♣", "K♣ 2♦").play("sequence 5♥ 6♥ 7♥", "single J♣")
    assert table.words("out", "player", "phase", "discard_pile") == {
        "out": 0,
        "player": 1,
        "phase": "draw",
        "discard_pile": "J♠",
    }


@pytest.mark.clause(13, 15)
def test_a_player_who_discards_the_last_card_has_gone_out():
    table = melding("5♥ 6♥ 7♥ 2♣", "K♣ 2♦").play("sequence 5♥ 6♥ 7♥")
    assert table.legal() == ["discard 2♣", "discard face down"]
    table.play("discard 2♣")
    assert table.words("out", "player", "discard_pile", "covered") == {
        "out": 0,
        "player": 1,
        "discard_pile": "J♠ 2♣",
        "covered": None,
    }
    assert table.legal() == ["draw stock", "draw upcard"]


@pytest.mark.clause(15, "c9")
def test_only_the_last_card_may_be_discarded_face_down():
    table = melding("5♥ 6♥ 2♣", "K♣ 2♦")
    assert "discard face down" not in table.legal()
    assert "pass" not in table.legal()
    assert melding("2♣", "K♣ 2♦").legal() == ["discard 2♣", "discard face down"]


@pytest.mark.clause("c9")
def test_in_the_last_turn_nothing_is_discarded_face_down():
    assert last_turn("2♣").legal() == ["discard 2♣", "pass"]


@pytest.mark.clause(14, "c8")
@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("8♣ 8♦", True),
        ("8♣ 8♦ 2♠", True),
        ("8♣ 8♦ 2♠ 3♥", False),
        ("8♣ 8♦ 2♠ 3♠ 4♠", False),
        ("J♣ J♦", False),
        ("J♣ J♦ 2♠", False),
        ("8♣ 9♣ 2♠", False),
        ("8♣ 8♦ 8♥", False),
    ],
)
def test_a_pair_takes_the_last_two_cards_or_two_of_the_last_three(hand, allowed):
    assert ("pair" in melding(hand, "K♣").legal()) == allowed


@pytest.mark.clause(14)
def test_a_pair_after_other_melds_makes_a_player_go_out():
    table = melding("5♥ 6♥ 7♥ 8♣ 8♦", "K♣ 2♦").play("sequence 5♥ 6♥ 7♥", "pair")
    assert now(table, "out") == 0
    assert side(table, 0) == {"sequences": "5♥ 6♥ 7♥", "sets": "8♣ 8♦"}


@pytest.mark.clause("c8")
def test_the_card_left_after_a_pair_is_melded_or_discarded():
    table = melding("8♣ 8♦ 2♥", "K♣", sequences=["3♥ 4♥ 5♥", ""]).play("pair")
    assert table.legal() == ["single 2♥", "discard 2♥", "discard face down"]
    assert now(table.copy().play("single 2♥"), "out") == 0
    assert now(table.copy().play("discard 2♥"), "out") == 0


@pytest.mark.clause("c6", "c8")
def test_a_pair_breaks_up_no_marriage():
    table = melding("Q♣ Q♦ K♣", "2♣")
    assert "pair" not in table.legal()
    assert "pair" in melding("Q♣ Q♦ K♥", "2♣").legal()


@pytest.mark.clause("c8")
def test_one_pair_and_no_second_one():
    """5♠ comes second from the discard pile, but 5♣ 5♠ would be another pair."""
    table = drawing("8♣ 5♣", "K♣", discard_pile="5♠ 8♦").play("draw upcard", "pair")
    assert table.legal() == ["discard 5♣", "discard face down"]
    table = drawing("8♣ 5♣", "K♣", discard_pile="J♠ 8♦").play("draw upcard", "pair", "draw second", "single J♠")
    assert table.legal() == ["discard 5♣", "discard face down"]


# The last turn


@pytest.mark.clause(16)
def test_after_a_discard_face_down_the_last_turn_begins_with_the_stock():
    table = melding("2♣", "K♣ 2♦ 6♥").play("discard face down")
    assert table.words("player", "covered", "discard_pile") == {"player": 1, "covered": 1, "discard_pile": "J♠ 2♣"}
    assert table.legal() == ["draw stock"]


@pytest.mark.clause(16)
def test_the_other_player_has_one_turn_and_then_the_hand_is_over():
    table = melding("2♣", "K♣ 2♦ 6♥", options={"hands": 1}).play("discard 2♣", "draw upcard")
    assert not table.over
    assert set(table.legal()) == {"discard K♣", "discard 2♦", "discard 6♥", "pass"}
    assert table.play("discard K♣").over


@pytest.mark.clause(17, "c11")
def test_in_the_last_turn_pairs_are_extended_by_their_rank():
    table = melding("8♣ 8♦", "8♥ 8♠ 7♣ 9♦ 2♠", discard_pile="2♦").play("pair", "draw upcard")
    assert singles(table) == {"8♥", "8♠"}


@pytest.mark.clause("c11")
def test_before_the_last_turn_a_pair_is_not_extended():
    """The last card may well be of the pair's rank if it was taken second."""
    table = drawing("8♣ 5♣", "K♣", discard_pile="8♥ 8♦").play("draw upcard", "pair")
    assert table.legal() == ["discard 5♣", "discard face down"]


@pytest.mark.clause(17, "c10")
def test_the_player_of_the_last_turn_may_meld_a_pair_to_go_out():
    assert "pair" in last_turn("4♣ 4♦").legal()
    assert "pair" in last_turn("4♣ 4♦ 9♥").legal()
    assert "pair" not in last_turn("4♣ 4♦ 9♥ 6♠").legal()
    table = last_turn("4♣ 4♦ 9♥", options={"hands": 1}).play("pair", "discard 9♥")
    assert now(table, "score") == [2, 0]


@pytest.mark.clause(18, "c10")
def test_cards_left_go_to_the_side_of_the_player_who_went_out():
    table = last_turn("K♣ 4♦ 9♥ 2♥", options={"hands": 1}).play("discard K♣")
    assert table.over
    assert side(table, 1) == {"singles": parse("4♦ 9♥ 2♥")}
    assert table.words("hands", "score") == {"hands": ["", ""], "score": [0, 3]}


@pytest.mark.clause(18, "c10")
def test_in_the_last_turn_melds_and_the_discard_are_left_to_the_player():
    table = last_turn("5♥ 6♥ 7♥ J♣ K♣", options={"hands": 1})
    assert "pass" in table.legal()
    table.play("pass")
    assert table.over
    assert now(table, "score") == [0, 3 + 10]


@pytest.mark.clause("c10")
def test_if_both_go_out_nothing_is_handed_over():
    table = last_turn("5♥ 6♥ 7♥ 2♣", singles=["", "K♠"], options={"hands": 1}).play("sequence 5♥ 6♥ 7♥", "discard 2♣")
    assert table.over
    assert table.words("score", "singles") == {"score": [3, 5], "singles": ["", "K♠"]}


# Scores


@pytest.mark.clause(19, "c12")
@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ({"sets": ["10♣ 10♦ 10♥", ""]}, 15),
        ({"sets": ["9♣ 9♦ 9♥ 9♠", ""]}, 4),
        ({"sets": ["K♣ K♦ K♥", ""]}, 15),
        ({"sets": ["A♣ A♦ A♥", ""]}, 3),
        ({"sequences": ["A♥ 2♥ 3♥", ""]}, 3),
        ({"sequences": ["7♥ 8♥ 9♥ 10♥", ""]}, 8),
        ({"marriages": ["Q♥ K♥", ""]}, 20),
        ({"marriages": ["Q♥ K♥ Q♠ K♠", ""]}, 40),
        ({"singles": ["Q♥ K♥", ""]}, 10),
        ({"singles": ["J♥ 2♣", ""]}, 6),
        ({"sets": ["8♣ 8♦", ""]}, 2),
    ],
)
def test_tens_and_court_cards_score_five_others_one_and_a_marriage_twenty(laid, points):
    table = last_turn("4♣", options={"hands": 1}, **laid).play("discard 4♣")
    assert now(table, "score") == [points, 0]
    assert now(table, "reward") == [1, -1]


@pytest.mark.clause("c12")
def test_king_and_queen_that_are_handed_over_are_no_marriage():
    table = last_turn("Q♥ K♥ 2♣", options={"hands": 1}).play("discard 2♣")
    assert now(table, "score") == [0, 10]


@pytest.mark.clause("c13")
def test_discards_score_for_nobody():
    """Neither of the last two does."""
    table = melding("5♥ 6♥ 7♥ K♦", "K♣ J♣", options={"hands": 1}, discard_pile="2♠")
    table.play("sequence 5♥ 6♥ 7♥", "discard face down", "draw stock", "single J♣", "discard K♣")
    drawn = now(table, "singles")[0]
    assert len(drawn.split()) == 1
    points = 5 if drawn[:-1] in {"10", "J", "Q", "K"} else 1
    assert now(table, "score") == [3 + points, 5]


@pytest.mark.clause(20, "c15")
def test_the_next_hand_has_the_other_dealer():
    table = last_turn("4♣", singles=["K♠", "Q♠"], score=[30, 40], hands_over=1, known=["4♣", ""]).play("discard 4♣")
    names = "score dealer player phase over reward hands_over out turns known history_length"
    assert table.words(*names.split()) == {
        "score": [35, 45],
        "dealer": 0,
        "player": 1,
        "phase": "draw",
        "over": False,
        "reward": [0, 0],
        "hands_over": 2,
        "out": None,
        "turns": 0,
        "known": ["", ""],
        "history_length": [0, 0],
    }
    assert [len(hand.split()) for hand in now(table, "hands")] == [10, 10]
    assert len(now(table, "discard_pile").split()) == 1
    assert side(table, 0) == side(table, 1) == {}


@pytest.mark.clause("c15")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(20)} == {0, 1}


@pytest.mark.clause(20)
@pytest.mark.parametrize(("hands", "before"), [(4, 3), (1, 0), (2, 1)])
def test_most_points_after_the_last_hand_win(hands, before):
    words = {"score": [30, 31], "singles": ["K♠", "2♠ 3♦"], "options": {"hands": hands}}
    table = last_turn("4♣", hands_over=before, **words).play("discard 4♣")
    assert table.over
    assert table.words("score", "reward", "truncated") == {"score": [35, 33], "reward": [1, -1], "truncated": False}
    if before:
        assert not last_turn("4♣", hands_over=before - 1, **words).play("discard 4♣").over


@pytest.mark.clause("c16")
def test_equal_scores_are_a_draw():
    table = last_turn("4♣", singles=["K♠", "Q♠"], options={"hands": 1}).play("discard 4♣")
    assert table.words("score", "reward") == {"score": [5, 5], "reward": [0, 0]}


# The stock used up, and the bound on turns


def no_stock(hand, other, stock="", **words):
    """Player 0 is about to draw, and the stock is used up. Other ranks lie on the table as sets, unless cards miss."""
    rest = set(range(CARDS)) - set(parse_cards(f"{hand} {other} {stock} 2♠"))
    full = [card for card in rest if rest.issuperset(range(card % 13, CARDS, 13)) and card % 13 != JACK]
    pile = [*sorted(rest.difference(full)), *parse_cards("2♠")]
    return drawing(hand, other, stock=stock, sets=["", full], discard_pile=pile, **words)


@pytest.mark.clause("c14")
def test_without_a_stock_the_upcard_may_be_drawn():
    table = no_stock("5♥ 6♥ 9♣", "K♣ 4♦")
    assert table.legal() == ["draw upcard", "pass"]
    table.play("draw upcard", "discard 9♣")
    assert table.words("player", "over", "hands_over") == {"player": 1, "over": False, "hands_over": 0}


@pytest.mark.clause("c14")
def test_a_player_who_passes_without_a_stock_ends_the_hand():
    """Each side scores what lies there, and the hands count for nobody."""
    table = no_stock("5♥ 6♥ 9♣", "K♣ 4♦", options={"hands": 1})
    laid = parse_cards(now(table, "sets")[1])
    table.play("pass")
    assert table.words("over", "truncated", "out") == {"over": True, "truncated": False, "out": None}
    assert now(table, "hands") == [parse("5♥ 6♥ 9♣"), parse("K♣ 4♦")]
    assert now(table, "score") == [0, len(laid) + 4 * sum(card % 13 >= TEN for card in laid)]


@pytest.mark.clause("c14")
def test_with_a_stock_nobody_passes_a_draw():
    assert "pass" not in drawing("9♦ 4♣", "K♠").legal()
    assert "pass" not in drawing("9♦ 4♣", "", out=1).legal()
    assert no_stock("5♥ 6♥ 9♣", "K♣ 4♦", stock="5♠").legal() == ["draw stock", "draw upcard"]


@pytest.mark.clause("c14", 16)
def test_in_the_last_turn_who_passes_goes_on_without_a_new_card():
    table = no_stock("5♥ 6♥ 9♣", "", out=1, options={"hands": 1})
    assert table.legal() == ["draw upcard", "pass"]
    table.play("pass")
    assert (table.over, now(table, "phase")) == (False, "meld")
    table.play("discard 9♣")
    assert side(table, 1)["singles"] == "5♥ 6♥"
    table = no_stock("5♥ 6♥ 9♣", "", out=1, covered=3)
    assert table.legal() == ["pass"]


def test_a_hand_is_stopped_by_the_bound_on_turns():
    """Each side scores what lies there; the game goes on."""
    table = melding("9♦ 4♣", "K♠", turns=4, singles=["J♣", "J♦ A♦"], options={"max_turns": 6}, discard_pile="8♠").play(
        "discard 9♦"
    )
    assert now(table, "hands_over") == 0
    table.play("draw stock", "discard K♠")
    assert table.words("hands_over", "score", "over", "turns") == {
        "hands_over": 1,
        "score": [5, 6],
        "over": False,
        "turns": 0,
    }


def test_the_last_turn_is_played_beyond_the_bound():
    table = melding("9♦", "K♠ 4♥", turns=5, options={"max_turns": 6, "hands": 1}).play("discard 9♦")
    assert (table.over, table.player) == (False, 1)
    table.play("draw upcard", "discard K♠")
    assert table.words("over", "truncated") == {"over": True, "truncated": False}


@pytest.mark.parametrize(("hands_over", "truncated"), [(3, True), (2, False)])
def test_the_game_is_truncated_if_its_last_hand_was_stopped(hands_over, truncated):
    options = {"max_turns": 1}
    table = melding("9♦ 4♣", "K♠", hands_over=hands_over, options=options, score=[7, 9]).play("discard 9♦")
    assert table.over == truncated
    assert now(table, "truncated") == truncated
    assert now(table, "reward") == ([-1, 1] if truncated else [0, 0])


# All melds are found, and no others


def is_set(cards):
    ranks = {card % 13 for card in cards}
    return len(cards) in {3, 4} and len(ranks) == 1 and ranks != {JACK}


def is_sequence(cards):
    low, high = min(cards), max(cards)
    return len(cards) >= 3 and high - low == len(cards) - 1 and low // 13 == high // 13 and high % 13 <= TEN


def is_marriage(cards):
    return (
        len(cards) == 2 and {card % 13 for card in cards} == {QUEEN, KING} and len({card // 13 for card in cards}) == 1
    )


KINDS = {"set": is_set, "sequence": is_sequence, "marriage": is_marriage}


def melds_within(hand):
    """All sets, sequences and marriages of some of the cards, as (kind, cards)."""
    alike = [[card for card in hand if card % 13 == rank] for rank in range(13)]
    alike += [[card for card in hand if card // 13 == suit] for suit in range(4)]
    groups = [set(cards) for some in alike for size in range(2, len(some) + 1) for cards in combinations(some, size)]
    return [(kind, cards) for cards in groups for kind, is_one in KINDS.items() if is_one(cards)]


def part_of_melds(hand):
    return set().union(*(cards for _, cards in melds_within(hand)))


def extends(card, laid, last):
    """Returns whether a card extends one of the melds on the table, which are (kind, cards)."""
    for kind, cards in laid:
        ranks = {other % 13 for other in cards}
        if kind == "sequence" and is_sequence(cards | {card}):
            return True
        if (kind == "set" or (kind == "pair" and last)) and ranks == {card % 13}:
            return True
        if kind == "single":
            (other,) = cards
            if card % 13 == other % 13 or (card // 13 == other // 13 and abs(card - other) == 1):
                return True
    return card % 13 == JACK


def words_for(kind, cards):
    return f"{kind} {card_words(sorted(cards))}" if kind != "pair" else kind


def legal_melds(hand, laid, needed=(), last=False):
    """The melds that the rules allow, by brute force: those that contain the needed cards, in words."""
    basic = part_of_melds(hand)
    found = melds_within(hand)
    found += [("single", {card}) for card in hand - basic if extends(card, laid, last)]
    for pair in combinations(sorted(hand - basic), 2):
        if len(hand) <= 3 and len({card % 13 for card in pair} - {JACK}) == 1 and pair[0] % 13 == pair[1] % 13:
            found.append(("pair", set(pair)))
    return {words_for(kind, cards) for kind, cards in found if cards.issuperset(needed)}


def random_melds(cards, generator):
    """Some melds of these cards, as they may lie on the table, and the other cards."""
    laid = []
    for _ in range(generator.integers(5)):
        choices = melds_within(set(cards[:12])) or [("single", {cards[0]})]
        kind, meld = choices[generator.integers(len(choices))] if generator.random() < 0.7 else ("single", {cards[0]})
        laid.append((kind, meld))
        cards = [card for card in cards if card not in meld]
    return laid, cards


def random_cards(generator):
    """The pack in random order, but such that the first cards are of few ranks and suits."""
    low = generator.integers(0, 9)
    near = [card for card in range(CARDS) if low <= card % 13 < low + 5]
    order = [*generator.permutation(near), *generator.permutation(sorted(set(range(CARDS)) - set(near)))]
    return [int(card) for card in order]


def position_of(hand, laid, pair=(), **words):
    """A position with these melds, which are on either side."""
    sides = {f"{kind}s": [[], []] for kind in ("set", "sequence", "marriage", "single")}
    for place, (kind, cards) in enumerate(laid):
        sides[f"{kind}s"][place % 2] += sorted(cards)
    sides["sets"][1] += pair
    pile = words.pop("pile", [])
    return GAME.position(phase="meld", hands=[sorted(hand), []], discard_pile=pile, **sides, **words)


@pytest.mark.clause(5, 6, 7, 9, 10, 11, 12, 14, 17, "c6", "c7", "c8", "c11", "c17")
def test_the_legal_melds_are_those_that_a_search_finds():
    """For random hands and tables, in the last turn and before, with a second card and without."""
    generator = np.random.default_rng(1)
    kinds = Counter()
    for _ in range(count(compiled=250, interpreted=60)):
        laid, cards = random_melds(random_cards(generator), generator)
        hand = set(cards[: generator.integers(1, 12)])
        rest = cards[len(hand) :]
        last = bool(generator.random() < 0.3)
        twins = [pair for pair in combinations(rest, 2) if pair[0] % 13 == pair[1] % 13 != JACK]
        pair = list(twins[0]) if last and twins else []
        on_table = [*laid, ("pair", set(pair))] if pair else laid
        table = position_of(hand, laid, pair, out=1 if last else None)
        offers = {word for word in table.legal() if not word.startswith(("discard", "pass"))}
        assert offers == legal_melds(hand, on_table, last=last), (table.words("hands"), on_table)
        kinds.update(word.split()[0] for word in offers)
        for card in sorted(hand)[:3]:
            if with_card := legal_melds(hand, on_table, {card}, last):
                taken = {"taken": card, "second": "taken", "known": [[card], []]}
                table = position_of(hand, laid, pair, out=1 if last else None, **taken)
                assert set(table.legal()) == with_card, (card_words([card]), on_table)
    assert kinds.keys() == {"set", "sequence", "marriage", "single", "pair"}


@pytest.mark.clause(4, "c1")
def test_the_second_card_is_offered_if_a_search_finds_a_meld_with_it():
    generator = np.random.default_rng(2)
    offers = 0
    for _ in range(count(compiled=150, interpreted=40)):
        laid, cards = random_melds(random_cards(generator), generator)
        hand = set(cards[: generator.integers(1, 11)])
        second = cards[len(hand)]
        table = position_of(hand, laid, second="allowed", pile=[second])
        offered_now = bool(table.mask[DRAW_SECOND])
        assert offered_now == bool(legal_melds(hand | {second}, laid, {second}))
        offers += offered_now
    assert 20 < offers < count(compiled=150, interpreted=40)


# Agents


@pytest.mark.clause("c14")
@pytest.mark.parametrize("deal", [6012, 9155])
def test_experts_do_not_swap_discards_for_ever_without_a_stock(deal):
    """An expert who can meld nothing with the upcard passes."""
    expert, generator = find_agent("expert", GAME), rng.generators(np.zeros(1, np.uint64))
    table = GAME.table(seed=deal, hands=1)
    while not table.over and now(table, "turns") < 40:
        table.step(expert.act(table.view(table.player), table.mask, generator))
    assert (table.over, now(table, "truncated")) == (True, False)


@pytest.mark.clause("c7")
def test_the_expert_lays_down_the_longer_one_of_equal_melds():
    """Three of the cards and the fourth as a single card would count the same."""
    table = melding("7♣ 7♦ 7♥ 7♠ 2♠", "K♣")
    expert, generator = find_agent("expert", GAME), rng.generators(np.zeros(1, np.uint64))
    assert ACTIONS.words[expert.act(table.view(0), table.mask, generator)] == "set 7♣ 7♦ 7♥ 7♠"


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 4}, "hands_over"),
        ({"turns": 100}, "turns"),
        ({"score": [1, 0]}, "score"),
        ({"hands": ["A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ K♣ K♦", ""]}, "hands"),
        ({"out": 0}, "out"),
        ({"out": 1}, "out"),
        ({"covered": 0}, "covered"),
        ({"hands": ["9♦ 4♣", ""], "out": 1, "covered": 2}, "covered"),
        ({"taken": "9♦"}, "taken"),
        ({"taken": "9♦", "known": ["9♦", ""], "phase": "draw"}, "taken"),
        ({"second": "allowed", "discard_pile": ""}, "second"),
        ({"second": "taken"}, "second"),
        ({"sets": ["J♣ J♦ J♥", ""]}, "sets"),
        ({"sets": ["5♣ 5♦ 6♣ 6♦", ""]}, "sets"),
        ({"sequences": ["8♠ 9♠ 10♠ Q♠", ""]}, "sequences"),
        ({"marriages": ["Q♠ K♥", ""]}, "marriages"),
        ({"known": ["", "9♦"]}, "known"),
        ({"history_length": [0, 140]}, "history_length"),
        ({"history_length": [0, 1], "history": [[0], [1]]}, "history"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    if "history" in words:
        words = words | {"history": [line + [0] * (HISTORY - 1) for line in words["history"]]}
    with pytest.raises(ValueError, match=f"position: {problem}: "):
        drawing("9♦ 4♣", "K♠", **{"phase": "meld"} | words)


# An action is always legal


def draws_upcards(table, legal, generator):
    """Keeps the stock: draws from the discard pile and, most of the time, melds nothing."""
    if DRAW_UPCARD in legal:
        return DRAW_UPCARD
    discards = legal[legal >= ACTIONS.first("discard")]
    return generator.choice(discards if len(discards) and generator.random() < 0.9 else legal)


def melds_down(table, legal, generator):
    """Reduces the choices: takes second cards and passes, and melds down to the last card."""
    for action in (DRAW_SECOND, PASS, DRAW_UPCARD):
        if action in legal:
            return action
    melding_actions = legal[legal < ACTIONS.first("discard")]
    return generator.choice(melding_actions if len(melding_actions) else legal)


@pytest.mark.parametrize("policy", [None, draws_upcards, melds_down], ids=["random", "draws upcards", "melds down"])
def test_something_is_always_legal_and_the_cards_are_the_pack(policy):
    """The end of a hand, by the rules or by the bound, always comes."""
    pack = GAME.count(GAME.pack_of(2))
    for seed in range(count(compiled=6, interpreted=1)):
        for table in play_randomly(
            GAME.table(seed=seed, max_turns=100), seed, count(compiled=1000, interpreted=200), policy
        ):
            assert table.mask.any()
            assert np.array_equal(table.count_cards(), pack)
            assert now(table, "turns") <= 100


def test_the_longest_hand_fits_its_history():
    """A player who takes each discard plays on to the bound; nothing is melded before that."""
    table = GAME.table(seed=3, max_turns=200, hands=1)
    for _ in play_randomly(table, 1, policy=draws_upcards):
        assert max(now(table, "history_length")) <= 3 * 102 + MELD_ENTRIES


# A seat's view


def test_a_seat_sees_its_own_hand_and_what_lies_open():
    table = melding(
        "5♥ 6♥ 7♥ K♦",
        "Q♣ 2♠ 9♦",
        sets=["", "8♦ 8♥ 8♣"],
        marriages=["Q♠ K♠", ""],
        known=["K♦", "2♠"],
        score=[20, 10],
        hands_over=1,
        turns=7,
    )
    view = table.view_words(1)
    assert view["hand"] == parse("Q♣ 2♠ 9♦")
    assert view["known"] == ["2♠", "K♦"]
    assert view["hand_sizes"] == [3, 4]
    assert view["sets"] == ["8♣ 8♦ 8♥", ""]
    assert view["marriages"] == ["", "Q♠ K♠"]
    assert view["points"] == [3, 20]
    assert view["scores"] == [10, 20]
    assert view["discard_pile"] == "J♠"
    assert view["fits"] == "J♣ J♦ J♥ 8♠ J♠"
    assert view["in_melds"] == ""
    assert table.view_words(0)["in_melds"] == "5♥ 6♥ 7♥"
    assert {name: view[name] for name in ("turn", "dealer", "out", "hands_left", "turns_left", "taken", "second")} == {
        "turn": [0, 1],
        "dealer": [1, 0],
        "out": [0, 0],
        "hands_left": 3,
        "turns_left": 93,
        "taken": None,
        "second": "not_now",
    }
    assert view["stock_size"] == CARDS - 4 - 3 - 3 - 2 - 1


def test_cards_that_fit_are_those_that_could_be_laid_singly():
    """The check tries every card that is not on the table, in random games."""
    for seed in range(count(compiled=4, interpreted=1)):
        for table in play_randomly(GAME.table(seed=seed), seed, count(compiled=300, interpreted=60)):
            if now(table, "phase") == "meld":
                view = table.view_words(table.player)
                if view["second"] != "taken":
                    free = set(view["hand"].split()) & set(view["fits"].split()) - set(view["in_melds"].split())
                    assert singles(table) == free


def test_cards_from_the_discard_pile_are_known_until_they_are_played():
    table = drawing("9♦ 4♣ 2♥", "K♠ 8♦ 3♥", discard_pile="2♠ 9♠").play("draw upcard", "discard 4♣")
    assert now(table, "known") == ["9♠", ""]
    table.play("draw upcard", "discard 8♦", "draw stock", "discard 9♠")
    assert now(table, "known") == ["", "4♣"]


@pytest.mark.clause(15)
def test_a_discard_face_down_is_seen_by_its_player_only():
    table = melding("2♣", "K♣ 2♦ 6♥").play("discard face down")
    views = [table.view_words(player) for player in range(2)]
    assert [view["discard_pile"] for view in views] == ["J♠ 2♣", "J♠ ?"]
    assert [view["face_down"] for view in views] == [1, 1]
    table.play("draw stock", "discard K♣")
    assert now(table, "covered") is None


@pytest.mark.clause(15)
def test_a_card_that_both_know_stays_known_face_down():
    table = melding("2♣", "K♣ 2♦ 6♥", known=["2♣", ""]).play("discard face down")
    assert table.view_words(1)["discard_pile"] == "J♠ 2♣"
    assert {now(table.redeal(1, seed), "discard_pile") for seed in range(5)} == {"J♠ 2♣"}


# Redealing hidden cards


def hidden_hand(table, player):
    """The other hand, without its known cards."""
    words = table.words("hands", "known")
    return " ".join(c for c in words["hands"][player].split() if c not in words["known"][player].split())


def test_redealing_keeps_what_a_seat_knows():
    table = drawing("9♦ 4♣ 2♥", "K♠ 8♦ 3♥ 5♠", known=["", "8♦"])
    hands = Counter()
    for seed in range(count(compiled=300, interpreted=60)):
        own, other = now(table.redeal(0, seed), "hands")
        assert own == parse("9♦ 4♣ 2♥")
        assert "8♦" in other.split()
        assert len(other.split()) == 4
        hands.update(other.split())
    assert len(hands) > 30


def same_shares(found, expected):
    """Returns whether counts agree with shares, by a chi-squared test that is wrong once in a million times."""
    scale = sum(found.values()) / sum(expected.values())
    squares = sum((found[key] - count * scale) ** 2 / (count * scale) for key, count in expected.items())
    freedom = len(expected) - 1
    return found.keys() <= expected.keys() and squares < freedom + 5 * np.sqrt(2 * freedom) + 12


def histories(start, actions, player):
    """The hidden hands of all deals in which these actions could have been played, with their counts.

    All ways are tried in which the cards unseen by the player can be the other hand and the stock.
    """
    other = 1 - player
    hand = np.flatnonzero(start.state.hands[other])
    stock = start.state.stock.cards[: start.state.stock.height]
    found = Counter()
    for cards in combinations(sorted([*hand, *stock]), len(hand)):
        rest = sorted({*hand, *stock} - set(cards))
        for drawn in permutations(rest, actions.count("draw stock")):
            table = start.copy()
            table.state.hands[other] = 0
            table.state.hands[other, list(cards)] = 1
            table.state.stock.cards[: len(rest)] = [*(card for card in rest if card not in drawn), *drawn[::-1]]
            table.refresh()
            if plays(table, start, actions, player):
                found[hidden_hand(table, other)] += 1
    return found


def plays(table, start, actions, player):
    """Play the actions while they are legal and show the player the same as the true deal."""
    truth = start.copy()
    for action in actions:
        if not table.is_legal(ACTIONS.parse(action)):
            return False
        table.play(action)
        truth.play(action)
        if table.view(player).tobytes() != truth.view(player).tobytes():
            return False
    return True


# Complete sets of four, and marriages: no card extends them.
INERT = {"sets": [" ".join(f"{rank}{suit}" for rank in "A23" for suit in "♣♦♥♠"), ""], "marriages": ["", ""]}
INERT["marriages"][1] = "Q♣ K♣ Q♦ K♦ Q♥ K♥ Q♠ K♠"


def small_deal(hand, stock, pile="", **words):
    """Player 1 is to draw; few cards are hidden from player 0, who holds none or what is named."""
    used = parse_cards(" ".join([hand, stock, pile, words.get("own", ""), *INERT["sets"], *INERT["marriages"]]))
    used += [card for laid in words.get("singles", []) for card in parse_cards(laid)]
    rest = sorted(set(range(CARDS)) - set(used))
    own, pile = words.pop("own", ""), [*rest, *parse_cards(pile)]
    return GAME.position(
        player=1, dealer=0, hands=[own, hand], stock=stock, discard_pile=pile, seed=1, **INERT, **words
    )


def check_redeal(start, actions):
    """The hidden hands of redeals are those of all deals with this history, in the same proportions."""
    expected = histories(start, actions, 0)
    table = start.copy().play(*actions)
    found = Counter(hidden_hand(table.redeal(0, seed), 1) for seed in range(count(compiled=6000, interpreted=200)))
    assert same_shares(found, expected), (found, expected)
    return expected


def test_a_single_card_shows_that_it_was_part_of_no_meld():
    """Without 5♥ and 6♥, 6♥ and 8♥, or 7♣ and 7♦ beside it; 8♥ is known."""
    start = small_deal("5♥ 7♥ 9♣ 7♦", "6♥ 7♣ 10♣ 4♦", pile="8♥", singles=["", "7♠"])
    found = check_redeal(start, ["draw stock", "single 7♥", "discard 9♣"])
    assert {parse("10♣ 7♦ 5♥"), parse("10♣ 7♦ 6♥"), parse("4♦ 7♦ 6♥")} < found.keys()
    assert not any({"5♥", "6♥"} <= set(hand.split()) or {"7♣", "7♦"} <= set(hand.split()) for hand in found)
    found = check_redeal(start, ["draw upcard", "single 7♥", "discard 9♣"])
    assert found
    assert not any("6♥" in hand for hand in found)


def test_a_meld_shows_lacks_only_of_the_hand_at_that_time():
    """After another draw, both 5♥ and 6♥ may be there, but one of them must be new."""
    start = small_deal("7♥ 9♣ 10♣", "6♥ 5♥ 4♦ 7♣", pile="4♠", singles=["", "7♠"], own="8♣")
    actions = ["draw stock", "single 7♥", "discard 9♣", "draw upcard", "discard 8♣", "draw stock", "discard 10♣"]
    found = check_redeal(start, actions)
    assert 0 < found["5♥ 6♥"] < found["4♦ 5♥"]


def test_a_known_card_is_not_the_one_that_was_drawn_from_the_stock():
    """8♦ is taken from the discard pile and discarded again, so one of the other cards is new."""
    start = small_deal("7♥ 9♣ 10♣ 10♦", "6♥ 5♥ 4♦", pile="8♦", singles=["", "7♠"], own="8♣ 8♥")
    actions = ["draw upcard", "discard 9♣", "draw upcard", "discard 8♣", "draw stock", "single 7♥", "discard 10♣"]
    actions += ["draw upcard", "discard 8♥", "draw stock", "discard 8♦"]
    found = check_redeal(start, actions)
    assert 0 < found["10♦ 5♥ 6♥"] < found["4♦ 10♦ 5♥"]


def test_a_card_that_was_taken_later_was_not_there_before():
    """With 6♥ in hand, 7♥ and 5♥ would have been a sequence."""
    start = small_deal("7♥ 9♣ 5♥ 10♣", "10♦ 4♦", singles=["", "7♠"], own="6♥")
    actions = ["draw stock", "single 7♥", "discard 9♣", "draw upcard", "discard 6♥", "draw upcard", "discard 10♣"]
    assert {hand for hand in check_redeal(start, actions) if "5♥" in hand}


def test_a_card_that_comes_back_may_have_come_from_the_stock_at_first():
    """6♥ goes round; either it or 5♥ has been drawn after 7♥ was laid down."""
    start = small_deal("7♥ 9♣ 10♣ 10♦", "8♥ 5♥ 6♥", pile="4♠", singles=["", "7♠"], own="8♣ 8♦ 4♣")
    actions = ["draw upcard", "single 7♥", "discard 9♣", "draw upcard", "discard 8♣", "draw stock", "discard 6♥"]
    actions += ["draw upcard", "discard 8♦", "draw upcard", "discard 10♣", "draw upcard", "discard 6♥"]
    actions += ["draw upcard", "discard 8♦"]
    found = check_redeal(start, actions)
    assert {hand for hand in found if "5♥" in hand}


@pytest.mark.clause("c7")
def test_a_sequence_does_not_show_that_its_neighbours_were_not_there():
    start = small_deal("5♥ 6♥ 7♥ 10♣ 9♣", "8♥ 8♣ 8♦", pile="4♠")
    found = check_redeal(start, ["draw stock", "sequence 5♥ 6♥ 7♥", "discard 10♣"])
    assert parse("8♥ 9♣") in found


def test_a_player_who_must_meld_the_second_card_can_meld_it():
    """6♥ needs 7♥ and 8♥ beside it, or 6♣ and 6♦."""
    start = small_deal("7♥ 8♥ 10♣", "6♣ 6♦ 9♣ 9♦", pile="6♥ J♠")
    found = check_redeal(start, ["draw upcard", "single J♠", "draw second"])
    assert len(found) == 10
    assert all({"6♣", "6♦"} <= set(hand.split()) or {"7♥", "8♥"} <= set(hand.split()) for hand in found)


def test_a_discard_face_down_can_be_no_card_that_would_have_been_melded_otherwise():
    """4♥ and 4♠ would have made the pair a set."""
    start = small_deal("5♥ 6♥ 7♥ 4♣ 4♦ 9♣", "8♥ 4♥ 4♠ 10♣ 10♦", phase="meld")
    table = start.play("sequence 5♥ 6♥ 7♥", "pair", "discard face down")
    found = Counter(
        now(table.redeal(0, seed), "discard_pile").split()[-1] for seed in range(count(compiled=900, interpreted=60))
    )
    assert same_shares(found, dict.fromkeys(["8♥", "9♣", "10♣", "10♦"], 1))


def test_redealing_changes_nothing_that_is_seen():
    """Games include second cards, last turns and discards face down; a redeal is not always the truth."""
    seen = Counter()
    for seed in range(count(compiled=12, interpreted=2)):
        for table in play_randomly(
            GAME.table(seed=seed, hands=2), seed, count(compiled=300, interpreted=40), melds_eagerly
        ):
            for player in range(2):
                other = table.redeal(player, seed=seed)
                assert other.view(player).tobytes() == table.view(player).tobytes()
                assert np.array_equal(other.count_cards(), table.count_cards())
                assert other.mask.any()
                if player == table.player:
                    assert np.array_equal(other.mask, table.mask)
                elif other.words("hands", "stock") != table.words("hands", "stock"):
                    words = table.words("phase", "second", "out", "covered")
                    seen[words["phase"], words["second"]] += 1
                    seen["last turn"] += words["out"] is not None
                    seen["face down"] += words["covered"] is not None
    if count(compiled=1, interpreted=0):
        assert min(seen["draw", "not_now"], seen["meld", "not_now"], seen["meld", "allowed"], seen["meld", "taken"]) > 0
        assert min(seen["last turn"], seen["face down"]) > 0


def melds_eagerly(table, legal, generator):
    """Random, but takes upcards and second cards and melds most of the time, so that all kinds of turns occur."""
    if DRAW_SECOND in legal:
        return DRAW_SECOND
    if DRAW_UPCARD in legal and generator.random() < 0.5:
        return DRAW_UPCARD
    if ACTIONS.first("discard face down") in legal:
        return ACTIONS.first("discard face down")
    melding_actions = legal[legal < ACTIONS.first("discard")]
    return generator.choice(melding_actions if len(melding_actions) else legal)
