"""The rules of King Weirdo, clause by clause. Cards that a position does not name are in the reserve."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, is_red, parse_cards, rank_of
from cardzoo.envs.games.king_weirdo import GAME
from tests.playing import count, now, walk

PACK = [card for card in CARD_WORDS[:CARDS] if "K" not in card]
DOWN = ["Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
VALUES = dict(zip(reversed(DOWN), range(1, 13), strict=True))


def pile(player, king, height):
    """A player's possible pile: player 0 of clubs and diamonds, player 1 of spades and hearts."""
    red, black = ("♦", "♣") if player == 0 else ("♥", "♠")
    suits = [black, red] if king == "red" else [red, black]
    return [rank + suits[place % 2] for place, rank in enumerate(DOWN[:height])]


def taking(hand, other="", heights=((0, 0), (0, 0)), **words):
    """Player 0 is about to take a card; the heights are those of the piles on the red and the black king."""
    piles = [[pile(player, "red", red), pile(player, "black", black)] for player, (red, black) in enumerate(heights)]
    return GAME.position(**{"hands": [hand, other], "king_piles": piles, "player": 0, "dealer": 1} | words)


def discarding(hand, other="", heights=((0, 0), (0, 0)), **words):
    """Player 0 has taken a card."""
    return taking(hand, other, heights, phase="discard", **words)


KINGS = ("red", "black")


def short(hand, other, heights, reserve="", discards="", **words):
    """A position as of `discarding`; cards that are not named are the oldest of the discard pile."""
    named = {*hand.split(), *other.split(), *reserve.split(), *discards.split()}
    for player in range(2):
        for king, height in zip(KINGS, heights[player], strict=True):
            named.update(pile(player, king, height))
    oldest = [card for card in PACK if card not in named]
    return discarding(hand, other, heights, stock=reserve, discard_pile=[*oldest, *discards.split()], **words)


def cards(words):
    """A set of cards in words."""
    return card_words(sorted(parse_cards(words)))


def kings_of(table, player):
    """The player's piles on the red and on the black king."""
    return now(table, "king_piles")[player]


def winner(table):
    """The winner, and the margin."""
    assert table.over
    assert not now(table, "truncated")
    rewards = now(table, "reward")
    assert sorted(rewards) == [-1, 1]
    assert now(table, "score") == [max(reward, 0) for reward in rewards]
    return rewards.index(1), now(table, "decided_by")


def outside(table):
    return len(now(table, "stock").split()) + len(now(table, "discard_pile").split())


# The deal


@pytest.mark.clause(1)
def test_the_pack_has_no_kings():
    assert GAME.players == (2, 2)
    assert card_words(GAME.pack_of(2)).split() == PACK
    assert len(PACK) == 48
    assert not [word for word in GAME.actions.words if "K" in word]


@pytest.mark.clause(1, 6)
def test_everybody_begins_with_a_red_and_a_black_king():
    """On the red king go black queens, on the black king red ones."""
    table = discarding("Q♣ Q♦ 9♣ 9♦ 8♣ 8♦", "").play("discard 9♣")
    assert [built.split()[0] for built in kings_of(table, 0)] == ["Q♣", "Q♦"]
    assert GAME.table(seed=1).view_words(0)["fits"] == ["Q♣ Q♦ Q♥ Q♠"] * 2


@pytest.mark.clause(2)
def test_five_cards_each_one_by_one_then_the_first_discard():
    table = GAME.table(deck=PACK, dealer=0)
    assert now(table, "hands") == [cards(PACK[1:10:2]), cards(PACK[0:10:2])]
    assert now(table, "discard_pile") == PACK[10]
    assert now(table, "stock").split()[::-1] == PACK[11:]


@pytest.mark.clause(2)
def test_the_dealer_is_drawn():
    dealers = Counter(now(GAME.table(seed=seed), "dealer") for seed in range(100))
    assert min(dealers[0], dealers[1]) > 30


@pytest.mark.clause(3)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_non_dealer_begins_and_turns_alternate(dealer):
    table = GAME.table(seed=1, dealer=dealer)
    players = [table.player for _ in walk(table, most=8)]
    assert players == [1 - dealer, 1 - dealer, dealer, dealer] * 2


# The first phase


@pytest.mark.clause(4)
def test_the_top_discard_or_the_top_of_the_reserve_is_taken():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥", discard_pile="9♠ 9♥")
    assert table.legal() == ["take discard", "take reserve"]
    other = table.copy()
    table.play("take discard")
    assert table.words("hands", "discard_pile") == {"hands": ["2♣ 3♣ 4♣ 5♣ 6♣ 9♥", "2♥"], "discard_pile": "9♠"}
    top = now(other, "stock").split()[-1]
    other.play("take reserve")
    assert now(other, "hands")[0] == cards(f"2♣ 3♣ 4♣ 5♣ 6♣ {top}")
    assert now(other, "discard_pile") == "9♠ 9♥"
    assert other.player == table.player == 0


@pytest.mark.clause(4)
@pytest.mark.parametrize("card", ["2♣", "9♥"])
def test_any_card_of_the_hand_is_discarded_the_one_just_taken_too(card):
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥", discard_pile="9♠ 9♥").play("take discard")
    assert table.legal() == [f"discard {held}" for held in ["2♣", "3♣", "4♣", "5♣", "6♣", "9♥"]]
    table.play(f"discard {card}")
    assert now(table, "discard_pile") == f"9♠ {card}"
    assert card not in now(table, "hands")[0].split()


@pytest.mark.clause(4)
def test_a_turn_takes_one_card_and_discards_one():
    table = GAME.table(seed=2)
    phases = []
    for action in walk(table, 2, count(compiled=200, interpreted=60)):
        phases.append((now(table, "phase"), GAME.actions.describe(action).split()[0]))
    assert phases[::2] == [("take", "take")] * len(phases[::2])
    assert phases[1::2] == [("discard", "discard")] * len(phases[1::2])


@pytest.mark.clause("c4")
def test_a_card_that_fits_may_be_discarded_and_is_not_built():
    table = discarding("Q♣ 3♣ 4♣ 5♣ 6♣ 7♣")
    assert "discard Q♣" in table.legal()
    table.play("discard Q♣")
    assert kings_of(table, 0) == ["", ""]
    assert now(table, "discard_pile") == "Q♣"


# The second phase


@pytest.mark.clause(5, 8)
def test_built_cards_are_replaced_from_the_reserve():
    table = discarding("Q♣ 3♣ 4♣ 5♣ 6♣ 7♣", "2♥")
    top = now(table, "stock").split()[-1]
    table.play("discard 3♣")
    assert kings_of(table, 0) == ["Q♣", ""]
    assert now(table, "hands")[0] == cards(f"4♣ 5♣ 6♣ 7♣ {top}")
    assert (table.player, now(table, "phase"), now(table, "turns")) == (1, "take", 1)


@pytest.mark.clause(8, "c1")
def test_a_player_who_can_build_nothing_passes():
    table = discarding("2♣ 3♣ 4♣ 5♣ 6♣ 7♣").play("discard 3♣")
    assert kings_of(table, 0) == ["", ""]
    assert (table.player, now(table, "phase")) == (1, "take")


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("heights", "fit"),
    [
        ((0, 0), "Q♣ Q♠ Q♦ Q♥"),
        ((1, 0), "J♦ J♥ Q♦ Q♥"),
        ((0, 1), "Q♣ Q♠ J♣ J♠"),
        ((1, 1), "J♦ J♥ J♣ J♠"),
        ((2, 5), "10♣ 10♠ 7♣ 7♠"),
        ((7, 10), "5♦ 5♥ 2♦ 2♥"),
        ((11, 11), "A♦ A♥ A♣ A♠"),
        ((12, 11), "A♣ A♠"),
        ((11, 12), "A♦ A♥"),
    ],
)
def test_piles_go_down_in_alternating_colours(heights, fit):
    table = taking("", "", (heights, (0, 0)))
    assert table.view_words(0)["fits"] == [cards(fit), "Q♣ Q♦ Q♥ Q♠"]
    assert table.view_words(1)["fits"] == ["Q♣ Q♦ Q♥ Q♠", cards(fit)]


@pytest.mark.clause(6, 7, 8)
def test_all_piles_are_right_after_every_turn():
    """Piles go rank by rank, with alternating colours; after a turn the player holds five cards, none of which fits."""
    for seed in range(count(compiled=6, interpreted=1)):
        table = GAME.table(seed=seed)
        for _ in walk(table, seed):
            if now(table, "phase") == "take" and now(table, "turns") > 0:
                player = 1 - table.player
                view = table.view_words(player)
                hand = view["hand"].split()
                assert len(hand) == 5
                assert not set(hand) & set(view["fits"][0].split())
                for king, built in enumerate(map(parse_cards, view["king_piles"][0])):
                    assert [CARD_WORDS[card][:-1] for card in built] == DOWN[: len(built)]
                    assert [is_red(card) for card in built] == [(place + king) % 2 == 1 for place in range(len(built))]


@pytest.mark.clause(7, 5)
def test_all_cards_that_fit_are_built():
    """A card may make another one fit, on both piles."""
    hand = "J♥ Q♣ 10♠ Q♦ 9♣ 2♦"
    table = discarding(hand).play("discard 2♦")
    assert kings_of(table, 0)[0].split()[:3] == ["Q♣", "J♥", "10♠"]
    assert kings_of(table, 0)[1].split()[0] == "Q♦"
    assert "9♣" in now(table, "hands")[0].split()


@pytest.mark.clause("c1")
def test_no_card_fits_on_both_piles_of_a_player():
    for red in range(13):
        for black in range(13):
            fits = taking("", "", ((red, black), (0, 0)), over=red == black == 12).view_words(0)["fits"][0].split()
            assert len(fits) == 2 * ((red < 12) + (black < 12))


@pytest.mark.clause("c2")
@pytest.mark.parametrize(
    ("twins", "heights", "king"),
    [("Q♣ Q♠", (0, 1), 0), ("Q♦ Q♥", (1, 0), 1), ("J♦ J♥", (1, 0), 0), ("J♣ J♠", (0, 1), 1)],
)
def test_the_club_is_built_before_the_spade_and_the_diamond_before_the_heart(twins, heights, king):
    first, second = twins.split()
    discards = [card for card in PACK if card[:-1] in ("Q", "J", "10") and card not in (first, second, "Q♣", "Q♦")]
    table = discarding(f"{twins} 2♣ 3♣ 4♣ 5♣", "", (heights, (0, 0)), discard_pile=discards).play("discard 2♣")
    assert kings_of(table, 0)[king].split()[-1] == first
    assert second in now(table, "hands")[0].split()


@pytest.mark.clause("c3")
def test_cards_drawn_that_fit_are_built_too_and_replaced():
    """All cards that fit are built before others are drawn."""
    table = short("Q♣ 3♣ 4♣ 5♣ 6♣ 7♣", "2♥ 3♥ 4♥ 5♥ 6♥", ((0, 0), (0, 0)), reserve="A♠ 10♠ 9♦ J♥")
    table.play("discard 3♣")
    assert kings_of(table, 0) == ["Q♣ J♥", ""]
    assert now(table, "hands")[0] == cards("4♣ 5♣ 6♣ 7♣ 9♦")
    assert now(table, "stock") == "A♠ 10♠"


@pytest.mark.clause("c3")
def test_all_is_built_before_cards_are_drawn():
    """The 10 drawn for the queen would fit only on the jack, which is in hand and lies there already."""
    table = short("Q♣ J♦ 4♣ 5♣ 6♣ 7♣", "2♥ 3♥ 4♥ 5♥ 6♥", ((0, 0), (0, 0)), reserve="A♠ 2♠ J♥ 10♠")
    table.play("discard 4♣")
    assert kings_of(table, 0) == ["Q♣ J♦ 10♠", ""]
    assert now(table, "hands")[0] == cards("5♣ 6♣ 7♣ J♥ 2♠")


@pytest.mark.clause("c3", "c2")
def test_all_missing_cards_are_drawn_before_any_of_them_is_built():
    """The spade is drawn first, but the club is built."""
    hands = "Q♦ J♠ 4♣ 5♣ 6♣ 7♣", "2♦ 3♥ 4♥ 5♥ 6♥"
    table = short(*hands, ((0, 0), (0, 0)), reserve="2♥ 2♠ Q♣ Q♠").play("discard 4♣")
    assert kings_of(table, 0) == ["Q♣", "Q♦ J♠"]
    assert now(table, "hands")[0] == cards("5♣ 6♣ 7♣ Q♠ 2♠")


# Turning over the discard pile


@pytest.mark.clause(9, "c5")
def test_the_discard_pile_is_turned_over_when_a_card_is_drawn_from_an_empty_reserve():
    table = short("A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", ((5, 5), (5, 5)), discards="2♠ 3♠")
    table.play("discard 4♣")
    before = now(table, "discard_pile").split()
    assert before[-3:] == ["2♠", "3♠", "4♣"]
    assert now(table, "stock") == ""
    assert table.legal() == ["take discard", "take reserve"]
    other = table.copy().play("take discard")
    assert now(other, "hands")[1] == cards("2♥ 3♥ 4♥ 5♥ 6♥ 4♣")
    assert now(other, "discard_pile").split() == before[:-1]
    assert not now(other, "turned")
    table.play("take reserve")
    assert now(table, "hands")[1] == cards(f"2♥ 3♥ 4♥ 5♥ 6♥ {before[0]}")
    assert now(table, "stock").split()[::-1] == before[1:]
    assert now(table, "discard_pile") == ""
    assert now(table, "turned")
    table.play("discard 2♥")
    assert now(table, "discard_pile") == "2♥"


@pytest.mark.clause("c5")
def test_the_last_card_of_the_reserve_leaves_the_discard_pile_alone():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", stock="9♠", discard_pile=rest("9♠ 2♣..6♣ 2♥..6♥"))
    before = now(table, "discard_pile").split()
    table.play("take reserve", "discard 9♠")
    assert now(table, "discard_pile").split() == [*before, "9♠"]
    assert table.legal() == ["take discard", "take reserve"]


def rest(named):
    """All cards but the named ones."""
    return [card for card in PACK if parse_cards(card)[0] not in parse_cards(named)]


@pytest.mark.clause("c5")
def test_without_a_discard_pile_only_the_reserve_can_be_taken():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="")
    assert table.legal() == ["take reserve"]


@pytest.mark.clause("c6", 9)
def test_cards_are_replaced_from_the_discard_pile_turned_over():
    """The discard of this turn is drawn last."""
    table = short("Q♣ Q♦ 4♣ 5♣ 6♣ 7♣", "2♥ 3♥ 9♦ 8♦ 7♦", ((0, 0), (9, 9)), reserve="2♠", discards="3♠")
    oldest = now(table, "discard_pile").split()
    table.play("discard 4♣")
    assert now(table, "hands")[0] == cards(f"5♣ 6♣ 7♣ 2♠ {oldest[0]}")
    assert now(table, "stock").split()[::-1] == [*oldest[1:], "4♣"]
    assert now(table, "discard_pile") == ""


# The end


@pytest.mark.clause(10, "c10")
def test_a_player_who_completes_both_piles_wins_at_once():
    """No cards are drawn any more, and the ace that is left is not built."""
    table = short("A♦ 2♦ A♣ A♥ 3♠ 4♠", "", ((11, 10), (8, 8)), reserve="4♥")
    table.play("discard 4♠")
    assert [built.split()[-1] for built in kings_of(table, 0)] == ["A♦", "A♣"]
    assert winner(table) == (0, "piles")
    assert now(table, "hands")[0] == cards("A♥ 3♠")


@pytest.mark.clause(10)
def test_one_complete_pile_does_not_win():
    table = short("A♦ 2♠ 3♠ 4♠ 5♠ 6♠", "2♥ 3♥ 4♥ 5♥ 6♥", ((11, 5), (3, 3))).play("discard 2♠")
    assert kings_of(table, 0)[0].split()[-1] == "A♦"
    assert not table.over
    assert len(table.view_words(0)["fits"][0].split()) == 2


@pytest.mark.clause(10)
def test_random_games_are_won_with_24_cards():
    """Two of them, a red and a black one, are of each rank."""
    won = 0
    for seed in range(count(compiled=10, interpreted=1)):
        table = GAME.table(seed=seed)
        for _ in walk(table, seed):
            assert all(len(" ".join(kings_of(table, player)).split()) < 24 for player in range(2))
        if now(table, "decided_by") == "piles":
            player, _ = winner(table)
            built = parse_cards(" ".join(kings_of(table, player)))
            kinds = Counter((rank_of(card), bool(is_red(card))) for card in built)
            assert set(kinds.values()) == {1}
            assert len(kinds) == 24
            won += 1
    assert won > count(compiled=2, interpreted=-1)


NO_REFILL = ("4♣ 3♦ 3♣ A♦ A♣ A♥", "2♣ 2♦ 2♠ 2♥ A♠", ((8, 9), (10, 10)))  # player 0 builds three cards and can draw one
NO_CARD_LEFT = ("3♦ 2♦ 2♥ A♦ A♣ A♥", "2♣ 4♦ 3♣ 2♠ A♠", ((9, 8), (10, 10)))  # builds one card and draws the last one
ALL_EQUAL = ("3♦ 3♥ 2♦ 2♥ A♦ A♣", "2♣ 3♣ 2♠ A♥ A♠", ((9, 9), (9, 10)))  # likewise; totals and hands are equal then


def stopped(hand, other, heights, discard, first=0, **words):
    """Such a position after the discard; with ``first`` 1 the players are swapped."""
    table = short(hand, other, heights, **words)
    if first:
        seen = table.words("hands", "king_piles", "discard_pile", "stock", "phase")
        seen |= {name: seen[name][::-1] for name in ("hands", "king_piles")}
        table = GAME.position(**{"player": 1, "dealer": 0, "seed": words.get("seed", 0)} | seen)
    return table.play(f"discard {discard}")


@pytest.mark.clause(11, "c6")
@pytest.mark.parametrize("first", [0, 1])
def test_without_enough_cards_play_stops_and_the_lower_total_wins(first):
    """Two of the three cards are not enough: 7 against 6 points. None of the cards that are there is drawn."""
    hand, other, heights = "4♣ 3♣ A♦ A♣ A♥ A♠", "3♦ 2♣ 2♦ 2♠ 2♥", ((8, 9), (10, 10))
    table = stopped(hand, other, heights, "A♠", first)
    assert winner(table) == (1 - first, "totals")
    assert now(table, "hands")[first] == cards("A♦ A♣ A♥")
    assert (now(table, "discard_pile"), now(table, "stock")) == ("A♠", "")


@pytest.mark.clause(11)
def test_a_player_who_cannot_have_five_cards_again_may_win():
    table = stopped("4♣ 3♦ 2♣ 3♣ 2♦ A♥", "A♦ A♣ 2♠ 2♥ A♠", ((8, 9), (10, 10)), "A♥")
    assert winner(table) == (0, "totals")


@pytest.mark.clause("c7", 11)
@pytest.mark.parametrize("first", [0, 1])
def test_without_a_card_to_take_play_stops(first):
    """The first player has drawn the last card, the own discard, and 8 points against 6."""
    table = stopped(*NO_CARD_LEFT, "A♥", first)
    assert [len(hand.split()) for hand in now(table, "hands")] == [5, 5]
    assert outside(table) == 0
    assert winner(table) == (1 - first, "totals")


@pytest.mark.clause("c6", 9)
def test_just_enough_cards_are_enough():
    """Two cards are built and two are there."""
    table = stopped("4♣ 3♣ A♦ A♣ A♥ A♠", "3♦ 2♣ 2♦ 2♠ 2♥", ((8, 9), (10, 9)), "A♠")
    assert [len(hand.split()) for hand in now(table, "hands")] == [5, 5]


@pytest.mark.clause(12, "c6")
@pytest.mark.parametrize("first", [0, 1])
def test_with_equal_totals_the_higher_sum_in_hand_wins(first):
    """6 points each; two aces that are left against four twos and an ace."""
    table = stopped(*NO_REFILL, "A♥", first)
    assert winner(table) == (1 - first, "hands")
    assert now(table, "hands")[first] == cards("A♦ A♣")


@pytest.mark.clause(13)
def test_with_equal_sums_a_coin_is_tossed():
    results = Counter(winner(stopped(*ALL_EQUAL, "A♣", seed=seed)) for seed in range(100))
    assert set(results) == {(0, "coin"), (1, "coin")}
    assert min(results.values()) > 30


@pytest.mark.clause("c12")
def test_hands_that_are_compared_are_shown():
    table = stopped(*NO_REFILL, "A♥")
    assert table.view_words(0)["known"] == [cards("A♦ A♣"), cards("2♣ 2♦ 2♠ 2♥ A♠")]
    assert table.view_words(0)["unseen"] == ""
    assert now(stopped(*NO_CARD_LEFT, "A♥"), "known") == ["A♥", ""]  # the card drawn from the pile turned over


def idle(discard, turns=5, most=6, **words):
    """After a turn of player 0, who holds a queen that fits; nobody has built for so many turns before."""
    options = {"idle_turns": most}
    heights = words.pop("heights", ((1, 0), (0, 0)))
    hands = "Q♦ 2♣ 3♣ 4♣ 5♣ 6♣", words.pop("other", "7♣ 7♥ 7♠ 8♥ 8♠")
    return discarding(*hands, heights, options=options, idle_turns=turns, **words).play(f"discard {discard}")


@pytest.mark.clause("c13", 11)
def test_turns_without_a_card_built_end_play_and_the_lower_total_wins():
    for heights, ahead in (((1, 0), (0, 0)), 0), (((1, 0), (1, 1)), 1):
        table = idle("Q♦", heights=heights)
        assert winner(table) == (ahead, "totals")
        assert now(table, "idle_turns") == 6


@pytest.mark.clause("c13")
def test_a_card_built_starts_the_count_anew():
    table = idle("2♣")
    assert not table.over
    assert now(table, "idle_turns") == 0
    assert [table.view_words(player)["idle_turns_left"] for player in range(2)] == [6, 6]


@pytest.mark.clause("c13")
def test_turns_without_a_card_built_are_counted_for_both_players_together():
    table = idle("Q♦", turns=1)
    for left in (4, 3, 2):
        assert [table.view_words(player)["idle_turns_left"] for player in range(2)] == [left, left]
        table.play("take discard", "discard Q♦")
        left -= 1


@pytest.mark.clause("c13", 12, 13)
def test_play_that_ends_without_a_card_built_is_decided_by_hands_and_by_a_coin_too():
    table = idle("Q♦", heights=((1, 0), (0, 1)))
    assert winner(table) == (1, "hands")
    winners = {winner(idle("Q♦", heights=((1, 0), (0, 1)), other="2♥ 3♥ 4♥ 5♥ 6♥", seed=seed)) for seed in range(20)}
    assert winners == {(0, "coin"), (1, "coin")}


@pytest.mark.clause("c13")
def test_experts_end_their_games_by_themselves():
    """Each keeps cards that the other one needs, and the game is over some turns later."""
    table, expert, generator = GAME.table(seed=1), find_agent("expert", GAME), agent_generator(1)
    while not table.over:
        table.step(expert.act(table.view(table.player), table.mask, generator))
    assert winner(table)
    assert now(table, "turns") < 200


def bounded(hand, other="2♥", heights=((0, 0), (0, 0)), **words):
    """The last turn before the bound."""
    return discarding(hand, other, heights, **{"options": {"max_turns": 7}, "turns": 6} | words)


def rewards_at_the_bound(table):
    assert table.over
    assert now(table, "truncated")
    return now(table, "reward")


@pytest.mark.clause("c14", "c8", 11)
@pytest.mark.parametrize(
    ("heights", "rewards"),
    [
        (((5, 9), (7, 6)), [1, -1]),  # a black 8 and a red 4 make 12, a red 6 and a red 7 make 13
        (((5, 9), (7, 8)), [-1, 1]),  # a red 6 and a black 5 make 11
        (((0, 0), (1, 0)), [-1, 1]),  # two kings against a queen and a king
        (((12, 0), (6, 5)), [1, -1]),  # an ace and a king make 14, a 7 and an 8 make 15
        (((12, 0), (6, 7)), [-1, 1]),
    ],
)
def test_at_the_bound_the_lower_total_wins(heights, rewards):
    table = bounded("A♠ A♥ 2♠ 2♥ 4♠ 4♥", "3♠", heights).play("discard 2♠")
    assert rewards_at_the_bound(table) == rewards
    assert now(table, "decided_by") == "totals"


@pytest.mark.clause("c14", "c8", 12)
@pytest.mark.parametrize(
    ("other", "rewards", "decided_by"),
    [
        ("8♠ 7♠ 2♣", [1, -1], "hands"),  # a queen, two twos and two aces make 18
        ("8♠ 7♠ 4♠", [-1, 1], "hands"),
        ("8♠ 7♠ 3♠", [0, 0], None),
    ],
)
def test_at_the_bound_the_hands_come_next_and_no_coin_is_tossed(other, rewards, decided_by):
    for seed in range(5):
        table = bounded("Q♥ A♥ A♠ 2♥ 2♠ 3♥", other, ((2, 2), (4, 0)), seed=seed).play("discard 3♥")
        assert rewards_at_the_bound(table) == rewards
        assert now(table, "decided_by") == decided_by
        assert now(table, "score") == [max(reward, 0) for reward in rewards]


@pytest.mark.clause("c14")
def test_a_game_that_the_last_turn_decides_is_not_truncated():
    for position, discard in ((NO_REFILL, "A♥"), (NO_CARD_LEFT, "A♥")):
        table = stopped(*position, discard, options={"max_turns": 1})
        assert winner(table)[0] == 1


@pytest.mark.clause("c14")
def test_the_game_goes_on_for_max_turns():
    options = {"max_turns": 8}
    table = bounded("A♠ A♥ 2♠ 2♥ 4♠ 4♥", "3♠ 3♥ 5♠ 5♥ 6♠", ((1, 0), (0, 0)), options=options).play("discard 2♠")
    assert not table.over
    assert table.view_words(0)["turns_left"] == 1
    table.play("take discard", "discard 2♠")
    assert now(table, "turns") == 8
    assert rewards_at_the_bound(table) == [1, -1]


@pytest.mark.clause("c9")
def test_a_red_5_and_a_black_2_belong_to_the_same_pile():
    fits = [taking("", "", ((height, 0), (0, 0))).view_words(0)["fits"][0].split() for height in range(12)]
    assert "5♥" in fits[7]
    assert "2♠" in fits[10]
    black = [taking("", "", ((0, height), (0, 0))).view_words(0)["fits"][0].split() for height in range(12)]
    assert not any("5♥" in cards or "2♠" in cards for cards in black)


# A seat's view


@pytest.mark.clause(14)
def test_hands_and_the_reserve_are_hidden():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="9♠")
    for player, hand in enumerate(now(table, "hands")):
        view = table.view_words(player)
        assert view["hand"] == hand
        assert view["known"] == ["", ""]
        assert view["unseen"] == card_words(sorted(parse_cards(rest(f"{hand} 9♠"))))
        assert (view["reserve"], view["reserve_size"], view["hand_sizes"]) == ("", 37, [5, 5])


@pytest.mark.clause(14, "c11")
def test_a_card_from_the_discard_pile_is_known_until_it_is_played():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="9♠ Q♣").play("take discard")
    assert table.view_words(0)["known"] == ["Q♣", ""]
    assert table.view_words(1)["known"] == ["", "Q♣"]
    assert "Q♣" not in table.view_words(1)["unseen"].split()
    other = table.copy().play("discard Q♣")
    assert now(other, "known") == ["", ""]
    table.play("discard 2♣")
    assert now(table, "known") == ["", ""]  # the queen is built
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="9♠ 9♥").play("take discard", "discard 2♣")
    assert now(table, "known") == ["9♥", ""]


@pytest.mark.clause(14)
def test_a_card_from_the_reserve_is_seen_by_its_player_only():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="9♠")
    drawn = now(table, "stock").split()[-1]
    table.play("take reserve")
    assert now(table, "known") == ["", ""]
    assert drawn in table.view_words(1)["unseen"].split()
    assert drawn not in table.view_words(0)["unseen"].split()


@pytest.mark.clause("c11")
def test_all_know_the_order_of_a_reserve_turned_over_and_who_draws_from_it():
    table = short("A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", ((5, 5), (5, 5)), discards="2♠ 3♠").play("discard 4♣")
    before = now(table, "discard_pile").split()
    assert table.view_words(0)["reserve"] == ""
    table.play("take reserve")
    for player in range(2):
        view = table.view_words(player)
        assert view["reserve"].split()[::-1] == before[1:]
        assert view["reserve_size"] == len(before) - 1
        assert view["known"][1 - player] == before[0]
    assert table.view_words(0)["unseen"] == cards("2♥ 3♥ 4♥ 5♥ 6♥")
    assert table.view_words(1)["unseen"] == cards("A♣ 2♣ 3♣ 5♣ 6♣")


@pytest.mark.clause("c11")
def test_cards_that_replace_built_ones_are_known_if_the_reserve_was_turned_over():
    table = short("Q♣ Q♦ 4♣ 5♣ 6♣ 7♣", "2♥ 3♥ 9♦ 8♦ 7♦", ((0, 0), (9, 9)), reserve="2♠", discards="3♠")
    oldest = now(table, "discard_pile").split()[0]
    table.play("discard 4♣")
    assert now(table, "known") == [oldest, ""]


@pytest.mark.clause(14, 7)
def test_a_player_who_does_not_build_shows_a_lack_until_a_card_is_drawn_unseen():
    table = discarding("2♣ 3♣ 4♣ 5♣ 6♣ 7♣", "2♥ 3♥ 4♥ 5♥ 6♥", discard_pile="Q♣ 9♠")
    assert table.view_words(1)["lacks"] == ""
    table.play("discard 2♣")
    assert table.view_words(1)["lacks"] == "Q♦ Q♥ Q♠"
    assert table.view_words(0)["lacks"] == ""  # player 1 has not yet had a turn
    table.play("take discard", "discard 3♥", "take discard")
    assert table.view_words(1)["lacks"] == "Q♦ Q♥ Q♠"
    table.play("discard 3♥", "take discard", "discard 2♥", "take reserve")
    assert table.view_words(1)["lacks"] == ""


@pytest.mark.clause("c2")
@pytest.mark.parametrize(("built", "twin", "lacks"), [("Q♠", "Q♣", True), ("Q♣", "Q♠", False)])
def test_a_player_who_builds_a_spade_shows_a_lack_of_the_club(built, twin, lacks):
    """A player who builds a club may still hold the spade. The next card drawn may be either."""
    hands = [f"{built} 2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥"]
    discards = [card for card in rest(" ".join(hands)) if card != twin and card[0] in "QJ19"]
    table = discarding(*hands, discard_pile=discards).play("discard 2♣")
    assert kings_of(table, 0)[0] == built
    assert (now(table, "lacked")[0][parse_cards(twin)[0]] == 0) == lacks
    assert table.view_words(1)["lacks"] == ""
    held = Counter(
        twin in now(table.redeal(1, seed), "hands")[0].split() for seed in range(count(compiled=600, interpreted=30))
    )
    assert set(held) == {False, True}


@pytest.mark.clause(14)
def test_turns_and_dealer_are_told_from_the_own_chair():
    view = taking("2♣", "3♣", dealer=1, player=0).view_words(1)
    assert (view["turn"], view["dealer"]) == ([0, 1], [1, 0])


# Redealing hidden cards


def test_redealing_keeps_what_a_seat_knows():
    table = taking("2♣ 3♣ 4♣ 5♣ 6♣", "9♥ 3♥ 4♥ 5♥ 6♥", ((0, 0), (3, 0)), known=["", "9♥"], discard_pile="2♠ 3♠ 4♠ 5♠")
    places = Counter()
    for seed in range(count(compiled=300, interpreted=20)):
        again = table.redeal(0, seed)
        own, other = now(again, "hands")
        assert own == "2♣ 3♣ 4♣ 5♣ 6♣"
        assert "9♥" in other.split()
        assert len(other.split()) == 5
        places.update(other.split())
        assert now(again, "discard_pile") == "2♠ 3♠ 4♠ 5♠"
    assert (
        count(compiled=36, interpreted=25) <= len(places) <= 36
    )  # all but the own hand, three built cards and four discards


def test_a_player_who_lacks_a_card_does_not_get_it():
    """No card that fits goes to the player, except the card just drawn unseen."""
    table = GAME.table(seed=3).play("take reserve")
    table.play(table.legal()[0])
    player = 1 - table.player
    fits = set(table.view_words(player)["fits"][0].split())
    for seed in range(30):
        assert not fits & set(now(table.redeal(1 - player, seed), "hands")[player].split())
    table.play("take discard", table.copy().play("take discard").legal()[0], "take reserve")
    held = Counter(
        len(fits & set(now(table.redeal(1 - player, seed), "hands")[player].split()))
        for seed in range(count(compiled=300, interpreted=15))
    )
    assert set(held) == {0, 1}


HIDDEN, RESERVE = 3, 4


def play_small(seed):
    """A position before the first turn, in which a short reserve and some cards of player 1 are hidden; and a game."""
    generator = np.random.default_rng(seed)
    heights = generator.integers(5, 9, (2, 2)).tolist()
    built = {
        card for player in range(2) for king in range(2) for card in pile(player, KINGS[king], heights[player][king])
    }
    left = [card for card in PACK if card not in built]
    generator.shuffle(left)
    hands, known = [" ".join(left[:5]), " ".join(left[5:10])], " ".join(left[5 : 10 - HIDDEN])
    start = taking(*hands, heights, known=["", known], stock=left[10 : 10 + RESERVE], discard_pile=left[10 + RESERVE :])
    table, actions = start.copy(), []
    while not table.over and (now(table, "phase") == "discard" or table.state.stock.height > 1):
        actions.append(generator.choice(np.flatnonzero(table.mask)))
        table.step(actions[-1])
    return start, actions


def play_script(*words):
    """Player 1, who has shown a lack of black queens, takes one, builds it and draws a card.

    That may be the other one, which cannot have been held before, as any other card may have been.
    """
    hands, known = ["2♣ 3♣ 4♣ 5♣ Q♣", "9♥ 8♥ 7♥ 6♥ 5♥"], "9♥ 8♥"
    stock = "Q♠ 3♥ 4♥ 2♥"
    discards = rest(f"{hands[0]} {hands[1]} {stock}")
    start = taking(*hands, player=1, known=["", known], stock=stock, discard_pile=discards)
    return start, [GAME.actions.parse(word) for word in words]


LACKED = (
    *("take discard", "discard 9♥", "take discard", "discard Q♣"),
    *("take discard", "discard 8♥"),
)
SEEN_TWICE = (  # the hidden 7 is discarded before the last card is drawn, and once more afterwards
    *("take discard", "discard 7♥", "take discard", "discard Q♣"),
    *("take discard", "discard 9♥", "take discard", "discard 7♥"),
)


def replay_all(start, actions):
    """The table after the actions, and counts of the deals that would have looked the same to player 0."""
    table, views = start.copy(), []
    for action in actions:
        table.step(action)
        views.append(table.view(0).tobytes())
    hidden = np.flatnonzero(start.state.hands[1] * (1 - start.state.known[1])).tolist()
    hidden += start.state.stock.cards[:RESERVE].tolist()
    found = Counter()
    for hand in combinations(hidden, HIDDEN):
        for reserve in permutations(set(hidden) - set(hand)):
            other = place_cards(start.copy(), hand, reserve)
            if looks_the_same(other, actions, views):
                found[deal_of(other)] += 1
    return table, found


def place_cards(table, hand, reserve):
    """Give player 1 these unknown cards, and the reserve these, the top one last."""
    state = table.state
    state.hands[1] = state.known[1]
    state.hands[1, list(hand)] = 1
    state.stock.cards[: len(reserve)] = reserve
    table.refresh()
    return table


def looks_the_same(table, actions, views):
    for action, view in zip(actions, views, strict=True):
        if not table.mask[action]:
            return False
        table.step(action)
        if table.view(0).tobytes() != view:
            return False
    return True


def times_held(deals, card):
    """The number of times that player 1 holds the card."""
    return sum(number for (hand, _), number in deals.items() if np.frombuffer(hand, np.int16)[card])


def deal_of(table):
    return table.state.hands[1].tobytes(), table.state.stock.cards.tobytes()


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        (LACKED, {1, 4}),
        (SEEN_TWICE, {1, 3}),
        *[(seed, None) for seed in (21, 23, 38, 47)[: count(compiled=4, interpreted=1)]],
    ],
)
def test_all_deals_that_would_have_looked_the_same_are_equally_likely(game, ways):
    """Impossible hands, discards and builds of player 1 are left out; deals with more ways count more."""
    table, found = replay_all(*(play_script(*game) if ways else play_small(game)))
    assert set(found.values()) == ways or ways is None
    draws = count(compiled=4000, interpreted=15)
    drawn = Counter(deal_of(table.redeal(0, number)) for number in range(draws))
    assert set(drawn) <= set(found)
    for card in range(CARDS):
        share = times_held(found, card) / found.total()
        assert abs(times_held(drawn, card) - draws * share) <= 5 * np.sqrt(draws * share * (1 - share))
    for deal, number in found.items():
        share = number / found.total()
        assert abs(drawn[deal] - draws * share) <= 5 * np.sqrt(draws * share * (1 - share)) + 1


def test_nothing_is_hidden_once_the_reserve_is_turned_over():
    table = short("A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "2♥ 3♥ 4♥ 5♥ 6♥", ((5, 5), (5, 5)), discards="2♠ 3♠")
    table.play("discard 4♣", "take reserve")
    for player in range(2):
        again = table.redeal(player, 1)
        assert again.words("hands", "stock") == table.words("hands", "stock")


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"king_piles": [["J♥"]]}, "king_piles"),
        ({"king_piles": [["Q♣ J♣"]]}, "king_piles"),
        ({"king_piles": [["Q♥"]]}, "king_piles"),
        ({"king_piles": [[" ".join(pile(0, king, 12)) for king in KINGS]]}, "king_piles"),
        ({"known": ["9♥"]}, "known"),
        ({"hands": ["2♣..7♣"]}, "hands"),
        ({"hands": ["2♣..8♣"], "phase": "discard"}, "hands"),
        ({"hands": ["2♣", "2♥..7♥"], "phase": "discard"}, "hands"),
        ({"turns": 500}, "turns"),
        ({"idle_turns": 60}, "turns"),
        ({"decided_by": "piles"}, "decided_by"),
        ({"turns": 3, "moment": 4}, "moment"),
        ({"shown": [2]}, "moment"),
        ({"entered": [[0]]}, "stock"),
        ({"entered": [[0]], "hands": ["A♣"], "known": ["A♣"]}, "entered"),
        ({"shown": [0], "hands": ["A♣"]}, "shown"),
        ({"lacked": [[0]], "hands": ["A♣"]}, "lacked"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        GAME.position(**words)
