"""Scripted agents of Vazhushal follow their docstrings."""

import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.games.vazhushal import GAME
from tests.games.test_vazhushal import position
from tests.playing import count


def play_turn(table):
    """The expert's actions to the end of its turn."""
    expert, generator, player, played = find_agent("expert", GAME), agent_generator(1), table.player, []
    while table.player == player and not table.over:
        action = expert.act(table.view(player), table.mask, generator)
        played.append(GAME.actions.describe(action))
        table.step(action)
    return played


def test_the_expert_rearranges_its_melds_to_go_out():
    """All diamonds in one sequence would need the joker: then no sequence of natural cards would be left."""
    own = ["10♦ J♦ Q♦ K♦ A♦", "5♦ joker=6♦ 7♦ 8♦", "6♣ 6♥ 6♠"]
    table = position(["9♦ 3♠", "3♦ 4♥", "3♠", "4♠"], [own], negative="2♠")
    played = play_turn(table)
    assert "take back" not in played
    assert (table.over, table.scores()[0]) == (True, 832)


def test_the_expert_keeps_a_card_to_discard_when_it_takes_one_of_the_line():
    """7♠ makes a sequence with all of its hand."""
    own = ["Q♠ K♠ A♠", "4♦ 5♦ 6♦ 7♦"]
    table = position(["5♠ 6♠", "3♥ 4♥"], [own], phase="draw", line="10♣ 7♠")
    assert "take back" not in play_turn(table)


OPEN = ["5♦ 6♦ 7♦", "9♣ 9♥ 9♠"]  # of the next player


def discarding(hand, next_hand, *own, **words):
    """Player 0 has melded all that it wants; player 1 has open melds, and player 2 none."""
    return position([hand, next_hand, "4♠ 4♦"], [own, OPEN], **words)


@pytest.mark.parametrize(
    ("hand", "kept"),
    [("8♦ J♠ Q♠", "8♦"), ("9♦ J♠ Q♠", "9♦"), ("4♦ J♠ Q♠", "4♦")],
    ids=["sequence", "set", "other end of the sequence"],
)
def test_the_expert_discards_no_card_with_which_the_next_player_goes_out(hand, kept):
    """Alone in its suit, the card is worth less than a pair that a third card would complete."""
    assert play_turn(discarding(hand, "K♥ 2♠ 3♠ 6♥ 7♥ J♥"))[-1] == f"discard {kept}"
    assert play_turn(discarding(hand, "K♥"))[-1] in ("discard J♠", "discard Q♠")


def test_the_expert_reckons_with_the_cards_that_all_know_in_the_next_players_hand():
    """With 3♥, 4♥ and 5♥ the next player would go out; either nobody has seen that it holds them, or all have."""
    hand, next_hand = "5♥ J♠ Q♠", "3♥ 4♥ K♣"
    assert play_turn(discarding(hand, next_hand))[-1] == "discard 5♥"
    assert play_turn(discarding(hand, next_hand, known=["", "3♥ 4♥"]))[-1] in ("discard J♠", "discard Q♠")


def test_the_expert_takes_nothing_back():
    """The expert may lay down again the cards that it picks up."""
    for seed in range(5, count(compiled=65, interpreted=7)):
        table = GAME.table(seed, num_players=2)
        while not table.over:
            assert "take back" not in play_turn(table)
