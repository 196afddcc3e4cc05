"""What is measured, and the budget each figure is held against."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import count, islice
from random import Random
from statistics import median

from referee.engine import machine
from referee.matches import history, journal
from referee.matches.journal import verification
from referee.matches.matches import Match
from referee.packs import loading as packs
from referee.reports import documents, publishing, replays
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder, Offensive
from tests.benchmarks import post_offices, wars
from tests.benchmarks.bench import Bench, Result, list_moves, rate, run_referee, word_ms
from tests.benchmarks.stopwatch import (
    least,
    peak_memory,
)
from tests.great_war.random_play import LooseDice, play


def starts(bench: Bench) -> Iterator[Result]:
    """What has to answer before anything heavy is imported."""
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": f"referee show {bench.match.name[0]}"}
    base, took = bench.cold(
        version=run_referee("--version"),
        help=run_referee("--help"),
        misuse=run_referee("shwo", exit=2),
        completion=run_referee(more={**asked, "COMP_CWORD": "2"}),
    )
    yield rate("referee --version", took["version"], base, 1.5)
    yield rate("referee --help", took["help"], base, 6)
    yield rate("a mistyped command", took["misuse"], base, 6)
    yield rate("completion of a match", took["completion"], base, 6)


WHOLE_STORIES = (("show", "referee"), ("log", "referee"), ("map", "public"), ("report", "german"))
"""Commands that look at many entries, and for whom."""

WHOLE_WAR = 660
"""The entries of the war whose replay page was promised in a second: version 0.1.0 took 4.2 s for it."""

READING = ("show", "prompts", "log", "options")
"""Commands that only read, asked for all day long."""


def commands(bench: Bench) -> Iterator[Result]:
    """What is done every day with a long match."""
    name = bench.match.name
    base, took = bench.cold(
        submit=run_referee("submit", name, stdin=bench.letters[0], prepare=bench.anew),
        verify=run_referee("verify", name),
        **{command: run_referee(command, name) for command in READING},
    )
    yield rate("submit, one move", took["submit"], base, 16)
    for command in READING:
        yield rate(command, took[command], base, 12)
    yield rate("verify", took["verify"], base, 18)


def length(bench: Bench) -> Iterator[Result]:
    """What is done every day, with a match that is many times as long."""
    name, shelf = bench.longer.name, ("--shelf", str(bench.longer.folder.parent))
    (move,) = islice(list_moves(bench.longer.rules, bench.longer.position()), 1)
    letter = f"side: {move.side}\n{bench.longer.system.notation.write(move)}".encode()
    asked = {
        "show": (), "prompts": (), "options": (), "report": (), "map": (), "dispute": ("20",),
        "log": ("--last", "20"),
    }  # fmt: skip
    readers = {command: run_referee(command, name, *more, *shelf) for command, more in asked.items()}
    sent = run_referee("submit", name, *shelf, stdin=letter, prepare=bench.longer_anew)
    base, took = bench.cold(submit=sent, **readers)
    entries = f"{len(bench.longer.entries):,} entries"
    yield rate(f"submit of a longer match, {entries}", took.pop("submit"), base, 16)
    for command, of in took.items():
        budget = 16 if command == "dispute" else 12
        yield rate(f"{command} of a longer match, {entries}", of, base, budget)


def club(bench: Bench) -> Iterator[Result]:
    """The list of a shelf of many matches."""
    asked = run_referee("list", "--shelf", str(bench.club))
    took = bench.cold(list=asked)[1]["list"]
    yield Result(
        what=f"list of {bench.size.matches:,} matches",
        measured=word_ms(took),
        figure=took,
        unit="s",
        budget=1,
    )


def reports(bench: Bench) -> Iterator[Result]:
    """A report of the long match, over the cold start and the reading of its journal."""
    match = bench.match
    for form in ("text", "html"):
        took = least(
            lambda form=form: publishing.publish(documents.report(match, match.header.sides[0]), form),
            bench.size.rounds,
        )
        yield Result(
            what=f"a report as {form}: {_events(match):,} events", measured=word_ms(took),
            figure=took * 1000, unit="ms", budget=250,
        )  # fmt: skip


def replay(bench: Bench) -> Iterator[Result]:
    """Seals, parsing and replay, without the start, beside seals and parsing as anyone can do them."""
    speeds = []
    for match in (bench.match, bench.longer):
        events, took = _events(match), least(partial(_replayed, match), bench.size.rounds)
        bare = least(partial(_proved, match), bench.size.rounds)
        speeds.append(events / took)
        yield Result(
            what=f"replay of {events:,} events beside json and hashlib", measured=word_ms(took),
            figure=took / bare, unit="× their time", budget=4,
        )  # fmt: skip
    yield Result(
        what="an event of the longer match", measured=f"{1e6 / speeds[1]:.1f} µs",
        figure=speeds[0] / speeds[1], unit="× one of the shorter", budget=1.2,
    )  # fmt: skip


def proof(bench: Bench) -> Iterator[Result]:
    """A journal proved without rules: seals, keys, dice, private parts, conduct."""
    path, entries = bench.longer.folder / "journal.jsonl", len(bench.longer.entries)
    took = least(partial(verification.verify, path), min(bench.size.rounds, 5))
    yield Result(
        what=f"proved without rules: {entries:,} entries", measured=word_ms(took),
        figure=took / entries * 1e6, unit="µs an entry", budget=8,
    )  # fmt: skip


def page(bench: Bench) -> Iterator[Result]:
    """A recorded war as a page to step through; the promise was made for one of so many entries."""
    match = wars.find(bench.folder, wars.WARS[0], WHOLE_WAR) if bench.size.wars > 1 else bench.wars[-1]
    written = replays.page(match, match.header.sides[0])
    took = least(partial(replays.page, match, match.header.sides[0]), bench.size.wars)
    what = f"replay page of {len(match.entries):,} entries"
    size = len(written.encode()) / 1e6
    yield Result(what=what, measured=word_ms(took), figure=size, unit="MB", budget=0.4)
    yield Result(what=f"{what}, written", measured=word_ms(took), figure=took, unit="s", budget=1)


def memory(bench: Bench) -> Iterator[Result]:
    """What a command needs at most for a match, and for one that is many times as long."""
    path, longer = (match.folder / "journal.jsonl" for match in (bench.match, bench.longer))
    less, more = (peak_memory(run_referee("verify", str(path)), bench.environment) for path in (path, longer))
    yield Result(
        what=f"memory of verify, {_events(bench.longer):,} events", measured=f"{more / 1024:.1f} MB",
        figure=more / less, unit="× the shorter", budget=1.2,
    )  # fmt: skip
    shelf = ("--shelf", str(bench.longer.folder.parent))
    for command, viewer in WHOLE_STORIES:
        asked = run_referee(command, bench.longer.name, "--as", viewer, *shelf)
        most = peak_memory(asked, bench.environment) / 1024
        yield Result(
            what=f"memory of {command}, as {viewer}", measured=f"{most:.1f} MB",
            figure=most, unit="MB", budget=60,
        )  # fmt: skip


def options(bench: Bench) -> Iterator[Result]:
    """The busiest question of the campaign: German movement after the first offensive."""
    rules, position = bench.western, _first_offensive(bench.western)
    (prompt,) = rules.prompts(position)
    for what, answers in (
        ("answers worth trying", rules.options),
        ("lawful answers", partial(machine.lawful, rules)),
    ):
        found = len(list(answers(position, prompt)))
        took = least(lambda tried=answers: list(tried(position, prompt)), bench.size.rounds)
        yield Result(
            what=f"{what}, 1914: {found:,}",
            measured=word_ms(took),
            figure=took * 1000,
            unit="ms",
            budget=20,
        )


def questions(bench: Bench) -> Iterator[Result]:
    """The lawful answers to every question of recorded wars."""
    answered = wars.answer(bench.wars, bench.size.wars)
    busiest, answers = answered[-1]
    for what, took, budget in (
        ("half of the questions of recorded wars", wars.share(answered, 0.5), 2),
        ("99 % of them", wars.share(answered, 0.99), 20),
        (f"the busiest of {len(answered):,}: {answers:,} answers", busiest, 40),
    ):
        yield Result(what=what, measured=word_ms(took), figure=took * 1000, unit="ms", budget=budget)


def rejudge(bench: Bench) -> Iterator[Result]:
    """Orders of recorded wars judged again: twice as many as version 0.1.0 did."""
    judged = wars.judge_again(bench.wars, bench.size.wars)
    yield Result(
        what=f"{judged.orders:,} orders judged again", measured=word_ms(judged.judging),
        figure=judged.orders / judged.judging, unit="orders/s", budget=8400, at_least=True,
    )  # fmt: skip
    yield Result(
        what="the same beside the replay of their events", measured=word_ms(judged.replaying),
        figure=judged.judging / judged.replaying, unit="× its time", budget=6,
    )  # fmt: skip


def games(bench: Bench) -> Iterator[Result]:
    """A random lawful game, options and objections included."""
    orders = sum(1 for _ in _game(bench))
    took = least(lambda: list(_game(bench)), min(bench.size.rounds, 5))
    yield Result(
        what=f"random lawful game of {orders} orders", measured=word_ms(took),
        figure=orders / took, unit="orders/s", budget=6000, at_least=True,
    )  # fmt: skip


def loading(bench: Bench) -> Iterator[Result]:
    """A pack read from YAML, and the same pack once it is kept."""
    cold = least(partial(packs.load, "ttlm", cache=False), bench.size.rounds)
    kept = least(partial(packs.load, "ttlm"), bench.size.rounds)
    yield Result(what="pack, cold load", measured=word_ms(cold), figure=cold * 1000, unit="ms", budget=150)
    yield Result(
        what="pack, kept", measured=word_ms(kept), figure=kept / cold, unit="× the cold load", budget=0.1
    )


def batch(bench: Bench) -> Iterator[Result]:
    """Letters of a batch after the first, against letters that are sent alone."""
    name = bench.match.name
    lines = [json.dumps({"match": name, "letter": letter.decode()}).encode() for letter in bench.letters]
    alone = run_referee("submit", name, stdin=bench.letters[0], prepare=bench.anew)
    one, many = (
        run_referee("submit", "-", "--batch", stdin=b"\n".join(some), prepare=bench.anew)
        for some in (lines[:1], lines)
    )
    _, took = bench.cold(alone=alone, one=one, many=many)
    each = (took["many"] - took["one"]) / (len(lines) - 1)
    yield Result(
        what="a further letter of a batch", measured=word_ms(each),
        figure=each / took["alone"], unit="× a letter alone", budget=0.5,
    )  # fmt: skip


def post(bench: Bench) -> Iterator[Result]:
    """One mail in, until its answers wait to be sent: by a process of its own, and by one that goes on."""
    club = post_offices.found(bench.folder / "post", bench.size.rounds + bench.size.letters + 2)
    receive = run_referee(
        "mail", "receive", str(club.next), "--shelf", str(club.shelf), prepare=club.write_next
    )
    base, took = bench.cold(mail=receive)
    yield rate("mail receive, a process for each mail", took["mail"], base, 30)
    held = median(club.receive_rest())
    yield Result(
        what="a further mail to a post office that is open", measured=word_ms(held),
        figure=held * 1000, unit="ms", budget=20,
    )  # fmt: skip


def burst(bench: Bench) -> Iterator[Result]:
    """Mails to many matches, one after the other, to one post office that is open."""
    names = [f"front-{number}" for number in range(1, bench.size.fronts + 1)]
    club = post_offices.found_many(bench.folder / "burst", bench.size.mails, names)
    took = club.receive_rest(unread=0)
    each = sum(took) / len(took)
    yield Result(
        what=f"a burst of {len(took):,} mails over {len(names)} matches, each", measured=word_ms(each),
        figure=each * 1000, unit="ms", budget=20,
    )  # fmt: skip


MEASURES: Mapping[str, Callable[[Bench], Iterator[Result]]] = {
    measure.__name__: measure
    for measure in (
        starts,
        commands,
        length,
        club,
        reports,
        replay,
        proof,
        page,
        memory,
        options,
        questions,
        rejudge,
        games,
        loading,
        batch,
        post,
        burst,
    )
}
"""What can be measured, by name."""


def _events(match: Match) -> int:
    return sum(len(step.events) for step in history.steps(match.rules, match.entries))


def _replayed(match: Match) -> Position:
    return history.position(match.rules, journal.read(match.folder / "journal.jsonl").entries)


def _proved(match: Match) -> None:
    """Seals and commitments of a journal, with the standard library and nothing else; nothing is replayed."""
    spelled = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
    for raw in (match.folder / "journal.jsonl").read_bytes().splitlines():
        line = json.loads(raw)
        assert sha256(spelled(line["body"]).encode()).hexdigest() == line["seal"]
        for side, part in line.get("private", {}).items():
            assert sha256(spelled(part).encode()).hexdigest() == line["body"]["commit"][side]


def _first_offensive(rules: GreatWar) -> Position:
    """The first German player turn of a game whose deal gave that side an ordinary offensive."""
    for seed in count():
        dice = LooseDice(Random(seed))
        position, _ = machine.run_on(rules, rules.start(), dice)
        for order in rules.options(position, rules.prompts(position)[0]):
            card = rules.theatre.card(order.card) if isinstance(order, Offensive) else None
            if card is not None and card.offensive == "offensive":
                return machine.play(rules, position, order, dice)[0]
    raise AssertionError


def _game(bench: Bench) -> Iterator[GreatWarOrder | None]:
    return (order for _, order, _, _ in play(bench.western, 1914, seasons=bench.size.seasons))
