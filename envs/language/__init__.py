"""Games in words: prompts for a seat, and the moves that its answers mean.

>>> from cardzoo.envs.language import TextTable
>>> table = TextTable("getaway", seed=1)
>>> print(table.prompt())
>>> table.answer("The others hold higher clubs, so I get rid of mine. [play K♣]")
"""

from cardzoo.envs.language.answers import UnfitAnswer, read_answer
from cardzoo.envs.language.journal import Journal
from cardzoo.envs.language.prompts import introduce, write_prompt
from cardzoo.envs.language.table import TextTable

__all__ = ["Journal", "TextTable", "UnfitAnswer", "introduce", "read_answer", "write_prompt"]
