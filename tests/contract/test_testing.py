"""`cardzoo.testing` and ``cardzoo check`` find faults of a game, and name their place."""

import json
import os
import re
import subprocess
import sys

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing import CHECKS, contract
from cardzoo.testing.rules import objects_in, rules_of
from cardzoo.testing.run import MODES, NAMES, SAME, Choice, Result
from cardzoo.testing.setting import changes_of, is_allowed, key_settings
from tests.command import command
from tests.contract.mutations import FAULTS, MODULE, write
from tests.playing import GAMES, ROOT, run_python

WHERE = re.compile(r"seed \d+, step \d+|\.py:\d+: in |settings {|max_rounds|has no doc")

pytestmark = pytest.mark.skipif(INTERPRETED, reason="it starts processes with rules run in the other ways")


def run_in(folder, *words, **variables):
    """Run Python in a folder, with this process's cardzoo."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **variables}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The results for each fault."""
    code = "import runpy; runpy.run_module('tests.contract.mutations', run_name='__main__')"
    done = run_python(code, str(tmp_path_factory.mktemp("broken")), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return dict(map(json.loads, done.stdout.splitlines()))


def test_every_change_of_an_option_is_in_a_key_setting(game):
    in_key_settings = {(name, value) for one in key_settings(game) for name, value in one.options.items()}
    changes = [change for changes in changes_of(game) for change in changes if is_allowed(game, change)]
    assert in_key_settings == {(name, value) for change in changes for name, value in change.items()}
    assert all(is_allowed(game, one.options) for one in key_settings(game))


def test_few_settings_are_enough_for_many_options():
    assert sum(map(len, map(key_settings, GAMES))) < 4 * len(GAMES)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_told_with_its_place(fault, found):
    *_, check = FAULTS[fault]
    message = found[fault]
    assert message.startswith("broken_")
    assert check.replace("_", " ") in message
    assert len(message.splitlines()) <= 2
    assert WHERE.search(message), message


def test_a_contract_without_pytest_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pytest", None)
    with pytest.raises(ImportError, match="install it by: pip install pytest") as refused:
        contract(find_game("kuhn_poker"))
    assert refused.value.__suppress_context__


def test_three_lines_are_a_test_file(tmp_path):
    """The right game passes, a broken one fails, and pytest names the check."""
    (tmp_path / "three_rounds.py").write_text(MODULE, encoding="utf-8")
    broken = write(tmp_path, list(FAULTS).index("everybody wins"))
    for module in ("three_rounds", broken):
        (tmp_path / f"test_{module}.py").write_text(
            f"from cardzoo.testing import contract\nfrom {module} import GAME\ntest_contract = contract(GAME)\n"
        )
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-k", "rewards_are_bounded or ranks_follow"]
    done = run_in(tmp_path, "-m", "pytest", *options, NUMBA_DISABLE_JIT="1")
    failed = re.findall(r"^FAILED (\S+)", done.stdout, flags=re.MULTILINE)
    assert failed
    for case in failed:
        assert case.startswith(
            f"test_{broken}.py::test_contract[rewards_are_bounded_and_zero_sum_or_common-{broken}-"
        ), case
    assert "sum to 3, not 0" in done.stdout
    assert len(re.findall(r"passed", done.stdout)) == 1


def test_the_command_tells_a_fault_and_how_to_see_it_again(tmp_path):
    broken = write(tmp_path, list(FAULTS).index("apply_action loses a card"))
    words = ["check", f"{broken}:GAME", "--check", "cards_are_conserved_after_every_step", "--mode", "interpreted"]
    done = run_in(tmp_path, "-m", "cardzoo", *words)
    assert done.returncode == 1, done.stderr
    fault, again, *_ = done.stdout[done.stdout.index("interpreted: ") :].splitlines()
    assert re.search(r"cards are conserved after every step: seed 1, step \d+, .* is there 0 times, not 1", fault)
    assert again.strip() == (
        f"cardzoo check {broken}:GAME --check cards_are_conserved_after_every_step --setting {broken}-3 "
        "--mode interpreted"
    )


def test_the_command_prints_json_and_ends_well_where_nothing_is_wrong(capsys):
    done = command("check", "kuhn_poker", "--check", "ranks_follow_scores", "--mode", "interpreted", "--json")
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert done.status == 0
    assert {(row["check"], row["mode"], row["problem"]) for row in rows} == {("ranks_follow_scores", "interpreted", "")}


def test_a_typo_is_told_by_its_line_in_all_ways(tmp_path):
    broken = write(tmp_path, list(FAULTS).index("a typo"))
    words = ["check", f"{broken}:GAME", "--check", "cards_are_conserved_after_every_step", "--setting", f"{broken}-3"]
    words += ["--mode", "interpreted", "--mode", "compiled"]
    done = run_in(tmp_path, "-m", "cardzoo", *words, CARDZOO_CACHE=str(tmp_path))
    assert done.returncode == 1, done.stderr
    assert f"{broken}.py:" in done.stdout
    assert "(1 more at this line)" in done.stdout
    assert "    state.socre[best] += 1" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert len(done.stdout.split("interpreted: ")[1].splitlines()) == 3


def test_rules_that_come_to_something_else_in_one_way_are_told(tmp_path):
    source = MODULE.replace('name="three_rounds"', 'name="other"').replace(
        "    state.leader = state.player\n\n", "    state.leader = state.player\n    state.steps = INTERPRETED\n\n"
    )
    source = source.replace("compiling import rule", "compiling import INTERPRETED, rule", 1)
    (tmp_path / "other.py").write_text(source, encoding="utf-8")
    words = ["check", "other:GAME", "--check", SAME, "--setting", "other-3", "--mode", "interpreted"]
    done = run_in(tmp_path, "-m", "cardzoo", *words, "--mode", "compiled", CARDZOO_CACHE=str(tmp_path))
    assert done.returncode == 1, done.stderr
    assert "other-3: games come to something else when the rules run interpreted and compiled" in done.stdout


def test_words_that_there_are_not_are_refused():
    assert "did you mean 'every_game_ends'?" in command("check", "getaway", "--check", "every_game_end").refusal
    assert "did you mean 'compiled'?" in command("check", "getaway", "--mode", "compile").refusal
    assert "did you mean 'getaway'?" in command("check", "gettaway").refusal
    other = command("check", "kuhn_poker", "--setting", "kuhn_pokr-3").refusal
    assert "--setting must be one of kuhn_poker-2, kuhn_poker-3, " in other
    assert other.endswith("got 'kuhn_pokr-3'; did you mean 'kuhn_poker-3'?")
    far = command("check", "kuhn_poker", "--check", "foo").refusal
    assert "got 'foo'; the nearest are " in far
    assert sum(name in far for name in NAMES) == 3


def test_a_choice_without_a_check_is_refused():
    """Interpreted rules run few settings."""
    words = ["kuhn_poker", "--check", "every_game_ends", "--setting", "kuhn_poker-3", "--mode", "interpreted"]
    assert "must name a check that runs with kuhn_poker-3" in command("check", *words).refusal


def test_the_command_makes_again_what_it_found():
    choice = Choice("getaway")
    result = Result("bounds", "every_game_ends", "getaway-4-takers=all", "x")
    assert choice.command(result) == (
        "cardzoo check getaway --check every_game_ends --setting getaway-4-takers=all --mode bounds"
    )
    again = choice.command(Result("bounds", SAME, "getaway-4", "x"))
    assert again == f"cardzoo check getaway --check {SAME} --setting getaway-4"
    assert set(MODES) == {"interpreted", "bounds", "compiled"}


def test_rules_are_found_wherever_they_are_written():
    """Rules in the game, in its family and in the engine are found; an object that merely has a rule's name is not."""
    modules = {function.__module__.rpartition(".")[2] for function in rules_of(find_game("gin_rummy"))}
    assert {"gin_rummy", "melds", "piles", "rng"} <= modules
    assert not list(objects_in(find_game("gin_rummy")))


def test_checks_have_names_of_their_own_and_tell_what_they_check():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.function.__doc__ for check in CHECKS)
