"""The rules of Contract Bridge, clause by clause. Cards that a position does not name lie in earlier tricks."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.families.bridge_scores import BIDS, IMP_STEPS, Strain, contract_points, imps
from cardzoo.envs.games.bridge import BID_WORDS, GAME
from tests.games.even_deals import check_even
from tests.playing import count, now
from tests.shown import shown

NAMES = [bid.replace(" ", "") for bid in BID_WORDS]
SUIT_WORDS = "♣♦♥♠"
HANDS = [card_words(range(13 * player, 13 * player + 13)) for player in range(4)]  # a suit for each player
PASSES = ["pass"] * 3
VULNERABLE = {"none": [0, 0], "north_south": [1, 0], "east_west": [0, 1], "both": [1, 1]}
BOARDS = [
    *("none", "north_south", "east_west", "both", "north_south", "east_west", "both", "none"),
    *("east_west", "both", "none", "north_south", "both", "none", "north_south", "east_west"),
]


def calling(*calls, dealer=0, deck=None, **options):
    """An auction that player 0 begins, unless another dealer is named."""
    return GAME.table(seed=1, dealer=dealer, deck=deck, **options).play(*map(spoken, calls))


def spoken(call):
    """The action of a call: a bid such as 1NT, or another call."""
    return f"bid {call[0]} {call[1:]}" if call in NAMES else call


def marks(player, *bids):
    """Bids that a player has made, doubled or redoubled, as a field of a position."""
    return [[int(seat == player and bid in bids) for bid in NAMES] for seat in range(4)]


def playing(*hands, contract="1NT", declarer=0, leader=1, trick=(), **words):
    """The contract was bid by the declarer, and nobody else bid; earlier tricks are those of players 0 and 2."""
    number = NAMES.index(contract)
    held = {card for cards in (*hands, *filter(None, trick)) for card in parse_cards(cards)}
    seat = (leader + sum(card is not None for card in trick)) % 4
    given = {
        "dealer": declarer,
        "board": declarer + 1,
        "bids": marks(declarer, contract),
        "level": number // 5 + 1,
        "trump": Strain(number % 5).name.lower(),
        "declarer": declarer,
        "leader": leader,
        "tricks": [(CARDS - len(held)) // 4, 0],
        "player": declarer if (seat - declarer) % 4 == 2 else seat,
    }
    return GAME.position(hands=list(hands), trick=list(trick) or [None] * 4, **given | words)


def scored(contract, won, *, doubled=0, vulnerable=0, declarer=0, **words):
    """Points of all players after the last trick; the declarer's side has then won this number of tricks."""
    takes = won > 0
    winner = declarer if takes else (declarer + 1) % 4
    cards = [f"{3 + player}♣" for player in range(4)]
    cards[winner] = "A♣"
    tricks = [won - takes, 13 - won - (not takes)]
    side = declarer % 2
    table = playing(
        *cards,
        contract=contract,
        declarer=declarer,
        leader=(declarer + 1) % 4,
        tricks=tricks if side == 0 else tricks[::-1],
        doubled=doubled,
        doubles=marks((declarer + 1) % 4, *[contract] * (doubled > 0)),
        redoubles=marks(declarer, *[contract] * (doubled > 1)),
        vulnerable=[vulnerable, 0] if side == 0 else [0, vulnerable],
        **words,
    )
    for turn in range(1, 5):
        table.play(f"play {cards[(declarer + turn) % 4]}")
    return table


# The deal and the auction


@pytest.mark.clause(1)
@pytest.mark.parametrize("dealer", range(4))
def test_thirteen_cards_each_are_dealt_from_the_dealers_left_and_the_dealer_calls_first(dealer):
    table = GAME.table(deck=range(CARDS), dealer=dealer)
    for turn in range(4):
        assert now(table, "hands")[(dealer + 1 + turn) % 4] == card_words(range(turn, CARDS, 4))
    for turn in range(6):
        assert (table.player, now(table, "phase")) == ((dealer + turn) % 4, "call")
        table.play(spoken(NAMES[turn]))


@pytest.mark.clause(1)
def test_players_across_from_each_other_are_partners():
    assert now(scored("1NT", 7), "score") == [90, -90, 90, -90]
    assert now(scored("1NT", 7, declarer=3), "score") == [-90, 90, -90, 90]
    with pytest.raises(ValueError, match="number of players must be 4"):
        GAME.table(num_players=3)


@pytest.mark.clause(2)
@pytest.mark.parametrize("bid", NAMES)
def test_each_bid_is_higher_than_the_one_before(bid):
    legal = [words for words in calling(bid).legal() if words.startswith("bid")]
    assert legal == [spoken(higher) for higher in NAMES[NAMES.index(bid) + 1 :]]


@pytest.mark.clause(2)
def test_bids_go_from_low_to_high_by_level_then_by_denomination():
    assert NAMES[:6] == ["1♣", "1♦", "1♥", "1♠", "1NT", "2♣"]
    assert (len(NAMES), NAMES[-1]) == (BIDS, "7NT")
    assert calling().legal() == ["pass", *map(spoken, NAMES)]


@pytest.mark.clause(3)
@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        ([], []),
        (["pass"], []),
        (["1♣"], ["double"]),
        (["1♣", "pass"], []),
        (["1♣", "pass", "pass"], ["double"]),
        (["1♣", "double"], ["redouble"]),
        (["1♣", "double", "pass"], []),
        (["1♣", "double", "pass", "pass"], ["redouble"]),
        (["1♣", "pass", "pass", "double", "pass", "pass"], ["redouble"]),
        (["1♣", "double", "redouble"], []),
        (["1♣", "double", "redouble", "pass"], []),
        (["1♣", "double", "1♦"], ["double"]),
        (["1♣", "double", "redouble", "1♦"], ["double"]),
        (["1♣", "double", "1♦", "pass"], []),
    ],
)
def test_the_other_sides_last_bid_may_be_doubled_and_its_double_redoubled(calls, legal):
    assert [call for call in calling(*calls).legal() if call in ("double", "redouble")] == legal


@pytest.mark.clause(3)
def test_a_new_bid_ends_double_and_redouble():
    table = calling("1♣", "double", "redouble")
    assert now(table, "doubled") == 2
    assert now(table.play("bid 1 ♦"), "doubled") == 0


@pytest.mark.clause(4)
@pytest.mark.parametrize("calls", [["1♣"], ["pass", "pass", "pass", "1♣"], ["1♣", "double"], ["1♣", "pass", "1♥"]])
def test_three_passes_after_a_bid_end_the_auction(calls):
    table = calling(*calls, "pass", "pass")
    assert now(table, "phase") == "call"
    assert now(table.play("pass"), "phase") == "play"


@pytest.mark.clause(4, "c3")
def test_four_passes_at_the_beginning_end_the_hand_without_points_or_a_new_deal():
    table = calling(*PASSES)
    assert not table.over
    table.play("pass")
    assert (table.over, now(table, "score"), now(table, "reward")) == (True, [0] * 4, [0] * 4)
    table = calling(*PASSES, "pass", hands=2)
    assert (table.over, now(table, "hands_over"), now(table, "board"), table.player) == (False, 1, 2, 1)


@pytest.mark.clause(5)
@pytest.mark.parametrize(
    ("calls", "declarer"),
    [
        (["1♥"], 0),
        (["1♥", "pass", "2♥"], 0),
        (["1♣", "pass", "1♥", "pass", "2♥"], 2),
        (["1♥", "2♥", "pass", "3♥"], 1),
        (["1♥", "pass", "1♠", "pass", "2♣", "pass", "2♠", "pass", "4♥"], 0),
        (["1NT", "pass", "2♦", "pass", "2♥", "pass", "3NT"], 0),
        (["pass", "1♣", "1♥", "pass", "2♥", "double"], 2),
    ],
)
def test_the_first_of_the_side_to_name_the_denomination_is_declarer(calls, declarer):
    table = calling(*calls, *PASSES)
    last = next(call for call in reversed(calls) if call not in ("pass", "double"))
    number = NAMES.index(last)
    assert (now(table, "declarer"), now(table, "level")) == (declarer, number // 5 + 1)
    assert now(table, "trump") == Strain(number % 5).name.lower()
    assert now(table, "doubled") == (calls[-1] == "double")


@pytest.mark.clause(5)
def test_all_see_who_made_doubled_and_redoubled_each_bid():
    table = calling("pass", "1♣", "double", "redouble", "1♠", dealer=0)
    assert table.view_words(2)["bids"] == [[0] * BIDS, [0] * BIDS, [0, 0, 0, 1] + [0] * 31, [1] + [0] * 34]
    assert table.view_words(2)["doubles"][0] == table.view_words(3)["redoubles"][0] == [1] + [0] * 34
    assert now(table, "passes") == 0
    assert now(table.play("pass"), "passes") == 1


# The play


@pytest.mark.clause(6)
@pytest.mark.parametrize("declarer", range(4))
def test_the_left_of_declarer_leads_and_then_dummy_is_open_to_all(declarer):
    table = calling("1NT", *PASSES, dealer=declarer)
    leader, dummy = (declarer + 1) % 4, (declarer + 2) % 4
    assert (table.player, now(table, "leader")) == (leader, leader)
    assert all(table.view_words(player)["open"] == [""] * 4 for player in range(4))
    table.play(table.legal()[0])
    for player in range(4):
        expected = [now(table, "hands")[dummy] if seat == dummy else "" for seat in range(4)]
        assert table.view_words(player)["open"] == expected[player:] + expected[:player]


@pytest.mark.clause(6, "c4")
def test_the_declarer_has_the_turn_for_dummy_and_then_dummys_cards_alone_are_legal():
    table = playing("2♣ A♦", "3♣ 3♦", "4♣ 4♦", "5♣ 5♦")
    assert (table.player, table.view_words(1)["from_dummy"]) == (1, 0)
    table.play("play 3♣")
    assert (table.player, table.legal(), table.view_words(0)["from_dummy"]) == (0, ["play 4♣"], 1)
    table.play("play 4♣", "play 5♣")
    assert (table.player, table.legal(), table.view_words(0)["from_dummy"]) == (0, ["play 2♣"], 0)
    table = playing("2♣ A♦", "3♣ 3♦", "4♣ 4♦", "5♣ 5♦", leader=2)
    assert (table.player, table.legal()) == (0, ["play 4♣", "play 4♦"])


@pytest.mark.clause("c4")
@pytest.mark.parametrize("declarer", range(4))
def test_the_declarer_has_26_turns_each_defender_13_and_dummy_none(declarer):
    table, turns = calling("1NT", *PASSES, dealer=declarer), Counter()
    while not table.over:
        turns[table.player] += 1
        table.step(int(np.flatnonzero(table.mask)[0]))
    assert turns == {declarer: 26, (declarer + 1) % 4: 13, (declarer + 3) % 4: 13}


@pytest.mark.clause(7)
def test_the_suit_led_is_followed():
    table = playing("2♣ A♠", "3♣ K♠", "4♣ 2♠", "5♣ 3♠").play("play 3♣")
    assert table.legal() == ["play 4♣"]


@pytest.mark.clause(7)
def test_without_the_suit_led_any_card_is_played_and_all_see_the_void():
    table = playing("2♣ A♠", "3♣ K♠", "4♥ 2♠", "5♣ 3♠", contract="1♠").play("play 3♣")
    assert table.legal() == ["play 4♥", "play 2♠"]
    assert now(table.play("play 4♥"), "void") == [[0] * 4, [0] * 4, [1, 0, 0, 0], [0] * 4]
    for player in range(4):
        assert table.view_words(player)["void"][(2 - player) % 4] == [1, 0, 0, 0]


@pytest.mark.clause(7)
@pytest.mark.parametrize(
    ("contract", "cards", "winner"),
    [
        ("1NT", ["Q♦", "K♦", "A♦", "2♦"], 2),
        ("1NT", ["A♥", "K♦", "Q♦", "A♠"], 1),
        ("1♠", ["2♠", "K♦", "A♦", "3♦"], 0),
        ("1♠", ["2♠", "K♦", "A♦", "3♠"], 3),
        ("1♣", ["2♠", "K♦", "A♣", "A♠"], 2),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led_and_leads_next(contract, cards, winner):
    spare = ["2♥", "3♥", "4♥", "5♥"]
    table = playing(*(f"{card} {more}" for card, more in zip(cards, spare, strict=True)), contract=contract)
    table.play(*(f"play {cards[seat]}" for seat in (1, 2, 3, 0)))
    assert now(table, "leader") == winner
    assert table.player == (0 if winner == 2 else winner)
    assert now(table, "tricks") == [11 + (winner % 2 == 0), winner % 2]
    assert set(cards) <= set(now(table, "played").split())


@pytest.mark.clause(7)
def test_all_thirteen_tricks_are_played():
    for seed in range(count(compiled=20, interpreted=2)):
        table = calling("1NT", *PASSES, dealer=seed % 4)
        while not table.over:
            table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(np.flatnonzero(table.mask))))
        assert (now(table, "steps"), sum(now(table, "tricks"))) == (56, 13)


@pytest.mark.clause("c2")
def test_there_are_no_actions_but_calls_and_cards():
    assert [(block.verb, len(block)) for block in GAME.actions.blocks] == [
        ("play", 52),
        ("pass", 1),
        ("double", 1),
        ("redouble", 1),
        ("bid", 35),
    ]
    first = {"pass": 52, "double": 53, "redouble": 54, "bid 1 ♣": 55, "bid 1 NT": 59, "bid 7 NT": 89}
    assert {words: GAME.actions.parse(words) for words in first} == first


# The score

SCORES = [  # contract, tricks, doubled, points not vulnerable and vulnerable
    ("1♣", 7, 0, 70, 70),
    ("1♦", 8, 0, 90, 90),
    ("2♥", 8, 0, 110, 110),
    ("3♠", 9, 0, 140, 140),
    ("1NT", 7, 0, 90, 90),
    ("2NT", 8, 0, 120, 120),
    ("3NT", 9, 0, 400, 600),
    ("3NT", 11, 0, 460, 660),
    ("4♥", 10, 0, 420, 620),
    ("4♣", 10, 0, 130, 130),
    ("5♣", 11, 0, 400, 600),
    ("4♠", 13, 0, 510, 710),
    ("6♦", 12, 0, 920, 1370),
    ("6NT", 12, 0, 990, 1440),
    ("7♠", 13, 0, 1510, 2210),
    ("7NT", 13, 0, 1520, 2220),
    ("1♣", 7, 1, 140, 140),
    ("2♣", 8, 1, 180, 180),
    ("3♣", 9, 1, 470, 670),
    ("2♥", 8, 1, 470, 670),
    ("1♥", 8, 1, 260, 360),
    ("1NT", 9, 1, 380, 580),
    ("2♠", 9, 1, 570, 870),
    ("1♣", 7, 2, 230, 230),
    ("2♦", 8, 2, 560, 760),
    ("1NT", 8, 2, 760, 1160),
    ("1NT", 13, 2, 1760, 3160),
    ("1♣", 13, 2, 1430, 2630),
    ("7NT", 13, 2, 2280, 2980),
    ("1♥", 6, 0, -50, -100),
    ("4♠", 7, 0, -150, -300),
    ("7NT", 0, 0, -650, -1300),
    ("1♥", 6, 1, -100, -200),
    ("2♥", 6, 1, -300, -500),
    ("3♥", 6, 1, -500, -800),
    ("4♥", 6, 1, -800, -1100),
    ("7NT", 0, 1, -3500, -3800),
    ("1♥", 6, 2, -200, -400),
    ("4♥", 6, 2, -1600, -2200),
    ("7NT", 0, 2, -7000, -7600),
]


@pytest.mark.clause(8, 9, 10)
@pytest.mark.parametrize(("contract", "won", "doubled", "safe", "vulnerable"), SCORES)
def test_contracts_score_as_in_duplicate_bridge(contract, won, doubled, safe, vulnerable):
    number = NAMES.index(contract)
    given = number // 5 + 1, number % 5, doubled
    assert (contract_points(*given, 0, won), contract_points(*given, 1, won)) == (safe, vulnerable)


@pytest.mark.clause(8, 9, 10)
@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize(("contract", "won", "doubled", "safe", "vulnerable"), SCORES[::5])
def test_played_hands_score_for_the_declaring_side_and_against_the_other(
    contract, won, doubled, safe, vulnerable, declarer
):
    for state, points in enumerate((safe, vulnerable)):
        table = scored(contract, won, doubled=doubled, vulnerable=state, declarer=declarer)
        assert table.over
        assert now(table, "score") == [points if (player - declarer) % 2 == 0 else -points for player in range(4)]
        sign = 1 if points > 0 else -1
        assert now(table, "reward") == [sign if (player - declarer) % 2 == 0 else -sign for player in range(4)]


@pytest.mark.clause(8)
def test_slams_need_the_bid_and_not_the_tricks():
    assert [contract_points(level, Strain.SPADES, 0, 0, 13) for level in (4, 5, 6, 7)] == [510, 510, 1010, 1510]


@pytest.mark.clause(9)
def test_overtricks_count_nothing_towards_a_game():
    assert contract_points(3, Strain.SPADES, 0, 0, 13) == 3 * 30 + 50 + 4 * 30
    assert contract_points(1, Strain.CLUBS, 1, 0, 13) == 40 + 50 + 50 + 6 * 100


@pytest.mark.clause(10)
def test_the_declaring_sides_vulnerability_counts():
    assert now(scored("1NT", 6, declarer=1, vulnerable=1), "score") == [100, -100, 100, -100]
    assert contract_points(1, Strain.NO_TRUMP, 0, 0, 6) == -50


def all_scores():
    return {
        contract_points(level, strain, doubled, vulnerable, won)
        for level in range(1, 8)
        for strain in range(5)
        for doubled in range(3)
        for vulnerable in range(2)
        for won in range(14)
    }


def test_a_hand_brings_between_minus_7600_and_3160_in_tens():
    assert (min(all_scores()), max(all_scores())) == (-7600, 3160)
    assert all(points % 10 == 0 for points in all_scores())


@pytest.mark.clause("c5")
def test_imps_of_a_difference_are_those_of_the_table():
    steps = "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000"
    assert IMP_STEPS.tolist() == [int(step) for step in steps.split()]
    for number, step in enumerate(IMP_STEPS.tolist()):
        assert [imps(step - 10), imps(step), imps(-step)] == [number, number + 1, -number - 1]
    assert [imps(0), imps(10), imps(15200)] == [0, 0, 24]


@pytest.mark.clause("c5")
def test_there_is_no_part_score_of_an_earlier_hand():
    """Two part scores of 60 in a match of two hands make no game, and four honours pay nothing."""
    table = scored("2♦", 9, options={"hands": 2})
    assert now(table, "score")[0] == 110
    table.play("bid 1 ♣", *PASSES)
    while not table.over:
        table.step(int(np.flatnonzero(table.mask)[0]))
    won = now(table, "tricks")[now(table, "declarer") % 2]
    points = contract_points(1, Strain.CLUBS, 0, 1, won)
    assert now(table, "score")[1] == -110 + points


# Boards


@pytest.mark.clause("c1")
@pytest.mark.parametrize("board", range(1, 17))
def test_a_board_sets_the_dealer_and_who_is_vulnerable(board):
    table = GAME.table(seed=1, board=board)
    assert (now(table, "board"), now(table, "dealer"), table.player) == (board, (board - 1) % 4, (board - 1) % 4)
    assert now(table, "vulnerable") == VULNERABLE[BOARDS[board - 1]]
    assert table.view_words(1)["vulnerable"] == VULNERABLE[BOARDS[board - 1]][::-1]


@pytest.mark.clause("c1")
@pytest.mark.parametrize("sides", VULNERABLE)
def test_the_option_vulnerable_overrules_the_boards(sides):
    for board in 1, 4, 15:
        assert now(GAME.table(seed=1, board=board, vulnerable=sides), "vulnerable") == VULNERABLE[sides]


@pytest.mark.clause("c1")
def test_a_named_dealer_deals_the_first_board_of_that_dealer():
    for dealer in range(4):
        for seed in range(count(compiled=20, interpreted=4)):
            table = GAME.table(seed=seed, dealer=dealer)
            assert (now(table, "board"), now(table, "dealer")) == (dealer + 1, dealer)


@pytest.mark.clause("c1")
def test_without_a_board_or_a_dealer_each_board_is_equally_likely():
    number = count(compiled=1600, interpreted=320)
    drawn = Counter(now(GAME.table(seed=seed), "board") for seed in range(number))
    assert sorted(drawn) == list(range(1, 17))
    assert max(abs(times - number / 16) for times in drawn.values()) < 4.5 * (number / 16) ** 0.5


@pytest.mark.clause("c1")
def test_next_hands_are_the_next_boards_and_after_16_comes_1():
    table, boards = GAME.table(seed=3, board=15, hands=4), []
    while not table.over:
        if len(boards) == now(table, "hands_over"):
            boards.append((now(table, "board"), table.player, now(table, "vulnerable")))
            assert (now(table, "phase"), now(table, "level"), now(table, "declarer")) == ("call", 0, None)
            assert (now(table, "tricks"), now(table, "void"), now(table, "played")) == ([0, 0], [[0] * 4] * 4, "")
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert boards == [(15, 2, [1, 0]), (16, 3, [0, 1]), (1, 0, [0, 0]), (2, 1, [1, 0])]


def test_a_written_deck_is_dealt_by_player_3_or_by_the_boards_dealer():
    table = GAME.table(deck=range(CARDS))
    assert (now(table, "dealer"), now(table, "board"), now(table, "vulnerable")) == (3, 4, [1, 1])
    table = GAME.table(deck=range(CARDS), board=6)
    assert (now(table, "dealer"), now(table, "hands")[2][:2]) == (1, "A♣")


def test_points_of_all_hands_are_added_up_and_the_view_shows_tens():
    table = scored("4♠", 10, options={"hands": 2}, vulnerable=1)
    assert (now(table, "score"), table.over, now(table, "reward")) == ([620, -620] * 2, False, [0] * 4)
    assert (table.view_words(0)["scores"], table.view_words(1)["scores"]) == ([62, -62], [-62, 62])


@pytest.mark.parametrize(("won", "points"), [(10, 420), (9, -50)])
def test_score_rewards_are_points_in_shares_of_7600_a_hand(won, points):
    assert now(scored("4♠", won, reward="score"), "reward")[0] == pytest.approx(points / 7600, abs=1e-6)
    table = scored("4♠", won, reward="score", options={"hands": 2})
    assert now(table, "reward")[0] == pytest.approx(points / 15200, abs=1e-6)


# A seat's knowledge


@pytest.mark.clause(6, "c6")
def test_before_the_lead_three_hands_are_hidden_and_after_it_dummys_is_not():
    table = calling("1NT", *PASSES)
    draws = range(count(compiled=20, interpreted=4))
    hands = now(table, "hands")

    def kept(player):
        redealt = [now(table.redeal(player, seed), "hands") for seed in draws]
        return [all(hands[seat] == one[seat] for one in redealt) for seat in range(4)]

    assert kept(1) == [False, True, False, False]
    table.play(table.legal()[0])
    hands = now(table, "hands")
    for player in range(4):
        assert kept(player) == [seat in (player, 2) for seat in range(4)]


@pytest.mark.clause("c6")
def test_nobody_sees_a_hidden_hand_and_dummys_player_does_not_see_declarers():
    table = calling("1NT", *PASSES)
    table.play(table.legal()[0])
    for player in range(4):
        seen = {word for word in str(table.view_words(player)).replace("'", " ").split() if word in CARD_WORDS}
        dummy, led = now(table, "hands")[2].split(), now(table, "trick")[1]
        assert seen == {*now(table, "hands")[player].split(), *dummy, led}


@pytest.mark.clause(6, 7)
def test_redeals_keep_voids_and_dummy_and_are_equally_likely():
    """Player 0 declares and player 2 is dummy; player 1 has shown to have no club."""
    table = playing(*("2♣ 3♦ 4♥", "5♦ 6♥ 7♠", "9♠ 10♠ J♠", "Q♣ K♦ A♥"), void=[[0] * 4, [1, 0, 0, 0], [0] * 4, [0] * 4])
    dummy = parse_cards("9♠ 10♠ J♠")
    check_even(
        table,
        lambda seat, card: seat == 1 if card in dummy else seat != 1 and not (seat == 0 and card // 13 == 0),
        200,
    )


@pytest.mark.clause(6, 7)
def test_redeals_of_a_defender_leave_partner_and_declarer_every_deal():
    """Player 0 defends against player 1, and player 3 is dummy; player 2 is without hearts."""
    table = playing(
        *("2♣ 3♦ 4♥", "5♥ 6♥ 7♠", "9♠ 10♣ J♦", "Q♣ K♦ A♥"),
        declarer=1,
        leader=0,
        tricks=[0, 10],
        void=[[0] * 4, [0] * 4, [0, 0, 1, 0], [0] * 4],
    )
    dummy = parse_cards("Q♣ K♦ A♥")
    check_even(
        table,
        lambda seat, card: seat == 2 if card in dummy else seat != 2 and not (seat == 1 and card // 13 == 2),
        200,
    )


# Numbers


def test_an_auction_has_319_calls_at_most_and_a_hand_371_actions():
    table = GAME.table(seed=1, dealer=0).play(*PASSES)
    for bid in NAMES:
        table.play(spoken(bid), "pass", "pass", "double", "pass", "pass", "redouble", *["pass"] * 2)
    table.play("pass")
    assert (now(table, "steps"), now(table, "phase")) == (319, "play")
    while not table.over:
        table.step(int(np.flatnonzero(table.mask)[0]))
    assert now(table, "steps") == 371


def test_the_number_of_auctions():
    """Before the first bid 0 to 3 passes, or four; between two bids 21 ways, after the last bid 7."""
    between, end = 21, 7
    auctions = 1 + 4 * sum(comb(BIDS, bids) * between ** (bids - 1) * end for bids in range(1, BIDS + 1))
    assert auctions == (4 * 22**35 - 1) // 3 == 128745650347030683120231926111609371363122697557


@pytest.mark.parametrize("last", [False, True])
def test_calls_after_a_bid_can_go_on_in_21_ways_and_end_in_7(last):
    """The auction is walked through from a bid of 7♠ on, or from 7NT, to the next bid or to its end."""
    ways = Counter()
    calls = ("7NT",) if last else ("7♠",)

    def walk(table):
        for call in [call for call in table.legal() if not call.startswith("bid")]:
            after = table.copy().play(call)
            if now(after, "phase") == "play":
                ways["end"] += 1
            else:
                walk(after)
        ways["bid"] += "bid 7 NT" in table.legal()

    walk(calling(*calls))
    assert ways == ({"end": 7, "bid": 0} if last else {"end": 7, "bid": 21})


def test_the_number_of_hands_their_mean_points_and_balanced_ones():
    assert comb(52, 13) == 635013559600
    assert 4 * comb(13, 4) * comb(13, 3) ** 3 / comb(52, 13) == pytest.approx(0.1054, abs=5e-5)
    worths = {"A": 4, "K": 3, "Q": 2, "J": 1}
    points = [
        sum(worths.get(word[0], 0) for word in hand.split())
        for seed in range(count(compiled=300, interpreted=60))
        for hand in now(GAME.table(seed=seed), "hands")
    ]
    assert np.mean(points) == 10


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"score": [10, 0, 10, 0], "hands_over": 1, "options": {"hands": 3}}, "score: partners have the same"),
        ({"score": [5, -5, 5, -5]}, "score: partners have the same, in tens"),
        ({"score": [7610, -7610] * 2, "hands_over": 1, "options": {"hands": 3}}, "score: a hand brings 7600"),
        ({"board": 2}, "board: player 1 deals board 2"),
        ({"tricks": [3, 3]}, "tricks: 44 cards have been played"),
        ({"void": [[1, 0, 0, 0]]}, "void: player 0 holds a card of such a suit"),
        ({"level": 2}, "level, trump, doubled and declarer are those of the last bid"),
        ({"trump": "hearts"}, "level, trump, doubled and declarer"),
        ({"doubled": 1}, "level, trump, doubled and declarer"),
        ({"doubles": marks(2, "1NT")}, "doubles: 1 NT is doubled and redoubled by the other side"),
        ({"doubles": marks(1, "2NT")}, "bids: 2 NT is bid, then doubled, then redoubled"),
        ({"redoubles": marks(0, "1NT")}, "bids: 1 NT is bid, then doubled, then redoubled"),
        ({"bids": marks(0, "1♣", "1NT")}, "bids: no player makes two calls in a row"),
        ({"player": 2}, "player: it is the turn of player 1"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    hands = "2♣ A♠", "3♣ K♠", "4♣ 2♠", "5♣ 3♠"
    assert playing(*hands).player == 1
    with pytest.raises(ValueError, match=problem):
        playing(*hands, **words)
    with pytest.raises(ValueError, match="trick: cards lie before the leader"):
        playing("2♣ A♠", "3♣ K♠", "4♣", "5♣ 3♠", trick=[None, None, "9♦", None])


NO_BID = {"bids": [[0] * BIDS] * 4, "level": 0, "trump": None, "declarer": None}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (NO_BID | {"phase": "play"}, "phase: cards are played after a bid"),
        ({"declarer": 2}, "level, trump, doubled and declarer"),
        ({"passes": 1}, "passes: those since the last other call"),
        ({"player": 3}, "passes: those since the last other call"),
        ({"passes": 3, "player": 0}, "passes: those since the last other call"),
        ({"void": [[0] * 4, [1, 0, 0, 0]]}, "hands: all have 13 cards"),
        ({"hands": ["A♣", "2♦", "3♥", "4♠"], "tricks": [12, 0]}, "hands: all have 13 cards"),
        ({"hands": HANDS, "phase": "play", "leader": 3, "player": 3, "passes": 0}, "leader: the hand to the left"),
    ],
)
def test_impossible_positions_of_an_auction_are_refused(words, problem):
    given = {"phase": "call", "dealer": 0, "board": 1, "hands": HANDS, "bids": marks(0, "1NT"), "level": 1}
    given |= {"trump": "no_trump", "declarer": 0, "player": 1}
    assert GAME.position(**given).legal()[:2] == ["pass", "double"]
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given | words)


def test_a_position_taken_from_any_moment_of_a_game_is_accepted():
    for seed in range(count(compiled=20, interpreted=3)):
        table, choose = GAME.table(seed=seed), np.random.default_rng(seed)
        while not table.over:
            words = table.words(*GAME.state.fields, "player", "dealer", "score")
            words["stock"] = ""
            assert np.array_equal(GAME.position(**words).mask, table.mask)
            legal = np.flatnonzero(table.mask)
            legal = legal[:4] if choose.random() < 0.7 else legal
            table.step(int(choose.choice(legal)))


# The table


def test_people_see_calls_and_plays_in_their_own_words():
    texts = shown(calling("1♣", "double"))
    assert texts.asks == "Choose a bid, a double or a pass"
    assert texts.moves[:3] == ["Pass", "Redouble", "Bid 1♦"]
    assert shown(playing("2♣ A♠", "3♣ K♠", "4♣ 2♠", "5♣ 3♠")).asks == "Play a card to the trick"
