"""The rules of Yukon, clause by clause. Cards that a position does not name are on the foundations."""

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards
from cardzoo.envs.games.yukon import GAME

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"


def columns(table):
    """The columns in words, without the empty ones at the right."""
    words = table.words("columns")["columns"]
    while words and not words[-1]:
        words.pop()
    return words


def moves(table):
    """The legal moves between columns."""
    return [words for words in table.legal() if words.startswith("move")]


def homes(table):
    """The legal moves to foundations."""
    return [words for words in table.legal() if words.startswith("home")]


def deck_of(*columns):
    """The written deck that deals these columns."""
    piles = [parse_cards(words) for words in columns]
    rows = [[pile[row] for pile in piles[row:]] for row in range(7)]
    rounds = [[pile[-4 + row] for pile in piles[1:]] for row in range(4)]
    return [CARD_WORDS[card] for row in rows + rounds for card in row]


def play_randomly(table, seed, most_steps=100_000):
    """Yields before each random step."""
    generator = np.random.default_rng(seed)
    while not table.over and table.words("steps")["steps"] < most_steps:
        yield table
        table.step(generator.choice(np.flatnonzero(table.mask)))


# The deal


@pytest.mark.clause(1)
@pytest.mark.clause(2)
def test_cards_are_dealt_row_by_row_then_in_rounds():
    table = GAME.table(deck=PACK)
    assert columns(table) == [
        "A♣",
        "2♣ 8♣ 3♥ 9♥ 2♠ 8♠",
        "3♣ 9♣ A♦ 4♥ 10♥ 3♠ 9♠",
        "4♣ 10♣ 2♦ 6♦ 5♥ J♥ 4♠ 10♠",
        "5♣ J♣ 3♦ 7♦ 10♦ 6♥ Q♥ 5♠ J♠",
        "6♣ Q♣ 4♦ 8♦ J♦ K♦ 7♥ K♥ 6♠ Q♠",
        "7♣ K♣ 5♦ 9♦ Q♦ A♥ 2♥ 8♥ A♠ 7♠ K♠",
    ]


@pytest.mark.clause(1)
def test_the_first_card_of_each_row_and_all_later_ones_are_face_up():
    table = GAME.table(deck=PACK)
    assert table.words("face_down")["face_down"] == [0, 1, 2, 3, 4, 5, 6]
    assert table.view_words(0)["columns"] == [
        "A♣",
        "? 8♣ 3♥ 9♥ 2♠ 8♠",
        "? ? A♦ 4♥ 10♥ 3♠ 9♠",
        "? ? ? 6♦ 5♥ J♥ 4♠ 10♠",
        "? ? ? ? 10♦ 6♥ Q♥ 5♠ J♠",
        "? ? ? ? ? K♦ 7♥ K♥ 6♠ Q♠",
        "? ? ? ? ? ? 2♥ 8♥ A♠ 7♠ K♠",
    ]


@pytest.mark.clause(2)
@pytest.mark.parametrize("seed", range(3))
def test_columns_have_1_and_6_to_11_cards_and_31_are_face_up(seed):
    view = GAME.table(seed).view(0)
    assert view.columns["height"].tolist() == [1, 6, 7, 8, 9, 10, 11]
    assert view.face_down.tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert (view.columns["cards"] >= 0).sum() == 31
    assert view.foundations.tolist() == [0, 0, 0, 0]


# Moves


@pytest.mark.clause(3)
def test_a_card_goes_onto_either_end_card_of_the_other_colour_one_rank_higher():
    table = GAME.position(columns=["K♣", "K♦", "Q♥", "K♥", "K♠"])
    assert moves(table) == ["move Q♥ onto K♣", "move Q♥ onto K♠"]
    assert columns(table.copy().play("move Q♥ onto K♣")) == ["K♣ Q♥", "K♦", "", "K♥", "K♠"]
    assert columns(table.copy().play("move Q♥ onto K♠")) == ["K♣", "K♦", "", "K♥", "K♠ Q♥"]


@pytest.mark.clause(3)
@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("end", "fitting"), [("10♠", "9♦ 9♥"), ("J♥", "10♣ 10♠"), ("K♦", "Q♣ Q♠"), ("2♥", "A♣ A♠"), ("A♣", "")]
)
def test_an_end_card_takes_nothing_else(end, fitting):
    others = " ".join(word for word in CARD_WORDS[:52] if word != end)
    table = GAME.position(columns=[end, others], foundations="")
    onto = [words for words in moves(table) if words.endswith(end)]
    assert onto == [f"move {card} onto {end}" for card in fitting.split()]


@pytest.mark.clause(3)
def test_the_target_must_be_the_end_card_of_its_column():
    table = GAME.position(columns=["Q♥", "K♠ K♣", "K♥"])
    assert moves(table) == ["move K♣ to empty column", "move Q♥ onto K♣"]


@pytest.mark.clause(3)
def test_the_target_must_be_in_another_column():
    table = GAME.position(columns=["Q♥ K♠", "K♥"])
    assert moves(table) == ["move K♠ to empty column"]


@pytest.mark.clause(3)
def test_a_face_down_card_does_not_move():
    words = {"columns": ["J♥ Q♥ K♥", "K♠"]}
    assert "move Q♥ onto K♠" in GAME.position(face_down=[1], **words).legal()
    assert "move Q♥ onto K♠" not in GAME.position(face_down=[2], **words).legal()


@pytest.mark.clause(3)
@pytest.mark.clause(4)
def test_all_that_lies_on_a_card_goes_with_it_in_any_order():
    table = GAME.position(columns=["J♥ Q♥ Q♦ K♥ K♦", "J♠ Q♠ K♠"])
    table.play("move Q♥ onto K♠")
    assert columns(table) == ["J♥", "J♠ Q♠ K♠ Q♥ Q♦ K♥ K♦"]


@pytest.mark.clause(3)
def test_moved_cards_can_be_moved_on_and_moved_onto():
    table = GAME.position(columns=["J♥ Q♥ Q♣", "K♠", "K♥", "J♦ Q♦ K♦ J♠ Q♠ K♣"])
    table.play("move Q♥ onto K♠", "move Q♣ onto K♥", "move J♠ onto Q♥")
    assert columns(table) == ["J♥", "K♠ Q♥ J♠ Q♠ K♣", "K♥ Q♣", "J♦ Q♦ K♦"]


# Face-down cards


@pytest.mark.clause(5)
def test_a_face_down_card_is_turned_up_when_a_move_uncovers_it():
    table = GAME.position(columns=["10♥ J♥ Q♥ K♥", "K♠"], face_down=[2])
    assert table.view_words(0)["columns"][0] == "? ? Q♥ K♥"
    table.play("move Q♥ onto K♠")
    assert table.view_words(0)["columns"][:2] == ["? J♥", "K♠ Q♥ K♥"]
    assert table.words("face_down")["face_down"][0] == 1


@pytest.mark.clause(5)
def test_a_face_down_card_is_turned_up_when_the_card_on_it_goes_home():
    table = GAME.position(columns=["K♥ Q♥", "K♠"], face_down=[1]).play("home Q♥")
    assert table.view_words(0)["columns"][0] == "K♥"
    assert "home K♥" in table.legal()


@pytest.mark.clause(5)
def test_a_turned_up_card_moves_at_once():
    table = GAME.position(columns=["J♥ Q♥ K♥", "K♠ Q♠", "K♣"], face_down=[1])
    table.play("move Q♥ onto K♣", "move J♥ onto Q♠")
    assert columns(table) == ["", "K♠ Q♠ J♥", "K♣ Q♥ K♥"]


@pytest.mark.clause(5)
def test_no_card_is_turned_up_while_a_face_up_card_lies_on_it():
    table = GAME.position(columns=["10♥ J♥ Q♥ K♥", "K♠"], face_down=[1]).play("move Q♥ onto K♠")
    assert table.view_words(0)["columns"][0] == "? J♥"


# Empty columns


@pytest.mark.clause(6)
def test_only_a_king_goes_to_an_empty_column():
    table = GAME.position(columns=["10♥ Q♥ J♥ K♥", "J♠ Q♠ K♠"])
    assert moves(table) == [
        "move K♥ to empty column",
        "move K♠ to empty column",
        "move Q♥ onto K♠",
        "move Q♠ onto K♥",
    ]


@pytest.mark.clause(6)
def test_a_king_takes_what_lies_on_it_to_the_leftmost_empty_column():
    table = GAME.position(columns=["Q♠", "", "J♥ K♥ Q♥ K♠"])
    table.play("move K♥ to empty column")
    assert columns(table) == ["Q♠", "K♥ Q♥ K♠", "J♥"]


@pytest.mark.clause(6)
def test_a_king_moves_only_if_a_column_is_empty():
    words = ["Q♣ K♣", "J♦", "Q♦", "K♦", "J♥"]
    assert "move K♣ to empty column" in GAME.position(columns=[*words, "Q♥ K♥"]).legal()
    assert "move K♣ to empty column" not in GAME.position(columns=[*words, "Q♥", "K♥"]).legal()


# Foundations


@pytest.mark.clause(7)
def test_foundations_start_with_the_ace_and_go_up_in_suit():
    table = GAME.position(columns=["3♠..K♠ 2♠ A♠"])
    for words, foundations in (("home A♠", [13, 13, 13, 1]), ("home 2♠", [13, 13, 13, 2])):
        assert homes(table) == [words]
        table.play(words)
        assert table.view_words(0)["foundations"] == foundations
    assert homes(table) == []


@pytest.mark.clause(7)
def test_a_foundation_takes_no_other_suit():
    table = GAME.position(columns=["2♠..K♠ A♠ A♥", "3♥..K♥ 2♥", "A♦..K♦"])
    assert homes(table) == ["home A♥"]
    assert homes(table.play("home A♥")) == ["home 2♥", "home A♠"]


@pytest.mark.clause(8)
def test_a_card_under_others_does_not_go_home():
    table = GAME.position(columns=["A♠..K♠", "K♥ Q♥"])
    assert homes(table) == ["home Q♥"]


@pytest.mark.clause(9)
def test_an_ace_goes_onto_a_two_and_no_king_onto_an_ace():
    table = GAME.position(columns=["A♥ K♥", "2♠..K♠ A♠", "3♥..Q♥ 2♥"])
    assert moves(table) == [
        "move K♥ to empty column",
        "move K♠ to empty column",
        "move A♠ onto 2♥",
        "move Q♠ onto K♥",
    ]


# The end


@pytest.mark.clause(10)
def test_the_last_card_home_wins():
    table = GAME.position(columns=["K♥ K♠"], score=[50])
    table.play("home K♠")
    assert not table.over
    table.play("home K♥")
    assert table.words("over", "truncated", "reward", "score") == {
        "over": True,
        "truncated": False,
        "reward": [1.0],
        "score": [52],
    }


@pytest.mark.clause(10)
def test_cards_left_and_no_move_lose():
    table = GAME.position(columns=["K♥ J♥ Q♥", "K♠"]).play("home K♠")
    assert table.legal() == []
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause(10)
def test_one_move_left_is_enough_to_go_on():
    table = GAME.position(columns=["K♥ J♥ Q♥", "K♠"]).play("move Q♥ onto K♠")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}


@pytest.mark.clause(10)
def test_a_game_won_from_the_deal():
    deck = deck_of(
        "4♠",
        "9♥ K♠ 10♥ A♣ 6♥ 2♣",
        "4♥ J♥ 8♣ 7♦ Q♣ 4♦ 8♥",
        "4♣ 9♠ A♠ J♦ 6♦ 9♣ A♦ 7♠",
        "K♣ 3♣ K♦ 7♣ K♥ Q♦ 8♦ 3♦ Q♥",
        "5♣ J♠ 5♥ 10♠ 2♦ 7♥ 8♠ 6♣ J♣ 3♥",
        "6♠ 10♦ 2♠ 9♦ A♥ 3♠ Q♠ 5♠ 2♥ 5♦ 10♣",
    )
    # 7♠>8♥ moves a card, K♠> moves a king to an empty column, A♦ goes home.
    game = """
    7♠>8♥ A♦ 2♣>3♥ 5♠>6♥ J♦>Q♠ A♠ J♣>Q♥ 3♥>4♠ 8♦>9♣ 8♥>9♠ 6♦>7♠ 5♦>6♣ 10♥>J♣ Q♦>K♠ Q♠>K♥ 3♠>4♦ A♥ 8♣>9♦ 9♦>10♣
    2♠ 9♠>10♦ 10♣>J♥ 4♣>5♦ K♠> 3♦>4♣ 2♥>3♠ 8♠>9♥ 6♣>7♥ 7♥>8♠ 2♦ 10♠>J♦ 9♥>10♠ K♥> 7♣>8♦ 4♠>5♥ K♦> 6♥>7♣ A♣ Q♣>K♦
    4♦>5♠ J♥>Q♣ 3♣>4♥ Q♥>K♣ 3♦ 2♥ 2♣ 3♠ 3♥ 4♠ 4♣>5♥ 4♦ 5♦ 5♥>6♣ J♠>Q♦ 10♦>J♠ 4♥>5♣ 5♠ 6♠ 5♣>6♥ 3♣ 4♣ 6♣>7♦ 4♥
    6♣>7♥ 5♥ 9♣>10♥ 6♦ 7♠ 5♣ 6♥ 6♣ 7♣>8♥ 7♦ 7♣ 8♦ 8♣ 7♥ 9♣ 8♥ 8♠ 9♦ 9♠ 9♥ 10♣ 10♥ 10♠ 10♦>J♣ 10♦ J♦ J♠ Q♠ J♥ J♣
    Q♣ Q♦ K♠ Q♥ K♥ K♣ K♦
    """
    table = GAME.table(deck=deck)
    for words in game.split():
        assert not table.over
        card, _, onto = words.partition(">")
        where = f"onto {onto}" if onto else "to empty column"
        table.play(f"move {card} {where}" if ">" in words else f"home {card}")
    assert table.words("over", "truncated", "reward", "score") == {
        "over": True,
        "truncated": False,
        "reward": [1.0],
        "score": [52],
    }
    assert columns(table) == []


def test_score_rewards_pay_each_card_home():
    table = GAME.position(columns=["K♥ K♠"], reward="score", score=[50])
    assert table.play("home K♠").words("reward") == {"reward": [round(1 / 52, 6)]}
    assert table.play("home K♥").words("reward") == {"reward": [round(1 / 52, 6)]}


# Choices where the text is silent


@pytest.mark.clause("c1")
def test_no_card_comes_back_from_a_foundation():
    assert GAME.position(columns=["K♣", "K♠"]).legal() == ["home K♣", "home K♠"]


@pytest.mark.clause("c2")
def test_cards_go_home_only_when_the_player_says_so():
    table = GAME.position(columns=["K♥ Q♥", "K♠", "K♣"])
    assert table.legal() == ["home K♣", "home Q♥", "home K♠", "move Q♥ onto K♣", "move Q♥ onto K♠"]
    table.play("move Q♥ onto K♣")
    assert columns(table) == ["K♥", "K♠", "K♣ Q♥"]


@pytest.mark.clause("c3")
def test_a_king_at_the_foot_of_its_column_is_not_moved():
    table = GAME.position(columns=["K♥ Q♥", "K♠ Q♠"])
    assert moves(table) == []
    with pytest.raises(ValueError, match="not legal"):
        table.play("move K♥ to empty column")


@pytest.mark.clause("c3")
def test_a_king_on_a_face_down_card_may_be_moved():
    table = GAME.position(columns=["Q♥ K♥", "K♠ Q♠"], face_down=[1])
    assert moves(table) == ["move K♥ to empty column", "move Q♠ onto K♥"]


@pytest.mark.clause("c4")
def test_the_bound_on_moves_loses():
    table = GAME.position(columns=["Q♥ K♥", "K♠", "K♣"], options={"max_steps": 3})
    table.play("move Q♥ onto K♠", "move Q♥ onto K♣")
    assert not table.over
    table.play("move Q♥ onto K♠")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": True, "reward": [-1.0]}


@pytest.mark.clause("c4")
def test_the_last_move_allowed_can_still_win_or_lose_by_the_rules():
    won = GAME.position(columns=["K♠"], options={"max_steps": 1}).play("home K♠")
    assert won.words("truncated", "reward") == {"truncated": False, "reward": [1.0]}
    lost = GAME.position(columns=["K♥ J♥ Q♥", "K♠"], options={"max_steps": 1}).play("home K♠")
    assert lost.words("truncated", "reward") == {"truncated": False, "reward": [-1.0]}


@pytest.mark.clause("c4")
def test_a_deal_without_a_move_is_lost_at_once():
    deck = deck_of(
        "Q♥",
        "10♠ 9♦ A♥ K♥ Q♠ Q♦",
        "A♣ 8♣ 7♠ 9♠ 3♦ 3♠ 3♥",
        "J♣ 7♥ 6♥ 10♥ 5♠ 3♣ 5♣ 2♥",
        "9♥ 2♣ 4♠ 6♣ 10♦ 10♣ J♥ 4♥ 7♣",
        "A♦ J♦ K♣ Q♣ 2♠ 6♠ K♦ 4♦ 5♥ 2♦",
        "5♦ K♠ 6♦ J♠ A♠ 8♥ 4♣ 8♦ 8♠ 7♦ 9♣",
    )
    table = GAME.table(deck=deck)
    assert table.legal() == []
    assert table.words("over", "reward") == {"over": True, "reward": [-1.0]}


@pytest.mark.clause("c5")
@pytest.mark.parametrize("seed", range(5))
def test_nothing_seen_depends_on_face_down_cards(seed):
    truths = redeals = 0
    for table in play_randomly(GAME.table(seed), seed, most_steps=60):
        other = table.redeal(0, seed)
        assert other.view(0) == table.view(0)
        assert np.array_equal(other.mask, table.mask)
        assert np.array_equal(other.count_cards(), table.count_cards())
        redeals += 1
        truths += columns(other) == columns(table)
    assert truths < redeals / 2


@pytest.mark.clause("c5")
def test_a_face_down_card_may_be_any_of_those_that_are_not_seen():
    table = GAME.table(deck=PACK)
    hidden = {card for words, shown in zip(columns(table), range(7), strict=True) for card in words.split()[:shown]}
    drawn = {columns(table.redeal(0, seed))[1].split()[0] for seed in range(300)}
    assert drawn == hidden


@pytest.mark.clause("c6")
def test_giving_up_is_legal_after_moves_without_a_gain_and_loses():
    table = GAME.position(columns=["J♥ Q♥ K♥", "K♠", "K♣"], options={"give_up_after": 2}, idle=1)
    assert "give up" not in table.legal()
    table.play("home K♠")  # a gain
    assert (table.view(0).idle, table.view(0).give_up_in) == (0, 2)
    table.play("move K♥ to empty column")
    assert "give up" not in table.legal()
    assert (table.view(0).idle, table.view(0).give_up_in) == (1, 1)
    table.play("move Q♥ onto K♣")
    assert (table.view(0).idle, table.view(0).give_up_in) == (2, 0)
    table.play("give up")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause("c6")
def test_to_turn_a_card_up_is_a_gain():
    table = GAME.position(columns=["10♥ J♥ Q♥ K♥", "K♠"], face_down=[2], idle=30).play("move Q♥ onto K♠")
    assert table.view(0).idle == 0


@pytest.mark.clause("c4")
def test_the_view_tells_how_many_moves_are_left():
    table = GAME.position(columns=["Q♥ K♥", "K♠", "K♣"], options={"max_steps": 9}, steps=2)
    assert table.view(0).steps_left == 7
    assert table.play("move Q♥ onto K♠").view(0).steps_left == 6


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"face_down": [0, 3]}, "the end card of a column is face up"),
        ({"face_down": [0, 0, 1]}, "the end card of a column is face up"),
        ({"stock": "A♣"}, "no card is left in the stock"),
        ({"column_of": [*[-1] * 10, 3]}, "column_of does not tell where the face-up cards lie"),
        ({"indexed": 1}, "column_of does not tell where the face-up cards lie"),
        ({"columns": ["Q♥ K♥", "J♠ 3♠ A♠"]}, "a foundation has a card without the one below it"),
    ],
)
def test_impossible_positions_are_refused(changes, message):
    words = {"columns": ["Q♥ K♥", "J♠ Q♠ K♠"], "face_down": [0, 2]} | changes
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


# Over random games


@pytest.mark.parametrize("seed", range(3))
def test_the_columns_and_foundations_are_always_the_pack(seed):
    for table in play_randomly(GAME.table(seed), seed, most_steps=200):
        assert table.count_cards().tolist() == [1] * 52 + [0, 0]
        assert table.words("score")["score"] == [sum(table.view_words(0)["foundations"])]


@pytest.mark.parametrize("seed", range(3))
def test_a_written_position_has_the_moves_of_the_same_position_in_play(seed):
    for table in play_randomly(GAME.table(seed), seed, most_steps=200):
        written = GAME.position(**table.words("columns", "face_down", "idle"))
        assert written.legal() == table.legal()
        assert written.words("column_of") == table.words("column_of")


def test_one_column_can_hold_the_whole_pack():
    deck = deck_of(
        "5♥",
        "6♠ 10♣ 3♠ 4♠ 5♠ 7♥",
        "J♦ Q♣ 9♣ 6♥ A♠ 2♠ K♦",
        "10♦ J♣ Q♦ 8♠ 2♥ 3♥ 4♥ K♣",
        "9♥ 10♠ J♥ Q♠ 7♠ 7♦ 8♦ A♥ K♥",
        "8♥ 9♠ 10♥ J♠ Q♥ 8♣ 4♦ 5♦ 6♦ K♠",
        "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ A♦ 2♦ 3♦ 9♦",
    )
    table = GAME.table(deck=deck)
    table.play("move 8♣ onto 9♦")
    table.play("move Q♥ onto K♠", "move J♠ onto Q♥", "move 10♥ onto J♠", "move 9♠ onto 10♥", "move 8♥ onto 9♠")
    table.play("move 7♠ onto 8♥", "move Q♠ onto K♥", "move J♥ onto Q♠", "move 10♠ onto J♥", "move 9♥ onto 10♠")
    table.play("move 8♠ onto 9♥", "move Q♦ onto K♣", "move J♣ onto Q♦", "move 10♦ onto J♣")
    table.play("move 9♣ onto 10♦", "move Q♣ onto K♦", "move J♦ onto Q♣")
    table.play("move 10♣ onto J♦", "move 6♠ onto 7♥", "move 5♥ onto 6♠")
    assert table.view(0).columns["height"].tolist() == [0, 0, 0, 0, 0, 0, 52]
    assert table.view(0).face_down.tolist() == [0, 0, 0, 0, 0, 0, 6]
