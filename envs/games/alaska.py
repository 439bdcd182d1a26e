"""Alaska.

A patience for one player: Yukon with columns that are built in suit, up or down, as the player likes. A card may be
moved with all cards on it. Cards built the wrong way round have to be turned over, card by card, on their way home.

Rules
-----
1. The pack of 52 is dealt row by row over seven columns. The first row covers all of them, and each later row leaves
   out one column more from the left; a row's first card is face up, its others face down.
2. The 24 cards left are dealt face up to columns 2 to 7, in four rounds from left to right. The columns then have 1,
   6, 7, 8, 9, 10 and 11 cards, of which 0 to 6 are face down and 31 in all face up.
3. A face-up card may be moved onto the end card of another column if that is of the same suit and one rank higher or
   one rank lower. All that lies on the card goes with it, in the same order.
4. The cards on the moved card need not be in sequence.
5. A face-down card with nothing left on it is turned up at once.
6. An empty column takes only a king, with whatever lies on it.
7. An ace with nothing on it may start its suit's foundation; 2, 3 and so on up to the king may follow.
8. A card with others on it cannot go to a foundation.
9. The ace is the lowest card: neither is a king put on it, nor an ace on a king.
10. With all 52 cards on the foundations the game is won. With cards left and nothing to move it is lost.

Sources
-------
[PySolFC](https://pysolfc.sourceforge.io/), whose rules of this game share Yukon's deal; [Unsolitaire, Alaska](https://unsolitaire.com/games/alaska).

Choices where the text is silent
--------------------------------
1. A card on a foundation stays there, as in Yukon.
2. No card has to go to a foundation.
3. A king at the foot of its column is not offered an empty one. Nothing would change; and if there is no other move,
   the game is lost.
4. Moves can be undone by moves, so play could go on for ever: after ``max_steps`` moves the game is lost. A deal that
   offers no move is lost at once.
5. Nobody knows the face-down cards: neither the observation nor the legal moves depend on them.
6. The player may give up, and has lost, but only after ``give_up_after`` moves without a gain. A gain is a card that
   goes to a foundation, or one that is turned up.

Options
-------
``give_up_after``: moves without a gain after which giving up is legal.
``max_steps``: moves after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations; with
``reward="score"`` each is worth 1/52 when it gets there.

End
---
With the last card on its foundation, without a move, or when the player gives up. After ``max_steps`` moves the game
is truncated.

Written deck
------------
Cards are dealt row by row as in rule 1, then in the four rounds of rule 2, the first card first.
"""

import numpy as np

from cardzoo.envs.engine.cards import ACE, CARDS, KING, rank_of
from cardzoo.envs.families import patience, yukon


def parents(card: int) -> tuple[int, int]:
    """Rules 3, 6 and 9: the two ends that a card may be moved onto, the higher one first; an ace has one."""
    higher = patience.EMPTY_COLUMN if rank_of(card) == KING else card + 1
    lower = patience.NOWHERE if rank_of(card) == ACE else card - 1
    return higher, lower


PARENTS = np.array([parents(card) for card in range(CARDS)]).T
LAYOUT = yukon.LAYOUT
GAME = yukon.make_game(__name__, "Alaska", PARENTS)
