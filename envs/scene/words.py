"""Words for people at the table: titles of a view's fields, and actions as sentences.

A game's own `Layout` comes first. The words shared by many games are here, so that a new game needs none of its own. A
field without words in either is for programs, and is not shown to a player at the table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from cardzoo.envs.engine import Game
from cardzoo.envs.scene.layout import Layout, find_layout
from cardzoo.envs.scene.look import Look

TITLES = {
    "announced": "announced",
    "ante": "ante",
    "bid": "bid",
    "bidder": "highest bidder",
    "bids": "bid",
    "caller": "has called",
    "captured": "captured",
    "chips": "chips",
    "contract": "contract",
    "dealer": "deals",
    "declarer": "declarer",
    "last_capturer": "took last",
    "leader": "leads",
    "melded": "melded",
    "points": "points",
    "pot": "pot",
    "price": "price",
    "redeals_left": "redeals left",
    "score": "score",
    "scores": "score",
    "stakes": "stake",
    "sweeps": "sweeps",
    "tokens": "tokens",
    "tricks": "tricks",
    "trump": "trump",
    "trumps": "trump",
}
"""Titles of fields that many games share."""

IN_PLAY = frozenset({"leader"})
"""Fields that mean nothing after the end of a game."""

MOST_WAYS = 4  # maximum of ways in a sentence

COUNTED = frozenset({"bids", "chips", "information", "points", "score", "scores", "tokens", "tricks"})
"""Fields of which a 0 is shown, too."""

SAYS = {
    "accept": "Accept",
    "bid": "Bid {}",
    "capture": "Capture {}",
    "discard": "Discard {}",
    "done": "Finish",
    "double": "Double",
    "draw": "Draw a card",
    "draw stock": "Draw from the stock",
    "draw upcard": "Take the top discard",
    "end turn": "End the turn",
    "give up": "Give up",
    "home": "Move {} to the foundation",
    "no trump": "Play without trumps",
    "redeal": "Deal again",
    "refuse": "Refuse",
    "select": "Choose {}",
    "take": "Take {}",
    "trump": "Make {} trumps",
    "turn": "Turn a card",
}
"""Actions of verbs that many games share, each as a sentence that begins with its verb."""

PHRASES = {"empty column": "the empty column", "to cell": "to a free cell"}
"""Parts of actions, and the words of people for them."""

PAST = {
    "bet": "bet",
    "bid": "bid",
    "build": "built",
    "buy": "bought",
    "choose": "chose",
    "cut": "cut",
    "deal": "dealt",
    "do": "did",
    "draw": "drew",
    "give": "gave",
    "go": "went",
    "hit": "hit",
    "hold": "held",
    "keep": "kept",
    "lay": "laid",
    "lead": "led",
    "leave": "left",
    "let": "let",
    "make": "made",
    "pay": "paid",
    "put": "put",
    "say": "said",
    "see": "saw",
    "sell": "sold",
    "show": "showed",
    "split": "split",
    "spread": "spread",
    "stand": "stood",
    "steal": "stole",
    "take": "took",
    "throw": "threw",
    "withdraw": "withdrew",
}
"""Past tenses of irregular verbs."""

DOUBLED = frozenset({"beg", "drop", "skip", "stop", "swap", "trump"})
"""Verbs whose last letter is doubled in the past tense."""

SECOND = frozenset({"force", "go", "take"})
"""Verbs of actions that follow an "and"; other words there belong to an object, as in "three and pair"."""

VERBS = frozenset(
    {
        "accept",
        "add",
        "announce",
        "answer",
        "ask",
        "begin",
        "bet",
        "bid",
        "build",
        "call",
        "capture",
        "check",
        "choose",
        "close",
        "compare",
        "cover",
        "cut",
        "deal",
        "declare",
        "decline",
        "discard",
        "double",
        "draw",
        "drop",
        "end",
        "exchange",
        "fold",
        "follow",
        "force",
        "give",
        "go",
        "hit",
        "hold",
        "insure",
        "keep",
        "knock",
        "lay",
        "lead",
        "leave",
        "let",
        "look",
        "make",
        "match",
        "meld",
        "merge",
        "move",
        "name",
        "offer",
        "open",
        "pair",
        "pass",
        "pay",
        "pick",
        "place",
        "play",
        "put",
        "raise",
        "refuse",
        "reject",
        "remove",
        "reveal",
        "say",
        "see",
        "sell",
        "show",
        "skip",
        "split",
        "spread",
        "stand",
        "start",
        "steal",
        "stop",
        "surrender",
        "swap",
        "take",
        "throw",
        "trade",
        "turn",
        "use",
        "wait",
        "withdraw",
    }
)
"""First words of actions that are verbs, so that the action is a sentence already."""


def player_title(layout: Layout, name: str) -> str:
    """The title of a field for players; empty for one that is for programs."""
    return layout.titles.get(name, TITLES.get(name, ""))


class Sentence(NamedTuple):
    """An action as sentences for people.

    Attributes:
        to_do: the sentence for the player on turn, such as ``"Play 7♥"``.
        done: the predicate after the player's name, such as ``"played 7♥"``.
        kind: the common text of its block, such as ``"Play …"``.
    """

    to_do: str
    done: str
    kind: str


def find_sentences(game: Game, look: Look | None = None) -> Sequence[Sentence]:
    """Each action of a game as sentences, by the ``says`` and ``calls`` of its layout and the shared words.

    Args:
        game: the game.
        look: a seat's `Look`, for the names that depend on it; None for the usual names.
    """
    layout = find_layout(game)
    named = {verb: name(look) for verb, name in layout.says_now.items()} if look else {}
    sentences = _sentences(game, tuple((verb, name) for verb, name in named.items() if name))
    return [*_with_cards(sentences, layout, look)] if look and layout.says_each else sentences


def _with_cards(sentences: Sequence[Sentence], layout: Layout, look: Look) -> Iterator[Sentence]:
    """The same with the layout's own sentences for single actions."""
    for action, usual in enumerate(sentences):
        say = layout.says_each.get(look.game.actions.verb(action))
        words = say(look, action) if say else ""
        yield Sentence(words, past(words), f"{words.split()[0]} …") if words else usual


@lru_cache(maxsize=256)
def _sentences(game: Game, named: tuple[tuple[str, str], ...]) -> Sequence[Sentence]:
    """The same, with given names of some verbs' actions that depend on the view."""
    layout, pack = find_layout(game), game.cards
    says = {**layout.says, **dict(named)}
    spoken = {word: name for word, name in zip(pack.words, pack.names, strict=True) if "-" in word}
    sentences = (
        make_sentence(block.verb, words, says)
        for block in game.actions.blocks
        for words in [f"{block.verb} {called}" for called in layout.calls.get(block.verb, ())] or block.words
    )
    return [Sentence(*(_replaced(part, spoken) for part in sentence)) for sentence in sentences]


def _replaced(sentence: str, spoken: Mapping[str, str]) -> str:
    """A sentence with the names of cards in place of words such as ``"red-skip"``."""
    for word, name in spoken.items():
        sentence = sentence.replace(word, name)
    return sentence


def make_sentence(verb: str, words: str, says: Mapping[str, str]) -> Sentence:
    """An action as sentences; one that does not begin with a known verb is quoted.

    Args:
        verb: the verb of its block.
        words: the action in words.
        says: the game's own sentences by verb.
    """
    of = words.removeprefix(verb).strip()
    pattern = says.get(verb, SAYS.get(verb))
    if pattern is None:
        pattern = f"{verb[:1].upper()}{verb[1:]}" + " {}" * bool(of)
    several = max(1, pattern.count("{}"))
    sentence = pattern
    for word in (*of.split(" ", several - 1), *[""] * several)[:several]:
        sentence = sentence.replace("{}", word, 1)
    sentence = " ".join(sentence.split())
    for engine, people in PHRASES.items():
        sentence = sentence.replace(engine, people)
    is_verb = verb in says or verb in SAYS or sentence.partition(" ")[0].lower() in VERBS
    done = past(sentence) if is_verb else f"chose “{words}”"
    return Sentence(sentence, done, " ".join(pattern.replace("{}", "…").split()) if of else sentence)


def ways_of(kinds: Iterable[str]) -> str:
    """Some kinds of actions as one sentence, for a game without requests for its phases.

    Args:
        kinds: kinds, as in `Sentence`.
    """
    ways = list(dict.fromkeys(kind.partition("…")[0].strip() for kind in kinds))
    if len(ways) > MOST_WAYS:
        return "Choose a move"
    first, *others = ways
    others = [way[:1].lower() + way[1:] for way in others]
    return " or ".join([", ".join([first, *others[:-1]]), *others[-1:]])


def counted(number: int, thing: str) -> str:
    """A number of things, such as ``"1 card"`` or ``"3 cards"``."""
    return f"{number} {thing}{'s' * (number > 1)}"


def listed(words: Sequence[str]) -> str:
    """Words as a list, such as ``"7♣, J♣ and Q♣"``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def past(sentence: str) -> str:
    """A sentence that begins with a verb as a predicate in the past tense, such as ``"played 7♥"``.

    A verb of `SECOND` may follow, as in ``"Discard face down and go out"``.
    """
    first, *rest = sentence.split(" ")
    if rest[:1] == ["not"]:
        return " ".join(["did not", *rest[1:]])
    words = [past_tense(first.lower())]
    for before, word in pairwise([first, *rest]):
        words.append(past_tense(word) if before == "and" and word in SECOND else word)
    return " ".join(words)


def past_tense(verb: str) -> str:
    """Past tense of a verb, such as ``"passed"``."""
    if verb in PAST:
        return PAST[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ied"
    return verb + verb[-1] * (verb in DOUBLED) + "ed"


def third_person(verb: str) -> str:
    """A verb in the third person, such as ``"passes"``."""
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")
