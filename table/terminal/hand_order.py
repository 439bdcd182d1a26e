"""The order of the own hand on the terminal, and of the moves that begin with its cards."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from cardzoo.envs.scene import Arrangement, Move, Scene, Zone

SUIT_ORDER = (0, 1, 3, 2)  # of the French pack: black and red in turn


def hand_order(scene: Scene) -> Callable[[int], tuple[int, int]]:
    """The key by which the cards of a hand are sorted: suit by suit, or by rank alone; the ace is high with tricks."""
    size, is_high = len(scene.pack.ranks), any(band.arrangement == Arrangement.RING for band in scene.bands)

    def key(card: int) -> tuple[int, int]:
        if not 0 <= card < scene.pack.suited:
            return len(SUIT_ORDER) + size, card
        suit, rank = divmod(card, size)
        if scene.by_rank:
            return 0, rank
        suit = SUIT_ORDER.index(suit) if len(scene.pack.suits) == len(SUIT_ORDER) else suit
        return suit, size if is_high and rank == 0 else rank

    return key


def sort_hand(scene: Scene) -> Scene:
    """A scene with the own hand in order."""
    key = hand_order(scene)

    def ordered(zone: Zone) -> Zone:
        return replace(zone, cards=tuple(sorted(zone.cards, key=key))) if scene.is_own_hand(zone) else zone

    bands = (replace(band, zones=tuple(map(ordered, band.zones))) for band in scene.bands)
    return replace(scene, bands=tuple(bands))


def sort_moves(scene: Scene, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves of one kind, one below the other, in the order of the cards in the hand that they begin with."""
    key, hands = hand_order(scene), {zone.id: zone for zone in scene.zones() if scene.is_own_hand(zone)}

    def place(move: Move) -> tuple[int, int]:
        first = move.targets[0] if move.targets else None
        if first is None or first.card is None or first.zone not in hands:
            return -1, -1
        return key(hands[first.zone].cards[first.card])

    groups = groupby(moves, key=lambda move: move.kind)
    return tuple(move for _, group in groups for move in sorted(group, key=place))
