"""The contract of every game, and the rules of this one."""
# ruff: noqa: ANN201, D103 - the name of a test says what it tests

from seven_and_a_half import GAME

from cardzoo.testing import contract

test_contract = contract(GAME)


def test_whoever_has_seven_and_a_half_must_stop():  # rules 2 and 3
    table = GAME.position(num_players=2, dealer=1, player=0, down=["7♦", "2♣"], drawn=["K♠", ""])
    assert table.legal() == ["stop"]


def test_whoever_goes_beyond_shows_the_card():  # rule 4
    for drawn, shown in (("K♥", None), ("A♥", "7♦")):
        table = GAME.position(num_players=2, dealer=1, player=1, down=["7♦", "2♣"], drawn=[drawn, ""])
        assert table.view_words(1)["down"][:2] == ["2♣", shown]


def test_the_highest_count_wins():  # rule 5
    table = GAME.position(num_players=2, dealer=1, player=1, down=["7♦", "2♣"], drawn=["", "4♠"])
    table.play("stop")
    assert table.words("score", "reward", "over") == {"score": [14, 12], "reward": [1.0, -1.0], "over": True}
