"""The rules of Euchre, clause by clause. Cards that a position does not name lie in earlier tricks."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, SUIT_WORDS, card_words, parse_cards
from cardzoo.envs.families import orders
from cardzoo.envs.games.euchre import ALONE, GAME, ORDERS, PACK, TRUMP, WITH_PARTNER
from tests.games.canastas import agree
from tests.playing import count, now
from tests.shown import shown

DECK = card_words(PACK).split()  # player 0 gets 9♣ K♣ 9♦ K♦ 9♥ with dealer 3: see `FIRST`
TRUMPS = [f"trump {suit}" for suit in SUIT_WORDS]
NAMES = dict(zip(SUIT_WORDS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def dealt(*hands, turned="", dealer=3, **options):
    """A written deck that deals these hands, from the dealer's left, and turns this card up; the rest as it comes."""
    hands = [hand.split() for hand in hands]
    used = {word for hand in hands for word in hand} | {turned}
    free = [word for word in DECK if word not in used]
    while len(hands) < 4:
        hands.append([free.pop(0) for _ in range(5)])
    turned = turned or free.pop(0)
    deck = [hands[turn % 4][turn // 4] for turn in range(20)] + [turned, *free]
    return GAME.table(deck=" ".join(deck), dealer=dealer, **options)


def passed(table, number):
    return table.play(*["pass"] * number)


def playing(*hands, trump="♥", trick=(), hidden="", options=None, **words):
    """Player 0 has made trumps in the second round, and leads or has led; earlier tricks are those of that side.

    Cards that are hidden or turned down are the first ones that are not named, unless they are given.
    """
    given = {"turned": None, "taken": None, "laid": None, "passes": 4, "alone": [0] * 4} | words
    texts = [*hands, *trick, hidden, given["turned"], given["laid"]]
    used = {CARD_WORDS[card] for text in texts if text for card in parse_cards(text)}
    free = [word for word in DECK if word not in used]
    if given["passes"] >= 4 and not given["turned"]:
        given["turned"] = next(word for word in free if word[-1] != trump)
        free.remove(given["turned"])
    if not hidden:
        hidden, free = " ".join(free[:3]), free[3:]
    given = {"tricks": [len(free) // (4 - sum(given["alone"])), 0], "player": len(trick), "maker": 0} | given
    return GAME.position(
        **{"hands": list(hands), "stock": hidden, "trick": list(trick), "dealer": 3, "trump": NAMES[trump]} | given,
        options=options or {},
    )


def scored(taken, *, alone=(), options=None, **words):
    """The points of both sides after a hand in which the side of player 0 has made trumps and taken so many tricks.

    In the last trick the highest card is player 0's, or else player 1's.
    """
    cards = ["A♣", "K♣", "10♣", "9♣"] if taken else ["K♣", "A♣", "10♣", "9♣"]
    seats = [player for player in range(4) if (player + 2) % 4 not in alone]
    asleep = iter(["9♦ 10♦ J♦ Q♦ K♦", "9♠ 10♠ J♠ Q♠ K♠"])
    hands = [cards[player] if player in seats else next(asleep) for player in range(4)]
    table = playing(
        *hands,
        **{"turned": "A♦" if "A♦" not in str(hands) else "A♠", "hidden": "J♣ Q♣ A♠"}
        | {"tricks": [max(taken - 1, 0), min(5 - taken, 4)], "alone": [int(player in alone) for player in range(4)]}
        | words,
        options={"hands": 1} | (options or {}),
    )
    table.play(*(f"play {cards[player]}" for player in seats))
    return table


def points(taken, **words):
    return now(scored(taken, **words), "score")[:2]


# The deal


@pytest.mark.clause(1)
def test_five_cards_each_of_24_are_dealt_one_at_a_time_from_the_dealers_left_and_one_is_turned_up():
    table = GAME.table(deck=PACK, dealer=1)
    assert sorted(DECK) == sorted(f"{rank}{suit}" for suit in SUIT_WORDS for rank in ("9", "10", "J", "Q", "K", "A"))
    for turn in range(4):
        assert now(table, "hands")[(2 + turn) % 4] == card_words(PACK[turn:20:4])
    assert now(table, "turned") == DECK[20]
    assert sorted(now(table, "stock").split()) == sorted(DECK[21:])


@pytest.mark.clause(1)
def test_players_across_from_each_other_are_partners():
    table = scored(3)
    assert (now(table, "score"), now(table, "reward")) == ([1, 0, 1, 0], [1, -1, 1, -1])
    with pytest.raises(ValueError, match="number of players must be 4"):
        GAME.table(num_players=3)


@pytest.mark.clause(1)
def test_the_deal_passes_to_the_left():
    table, dealers = GAME.table(seed=3, dealer=2, hands=5), []
    while not table.over:
        if now(table, "phase") == "call" and now(table, "passes") == 0:
            dealers.append(now(table, "dealer"))
            assert table.player == (now(table, "dealer") + 1) % 4
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert dealers == [2, 3, 0, 1, 2]


# Trumps


@pytest.mark.clause(2)
def test_in_the_first_round_each_passes_or_makes_the_suit_of_the_card_turned_up_trumps():
    table = dealt(turned="J♦", dealer=1)
    for player in (2, 3, 0, 1):
        assert (table.player, table.legal()) == (player, ["pass", "trump ♦"])
        passed(table, 1)


@pytest.mark.clause(2)
@pytest.mark.parametrize("maker", range(4))
def test_the_dealer_takes_the_card_turned_up_and_lays_one_away(maker):
    table = passed(dealt(turned="J♦"), maker).play("trump ♦")
    assert (now(table, "maker"), now(table, "trump"), table.player, now(table, "phase")) == (
        maker,
        "diamonds",
        3,
        "lay",
    )
    hand = now(table, "hands")[3]
    assert "J♦" in hand.split()
    assert table.legal() == [f"play {word}" for word in hand.split()]
    table.play(table.legal()[0])
    assert (now(table, "laid"), now(table, "phase"), table.player) == (hand.split()[0], "alone", maker)
    assert now(table, "hands")[3] == " ".join(hand.split()[1:])


@pytest.mark.clause(2, 4)
def test_the_dealer_takes_the_card_even_before_sitting_out():
    table = passed(dealt(turned="J♦"), 1).play("trump ♦")
    table.play(table.legal()[0], "alone")
    while not now(table, "hands_over"):
        assert table.player != 3
        table.step(int(table.mask.argmax()))


@pytest.mark.clause(3)
def test_in_the_second_round_each_passes_or_makes_another_suit_trumps_and_the_dealer_must():
    table = passed(dealt(turned="J♦"), 4)
    others = [word for word in TRUMPS if word != "trump ♦"]
    for player in range(3):
        assert (table.player, table.legal()) == (player, ["pass", *others])
        passed(table, 1)
    assert (table.player, table.legal()) == (3, others)


@pytest.mark.clause(3)
def test_in_the_second_round_nobody_takes_the_card():
    table = passed(dealt(turned="J♦"), 6).play("trump ♠")
    assert (now(table, "maker"), now(table, "phase"), table.player) == (2, "alone", 2)
    assert (now(table, "turned"), now(table, "laid"), now(table, "taken")) == ("J♦", None, None)
    assert [len(hand.split()) for hand in now(table, "hands")] == [5] * 4


@pytest.mark.clause(4, "c6")
@pytest.mark.parametrize("maker", range(4))
def test_the_maker_is_asked_after_the_discard_and_the_partner_of_a_lone_maker_sits_out(maker):
    for words, seats in (("alone", {0, 1, 2, 3} - {(maker + 2) % 4}), ("with partner", {0, 1, 2, 3})):
        table = passed(dealt(turned="J♦", hands=1), maker).play("trump ♦", "play J♦")
        assert table.legal() == ["alone", "with partner"]
        table.play(words)
        players = set()
        while not table.over:
            players.add(table.player)
            table.step(int(table.mask.argmax()))
        assert players == seats
        assert len(now(table, "hands")[(maker + 2) % 4].split()) == (5 if words == "alone" else 0)


@pytest.mark.clause("c1")
@pytest.mark.parametrize("any_discard", [True, False])
def test_the_card_turned_up_may_be_laid_away_unless_an_option_forbids_it(any_discard):
    table = dealt(turned="J♦", any_discard=any_discard).play("trump ♦")
    assert ("play J♦" in table.legal()) == any_discard
    assert len(table.legal()) == 5 + any_discard


@pytest.mark.clause("c4")
def test_without_stick_the_dealer_may_pass_and_the_hand_brings_nothing():
    table = passed(dealt(stick=False), 7)
    assert "pass" in table.legal()
    passed(table, 1)
    assert (now(table, "hands_over"), now(table, "score"), now(table, "dealer"), table.player) == (1, [0] * 4, 0, 1)
    table = passed(dealt(stick=False, hands=1), 8)
    assert (table.over, now(table, "reward")) == (True, [0] * 4)


@pytest.mark.clause("c3")
@pytest.mark.parametrize(("maker", "defenders"), [(0, [1, 3]), (1, [0, 2]), (2, [1, 3]), (3, [0, 2])])
def test_defenders_are_asked_in_turn_from_the_dealers_left_until_one_plays_alone(maker, defenders):
    for of_maker in ("alone", "with partner"):
        table = passed(dealt(turned="J♦", lone_defender=True), maker).play("trump ♦", "play J♦", of_maker)
        assert (table.player, now(table, "phase"), table.legal()) == (defenders[0], "alone", ["alone", "with partner"])
        lone = table.copy().play("alone")
        assert (now(lone, "phase"), now(lone, "alone")[defenders[0]]) == ("play", 1)
        table.play("with partner")
        assert (table.player, now(table, "phase")) == (defenders[1], "alone")
        table.play("alone")
        assert (now(table, "phase"), now(table, "alone")[defenders[1]]) == ("play", 1)
        sit_out = {defenders[0]} | ({(maker + 2) % 4} if of_maker == "alone" else set())
        assert table.player == next(player for player in range(4) if player not in sit_out)


# The order of cards


def won_by(led, answer, trump):
    """The player of two cards, 0 or 1, who wins a trick to which the others play what cannot win."""
    spare = [word for word in DECK if word[-1] not in (trump, led[-1], answer[-1])][:2]
    table = playing(led, answer, *spare, trump=trump, options={"hands": 1}, tricks=[2, 2])
    table.play(*(f"play {card}" for card in (led, answer, *spare)))
    return now(table, "tricks")[1] - 2


def cards_in(trump):
    """The cards that belong to each suit, with these trumps."""
    order, found = ORDERS[SUIT_WORDS.index(trump)], {suit: [] for suit in SUIT_WORDS}
    for card in PACK:
        found[SUIT_WORDS[orders.suit_in(order, card)]].append(CARD_WORDS[card])
    return found


@pytest.mark.clause(5)
@pytest.mark.parametrize(("trump", "other"), [("♣", "♠"), ("♦", "♥"), ("♥", "♦"), ("♠", "♣")])
def test_bowers_are_the_highest_of_seven_trumps_and_the_suit_of_the_left_one_has_five_cards(trump, other):
    cards = cards_in(trump)
    expected = [f"J{trump}", f"J{other}", *(f"{rank}{trump}" for rank in ("A", "K", "Q", "10", "9"))]
    assert sorted(cards[trump]) == sorted(expected)
    assert [len(cards[suit]) for suit in SUIT_WORDS if suit not in (trump, other)] == [6, 6]
    assert sorted(cards[other]) == sorted(f"{rank}{other}" for rank in ("A", "K", "Q", "10", "9"))
    for higher, lower in pairwise(expected):
        assert (won_by(lower, higher, trump), won_by(higher, lower, trump)) == (1, 0)


@pytest.mark.clause(5)
def test_other_suits_rank_from_the_ace_to_the_nine():
    expected = [f"{rank}♠" for rank in ("A", "K", "Q", "J", "10", "9")]
    for higher, lower in pairwise(expected):
        assert (won_by(lower, higher, "♥"), won_by(higher, lower, "♥")) == (1, 0)


@pytest.mark.clause(5)
def test_the_left_bower_follows_trumps_and_not_its_own_suit():
    table = playing("9♥ 9♦", "J♦ A♦", "10♣ 9♣", "10♠ 9♠")
    assert table.copy().play("play 9♥").legal() == ["play J♦"]
    assert table.play("play 9♦").legal() == ["play A♦"]


@pytest.mark.clause(5)
def test_a_left_bower_that_is_led_demands_trumps():
    table = playing("J♦ 9♣", "9♥ A♦", "10♣ A♥", "10♠ 9♠").play("play J♦")
    assert table.view_words(1)["suit_led"] == "hearts"
    assert table.legal() == ["play 9♥"]


@pytest.mark.clause(5)
def test_a_hand_has_both_bowers_in_3_62_percent_of_deals():
    """C(22,3) of C(24,5) hands."""
    hands = [set(hand) for hand in combinations(PACK.tolist(), 5)]
    right, left = parse_cards("J♥ J♦")
    both = sum(right in hand and left in hand for hand in hands)
    assert (len(hands), both) == (42_504, comb(22, 3))
    assert round(100 * both / len(hands), 2) == 3.62


# Tricks


@pytest.mark.clause(6)
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_neighbour_leads(dealer):
    table = dealt(turned="J♦", dealer=dealer).play("trump ♦", "play J♦", "with partner")
    assert table.player == now(table, "leader") == (dealer + 1) % 4


@pytest.mark.clause(6, "c8")
@pytest.mark.parametrize("maker", range(4))
def test_the_next_player_in_leads_against_a_lone_hand_too(maker):
    table = passed(dealt(turned="J♦"), maker).play("trump ♦", "play J♦", "alone")
    assert table.player == now(table, "leader") == (1 if maker == 2 else 0)


@pytest.mark.clause(6)
def test_the_suit_led_is_followed_or_else_any_card_is_played():
    table = playing("9♣ A♠", "10♣ K♥", "9♦ 10♥", "Q♣ 9♠").play("play 9♣")
    assert table.legal() == ["play 10♣"]
    assert table.play("play 10♣").legal() == ["play 9♦", "play 10♥"]


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["K♠", "A♠", "Q♠", "9♠"], 1),
        (["K♠", "A♣", "Q♠", "9♠"], 0),
        (["K♠", "A♠", "9♥", "10♠"], 2),
        (["A♠", "10♥", "K♠", "J♦"], 3),
        (["J♦", "A♥", "A♠", "J♥"], 3),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led_and_leads_next(cards, winner):
    spare = ["9♣", "10♣", "J♣", "Q♣"]
    table = playing(*(f"{card} {other}" for card, other in zip(cards, spare, strict=True)))
    assert now(table, "tricks") == [3, 0]
    table.play(*(f"play {card}" for card in cards))
    assert table.player == now(table, "leader") == winner
    assert now(table, "tricks") == [3 + (winner % 2 == 0), winner % 2]
    assert set(cards) <= set(now(table, "played").split())


@pytest.mark.clause(6)
def test_a_hand_has_five_tricks_and_players_who_sit_out_are_passed_over():
    table = dealt(turned="J♦", hands=1, lone_defender=True).play("trump ♦", "play J♦", "alone", "alone")
    order = []
    while not table.over:
        order.append(table.player)
        table.step(int(table.mask.argmax()))
    assert (len(order), set(order)) == (10, {0, 1})
    assert sum(now(table, "tricks")) == 5


# The score


@pytest.mark.clause(7)
@pytest.mark.parametrize(
    ("taken", "shared", "lone"), [(5, [2, 0], [4, 0]), (4, [1, 0], [1, 0]), (3, [1, 0], [1, 0]), (2, [0, 2], [0, 2])]
)
def test_makers_score_1_or_2_or_4_alone_and_the_others_2_for_euchring(taken, shared, lone):
    assert points(taken) == shared
    assert points(taken, alone=(0,)) == lone


@pytest.mark.clause("c2")
@pytest.mark.parametrize(("taken", "usual", "high"), [(0, [0, 2], [0, 4]), (1, [0, 2], [0, 2])])
def test_with_super_makers_without_a_trick_lose_4(taken, usual, high):
    assert points(taken) == usual
    assert points(taken, options={"super": True}) == high


@pytest.mark.clause("c3")
@pytest.mark.parametrize(("taken", "expected"), [(0, [0, 4]), (2, [0, 4]), (3, [1, 0]), (5, [2, 0])])
def test_a_lone_defender_scores_4_for_euchring_and_nothing_else_changes(taken, expected):
    assert points(taken, alone=(1,), options={"lone_defender": True}) == expected
    expected = [4, 0] if taken == 5 else expected
    assert points(taken, alone=(0, 1), options={"lone_defender": True}) == expected


@pytest.mark.clause(8)
@pytest.mark.parametrize(("before", "over"), [(8, False), (9, True)])
def test_the_match_ends_at_10_and_its_side_wins(before, over):
    table = scored(3, options={"hands": None}, score=[before, 9] * 2, hands_over=12)
    assert (table.over, now(table, "truncated"), now(table, "score")[:2]) == (over, False, [before + 1, 9])
    assert now(table, "reward") == ([1, -1, 1, -1] if over else [0] * 4)
    assert now(table, "hands_over") == 13


@pytest.mark.clause(8)
def test_only_one_side_scores_in_a_hand_so_there_are_no_ties():
    for seed in range(count(compiled=60, interpreted=6)):
        table, before, lengths = GAME.table(seed=seed), [0, 0], 0
        while not table.over:
            legal = np.flatnonzero(table.mask)
            table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(legal)))
            if now(table, "hands_over") > lengths:
                lengths = now(table, "hands_over")
                gained = [after - old for after, old in zip(now(table, "score")[:2], before, strict=True)]
                assert sorted(gained) in ([0, 1], [0, 2], [0, 4])
                before = now(table, "score")[:2]
        assert max(before) >= 10 > min(before)
        assert lengths <= 19


@pytest.mark.clause("c7")
def test_a_match_of_one_or_of_several_hands_is_won_by_the_higher_total():
    assert now(scored(5), "reward") == [1, -1, 1, -1]
    table = scored(2, options={"hands": 3}, hands_over=2, score=[2, 0] * 2)
    assert (now(table, "score"), now(table, "reward"), now(table, "truncated")) == ([2] * 4, [0] * 4, False)
    with pytest.raises(ValueError, match="target and hands do not go together"):
        GAME.table(target=5, hands=3)


@pytest.mark.clause("c7")
def test_a_match_is_truncated_after_max_hands_and_points_so_far_decide():
    table = scored(3, options={"hands": None, "max_hands": 3}, hands_over=2, score=[0, 4] * 2)
    assert (table.over, now(table, "truncated"), now(table, "reward")) == (True, True, [-1, 1, -1, 1])


@pytest.mark.parametrize(("options", "most"), [({}, 13), ({"target": 5}, 8), ({"hands": 1}, 4), ({"hands": 3}, 12)])
def test_score_rewards_are_leads_as_shares_of_the_most_points_of_a_side(options, most):
    assert 2 * GAME.blank(**options)[0]["score_range"] == most
    table = scored(5, alone=(0,), options={"hands": 1}, reward="score")
    assert now(table, "reward") == [1, -1, 1, -1]
    assert now(scored(2, options={"hands": 1}, reward="score"), "reward") == [-0.5, 0.5, -0.5, 0.5]


@pytest.mark.clause("c5")
def test_there_are_59_actions_and_no_joker():
    assert len(GAME.actions.words) == 59
    assert (TRUMP, ALONE, WITH_PARTNER) == (53, 57, 58)
    assert "joker" not in DECK


@pytest.mark.parametrize(("lone_defender", "most"), [(False, 29), (True, 31)])
def test_a_hand_takes_29_actions_at_most_or_31_with_lone_defenders(lone_defender, most):
    table = passed(dealt(turned="J♦", hands=1, lone_defender=lone_defender), 7).play("trump ♠", "with partner")
    while not table.over:
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert now(table, "steps") == most


# A seat's knowledge


@pytest.mark.clause(6)
def test_a_void_is_seen_by_all_and_the_left_bower_shows_none_in_trumps():
    table = playing("9♥ A♠", "J♦ K♠", "10♣ 9♣", "10♠ 9♠").play("play 9♥", "play J♦", "play 9♣")
    assert now(table, "void") == [[0] * 4, [0] * 4, [0, 0, 1, 0], [0] * 4]
    table = playing("A♦ A♠", "J♦ K♠", "9♦ 9♣", "10♠ 9♠").play("play A♦", "play J♦")
    assert now(table, "void")[1] == [0, 1, 0, 0]
    assert table.view_words(2)["void"][3] == [0, 1, 0, 0]


@pytest.mark.clause(2, "c1")
@pytest.mark.parametrize("laid", ["J♦", "9♣"])
def test_only_the_dealer_knows_the_card_laid_away(laid):
    table = dealt(*["9♥ 10♥ J♥ Q♥ K♥", "9♠ 10♠ J♠ Q♠ K♠", "9♦ 10♦ Q♦ K♦ A♦", "9♣ 10♣ J♣ Q♣ K♣"], turned="J♦")
    table.play("trump ♦", f"play {laid}")
    assert [table.view_words(player)["laid"] for player in range(4)] == [None, None, None, laid]
    assert [table.view_words(player)["taken"] for player in range(4)] == ["J♦"] * 4


@pytest.mark.clause(2)
def test_the_card_taken_is_known_until_it_is_played():
    table = playing("9♣ 9♠", "10♣ 10♠", "Q♣ Q♠", "K♣ 9♥", passes=0, taken="9♥", laid="A♦")
    table.play("play 9♣", "play 10♣", "play Q♣")
    assert table.view_words(0)["taken"] == "9♥"
    table.play("play K♣", "play 9♥")
    assert table.view_words(0)["taken"] is None


def arrangement(table):
    """The cards of the hands, the hidden ones and the one laid away, each in order."""
    hands = [frozenset(hand.split()) for hand in now(table, "hands")]
    return (*hands, frozenset(now(table, "stock").split()), now(table, "laid"))


def every_deal(table, fits):
    """All ways to deal the cards that player 0 does not see, with the same sizes; ``fits(hands, hidden, laid)``."""
    own, *others, hidden, laid = arrangement(table)
    places = [*others, hidden, frozenset([laid] if laid else [])]
    deals = [((), frozenset().union(*places))]
    for size in map(len, places):
        deals = [
            ((*dealt, frozenset(cards)), rest - set(cards))
            for dealt, rest in deals
            for cards in combinations(sorted(rest), size)
        ]
    found = Counter()
    for (*hands, hidden, last), _ in deals:
        if fits(hands, hidden, next(iter(last), None)):
            found[own, *hands, hidden, next(iter(last), None)] += 1
    return found


def check_redeals(table, fits, each):
    """All deals that fit what player 0 knows are equally likely; see `every_deal`."""
    expected = every_deal(table, fits)
    assert arrangement(table) in expected
    draws = count(compiled=each, interpreted=1) * len(expected)
    draws = min(draws, count(compiled=draws, interpreted=400))
    found = Counter(arrangement(table.redeal(0, seed)) for seed in range(draws))
    assert set(found) <= set(expected)
    if draws >= 5 * len(expected):
        assert agree(found, expected)


def of(suit, cards):
    return any(card in cards_in("♥")[suit] for card in cards)


@pytest.mark.clause(3, 6)
def test_redeals_after_the_second_round_keep_voids_and_are_equally_likely():
    """Player 1 has no heart, that is no left bower either; player 2 has no spade and no club."""
    void = [[0] * 4, [0, 0, 1, 0], [1, 0, 0, 1], [0] * 4]
    table = playing("9♣", "A♦", "J♦", "K♥", hidden="9♥ 10♠ A♠", turned="9♠", void=void)
    check_redeals(table, lambda hands, hidden, laid: not of("♥", hands[0]) and not of("♠", hands[1]), 20)


@pytest.mark.clause(2, "c1")
def test_redeals_after_the_first_round_leave_the_card_taken_with_the_dealer_or_laid_away():
    void = [[0] * 4, [0, 0, 1, 0], [0] * 4, [0] * 4]
    table = playing(
        *("9♣", "A♦", "J♦", "K♥"), hidden="10♠ A♠ J♣", passes=0, taken="K♥", laid="A♥", void=void, turned=None
    )

    def fits(hands, hidden, laid):
        return not of("♥", hands[0]) and ("K♥" in hands[2] or laid == "K♥")

    check_redeals(table, fits, 20)
    assert {arrangement(table.redeal(0, seed))[-1] == "K♥" for seed in range(40)} == {True, False}


@pytest.mark.clause(2, "c1")
def test_a_dealer_without_trumps_has_laid_the_card_taken_away():
    void = [[0] * 4, [0] * 4, [0] * 4, [0, 0, 1, 0]]
    table = playing("9♣", "A♦", "J♦", "K♠", hidden="10♠ A♠ J♣", passes=0, taken="K♥", laid="K♥", void=void)
    check_redeals(table, lambda hands, hidden, laid: not of("♥", hands[2]) and laid == "K♥", 20)


@pytest.mark.clause("c1")
def test_without_any_discard_the_card_taken_stays_with_the_dealer():
    options = {"any_discard": False}
    table = playing("9♣", "A♦", "J♦", "K♥", hidden="10♠ A♠ J♣", passes=0, taken="K♥", laid="A♥", options=options)
    check_redeals(table, lambda hands, hidden, laid: "K♥" in hands[2], 20)


@pytest.mark.clause(2)
def test_the_dealer_knows_the_card_laid_away_and_before_that_all_know_the_card_taken():
    table = dealt(turned="J♦", dealer=0).play("trump ♦")
    for seed in range(count(compiled=40, interpreted=10)):
        assert "J♦" in now(table.redeal(1, seed), "hands")[0].split()
    table.play(table.legal()[0])
    for seed in range(count(compiled=40, interpreted=10)):
        other = table.redeal(0, seed)
        assert (now(other, "laid"), now(other, "hands")[0]) == (now(table, "laid"), now(table, "hands")[0])


@pytest.mark.clause(4)
def test_the_hand_of_a_player_who_sits_out_stays_hidden():
    table = dealt(turned="J♦").play("trump ♦", "play J♦", "alone")
    hands = {now(table.redeal(1, seed), "hands")[2] for seed in range(10)}
    assert len(hands) > 3
    assert all(len(hand.split()) == 5 for hand in hands)


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"score": [1, 2, 3, 2], "hands_over": 2}, "score: partners have the same"),
        ({"score": [5, 0] * 2, "hands_over": 1}, "score: partners have the same, and a hand brings 4"),
        ({"hidden": "9♦ J♠"}, "stock: 3 cards are hidden"),
        ({"maker": 1}, "maker: a player makes trumps, who has the turn after the passes"),
        ({"turned": "Q♥"}, "turned: a card lies there, in the second round of another suit"),
        ({"passes": 0, "taken": "A♠", "laid": "A♦"}, "taken: it is a trump in the dealer's hand"),
        ({"passes": 0, "taken": "K♥"}, "laid: in the first round the dealer takes the card turned up"),
        ({"alone": [0, 1, 0, 0]}, "alone: the maker may play alone"),
        ({"alone": [1, 0, 0, 0]}, "hands: a card for each of"),
        ({"void": [[1, 0, 0, 0]]}, "void: player 0 holds a card of such a suit"),
        ({"player": 1}, "player: it is the turn of player 0"),
        ({"tricks": [2, 0]}, "hands: a card for each of 3 tricks"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        playing("9♣ A♠", "10♣ K♠", "J♣ Q♠", "Q♣ 10♠", **words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 1}, "player: it is the turn of player 0"),
        ({"passes": 1}, "player: it is the turn of player 1"),
        ({"leader": 1}, "leader: before the play it is the dealer's left neighbour"),
        ({"turned": None}, "turned: a card lies there"),
        ({"trump": "hearts"}, "maker: a player makes trumps"),
        ({"alone": [1, 0, 0, 0]}, "alone: the maker may play alone"),
        ({"void": [[0, 0, 0, 1]]}, "leader: before the play"),
    ],
)
def test_impossible_positions_before_the_play_are_refused(words, problem):
    hands = [card_words(PACK[5 * player : 5 * player + 5]) for player in range(4)]
    given = {
        "phase": "call",
        "dealer": 3,
        "player": 0,
        "hands": hands,
        "turned": DECK[20],
        "stock": " ".join(DECK[21:]),
    }
    assert GAME.position(**given).legal() == ["pass", "trump ♠"]
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given | words)


def test_every_position_of_a_match_is_accepted():
    for options in ({"lone_defender": True}, {"any_discard": False, "stick": False, "hands": 4}):
        table = GAME.table(seed=7, **options)
        while not table.over:
            words = table.words()
            names = ["dealer", "player", "score", *GAME.state.fields]
            GAME.position(**{name: words[name] for name in names}, options=options)
            table.step(int(np.random.default_rng([7, words["steps"]]).choice(np.flatnonzero(table.mask))))


# The table


def test_people_see_calls_and_the_discard_in_their_own_words():
    table = dealt(turned="J♦")
    assert shown(table).moves == ["Pass", "Make diamonds trumps"]
    table.play("trump ♦")
    assert shown(table).asks == "Discard a card"
    assert all(move.startswith("Discard ") for move in shown(table).moves)
    table.play("play J♦")
    assert shown(table).moves == ["Go alone", "Play with the partner"]
    table.play("alone")
    assert all(move.startswith("Play ") for move in shown(table).moves)
