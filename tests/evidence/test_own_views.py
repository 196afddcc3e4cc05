"""What a side's own copy tells is held against the rules: honest copies pass, and what is bent shows."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from referee.engine.copy_check import CopiedMove, Judgement
from referee.engine.machine import replay
from referee.engine.system import Rules, State
from referee.evidence import copy_check, match_verification
from referee.faults import NotFound, declare
from referee.i18n.translator import ENGLISH
from referee.matches import history, journal
from referee.packs import rulesets
from referee.packs.faults import PackFault
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from referee.systems.skirmish.rules import Skirmish
from schemas.answers.matches import OwnView
from schemas.great_war.pack import Pack
from schemas.journal import Entry, Header
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Rolled, Side
from schemas.skirmish.pack import Pack as SkirmishPack
from tests.evidence.changed_copies import bend_events, bend_order
from tests.evidence.test_forgeries import copied
from tests.great_war import random_play
from tests.great_war.matches.record import ENDINGS, unpacked
from tests.skirmish import random_play as skirmishes
from tests.systems import system_of

BRIEF = ("phrased", "entente-decisive", "eastern-decisive")
"""Recorded wars in which public parts are bent."""


NAMED = ("owner", "pieces", "sides", "figures", "units")
"""Where positions have what bears a name."""


def running(name: str, folder: Path) -> Path:
    """A recorded war before its secrets were opened."""
    path = folder / f"{name}.jsonl"
    lines = unpacked(name).splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"kind":"reveal"' not in line))
    return path


def seen(path: Path) -> OwnView:
    view = match_verification.verify(path).own_view
    assert view is not None
    return view


# --- honest copies


@pytest.mark.parametrize("name", sorted(ENDINGS))
def test_a_copy_of_a_recorded_war_is_judged_and_nothing_is_held_against_it(name: str, tmp_path: Path) -> None:
    path = running(name, tmp_path)
    for viewer in (*journal.read(path).header.sides, PUBLIC):
        view = seen(copied(path, viewer))
        assert view.viewer == viewer
        assert view.wrong == ()
        assert view.rolls_judged == view.rolls
        assert view.events_judged > view.events * 0.7


@pytest.mark.parametrize("viewer", ["german", "entente", PUBLIC])
def test_so_is_a_copy_of_the_example(liege: Path, viewer: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(liege, viewer)))

    assert seen(copy).wrong == ()


def test_whole_and_revealed_journals_are_judged_completely(liege: Path, tmp_path: Path) -> None:
    assert match_verification.verify(liege).own_view is None
    (tmp_path / "opened.jsonl").write_bytes(unpacked("phrased"))
    assert match_verification.verify(tmp_path / "opened.jsonl").own_view is None


@pytest.mark.parametrize(
    ("readers", "viewer"),
    [((), PUBLIC), (("german",), "german"), (("german", "entente"), None), (("german", REFEREE), None)],
)
def test_parts_of_several_readers_are_not_a_view(
    readers: tuple[str, ...], viewer: str | None, tmp_path: Path
) -> None:
    whole = journal.read(running("armistice", tmp_path))
    entries = [
        replace(entry, private={who: part for who, part in entry.private.items() if who in readers})
        for entry in whole.entries
    ]

    view = copy_check.judge(whole.header, rulesets.again(whole.header).system, lambda: entries, ENGLISH)
    assert (view and view.viewer) == viewer


def as_it_was(header: Header, shelf: Path | None = None) -> Ruleset:
    return AGAIN(header)


def changed(header: Header, shelf: Path | None = None) -> Ruleset:
    bound = AGAIN(header)
    game = bound.pack.game.replace(version="0")
    return replace(bound, loaded=replace(bound.loaded, digest="1" * 64, pack=bound.pack.replace(game=game)))


def gone(header: Header, shelf: Path | None = None) -> Ruleset:
    raise NotFound(declare(PackFault.PACK_UNKNOWN, name=header.pack))


AGAIN = rulesets.again
OTHER = "the pack ttlm is not the one this match was opened with"
PACKS: list[tuple[Callable[[Header], Ruleset], bool, bool, tuple[str, ...]]] = [
    (as_it_was, False, True, (match_verification.SEEN,)),
    (as_it_was, True, True, (match_verification.SEEN,)),
    (changed, False, False, (match_verification.LACKING, OTHER)),
    (changed, True, True, (match_verification.SEEN, OTHER)),
    (gone, False, False, (match_verification.LACKING,)),
    (gone, True, False, (match_verification.LACKING,)),
]
"""What became of the pack, whether it is judged again; whether the copy is judged, and of what is warned."""


@pytest.mark.parametrize(("pack", "rejudge", "judged", "warned"), PACKS)
def test_a_copy_is_judged_by_a_pack_that_changed_only_where_that_is_asked(
    pack: Callable[[Header], Ruleset],
    rejudge: bool,
    judged: bool,
    warned: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = copied(running("armistice", tmp_path), "german")
    monkeypatch.setattr(rulesets, "again", pack)

    verified = match_verification.verify(copy, rejudge=rejudge)
    assert (verified.own_view is not None) == judged
    assert (verified.not_judged is None) == judged
    assert verified.warnings == warned
    assert (verified.replayed, verified.differences) == (None, None)


Told = tuple[Side, tuple[Event, ...], Judgement]


def watch(rules: GreatWar | Skirmish, steps: Iterator[Any]) -> Iterator[Told]:
    """What each side, and everyone, would be told of a game, and what is said to it."""
    played: Any = rules
    game = system_of(played)
    own = {viewer: played.start() for viewer in (*rules.sides, PUBLIC)}
    for _, order, events, _ in steps:
        author = REFEREE if order is None else order.side
        for viewer, state in own.items():
            seen = (game.secrecy.redact_event(event, viewer) for event in events)
            told = tuple(event for event in seen if event is not None)
            heard = None if order is None else game.secrecy.redact_order(order, viewer)
            yield viewer, told, game.secrecy.judge_seen(state, CopiedMove(viewer, author, heard, told, 3, 3))
            own[viewer] = replay(played, state, told)


def test_nothing_is_held_against_any_copy_of_a_random_skirmish(games: int) -> None:
    """With options of chance; by hand with --games 1000."""
    base, judged = rulesets.bind("skirmish", None, {}), Counter[bool]()
    for seed in range(max(3, games // 2)):
        chance = Random(seed)
        options = {one.id: chance.choice(one.choices) for one in base.pack.game.options}
        scenario = chance.choice([one.id for one in base.pack.scenarios])
        rules = Skirmish(cast(SkirmishPack, base.pack), scenario, options)
        for viewer, told, judgement in watch(rules, skirmishes.play(rules, seed)):
            assert judgement.wrong == (), (seed, scenario, viewer)
            left = {finding.number for finding in judgement.unjudged}
            judged.update(number not in left for number, _ in enumerate(told, 1))
    assert judged[True] > judged[False]


@pytest.mark.parametrize("templates", ["no", "yes"])
@pytest.mark.parametrize("pack", ["ttlm", "aac"])
def test_nothing_is_held_against_copies_of_random_wars(
    pack: str, templates: str, games: int, pytestconfig: pytest.Config
) -> None:
    """With options of chance, bids among them; by hand with --games 1000 --steps 1000."""
    base, counts = rulesets.bind(pack, None, {}), Counter[str]()
    for seed in range(max(3, games // 2)):
        chance = Random(f"{pack} {seed}")
        options = {one.id: chance.choice(one.choices) for one in base.pack.game.options} | {
            "hidden-templates": templates
        }
        scenario = chance.choice([one.id for one in base.pack.scenarios])
        rules = GreatWar(cast(Pack, base.pack), scenario, options)
        steps = islice(random_play.play(rules, seed, seasons=2), pytestconfig.getoption("--steps"))
        for viewer, told, judgement in watch(rules, steps):
            assert judgement.wrong == (), (seed, scenario, viewer)
            left = {finding.number for finding in judgement.unjudged}
            for number, event in enumerate(told, 1):
                counts["rolls"] += isinstance(event, Rolled)
                counts["rolls left"] += isinstance(event, Rolled) and number in left
                counts["events"] += 1
                counts["events left"] += number in left
    assert counts["rolls"]
    assert counts["rolls left"] == 0
    assert counts["events left"] < counts["events"] * 0.2


# --- a forger


@pytest.mark.parametrize("name", BRIEF)
@pytest.mark.parametrize("whose", [0, 1, 2])
def test_changes_in_a_copy_are_found_or_listed_as_unjudged(
    name: str, whose: int, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Numbers, ids, dice and events of each entry, one after the other; each of them with --bends 1."""
    each = pytestconfig.getoption("--bends")
    tried, found = bend(running(name, tmp_path), whose, tmp_path, each)
    assert tried > 300 // each
    assert found > tried * 0.9


@pytest.mark.parametrize("whose", [0, 1, 2])
def test_so_it_is_in_a_skirmish(sap: Path, whose: int, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """What a side's men meet there is listed, for it depends on enemies whom it does not see."""
    each = pytestconfig.getoption("--bends")
    tried, found = bend(sap, whose, tmp_path, each)
    assert tried > 100 // each
    assert found > tried * 0.3


def bend(path: Path, whose: int, folder: Path, each: int) -> tuple[int, int]:
    """Bend one of so many parts of a copy: how many were tried, and how many of them the rules refuse."""
    viewer, copy = (*journal.read(path).header.sides, PUBLIC)[whose], folder / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    kept = journal.read(copy)
    rules = rulesets.again(kept.header).rules
    state, tried, found, numbers = rules.start(), 0, 0, count()
    for entry in kept.entries:
        for move in history.moves_of(rules, entry) if entry.body.kind in {"order", "ruling"} else ():
            names = tuple(tuple(getattr(state, kind, ())) for kind in NAMED)
            told = CopiedMove(
                viewer, entry.body.side or REFEREE, move.order, move.events,
                kept.header.vocabulary, kept.header.format,
            )  # fmt: skip
            for what, place, events in bend_events(rules.events, move.events, names):
                if next(numbers) % each:
                    continue
                wrong, left = say(rules, state, replace(told, events=events))
                gone = "left out" in what or "twice" in what
                assert wrong or (left if gone else place + 1 in left), (entry.body.seq, what)
                tried, found = tried + 1, found + wrong
            for what, order in bend_order(rules.orders, move.order, names) if move.order else ():
                if next(numbers) % each:
                    continue
                wrong, left = say(rules, state, replace(told, order=order))
                assert wrong or 0 in left, (entry.body.seq, what)
                tried, found = tried + 1, found + wrong
            state = replay(rules, state, move.events)
    return tried, found


def say(rules: Rules, state: State, told: CopiedMove[Order, Event]) -> tuple[bool, set[int]]:
    """Whether something is wrong with a move, and what of it is listed as not judged."""
    try:
        judgement = system_of(rules).secrecy.judge_seen(state, told)
    except copy_check.UNFIT:
        return True, set()
    return bool(judgement.wrong), {one.number for one in judgement.unjudged}


def test_retracted_orders_are_judged_in_their_position(tmp_path: Path) -> None:
    path = running("phrased", tmp_path)
    read = journal.read(copied(path, "german"))
    rules, later = rulesets.again(read.header).rules, read.entries[-1].body
    back = {"to": read.entries[20].body.seq, "reason": "by consent"}
    taken = refiled(read.entries[-1], seq=later.seq + 1, kind="retract", side=REFEREE, public=back)
    again = [refiled(entry, seq=later.seq + 2 + place) for place, entry in enumerate(read.entries[21:])]
    entries = (*read.entries, taken, *again)

    view = copy_check.judge(read.header, system_of(rules), lambda: entries, ENGLISH)
    assert view is not None
    assert view.wrong == ()
    twice = [*read.entries, *read.entries[21:]]
    assert view.rolls == sum(
        len(event.rolls)
        for entry in twice
        if entry.body.kind in {"order", "ruling"}
        for event in history.events_of(rules, entry)
        if isinstance(event, Rolled)
    )


def refiled(entry: Entry, **changes: object) -> Entry:
    return replace(entry, body=replace(entry.body, **changes))
