"""verifiers lets a language model play Getaway: the model holds one seat, experts hold the others.

The rules are the system prompt, each turn is a prompt, and the reward is the game's. After an answer that is no legal
move the prompt holds the reason; three of them in a row lose the game. Here a server that answers at random stands in
for a model. This asks a real one, with this file's folder in ``PYTHONPATH``: ``vf-eval verifiers_getaway -n 10 -m
my-model --client.base-url http://localhost:8000/v1 --no-push``.

The library's own harnesses start a program for each answer, and ``uv`` fetches what it needs. The harness below asks
from the same process and needs no network.

Install: ``pip install cardzoo verifiers``, tested with verifiers 0.4.0
Run: ``python docs/examples/verifiers_getaway.py``
"""

import asyncio
import itertools
import json
import random
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cyclopts
import verifiers.v1 as vf
from openai import AsyncOpenAI

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs import find_game
from cardzoo.envs.language import TextTable, UnfitAnswer, introduce

__all__ = ["AskingHarness", "GetawayEnv", "GetawayTaskset"]  # by which verifiers finds them

ME, PLAYERS = 0, 3
MOST_UNFIT = 3  # answers in a row


class Deal(vf.TaskData):
    """A deal."""

    seed: int


class Result(vf.State):
    """Result of a game; a game that does not come to its end is lost."""

    reward: float = -1.0
    unfit: int = 0


class GetawayTask(vf.Task[Deal, Result]):
    """A game to be played."""

    @vf.reward
    async def game(self, trace: vf.Trace) -> float:
        """The reward of the game, from -1 to 1."""
        return trace.state.reward

    @vf.metric
    async def unfit(self, trace: vf.Trace) -> float:
        """Number of answers that were no legal move."""
        return trace.state.unfit


class GetawayTaskset(vf.Taskset[GetawayTask, vf.TasksetConfig]):
    """A deal for every seed."""

    INFINITE = True

    def load(self) -> Iterator[GetawayTask]:
        """Give them in order."""
        rules = introduce(find_game("getaway"))
        for seed in itertools.count():
            yield GetawayTask(Deal(seed=seed, system_prompt=rules), self.config.task)


class AskingHarness(vf.Harness[vf.HarnessConfig]):
    """Asks the model for one answer a turn."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Ask at the library's endpoint, which asks the model and keeps what was said."""
        system, said = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}]
        messages += [{"role": message.role, "content": message.content} for message in said]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as model:
            await model.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class GetawayConfig(vf.EnvConfig):
    """The agents of a rollout."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())  # here, not in a sandbox far away


class GetawayEnv(vf.Env[GetawayConfig]):
    """Getaway against experts."""

    async def run(self, task: GetawayTask, agents: vf.Agents) -> None:
        """Play a game."""
        table = TextTable("getaway", PLAYERS, task.data.seed, readers=[ME])
        expert, generator = find_agent("expert", table.game), agent_generator(task.data.seed)
        problems: list[str] = []
        async with agents.player.interaction(task) as talk:
            result = talk.trace.state
            while not table.over and len(problems) < MOST_UNFIT:
                if table.player != ME:
                    table.play(expert.act(table.table.view(table.player), table.table.mask, generator))
                    continue
                turn = await talk.turn("\n\n".join([*problems[-1:], table.prompt()]))
                if turn.terminated:
                    break
                try:
                    table.answer(turn.last_reply)
                    problems.clear()
                except UnfitAnswer as problem:
                    problems.append(f"That is no legal move: {problem}.")
                    result.unfit += 1
            if table.over:
                result.reward = table.rewards()[ME]


class StandIn(BaseHTTPRequestHandler):
    """Answers as a model does, with a random move; one answer in ten is none."""

    def do_POST(self) -> None:
        """Answer."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][-1]["content"]
        cards = re.findall(r"[0-9AJQK]+[♣♦♥♠]", asked.rpartition("Your legal moves:")[2])
        move = f"[play {random.choice(cards)}]" if cards else "[decline]"
        answer = move if random.random() < 0.9 else "I pass."
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer}}
        said = {"id": "", "object": "chat.completion", "created": 0, "model": "stand-in", "choices": [choice]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, *arguments: object) -> None:
        """Be silent."""


async def evaluate(games: int, url: str) -> float:
    """Let the model at an address play so many games, side by side.

    Returns:
        Its mean reward.
    """
    env = vf.load_environment(vf.resolve_env_config({"taskset": {"id": "verifiers_getaway"}}))
    model = vf.ModelContext("stand-in", vf.EvalClientConfig(base_url=url, api_key_var="OPENAI_API_KEY"))
    async with env.serving():
        slots = [slot for task in env.taskset.take(games) for slot in env.slots(task)]
        episodes = await asyncio.gather(*(env.run_slot(slot, model) for slot in slots))
    assert all(episode.ok for episode in episodes)
    return sum(episode.traces[0].reward for episode in episodes) / games


def main(steps: int = 10) -> None:
    """Play so many games."""
    random.seed(0)
    server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    mean = asyncio.run(evaluate(steps, f"http://127.0.0.1:{server.server_port}/v1"))
    print(f"{steps} games: mean reward {mean:+.2f}")


if __name__ == "__main__":
    cyclopts.run(main)
