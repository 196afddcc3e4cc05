"""Studies: wars that are given out to processes or machines, and the file in which their rows are kept."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from referee.analysis.faults import AnalysisFault
from referee.analysis.simulation import seats, wars
from referee.analysis.simulation.wars import War
from referee.engine.faults import Complaint, DataFault, Misuse
from referee.packs import binding
from referee.packs.binding import Ruleset
from referee.platform import clusters, workers
from referee.platform.engines import Engine
from referee.values.value import Value
from schemas.answers.simulation import LostWar, SimulatedWar, WarsFile
from schemas.record import Place, Side

Row = SimulatedWar | LostWar


class Study(Value):
    """Wars of one pack: which, between whom, and how they are given out."""

    bound: Ruleset
    players: Mapping[Side, str]
    seed: int
    turns: int | None = None

    @property
    def head(self) -> WarsFile:
        """What a file of these wars begins with."""
        return WarsFile(
            pack=self.bound.found_by,
            digest=self.bound.loaded.digest,
            scenario=self.bound.scenario,
            options=self.bound.options,
            players=self.players,
            seed=self.seed,
            turns=self.turns,
        )

    def war(self, number: int) -> War:
        """The war of a number."""
        return War(
            self.bound.found_by,
            self.bound.scenario,
            tuple(sorted(self.bound.options.items())),
            tuple(self.players.items()),
            self.seed,
            number,
            self.turns,
        )


class Manner(Value):
    """How wars are given out: to so many processes, or to the machines of which scheduler."""

    jobs: int = 1
    engine: Engine = Engine.PROCESSES
    scheduler: str | None = None


def open_study(
    pack: str,
    scenario: str | None,
    options: Mapping[str, str],
    players: str | None,
    seed: int,
    turns: int | None = None,
) -> Study:
    """A study as it was asked for; raises `Misuse` and `NotFound` for what there is not."""
    bound = binding.bind(pack, scenario, options)
    chosen = seats.read_players(players, bound.rules.sides, bound.pack.game.system)
    return Study(bound, chosen, seed, turns)


def open_other(study: Study, pack: str) -> Study:
    """The same study of another pack, with the same players, seed, scenario and options."""
    return Study(
        binding.bind(pack, study.bound.scenario, study.bound.options), study.players, study.seed, study.turns
    )


def run(study: Study, numbers: Sequence[int], manner: Manner) -> Iterator[Row]:
    """The wars of these numbers, in their order; if the worker of one dies, it is fought again.

    Raises `Misuse` where the engine is not to be had.
    """
    fought = [study.war(number) for number in numbers]
    for war, (row, tries) in zip(fought, _give_out(fought, manner), strict=True):
        yield LostWar(number=war.number, tries=tries) if row is None else row


def _give_out(fought: Sequence[War], manner: Manner) -> Iterator[workers.Outcome[SimulatedWar]]:
    if manner.engine is Engine.PROCESSES:
        if manner.scheduler is not None:
            raise Misuse(AnalysisFault.SCHEDULER_WITHOUT_DASK)
        yield from workers.map_each(wars.fight, fought, manner.jobs)
        return
    try:
        yield from clusters.map_each(wars.fight, fought, manner.scheduler, manner.jobs)
    except ImportError:
        raise Misuse(AnalysisFault.NO_DASK) from None
    except clusters.UnreachableError:
        address = manner.scheduler or ""
        raise Misuse(Complaint.of(AnalysisFault.DASK_SILENT, address=address)) from None


def write(study: Study, rows: Sequence[Row]) -> bytes:
    """The file of some wars: a head, and a line for each."""
    lines = [msgspec.json.encode(one) for one in (study.head, *_list_fought(rows))]
    return b"".join(line + b"\n" for line in lines)


def _list_fought(rows: Sequence[Row]) -> list[SimulatedWar]:
    return [row for row in rows if isinstance(row, SimulatedWar)]


def read(paths: Sequence[Path]) -> tuple[Study, Sequence[Row]]:
    """The wars of files that are parts of one study, each number once, in their order.

    Raises `DataFault` for a file that is none, or of another study.
    """
    heads: list[WarsFile] = []
    found: dict[int, SimulatedWar] = {}
    for path in paths:
        head, rows = _read_file(path)
        if heads and head != heads[0]:
            raise DataFault(Complaint.of(AnalysisFault.WARS_OF_OTHERS, place=Place(file=path.as_posix())))
        heads.append(head)
        found |= {row.number: row for row in rows}
    head = heads[0]
    bound = binding.bind(head.pack, head.scenario, head.options)
    return Study(bound, head.players, head.seed, head.turns), [found[number] for number in sorted(found)]


def _read_file(path: Path) -> tuple[WarsFile, list[SimulatedWar]]:
    line = 1
    try:
        first, *rest = path.read_bytes().splitlines()
        head = msgspec.json.decode(first, type=WarsFile)
        rows: list[SimulatedWar] = []
        for line, row in enumerate(rest, start=2):  # noqa: B007 - it says where the fault is
            rows.append(msgspec.json.decode(row, type=SimulatedWar))
    except (OSError, ValueError, msgspec.DecodeError) as error:
        place = Place(file=path.as_posix(), line=line)
        raise DataFault(Complaint.of(AnalysisFault.NO_WARS, place=place, why=error)) from None
    return head, rows
