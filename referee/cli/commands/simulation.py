"""Command that runs many wars between bots."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from msgspec import json

from referee.analysis import simulated_games, studies
from referee.analysis.faults import AnalysisFault
from referee.analysis.studies import Row, Study, WarRows
from referee.cli import arguments, terminal_output
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import simulation
from referee.cli.session import Session
from referee.evidence.archives.archive_journals import Shard
from referee.faults import Complaint, Misuse
from referee.i18n.translator import ENGLISH, Translator
from referee.matches import command_files, opening
from referee.platform import workers
from referee.platform.workers import Engine
from referee.reports import maps
from referee.texts import language_choice
from schemas.answers.simulation import Simulated
from schemas.reports import MapPicture

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def simulate(
    context: typer.Context,
    pack: arguments.MaybePack = None,
    scenario: arguments.ScenarioName = None,
    options: arguments.OptionalRules = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, max=10**6, help="Number of wars.")] = 20,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE=PLAYER,...",
            help="Player of each side: the name of a bot, or `tempers` for random temperaments.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", min=0, help="Seed of all random numbers.")] = 1,
    turns: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Maximum number of turns per war.")
    ] = None,
    jobs: arguments.Jobs = None,
    shard: arguments.ShardName = "1/1",
    compare: Annotated[
        str | None,
        typer.Option(metavar="PACK", help="Run the same seeds with another pack or version, and compare."),
    ] = None,
    keep: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER", help="Keep the war of this number on the shelf, as a match. Repeatable."
        ),
    ] = None,
    drawn: Annotated[
        str | None,
        typer.Option(
            "--map", metavar="FILE", help="Draw the control of areas at the end into an SVG or PNG file."
        ),
    ] = None,
    force: arguments.Force = False,
    rows: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write one JSON line per war into this file.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the file of --rows: run only wars that it lacks.")
    ] = False,
    read: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Read wars from a file of --rows instead of running new ones. Repeatable.",
        ),
    ] = None,
    engine: Annotated[Engine, typer.Option(help="Distribution of the wars.")] = Engine.PROCESSES,
    scheduler: arguments.Scheduler = None,
    language: arguments.PacksLanguage = None,
) -> int:
    """Run many wars between bots and summarise the results.

    Examples:
        referee simulate ttlm --games 100
        referee simulate ttlm --players german=planner,entente=greedy --map ends.svg
    """
    session: Session = context.obj
    tongue, part = language_choice.find_tongue(language), Shard.read(shard)
    numbers: Sequence[int] = range(part.part, games + 1, part.parts)
    manner = studies.Manner(jobs or workers.count_processors(), engine, scheduler)
    earlier_wars: Sequence[Row] = ()
    if read:
        study, earlier_wars = studies.read([Path(file) for file in read])
        numbers = [one.number for one in earlier_wars]
    else:
        choices = opening.read_choices(options or ())
        study = studies.open_study(_demand_pack(pack), scenario, choices, players, seed, turns)
    other = None if compare is None else studies.open_other(study, compare)
    _demand_possible(study, drawn, force=force)
    _demand_room(session, study, numbers, keep or ())
    with _open_rows(study, rows, resume=resume, force=force) as war_rows:
        run = earlier_wars or studies.run(study, numbers, manner, war_rows.earlier)
        fought = _collect(session, map(war_rows.keep, run), len(numbers))
    result = studies.summarise_wars(study, fought, _keep(session, study, keep or ()))
    _draw(drawn, study, result, tongue, force=force)
    if other is None:
        return session.answer(result, lambda: simulation.word_study(result, tongue))
    others = _collect(session, studies.run(other, numbers, manner), len(numbers))
    comparison = studies.compare_studies(result, studies.summarise_wars(other, others), fought, others)
    return session.answer(comparison, lambda: simulation.word_comparison(comparison, tongue))


def _demand_pack(pack: str | None) -> str:
    if pack is None:
        raise Misuse(CommandFault.NO_PACK_TO_SIMULATE)
    return pack


@contextmanager
def _open_rows(study: Study, file: str | None, *, resume: bool, force: bool) -> Generator[WarRows]:
    """Provide the rows of a study: those of an earlier run with --resume, otherwise a new file."""
    if file is None:
        if resume:
            raise Misuse(CommandFault.RESUME_WITHOUT_ROWS)
        yield WarRows({}, _discard)
        return
    command_files.start_rows(file, json.encode(study.head), secret=False, resume=resume, force=force)
    with studies.resume_rows(study, Path(file)) as rows:
        yield rows


def _discard(row: bytes) -> None:
    """Keep no row."""


def _collect(session: Session, run: Iterable[Row], count: int) -> Sequence[Row]:
    """Return wars as they end, and show a progress bar."""
    bar = terminal_output.bar("simulate", quiet=session.quiet)
    fought: list[Row] = []
    bar(0, count)
    for row in run:
        fought.append(row)
        bar(len(fought), count)
    return fought


def _demand_room(session: Session, study: Study, numbers: Sequence[int], war_numbers: Sequence[int]) -> None:
    """Raise an error before the simulation if its wars cannot be kept as matches."""
    for number in war_numbers:
        if number not in numbers:
            raise Misuse(Complaint.of(AnalysisFault.NUMBER_NOT_FOUGHT, number=number))
        opening.demand_absent(session.root / study.war(number).name)


def _demand_possible(study: Study, drawing_file: str | None, *, force: bool) -> None:
    """Raise an error before the simulation, which may take hours, if its map cannot be written."""
    command_files.demand_room(drawing_file, force=force)
    if drawing_file:
        _render(drawing_file, studies.open_map(study.bound), ENGLISH)


def _keep(session: Session, study: Study, numbers: Sequence[int]) -> tuple[str, ...]:
    """File wars as matches and return their names."""
    return tuple(simulated_games.keep_war(study.war(number), session.root).name for number in numbers)


def _draw(file: str | None, study: Study, result: Simulated, tongue: Translator, *, force: bool) -> None:
    """Draw the control of areas at the end of the wars, if a file is named."""
    if file:
        picture = studies.draw_heat_map(study.bound.speaking(tongue.language), result, tongue)
        command_files.write(file, _render(file, picture, tongue), secret=False, force=force)


def _render(file: str, picture: MapPicture, tongue: Translator) -> bytes:
    """Draw the map of control in the format of the file extension."""
    return maps.render(picture, Path(file).suffix.removeprefix(".") or "svg", tongue)
