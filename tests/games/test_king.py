"""The rules of King, clause by clause. Cards that a position does not name have been played."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words
from cardzoo.envs.games.king import GAME, HANDS, PASS
from tests.playing import count, now, play_out, walk

NEGATIVE = ("no_tricks", "no_hearts", "no_queens", "no_kings_or_jacks", "no_king_of_hearts", "no_last_two")
SUMS = dict(zip(NEGATIVE, (-260, -260, -200, -240, -160, -180), strict=True))
KINDS = (*NEGATIVE, "positive")
BIDS = [f"bid {number}" for number in range(1, 14)]
TRUMPS = ["trump ♣", "trump ♦", "trump ♥", "trump ♠", "no trump"]


def filled(hands, *named):
    """The hands, those that are empty with as many spades as the largest needs; each card of a trick is one less."""
    spare = [card for card in CARD_WORDS[:CARDS][::-1] if card not in " ".join([*hands, *named]).split()]
    size = max(len(hand.split()) for hand in hands)
    sizes = [size - (player < len(named)) for player in range(4)]
    return [hand or " ".join(spare[size * player : size * player + sizes[player]]) for player, hand in enumerate(hands)]


def following(hand, *trick, kind="no_tricks", **words):
    """Player 0 has led the first card of the trick; the player after the last card is to follow with this hand."""
    hands = [""] * 4
    hands[len(trick)] = hand
    hands = filled(hands, *trick)
    return GAME.position(
        hands=hands, trick=list(trick), leader=0, player=len(trick), **{"options": {"hand": kind}} | words
    )


def last_trick(*cards, kind="no_tricks", dealer=3, **words):
    """Player 0 leads the first of these to the last trick of a hand, and all follow with the others."""
    table = GAME.position(hands=list(cards), leader=0, player=0, dealer=dealer, **{"options": {"hand": kind}} | words)
    return table.play(*(f"play {card}" for card in cards))


def choosing(phase="choice", player=3, dealer=3, **words):
    """A fresh hand of the last four, which the dealer in seat 3 decides on."""
    table = GAME.table(seed=5, dealer=dealer, **{"hand": "positive"} | words.pop("options", {}))
    deals = table.words("hands")
    options = {"hand": "positive"} | words.pop("options", {})
    return GAME.position(
        phase=phase,
        player=player,
        dealer=dealer,
        leader=(dealer + 1) % 4,
        options=table.game.options.to_words(table.state.options, 4) | options,
        **deals,
        **words,
    )


def scored(*tricks, direction="up", bid=0, bidder=None, dealer=3):
    """The scores of a positive hand in which players 0 to 3 have taken so many tricks, one of which comes now."""
    taker = next(player for player in range(4) if tricks[player] > 0)
    counted = [number - (player == taker) for player, number in enumerate(tricks)]
    cards = ["2♣", "3♣", "4♣", "5♣"]
    cards[taker] = "A♣"
    table = GAME.position(
        hands=cards,
        phase="play",
        counted=counted,
        direction=direction,
        bid=bid,
        bidder=bidder,
        dealer=dealer,
        leader=0,
        player=0,
        options={"hand": "positive"},
    )
    table.play(*(f"play {card}" for card in cards))
    assert table.over
    return now(table, "score")


def play_hands(table, number, seed=0):
    """Play at random until so many hands are over; returns the table itself."""
    for _ in range(10**4):
        if table.over or now(table, "hands_over") >= number:
            return table
        table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(np.flatnonzero(table.mask))))
    raise AssertionError("a hand does not end")


# The deal


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [3, 5])
def test_four_play(num_players):
    with pytest.raises(ValueError, match="must be 4"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2, "c12")
def test_each_seat_is_the_first_dealer_equally_often():
    dealers = Counter(now(GAME.table(seed=seed), "dealer") for seed in range(count(compiled=800, interpreted=120)))
    assert set(dealers) == {0, 1, 2, 3}
    assert max(dealers.values()) < 2 * min(dealers.values())


@pytest.mark.clause(3)
@pytest.mark.parametrize("dealer", range(4))
def test_thirteen_cards_each_are_dealt_and_the_dealers_left_leads(dealer):
    table = GAME.table(deck=range(CARDS), dealer=dealer)
    hands = now(table, "hands")
    for turn in range(4):
        assert hands[(dealer + 1 + turn) % 4] == card_words(range(turn, CARDS, 4))
    assert (table.player, now(table, "leader")) == ((dealer + 1) % 4,) * 2


@pytest.mark.clause(3)
def test_nobody_sees_the_others_cards():
    table = GAME.table(seed=1)
    for player in range(4):
        words = set(re.split(r"[^\w♣♦♥♠]+", str(table.view_words(player))))
        assert words & set(CARD_WORDS) == set(now(table, "hands")[player].split())


# Tricks


@pytest.mark.clause(4)
def test_the_suit_led_is_followed():
    assert following("2♣ K♣ A♥ 3♠", "9♣").legal() == ["play 2♣", "play K♣"]


@pytest.mark.clause(4, "c9")
def test_without_the_suit_led_any_card_is_played():
    assert following("A♥ K♥ 3♠", "9♣", "3♣").legal() == ["play A♥", "play K♥", "play 3♠"]


@pytest.mark.clause(4, "c9")
@pytest.mark.parametrize("kind", KINDS)
def test_any_card_is_led_hearts_too(kind):
    direction = "up" if kind == "positive" else None
    hands = filled(["2♣ K♥ A♥ 3♠", "", "", ""])
    table = GAME.position(hands=hands, phase="play", direction=direction, options={"hand": kind})
    assert table.legal() == ["play 2♣", "play A♥", "play K♥", "play 3♠"]


@pytest.mark.clause(1, 5)
def test_the_highest_card_of_the_suit_led_wins_the_ace_being_high_and_leads_next():
    table = GAME.position(hands=["K♣ 2♦", "A♥ 3♦", "A♣ 4♦", "2♣ 5♦"], leader=0, player=0, options={"hand": "no_hearts"})
    table.play("play K♣", "play A♥", "play A♣", "play 2♣")
    assert (table.player, now(table, "leader"), now(table, "counted")) == (2, 2, [0, 0, 1, 0])


@pytest.mark.clause(5)
@pytest.mark.parametrize(("trump", "winner"), [("spades", 3), ("hearts", 1), ("diamonds", 0), (None, 0)])
def test_the_highest_trump_wins(trump, winner):
    table = GAME.position(
        hands=["A♣ 2♦", "2♥ 3♦", "2♠ 4♦", "3♠ 5♦"],
        phase="play",
        trump=trump,
        direction="up",
        leader=0,
        player=0,
        options={"hand": "positive"},
    )
    table.play("play A♣", "play 2♥", "play 2♠", "play 3♠")
    assert table.player == winner
    assert now(table, "counted")[winner] == 1


@pytest.mark.clause(6, "c10")
@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_has_thirteen_tricks(kind):
    table = GAME.table(seed=2, hand=kind)
    cards = sum(table.game.actions.describe(action).startswith("play") for action in walk(table, seed=2))
    assert table.over
    assert cards == CARDS


@pytest.mark.clause(6)
def test_the_next_hand_is_led_from_the_dealers_left_whoever_took_the_last_trick():
    for cards in (["A♣", "2♣", "3♣", "4♣"], ["2♣", "3♣", "A♣", "4♣"]):
        table = last_trick(*cards, options={}, dealer=2)
        assert (now(table, "hands_over"), now(table, "dealer"), table.player) == (1, 3, 0)


# The first six hands


@pytest.mark.clause(7)
def test_the_hands_come_in_their_order_and_nobody_chooses_in_the_first_six():
    table, kinds = GAME.table(seed=4), []
    for number in range(HANDS):
        kinds.append(table.view_words(0)["kind"])
        assert now(table, "phase") == ("play" if number < 6 else "choice")
        assert table.view_words(0)["trump"] is None
        play_hands(table, number + 1)
    assert kinds == [*NEGATIVE, "positive", "positive", "positive", "positive"]
    assert table.over


@pytest.mark.clause(7)
@pytest.mark.parametrize("kind", NEGATIVE)
def test_no_suit_is_trump_in_the_first_six_hands(kind):
    for suit in "♦♥♠":
        table = GAME.position(
            hands=["2♣ 2♦", f"A{suit} 3♦", "3♣ 4♦", "4♣ 5♦"], leader=0, player=0, options={"hand": kind}
        )
        table.play("play 2♣", f"play A{suit}", "play 3♣", "play 4♣")
        assert table.player == 3


@pytest.mark.clause(8)
def test_each_trick_costs_20_in_the_first_hand():
    assert now(last_trick("A♣", "2♣", "3♥", "Q♥", counted=[3, 4, 5, 0]), "score") == [-80, -80, -100, 0]


@pytest.mark.clause(9)
def test_each_heart_costs_20_in_the_second():
    table = last_trick("A♣", "2♣", "3♥", "Q♥", kind="no_hearts", counted=[3, 8, 0, 0])
    assert now(table, "score") == [-100, -160, 0, 0]


@pytest.mark.clause(10)
def test_each_queen_costs_50_in_the_third():
    table = last_trick("A♣", "Q♣", "3♥", "Q♥", kind="no_queens", counted=[0, 1, 1, 0])
    assert now(table, "score") == [-100, -50, -50, 0]


@pytest.mark.clause(11)
def test_each_king_and_each_jack_costs_30_in_the_fourth():
    table = last_trick("A♣", "K♣", "J♥", "Q♥", kind="no_kings_or_jacks", counted=[1, 2, 3, 0])
    assert now(table, "score") == [-90, -60, -90, 0]


@pytest.mark.clause(12)
def test_the_king_of_hearts_costs_160_in_the_fifth():
    table = last_trick("A♣", "K♥", "K♣", "Q♥", kind="no_king_of_hearts")
    assert now(table, "score") == [-160, 0, 0, 0]
    table = last_trick("A♣", "K♦", "K♣", "Q♥", kind="no_king_of_hearts", counted=[0, 0, 1, 0])
    assert now(table, "score") == [0, 0, -160, 0]


@pytest.mark.clause(13, "c8")
def test_each_of_the_last_two_tricks_costs_90_in_the_sixth():
    options = {"hand": "no_last_two"}
    hands = ["A♣ K♦ 4♠", "2♣ A♦ 5♠", "3♣ 2♦ 6♠", "4♣ 3♦ 7♠"]
    table = GAME.position(hands=hands, leader=0, player=0, options=options)
    table.play("play A♣", "play 2♣", "play 3♣", "play 4♣")
    assert now(table, "counted") == [0, 0, 0, 0]
    table.play("play K♦", "play A♦", "play 2♦", "play 3♦")
    assert now(table, "counted") == [0, 1, 0, 0]
    one_each, both = table.copy(), table.copy()
    one_each.play("play 5♠", "play 6♠", "play 7♠", "play 4♠")
    assert now(one_each, "score") == [0, -90, 0, -90]
    assert now(last_trick("A♣", "2♣", "3♣", "4♣", kind="no_last_two", counted=[1, 0, 0, 0]), "score")[0] == -180
    assert now(both, "counted") == [0, 1, 0, 0]


@pytest.mark.clause(8, 9, 10, 11, 12, 13)
@pytest.mark.parametrize("kind", NEGATIVE)
def test_each_of_the_first_six_hands_costs_the_same_in_all(kind):
    for seed in range(count(compiled=30, interpreted=4)):
        assert sum(now(play_out(GAME.table(seed=seed, hand=kind), seed), "score")) == SUMS[kind]


@pytest.mark.clause(14)
def test_the_first_six_hands_cost_1300():
    for seed in range(count(compiled=20, interpreted=2)):
        assert sum(now(play_hands(GAME.table(seed=seed), 6, seed), "score")) == -1300


# Trumps


@pytest.mark.clause(15)
def test_the_dealer_names_a_suit_or_no_trump_or_auctions():
    table = choosing()
    assert table.player == now(table, "dealer") == 3
    assert table.legal() == [*TRUMPS, "auction"]


@pytest.mark.clause(15, 18)
@pytest.mark.parametrize(("named", "trump"), [("trump ♦", "diamonds"), ("no trump", None)])
def test_a_dealer_who_names_trumps_says_up_or_down_and_the_left_neighbour_leads(named, trump):
    table = choosing().play(named)
    assert (now(table, "trump"), now(table, "phase"), table.player) == (trump, "direction", 3)
    assert table.legal() == ["up", "down"]
    table.play("down")
    assert (now(table, "direction"), now(table, "phase"), table.player) == ("down", "play", 0)


@pytest.mark.clause(16, "c2")
def test_the_dealers_left_neighbour_must_open_the_auction_with_1_to_13():
    table = choosing().play("auction")
    assert table.player == 0
    assert table.legal() == BIDS


@pytest.mark.clause(16, "c5")
def test_each_in_turn_bids_more_or_passes_and_the_dealer_is_skipped():
    table = choosing().play("auction", "bid 3")
    assert table.player == 1
    assert table.legal() == [*BIDS[3:], "pass"]
    table.play("pass", "bid 5")
    assert table.player == 0
    assert table.legal() == [*BIDS[5:], "pass"]


@pytest.mark.clause(17)
def test_two_passes_in_a_row_after_a_bid_end_the_auction():
    table = choosing().play("auction", "bid 1", "bid 2", "pass", "pass")
    assert (now(table, "phase"), table.player, now(table, "bidder"), now(table, "bid")) == ("name", 1, 1, 2)
    assert table.legal() == TRUMPS


@pytest.mark.clause(17, "c3")
def test_a_passer_may_bid_again():
    table = choosing().play("auction", "bid 1", "pass", "bid 2", "pass")
    assert (now(table, "phase"), table.player) == ("auction", 1)
    table.play("bid 3", "pass", "pass")
    assert (now(table, "phase"), table.player, now(table, "bid")) == ("name", 1, 3)


@pytest.mark.clause("c4")
def test_a_bid_of_13_ends_the_auction():
    table = choosing().play("auction", "bid 1", "bid 13")
    assert (now(table, "phase"), table.player) == ("name", 1)


@pytest.mark.clause(18, "c5")
def test_after_an_auction_the_dealer_still_says_up_or_down():
    table = choosing().play("auction", "bid 1", "pass", "pass", "trump ♥")
    assert (now(table, "trump"), now(table, "phase"), table.player) == ("hearts", "direction", 3)
    table.play("up")
    assert (now(table, "phase"), table.player) == ("play", 0)


@pytest.mark.clause("c2")
def test_without_forced_open_three_passes_leave_the_choice_to_the_dealer_unpaid():
    table = choosing(options={"forced_open": False}).play("auction")
    assert table.legal() == [*BIDS, "pass"]
    table.play("pass", "pass")
    assert (now(table, "phase"), table.player) == ("auction", 2)
    table.play("pass")
    assert (now(table, "phase"), table.player, now(table, "bid"), now(table, "bidder")) == ("name", 3, 0, None)
    assert table.legal() == TRUMPS


@pytest.mark.clause("c2")
def test_without_forced_open_a_bid_after_two_passes_counts():
    table = choosing(options={"forced_open": False}).play("auction", "pass", "pass", "bid 1", "pass")
    assert (now(table, "phase"), table.player) == ("auction", 1)
    assert (now(table.play("pass"), "phase"), table.player) == ("name", 2)


@pytest.mark.clause("c7")
def test_all_know_trumps_bid_bidder_and_direction_before_the_first_lead():
    table = choosing().play("auction", "bid 4", "pass", "pass", "trump ♥", "down")
    for player in range(4):
        view = table.view_words(player)
        assert (view["trump"], view["direction"], view["bid"]) == ("hearts", "down", 4)
        assert view["bidder"].index(1) == (0 - player) % 4
        assert view["dealer"].index(1) == (3 - player) % 4


@pytest.mark.clause(16, 17, "c3")
def test_an_auction_is_at_most_25_calls_long():
    """Every bid is one more than the last, with a pass between."""
    table, calls = choosing().play("auction"), 0
    while now(table, "phase") == "auction":
        bid, passes = now(table, "bid"), now(table, "passes")
        table.play(
            "pass" if table.mask[PASS] and passes == 0 and bid < 12 else "pass" if bid == 12 else f"bid {bid + 1}"
        )
        calls += 1
    assert calls == 25


@pytest.mark.clause(16)
def test_all_see_who_has_bid_what():
    table = choosing().play("auction", "bid 1", "bid 3", "pass", "bid 4", "pass")
    assert table.view_words(0)["bids"] == [4, 3, 0, 0]
    assert table.view_words(2)["bids"] == [0, 0, 4, 3]
    table.play("pass", "no trump", "up")
    assert table.view_words(3)["bids"] == [0, 4, 3, 0]
    next_hand = play_hands(play_hands(GAME.table(seed=1), 6).play("auction", "bid 13"), 7)
    assert now(next_hand, "bids") == [0] * 4


# The last four hands


@pytest.mark.clause(19)
def test_up_each_trick_brings_25():
    assert scored(4, 3, 6, 0) == [100, 75, 150, 0]


@pytest.mark.clause(19)
def test_down_each_trick_costs_75_of_325_even_more_than_there_is():
    assert scored(4, 3, 6, 0, direction="down") == [25, 100, -125, 325]


@pytest.mark.clause(20)
@pytest.mark.parametrize(("direction", "scores"), [("up", [25, 75, 150, 75]), ("down", [250, 100, -125, 100])])
def test_the_bid_goes_from_the_bidders_tricks_to_the_dealers(direction, scores):
    """Player 0 has bid 3 and takes four tricks; the dealer takes none."""
    assert scored(4, 3, 6, 0, direction=direction, bid=3, bidder=0) == scores


@pytest.mark.clause("c6")
@pytest.mark.parametrize(("direction", "bidder"), [("up", -75), ("down", 550)])
def test_a_bidder_may_end_with_fewer_than_no_tricks(direction, bidder):
    assert scored(2, 3, 8, 0, direction=direction, bid=5, bidder=0)[0] == bidder


@pytest.mark.clause(21)
def test_each_of_the_last_four_hands_brings_325_whatever_was_bid():
    for direction, bid in product(("up", "down"), (0, 1, 13)):
        assert sum(scored(4, 3, 6, 0, direction=direction, bid=bid, bidder=1 if bid else None)) == 325
    for seed in range(count(compiled=40, interpreted=4)):
        assert sum(now(play_out(GAME.table(seed=seed, hand="positive"), seed), "score")) == 325


@pytest.mark.clause(21)
def test_all_scores_add_up_to_0_in_the_end():
    for seed in range(count(compiled=20, interpreted=1)):
        table = play_out(GAME.table(seed=seed), seed)
        assert table.over
        assert not now(table, "truncated")
        assert sum(now(table, "score")) == 0


@pytest.mark.clause("c1")
def test_the_deal_passes_to_the_left_so_that_all_deal_one_of_the_last_four():
    table, dealers = GAME.table(seed=6, dealer=2), []
    for number in range(HANDS):
        dealers.append(now(table, "dealer"))
        play_hands(table, number + 1)
    assert dealers == [(2 + number) % 4 for number in range(HANDS)]
    assert set(dealers[6:]) == {0, 1, 2, 3}


@pytest.mark.clause(3)
def test_each_hand_is_shuffled():
    first = GAME.table(deck=range(CARDS), seed=1)
    hands = now(play_hands(first, 1), "hands")
    assert sorted(" ".join(hands).split()) == sorted(CARD_WORDS[:CARDS])
    assert hands != now(GAME.table(deck=range(CARDS)), "hands")
    assert hands != now(play_hands(GAME.table(deck=range(CARDS), seed=2), 1), "hands")


@pytest.mark.clause(22, "c11")
@pytest.mark.parametrize(
    ("score", "rewards"),
    [
        ([10, 0, 5, -40], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([-325, -325, -400, -600], [0.5, 0.5, -0.5, -0.5]),
        ([0, 0, 0, -325], [1 / 3, 1 / 3, 1 / 3, -1]),
    ],
)
def test_most_points_after_the_last_hand_win_and_equal_ones_share(score, rewards):
    """The hand itself brings 0 to all but the player who takes all tricks."""
    table = last_trick(
        "2♣",
        "3♣",
        "4♣",
        "A♣",
        kind=None,
        phase="play",
        hands_over=9,
        counted=[0, 0, 0, 12],
        direction="up",
        score=score,
    )
    assert table.over
    assert now(table, "score") == [*score[:3], score[3] + 325]
    best = max(now(table, "score"))
    if score[3] + 325 < best:
        assert now(table, "reward") == [round(reward, 6) for reward in rewards]


# Options


@pytest.mark.clause("c10")
@pytest.mark.parametrize("kind", ["no_hearts", "no_queens", "no_kings_or_jacks", "no_king_of_hearts"])
def test_early_stop_ends_a_hand_when_nothing_is_left_that_costs_and_changes_no_score(kind):
    shorter = 0
    for seed in range(20):
        whole, short = (GAME.table(seed=seed, hand=kind, early_stop=stop) for stop in (False, True))
        for action in walk(whole, seed):
            if not short.over:
                short.step(action)
        assert now(short, "score") == now(whole, "score")
        shorter += now(short, "steps") < now(whole, "steps")
    assert shorter > 0


@pytest.mark.clause("c10")
@pytest.mark.parametrize("kind", ["no_tricks", "no_last_two", "positive"])
def test_early_stop_leaves_the_other_hands_alone(kind):
    for seed in range(count(compiled=10, interpreted=2)):
        table = GAME.table(seed=seed, hand=kind, early_stop=True)
        plays = sum(GAME.actions.describe(action).startswith("play") for action in walk(table, seed))
        assert plays == CARDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_alone_is_the_whole_game(kind):
    table = GAME.table(seed=3, hand=kind)
    assert table.view_words(0)["kind"] == kind
    assert now(play_out(table), "hands_over") == 1


@pytest.mark.parametrize(
    ("kind", "worst"),
    [
        (None, 4875),
        ("no_tricks", 195),
        ("no_hearts", 195),
        ("no_queens", 150),
        ("no_kings_or_jacks", 180),
        ("no_king_of_hearts", 120),
        ("no_last_two", 135),
        ("positive", 1706.25),
    ],
)
def test_score_rewards_are_shares_of_the_farthest_from_the_mean(kind, worst):
    assert GAME.blank(hand=kind)[0]["score_range"] == pytest.approx(worst)


def test_the_farthest_is_reached_by_a_dealer_who_takes_all_tricks_and_a_bid_of_13():
    scores = scored(0, 0, 0, 13, direction="down", bid=13, bidder=0)
    assert scores == [1300, 325, 325, -1625]
    assert abs(scores[3] - sum(scores) / 4) == 1706.25


# A seat's knowledge


@pytest.mark.clause(4)
def test_a_void_is_seen_by_all():
    table = following("A♥ 3♠", "9♣", kind="no_hearts").play("play A♥")
    assert now(table, "void")[1] == [1, 0, 0, 0]
    for player in range(4):
        assert table.view_words(player)["void"][(1 - player) % 4] == [1, 0, 0, 0]


def test_a_new_hand_forgets_voids_and_cards():
    table = last_trick("A♣", "2♥", "3♣", "4♣", options={}, void=[[0, 1, 0, 0]] * 4)
    assert now(table, "void") == [[0] * 4] * 4
    assert now(table, "played") == ""
    assert now(table, "counted") == [0] * 4


def test_redealing_keeps_what_a_seat_knows():
    hands = ["2♣ 3♦", "4♣ 5♣ 6♦", "7♣ 8♥ 9♥", "10♣ J♦ Q♠"]
    table = GAME.position(
        hands=hands,
        trick=["3♣"],
        leader=0,
        player=1,
        void=[[0] * 4, [0] * 4, [0, 1, 0, 0], [0, 0, 1, 0]],
        options={"hand": "no_tricks"},
    )
    seen = set()
    for seed in range(count(compiled=200, interpreted=40)):
        dealt = now(table.redeal(0, seed), "hands")
        assert dealt[0] == hands[0]
        assert [len(hand.split()) for hand in dealt] == [2, 3, 3, 3]
        assert "♦" not in dealt[2]
        assert "♥" not in dealt[3]
        seen.add(tuple(dealt))
    assert len(seen) > count(compiled=50, interpreted=15)


def test_all_deals_that_a_seat_holds_possible_are_equally_likely():
    """Player 2 shows no diamonds: of A♣ 2♦ 3♥ the diamond goes to player 1 or 3, the others anywhere."""
    table = GAME.position(
        hands=["K♠", "A♣", "3♥", "2♦"],
        leader=0,
        player=0,
        void=[[0] * 4, [0] * 4, [0, 1, 0, 0], [0] * 4],
        options={"hand": "no_tricks"},
    )
    draws = count(compiled=1200, interpreted=200)
    found = Counter(tuple(now(table.redeal(0, seed), "hands")) for seed in range(draws))
    assert len(found) == 4
    assert max(abs(number / draws - 0.25) for number in found.values()) < 5 * np.sqrt(0.25 * 0.75 / draws)


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands": ["2♣ 3♣", "4♣", "5♣", "6♣"]}, "equally many cards"),
        ({"trick": ["2♣", None, "3♣"], "hands": ["", "4♣", "", "5♣"]}, "cards lie before the leader"),
        ({"player": 1}, "turn of player 0, who is next"),
        ({"void": [[1, 0, 0, 0]]}, "player 0 holds a card of such a suit"),
        ({"hands_over": 1}, "the game is over after 1"),
        ({"counted": [2, 0, 0, 0]}, "counted: there are 12"),
        ({"trump": "hearts"}, "nothing is decided in them"),
        ({"bid": 3}, "it has a bidder"),
        ({"leader": 4}, "leader must be .* 0 to 3, got 4"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    fitting = {"hands": ["2♣", "3♣", "4♣", "5♣"], "options": {"hand": "no_tricks"}}
    assert GAME.position(**fitting)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fitting | words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 0}, "turn of player 3"),
        ({"phase": "auction"}, "turn of player 0"),
        ({"phase": "auction", "bid": 3, "bidder": 1, "player": 1}, "turn of player 2"),
        ({"phase": "auction", "bid": 13, "bidder": 1, "player": 2}, "do not lead to it"),
        ({"phase": "auction", "passes": 1, "player": 1}, "do not lead to it"),
        ({"phase": "name", "bid": 2, "bidder": 1, "passes": 2}, "turn of player 1"),
        ({"phase": "name", "bid": 2, "bidder": 3, "passes": 2}, "the dealer bids nothing"),
        ({"phase": "name", "bid": 2, "bidder": 1, "bids": [2], "passes": 2}, "bid is the highest"),
        ({"phase": "direction", "direction": "up"}, "direction: it is said"),
        ({"phase": "play", "player": 0}, "direction: it is said"),
        ({"trump": "hearts"}, "trump: it is not named"),
    ],
)
def test_auctions_that_cannot_be_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        choosing(**words)


@pytest.mark.clause("c10")
def test_a_position_of_a_hand_that_would_have_ended_is_refused():
    fitting = {"hands": ["2♣", "3♣", "4♣", "5♣"], "counted": [1, 3, 0, 0]}
    assert GAME.position(options={"hand": "no_queens"}, **fitting)
    with pytest.raises(ValueError, match="counted: the hand ends when all that costs has been taken"):
        GAME.position(options={"hand": "no_queens", "early_stop": True}, **fitting)


@pytest.mark.clause(3)
def test_in_a_position_of_the_first_trick_the_dealers_left_neighbour_has_led_or_will():
    words = GAME.table(seed=1, dealer=2, hand="no_tricks").words("hands")
    settings = {"dealer": 2, "options": {"hand": "no_tricks"}} | words
    assert GAME.position(leader=3, player=3, **settings)
    with pytest.raises(ValueError, match="leader: the dealer's left neighbour leads"):
        GAME.position(leader=0, player=0, **settings)


@pytest.mark.parametrize("phase", ["choice", "direction"])
def test_in_a_position_before_the_play_of_a_hand_nobody_has_played(phase):
    assert choosing(phase)
    short = ["2♣ 3♣", "4♣ 5♣", "6♣ 7♣", "8♣ 9♣"]
    words = {"phase": phase, "player": 3, "dealer": 3, "leader": 0, "options": {"hand": "positive"}}
    with pytest.raises(ValueError, match="phase: nobody has played"):
        GAME.position(hands=short, **words)
