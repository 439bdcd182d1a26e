"""Words and records are equivalent, both ways."""

import numpy as np

from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.positions import ENGINE
from cardzoo.testing.playing import at, positions
from cardzoo.testing.setting import Setting, count


@check(Each.FEW_SETTINGS)
def check_reset_to_a_position(setting: Setting) -> None:
    """An environment begins at the position given to `reset`."""
    table = positions(setting)[0]
    env = setting.env()
    env.reset(options={"position": table.words(*ENGINE, *table.game.state.fields)})
    assert np.array_equal(env.table.mask, table.mask), at(table, "after a reset to the position others are legal")
    acting = env.agent_selection
    assert acting == f"player_{table.player}", at(table, f"after a reset to the position it is the turn of {acting}")
    env.step(int(table.mask.argmax()))


@check(Each.GAME)
def check_action_words_parse_back(setting: Setting) -> None:
    """Action words are read in capitals, with spaces around, and with letters for suits too."""
    actions = setting.game.actions
    for action, words in enumerate(actions.words):
        spelled = [words, f"  {words.upper()} "]
        spelled += [words.replace(sign, letter) for sign, letter in zip("♣♦♥♠", "CDHS", strict=True) if sign in words]
        for spelling in spelled:
            assert actions.parse(spelling) == action, f"{spelling!r} is not read as the action {action}"
        assert actions.describe(action) == words, f"the action {action} is described as {actions.describe(action)!r}"


@check(Each.GAME)
def check_environments_speak_the_same_words(setting: Setting) -> None:
    """An environment's words for actions are those of the game."""
    env = setting.env()
    assert env.parse_action(env.describe_action(0)) == 0, f"{env.describe_action(0)!r} is not read as the action 0"


@check(Each.SETTING)
def check_play_in_words(setting: Setting) -> None:
    """Words play as numbers do."""
    table, other = setting.table(2), setting.table(2)
    for _ in range(count(compiled=20, interpreted=5)):
        if table.over:
            break
        words = table.legal()[-1]
        table.play(words)
        other.step(int(np.flatnonzero(other.mask)[-1]))
        assert table.snapshot() == other.snapshot(), at(table, f"{words!r} plays otherwise in words")


@check(Each.GAME)
def check_every_field_says_what_it_means(setting: Setting) -> None:
    """Every field and block has a ``doc``, from which pages and prompts are made."""
    game = setting.game
    for record in (game.state, game.view, game.options):
        for field in record:
            assert field.doc or field.name == "phase", f"the field {field.name} has no doc"
    assert all(block.doc for block in game.actions.blocks), "a block of actions has no doc"
