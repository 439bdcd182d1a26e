"""The rules of Lórum, clause by clause. Cards that a position does not name lie in the stock, out of play."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.games.lorum import GAME, PACK, PASS, Hand
from tests.playing import count, now, play_out

HANDS = tuple(hand.name.lower() for hand in Hand)
WORDS = [CARD_WORDS[card] for card in PACK]


def evened(hands, named=()):
    """The hands, with cards that are not named for those that are short of some."""
    hands = [card_words(parse_cards(hand)).split() for hand in (*hands, *[""] * 4)[:4]]
    spare = [card for card in WORDS if card not in " ".join([*map(" ".join, hands), *named]).split()]
    size = max(map(len, hands))
    return [" ".join([*hand, *(spare.pop() for _ in range(size - len(hand)))]) for hand in hands]


def position(phase, *hands, **words):
    """Player 0 leads or starts, by default in the first round of hands. In tricks, all have equally many cards."""
    if phase in HANDS[:4] and hands:
        hands = evened(hands, words.get("taken", ()))
    alone = "hand" in words.get("options", {})
    hands_over = 0 if alone else HANDS.index(phase)
    return GAME.position(phase=phase, hands=hands, **{"dealer": 3, "hands_over": hands_over} | words)


def blind(*slots, **words):
    """A blind Hairy Ape."""
    return position("hairy_ape", slots=slots, **words)


def serious(*hands, **words):
    return position("hairy_ape", *hands, options={"serious": True}, **words)


def after_last_trick(phase, *taken):
    """Each player's cards before the last trick, which player 0 wins with clubs that cost nothing."""
    return position(phase, "10♣", "7♣", "8♣", "9♣", taken=taken).play("play 10♣", "play 7♣", "play 8♣", "play 9♣")


def cards(table, name):
    """A field for each player as a list of sets of cards in words."""
    return [set(held.split()) for held in now(table, name)]


def paid(table):
    """The players' gains and losses, and the pot."""
    return now(table, "score"), now(table, "pot")


def hand_by_hand(table, seed):
    """Random play; yields the table at the start of each hand, and at the end of the game."""
    generator = np.random.default_rng(seed)
    hands_over = -1
    while not table.over:
        if now(table, "hands_over") != hands_over:
            hands_over = now(table, "hands_over")
            yield table
        table.step(generator.choice(np.flatnonzero(table.mask)))
    yield table


# The deal and the order of hands


@pytest.mark.clause(1)
def test_all_32_cards_are_dealt_one_by_one_from_the_dealers_left():
    deck = card_words(PACK).split()
    hands = cards(GAME.table(deck=deck, dealer=1), "hands")
    assert [hands[(2 + turn) % 4] for turn in range(4)] == [set(deck[turn::4]) for turn in range(4)]
    assert {card[:-1] for card in deck} == {"A", "K", "Q", "J", "10", "9", "8", "7"}
    with pytest.raises(ValueError, match="2♣ is too many"):
        GAME.table(deck=["2♣", *deck[1:]])


@pytest.mark.clause(1)
def test_every_hand_is_shuffled_and_dealt_anew():
    deals = set()
    for table in hand_by_hand(GAME.table(seed=3, dealers=2), 3):
        if not table.over:
            hands = [
                set(held.split()) | set(filter(None, slots))
                for held, slots in zip(now(table, "hands"), now(table, "slots"), strict=True)
            ]
            assert [len(held) for held in hands] == [8] * 4
            assert set.union(*hands) == set(WORDS)
            deals.add(str(list(map(sorted, hands))))
    assert len(deals) == 14


@pytest.mark.clause(2, 3)
def test_each_dealer_in_turn_deals_the_seven_hands_and_the_left_neighbour_begins():
    dealt = []
    for table in hand_by_hand(GAME.table(seed=1, dealer=2), 1):
        if not table.over:
            dealt.append((now(table, "phase"), now(table, "dealer")))
            assert table.player == now(table, "leader") == (now(table, "dealer") + 1) % 4
    assert dealt == [(hand, dealer) for dealer in (2, 3, 0, 1) for hand in HANDS]


@pytest.mark.clause(2)
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.clause(2)
@pytest.mark.parametrize("dealers", [1, 2, 3, 4])
def test_the_game_ends_after_seven_hands_of_each_dealer(dealers):
    table = play_out(GAME.table(seed=2, dealers=dealers), 2)
    assert now(table, "hands_over") == 7 * dealers
    assert not now(table, "truncated")


# Tricks


@pytest.mark.clause(4)
@pytest.mark.parametrize("phase", HANDS[:3])
def test_the_highest_card_of_the_suit_led_takes_the_trick_and_leads(phase):
    table = position(phase, "8♦ 7♣", "A♣ 8♣", "10♦ 9♣", "9♦ 10♣")
    table.play("play 8♦", "play A♣", "play 10♦", "play 9♦")
    assert cards(table, "taken") == [set(), set(), {"8♦", "9♦", "10♦", "A♣"}, set()]
    assert now(table, "trick") == [None] * 4
    assert table.player == now(table, "leader") == 2
    assert table.play("play 9♣").player == 3


@pytest.mark.clause(1, 4)
def test_the_ace_is_high_and_the_ten_below_the_jack():
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    for lower, higher in pairwise(ranks):
        table = position("no_tricks", f"{lower}♠ 7♣", f"{higher}♠ 8♣", "7♦ 9♣", "8♦ 10♣")
        table.play(f"play {lower}♠", f"play {higher}♠", "play 7♦", "play 8♦")
        assert table.player == 1


@pytest.mark.clause(5)
@pytest.mark.parametrize("phase", HANDS[:3])
def test_players_follow_suit_if_able(phase):
    table = position(phase, "8♦ 7♣", "A♣ 7♦ J♦", "10♦ 9♣", "9♦ 10♣").play("play 8♦")
    assert table.legal() == ["play 7♦", "play J♦"]


@pytest.mark.clause(5)
@pytest.mark.parametrize("phase", HANDS[:3])
def test_a_player_who_cannot_follow_plays_any_card(phase):
    table = position(phase, "8♦ 7♣", "A♣ J♥ Q♠", "10♦ 9♣", "9♦ 10♣").play("play 8♦")
    assert table.legal() == ["play A♣", "play J♥", "play Q♠"]


# No hearts


@pytest.mark.clause(6)
def test_a_heart_may_not_be_led_to_the_first_trick():
    table = position("no_hearts", "A♣ K♣ 7♥ 8♥ 9♥ 10♥ J♥ 7♠")
    assert table.legal() == ["play A♣", "play K♣", "play 7♠"]


@pytest.mark.clause(6)
@pytest.mark.parametrize(("phase", "held"), [("no_hearts", "A♣ 7♥"), ("queens", "A♣ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥")])
def test_a_heart_may_be_led_to_later_tricks_and_in_other_hands(phase, held):
    assert "play 7♥" in position(phase, held).legal()


@pytest.mark.clause("c1")
def test_a_leader_with_hearts_only_may_lead_one():
    table = position("no_hearts", "A♥ 7♥..K♥")
    assert table.legal() == [f"play {card}" for card in WORDS if "♥" in card]


@pytest.mark.clause("c1")
def test_a_heart_may_be_thrown_on_the_first_trick():
    table = position("no_hearts", "A♣ 7♣..K♣", "7♥ 7♦..K♦").play("play A♣")
    assert "play 7♥" in table.legal()


@pytest.mark.clause(7, "c3")
@pytest.mark.parametrize("phase", HANDS[:3])
def test_all_eight_tricks_are_played(phase):
    for seed in range(count(compiled=20, interpreted=3)):
        table = play_out(GAME.table(seed=seed, hand=phase), seed)
        assert now(table, "steps") == 32


HEART_CASES = [
    (8, ["7♥ 8♥", "9♥", "10♥ J♥ Q♥", "A♥ K♥"], [-2, -1, -3, -2], 8),
    (9, ["7♥ 8♥ 9♥", "10♥", "", "J♥ Q♥ K♥ A♥"], [-3, -1, 8, -4], 0),
    (10, ["", "7♥", "", "8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"], [4, -1, 4, -7], 0),
    (11, ["", "", "A♥ 7♥..K♥", ""], [-8, -8, 24, -8], 0),
]
QUEEN_CASES = [
    (13, ["Q♣", "Q♦", "Q♥", "Q♠"], [-1, -3, -4, -2], 10),
    (14, ["Q♣ Q♥", "", "Q♦", "Q♠"], [-5, 10, -3, -2], 0),
    (15, ["", "Q♣ Q♦ Q♠", "", "Q♥"], [5, -6, 5, -4], 0),
    (16, ["", "Q♣ Q♦ Q♥ Q♠", "", ""], [-10, 30, -10, -10], 0),
]


@pytest.mark.clause(7, 8, 9, 10, 11)
@pytest.mark.parametrize(("clause", "taken", "score", "pot"), HEART_CASES)
def test_payers_and_winners_of_hearts(clause, taken, score, pot):
    assert paid(after_last_trick("no_hearts", *taken)) == (score, pot), clause


@pytest.mark.clause(12, 13, 14, 15, 16, "c2")
@pytest.mark.parametrize(("clause", "taken", "score", "pot"), QUEEN_CASES)
def test_payers_and_winners_of_queens(clause, taken, score, pot):
    """Hearts that are no queens cost nothing in this hand."""
    taken = [taken[0] + " 7♥ A♥", *taken[1:]]
    assert paid(after_last_trick("queens", *taken)) == (score, pot), clause


def tricks(*counts):
    """So many tricks for each player, of any cards but those of the last one."""
    words = iter([card for card in WORDS if card not in ("7♣", "8♣", "9♣", "10♣")])
    return [" ".join(next(words) for _ in range(4 * number)) for number in counts]


@pytest.mark.clause(17)
@pytest.mark.parametrize(
    ("counts", "score", "pot"),
    [
        ([1, 1, 2, 3], [-2, -1, -2, -3], 8),
        ([0, 3, 4, 0], [-1, -3, -4, 8], 0),
        ([4, 0, 0, 3], [-5, 4, 4, -3], 0),
        ([7, 0, 0, 0], [24, -8, -8, -8], 0),
    ],
)
def test_payers_and_winners_of_tricks(counts, score, pot):
    """Player 0 has also taken the last one."""
    assert paid(after_last_trick("no_tricks", *tricks(*counts))) == (score, pot)


@pytest.mark.clause(11, 16, 17)
@pytest.mark.parametrize(("phase", "chips"), [("no_hearts", 8), ("queens", 10), ("no_tricks", 8)])
def test_the_chips_paid_are_all_or_three_times_all(phase, chips):
    """All four cases are tested, from random games."""
    cases, seen = {(4, chips), (3, chips), (2, chips), (3, 3 * chips)}, set()
    for seed in range(count(compiled=600, interpreted=20)):
        score, pot = paid(play_out(GAME.table(seed=seed, hand=phase), seed))
        payers = sum(won < 0 for won in score)
        moved = pot + sum(won for won in score if won > 0)
        assert sum(score) + pot == 0
        assert (payers == 4) == (pot > 0)
        seen.add((payers, moved))
    assert seen == cases or (INTERPRETED and seen <= cases)


# Hairy Ape


@pytest.mark.clause(18)
def test_players_see_the_cards_of_the_others_but_not_their_own():
    table = blind(["7♣", None, "8♥"], ["K♥", "9♦"], ["Q♠", "8♠"], ["J♠", "7♠"], taken=["A♣", "", "", ""])
    view = table.view_words(1)
    assert view["hands"] == ["9♦ K♥", "8♠ Q♠", "7♠ J♠", "7♣ 8♥"]
    assert view["hand_sizes"] == [2, 2, 2, 2]
    others = ["slots", *(name for name in GAME.state.fields if name not in ("slots", "hands"))]
    assert "slots" not in view
    swapped = table.words("player", "dealer", *others) | {
        "slots": [["8♥", None, "7♣"], ["9♦", "K♥"], ["Q♠", "8♠"], ["J♠", "7♠"]]
    }
    assert GAME.position(**swapped).view_words(1) == view
    assert GAME.position(**swapped).view_words(0) == table.view_words(0)


@pytest.mark.clause(18, "c7")
def test_the_mask_tells_which_slots_are_left_and_nothing_of_what_is_in_them():
    table = blind([None, "7♣", "8♥"], ["K♣", "7♦"], ["Q♠", "8♦"], ["K♥", "9♦"])
    assert table.legal() == ["slot 2", "slot 3"]
    table.play("slot 2", "slot 2", "slot 2", "slot 2")
    assert (table.player, table.legal()) == (0, ["slot 3"])


@pytest.mark.clause("c7")
def test_slots_are_filled_in_the_order_of_the_deal():
    deck = card_words(PACK).split()
    table = GAME.table(deck=deck, dealer=3, hand="hairy_ape")
    assert now(table, "slots") == [deck[player::4] for player in range(4)]
    assert now(table, "hands") == [""] * 4
    assert now(table.play("slot 3"), "trick")[0] == deck[8]


@pytest.mark.clause(19, "c6")
def test_unseen_cards_need_not_follow_suit():
    """Player 2 holds a diamond as well."""
    table = blind(["8♦", "7♥"], ["A♣", "7♣"], ["9♦", "8♥"], ["9♠", "K♥"])
    table.play("slot 1", "slot 1", "slot 2")
    assert table.legal() == ["slot 1", "slot 2"]
    assert now(table, "trick") == ["8♦", "A♣", "8♥", None]


@pytest.mark.clause(19)
def test_one_card_of_the_suit_led_is_enough_for_the_highest_to_take_the_trick():
    for follower, taker in (("7♦", 0), ("9♦", 2)):
        table = blind(["8♦", "7♥"], ["A♣", "7♣"], [follower, "8♥"], ["9♠", "K♥"])
        table.play("slot 1", "slot 1", "slot 1", "slot 1")
        assert [len(taken) for taken in cards(table, "taken")] == [4 * (player == taker) for player in range(4)]
        assert table.player == now(table, "leader") == taker


@pytest.mark.clause(19, "c5")
def test_if_nobody_follows_each_player_takes_the_own_card_and_the_leader_leads_again():
    table = blind(["Q♠", "K♥"], ["8♦", "7♥"], ["A♣", "7♣"], ["9♥", "8♥"], leader=1, player=1)
    table.play("slot 1", "slot 1", "slot 1", "slot 1")
    assert cards(table, "taken") == [{"Q♠"}, {"8♦"}, {"A♣"}, {"9♥"}]
    assert now(table, "trick") == [None] * 4
    assert table.player == now(table, "leader") == 1


@pytest.mark.clause(20)
@pytest.mark.parametrize(("lead", "payer"), [("7♥", 1), ("A♥", 0), ("7♦", 1)])
def test_a_player_who_takes_the_king_of_hearts_pays_four_chips_and_the_hand_stops(lead, payer):
    """The king is taken by following with it, by the ace, or as the own card when nobody follows."""
    table = blind([lead, "8♥"], ["K♥", "7♣"], ["A♣", "8♣"], ["9♠", "8♠"], pot=3)
    table.play("slot 1", "slot 1", "slot 1", "slot 1")
    assert paid(table) == ([-4 * (player == payer) for player in range(4)], 7)
    assert now(table, "phase") == "train"
    assert [len(held) for held in cards(table, "hands")] == [8] * 4
    assert now(table, "slots") == [[None] * 8] * 4


@pytest.mark.clause(20, "c3")
def test_a_hairy_ape_goes_on_as_long_as_the_king_is_there():
    for seed in range(count(compiled=60, interpreted=10)):
        table = GAME.table(seed=seed, hand="hairy_ape")
        play_out(table, seed)
        assert now(table, "steps") % 4 == 0
        assert sum("K♥" in taken for taken in cards(table, "taken")) == 1
        score, pot = paid(table)
        assert (sorted(score), pot) == ([-4, 0, 0, 0], 4)


@pytest.mark.clause("c8")
def test_a_serious_ape_is_played_with_own_cards_in_sight_and_suit_is_followed():
    table = serious("8♦ 7♣ 9♣", "A♣ 7♦ J♦", "10♦ K♥", "9♦ 10♣")
    assert table.legal() == ["play 7♣", "play 9♣", "play 8♦"]
    table.play("play 8♦")
    assert table.legal() == ["play 7♦", "play J♦"]
    assert table.view_words(1)["hands"] == ["A♣ 7♦ J♦", "", "", ""]


@pytest.mark.clause("c8")
def test_in_a_serious_ape_the_highest_card_of_the_suit_led_takes_the_trick_though_nobody_follows():
    table = serious("8♦ 7♣", "A♣ 7♠", "9♥ K♥", "A♠ 10♣").play("play 8♦", "play A♣", "play K♥", "play A♠")
    assert paid(table) == ([-4, 0, 0, 0], 4)
    assert now(table, "phase") == "train"


# Train


@pytest.mark.clause(21, "c9")
def test_any_card_may_be_played_to_a_train_in_turn():
    table = position("train", "8♦ 7♣", "A♣ 7♦", "10♦ K♥", "9♦ 10♣")
    for player, card in enumerate(["8♦", "A♣", "K♥", "10♣"]):
        assert table.player == player
        assert len(table.legal()) == 2
        table.play(f"play {card}")
    assert table.player == 0


@pytest.mark.clause(21)
@pytest.mark.parametrize(
    ("rank", "value"), [("A", 11), ("K", 4), ("Q", 3), ("J", 2), ("10", 1), ("9", 0), ("8", 0), ("7", 0)]
)
def test_points_of_cards_in_a_train(rank, value):
    for suit in "♣♥":
        assert now(position("train", f"{rank}{suit}", "7♠", count=30).play(f"play {rank}{suit}"), "count") == 30 + value


@pytest.mark.clause(22)
@pytest.mark.parametrize(
    ("count", "card", "chips"),
    [
        (20, "K♦", 0),
        (21, "K♦", 1),
        (24, "A♦", 1),
        (25, "A♦", 0),
        (39, "10♦", 0),
        (49, "10♦", 2),
        (45, "A♦", 2),
        (50, "9♦", 0),
        (73, "J♦", 3),
        (71, "Q♦", 0),
        (75, "8♦", 0),
    ],
)
def test_a_player_who_reaches_a_mark_pays_for_it(count, card, chips):
    table = position("train", card, "7♠", "7♥", "7♣", count=count).play(f"play {card}")
    assert paid(table) == ([-chips, 0, 0, 0], chips)


@pytest.mark.clause(22)
def test_a_player_who_reaches_100_would_pay_four_chips():
    """No game gets there, but a position may."""
    table = position("train", "A♦", "7♠", "7♥", "7♣", pot=2)
    table.state.count = 90
    assert paid(table.play("play A♦")) == ([-4, 0, 0, 0], 6)


@pytest.mark.clause("c9")
def test_a_train_counts_84_and_six_chips_go_to_the_pot():
    most = 0
    for seed in range(count(compiled=300, interpreted=10)):
        table = play_out(GAME.table(seed=seed, hand="train"), seed)
        assert (now(table, "steps"), now(table, "count"), now(table, "pot")) == (32, 84, 6)
        assert sum(now(table, "score")) == -6
        most = max(most, -min(now(table, "score")))
    assert 3 <= most <= 6


# Quart


@pytest.mark.clause(23)
def test_the_holder_of_the_next_card_must_play_it_whatever_the_turn():
    table = position("quart", "8♦ 7♣ K♦", "J♦ 8♣ 9♣", "10♦ 9♠", "9♦ 10♣", hands_over=5)
    assert table.legal() == ["play 7♣", "play 8♦", "play K♦"]
    table.play("play 8♦")
    assert cards(table, "taken") == [{"8♦"}, {"J♦"}, {"10♦"}, {"9♦"}]
    assert table.player == 1


@pytest.mark.clause(23)
def test_the_seven_comes_after_the_ace_and_the_ace_after_the_king():
    table = position("quart", "K♠ 7♣", "A♠ 8♣", "7♠ 10♣", "8♠ 9♥")
    table.play("play K♠")
    assert cards(table, "taken") == [{"K♠"}, {"A♠"}, {"7♠"}, {"8♠"}]


@pytest.mark.clause(24, "c10")
def test_after_four_cards_the_last_to_play_starts_again():
    """The fifth, which player 3 holds, is not played."""
    table = position("quart", "7♦ 7♣", "8♦ 8♣", "9♦ 10♦ 9♣", "J♦ 10♣").play("play 7♦")
    assert cards(table, "hands") == [{"7♣"}, {"8♣"}, {"9♣"}, {"J♦", "10♣"}]
    assert table.player == 2
    assert table.legal() == ["play 9♣"]


@pytest.mark.clause(24)
def test_when_the_next_card_is_gone_the_last_to_play_starts_again():
    table = position("quart", "7♦ 7♣", "8♦ 8♣ K♠", "10♦ 9♣", "J♦ 10♣", taken=["9♦"]).play("play 7♦")
    assert cards(table, "hands") == [{"7♣"}, {"8♣", "K♠"}, {"10♦", "9♣"}, {"J♦", "10♣"}]
    assert table.player == 1
    assert table.play("play 8♣").player == 3


@pytest.mark.clause(24)
def test_a_card_whose_next_is_gone_makes_a_run_of_its_own():
    table = position("quart", "7♦ 7♣ 8♣", "8♠", "10♦", "J♦", taken=["8♦", "", "", ""]).play("play 7♦")
    assert table.player == 0
    assert cards(table, "hands")[0] == {"7♣", "8♣"}


@pytest.mark.clause(25, "c11")
def test_the_first_without_cards_ends_a_quart_and_gets_a_chip_for_each_card_left():
    table = position("quart", "7♦", "9♦ 8♣", "A♠ 9♣ K♥", "J♦", pot=9, taken=["8♦", "", "", ""]).play("play 7♦")
    assert paid(table) == ([6, -2, -3, -1], 9)
    assert now(table, "phase") == "domino"


@pytest.mark.clause(25, "c10")
def test_a_player_who_must_play_the_last_card_ends_a_quart_at_once():
    """Player 2 does not have to play 9♦."""
    table = position("quart", "7♦ 7♣", "8♦", "9♦ 9♣", "10♦ K♥", options={"hand": "quart"}).play("play 7♦")
    assert cards(table, "hands") == [{"7♣"}, set(), {"9♦", "9♣"}, {"10♦", "K♥"}]
    assert paid(table) == ([-1, 5, -2, -2], 0)
    assert table.over


# Domino


AROUND_TEN = "9♦ J♦ 10♣ 10♥ 10♠"  # cards that can be added to 10♦


def domino(*hands, fits=AROUND_TEN, **words):
    """A position with 10♦ on the table by default."""
    return position("domino", *hands, fits=fits, **{"taken": ["10♦"]} | words)


@pytest.mark.clause(26)
def test_any_card_may_start_a_domino():
    table = GAME.table(seed=1, hand="domino")
    assert [f"play {card}" for card in now(table, "hands")[table.player].split()] == table.legal()


@pytest.mark.clause(26)
def test_cards_next_to_the_first_one_and_of_its_rank_fit():
    deck = card_words(PACK).split()
    place = deck.index("10♦")
    deck = [deck[place], *deck[:place], *deck[place + 1 :]]
    table = GAME.table(deck=deck, hand="domino").play("play 10♦")
    assert set(now(table, "fits").split()) == {"9♦", "J♦", "10♣", "10♥", "10♠"}


@pytest.mark.clause(26)
@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("J♦", "9♦ Q♦ 10♣ 10♥ 10♠"),
        ("9♦", "8♦ J♦ 10♣ 10♥ 10♠"),
        ("10♠", "9♦ J♦ 10♣ 10♥ 9♠ J♠"),
    ],
)
def test_rows_grow_at_both_ends(card, fits):
    table = domino(f"{card} 7♥", "10♣").play(f"play {card}")
    assert set(now(table, "fits").split()) == set(fits.split())


@pytest.mark.clause("c12")
@pytest.mark.parametrize(
    ("card", "there", "others", "fits"),
    [("7♦", "8♦ 9♦", "10♦ 9♣ 9♥ 9♠", ""), ("A♦", "K♦ Q♦", "J♦ Q♣ Q♥ Q♠", ""), ("K♦", "Q♦", "J♦ Q♣ Q♥ Q♠", "A♦")],
)
def test_rows_end_at_the_seven_and_at_the_ace(card, there, others, fits):
    table = domino(f"{card} 7♥", others.split()[1], taken=[there], fits=f"{card} {others}").play(f"play {card}")
    assert set(now(table, "fits").split()) == {*fits.split(), *others.split()}


@pytest.mark.clause(26, "c12")
@pytest.mark.parametrize(("first", "fits"), [("7♣", "8♣ 7♦ 7♥ 7♠"), ("A♣", "K♣ A♦ A♥ A♠"), ("K♣", "A♣ Q♣ K♦ K♥ K♠")])
def test_a_first_card_at_the_end_of_its_suit_has_one_neighbour(first, fits):
    hands = [f"{first} {first[0]}♠", f"{first[0]}♥"]
    table = domino(*hands, taken=[], fits=card_words(PACK)).play(f"play {first}")
    assert set(now(table, "fits").split()) == set(fits.split())


@pytest.mark.clause(26, 27, "c12")
def test_a_player_who_can_add_a_card_must_and_nobody_else_may():
    table = domino("J♦ Q♦ 7♥", "7♠ 8♠", "10♥ 9♥", "A♠")
    assert table.legal() == ["play J♦"]
    table.play("play J♦")
    assert (table.player, table.legal()) == (1, ["pass"])
    table.play("pass")
    assert (table.player, table.legal()) == (2, ["play 10♥"])
    assert now(table, "hands")[1] == "7♠ 8♠"


@pytest.mark.clause(28, "c4", "c12")
def test_the_first_without_cards_ends_a_domino_and_takes_the_pot_with_what_the_others_pay():
    hands = ["9♥ 10♥ J♥", "J♦", "7♠", "A♠ K♠"]
    table = domino(*hands, player=1, pot=11, score=[-3, -2, -5, -1])
    table.play("play J♦")
    assert paid(table) == ([-6, 15, -6, -3], 0)


@pytest.mark.clause(28, 2)
def test_after_a_domino_the_next_dealer_begins_with_no_hearts():
    table = domino("J♦", "9♥", "7♠", "A♠").play("play J♦")
    assert (now(table, "phase"), now(table, "dealer"), table.player) == ("no_hearts", 0, 1)
    assert now(table, "hands_over") == 7


@pytest.mark.clause(27)
def test_in_domino_somebody_can_always_add_a_card():
    for seed in range(count(compiled=200, interpreted=8)):
        table = GAME.table(seed=seed, hand="domino")
        generator, passes = np.random.default_rng(seed), 0
        while not table.over:
            passes = passes + 1 if table.mask[PASS] else 0
            assert passes < 4
            table.step(generator.choice(np.flatnonzero(table.mask)))


# Chips, the pot, the winner


@pytest.mark.clause(29)
def test_everybody_begins_with_equally_many_chips():
    assert GAME.table(seed=1).view_words(2)["chips"] == [50] * 4
    assert GAME.table(seed=1, chips=200).view_words(2)["chips"] == [200] * 4
    table = position("train", "A♦", "7♠", "7♥", "7♣", count=24, options={"chips": 10}).play("play A♦")
    assert table.view_words(0)["chips"] == [9, 10, 10, 10]
    assert now(table, "score") == [-1, 0, 0, 0]


@pytest.mark.clause(29, "c14")
@pytest.mark.parametrize(
    ("score", "rewards"),
    [
        ([2, 5, -3, -8], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([-3, 9, -3, -7], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([1, 9, -6, -8], [0.5, 0.5, -0.5, -0.5]),
        ([-7, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_the_most_chips_after_the_last_hand_win_and_equals_share(score, rewards):
    """Player 0 gets one chip from each of the others, and the four of the pot."""
    table = domino("J♦", "9♥", "7♠", "A♠", hands_over=27, score=score, pot=4)
    table.play("play J♦")
    assert table.over
    assert now(table, "reward") == pytest.approx(rewards, abs=1e-5)


@pytest.mark.clause("c4")
def test_the_pot_waits_for_a_domino_and_is_empty_in_the_end():
    for seed in range(count(compiled=20, interpreted=2)):
        table, emptied = GAME.table(seed=seed), 0
        for start in hand_by_hand(table, seed):
            score, pot = paid(start)
            assert sum(score) + pot == 0
            if now(start, "hands_over") % 7 == 0:
                assert pot == 0
                emptied += 1
            elif now(start, "hands_over") % 7 >= 5:
                assert pot >= 10  # from the ape and the train
        assert table.over
        assert emptied == 5


@pytest.mark.clause("c13")
def test_with_208_chips_nobody_can_run_out_of_them():
    chips = GAME.options.field("chips")
    assert (chips.high, GAME.options.to_words(GAME.blank()[0]["options"], 4)["chips"]) == (208, 50)


@pytest.mark.clause("c13")
def test_players_may_have_less_than_no_chips():
    table = position("train", "A♦", "7♠", "7♥", "7♣", count=70, score=[-50, 20, 20, 10]).play("play A♦")
    assert table.view_words(0)["chips"][0] == -3
    assert not table.over


@pytest.mark.clause("c15")
@pytest.mark.parametrize("hand", HANDS)
def test_a_single_hand_is_played_once_and_its_pot_is_nobodys(hand):
    for seed in range(count(compiled=40, interpreted=4)):
        table = GAME.table(seed=seed, hand=hand, dealers=3)
        assert now(table, "phase") == hand
        assert now(play_out(table, seed), "hands_over") == 1
        score, pot = paid(table)
        assert sum(score) == -pot
        assert pot == {"hairy_ape": 4, "train": 6, "quart": 0, "domino": 0}.get(hand, pot)


@pytest.mark.parametrize(
    ("options", "lost", "won"),
    [
        ({"hand": "no_hearts"}, 8, 24),
        ({"hand": "queens"}, 10, 30),
        ({"hand": "no_tricks"}, 8, 24),
        ({"hand": "hairy_ape"}, 4, 4),
        ({"hand": "train"}, 6, 6),
        ({"hand": "quart"}, 8, 24),
        ({"hand": "domino"}, 8, 24),
        ({"dealers": 1}, 52, 136),
        ({"dealers": 3}, 3 * 52, 3 * 136),
        ({}, 4 * 52, 4 * 136),
    ],
    ids=str,
)
def test_scores_stay_within_what_can_be_won_and_lost(options, lost, won):
    assert GAME.blank(**options)["score_range"][0] == won
    for seed in range(count(compiled=60, interpreted=2)):
        score, _ = paid(play_out(GAME.table(seed=seed, **options), seed))
        assert -lost <= min(score) <= max(score) <= won
    chips = GAME.view.field("chips")
    assert (chips.low, chips.high) == (1 - 4 * 52, 4 * 52 + 4 * 136)


def test_the_most_that_a_hand_can_bring_is_a_whole_reward():
    table = position(
        "queens", "10♣", "7♣", "8♣", "9♣", taken=["Q♣ Q♦ Q♥ Q♠"], reward="score", options={"hand": "queens"}
    )
    table.play("play 10♣", "play 7♣", "play 8♣", "play 9♣")
    assert now(table, "reward") == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3], abs=1e-5)


def test_rewards_in_chips_share_the_pot():
    hands = ["10♣", "7♣", "8♣", "9♣"]
    table = position("queens", *hands, taken=["Q♣", "Q♦", "Q♥", "Q♠"], reward="score", options={"hand": "queens"})
    table.play("play 10♣", "play 7♣", "play 8♣", "play 9♣")
    assert now(table, "reward") == pytest.approx([1.5 / 30, -0.5 / 30, -1.5 / 30, 0.5 / 30], abs=1e-5)


# A seat's view


def test_a_seat_sees_its_own_cards_and_how_many_others_hold():
    view = position("queens", "8♦ 7♣", "A♣ 7♦ J♦", "10♦ K♥", "9♦ 10♣").play("play 8♦").view_words(1)
    assert view["hands"] == ["A♣ 7♦ J♦", "", "", ""]
    assert view["hand_sizes"] == [3, 3, 3, 2]
    assert view["trick"] == [None, None, None, "8♦"]
    assert view["suit_led"] == "diamonds"
    assert view["leader"] == [0, 0, 0, 1]
    assert view["turn"] == [1, 0, 0, 0]
    assert view["dealer"] == [0, 0, 1, 0]
    assert (view["phase"], view["hands_left"]) == ("queens", 27)


@pytest.mark.clause("c16")
def test_all_remember_who_took_or_played_which_cards():
    taken = ["7♥", "8♥ 9♥", "", "10♥"]
    for phase in HANDS:
        pot, count = 5 * (phase != "no_hearts"), 12 * (phase == "train")
        fits = "J♥ 9♣ 9♦ 9♠" if phase == "domino" else ""
        words = {"taken": taken, "count": count, "pot": pot, "fits": fits}
        if phase == "hairy_ape":
            view = blind(["8♦"], ["A♣"], ["10♦"], ["K♥"], **words).view_words(1)
        else:
            view = position(phase, "8♦", "A♣", "10♦", "9♦", **words).view_words(1)
        assert view["taken"] == ["8♥ 9♥", "", "10♥", "7♥"]
        assert (view["count"], view["pot"]) == (count, pot)


def test_a_player_who_does_not_follow_shows_a_void():
    for table in (position("no_tricks", "8♦ 7♣", "A♣ J♥", "10♦", "9♦"), serious("8♦ 7♣", "A♣ J♥", "10♦ K♥", "9♦")):
        table.play("play 8♦", "play J♥")
        assert table.view_words(2)["lacks"] == ["", "", "", "A♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦"]


def test_following_and_unseen_cards_show_no_void():
    table = position("no_tricks", "8♦ 7♣", "9♦ J♥", "10♦", "9♥").play("play 8♦", "play 9♦")
    assert now(table, "lacks") == [""] * 4
    table = blind(["8♦", "7♣"], ["J♥", "9♦"], ["10♦", "K♥"], ["9♥", "8♥"]).play("slot 1", "slot 1")
    assert now(table, "lacks") == [""] * 4


@pytest.mark.clause("c1")
def test_a_heart_led_to_the_first_trick_shows_a_hand_of_hearts():
    table = position("no_hearts", "A♥ 7♥..K♥").play("play 9♥")
    assert set(now(table, "lacks")[0].split()) == {card for card in WORDS if "♥" not in card}
    table = position("no_hearts", "A♥ 9♥ 7♠", "7♣ 8♣ 9♣", "7♦ 8♦ 9♦", "8♠ 9♠ 10♠").play("play 9♥")
    assert now(table, "lacks")[0] == ""


def test_a_pass_in_domino_shows_that_no_card_fits():
    """The lack stays visible when other cards fit."""
    hands = ["J♦ 7♥", "7♠ 8♠", "10♥ 9♥", "9♦ A♠"]
    table = domino(*hands).play("play J♦", "pass")
    shown = ["", "10♣ 9♦ Q♦ 10♥ 10♠", "", ""]
    assert now(table, "lacks") == shown
    assert now(table.play("play 10♥", "play 9♦"), "lacks") == shown


@pytest.mark.clause(1)
def test_nothing_of_a_hand_is_left_in_the_next():
    for table in hand_by_hand(GAME.table(seed=4, dealers=2), 4):
        if not table.over:
            assert now(table, "taken") == now(table, "lacks") == [""] * 4
            assert now(table, "trick") == [None] * 4
            assert (now(table, "fits") != "") == (now(table, "phase") == "domino")
            assert (now(table, "count"), now(table, "stock")) == (0, "")
            assert any(map(any, now(table, "slots"))) == (now(table, "phase") == "hairy_ape")


# Redealing hidden cards


def deals_of(table, player, draws, name="hands"):
    """Counts of the deals drawn for a seat."""
    return Counter(str(now(table.redeal(player, seed), name)) for seed in range(draws))


def possible_deals(table, player):
    """Every way to deal the others' cards that agrees with hand sizes and shown lacks."""
    hands, lacks = cards(table, "hands"), cards(table, "lacks")
    others = [seat for seat in range(4) if seat != player]

    def share(seats, left):
        if not seats:
            yield {}
            return
        for held in combinations(sorted(left), len(hands[seats[0]])):
            if not set(held) & lacks[seats[0]]:
                for rest in share(seats[1:], left - set(held)):
                    yield {seats[0]: set(held)} | rest

    pool = set.union(*(hands[seat] for seat in others))
    for found in share(others, pool):
        yield [found.get(seat, hands[seat]) for seat in range(4)]


def words_of(hands):
    """Sets of cards in the table's words."""
    return str([card_words(sorted(parse_cards(list(hand)))) for hand in hands])


@pytest.mark.parametrize("player", [0, 3])
@pytest.mark.parametrize(
    ("phase", "hands", "words", "plays"),
    [
        ("no_tricks", ["8♦ 7♣", "A♣ J♥", "10♦ K♦", "9♦ Q♣"], {}, ["play 8♦", "play J♥"]),
        (
            "domino",
            ["J♦ 7♥", "7♠ 8♠", "10♥ 9♥", "9♦ A♠"],
            {"fits": AROUND_TEN, "taken": ["10♦"]},
            ["play J♦", "pass", "play 10♥"],
        ),
        ("quart", ["7♦ 7♣", "8♦ J♥", "10♦ 9♠", "9♣"], {}, ["play 7♦"]),
        ("train", ["7♦ 7♣", "8♦ J♥", "10♦", "9♣"], {}, ["play 7♦"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_all_deals_that_a_seat_holds_possible_are_equally_likely(phase, hands, words, plays, player):
    table = position(phase, *hands, **words).play(*plays)
    possible = {words_of(deal) for deal in possible_deals(table, player)}
    expected = count(compiled=100, interpreted=3)
    found = deals_of(table, player, expected * len(possible))
    assert len(possible) > 1
    assert set(found) <= possible
    assert all(abs(found[deal] - expected) < 5 * np.sqrt(expected) for deal in possible)


def test_a_hand_that_can_be_nothing_but_hearts_stays_so():
    table = position("no_hearts", "A♥ 7♥..K♥", "A♣ 7♣..K♣", "A♦ 7♦..K♦", "A♠ 7♠..K♠").play("play 9♥")
    for seed in range(count(compiled=30, interpreted=5)):
        hands = cards(table.redeal(2, seed), "hands")
        assert hands[0] == cards(table, "hands")[0]
        assert hands[2] == cards(table, "hands")[2]
        assert hands[1] | hands[3] == cards(table, "hands")[1] | cards(table, "hands")[3]


@pytest.mark.clause("c7")
def test_cards_of_a_blind_ape_may_lie_in_any_slot_left_of_their_owner():
    table = blind(
        ["7♣", None, "8♥", "9♦"], ["K♥", "Q♦"], ["Q♠", "8♠"], ["J♠", "7♠"], trick=[None, "9♠", "10♠", "K♠"], leader=1
    )
    draws = count(compiled=3000, interpreted=480)
    found = deals_of(table, 0, draws, "slots")
    assert len(found) == 48
    expected = draws / 48
    assert all(abs(number - expected) < 5 * np.sqrt(expected) for number in found.values())
    for seed in range(10):
        slots = now(table.redeal(0, seed), "slots")
        assert set(slots[0][:4]) == {"7♣", None, "8♥", "9♦"}
        assert slots[0][1] is None
        assert set(slots[1][:2]) == {"K♥", "Q♦"}


# Positions


@pytest.mark.parametrize(
    ("phase", "words", "problem"),
    [
        ("no_tricks", {"hands_over": 28}, "the game is over after 28"),
        ("no_tricks", {"hands_over": 1}, "phase: this hand is 'queens'"),
        ("no_tricks", {"lacks": ["8♦"]}, "player 0 holds such a card"),
        ("no_tricks", {"pot": 19}, "pot: it holds 18 chips at most"),
        ("no_tricks", {"player": 1}, "player: it is the turn of player 0"),
        ("no_tricks", {"trick": [None, "K♣"]}, "trick: cards lie before the leader"),
        ("no_tricks", {"count": 3}, "count: only a train has one"),
        ("no_tricks", {"slots": [["8♥"]]}, "slots: they hold the cards in a blind Hairy Ape"),
        ("hairy_ape", {}, "slots: they hold the cards in a blind Hairy Ape"),
        ("train", {"count": 84, "player": 1}, "passes 84"),
        ("train", {"trick": ["8♥"]}, "trick: there are no tricks"),
        ("train", {"fits": "8♥"}, "fits: only a domino has any"),
        ("domino", {"fits": "8♥", "taken": ["10♦"]}, "fits: these are the cards that can be added"),
        ("domino", {"fits": AROUND_TEN, "taken": ["10♦", "8♦"]}, "8♦ is too many"),
        ("domino", {"fits": AROUND_TEN, "taken": ["10♦ 7♥"]}, "fits: these are the cards that can be added"),
        ("domino", {"fits": AROUND_TEN, "taken": ["10♦"]}, "hands: too few cards can ever be added"),
    ],
)
def test_positions_that_cannot_be_are_refused(phase, words, problem):
    with pytest.raises(ValueError, match=problem):
        position(phase, "8♦ 7♦", "A♣ 8♣", "K♦ 9♣", "7♠ J♣", **words)


def test_a_hairy_ape_without_its_king_is_refused():
    with pytest.raises(ValueError, match="somebody holds K♥"):
        blind(["8♦"], ["A♣"], ["10♦"], ["9♦"])


def test_a_seat_sees_how_many_hands_are_left():
    for options, left in (({}, 28), ({"dealers": 2}, 14), ({"hand": "quart"}, 1)):
        assert GAME.table(seed=1, **options).view_words(0)["hands_left"] == left
    assert play_out(GAME.table(seed=1, hand="quart")).view_words(0)["hands_left"] == 0


@pytest.mark.clause(3)
def test_in_a_position_of_the_first_trick_the_dealers_left_neighbour_has_led_or_will():
    words = GAME.table(seed=1, dealer=2, hand="queens").words("hands", "phase")
    settings = {"dealer": 2, "options": {"hand": "queens"}} | words
    assert GAME.position(leader=3, player=3, **settings)
    with pytest.raises(ValueError, match="leader: the dealer's left neighbour leads"):
        GAME.position(leader=0, player=0, **settings)
