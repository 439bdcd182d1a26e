"""What actions and fields are called at the table."""

import numpy as np
import pytest

from cardzoo.envs.scene import find_layout, find_sentences, table_scene
from cardzoo.envs.scene.words import VERBS, make_sentence, third_person, ways_of
from tests.playing import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_action_is_a_sentence_that_begins_with_a_verb(game):
    """A verb that is not known is told in ``LAYOUT.says``, or in ``VERBS`` if it is one as it stands."""
    quoted = [sentence.to_do for sentence in find_sentences(game) if sentence.done.startswith("chooses “")]
    assert quoted == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_layout_says_is_of_actions_and_fields_that_are_there(game):
    layout = find_layout(game)
    assert set(layout.says) <= {block.verb for block in game.actions.blocks}
    assert set(layout.titles) <= set(game.view.fields)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_player_is_told_what_each_phase_asks(game):
    phases = find_layout(game).phases
    assert set(phases) == set(game.view.field("phase").choices if "phase" in game.view.fields else [""])
    for words in phases.values():
        assert words.split(" ")[0].lower() in VERBS, words
        assert len(words) < 70, words
        assert not words.endswith("."), words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_is_to_move_is_asked_what_the_layout_says_of_the_phase(game):
    table, phases = game.table(5), find_layout(game).phases
    for action in [None, *range(30)]:
        if action is not None:
            table.step(int(np.flatnonzero(table.mask)[action % table.mask.sum()]))
        if table.over:
            break
        has_phases = "phase" in game.view.fields
        phase = game.view.field("phase").choices[table.view(table.player)["phase"]] if has_phases else ""
        assert table_scene(table, table.player).asks == phases[phase]
        if table.num_players > 1:
            assert table_scene(table, (table.player + 1) % table.num_players).asks == ""


def test_a_game_without_words_for_its_phases_asks_by_its_kinds_of_moves():
    assert ways_of(["Play …", "Draw a card", "Play … face down"]) == "Play or draw a card"
    assert ways_of(["Play …", "Pass", "Bid …"]) == "Play, pass or bid"
    assert ways_of(["Turn a card"]) == "Turn a card"
    assert ways_of(["Play", "Pass", "Bid", "Call", "Turn"]) == "Choose a move"


@pytest.mark.parametrize(
    ("verb", "words", "says", "told"),
    [
        ("play", "play 7♥", {}, ("Play 7♥", "plays 7♥", "Play …")),
        ("pass", "pass", {}, ("Pass", "passes", "Pass")),
        (
            "exa",
            "exa ♥ ♣",
            {"exa": "Bet on {} before {}"},
            ("Bet on ♥ before ♣", "bets on ♥ before ♣", "Bet on … before …"),
        ),
        ("trail", "trail", {"trail": "Lay it down"}, ("Lay it down", "lays it down", "Lay it down")),
        ("home", "home 3♥", {}, ("Move 3♥ home", "moves 3♥ home", "Move … home")),
        ("gin", "gin", {}, ("Gin", "chooses “gin”", "Gin")),
    ],
)
def test_sentences(verb, words, says, told):
    assert make_sentence(verb, words, says) == told


def test_verbs_of_others():
    assert [third_person(verb) for verb in ("pass", "go", "carry", "play", "match", "fix")] == [
        "passes",
        "goes",
        "carries",
        "plays",
        "matches",
        "fixes",
    ]


def test_people_are_told_only_what_has_a_word_of_theirs():
    game = next(game for game in GAMES if game.name == "getaway")
    scene = table_scene(game.table(1), 0, for_people=True)
    heads = [head for zone in scene.zones() if zone.lines for line in zone.lines for head in line]
    assert "leads" in heads
    assert not {"phase", "tricks left", "suit led"} & set(heads)
