"""The kit for authors of systems finds the faults that it names, and none in the tutorial."""

import re
from collections.abc import Callable, Iterator
from itertools import count, repeat
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace
from pydantic import create_model

from referee.engine import machine
from referee.engine.facts import Fact, Objection
from referee.faults import Unreadable
from referee.packs import rulesets
from referee.packs.conformance import system_kit
from referee.packs.conformance.system_kit import SeededDice, check_system
from referee.packs.rulesets import Ruleset
from referee.packs.tabular_families import make_family
from referee.systems.tabular.tables import EventEntry, GameTables, OrderEntry, event_entry, order_entry
from schemas.model import Many, Order, Slug
from schemas.record import Event, Side
from schemas.reports import Paragraph
from schemas.rulebook import AnyPack, Citation, Clauses, Game, Rulings, Scenario, SideEntry
from tests.systems_of_others.crown.crown_game import family as crown
from tests.systems_of_others.crown.crown_game.family import TABLES, Claimed, Kingdom, YearEnded

CLAUSE = Citation(number="1", title="Claims", rule="Every power claims a province in secret each year.")
MEANINGS = ("claim.secret", "claim.province", "claim.other")


def make_pack(clauses: Clauses) -> AnyPack:
    """Make a small pack of the three powers."""
    sides = tuple(SideEntry(id=side, name=side, adjective=side, colour="#336699") for side in crown.SIDES)
    return AnyPack(
        game=Game(id="crown", name="Crown", version="1", system="crown", sides=sides),
        clauses=clauses,
        rulings=Rulings(rulings=()),
        scenarios=(Scenario(id="short", name="Short", source="rulebook"),),
    )


def bind(tables: GameTables[Any]) -> Ruleset:
    """Bind the tables of a game to a small pack."""
    pack = make_pack(Clauses(book="Crown", citations=(CLAUSE,), meanings=dict.fromkeys(MEANINGS, "1")))
    system = make_family(tables).bind(pack, "short", {})
    return replace(rulesets.bind("ttlm", "1914", {}), system=system)


def change_event(model: type, **changes: object) -> GameTables[Any]:
    """The tables with another entry for a kind of event."""
    events = tuple(replace(one, **changes) if one.model is model else one for one in TABLES.events)
    return replace(TABLES, events=events)


def spoil(state: Kingdom, event: Claimed) -> Kingdom:
    """Change the state before the event."""
    claims: Any = state.claims
    if isinstance(claims, dict):
        claims[event.side] = event.province or "?"
    return replace(state, claims=dict(claims))


def swap_lines() -> GameTables[Any]:
    """The tables in which two kinds of orders have one line."""
    claim, rest = TABLES.orders
    return replace(TABLES, orders=(replace(rest, line="rest"), replace(claim, line="rest")))


def peek(state: Kingdom, viewer: Side) -> Kingdom:
    """Hide nothing."""
    return state


def leave_open(tables: GameTables[Any]) -> GameTables[Any]:
    """The tables in which every side can read all orders."""
    return replace(tables, orders=tuple(replace(one, sealed=False) for one in tables.orders))


def gamble(years: Iterator[int]) -> GameTables[Any]:
    """The tables with a year that follows from no dice."""
    return replace(TABLES, work=lambda state, _: [YearEnded(year=next(years))] if state.year < 3 else [])


def refuse_all(state: Kingdom, order: Order) -> Iterator[Objection]:
    """Refuse every order without the fields of the text, by a clause that the pack lacks."""
    yield Objection(crown.Refusal.HELD_ALREADY, (), clause="claim.none")


FAULTS: dict[str, tuple[Callable[[], GameTables[Any]], str]] = {
    "impure event": (lambda: change_event(Claimed, apply=spoil), "changes the position"),
    "endless game": (
        lambda: change_event(YearEnded, apply=lambda state, event: replace(state, claims={})),
        "does not end",
    ),
    "secret in the view": (lambda: replace(TABLES, show=peek), "does not follow"),
    "secret in an event": (
        lambda: change_event(Claimed, secret=(), hidden=""),
        "the event claimed tells east claims.north, which the view of east hides",
    ),
    "secret in an order": (
        lambda: leave_open(TABLES),
        "the order claim tells north its province, which the event claimed hides",
    ),
    "chance without dice": (lambda: gamble(count()), "has other events with the same dice"),
    "line with other words": (swap_lines, "is not read"),
    "question without a clause": (
        lambda: replace(TABLES, questions=(replace(TABLES.questions[0], clause="claim.all"),)),
        "the question claim names claim.all, which is not a clause of the pack",
    ),
    "refusal without a clause": (
        lambda: replace(TABLES, orders=tuple(replace(one, objections=refuse_all) for one in TABLES.orders)),
        "the objection held-already names claim.none, which is not a clause of the pack",
    ),
    "refusal without a field": (
        lambda: replace(TABLES, orders=tuple(replace(one, objections=refuse_all) for one in TABLES.orders)),
        "the objection held-already has no value of province for its text",
    ),
    "question without a field": (
        lambda: replace(play_cards(), questions=(replace(TABLES.questions[0], text=Question.YEAR),)),
        "the question claim has no value of year for its text",
    ),
    "event without an entry": (
        lambda: replace(TABLES, events=TABLES.events[:2]),
        "LookupError: the event YearEnded has no entry in the tables",
    ),
    "step without end": (
        lambda: replace(TABLES, work=lambda state, _: repeat(YearEnded(year=state.year))),
        "RuntimeError: `work` yields more than 10000 events in one step",
    ),
    "work without end": (
        lambda: replace(
            TABLES,
            questions=(replace(TABLES.questions[0], sides=lambda _: []),),
            work=lambda state, _: [YearEnded(year=state.year)],
        ),
        "RuntimeError: no question opens within 10000 steps, and `work` goes on",
    ),
    "unknown purpose": (lambda: replace(TABLES, purposes=()), "is not among the purposes"),
}


class Play(Order):
    """An order with a list."""

    type: Literal["play"] = "play"
    cards: Many[int]
    area: Slug


class Ended(Event, tag="ended"):
    """The end of a game: the winner, and areas."""

    winner: Side
    areas: tuple[str, ...]
    by: str | None = None


def play_cards() -> GameTables[Any]:
    """The tables with an order that has a list, and a question with a field."""
    plays = (Play(side="north", cards=(3, 12), area="elm"), Play(side="north", cards=(1,), area="elm"))
    entry: OrderEntry[Kingdom] = order_entry(
        Play, "claim", "play {cards} to {area}", sealed=True,
        options=lambda _, side: [one.replace(side=side) for one in plays],
        outcome=lambda _, order, dice: [Claimed(side=order.side, province=order.area)],
    )  # fmt: skip
    question = replace(TABLES.questions[0], text=Question.YEAR, fields=lambda state, _: {"year": state.year})
    return replace(TABLES, orders=(*TABLES.orders, entry), questions=(question,))


class Question(Fact):
    """A question with a field."""

    YEAR = "Claim a province in year {year}."


def fail(state: Kingdom, viewer: Side) -> Kingdom:
    """Raise an exception, as a fault of an author would."""
    raise KeyError(viewer)


def test_orders_have_lists_and_questions_have_fields() -> None:
    bound = bind(play_cards())
    system = bound.system
    state, _ = machine.run_on(system.rules, system.rules.start(), SeededDice(Random(1)))

    assert check_system(bound, games=5) == ()
    assert system.notation.write(Play(side="north", cards=(3, 12), area="elm")) == "play 3, 12 to elm"
    for line in (
        "play 3, 12 to elm",
        "PLAY 3,12 to Elm",
        "play 3 and 12 to elm",
        "play 3 12 to elm",
        "Play 3, 12 to Elm.",
    ):
        assert system.notation.read(state, "north", line) == (Play(side="north", cards=(3, 12), area="elm"),)
    for line in ("play to elm", "play , to elm", "play three to elm", "play 3, 12"):
        with pytest.raises(Unreadable, match="does not fit"):
            system.notation.read(state, "north", line)
    assert system.language.ask(system.rules.prompts(state)[0]).text == "Claim a province in year 1."


class StrictPlay(Play):
    """An order with a tuple that cannot be read from a list of JSON."""

    cards: tuple[int, ...]


def test_kit_finds_order_that_a_journal_cannot_hold() -> None:
    tables = play_cards()
    orders = tuple(
        replace(
            one, model=StrictPlay, options=lambda _, side: [StrictPlay(side=side, cards=(3, 12), area="elm")]
        )
        if one.model is Play
        else one
        for one in tables.orders
    )
    faults = check_system(bind(replace(tables, orders=orders)), games=2)
    assert "the order play does not survive JSON" in faults


def bind_bid(value_type: object, line: str, value: object) -> tuple[Ruleset, Order]:
    """Bind the tables with an order that has one field of a type, and return such an order."""
    fields: dict[str, Any] = {"type": (Literal["bid"], "bid"), "price": (value_type, ...)}
    model: Any = create_model("Bid", __base__=Order, **fields)
    entry: OrderEntry[Kingdom] = order_entry(
        model, "claim", line, options=lambda _, side: [model(side=side, price=value)],
        outcome=lambda _, order, dice: [Claimed(side=order.side, province="elm")],
    )  # fmt: skip
    bound = bind(replace(TABLES, orders=(*TABLES.orders, entry)))
    return bound, model(side="north", price=value)


UNSTORED: dict[str, tuple[object, object]] = {
    "float": (float, 2.5),
    "float without a value": (float, float("nan")),
    "large number": (int, 2**53),
    "strict tuple": (tuple[int, ...], (1, 2)),
    "set": (frozenset[str], frozenset({"elm"})),
}
"""Types and values that a journal cannot hold, or does not return."""


@pytest.mark.parametrize("name", UNSTORED)
def test_value_that_a_journal_cannot_hold_is_refused_with_its_field(name: str) -> None:
    bound, order = bind_bid(UNSTORED[name][0], "bid {price}", UNSTORED[name][1])
    rules = bound.system.rules
    state: Any = rules.start()

    (objection,) = rules.objections(state, order)

    assert (objection.fact.code, dict(objection.parameters)) == ("not-stored", {"field": "price"})
    assert "bid" not in {legal.type for legal in rules.lawful(state, rules.prompts(state)[0])}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("float", "bid 2.5"),
        ("float", "bid nan"),
        ("large number", f"bid {2**53}"),
        ("strict tuple", "bid 1, 2"),
    ],
)
def test_line_with_a_value_that_a_journal_cannot_hold_is_not_understood(name: str, line: str) -> None:
    system = bind_bid(UNSTORED[name][0], "bid {price}", UNSTORED[name][1])[0].system

    with pytest.raises(Unreadable, match="the journal cannot hold this value of price") as fault:
        system.notation.read(system.rules.start(), "north", line)
    assert fault.value.complaints[0].code == "not-stored"


EMPTY: dict[str, tuple[object, object]] = {"no value": (Slug | None, None), "empty list": (Many[int], ())}


@pytest.mark.parametrize("name", EMPTY)
def test_field_without_a_value_is_a_hyphen(name: str) -> None:
    bound, order = bind_bid(EMPTY[name][0], "bid {price} now", EMPTY[name][1])
    notation = bound.system.notation

    assert notation.write(order) == "bid - now"
    assert notation.read(bound.system.rules.start(), "north", "bid - now") == (order,)
    assert check_system(bound, games=2) == ()


def test_hyphen_is_a_word_for_a_field_that_needs_a_value() -> None:
    system = bind_bid(int, "bid {price}", 3)[0].system

    with pytest.raises(Unreadable, match="does not fit"):
        system.notation.read(system.rules.start(), "north", "bid -")


def test_sentences_name_sides_and_lists() -> None:
    ended: EventEntry[Kingdom] = event_entry(
        Ended, "The {winner:side} side wins with {areas}.", apply=lambda state, _: state
    )
    narrator: Any = bind(replace(TABLES, events=(*TABLES.events, ended))).system.narrator

    (block,) = narrator.narrate(Kingdom(), Ended(winner="north", areas=("elm", "alder", "birch")))
    assert isinstance(block, Paragraph)
    assert (
        "".join(str(getattr(part, "text", part)) for part in block.parts)
        == "The north side wins with elm, alder and birch."
    )


def test_sentences_name_no_value_as_a_hyphen() -> None:
    ended: EventEntry[Kingdom] = event_entry(
        Ended, "The {winner:side} side wins {areas} by {by}.", apply=lambda state, _: state
    )
    narrator: Any = bind(replace(TABLES, events=(*TABLES.events, ended))).system.narrator

    (block,) = narrator.narrate(Kingdom(), Ended(winner="north", areas=()))
    text = "".join(str(getattr(part, "text", part)) for part in block.parts)
    assert text == "The north side wins - by -."


def test_kit_reports_exceptions_with_their_place() -> None:
    (fault,) = check_system(bind(replace(TABLES, show=fail)), games=1)

    assert fault.startswith("the system raises KeyError: 'north' (test_system_kit.py, line ")


@pytest.mark.parametrize(
    ("tables", "text"),
    [
        (
            lambda: change_event(Claimed, sentence="The {sides} side decides."),
            "event claimed names the field sides",
        ),
        (lambda: change_event(Claimed, secret=("area",)), "event claimed names the field area"),
        (
            lambda: replace(TABLES, orders=(), events=()),
            "the tables have no orders; the tables have no events",
        ),
        (lambda: replace(TABLES, questions=()), "`rest` answers no question of the table: claim"),
        (
            lambda: replace(TABLES, orders=(replace(TABLES.orders[0], line="claim {area}"),)),
            "the order `claim {area}` names the field area",
        ),
    ],
)
def test_tables_that_contradict_themselves_are_refused(
    tables: Callable[[], GameTables[Any]], text: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        make_family(tables())


def test_kit_finds_nothing_in_sound_tables() -> None:
    assert check_system(bind(TABLES), games=5) == ()


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FAULTS)
def test_kit_finds_fault(name: str) -> None:
    tables, text = FAULTS[name]
    assert any(text in fault for fault in check_system(bind(tables()), games=5)), name


def test_kit_finds_a_secret_where_it_compares_one_viewer_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_kit, "ALL_VIEWERS", 0)
    tables, text = FAULTS["secret in the view"]
    assert any(text in fault for fault in check_system(bind(tables()), games=5))


def test_kit_finds_nothing_in_the_beginning_of_a_skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    # A whole random game takes 10 to 30 seconds.
    monkeypatch.setattr(system_kit, "MOST_ORDERS", 60)
    faults = check_system(rulesets.bind("skirmish", "mine-crater", {}), games=1)
    assert faults == ("a game does not end within 60 orders",)


def test_kit_finds_question_without_legal_answer() -> None:
    alone = replace(TABLES, orders=(replace(TABLES.orders[0], options=lambda *_: []),))

    assert any("no legal answer" in fault for fault in check_system(bind(alone), games=1))


MISFITS: dict[str, tuple[dict[str, str], str]] = {
    "question without a number": ({"claim.other": "1"}, "the meaning `claim.secret` has no number"),
    "number of no clause": ({"claim.secret": "1", "claim.other": "3"}, "there is no clause `3`"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_pack_without_the_clauses_of_its_game_is_not_sound(name: str) -> None:
    meanings, text = MISFITS[name]
    clauses = Clauses(book="Crown", citations=(CLAUSE,), meanings=meanings)

    (problem,) = make_family(TABLES).misfits(make_pack(clauses))

    assert (problem.file, problem.text) == ("clauses.yaml", text)


def test_refusal_by_a_clause_that_the_pack_lacks_is_cited_by_its_meaning() -> None:
    citation = bind(TABLES).system.language.cite("claim.none")

    assert (citation.number, citation.title, citation.rule) == ("claim.none", "claim.none", "")
