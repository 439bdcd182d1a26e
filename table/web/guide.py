"""What a newcomer is told of a game while playing: what each move is, by which rule, and what lies on the table.

All of it is declared by the game: the docs of its actions and fields, and the rules of its page that its layout names.
Only what many games share has words here.
"""

from functools import cache
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import find_layout
from cardzoo.envs.scene.words import make_sentence

PARTS = {
    "cells": "Places that hold a single card each, for a while.",
    "columns": "Of each column the last card is the one to play with first; the rules tell which others move along.",
    "discard_pile": "Cards that were thrown away, the last one on top.",
    "foundations": "Here cards are collected in order, one on the other.",
    "hand": "The cards that you hold. Those with a yellow edge can be played now.",
    "hands": "What the others hold. You see the backs of cards that you do not know.",
    "layout": "The rows to which cards are added.",
    "stock": "Cards that are still to come, face down.",
    "table": "Cards that lie open for everybody.",
    "trick": "The card that each player has laid down, before its player.",
    "waste": "Cards that were turned up from the stock, the last one on top.",
}
"""What lies on the table, by the fields that many games share; of any other field its own words are told."""

SAME = {"reserve": "stock", "reserve_size": "stock", "stock_size": "stock", "discards": "discard_pile"}
"""Fields that are told like another one."""


@cache
def describe_guide(game: Game) -> dict[str, Any]:
    """All that a newcomer may be told of a game; nothing in it depends on the cards.

    Returns:
        ``"moves"``: each kind of actions with its ``"first"`` id, their ``"count"``, what it ``"is"`` called, what it
        ``"does"``, and the ``"rules"`` with their numbers. ``"parts"``: words for what lies on the table, by how the
        ids of its zones begin.
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
    """Words as a sentence."""
    plain = words.replace("``", "").replace("_", " ").strip()
    return f"{plain[:1].upper()}{plain[1:]}" + "." * (not plain.endswith((".", "!", "?"))) if plain else ""


def reason_of(policy: str, done: str) -> str:
    """Why an agent plays as it does, of what is written about it: its first sentence, and those about such a move.

    Args:
        policy: the agent's description.
        done: the move as it is told of somebody, such as ``"discards 7♥"``.
    """
    head, *points = points_of(policy)
    verb = done.split(" ")[0]
    fitting = [point for point in points if verb in point.lower().replace(",", "").split(" ")[:4]]
    return " ".join([head, *fitting[:2]])


def points_of(policy: str) -> list[str]:
    """A description's points: its paragraphs and the items of its lists, each as one line."""
    points: list[list[str]] = []
    for line in policy.splitlines():
        text = line.strip()
        if not text or text.startswith("- ") or not points:
            points.append([])
        points[-1] += [text.removeprefix("- ")] if text else []
    return [" ".join(point).replace("`", "") for point in points if point] or [""]
