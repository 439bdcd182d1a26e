"""Guide for newcomers, shown during play: the moves with their rules, and the parts of the table.

The game declares all of it: the docs of its actions and fields, and the rules of its page that its layout names.
Only parts that many games share have words here.
"""

from functools import cache
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import find_layout
from cardzoo.envs.scene.words import make_sentence, third_person

PARTS = {
    "cells": "Places that hold a single card each, for a while.",
    "columns": "Play from the end of a column.",
    "discard_pile": "Cards that were thrown away, the last one on top.",
    "foundations": "Cards are collected here in order, one on the other.",
    "hand": "The cards that you hold. Those with a yellow edge can be played now.",
    "hands": "Opponents' hands. You see the backs of cards that you do not know.",
    "layout": "The rows to which cards are added.",
    "stock": "Cards that are still to come, face down.",
    "table": "Cards that lie open for everybody.",
    "trick": "The card that each player has played, in front of that player.",
    "waste": "Cards that were turned up from the stock, the last one on top.",
}
"""Words for parts of the table, by fields that many games share; other fields use their own docs."""

SAME = {"reserve": "stock", "reserve_size": "stock", "stock_size": "stock", "discards": "discard_pile"}
"""Fields with the words of another field."""


@cache
def describe_guide(game: Game) -> dict[str, Any]:
    """Guide to a game for newcomers; it does not depend on the cards.

    Returns:
        ``"moves"``: each kind of action, with its ``"first"`` id, the ``"count"`` of ids, its name (``"is"``), its
        effect (``"does"``), and the ``"rules"`` with their numbers. ``"parts"``: words for parts of the table, by the
        first part of their zones' ids.
    """
    layout, first, moves = find_layout(game), 0, []
    for block in game.actions.blocks:
        kind = make_sentence(block.verb, block.words[0], layout.says).kind
        rules = [[number, game.clauses[number]] for number in layout.rules.get(block.verb, ())]
        moves.append({"first": first, "count": len(block), "is": kind, "does": sentence(block.doc), "rules": rules})
        first += len(block)
    own = {field.name: sentence(field.doc) for field in game.view if field.doc}
    named = {name: SAME.get(name, name) for name in (*own, "hand", "hands", "stock")}
    shared = {name: PARTS[part] for name, part in named.items() if part in PARTS}
    return {"moves": moves, "parts": own | shared}


def sentence(words: str) -> str:
    """Format words as a sentence."""
    plain = words.replace("``", "").replace("_", " ").strip()
    return f"{plain[:1].upper()}{plain[1:]}" + "." * (not plain.endswith((".", "!", "?"))) if plain else ""


def reason_of(policy: str, to_do: str) -> str:
    """Reason for an agent's move, from its description: the first point, and the points about such a move.

    Args:
        policy: the agent's description.
        to_do: the move as a sentence, such as ``"Discard 7♥"``.
    """
    head, *points = points_of(policy)
    verb = third_person(to_do.split(" ")[0].lower())
    fitting = [point for point in points if verb in point.lower().replace(",", "").split(" ")[:4]]
    return " ".join([head, *fitting[:2]])


def points_of(policy: str) -> list[str]:
    """Points of a description: its paragraphs and list items, each as one line."""
    points: list[list[str]] = []
    for line in policy.splitlines():
        text = line.strip()
        if not text or text.startswith("- ") or not points:
            points.append([])
        points[-1] += [text.removeprefix("- ")] if text else []
    return [" ".join(point).replace("`", "") for point in points if point] or [""]
