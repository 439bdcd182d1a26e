import pytest

from cardzoo.envs.engine import Actions, Block, Place, places

ACTIONS = Actions(Block("play", 52), Block("pass"), Block("bid", ["one", "two"]))


def test_ids_go_on_from_block_to_block():
    assert len(ACTIONS) == 55
    assert [ACTIONS.first(verb) for verb in ("play", "pass", "bid")] == [0, 52, 53]
    assert [ACTIONS.describe(action) for action in (0, 51, 52, 54)] == ["play A♣", "play K♠", "pass", "bid two"]


@pytest.mark.parametrize("words", ["play 10♥", "PLAY 10h", " play  th ", "Play TH"])
def test_cards_are_spelled_in_any_way(words):
    assert ACTIONS.parse(words) == 35


def test_words_that_are_no_action_are_refused_with_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'bid two'"):
        ACTIONS.parse("bid tow")
    with pytest.raises(ValueError, match="'zzz' is not an action"):
        ACTIONS.parse("zzz")
    with pytest.raises(ValueError, match="0 to 54"):
        ACTIONS.describe(55)
    with pytest.raises(ValueError, match="0 to 54"):
        ACTIONS.describe(-1)
    with pytest.raises(ValueError, match="play, pass, bid"):
        ACTIONS.first("double")


def test_actions_of_the_same_words_are_refused():
    with pytest.raises(ValueError, match="same words"):
        Actions(Block("play", 52), Block("Play", ["A♣"]))


def test_actions_know_the_cards_and_places_that_they_touch():
    stock, (left, right) = Place("stock"), places("columns", ["left", "right"])
    actions = Actions(
        Block("turn", at=stock),
        Block("move", [(13, "to", right), (left, "to", right)]),
        Block("take", [6, "nothing"], at=stock, among=("table",), names={6: "7"}),
    )
    assert actions.words == ("turn", "move A♦ to right", "move left to right", "take 7", "take nothing")
    assert actions.touches == ((stock,), (13, right), (left, right), (stock, 6), (stock,))
    assert actions.among == ((), (), (), ("table",), ("table",))
    assert (right.field, right.index) == ("columns", (1,))
    assert [place.index for place in places("slots", range(1, 3), 0)] == [(0, 0), (0, 1)]
