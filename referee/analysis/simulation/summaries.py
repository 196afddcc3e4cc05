"""What the wars of a study show: levels, points by moment, who held what, and what was never used."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from referee.analysis.intervals import CERTAIN, find_interval
from referee.analysis.simulation.studies import Row, Study
from referee.packs.binding import Ruleset
from schemas.answers.simulation import (
    AreaShare,
    ComparedWars,
    LevelShare,
    LostWar,
    MomentPoints,
    Simulated,
    SimulatedWar,
    UnplayedCard,
)
from schemas.record import PUBLIC, Side

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Which of the points at a moment are told: so large a part of the wars had these or fewer."""


def summarise(study: Study, rows: Sequence[Row], kept: Sequence[str] = ()) -> Simulated:
    """What the wars of a study come to."""
    fought = [row for row in rows if isinstance(row, SimulatedWar)]
    citations = study.bound.pack.clauses.citations
    named = frozenset[str]().union(*(war.clauses for war in fought))
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
        named=len(named),
        clauses=len(citations) if named else 0,
        lost=tuple(row for row in rows if isinstance(row, LostWar)),
        kept=tuple(kept),
    )


def compare(first: Simulated, second: Simulated, rows: Sequence[Row], others: Sequence[Row]) -> ComparedWars:
    """Two studies over the same seeds, war by war."""
    theirs = {row.number: row for row in others if isinstance(row, SimulatedWar)}
    pairs = [
        (row, theirs[row.number]) for row in rows if isinstance(row, SimulatedWar) and row.number in theirs
    ]
    gained = [other.standings[-1].points - one.standings[-1].points for one, other in pairs]
    mean = fmean(gained) if gained else 0.0
    half = CERTAIN * stdev(gained) / sqrt(len(gained)) if len(gained) > 1 else 0.0
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
    """The levels by how often wars ended at them, the commonest first."""
    counts = Counter(war.level for war in fought)
    for level, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        share = count / len(fought)
        least, most = find_interval(share, len(fought))
        yield LevelShare(level=level, wars=count, percent=round(100 * share, 1), least=least, most=most)


def _count_points(fought: Sequence[SimulatedWar]) -> Iterator[MomentPoints]:
    """The points at the end of each moment, in the order in which moments come."""
    points: dict[str, list[int]] = defaultdict(list)
    for war in sorted(fought, key=lambda war: -len(war.standings)):
        for standing in war.standings:
            points[standing.moment].append(standing.points)
    for moment, found in points.items():
        low, quarter, median, upper, high = _find_quantiles(found)
        yield MomentPoints(
            moment=moment, wars=len(found), mean=round(fmean(found), 2),
            low=low, quarter=quarter, median=median, upper=upper, high=high,
        )  # fmt: skip


def _find_quantiles(found: Sequence[int]) -> list[int]:
    """The smallest numbers that so large parts are not above."""
    ordered = sorted(found)
    return [ordered[max(0, -(-len(ordered) * round(100 * part) // 100) - 1)] for part in QUANTILES]


def _share_areas(bound: Ruleset, fought: Sequence[SimulatedWar]) -> Iterator[AreaShare]:
    """In how many of the wars each side held each area of the map at the end."""
    held = [war.standings[-1].held for war in fought]
    for area, name in _list_areas(bound).items() if fought else ():
        counts = Counter(one[area] for one in held if area in one)
        yield AreaShare(area=area, name=name, percent=_to_percent(bound.rules.sides, counts, len(held)))


def _to_percent(sides: Sequence[Side], counts: Mapping[Side, int], whole: int) -> Mapping[Side, float]:
    return {side: round(100 * counts[side] / whole, 1) for side in sides if counts[side]}


def _list_areas(bound: Ruleset) -> Mapping[str, str]:
    picture = bound.system.pictures.picture(bound.rules.start(), PUBLIC)
    return {cell.area: cell.name for cell in picture.cells} if picture is not None else {}


def _list_unplayed(bound: Ruleset, fought: Sequence[SimulatedWar]) -> Iterator[UnplayedCard]:
    """The kinds of cards in the deck of which no war saw one played."""
    deck = bound.system.advisor.name_cards()
    played = {deck[number] for war in fought for number in war.cards if number in deck}
    for card, name in dict.fromkeys(deck.values()):
        if (card, name) not in played:
            yield UnplayedCard(card=card, name=name)
