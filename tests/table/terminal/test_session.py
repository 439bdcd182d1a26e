"""Sessions of play: a person's view, messages and undo."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, FRENCH
from cardzoo.envs.language.journal import is_seen, reveals
from cardzoo.table.names import agents_in_words, seat_names
from cardzoo.table.terminal.session import UNSEEN, LogLine, Session, fill_seats, matching

pytestmark = pytest.mark.skipif(INTERPRETED, reason="it is about no rules, and plays whole games")


BET = "wrote a bet on the ticket"


def play_first(session: Session, words: str) -> None:
    session.play(session.game.actions.parse(words))


def up_to_me(session: Session) -> Session:
    while not session.table.over and not session.is_mine:
        session.play_agent()
    return session


def test_agents_play_up_to_the_person_and_a_game_ends_with_scores():
    session = Session(find_game("getaway"), ["novice", "me", "random", "novice"], seed=4)
    assert session.names == ("Nora", "you", "Clara", "Hugo")
    while not session.table.over:
        if session.is_mine:
            assert session.scene().player == 1
            session.play(session.scene().moves[0].action)
        else:
            session.play_agent()
    (result,) = session.results
    assert min(result.ranks) == 1
    assert len(result.scores) == 4
    session.new_game()
    assert (session.log, len(session.results), session.table.over) == ([], 1, False)


def test_draws_of_agents_reveal_nothing_about_the_deal():
    """A random agent that drew the same numbers as the shuffle would check with the one card and bet with another."""
    seen = set()
    for seed in range(60):
        session = Session(find_game("kuhn_poker"), ["random", "random"], seed=seed)
        table = session.table
        seen.add((table.view_words(table.player)["hands"][0], session.play_agent()))
    assert len(seen) == 3 * 2


def test_inputs_of_agents_at_a_table_do_not_reveal_the_deal():
    """An agent that knows the cards would raise."""
    session = Session(find_game("getaway"), ["tests.training.cheats:Looks", "random"], num_players=4, seed=7)
    for _ in range(8):
        session.play_agent()


def test_the_next_game_is_another_deal_and_a_seed_tells_all():
    one, other = (Session(find_game("getaway"), ["novice"], seed=7) for _ in range(2))
    first = one.scene().as_dict()
    assert first == other.scene().as_dict()
    one.new_game()
    assert one.scene().as_dict() != first


def test_seats():
    game = find_game("getaway")
    assert fill_seats(game, ["me"], 4) == ["me", "expert", "expert", "expert"]
    assert fill_seats(game, ["random", "me"], 3) == ["random", "me", "random"]
    assert Session(game, ["me", "novice"]).seats == ["me", "novice", "novice", "novice"]
    assert Session(game, ["me", "novice", "random"]).seats == ["me", "novice", "random"]
    assert seat_names(["me", "expert", "search:50"]) == ("you", "expert", "search:50")
    assert agents_in_words(["novice", "me", "random", "novice"]) == "Nora, Hugo: novice · Clara: random"
    assert agents_in_words(["me"]) == ""
    with pytest.raises(ValueError, match="5 seats are named, but the game has 4 players"):
        Session(game, ["me"] * 5, num_players=4)
    with pytest.raises(ValueError, match="only one seat"):
        Session(game, ["me", "me", "expert"])
    with pytest.raises(ValueError, match="did you mean 'expert'"):
        Session(game, ["me", "expret", "expert"])
    with pytest.raises(ValueError, match="takers"):
        Session(game, options={"takers": "everybody"})


def test_the_person_plays_in_turn_only():
    session = Session(find_game("getaway"), ["me"], seed=3)
    assert not session.is_mine
    with pytest.raises(ValueError, match="not your turn"):
        session.play(0)


def test_a_hint_is_a_legal_action():
    session = up_to_me(Session(find_game("getaway"), ["me"], seed=3))
    assert session.hint_names() == ["expert", "novice", "trained", "search:200"]
    assert session.table.is_legal(session.hint("novice"))


def test_any_agents_can_be_named_for_hints():
    assert Session(find_game("getaway"), hints=["search:5"]).hint_names() == ["search:5"]
    with pytest.raises(ValueError, match="did you mean 'novice'"):
        Session(find_game("getaway"), hints=["expert", "novise"])


def test_undo_takes_back_open_moves_one_by_one_to_the_first():
    session = Session(find_game("black_hole"), seed=5)
    start = session.scene()
    for _ in range(3):
        session.play(session.scene().moves[0].action)
    assert len(session.log) == 3
    assert [session.undo() for _ in range(4)] == [True, True, True, False]
    assert (session.scene(), session.log) == (start, [])


def test_undo_of_the_last_move_takes_the_result_back():
    session = Session(find_game("black_hole"), seed=1)
    while not session.table.over:
        session.play(session.scene().moves[0].action)
    assert len(session.results) == 1
    assert session.undo()
    assert (session.results, session.table.over) == ([], False)


def test_a_move_that_has_turned_up_a_card_cannot_be_taken_back_if_others_play():
    session = up_to_me(Session(find_game("gin_rummy"), ["me"], seed=3))
    while not session.table.mask[session.game.actions.first("draw stock")]:
        session.play(session.scene().moves[-1].action)
        up_to_me(session)
    before = session.table.copy()
    play_first(session, "draw stock")
    assert session.is_mine
    assert reveals(before, session.game.actions.first("draw stock"), before.player)
    assert not session.can_undo


def test_alone_all_is_taken_back_cards_turned_up_too():
    session = Session(find_game("pyramid"), seed=1)
    start = session.scene()
    assert reveals(session.table, 0, 0)
    play_first(session, "turn")
    assert session.undo()
    assert session.scene() == start


def test_nothing_can_be_taken_back_when_another_one_has_to_play():
    session = up_to_me(Session(find_game("getaway"), ["me"], seed=3))
    session.play(session.scene().moves[0].action)
    assert session.table.player != session.me
    assert not session.undo()


def test_open_actions_of_others_are_told():
    session = up_to_me(Session(find_game("getaway"), ["me"], seed=3))
    assert session.log
    assert all(line.words.startswith(("play ", "decline", "take")) for line in session.log)


def test_secret_bets_of_others_are_not_told_nor_how_many_they_are():
    session = Session(find_game("superfecta"), ["random", "random", "me"], seed=3)
    play_first(session, "done")
    steps = 0
    while not session.is_mine:
        session.play_agent()
        steps += 1
    actions = [(line.player, line.words) for line in session.log[1:]]
    assert actions == [(0, BET), (0, "done"), (1, BET), (1, "done")]
    assert steps > len(actions)


def test_an_onlooker_gets_the_knowledge_of_all_seats():
    """Secret bets of an observer's own are no exception, and undo also takes back messages."""
    session = up_to_me(Session(find_game("superfecta"), ["me", "random", "random"], seed=3))
    before = session.public_log()
    play_first(session, "win ♥")
    assert session.log[-1].words == "win ♥"
    assert session.public_log() == [*before, LogLine(0, BET)]
    assert session.undo()
    assert session.public_log() == before
    session = up_to_me(Session(find_game("getaway"), ["me"], seed=3))
    assert session.public_log() == session.log


def test_each_of_several_people_is_told_what_the_own_seat_knows_and_takes_nothing_back():
    session = up_to_me(Session(find_game("superfecta"), ["me", "random", "random"], seed=3, others=[1]))
    assert session.people == (0, 1)
    before = session.log_of(1)
    play_first(session, "win ♥")
    assert session.log_of(0)[-1].words == "win ♥"
    assert session.log_of(1) == [*before, LogLine(0, BET)]
    assert not session.can_undo


def test_an_agent_stands_in_for_a_person_as_long_as_it_is_wanted():
    session = Session(find_game("gin_rummy"), ["random", "anybody"], seed=3, others=[1])
    while not session.waits:
        session.play_agent()
    assert (session.me, session.table.player) == (None, 1)
    with pytest.raises(ValueError, match="must be an agent's, got a person's"):
        session.play_agent()
    session.stand_in(1, "novice")
    assert not session.waits
    session.play_agent()
    session.stand_in(1, None)
    while not session.waits:
        session.play_agent()
    assert session.table.player == 1
    with pytest.raises(ValueError, match="novise"):
        session.stand_in(1, "novise")


def test_the_card_that_ends_a_trick_is_told_with_the_trick():
    session = Session(find_game("getaway"), ["me", "random", "random"], seed=3)
    tricks = []
    while not tricks:
        up_to_me(session) if not session.is_mine else session.play(session.scene().moves[0].action)
        tricks = [line for line in session.log if line.trick]
    assert [seat for seat, _ in tricks[0].trick] == [0, 1, 2]
    played = {line.words for line in session.log[:3]}
    assert {f"play {CARD_WORDS[card]}" for _, card in tricks[0].trick} == played


def test_a_card_given_to_another_player_is_seen_by_both_and_by_nobody_else():
    table = find_game("ristiseiska").table(seed=1, num_players=3)
    while table.words("phase")["phase"] != "give":
        table.step(int(table.mask.argmax()))
    beggar, give = int(table.state.on_turn), int(table.mask.argmax())
    assert is_seen(table, give, beggar)
    assert not is_seen(table, give, 3 - beggar - table.player)


def test_a_spectator_sees_everything_and_may_look_from_any_seat():
    session = Session(find_game("superfecta"), ["novice", "novice"], seed=3)
    for _ in range(8):
        session.play_agent()
    assert UNSEEN not in {line.words for line in session.log}
    assert [session.scene(seat).player for seat in range(2)] == [0, 1]


def test_typing_narrows_the_moves():
    moves = up_to_me(Session(find_game("getaway"), ["me"], seed=3)).scene().moves
    assert matching(moves, "", FRENCH) == list(moves)
    assert [move.words for move in matching(moves, " KS pl", FRENCH)] == ["play K♠"]
    assert [move.words for move in matching(moves, "7♠", FRENCH)] == ["play 7♠"]
    assert matching(moves, "no such words", FRENCH) == []


def test_hidden_bids_are_never_in_the_log_of_another_seat():
    for seed in range(3):
        session = Session(find_game("goofspiel"), ["random"] * 3, options={"hidden_bids": True, "cards": 8}, seed=seed)
        while not session.table.over:
            session.play_agent()
        for viewer in range(3):
            lines = [line for line in session.log_of(viewer) if line.player != viewer]
            assert {(line.action, line.words) for line in lines} == {(None, "bid")}
