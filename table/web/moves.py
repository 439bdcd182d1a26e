"""A person's moves: those that the page offers, the one that a drop of a card means, and steps without a choice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from cardzoo.envs.engine import Table
from cardzoo.envs.scene import BACK, EMPTY, Move, Scene, find_pick, goes_on, table_scene, whole_moves
from cardzoo.table.web.people import TableError

HOME = "home"  # verb of the moves to the foundations
SAFE_RANKS = 2  # lowest ranks, which never keep another card from the foundations
WORLD = 0  # seed of the redealt table on which drops are tried, so that they reveal nothing


def describe_moves(table: Table, scene: Scene) -> dict[str, Any]:
    """Moves of the player on turn for the page, from a scene of that seat.

    With a ``pick`` the moves are the cards of which that many are chosen.
    """
    pick = find_pick(table, scene)
    moves = pick.choices if pick else whole_moves(table, scene)
    return {
        "moves": [asdict(move) for move in moves],
        "pick": {"count": pick.count, "says": pick.says} if pick else None,
    }


def read_move(table: Table, asked: Any) -> list[int]:
    """Actions of a move, checked: one id, or a list of those that one player makes after each other.

    Raises:
        TableError: if any of them is not legal; none is played. So only parts of one move may follow each other: by the
            refusal of another action a person would learn what the first one reveals.
    """
    actions = asked if isinstance(asked, list) and asked else [asked]
    after = table.copy()
    for place, action in enumerate(actions):
        if type(action) is not int:
            raise TableError(f"action must be an action's number, got {action!r:.40}")
        if place and not goes_on(table, action, place):
            raise TableError("actions of one request must be of one move; play one after the other")
        if after.over or after.player != table.player or not after.is_legal(action):
            raise TableError(after.explain_illegal(action) if not after.over else "the game is over")
        after.step(action)
    return actions


def read_touched(scene: Scene, asked: Any) -> list[int]:
    """Cards of the own hand at the places that a person has touched; anything else is left out.

    Args:
        scene: the scene of the seat.
        asked: the places of the request.
    """
    hands = {zone.id: zone.cards for zone in scene.zones() if scene.is_own_hand(zone)}
    found = []
    for place in asked if isinstance(asked, list) else []:
        zone, card = (place.get("zone"), place.get("card")) if isinstance(place, dict) else (None, None)
        cards = hands.get(zone, ()) if isinstance(zone, str) else ()
        if type(card) is int and card in range(len(cards)):
            found.append(cards[card])
    return found


def decides_nothing(table: Table) -> bool:
    """True if the only legal action names no card and no place, so that nobody has to choose it."""
    legal = np.flatnonzero(table.mask)
    return not table.over and len(legal) == 1 and not table.game.actions.touches[int(legal[0])]


def find_finish(table: Table) -> list[int]:
    """Moves to the foundations that win a patience with open cards; empty if they do not."""
    game = table.game
    if table.over or not _has_home(table):
        return []
    if any(BACK in zone.cards for zone in table_scene(table, 0).zones()):
        return []
    after, actions = table.copy(), []
    while not after.over:
        home = [action for action in map(int, np.flatnonzero(after.mask)) if game.actions.verb(action) == HOME]
        if not home:
            return []
        actions.append(home[0])
        after.step(home[0])
    return actions if after.state.reward[0] > 0 else []


def has_safe_moves(table: Table) -> bool:
    """True if a patience has a foundation for each suit, to which safe cards can go by themselves."""
    if not _has_home(table):
        return False
    suits = {suit.word for suit in table.game.cards.suits}
    return all(zone.label in suits for zone in table_scene(table, 0).zones() if zone.home)


def _has_home(table: Table) -> bool:
    """True if a single player moves cards to foundations."""
    return table.num_players == 1 and HOME in {block.verb for block in table.game.actions.blocks}


def find_safe(table: Table) -> list[int]:
    """Moves of safe cards to the foundations, one after the other.

    A card is safe if no other card can need it: an ace, a 2, or one whose next lower rank is complete there.
    """
    is_suited, after, actions = has_safe_moves(table), table.copy(), []
    while is_suited and (action := _safe_move(after)) is not None:
        actions.append(action)
        after.step(action)
    return actions


def _safe_move(table: Table) -> int | None:
    """A move of a safe card; None if there is none."""
    pack, home = table.game.cards, _cards_home(table)
    copies = sum(zone.home for zone in table_scene(table, 0).zones()) // len(pack.suits)
    for action in [] if table.over else map(int, np.flatnonzero(table.mask)):
        if table.game.actions.verb(action) == HOME:
            after = table.copy()
            after.step(action)
            rank = min(_cards_home(after) - home) % len(pack.ranks)
            lower = range(rank - 1, pack.suited, len(pack.ranks))
            if rank < SAFE_RANKS or all(home[card] == copies for card in lower):
                return action
    return None


def _cards_home(table: Table) -> Counter[int]:
    """The cards on the foundations."""
    return Counter(card for zone in table_scene(table, 0).zones() if zone.home for card in zone.cards if card != EMPTY)


def find_dropped(table: Table, start: Any, card: Any, end: Any) -> int | None:
    """The only legal action that begins with a card and lays it, or what it brings, into a zone.

    Each action is tried on a redealt table, so the answer depends only on that seat's information.

    Args:
        table: the table.
        start: id of the zone in which the card lies.
        card: its place there.
        end: id of the zone over which it was dropped.

    Returns:
        The action; None if there is none, or more than one.
    """
    scene = table_scene(table, table.player, for_people=True)
    faces = {zone.id: zone.cards for zone in scene.zones()}
    if start == end or card not in range(len(faces.get(start, ()))):
        return None
    face = faces[start][card]

    def begins(move: Move) -> bool:
        first = move.targets[0] if move.targets else None
        return first is not None and first.zone == start and faces[start][first.card or 0] == face

    moves = [move for move in scene.moves if len(move.targets) == 1 and begins(move)]
    homes = {zone.id for zone in scene.zones() if zone.home}
    ends = homes if end in homes else {end}  # a card finds its place among the foundations
    fits = [move.action for move in moves if ends & _gaining(table, faces, move.action, face)]
    return fits[0] if len(fits) == 1 else None


def _gaining(table: Table, before: Mapping[str, Sequence[int]], action: int, face: int) -> set[str]:
    """Ids of the zones that gain a face by an action; for a card that is face down, any card."""
    world = table.redeal(table.player, WORLD)
    world.step(action)
    found = set()
    for zone in table_scene(world, table.player, for_people=True).zones():
        gained = Counter(zone.cards) - Counter(before.get(zone.id, ()))
        if gained[face] > 0 if face >= 0 else any(card != EMPTY for card in gained):
            found.add(zone.id)
    return found
