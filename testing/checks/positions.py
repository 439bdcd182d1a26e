"""Written positions are checked as a whole: an accepted one can be viewed by every seat and played to the end."""

from typing import Any

import numpy as np

from cardzoo.testing.check import Each, check
from cardzoo.testing.mutated_positions import try_out
from cardzoo.testing.playing import at, differing, play_out, some_positions
from cardzoo.testing.setting import Setting, count

NOT_WRITTEN = ("scored", "score_range", "reward", "score_rewards")  # rewards are written with six digits
ENGINE = ("seed", "draws", "player", "dealer", "steps", "score")


@check(Each.SETTING)
def check_every_position_of_play_can_be_written(setting: Setting) -> None:
    """The words of a table make the same table, after its end too."""
    for table in some_positions(setting):
        written = setting.table(0)
        try:
            written.set_position(table.words())
        except ValueError as problem:
            raise AssertionError(at(table, f"the position is refused: {problem}")) from problem
        apart = differing(table, written, NOT_WRITTEN)
        assert not apart, at(table, f"written in words it is another one: {', '.join(apart)}")
        assert written.over == table.over, at(table, f"written in words, over is {written.over}")
        assert np.array_equal(written.mask, table.mask), at(table, "written in words, other actions are legal")


@check(Each.SETTING)
def check_positions_in_words_rebuild_the_table(setting: Setting) -> None:
    """All fields are rebuilt, except the last rewards, which the engine derives."""
    game = setting.game
    for table in some_positions(setting):
        if table.over:
            continue
        words = table.words(*ENGINE, *game.state.fields)
        again = game.position(num_players=setting.num_players, options=setting.options, **words)
        apart = differing(table, again, ("reward", "scored"))
        assert not apart, at(table, f"written in words it is another one: {', '.join(apart)}")
        is_paid = again.state.scored.tolist() == table.state.score.tolist()  # earlier points bring no reward now
        assert is_paid, at(table, "written in words, earlier points would be paid again")
        assert np.array_equal(table.mask, again.mask), at(table, "written in words, other actions are legal")
        assert again.words(*words) == words, at(table, "the words of the written position are others")


def has_tally(setting: Setting) -> bool:
    """Returns whether scores follow from the rest of a position."""
    return setting.game.tally is not None


@check(Each.SETTING, concerns=has_tally)
def check_scores_that_follow_need_not_be_written(setting: Setting) -> None:
    """Scores that follow from a position may be left out; other scores are refused."""
    for table in some_positions(setting):
        words = table.words()
        written = setting.table(0)
        written.set_position({name: value for name, value in words.items() if name != "score"})
        message = f"the score is {words['score']}, and follows as {written.scores()}"
        assert written.scores() == words["score"], at(table, message)
        try:
            written.set_position(words | {"score": [score + 1 for score in words["score"]]})
        except ValueError as problem:
            assert "score must be" in str(problem), at(table, str(problem))
        else:
            raise AssertionError(at(table, "a score that does not follow from the position is accepted"))


@check(Each.SETTING)
def check_records_and_views_hold_what_their_fields_declare(setting: Setting) -> None:
    """Each field's own check passes."""
    for table in some_positions(setting):
        records: list[tuple[Any, Any]] = [(setting.game.state, table.state)]
        records += [(setting.game.view, table.view(player)) for player in range(setting.num_players)]
        for fields, record in records:
            for field in fields:
                try:
                    field.check(record[field.name], setting.num_players)
                except ValueError as problem:
                    raise AssertionError(at(table, str(problem))) from problem


@check(Each.GAME)
def check_mutated_positions_are_refused_or_can_be_played(setting: Setting) -> None:
    """Randomly changed positions are refused with a message, or can be played to the end."""
    counts = try_out(
        setting.game, count(compiled=300, interpreted=15, checked=100), most=count(compiled=3000, interpreted=60)
    )
    assert counts["refused"], "no impossible position is refused"


@check(Each.GAME)
def check_positions_where_nothing_is_legal_are_over(setting: Setting) -> None:
    """The position of a finished game sets ``over``, and is then over with no legal action."""
    table = play_out(setting.game.table(1), seed=1)
    table.set_position(table.words())
    assert table.over, at(table, "the position after the end is not over")
    assert not table.mask.any(), at(table, f"the position after the end lets {table.legal()} be played")
