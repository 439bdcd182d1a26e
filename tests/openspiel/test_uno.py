"""Uno against RLCard's: legal sets and the outcome of each turn, from positions of our games.

RLCard's `uno` is compared from each of our positions on, as some of its turns end otherwise. Such turns are counted,
and no other may differ (numbers of the game's page):

- Rule 3: RLCard plays a drawn card of the colour in force at once, and a drawn wild card with a random colour, and
  keeps one that fits by its sign. Here the player chooses.
- Rule 4: a reverse between two players is no skip there.
- Rule 5: it offers a wild draw four only if nothing else fits; one that is played as it is drawn draws no cards.
- Rule 7: its new draw pile contains the top card too, and is made before a penalty for which cards are missing.
- Choice 6: it offers to draw only if nothing fits, as here with ``may_draw=False``.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os
from collections import Counter

import numpy as np
import pytest
from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.game import UnoGame

from cardzoo.envs.games.uno import (
    DRAW,
    GAME,
    NO_CARD,
    PASS,
    PENALTY,
    REVERSE,
    SIGN,
    SIGNS,
    WILD,
    Phase,
    holds_colour,
)
from tests.playing import nightly

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
COLOURS = "rygb"
TRAITS = [*map(str, range(10)), "skip", "reverse", "draw_2", "wild", "wild_draw_4"]
FIRST_FOUR = WILD + len(COLOURS)


def name_of(action):
    """RLCard's word for playing a card."""
    if action < WILD:
        return f"{COLOURS[action // SIGNS]}-{TRAITS[action % SIGNS]}"
    kind, colour = divmod(action - WILD, len(COLOURS))
    return f"{COLOURS[colour]}-{TRAITS[SIGNS + kind]}"


def their_card(card, colour=0):
    """A card of RLCard's; a wild one has a colour."""
    if card < WILD:
        return UnoCard("action" if card % SIGNS >= 10 else "number", COLOURS[card // SIGNS], TRAITS[card % SIGNS])
    return UnoCard("wild", COLOURS[colour], TRAITS[SIGNS + card - WILD])


def our_code(card):
    """The code of RLCard's card."""
    trait = TRAITS.index(card.trait)
    return trait + WILD - SIGNS if card.type == "wild" else SIGNS * COLOURS.index(card.color) + trait


def put_into(theirs, state):
    """Put a position of ours into a game of RLCard's."""
    theirs.dealer.deck = [their_card(card) for card in state.stock.cards[: state.stock.height]]
    for player, hand in zip(theirs.players, state.hands, strict=False):
        player.hand = [their_card(card) for card in np.repeat(np.arange(len(hand)), hand)]
    pile = [their_card(card) for card in state.discards.cards[: state.discards.height]]
    pile[-1] = their_card(state.discards.cards[state.discards.height - 1], state.colour)
    theirs.round.target, theirs.round.played_cards = pile[-1], pile
    theirs.round.current_player = int(state.player)
    theirs.round.direction = -1 if state.reversed else 1


def compare_legal(table, theirs, seen):
    """The legal cards of a turn are the same, but for wild draw fours."""
    ours = {name_of(action) for action in np.flatnonzero(table.mask[:DRAW])} | ({"draw"} if table.mask[DRAW] else set())
    legal = set(theirs.get_legal_actions())
    fours = {name_of(action) for action in range(FIRST_FOUR, DRAW)}
    if ours - legal:
        assert ours - legal == fours
        assert legal - {"draw"}
        assert not holds_colour(table.state.hands[table.player], table.state.colour)
        seen["a draw four besides other cards"] += 1
    assert legal <= ours


def differs(state, action):
    """The reason why a turn ends otherwise in RLCard's, or nothing; for drawing, before the card is played or kept."""
    card = action if action < WILD else WILD + (action - WILD) // len(COLOURS)
    if state.drawn != NO_CARD:
        card = state.drawn
    if action == PASS:
        is_kept = card < WILD and card // SIGNS != state.colour
        return "" if is_kept else "keeps what would be played"
    if state.drawn != NO_CARD and (card >= WILD or card // SIGNS != state.colour):
        return "plays a drawn wild card or one of the sign"
    if card < WILD and SIGN[card] == REVERSE and state.num_players == 2:
        return "a reverse between two"
    return "new draw pile" if state.stock.height < PENALTY[card] else ""


def outcome(state):
    """Hands, top card, colour and direction after a turn of ours."""
    hands = [sorted(np.repeat(np.arange(len(hand)), hand)) for hand in state.hands[: state.num_players]]
    top = int(state.discards.cards[state.discards.height - 1])
    return hands, top, int(state.colour), int(state.reversed)


def their_outcome(theirs):
    """The same of RLCard's."""
    hands = [sorted(map(our_code, player.hand)) for player in theirs.players]
    target = theirs.round.target
    return hands, our_code(target), COLOURS.index(target.color), int(theirs.round.direction == -1)


@pytest.mark.parametrize("players", [nightly(2), nightly(3), 4])
def test_turns_are_legal_and_end_as_in_rlcard(players):
    seen = Counter()
    for seed in range(GAMES):
        play(seed, players, seen)
    print(f"\n{GAMES} games of {players} with RLCard: {dict(seen)}")
    reasons = {
        "a draw four besides other cards",
        "keeps what would be played",
        "plays a drawn wild card or one of the sign",
        "new draw pile",
        *(["a reverse between two"] if players == 2 else []),
    }
    rare = {"new draw pile"} if GAMES < 300 else set()
    assert reasons - rare <= set(seen) - {"the same", "won"} <= reasons
    assert seen["the same"] > sum(seen[reason] for reason in reasons)


def play(seed, players, seen):
    """One random game of ours, each turn of which is compared."""
    generator = np.random.default_rng(seed)
    table = GAME.table(seed, num_players=players, may_draw=False)
    theirs = UnoGame(num_players=players)
    theirs.init_game()
    while not table.over:
        state = table.state
        if state.phase == Phase.NAME:
            table.step(int(generator.choice(np.flatnonzero(table.mask))))
            continue
        put_into(theirs, state)
        compare_legal(table, theirs, seen)
        action = int(generator.choice(np.flatnonzero(table.mask)))
        refills = action == DRAW and state.stock.height == 0
        is_drawn = action == DRAW
        if is_drawn:
            table.step(DRAW)
            action = int(generator.choice(np.flatnonzero(table.mask)))
            if table.state.phase != Phase.DRAWN:
                continue  # nothing was left to draw
        player = table.player
        reason = "new draw pile" if refills else differs(table.state, action)
        table.step(action)
        if reason:
            seen[reason] += 1
            continue
        theirs.step("draw" if is_drawn else name_of(action))
        assert theirs.is_over() == table.over
        if table.over:
            assert theirs.round.winner == [player]
            seen["won"] += 1
        else:
            assert outcome(table.state) == their_outcome(theirs)
            assert theirs.round.current_player == table.player
        seen["the same"] += 1


def test_rlcard_lets_the_player_who_draws_for_a_first_draw_two_play():
    theirs = UnoGame(num_players=3)
    theirs.init_game()
    theirs.round.current_player = 0
    size = len(theirs.players[0].hand)
    theirs.round.perform_top_card(theirs.players, UnoCard("action", "r", "draw_2"))
    assert len(theirs.players[0].hand) == size + 2
    assert theirs.round.current_player == 0
