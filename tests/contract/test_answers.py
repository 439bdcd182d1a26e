"""Parsing of answers: those without a decision name no move, and decisions are found in any wording."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.language import UnfitAnswer, read_answer


@pytest.fixture(scope="module")
def table():
    """A turn of Getaway in which the player may take a hand or decline."""
    table = find_game("getaway").table(seed=3, num_players=4)
    while table.legal() != ["take hand", "decline"]:
        table.step(int(table.mask.argmax()))
    return table


@pytest.mark.parametrize(
    "answer",
    [
        "<think>First, consider take hand. It could be bad because",
        "<think>\nCandidates: take hand\nI must think about decline too. So what does the",
        "<THINKING>[take hand]",
        "[THINK]take hand",
        "<think>well</think>[decline]<think>Or rather take hand",
        pytest.param(f"<think>take hand{' and so on' * 10_000}\ntake hand", id="long"),
    ],
)
def test_a_thought_without_end_names_no_move(table, answer):
    with pytest.raises(UnfitAnswer, match=r"(?i)the answer ends within .think.*before it names a move; legal: "):
        read_answer(table.game.actions, table.mask, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "I will not take hand.",
        "[do not take hand]",
        "{never take hand}",
        "I won't take hand",
        "I refuse to take hand!",
        "Should I decline?\nI cannot take hand.",
        "decline\nBetter not, take hand would not be good",
    ],
)
def test_a_refusal_of_a_move_is_not_that_move(table, answer):
    with pytest.raises(UnfitAnswer, match="is what you will not do"):
        read_answer(table.game.actions, table.mask, answer)


@pytest.mark.parametrize("answer", ["[take hand]. Final answer: [I give up]", "take hand [?]", "[take hand] [play A♠]"])
def test_the_last_brackets_count_even_if_they_name_no_legal_move(table, answer):
    with pytest.raises(UnfitAnswer, match=r"names no move|is not legal now"):
        read_answer(table.game.actions, table.mask, answer)


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("<think>take hand is tempting, [take hand]</think>decline", "decline"),
        ("take hand is tempting.</think>\n[decline]", "decline"),
        ("Not a good hand, so I decline", "decline"),
        ("I decline because I do not want more cards", "decline"),
        ("I do not know. [decline]", "decline"),
        ("decline\nI do not want more cards.", "decline"),
        ("[take hand] or [decline]", "decline"),
        ("Take hand", "take hand"),
    ],
)
def test_a_decision_is_read_from_what_stands_around_it(table, answer, move):
    assert table.game.actions.words[read_answer(table.game.actions, table.mask, answer)] == move
