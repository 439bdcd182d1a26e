"""The rules of Ristiseiska, clause by clause. Cards that a position does not name lie in the rows."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.games.ristiseiska import GAME, GIVE, MOST_SHOWS, MOST_TURNS, PASS
from tests.games.rows import fitting, held
from tests.playing import count, now, walk

PACK = set(CARD_WORDS[:CARDS])
NUMBERS_OF_PLAYERS = range(3, 6)
LATER = 20  # a turn that is not a player's first


def position(*hands, **words):
    """Player 0 has a later turn; all cards lie but those in the hands and those out of play in ``stock``."""
    return GAME.position(num_players=len(hands), hands=hands, **{"turns": LATER} | words)


def rows(layout, *hands, **words):
    """A position with only these cards in the rows; the others are out of play."""
    lying = set(card_words(parse_cards(layout)).split())
    return position(*hands, stock=sorted(PACK - lying - set(" ".join(hands).split())), **words)


def cards(table, name):
    """A field as a set of cards in words, or a list of sets."""
    words = now(table, name)
    return set(words.split()) if isinstance(words, str) else [set(hand.split()) for hand in words]


def sizes(table):
    return [len(hand) for hand in cards(table, "hands")]


def asked(table):
    """The player with the turn, the player to act, and the phase."""
    return now(table, "on_turn"), table.player, now(table, "phase")


def random_games(games, **options):
    """Yields tables before each action of random games."""
    for seed in range(games):
        table = GAME.table(seed=seed, num_players=3 + seed % 3, **options)
        for _ in walk(table, seed):
            yield table


# The deal and the first turns


@pytest.mark.clause(1)
def test_all_cards_are_dealt_one_by_one_from_the_dealers_left():
    hands = now(GAME.table(num_players=5, deck=range(CARDS), dealer=2), "hands")
    for turn in range(5):
        assert hands[(3 + turn) % 5] == card_words(range(turn, CARDS, 5))


@pytest.mark.clause(1, "c10")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_first_players_from_the_dealers_left_have_one_card_more(num_players):
    table = GAME.table(seed=3, num_players=num_players)
    dealer = now(table, "dealer")
    longer = CARDS % num_players
    assert [sizes(table)[(dealer + 1 + turn) % num_players] - CARDS // num_players for turn in range(num_players)] == (
        [1] * longer + [0] * (num_players - longer)
    )


@pytest.mark.parametrize("num_players", [2, 6])
def test_three_to_five_play(num_players):
    with pytest.raises(ValueError, match="must be 3 to 5"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_holder_of_the_seven_of_clubs_starts_with_it(num_players):
    starters = set()
    for seed in range(20):
        table = GAME.table(seed=seed, num_players=num_players)
        assert "7♣" in cards(table, "hands")[table.player]
        assert asked(table) == (table.player, table.player, "turn")
        assert table.legal() == ["play 7♣"]
        starters.add(table.player)
        assert now(table.play("play 7♣"), "layout") == "7♣"
    assert len(starters) == num_players


@pytest.mark.clause(3)
def test_turns_go_to_the_left():
    table = position("K♣ 2♥", "K♦ A♥", "K♥ 3♥", "K♠ 4♥", player=2, on_turn=2)
    for player, card in ((2, "K♥"), (3, "K♠"), (0, "K♣"), (1, "K♦")):
        assert asked(table) == (player, player, "turn")
        table.play(f"play {card}")


@pytest.mark.clause(7, "c2")
def test_a_player_who_cannot_play_in_the_own_first_turn_passes_and_later_begs():
    """Player 0 has begun; player 1 cannot play, player 2 can, and after player 0 player 1 still cannot."""
    table = rows("7♣", "6♣ 5♣ K♥ 2♥", "K♦ Q♦", "8♣ J♦", turns=1, player=1, on_turn=1)
    assert table.legal() == ["pass"]
    table.play("pass")
    assert asked(table) == (2, 2, "turn")
    assert cards(table, "hands")[1] == {"K♦", "Q♦"}
    table.play("play 8♣", "play 6♣")
    assert asked(table) == (1, 0, "give")


@pytest.mark.clause(7, "c2")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_every_player_may_pass_once_at_first_and_never_again(num_players):
    """Nobody but the starter can play."""
    hands = ["7♣ 6♣ 5♣ 4♣", *(f"K{suit} Q{suit} J{suit}" for suit in "♦♥♠♣")][:num_players]
    table = rows("", *hands, turns=0)
    table.play("play 7♣")
    for player in range(1, num_players):
        assert asked(table) == (player, player, "turn")
        assert table.legal() == ["pass"]
        table.play("pass")
    table.play("play 6♣")
    assert asked(table) == (1, 0, "give")


# The rows


@pytest.mark.clause(4, 5, 12, 13)
@pytest.mark.parametrize(
    ("layout", "playable"),
    [
        ("7♣", "6♣ 8♣ 7♦ 7♥ 7♠"),
        ("7♣ 7♥", "6♣ 8♣ 7♦ 6♥ 8♥ 7♠"),
        ("6♣ 7♣", "5♣ 8♣ 7♦ 7♥ 7♠"),
        ("7♣ 8♣", "6♣ 9♣ 7♦ 7♥ 7♠"),
        ("2♣..J♣ 7♠", "A♣ Q♣ 7♦ 7♥ 6♠ 8♠"),
        ("A♣..Q♣ 7♦", "K♣ 6♦ 8♦ 7♥ 7♠"),
        ("2♣..K♣ 7♦", "A♣ 6♦ 8♦ 7♥ 7♠"),
        ("A♣..K♣ A♦..K♦ A♥..K♥ 5♠..9♠", "4♠ 10♠"),
    ],
)
def test_sevens_and_what_is_next_in_a_row_can_be_played(layout, playable):
    """Player 0 holds all cards that are not in the rows, except one for each other player."""
    lying = set(card_words(parse_cards(layout)).split())
    spare = [card for card in ("2♠", "3♠") if card not in lying]
    hand = PACK - lying - set(spare)
    table = position(" ".join(hand), *spare)
    assert [word.removeprefix("play ") for word in table.legal()] == playable.split()
    assert set(table.view_words(1)["fits"].split()) == set(playable.split())


@pytest.mark.clause(5)
def test_a_row_does_not_go_on_beyond_ace_and_king():
    """Neither round the corner nor into another suit."""
    table = rows("7♣..K♣", "A♣ A♦ 6♣ K♦", "2♥ 3♥", "2♠ 3♠")
    assert table.legal() == ["play 6♣"]
    table = rows("A♦..7♦", "K♦ K♣ 8♦", "2♥ 3♥", "2♠ 3♠")
    assert table.legal() == ["play 8♦"]


@pytest.mark.clause(4)
def test_a_played_card_lies_and_is_gone_from_the_hand():
    table = rows("7♣", "8♣ 9♣ K♦", "6♣ 3♥", "2♠ 3♠").play("play 8♣")
    assert now(table, "layout") == "7♣ 8♣"
    assert now(table, "hands")[0] == "9♣ K♦"
    assert cards(table.play("play 6♣"), "layout") == {"6♣", "7♣", "8♣"}


@pytest.mark.clause(6, 14)
def test_a_player_who_can_play_must_play_one_card():
    table = rows("7♣", "8♣ 9♣ K♦", "6♣ 3♥", "2♠ 3♠")
    assert table.legal() == ["play 8♣"]
    assert asked(table.play("play 8♣")) == (1, 1, "turn")


@pytest.mark.clause(6)
def test_nobody_who_can_play_may_pass():
    for table in random_games(count(compiled=30, interpreted=3)):
        if table.mask[PASS]:
            assert now(table, "turns") < table.num_players
            assert table.mask.sum() == 1
            assert not held(table, table.player) & fitting(table)


@pytest.mark.clause("c6")
def test_the_six_and_the_eight_come_in_any_order():
    table = rows("7♣ 7♦", "6♣ 8♦ K♠", "9♦ 2♠", "5♣ 3♠")
    assert table.legal() == ["play 6♣", "play 8♦"]
    assert table.play("play 8♦").legal() == ["play 9♦"]


@pytest.mark.clause("c6")
@pytest.mark.parametrize(
    ("layout", "playable"),
    [
        ("7♣", "6♣"),
        ("6♣ 7♣", "8♣"),
        ("6♣..8♣", "5♣ 9♣"),
        ("5♣..9♣", "4♣ 10♣"),
    ],
)
def test_with_six_before_eight_these_come_in_this_order_before_all_others(layout, playable):
    lying = set(card_words(parse_cards(layout)).split())
    clubs = {card for card in PACK - lying if "♣" in card}
    table = rows(layout, " ".join(clubs), "2♠", "3♠", options={"six_before_eight": True})
    assert table.legal() == [f"play {card}" for card in playable.split()]


@pytest.mark.clause("c7")
@pytest.mark.parametrize("last", ["A♥", "K♥"])
def test_an_ace_or_a_king_brings_no_further_card(last):
    table = position(f"{last} 2♦ A♦", "K♠ A♠", "K♣ A♣").play(f"play {last}")
    assert asked(table) == (1, 1, "turn")


# Begging


@pytest.mark.clause(8, 15, 16, "c3", "c5")
def test_a_player_who_cannot_play_gets_a_card_from_the_right_and_the_turn_ends():
    """Player 1 begs of player 0, who may give what could be played."""
    table = rows("7♣", "8♣ 9♣ 6♣ K♦", "Q♦ K♥ J♦", "5♣ 2♠ 3♠", "4♣ 3♦").play("play 8♣")
    assert asked(table) == (1, 0, "give")
    assert table.legal() == ["give 6♣", "give 9♣", "give K♦"]
    table.play("give 9♣")
    assert now(table, "hands")[:2] == ["6♣ K♦", "9♣ J♦ Q♦ K♥"]
    assert now(table, "layout") == "7♣ 8♣"
    assert asked(table) == (2, 1, "give")  # the card that was given can be given on


@pytest.mark.clause("c3")
def test_a_card_that_was_given_can_be_played_in_the_next_turn():
    table = rows("7♣", "8♣ 9♣ 6♣ K♦", "Q♦ K♥", "7♥ 2♠", "7♠ 3♦").play("play 8♣", "give 9♣")
    assert asked(table) == (2, 2, "turn")
    table.play("play 7♥", "play 7♠", "play 6♣")
    assert table.legal() == ["play 9♣"]


@pytest.mark.clause(15)
def test_the_giver_had_the_turn_before():
    """This holds if that player has more than one card."""
    found = 0
    for table in random_games(count(compiled=20, interpreted=5)):
        if now(table, "phase") == "give":
            before = (now(table, "on_turn") - 1) % table.num_players
            assert table.player == before or sizes(table)[before] == 1
            found += 1
    assert found > count(compiled=30, interpreted=2)


@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("hands", "giver"),
    [
        (["2♣ 3♣", "K♦ K♥", "2♥ 3♥", "2♠ 3♠"], 0),
        (["3♣", "K♦ K♥", "2♥ 3♥", "2♠ 3♠"], 3),
        (["3♣", "K♦ K♥", "2♥ 3♥", "2♠"], 2),
    ],
)
def test_the_last_card_is_not_given_but_one_of_the_next_player_to_the_right(hands, giver):
    """Player 0 plays 8♣, then player 1 begs."""
    table = rows("7♣", f"8♣ {hands[0]}", *hands[1:]).play("play 8♣")
    assert asked(table) == (1, giver, "give")
    assert table.legal() == [f"give {card}" for card in hands[giver].split()]
    table.play(f"give {hands[giver].split()[0]}")
    assert sizes(table)[giver] == 1
    assert sizes(table)[1] == 3


@pytest.mark.clause("c4", 14)
def test_if_all_others_have_a_single_card_the_beggar_gets_none():
    table = rows("7♣", "8♣ K♣", "K♦ K♥", "9♣").play("play 8♣")
    assert asked(table) == (2, 2, "turn")
    assert now(table, "hands") == ["K♣", "K♦ K♥", "9♣"]
    assert now(table, "turns") == LATER + 2


@pytest.mark.clause("c4")
def test_several_beggars_in_turn_may_get_none():
    table = rows("7♣", "8♣ 9♣", "K♦", "K♥", "K♠").play("play 8♣")
    assert asked(table) == (0, 0, "turn")
    assert now(table, "turns") == LATER + 4
    assert now(table, "hands") == ["9♣", "K♦", "K♥", "K♠"]


FALSELY = {"options": {"false_begging": True}}


@pytest.mark.clause(10, "c1")
def test_a_player_who_begs_though_able_to_play_gets_a_card_from_each_other_player():
    """From the right, but nobody's last card; then the next player has the turn."""
    table = rows("7♣", "8♣ 9♣", "6♣ 7♦ Q♦", "K♥", "5♣ 2♠ 3♠", player=0, **FALSELY)
    assert table.legal() == ["play 8♣", "beg"]
    table.play("beg")
    assert asked(table) == (0, 3, "fine")
    assert table.legal() == ["give 5♣", "give 2♠", "give 3♠"]
    table.play("give 2♠")
    assert asked(table) == (0, 1, "fine")
    table.play("give Q♦")
    assert now(table, "hands") == ["8♣ 9♣ Q♦ 2♠", "6♣ 7♦", "K♥", "5♣ 3♠"]
    assert asked(table) == (1, 1, "turn")
    assert now(table, "turns") == LATER + 1
    assert table.view_words(2)["lacks"] == [""] * 4


@pytest.mark.clause(10, "c1")
def test_nobody_begs_falsely_without_the_option_or_in_the_first_turn_or_where_nobody_can_give():
    hands = "8♣ 9♣", "6♣ 7♦ Q♦", "K♥ 2♥"
    assert rows("7♣", *hands).legal() == ["play 8♣"]
    assert rows("7♣", *hands, turns=2, on_turn=0, **FALSELY).legal() == ["play 8♣"]
    assert rows("7♣", "8♣ 9♣", "6♣", "K♥", **FALSELY).legal() == ["play 8♣"]


@pytest.mark.clause("c1")
def test_with_false_begging_who_cannot_play_begs_as_ever():
    table = rows("7♣", "8♣ 9♣", "K♦ Q♦", "K♥ 2♥", **FALSELY).play("play 8♣")
    assert asked(table) == (1, 2, "give")


@pytest.mark.clause(10, "c1")
@pytest.mark.parametrize("strict", [False, True])
def test_nobody_begs_who_can_play(strict):
    found = 0
    for table in random_games(count(compiled=15, interpreted=4), six_before_eight=strict):
        beggar = now(table, "on_turn")
        if now(table, "phase") == "give":
            assert now(table, "turns") >= table.num_players
            assert not held(table, beggar) & fitting(table)
            assert set(np.flatnonzero(table.mask)) == {GIVE + card for card in held(table, table.player)}
            found += 1
        elif now(table, "turns") >= table.num_players:
            assert set(np.flatnonzero(table.mask)) == held(table, beggar) & fitting(table) != set()
    assert found > count(compiled=30, interpreted=2, checked=8)


@pytest.mark.clause(14, 16)
def test_in_a_turn_one_card_is_played_or_changes_hands_or_none():
    for seed in range(count(compiled=8, interpreted=3)):
        table = GAME.table(seed=seed, num_players=3 + seed % 3)
        for action in walk(table.copy(), seed):
            before, lying, player, beggar = (
                sizes(table),
                len(cards(table, "layout")),
                table.player,
                now(table, "on_turn"),
            )
            table.step(action)
            after = sizes(table)
            change = [after[seat] - before[seat] for seat in range(table.num_players)]
            if action == PASS:
                assert change == [0] * table.num_players
            elif action >= GIVE:
                assert (change[player], change[beggar]) == (-1, 1)
                assert sum(map(abs, change)) == 2
            else:
                assert change[player] == sum(change) == -1
            assert len(cards(table, "layout")) == lying + (action < GIVE)


@pytest.mark.clause(17)
@pytest.mark.parametrize("strict", [False, True])
def test_all_52_cards_are_in_hands_or_rows(strict):
    for table in random_games(count(compiled=8, interpreted=3), six_before_eight=strict):
        assert sum(sizes(table)) + len(cards(table, "layout")) == CARDS
        assert set.union(*cards(table, "hands"), cards(table, "layout")) == PACK


# The end


@pytest.mark.clause(11)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_first_player_without_cards_wins(num_players):
    hands = ["K♦ Q♦", "K♥", "K♠ Q♠", "K♣ J♣", "A♣ A♦"][:num_players]
    table = position(*hands, player=1, on_turn=1).play("play K♥")
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "reward") == [
        1 if player == 1 else round(-1 / (num_players - 1), 6) for player in range(num_players)
    ]


@pytest.mark.clause("c8")
def test_the_others_rank_by_the_cards_they_have_left():
    table = position("K♦", "K♥ A♥ 2♥", "K♠", "K♣ A♣").play("play K♦")
    assert now(table, "score") == [0, -3, -1, -2]
    assert table.ranks() == [1, 4, 2, 3]
    assert now(table, "reward") == [1, *[round(-1 / 3, 6)] * 3]


@pytest.mark.clause(9, "c9")
def test_nobody_wins_by_giving():
    for seed in range(count(compiled=30, interpreted=6)):
        table = GAME.table(seed=seed, num_players=3 + seed % 3)
        last = None
        for action in walk(table, seed):
            last = action
            assert now(table, "phase") == "turn" or sizes(table)[table.player] > 1
        assert last < GIVE
        assert min(sizes(table)) == 0


def test_games_are_stopped_after_the_last_turn_allowed():
    """Passing, playing and begging in vain all count."""
    for turns in (1, 2, 7, 30):
        for seed in range(count(compiled=10, interpreted=2)):
            table = GAME.table(seed=seed, max_turns=turns)
            for _ in walk(table, seed):
                assert now(table, "turns") < turns
            assert now(table, "truncated")
            assert now(table, "turns") == turns - 1


def test_a_turn_in_which_a_card_is_given_can_be_the_last_one():
    table = rows("7♣", "8♣ 9♣ 6♣", "Q♦ K♥", "5♣ 2♠", options={"max_turns": LATER + 2}).play("play 8♣")
    assert not table.over
    assert now(table.play("give 9♣"), "truncated")
    assert now(table, "hands") == ["6♣", "9♣ Q♦ K♥", "5♣ 2♠"]


def test_a_turn_without_a_gift_can_be_the_last_one():
    table = rows("7♣", "8♣ K♣", "K♦ K♥", "9♣", options={"max_turns": LATER + 2}).play("play 8♣")
    assert now(table, "truncated")


def test_in_a_stopped_game_the_fewest_cards_win():
    table = position("K♦ A♦", "K♥ A♥", "K♠", "K♣ A♣", options={"max_turns": LATER + 1}).play("play K♦")
    assert now(table, "truncated")
    assert now(table, "score") == [-1, -2, -1, -2]
    assert now(table, "reward") == [0.5, -0.5, 0.5, -0.5]


def test_a_stopped_game_brings_nothing_if_all_have_equally_many_cards():
    table = position("K♦ A♦", "K♥", "K♠", options={"max_turns": LATER + 1}).play("play K♦")
    assert now(table, "truncated")
    assert now(table, "reward") == [0, 0, 0]


def test_a_game_that_the_last_turn_decides_is_not_stopped():
    table = position("K♦", "K♥ A♥", "K♠", options={"max_turns": LATER + 1}).play("play K♦")
    assert table.over
    assert not now(table, "truncated")


def test_random_games_end_long_before_the_bound():
    for seed in range(count(compiled=60, interpreted=4)):
        table = GAME.table(seed=seed, num_players=3 + seed % 3)
        for _ in walk(table, seed):
            pass
        assert table.over
        assert now(table, "turns") < MOST_TURNS / 4


# A seat's view


def test_a_seat_sees_its_own_hand_the_rows_and_how_many_cards_others_hold():
    view = position("K♦ A♦", "K♥ A♥", "K♠", "K♣ A♣ 2♣", player=2, on_turn=2).view_words(1)
    assert view["hand"] == "A♥ K♥"
    assert set(view["layout"].split()) == PACK - {"K♦", "A♦", "K♥", "A♥", "K♠", "K♣", "A♣", "2♣"}
    assert view["hand_sizes"] == [2, 1, 3, 2]
    assert view["on_turn"] == [0, 1, 0, 0]
    assert view["asked"] == [0, 1, 0, 0]
    assert (view["turns"], view["turns_left"], view["shows_left"]) == (LATER, MOST_TURNS - LATER, MOST_SHOWS)
    assert view["phase"] == "turn"
    assert view["known"] == view["lacks"] == [""] * 4


@pytest.mark.parametrize(("strict", "fits"), [(False, "6♣ 8♣ 5♦ 8♦ 7♥ 7♠"), (True, "6♣ 8♦ 7♥ 7♠")])
def test_a_seat_sees_what_can_be_played_by_anybody(strict, fits):
    table = rows("7♣ 7♦ 6♦", "6♣ A♦", "K♥ A♥", "K♠ A♠", options={"six_before_eight": strict})
    assert table.view_words(1)["fits"] == fits


def test_all_know_who_holds_the_seven_of_clubs_before_it_is_played():
    table = GAME.table(seed=5)
    starter, other = table.player, (table.player + 1) % 4
    assert table.view_words(other)["known"] == ["", "", "", "7♣"]
    assert table.view_words(other)["lacks"] == ["", "7♣", "7♣", ""]
    assert table.view_words(starter)["known"] == table.view_words(starter)["lacks"] == [""] * 4
    for seed in range(10):
        assert "7♣" in cards(table.redeal(other, seed), "hands")[starter]
    assert table.play("play 7♣").view_words(other)["known"] == [""] * 4


def test_a_seat_sees_who_begged_of_whom():
    table = rows("7♣", "8♣ 9♣ 6♣", "Q♦ K♥", "7♥ 2♠", "7♠ 3♠").play("play 8♣")
    assert table.view_words(2)["asked"] == [0, 0, 1, 0]
    assert table.view_words(2)["on_turn"] == [0, 0, 0, 1]
    table.play("give 6♣")
    for seat in range(4):
        begged = table.view_words(seat)["begged"]
        assert begged[(1 - seat) % 4][-seat % 4] == 1
        assert sum(map(sum, begged)) == 1
    assert table.view_words(0)["shows_left"] == MOST_SHOWS - 1


def thinks(table, name, witness, player):
    """A seat's knowledge of another player's hand: the cards of a field, such as those lacking, as a set."""
    return set(table.view_words(witness)[name][(player - witness) % table.num_players].split())


@pytest.mark.clause(6, 7)
def test_a_player_who_passes_shows_a_lack_of_all_cards_that_can_be_played():
    table = rows("7♣", "9♣ K♥ 2♥", "K♦ Q♦", "6♣ J♦", turns=1, player=1, on_turn=1).play("pass")
    assert table.view_words(0)["lacks"] == ["", "6♣ 8♣ 7♦ 7♥ 7♠", ""]
    assert table.view_words(2)["lacks"] == ["", "", "8♣ 7♦ 7♥ 7♠"]  # without those that seat 2 holds itself
    assert table.view_words(1)["lacks"] == ["", "", ""]


@pytest.mark.clause(6, 8)
def test_a_beggar_shows_to_hold_no_card_that_can_be_played():
    table = rows("7♣", "8♣ 5♣ K♥ 2♥", "K♦ Q♦", "6♣ J♦").play("play 8♣")
    assert asked(table) == (1, 0, "give")
    assert table.view_words(2)["lacks"] == ["", "", "9♣ 7♦ 7♥ 7♠"]
    assert table.view_words(0)["lacks"] == ["", "6♣ 9♣ 7♦ 7♥ 7♠", ""]


def test_with_six_before_eight_a_beggar_may_still_hold_the_eight():
    table = rows("7♣", "7♦ 5♣ K♥", "K♦ Q♦", "6♣ J♦", options={"six_before_eight": True}).play("play 7♦")
    assert thinks(table, "lacks", 0, 1) == {"6♣", "6♦", "7♥", "7♠"}


def test_a_beggar_without_a_gift_shows_it_too():
    table = rows("7♣", "8♣ K♣", "K♦ K♥", "9♣").play("play 8♣")
    assert table.view_words(0)["lacks"] == ["", "6♣ 9♣ 7♦ 7♥ 7♠", ""]


def test_a_beggar_may_have_got_any_card_that_the_giver_may_have_held():
    """Players 0, 1 and 2 beg one after the other: 9♦ goes from player 3 to 0 and on to 1."""
    table = rows("7♣..9♣", "K♦ 2♥", "K♥ J♦", "K♠ Q♦", "10♣ 9♦ A♥", player=3, on_turn=3).play("play 10♣")
    shown = {"6♣", "J♣", "7♦", "7♥", "7♠"}
    assert asked(table) == (0, 3, "give")
    assert thinks(table, "lacks", 2, 0) == shown
    table.play("give 9♦")
    assert asked(table) == (1, 0, "give")
    assert thinks(table, "lacks", 2, 0) == set()  # nothing was known of player 3
    assert thinks(table, "lacks", 3, 0) == shown  # that player knows the given card
    assert thinks(table, "lacks", 2, 1) == shown
    table.play("give 9♦")
    assert thinks(table, "lacks", 2, 1) == set()
    assert thinks(table, "lacks", 0, 1) == shown
    assert thinks(table, "lacks", 3, 1) == shown  # player 0 had none of these to give


def test_giver_and_taker_know_the_card_and_the_others_do_not():
    table = rows("7♣", "8♣ 9♣ 6♣", "Q♦ K♥", "7♥ 2♠", "7♠ 3♠").play("play 8♣", "give 6♣")
    assert thinks(table, "known", 0, 1) == {"6♣"}
    assert "6♣" in thinks(table, "lacks", 0, 2)
    assert "6♣" in now(table, "hands")[1]
    assert [table.view_words(player)["known"] for player in (1, 2, 3)] == [[""] * 4] * 3
    assert not any("6♣" in place for player in (1, 2, 3) for place in table.view_words(player)["lacks"])


def test_a_card_that_was_given_is_known_until_its_holder_gives():
    """Player 0 gives K♦ to player 1, who then gives J♥ to player 2."""
    table = rows("7♣", "8♣ 9♣ K♦", "J♥ 10♣", "2♠ 4♦", "7♠ 3♠").play("play 8♣", "give K♦")
    assert "K♦" in thinks(table, "known", 0, 1)
    table.play("give J♥")
    assert "K♦" not in thinks(table, "known", 0, 1) | thinks(table, "lacks", 0, 1) | thinks(table, "lacks", 0, 2)
    assert "K♦" in thinks(table, "lacks", 0, 3)
    assert "J♥" in thinks(table, "known", 1, 2)
    assert "J♥" not in thinks(table, "known", 0, 2)


def test_a_card_that_was_given_is_not_known_any_more_when_it_lies():
    table = rows("7♣", "8♣ 9♣ 6♣ K♣", "Q♦ K♥", "7♥ 2♠", "7♠ 3♠").play("play 8♣", "give 6♣", "play 7♥", "play 7♠")
    assert thinks(table, "known", 0, 1) == {"6♣"}
    table.play("play 9♣", "play 6♣")
    assert not any("6♣" in place for name in ("known", "lacks") for place in table.view_words(0)[name])


def test_the_last_possible_holder_of_a_card_is_known():
    """Player 0 gave 6♠ to player 1, who gave a card to player 2 and begs again when 7♠ lies."""
    hands = "8♣ 9♣ 6♠ K♣ Q♣", "J♥ Q♥", "2♠ 4♦", "7♠ 3♠"
    table = rows("7♣", *hands).play("play 8♣", "give 6♠", "give 6♠", "play 7♠")
    assert "6♠" in thinks(table, "lacks", 0, 3)
    assert "6♠" not in thinks(table, "known", 0, 2)
    table.play("play 9♣")
    assert asked(table) == (1, 0, "give")
    assert "6♠" in thinks(table, "known", 0, 2)


def check_memories(table):
    """The seats' beliefs are true."""
    hands = cards(table, "hands")
    for witness in range(table.num_players):
        for player in set(range(table.num_players)) - {witness}:
            assert thinks(table, "known", witness, player) <= hands[player]
            assert not thinks(table, "lacks", witness, player) & hands[player]


@pytest.mark.parametrize("strict", [False, True])
def test_the_knowledge_of_seats_is_true(strict):
    for place, table in enumerate(random_games(count(compiled=6, interpreted=3), six_before_eight=strict)):
        if place % 4 == 0:
            check_memories(table)


# Redealing hidden cards


def test_redealing_keeps_memories_true_and_who_is_to_play_able_to():
    """The memories are those of all seats, as the gifts are redealt too."""
    changed = 0
    for place, table in enumerate(random_games(count(compiled=12, interpreted=3))):
        if place % count(compiled=7, interpreted=40) == 0 and now(table, "turns") > 10:
            other = table.redeal(place % table.num_players, place)
            check_memories(other)
            assert other.mask[PASS] == 0
            assert now(table, "phase") == "turn" or not held(other, now(other, "on_turn")) & fitting(other)
            shows = now(table, "shows")
            changed += now(table, "gifts")[:shows] != now(other, "gifts")[:shows]
    assert changed


def test_redealing_keeps_what_the_seat_has_given():
    table = rows("7♣", "8♣ 9♣ 6♣", "Q♦ K♥", "7♥ 2♠", "7♠ 3♠").play("play 8♣", "give 6♣")
    draws = count(compiled=20, interpreted=5)
    hands = [cards(table.redeal(0, seed), "hands") for seed in range(draws)]
    assert all("6♣" in hand[1] for hand in hands)
    assert any("6♣" not in cards(table.redeal(2, seed), "hands")[1] for seed in range(draws))


def worlds(table, player, plays):
    """The table after these plays, and counts of deals with gifts by the resulting hands, given the player's view."""
    others = [seat for seat in range(table.num_players) if seat != player]
    hidden = sorted(set.union(*(held(table, seat) for seat in others)))
    moves, truth = [], table.copy()
    for words in plays:
        moves.append((asked(truth), GAME.actions.parse(words)))
        truth.play(words)

    def share(seats, left):
        if not seats:
            yield {}
            return
        for hand in combinations(left, int(table.state.hands[seats[0]].sum())):
            for rest in share(seats[1:], [card for card in left if card not in hand]):
                yield {seats[0]: hand} | rest

    def follow(other, step):
        if asked(other) != (moves[step][0] if step < len(moves) else asked(truth)):
            return
        if step == len(moves):
            found[str(now(other, "hands"))] += 1
            return
        is_hidden = now(other, "phase") == "give" and player not in (other.player, now(other, "on_turn"))
        for action in np.flatnonzero(other.mask) if is_hidden else [moves[step][1]]:
            if other.mask[action]:
                after = other.copy()
                after.step(int(action))
                follow(after, step + 1)

    found = Counter()
    for hands in share(others, hidden):
        other = table.copy()
        for seat, hand in hands.items():
            other.state.hands[seat] = 0
            other.state.hands[seat, list(hand)] = 1
        other.refresh()
        follow(other, 0)
    return truth, found


ENDGAMES = [
    (  # player 3 gives player 2 a card, and then player 2 gives player 3 one
        ["2♥ 8♥ 9♥", "K♦ 10♥ J♥", "A♦ A♥ Q♥", "A♣ 2♣ K♥"],
        1,
        ["play 8♥", "play K♦", "play A♦", "play 2♣", "play 9♥", "play 10♥", "give A♣", "give A♥"],
        12,
    ),
    (  # player 3 gives 2♥ to player 0, who gives it or another card to player 1
        ["K♣ K♦ Q♥", "Q♦ A♥ K♥", "A♦ 3♥ J♥", "10♦ J♦ 2♥"],
        3,
        ["play K♣", "give K♦", "play A♦", "play 10♦", "give 2♥", "give Q♥"],
        6,
    ),
    (  # players 2 and 0 give each other a card three times, and player 1 sees none of them
        ["A♠ Q♣ A♦", "2♣ K♥ A♣ Q♦", "K♦ K♣ K♠ J♣"],
        1,
        ["play A♠", "play 2♣", "play K♠", "play A♦", "play Q♦", "play K♦", "give J♣", "play A♣", "give J♣", "give J♣"],
        3,
    ),
    (["K♣ Q♥ 2♥", "A♣ K♥ 3♥", "K♦ Q♦ 4♥"], 2, ["play K♣", "play A♣", "play Q♦"], 3),
    (["K♣ 3♦ 2♥", "A♥ 2♦ 3♥", "K♦ Q♦ 4♥"], 2, ["play K♣", "give 3♦", "play Q♦"], 4),
]


@pytest.mark.parametrize(("hands", "player", "plays", "number"), ENDGAMES)
def test_all_deals_with_all_gifts_that_fit_are_equally_likely(hands, player, plays, number):
    """Hands are as likely as there are deals and gifts that lead to them."""
    table, found = worlds(position(*hands), player, plays)
    assert len(found) == number
    draws = count(compiled=800, interpreted=8)
    drawn = Counter(str(now(table.redeal(player, seed), "hands")) for seed in range(draws))
    assert set(drawn) <= set(found)
    for deal, ways in found.items():
        share = ways / sum(found.values())
        assert abs(drawn[deal] - share * draws) < 5 * np.sqrt(share * (1 - share) * draws) + 0.01 * draws


def test_unknown_cards_are_dealt_evenly():
    """Each card of the others lies with each of them in proportion to the hand."""
    table = GAME.table(seed=4, num_players=5)
    table.play("play 7♣")
    seat = (table.player + 1) % 5
    draws = count(compiled=1000, interpreted=10)
    hands = np.zeros((5, CARDS))
    for seed in range(draws):
        hands += table.redeal(seat, seed).state.hands
    hidden = table.state.hands[[other for other in range(5) if other != seat]].sum(axis=0) > 0
    for other in set(range(5)) - {seat}:
        share = table.state.hands[other].sum() / hidden.sum()
        spread = np.sqrt(share * (1 - share) / draws)
        assert np.abs(hands[other, hidden] / draws - share).max() < 5 * spread


@pytest.mark.parametrize("seed", range(count(compiled=6, interpreted=2)))
def test_redealing_keeps_who_could_play_and_who_could_not_where_some_begged_falsely(seed):
    table = GAME.table(seed=seed, num_players=3 + seed % 3, false_begging=True)
    for place, _ in enumerate(walk(table, seed, 60)):
        if place % 20 == 19:
            table.copy().set_position(table.redeal(place % table.num_players, place).words())


# Written positions


def test_memories_that_a_position_leaves_out_are_filled_in():
    table = rows("7♣", "8♣ 9♣ 6♣", "Q♦ K♥", "7♥ 2♠", "7♠ 3♠").play("play 8♣", "give 6♣")
    words = table.words()
    table.set_position({name: value for name, value in words.items() if name != "ruled_out"})
    assert table.words() == words


HANDS = "8♣ 9♣", "6♣ 5♣", "K♥ 2♥", "K♠ 2♠"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 2}, "the turn of the player in on_turn"),
        ({"phase": "give"}, "the next one with more than one card gives"),
        ({"phase": "give", "player": 3}, "has shown that no card fits"),
        ({"phase": "fine", "player": 3}, "nobody pays here"),
        ({"hands": ["9♣", "6♣ 5♣", "K♥ 2♥", "K♠ 2♠"]}, "phase: a player who cannot play begs"),
        ({"hands": ["8♣ 9♣", "", "K♥ 2♥", "K♠ 2♠"]}, "has won"),
        ({"turns": MOST_TURNS - 1, "options": {"max_turns": 30}}, "has been stopped"),
        ({"turns": 0}, "is played in the first one"),
        ({"shows": 1, "show_turns": [18], "gifts": [52 * 1 + 8]}, "did not get"),
        (
            {"shows": 1, "show_turns": [18], "gifts": [260], "hands": ["8♣", "7♦", "7♥ K♥", "K♠"]},
            "held a card that fitted",
        ),
        ({"played_in": [None] * 5 + [3]}, "lies in a row"),
        ({"ruled_out": [[1] * 52]}, "something else has been shown"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        rows("7♣", *words.get("hands", HANDS), **{name: words[name] for name in words if name != "hands"})
