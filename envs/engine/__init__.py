"""Engine of all games: cards, records, actions, the random generator, compiled entry points. No game's own rules."""

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block, Place, places
from cardzoo.envs.engine.bots import Memory, Remembering
from cardzoo.envs.engine.cards import CARDS, CARDS_AND_JOKERS, FRENCH, NO_CARD, RANKS, SUITS
from cardzoo.envs.engine.compiling import INTERPRETED, rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, Sides, State, View
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.engine.packs import Other, Pack, Rank, Suit
from cardzoo.envs.engine.table import IllegalAction, Table

__all__ = [
    "CARDS",
    "CARDS_AND_JOKERS",
    "FRENCH",
    "INTERPRETED",
    "NO_CARD",
    "RANKS",
    "SUITS",
    "Actions",
    "Block",
    "Card",
    "Cards",
    "Choice",
    "Flag",
    "Game",
    "IllegalAction",
    "Match",
    "Memory",
    "Number",
    "Options",
    "Other",
    "Pack",
    "Pile",
    "Place",
    "Rank",
    "Remembering",
    "Seat",
    "Seats",
    "Sides",
    "State",
    "Suit",
    "Table",
    "View",
    "arrays",
    "declared_in",
    "piles",
    "places",
    "rewards",
    "rng",
    "rule",
]
