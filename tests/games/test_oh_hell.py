"""The rules of Oh Hell, clause by clause. Cards that a position does not name are out of play."""

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.games.oh_hell import GAME
from tests.games.even_deals import check_even, others_hands
from tests.playing import count, now
from tests.shown import shown

SUIT_WORDS = "♣♦♥♠"


def playing(*hands, trick=(), turned_up="2♥", options=None, **words):
    """Player 0 leads, or has led, the first trick of the only hand; all have bid 0."""
    size = len(hands[0].split()) + bool(trick)
    given = {"bids": [0] * len(hands), "leader": 0, "player": len(trick), "turned_up": turned_up}
    return GAME.position(
        num_players=len(hands),
        hands=list(hands),
        trick=list(trick),
        options={"hands": 1, "hand_size": size} | (options or {}),
        **given | words,
    )


def bidding(size, *bids, players=4, **options):
    """The players from the dealer's left have bid in the only hand, of a number of cards; the dealer is the last."""
    table = GAME.table(seed=1, num_players=players, dealer=players - 1, hands=1, hand_size=size, **options)
    return table.play(*(f"bid {number}" for number in bids))


def scored(bids, taken, *, options=None, **words):
    """A hand is over in which players have bid and taken so many tricks; player 0 has won the last one, by A♣."""
    size, last = sum(taken), ["A♣", "2♣", "3♣", "4♣", "5♣", "6♣", "7♣"][: len(bids)]
    spare = [card for card in CARD_WORDS[13:CARDS] if card != "2♥"]
    table = playing(
        *last,
        bids=bids,
        tricks=[number - (player == 0) for player, number in enumerate(taken)],
        played=" ".join(spare[: len(bids) * (size - 1)]),
        options={"hand_size": size} | (options or {}),
        **words,
    )
    return table.play(*(f"play {card}" for card in last))


def points(bids, taken, **options):
    return now(scored(bids, taken, options=options), "score")


def match(players, **options):
    """A match of random actions; yields the table before each bid of a hand's first player."""
    table, generator = GAME.table(seed=players, num_players=players, dealer=0, **options), np.random.default_rng(1)
    hands = -1
    while not table.over:
        if now(table, "hands_over") > hands:
            hands = now(table, "hands_over")
            yield table
        table.step(int(generator.choice(np.flatnonzero(table.mask))))


def sizes(players, **options):
    """The number of cards of each hand of a match."""
    found = []
    for table in match(players, **options):
        hands = now(table, "hands")
        assert {len(hand.split()) for hand in hands} == {table.view_words(0)["dealt"]}
        found.append(len(hands[0].split()))
    return found


# The deal


@pytest.mark.clause(1, "c1")
@pytest.mark.parametrize(("players", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_hands_grow_from_one_card_to_the_most_and_fall_again(players, most):
    found = sizes(players)
    assert found == [*range(1, most + 1), *range(most - 1, 0, -1)]
    assert (len(found), sum(found)) == (2 * most - 1, most**2)


@pytest.mark.clause(1)
def test_the_deal_passes_to_the_left():
    assert [(now(table, "dealer"), table.player) for table in match(3, hand_size=2)] == [(0, 1), (1, 2), (2, 0)]


@pytest.mark.clause("c1")
@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 12), (5, 10), (6, 8), (7, 7)])
def test_a_card_is_left_to_turn_up(players, most):
    table = GAME.table(seed=1, num_players=players, hands=1, hand_size=17)
    assert [len(hand.split()) for hand in now(table, "hands")] == [most] * players
    assert len(now(table, "stock").split()) == CARDS - 1 - players * most >= 0


@pytest.mark.clause("c1")
def test_with_down_hands_fall_from_the_most_to_one_card():
    assert sizes(3, sizes="down", hand_size=4) == [4, 3, 2, 1]


@pytest.mark.clause("c1")
def test_hands_is_a_number_of_hands_of_the_same_size():
    assert sizes(3, hands=3, hand_size=5) == [5, 5, 5]
    assert sizes(7, hands=2, sizes="down") == [7, 7]


@pytest.mark.clause(2, "c5")
def test_cards_go_round_from_the_dealers_left_and_the_next_one_turns_up_trumps():
    table = GAME.table(deck=range(CARDS), num_players=3, dealer=1, hands=1, hand_size=5)
    for turn in range(3):
        assert now(table, "hands")[(2 + turn) % 3] == card_words(range(turn, 15, 3))
    assert now(table, "turned_up") == CARD_WORDS[15]
    assert table.view_words(0)["trump"] == "diamonds"
    assert set(now(table, "stock").split()) == set(CARD_WORDS[16:CARDS])


@pytest.mark.clause(2)
def test_nobody_sees_the_cards_out_of_play_or_another_hand():
    table = bidding(5)
    for player in range(4):
        seen = {word for word in str(table.view_words(player)).replace("'", " ").split() if word in CARD_WORDS}
        assert seen == {*now(table, "hands")[player].split(), now(table, "turned_up")}


# The bids


@pytest.mark.clause(3)
def test_each_bids_once_from_the_dealers_left_from_0_to_the_number_of_cards():
    table = GAME.table(seed=1, dealer=1, hands=1, hand_size=5)
    for player in (2, 3, 0):
        assert (table.player, now(table, "phase")) == (player, "bid")
        assert table.legal() == [f"bid {number}" for number in range(6)]
        table.play("bid 2")
    assert table.player == 1
    table.play("bid 2")
    assert (now(table, "phase"), now(table, "bids")) == ("play", [2, 2, 2, 2])


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("size", "bids", "left"),
    [(5, (1, 2, 1), [0, 2, 3, 4, 5]), (1, (0, 0, 0), [0]), (1, (1, 0, 0), [1]), (3, (2, 2, 0), [0, 1, 2, 3])],
)
def test_the_dealer_may_not_make_the_bids_add_up_to_the_number_of_cards(size, bids, left):
    assert bidding(size, *bids).legal() == [f"bid {number}" for number in left]


@pytest.mark.clause(4)
def test_bids_never_add_up_so_never_do_all_make_them():
    for seed in range(count(compiled=200, interpreted=20)):
        for table in match(3 + seed % 5, hands=2, hand_size=1 + seed % 4):
            while now(table, "phase") == "bid":
                table.step(int(np.random.default_rng(seed).choice(np.flatnonzero(table.mask))))
            assert sum(now(table, "bids")) != table.view_words(0)["dealt"]


@pytest.mark.clause("c3")
def test_without_hook_the_dealer_bids_any_number():
    assert bidding(5, 1, 2, 1, hook=False).legal() == [f"bid {number}" for number in range(6)]


# Tricks


@pytest.mark.clause(5)
def test_the_player_to_the_dealers_left_leads_any_card_trumps_too():
    table = bidding(5, 1, 1, 1, 1)
    assert table.player == now(table, "leader") == 0
    assert len(table.legal()) == 5
    assert playing("9♣ A♥", "6♣ K♠", "7♣ 2♠").legal() == ["play 9♣", "play A♥"]


@pytest.mark.clause(6)
def test_the_suit_led_is_followed():
    assert playing("9♣ A♠", "6♣ K♥", "7♣ 2♠").play("play 9♣").legal() == ["play 6♣"]


@pytest.mark.clause(6)
def test_without_the_suit_led_any_card_is_played():
    assert playing("9♣ A♠", "6♦ K♥", "7♣ 2♠").play("play 9♣").legal() == ["play 6♦", "play K♥"]


@pytest.mark.clause(6)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["K♦", "A♦", "Q♦"], 1),
        (["K♦", "A♠", "Q♦"], 0),
        (["K♦", "A♦", "3♥"], 2),
        (["K♦", "9♥", "10♥"], 2),
        (["9♥", "A♦", "2♠"], 0),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led_and_leads_next(cards, winner):
    table = playing(*(f"{card} {other}" for card, other in zip(cards, ("2♣", "3♣", "4♣"), strict=True)))
    table.play(*(f"play {card}" for card in cards))
    assert table.player == now(table, "leader") == winner
    assert now(table, "tricks") == [int(winner == player) for player in range(3)]
    assert set(now(table, "played").split()) == set(cards)


# The score


@pytest.mark.clause(7, "c2")
@pytest.mark.parametrize(("missed", "over", "under"), [("tricks", 3, 1), ("nothing", 0, 0), ("minus", -1, -2)])
def test_an_exact_bid_scores_10_more_and_missed_says_how_a_missed_one_scores(missed, over, under):
    assert points([2, 0, 2], [2, 0, 1], missed=missed)[:2] == [12, 10]
    assert points([2, 1, 3], [3, 1, 1], missed=missed) == [over, 11, under]


@pytest.mark.clause(8)
def test_the_most_points_after_the_last_hand_win():
    table = scored([1, 1, 0], [1, 0, 0], options={"hands": 3, "hand_size": 1}, hands_over=1, score=[0, 11, 5])
    assert (now(table, "hands_over"), table.over) == (2, False)
    table = scored([1, 1, 0], [1, 0, 0], options={"hands": 3, "hand_size": 1}, hands_over=2, score=[0, 22, 0])
    assert (now(table, "score"), table.over, now(table, "truncated")) == ([11, 22, 10], True, False)
    assert now(table, "reward") == pytest.approx([-0.5, 1, -0.5])


@pytest.mark.clause("c4")
def test_players_with_the_same_most_points_share_the_win():
    table = scored([1, 0, 1, 1], [1, 0, 0, 0], options={"hands": 2}, hands_over=1, score=[10, 11, 0, 0])
    assert now(table, "score") == [21, 21, 0, 0]
    assert now(table, "reward") == [0.5, 0.5, -0.5, -0.5]
    assert now(scored([0, 1, 1], [1, 0, 0], options={"missed": "nothing"}), "reward") == [0] * 3


@pytest.mark.parametrize(("players", "most"), [(4, 290), (6, 214), (7, 179)])
@pytest.mark.clause(7)
def test_the_best_total_of_a_match(players, most):
    assert GAME.blank(players)[0]["score_range"] == most


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"hands": 2, "hand_size": 3}, 26),
        ({"hands": 1, "hand_size": 3, "missed": "minus"}, 16),
        ({"sizes": "down"}, 155),
    ],
)
def test_score_rewards_are_shares_of_the_most_points(options, most):
    assert GAME.blank(**options)[0]["score_range"] == most


@pytest.mark.parametrize("missed", ["tricks", "nothing", "minus"])
def test_score_rewards_are_leads_over_the_mean_and_at_most_1(missed):
    table = scored([10, 10, 10, 9], [10, 0, 0, 0], options={"missed": missed}, reward="score")
    score = np.array(now(table, "score"))
    assert score[0] == 20
    lead = score[0] - score.mean()
    assert now(table, "reward")[0] == pytest.approx(lead / (30 if missed == "minus" else 20), abs=1e-6)
    assert 0 < now(table, "reward")[0] <= 1


@pytest.mark.clause(1)
def test_a_match_with_10_cards_takes_players_times_119_steps():
    for players in (3, 4, 5):
        table = GAME.table(seed=1, num_players=players)
        while not table.over:
            table.step(int(table.mask.argmax()))
        assert now(table, "steps") == 119 * players


@pytest.mark.clause(1, 8)
def test_a_match_goes_on_with_points_and_nothing_else_of_the_last_hand():
    table = scored([1, 2, 0], [1, 1, 0], options={"hands": 2}, void=[[0, 0, 0, 1]] * 3)
    assert (now(table, "score"), now(table, "hands_over"), now(table, "phase")) == ([11, 1, 10], 1, "bid")
    assert (now(table, "bids"), now(table, "tricks"), now(table, "played")) == ([None] * 3, [0] * 3, "")
    assert now(table, "void") == [[0] * 4] * 3


# A seat's knowledge


@pytest.mark.clause(6)
def test_a_void_is_seen_by_all():
    table = playing("9♣ A♠", "6♦ K♠", "7♣ 2♠").play("play 9♣", "play 6♦")
    for player in range(3):
        assert table.view_words(player)["void"][(1 - player) % 3] == [1, 0, 0, 0]


def hidden_places(table):
    """Counts of the cards of the others' hands and of those out of play."""
    stock = table.state.stock
    return np.vstack([others_hands(table), np.bincount(stock.cards[: stock.height], minlength=CARDS)])


@pytest.mark.clause(2, 6)
def test_redeals_keep_voids_and_are_equally_likely_with_the_cards_out_of_play():
    """Player 1 has no club, player 2 spades only; six cards are out of play."""
    out = parse_cards("10♣ J♣ 4♦ 9♥ Q♠ K♠")
    named = parse_cards("2♣ 3♦ 5♦ 6♥ 9♠ 10♠ 2♥")
    spare = card_words([card for card in range(CARDS) if card not in {*out, *named}])
    void = [[0] * 4, [1, 0, 0, 0], [1, 1, 1, 0]]
    words = {"void": void, "played": spare, "tricks": [13, 0, 0], "options": {"hand_size": 15}}
    table = playing("2♣ 3♦", "5♦ 6♥", "9♠ 10♠", **words)
    voids = ["♣", "♣♦♥", ""]
    check_even(table, lambda seat, card: SUIT_WORDS[card // 13] not in voids[seat], 40, hidden_places)


@pytest.mark.clause(2)
def test_seven_players_redeal_hands_and_the_two_cards_left():
    table = GAME.table(seed=1, num_players=7, hands=1)
    other = table.redeal(3, seed=2)
    assert now(other, "hands")[3] == now(table, "hands")[3]
    assert now(other, "turned_up") == now(table, "turned_up")
    seen = {word for seed in range(40) for word in now(table.redeal(3, seed), "stock").split()}
    assert len(seen) > 20
    assert not seen & {now(table, "turned_up"), *now(table, "hands")[3].split()}


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over: the game is over after 1, and not before"),
        ({"turned_up": None}, "turned_up: a card is turned up for trumps"),
        ({"options": {"hand_size": 3}}, "stock: 3 cards are dealt to each player, and 42 are out of play"),
        ({"score": [1, 0, 0]}, "score: 0 hands bring 0 to 0 points"),
        ({"bids": [3, 0, 0]}, "bids: all have 2 cards"),
        ({"bids": [0, 0, None]}, "bids: those from the dealer's left"),
        ({"bids": [1, 1, 0]}, "bids: by the hook they do not add up to 2"),
        ({"tricks": [1, 0, 0]}, "tricks: 0 cards have been played"),
        ({"void": [[1, 0, 0, 0]]}, "void: player 0 holds a card of such a suit"),
        ({"player": 1}, "player: it is the turn of player 0"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        playing("9♣ A♠", "6♣ K♠", "7♣ 2♠", **words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"bids": [0, 1, None]}, "bids: those from the dealer's left"),
        ({"leader": 1}, "leader: while players bid it is player 0, and nobody has shown a void"),
        ({"void": [[0, 1, 0, 0]]}, "leader: while players bid it is player 0"),
        ({"trick": ["9♣", None, None], "hands": ["A♠", "6♣ K♠", "7♣ 2♠"]}, "hands: all have 2 cards while"),
    ],
)
def test_impossible_positions_before_the_play_are_refused(words, problem):
    given = {"phase": "bid", "dealer": 2, "player": 1, "bids": [1, None, None]}
    hands = words.pop("hands", ["9♣ A♠", "6♣ K♠", "7♣ 2♠"])
    assert playing("9♣ A♠", "6♣ K♠", "7♣ 2♠", **given).legal() == ["bid 0", "bid 1", "bid 2"]
    with pytest.raises(ValueError, match=problem):
        playing(*hands, options={"hand_size": 2}, **given | words)


# The table


def test_people_see_trumps_and_the_cards_of_the_hand():
    texts = shown(bidding(5, 1))
    assert texts.asks == "Bid the tricks that you will take"
    assert texts.moves[:2] == ["Bid 0", "Bid 1"]
    assert texts.notes["cards in this hand"] == "5"
