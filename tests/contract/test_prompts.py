"""Games in words: rules, prompts, and answers, for players who read."""

import re
from itertools import chain, pairwise

import numpy as np
import pytest

from cardzoo.agents import agent_generator, ask, find_agent, memory_of
from cardzoo.envs import find_game
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.language import Journal, TextTable, UnfitAnswer, introduce, read_answer, write_prompt
from cardzoo.envs.language.journal import view_after
from cardzoo.envs.language.moves import group_moves
from cardzoo.envs.language.prompts import MOST_CHARACTERS
from docs.build_pages import numbered, sections
from tests.playing import few, positions, usual

LONG_AGO = [f"Seat 1 chose 'play {card}'." for card in CARD_WORDS[:52] for _ in range(3)]
WELL_SPELLED = 8  # legal moves that are spelled in all ways, at a position


def prompt_of(table, told=(), player=None):
    player = table.player if player is None else player
    return write_prompt(table.game, table.num_players, table.view(player), table.mask, told)


def turns(setting):
    """Positions of random play in which somebody is to choose."""
    return [table for table in positions(setting) if not table.over]


def expert_turns(setting, most):
    """Positions of an expert's game."""
    table, agent, generator = setting.table(3), find_agent("expert", setting.game), agent_generator(3)
    memories = [memory_of(agent) for _ in range(setting.num_players)]
    for _ in range(most):
        if table.over:
            return
        yield table
        player = table.player
        table.step(ask(agent, table.game, table.records, player, table.mask.copy(), generator, memories[player]))


def test_rules_are_text_with_all_clauses_and_nothing_of_the_program(game):
    rules = game.rules
    clauses = sections(game)
    for heading in ("Rules", "Choices where the text is silent"):
        part = rules.split(f"{heading}\n\n", 1)[1]
        assert numbered(part)[: len(numbered(clauses[heading]))] == numbered(clauses[heading])
    assert rules.startswith(game.title.split(" (")[0])
    assert not re.search(r"Args:|Returns:|Raises:|``|:class:|\b(self|np)\.|Sources\n|Written deck\n", rules)


def test_introductions_explain_what_prompts_name(game):
    told = introduce(game)
    assert game.rules in told
    assert all(field.name.replace("_", " ") in told for field in game.view if field.doc)
    assert all(block.doc in told for block in game.actions.blocks)


def test_prompts_are_short_and_tell_the_latest(setting):
    for table in chain(turns(setting), expert_turns(setting, few(200, 6)) if not setting.options else ()):
        prompt = prompt_of(table, LONG_AGO)
        assert len(prompt) <= MOST_CHARACTERS
        assert LONG_AGO[-1] in prompt
        assert prompt.rstrip(".").endswith(f"[{table.legal()[0]}]")


def moves_of(line):
    """The moves that a line of grouped moves stands for."""
    verb, colon, rest = line.partition(": ")
    if not colon:
        return expand(line)
    return [f"{verb} {move}" for group in rest.split("; ") for move in expand(group)]


def expand(group):
    """The moves of a group: each word between its braces makes one."""
    found = re.fullmatch(r"(.*)\{(.*)\}(.*)", group)
    if not found:
        return [group]
    before, words, after = found.groups()
    return [f"{before}{each}{after}" for word in words.split(", ") for each in run(word)]


def run(word):
    """The words of a run, such as 3♣..7♣."""
    first, dots, last = word.partition("..")
    if not dots:
        return [word]
    ranks = [*"A23456789", "10", *"JQKA"]
    start = re.match(r"10|\d+|[AJQK]", first)[0]
    stop = re.match(r"10|\d+|[AJQK]", last)[0]
    ending = first.removeprefix(start)
    if start in ranks and stop in ranks:
        place = ranks.index(start)
        return [f"{rank}{ending}" for rank in ranks[place : ranks.index(stop, place + 1) + 1]]
    return [f"{number}{ending}" for number in range(int(start), int(stop) + 1)]


def test_grouped_moves_are_the_legal_ones(setting):
    for table in turns(setting):
        lines = group_moves(table.game.actions, table.mask, most=100_000)
        assert [move for line in lines for move in moves_of(line)] == table.legal()


def test_moves_that_do_not_fit_are_counted(game):
    mask = np.ones(len(game.actions), np.int8)
    for line in group_moves(game.actions, mask, most=60):
        told, _, more = line.partition("; and ")
        if more:
            verb = told.partition(":")[0]
            (block,) = (block for block in game.actions.blocks if block.verb == verb)
            assert len(moves_of(told)) + int(more.split()[0]) == len(block)


SUITS = {"♣": " of clubs", "♦": " of Diamonds", "♥": " of hearts", "♠": " of spades"}
SPELLINGS = {
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


def test_legal_moves_are_understood_however_they_are_spelled(game):
    for table in turns(usual(game)):
        for action in some_legal(table, WELL_SPELLED):
            for spell in SPELLINGS.values():
                answer = spell(game.actions.words[action])
                assert read_answer(game.actions, table.mask, answer) == action, answer


def some_legal(table, most):
    """So many legal actions at most, the first and the last among them."""
    legal = np.flatnonzero(table.mask)
    return [int(action) for action in legal[np.unique(np.linspace(0, len(legal) - 1, most).astype(int))]]


def test_no_two_moves_are_spelled_alike(game):
    everything = np.ones(len(game.actions), np.int8)
    for action, words in enumerate(game.actions.words):
        assert read_answer(game.actions, everything, f"[{words}]") == action


def test_what_is_no_move_is_refused_with_help(game):
    table = usual(game).table(1)
    for answer in ("", "   \n", "Let me think about it!", "[the moon]", "🂡" * 50, "[" * 5000):
        with pytest.raises(UnfitAnswer, match=r"legal: |did you mean"):
            read_answer(game.actions, table.mask, answer)


def test_prompts_tell_nothing_hidden(setting):
    for table in turns(setting):
        for player in range(setting.num_players):
            mask = table.mask if player == table.player else np.zeros_like(table.mask)
            told = [prompt(other, player, mask) for other in (table, table.redeal(player, 1), table.redeal(player, 2))]
            assert told[0] == told[1] == told[2]


def prompt(table, player, mask):
    mask = table.mask if player == table.player else mask
    return write_prompt(table.game, table.num_players, table.view(player), mask)


@pytest.mark.parametrize("name", ["getaway", "leduc_poker", "superfecta"])
def test_journals_tell_nothing_hidden(name):
    """What looks the same to a seat is told it in the same words, whatever the hidden cards are."""
    setting = usual(find_game(name))
    for table in turns(setting)[: few(20, 2)]:
        for player in {0, 1, setting.num_players - 1} - {table.player}:
            known = {}
            for world in (table, *(table.redeal(player, seed) for seed in range(100, 100 + few(4, 1)))):
                for action in some_legal(world, 3):
                    journal = Journal([player])
                    journal.note(world, action)
                    shown = view_after(world, action, player)
                    assert known.setdefault(shown, journal.read(player)) == journal.read(player)


@pytest.mark.parametrize("name", ["black_hole", "getaway", "kuhn_poker"])
def test_a_game_is_played_by_texts_alone(name):
    table = TextTable(name, seed=5)
    while not table.over:
        words = re.search(r"such as \[(.*)\]\.$", table.prompt())[1]
        player = table.player
        table.answer(f"Why not?\n[{words}]")
        assert f"You chose '{words}'." in table._journal.read(player)
    assert any(table.rewards())


def test_journals_tell_of_others_and_begin_anew_at_each_choice():
    table = TextTable("getaway", num_players=3, seed=1)
    told = []
    while len(told) < 8 and not table.over:
        player = table.player
        told.append((player, table.prompt()))
        table.play(int(table.table.mask.argmax()))
    assert all("Seat 0" not in prompt for _, prompt in told)
    (first, _), (_, second) = told[0], told[1]
    assert f"Seat {(first - told[1][0]) % 3} chose 'play A♠'." in second
    for one, other in pairwise(told):
        assert one != other


def test_secret_moves_are_not_told_nor_how_many_they_are():
    table = find_game("superfecta").table(seed=3, num_players=2)
    bettor = table.player
    journal = Journal([1 - bettor])
    for bet in ("win ♣", "win ♦"):
        journal.note(table, table.game.actions.parse(bet))
        table.play(bet)
    assert table.player == bettor
    assert journal.read(1 - bettor) == ["Seat 1 did something that you do not see."]
