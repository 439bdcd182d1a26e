"""Sentences of Uno at the table."""

import pytest

from cardzoo.envs.games.uno import GAME
from cardzoo.envs.scene import table_sentences
from cardzoo.table.outcome import Outcome, outcome_of
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import log_in_words

DRAWS = 2


def drawing(verb: str, due: int, stock: int = 20) -> str:
    """The sentence of a draw with so many cards in the draw pile, and none below the top card of the discard pile."""
    table = GAME.table(1, num_players=3)
    table.state.due, table.state.stock.height = due, stock
    return table_sentences(table)[GAME.actions.first(verb)].to_do


@pytest.mark.parametrize(("due", "words"), [(0, "Draw a card"), (2, "Draw 2 cards"), (8, "Draw 8 cards")])
def test_a_draw_names_the_number_of_cards_that_are_due(due, words):
    assert drawing("draw", due) == words


def test_an_accepted_wild_draw_four_is_four_cards():
    assert drawing("accept", 4) == "Draw 4 cards"


@pytest.mark.parametrize(("stock", "words"), [(1, "Draw a card"), (0, "Draw nothing, as no card is left")])
def test_a_draw_names_no_more_cards_than_there_are(stock, words):
    assert drawing("draw", 4, stock) == words


def test_the_log_says_how_many_cards_were_drawn():
    session, drawn = Session(GAME, ["random"], num_players=3, options={"penalties": "stacking"}, seed=1), []
    while not session.table.over and len(drawn) < DRAWS:
        due = int(session.table.state.due)
        if session.play_agent() == GAME.actions.first("draw") and due:
            drawn.append(f"drew {due} cards")
    entries = log_in_words(session, session.public_log(), session.names)
    assert [entry.words for entry in entries if entry.words.endswith(" cards")] == drawn


def test_a_stopped_hand_is_won_by_the_fewest_points_in_hand():
    session = Session(GAME, ["random"] * 3, 3, {"max_turns": 6}, seed=5)
    while not session.table.over:
        session.play_agent()
    rewards = session.table.state.reward[:3].tolist()
    (result,) = session.results
    assert sorted(result.ranks) == [1, 2, 2]
    assert result.ranks.index(1) == rewards.index(max(rewards))
    assert outcome_of(session, result.ranks.index(1)) == Outcome.WON


def test_after_a_challenge_the_log_says_how_many_cards_were_drawn_by_whom():
    found = set()
    for seed in range(60):
        session = Session(GAME, ["random"] * 3, 3, {"penalties": "challenge"}, seed=seed)
        while not session.table.over:
            sizes = session.table.state.hands[:3].sum(axis=1)
            challenges = session.table.words()["phase"] == "answer"
            session.play_agent()
            if challenges and session.log[-1].then:
                drawn = session.table.state.hands[:3].sum(axis=1) - sizes
                seat = int(drawn.argmax())
                found.add(int(drawn[seat]))
                words = log_in_words(session, session.log, session.names)[-1].words
                assert words == f"{session.names[seat]} drew {drawn[seat]} cards"
        if found == {4, 6}:
            return
    raise AssertionError(f"challenges must succeed and fail, got draws of {found}")
