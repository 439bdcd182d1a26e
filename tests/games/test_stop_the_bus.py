"""The rules of Stop the Bus, clause by clause. Cards that a position does not name have not been dealt."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS, RANKS, IllegalAction
from cardzoo.envs.engine.cards import card_words, parse_cards, suit_of
from cardzoo.envs.games.stop_the_bus import BEST, GAME, brag_order, strength_of
from cardzoo.envs.scene import table_scene
from tests.playing import count, now

TABLE = "2♣ 7♦ 9♥"
WORST = ["2♣ 3♦ 5♥", "2♦ 3♥ 5♠", "2♥ 3♠ 5♣"]  # of one sort, the worst hand


def turn(*hands, **words):
    """Player 0 is about to take a card; the others may have no cards in the position if they do not matter."""
    return GAME.position(
        num_players=len(hands),
        hands=list(hands),
        **{"tokens": [3] * len(hands), "table": TABLE, "dealer": -1 % len(hands)} | words,
    )


def last_turn(*hands, **words):
    """Player 0 has the last turn, after player 1's call."""
    return turn(*hands, **{"caller": 1} | words)


def in_order(words):
    """Cards in the table's words."""
    return card_words(sorted(parse_cards(words)))


def worth(words):
    return int(strength_of(*parse_cards(words)))


def show(*hands, **words):
    """Player 0 exchanges nothing in the last turn, and all hands are shown; returns the tokens."""
    taken = words.get("table", "9♣ 9♦ 9♠").split()[0]
    return now(last_turn(*hands, **{"table": "9♣ 9♦ 9♠"} | words).play(f"take {taken}", f"put down {taken}"), "tokens")


def play_randomly(table, seed, calls=0.5):
    """Yields before each action; calls are made with this probability, all else is random."""
    generator = np.random.default_rng(seed)
    while not table.over:
        yield table
        if "call" in table.legal():
            table.play("call" if generator.random() < calls else "go on")
        else:
            table.step(int(generator.choice(np.flatnonzero(table.mask))))


# The deal


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", range(2, 7))
@pytest.mark.parametrize("tokens", [1, 3, 10])
def test_two_to_six_players_have_the_same_number_of_tokens(num_players, tokens):
    assert GAME.players == (2, 6)
    assert now(GAME.table(seed=1, num_players=num_players, tokens=tokens), "tokens") == [tokens] * num_players


@pytest.mark.clause(2, 3, 12)
@pytest.mark.parametrize("num_players", range(2, 7))
def test_three_cards_each_one_by_one_from_the_dealers_left_then_three_on_the_table(num_players):
    cards = [*range(51, -1, -1)]
    words = GAME.table(deck=cards, num_players=num_players, dealer=0).words(
        "hands", "table", "stock", "player", "phase"
    )
    dealt = 3 * num_players
    for player in range(num_players):
        assert parse_cards(words["hands"][player]) == sorted(cards[(player - 1) % num_players : dealt : num_players])
    assert parse_cards(words["table"]) == sorted(cards[dealt : dealt + 3])
    assert parse_cards(words["stock"])[::-1] == cards[dealt + 3 :]
    assert (words["player"], words["phase"]) == (1, "take")


@pytest.mark.clause(2)
def test_a_player_without_tokens_is_dealt_nothing():
    table = last_turn("K♣ K♦ 4♥", "A♣ A♦ 4♦", "Q♣ 8♦ 4♠", "", tokens=[2, 2, 2, 0], dealer=3)
    table.play("take 2♣", "put down 2♣")
    assert now(table, "hands")[3] == ""
    assert [len(hand.split()) for hand in now(table, "hands")] == [3, 3, 3, 0]


# Turns


@pytest.mark.clause(4, 5)
def test_a_turn_is_to_take_a_card_of_the_table_and_to_put_one_in_its_place():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥")
    assert table.legal() == ["take 2♣", "take 7♦", "take 9♥"]
    table.play("take 7♦")
    assert table.legal() == [f"put down {card}" for card in ("A♣", "7♦", "K♦", "4♥")]
    table.play("put down 4♥")
    assert table.words("hands", "table") == {"hands": [in_order("A♣ K♦ 7♦"), in_order("2♠ 3♠ 5♥")], "table": "2♣ 4♥ 9♥"}


@pytest.mark.clause(3)
@pytest.mark.parametrize("num_players", range(2, 7))
def test_the_turn_passes_to_the_left(num_players):
    table = GAME.table(seed=5, num_players=num_players, dealer=num_players - 1)
    for player in [*range(num_players), 0]:
        assert now(table, "player") == player
        table.play(table.legal()[0]).play(table.legal()[0])
        assert (now(table, "player"), table.legal()) == (player, ["call", "go on"])
        table.play("go on")


@pytest.mark.clause(13)
def test_nobody_passes_without_taking_a_card():
    assert all(word.startswith("take ") for word in turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").legal())
    with pytest.raises(IllegalAction):
        turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("go on")
    with pytest.raises(IllegalAction):
        turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("call")


@pytest.mark.clause("c5")
def test_the_card_just_taken_may_be_put_down_again_unless_a_real_exchange_is_asked_for():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("take 7♦", "put down 7♦")
    assert table.words("hands", "table")["hands"][0] == "A♣ K♦ 4♥"
    assert now(table, "table") == TABLE
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥", options={"must_exchange": True}).play("take 7♦")
    assert table.legal() == ["put down A♣", "put down K♦", "put down 4♥"]
    table.play("put down A♣", "go on", "take A♣")
    assert "put down A♣" not in table.legal()
    assert "put down 2♠" in table.legal()


@pytest.mark.clause("c6")
def test_a_turn_takes_one_card_of_the_table():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("take 7♦")
    assert not [word for word in table.legal() if word.startswith("take")]
    assert now(table.play("put down A♣", "go on"), "player") == 1


@pytest.mark.clause(11)
def test_everybody_sees_what_is_taken_and_put_down():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥", "6♠ 8♠ 10♥").play("take 7♦")
    for player in range(3):
        view = table.view_words(player)
        assert (view["taken"], view["known"][-player], view["table"]) == ("7♦", "7♦", "2♣ 9♥")
    table.play("put down 4♥", "go on")
    for player in range(3):
        view = table.view_words(player)
        assert (view["taken"], view["known"][-player], view["laid"][-player], view["table"]) == (
            None,
            "7♦",
            "4♥",
            "2♣ 4♥ 9♥",
        )
    table.play("take 4♥", "put down 4♥", "go on", "take 2♣", "put down 6♠", "go on", "take 9♥", "put down 7♦")
    assert now(table, "known") == ["9♥", "", "2♣"]
    assert now(table, "laid") == ["7♦ 4♥", "4♥", "6♠"]


@pytest.mark.clause(12)
def test_cards_that_were_not_dealt_take_no_part():
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(seed=seed, num_players=6)
        stock, hand = now(table, "stock"), now(table, "hands_over")
        for _ in play_randomly(table, seed, calls=0.1):
            if now(table, "hands_over") != hand:
                break
            assert now(table, "stock") == stock


# The call


@pytest.mark.clause(6, "c7")
def test_one_may_call_at_the_end_of_the_first_turn():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("take 7♦", "put down 4♥")
    assert table.legal() == ["call", "go on"]
    assert table.play("call").words("caller", "player", "phase") == {"caller": 0, "player": 1, "phase": "take"}


@pytest.mark.clause(7, 14, "c7")
@pytest.mark.parametrize("num_players", range(2, 7))
def test_after_the_call_each_opponent_has_one_turn_and_no_call(num_players):
    table = GAME.table(seed=2, num_players=num_players, dealer=0)
    table.play(table.legal()[0]).play(table.legal()[0]).play("call")
    hand = now(table, "hands")[1]
    for turns in range(num_players - 1):
        assert now(table, "player") == (2 + turns) % num_players
        assert now(table, "hands")[1] == hand
        table.play(table.legal()[0])
        assert now(table, "hands_over") == 0
        assert table.legal()[0].startswith("put down ")
        table.play(table.legal()[0])
    assert now(table, "hands_over") == 1
    assert table.words("caller", "turns") == {"caller": None, "turns": 0}


@pytest.mark.clause(17)
def test_of_two_players_one_has_one_turn_more():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥").play("take 7♦", "put down 4♥", "call", "take 2♣", "put down 5♥")
    assert table.words("hands_over", "tokens") == {"hands_over": 1, "tokens": [2, 3]}


@pytest.mark.clause(7)
def test_players_who_are_out_have_no_turn():
    table = turn("A♣ K♦ 4♥", "", "2♠ 3♠ 5♥", "", tokens=[1, 0, 1, 0], dealer=2)
    table.play("take 7♦", "put down 4♥", "call")
    assert now(table, "player") == 2
    assert table.play("take 2♣", "put down 5♥").over


@pytest.mark.clause("c9")
@pytest.mark.parametrize("rounds", [1, 3])
def test_without_a_call_the_hand_ends_after_so_many_turns_of_each(rounds):
    table = GAME.table(seed=4, num_players=3, rounds=rounds)
    for turns in range(3 * rounds):
        assert table.words("hands_over", "turns") == {"hands_over": 0, "turns": turns}
        table.play(table.legal()[0]).play(table.legal()[0]).play("go on")
    assert now(table, "hands_over") == 1
    assert sum(now(table, "tokens")) < 9


@pytest.mark.clause("c9")
def test_turns_without_a_call_are_those_of_players_still_in():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥", "", tokens=[2, 2, 0], options={"rounds": 1}, dealer=1)
    for _ in range(2):
        assert now(table, "hands_over") == 0
        table.play(table.legal()[0]).play(table.legal()[0]).play("go on")
    assert now(table, "hands_over") == 1


@pytest.mark.clause("c9", 7)
def test_a_call_in_the_last_of_these_turns_counts():
    table = GAME.table(seed=4, num_players=2, dealer=1, rounds=1)
    for word in ("go on", "call"):
        table.play(table.legal()[0]).play(table.legal()[0]).play(word)
    assert table.words("hands_over", "player") == {"hands_over": 0, "player": 0}


# Values of hands


@pytest.mark.clause("c1", "c2", "c3", "c4")
@pytest.mark.parametrize(
    "best_first",
    [
        ["3♣ 3♦ 3♥", "A♣ A♦ A♥", "K♣ K♦ K♥", "4♣ 4♦ 4♥", "2♣ 2♦ 2♥", "A♣ 2♣ 3♣"],
        ["A♣ 2♣ 3♣", "Q♦ K♦ A♦", "J♦ Q♦ K♦", "2♦ 3♦ 4♦", "A♣ 2♣ 3♦"],
        ["A♣ 2♣ 3♦", "Q♦ K♣ A♦", "J♦ Q♦ K♣", "2♦ 3♦ 4♠", "K♥ A♥ J♥"],
        ["K♥ A♥ J♥", "A♥ K♥ 10♥", "A♥ K♥ 2♥", "A♥ Q♥ J♥", "5♥ 3♥ 2♥", "A♣ A♦ K♥"],
        ["A♣ A♦ K♥", "A♣ A♦ 2♥", "K♣ K♦ A♥", "K♣ K♦ Q♥", "2♣ 2♦ A♥", "2♣ 2♦ 3♥", "A♣ K♦ J♥"],
        ["A♣ K♦ J♥", "A♣ K♦ 10♥", "A♣ K♦ 2♥", "A♣ Q♦ J♥", "A♣ 4♦ 2♥", "K♣ Q♦ 10♥", "5♣ 3♦ 2♥"],
    ],
)
def test_hands_rank_as_in_brag(best_first):
    worths = [worth(hand) for hand in best_first]
    assert worths == sorted(set(worths), reverse=True)


@pytest.mark.clause("c3")
def test_two_ace_king_is_no_run():
    assert worth("2♣ A♦ K♥") < worth("2♣ 2♦ 3♥")
    assert worth("2♣ A♣ K♣") < worth("2♣ 3♦ 4♥")


@pytest.mark.clause("c1")
@pytest.mark.parametrize("one", ["3♣ 3♦ 3♥", "A♣ 2♣ 3♣", "4♦ 5♦ 6♣", "9♠ 7♠ 2♠", "9♠ 9♣ 2♠", "9♠ 7♣ 2♠"])
def test_suits_do_not_matter_otherwise(one):
    for suits in permutations("♣♦♥♠"):
        assert worth(one.translate(str.maketrans("♣♦♥♠", "".join(suits)))) == worth(one)


@pytest.mark.clause("c1", "c2", "c3", "c4")
def test_all_22100_hands_are_ordered():
    """The comparison is with an order by words: the number of hands of each kind, and each kind above the next."""
    kinds, places = Counter(), {}
    for cards in combinations(range(CARDS), 3):
        ranks = sorted(card % RANKS for card in cards)
        suited = len({suit_of(card) for card in cards}) == 1
        run = ranks in ([0, 11, 12], *([low, low + 1, low + 2] for low in range(11)))
        kind = {1: 5, 2: 1}.get(len(set(ranks)), 4 if run and suited else 3 if run else 2 if suited else 0)
        kinds[kind] += 1
        places.setdefault(kind, set()).add(int(strength_of(*cards)))
    assert sum(kinds.values()) == comb(52, 3) == 22100
    assert [kinds[kind] for kind in range(6)] == [16440, 3744, 1096, 720, 48, 52]
    assert [len(places[kind]) for kind in range(6)] == [274, 156, 274, 12, 12, 13]
    assert sorted(place for found in places.values() for place in found) == [*range(BEST + 1)]
    assert all(max(places[kind]) < min(places[kind + 1]) for kind in range(5))


@pytest.mark.clause("c1")
def test_the_order_of_the_cards_in_a_hand_does_not_matter():
    for ranks in ([0, 1, 2], [12, 0, 11], [3, 3, 7], [2, 2, 2], [0, 4, 12]):
        for suited in (False, True):
            assert len({brag_order(order, suited) for order in permutations(ranks)}) == 1


# Costs of hands


@pytest.mark.clause(8, 15, 16)
def test_the_worst_hand_costs_its_player_one_token():
    assert show("K♣ K♦ 4♥", "A♣ A♦ 4♦", "Q♣ 8♦ 4♠") == [3, 3, 2]
    assert show("K♣ K♦ 4♥", "Q♣ 8♦ 4♠", "A♣ A♦ 4♦", tokens=[1, 2, 1]) == [1, 1, 1]
    assert show("Q♣ 8♦ 4♠", "K♣ K♦ 4♥", "A♣ A♦ 4♦") == [2, 3, 3]


@pytest.mark.clause(8)
def test_the_caller_may_be_the_one_who_pays():
    assert show("K♣ K♦ 4♥", "2♣ 3♦ 5♥") == [3, 2]


@pytest.mark.clause("c8")
def test_all_whose_hands_are_equally_bad_lose_a_token():
    assert show("A♣ A♦ A♥", *WORST[:2]) == [3, 2, 2]
    assert show(WORST[0], "A♣ A♦ A♥", WORST[1], "K♣ K♦ K♥", WORST[2], tokens=[2, 2, 2, 2, 2]) == [1, 2, 1, 2, 1]


@pytest.mark.clause("c8")
@pytest.mark.parametrize("tokens", [1, 3])
def test_if_all_hands_are_equal_nobody_loses_a_token(tokens):
    table = last_turn(*WORST, tokens=[tokens] * 3, table="9♣ 9♦ 9♠").play("take 9♣", "put down 9♣")
    assert table.words("tokens", "hands_over") == {"tokens": [tokens] * 3, "hands_over": 1}
    assert not table.over


@pytest.mark.clause("c8")
def test_a_player_who_is_out_is_not_among_the_worst():
    assert show("A♣ A♦ A♥", WORST[0], "", tokens=[1, 2, 0]) == [1, 1, 0]


@pytest.mark.clause(9, "c10")
@pytest.mark.parametrize(("tokens", "dealer", "next_dealer"), [([3, 3, 3], 1, 2), ([3, 3, 1], 1, 0), ([3, 3, 1], 2, 0)])
def test_the_deal_passes_to_the_next_player_who_is_still_in(tokens, dealer, next_dealer):
    table = last_turn("K♣ K♦ 4♥", "A♣ A♦ 4♦", "Q♣ 8♦ 4♠", tokens=tokens, dealer=dealer, table="9♣ 9♦ 9♠")
    table.play("take 9♣", "put down 9♣")
    words = table.words("dealer", "player", "hands", "stock", "table", "known", "laid", "taken")
    assert words["dealer"] == next_dealer
    left = [player for player in range(3) if now(table, "tokens")[player]]
    assert words["player"] == left[(left.index(next_dealer) + 1) % len(left)]
    assert len(words["stock"].split()) == CARDS - 3 * len(left) - 3
    assert (words["known"], words["laid"], words["taken"]) == ([""] * 3, [""] * 3, None)


@pytest.mark.clause(9)
def test_new_hands_are_shuffled():
    dealt = {
        now(last_turn("K♣ K♦ 4♥", "A♣ A♦ 4♦", seed=seed).play("take 2♣", "put down 2♣"), "hands")[0]
        for seed in range(9)
    }
    assert len(dealt) > 6


@pytest.mark.clause("c10")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(60)} == {0, 1, 2, 3}


# The end of the game


@pytest.mark.clause(10)
def test_the_last_player_in_wins():
    table = last_turn("K♣ K♦ 4♥", "Q♣ 8♦ 4♠", "", tokens=[1, 1, 0], score=[0, 0, 0])
    table.play("take 2♣", "put down 2♣")
    assert table.over
    assert table.words("reward", "score", "truncated") == {
        "reward": [1, -0.5, -0.5],
        "score": [2, 1, 0],
        "truncated": False,
    }


@pytest.mark.clause(10, "c8")
def test_players_who_are_out_together_share_their_place():
    table = last_turn("K♣ K♦ 4♥", *WORST[:2], "", tokens=[1, 1, 1, 0], table="9♣ 9♦ 9♠")
    table.play("take 9♣", "put down 9♣")
    assert now(table, "score") == [3, 1, 1, 0]
    assert now(table, "reward") == [1, *[round(-1 / 3, 6)] * 3]


def test_a_game_is_stopped_after_its_last_hand():
    table = last_turn(
        "K♣ K♦ 4♥", "Q♣ 8♦ 4♠", "A♣ 7♠ 2♠", "", tokens=[1, 1, 1, 0], options={"max_hands": 5}, hands_over=4
    )
    table.play("take 9♥", "put down 9♥")
    assert table.words("truncated", "tokens") == {"truncated": True, "tokens": [1, 0, 1, 0]}
    assert now(table, "reward") == [0.5, -0.5, 0.5, -0.5]
    table = last_turn("K♣ K♦ 4♥", "Q♣ 8♦ 4♠", options={"max_hands": 5}, hands_over=4).play("take 2♣", "put down 2♣")
    assert table.words("truncated", "reward") == {"truncated": True, "reward": [0, 0]}


def test_games_end_with_one_player_in():
    for seed in range(count(compiled=100, interpreted=10)):
        table = GAME.table(seed=seed, num_players=2 + seed % 5)
        tokens = 3 * table.num_players
        for _ in play_randomly(table, seed):
            assert sum(now(table, "tokens")) <= tokens
            tokens = sum(now(table, "tokens"))
        assert sum(tokens > 0 for tokens in now(table, "tokens")) == 1
        assert sorted(now(table, "score"))[-1] == table.num_players - 1


# A seat's view


def test_a_seat_sees_its_own_hand_and_what_lies_open():
    table = turn(
        "A♣ K♦ 4♥", "7♠ 7♥ J♣", "6♠ 8♠ 10♥", tokens=[3, 1, 2], known=["4♥", "", "8♠"], laid=["9♥", "2♣", ""], dealer=2
    )
    view = table.view_words(1)
    assert view == {
        "hand": in_order("7♠ 7♥ J♣"),
        "strength": worth("7♠ 7♥ J♣"),
        "table": TABLE,
        "known": ["", "8♠", "4♥"],
        "laid": ["2♣", "", "9♥"],
        "taken": None,
        "tokens": [1, 2, 3],
        "turn": [0, 0, 1],
        "caller": [0, 0, 0],
        "dealer": [0, 1, 0],
        "last_hands": ["", "", ""],
        "turns_left": 60,
        "hands_left": 200,
        "phase": "take",
    }


@pytest.mark.clause(8)
def test_the_hands_shown_at_the_end_of_the_hand_before_are_seen_with_their_owners():
    hands = ["K♣ K♦ 4♥", "Q♣ 8♦ 4♠", "A♣ A♦ 4♦"]
    table = last_turn(*hands).play("take 2♣", "put down 4♥")
    shown = [in_order("K♣ K♦ 2♣"), *map(in_order, hands[1:])]
    for player in range(3):
        assert table.view_words(player)["last_hands"] == shown[player:] + shown[:player]
    zones = {zone.label: zone.cards for zone in table_scene(table, 1).zones() if zone.id.startswith("last_hands")}
    assert zones == {f"player {player}": tuple(sorted(parse_cards(shown[player]))) for player in range(3)}
    for seed in range(5):
        assert now(table.redeal(1, seed), "last_hands") == shown


def test_a_view_tells_how_many_turns_and_hands_are_left():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥", "", tokens=[2, 2, 0], options={"rounds": 1, "max_hands": 7}, dealer=1)
    for turns, hands in ((2, 7), (1, 7), (2, 6)):
        for player in range(3):
            view = table.view_words(player)
            assert (view["turns_left"], view["hands_left"]) == (turns, hands)
        table.play(table.legal()[0]).play(table.legal()[0]).play("go on")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"known": ["2♠", ""]}, "known must be"),
        ({"taken": "A♣", "phase": "put", "table": "2♣ 7♦"}, "taken one"),
        ({"laid": ["6♠", ""]}, "cards that were laid"),
        ({"laid": ["A♣", ""]}, "cards that were laid"),
        ({"last_hands": ["6♠ 7♠ 8♠", ""]}, "last_hands must be"),
        ({"last_hands": ["6♠ 7♠", ""], "hands_over": 1}, "last_hands must be"),
        ({"last_hands": ["6♠ 7♠ 8♠", "6♠ 7♠ 9♠"], "hands_over": 1}, "last_hands must be"),
        ({"tokens": []}, "two players at least"),
        ({"tokens": [0, 3]}, "two players at least"),
        ({"hands": ["A♣ K♦ 4♥", ""]}, "must have 3 cards"),
        ({"hands": ["A♣ K♦ 4♥ 2♠", "3♠ 5♥ 6♥"]}, "must have 3 cards"),
        ({"table": "2♣ 7♦"}, "on the table"),
        ({"phase": "put"}, "must have 3 cards"),
        ({"phase": "put", "hands": ["A♣ K♦ 4♥ 9♥", "2♠ 3♠ 5♥"], "table": "2♣ 7♦"}, "a card must be taken"),
        ({"caller": 0}, "after the call"),
        ({"caller": 1, "phase": "call"}, "after the call"),
        ({"turns": 40}, "turns must be less"),
        ({"hands_over": 200}, "hands_over: the game is over after 200"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    given = {"hands": ["A♣ K♦ 4♥", "2♠ 3♠ 5♥"], "tokens": [3, 3], "table": TABLE}
    with pytest.raises(ValueError, match=problem):
        GAME.position(num_players=2, **given | words)


def test_player_and_caller_must_be_in():
    for words in ({"player": 1}, {"caller": 1}):
        with pytest.raises(ValueError, match="player and caller"):
            turn("A♣ K♦ 4♥", "", "2♠ 3♠ 5♥", tokens=[1, 0, 1], **words)


def test_with_four_cards_the_strength_is_that_of_the_best_three():
    table = turn("A♣ K♦ 4♥", "2♠ 3♠ 5♥", table="A♦ 7♦ 9♥").play("take A♦")
    assert table.view_words(0)["strength"] == worth("A♣ A♦ K♦")


@pytest.mark.clause(8)
def test_at_the_end_all_hands_are_shown():
    table = last_turn("K♣ K♦ 4♥", "Q♣ 8♦ 4♠", tokens=[1, 1]).play("take 2♣", "put down 2♣")
    assert table.view_words(0)["known"] == [in_order("K♣ K♦ 4♥"), in_order("Q♣ 8♦ 4♠")]


def test_redeals_are_even_over_all_unseen_cards():
    """The other player has four cards, one of them known."""
    table = GAME.position(
        num_players=2,
        hands=["A♣ K♥ 4♥", "5♣ 6♣ 8♣ 2♣"],
        table=["7♦", "9♥"],
        tokens=[3, 3],
        player=1,
        phase="put",
        known=["", "2♣"],
        taken="2♣",
    )
    found = Counter()
    hidden = set(range(CARDS)) - set(parse_cards("A♣ K♥ 4♥ 2♣ 7♦ 9♥"))
    games = count(compiled=6000, interpreted=300)
    for seed in range(games):
        hands = now(table.redeal(0, seed), "hands")
        assert hands[0] == in_order("A♣ K♥ 4♥")
        cards = set(parse_cards(hands[1]))
        assert len(cards) == 4
        assert cards - hidden == set(parse_cards("2♣"))
        found.update(cards & hidden)
    expected = games * 3 / len(hidden)
    assert sum((found[card] - expected) ** 2 / expected for card in hidden) < len(hidden) + 5 * np.sqrt(2 * len(hidden))


def test_redealing_changes_nothing_that_is_seen():
    for seed in range(count(compiled=20, interpreted=3)):
        for table in play_randomly(GAME.table(seed=seed, num_players=2 + seed % 5), seed):
            player = seed % table.num_players
            other = table.redeal(player, seed)
            assert other.view(player).tobytes() == table.view(player).tobytes()
            assert [len(hand.split()) for hand in now(other, "hands")] == [
                len(hand.split()) for hand in now(table, "hands")
            ]
