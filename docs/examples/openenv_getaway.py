"""OpenEnv serves Getaway: a client, such as a trainer, plays one seat by texts; experts play the others.

An answer that is no legal move changes nothing: the next observation holds the reason. Here the server runs beside the
client, which answers with random moves; ``uvicorn openenv_getaway:app`` serves it by itself.

Install: ``pip install cardzoo openenv``, tested with OpenEnv 0.10.0
Run: ``python docs/examples/openenv_getaway.py``
"""

import random
import re
import threading
import time
from typing import Any

import cyclopts
import uvicorn
from openenv.core import GenericEnvClient
from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.language import TextTable, UnfitAnswer

ME, PLAYERS = 0, 3
PORT = 8397


class Answer(Action):
    """The player's answer."""

    text: str


class Turn(Observation):
    """The player's prompt."""

    prompt: str = ""
    problem: str = ""


class GetawayEnvironment(Environment[Answer, Turn, State]):
    """Getaway against experts."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> Turn:
        """Deal a new game."""
        self.table = TextTable("getaway", PLAYERS, seed, readers=[ME])
        self.expert = find_agent("expert", self.table.game)
        self.generator = agent_generator(seed or 0)
        self._state = State(episode_id=episode_id)
        turn = self._go_on()
        turn.prompt = f"{self.table.introduction}\n\n{turn.prompt}"
        return turn

    def step(self, action: Answer, timeout_s: float | None = None, **settings: Any) -> Turn:
        """Play what the player has answered."""
        self._state.step_count += 1
        try:
            self.table.answer(action.text)
        except UnfitAnswer as problem:
            return Turn(prompt=self.table.prompt(), problem=str(problem), reward=0.0)
        return self._go_on()

    def _go_on(self) -> Turn:
        """Let the experts play up to the player's turn."""
        table = self.table
        while not table.over and table.player != ME:
            seen = table.table.view(table.player)
            table.play(self.expert.act(seen, table.table.mask, self.generator))
        if table.over:
            return Turn(done=True, reward=table.rewards()[ME])
        return Turn(prompt=table.prompt(), reward=0.0)

    @property
    def state(self) -> State:
        """State of the game."""
        return self._state


app = create_fastapi_app(GetawayEnvironment, Answer, Turn, max_concurrent_envs=8)


def main(steps: int = 10) -> None:
    """Play so many games."""
    server = uvicorn.Server(uvicorn.Config(app, port=PORT, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    random.seed(0)
    total = 0.0
    with GenericEnvClient(base_url=f"http://127.0.0.1:{PORT}", message_timeout_s=300).sync() as client:
        for seed in range(steps):
            result = client.reset(seed=seed)
            while not result.done:
                cards = re.findall(r"[0-9AJQK]+[♣♦♥♠]", result.observation["prompt"].rpartition("Your legal moves:")[2])
                result = client.step({"text": f"[play {random.choice(cards)}]" if cards else "[decline]"})
            total += result.reward
    server.should_exit = True
    print(f"{steps} games: mean reward {total / steps:+.2f}")


if __name__ == "__main__":
    cyclopts.run(main)
