"""Scripted agents of Kuhn Poker: honest bets, and an equilibrium with bluffs."""

from cardzoo.envs.engine import rng, rule
from cardzoo.envs.engine.cards import KING
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD


@rule
def novice(view, mask, generator):
    """Bets and calls with the upper half of the pack, the middle card included, and never bluffs."""
    players = count_players(view)
    good = 2 * (KING - view.hands[0]) <= players
    if mask[BET]:
        return BET if good else CHECK
    return CALL if good else FOLD


@rule
def expert(view, mask, generator):
    """Plays one of Kuhn's equilibria with two players, in which it bluffs with one jack of three.

    With more players it bets only the highest cards, and calls if that pays against bets and calls with the upper half
    of the pack.
    """
    if count_players(view) == 2:
        action = BET if mask[BET] else CALL
        return action if rng.uniform(generator) < chance_to_pay(view, mask) else action_without(mask)
    higher, players = KING - view.hands[0], count_players(view)
    if mask[BET]:
        return BET if 4 * higher < players else CHECK
    return CALL if pays_to_call(view, higher, players) else FOLD


@rule
def chance_to_pay(view, mask):
    """The chance of a bet or call in Kuhn's two-player equilibrium, with a bluff of the first player at 1/3."""
    higher = KING - view.hands[0]
    if higher == 0:
        return 1.0
    if mask[BET]:
        return 0.0 if higher == 1 else 1 / 3
    if higher == 2:
        return 0.0
    return 1 / 3 if view.dealer[0] else 2 / 3


@rule
def action_without(mask):
    """The action that costs no chip."""
    return CHECK if mask[CHECK] else FOLD


@rule
def pays_to_call(view, higher, players):
    """True if a call wins on average against bettors with any cards of the upper half of the pack."""
    rivals, pot = 0, 1
    for seat in range(players):
        pot += view.stakes[seat]
        rivals += view.stakes[seat] > 1
    others = (players + 2) // 2 - 1  # cards of the upper half besides the own card
    chance = 1.0
    for rival in range(rivals):
        chance *= max(others - higher - rival, 0) / max(others - rival, 1)
    return chance * pot > 1


@rule
def count_players(view):
    """The number of players: all have put in the ante."""
    count = 0
    for stake in view.stakes:
        count += stake > 0
    return count


AGENTS = {"novice": novice, "expert": expert}
ENOUGH_DEALS = 4000  # single hands: luck decides most
