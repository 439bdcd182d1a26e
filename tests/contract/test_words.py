"""Words and records tell the same, both ways."""

import numpy as np

from tests.playing import few, positions, usual

ENGINE = ("seed", "draws", "player", "dealer", "steps", "score")


def test_positions_in_words_rebuild_the_table(setting):
    """All fields but what the engine derives: the last rewards and whether the game is over."""
    game = setting.game
    for table in positions(setting)[:: few(1, 3)]:
        if table.over:
            continue
        words = table.words(*ENGINE, *game.state.fields)
        again = game.position(num_players=setting.num_players, options=setting.options, **words)
        for name in game.dtype.names:
            if name not in ("reward", "scored"):
                assert table.state[name].tobytes() == again.state[name].tobytes(), name
        assert again.state.scored.tolist() == table.state.score.tolist()  # earlier points bring no reward now
        assert np.array_equal(table.mask, again.mask)
        assert again.words(*words) == words


def test_reset_to_a_position(key_setting):
    table = positions(key_setting)[0]
    env = key_setting.env()
    env.reset(options={"position": table.words(*ENGINE, *table.game.state.fields)})
    assert np.array_equal(env.table.mask, table.mask)
    assert env.agent_selection == f"player_{table.player}"
    env.step(int(table.mask.argmax()))


def test_action_words_parse_back(game):
    for action, words in enumerate(game.actions.words):
        assert game.actions.parse(words) == action
        assert game.actions.parse(f"  {words.upper()} ") == action
        assert game.actions.describe(action) == words
        for sign, letter in zip("♣♦♥♠", "CDHS", strict=True):
            assert game.actions.parse(words.replace(sign, letter)) == action or sign not in words


def test_environments_speak_the_same_words(game):
    env = usual(game).env()
    assert env.parse_action(env.describe_action(0)) == 0


def test_play_in_words(setting):
    table, other = setting.table(2), setting.table(2)
    for _ in range(few(20, 5)):
        if table.over:
            break
        words = table.legal()[-1]
        table.play(words)
        other.step(int(np.flatnonzero(other.mask)[-1]))
    assert table.snapshot() == other.snapshot()


def test_every_field_says_what_it_means(game):
    for record in (game.state, game.view, game.options):
        for field in record:
            assert field.doc or field.name == "phase", field.name
    assert all(block.doc for block in game.actions.blocks)
