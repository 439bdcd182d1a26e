"""The check of words finds banned ones and hidden subjects, and leaves code and questions alone."""

import pytest

from docs.words import find_banned, texts_of


@pytest.mark.parametrize(
    "text",
    [
        "The learner is told the action.",
        "What a network is told.",
        "Whom it meets most it learns to beat.",
        "All is well. Who wins is shown.",
    ],
)
def test_banned_words_and_hidden_subjects_are_found(text):
    assert list(find_banned(text))


@pytest.mark.parametrize(
    "text", ["A player who wins is shown.", "Who wins?", "`told` and ``tell=`` are names.", "The result is reported."]
)
def test_plain_sentences_names_and_questions_pass(text):
    assert not list(find_banned(text))


def test_docstrings_arguments_and_comments_are_read(tmp_path):
    file = tmp_path / "one.py"
    file.write_text('"""First.\n\nArgs:\n    a: what it is.\n    b: Who it is.\n"""\nx = 1  # What it was\n')
    found = [(line, problem) for line, text in texts_of(file) for problem in find_banned(text)]
    assert [line for line, _ in found] == [1, 7]


def test_errors_help_and_descriptions_are_read(tmp_path):
    file = tmp_path / "one.py"
    file.write_text(
        'raise ValueError(f"{x} is told")\nadd(help="What it is.")\nNumber(doc="cards told")\nname = "told"\n'
    )
    assert [line for line, text in texts_of(file) for _ in find_banned(text)] == [1, 2, 3]


def test_code_of_a_page_is_not_read(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("Text.\n```python\ntold = 1\n```\nWhat it is.\n")
    assert [line for line, text in texts_of(page) for _ in find_banned(text)] == [5]
