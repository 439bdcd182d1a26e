"""What actions and fields are called at the table."""

import pytest

from cardzoo.envs.scene import find_layout, find_sentences, table_scene
from cardzoo.envs.scene.words import make_sentence, third_person
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
