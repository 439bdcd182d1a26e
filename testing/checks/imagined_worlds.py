"""Redeals do not depend on the true cards: worlds drawn from the truth and from each other are distributed alike.

In positions of real play, worlds are drawn from the truth, and as many from one another in a chain. Each card must lie
in each place equally often in both groups. If a redeal depends on its start, the first group has more of the truth.
The check uses positions whose player knows most about the hands of others.
"""

from typing import Any

import numpy as np

from cardzoo.agents import CompiledAgent, agent_generator, ask, best_of, bots
from cardzoo.envs import Game, Table
from cardzoo.envs.engine import Cards, Pile
from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.information import hides_cards
from cardzoo.testing.playing import at
from cardzoo.testing.setting import Setting, count

GAMES_PLAYED = count(compiled=10, interpreted=1, checked=5)
POSITIONS = count(compiled=25, interpreted=2, checked=20)  # of a game
LONGEST = count(compiled=1000, interpreted=30)
COMPARED = count(compiled=5, interpreted=1, checked=2)  # positions
FEW_WORLDS = count(compiled=50, interpreted=4, checked=25)
MANY_WORLDS = count(compiled=2000, interpreted=60, checked=400)
FALSE_ALARMS = 1e-6  # the probability that a correct game fails


@check(Each.GAME, concerns=hides_cards)
def check_worlds_drawn_from_the_truth_and_from_each_other_are_alike(setting: Setting) -> None:
    """Each card lies in each place equally often in both groups of worlds."""
    tables = sorted(positions_of_experts(setting.game), key=knowledge)[-COMPARED:]
    found = [distances(table) for table in tables]
    worst = int(np.argmax([part.max() for part in found]))
    limit = np.log(2 * sum(map(len, found)) / FALSE_ALARMS)
    message = f"redeals for player {tables[worst].player} depend on how the cards really lie"
    assert found[worst].max() < limit, at(tables[worst], message)


def positions_of_experts(game: Game) -> list[Table]:
    """Positions throughout some games of the best scripted agents."""
    best, generator = best_of(game), agent_generator(1)
    expert = CompiledAgent(best, bots(game)[best], game)
    kept: list[Table] = []
    for seed in range(GAMES_PLAYED):
        table = game.table(seed)
        passed: list[Table] = []
        while not table.over and len(passed) < LONGEST:
            passed.append(table.copy())
            table.step_legal(ask(expert, game, table.records, table.player, table.mask.copy(), generator))
        kept += [passed[place] for place in np.unique(np.linspace(0, len(passed) - 1, POSITIONS).astype(int))]
    return kept


def knowledge(table: Table) -> float:
    """A measure of how much the player on turn knows of the cards in hidden hands.

    It is the largest excess, in standard deviations, of chi square of the cards' counts in some redeals of a hand.
    """
    records = records_of([table.redeal(table.player, seed) for seed in range(FEW_WORLDS)])
    most = 0.0
    for field in table.game.state.holders():
        if isinstance(field, Cards):
            for shares in (records[field.name] > 0).mean(axis=0).reshape(-1, field.codes):
                unsure = shares[(shares > 0) & (shares < 1)]
                if len(unsure) > 1:
                    mean, freedom = unsure.mean(), len(unsure) - 1
                    chi_square = FEW_WORLDS * ((unsure - mean) ** 2).sum() / (mean * (1 - mean))
                    most = max(most, (chi_square - freedom) / (2 * freedom) ** 0.5)
    return most


def distances(table: Table) -> np.ndarray:
    """For each card in each place, the distance of its counts in the worlds from the truth and in the others.

    If the groups are distributed alike, a world with this card there is from either group with the same probability.
    By Hoeffding's inequality, a distance of x or more then has a probability of at most 2 exp(-x).
    """
    ones = [table.redeal(table.player, FEW_WORLDS + 2 * number) for number in range(MANY_WORLDS)]
    others = [ones[0]]
    for number in range(MANY_WORLDS):
        others.append(others[-1].redeal(table.player, FEW_WORLDS + 2 * number + 1))
    first, second = where_cards_lie(ones), where_cards_lie(others[1:])
    both = first + second
    return np.append((first - second)[both > 0] ** 2 / (2 * both[both > 0]), 0)


def records_of(tables: list[Table]) -> np.ndarray:
    """The records of all tables, (tables,); np.concatenate of records takes ten times as long."""
    return np.frombuffer(b"".join(table.records.tobytes() for table in tables), tables[0].game.dtype)


def where_cards_lie(tables: list[Table]) -> np.ndarray:
    """The number of tables in which each card lies in each set of cards, single place and height of a pile."""
    records = records_of(tables)
    numbers = []
    holders: Any = tables[0].game.state.holders()
    for field in holders:
        value = records[field.name]
        if isinstance(field, Cards):
            numbers.append((value > 0).sum(axis=0).ravel())
        else:
            cards = (value["cards"] if isinstance(field, Pile) else value).reshape(len(tables), -1)
            places = (cards + np.arange(cards.shape[1]) * field.codes)[cards >= 0]
            numbers.append(np.bincount(places, minlength=cards.shape[1] * field.codes))
    return np.concatenate(numbers)
