"""Numbers of written positions are checked before they are stored in a record's smaller types."""

import pytest

from cardzoo.envs import find_game

GREAT = (70_000, 65_536, 2**31 - 1, -(2**31), 2**40)


@pytest.mark.parametrize("number", GREAT)
@pytest.mark.parametrize("name", ["barbu", "hearts", "fan_tan", "getaway", "canasta", "golf"])
def test_a_score_beyond_what_a_view_shows_is_refused_in_one_line(name, number):
    table = find_game(name).table(1)
    with pytest.raises(ValueError, match=f"{name}: position: .*score") as problem:
        table.set_position(table.words() | {"score": [number]})
    assert len(str(problem.value).splitlines()) == 1


def test_a_score_is_compared_with_the_field_that_shows_it():
    table = find_game("barbu").table(1)
    table.set_position(table.words() | {"score": [5040, -5040]})
    with pytest.raises(ValueError, match="score: numbers must be -5040 to 5040, got 5041"):
        table.set_position(table.words() | {"score": [5041]})


@pytest.mark.parametrize("copies", [2, 1 << 16, (1 << 16) + 1])
def test_no_number_of_copies_counts_as_one(copies):
    game = find_game("getaway")
    hands = game.table(1).words("hands")["hands"]
    card = hands[0].split()[0]
    with pytest.raises(ValueError, match=f"getaway: position: hands: {card} is there more than 1 times"):
        game.position(hands=[" ".join([hands[0], *[card] * (copies - 1)]), *hands[1:]])


@pytest.mark.parametrize("number", [2, -1.5, float("nan"), float("inf")])
def test_a_reward_beyond_what_can_be_paid_is_refused(number):
    table = find_game("kuhn_poker").table(1)
    with pytest.raises(ValueError, match="reward: rewards must be -1 to 1"):
        table.set_position(table.words() | {"reward": [number]})


def test_golf_won_from_a_position_has_the_points_of_all_cards():
    """One card is left, and two beyond it: 35 points for the columns, one for the card left in the stock."""
    game = find_game("golf")
    table = game.position(columns=["7♦"], waste=" ".join(others("7♦ 9♣ 6♣")) + " 6♣", stock="9♣")
    assert table.scores() == [34]
    assert table.play("play column 1").scores() == [36]


def others(but):
    """All cards but these, in words."""
    deck = find_game("golf").table(1).words("columns", "stock", "waste")
    cards = " ".join([*deck["columns"], deck["stock"], deck["waste"]]).split()
    return [card for card in cards if card not in but.split()]
