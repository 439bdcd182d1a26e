"""Results of the solver are kept by game and options, and shown."""

import json

import pytest

from results import solved


@pytest.fixture
def keep(monkeypatch, tmp_path):
    """Writes results, one for each verdict, into a file of its own."""
    monkeypatch.setattr(solved, "FILE", tmp_path / "solved.jsonl")
    solved.FILE.write_text("")

    def run(*verdicts, **options):
        lines = [
            {"seed": seed, "game": "yukon-v0", "options": options, "verdict": verdict, "nodes": 12345, "seconds": 0.2}
            for seed, verdict in enumerate(verdicts)
        ]
        (tmp_path / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        monkeypatch.setattr("sys.argv", ["solved.py", str(tmp_path / "results.jsonl")])
        solved.main()
        return list(solved.rows())

    return run


def test_results_become_a_row_with_the_share_that_can_be_won(keep):
    (row,) = keep("won", "won", "lost", "open")
    assert list(row.values()) == ["Yukon", "4", "2", "1", "1", "15.0% to 95.4%", "12,300", "5"]


def test_new_results_take_the_place_of_those_with_the_same_options(keep):
    keep("won")
    keep("lost", max_steps=100)
    assert [(row["game"], row["won"]) for row in keep("lost", "lost")] == [
        ("Yukon, `max_steps=100`", "0"),
        ("Yukon", "0"),
    ]
