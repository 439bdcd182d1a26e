"""The own hand on the terminal, and the list of moves below it, are in one order."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.scene import find_pick
from cardzoo.table.terminal.hand_order import sort_hand, sort_moves
from cardzoo.table.terminal.session import Session


def cards_and_moves(name: str, seed: int) -> tuple[list[str], list[str]]:
    """The own hand card by card as it is shown, and the cards of the listed moves; all of them may be played."""
    game = find_game(name)
    session = Session(game, ["me"] + ["random"] * (game.default_players - 1), seed=seed)
    while not session.waits:
        session.play_agent()
    scene = session.scene()
    pick = find_pick(session.table, scene)
    (hand,) = [zone for zone in sort_hand(scene).zones() if scene.is_own_hand(zone)]
    moves = sort_moves(scene, pick.choices if pick else scene.moves)
    return [scene.pack.words[card] for card in hand.cards], [move.says.split()[-1] for move in moves]


def test_cards_to_pass_are_listed_as_they_lie_in_the_hand() -> None:
    hand, moves = cards_and_moves("hearts", seed=11)
    assert moves == hand
    assert hand[-4:] == ["A♠", "5♥", "6♥", "9♥"]


@pytest.mark.parametrize("seed", range(3))
def test_moves_with_cards_of_the_hand_are_in_its_order(seed: int) -> None:
    hand, moves = cards_and_moves("cassino", seed)
    assert [card for card in moves if card in hand] == [card for card in hand if card in moves]
