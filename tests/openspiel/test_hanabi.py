"""Hanabi against OpenSpiel's, which is the Hanabi Learning Environment, turn by turn in lockstep.

There the action numbers depend on the players, the size of hands and the colours: discards and plays by place, then
hints of colours and of ranks by the seats to the left. Chance deals each hand as a whole, then a card after each turn.
Cards have the same codes if there are five colours. Rewards are points, and 0 in all after the last life token is lost.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os

import numpy as np
import pyspiel
import pytest

from cardzoo.envs import openspiel
from cardzoo.envs.games.hanabi import COLOUR, COLOURS, DISCARD, GAME, PLAY, RANK, RANKS

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "400"))
SMALL = {"colors": 2, "hand_size": 2, "information": 3, "lives": 1}
THEIR_NAMES = {"information": "max_information_tokens", "lives": "max_life_tokens"}
SETTINGS = [*((players, {}) for players in range(2, 6)), (2, SMALL), (3, {"lives": 2, "hand_size": 3, "colors": 4})]


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_games_in_lockstep(players, options):
    theirs = {"players": players} | {THEIR_NAMES.get(name, name): value for name, value in options.items()}
    game = pyspiel.load_game("hanabi", theirs)
    for number in range(GAMES // len(SETTINGS)):
        generator = np.random.default_rng(number)
        deck = generator.permutation(GAME.pack_of(players, GAME.blank(players, **options)[0]["options"])).tolist()
        lost = ("zero", "keep")[number % 2]
        table = GAME.table(0, deck, dealer=players - 1, num_players=players, lost=lost, **options)
        play_both(generator, table, game.new_initial_state(), deck, careful=number % 4 > 1)


def play_both(generator, table, theirs, deck, careful):
    """One game of both; a careful one plays only cards that fit, so that it goes on for long."""
    players, size = table.num_players, int(table.state.hand_sizes[0])
    for card in [deck[place * players + player] for player in range(players) for place in range(size)]:
        theirs.apply_action(card)
    cards = iter(deck[players * size :])
    while not table.over:
        numbers = numbers_of(table, size)
        assert theirs.current_player() == table.player
        assert theirs.legal_actions() == sorted(numbers)
        compare(table, str(theirs))
        theirs_chosen = int(generator.choice(choices(table, numbers) if careful else list(numbers)))
        table.step(numbers[theirs_chosen])
        theirs.apply_action(theirs_chosen)
        if theirs.is_chance_node():
            theirs.apply_action(next(cards))
    assert theirs.is_terminal()
    compare(table, str(theirs))
    points = table.scores()[0] if table.state.options.lost == 0 or table.state.lives else 0
    assert theirs.returns() == [points] * players


def numbers_of(table, size):
    """Our legal actions by their numbers there."""
    players, colors = table.num_players, int(table.state.options.colors)
    numbers = {}
    for action in np.flatnonzero(table.mask).tolist():
        if action < PLAY:
            number = action - DISCARD
        elif action < COLOUR:
            number = size + action - PLAY
        elif action < RANK:
            chair, colour = divmod(action - COLOUR, COLOURS)
            number = 2 * size + chair * colors + colour
        else:
            number = 2 * size + (players - 1) * colors + action - RANK
        numbers[number] = action
    return numbers


def choices(table, numbers):
    """The numbers of the actions that cost no life, or all if each does."""
    player = table.player
    safe = []
    for number, action in numbers.items():
        card = table.state.hands[player, action - PLAY] if PLAY <= action < COLOUR else None
        built = table.state.fireworks
        if card is None or (built[card] == 0 and (card % RANKS == 0 or built[card - 1])):
            safe.append(number)
    return safe or list(numbers)


def compare(table, text):
    """The tokens, fireworks, discards, deck, and hands with what hints have left, by the text of their state.

    After the end the last player has drawn a card here, and not there.
    """
    words = table.words("information", "lives", "hands", "left", "hand_sizes", "discards")
    facts = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    assert (int(facts["Life tokens"]), int(facts["Info tokens"])) == (words["lives"], words["information"])
    heights = table.state.fireworks.reshape(COLOURS, RANKS).sum(axis=1)[: int(table.state.options.colors)]
    assert facts["Fireworks"].split() == [f"{colour}{n}" for colour, n in zip("RYGWB", heights, strict=False)]
    discards = next((line.removeprefix("Discards:") for line in text.splitlines() if line.startswith("Discards:")), "")
    assert sorted(discards.split()) == sorted(words["discards"].split())
    if table.over:
        return
    assert int(facts["Deck size"]) == table.state.stock.height
    hands = [hand.splitlines() for hand in text.split("Hands:\n")[1].split("Deck size")[0].split("-----\n")]
    for player, lines in enumerate(hands):
        cards = [line for line in lines if "||" in line]
        shown = [(line[:2], line.split("|")[-1].strip()) for line in cards]
        number = words["hand_sizes"][player]
        assert shown == list(zip(words["hands"][player][:number], words["left"][player], strict=True))


def test_the_game_is_one_of_identical_returns_in_openspiel():
    game = pyspiel.load_game(openspiel.PREFIX + "hanabi(players=3,chance=fixed)")
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    state = game.new_initial_state()
    generator = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(generator.choice(state.legal_actions())))
    assert len(set(state.returns())) == 1
