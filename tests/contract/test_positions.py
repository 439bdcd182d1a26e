"""Written positions are checked as a whole: what is accepted can be seen by every seat and played to the end."""

import numpy as np

from tests.contract.mutated_positions import try_out
from tests.playing import few, positions

NOT_WRITTEN = {"scored", "score_range", "reward", "score_rewards"}  # rewards are told in six digits


def test_every_position_of_play_can_be_written(setting):
    """The words of a table make the same table, after its end too."""
    for table in positions(setting)[:: few(1, 3)]:
        written = setting.table(0)
        written.set_position(table.words())
        for name in setting.game.dtype.names:
            if name not in NOT_WRITTEN:
                assert table.state[name].tobytes() == written.state[name].tobytes(), name
        assert (written.over, written.mask.tolist()) == (table.over, table.mask.tolist())


def test_records_and_views_hold_what_their_fields_declare(setting):
    for table in positions(setting)[:: few(1, 3)]:
        for field in setting.game.state:
            field.check(table.state[field.name], setting.num_players)
        for player in range(setting.num_players):
            view = table.view(player)
            for field in setting.game.view:
                field.check(view[field.name], setting.num_players)


def test_mutated_positions_are_refused_or_can_be_played(game):
    counts = try_out(game, few(300, 15), most=few(3000, 60))
    assert counts["refused"]


def test_positions_where_nothing_is_legal_are_over(game):
    """A finished game's position must say that it is over; then it is told as over."""
    table = game.table(1)
    rng = np.random.default_rng(1)
    while not table.over:
        table.step_legal(int(rng.choice(np.flatnonzero(table.mask))))
    words = table.words()
    table.set_position(words)
    assert table.over
    assert not table.mask.any()
