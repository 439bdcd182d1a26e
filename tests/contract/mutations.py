"""CONTRIBUTING's game with one fault at a time, each of which a check finds.

Run as ``python -m tests.contract.mutations FOLDER``, with rules interpreted; prints a line of JSON for each fault.
"""

import importlib
import json
import re
import sys
from pathlib import Path

from cardzoo.testing import Fault, cases_of
from cardzoo.testing.rules import refuse_negative_indices
from tests.playing import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MODULE = re.search(r"^```python\n(\"\"\"Three Rounds.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)[1]
TURN = "    state.player = (state.player + 1) % state.num_players\n"

FAULTS: dict[str, tuple[str, str, str]] = {
    "observe shows another player's hand": (
        "    view.rounds_left = rounds_left(state)\n",
        "    view.rounds_left = rounds_left(state)\n    view.hand[:] = state.hands[player - 1 + (player == 0)]\n",
        "redeal_changes_nothing_that_is_seen",
    ),
    "apply_action loses a card": (
        "        state.played[state.table[player]] += 1\n",
        "        state.played[state.table[player]] += state.table[player] > 20\n",
        "cards_are_conserved_after_every_step",
    ),
    "redeal_hidden draws nothing again": (
        'shuffled together and dealt again."""\n',
        'shuffled together and dealt again."""\n    return\n',
        "deals_hide_something_from_everybody",
    ),
    "redeal_hidden takes no cards from the others before it deals them some": (
        "    for other in range(state.num_players):\n        if other != player:\n            piles.move_counted",
        "    for other in range(0):\n        if other != player:\n            piles.move_counted",
        "redealt_tables_are_positions_that_can_be",
    ),
    "redeal_hidden forgets who has played": (
        "range(left - (state.table[other] != NO_CARD))",
        "range(left)",
        "redealt_tables_are_positions_that_can_be",
    ),
    "the game never ends": (
        "if rounds_left(state) == 0:",
        "if rounds_left(state) == -HAND_SIZE:",
        "every_game_ends",
    ),
    "everybody wins": (
        "        rewards.reward_best_score(state)",
        "        state.reward[: state.num_players] = 1",
        "rewards_are_bounded_and_zero_sum_or_common",
    ),
    "only the default seat count fits": (
        "range(HAND_SIZE * state.num_players)",
        "range(HAND_SIZE * 3)",
        "every_position_of_play_can_be_written",
    ),
    "a number leaves its range": (
        "    state.score[best] += 1\n",
        "    state.score[best] += 4\n",
        "no_field_leaves_its_range",
    ),
    "a mask that depends on what is hidden": (
        "        mask[card] = state.hands[state.player, card] > 0\n",
        "        mask[card] = state.hands[state.player, card] > 0 or (card == 0 and state.hands[:, 0].sum() == 0)\n",
        "redeal_changes_nothing_that_is_seen",
    ),
    "an index below zero": (
        "        state.table[player] = NO_CARD\n",
        "        state.table[player] = NO_CARD + 0 * state.played[player - 1]\n",
        "cards_are_conserved_after_every_step",
    ),
    "an index beyond the last": (
        TURN,
        "    state.player = (state.player + 1 + 0 * state.table[SEATS + 0 * action]) % state.num_players\n",
        "cards_are_conserved_after_every_step",
    ),
    "chance that no seed tells": (
        "    state.leader = state.player\n\n",
        "    state.leader = state.player\n    state.draws = np.random.randint(1 << 30)\n\n",
        "a_seed_tells_the_whole_game",
    ),
    "a bound that does not bound": (
        "state.truncated = state.options.max_rounds < HAND_SIZE",
        "state.truncated = False",
        "bounds_truncate",
    ),
    "an option that nobody sees": (
        "    view.rounds_left = rounds_left(state)\n",
        "    view.rounds_left = HAND_SIZE - state.played.sum() // state.num_players\n",
        "views_tell_what_ends_a_game",
    ),
    "a field that says nothing": (
        'doc="cards of earlier rounds"),\n    Seat',
        'doc=""),\n    Seat',
        "every_field_says_what_it_means",
    ),
    "a list in a rule": (
        "    best = state.leader\n",
        "    best = [state.leader][0]\n",
        "rules_make_no_objects_and_print_nothing",
    ),
    "looking changes the table": (
        "    view.rounds_left = rounds_left(state)\n",
        "    view.rounds_left = rounds_left(state)\n    state.leader = player\n",
        "looking_changes_nothing",
    ),
    "a position that cannot be is let pass": (
        "def check(state):",
        "def never_called(state):",
        "mutated_positions_are_refused_or_can_be_played",
    ),
    "a typo": (
        "    state.score[best] += 1\n",
        "    state.socre[best] += 1\n",
        "cards_are_conserved_after_every_step",
    ),
}
"""Faults by name: code of the page, its replacement, and the check that finds it."""


def write(folder: Path, number: int) -> str:
    """Write a game with the fault of this number into a folder; returns the module's name."""
    right, wrong, _ = list(FAULTS.values())[number]
    assert MODULE.count(right) == 1, right
    name = f"broken_{number}"
    source = MODULE.replace(right, wrong).replace('name="three_rounds"', f'name="{name}"')
    (folder / f"{name}.py").write_text(source.replace("\nfrom cardzoo", "\nimport numpy as np\nfrom cardzoo", 1))
    return name


def found_in(module: str, name: str) -> str:
    """The first fault that a check finds in a module's game; empty if it finds none."""
    game = importlib.import_module(module).GAME
    refuse_negative_indices(game)
    for check, setting in cases_of(game):
        if check.name == name:
            try:
                check(setting)
            except Fault as fault:
                return str(fault)
    return ""


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    for number, (fault, (*_, check)) in enumerate(FAULTS.items()):
        print(json.dumps([fault, found_in(write(Path(sys.argv[1]), number), check)]), flush=True)
