"""Crazy Eights against OpenSpiel's, action by action in lockstep; `make test-openspiel` runs this.

The cards of our game are fed to theirs. It departs as the game's page lists, and the comparison allows for that: a
blocked hand gets one pass more there, returns are computed from the hands by its own counts, and special cards are
compared from three players on. ``max_turns`` is too large to matter there; games that ours stops are not compared to
their end.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pyspiel

from cardzoo.envs.engine.cards import CARDS, EIGHT, RANKS, SUITS
from cardzoo.envs.games.crazy_eights import DRAW, GAME, PASS

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "72"))
SETTINGS = [
    (players, special, reshuffle)
    for players, special, reshuffle in product(range(2, 11), (False, True), (True, False))
    if players > 2 or not special
]
DEALER = 52  # the code of seat 0 as dealer
CODES = [SUITS * ((card % RANKS - 1) % RANKS) + card // RANKS for card in range(CARDS)]
THEIRS = [*CODES, *range(CARDS, len(GAME.actions))]  # OpenSpiel's number of each action
EACH = 20  # steps between two comparisons of all hands


def their_penalty(card):
    """The penalty of OpenSpiel's card there: by its code, unless it is an eight or above the ten."""
    rank = card // SUITS
    return 50 if rank == 6 else 10 if rank >= 9 else card + 2


def begin(generator, players, special, reshuffle):
    """A table of each, dealt alike; eights that are turned up go back in both."""
    deck, dealer, seed = [*GAME.pack_of(players)], generator.randrange(players), generator.getrandbits(32)
    generator.shuffle(deck)
    table = GAME.table(seed, deck, dealer, num_players=players, special=special, reshuffle=reshuffle)
    options = {"use_special_cards": special, "reshuffle": reshuffle, "max_draw_cards": 5, "max_turns": 10_000}
    theirs = pyspiel.load_game("crazy_eights", {"players": players, **options}).new_initial_state()
    theirs.apply_action(DEALER + dealer)
    for card in deck:
        if not theirs.is_chance_node():
            break
        theirs.apply_action(THEIRS[card])
    return table, theirs


def compare_hands(table, theirs):
    """All hands are the same."""
    packs = len(table.pack) // CARDS
    for player in range(table.num_players):
        seen = np.array(theirs.observation_tensor(player)[: CARDS * (packs + 1)]).reshape(CARDS, packs + 1)
        assert (seen.argmax(axis=1)[CODES] == table.state.hands[player]).all()


def feed(table, theirs, player, stock, hand):
    """Feed the cards that a player of ours has drawn: first the old stock's in their order, then a new one's.

    Returns:
        Whether cards of both were drawn at once.
    """
    drawn = Counter(np.repeat(np.arange(CARDS), table.state.hands[player] - hand).tolist())
    order = stock[::-1][: drawn.total()]
    later = list((drawn - Counter(order)).elements())
    for card in order + later:
        assert theirs.is_chance_node()
        theirs.apply_action(THEIRS[card])
    assert not theirs.is_chance_node()
    return len(later) > 0


def play(number, seen):
    """One random game of both."""
    generator = Random(number)
    table, theirs = begin(generator, *SETTINGS[number % len(SETTINGS)])
    step = 0
    while not table.over:
        legal = table.mask.nonzero()[0].tolist()
        assert theirs.current_player() == table.player
        assert theirs.legal_actions() == sorted(THEIRS[action] for action in legal)
        if step % EACH == 0:
            compare_hands(table, theirs)
        step += 1
        action, player, state = generator.choice(legal), table.player, table.state
        theirs.apply_action(THEIRS[action])
        if action == DRAW:
            stock, hand = state.stock.cards[: state.stock.height].tolist(), state.hands[player].copy()
            table.step(action)
            seen["draws from two stocks"] += feed(table, theirs, player, stock, hand)
        else:
            table.step(action)
    if table.state.truncated:
        seen["stopped"] += 1
        return
    if action == PASS:
        seen["blocked"] += 1
        seen["blocked after one pass more"] += not theirs.is_terminal()
        if not theirs.is_terminal():
            theirs.apply_action(PASS)
    assert theirs.is_terminal()
    hands = table.state.hands[: table.num_players]
    counts = [sum(number * their_penalty(THEIRS[card]) for card, number in enumerate(hand)) for hand in hands]
    assert theirs.returns() == [-count for count in counts]
    seen["over"] += 1


def test_games_in_lockstep():
    seen = Counter()
    for number in range(GAMES):
        play(number, seen)
    print(f"\n{GAMES} games with OpenSpiel: {dict(seen)}")
    assert seen["over"] > 0.9 * GAMES
    assert seen["draws from two stocks"] > 0


def test_an_ace_between_two_players_skips_nobody_there():
    theirs = pyspiel.load_game("crazy_eights", {"players": 2, "use_special_cards": True}).new_initial_state()
    theirs.apply_action(DEALER + 1)
    for card in [card for card in range(CARDS) if card % RANKS != EIGHT][:14]:
        theirs.apply_action(THEIRS[card])
    theirs.apply_action(THEIRS[3 * RANKS])  # A♠ is turned up
    assert theirs.current_player() == 0
