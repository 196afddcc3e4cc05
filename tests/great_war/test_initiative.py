"""Bidding for the first player turn, where it is chosen: who begins, what is told, and what is refused."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.engine import machine
from referee.engine.system import Accepted
from referee.matches import matches, opening
from referee.matches.journal import verification
from referee.matches.judging import submission
from referee.reports import documents, letter_answers, maps
from referee.reports.formats import plain_text
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import AdvanceSeason
from schemas.answers.orders import Submitted
from schemas.great_war.events import GreatWarEvent, TurnOpened
from schemas.great_war.orders import Bid, GreatWarOrder
from schemas.great_war.plan_events import CardsBid, InitiativeSettled, PlansRevealed
from schemas.record import PUBLIC, to_json
from tests.great_war.campaigns.campaign import campaign
from tests.great_war.campaigns.succession import Succession
from tests.great_war.random_play import broken_invariants, play
from tests.great_war.samples import EN, GE
from tests.languages import pseudo
from tests.loose_dice import LooseDice
from tests.systems import system_of

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32)


@pytest.fixture(scope="module")
def bidding(rules: GreatWar) -> GreatWar:
    """The rules of every theatre in turn, with bids."""
    scenario = rules.theatre.scenario
    return GreatWar(rules.theatre.pack, scenario.id, {"initiative": "bidding"})


def quiet(rules: GreatWar, seed: int) -> Iterator[tuple[Position, tuple[GreatWarEvent, ...]]]:
    """A campaign in which both sides do the least that they may, but for bids of chance."""
    generator = Random(seed)
    dice = LooseDice(generator)
    position, events = machine.run_on(rules, rules.start(), dice)
    yield position, events
    while prompts := rules.prompts(position):
        prompt = generator.choice(prompts)
        for order in _answer(rules, position, prompt.side, generator):
            position, verdict = machine.play(rules, position, order, dice)
            assert isinstance(verdict, Accepted), (order, verdict)
            yield position, verdict.events


def _answer(rules: GreatWar, position: Position, side: str, generator: Random) -> list[GreatWarOrder]:
    (prompt,) = (prompt for prompt in rules.prompts(position) if prompt.side == side)
    if prompt.question == "initiative":
        return [generator.choice(list(rules.lawful(position, prompt)))]
    # Behind the last empty comment stands what is proposed, with a line above that says so.
    *_, proposed = " \n".join(system_of(rules).notation.template(position, side)).split("# \n")
    first = proposed.split(" \n")[1]
    return list(system_of(rules).notation.read(position, side, first.removeprefix("# ")))


def test_quiet_campaigns_begin_every_season_with_whoever_bid_more(bidding: GreatWar, games: int) -> None:
    """Both sides win the first turn, lose it again, and bid alike; by hand with --games 1000."""
    met: Counter[tuple[str, bool]] = Counter()
    for seed in range(max(1, games // 12)):
        books = Succession(bidding.theatre.pack)
        for position, events in quiet(bidding, seed):
            assert [fault for event in events for fault in books.enter(event)] == [], seed
            settled = [event for event in events if isinstance(event, InitiativeSettled)]
            met.update((event.side, event.tied) for event in settled)
            if any(isinstance(event, TurnOpened) for event in events):
                assert not list(broken_invariants(bidding, position)), seed
    assert all(met[side, tied] for side in bidding.sides for tied in (False, True)), met


def test_random_seasons_after_a_bid_hold_together(bidding: GreatWar, games: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(games // 4):
        books = Succession(bidding.theatre.pack)
        for before, order, events, after in play(bidding, seed, seasons=2):
            assert [fault for event in events for fault in books.enter(event)] == [], (seed, order)
            assert not list(broken_invariants(bidding, after)), (seed, order)
            assert machine.audit(bidding, before, order, events).agrees, (seed, order)
            met.update(event.type for event in events)
    assert met["initiative-settled"] >= games // 8
    assert met["cards-bid"] == 2 * met["initiative-settled"]


SEEDS = {"western": 4097, "eastern": 4098}
"""Campaigns of four seasons and of two."""


@pytest.mark.parametrize("theatre", SEEDS)
def test_campaigns_with_bids_agree_with_the_books(theatre: str, request: pytest.FixtureRequest) -> None:
    fixed: GreatWar = request.getfixturevalue(theatre)
    rules = GreatWar(fixed.theatre.pack, fixed.theatre.scenario.id, {"initiative": "bidding"})
    met = campaign(rules, SEEDS[theatre], parley=20).met

    assert met["event initiative-settled"]
    assert met["order bid"]


def test_without_the_option_a_season_is_what_it_was(rules: GreatWar) -> None:
    """The phase that asks for bids puts nothing on the agenda, and no view names a First Player."""
    late = rules.start().marking(turn=rules.theatre.scenario.turn + 1)
    assert all(
        getattr(task, "phase", "") != "initiative" for task in turn_sequence.season(rules.theatre, late)
    )
    assert '"first"' not in to_json(system_of(rules).secrecy.view(late, PUBLIC))
    assert system_of(rules).secrecy.view(late, PUBLIC).first is UNSET


def season_opened(rules: GreatWar) -> Position:
    """The first moment at which both sides are asked for a bid."""
    position, _ = machine.run_on(rules, rules.start(), LooseDice(Random(1)))
    over = replace(position, now=None, agenda=(AdvanceSeason(),))
    return machine.run_on(rules, over, LooseDice(Random(1)))[0]


@pytest.mark.parametrize("most", [1, 2, 5])
def test_the_pack_says_how_many_cards_may_be_bid(western: GreatWar, most: int) -> None:
    pack = western.theatre.pack
    assert pack.sequence.bidding is not None
    table = pack.sequence.bidding.replace(most=most)
    order = pack.sequence.replace(bidding=table)
    rules = GreatWar(pack.replace(sequence=order), "1914", {"initiative": "bidding"})
    position = season_opened(rules)
    hand = position.hand(GE).cards
    assert len(hand) > most

    assert not list(rules.objections(position, Bid(side=GE, cards=hand[:most])))
    against = list(rules.objections(position, Bid(side=GE, cards=hand[: most + 1])))
    assert [objection.clause for objection in against] == ["sequence.initiative"]
    bids = rules.options(position, rules.prompts(position)[0])
    sizes = {len(order.cards) for order in bids if isinstance(order, Bid)}
    assert sizes == set(range(most + 1))


def test_both_sides_are_asked_at_once_and_told_the_same(bidding: GreatWar) -> None:
    position = season_opened(bidding)
    prompts = bidding.prompts(position)
    assert [prompt.side for prompt in prompts] == list(bidding.sides)
    assert {prompt.question for prompt in prompts} == {"initiative"}
    assert len({(prompt.fact, prompt.parameters) for prompt in prompts}) == 1


READINGS = {
    "bid nothing": (), "bid none": (), "BID 3": (3,), "bid 3, 5 and 7": (3, 5, 7), "set aside 3": (3,),
    "bid card 3": (3,), "bid cards 5, 3": (5, 3), "bid the Offensive, Ersatz 2": (1, 27), "bid 0": (0,),
}  # fmt: skip


@pytest.mark.parametrize("line", READINGS)
def test_a_bid_is_read(western: GreatWar, line: str) -> None:
    rules = GreatWar(western.theatre.pack, "1914", {"initiative": "bidding"})
    position = season_opened(rules)
    hand = replace(position.hand(GE), cards=(1, 2, 27, 28), size=4)
    assert system_of(rules).notation.read(position.holding(GE, hand), GE, line) == (
        Bid(side=GE, cards=READINGS[line]),
    )


def test_what_is_told_of_bids_comes_from_the_catalogue(western: GreatWar) -> None:
    """In wide letters no plain word is left: of prompts, events, reports, maps and comparisons."""
    pack = western.theatre.pack
    rules = GreatWar(pack, "1914", {"initiative": "bidding"})
    wide = system_of(rules).speaking(pseudo.TONGUE, pseudo.names(pack))
    open = season_opened(rules)
    told = [wide.language.ask(question).text for question in rules.prompts(open)]
    events: tuple[GreatWarEvent, ...] = (
        PlansRevealed(phase="initiative"), CardsBid(side=GE, cards=()), CardsBid(side=EN, cards=(3, 17)),
        InitiativeSettled(side=EN), InitiativeSettled(side=GE, tied=True),
    )  # fmt: skip
    told += pseudo.texts(block for event in events for block in wide.narrator.narrate(open, event))
    won = rules.evolve(open, InitiativeSettled(side=EN))
    settled = won.then()
    blocks = (
        *wide.narrator.situation(open, GE),
        *wide.narrator.situation(settled, GE),
        *wide.narrator.change(open, settled, GE),
    )
    told += [*pseudo.texts(blocks), wide.pictures.picture(settled, GE).note]

    assert len(told) > 50
    proper = {nation.id.upper() for nation in pack.forces.nations} | set(pseudo.WORD.findall(pack.game.name))
    assert not pseudo.plain_words(told) - proper


# Letters


def send(shelf: Path, side: str, letter: str) -> Submitted:
    return letter_answers.submit(
        shelf, "lys", submission.open_letter("letter.txt", letter.encode(), at=AT, side=side)
    )


def held(answer: Submitted) -> list[str]:
    """The clauses that are held against a letter, by number."""
    return [objection.number for fallen in answer.refused for objection in fallen.held]


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A match whose first season has just passed without an order; both are asked for a bid."""
    opening.open_match(tmp_path, "lys", "ttlm", at=AT, options={"initiative": "bidding"}, secrets=SECRETS)
    for number, (side, letter) in enumerate(
        [(GE, "pass\ndone"), (EN, "pass\ndone"), (GE, "done"), (EN, "done")]
    ):
        assert not send(tmp_path, side, f"{letter} # {number}").refused
    return tmp_path


def hand(shelf: Path, side: str) -> tuple[int, ...]:
    position: Any = matches.find(shelf, "lys").position()
    return position.hand(side).cards


def told(shelf: Path, side: str) -> str:
    return " ".join(
        plain_text.write(documents.report(matches.find(shelf, "lys"), side, since=0, full=True)).split()
    )


def test_bids_are_opened_when_both_have_closed(shelf: Path) -> None:
    mine, theirs = hand(shelf, GE), hand(shelf, EN)
    send(shelf, EN, f"bid {theirs[0]}, {theirs[1]}\ndone")
    assert "First Player before this season: the German side." in told(shelf, GE)
    assert "Entente side bids" not in told(shelf, GE)
    answer = send(shelf, GE, f"bid {mine[0]}\ndone")

    assert [line.order for line in answer.accepted] == [f"bid {mine[0]}", "done"]
    report = told(shelf, GE)
    assert "The Entente side is First Player this season." in report
    assert "First Player this season: the Entente side." in report
    assert hand(shelf, EN) == theirs[2:]
    assert "First Player: Entente" in maps.draw(maps.picture(matches.find(shelf, "lys"), GE))
    assert documents.view(matches.find(shelf, "lys"), PUBLIC).first == EN
    match = matches.find(shelf, "lys")
    changed = plain_text.write(documents.list_differences(match, GE, 8, len(match.entries)))
    assert "The Entente side is First Player now." in changed
    assert verification.verify(shelf / "lys" / "journal.jsonl").standing


def test_a_report_ends_with_bids_that_may_be_sent(shelf: Path) -> None:
    lines = documents.report(matches.find(shelf, "lys"), GE, since=0, full=True)
    written = plain_text.write(lines)
    assert f"# bid {hand(shelf, GE)[0]} " in written
    assert "# bid nothing" in written
    assert written.count("\n# done\n") == 1


HOSTILE = {
    "bid {0}, {1}, {2}, {3}": "2.0-II-a",
    "bid all": "2.0-II-a",
    "bid {0}, {0}": "1.3-a",
    "bid 56": "1.3-a",
    "bid 0": "1.3-a",
    "bid 99999": "1.3-a",
    "bid {0}\nbid {1}": "2.0-II-a",
    "bid {0}\ndone\nbid {1}": "2.0-III-b",
    "done\nbid {0}": "2.0-III-b",
    "bid {0}\ndone\nanew": "2.0-III-b",
    "anew": "2.0-b",
    "discard {0}": "2.0-b",
    "offensive {0}": "2.0-b",
    "buy 1 card": "2.0-b",
    "leave ge-i1": "2.0-b",
    "lose ge-i1": "2.0-b",
}


@pytest.mark.parametrize("letter", HOSTILE)
def test_a_hostile_bid_is_refused_and_nothing_of_its_letter_filed(shelf: Path, letter: str) -> None:
    before = matches.find(shelf, "lys").position()
    answer = send(shelf, GE, letter.format(*hand(shelf, GE)))

    assert set(held(answer)) == {HOSTILE[letter]}
    assert matches.find(shelf, "lys").position() == before


DATA = {
    "four": {"cards": [1, 2, 3, 4]}, "strings": {"cards": ["0"]}, "a number": {"cards": 1},
    "a negative": {"cards": [-1]}, "very many": {"cards": list(range(1, 40))},
    "too much": {"cards": [], "area": "x"},
}  # fmt: skip


@pytest.mark.parametrize("cards", DATA)
def test_a_bid_as_data_is_held_to_the_same(shelf: Path, cards: str) -> None:
    before = matches.find(shelf, "lys").position()
    order = {"type": "bid", **DATA[cards]}
    answer = send(shelf, GE, f"side: german\norders:\n  - {order}\n")

    assert answer.refused
    assert matches.find(shelf, "lys").position() == before


@pytest.mark.parametrize("options", [{}, {"initiative": "bidding"}])
def test_nobody_bids_in_the_first_season_nor_where_it_is_not_chosen(
    tmp_path: Path, options: dict[str, str]
) -> None:
    opening.open_match(tmp_path, "lys", "ttlm", at=AT, options=options, secrets=SECRETS)
    answer = send(tmp_path, GE, f"bid {hand(tmp_path, GE)[0]}")

    assert held(answer) == ["2.0-b"]


def test_a_bid_may_be_ordered_in_advance(shelf: Path) -> None:
    """It waits under seal, is closed by the next line, and what is not lawful any more is passed over."""
    theirs = hand(shelf, EN)
    send(shelf, EN, f"when initiative: bid {theirs[0]}, {theirs[1]}\nwhen initiative: done")
    assert "The Entente side has closed its plan." in told(shelf, GE)
    send(shelf, GE, "done")

    position: Any = matches.find(shelf, "lys").position()
    assert position.initiative == EN
    assert hand(shelf, EN) == theirs[2:]
