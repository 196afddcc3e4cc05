"""Studies: wars distributed to workers, their rows in a file, summaries and a heat map."""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee.analysis import simulated_games
from referee.analysis.faults import CERTAIN, AnalysisFault, find_interval
from referee.analysis.simulated_games import War
from referee.faults import Complaint, DataFault, Misuse
from referee.i18n.translator import Translator
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.platform import clusters, row_files, workers
from referee.platform.workers import Engine
from schemas.answers.simulation import (
    AreaShare,
    ComparedWars,
    LevelShare,
    LostWar,
    MomentPoints,
    Simulated,
    SimulatedWar,
    UnplayedCard,
    WarsFile,
)
from schemas.record import PUBLIC, Place, Side, Value
from schemas.reports import MapPicture, PictureCell, PicturePiece


def open_map(bound: Ruleset) -> MapPicture:
    """Return the map of a pack before any war. Raises `Misuse` for a game without areas."""
    map_picture = bound.system.pictures.picture(bound.rules.start(), PUBLIC)
    if map_picture is None or not map_picture.cells:
        raise Misuse(AnalysisFault.NO_HEAT)
    return map_picture


def draw_heat_map(bound: Ruleset, study: Simulated, tongue: Translator) -> MapPicture:
    """Return the map of a pack with the shares of a study. Raises `Misuse` for a game without areas."""
    map_picture = open_map(bound)
    shares = {area.area: area.percent for area in study.areas}
    return MapPicture(
        title=tongue.say("{pack}: who holds what at the end", pack=bound.pack.game.name),
        note=tongue.say("{count} war", "{count} wars", count=study.games),
        width=map_picture.width,
        height=map_picture.height,
        sides=map_picture.sides,
        cells=tuple(_shade(cell, shares.get(cell.area, {})) for cell in map_picture.cells),
        links=map_picture.links,
        bars=map_picture.bars,
        ground=map_picture.ground,
    )


def _shade(cell: PictureCell, shares: Mapping[Side, float]) -> PictureCell:
    """Return an area in the colour of the side that holds it most often, with the shares of all sides."""
    holder = max(shares, key=lambda side: shares[side], default=None)
    pieces = tuple(PicturePiece(side=side, text=f"{round(share)} %") for side, share in shares.items())
    return replace(
        cell,
        holder=holder,
        share=0 if holder is None else round(shares[holder]),
        pieces=pieces,
        disputed=False,
        claimed=None,
        battle=False,
        supply=None,
        fort=None,
    )


Row = SimulatedWar | LostWar


class Study(Value):
    """Wars of one pack: players, seed and length."""

    bound: Ruleset
    players: Mapping[Side, str]
    seed: int
    turns: int | None = None

    @property
    def head(self) -> WarsFile:
        """First line of a file of these wars."""
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
        """Return the war of a number."""
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
    """Distribution of wars: number of processes, engine, and address of a scheduler."""

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
    """Return a study with its players. Raises `Misuse` and `NotFound` for invalid or unknown arguments."""
    bound = rulesets.bind(pack, scenario, options)
    policies = simulated_games.read_players(players, bound.rules.sides, bound.pack.game.system)
    return Study(bound, policies, seed, turns)


def open_other(study: Study, pack: str) -> Study:
    """Return the same study of another pack, with the same players, seed, scenario and options."""
    return Study(
        rulesets.bind(pack, study.bound.scenario, study.bound.options), study.players, study.seed, study.turns
    )


def run(
    study: Study, numbers: Sequence[int], manner: Manner, earlier: Mapping[int, SimulatedWar] | None = None
) -> Iterator[Row]:
    """Yield the wars of these numbers, in their order; if the worker of one dies, it is fought again.

    Wars in `earlier` are not fought again. Raises `Misuse` if the engine is not available.
    """
    wars = earlier or {}
    missing = [study.war(number) for number in numbers if number not in wars]
    with closing(_give_out(missing, manner)) as outcomes:
        for number in numbers:
            if number in wars:
                yield wars[number]
                continue
            row, tries = next(outcomes)
            yield LostWar(number=number, tries=tries) if row is None else row


def _give_out(fought: Sequence[War], manner: Manner) -> Generator[workers.Outcome[SimulatedWar]]:
    if manner.engine is Engine.PROCESSES:
        if manner.scheduler is not None:
            raise Misuse(AnalysisFault.SCHEDULER_WITHOUT_DASK)
        yield from workers.map_each(simulated_games.fight_war, fought, manner.jobs)
        return
    try:
        yield from clusters.map_each(simulated_games.fight_war, fought, manner.scheduler, manner.jobs)
    except ImportError:
        raise Misuse(AnalysisFault.NO_DASK) from None
    except clusters.UnreachableError:
        address = manner.scheduler or ""
        raise Misuse(Complaint.of(AnalysisFault.DASK_SILENT, address=address)) from None


class WarRows(NamedTuple):
    """The wars in the file of an earlier run, by their numbers, and the end at which others are appended."""

    earlier: Mapping[int, SimulatedWar]
    append: Callable[[bytes], None]

    def keep(self, row: Row) -> Row:
        """Append a war that the file lacks, and return it. A lost war is not kept: a later run fights it."""
        if isinstance(row, SimulatedWar) and row.number not in self.earlier:
            self.append(msgspec.json.encode(row))
        return row


@contextmanager
def resume_rows(study: Study, path: Path) -> Generator[WarRows]:
    """Provide the rows of a file that begins with the head of a study, without a row that a break cut off.

    Raises `DataFault` for an invalid file, or for a file of another study.
    """
    if _read_head(path) != study.head:
        raise DataFault(Complaint.of(AnalysisFault.OTHER_STUDY, place=Place(file=path.as_posix())))
    row_files.cut_unfinished(path)
    earlier = {war.number: war for war in _read_file(path)[1]}
    with row_files.open_end(path) as append:
        yield WarRows(earlier, append)


def read(paths: Sequence[Path]) -> tuple[Study, Sequence[Row]]:
    """Return the study and the wars of files that are parts of it, each number once, in order.

    Raises `DataFault` for an invalid file, or for a file of another study.
    """
    heads: list[WarsFile] = []
    wars: dict[int, SimulatedWar] = {}
    for path in paths:
        head, rows = _read_file(path)
        if heads and head != heads[0]:
            raise DataFault(Complaint.of(AnalysisFault.WARS_OF_OTHERS, place=Place(file=path.as_posix())))
        heads.append(head)
        wars |= {row.number: row for row in rows}
    head = heads[0]
    bound = rulesets.bind(head.pack, head.scenario, head.options)
    return Study(bound, head.players, head.seed, head.turns), [wars[number] for number in sorted(wars)]


def _read_head(path: Path) -> WarsFile:
    try:
        return msgspec.json.decode(row_files.read_row(path, 0), type=WarsFile)
    except (OSError, msgspec.DecodeError) as error:
        raise _find_no_wars(path, 1, error) from None


def _read_file(path: Path) -> tuple[WarsFile, list[SimulatedWar]]:
    head, rows, line = _read_head(path), list[SimulatedWar](), 1
    try:
        for line, (_, row) in enumerate(row_files.read_rows(path), start=1):
            if line > 1:
                rows.append(msgspec.json.decode(row, type=SimulatedWar))
    except (OSError, msgspec.DecodeError) as error:
        raise _find_no_wars(path, line, error) from None
    return head, rows


def _find_no_wars(path: Path, line: int, error: Exception) -> DataFault:
    """Return the fault of a file that holds no wars of a study."""
    why = error.strerror if isinstance(error, OSError) else error
    return DataFault(
        Complaint.of(AnalysisFault.NO_WARS, place=Place(file=path.as_posix(), line=line), why=why)
    )


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles of the points at a moment: this share of the wars had these points or fewer."""


def summarise_wars(study: Study, rows: Sequence[Row], kept: Sequence[str] = ()) -> Simulated:
    """Return the summary of the wars of a study."""
    fought = [row for row in rows if isinstance(row, SimulatedWar)]
    citations = study.bound.pack.clauses.citations
    acting_clauses = frozenset[str]().union(*(war.clauses for war in fought))
    return Simulated(
        pack=study.bound.loaded.name,
        scenario=study.bound.scenario,
        options=study.bound.options,
        players=study.players,
        seed=study.seed,
        games=len(fought),
        levels=tuple(_share_levels(fought)),
        moments=tuple(_count_points(fought)),
        orders=fmean(war.orders for war in fought) if fought else 0,
        areas=tuple(_share_areas(study.bound, fought)),
        unplayed=tuple(_list_unplayed(study.bound, fought)),
        named=len(acting_clauses),
        clauses=len(citations) if acting_clauses else 0,
        lost=tuple(row for row in rows if isinstance(row, LostWar)),
        kept=tuple(kept),
    )


def compare_studies(
    first: Simulated, second: Simulated, rows: Sequence[Row], others: Sequence[Row]
) -> ComparedWars:
    """Return the comparison of two studies over the same seeds, war by war."""
    theirs = {row.number: row for row in others if isinstance(row, SimulatedWar)}
    pairs = [
        (row, theirs[row.number]) for row in rows if isinstance(row, SimulatedWar) and row.number in theirs
    ]
    differences = [other.standings[-1].points - one.standings[-1].points for one, other in pairs]
    mean = fmean(differences) if differences else 0.0
    half = CERTAIN * stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    return ComparedWars(
        first=first,
        second=second,
        pairs=len(pairs),
        mean=round(mean, 3),
        least=round(mean - half, 3),
        most=round(mean + half, 3),
        moved=sum(one.level != other.level for one, other in pairs),
    )


def _share_levels(fought: Sequence[SimulatedWar]) -> Iterator[LevelShare]:
    """Yield the levels with their share of wars, most common first."""
    counts = Counter(war.level for war in fought)
    for level, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        share = count / len(fought)
        least, most = find_interval(share, len(fought))
        yield LevelShare(level=level, wars=count, percent=round(100 * share, 1), least=least, most=most)


def _count_points(fought: Sequence[SimulatedWar]) -> Iterator[MomentPoints]:
    """Yield the points at the end of each moment, in order of the moments."""
    points: dict[str, list[int]] = defaultdict(list)
    for war in sorted(fought, key=lambda war: -len(war.standings)):
        for standing in war.standings:
            points[standing.moment].append(standing.points)
    for moment, values in points.items():
        low, quarter, median, upper, high = _find_quantiles(values)
        yield MomentPoints(
            moment=moment, wars=len(values), mean=round(fmean(values), 2),
            low=low, quarter=quarter, median=median, upper=upper, high=high,
        )  # fmt: skip


def _find_quantiles(values: Sequence[int]) -> list[int]:
    """Return the smallest numbers that these shares of the values do not exceed."""
    ascending = sorted(values)
    return [ascending[max(0, -(-len(ascending) * round(100 * part) // 100) - 1)] for part in QUANTILES]


def _share_areas(bound: Ruleset, fought: Sequence[SimulatedWar]) -> Iterator[AreaShare]:
    """Yield the share of wars at whose end each side held each area of the map."""
    holders = [war.standings[-1].held for war in fought]
    for area, name in _list_areas(bound).items() if fought else ():
        counts = Counter(one[area] for one in holders if area in one)
        yield AreaShare(area=area, name=name, percent=_to_percent(bound.rules.sides, counts, len(holders)))


def _to_percent(sides: Sequence[Side], counts: Mapping[Side, int], whole: int) -> Mapping[Side, float]:
    return {side: round(100 * counts[side] / whole, 1) for side in sides if counts[side]}


def _list_areas(bound: Ruleset) -> Mapping[str, str]:
    picture = bound.system.pictures.picture(bound.rules.start(), PUBLIC)
    return {cell.area: cell.name for cell in picture.cells} if picture is not None else {}


def _list_unplayed(bound: Ruleset, fought: Sequence[SimulatedWar]) -> Iterator[UnplayedCard]:
    """Yield the kinds of cards in the deck that were not played in any war."""
    deck = bound.system.advisor.name_cards()
    played_cards = {deck[number] for war in fought for number in war.cards if number in deck}
    for card, name in dict.fromkeys(deck.values()):
        if (card, name) not in played_cards:
            yield UnplayedCard(card=card, name=name)
