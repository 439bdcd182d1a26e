from collections import Counter

import numpy as np
import pytest

from cardzoo.envs.engine.cards import FRENCH, parse_cards
from cardzoo.envs.games.crazy_eights import GAME, PACK_POINTS, PENALTIES

SUITS = "♣♦♥♠"


def now(top="5♦", hands=("A♦ 2♣", "3♠ 4♠"), suit=None, **words):
    """A position of as many players as hands; cards that are not named lie in the stock."""
    names = ("clubs", "diamonds", "hearts", "spades")
    suit = suit or names[SUITS.index(top.split()[-1][-1])]
    return GAME.position(num_players=len(hands), discards=top, suit=suit, hands=list(hands), **words)


def all_but(*named):
    """All cards of one pack but these, in words."""
    left = GAME.count(range(52)) - GAME.count(parse_cards(" ".join(named)))
    return FRENCH.text(np.repeat(np.arange(len(left)), left))


def deck(first, players=2):
    """A written deck with these cards turned up one after the other."""
    size = 7 if players == 2 else 5
    rest = parse_cards(all_but(first))
    return [*rest[: size * players], *parse_cards(first), *rest[size * players :]]


def held(table):
    """Numbers of cards in the hands."""
    return [len(hand.split()) for hand in table.words("hands")["hands"]]


@pytest.mark.clause(1)
@pytest.mark.parametrize("players", range(2, 11))
def test_five_cards_are_dealt_or_seven_between_two_and_one_is_turned_up(players):
    table = GAME.table(3, num_players=players)
    assert held(table) == [7 if players == 2 else 5] * players
    assert table.state.discards.height == 1
    assert len(table.pack) == (52 if players < 6 else 104)
    assert table.player == (table.state.dealer + 1) % players


@pytest.mark.clause(1)
@pytest.mark.parametrize(("players", "stock"), [(2, 37), (5, 26), (6, 73)])
def test_the_stock_begins_with_the_other_cards(players, stock):
    assert GAME.table(0, num_players=players).state.stock.height == stock


@pytest.mark.clause(1)
def test_48_of_52_first_cards_stay():
    tops = [GAME.table(0, num_players=2, deck=deck(card)).words("discards")["discards"] for card in FRENCH.words[:52]]
    assert sum(top == card for top, card in zip(tops, FRENCH.words, strict=False)) == 48
    assert not any(top.startswith("8") for top in tops)


@pytest.mark.clause(1)
def test_eights_that_are_turned_up_go_back_to_random_places():
    places = Counter()
    for seed in range(300):
        table = GAME.table(seed, num_players=2, deck=deck("8♦ 8♥ K♠"))
        assert table.words("discards")["discards"] == "K♠"
        places[table.words("stock")["stock"].split().index("8♦")] += 1
    assert set(places) == set(range(37))
    assert max(places.values()) < 25


@pytest.mark.clause(1)
def test_the_other_cards_keep_their_order_when_an_eight_goes_back():
    cards = deck("8♦ K♠")
    table = GAME.table(7, num_players=2, deck=cards)
    stock = parse_cards(table.words("stock")["stock"])[::-1]
    assert [card for card in stock if FRENCH.words[card] != "8♦"] == cards[16:]


@pytest.mark.clause(2)
def test_cards_of_the_suit_or_the_rank_and_eights_fit():
    table = now("5♦", ("A♦ 5♣ 8♠ 2♣ 9♥", "3♠"))
    assert table.legal() == ["play 5♣", "play A♦", "play 8♠", "draw"]


@pytest.mark.clause(2)
def test_the_turn_passes_to_the_left():
    assert now(hands=("A♦ 2♣", "3♠", "4♠")).play("play A♦").player == 1


@pytest.mark.clause(2)
@pytest.mark.parametrize("suit", SUITS)
def test_an_eights_player_names_any_suit_which_alone_fits(suit):
    table = now("5♦", ("8♠ 2♣", "3♣ 3♦ 3♥ 3♠ 8♥"))
    assert table.play("play 8♠").legal() == [f"name {name}" for name in SUITS]
    assert table.player == 0
    assert table.play(f"name {suit}").player == 1
    assert sorted(table.legal()) == sorted(["play 8♥", f"play 3{suit}", "draw"])


@pytest.mark.clause(3, "c3", "c7")
@pytest.mark.parametrize("most", [1, 5, 7])
def test_as_many_cards_are_drawn_as_allowed_also_with_a_fitting_card(most):
    table = now(hands=("A♦ 2♣", "3♠ 4♠"), options={"most_draws": most})
    for _ in range(most):
        assert {"play A♦", "draw"} <= set(table.legal())
        table.play("draw")
        assert table.player == 0
    assert {"play A♦", "pass"} <= set(table.legal())
    assert "draw" not in table.legal()
    assert table.play("pass").player == 1
    assert held(table) == [2 + most, 2]


@pytest.mark.clause(3)
def test_a_drawn_card_and_older_ones_may_be_played_after_drawing():
    table = now(hands=("A♦ 2♣", "3♠ 4♠"), stock=f"{all_but('A♦ 2♣ 3♠ 4♠ 5♦ K♦')} K♦").play("draw")
    assert table.legal() == ["play A♦", "play K♦", "draw"]
    assert table.play("play K♦").player == 1
    assert table.legal()[-1] == "draw"
    assert table.state.drawn == 0


@pytest.mark.clause(3)
def test_from_an_empty_stock_a_player_passes_also_with_a_fitting_card():
    table = now("5♦", ("A♦ 2♣", all_but("5♦ A♦ 2♣")), stock="")
    assert table.legal() == ["play A♦", "pass"]


@pytest.mark.clause(4)
def test_the_discards_without_the_top_card_become_the_stock_as_soon_as_it_is_empty():
    hand = "A♦ 2♣"
    table = now("K♣ K♥ 5♦", (hand, all_but("K♣ K♥ 5♦ Q♠", hand)), stock="Q♠").play("draw")
    assert table.words("discards")["discards"] == "5♦"
    assert sorted(table.words("stock")["stock"].split()) == ["K♣", "K♥"]
    assert {"play A♦", "draw"} <= set(table.legal())


@pytest.mark.clause(4)
def test_a_single_discard_becomes_the_stock_when_another_card_covers_it():
    table = now("5♦", ("A♦ 2♣", all_but("5♦ A♦ 2♣ Q♠")), stock="Q♠").play("draw")
    assert table.state.stock.height == 0
    table.play("play A♦")
    assert table.words("stock", "discards") == {"stock": "5♦", "discards": "A♦"}


@pytest.mark.clause(4)
def test_a_named_suit_stays_when_the_eight_alone_is_left_of_the_discards():
    table = now("5♦", ("8♣ 2♣", all_but("5♦ 8♣ 2♣")), stock="").play("play 8♣", "name ♥")
    assert table.words("stock", "suit") == {"stock": "5♦", "suit": "hearts"}
    table.play("draw", *["pass"] * ("pass" in table.legal()))
    assert table.words("suit")["suit"] == "hearts"


@pytest.mark.clause("c3")
def test_without_reshuffling_the_stock_stays_empty():
    options = {"reshuffle": False}
    table = now("K♣ 5♦", ("A♦ 2♣", all_but("K♣ 5♦ A♦ 2♣ Q♠")), stock="Q♠", options=options).play("draw")
    assert table.state.stock.height == 0
    assert table.legal() == ["play A♦", "pass"]


@pytest.mark.clause(5, "c4")
@pytest.mark.parametrize(("top", "last"), [("5♦", "A♦"), ("5♦", "8♣"), ("5♦", "2♦"), ("5♦", "Q♦")])
def test_a_player_without_cards_has_won_also_with_an_eight_or_a_special_card(top, last):
    table = now(top, (last, "8♠ K♠ 10♠", "A♠ J♥ 9♥"), options={"special": True}).play(f"play {last}")
    assert table.over
    assert held(table) == [0, 3, 3]
    assert table.words("score", "reward") == {"score": [0, -70, -20], "reward": [1, -0.5, -0.5]}


@pytest.mark.clause(5)
def test_a_pack_counts_508():
    assert PACK_POINTS == PENALTIES.sum() == 4 * (47 + 50 + 30) == 508
    assert [int(PENALTIES[card]) for card in parse_cards("A♠ 2♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠")] == [
        1,
        2,
        7,
        50,
        9,
        10,
        10,
        10,
        10,
    ]


@pytest.mark.clause(5)
@pytest.mark.parametrize(("players", "all_points"), [(3, 508), (6, 1016)])
def test_the_score_less_the_mean_is_divided_by_the_penalty_of_all_cards(players, all_points):
    table = now("5♦", ["A♦", "8♠ K♠", "3♣", "3♦", "3♥", "3♠"][:players], reward="score").play("play A♦")
    penalties = np.array([0, 60, *[3] * (players - 2)])
    assert table.state.reward[:players] == pytest.approx((penalties.mean() - penalties) / all_points, abs=1e-5)


@pytest.mark.clause(6)
def test_a_hand_ends_when_all_have_passed_and_the_least_penalty_wins():
    hands = ("3♣ 8♣", "K♠ K♥", "K♣ 9♣")
    table = now(f"{all_but('5♦', *hands)} 5♦", hands, stock="", options={"reshuffle": False}).play("pass", "pass")
    assert not table.over
    assert table.play("pass").over
    assert table.words("score", "reward") == {"score": [-53, -20, -19], "reward": [-0.5, -0.5, 1]}


@pytest.mark.clause(6)
def test_players_of_the_same_least_penalty_share_the_win():
    hands = ("3♣ 8♣", "K♠ K♥", "K♣ Q♥")
    table = now(f"{all_but('5♦', *hands)} 5♦", hands, stock="", passes=2, options={"reshuffle": False}).play("pass")
    assert table.words("reward")["reward"] == [-1, 0.5, 0.5]


@pytest.mark.clause(6)
def test_a_card_that_is_played_or_drawn_begins_the_count_of_passes_again():
    hands = ("A♦ 8♣", "K♠ K♥", "K♣ Q♥")
    words = {"stock": "", "passes": 2, "options": {"reshuffle": False}}
    table = now(f"{all_but('5♦', *hands)} 5♦", hands, **words).play("play A♦")
    assert table.state.passes == 0
    table = now("5♦", hands, passes=1).play("draw")
    assert table.state.passes == 0


SPECIAL = {"options": {"special": True}}


@pytest.mark.clause("c1")
@pytest.mark.parametrize(("card", "players", "following"), [("Q♦", 3, 2), ("Q♦", 2, 0), ("A♦", 3, 2), ("A♦", 2, 0)])
def test_a_queen_skips_and_an_ace_reverses_or_skips_between_two(card, players, following):
    table = now("5♦", (f"{card} 2♣", "3♠ 4♠", "6♠ 7♠")[:players], **SPECIAL).play(f"play {card}")
    assert table.player == following


@pytest.mark.clause("c1")
def test_a_reversed_direction_lasts_until_the_next_ace():
    table = now("5♦", ("A♦ 2♣", "3♦ A♣ 6♠", "6♦ 7♦ A♠"), **SPECIAL).play("play A♦", "play 6♦")
    assert table.player == 1
    assert table.play("play 3♦").player == 0


@pytest.mark.clause("c1")
def test_twos_are_added_up_and_drawn_in_one_step_that_ends_the_turn():
    table = now("5♦", ("2♦ 3♣", "2♠ 8♦ A♦", "9♥ 2♥ 7♦"), **SPECIAL).play("play 2♦")
    assert table.legal() == ["play 2♠", "draw"]
    assert table.play("play 2♠").legal() == ["play 2♥", "draw"]
    assert table.play("draw").player == 0
    assert held(table) == [1, 2, 7]
    assert table.state.due == 0


@pytest.mark.clause("c1")
def test_special_cards_still_have_to_fit():
    assert now("5♦", ("2♣ Q♠ A♥ 3♦", "3♠"), **SPECIAL).legal() == ["play 3♦", "draw"]


@pytest.mark.clause("c1")
def test_without_special_cards_none_acts():
    for card in ("Q♦", "A♦", "2♦"):
        table = now("5♦", (f"{card} 2♣", "3♠ 4♠", "6♠ 7♠")).play(f"play {card}")
        assert (table.player, table.state.due, table.state.reversed) == (1, 0, 0)


@pytest.mark.clause("c1")
def test_the_rest_of_what_is_due_is_dropped_when_the_stock_runs_out():
    hands = ("2♦ 3♣", all_but("2♦ 3♣ 5♦ K♣ K♥"))
    table = now("K♣ 5♦", hands, stock="K♥", options={"special": True, "reshuffle": False}).play("play 2♦", "draw")
    assert (table.player, table.state.due, held(table)) == (0, 0, [1, 48])
    table = now("5♦", hands, stock="K♣ K♥", **SPECIAL).play("play 2♦", "draw")
    assert (held(table), table.words("stock")["stock"]) == ([1, 49], "5♦")


@pytest.mark.clause("c1")
def test_a_two_has_no_effect_when_there_is_nothing_to_draw():
    hands = ("2♦ 3♣", all_but("2♦ 3♣ 5♦ K♣"))
    table = now("K♣ 5♦", hands, stock="", options={"special": True, "reshuffle": False}).play("play 2♦")
    assert table.state.due == 0
    assert {"play 8♠", "pass"} <= set(table.legal())


@pytest.mark.clause("c2")
@pytest.mark.parametrize(
    ("first", "players", "begins", "due"),
    [("Q♠", 4, 1, 0), ("A♠", 4, 2, 0), ("2♠", 4, 0, 2), ("Q♠", 2, 1, 0), ("A♠", 2, 1, 0), ("K♠", 4, 0, 0)],
)
def test_a_special_first_card_acts_as_if_the_dealer_had_played_it(first, players, begins, due):
    table = GAME.table(num_players=players, deck=deck(first, players), special=True)
    assert (table.player, table.state.due) == (begins, due)
    assert table.state.reversed == (first == "A♠" and players > 2)
    plain = GAME.table(num_players=players, deck=deck(first, players))
    assert (plain.player, plain.state.due, plain.state.reversed) == (0, 0, 0)


@pytest.mark.clause("c4", 5)
def test_in_a_match_the_winner_gains_the_others_penalties_and_the_deal_passes_on():
    table = now("5♦", ("A♦", "8♠ K♠", "3♣"), options={"hands": 2}, dealer=1).play("play A♦")
    assert not table.over
    assert table.words("score", "hands_over", "dealer", "player") == {
        "score": [63, 0, 0],
        "hands_over": 1,
        "dealer": 2,
        "player": 0,
    }
    table = now("5♦", ("A♦", "8♠ K♠", "3♣"), options={"hands": 2}, hands_over=1, score=[0, 0, 63]).play("play A♦")
    assert table.words("over", "score", "reward") == {"over": True, "score": [63, 0, 63], "reward": [0.5, -1, 0.5]}


@pytest.mark.clause("c4", 6)
@pytest.mark.parametrize(
    ("hands", "gains"), [(("3♣ 8♣", "K♠ K♥", "K♣ 9♣"), [0, 0, 35]), (("5♣", "5♠", "K♥ 2♥"), [3, 3, 0])]
)
def test_in_a_blocked_hand_the_least_penalty_gains_what_others_have_more(hands, gains):
    options = {"reshuffle": False, "hands": 2}
    table = now(f"{all_but('5♦', *hands)} 5♦", hands, stock="", passes=2, options=options)
    assert table.play("pass").words("score")["score"] == gains


@pytest.mark.clause("c4")
def test_a_match_is_played_to_a_target_or_stopped_after_200_hands():
    hands = ("A♦", "8♠ K♠", "3♣")
    table = now("5♦", hands, options={"target": 63}).play("play A♦")
    assert table.words("over", "truncated") == {"over": True, "truncated": False}
    assert not now("5♦", hands, options={"target": 64}).play("play A♦").over
    table = now("5♦", hands, options={"target": 64}, hands_over=199).play("play A♦")
    assert table.words("over", "truncated") == {"over": True, "truncated": True}


@pytest.mark.clause("c5")
def test_a_hand_is_stopped_after_its_steps_and_the_penalties_decide():
    table = now("5♦", ("A♦ 8♣", "K♠", "3♣"), turns=1, options={"max_turns": 2}).play("play A♦")
    assert table.words("over", "truncated") == {"over": True, "truncated": True}
    assert table.words("score", "reward") == {"score": [-50, -10, -3], "reward": [-0.5, -0.5, 1]}
    won = now("5♦", ("A♦", "K♠", "3♣"), turns=1, options={"max_turns": 2}).play("play A♦")
    assert won.words("over", "truncated") == {"over": True, "truncated": False}


@pytest.mark.clause("c6")
def test_two_equal_cards_are_one_action():
    hands = ("A♦ A♦ 2♣", "3♠", "4♠", "5♠", "6♠", "7♠")
    table = now("5♦", hands)
    assert table.legal() == ["play A♦", "draw"]
    assert table.play("play A♦").words("hands")["hands"][0] == "2♣ A♦"


def test_drawing_on_a_suit_is_seen_until_the_player_plays_or_names_it():
    table = now("5♦", ("A♦ 2♣", "3♦ 8♠ 4♠")).play("draw")
    assert table.view_words(1)["drew_on"] == [[0] * 4, [0, 1, 0, 0]]
    assert table.play("play A♦").view_words(1)["drew_on"] == [[0] * 4, [0] * 4]
    assert table.play("draw", "play 8♠", "name ♦").state.drew_on.sum() == 0


def test_all_know_the_hands_cards_when_the_discards_become_the_stock():
    hands = ("A♦ 2♣", all_but("K♣ K♥ 5♦ Q♠ A♦ 2♣"))
    table = now("K♣ K♥ 5♦", hands, stock="Q♠").play("draw")
    view = table.view_words(1)
    assert sorted(view["held"].split()) == sorted(all_but("K♣ K♥ 5♦").split())
    assert {tuple(sorted(table.redeal(1, seed).words("hands")["hands"][0].split())) for seed in range(20)} == {
        ("2♣", "A♦", "Q♠")
    }
    assert "A♦" not in table.play("play A♦").view_words(1)["held"]


def test_each_possible_deal_is_redealt_equally_often():
    """Player 1 has drawn one card since the discards became the stock, and player 2 none."""
    before, stock = ("K♣", "K♥", "K♠"), ("Q♣", "Q♥", "Q♠")  # in the others' hands then, and the new stock
    lacks = lacks_of(1, all_but("A♦", *before))
    others = all_but("5♦ A♦", *before, *stock)
    table = now(
        f"{others} 5♦",
        ("A♦", "K♣ Q♣", "K♥ K♠"),
        stock="Q♥ Q♠",
        held=" ".join(before),
        lacks=[[0] * 52, lacks, [2 * number for number in lacks]],
    )
    count = Counter()
    for seed in range(1800):
        hands = table.redeal(0, seed).words("hands")["hands"]
        count[frozenset(hands[1].split())] += 1
    assert set(count) == {frozenset((old, new)) for old in before for new in stock}
    mean = 1800 / len(count)
    assert sum((number - mean) ** 2 / mean for number in count.values()) < 3 * len(count)


def test_an_eight_that_was_put_back_is_in_a_hand_only_if_it_was_drawn():
    table = GAME.table(2, num_players=3, deck=deck("8♦ K♠", 3))
    others = [table.redeal(0, seed).words("hands")["hands"][1:] for seed in range(60)]
    assert not any("8♦" in hand for hands in others for hand in hands)
    assert any("8♥" in hand for hands in others for hand in hands)
    table.play(*["draw"] * 5, "pass", *["draw"] * 4)
    others = [table.redeal(0, seed).words("hands")["hands"][1:] for seed in range(2000)]
    assert not any("8♦" in hands[1] for hands in others)
    in_stock = 52 - 16 - 9
    assert sum("8♦" in hands[0] for hands in others) == pytest.approx(2000 * 4 / (in_stock + 4), abs=55)


def test_a_redeal_of_two_packs_leaves_the_hands_what_they_have_for_certain():
    table = GAME.table(5, num_players=6)
    generator = np.random.default_rng(5)
    most = 0
    while not table.over and most < 5:
        table.step(int(generator.choice(np.flatnonzero(table.mask))))
        if table.state.held.any() and table.state.steps % 10 == 0:
            state = table.redeal(0, most).state
            assert (state.held <= state.hands.sum(axis=0)).all()
            most += 1
    assert most == 5


def lacks_of(number, cards):
    """A row of lacks: this number for each of the cards."""
    row = np.zeros(52, int)
    row[parse_cards(cards)] = number
    return row.tolist()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"due": 2}, "due: two cards"),
        ({"phase": "name"}, "phase: a suit is named"),
        ({"suit": "hearts"}, "suit: the top card is 5♦"),
        ({"held": "K♠"}, "held: a card is in no hand"),
        ({"passes": 2}, "passes: the hand ends"),
        ({"drawn": 6}, "drawn: 5 cards"),
        ({"turns": 10_000}, "turns: after 10000"),
        ({"lacks": [[2] * 52, [0] * 52]}, "lacks: player 0 holds more cards"),
        ({"top": all_but("A♦ 2♣ 3♠ 4♠ 5♦") + " 5♦", "stock": ""}, "stock: it is made of the discards"),
        ({"hands": ("", "3♠")}, "hands: a player without cards"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        now(**words)
