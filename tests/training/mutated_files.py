"""Files of cardzoo with changed bytes, lines or values.

Run as ``python -m tests.training.mutated_files arena 10000`` to count the files that are refused in one line and those
that can be used. A file that is neither ends it with an error, and is kept.
"""

import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from cardzoo.agents.solver import Budget
from cardzoo.envs import find_game
from cardzoo.envs.engine import compiling
from cardzoo.envs.engine.cards import card_words
from cardzoo.training.checkpoint import read_checkpoint, write_checkpoint
from cardzoo.training.config import dump_config, load_config
from cardzoo.training.curve import draw_curve
from cardzoo.training.evaluation.arena.contest import Contest, Share
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.schedule import seatings
from cardzoo.training.evaluation.solve import read_decks, solve_deals, summarise
from cardzoo.training.run_folder import RunFolder

MOST_MUTATIONS = 3
VALUES = (
    *(
        "0",
        "-1",
        "1",
        "0.5",
        "2147483648",
        "-2147483649",
        "1e999",
        "-1e308",
        "NaN",
        "Infinity",
        ".inf",
        ".nan",
        "9" * 40,
    ),
    *("9" * 5000, "true", "null", '""', '"x"', "[]", "{}", "[[]]", '{"a": 1}', '"\\ud800"', '"\u2028"', "[" * 3000),
    *("&a [*a]", "!!python/name:os.system", "2020-99-99", "'", '"', "\\", "\n", "\x00", "\ufeff", "\x85"),
)
VALUE = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null|\[|\]|\{|\}')


def mutate(data: bytes, choose: random.Random) -> bytes:
    """The content of a file after some changes."""
    for _ in range(choose.randint(1, MOST_MUTATIONS)):
        first, last = sorted(choose.randrange(len(data) + 1) for _ in range(2))
        last = min(last, first + choose.choice((1, 8, 200)))
        lines = data.split(b"\n")
        kind = choose.randrange(7)
        if kind == 0:
            data = data[:first]
        elif kind == 1:
            data = data[:first] + bytes(byte ^ (1 << choose.randrange(8)) for byte in data[first:last]) + data[last:]
        elif kind == 2:
            data = data[:first] + data[last:]
        elif kind == 3:
            data = data[:last] + data[first:last] + data[last:]
        elif kind == 4:
            choose.shuffle(lines)
            data = b"\n".join(lines[: choose.randint(1, len(lines))])
        elif found := list(VALUE.finditer(data)):
            one = choose.choice(found)
            data = data[: one.start()] + choose.choice(VALUES).encode(errors="surrogatepass") + data[one.end() :]
    return data


@dataclass(frozen=True)
class Kind:
    """Files of one kind.

    Attributes:
        make: writes good ones into a folder.
        make: writes good ones into a folder.
    """

    make: Callable[[Path], object]
    use: Callable[[Path], object]


GETAWAY, YUKON = find_game("getaway"), find_game("yukon")
CONTEST = Contest("getaway-v0", ("random", "novice", "expert"), 4)
DEALS = [{"seed": seed} for seed in range(6)]


def make_arena(folder: Path) -> None:
    results, choose = Results(folder, CONTEST), np.random.default_rng(1)
    for deal in range(6):
        seats = seatings(deal, 0, 3, 4)
        forfeit = {"game": 1, "seat": 2, "agent": CONTEST.agents[seats[1, 2]], "kind": "crash", "reason": "a reason"}
        line = {
            "deal": deal,
            "seats": seats.tolist(),
            "rewards": choose.uniform(-1, 1, seats.shape).round(6).tolist(),
            "scores": choose.integers(-50, 50, seats.shape).tolist(),
            "forfeits": [forfeit] if deal == 2 else [],
        }
        answer = {"text": "play", "problem": None, "seconds": 1.5, "retries": 0} | dict.fromkeys(
            ("input_tokens", "output_tokens", "cost"), 7
        )
        note = {"deal": deal, "agent": "expert", "answers": [answer], "fallback": False}
        lines, notes = [json.dumps(line, separators=(",", ":"))], [json.dumps(note)]
        results.add(Share(1, lines, 0.5, 100, [0, 3, 4], [0.0, 0.1, 0.2], notes))


def use_arena(folder: Path) -> None:
    results = Results(folder, CONTEST)
    deals = len(results)
    games = results.games(deals)
    assert (np.abs(games.rewards) <= 1.001).all()
    assert all(np.isfinite([tally.seconds, tally.decisions]).all() for tally in results.tallies(deals).values())
    results.forfeits(deals)
    results.usages()


def make_results(folder: Path) -> None:
    lines = [
        {"seed": seed, "game": "yukon-v0", "options": {}, "limit": 100, "verdict": verdict, "nodes": 50, "seconds": 0.5}
        | ({"moves": ["a", "b"]} if verdict == "won" else {})
        for seed, verdict in enumerate(("won", "lost", "open", "won"))
    ]
    (folder / "yukon.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def use_results(folder: Path) -> None:
    lines = next(solve_deals(YUKON, DEALS, {}, Budget(100), folder / "yukon.jsonl"))
    if lines:
        json.dumps(summarise(YUKON, lines).as_dict(), allow_nan=False)


def make_decks(folder: Path) -> None:
    cards = [np.random.default_rng(seed).permutation(52).tolist() for seed in range(3)]
    decks = [{"deck": card_words(cards[0])}, {"deck": card_words(cards[1]).split(), "name": "mine"}, {"deck": cards[2]}]
    (folder / "decks.jsonl").write_text("\n".join(map(json.dumps, decks)), encoding="utf-8")


def make_metrics(folder: Path) -> None:
    run, measured = RunFolder(folder), {"advantage": 0.5, "low": 0.25, "high": 0.75}
    for step in range(1, 6):
        against = {"against": {"expert": measured}} if step % 2 else {}
        run.append_metrics({"steps": step * 512, "seconds": 1.5, "return": 0.5 if step > 1 else None, **against})


def use_metrics(folder: Path) -> None:
    run = RunFolder(folder)
    run.cut_metrics(2000)
    with patch("matplotlib.figure.Figure.savefig"):  # most of the time; it draws numbers in file order
        draw_curve(run.read_metrics(), find_game("getaway"), run.curve)


def make_cache(folder: Path) -> None:
    compiling._Files(folder, "toy").save(("key",), ("code", b"machine code" * 100))


def use_cache(folder: Path) -> None:
    assert compiling._Files(folder, "toy").load(("key",)) in (None, ("code", b"machine code" * 100))


KINDS = {
    "arena": Kind(make_arena, use_arena),
    "results": Kind(make_results, use_results),
    "decks": Kind(make_decks, lambda folder: read_decks(folder / "decks.jsonl", YUKON)),
    "config": Kind(
        lambda folder: (folder / "config.yaml").write_text(dump_config(load_config("getaway")), encoding="utf-8"),
        lambda folder: load_config("getaway", folder / "config.yaml"),
    ),
    "metrics": Kind(make_metrics, use_metrics),
    "checkpoint": Kind(
        lambda folder: write_checkpoint(folder / "checkpoint.pt", {"steps": 3, "rows": np.arange(20)}),
        lambda folder: read_checkpoint(folder / "checkpoint.pt"),
    ),
    "cache": Kind(make_cache, use_cache),
}


def try_out(name: str, count: int, folder: Path, seed: int = 0) -> Counter[str]:
    """Numbers of changed files that are refused or used; an error leaves the file where it is."""
    kind, choose, counts = KINDS[name], random.Random(seed), Counter[str]()
    kind.make(folder)
    good = {file: file.read_bytes() for file in sorted(folder.iterdir())}
    kind.use(folder)
    for _ in range(count):
        for file in folder.iterdir():
            file.unlink()
        changed = choose.choice(list(good))
        for file, data in good.items():
            file.write_bytes(mutate(data, choose) if file == changed else data)
        kept = changed.read_bytes()
        try:
            kind.use(folder)
        except ValueError as problem:
            if type(problem).__module__.partition(".")[0] not in ("cardzoo", "builtins") or "\n" in str(problem):
                raise
            if not str(problem).strip() or (type(problem) is ValueError and str(folder) not in str(problem)):
                raise
            counts["refused"] += 1
        except BaseException:
            changed.write_bytes(kept)
            raise
        else:
            counts["used"] += 1
    return counts


if __name__ == "__main__":
    os.environ["MPLBACKEND"] = "agg"
    place = Path(tempfile.mkdtemp())
    print(f"in {place}:", dict(try_out(sys.argv[1], int(sys.argv[2]), place, int((sys.argv[3:] or [0])[0]))))
