"""The rules of Cribbage, clause by clause."""

from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.engine import CARDS, INTERPRETED, arrays, piles, rule
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_card, parse_cards
from cardzoo.envs.families.fifteens import VALUES, play_points, show_points
from cardzoo.envs.games.cribbage import GAME, LAID
from tests.playing import count, now, walk

HAND = "A♣ 10♦ 2♣ J♦ 3♣ go 4♣ Q♦ K♦"  # the play of clubs against diamonds: each seat scores 1


def dealt(*hands, starter="K♠", spare=None, score=(), **settings):
    """A table with these cards in the order in which they are dealt; seat 0 plays first."""
    cards = [card for cards in zip(*map(parse_cards, hands), strict=True) for card in cards]
    cards += [parse_card(spare)] if spare else []
    cards.append(parse_card(starter))
    rest = [card for card in range(CARDS) if card not in cards]
    table = GAME.table(0, cards + rest, num_players=len(hands), **settings)
    for seat, points in enumerate(score):
        table.state.score[seat] = points
    return table


def play(table, words):
    """Play cards or goes in words."""
    return table.play(*(word if word == "go" else f"play {word}" for word in words.split()))


def pegging(first, second, **settings):
    """Two players after the lay-away, each with these four cards; 6♠ and 7♠, 6♥ and 7♥ are in the crib."""
    table = dealt(f"{first} 6♠ 7♠", f"{second} 6♥ 7♥", **settings)
    return play(table, "6♠ 7♠ 6♥ 7♥")


def clubs_against_diamonds(**settings):
    """A hand after the lay-away: seat 0 pegs 1 and shows 12, the dealer pegs 1 and shows 8 and a crib of 20."""
    return pegging("A♣ 2♣ 3♣ 4♣", "10♦ J♦ Q♦ K♦", starter="8♠", **settings)


def in_play(*hands, row="", by=(), **words):
    """A position in the play; other cards that have been played or laid away are any.

    Args:
        *hands: the players' hands.
        row: the cards of this count.
        by: the seats that have played them.
        **words: more of the position.
    """
    seats, cards = len(hands), parse_cards(row)
    named = {*cards, *parse_cards(" ".join(hands)), parse_card("K♠")}
    others = (card for card in range(CARDS) if card not in named)
    played = [[card for card, seat in zip(cards, by, strict=True) if seat == player] for player in range(seats)]
    for player, hand in enumerate(hands):
        while len(parse_cards(hand)) + len(played[player]) < 4:
            played[player].append(next(others))
    laid = [card_words([next(others) for _ in range(LAID[seats])]) for _ in range(seats)]
    words = {
        "num_players": seats,
        "phase": "play",
        "starter": "K♠",
        "dealer": seats - 1,
        "player": 0,
        "row": row,
        **words,
    }
    words |= {"count": int(VALUES[cards].sum()), "last": by[-1] if by else None}
    words |= {"dealt": card_words([next(others)])} if seats == 3 else {}
    words |= {"num_players": seats, "phase": "play", "starter": "K♠", "laid": laid, "hands": list(hands)}
    return GAME.position(played=[card_words(some) for some in played], **words)


def points_in_play(words):
    """Points of the last of these cards, played in a row."""
    row = GAME.blank()[0].row.copy()
    piles.clear(row)
    for card in parse_cards(words):
        piles.push(row, card)
    return play_points(row, int(VALUES[parse_cards(words)].sum()))


def points_shown(words, starter, is_crib=False):
    """Points of four cards and the starter."""
    cards = np.bincount(parse_cards(words), minlength=CARDS).astype(np.int16)
    return show_points(cards, parse_card(starter), is_crib)


# Rules


@pytest.mark.clause(1)
@pytest.mark.parametrize(("players", "size", "spare"), [(2, 6, 0), (3, 5, 1), (4, 5, 0)])
def test_everybody_is_dealt_so_many_cards_one_at_a_time(players, size, spare):
    table = GAME.table(0, list(range(CARDS)), num_players=players, dealer=1)
    first = 2 % players
    assert parse_cards(now(table, "hands")[first]) == list(range(0, size * players, players))
    assert now(table, "player") == first
    assert now(table, "dealt") == (CARD_WORDS[size * players] if spare else None)


@pytest.mark.clause(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_keeps_four_cards_and_the_crib_has_four(players):
    table = GAME.table(3, num_players=players)
    while now(table, "phase") == "crib":
        table.step(int(table.mask.argmax()))
    assert [len(hand.split()) for hand in now(table, "hands")] == [4] * players
    assert sum(len(cards.split()) for cards in now(table, "laid")) + (now(table, "dealt") is not None) == 4
    assert now(table, "player") == (now(table, "dealer") + 1) % players


@pytest.mark.clause(1, 7)
def test_the_crib_scores_for_the_dealer():
    table = play(clubs_against_diamonds(), HAND)
    assert now(table, "shown_crib") == "6♥ 7♥ 6♠ 7♠"
    assert now(table, "crib_points") == points_shown("6♥ 7♥ 6♠ 7♠", "8♠", is_crib=True) == 20
    assert table.scores() == [1 + 12, 1 + 8 + 20]


@pytest.mark.clause(2)
@pytest.mark.parametrize(("starter", "points"), [("J♠", 2), ("Q♠", 0), ("J♣", 2)])
def test_the_dealer_scores_two_for_a_jack_turned_up(starter, points):
    table = pegging("A♣ 2♣ 3♣ 4♣", "10♦ 9♦ Q♦ K♦", starter=starter)
    assert now(table, "starter") == starter
    assert table.scores() == [0, points]


@pytest.mark.clause(3)
@pytest.mark.parametrize(
    ("card", "value"), [("A♣", 1), ("2♣", 2), ("9♣", 9), ("10♣", 10), ("J♣", 10), ("Q♣", 10), ("K♣", 10)]
)
def test_a_card_adds_its_value_to_the_count(card, value):
    table = play(pegging(f"{card} 8♣ 5♣ 4♣", "10♦ 9♦ Q♦ K♦", starter="3♠"), card)
    assert now(table, "count") == value
    assert now(table, "player") == 1


@pytest.mark.clause(3)
def test_the_count_may_not_pass_31_and_a_player_who_can_play_must():
    table = play(pegging("10♣ J♣ 2♣ A♣", "9♦ Q♦ 3♦ 4♦"), "10♣ 9♦ J♣")
    assert now(table, "count") == 29
    assert table.legal() == ["go"]
    assert play(table, "go").legal() == ["play A♣", "play 2♣"]


@pytest.mark.clause(3)
def test_after_a_go_the_other_plays_on_and_scores_one_for_the_last_card():
    table = play(pegging("10♣ Q♣ 2♣ A♣", "9♦ J♦ 8♦ K♦"), "10♣ 9♦ Q♣ go A♣")
    assert table.scores() == [1, 0]
    assert (now(table, "count"), now(table, "row"), now(table, "player")) == (0, "", 1)


@pytest.mark.clause(3)
def test_a_player_may_play_several_times_after_a_go():
    table = play(pegging("10♣ Q♣ A♦ A♣", "9♦ J♦ 8♦ K♦"), "10♣ 9♦ Q♣ go A♣")
    assert (table.legal(), table.scores()) == (["play A♦"], [0, 0])
    assert play(table, "A♦").scores() == [2 + 2, 0]


@pytest.mark.clause(3)
def test_exactly_31_scores_two_at_once_and_nothing_for_the_last_card():
    table = play(pegging("10♣ Q♣ 2♣ A♣", "9♦ J♦ 8♦ K♦"), "10♣ 9♦ Q♣ go 2♣")
    assert table.scores() == [2, 0]
    assert (now(table, "count"), now(table, "player"), now(table, "gone")) == (0, 1, [0, 0])


@pytest.mark.clause(3)
def test_the_next_count_begins_left_of_the_last_player_passing_over_those_without_cards():
    table = play(in_play("9♥", "", "3♥ 4♥", row="10♦ 10♥ 2♦", by=(0, 1, 2)), "9♥")
    assert (now(table, "count"), now(table, "player")) == (0, 2)


@pytest.mark.clause(3)
@pytest.mark.parametrize(("card", "points"), [("3♥", 1), ("4♥", 2)])
def test_the_last_card_of_all_scores_one_or_two_at_31(card, points):
    table = play(in_play(card, "", row="10♥ J♦ 7♦", by=(1, 0, 1)), card)
    assert now(table, "hands_over") == 1
    assert table.scores()[0] == points + now(table, "shown")[0]


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("7♣ 8♣", 2),
        ("10♣ 5♦", 2),
        ("10♣ J♣", 0),
        ("K♣ K♦", 2),
        ("K♣ Q♦", 0),
        ("4♣ 4♦ 4♥", 6),
        ("4♣ 4♦ 4♥ 4♠", 12),
        ("4♣ 5♦ 4♥", 0),
        ("5♣ 5♦ 5♥", 8),
        ("4♣ 5♦ 6♥", 5),
        ("4♣ 6♦ 5♥", 5),
        ("A♣ 3♦ 2♥", 3),
        ("4♣ 5♦ 6♥ 6♠", 2),
        ("4♣ 5♦ 6♥ 6♠ 5♣ 4♦", 3),
        ("2♣ 4♦ 5♥ 3♠", 4),
        ("A♣ 2♦ 3♥ 4♠ 5♣", 7),
        ("A♣ 2♦ 3♥ 4♠ 5♣ 6♦ 7♥", 7),
        ("9♣ A♦ 2♥ 3♠", 5),
        ("2♣ 3♦ 3♥ 4♠", 0),
        ("K♣ A♦ 2♥", 0),
        ("10♣ J♦ Q♥ A♠", 2),
    ],
)
def test_a_card_scores_fifteen_pairs_and_runs(row, points):
    assert points_in_play(row) == points


@pytest.mark.clause(4)
def test_a_go_does_not_break_a_row():
    table = play(pegging("10♣ 5♣ 5♦ 9♣", "10♦ Q♦ 9♦ K♦"), "10♣ 10♦ 5♣ go 5♦")
    assert table.scores() == [2 + 1, 2]


@pytest.mark.clause(4)
def test_a_new_count_begins_a_new_row():
    table = play(in_play("10♥", "10♠ 3♥", row="K♦ A♥ Q♦", by=(1, 0, 1)), "10♥")
    assert table.scores() == [2, 0]
    assert play(table, "10♠").scores() == [2, 0]


@pytest.mark.clause(5)
@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("5♣ 5♦ 5♥ J♠", "5♠", 29),
        ("5♣ 5♦ 5♥ 10♠", "5♠", 28),
        ("A♣ 2♦ 3♥ 3♠", "3♣", 15),
        ("3♣ 3♦ 4♥ 5♠", "K♣", 12),
        ("3♣ 3♦ 4♥ 4♠", "5♣", 20),
        ("4♣ 5♦ 6♥ 6♠", "6♣", 21),
        ("6♣ 7♦ 8♥ 9♠", "10♣", 9),
        ("A♣ 2♦ 3♥ 4♠", "5♣", 7),
        ("J♦ Q♦ K♥ A♠", "3♣", 3),
        ("Q♣ K♦ A♥ 2♠", "8♣", 0),
        ("7♣ 8♦ K♥ Q♠", "2♣", 2),
        ("4♣ 4♦ 4♥ 4♠", "7♣", 24),
        ("7♣ 7♦ 7♥ A♠", "2♦", 12),
    ],
)
def test_a_hand_scores_fifteens_pairs_and_runs(hand, starter, points):
    assert points_shown(hand, starter) == points_shown(hand, starter, is_crib=True) == points


@pytest.mark.clause(5)
@pytest.mark.parametrize(
    ("hand", "starter", "in_hand", "in_crib"),
    [
        ("2♣ 4♣ 6♣ 8♣", "K♦", 4, 0),
        ("2♣ 4♣ 6♣ 8♣", "K♣", 5, 5),
        ("2♣ 4♣ 6♣ 8♦", "K♣", 0, 0),
        ("J♣ 2♦ 4♦ 8♥", "K♣", 1, 1),
        ("J♣ 2♦ 4♦ 8♥", "K♥", 0, 0),
        ("K♣ 2♦ 4♦ 8♥", "J♣", 0, 0),
        ("J♣ 2♣ 4♣ 8♣", "K♣", 6, 6),
    ],
)
def test_a_flush_scores_by_its_cards_and_the_jack_of_the_suit_one(hand, starter, in_hand, in_crib):
    assert points_shown(hand, starter) == in_hand
    assert points_shown(hand, starter, is_crib=True) == in_crib


@pytest.mark.clause(5)
def test_the_numbers_of_ways_to_lay_away_and_of_the_best_hands():
    assert sum(count_choices(GAME.table(7))) == 15 == comb(6, 2)
    best = [
        (hand, starter)
        for jack in range(4)
        for hand in [[5 * 0 + 13 * suit + 4 for suit in range(4) if suit != jack] + [13 * jack + 10]]
        for starter in range(CARDS)
        if starter not in hand and points_shown(card_words(hand), CARD_WORDS[starter]) == 29
    ]
    assert [starter for _, starter in best] == [4, 17, 30, 43]


def count_choices(table):
    """Yields the number of second cards for each first card that a player may lay away."""
    for action in np.flatnonzero(table.mask).tolist():
        after = table.copy()
        after.step(action)
        yield len(after.legal())


@pytest.mark.clause(5)
@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="millions of hands")
def test_all_hands_and_starters_have_these_points():
    numbers = np.zeros(30, np.int64)
    count_shows(numbers)
    assert numbers.sum() == 12_994_800
    assert (numbers * np.arange(30)).sum() / numbers.sum() == pytest.approx(4.76915, abs=5e-6)
    assert numbers.tolist() == POINTS


POINTS = [1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224, 388740, 51680, 317340]
POINTS += [19656, 90100, 9168, 58248, 11196, 2708, 0, 8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4]


@rule
def count_shows(numbers):
    """Count the points of each hand of four with each starter."""
    cards = arrays.zeros(CARDS, np.int16)
    for first in range(CARDS):
        for second in range(first):
            for third in range(second):
                for fourth in range(third):
                    cards[first] = cards[second] = cards[third] = cards[fourth] = 1
                    for starter in range(CARDS):
                        if cards[starter] == 0:
                            numbers[show_points(cards, starter, False)] += 1
                    cards[first] = cards[second] = cards[third] = cards[fourth] = 0


@pytest.mark.clause(5)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_hands_are_shown_with_the_starter(players):
    table, before = GAME.table(5, num_players=players, hands=1), None
    for _ in walk(table, 5):
        before = table.copy()
    played = [points_shown(cards, now(before, "starter")) for cards in shown_by(before, table)]
    assert now(table, "shown") == played
    crib = " ".join([*now(table, "laid"), now(table, "dealt") or ""])
    assert sorted(parse_cards(now(table, "shown_crib"))) == sorted(parse_cards(crib))


def shown_by(before, after):
    """The hands that are shown after the last card of all."""
    rest = now(before, "hands")[before.player]
    return [f"{cards} {rest if player == before.player else ''}" for player, cards in enumerate(now(before, "played"))]


@pytest.mark.clause(6)
def test_the_target_wins_at_once_in_the_play():
    table = pegging("10♣ Q♣ 2♣ A♣", "9♦ J♦ 8♦ K♦", score=(119, 100))
    play(table, "10♣ 9♦ Q♣ go 2♣")
    assert table.over
    assert not table.state.truncated
    assert (table.scores(), now(table, "reward")) == ([121, 100], [1, -1])


@pytest.mark.clause(6)
def test_the_target_wins_at_once_in_the_middle_of_a_show():
    table = play(clubs_against_diamonds(score=(108, 112)), HAND)
    assert (table.over, table.scores(), now(table, "reward")) == (True, [121, 113], [1, -1])
    assert (now(table, "shown"), now(table, "crib_points")) == ([12, 0], 0)


@pytest.mark.clause(6)
def test_points_above_the_target_do_not_count():
    table = play(clubs_against_diamonds(score=(0, 110)), HAND)
    assert table.scores() == [13, 121]


@pytest.mark.clause(7)
def test_the_deal_passes_to_the_left():
    table, dealers = GAME.table(2, num_players=3), []
    for _ in walk(table, 2):
        if now(table, "hands_over") == len(dealers):
            dealers.append(now(table, "dealer"))
    assert dealers == [(dealers[0] + hand) % 3 for hand in range(len(dealers))]


@pytest.mark.clause(7)
def test_four_players_are_partners_with_one_score():
    hands = ["A♣ 3♣ 5♣ 7♣ 9♣", "2♦ 4♦ 6♦ 8♦ 10♦", "A♥ 3♥ 5♥ 7♥ 9♥", "2♠ 4♠ 6♠ 8♠ 10♠"]
    table = play(dealt(*hands, starter="J♣"), "A♣ 2♦ A♥ 2♠")
    assert table.scores() == [0, 2, 0, 2]
    for _ in walk(table, 1):
        assert table.scores()[:2] == table.scores()[2:]
    assert now(table, "reward") in ([1, -1] * 2, [-1, 1] * 2)
    assert (GAME.sides_of(4), GAME.sides_of(3), GAME.sides_of(2)) == (2, 3, 2)


@pytest.mark.clause(7)
def test_the_crib_of_four_players_scores_for_the_dealers_side():
    hands = ["5♣ 2♣ 3♣ 4♣ A♣", "5♦ 6♦ 8♦ K♦ Q♦", "5♥ 6♥ 8♥ K♥ Q♥", "5♠ 6♠ 8♠ K♠ Q♠"]
    table = play(dealt(*hands, starter="J♣", hands=1), "5♣ 5♦ 5♥ 5♠")
    for _ in walk(table, 4):
        pass
    assert now(table, "crib_points") == 12 + 2 * 4 + 2 * 4
    assert table.scores()[1] == table.scores()[3] >= 28 + now(table, "shown")[1] + now(table, "shown")[3]


# Choices


@pytest.mark.clause("c1")
def test_there_are_no_actions_but_cards_and_go():
    assert GAME.actions.words[:CARDS] == tuple(f"play {card}" for card in CARD_WORDS[:CARDS])
    assert GAME.actions.words[CARDS:] == ("go",)


@pytest.mark.clause("c2")
def test_a_player_says_go_once_in_a_count():
    table = in_play("9♥ 2♥", "9♦ 10♦", "A♦ A♥", row="10♣ 8♣ 9♣", by=(0, 1, 2))
    play(table, "2♥ go A♦")
    assert now(table, "gone") == [0, 1, 0]
    assert table.legal() == ["go"]
    play(table, "go")
    assert (now(table, "player"), table.legal()) == (2, ["play A♥"])


@pytest.mark.clause("c2")
def test_nobody_without_cards_says_go_nor_does_the_last_player_when_the_others_are_out():
    table = play(in_play("9♥ 8♥", "", "10♦ J♦", row="10♣ 3♣", by=(1, 2)), "9♥ go")
    assert (now(table, "player"), table.legal(), table.scores()) == (0, ["play 8♥"], [0, 0, 0])
    table = play(in_play("9♥ 10♥", "", "10♦ J♦", row="10♣ 3♣", by=(1, 2)), "9♥ go")
    assert (now(table, "player"), now(table, "count"), table.scores()) == (2, 0, [1, 0, 0])


@pytest.mark.clause("c3")
def test_all_who_can_play_on_after_a_go():
    table = in_play("8♥ A♥", "9♦ 10♦", "A♦ 2♦", row="10♣ 7♣", by=(1, 2))
    play(table, "8♥ go A♦ A♥")
    assert (now(table, "count"), now(table, "player"), table.legal()) == (27, 2, ["play 2♦"])
    assert play(table, "2♦").scores() == [2, 0, 1]


@pytest.mark.clause(2, "c4")
@pytest.mark.parametrize("points", [119, 120])
def test_a_jack_turned_up_wins_for_a_dealer_two_short(points):
    table = pegging("A♣ 2♣ 3♣ 4♣", "10♦ 9♦ Q♦ K♦", starter="J♠", score=(120, points))
    assert (table.over, table.scores(), now(table, "reward")) == (True, [120, 121], [-1, 1])


@pytest.mark.clause("c5")
@pytest.mark.parametrize(("target", "points", "is_double"), [(121, 77, True), (121, 78, False), (61, 17, True)])
def test_a_skunked_loser_doubles_the_game(target, points, is_double):
    """The loser comes to 13 points more in this hand."""
    for skunk in (False, True):
        table = clubs_against_diamonds(score=(points, target - 2), skunk=skunk, target=target)
        play(table, HAND)
        factor = 1 + (is_double and skunk)
        assert table.scores() == [factor * (points + 13), factor * target]
        assert now(table, "reward") == [-1, 1]
        assert table.view_words(0)["skunked"] == [int(factor == 2), 0]


@pytest.mark.clause("c5")
@pytest.mark.parametrize("skunk", [False, True])
def test_rewards_by_score_are_shares_of_the_target(skunk):
    table, total = GAME.table(3, reward="score", skunk=skunk), 0.0
    for _ in walk(table, 3):
        total += table.state.reward[0] if table.paid else 0.0
    total += table.state.reward[0]
    difference = table.scores()[0] - table.scores()[1]
    assert total == pytest.approx(difference / (121 * (1 + skunk)), abs=1e-5)


@pytest.mark.clause("c6")
def test_seats_lay_away_from_the_dealers_left_two_cards_in_the_order_of_codes():
    table = GAME.table(0, list(range(CARDS)), dealer=0)
    assert now(table, "player") == 1
    assert table.legal() == [f"play {card}" for card in now(table, "hands")[1].split()[:-1]]
    play(table, "5♣")
    assert now(table, "player") == 1
    assert table.legal() == ["play 7♣", "play 9♣", "play J♣"]
    assert play(table, "9♣").player == 0
    assert table.view_words(0)["laid"] == ""
    assert table.view_words(1)["laid"] == "5♣ 9♣"


@pytest.mark.clause("c7")
def test_the_most_points_win_after_a_number_of_hands():
    table = play(clubs_against_diamonds(hands=1), HAND)
    assert (table.over, table.state.truncated, table.scores()) == (True, False, [13, 29])
    assert now(table, "reward") == [-1, 1]
    assert now(play(clubs_against_diamonds(hands=1, score=(16, 0)), HAND), "reward") == [0, 0]
    assert not play(clubs_against_diamonds(hands=2), HAND).over


@pytest.mark.clause("c7")
def test_the_target_ends_a_game_before_its_last_hand():
    table = play(clubs_against_diamonds(hands=5, target=13), HAND)
    assert (table.over, table.state.truncated, table.scores()) == (True, False, [13, 1])


def test_a_game_is_truncated_after_max_hands():
    table = play(clubs_against_diamonds(max_hands=1), HAND)
    assert (table.over, table.state.truncated, now(table, "reward")) == (True, True, [-1, 1])


# Hidden cards


def replayed(table, actions, hand, player):
    """A table with the same play, where the other of two players has these cards left; None if it is impossible."""
    state, other = table.state, 1 - player
    mine = [*np.flatnonzero(state.hands[player] + state.played[player] + state.laid[player]).tolist()]
    played = np.flatnonzero(state.played[other]).tolist()
    named = {*mine, *played, *hand, int(state.starter)}
    laid = sorted(card for card in range(CARDS) if card not in named)[:2]
    seats = [mine, [*played, *hand, *laid]] if player == 0 else [[*played, *hand, *laid], mine]
    first = (int(state.dealer) + 1) % 2
    deck = [seats[(first + turn) % 2][turn // 2] for turn in range(12)] + [int(state.starter)]
    deck += [card for card in range(CARDS) if card not in deck]
    copy, laying = GAME.table(0, deck, dealer=int(state.dealer)), iter(laid)
    for action in actions:
        if now(copy, "phase") == "crib" and copy.player == other:
            action = next(laying)
        if not copy.is_legal(action):
            return None
        copy.step(action)
    return copy


@pytest.mark.clause(3, "c2")
def test_redeals_hold_all_cards_that_fit_what_has_happened_and_no_others():
    """Each single card that the other may still hold is tried: the same play must be possible and look the same."""
    bound, found, most = 0, 0, count(compiled=40, interpreted=8)
    for seed in range(300):
        table, actions = GAME.table(seed), []
        for action in walk(table, seed):
            if table.state.hands_over:
                break
            player, other = table.player, 1 - table.player
            if table.state.hands[other].sum() == 1 and now(table, "phase") == "play" and found < most:
                found += 1
                bound += int(table.state.least[other]) > 1
                compare_redeals(table, actions, player)
            actions.append(action)
    assert bound > 1


def compare_redeals(table, actions, player):
    """The other's last cards in redeals and in all games that look the same to this player."""
    other, view = 1 - player, table.view(player).tobytes()
    fit = set()
    for card in range(CARDS):
        own = table.state.hands[player] + table.state.laid[player] + table.state.played.sum(axis=0)
        if not own[card] and card != table.state.starter:
            copy = replayed(table, actions, [card], player)
            if copy is not None and copy.view(player).tobytes() == view:
                fit.add(card)
    draws = 10 * len(fit)
    assert {int(table.redeal(player, seed).state.hands[other].argmax()) for seed in range(draws)} == fit


def test_redeals_of_two_bound_hands_are_uniform_over_all_that_fit():
    """One other holds a card of 10, the next one a card of 9 or more: all pairs are equally likely."""
    table = in_play("A♥ 2♥", "10♥", "9♥", row="9♠ Q♠", by=(1, 2), least=[1, 10, 9])
    seen = table.state.hands[0] + table.state.laid[0] + table.state.played.sum(axis=0)
    seen[table.state.starter] = 1
    tens = [card for card in range(CARDS) if not seen[card] and VALUES[card] == 10]
    nines = [card for card in range(CARDS) if not seen[card] and VALUES[card] == 9]
    fit = {(one, two) for one in tens for two in [*tens, *nines] if one != two}
    draws = count(compiled=30, interpreted=12) * len(fit)
    redeals = (table.redeal(0, seed).state.hands for seed in range(draws))
    found = Counter((int(hands[1].argmax()), int(hands[2].argmax())) for hands in redeals)
    assert set(found) <= fit
    with_nine = sum(number for (_, two), number in found.items() if two in nines) / draws
    share = len(nines) * len(tens) / len(fit)
    assert abs(with_nine - share) < 4.5 * sqrt(share * (1 - share) / draws)
    expected = draws / len(fit)
    assert sum((found[pair] - expected) ** 2 / expected for pair in fit) < len(fit) + 5 * sqrt(2 * len(fit))


@pytest.mark.clause("c6")
def test_redeals_of_a_choice_that_has_begun_leave_a_card_for_the_second_one():
    table = play(GAME.table(0, list(range(CARDS)), dealer=0), "9♣")
    for seed in range(count(compiled=500, interpreted=100)):
        state = table.redeal(0, seed).state
        assert (state.laid[1].sum(), state.hands[1].sum()) == (1, 5)
        assert np.flatnonzero(state.hands[1])[-1] > state.laid[1].argmax()


@pytest.mark.clause(1)
def test_nobody_knows_the_crib_the_starter_or_the_card_of_three_before_they_are_shown():
    table = play(dealt("A♣ 2♣ 3♣ 4♣ 5♣", "6♣ 7♣ 8♣ 9♣ 10♣", "A♦ 2♦ 3♦ 4♦ 5♦", spare="K♥"), "A♣ 6♣")
    redeals = [table.redeal(0, seed) for seed in range(count(compiled=400, interpreted=100))]
    assert {now(copy, "laid")[0] for copy in redeals} == {"A♣"}
    assert min(len({now(copy, name) for copy in redeals}) for name in ("dealt", "stock")) > 20
    assert len({now(copy, "laid")[1] for copy in redeals}) > 20
    for player in (0, 2):
        assert "K♥" not in str(table.view_words(player))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"score": [121, 0]}, "the game is won"),
        ({"score": [122, 0]}, "score"),
        ({"hands": ["9♥ K♥", "10♥ J♥"]}, "hands"),
        ({"laid": ["5♣ 6♣ 9♦", "7♣ 8♣"]}, "hands"),
        ({"laid": ["5♣ 6♣ 9♥", "7♣ 8♣"], "hands": ["", "10♥ J♥"]}, "laid"),
        ({"dealt": "9♦"}, "dealt"),
        ({"starter": None}, "starter"),
        ({"phase": "crib"}, "starter"),
        ({"least": [10, 1]}, "least"),
        ({"count": 12}, "count"),
        ({"row": "3♦ Q♦"}, "row"),
        ({"last": 0}, "last"),
        ({"last": None}, "last"),
        ({"gone": [0, 1]}, "least"),
        ({"gone": [1, 0], "least": [9, 1]}, "least"),
        ({"player": 1}, "player"),
        ({"row": "", "count": 0, "last": None, "gone": [1, 0]}, "gone"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    fresh = {"phase": "play", "hands": ["9♥", "10♥ J♥"], "played": ["A♣ 2♣ 3♣", "4♣ Q♦"], "laid": ["5♣ 6♣", "7♣ 8♣"]}
    fresh |= {"starter": "K♠", "dealer": 1, "player": 0, "row": "3♣ Q♦", "count": 13, "last": 1}
    GAME.position(**fresh)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fresh | words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 0}, "laid"),
        ({"laid": ["A♣ 2♣", ""], "hands": ["3♣ 4♣ 5♣ 6♣", "7♣ 8♣ 9♣ 10♣ J♣ Q♣"]}, "laid"),
        ({"laid": ["", "Q♣"], "hands": ["A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "7♣ 8♣ 9♣ 10♣ J♣"]}, "order of their codes"),
        ({"least": [2, 1]}, "least"),
        ({"row": "K♣"}, "row"),
    ],
)
def test_positions_of_the_lay_away_that_cannot_be_are_refused(words, problem):
    fresh = {"hands": ["A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "7♣ 8♣ 9♣ 10♣ J♣ Q♣"], "dealer": 0, "player": 1}
    GAME.position(**fresh)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fresh | words)


def test_partners_of_a_position_have_the_same_score():
    hands = ["A♣ 2♣ 3♣ 4♣ 5♣", "6♣ 7♣ 8♣ 9♣ 10♣", "A♦ 2♦ 3♦ 4♦ 5♦", "6♦ 7♦ 8♦ 9♦ 10♦"]
    with pytest.raises(ValueError, match="partners"):
        GAME.position(num_players=4, hands=hands, dealer=3, player=0, score=[1, 2, 3, 2])


@pytest.mark.skipif(INTERPRETED, reason="many games")
def test_a_game_of_two_takes_about_nine_hands():
    expert, generator, lengths = find_agent("expert", GAME), agent_generator(1), []
    for seed in range(60):
        table = GAME.table(seed)
        while not table.over:
            table.step(int(expert.act(table.view(table.player), table.mask, generator)))
        lengths.append(int(table.state.hands_over))
    assert 8 < np.mean(lengths) < 10.5
