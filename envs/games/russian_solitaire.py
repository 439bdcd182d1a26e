"""Russian Solitaire.

A patience for one player: Yukon with a harder rule for its columns. A card may be moved whatever lies on it, but only
onto the next higher one of its own suit. So each card has a single place to go, and few deals come out.

Rules
-----
1. The pack of 52 is dealt row by row over seven columns. The first row covers all of them, and each later row leaves
   out one column more from the left; a row's first card is face up, its others face down.
2. The 24 cards left are dealt face up to columns 2 to 7, in four rounds from left to right. The columns then have 1,
   6, 7, 8, 9, 10 and 11 cards, of which 0 to 6 are face down and 31 in all face up.
3. A face-up card may be moved onto the end card of another column if that is of the same suit and one rank higher.
   All that lies on the card goes with it, in the same order.
4. The cards on the moved card need not be in sequence.
5. A face-down card with nothing left on it is turned up at once.
6. An empty column takes only a king, with whatever lies on it.
7. An ace with nothing on it may start its suit's foundation; 2, 3 and so on up to the king may follow.
8. A card with others on it cannot go to a foundation.
9. The ace is the lowest card, and no king is put on it.
10. With all 52 cards on the foundations the game is won. With cards left and nothing to move it is lost.

Sources
-------
[PySolFC](https://pysolfc.sourceforge.io/), whose rules of this game differ from Yukon's in the suit alone;
[Solitaire Land, Russian](https://www.solitaireland.com/russian-solitaire.html).

Choices where the text is silent
--------------------------------
1. A card on a foundation stays there, as in Yukon.
2. No card has to go to a foundation.
3. A king at the foot of its column is not offered an empty one. Nothing would change; and if there is no other move,
   the game is lost.
4. A moved card lies for good where only it can lie, so no card is moved twice, and a game ends by itself. Still, as in
   Yukon, it is lost after ``max_steps`` moves. A deal that offers no move is lost at once.
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

from cardzoo.envs.engine.cards import CARDS, KING, rank_of
from cardzoo.envs.families import patience, yukon

PARENTS = np.array([[patience.EMPTY_COLUMN if rank_of(card) == KING else card + 1 for card in range(CARDS)]])
LAYOUT = yukon.LAYOUT
GAME = yukon.make_game(__name__, "Russian Solitaire", PARENTS)
