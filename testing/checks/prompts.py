"""Prompts and answers in words: prompts describe the view, and answers are parsed into actions."""

import re
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from cardzoo.agents import best_of, find_agent
from cardzoo.envs import Table
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.language import UnfitAnswer, read_answer, write_prompt
from cardzoo.envs.language.moves import group_moves
from cardzoo.envs.language.prompts import MOST_CHARACTERS
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, positions, redealt, walk_among
from cardzoo.testing.setting import Setting, count, usual

LONG_AGO = [f"Seat 1 chose 'play {card}'." for card in CARD_WORDS[:52] for _ in range(3)]
WELL_SPELLED = 8  # legal moves of a position that are tried in all spellings


def turns(setting: Setting) -> list[Table]:
    """Positions of random play in which a player is to act."""
    return [table for table in positions(setting) if not table.over]


def expert_turns(setting: Setting, most: int) -> Iterator[Table]:
    """Yields positions of a game of the best scripted agents."""
    table, agent = setting.table(3), find_agent(best_of(setting.game), setting.game)
    for _ in walk_among(table, agent, 3, most):
        yield table


@check(Each.SETTING)
def check_prompts_are_short_and_tell_the_latest(setting: Setting) -> None:
    """A prompt with a long history stays short, holds the latest event, and ends with a legal action as an example."""
    for table in chain(
        turns(setting), expert_turns(setting, count(compiled=200, interpreted=6)) if not setting.options else ()
    ):
        prompt = write_prompt(table.game, table.num_players, table.view(table.player), table.mask, LONG_AGO)
        length = len(prompt)
        assert length <= MOST_CHARACTERS, at(table, f"the prompt has {length} characters, more than {MOST_CHARACTERS}")
        assert LONG_AGO[-1] in prompt, at(table, "the prompt does not contain the latest event")
        example = f"[{table.legal()[0]}]"
        assert prompt.rstrip(".").endswith(example), at(table, f"the prompt does not end with {example}")


def moves_of(line: str) -> list[str]:
    """The moves that a line of grouped moves stands for."""
    verb, colon, rest = line.partition(": ")
    if not colon:
        return expand(line)
    return [f"{verb} {move}" for group in rest.split("; ") for move in expand(group)]


def expand(group: str) -> list[str]:
    """The moves of a group: each word between its braces makes one."""
    found = re.fullmatch(r"(.*)\{(.*)\}(.*)", group)
    if not found:
        return [group]
    before, words, after = found.groups()
    return [f"{before}{each}{after}" for word in words.split(", ") for each in run(word)]


def run(word: str) -> list[str]:
    """The words of a run, such as 3♣..7♣."""
    first, dots, last = word.partition("..")
    if not dots:
        return [word]
    ranks = [*"A23456789", "10", *"JQKA"]
    (start,) = re.findall(r"^(?:10|\d+|[AJQK])", first)
    (stop,) = re.findall(r"^(?:10|\d+|[AJQK])", last)
    ending = first.removeprefix(start)
    if start in ranks and stop in ranks:
        place = ranks.index(start)
        return [f"{rank}{ending}" for rank in ranks[place : ranks.index(stop, place + 1) + 1]]
    return [f"{number}{ending}" for number in range(int(start), int(stop) + 1)]


@check(Each.SETTING)
def check_grouped_moves_are_the_legal_ones(setting: Setting) -> None:
    """A prompt's short list of moves stands for all of them."""
    for table in turns(setting):
        lines = group_moves(table.game.actions, table.mask, most=100_000)
        moves = [move for line in lines for move in moves_of(line)]
        assert moves == table.legal(), at(table, f"the grouped moves {lines} are not the legal ones")


@check(Each.GAME)
def check_moves_that_do_not_fit_are_counted(setting: Setting) -> None:
    """A list that is cut short says how many moves are left."""
    actions = setting.game.actions
    for line in group_moves(actions, np.ones(len(actions), np.int8), most=60):
        listed, _, more = line.partition("; and ")
        if more:
            verb = listed.partition(":")[0]
            (block,) = (block for block in actions.blocks if block.verb == verb)
            counted = len(moves_of(listed)) + int(more.split()[0])
            assert counted == len(block), f"{line!r} stands for {counted} moves, not {len(block)}"


SUITS = {"♣": " of clubs", "♦": " of Diamonds", "♥": " of hearts", "♠": " of spades"}
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda words: words,
    "in ASCII": lambda words: words.translate(str.maketrans("♣♦♥♠", "CDHS")),
    "T for 10": lambda words: re.sub(r"10([♣♦♥♠])", r"T\1", words).translate(str.maketrans("♣♦♥♠", "cdhs")),
    "in lower case": str.lower,
    "in upper case": str.upper,
    "in brackets": lambda words: f"[{words}]",
    "quoted": lambda words: f'"{words}"',
    "in a sentence": lambda words: f"I think that I {words}.",
    "at the end of thought": lambda words: f"Seat 1 may hold A♠, so it is a risk.\n\n**Answer:** [{words}]",
    "with words for suits": lambda words: re.sub("(?<=[0-9AJQK])([♣♦♥♠])", lambda sign: SUITS[sign[1]], words),
}


@check(Each.GAME)
def check_legal_moves_are_understood_however_they_are_spelled(setting: Setting) -> None:
    """A legal move is parsed in all spellings, also inside a sentence."""
    for table in turns(setting):
        for action in some_legal(table, WELL_SPELLED):
            for spell in SPELLINGS.values():
                answer = spell(table.game.actions.words[action])
                understood = read_answer(table.game.actions, table.mask, answer)
                assert understood == action, at(table, f"{answer!r} is understood as the action {understood}")


def some_legal(table: Table, most: int) -> list[int]:
    """At most so many legal actions, including the first and the last."""
    legal = np.flatnonzero(table.mask)
    return [int(action) for action in legal[np.unique(np.linspace(0, len(legal) - 1, most).astype(int))]]


@check(Each.GAME)
def check_no_two_moves_are_spelled_alike(setting: Setting) -> None:
    """The words of every move are parsed as this move, even if all are legal."""
    actions = setting.game.actions
    everything = np.ones(len(actions), np.int8)
    for action, words in enumerate(actions.words):
        understood = read_answer(actions, everything, f"[{words}]")
        assert understood == action, f"{words!r} is understood as {actions.words[understood]!r}"


@check(Each.GAME)
def check_what_is_no_move_is_refused_with_help(setting: Setting) -> None:
    """An answer without a move is refused with the legal moves or the nearest one."""
    table = usual(setting.game).table(1)
    for answer in ("", "   \n", "Let me think about it!", "[the moon]", "🂡" * 50, "[" * 5000):
        try:
            understood = read_answer(setting.game.actions, table.mask, answer)
        except UnfitAnswer as problem:
            assert re.search(r"legal: |did you mean", str(problem)), at(table, f"no help is in {problem}")
        else:
            raise AssertionError(at(table, f"{answer[:30]!r} is understood as the action {understood}"))


@check(Each.SETTING)
def check_prompts_tell_nothing_hidden(setting: Setting) -> None:
    """Prompts are the same when hidden cards are redealt."""
    for table in turns(setting):
        for player in range(setting.num_players):
            prompts = [prompt(other, player) for other in (table, redealt(table, player, 0), redealt(table, player, 1))]
            is_same = prompts[0] == prompts[1] == prompts[2]
            assert is_same, at(table, f"player {player}'s prompt changes when hidden cards are drawn again")


def prompt(table: Table, player: int) -> str:
    """The prompt of a seat, with the legal moves if it is on turn."""
    mask = table.mask if player == table.player else np.zeros_like(table.mask)
    return write_prompt(table.game, table.num_players, table.view(player), mask)
