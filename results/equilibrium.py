"""Writes the equilibrium of Leduc Poker that its expert plays: ``python -m results.equilibrium [--iterations 4000]``.

CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014) with alternating updates and linear
averaging. The bets are public, so all deals go through one tree of them, and arrays hold a row for each deal. The game
makes the tree, and the expert the numbers of its information states: `hand_of` and `node_of` are those of its table.

`cardzoo.agents.families.leduc_equilibrium` gets the probabilities, in ten-thousandths. `cardzoo exploit leduc_poker
expert` prints the reward of a true best response to them.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np

from cardzoo.agents.families import leduc_equilibrium
from cardzoo.agents.scripted.leduc_poker import HANDS, NODES, hand_of, node_of
from cardzoo.envs.engine import Table
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD, RAISE
from cardzoo.envs.files.whole import write_file
from cardzoo.envs.games.leduc_poker import GAME, PACK

FILE = Path(leduc_equilibrium.__file__)
BEGIN, END = "CHANCES = np.array(\n    [\n", "    ],\n    np.int16,\n)\n"  # of the numbers
ITERATIONS = 4000
WHOLE = leduc_equilibrium.WHOLE
COLUMNS = {BET: 0, RAISE: 0, FOLD: 1, CHECK: 2, CALL: 2}
"""Columns of a strategy by action: to raise, to fold, to stay in."""


@dataclass(frozen=True)
class Node:
    """A node of the tree of bets.

    Attributes:
        player: the player on turn.
        states: (D,) int64, number of the player's information state in each deal.
        children: next nodes by column; none at the end of a hand.
        gains: (D,) float64, reward of player 0 at the end.
    """

    player: int
    states: np.ndarray
    children: dict[int, "Node"]
    gains: np.ndarray


def deals() -> list[Table]:
    """All deals in which player 0 begins: a card each, and the board."""
    decks = ([*cards, *(card for card in PACK if card not in cards)] for cards in permutations(PACK, 3))
    return [GAME.table(0, deck=deck, dealer=1) for deck in decks]


def make_tree(tables: Sequence[Table]) -> Node:
    """The tree of bets from tables with the same bets on."""
    player = tables[0].player
    if tables[0].over:
        return Node(player, np.zeros(0, np.int64), {}, np.array([table.state.reward[0] for table in tables]))
    views = [table.view(player) for table in tables]
    states = np.array([hand_of(view) * NODES + node_of(view) for view in views])
    legal = [action for action in COLUMNS if tables[0].is_legal(action)]
    children = {COLUMNS[action]: make_tree([_after(table, action) for table in tables]) for action in legal}
    return Node(player, states, children, np.zeros(0))


def _after(table: Table, action: int) -> Table:
    after = table.copy()
    after.step_legal(action)
    return after


def nodes(tree: Node) -> Iterator[Node]:
    """The nodes of a tree with a player on turn."""
    if tree.children:
        yield tree
    for child in tree.children.values():
        yield from nodes(child)


class Solver:
    """CFR+ on a tree.

    Args:
        tree: the tree of bets of all deals, which are equally likely.

    Attributes:
        regrets, sums: (S, 3) float64, regrets and sums of strategies of each information state, by `COLUMNS`.
        policy: (S, 3) float64, probabilities of the next iteration.
    """

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        shape = HANDS * NODES, len(set(COLUMNS.values()))
        self.regrets, self.sums = np.zeros(shape), np.zeros(shape)
        self._legal, self._owner = np.zeros(shape), np.zeros(len(self.sums), np.int64)
        for node in nodes(tree):
            self._legal[np.ix_(node.states, list(node.children))] = 1
            self._owner[node.states] = node.player
        self.policy = self._matched(self.regrets)

    def iterate(self, iterations: int) -> None:
        """Play so many iterations, of which each updates both players in turn."""
        for number in range(1, iterations + 1):
            for player in (0, 1):
                deals = len(self.tree.states)
                self._update(self.tree, player, np.ones(deals), np.ones(deals), number)
                np.maximum(self.regrets, 0, out=self.regrets)
                mine = self._owner == player
                self.policy[mine] = self._matched(self.regrets)[mine]

    def average(self) -> np.ndarray:
        """(S, 3) float64, the average strategy."""
        return self._matched(self.sums)

    def _matched(self, weights: np.ndarray) -> np.ndarray:
        """Probabilities in proportion to weights; of a state without weights all legal actions are equally likely."""
        weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, self._legal)
        return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)

    def _update(self, node: Node, player: int, own: np.ndarray, other: np.ndarray, weight: float) -> np.ndarray:
        """Add up a player's regrets from a node on.

        Args:
            node: the node.
            player: the updated player.
            own: (D,) reach probability of each deal by the player's decisions.
            other: (D,) the same by the opponent's.
            weight: weight of this iteration's strategy in the average.

        Returns:
            (D,) float64, the player's expected reward in each deal.
        """
        if not node.children:
            return node.gains if player == 0 else -node.gains
        policy, values = self.policy[node.states], np.zeros((len(node.states), self.policy.shape[1]))
        for column, child in node.children.items():
            chances = policy[:, column]
            reach = (own * chances, other) if node.player == player else (own, other * chances)
            values[:, column] = self._update(child, player, *reach, weight)
        value: np.ndarray = (policy * values).sum(axis=1)
        if node.player == player:
            for column in node.children:
                regret = other * (values[:, column] - value)
                self.regrets[:, column] += np.bincount(node.states, regret, len(self.regrets))
                played = weight * own * policy[:, column]
                self.sums[:, column] += np.bincount(node.states, played, len(self.sums))
        return value


def module(chances: np.ndarray) -> str:
    """The text of the table's module for probabilities, (S, 3)."""
    parts = np.rint(WHOLE * chances[:, :2]).astype(int).reshape(HANDS, NODES, 2).tolist()
    before, _, rest = FILE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(f"        {row},\n" for row in parts)
    return f"{before}{BEGIN}{rows}{END}{after}"


def main() -> None:
    """Solve the game, and write the table."""
    parser = argparse.ArgumentParser(description="Writes the equilibrium of Leduc Poker.")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="number of iterations of CFR+")
    solver = Solver(make_tree(deals()))
    solver.iterate(parser.parse_args().iterations)
    write_file(FILE, module(solver.average()).encode())


if __name__ == "__main__":
    main()
