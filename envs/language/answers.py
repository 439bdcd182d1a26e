"""Reading of answers: the legal move that a player's answer means, in any spelling.

``8♣``, ``8C``, ``Play the 8 of clubs.``, ``[play 8♣]`` and a long reasoning that ends with one of them are the same
move, if only one legal move fits. The last pair of brackets counts; without brackets, the last line that names a move.
Unfinished reasoning names no move, and neither does a negated sentence.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias

import numpy as np

from cardzoo.envs.engine.actions import Actions

MOST_NAMED = 6  # moves in a message
MOST_READ = 20_000  # characters of an answer that are read, from its end
LONGEST = 60  # characters of an answer in a message

Tokens: TypeAlias = tuple[str, ...]

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = {word: str(number) for number, word in enumerate(_NUMBERS, 1)}
_RANKS |= {"ace": "a", "jack": "j", "queen": "q", "king": "k", "t": "10"}
_SUITS = {
    letter: sign for sign, letters in zip("♣♦♥♠", ("c♣♧", "d♦♢", "h♥♡", "s♠♤"), strict=True) for letter in letters
}
_SUITS |= {word + end: _SUITS[word[0]] for word in ("club", "diamond", "heart", "spade") for end in ("", "s")}

_SHORT = r"(?:10|[1-9]|[tjqka])"
_LONG = "|".join(word for word in _RANKS if len(word) > 1)
_SIGN = "[♣♧♦♢♥♡♠♤]"
_SUIT = "(?:club|diamond|heart|spade)s?"
_TOKEN = re.compile(
    rf"\b(?P<rank>{_LONG}|{_SHORT})(?:\s*(?P<sign>{_SIGN})|\s+of\s+(?P<name>{_SUIT})\b)"
    rf"|\b(?P<figure>{_LONG}|10|[1-9]|[tjqk])\s+(?P<plain>{_SUIT})\b"
    rf"|\b(?P<letters>(?:{_SHORT}[cdhs])+)\b"
    rf"|\b(?P<digit>{_SHORT})\s(?P<letter>[cdhs])\b"
    rf"|(?P<word>{_SIGN}|[^\W_]+)"
)
_LETTERS = re.compile(rf"({_SHORT})([cdhs])")
_BRACKETS = re.compile(r"\[([^\[\]]+)\]|\{([^{}]+)\}|<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)
_THOUGHT = re.compile(r"[<\[◁](/?)(?:think|thinking|thought|reasoning)[>\]▷]", re.IGNORECASE)
_CLAUSE = re.compile(r"[.,;:!?()\n—–]|\s-\s|\b(?:and|because|but|since|so|which)\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|cannot|refuse|avoid|instead of|rather than)\b|n['’]t\b", re.IGNORECASE
)
_FILLERS = frozenset({"a", "an", "the", "a♠"})  # the last one is the word "as"


class UnfitAnswer(ValueError):
    """An answer is not a legal move; the message is for the player who gave it."""


def read_answer(actions: Actions, mask: np.ndarray, answer: str) -> int:
    """The legal move that an answer means.

    Args:
        actions: the game's actions.
        mask: (A,) int8, the legal actions.
        answer: the player's text.

    Returns:
        The action.

    Raises:
        UnfitAnswer: if no legal move or several fit, with these or similar moves.
    """
    moves, legal = _moves_of(actions), set(np.flatnonzero(mask).tolist())
    tags = list(_THOUGHT.finditer(answer))
    if tags and not tags[-1][1]:
        raise UnfitAnswer(f"the answer ends within {tags[-1][0]}, before it names a move; {_near(actions, mask, '')}")
    answer = answer[tags[-1].end() if tags else 0 :][-MOST_READ:]
    lines = [line.strip() for line in reversed(answer.splitlines()) if line.strip()]
    bracketed = ["".join(filter(None, found.groups())) for found in _BRACKETS.finditer(answer)]
    parts = bracketed[-1:] or lines
    for place, part in enumerate(parts):
        ways = moves.ways[: None if place == 0 else 1]
        tokens = _split(part)
        fitting = next(filter(None, (way(tokens) & legal for way in ways)), set())
        if len(fitting) == 1:
            action = int(fitting.pop())
            if not _NEGATION.search(actions.words[action]) and _is_negated(action, part, ways):
                raise UnfitAnswer(f"{_quote(part)} is what you will not do; {_near(actions, mask, '')}")
            return action
        if fitting:
            raise UnfitAnswer(f"{_quote(part)} fits {_list(actions, fitting)}; name one of them in full")
        if named := next(filter(None, (way(tokens) for way in ways)), set()):
            raise UnfitAnswer(f"{_list(actions, named)} is not legal now; {_near(actions, mask, part)}")
    if not parts:
        raise UnfitAnswer(f"the answer is empty; {_near(actions, mask, '')}")
    raise UnfitAnswer(f"{_quote(parts[0])} names no move; {_near(actions, mask, parts[0])}")


def _is_negated(action: int, part: str, ways: Iterable[Callable[[Tokens], set[int]]]) -> bool:
    """True if a clause with a negation names a move."""
    clauses = [_split(clause) for clause in _CLAUSE.split(part) if _NEGATION.search(clause)]
    return any(action in way(clause) for clause in clauses for way in ways)


class _Moves:
    """A game's moves by their words.

    Attributes:
        ways: functions that find the moves that some words may name, the strictest first. Only the first one is used on
            lines of reasoning.
    """

    def __init__(self, actions: Actions) -> None:
        self._exact: dict[Tokens, set[int]] = defaultdict(set)
        self._loose: dict[tuple[Tokens, Tokens], set[int]] = defaultdict(set)
        self._parts: dict[str, set[int]] = defaultdict(set)
        self._ordered: list[Tokens] = []  # each move's words except for cards
        action = 0
        for block in actions.blocks:
            verb = len(_split(block.verb))
            for words in block.words:
                tokens = _split(words)
                self._exact[tokens].add(action)
                self._ordered.append(_order(tokens)[0])
                self._loose[_order(tokens)].add(action)
                if tokens[verb:]:
                    self._loose[_order(tokens[verb:])].add(action)
                for token in tokens:
                    self._parts[token].add(action)
                action += 1
        self._longest = max(map(len, self._exact))
        self.ways = (self._verbatim, self._rearranged, self._shortened)

    def _verbatim(self, tokens: Tokens) -> set[int]:
        """Moves whose words are adjacent, except for those within longer moves."""
        if tokens in self._exact:
            return self._exact[tokens]
        found: set[int] = set()
        reached = 0
        for start in range(len(tokens)):
            for stop in range(min(start + self._longest, len(tokens)), max(start, reached), -1):
                if tokens[start:stop] in self._exact:
                    found |= self._exact[tokens[start:stop]]
                    reached = stop
                    break
        return found

    def _rearranged(self, tokens: Tokens) -> set[int]:
        """Moves whose words, or all but the verb, occur, with cards in any order, among words of no move."""
        found: set[int] = set()
        for fillers in (frozenset[str](), _FILLERS):
            named = tuple(token for token in tokens if token in self._parts and token not in fillers)
            found |= self._loose.get(_order(named), set())
        return found

    def _shortened(self, tokens: Tokens) -> set[int]:
        """Moves that have all of these words in their order, and perhaps more; cards in any order.

        Without the order "column 1 to column 4" would name 1 of column 4 to an empty column.
        """
        named = tuple(token for token in tokens if token not in _FILLERS) or tokens
        found = set.intersection(*(self._parts.get(token, set()) for token in named)) if named else set()
        words, _ = _order(named)
        return {action for action in found if _is_within(words, self._ordered[action])}


@cache
def _moves_of(actions: Actions) -> _Moves:
    return _Moves(actions)


def _split(text: str) -> Tokens:
    """The words of a text, spelled in one way: cards as ``8♣``, suits as ``♣``, ranks and numbers as ``8``."""
    tokens: list[str] = []
    for found in _TOKEN.finditer(text.casefold().replace("\ufe0f", "").replace("_", " ")):
        part = {name: value for name, value in found.groupdict().items() if value}
        if "letters" in part:
            tokens += [_rank(rank) + _SUITS[suit] for rank, suit in _LETTERS.findall(part["letters"])]
        elif "word" in part:
            tokens.append(_SUITS.get(part["word"]) or _rank(part["word"]))
        else:
            rank, suit = part.values()
            tokens.append(_rank(rank) + _SUITS[suit])
    return tuple(tokens)


def _rank(word: str) -> str:
    return _RANKS.get(word, word)


def _order(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """Words in their order, and cards in one order."""
    cards = [token for token in tokens if len(token) > 1 and token[-1] in "♣♦♥♠"]
    return tuple(token for token in tokens if token not in cards), tuple(sorted(cards))


def _is_within(words: Tokens, others: Tokens) -> bool:
    """True if all of some words are among others, in their order."""
    rest = iter(others)
    return all(word in rest for word in words)


def _quote(part: str) -> str:
    short = " ".join(part.split())
    return repr(short if len(short) <= LONGEST else f"{short[:LONGEST]}...")


def _list(actions: Actions, some: Iterable[int]) -> str:
    words = [f"'{actions.words[action]}'" for action in sorted(some)]
    more = [f"{len(words) - MOST_NAMED} more"] if len(words) > MOST_NAMED else []
    return " and ".join(filter(None, [", ".join(words[:MOST_NAMED]), *more]))


def _near(actions: Actions, mask: np.ndarray, part: str) -> str:
    """Legal moves with words like these; without any, the first few legal ones."""
    legal: Mapping[str, str] = {actions.words[action].casefold(): actions.words[action] for action in mask.nonzero()[0]}
    if near := get_close_matches(" ".join(_split(part[-LONGEST:])), legal, n=3):
        return f"did you mean {' or '.join(repr(legal[word]) for word in near)}?"
    return f"legal: {actions.list_legal(mask)}"
