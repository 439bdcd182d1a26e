"""Worlds that a seat can imagine are drawn alike wherever the drawing starts: the truth does not shine through.

In positions of real play worlds are drawn from the truth, and as many one from the other. Each card must lie in each
place as often in the ones as in the others: a drawing that hangs on its start has more of the truth in the first ones.
It is looked for in positions whose player knows most about the hands of others.
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

GAMES_PLAYED = count(compiled=10, interpreted=1)
POSITIONS = count(compiled=25, interpreted=2)  # of a game
LONGEST = count(compiled=1000, interpreted=30)
TELLING = count(compiled=5, interpreted=1)  # positions that are looked at
FEW_WORLDS = count(compiled=50, interpreted=4)
MANY_WORLDS = count(compiled=2000, interpreted=60)
FALSE_ALARMS = 1e-6  # the chance that a game fails though it draws well


@check(Each.GAME, concerns=hides_cards)
def check_worlds_drawn_from_the_truth_and_from_each_other_are_alike(setting: Setting) -> None:
    """By how often each card lies in each place."""
    tables = sorted(positions_of_experts(setting.game), key=knowledge)[-TELLING:]
    found = [distances(table) for table in tables]
    worst = int(np.argmax([part.max() for part in found]))
    limit = np.log(2 * sum(map(len, found)) / FALSE_ALARMS)
    told = f"what is drawn again for player {tables[worst].player} hangs on how the cards really lie"
    assert found[worst].max() < limit, at(tables[worst], told)


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
    """How far the player whose turn it is knows of some hidden cards rather than of others that they are in a hand.

    By how many sigma chi square of the cards' numbers in some imagined worlds is too large, where it is most so.
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
    """For each card in each place, how far apart its numbers are in the worlds from the truth and in the others.

    Of all worlds with this card there, each is one of the first or of the others with the same chance, if they are
    alike. So a distance of x or more has a chance of at most 2 exp(-x), as Hoeffding showed.
    """
    ones = [table.redeal(table.player, FEW_WORLDS + 2 * number) for number in range(MANY_WORLDS)]
    others = [ones[0]]
    for number in range(MANY_WORLDS):
        others.append(others[-1].redeal(table.player, FEW_WORLDS + 2 * number + 1))
    first, second = where_cards_lie(ones), where_cards_lie(others[1:])
    both = first + second
    return np.append((first - second)[both > 0] ** 2 / (2 * both[both > 0]), 0)


def records_of(tables: list[Table]) -> np.ndarray:
    """The records of all tables, (tables,); to concatenate arrays of records takes ten times as long."""
    return np.frombuffer(b"".join(table.records.tobytes() for table in tables), tables[0].game.dtype)


def where_cards_lie(tables: list[Table]) -> np.ndarray:
    """In how many of the tables each card lies in each set of cards, single place and height of a pile."""
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
