"""Blackjack, rule by rule."""

from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.toy_text import blackjack as gymnasium_blackjack

from cardzoo.agents import find_agent
from cardzoo.agents.scripted import blackjack as agents
from cardzoo.envs.engine import piles, rng
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.blackjack import GAME, RULES
from cardzoo.training.evaluation.duplicate import play_deals
from tests.playing import count, now, play_out, walk


def dealt(cards, num_players=1, **options):
    """A table with these cards in the order of drawing: ranks only, the rest of the pack behind them."""
    options = {"decks": 1} | options
    first = parse_cards([f"{rank}♣" for rank in cards.split()])
    rest = list(GAME.pack_of(num_players, GAME.blank(num_players, **options)[0]["options"]))
    for card in first:
        rest.remove(card)
    return GAME.table(0, [*first, *rest], num_players=num_players, **options)


def gain(cards, *actions, **options):
    """The gain of a player in stakes, after these cards and actions."""
    table = dealt(cards, **options).play(*actions)
    assert table.over
    return table.scores()[0] / 10


# Rules


@pytest.mark.clause(1)
def test_two_cards_go_round_seat_0_first_and_the_dealer_last():
    table = dealt("2 3 4 5 6 7", num_players=2)
    assert [hands[0] for hands in now(table, "hands")] == ["2♣ 5♣", "3♣ 6♣"]
    assert (now(table, "hole"), now(table, "up")) == ("4♣", "7♣")
    assert now(table, "stakes") == [[1, 0, 0, 0]] * 2


@pytest.mark.clause(1)
def test_all_is_seen_but_the_hole_card():
    seen = dealt("2 3 4 5 6 7", num_players=2).view_words(1)
    assert [hands[0] for hands in seen["hands"]] == ["3♣ 6♣", "2♣ 5♣"]
    assert (seen["up"], seen["dealer_cards"]) == ("7♣", "7♣")
    assert seen["drawn"] == "2♣ 3♣ 5♣ 6♣ 7♣"


@pytest.mark.clause(2)
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [("2 9", 11, 0), ("A 6", 17, 1), ("A A", 12, 1), ("K Q", 20, 0), ("J 10", 20, 0), ("A 9", 20, 1)],
)
def test_an_ace_counts_11_as_long_as_that_does_not_pass_21(cards, total, soft):
    one, two = cards.split()
    seen = dealt(f"{one} 5 {two} 6").view_words(0)
    assert (seen["totals"][0][0], seen["soft"][0][0]) == (total, soft)


@pytest.mark.clause(2)
def test_an_ace_counts_1_when_11_would_pass_21():
    table = dealt("A 5 6 6 9").play("hit")
    assert (table.view_words(0)["totals"][0][0], table.view_words(0)["soft"][0][0]) == (16, 0)


@pytest.mark.clause(3)
@pytest.mark.parametrize(("hole", "up"), [("K", "A"), ("A", "K"), ("A", "10")])
def test_a_dealer_s_blackjack_ends_the_round_before_anybody_plays(hole, up):
    assert gain(f"9 {hole} 8 {up}") == -1
    assert gain(f"A {hole} K {up}") == 0


@pytest.mark.clause(3)
def test_the_dealer_looks_with_an_ace_or_a_ten_card_up():
    assert now(dealt("9 9 8 A"), "looked") == 1
    assert now(dealt("9 9 8 K"), "looked") == 1
    assert now(dealt("9 9 8 9"), "looked") == 0


@pytest.mark.clause(4)
def test_a_blackjack_is_paid_at_once_and_has_no_turn():
    table = dealt("A 9 9 K 8 8", num_players=2)
    assert table.player == 1
    assert table.play("stand").scores() == [15, 0]


@pytest.mark.clause(5)
def test_players_hit_below_21_and_stand():
    table = dealt("2 9 3 9 4 5 6").play("hit", "hit")
    assert table.legal() == ["hit", "stand"]
    assert table.view_words(0)["totals"][0][0] == 14


@pytest.mark.clause(5)
def test_the_turn_is_over_at_21_by_itself():
    assert gain("9 9 8 9 4", "hit") == 1


@pytest.mark.clause(5)
def test_above_21_the_stake_is_lost_whatever_the_dealer_does():
    table = dealt("9 9 8 6 5 K").play("hit")
    assert (table.scores(), now(table, "dealer_cards")) == ([-10], "6♣ 9♣")


@pytest.mark.clause(5)
def test_players_play_in_the_order_of_their_seats():
    table = dealt("2 2 9 3 3 8", num_players=2)
    turns = []
    for _ in range(2):
        turns.append(table.player)
        table.play("stand")
    assert turns == [0, 1]


@pytest.mark.clause(6)
def test_a_double_has_twice_the_stake_and_exactly_one_more_card():
    assert gain("6 9 5 9 9", "double") == 2
    assert gain("6 9 5 9 2", "double") == -2
    assert "double" not in dealt("2 9 3 9 4").play("hit").legal()


@pytest.mark.clause(7)
@pytest.mark.parametrize(("cards", "may"), [("8 8", True), ("K J", True), ("10 Q", True), ("8 9", False)])
def test_two_cards_of_equal_value_may_be_split(cards, may):
    one, two = cards.split()
    assert ("split" in dealt(f"{one} 6 {two} 6").legal()) == may


@pytest.mark.clause(7)
def test_both_split_hands_get_a_card_the_left_one_first_and_are_played_from_the_left():
    table = dealt("8 9 8 9 2 3 K").play("split")
    assert now(table, "hands")[0][:2] == ["2♣ 8♣", "3♣ 8♣"]
    assert now(table, "stakes")[0] == [1, 1, 0, 0]
    assert now(table, "hand") == 0
    table.play("hit")
    assert now(table, "hands")[0][0] == "2♣ 8♣ K♣"
    assert now(table.play("stand"), "hand") == 1


@pytest.mark.clause(7)
def test_split_aces_get_one_card_and_are_not_played_and_21_is_no_blackjack():
    assert gain("A 9 A 9 K 5", "split") == 0  # 21 wins, 16 loses


@pytest.mark.clause(7)
def test_a_split_hand_may_be_doubled():
    assert gain("8 9 8 9 3 K 9", "split", "double", "stand") == 2


@pytest.mark.clause(8)
def test_the_dealer_draws_up_to_17():
    table = dealt("K 2 Q 4 5 6").play("stand")
    assert now(table, "dealer_cards") == "2♣ 4♣ 5♣ 6♣"
    assert now(dealt("K 6 Q A 5").play("stand"), "dealer_cards") == "A♣ 6♣"


@pytest.mark.clause(8)
def test_the_dealer_draws_nothing_if_no_hand_is_left_to_beat():
    assert now(dealt("A 5 K 6"), "dealer_cards") == "5♣ 6♣"


@pytest.mark.clause(9)
@pytest.mark.parametrize(("cards", "stakes"), [("K 6 2 K K", 1), ("K 9 9 9", 1), ("K 9 8 9", 0), ("K 9 7 9", -1)])
def test_the_higher_total_wins_or_a_dealer_above_21_loses(cards, stakes):
    assert gain(cards, "stand") == stakes


# Choices


@pytest.mark.clause("c1")
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_so_many_packs_are_in_play(decks):
    table = GAME.table(0, decks=decks)
    assert table.count_cards()[:13].tolist() == [4 * decks] * 13


@pytest.mark.clause("c1")
def test_endless_cards_leave_the_pack_as_it_is():
    table = GAME.table(3, decks=0, num_players=7)
    assert len(now(table, "stock").split()) == 52
    assert now(table, "drawn") == ""


@pytest.mark.clause("c1")
@pytest.mark.parametrize("seed", range(4))
def test_cards_that_are_shuffled_as_they_are_drawn_come_as_if_shuffled_at_once(seed):
    options = {"decks": 2, "rounds": 4, "num_players": 3}
    state = GAME.blank(**options)[0]
    state.seed = seed
    rng.below(state, 3)  # the dealer
    piles.fill(state.stock, np.array(GAME.pack_of(3, state.options), np.int16))
    piles.shuffle(state, state.stock)
    table, written = GAME.table(seed, **options), GAME.table(0, state.stock.cards[103::-1].tolist(), **options)
    for action in walk(table, seed):
        assert written.words("hands", "hole", "drawn") == table.words("hands", "hole", "drawn")
        written.step(action)
    assert written.scores() == table.scores()


@pytest.mark.clause("c1")
def test_every_card_of_a_shuffled_stock_is_drawn_equally_often():
    deals = count(compiled=26_000, interpreted=2600)
    counts = np.zeros((2, 13))
    for seed in range(deals):
        state = GAME.table(seed, decks=1, peek=False).state
        counts[0, state.hole] += 1
        counts[1, state.up] += 1
    chi_square = ((counts - deals / 13) ** 2).sum(axis=1) / (deals / 13)
    assert (chi_square < 45).all()  # 12 degrees of freedom: once in 100,000


@pytest.mark.clause("c1")
def test_cards_are_shuffled_before_a_round_when_less_than_a_quarter_is_left():
    table, lefts = GAME.table(1, decks=1, rounds=30), []
    for _ in walk(table, 1):
        lefts.append((now(table, "rounds_over"), table.view_words(0)["cards_left"]))
    starts = dict(reversed(lefts))
    assert min(starts.values()) >= 13 - 4
    assert sum(after > before for before, after in zip([*starts.values()][1:], [*starts.values()], strict=False)) >= 2


@pytest.mark.clause("c1")
def test_cards_that_run_out_in_a_round_are_shuffled_but_not_those_on_the_table():
    for seed in range(count(compiled=60, interpreted=10)):
        table = GAME.table(seed, decks=1, rounds=8, num_players=7, splits=3)
        for _ in walk(table, seed):
            assert (table.state.drawn >= table.state.hands.sum(axis=(0, 1))).all()


@pytest.mark.clause("c2")
@pytest.mark.parametrize(
    ("option", "cards", "action", "may"),
    [
        ({"double": "none"}, "5 6 6 6", "double", False),
        ({"double": "9-11"}, "5 6 6 6", "double", True),
        ({"double": "9-11"}, "4 6 4 6", "double", False),
        ({"double": "9-11"}, "A 6 9 6", "double", False),
        ({"splits": 0}, "8 6 8 6", "split", False),
        ({}, "8 6 8 6", "surrender", False),
        ({"surrender": True}, "8 6 8 6", "surrender", True),
    ],
    ids=str,
)
def test_options_allow_actions(option, cards, action, may):
    assert (action in dealt(cards, **option).legal()) == may


@pytest.mark.clause("c2")
def test_a_dealer_may_hit_a_soft_17():
    assert now(dealt("K 6 Q A 4", soft_17="hit").play("stand"), "dealer_cards") == "A♣ 4♣ 6♣"


@pytest.mark.clause("c2")
def test_split_hands_are_not_doubled_without_the_option():
    assert "double" not in dealt("8 6 8 6 3 K", double_after_split=False).play("split").legal()


@pytest.mark.clause("c2")
@pytest.mark.parametrize("splits", [1, 2, 3])
def test_so_many_splits_are_allowed(splits):
    table = dealt("8 9 8 9 8 8 8 8 8 8", decks=8, splits=splits)
    for _ in range(splits):
        table.play("split")
    assert "split" not in table.legal()
    assert table.view_words(0)["splits_left"] == 0
    assert sum(stake > 0 for stake in now(table, "stakes")[0]) == splits + 1


@pytest.mark.clause("c2")
@pytest.mark.parametrize(("pays", "stakes"), [("3:2", 1.5), ("6:5", 1.2), ("1:1", 1)])
def test_a_blackjack_is_paid_as_the_option_says(pays, stakes):
    assert gain("A 9 K 8", blackjack_pays=pays) == stakes


@pytest.mark.clause("c3")
def test_surrender_loses_half_the_stake_and_is_allowed_before_any_other_action():
    assert gain("K 9 6 K", "surrender", surrender=True) == -0.5
    assert "surrender" not in dealt("2 9 3 K 2", surrender=True).play("hit").legal()
    assert "surrender" not in dealt("8 9 8 K 2 3", surrender=True).play("split").legal()


@pytest.mark.clause("c4")
def test_insurance_is_offered_with_an_ace_up_before_the_dealer_looks_to_all():
    table = dealt("A 9 K K 8 A", num_players=2, insurance=True)
    assert (table.player, table.legal()) == (0, ["insure", "decline"])
    table.play("insure")
    assert (table.player, table.legal()) == (1, ["insure", "decline"])
    assert table.play("decline").scores() == [10, -10]
    assert dealt("9 K 8 K", insurance=True).legal()[0] == "hit"


@pytest.mark.clause("c4")
def test_insurance_is_lost_without_a_dealer_s_blackjack():
    assert gain("9 9 8 A", "insure", "stand", insurance=True) == -1.5
    assert gain("K K 9 A", "insure", insurance=True) == 0


@pytest.mark.clause("c5")
def test_without_a_look_all_stakes_are_lost_against_a_blackjack():
    assert gain("6 K 5 A 9", "double", peek=False) == -2
    assert gain("8 K 8 A 2 3", "split", "stand", "stand", peek=False) == -2
    assert gain("K K 6 A", "surrender", peek=False, surrender=True) == -0.5
    assert gain("A K K A", peek=False) == 0
    assert gain("A 9 K A", peek=False) == 1.5


@pytest.mark.clause("c6")
@pytest.mark.parametrize(
    ("natural", "mine", "dealers", "both"),
    [("wins", 1.5, -1, 0), ("player", 1.5, 0, 0), ("bonus", 0, 0, 0), ("21", 0, 0, 0)],
)
def test_a_blackjack_means_what_the_option_says(natural, mine, dealers, both):
    """A player's one against 21 of three cards, a dealer's one against such a 21, and both."""
    options = {"natural": natural, "peek": False}
    assert gain("A 5 K 6 J", **options) == mine
    assert gain("9 K 2 A Q", "hit", **options) == dealers
    assert gain("A K K A", **options) == both


@pytest.mark.clause("c4", "c6")
@pytest.mark.parametrize(("natural", "is_asked"), [("wins", True), ("player", True), ("bonus", True), ("21", False)])
def test_nobody_insures_where_there_are_no_blackjacks(natural, is_asked):
    table = dealt("6 K Q A", natural=natural, insurance=True)
    assert ("insure" in table.legal()) == is_asked
    assert table.state.score_range == (25 if is_asked else 20) + 20
    if not is_asked:
        assert table.play("stand").scores() == [-10]


@pytest.mark.clause("c6")
def test_a_win_with_a_bonus_blackjack_is_paid_as_one():
    assert gain("A 9 K 8", natural="bonus", peek=False) == 1.5
    assert gain("A 9 K 8", natural="21", peek=False) == 1


@pytest.mark.clause("c7")
def test_all_cards_are_clubs():
    assert set(GAME.table(0).pack) == set(range(13))


# Rewards


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 4),
        (RULES["textbook"], 1),
        ({"splits": 0}, 2),
        ({"splits": 0, "double": "none"}, 1.5),
        ({"splits": 3, "double_after_split": False}, 4),
        ({"insurance": True, "rounds": 3}, 13.5),
    ],
    ids=str,
)
def test_rewards_are_gains_over_the_most_stakes(options, most):
    table = GAME.table(4, num_players=3, **options)
    play_out(table, 4)
    assert table.state.score_range == pytest.approx(10 * most)
    assert now(table, "reward") == pytest.approx([score / 10 / most for score in table.scores()], abs=1e-6)


# Expected gains, by a recursion over totals that shares no code with the game

CHANCES = dict.fromkeys(range(1, 10), 1 / 13) | {10: 4 / 13}


def add(total, ace, value):
    """The hard total and whether there is an ace."""
    return total + value, ace or value == 1


def best(total, ace):
    """Total of a hand, an ace counting 11 if that does not pass 21."""
    return total + 10 if ace and total <= 11 else total


@cache
def dealer(total, ace, hits):
    """The chances of the dealer's ends; 22 for all above 21."""
    counts = best(total, ace)
    if counts >= 17 and not (hits and counts == 17 and counts != total):
        return {min(counts, 22): 1.0}
    ends = {}
    for value, chance in CHANCES.items():
        for end, part in dealer(*add(total, ace, value), hits).items():
            ends[end] = ends.get(end, 0) + chance * part
    return ends


class Best:
    """Expected gain of the best play with some options and endless cards."""

    def __init__(self, natural="wins", peek=True, hits=False, double=True, after=True, split=True, pays=1.5):
        self.natural, self.peek, self.hits = natural, peek, hits
        self.double, self.after, self.split, self.pays = double, after, split, pays
        self.known = {}

    def ends(self, up):
        """The dealer's ends after a look, if there is one."""
        never = {1: 10, 10: 1}.get(up) if self.peek else None
        ends, whole = {}, 0.0
        for value, chance in CHANCES.items():
            if value != never:
                whole += chance
                for end, part in dealer(*add(up, up == 1, value), self.hits).items():
                    ends[end] = ends.get(end, 0) + chance * part
        return {end: part / whole for end, part in ends.items()}

    def stand(self, counts, up):
        if counts > 21:
            return -1.0
        return sum(part * (1 if end > 21 or counts > end else -(counts < end)) for end, part in self.ends(up).items())

    def play(self, total, ace, up, mimic=False):
        key = (total, ace, up, mimic)
        if key not in self.known:
            counts = best(total, ace)
            stand = self.stand(counts, up)
            if counts >= 21 or (mimic and counts >= 17):
                self.known[key] = stand
            else:
                hit = sum(c * self.play(*add(total, ace, v), up, mimic) for v, c in CHANCES.items())
                self.known[key] = hit if mimic else max(stand, hit)
        return self.known[key]

    def doubled(self, total, ace, up):
        return 2 * sum(c * self.stand(best(*add(total, ace, v)), up) for v, c in CHANCES.items())

    def two(self, one, other, up, may_split):
        """The best play with two cards that are no blackjack."""
        total, ace = one + other, 1 in (one, other)
        worth = self.play(total, ace, up)
        if best(total, ace) < 21 and self.double and (may_split or self.after):
            worth = max(worth, self.doubled(total, ace, up))
        if may_split and self.split and one == other:
            aces = one == 1
            each = sum(
                c * (self.stand(best(1 + v, True), up) if aces else self.two(one, v, up, False))
                for v, c in CHANCES.items()
            )
            worth = max(worth, 2 * each)
        return worth

    def gain(self, mimic=False):
        whole = 0.0
        for up, up_chance in CHANCES.items():
            hole = {1: CHANCES[10], 10: CHANCES[1]}.get(up, 0.0)  # the chance of a dealer's blackjack
            for one, first in CHANCES.items():
                for other, second in CHANCES.items():
                    is_natural = {one, other} == {1, 10}
                    chance = up_chance * first * second
                    usual = self.play(one + other, 1 in (one, other), up, True) if mimic else None
                    if usual is None:
                        usual = self.two(one, other, up, True)
                    if self.natural == "wins":
                        worth = (1 - hole) * (self.pays if is_natural else usual) - hole * (not is_natural)
                    elif self.natural == "player" and is_natural:
                        worth = (1 - hole) * self.pays
                    elif self.natural == "bonus" and is_natural:
                        worth = self.pays * (1 - self.ends(up).get(21, 0.0))
                    else:
                        worth = usual
                    whole += chance * worth
        return whole


TEXTBOOK = {"natural": "player", "peek": False, "double": False, "split": False, "pays": 1}
KNOWN = {
    "textbook": (TEXTBOOK, -0.0431131),
    "bonus": (TEXTBOOK | {"natural": "bonus", "pays": 1.5}, -0.0257292),
    "21": (TEXTBOOK | {"natural": "21"}, -0.0465560),
    "casino": ({}, -0.0057039),
    "soft 17 hit": ({"hits": True}, -0.0078921),
    "no doubling after a split": ({"after": False}, -0.0069024),
    "6:5": ({"pays": 1.2}, -0.0192328),
    "without split": ({"split": False}, -0.0108674),
    "without split and double": ({"split": False, "double": False}, -0.0242081),
}


@pytest.mark.parametrize(("options", "known"), KNOWN.values(), ids=list(KNOWN))
def test_best_play_gains_what_is_known(options, known):
    assert Best(**options).gain() == pytest.approx(known, abs=1e-7)


def test_the_dealer_s_way_loses_what_is_known():
    assert Best().gain(mimic=True) == pytest.approx(-0.0567463, abs=1e-7)
    assert Best(**TEXTBOOK | {"natural": "21"}).gain(mimic=True) == pytest.approx(-0.0792945, abs=1e-7)


def test_the_dealer_s_totals_have_these_chances():
    ends = dealer(0, False, False)
    known = {17: 0.1451259, 18: 0.1394969, 19: 0.1334640, 20: 0.1802524, 21: 0.1200679, 22: 0.2815928}
    assert ends == pytest.approx(known, abs=1e-7)


def test_the_expert_s_tables_are_those_of_the_recursion():
    casino = Best()
    for up in range(1, 11):
        for total, ace in [*((total, False) for total in range(4, 20)), *((total, True) for total in range(3, 10))]:
            counts = best(total, ace)
            hit = sum(c * casino.play(*add(total, ace, v), up) for v, c in CHANCES.items())
            stand = casino.stand(counts, up)
            assert agents.HITS[int(ace), counts, up] == (hit > stand)
            assert agents.DOUBLES[int(ace), counts, up] == (casino.doubled(total, ace, up) > max(hit, stand))


MEASURED = {
    "casino": ({"decks": 0}, "expert", -0.0057039),
    "textbook": (RULES["textbook"], "expert", -0.0431131),
    "21": (RULES["textbook"] | {"natural": "21"}, "expert", -0.0465560),
    "the dealer's way": ({"decks": 0}, "novice", -0.0567463),
}


@pytest.mark.parametrize(("options", "agent", "known"), MEASURED.values(), ids=list(MEASURED))
def test_many_rounds_bring_the_expected_gain(options, agent, known):
    played = find_agent(agent, GAME)
    rounds = count(compiled=100_000, interpreted=60)
    gains = play_deals(GAME, played, played, rounds, options=options)[1].ravel() / 10
    assert gains.mean() == pytest.approx(known, abs=4.5 * gains.std() / np.sqrt(rounds))


def test_a_blackjack_comes_from_one_pack_once_in_twenty_rounds():
    rounds = count(compiled=20_000, interpreted=500)
    naturals = 0
    for seed in range(rounds):
        cards = GAME.table(seed, decks=1, peek=False).state.hands[0, 0]
        naturals += cards[0] == 1 and cards[9:].sum() == 1
    chance = 128 / 2652
    assert naturals / rounds == pytest.approx(chance, abs=4.5 * np.sqrt(chance / rounds))


# Hidden cards


def test_a_redeal_s_hole_card_fits_the_dealer_s_look():
    table = dealt("9 9 8 A")
    holes = {now(table.redeal(0, seed), "hole") for seed in range(count(compiled=400, interpreted=200))}
    assert holes == {f"{rank}♣" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9"]}
    table = dealt("9 9 8 9")
    holes = {now(table.redeal(0, seed), "hole") for seed in range(count(compiled=400, interpreted=200))}
    assert len(holes) == 13


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hole": None}, "hole"),
        ({"up": "A♣", "dealer_cards": "A♣"}, "looked"),
        ({"stakes": [[0]]}, "stakes"),
        ({"hands": [["9♣"]]}, "hands"),
        ({"insured": [1]}, "insured"),
        ({"surrendered": [1]}, "surrendered"),
        ({"drawn": "9♣"}, "drawn"),
        ({"over": True}, "dealer_cards"),
        ({"rounds_over": 1}, "rounds_over"),
        ({"hand": 1}, "hand"),
        ({"phase": "insure"}, "phase"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    table = {
        "hands": [["9♣ 8♣"]],
        "stakes": [[1]],
        "hole": "9♣",
        "up": "9♣",
        "dealer_cards": "9♣",
        "drawn": "8♣ 9♣ 9♣ 9♣",
        "player": 0,
    }
    GAME.position(options={"decks": 1}, **table)
    with pytest.raises(ValueError, match=problem):
        GAME.position(options={"decks": 1}, **table | words)


# Against other libraries' games


@pytest.mark.parametrize(
    ("options", "settings"),
    [({}, {"sab": True}), ({"natural": "bonus", "blackjack_pays": "3:2"}, {"natural": True, "sab": False})],
    ids=["textbook", "bonus"],
)
def test_games_go_as_gymnasium_s_with_the_same_cards(options, settings, monkeypatch):
    """There 0 is stick and 1 is hit, the dealer's first card lies open, and it asks at 21 too."""
    theirs = gymnasium.make("Blackjack-v1", **settings).unwrapped
    choose = np.random.default_rng(1)
    for _ in range(count(compiled=3000, interpreted=400)):
        cards = choose.permutation(np.repeat(range(13), 4)).tolist()
        values = iter([min(cards[place] + 1, 10) for place in (3, 1, 0, 2, *range(4, 52))])
        monkeypatch.setattr(gymnasium_blackjack, "draw_card", lambda _: next(values))  # noqa: B023 - used at once
        table = GAME.table(0, cards, **RULES["textbook"] | {"decks": 1} | options)
        observation, _ = theirs.reset()
        over, reward = False, 0.0
        while not over:
            hits = False
            if not table.over:
                seen = table.view_words(0)
                up = min(int(table.state.up) + 1, 10)
                assert tuple(map(int, observation)) == (seen["totals"][0][0], up, seen["soft"][0][0])
                hits = bool(choose.random() < (0.2 if seen["totals"][0][0] > 16 else 0.9))
                table.play("hit" if hits else "stand")
            observation, reward, over, _, _ = theirs.step(int(hits))
        assert table.over
        assert reward == table.scores()[0] / 10
