"""Scenes: a seat's view as data for a screen. `make_scene` makes a `Scene` from a view of any game.

A game's module describes its table in a `Layout` of parts.
"""

from cardzoo.envs.scene.build import look_at, make_scene, reveal, table_scene, table_sentences
from cardzoo.envs.scene.changes import Change, find_change, find_ended, merge
from cardzoo.envs.scene.layout import (
    STOCK,
    Layout,
    find_layout,
    move_top_cards,
    numbered,
    one_card,
    play_home,
    play_top_card,
)
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.parts import Backs, Beside, During, Hands, Spread
from cardzoo.envs.scene.scene import (
    BACK,
    EMPTY,
    RANK_ONLY,
    Arrangement,
    Band,
    Kind,
    Move,
    Scene,
    Target,
    Zone,
    card_name,
)
from cardzoo.envs.scene.special_parts import Bundles, Codes, Completed, Foundations, RankMelds, Ranks, Suits, Top, Track
from cardzoo.envs.scene.whole import (
    Pick,
    find_pick,
    goes_on,
    is_step,
    picked_sentence,
    whole_moves,
    whole_sentence,
)
from cardzoo.envs.scene.words import Sentence, find_sentences, listed

__all__ = [
    "BACK",
    "EMPTY",
    "RANK_ONLY",
    "STOCK",
    "Arrangement",
    "Backs",
    "Band",
    "Beside",
    "Bundles",
    "Change",
    "Codes",
    "Completed",
    "During",
    "Foundations",
    "Hands",
    "Kind",
    "Layout",
    "Look",
    "Move",
    "Pick",
    "RankMelds",
    "Ranks",
    "Scene",
    "Sentence",
    "Spread",
    "Suits",
    "Target",
    "Top",
    "Track",
    "Zone",
    "card_name",
    "find_change",
    "find_ended",
    "find_layout",
    "find_pick",
    "find_sentences",
    "goes_on",
    "is_step",
    "listed",
    "look_at",
    "make_scene",
    "merge",
    "move_top_cards",
    "numbered",
    "one_card",
    "picked_sentence",
    "play_home",
    "play_top_card",
    "reveal",
    "table_scene",
    "table_sentences",
    "whole_moves",
    "whole_sentence",
]
