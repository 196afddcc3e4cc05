"""Finds eastern twins of western cases, and prints the lines of `eastern-twins.yaml`.

python -m tests.great_war.find_twins [TITLE ...] prints those that are wanted, or all that are missing.
A twin maps the areas of a case on eastern ones that border one another exactly as they do, belong to the
same side, and hold a fort or a source where the case needs one; the first that comes out as the case says is
taken.
"""

import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.packs import loading
from referee.packs.conformance import case_differences, case_files, twins
from referee.packs.conformance.case_files import Bench, FiledCase, casework
from referee.systems.great_war.state.game import GreatWarGame
from schemas.case import Twin, TwinFile
from schemas.record import Value

HERE = Path(__file__).parent
FILE = HERE / "cases" / "eastern-twins.yaml"
SIDES = {"german": "central"}
SPOKEN = {"german": "Central Powers"}
MOST = 8
"""How many ways to lay the areas are tried for each choice of nations and season."""

MOST_TRIED = 120
"""How many twins of a case are tried in all."""

NATIONS = {
    "ge": ("ge", "ah"), "fr": ("ru", "fr", "ro", "sb"), "uk": ("ru", "fr", "ro", "sb"),
    "be": ("sb", "ro", "ru"), "us": ("ro", "ru", "fr"),
}  # fmt: skip
SEASONS = ("SUMMER 1917", "SUMMER 1916", "WINTER 1917-18")
"""What takes the place of a season that the East does not have."""

CARDS = {
    "german-military-crisis": "central-powers-military-crisis", "gericht": "gorlice-tarnow",
    "friedensturm": "hutier-tactics",
}  # fmt: skip
_TOKEN = re.compile(r"[\w-]+")
_PIECE = re.compile(r"\d*([a-z]{2})-(?:[A-Za-z]?)(\d*)")


class Theatres(Value):
    """The two theatres, and who owns what where their cases begin."""

    west: GreatWarGame
    east: GreatWarGame
    east_bench: Bench
    western: Mapping[str, str]
    eastern: Mapping[str, str]


def tokens(value: Any) -> Iterator[str]:
    """All words of what a case says."""
    match value:
        case str():
            yield from _TOKEN.findall(value)
        case list():
            for one in value:
                yield from tokens(one)
        case dict():
            for key, one in value.items():
                yield from tokens(key)
                yield from tokens(one)
        case _:
            pass


def theatres(original: FiledCase, bench: Bench) -> Theatres:
    """Both theatres as the case is played."""
    west = original.bench.game(original.case.given).rules
    east = bench.work.bind(bench.pack.pack, type(original.case.given)(scenario="campaign")).rules
    return Theatres(west.theatre, east.theatre, bench, west.start().owner, east.start().owner)


def layouts(both: Theatres, areas: Sequence[str], forts: set[str], strict: bool) -> Iterator[dict[str, str]]:
    """Ways to lay the areas of a case on eastern ones."""
    order = _connected(both.west, areas)
    dice = random.Random("twins")

    def fits(here: str, there: str, laid: dict[str, str]) -> bool:
        one, other = both.west.areas[here], both.east.areas[there]
        if there in laid.values() or (here in forts and other.fort is None):
            return False
        side = both.western.get(here)
        if both.eastern.get(there) != (SIDES.get(side, side) if side else None):
            return False
        if bool(one.supply) != bool(other.supply) and strict:
            return False
        return all(
            (near in one.borders) == (laid[near] in other.borders) or (not strict and near not in one.borders)
            for near in laid
        )

    def extend(laid: dict[str, str]) -> Iterator[dict[str, str]]:
        if len(laid) == len(order):
            yield dict(laid)
            return
        here = order[len(laid)]
        for there in dice.sample(sorted(both.east.areas), len(both.east.areas)):
            if both.east.areas[there].box is False and fits(here, there, laid):
                yield from extend({**laid, here: there})

    yield from extend({})


def _connected(west: GreatWarGame, areas: Sequence[str]) -> list[str]:
    """The areas in an order in which each borders one before it, if any does."""
    order: list[str] = []
    left = list(areas)
    while left:
        near = [area for area in left if any(area in west.areas[one].borders for one in order)]
        order.append((near or left)[0])
        left.remove(order[-1])
    return order


def nations(both: Theatres, words: set[str]) -> Iterator[dict[str, str]]:
    """Ways to choose eastern nations for those of a case, no two alike."""
    named = {both.west.nations[id].adjective: id for id in both.west.nations}
    there = sorted(
        {found[1] for word in words if (found := _PIECE.fullmatch(word)) and found[1] in both.west.nations}
        | {named[word] for word in words if word in named}
    )
    for chosen in product(*(NATIONS[id] for id in there)):
        if len(set(chosen)) == len(chosen):
            yield dict(zip(there, chosen, strict=True))


def renamings(both: Theatres, words: set[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Armies, counters beyond the eastern number, adjectives and cards."""
    named: dict[str, str] = {}
    for here, there in chosen.items():
        west, east = both.west.nations[here], both.east.nations[there]
        armies = [army for army in west.armies if army in words]
        free = [army for army in east.armies if army not in {army.replace(here, there, 1) for army in armies}]
        for army in armies:
            same = army.replace(here, there, 1)
            if same in east.armies:
                named[army] = same
            elif free:
                named[army] = free.pop(0)
        if west.adjective != east.adjective:
            named |= {west.adjective: east.adjective, west.adjective.lower(): east.adjective}
    named = {here: there for here, there in named.items() if here in words}
    for number in sorted(
        int(word) for word in words if word.isdigit() and int(word) <= len(both.west.deck())
    ):
        kind = both.west.card(number)
        if kind is not None and number > 22 and both.east.card(number) != kind:
            wanted = CARDS.get(kind.id, kind.id)
            numbers = [
                other for other in both.east.deck() if (card := both.east.card(other)) and card.id == wanted
            ]
            nearest = [other for other in numbers if str(other) not in named.values()]
            if nearest and nearest[0] != number:
                named[str(number)] = str(nearest[min(len(nearest) - 1, 0)])
    return named | {here: there for here, there in CARDS.items() if here in words}


def givens(original: FiledCase, both: Theatres) -> Iterator[dict[str, Any]]:
    """What a twin may have to start from otherwise: the campaign, and a season that the East has."""
    given = original.case.given
    titles = {turn.title for turn in both.east.turns.values()}
    season: str | None = getattr(given, "season", None)
    if given.scenario is None and (season is None or season in titles):
        yield (
            {}
            if season in {None, "SUMMER 1914", "AUTUMN 1914", "WINTER 1914-15"}
            else {"scenario": "campaign"}
        )
        yield {"scenario": "campaign"}
        return
    for instead in SEASONS:
        yield {"scenario": "campaign", "season": instead}


def candidates(original: FiledCase, bench: Bench) -> Iterator[Twin]:
    """Twins worth trying, the likeliest first."""
    both = theatres(original, bench)
    left = {"title", "clause", "ruling", "pack"}
    told = {name: value for name, value in twins.say(original.case).items() if name not in left}
    words = set(tokens(told))
    forts = {word.removesuffix("-fort") for word in words if word.endswith("-fort")}
    forts |= {line.partition(":")[0].strip() for line in _lines(told) if re.search(r"\bfort\b", line)}
    areas = sorted((words | forts) & set(both.west.areas))
    for strict in (True, False):
        for given in givens(original, both):
            for chosen in islice(nations(both, words), 12):
                renamed = renamings(both, words, chosen)
                kept = {here: there for here, there in chosen.items() if here != there}
                for laid in islice(layouts(both, areas, forts & set(areas), strict), MOST):
                    yield Twin(case=original.case.title, areas=laid, nations=kept, words=renamed, given=given)


def _lines(told: Mapping[str, Any]) -> list[str]:
    texts = [told["given"].get("pieces", ""), told["then"].get("pieces", "")]
    return [line for text in texts for line in str(text).splitlines()]


def holds(original: FiledCase, twin: Twin, file: TwinFile, bench: Bench) -> tuple[str, ...]:
    """How a twin comes out otherwise than it must."""
    try:
        case = twins.build_twin(original, twin, file, bench)
    except ValidationError as error:
        return (str(error),)
    filed = FiledCase(case, original.tree, original.number, bench)
    if faults := tuple(case_files.faults(filed)):
        return tuple(fault.text for fault in faults)
    return case_differences.differences(filed)


def found(original: FiledCase, bench: Bench) -> tuple[Twin | None, tuple[str, ...]]:
    """The first twin that holds, else how the likeliest failed."""
    file = TwinFile(
        pack="aac", of="ttlm", sides=SIDES, spoken=SPOKEN, twins=(Twin(case=original.case.title),)
    )
    nearest: tuple[str, ...] = ("no layout fits",)
    for twin in islice(candidates(original, bench), MOST_TRIED):
        against = holds(original, twin, file, bench)
        if not against:
            return twin, ()
        if nearest == ("no layout fits",):
            nearest = against
    return None, nearest


def written(twin: Twin) -> str:
    """A twin as a line of the file."""
    parts = [f"case: {_quoted(twin.case)}"]
    for key in ("areas", "nations", "words", "given"):
        if table := getattr(twin, key):
            parts.append(f"{key}: {{ {', '.join(f'{_quoted(a)}: {_quoted(b)}' for a, b in table.items())} }}")
    return f"  - {{ {', '.join(parts)} }}"


def _quoted(word: str) -> str:
    return (
        word if re.fullmatch(r"[A-Za-z][\w-]*( [\w-]+)*", word) and word not in {"no", "yes"} else f'"{word}"'
    )


def main(wanted: Sequence[str]) -> None:
    """Print what is found, and what is not to the other channel."""
    filed = twins.read([HERE / "cases"])
    done = {case.case.title.removeprefix("aac: ") for case in filed if case.under == "twins"}
    bench = Bench(loading.load("aac"), casework("great-war"))
    for original in filed:
        title = original.case.title
        if original.bench.pack.name != "ttlm" or title in done or (wanted and title not in wanted):
            continue
        if any(twins.share(original, bench)):
            twin, against = found(original, bench)
            if twin is not None:
                print(written(twin), flush=True)  # noqa: T201 - what the program is for
            else:
                print(f"{title}: {against[0][:300]}", file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
