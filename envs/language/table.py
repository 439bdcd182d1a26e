"""Text table: players read prompts and write answers."""

from collections.abc import Iterable
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.language.answers import read_answer
from cardzoo.envs.language.journal import Journal
from cardzoo.envs.language.prompts import introduce, options_in_words, write_prompt
from cardzoo.envs.registry import find_game


class TextTable:
    """A game played by prompts and answers.

    Args:
        game: the game, or its name.
        num_players: players at the table; None for the game's default.
        seed: random seed of the deal; None for a random one.
        readers: the seats that receive prompts; None for all.
        **options: the game's own options.

    Attributes:
        table: the table, with all hidden cards.
        introduction: the first text for each player: the rules and the form of an answer.

    Raises:
        ValueError: for an unknown game, number of players or option.
    """

    def __init__(
        self,
        game: Game | str,
        num_players: int | None = None,
        seed: int | None = None,
        readers: Iterable[int] | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.introduction = introduce(self.game)
        self.table = self.game.table(seed, num_players=num_players, **options)
        self._journal = Journal(range(self.table.num_players) if readers is None else readers)
        self._options = options_in_words(self.game, self.table.state["options"])

    @property
    def player(self) -> int:
        """The seat whose turn it is; without meaning after the end of the game."""
        return self.table.player

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.table.over

    def prompt(self) -> str:
        """The prompt of the player whose turn it is."""
        table = self.table
        events = self._journal.read(table.player)
        return write_prompt(self.game, table.num_players, table.view(table.player), table.mask, events, self._options)

    def answer(self, text: str) -> int:
        """Play the move that a player's answer means; returns the action.

        Raises:
            UnfitAnswer: if no legal move or several fit; nothing has changed.
        """
        action = read_answer(self.game.actions, self.table.mask, text)
        self.play(action)
        return action

    def play(self, action: int) -> None:
        """Play a legal action, such as that of another agent.

        Raises:
            IllegalAction: if it is not legal; nothing has changed.
        """
        before = self.table.copy()
        self.table.step(action)
        self._journal.note(before, action)

    def rewards(self) -> list[float]:
        """The sum of each seat's rewards, from -1 to 1."""
        rewards: list[float] = self.table.state.reward[: self.table.num_players].tolist()
        return rewards
