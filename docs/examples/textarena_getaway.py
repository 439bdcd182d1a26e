"""TextArena plays Getaway: prompts and answers in words, as its other games.

A player who answers no legal move receives the reason and is asked again; the second such answer in a row loses the
game. Here random moves stand in for language models: ``ta.agents`` has agents that ask one.

Install: ``pip install cardzoo textarena``, tested with TextArena 0.7.4
Run: ``python docs/examples/textarena_getaway.py``
"""

import random

import cyclopts
import textarena as ta

from cardzoo.envs.language import TextTable, UnfitAnswer

PLAYERS = 3


class GetawayEnv(ta.Env):
    """Getaway for three to eight players."""

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a new game."""
        self.table = TextTable("getaway", num_players, seed)
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed)
        self.state.reset(game_state={}, player_prompt_function=lambda player_id, game_state: self.table.introduction)
        self._tell()

    def step(self, action: str) -> tuple[bool, ta.Info]:
        """Play what the player whose turn it is has answered."""
        player = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        try:
            self.table.answer(action)
        except UnfitAnswer as problem:
            if self.state.set_invalid_move(reason=str(problem)):
                rewards = {seat: -float(seat == player) for seat in range(self.state.num_players)}
                self.state.set_game_outcome(rewards, reason=f"Player {player} made no legal move.")
            return self.state.step(rotate_player=False)
        if self.table.over:
            self.state.set_game_outcome(dict(enumerate(self.table.rewards())), reason="The game is over.")
        ended = self.state.step(rotate_player=False)
        if not self.table.over:
            self._tell()
        return ended

    def _tell(self) -> None:
        """Send the observation to the player whose turn it is, and to nobody else."""
        player = self.table.player
        self.state.manually_set_current_player_id(player)
        self.state.add_observation(self.table.prompt(), ta.ObservationType.GAME_BOARD, to_id=player)


ta.register("Getaway-v0", GetawayEnv, default_wrappers=[ta.wrappers.LLMObservationWrapper])


def main(steps: int = 10) -> None:
    """Play so many games."""
    random.seed(0)
    total = 0.0
    for seed in range(steps):
        env = ta.make("Getaway-v0")
        env.reset(num_players=PLAYERS, seed=seed)
        done = False
        while not done:
            _, observation = env.get_observation()  # all that a model would read
            assert env.table.prompt() in observation
            done, _ = env.step(f"I take my chances. [{random.choice(env.table.table.legal())}]")
        rewards, _ = env.close()
        total += rewards[0]
    print(f"{steps} games: mean reward {total / steps:+.2f}")


if __name__ == "__main__":
    cyclopts.run(main)
