"""Moves as a person makes them, of a game whose engine asks for one part of a move after the other.

A capture is one move: a card of the hand takes cards of the table. The engine takes it in several actions. So are
three cards chosen to be passed one choice, which a person makes in any order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from string import Formatter

import numpy as np

from cardzoo.envs.engine import Game, Table
from cardzoo.envs.scene.build import find_starts, look_at
from cardzoo.envs.scene.layout import Layout, find_layout
from cardzoo.envs.scene.moves import find_moves, find_targets
from cardzoo.envs.scene.scene import Move, Scene
from cardzoo.envs.scene.words import Sentence, find_sentences, listed, past

MOST_WHOLE = 400  # moves of several actions; where there are more, the player makes one action after the other


@dataclass(frozen=True)
class Pick:
    """A choice of several cards.

    Attributes:
        count: the number of cards to choose.
        says: the choice as a sentence, such as ``"Pass 3"``.
        choices: the cards, each as the move that chooses it. In the order of their ids all of them are legal.
    """

    count: int
    says: str
    choices: tuple[Move, ...]


def find_pick(table: Table, scene: Scene) -> Pick | None:
    """The choice of several cards before the player on turn, from a scene of that seat; None if there is none.

    The cards still to be chosen have higher ids than those chosen before, so the lowest is legal.
    """
    game, layout = table.game, find_layout(table.game)
    if not (layout.picks and scene.moves):
        return None
    lowest = scene.moves[0].action
    verb = game.actions.verb(lowest)
    view = table.view(scene.player)
    count = layout.left_to_pick(verb, view)
    if count == 0:
        return None
    hand = {card for zone in scene.zones() if scene.is_own_hand(zone) for card in zone.cards}
    touches = game.actions.touches
    held = [
        action
        for action in range(lowest, len(touches))
        if game.actions.verb(action) == verb and hand.issuperset(touches[action])
    ]
    look = look_at(game, view, scene.player, table.num_players, scene.names)
    return Pick(
        count, scene.moves[0].kind.replace("…", str(count)), find_moves(look, scene.bands, find_starts(game), held)
    )


def whole_moves(table: Table, scene: Scene) -> tuple[Move, ...]:
    """The legal moves of the player on turn, each with all of its actions, from a scene of that seat.

    If the game has no moves of several actions, or more than `MOST_WHOLE` now, they are those of the scene.
    """
    layout = find_layout(table.game)
    if not scene.moves or not layout.whole or table.game.actions.verb(scene.moves[0].action) in layout.steps:
        return scene.moves  # no such moves, or one has begun
    found = list(islice(_sequences(table, layout), MOST_WHOLE + 1))
    if len(found) > MOST_WHOLE:
        return scene.moves
    single = {move.action: move for move in scene.moves}
    look = look_at(table.game, table.view(scene.player), scene.player, table.num_players, scene.names)
    starts, sentences = find_starts(table.game), find_sentences(table.game, look)

    def whole(action: int, *then: int) -> Move:
        if not then:
            return single[action]
        actions = (action, *then)
        sentence = whole_sentence(table.game, actions, [sentences[one] for one in actions])
        targets = find_targets(look, scene.bands, starts, actions)
        return Move(action, single[action].words, targets, sentence.to_do, sentence.kind, then)

    return tuple(whole(*actions) for actions in found)


def _sequences(table: Table, layout: Layout) -> Iterator[tuple[int, ...]]:
    """The actions of each whole move: those of one turn, up to the next card played from the hand."""

    def is_begun(after: Table) -> bool:
        legal = np.flatnonzero(after.mask)
        same = not after.over and after.player == table.player
        return same and all(table.game.actions.verb(int(action)) in layout.steps for action in legal)

    for action in map(int, np.flatnonzero(table.mask)):
        after = table.copy()
        after.step(action)
        for rest in _sequences(after, layout) if is_begun(after) else [()]:
            yield (action, *rest)


def is_step(game: Game, action: int) -> bool:
    """True if an action continues a move of several actions."""
    return game.actions.verb(action) in find_layout(game).steps


def goes_on(table: Table, action: int, place: int) -> bool:
    """True if an action may follow others in one move of a person: such a move reveals nothing before its end.

    Args:
        table: the table before the move.
        action: the action.
        place: how many actions of the move come before it.
    """
    layout, verb = find_layout(table.game), table.game.actions.verb(action)
    return verb in layout.steps or verb in layout.sealed or place < layout.left_to_pick(verb, table.view(table.player))


def whole_sentence(game: Game, actions: Sequence[int], sentences: Sequence[Sentence]) -> Sentence:
    """A move of several actions as one sentence; a begun one is called by its first action until its objects are known.

    Args:
        game: the game.
        actions: the actions.
        sentences: each of them as sentences.
    """
    objects: dict[str, list[str]] = {}
    for action, sentence in zip(actions, sentences, strict=True):
        objects.setdefault(game.actions.verb(action), []).append(_object_of(sentence))
    pattern = next((text for verb, text in find_layout(game).whole.items() if verb in objects), "")
    verbs = {name: name.split(" and ") for _, name, _, _ in Formatter().parse(pattern) if name}
    if not pattern or not objects.keys() >= {verb for names in verbs.values() for verb in names}:
        return sentences[0]
    named = {name: listed([word for verb in of for word in objects[verb]]) for name, of in verbs.items()}
    says = " ".join(pattern.format_map(named).split())
    return Sentence(says, past(says), f"{says.split()[0]} …")


def picked_sentence(cards: Sequence[Sentence]) -> Sentence:
    """A choice of several cards as sentences, from those of its cards: ``"Pass 7♣, J♣ and Q♣"``."""
    kind = cards[0].kind
    says = kind.replace("…", listed([_object_of(sentence) for sentence in cards]))
    return Sentence(says, past(says), kind)


def _object_of(sentence: Sentence) -> str:
    """The object of an action, such as ``"7♥"`` of ``"Play 7♥"``; empty if it has none."""
    before, _, after = sentence.kind.partition("…")
    return sentence.to_do.removeprefix(before).removesuffix(after)
