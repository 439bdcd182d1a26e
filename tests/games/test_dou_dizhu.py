"""The rules of Dou Dizhu, clause by clause. Hands are written by ranks, with S and B for the jokers."""

from collections import Counter

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS, CARDS_AND_JOKERS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families import climbing, rank_sets
from cardzoo.envs.families.climbing import SHAPES, Sort
from cardzoo.envs.families.rank_sets import WITH_JOKERS
from cardzoo.envs.games.dou_dizhu import ACTIONS, BID, CARRY, GAME, KIND, MOST_POINTS
from tests.playing import count, now, walk

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "S", "B"]
FULL = np.array([4] * 13 + [1, 1])
WHOLE_MOVES = {  # of RLCard's list
    Sort.SINGLE: 15,
    Sort.PAIR: 13,
    Sort.THREE: 13,
    Sort.THREE_WITH_SINGLE: 182,
    Sort.THREE_WITH_PAIR: 156,
    Sort.CHAIN: 36,
    Sort.PAIRS: 52,
    Sort.PLANE: 45,
    Sort.PLANE_WITH_SINGLES: 21_822,
    Sort.PLANE_WITH_PAIRS: 2_939,
    Sort.FOUR_WITH_SINGLES: 1_326,
    Sort.FOUR_WITH_PAIRS: 858,
    Sort.BOMB: 13,
    Sort.ROCKET: 1,
}


def cards_of(*hands):
    """Cards in words for hands written by ranks: each rank's next suit that is not used yet; then the other cards."""
    left = {
        rank: [card for card in range(CARDS_AND_JOKERS) if RANKS[rank_sets.RANK_OF[card]] == rank] for rank in RANKS
    }
    dealt = [[left[rank].pop(0) for rank in hand.split()] for hand in hands]
    return dealt, [card for rank in RANKS for card in left[rank]]


def lead(*hands, landlord=0, options=None, **words):
    """Player 0 leads with the first hand. The other cards have been played, and so have the three cards."""
    dealt, left = cards_of(*hands)
    played = [[left.pop(0) for _ in range(17 + 3 * (seat == landlord) - len(dealt[seat]))] for seat in range(3)]
    taken = (played[landlord] + dealt[landlord])[:3]
    known = ["", "", ""]
    known[landlord] = card_words(card for card in taken if card in dealt[landlord])
    return GAME.position(
        options=options,
        **{
            "phase": "play",
            "player": 0,
            "landlord": landlord,
            "stake": 1,
            "hands": [card_words(hand) for hand in dealt],
            "played": [card_words(cards) for cards in played],
            "three": card_words(taken),
            "known": known,
            "moves": [min(len(cards), 2) for cards in played],
        }
        | words,
    )


def written_deck(*hands, three):
    """A deck that deals these hands, from the dealer's left, and the three cards."""
    dealt, left = cards_of(*hands, three)
    assert not left
    return [dealt[turn % 3][turn // 3] for turn in range(51)] + dealt[3]


def landlord_leads(landlord, first, second, three, **options):
    """A game whose landlord, to the dealer's left, leads with 17 cards and the three."""
    return GAME.table(deck=written_deck(landlord, first, second, three=three), bidding="none", **options)


def whole_moves(counts, **options):
    """All whole moves of a hand by kind: pairs of a kind and the units of each rank that it carries."""
    rules = GAME.blank(**options)[0]["options"]
    mask, none = np.zeros(len(ACTIONS), np.int8), np.zeros(rank_sets.ALL_RANKS, int)
    climbing.mask_kinds(counts, none, climbing.NOTHING, rules, KIND, mask)
    left = [(int(action) - KIND, none) for action in np.flatnonzero(mask)]
    while left:
        kind, carried = left.pop()
        if climbing.left_to_carry(kind, carried) == 0:
            yield kind, carried
            continue
        mask[:] = 0
        climbing.mask_carried(counts, carried, kind, rules, CARRY, mask)
        assert mask.any()
        for action in np.flatnonzero(mask):
            more = carried.copy()
            more[action - CARRY] += 1
            left.append((kind, more))


def sorts(table):
    """The legal actions without those for singles, which any hand has."""
    return [words for words in table.legal() if not words.startswith("play ")]


# The pack, the deal and the bidding


@pytest.mark.clause(1)
def test_ranks_rise_from_3_to_2_and_the_jokers():
    table = lead("3 4 5 6 7 8 9 10 J Q K A 2 S B", "3 4 5 6", "3 4 5 6")
    assert [words for words in table.legal() if words.startswith("play ")] == [
        f"play {rank}" for rank in (*RANKS[:13], "small-joker", "big-joker")
    ]
    table.play("play 2")
    assert table.legal() == ["pass"]
    table.play("pass", "pass", "play small-joker", "pass", "pass", "play big-joker")
    assert table.legal() == ["pass"]


@pytest.mark.clause(1)
def test_suits_never_count():
    deck = np.random.default_rng(1).permutation(CARDS_AND_JOKERS)
    others = [card if card >= CARDS else (card + 13) % CARDS for card in deck]
    tables = [GAME.table(deck=cards, bidding="none") for cards in (deck, others)]
    for action in walk(tables[0], seed=1):
        assert np.array_equal(tables[0].mask, tables[1].mask)
        assert all(tables[0].view(seat).tobytes() == tables[1].view(seat).tobytes() for seat in range(3))
        tables[1].step(action)
    assert now(tables[0], "score") == now(tables[1], "score")


@pytest.mark.clause(2)
def test_17_cards_are_dealt_one_at_a_time_and_three_stay_face_down():
    table = GAME.table(deck=range(CARDS_AND_JOKERS), dealer=0)
    hands = now(table, "hands")
    for turn in range(3):
        assert hands[(1 + turn) % 3] == card_words(range(turn, 51, 3))
    assert sorted(now(table, "stock").split()) == sorted(WITH_JOKERS.words[51:])
    assert all(table.view_words(player)["three"] == "" for player in range(3))


@pytest.mark.clause(3, "c5")
def test_bids_rise_from_the_dealers_left():
    table = GAME.table(seed=1, dealer=0)
    assert table.player == 1
    assert table.legal() == ["bid nothing", "bid 1", "bid 2", "bid 3"]
    table.play("bid 1")
    assert table.player == 2
    assert table.legal() == ["bid nothing", "bid 2", "bid 3"]


@pytest.mark.clause(3, "c6")
@pytest.mark.parametrize(
    ("bids", "landlord", "stake"),
    [
        (["bid 3"], 0, 3),
        (["bid 1", "bid 3"], 1, 3),
        (["bid nothing", "bid nothing", "bid 1"], 2, 1),
        (["bid 1", "bid 2", "bid nothing"], 1, 2),
        (["bid nothing", "bid 2", "bid nothing"], 1, 2),
    ],
)
def test_a_bid_of_3_or_the_third_word_ends_the_bidding_and_the_highest_bidder_leads(bids, landlord, stake):
    table = GAME.table(seed=1, dealer=2).play(*bids)
    assert table.words("phase", "landlord", "stake", "player") == {
        "phase": "play",
        "landlord": landlord,
        "stake": stake,
        "player": landlord,
    }


@pytest.mark.clause(3)
def test_the_landlord_takes_the_three_cards_which_all_see():
    table = GAME.table(seed=1, dealer=2)
    three, before = set(now(table, "stock").split()), set(now(table, "hands")[1].split())
    table.play("bid nothing", "bid 2", "bid nothing")
    assert set(now(table, "hands")[1].split()) == before | three
    assert set(now(table, "three").split()) == three
    seen = {table.view_words(player)["three"] for player in range(3)}
    assert seen == {rank_sets.ranks_in_words(climbing_counts(table.state.three))}


def climbing_counts(cards):
    counts = np.zeros(rank_sets.ALL_RANKS, int)
    rank_sets.count_ranks(cards, counts)
    return counts


@pytest.mark.clause(3, "c4")
def test_cards_are_dealt_again_by_the_same_dealer_when_all_pass():
    table = GAME.table(seed=1, dealer=1)
    hands = now(table, "hands")
    table.play("bid nothing", "bid nothing", "bid nothing")
    assert table.words("phase", "dealer", "player", "bids", "redeals") == {
        "phase": "bid",
        "dealer": 1,
        "player": 2,
        "bids": [None] * 3,
        "redeals": 1,
    }
    assert now(table, "hands") != hands
    assert now(table, "stock") != ""


@pytest.mark.clause("c4")
@pytest.mark.parametrize("redeals", [0, 1, 3])
def test_the_player_to_the_dealers_left_is_landlord_for_1_after_all_redeals(redeals):
    table = GAME.table(seed=1, dealer=1, redeals=redeals).play(*["bid nothing"] * 3 * (redeals + 1))
    assert table.words("phase", "landlord", "stake", "player") == {
        "phase": "play",
        "landlord": 2,
        "stake": 1,
        "player": 2,
    }


@pytest.mark.clause("c4")
def test_a_void_hand_scores_nothing():
    table = GAME.table(seed=1, redeals=0, all_pass="void").play(*["bid nothing"] * 3)
    assert table.over
    assert table.words("score", "reward", "truncated") == {"score": [0] * 3, "reward": [0] * 3, "truncated": False}


@pytest.mark.clause("c3")
def test_without_bidding_the_player_to_the_dealers_left_is_landlord_for_1():
    table = GAME.table(seed=1, dealer=0, bidding="none")
    assert table.words("phase", "landlord", "stake", "player") == {
        "phase": "play",
        "landlord": 1,
        "stake": 1,
        "player": 1,
    }
    assert now(table, "hands")[1].count(" ") == 19


# The play


@pytest.mark.clause(4)
def test_a_leader_cannot_pass_and_the_others_reply_with_the_same_shape():
    table = lead("5 5 6 K", "3 7 7 8 8 8", "4 5 9 9")
    assert "pass" not in table.legal()
    table.play("pair of 5s")
    assert table.legal() == ["pass", "pair of 7s", "pair of 8s"]
    table.play("pair of 7s")
    assert table.legal() == ["pass", "pair of 9s"]


@pytest.mark.clause(4)
def test_after_two_passes_the_player_of_the_last_combination_leads_again():
    table = lead("5 6 K", "3 7 9", "4 8 8").play("play 5", "play 7", "pass", "pass")
    assert table.player == 1
    assert "pass" not in table.legal()
    assert now(table, "last") == ["", "", ""]
    assert table.legal() == ["play 3", "play 9"]


@pytest.mark.clause(4)
def test_a_player_who_has_passed_may_play_later_in_the_round():
    table = lead("5 6 K", "3 7 9", "4 8 8").play("play 5", "pass", "play 8", "pass")
    assert table.player == 1
    assert table.legal() == ["pass", "play 9"]
    assert table.view_words(2)["passed"] == [0, 1, 0]


@pytest.mark.clause(4)
def test_chains_and_planes_are_answered_by_those_of_their_length():
    table = lead("3 4 5 6 7 K", "4 5 6 7 8 9", "5 6 7 8 9 Q")
    table.play("chain 3 to 7")
    assert table.legal() == ["pass", "chain 4 to 8", "chain 5 to 9"]


@pytest.mark.clause(5, 6)
def test_the_combinations_of_a_hand():
    table = lead("3 3 3 4 4 4 5 5 6 7 2 2 2 2 S B", "8 9", "8 9")
    assert sorts(table) == [
        *(f"pair of {rank}s" for rank in "3452"),
        *(f"three of {rank}s" for rank in "342"),
        *(f"three and single of {rank}s" for rank in "342"),
        *(f"three and pair of {rank}s" for rank in "342"),
        "chain 3 to 7",
        "pairs 3 to 5",
        "plane 3 to 4",
        "plane and singles 3 to 4",
        "plane and pairs 3 to 4",
        "four and singles of 2s",
        "four and pairs of 2s",
        "bomb of 2s",
        "rocket",
    ]


@pytest.mark.clause(5)
def test_jokers_are_no_pair():
    assert sorts(lead("S B 4", "3 5", "3 5")) == ["rocket"]


@pytest.mark.clause(6)
def test_no_chain_or_plane_has_a_2_or_a_joker():
    table = lead("J Q K A 2 S B", "3 3", "3 3")
    assert sorts(table) == ["rocket"]
    table = lead("K K K A A A 2 2 2", "3 3", "3 3")
    assert [words for words in sorts(table) if words.startswith("plane")] == [
        "plane K to A",
        "plane and singles K to A",
    ]
    assert not [words for words in sorts(table) if words.startswith("pairs")]


@pytest.mark.clause(7)
def test_cards_carried_along_are_never_compared():
    table = lead("5 5 5 2 9", "6 6 6 3 10", "4 7").play("three and single of 5s", "carry 2")
    assert table.legal() == ["pass", "three and single of 6s"]
    table.play("three and single of 6s", "carry 3")
    assert now(table, "last") == ["5, 5, 5, 2", "3, 6, 6, 6", ""]


@pytest.mark.clause(7)
def test_planes_are_compared_by_their_main_part():
    table = lead("5 5 5 6 6 6 A A K", "6 Q 7 7 7 8 8 8 3 4", "9 9 9 10 10 10 3 3 4 4 J J")
    table.play("plane and singles 5 to 6", "carry A", "carry A")
    assert table.legal() == ["pass", "plane and singles 7 to 8"]
    table.play("pass")
    assert table.legal() == ["pass", "plane and singles 9 to 10"]


@pytest.mark.clause(8)
def test_a_bomb_beats_all_but_a_higher_bomb_and_the_rocket():
    table = lead("3 4 5 6 7 8 J K K K K", "9 9 9 9 4 J", "A A A A S B 3").play("chain 3 to 8")
    assert table.legal() == ["pass", "bomb of 9s"]
    table.play("bomb of 9s")
    assert table.legal() == ["pass", "bomb of As", "rocket"]
    table.play("pass")
    assert table.legal() == ["pass", "bomb of Ks"]
    table.play("bomb of Ks", "pass", "rocket")
    assert table.player == 0
    assert now(table, "bombs") == 3


@pytest.mark.clause(8)
def test_a_four_with_two_is_no_bomb():
    table = lead("5 5 5 5 3 4 K", "6 6 6 6 3 7", "8 8 8 8 9 9 10 10").play(
        "four and singles of 5s", "carry 3", "carry 4"
    )
    assert table.legal() == ["pass", "four and singles of 6s", "bomb of 6s"]
    table.play("pass")
    assert table.legal() == ["pass", "four and singles of 8s", "bomb of 8s"]
    assert now(table, "bombs") == 0
    table = lead("A 3 4", "6 6 6 6 3 7", "9").play("play A")
    assert table.legal() == ["pass", "bomb of 6s"]


@pytest.mark.clause(9, 10)
def test_the_landlord_wins_alone_and_the_hand_ends_at_once():
    table = lead("5", "6 7", "8").play("play 5")
    assert table.over
    assert table.words("score", "reward") == {"score": [2, -1, -1], "reward": [1.0, -0.5, -0.5]}


@pytest.mark.clause(9, 10)
@pytest.mark.parametrize("landlord", [1, 2])
def test_both_peasants_win_when_one_has_no_cards(landlord):
    table = lead("5", "6 7", "8 9", landlord=landlord, stake=2).play("play 5")
    assert table.over
    other = 3 - landlord
    assert [now(table, "score")[player] for player in (0, other, landlord)] == [2, 2, -4]
    assert [now(table, "reward")[player] for player in (0, other, landlord)] == [0.5, 0.5, -1.0]


@pytest.mark.clause(10)
def test_each_bomb_and_the_rocket_double_whoever_plays_them():
    table = lead("5 5 5 5 3", "6 6 6 6 8 9", "S B 4", stake=3)
    table.play("bomb of 5s", "bomb of 6s", "rocket", "pass", "pass", "play 4")
    assert now(table, "bombs") == 3
    assert now(table, "score") == [-2 * 3 * 8, 3 * 8, 3 * 8]


@pytest.mark.clause(10)
@pytest.mark.parametrize(("played", "points"), [((), 2), ((1,), 1), ((2,), 1)])
def test_it_is_a_spring_if_no_peasant_has_played(played, points):
    """The peasants hold their 17 cards, less one that has been played."""
    full = "6 6 7 7 8 8 9 9 10 10 J J Q Q K K A"
    hands = [full.removeprefix("6 ") if seat in played else full for seat in (1, 2)]
    table = lead("5", *hands).play("play 5")
    assert now(table, "score") == [2 * points, -points, -points]


@pytest.mark.clause(10)
@pytest.mark.parametrize(("moved", "points"), [(1, 2), (2, 1)])
def test_it_is_a_spring_if_the_landlord_has_played_once_only(moved, points):
    table = lead("5", "6 7", "8 9", landlord=1, moves=[4, moved, 4]).play("play 5")
    assert now(table, "score") == [points, -2 * points, points]


SPRINGS = [
    (  # five threes with five singles
        "3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 9 10",
        "J Q K",
        ["plane and singles 3 to 7", "carry 9", "carry 10", "carry J", "carry Q", "carry K"],
    ),
    (  # four threes with four pairs
        "3 3 3 4 4 4 5 5 5 6 6 6 9 9 J J Q",
        "Q K K",
        ["plane and pairs 3 to 6", "carry 9", "carry J", "carry Q", "carry K"],
    ),
    ("3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 J", "J Q Q", ["pairs 3 to Q"]),
]


@pytest.mark.clause(10, "c9")
@pytest.mark.parametrize(("hand", "three", "move"), SPRINGS)
def test_a_landlord_who_goes_out_with_the_first_move_makes_a_spring(hand, three, move):
    _, left = cards_of(hand, three)
    names = [RANKS[rank_sets.RANK_OF[card]] for card in left]
    deck = written_deck(hand, " ".join(names[:17]), " ".join(names[17:]), three=three)
    table = GAME.table(deck=deck).play("bid 3", *move)
    assert table.over
    assert now(table, "score") == [12, -6, -6]


@pytest.mark.clause(10)
def test_the_option_doublings_bounds_the_doublings_that_count():
    for doublings, points in ((0, 1), (1, 2), (2, 4), (6, 4)):
        table = lead("5 5 5 5 S B", "6", "7", options={"doublings": doublings}).play(
            "bomb of 5s", "pass", "pass", "rocket"
        )
        assert now(table, "score") == [2 * points, -points, -points]


@pytest.mark.clause(10)
def test_rewards_by_score_are_parts_of_the_most_that_a_landlord_can_win():
    table = lead("5 5 5 5 S B", "6", "7", stake=3, reward="score").play("bomb of 5s", "pass", "pass", "rocket")
    assert now(table, "score") == [24, -12, -12]
    assert now(table, "reward") == pytest.approx([24 / 384, -12 / 384, -12 / 384])
    assert GAME.blank(doublings=8)["score_range"][0] == MOST_POINTS


# Cards carried along


@pytest.mark.clause("c1")
def test_two_or_three_cards_of_a_rank_count_as_singles():
    table = lead("3 3 3 4 4 4 5 5 6", "8", "9").play("plane and singles 3 to 4", "carry 5")
    assert table.legal() == ["carry 5", "carry 6"]
    table = lead("3 3 3 4 4 4 5 5 5 7 7 7 7 9", "8", "9").play("plane and singles 3 to 5", "carry 7", "carry 7")
    assert table.legal() == ["carry 7", "carry 9"]


@pytest.mark.clause("c1")
def test_four_of_a_rank_and_both_jokers_are_not_carried():
    hand = "3 3 3 4 4 4 5 5 5 6 6 6 8 8 8 8"
    assert "plane and singles 3 to 6" not in lead(hand, "9", "9").legal()
    assert "plane and singles 3 to 6" in lead(hand + " K", "9", "9").legal()
    table = lead("3 3 3 4 4 4 S B 9", "8", "9").play("plane and singles 3 to 4")
    assert table.legal() == ["carry 9"]
    assert "plane and singles 3 to 4" not in lead("3 3 3 4 4 4 S B", "8", "9").legal()
    assert table.play("carry 9").legal() == ["carry small-joker", "carry big-joker"]


@pytest.mark.clause("c1")
@pytest.mark.parametrize(
    ("hand", "plane", "rank", "may"),
    [
        ("3 3 3 4 4 4 5 5 5 6 6 6", "plane and singles 3 to 5", "6", False),
        ("3 3 3 4 4 4 5 5 5 6 6 6", "plane and singles 4 to 6", "3", False),
        ("3 3 3 4 4 4 5 5 5 7 7 7", "plane and singles 3 to 5", "7", True),
        ("Q Q Q K K K A A A 2 2 2", "plane and singles Q to A", "2", True),
    ],
)
def test_three_cards_that_could_prolong_a_plane_are_not_carried(hand, plane, rank, may):
    assert (plane in lead(hand, "8", "8").legal()) == may
    table = lead(hand, "8", "8", options={"adjoining": True}).play(plane, *[f"carry {rank}"] * 3)
    assert table.over
    table = lead(hand + " 10", "8", "8").play(plane, f"carry {rank}", f"carry {rank}")
    assert (f"carry {rank}" in table.legal()) == may


@pytest.mark.clause("c1")
def test_carried_pairs_are_of_different_ranks_and_no_jokers():
    table = lead("5 5 5 5 7 7 7 7 S B", "8", "9")
    assert "four and pairs of 5s" not in table.legal()
    table = lead("5 5 5 5 7 7 7 7 9 9 S B", "8", "10").play("four and pairs of 5s")
    assert table.legal() == ["carry 7"]
    assert table.play("carry 7").legal() == ["carry 9"]


@pytest.mark.clause("c1", "c10")
def test_every_set_of_cards_is_one_combination():
    for options in ({}, {"strict_kickers": True}):
        seen = Counter(
            tuple(climbing.count_in(kind, carried, rank) for rank in range(rank_sets.ALL_RANKS))
            for kind, carried in whole_moves(FULL, **options)
        )
        assert max(seen.values()) == 1


@pytest.mark.clause(5, "c1")
def test_there_are_as_many_whole_moves_as_in_rlcard():
    found = Counter(Sort(climbing.SORT[climbing.SHAPE_OF[kind]]) for kind, _ in whole_moves(FULL))
    assert found == WHOLE_MOVES
    assert found.total() == 27_472 - 1  # less the pass
    assert [len(climbing.kinds_of(sort)) for sort in Sort] == [15, 13, 13, 13, 13, 36, 52, 45, 38, 30, 13, 13, 13, 1]
    by_shape = Counter(int(climbing.SHAPE_OF[kind]) for kind, _ in whole_moves(FULL))
    assert [
        by_shape[place]
        for place, shape in enumerate(SHAPES)
        if shape.sort in (Sort.PLANE_WITH_SINGLES, Sort.PLANE_WITH_PAIRS)
    ] == [968, 3_282, 7_184, 10_388, 605, 1_200, 1_134]


@pytest.mark.clause("c2")
def test_strict_kickers_are_all_of_different_ranks():
    found = Counter(Sort(climbing.SORT[climbing.SHAPE_OF[kind]]) for kind, _ in whole_moves(FULL, strict_kickers=True))
    assert (found[Sort.PLANE_WITH_SINGLES], found[Sort.FOUR_WITH_SINGLES]) == (7_161, 1_170)
    table = lead("3 3 3 4 4 4 5 5 6", "8", "9", options={"strict_kickers": True})
    assert table.play("plane and singles 3 to 4", "carry 5").legal() == ["carry 6"]


@pytest.mark.clause("c1")
def test_there_are_as_many_whole_moves_as_in_openspiel():
    found = Counter(Sort(climbing.SORT[climbing.SHAPE_OF[kind]]) for kind, _ in whole_moves(FULL, adjoining=True))
    assert found[Sort.PLANE_WITH_SINGLES] == 22_588
    assert sum(1 for _ in whole_moves(FULL, adjoining=True, quads=False)) == 26_053
    table = lead("5 5 5 5 3 4", "8", "9", options={"quads": False})
    assert sorts(table) == ["pair of 5s", "three of 5s", "three and single of 5s", "bomb of 5s"]


@pytest.mark.clause("c10")
def test_actions_are_in_the_order_of_the_page():
    assert [
        ACTIONS.first(verb)
        for verb in ("pass", "play", "pair of", "three of", "chain", "pairs", "plane", "four and singles of")
    ] == [
        0,
        1,
        16,
        29,
        68,
        104,
        156,
        269,
    ]
    assert [ACTIONS.first(verb) for verb in ("bomb of", "rocket", "carry", "bid")] == [295, 308, CARRY, BID]
    assert (CARRY, BID, len(ACTIONS)) == (309, 324, 328)


@pytest.mark.clause("c10")
def test_nobody_else_sees_a_move_before_it_is_complete():
    table = lead("3 3 3 4 4 4 5 6 9", "8", "9")
    before = [table.view(player).tobytes() for player in (1, 2)]
    for words in ("plane and singles 3 to 4", "carry 5"):
        table.play(words)
        assert table.player == 0
        assert [table.view(player).tobytes() for player in (1, 2)] == before
    assert table.view_words(0)["begun"] == "3, 3, 3, 4, 4, 4, 5"
    assert table.view_words(0)["to_carry"] == 1
    table.play("carry 9")
    assert table.view_words(1)["last"] == ["", "", "3, 3, 3, 4, 4, 4, 5, 9"]
    assert table.player == 1


@pytest.mark.clause("c10")
def test_a_redeal_begins_the_move_of_another_player_anew():
    table = lead("3 3 3 4 4 4 5 6 9", "8", "9").play("plane and singles 3 to 4", "carry 5")
    assert now(table.redeal(1, seed=1), "begun") is None
    assert now(table.redeal(0, seed=1), "begun") is not None


@pytest.mark.clause("c8")
def test_the_landlord_keeps_the_three_cards_less_those_played():
    table = landlord_leads(
        "3 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10",
        "3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 J J",
        "J J Q Q Q Q K K K K A A A A 2 2 S",
        three="2 2 B",
    )
    assert table.view_words(1)["known"] == "2, 2, big-joker"
    table.play("play 2")
    assert table.view_words(1)["known"] == "2, big-joker"
    for seed in range(count(compiled=40, interpreted=10)):
        ranks = climbing_counts(table.redeal(1, seed).state.hands[0])
        assert ranks[12] >= 1
        assert ranks[14] == 1
    assert len({climbing_counts(table.redeal(1, seed).state.hands[0])[12] for seed in range(40)}) > 1


@pytest.mark.clause("c8")
def test_a_rank_of_the_three_cards_that_was_played_is_not_known_any_more():
    """The landlord holds 3s besides, and plays one: all that is known then is that one 3 has gone."""
    table = landlord_leads(
        "3 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10",
        "4 4 5 5 6 6 7 7 8 8 9 9 10 10 J J A",
        "J J Q Q Q Q K K K K A A A 2 2 2 S",
        three="3 2 B",
    )
    table.play("play 3")
    assert table.view_words(1)["known"] == "2, big-joker"


@pytest.mark.clause("c7")
def test_points_of_several_hands_add_up_and_the_deal_passes_to_the_left():
    table = GAME.table(seed=1, dealer=0, hands=2, bidding="none")
    generator = np.random.default_rng(1)
    while now(table, "hands_over") == 0:
        table.step(int(generator.choice(np.flatnonzero(table.mask))))
    scores = now(table, "score")
    assert sum(scores) == 0
    assert any(scores)
    assert (now(table, "dealer"), table.player, now(table, "landlord")) == (1, 2, 2)
    while not table.over:
        table.step(int(generator.choice(np.flatnonzero(table.mask))))
    assert now(table, "hands_over") == 2
    assert GAME.blank(hands=2)["score_range"][0] == 2 * 384


@pytest.mark.clause(3)
def test_impossible_positions_are_refused():
    for words, message in [
        ({"stake": 0}, "landlord"),
        ({"over": True}, "over"),
        ({"three": "3♣"}, "three"),
        ({"known": ["", "3♣", ""]}, "known"),
        ({"moves": [0, 1, 1]}, "moves"),
        ({"begun": 0}, "begun"),
        ({"carried": [1]}, "carried"),
        ({"best": 3}, "owner"),
        ({"redeals": 4}, "redeals"),
    ]:
        with pytest.raises(ValueError, match=message):
            lead("4 5 6", "7 8", "9 10", **words)
