"""Kernels of every game compile for a GPU, even if there is none; `tests.cuda.run` runs this."""

from functools import partial

import pytest
import torch

from cardzoo.envs import find_game
from cardzoo.envs.cuda.batch import CudaBatch
from cardzoo.envs.cuda.compiling import intermediate_code as intermediate
from cardzoo.envs.cuda.compiling import machine_code
from cardzoo.envs.cuda.devices import Nowhere
from cardzoo.envs.encoders import ENCODERS
from cardzoo.training.config import parse_config
from cardzoo.training.learners.rollout import HOST, Rollout
from cardzoo.training.tables.gpu_kernels import DRAW, ESTIMATE
from cardzoo.training.tables.gpu_self_play import GpuSelfPlay
from tests.playing import GAMES, ONE_GAME, bots_without_memory, nightly

H100 = (9, 0)
intermediate_code = partial(intermediate, form="ltoir")
SMALL = find_game("the_clock")
OWN = ("deal_table", "show")
"""Kernels that together have all rules of the game; the others differ only in the types of numbers.

After a deal a table is played on, so `deal_table` calls everything that `play_table` calls.
"""


def compiled(game, compile_kernel, own=True, **settings):
    """Code of a batch's kernels by name: of those with rules of the game alone, or of all."""

    def compile_some(game, name, sources, kernel, arguments, capability):
        wanted = not own or kernel.__name__ in OWN
        return compile_kernel(kernel, arguments, capability) if wanted else b""

    device = Nowhere(H100, compile_some)
    CudaBatch(game, 64, device, **settings)
    return {name: code for name, code in device.code.items() if code}


RULES = [game if game is ONE_GAME else nightly(game) for game in GAMES]
"""One game, and nightly all: a game takes ten seconds."""

# The expert keeps a table of seen cards, which takes more memory than a GPU has for each thread.
TOO_LARGE = {"mate": "expert"}


@pytest.mark.parametrize("game", RULES, ids=lambda game: game.name)
def test_rules_compile(game):
    code = compiled(game, intermediate_code)
    assert {name.split("-")[0] for name in code} == set(OWN)


@pytest.mark.nightly  # twice the time of the rules alone
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_and_agents_compile(game):
    players = {name: bot for name, bot in bots_without_memory(game).items() if name != TOO_LARGE.get(game.name)}
    code = compiled(game, intermediate_code, bots=players)
    assert {name.split("-")[0] for name in code} == set(OWN)


@pytest.mark.parametrize("encoding", [name if name == "flat" else nightly(name) for name in ENCODERS if name != "text"])
def test_every_kernel_compiles(encoding):
    code = compiled(SMALL, intermediate_code, own=False, encoding=encoding, keep_final=True)
    kinds = {name.split("-")[0] for name in code}
    assert kinds >= {"deal_table", "play_table", "take", "sow", "fill", "sample", "publish"}
    showing = {"observe", "rows"} if encoding == "tokens" else {"show"}
    assert showing == kinds & {"observe", "rows", "show"}
    assert (
        len([name for name in code if name.startswith(("observe", "show"))]) == 2
    )  # while a game goes on, and after it


def test_kernels_of_training_compile():
    device = Nowhere(H100, lambda game, name, sources, *work: intermediate_code(*work))
    config = parse_config({"game": "kuhn_poker-v0", "tables": 64, "opponents": {"scripted": ["novice"]}}, "test")
    tables = GpuSelfPlay(find_game(config.game), config, device)
    rollout = Rollout(config.learning, tables.batch, tables.input.width, HOST)
    collected = (rollout.players, rollout.rewards, rollout.dones, rollout.values)
    tables.launch("estimate", ESTIMATE, (64, (*collected, 1.0, 0.95, rollout.advantages, rollout.valid)))
    drawn = rollout.actions[0], rollout.log_probs[0]
    tables.launch("draw", DRAW, (64, (torch.zeros(64, 4), tables.batch.action_masks, tables.generators, *drawn)))
    tables.advise("novice", rollout.actions[0])
    names = {"settle", "seat", "find", "move-ahead", "draw", "advise-novice", "estimate"}
    assert {f"train-{name}" for name in names} <= set(device.code)


def test_kernels_become_machine_code():
    code = compiled(SMALL, machine_code, own=False)
    assert all(part.startswith(b"\x7fELF") for part in code.values())
