"""The rules of Chinese Ten, clause by clause. In written positions player 0 is about to play, and player 1 deals."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS, SUIT_WORDS
from cardzoo.envs.games.chinese_ten import GAME
from tests.playing import count, now, play_out, walk

PACK = set(CARD_WORDS[:CARDS])
NUMBERS_OF_PLAYERS = (2, 3, 4)
TOTALS = {2: 210, 3: 240, 4: 280}
PARTNERS = dict(zip(RANK_WORDS, ("9", "8", "7", "6", "5", "4", "3", "2", "A", "10", "J", "Q", "K"), strict=True))


def position(hand, table, stock, *others, **words):
    """Player 0 holds the hand; the top card of the stock is written first. All other cards are player 1's captures."""
    hands = [hand, *(others or ["K♠"])]
    named = " ".join([*hands, table, stock, words.get("card") or ""]).split()
    captured = ["", " ".join(PACK - set(named))]
    fields = {"captured": captured, "dealer": len(hands) - 1, "player": 0} | words
    stock = " ".join(reversed(stock.split()))
    return GAME.position(num_players=len(hands), hands=hands, table=table, stock=stock, **fields)


def written(table, dealer=1, **settings):
    """A deal of two players with these four cards on the table."""
    others = [card for card in CARD_WORDS[:CARDS] if card not in table.split()]
    return GAME.table(deck=[*others[:24], *table.split(), *others[24:]], dealer=dealer, **settings)


def cards(words):
    return set(words.split())


def on_table(table):
    return cards(now(table, "table"))


def captured(table, player=0):
    """A player's captures in the play of the test, which begins with none for player 0."""
    return cards(now(table, "captured")[player])


def points(card, num_players):
    """Rule 10, written again."""
    rank, red = card[:-1], card[-1] in "♦♥"
    if red:
        return {"A": 20, **dict.fromkeys(("9", "10", "J", "Q", "K"), 10)}.get(rank) or int(rank)
    return {"A♣": 40 * (num_players == 4), "A♠": 30 * (num_players >= 3)}.get(card, 0)


# The deal


@pytest.mark.clause(1)
@pytest.mark.parametrize(("num_players", "size"), [(2, 12), (3, 8), (4, 6)])
def test_24_cards_are_dealt_in_equal_hands_from_the_dealers_left(num_players, size):
    table = GAME.table(num_players=num_players, deck=range(CARDS), dealer=1)
    hands = now(table, "hands")
    for turn in range(num_players):
        hand = hands[(2 + turn) % num_players]
        assert cards(hand) == set(CARD_WORDS[turn:24:num_players])
        assert len(hand.split()) == size


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [1, 5])
def test_two_to_four_play(num_players):
    with pytest.raises(ValueError, match="must be 2 to 4"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2)
def test_four_cards_lie_on_the_table_and_the_rest_is_the_stock():
    table = GAME.table(num_players=3, deck=range(CARDS))
    assert on_table(table) == set(CARD_WORDS[24:28])
    assert now(table, "stock").split() == list(CARD_WORDS[28:CARDS])[::-1]


@pytest.mark.clause(3)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_dealers_left_begins_and_turns_go_to_the_left(num_players):
    for dealer in range(num_players):
        table = GAME.table(seed=dealer, num_players=num_players, dealer=dealer)
        turns = [table.player]
        for _ in walk(table, seed=1):
            if table.player != turns[-1]:
                turns.append(table.player)
        assert turns == [(dealer + 1 + turn) % num_players for turn in range(24)]


# Captures


@pytest.mark.clause(4)
def test_any_card_of_the_hand_may_be_played():
    table = position("3♦ 8♠ K♥", "7♣ 9♠", "4♠ 5♠ 6♠ 8♣", "2♠ 2♣ 2♥")
    assert set(table.legal()) == {"play 3♦", "play 8♠", "play K♥"}


@pytest.mark.clause(4, 13)
@pytest.mark.parametrize("rank", RANK_WORDS)
def test_every_rank_captures_its_partner_and_nothing_else(rank):
    """A club of each rank lies on the table but for a court card, of which a spade is then turned up."""
    missing = "Q" if rank == "K" else "K"
    clubs = {f"{other}♣" for other in RANK_WORDS if other != missing}
    table = position(f"{rank}♥ 2♠", " ".join(clubs), f"{missing}♠ 3♠", "4♠").play(f"play {rank}♥")
    taken = f"{PARTNERS[rank]}♣"
    assert captured(table) == {f"{rank}♥", taken}
    assert on_table(table) == clubs - {taken} | {f"{missing}♠"}


@pytest.mark.clause(4)
def test_a_card_that_fits_nothing_stays_on_the_table():
    table = position("3♦ 8♠", "3♣ 9♠ K♣", "6♠ 8♣", "2♠ 2♥").play("play 3♦")
    assert on_table(table) == {"3♣", "9♠", "K♣", "3♦", "6♠"}
    assert captured(table) == set()


@pytest.mark.clause(5, 16)
def test_then_the_top_of_the_stock_captures_in_the_same_way():
    table = position("3♦ 8♠", "7♣ 9♠", "A♥ 8♣", "2♠ 2♥").play("play 3♦")
    assert captured(table) == {"3♦", "7♣", "A♥", "9♠"}
    assert (table.player, now(table, "stock"), now(table, "hands")) == (1, "8♣", ["8♠", "2♥ 2♠"])


@pytest.mark.clause(5)
def test_the_card_turned_up_may_capture_the_card_just_played_or_stay():
    table = position("3♦ 8♠", "9♠", "7♥ 8♣", "2♠ 2♥").play("play 3♦")
    assert captured(table) == {"3♦", "7♥"}
    table.play("play 2♠")
    assert captured(table) == {"3♦", "7♥"}
    assert captured(table, 1) >= {"2♠", "8♣"}


@pytest.mark.clause(16)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_each_turn_takes_one_card_of_the_hand_and_one_of_the_stock(num_players):
    table = GAME.table(seed=4, num_players=num_players)
    for _ in walk(table, seed=4):
        if now(table, "phase") == "play":
            sizes = [len(hand.split()) for hand in now(table, "hands")]
            assert sum(sizes) == len(now(table, "stock").split())
            assert sizes[table.player] == max(sizes)


@pytest.mark.clause(6)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_captured_cards_stay_with_their_player_and_hands_only_shrink(num_players):
    table = GAME.table(seed=5, num_players=num_players)
    hands, piles = now(table, "hands"), now(table, "captured")
    for _ in walk(table, seed=5):
        for player in range(num_players):
            assert cards(now(table, "hands")[player]) <= cards(hands[player])
            assert captured(table, player) >= cards(piles[player])
        hands, piles = now(table, "hands"), now(table, "captured")


@pytest.mark.clause(14)
@pytest.mark.parametrize("card", ["10♥", "J♥", "Q♥", "K♥"])
def test_tens_and_court_cards_are_not_added(card):
    table = position(f"{card} 2♠", "A♣ 2♣ 3♣ 4♣ 5♣ 6♣", "A♠ 3♠", "2♦ 3♦").play(f"play {card}")
    assert card in on_table(table)


@pytest.mark.clause(15)
def test_three_cards_that_add_up_to_ten_are_no_capture():
    table = position("3♦ 8♠", "4♣ 3♣", "K♣ 8♣", "2♠ 2♥").play("play 3♦")
    assert on_table(table) == {"4♣", "3♣", "3♦", "K♣"}


@pytest.mark.clause(15)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_a_capture_is_of_two_cards(num_players):
    """In deals without rules 7 and 8 a step takes one pair, or two with the card turned up."""
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(seed=seed, num_players=num_players)
        if max(Counter(card[:-1] for card in on_table(table)).values()) < 3:
            before = 0
            for _ in walk(table, seed):
                total = len(cards(" ".join(now(table, "captured"))))
                assert total - before in (0, 2, 4)
                before = total


@pytest.mark.clause(17)
def test_cards_of_all_suits_fit():
    for suit, other in combinations(SUIT_WORDS, 2):
        table = position(f"3{suit} Q♠", f"7{other} K♦", "J♠ J♣", "2♠ 2♥").play(f"play 3{suit}")
        assert captured(table) == {f"3{suit}", f"7{other}"}


# Choices


@pytest.mark.clause("c2", 17)
def test_of_several_cards_that_fit_the_player_takes_one():
    table = position("3♦ 8♠", "7♣ 7♥ 7♠ 9♠", "K♥ 8♣", "2♠ 2♥").play("play 3♦")
    assert (now(table, "phase"), table.player, now(table, "card")) == ("capture", 0, "3♦")
    assert set(table.legal()) == {"capture 7♣", "capture 7♥", "capture 7♠"}
    table.play("capture 7♥")
    assert captured(table) == {"3♦", "7♥"}
    assert on_table(table) == {"7♣", "7♠", "9♠", "K♥"}
    assert (table.player, now(table, "phase"), now(table, "card")) == (1, "play", None)


@pytest.mark.clause("c2", 5)
def test_the_player_chooses_for_a_card_turned_up_too():
    table = position("J♦ 8♠", "7♣ 7♥ 9♠", "3♦ 8♣", "2♠ 2♥").play("play J♦")
    assert (now(table, "phase"), table.player, now(table, "card")) == ("capture_turned_up", 0, "3♦")
    assert set(table.legal()) == {"capture 7♣", "capture 7♥"}
    table.play("capture 7♣")
    assert captured(table) == {"3♦", "7♣"}
    assert (table.player, now(table, "phase"), now(table, "card"), now(table, "stock")) == (1, "play", None, "8♣")


@pytest.mark.clause("c2")
def test_a_turn_may_bring_two_choices():
    table = position("3♦ 8♠", "7♣ 7♥ A♣ A♠", "9♦ 8♣", "2♠ 2♥").play("play 3♦", "capture 7♥")
    assert set(table.legal()) == {"capture A♣", "capture A♠"}
    assert captured(table.play("capture A♠")) == {"3♦", "7♥", "9♦", "A♠"}
    assert now(table, "steps") == 3


@pytest.mark.clause("c2")
def test_a_card_that_can_capture_does():
    table = position("3♦ 8♠", "7♣", "K♥ 8♣", "2♠ 2♥").play("play 3♦")
    assert captured(table) == {"3♦", "7♣"}


@pytest.mark.clause("c3")
@pytest.mark.parametrize("rank", ["5", "10", "J", "Q", "K"])
def test_of_two_cards_of_a_rank_one_is_taken(rank):
    table = position(f"{rank}♦ 8♠", f"{rank}♣ {rank}♥", "A♥ 8♣", "2♠ 2♥").play(f"play {rank}♦")
    assert set(table.legal()) == {f"capture {rank}♣", f"capture {rank}♥"}
    table.play(f"capture {rank}♥")
    assert captured(table) == {f"{rank}♦", f"{rank}♥"}
    assert on_table(table) == {f"{rank}♣", "A♥"}


@pytest.mark.clause(7)
@pytest.mark.parametrize("rank", ["5", "10", "J", "Q", "K"])
def test_the_fourth_card_captures_three(rank):
    table = position(f"{rank}♦ 8♠", f"{rank}♣ {rank}♥ {rank}♠ 2♦", "A♥ 8♣", "2♠ 2♥").play(f"play {rank}♦")
    assert captured(table) == {f"{rank}♦", f"{rank}♣", f"{rank}♥", f"{rank}♠"}
    assert on_table(table) == {"2♦", "A♥"}


@pytest.mark.clause("c5")
@pytest.mark.parametrize("rank", ["5", "10", "J", "Q", "K"])
def test_the_fourth_card_captures_three_from_the_stock_too(rank):
    table = position("4♠ 8♠", f"{rank}♣ {rank}♥ {rank}♠ 2♦", f"{rank}♦ 8♣", "2♠ 2♥").play("play 4♠")
    assert captured(table) == {f"{rank}♦", f"{rank}♣", f"{rank}♥", f"{rank}♠"}
    assert on_table(table) == {"2♦", "4♠"}


@pytest.mark.clause(8, "c7")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(("rank", "score"), [("5", 10), ("10", 20), ("J", 20), ("Q", 20), ("K", 20)])
def test_the_dealer_captures_all_four_before_play(rank, score, dealer):
    table = written(f"{rank}♣ {rank}♦ {rank}♥ {rank}♠", dealer)
    assert captured(table, dealer) == {f"{rank}{suit}" for suit in SUIT_WORDS}
    assert (on_table(table), table.player) == (set(), 1 - dealer)
    assert now(table, "score")[dealer] == score
    assert table.legal() == [f"play {card}" for card in now(table, "hands")[1 - dealer].split()]
    assert TOTALS[2] == sum(now(play_out(table), "score"))


@pytest.mark.clause("c1", "c6")
@pytest.mark.parametrize("cards_there", ["K♣ Q♦ 10♥ 5♠", "K♣ K♦ K♥ Q♠", "7♣ 7♦ 7♥ 7♠", "A♣ A♦ A♥ A♠", "K♣ K♦ Q♥ Q♠"])
def test_the_dealer_takes_nothing_else(cards_there):
    table = written(cards_there)
    assert now(table, "captured") == ["", ""]
    assert on_table(table) == cards(cards_there)


@pytest.mark.clause("c1", 8)
@pytest.mark.parametrize("cards_there", ["K♣ Q♦ 10♥ 5♠", "K♣ K♦ K♥ Q♠", "K♣ K♦ Q♥ Q♠", "5♣ 5♦ 5♥ 5♠"])
def test_to_the_letter_the_dealer_takes_any_four_that_pair_alike(cards_there):
    table = written(cards_there, mixed_four=True)
    assert captured(table, 1) == cards(cards_there)
    assert on_table(table) == set()
    ranks = Counter(card[:-1] for card in cards_there.split())
    play_out(table)
    assert Counter(card[:-1] for card in on_table(table)) == {rank: 1 for rank in ranks if ranks[rank] % 2}
    assert sum(now(table, "score")) == TOTALS[2] - sum(points(card, 2) for card in on_table(table))


@pytest.mark.clause("c1", 8)
@pytest.mark.parametrize("cards_there", ["K♣ Q♦ 10♥ 9♠", "7♣ 7♦ 7♥ 7♠"])
def test_to_the_letter_too_other_cards_stay(cards_there):
    assert on_table(written(cards_there, mixed_four=True)) == cards(cards_there)


@pytest.mark.clause("c1", "c8")
def test_cards_left_on_the_table_are_shuffled_into_the_next_deal():
    table = written("K♣ Q♦ 10♥ 5♠", mixed_four=True, hands=2)
    for _ in walk(table, seed=1):
        assert table.count_cards().sum() == CARDS
    assert now(table, "hands_over") == 2


@pytest.mark.clause("c6")
def test_three_cards_of_another_rank_are_taken_one_by_one():
    table = position("3♦ 3♠", "7♣ 7♥ 7♠", "A♥ 8♣", "2♠ 2♥").play("play 3♦", "capture 7♥")
    assert on_table(table) == {"7♣", "7♠", "A♥"}


@pytest.mark.clause("c4", 7)
def test_three_of_a_rank_come_together_in_the_first_four_cards_only():
    for seed in range(count(compiled=200, interpreted=20)):
        table = GAME.table(seed=seed)
        before = 4
        for _ in walk(table, seed):
            counts = Counter(card[:-1] for card in on_table(table))
            most = max((counts[rank] for rank in ("5", "10", "J", "Q", "K")), default=0)
            assert most <= max(before, 2)
            before = most


# The end and the score


@pytest.mark.clause(9, 12)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_all_ends_together_and_all_points_are_captured(num_players):
    for seed in range(count(compiled=1000, interpreted=15)):
        table = play_out(GAME.table(seed=seed, num_players=num_players), seed)
        words = table.words()
        assert (words["table"], words["stock"], words["hands"]) == ("", "", [""] * num_players)
        assert cards(" ".join(words["captured"])) == PACK
        assert sum(words["score"]) == TOTALS[num_players]
        assert 24 <= words["steps"] <= 72
        assert not words["truncated"]


@pytest.mark.clause(9)
def test_the_last_card_takes_the_last_one_on_the_table():
    table = position("9♠", "A♥ 4♦", "6♣", "", player=0, dealer=0).play("play 9♠")
    assert table.over
    assert on_table(table) == set()
    assert captured(table) == {"9♠", "A♥", "6♣", "4♦"}


@pytest.mark.clause(10, "c10")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_every_card_scores_its_points(num_players):
    for seed in range(count(compiled=40, interpreted=5)):
        table = play_out(GAME.table(seed=seed, num_players=num_players), seed)
        for player in range(num_players):
            mine = sum(points(card, num_players) for card in captured(table, player))
            assert now(table, "score")[player] == mine


@pytest.mark.clause(10, "c10")
@pytest.mark.parametrize(
    ("played", "other", "scores"),
    [
        ("A♦", "9♣", (20, 20, 20)),
        ("A♣", "9♣", (0, 0, 40)),
        ("A♠", "9♣", (0, 30, 30)),
        ("9♥", "A♥", (30, 30, 30)),
        ("8♥", "2♦", (10, 10, 10)),
        ("8♠", "2♦", (2, 2, 2)),
        ("10♥", "10♦", (20, 20, 20)),
        ("K♥", "K♣", (10, 10, 10)),
        ("J♠", "J♣", (0, 0, 0)),
    ],
)
def test_a_capture_scores_at_once(played, other, scores):
    for num_players, score in zip(NUMBERS_OF_PLAYERS, scores, strict=True):
        others = ["3♠", "4♠", "6♠"][: num_players - 1]
        table = position(f"{played} 7♣", other, "Q♣ Q♠", *others).play(f"play {played}")
        assert now(table, "score") == [score] + [0] * (num_players - 1)


@pytest.mark.clause(11)
@pytest.mark.parametrize(("scores", "rewards"), [([101, 79, 60], [1, -0.5, -0.5]), ([79, 101, 60], [-0.5, 1, -0.5])])
def test_the_highest_score_wins(scores, rewards):
    table = position("J♠", "J♣ Q♣", "Q♠", "", "", score=scores).play("play J♠")
    assert table.over
    assert now(table, "reward") == rewards


@pytest.mark.clause("c9")
@pytest.mark.parametrize(
    ("scores", "rewards"), [([90, 60, 90], [0.5, -1, 0.5]), ([80, 80, 80], [0, 0, 0])], ids=["two", "all"]
)
def test_players_with_the_same_best_score_share(scores, rewards):
    table = position("J♠", "J♣ Q♣", "Q♠", "", "", score=scores).play("play J♠")
    assert now(table, "reward") == rewards


@pytest.mark.clause("c8")
def test_a_game_is_one_deal():
    table = play_out(GAME.table(seed=1), 1)
    assert (table.over, now(table, "hands_over")) == (True, 1)


@pytest.mark.clause("c8")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_a_match_adds_up_deals_and_the_deal_passes_to_the_left(num_players):
    table = GAME.table(seed=2, num_players=num_players, hands=3, dealer=0)
    dealers, scores, deck = [0], [0], []
    for _ in walk(table, 2):
        assert sum(now(table, "score")) >= scores[-1]
        if now(table, "hands_over") == len(dealers):
            dealers.append(now(table, "dealer"))
            scores.append(sum(now(table, "score")))
            deck.append(now(table, "stock"))
            assert table.player == (now(table, "dealer") + 1) % num_players
            assert sum(map(len, map(cards, now(table, "hands")))) == 24
            assert not cards(" ".join(now(table, "captured"))) or not on_table(table)
    assert dealers == [0, 1, 2 % num_players]
    assert scores == [0, TOTALS[num_players], 2 * TOTALS[num_players]]
    assert sum(now(table, "score")) == 3 * TOTALS[num_players]
    assert deck[0] != deck[1]


def test_rewards_by_score_are_paid_as_points_are_captured():
    table = position("9♥ 8♠", "A♥ 2♣", "K♥ 8♣", "2♠ 2♥", reward="score").play("play 9♥")
    assert now(table, "reward") == [round(15 / 210, 6), round(-15 / 210, 6)]


def test_the_best_of_four_is_at_most_the_whole_range_ahead():
    table = position("J♠", "J♣ Q♣", "Q♠", "", "", "", reward="score", score=[0, 0, 0, 0])
    assert table.state.score_range == 210
    longer = GAME.table(seed=1, hands=2)
    assert longer.state.score_range == 420


# A seat's view


def test_a_seat_sees_all_but_hands_and_stock():
    table = position("3♦ 8♠", "7♣ 7♥ 9♠", "K♥ 8♣", "2♠ 2♥").play("play 3♦")
    view = table.view_words(1)
    pile = view.pop("captured")
    assert [len(part.split()) for part in pile] == [CARDS - 9, 0]
    assert view == {
        "hand": "2♥ 2♠",
        "table": "7♣ 7♥ 9♠",
        "card": "3♦",
        "played": ["", "3♦"],
        "hand_sizes": [2, 1],
        "stock_size": 2,
        "phase": "capture",
        "turn": [0, 1],
        "dealer": [1, 0],
        "scores": [0, 0],
        "hands_to_come": 0,
        "num_players": 2,
    }


@pytest.mark.clause("c11")
def test_all_have_seen_which_cards_came_from_the_hands():
    """Of the two pairs captured only 3♦ was played; 8♣ stays, and is known to be player 1's."""
    table = position("3♦ 8♠", "7♣ 9♠", "A♥ 4♣", "8♣ 2♥").play("play 3♦", "play 8♣")
    for player in range(2):
        assert table.view_words(player)["played"] == ["3♦", "8♣"][:: 1 - 2 * player]
    assert captured(table) == {"3♦", "7♣", "A♥", "9♠"}
    for _ in walk(table := GAME.table(seed=2, num_players=3, hands=2), 2):
        hands = now(table, "hands")
        sizes = [
            len(played.split()) + len(hand.split()) for played, hand in zip(now(table, "played"), hands, strict=True)
        ]
        assert sizes == [8, 8, 8]


@pytest.mark.clause(6)
def test_all_have_seen_what_was_captured():
    table = position("3♦ 8♠", "7♣ 9♠", "A♥ 8♣", "2♠ 2♥", "4♦ 4♥").play("play 3♦")
    assert cards(table.view_words(0)["captured"][0]) == {"3♦", "7♣", "A♥", "9♠"}
    assert cards(table.view_words(1)["captured"][2]) == {"3♦", "7♣", "A♥", "9♠"}
    assert table.view_words(1)["scores"] == [0, 0, 23]


def test_a_match_says_how_many_deals_are_left():
    assert GAME.table(seed=1, hands=3).view_words(0)["hands_to_come"] == 2
    assert GAME.table(seed=1).view_words(0)["hands_to_come"] == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over: the game is over after 1"),
        ({"played": ["8♠", ""]}, "played: "),
        ({"played": ["7♥", "7♥"]}, "played: "),
        ({"phase": "capture"}, "card: it waits"),
        ({"phase": "capture", "card": "4♣"}, "card: it waits only if there is a choice"),
        ({"phase": "capture", "card": "4♣", "table": "6♣ 6♦", "over": True, "hands_over": 1}, "card: none waits"),
        ({"card": "3♣"}, "card: it waits"),
        ({"score": [6000, 0]}, "score: "),
        ({"hands": ["", ""]}, "no action is legal"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(words, problem):
    given = {"hands": ["3♦ 8♠", "2♠ 2♥"], "table": "7♣ 7♥ 9♠"} | words
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given)


def test_a_position_may_have_hands_of_different_sizes_and_a_short_stock():
    table = position("3♦ 8♠ K♥", "7♣ 9♠", "A♥", "2♠", "4♦ 4♥", hands_over=0)
    play_out(table)
    assert now(table, "hands") == ["", "", ""]


# Redealing hidden cards


def test_all_deals_that_a_seat_holds_possible_are_equally_likely():
    """Four unseen cards: one and two in the others' hands, one in the stock."""
    table = position("3♦", "2♦", "9♥", "4♠", "J♠ 6♠", player=2, dealer=2)
    draws = count(compiled=4800, interpreted=240)
    found = Counter()
    for seed in range(draws):
        other = table.redeal(0, seed)
        assert now(other, "hands")[0] == "3♦"
        found[(*now(other, "hands")[1:], now(other, "stock"))] += 1
    assert len(found) == 12
    assert max(abs(number - draws / 12) for number in found.values()) < 5 * np.sqrt(draws / 12)


@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_unknown_cards_are_dealt_evenly(num_players):
    """Each unseen card lies in each hand in proportion to its size, and as often as any other on top of the stock."""
    table = GAME.table(seed=6, num_players=num_players)
    for _ in walk(table, 6, 11):
        pass
    draws = count(compiled=3000, interpreted=60)
    hands, tops = np.zeros((num_players, CARDS)), np.zeros(CARDS)
    for seed in range(draws):
        state = table.redeal(0, seed).state
        hands += state.hands[:num_players]
        tops[state.stock.cards[state.stock.height - 1]] += 1
    sizes = table.state.hands[:num_players].sum(axis=1)
    hidden = table.state.hands[1:num_players].sum(axis=0) > 0
    hidden[table.state.stock.cards[: table.state.stock.height]] = True
    assert (hands[0] == draws * table.state.hands[0]).all()
    for counts, size in [(tops, 1), *((hands[other], sizes[other]) for other in range(1, num_players))]:
        share = size / hidden.sum()
        assert not counts[~hidden].any()
        assert np.abs(counts[hidden] / draws - share).max() < 5 * np.sqrt(share * (1 - share) / draws)
