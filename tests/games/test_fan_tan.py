"""The rules of Fan Tan, clause by clause. Cards that a position does not name lie in the rows."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb, sqrt

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.games.fan_tan import GAME, MOST_LOST, PASS
from tests.games.rows import fitting, held
from tests.playing import count, now, play_out, walk

PACK = set(CARD_WORDS[:CARDS])
NUMBERS_OF_PLAYERS = range(3, 9)
ANTES = {3: 5, 4: 4, 5: 8, 6: 8, 7: 11, 8: 12}
FROM_DIAMONDS = {"start": "diamonds"}
STRICT = {"six_before_eight": True}


def position(*hands, options=None, **words):
    """Player 0 has the turn in the last of three hands, and player 3 is the dealer; all have paid antes and passes."""
    players = len(hands)
    options = {"hands": 3} | (options or {})
    blank = GAME.table(seed=0, dealer=players - 1, num_players=players, **options)
    paid = [50 - chips for chips in now(blank, "chips")]
    passes = [*words.get("passes", ()), *[0] * players][:players]
    paid = [ante + number for ante, number in zip(paid, passes, strict=True)]
    before = words.pop("before", [0] * players)
    chips = [50 + won - own for won, own in zip(before, paid, strict=True)]
    return GAME.position(
        num_players=players,
        options=options,
        hands=hands,
        **{"dealer": players - 1, "chips": chips, "pots": [sum(paid)], "hands_over": 2} | words,
    )


def rest_of(layout, *hands):
    """All cards that are neither in the rows nor in a hand."""
    return " ".join(PACK - set(card_words(parse_cards(" ".join([layout, *hands]))).split()))


def rows(layout, *hands, **words):
    """A position with only these cards in the rows; player 2 of four holds the others besides its own."""
    first, second, third, fourth = hands
    return position(first, second, f"{third} {rest_of(layout, *hands)}", fourth, **words)


def cards(table, name):
    """A field as a set of cards in words, or a list of sets."""
    words = now(table, name)
    return set(words.split()) if isinstance(words, str) else [set(hand.split()) for hand in words]


def sizes(table):
    return [len(hand) for hand in cards(table, "hands")]


def random_games(games, **options):
    """Yields tables before each action of random games, and the action."""
    for seed in range(games):
        table = GAME.table(seed=seed, num_players=3 + seed % 6, **options)
        for action in walk(table, seed):
            yield table, action


# Stakes and deal


@pytest.mark.clause(1, 3, "c5")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_all_put_in_a_chip_and_those_with_fewer_cards_one_more(num_players):
    table = GAME.table(seed=1, num_players=num_players)
    assert now(table, "pots") == [ANTES[num_players]]
    most = max(sizes(table))
    assert now(table, "chips") == [50 - 1 - (size < most) for size in sizes(table)]


@pytest.mark.clause(1, "c5")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_without_the_custom_all_put_in_one_chip(num_players):
    table = GAME.table(seed=1, num_players=num_players, short_ante=False)
    assert (now(table, "pots"), now(table, "chips")) == ([num_players], [49] * num_players)


@pytest.mark.clause(1)
def test_the_ante_is_paid_before_each_hand():
    for table, _ in random_games(6):
        if not any(now(table, "passes")) and not now(table, "layout"):
            assert now(table, "pots") == [ANTES[table.num_players]]


@pytest.mark.clause(2)
def test_all_cards_are_dealt_one_by_one_from_the_dealers_left():
    hands = now(GAME.table(num_players=5, deck=range(CARDS), dealer=2), "hands")
    assert [hands[(3 + turn) % 5] for turn in range(5)] == [card_words(range(turn, CARDS, 5)) for turn in range(5)]


@pytest.mark.clause(2, 3)
@pytest.mark.parametrize(
    ("num_players", "dealt"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_the_first_players_from_the_dealers_left_have_one_card_more(num_players, dealt):
    table = GAME.table(seed=3, num_players=num_players, dealer=1)
    assert [sizes(table)[(2 + turn) % num_players] for turn in range(num_players)] == dealt


@pytest.mark.clause(4, "c8")
@pytest.mark.parametrize("hands", [None, 1, 5])
@pytest.mark.parametrize("num_players", [3, 8])
def test_the_deal_goes_left_and_everybody_deals_once_unless_hands_says_otherwise(num_players, hands):
    table = GAME.table(seed=2, num_players=num_players, dealer=1, hands=hands)
    dealers = []
    for _ in walk(table, 2):
        if len(dealers) == now(table, "hands_over"):
            dealers.append(now(table, "dealer"))
            assert table.view_words(0)["hands_left"] == (hands or num_players) - now(table, "hands_over")
            assert sum(sizes(table)) == CARDS
    assert dealers == [(1 + hand) % num_players for hand in range(hands or num_players)]
    assert table.over
    assert not now(table, "truncated")


@pytest.mark.clause("c8")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.clause("c10")
@pytest.mark.parametrize("num_players", [2, 9])
def test_three_to_eight_play(num_players):
    with pytest.raises(ValueError, match="must be 3 to 8"):
        GAME.table(num_players=num_players)


# Play


@pytest.mark.clause(5, "c1")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_dealers_left_begins_and_turns_go_to_the_left(num_players):
    table = GAME.table(seed=5, num_players=num_players, dealer=2)
    player, hand = 3 % num_players, 0
    for action in walk(table.copy(), 5):
        if now(table, "hands_over") > hand:
            player, hand = (now(table, "dealer") + 1) % num_players, now(table, "hands_over")
        assert table.player == player
        player = (player + 1) % num_players
        table.step(action)


@pytest.mark.clause("c1")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_with_diamonds_the_holder_of_the_seven_of_diamonds_begins_with_it(num_players):
    starters = set()
    for seed in range(25):
        table = GAME.table(seed=seed, num_players=num_players, **FROM_DIAMONDS)
        starter = table.player
        assert "7♦" in cards(table, "hands")[starter]
        assert table.legal() == ["play 7♦"]
        assert table.view_words(starter)["fits"] == "7♦"
        starters.add((starter - now(table, "dealer")) % num_players)
        table.play("play 7♦")
        assert (now(table, "layout"), table.player) == ("7♦", (starter + 1) % num_players)
    assert len(starters) == num_players


@pytest.mark.clause("c1")
def test_with_diamonds_every_hand_begins_so_and_the_first_from_the_dealers_left_still_have_more_cards():
    for table, action in random_games(4, **FROM_DIAMONDS):
        if not now(table, "layout"):
            assert GAME.actions.describe(action) == "play 7♦"
            assert now(table, "pots") == [ANTES[table.num_players]]


@pytest.mark.clause(6, 7, 11)
@pytest.mark.parametrize(
    ("layout", "playable"),
    [
        ("", "7♣ 7♦ 7♥ 7♠"),
        ("7♣", "6♣ 8♣ 7♦ 7♥ 7♠"),
        ("7♣ 7♥", "6♣ 8♣ 7♦ 6♥ 8♥ 7♠"),
        ("6♣ 7♣", "5♣ 8♣ 7♦ 7♥ 7♠"),
        ("7♣ 8♣", "6♣ 9♣ 7♦ 7♥ 7♠"),
        ("2♣..J♣ 7♠", "A♣ Q♣ 7♦ 7♥ 6♠ 8♠"),
        ("A♣..Q♣ 7♦", "K♣ 6♦ 8♦ 7♥ 7♠"),
        ("2♣..K♣ 7♦", "A♣ 6♦ 8♦ 7♥ 7♠"),
        ("A♣..K♣ A♦..K♦ A♥..K♥ 5♠..9♠", "4♠ 10♠"),
    ],
)
def test_sevens_and_what_is_next_in_a_row_can_be_played_whichever_one_likes(layout, playable):
    """Player 0 holds all cards that are not in the rows, except one for each other player."""
    spare = ["2♠", "3♠", "Q♠"]
    hand = rest_of(layout, *spare)
    table = position(hand, *spare)
    assert [word.removeprefix("play ") for word in table.legal()] == playable.split()
    assert set(table.view_words(1)["fits"].split()) == set(playable.split())


@pytest.mark.clause(7)
def test_a_row_does_not_go_on_beyond_ace_and_king():
    """Neither round the corner nor into another suit."""
    assert rows("7♣..K♣", "A♣ A♦ 6♣ K♦", "2♥", "3♠", "4♠").legal() == ["play 6♣"]
    assert rows("A♦..7♦", "K♦ K♣ 8♦", "2♥", "3♠", "4♠").legal() == ["play 8♦"]


@pytest.mark.clause(6, 8, 16)
def test_a_played_card_lies_and_is_gone_from_the_hand():
    table = rows("7♣", "8♣ 9♣ K♦", "6♣ 3♥", "2♠", "4♠").play("play 8♣")
    assert now(table, "layout") == "7♣ 8♣"
    assert now(table, "hands")[0] == "9♣ K♦"
    assert now(table.play("play 6♣"), "layout") == "6♣ 7♣ 8♣"


@pytest.mark.clause(8, 9, "c2")
@pytest.mark.parametrize("options", [{}, FROM_DIAMONDS, STRICT], ids=str)
def test_a_player_who_can_play_must_and_nobody_else_does(options):
    passes = 0
    for table, _ in random_games(count(compiled=12, interpreted=6), **options):
        playable = held(table, table.player) & fitting(table)
        if options == FROM_DIAMONDS and not now(table, "layout"):
            playable = {CARD_WORDS.index("7♦")}
        assert set(np.flatnonzero(table.mask)) == (playable or {PASS})
        passes += not playable
    assert passes > 50


@pytest.mark.clause(8, 9, 16)
def test_a_turn_is_one_card_or_one_chip():
    for seed in range(count(compiled=6, interpreted=3)):
        table = GAME.table(seed=seed, num_players=3 + seed % 6, hands=1)
        for action in walk(table.copy(), seed):
            before, pot, player, chips = sizes(table), now(table, "pots")[0], table.player, now(table, "chips")
            table.step(action)
            if table.over:
                break
            change = np.subtract(sizes(table), before).tolist()
            assert change == [-(action != PASS and seat == player) for seat in range(table.num_players)]
            assert now(table, "pots")[0] - pot == (action == PASS) == chips[player] - now(table, "chips")[player]


@pytest.mark.clause(9)
def test_a_player_who_cannot_play_puts_a_chip_into_the_pot():
    table = rows("7♣", "8♣ 9♣ K♦", "Q♦ 3♥", "2♠", "4♠").play("play 8♣")
    assert (table.player, table.legal()) == (1, ["pass"])
    table.play("pass")
    assert (now(table, "pots"), now(table, "chips"), now(table, "passes")) == ([5], [49, 48, 49, 49], [0, 1, 0, 0])
    assert (table.player, now(table, "hands")[1]) == (2, "Q♦ 3♥")


@pytest.mark.clause(10)
def test_the_first_player_without_a_seven_pays():
    table = rows("", "8♣ 9♣ 6♦ A♠", "7♦ 3♥", "2♠", "4♠")
    assert table.legal() == ["pass"]
    assert (table.play("pass").player, now(table, "pots")) == (1, [5])
    assert table.legal() == ["play 7♦"]


@pytest.mark.clause(10)
def test_the_first_of_four_players_pays_as_often_as_thirteen_cards_hold_no_seven():
    deals = count(compiled=2000, interpreted=400)
    passes = sum(GAME.table(seed=seed).legal() == ["pass"] for seed in range(deals))
    chance = comb(48, 13) / comb(52, 13)
    assert chance == pytest.approx(0.3038, abs=1e-4)
    assert abs(passes / deals - chance) < 4 * sqrt(chance * (1 - chance) / deals)


@pytest.mark.clause(11)
def test_a_card_held_back_makes_others_pay():
    """Player 0 plays spades as long as possible; nobody can play the clubs above 8♣."""
    table = position("8♣ 5♠ 6♠", "9♣ J♣", "10♣ K♣", "Q♣ A♠ 2♠ 3♠ 4♠")
    assert table.legal() == ["play 8♣", "play 6♠"]
    table.play("play 6♠", "pass", "pass", "pass", "play 5♠", "pass", "pass")
    assert table.legal() == ["play 4♠"]
    assert now(table, "passes") == [0, 2, 2, 1]


@pytest.mark.clause("c3")
def test_the_six_and_the_eight_come_in_any_order():
    table = rows("7♣ 7♦", "6♣ 8♦ K♠", "9♦ 2♠", "5♣", "3♠")
    assert table.legal() == ["play 6♣", "play 8♦"]
    assert table.play("play 8♦").legal() == ["play 9♦"]


@pytest.mark.clause("c3")
@pytest.mark.parametrize(
    ("layout", "playable"),
    [("7♣", "6♣"), ("6♣ 7♣", "8♣"), ("6♣..8♣", "5♣ 9♣"), ("5♣..9♣", "4♣ 10♣")],
)
def test_with_six_before_eight_these_come_in_this_order_before_all_others(layout, playable):
    clubs = " ".join(card for card in rest_of(layout).split() if "♣" in card)
    table = rows(layout, clubs, "2♠", "3♥", "3♠", options=STRICT)
    assert table.legal() == [f"play {card}" for card in playable.split()]


@pytest.mark.clause("c4")
@pytest.mark.parametrize("last", ["A♥", "K♥"])
def test_an_ace_or_a_king_brings_no_further_turn(last):
    table = position(f"{last} 2♦ A♦", "K♠ A♠", "K♣ A♣").play(f"play {last}")
    assert table.player == 1


# The end of a hand


@pytest.mark.clause(12, 13, 14, "c12")
def test_a_player_who_goes_out_takes_the_pot_with_a_chip_for_each_card_left():
    table = position("K♦ Q♦", "K♥", "K♠ Q♠ J♠", "K♣ J♣ Q♣ 10♣", player=1, passes=[1, 0, 2, 0]).play("play K♥")
    assert table.over
    assert now(table, "pots") == [0]
    assert now(table, "chips") == [50 - 2 - 2, 50 - 1 + 7 + 9, 50 - 3 - 3, 50 - 1 - 4]
    assert now(table, "score") == [-4, 15, -6, -5]


@pytest.mark.clause("c6")
def test_without_pay_left_the_pot_is_antes_and_passes():
    hands = "K♦ Q♦", "K♥", "K♠ Q♠ J♠", "K♣ J♣ Q♣ 10♣"
    table = position(*hands, player=1, passes=[1, 0, 2, 0], options={"pay_left": False})
    assert table.view_words(0)["price_left"] == 0
    assert now(table.play("play K♥"), "score") == [-2, 6, -3, -1]


@pytest.mark.clause(4, 12, 14)
def test_the_next_hand_is_dealt_at_once_by_the_next_dealer():
    table = position("K♦ Q♦", "K♥", "K♠ Q♠ J♠", "K♣ J♣ Q♣ 10♣", player=1, hands_over=1).play("play K♥")
    assert not table.over
    assert (now(table, "dealer"), table.player, now(table, "hands_over")) == (0, 1, 2)
    assert (sizes(table), now(table, "layout"), now(table, "pots")) == ([13] * 4, "", [4])
    assert now(table, "lacks") == [""] * 4
    assert now(table, "score") == [-3, 12, -4, -5]
    assert now(table, "chips") == [46, 61, 45, 44]


@pytest.mark.clause(15, "c11")
@pytest.mark.parametrize(
    ("before", "reward"),
    [
        ([0, 0, 0, 0], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([20, -10, 0, -10], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([10, -10, 10, -10], [0.5, -0.5, 0.5, -0.5]),
    ],
)
def test_most_chips_after_the_last_hand_win_and_equals_share(before, reward):
    """Player 1 wins a pot of 4 and a card of each."""
    table = position("K♦", "K♥", "K♠", "K♣", player=1, before=before).play("play K♥")
    assert table.over
    assert now(table, "reward") == pytest.approx(reward, abs=1e-5)


@pytest.mark.clause(16, "c12")
@pytest.mark.parametrize("options", [{}, {"short_ante": False, "pay_left": False, "chips": 7}], ids=str)
def test_cards_and_chips_stay_the_same(options):
    for table, _ in random_games(count(compiled=6, interpreted=3), **options):
        assert sum(sizes(table)) + len(cards(table, "layout")) == CARDS
        assert set.union(*cards(table, "hands"), cards(table, "layout")) == PACK
        assert sum(now(table, "chips")) + now(table, "pots")[0] == options.get("chips", 50) * table.num_players


@pytest.mark.clause("c7")
def test_players_may_have_less_than_no_chips_and_play_on():
    table = GAME.table(seed=1, chips=0)
    assert now(table, "chips") == [-1] * 4
    assert not play_out(table, 1).state.truncated
    assert sum(now(table, "score")) == 0
    assert min(now(table, "chips")) < 0
    assert GAME.table(seed=1).view_words(0)["chips"] == [49] * 4


def test_somebody_can_always_play():
    for options in ({}, STRICT):
        passes = 0
        for table, action in random_games(count(compiled=12, interpreted=6), **options):
            passes = passes + 1 if action == PASS else 0
            assert passes < table.num_players


def test_nobody_loses_more_in_a_hand_than_rewards_reckon_with():
    for seed in range(count(compiled=60, interpreted=12)):
        players = 3 + seed % 6
        table = play_out(GAME.table(seed=seed, num_players=players, hands=1, reward="score"), seed)
        score = now(table, "score")
        assert min(score) >= -MOST_LOST
        assert now(table, "reward") == pytest.approx([chips / ((players - 1) * MOST_LOST) for chips in score], abs=1e-5)


@pytest.mark.parametrize(("players", "hands", "most"), [(3, None, 324), (4, None, 648), (8, None, 3024), (3, 8, 864)])
def test_a_score_is_divided_by_what_the_others_can_lose_in_all_hands(players, hands, most):
    assert GAME.blank(num_players=players, hands=hands)["score_range"][0] == most


# A seat's view


@pytest.mark.clause("c9")
def test_a_pass_shows_to_hold_nothing_that_fits_as_long_as_it_does_not_lie():
    table = rows("7♣", "8♣ 9♣ K♦", "Q♦ 3♥", "6♣ 2♠", "7♦ 4♠").play("play 8♣", "pass")
    assert cards(table, "lacks") == [set(), {"6♣", "9♣", "7♦", "7♥", "7♠"}, set(), set()]
    table.play("play 6♣")
    assert cards(table, "lacks") == [set(), {"9♣", "7♦", "7♥", "7♠"}, set(), set()]
    assert table.view_words(2)["lacks"][3] == card_words(parse_cards("9♣ 7♦ 7♥ 7♠"))
    assert "5♣" in table.view_words(2)["fits"].split()
    assert (table.view_words(2)["passes"], table.view_words(2)["turn"]) == ([0, 0, 0, 1], [0, 1, 0, 0])


def test_a_seat_sees_its_own_cards_and_how_many_others_hold():
    view = rows("7♣..9♣", "10♣", "Q♦ 3♥", "", "7♦ 4♠ 5♠").view_words(1)
    assert (view["hand"], view["hand_sizes"]) == ("Q♦ 3♥", [2, 43, 3, 1])
    assert (view["pot"], view["chips"], view["dealer"]) == (4, [49] * 4, [0, 0, 1, 0])


# Redealing hidden cards


def possible_deals(table, player):
    """Every way to deal the others' cards that agrees with hand sizes and shown voids."""
    hands, lacks = cards(table, "hands"), cards(table, "lacks")

    def share(seats, left):
        if not seats:
            yield {}
            return
        for chosen in combinations(sorted(left), len(hands[seats[0]])):
            if not set(chosen) & lacks[seats[0]]:
                for rest in share(seats[1:], left - set(chosen)):
                    yield {seats[0]: set(chosen)} | rest

    others = [seat for seat in range(len(hands)) if seat != player]
    for found in share(others, set.union(*(hands[seat] for seat in others))):
        yield [found.get(seat, hands[seat]) for seat in range(len(hands))]


@pytest.mark.clause("c9")
@pytest.mark.parametrize("player", [0, 3])
@pytest.mark.parametrize(
    ("hands", "plays"),
    [
        (["8♣ 9♣ K♠", "Q♠ K♥", "10♣ K♣", "Q♣ J♣"], ["play 8♣", "play K♥", "pass"]),
        (["9♣ J♣", "10♣ A♥", "K♣ K♦", "Q♣ K♥"], ["play 9♣", "play A♥", "play K♦"]),
        (["K♥ 2♠", "A♠ Q♣", "J♣ A♦", "K♣ A♥", "10♣ 9♣"], ["play K♥", "pass", "play A♦", "play A♥", "play 9♣"]),
    ],
)
def test_all_deals_that_a_seat_holds_possible_are_equally_likely(hands, plays, player):
    table = position(*hands).play(*plays)
    possible = {
        str([card_words(sorted(parse_cards(list(hand)))) for hand in deal]) for deal in possible_deals(table, player)
    }
    expected = count(compiled=200, interpreted=30)
    draws = expected * len(possible)
    found = Counter(str(now(table.redeal(player, seed), "hands")) for seed in range(draws))
    assert len(possible) > 1
    assert set(found) <= possible
    assert all(abs(found[deal] - expected) < 5 * sqrt(expected) for deal in possible)


@pytest.mark.clause("c1")
def test_all_know_that_the_seven_of_diamonds_is_with_who_begins_with_it():
    for seed in range(count(compiled=20, interpreted=6)):
        table = GAME.table(seed=seed, num_players=3 + seed % 6, **FROM_DIAMONDS)
        starter = table.player
        for player in range(table.num_players):
            dealt = cards(table.redeal(player, seed), "hands")
            assert "7♦" in dealt[starter]
            assert player == starter or dealt[starter] != cards(table, "hands")[starter]
            assert [len(hand) for hand in dealt] == sizes(table)


def test_a_later_passer_lacks_all_that_an_earlier_passer_lacks():
    found = 0
    for table, _ in random_games(count(compiled=12, interpreted=6)):
        shown = sorted(cards(table, "lacks"), key=len)
        assert all(fewer <= more for fewer, more in pairwise(shown))
        found += len(shown[-2]) > 0
    assert found > 100


# Agents


def test_a_novice_plays_what_leads_to_own_cards_then_ends_of_rows_and_sevens_last():
    novice, generator = find_agent("novice", GAME), agent_generator(0)
    for hand, choice in (
        ("7♥ 6♣ 8♣ 9♣ A♦", "8♣"),
        ("7♥ 6♣ A♦", "A♦"),
        ("7♥ 6♣ 3♠", "6♣"),
        ("7♥ 3♠", "7♥"),
    ):
        table = rows("7♣ 2♦..7♦", hand, "K♠", "Q♠", "J♠")
        action = novice.act(table.view(0), table.mask, generator)
        assert GAME.actions.describe(action) == f"play {choice}"


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 3}, "hands_over: the game is over after 3, and not before"),
        ({"over": True}, "hands_over: the game is over after 3, and not before"),
        ({"hands": ["", "K♥", "K♠", "K♣ K♦"]}, "hands: the hand ends when a player"),
        ({"hands": ["9♦", "K♥", "K♠", "K♣"]}, "layout: rows begin with their sevens and have no gaps"),
        ({"lacks": ["Q♥"]}, "lacks: a pass shows to hold none of the cards that fit"),
        ({"lacks": ["K♦"]}, "lacks: player 0 holds such a card"),
        ({"lacks": ["K♠"]}, "lacks: player 0 has not passed"),
        ({"passes": [1, 1, 0, 0], "lacks": ["K♠", "K♣"]}, "lacks: a player who passed later lacks all"),
        ({"passes": [49, 0, 0, 0]}, "passes: between two turns of a player"),
        ({"pots": [5], "chips": [48, 49, 49, 49]}, "pots: antes and passes make 4"),
        ({"chips": [50, 49, 49, 49]}, "chips: with the pot they make 200"),
        ({"chips": [-60, 158, 49, 49]}, "chips: player 0 cannot have fewer than -59"),
        ({"stock": "K♦", "hands": ["Q♦", "K♥", "K♠", "K♣"]}, "stock: all cards are dealt"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    hands = words.pop("hands", ["K♦", "K♥", "K♠", "K♣"])
    with pytest.raises(ValueError, match=problem):
        position(*hands, **words)


def test_where_diamonds_begin_their_seven_lies_or_its_holder_has_the_turn():
    everything = {"options": FROM_DIAMONDS | {"hands": 3}}
    with pytest.raises(ValueError, match="player: the holder of 7♦ begins"):
        rows("", "8♦", "7♦", "2♠", "4♠", **everything)
    with pytest.raises(ValueError, match="layout: 7♦ was the first card"):
        rows("7♣", "8♣", "7♦", "2♠", "4♠", **everything)
    assert rows("", "7♦ 7♣", "8♦", "2♠", "4♠", **everything).legal() == ["play 7♦"]
