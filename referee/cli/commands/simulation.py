"""The command that lets programs fight many wars."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from referee.cli.arguments import Force, PacksLanguage, complete_pack
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session
from referee.platform.engines import Engine

if TYPE_CHECKING:
    from referee.analysis.simulation.studies import Manner, Row, Study
    from referee.engine.tongue import Translator
    from schemas.reports.picture import MapPicture

book = Book()


@command(book)
def simulate(
    session: Session,
    pack: Annotated[
        str | None, Argument(help="A pack by name, or its folder.", autocompletion=complete_pack)
    ] = None,
    scenario: Annotated[
        str | None, Option(metavar="SCENARIO", help="Which of its scenarios; else the first.")
    ] = None,
    options: Annotated[
        list[str] | None,
        Option("--with", metavar="OPTION[=CHOICE]", help="A rule that may be chosen, once for each."),
    ] = None,
    games: Annotated[int, Option(metavar="NUMBER", min=1, max=10**6, help="So many wars are fought.")] = 20,
    players: Annotated[
        str | None,
        Option(metavar="SIDE=PLAYER,...", help="A bot by its name, or `tempers`, who play by chance."),
    ] = None,
    seed: Annotated[int, Option(metavar="NUMBER", min=0, help="What all dice and lots follow from.")] = 1,
    turns: Annotated[
        int | None, Option(metavar="NUMBER", min=1, help="Break each war off after so many turns.")
    ] = None,
    jobs: Annotated[
        int | None,
        Option(metavar="NUMBER", min=1, max=1024, help="So many processes; else one a processor."),
    ] = None,
    shard: Annotated[str, Option(metavar="I/N", help="Only part I of N parts that machines share.")] = "1/1",
    compare: Annotated[
        str | None, Option(metavar="PACK", help="Another pack, or version of it, over the same seeds.")
    ] = None,
    keep: Annotated[
        list[int] | None, Option(metavar="NUMBER", help="Keep this war on the shelf, as a match.")
    ] = None,
    drawn: Annotated[
        str | None, Option("--map", metavar="FILE", help="Draw who holds what at the end, as SVG or PNG.")
    ] = None,
    force: Force = False,
    rows: Annotated[str | None, Option(metavar="FILE", help="Write a line of JSON for each war.")] = None,
    read: Annotated[
        list[str] | None,
        Option("--from", metavar="FILE", help="Wars that --rows wrote, in place of new ones."),
    ] = None,
    engine: Annotated[Engine, Option(help="What the wars are given to.")] = Engine.PROCESSES,
    scheduler: Annotated[
        str | None, Option(metavar="ADDRESS", help="Dask's scheduler; else a cluster is begun here.")
    ] = None,
    language: PacksLanguage = None,
) -> int:
    """Let programs fight many wars, and say how they end."""
    from referee.analysis.simulation import heat, studies, summaries
    from referee.cli.words import simulation_wording
    from referee.evidence.archives.finding import Shard
    from referee.i18n import languages
    from referee.matches import inputs, opening
    from referee.platform import workers

    tongue, part = languages.find_tongue(language), Shard.read(shard)
    numbers: Sequence[int] = range(part.part, games + 1, part.parts)
    manner = studies.Manner(jobs or workers.count_processors(), engine, scheduler)
    if read:
        study, known = studies.read([Path(file) for file in read])
        numbers = [one.number for one in known]
    else:
        chosen = opening.read_choices(options or ())
        study, known = studies.open_study(_demand_pack(pack), scenario, chosen, players, seed, turns), ()
    other = None if compare is None else studies.open_other(study, compare)
    _demand_possible(study, rows, drawn, force=force)
    _demand_room(session, study, numbers, keep or ())
    fought = known or _fight(session, study, numbers, manner)
    told = summaries.summarise(study, fought, _keep(session, study, keep or ()))
    if rows:
        inputs.write(rows, studies.write(study, fought), secret=False, force=force)
    if drawn:
        picture = heat.picture(study.bound.speaking(tongue.language), told, tongue)
        inputs.write(drawn, _render(drawn, picture, tongue), secret=False, force=force)
    if other is None:
        return session.answer(told, lambda: simulation_wording.word_study(told, tongue))
    others = _fight(session, other, numbers, manner)
    compared = summaries.compare(told, summaries.summarise(other, others), fought, others)
    return session.answer(compared, lambda: simulation_wording.word_comparison(compared, tongue))


def _demand_pack(pack: str | None) -> str:
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse

    if pack is None:
        raise Misuse(CommandFault.NO_PACK_TO_SIMULATE)
    return pack


def _fight(session: Session, study: "Study", numbers: "Sequence[int]", manner: "Manner") -> "Sequence[Row]":
    """The wars of these numbers, while a bar shows how many are fought."""
    from referee.analysis.simulation import studies
    from referee.cli import progress

    bar = progress.bar("simulate", quiet=session.quiet)
    fought: list[Row] = []
    bar(0, len(numbers))
    for row in studies.run(study, numbers, manner):
        fought.append(row)
        bar(len(fought), len(numbers))
    return fought


def _demand_room(session: Session, study: "Study", numbers: "Sequence[int]", kept: "Sequence[int]") -> None:
    """Raise what stands against wars being kept, before they are fought."""
    from referee.analysis.faults import AnalysisFault
    from referee.engine.faults import Complaint, Misuse
    from referee.matches import opening

    for number in kept:
        if number not in numbers:
            raise Misuse(Complaint.of(AnalysisFault.NUMBER_NOT_FOUGHT, number=number))
        opening.demand_absent(session.root / study.war(number).name)


def _demand_possible(study: "Study", rows: str | None, drawn: str | None, *, force: bool) -> None:
    """Raise what stands against a result before the wars, which may take hours."""
    from referee.analysis.simulation import heat
    from referee.engine.tongue import ENGLISH
    from referee.matches import inputs

    inputs.demand_room(rows, drawn, force=force)
    if drawn:
        _render(drawn, heat.open_map(study.bound), ENGLISH)


def _keep(session: Session, study: "Study", wanted: "Sequence[int]") -> tuple[str, ...]:
    """File wars as matches; gives their names."""
    from referee.analysis.simulation import keeping

    return tuple(keeping.keep(study.war(number), session.root).name for number in wanted)


def _render(file: str, picture: "MapPicture", tongue: "Translator") -> bytes:
    """The map of who holds what, in the form that the name of its file says."""
    from referee.reports import maps

    return maps.render(picture, Path(file).suffix.removeprefix(".") or "svg", tongue)
