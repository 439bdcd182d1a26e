"""Games in words: rules, prompts and answers for language models."""

import re
from itertools import pairwise

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.language import Journal, TextTable, UnfitAnswer, introduce, read_answer
from cardzoo.envs.language.journal import view_after
from cardzoo.testing.checks.prompts import some_legal, turns
from docs.build_pages import numbered, sections
from tests.playing import count, usual


def test_rules_are_text_with_all_clauses_and_nothing_of_the_program(game):
    rules = game.rules
    clauses = sections(game)
    for heading in ("Rules", "Choices where the text is silent"):
        part = rules.split(f"{heading}\n\n", 1)[1]
        assert numbered(part)[: len(numbered(clauses[heading]))] == numbered(clauses[heading])
    assert rules.startswith(game.title.split(" (")[0])
    assert not re.search(r"Args:|Returns:|Raises:|``|:class:|\b(self|np)\.|Sources\n|Written deck\n", rules)


def test_introductions_explain_what_prompts_name(game):
    introduction = introduce(game)
    assert game.rules in introduction
    assert all(field.name.replace("_", " ") in introduction for field in game.view if field.doc)
    assert all(block.doc in introduction for block in game.actions.blocks)


@pytest.mark.parametrize("name", ["getaway", "leduc_poker", "superfecta"])
def test_journals_tell_nothing_hidden(name):
    """If two positions look the same to a seat, their journals have the same words."""
    setting = usual(find_game(name))
    for table in turns(setting)[: count(compiled=20, interpreted=2)]:
        for player in {0, 1, setting.num_players - 1} - {table.player}:
            journals = {}
            for world in (
                table,
                *(table.redeal(player, seed) for seed in range(100, 100 + count(compiled=4, interpreted=1))),
            ):
                for action in some_legal(world, 3):
                    journal = Journal([player])
                    journal.note(world, action)
                    shown = view_after(world, action, player)
                    assert journals.setdefault(shown, journal.read(player)) == journal.read(player)


@pytest.mark.parametrize("name", ["black_hole", "getaway", "kuhn_poker"])
def test_a_game_is_played_by_texts_alone(name):
    table = TextTable(name, seed=5)
    while not table.over:
        words = re.search(r"such as \[(.*)\]\.$", table.prompt())[1]
        player = table.player
        table.answer(f"Why not?\n[{words}]")
        assert f"You chose '{words}'." in table._journal.read(player)
    assert any(table.rewards())


def test_words_in_another_order_name_no_other_move():
    """With an empty column, one card of column 4 could go there; the words do not name that move."""
    spades, hearts = "J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠", "K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥"
    columns = ["Q♠", spades, hearts, "A♥ K♠", *[""] * 6]
    table = find_game("spider").position(columns=columns, score=[6])
    actions, mask = table.game.actions, table.mask
    assert {"move column 1 onto column 4", "move 1 of column 4 to empty column"} <= set(table.legal())
    for answer in ("move column 1 to column 4", "column 1 to column 4"):
        with pytest.raises(UnfitAnswer, match="move column 1 onto column 4"):
            read_answer(actions, mask, answer)
    assert actions.words[read_answer(actions, mask, "1 of column 4")] == "move 1 of column 4 to empty column"


def test_journals_tell_of_others_and_begin_anew_at_each_choice():
    table = TextTable("getaway", num_players=3, seed=1)
    prompts = []
    while len(prompts) < 8 and not table.over:
        player = table.player
        prompts.append((player, table.prompt()))
        table.play(int(table.table.mask.argmax()))
    assert all("Seat 0" not in prompt for _, prompt in prompts)
    (first, _), (_, second) = prompts[0], prompts[1]
    assert f"Seat {(first - prompts[1][0]) % 3} chose 'play A♠'." in second
    for one, other in pairwise(prompts):
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
