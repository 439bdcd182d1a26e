"""Which places of a scene a legal action touches."""

from collections.abc import Callable, Iterable, Sequence

from cardzoo.envs.engine import CARDS, RANKS
from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS
from cardzoo.envs.scene.layouts import Layout, Touch
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.scene import EMPTY, RANK_ONLY, Band, Kind, Move, Target, Zone

LONGEST_NAME = 3  # words of a zone's name


def find_moves(look: Look, layout: Layout, bands: Sequence[Band], actions: Iterable[int]) -> tuple[Move, ...]:
    """The legal actions with what they touch.

    The words of an action name cards, or zones by their labels. Where a card lies in several zones, the own ones come
    first, and a hand before others. What the words leave open, the layout tells.

    Args:
        look: the view of the seat.
        layout: the game's layout.
        bands: the scene's bands.
        actions: the ids of the legal actions.
    """
    zones = [zone for band in bands for zone in band.zones if zone.cards]
    zones.sort(key=lambda zone: (zone.seat != look.player, zone.kind != Kind.HAND))
    verbs = [block.verb for block in look.game.actions.blocks for _ in block.words]
    moves = []
    for action in map(int, actions):
        words = look.game.actions.words[action]
        touch = layout.touches.get(verbs[action], Touch())
        moves.append(Move(action, words, tuple(_targets(look, touch, zones, verbs[action], words))))
    return tuple(moves)


def _targets(look: Look, touch: Touch, zones: Sequence[Zone], verb: str, words: str) -> list[Target]:
    """What one action touches, in the order of its words."""
    if touch.field:
        zones = [zone for zone in zones if zone.id.split(".")[0] == touch.field]
    if touch.own is not None:
        zones = [zone for zone in zones if (zone.seat == look.player) == touch.own and zone.count]
    if not zones:
        return []
    named = words.removeprefix(verb).split()
    if touch.places:
        return [Target(zones[0].id, int(named[0]) - 1)]
    if touch.chairs:
        seat = look.seat(int(named[0]))
        return [_top(zone) for zone in zones if zone.seat == seat]
    targets: list[Target] = []
    tokens = words.split()
    while tokens:
        target, used = _first_target(touch, zones, tokens, targets)
        targets += [target] if target else []
        tokens = tokens[used:]
    return targets or ([_top(zones[0])] if touch.field else [])


def _first_target(
    touch: Touch, zones: Sequence[Zone], tokens: Sequence[str], taken: Sequence[Target]
) -> tuple[Target | None, int]:
    """What the first words name, if anything, and how many words that takes."""
    for length in range(LONGEST_NAME, 0, -1):
        name = " ".join(tokens[:length]).casefold()
        for zone in zones:
            if zone.label.casefold() == name:
                return _top(zone), length
    if tokens[0] in CARD_WORDS:
        code = CARD_WORDS.index(tokens[0])
        return _find(zones, taken, lambda card: card == code), 1
    if touch.ranks and tokens[0] in RANK_WORDS:
        rank = RANK_WORDS.index(tokens[0])
        return _find(zones, taken, lambda card: _rank(card) == rank), 1
    return None, 1


def _find(zones: Sequence[Zone], taken: Sequence[Target], fits: Callable[[int], bool]) -> Target | None:
    """The first card to be seen that fits and is not taken yet."""
    for zone in zones:
        places = range(len(zone.cards))
        for place in places[-1:] if zone.kind == Kind.PILE else places:
            target = Target(zone.id, place)
            if fits(zone.cards[place]) and target not in taken:
                return target
    return None


def _top(zone: Zone) -> Target:
    """The last card of a zone, or its last place if it has none."""
    lying = [place for place, card in enumerate(zone.cards) if card != EMPTY]
    return Target(zone.id, lying[-1] if lying else len(zone.cards) - 1)


def _rank(card: int) -> int | None:
    """The rank of a card of a scene, if it has one that is known."""
    if card >= RANK_ONLY:
        return card - RANK_ONLY
    return card % RANKS if 0 <= card < CARDS else None
