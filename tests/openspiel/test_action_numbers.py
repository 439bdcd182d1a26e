"""The page with other libraries' numbers of actions against OpenSpiel and RLCard; `make test-openspiel` runs this."""

import random
from pathlib import Path

import pyspiel
import pytest
import rlcard
from rlcard.games.nolimitholdem.round import Action
from rlcard.games.uno.utils import ACTION_SPACE

from cardzoo.envs import find_game

PAGE = Path(__file__).parents[2] / "docs/reference/action_numbers.md"
GAMES = {
    "Kuhn Poker": "kuhn_poker",
    "Leduc Poker": "leduc_poker",
    "Goofspiel": "goofspiel",
    "Hold'em, limit": "texas_holdem",
    "Hold'em, no limit": "texas_holdem",
    "Euchre": "euchre",
    "Uno": "uno",
    "Crazy Eights": "crazy_eights",
    "Blackjack": "blackjack",
    "Spades": "spades",
    "Oh Hell": "oh_hell",
    "Skat": "skat",
    "Cribbage": "cribbage",
    "Bridge": "bridge",
}
OURS, RLCARD, OPENSPIEL = range(3)
NO_LIMIT = {
    "check": "CHECK_CALL",
    "call": "CHECK_CALL",
    "fold": "FOLD",
    "half pot": "RAISE_HALF_POT",
    "pot": "RAISE_POT",
}
NO_LIMIT["all in"] = "ALL_IN"


def rows():
    """Yields game, action and numbers of each line of the table; a cell with one number has it for all its actions."""
    game = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 6 or cells[0] == "game" or cells[0].startswith("-"):
            continue
        game = cells[0] or game
        for place, action in enumerate(cells[1].split(", ")):
            numbers = [cell.split(", ") for cell in cells[2:5]]
            yield game, action, [part[place] if len(part) > place else part[-1] for part in numbers]


def number_of(game, action):
    """Our number of an action in words."""
    actions = find_game(GAMES[game]).actions
    return str(actions.words.index(action) if action in actions.words else actions.first(action))


def uno_word(action):
    """RLCard's word for an action of Uno: ``"play red-draw-two"`` is ``"r-draw_2"``."""
    *_, card, colour = ["", *action.replace("draw-two", "draw_2").removeprefix("play ").split()]
    if card:
        return f"{colour[0]}-{card.replace('-draw-four', '_draw_4')}"
    return action if action == "draw" else colour[0] + colour[colour.index("-") :]


@pytest.mark.parametrize(("game", "action", "numbers"), [row for row in rows() if row[2][OURS].isdigit()])
def test_actions_have_the_numbers_of_the_page(game, action, numbers):
    assert numbers[OURS] == number_of(game, action)
    if game == "Hold'em, no limit":
        assert numbers[RLCARD] == str(Action[NO_LIMIT[action]].value)
    elif game == "Uno":
        assert numbers[RLCARD] == str(ACTION_SPACE[uno_word(action)])
    elif numbers[RLCARD]:
        name = {"bet": "raise"}.get(action, action)
        env = rlcard.make({"Leduc Poker": "leduc-holdem", "Hold'em, limit": "limit-holdem"}.get(game, "blackjack"))
        assert numbers[RLCARD] == str(env.actions.index(name))


def suit_first(card):
    """OpenSpiel's word for a card: ``"10♣"`` is ``"CT"``."""
    return "CDHS"["♣♦♥♠".index(card[-1])] + card[:-1].replace("10", "T")


def spades_word(action):
    """OpenSpiel's word for an action of Spades: ``"play 10♣"`` is ``"CT"``."""
    verb, thing = action.split()
    return suit_first(thing) if verb == "play" else thing if int(thing) else "Nil"


def eights_word(action):
    """OpenSpiel's word for an action of Crazy Eights: ``"play 10♣"`` is ``"Play CT"``."""
    verb, *cards = action.split()
    return " ".join(["Nominate suit" if verb == "name" else verb.title(), *map(suit_first, cards)])


def euchre_word(action):
    """OpenSpiel's word for an action of Euchre: ``"play 10♣"`` is ``"CT"``."""
    verb, _, thing = action.partition(" ")
    if verb == "play":
        return suit_first(thing)
    if verb == "trump":
        return ("Clubs", "Diamonds", "Hearts", "Spades")["♣♦♥♠".index(thing)]
    return (thing or verb).title()


def skat_word(action):
    """OpenSpiel's word for an action of Skat: ``"play 10♣"`` is ``"CT"``."""
    verb, _, thing = action.partition(" ")
    if verb == "play":
        return suit_first(thing)
    return {"♦": "diamonds", "♣": "clubs", "": "unknown/pass"}.get(thing, thing)


THEIR_WORDS = {"Spades": spades_word, "Crazy Eights": eights_word, "Euchre": euchre_word, "Skat": skat_word}


@pytest.mark.parametrize("game", ["Kuhn Poker", "Leduc Poker", "Blackjack", *THEIR_WORDS])
def test_openspiel_has_the_numbers_of_the_page(game):
    theirs = {"check": ("Pass", "Call"), "call": ("Bet", "Call"), "fold": ("Pass", "Fold")}
    state, chance = pyspiel.load_game(GAMES[game]).new_initial_state(), random.Random(0)
    while state.is_chance_node():  # Crazy Eights turns a first eight back, so the first outcome would come for ever
        state.apply_action(chance.choice(state.legal_actions()))
    for name, action, numbers in rows():
        if name == game:
            word = theirs.get(action, ("Bet", "Raise"))[game == "Leduc Poker"] if "Poker" in game else action.title()
            word = THEIR_WORDS[game](action) if game in THEIR_WORDS else word
            assert state.action_to_string(int(numbers[OPENSPIEL])) == word


def test_openspiels_cribbage_has_the_numbers_of_the_page():
    ours, state = find_game("cribbage").actions.words, pyspiel.load_game("cribbage").new_initial_state()
    state.apply_action(0)
    for action, word in enumerate(ours[:52]):
        theirs = word.removeprefix("play ").replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert state.action_to_string(-1, action) == f"Deal {theirs}"
    numbers = {action: numbers[OPENSPIEL] for game, action, numbers in rows() if game == "Cribbage"}
    assert numbers == {"play card c": "c", "go": "2756"}
    assert state.action_to_string(0, int(numbers["go"])) == "Pass"


def test_openspiels_oh_hell_has_the_numbers_of_the_page():
    """Its words depend on the phase: cards have theirs while they are dealt."""
    states = [pyspiel.load_game("oh_hell(num_tricks_fixed=17)").new_initial_state() for _ in range(2)]
    for state, dealt in zip(states, (2, 54), strict=True):
        for _ in range(dealt):
            state.apply_action(state.legal_actions()[0])
    found = 0
    for name, action, numbers in rows():
        if name == "Oh Hell":
            verb, thing = action.split()
            theirs = states[verb == "bid"].action_to_string(-1, int(numbers[OPENSPIEL]))
            assert theirs == (thing if verb == "bid" else suit_first(thing))
            found += 1
    assert found == 7


def test_openspiels_bridge_has_the_numbers_of_the_page():
    state = pyspiel.load_game("bridge(use_double_dummy_result=false)").new_initial_state()
    for card in range(52):
        state.apply_action(card)
    theirs, found = {"double": "Dbl", "redouble": "RDbl", "pass": "Pass"}, 0
    for name, action, numbers in rows():
        if name == "Bridge":
            word = theirs.get(action, action.removeprefix("bid ").replace(" ", ""))
            assert state.action_to_string(int(numbers[OPENSPIEL])) == word
            found += 1
    assert found == 6
