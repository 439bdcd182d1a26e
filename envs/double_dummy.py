"""Double-dummy bridge: the auction is played by agents, and the cards as well as they can be with all hands open.

This is the usual way to study bidding: the points of a contract do not depend on how well it is played. The solver is
DDS, by the library endplay, and needs the extra ``cardzoo[bridge]``. Compiled rules cannot call it. So this is an
environment of one table, and no option of the game; a batch has none.
"""

from collections.abc import Mapping
from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.engine.cards import RANKS, SUITS
from cardzoo.envs.extras import check_extra
from cardzoo.envs.families.bridge_scores import STRAINS, contract_points
from cardzoo.envs.games import bridge

SUIT_LETTERS = "CDHS"
RANK_LETTERS = "A23456789TJQK"


class DoubleDummyBridge(CardEnv):
    """PettingZoo AEC environment of bridge in which agents make the calls and a solver plays the cards.

    After an auction all cards are played in the same step. Each one takes as many tricks for its side as can be taken
    if all hands are open. Then the next auction begins, or the game is over.

    Spaces, observations, actions and rewards are those of bridge, so its agents and models fit. An auction with its
    cards takes some 0.1 seconds.

    Args:
        **settings: as for `CardEnv`, without the game.

    Raises:
        ValueError: for an unknown setting, or if endplay is not installed.
    """

    def __init__(self, **settings: Any) -> None:
        check_extra("bridge")
        super().__init__(bridge.GAME, **settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the hand of a written position after an auction is played. See `CardEnv.reset`."""
        super().reset(seed, options)
        self._play_cards()

    def step(self, action: Any) -> None:
        """Make a call; the one that ends an auction plays the hand, too. See `CardEnv.step`."""
        super().step(action)
        self._play_cards()

    def _play_cards(self) -> None:
        """Play the cards of a hand whose auction is over."""
        if self.table.over or self.table.state.phase != bridge.Phase.PLAY:
            return
        hand, deal = self.table.state.hands_over, open_deal(self.table.state)
        while not self.table.over and self.table.state.hands_over == hand:
            card = best_card(deal)
            deal.play(name_of(card))
            super().step(card)


def name_of(card: int) -> str:
    """The solver's name of a card, such as ``"ST"`` for the ten of spades."""
    return SUIT_LETTERS[card // RANKS] + RANK_LETTERS[card % RANKS]


def open_deal(state: Any) -> Any:
    """The solver's deal of a hand whose auction is over: the cards of all seats, the trick, trumps and leader.

    Args:
        state: the record of a table of bridge.

    Returns:
        endplay's ``Deal``.
    """
    from endplay.types import Deal, Denom, Player

    cards = [
        ".".join(
            "".join(RANK_LETTERS[card % RANKS] for card in range(RANKS * suit, RANKS * suit + RANKS) if hand[card])
            for suit in reversed(range(SUITS))
        )
        for hand in state.hands
    ]
    trump = Denom((SUITS - 1 - int(state.trump)) % STRAINS)
    deal = Deal("N:" + " ".join(cards), Player(int(state.leader)), trump)
    for turn in range(bridge.PLAYERS):
        card = int(state.trick[(state.leader + turn) % bridge.PLAYERS])
        if card >= 0:
            deal.play(name_of(card), from_hand=False)
    return deal


def best_card(deal: Any) -> int:
    """The card that takes most tricks for the side of the hand that is to play; of equal ones the lowest.

    Args:
        deal: as `open_deal` makes it.
    """
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode

    (best, _), *_ = solve_board(deal, SolveMode.OptimalOne)
    return _code_of(best)


class OpenHands:
    """Solver of hands of bridge with all cards open, but not of auctions; see `cardzoo.envs.policies.bots.OpenPlay`.

    Raises:
        ValueError: if endplay is not installed.
    """

    def __init__(self) -> None:
        check_extra("bridge")

    def solves(self, state: Any) -> bool:
        """Returns whether cards are played."""
        return bool(state.phase == bridge.Phase.PLAY)

    def values(self, world: Any) -> Mapping[int, float]:
        """Points of the hand by card, for the side of the seat on turn, if all hands are open and all play perfectly.

        Args:
            world: the record of a table of bridge while cards are played.
        """
        from endplay.dds import solve_board

        declarers, own = int(world.declarer) % bridge.SIDES, int(world.player) % bridge.SIDES

        def points(tricks: int) -> float:
            won = int(world.tricks[own]) + tricks
            contract = world.level, world.trump, world.doubled, world.vulnerable[declarers]
            if own == declarers:
                return float(contract_points(*contract, won))
            return -float(contract_points(*contract, bridge.TRICKS - won))

        return {_code_of(card): points(tricks) for card, tricks in solve_board(open_deal(world))}


def _code_of(card: Any) -> int:
    """The code of a card of the solver."""
    return RANKS * (SUITS - 1 - int(card.suit)) + RANK_LETTERS.index(card.rank.abbr)
