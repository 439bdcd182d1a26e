"""Prompts for a player who reads: the rules once, and a prompt at each turn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game, Pack
from cardzoo.envs.language.moves import group_moves

MOST_CHARACTERS = 2500  # of a prompt
LONG_LIST = 20  # length of a list from which on only nonzero numbers are listed
HOW_TO_ANSWER = "Think, then end your answer with one legal move in square brackets, such as [{example}]."


def introduce(game: Game) -> str:
    """The introduction before the first turn: the rules, the meaning of a prompt's words, and the form of an answer."""
    seen = [f"{field.name.replace('_', ' ')}: {field.doc}" for field in game.view if field.doc]
    moves = [f"{block.verb}: {block.doc}" for block in game.actions.blocks]
    return "\n".join(
        [
            f"You play {game.title}. These are its rules.",
            "",
            game.rules,
            "",
            "At each of your turns you are told what has happened, what you see, and your legal moves.",
            "What you see:",
            *seen,
            "",
            "The moves, and when they are legal:",
            *moves,
            "",
            "Legal moves are grouped: play {3♣..5♣, K♥} stands for play 3♣, play 4♣, play 5♣ and play K♥,",
            "and meld: 4♣ 4♦ 4♥; 5♠ 6♠ 7♠ for meld 4♣ 4♦ 4♥ and meld 5♠ 6♠ 7♠.",
            HOW_TO_ANSWER.format(example=game.actions.words[0]),
        ]
    )


def write_prompt(
    game: Game, num_players: int, view: Any, mask: np.ndarray, events: Sequence[str] = (), options: str = ""
) -> str:
    """The prompt of a player at a turn, in at most `MOST_CHARACTERS` characters.

    Args:
        game: the game.
        num_players: players at the table.
        view: the player's view, a record of the game's view.
        mask: (A,) int8, the player's legal actions.
        events: sentences on all that has happened since the player's last choice; the oldest ones are left out if there
            is no room for all.
        options: options of the game that differ from the defaults.
    """
    seats = "s; seats are counted from you, clockwise: you are seat 0" if num_players > 1 else ""
    head = [f"{game.title}, {num_players} player{seats}."]
    head += [f"Options: {options}."] if options else []
    words = {name: _line(game.cards, value) for name, value in game.view.to_words(view, num_players).items()}
    seen = ["", "What you see; what is not listed is empty or 0:"]
    seen += [f"{name.replace('_', ' ')}: {line}" for name, line in words.items() if line]
    end = ["", HOW_TO_ANSWER.format(example=game.actions.words[int(mask.argmax())])]
    room = MOST_CHARACTERS - _length([*head, *seen, *end])
    moves = ["", "Your legal moves:", *group_moves(game.actions, mask)]
    if _length(moves) > room:
        moves = ["", "Your legal moves:", *group_moves(game.actions, mask, most=max(room, 0) // 2)]
    return "\n".join([*head, *_recent(events, room - _length(moves)), *seen, *moves, *end])


def options_in_words(game: Game, options: Any) -> str:
    """The options that differ from the defaults, from their record; empty if there are none."""
    usual = game.options.to_words(game.blank()["options"][0], game.default_players)
    given = game.options.to_words(options, game.default_players)
    return ", ".join(f"{name} = {value}" for name, value in given.items() if value != usual[name])


def _length(lines: Sequence[str]) -> int:
    """The number of characters of lines with their line ends."""
    return sum(len(line) + 1 for line in lines)


def _recent(events: Sequence[str], room: int) -> list[str]:
    """The latest sentences that fit into a number of characters, under their heading."""
    heading = ["", "Since your last choice:"]
    gap = "(Earlier moves are left out.)"
    room -= _length([*heading, gap])
    kept: list[str] = []
    for line in reversed(events):
        room -= len(line) + 1
        if room < 0:
            return [*heading, gap, *reversed(kept)] if kept else []
        kept.append(line)
    return [*heading, *reversed(kept)] if kept else []


def _line(pack: Pack, words: Any) -> str:
    """Words or lists of words on one line; nothing if all of them are empty or 0."""
    if not isinstance(words, list):
        return "" if words in (None, "", 0) else str(words)
    parts = [_line(pack, part) for part in words]
    if not any(parts):
        return ""
    if len(words) > LONG_LIST and parts.count("") > len(parts) // 2:
        names = pack.words if pack.codes <= len(words) <= len(pack.words) else range(len(words))
        places: dict[str, list[str]] = {}
        for name, part in zip(names, parts, strict=False):
            places.setdefault(part, []).append(str(name))
        return ", ".join(f"{part} at {' '.join(where)}" for part, where in places.items() if part)
    return " | ".join(part or ("0" if word == 0 else "—") for word, part in zip(words, parts, strict=True))
