"""Reading and validation of the files of a pack; every complaint names file, line and column."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from referee.faults import Complaint, DataFault, PackProblem, suggest
from referee.packs.checks.absent import AbsentPart
from referee.packs.families import (
    GAME,
    LANGUAGES,
    MOST_BYTES,
    SCENARIOS,
    SYSTEMS,
    Family,
    family,
    list_systems,
)
from referee.packs.faults import PackFault
from referee.packs.figures import blanks
from referee.texts import strict_yaml
from referee.texts.tree import Tree, quote
from referee.texts.validation import validate
from schemas.model import Model
from schemas.record import Place, Value
from schemas.rulebook import AnyPack, PackNames


class Survey(Value):
    """The readable files of a pack, and the complaints about all files.

    `pack` has an `AbsentPart` for each part that could not be read. It is None if no system fits its files.
    """

    kin: Family | None
    pack: AnyPack | None
    complaints: tuple[Complaint, ...]


def read(folder: Path, files: Mapping[str, bytes], homes: Mapping[str, Path]) -> AnyPack:
    """Return a complete pack. Raises `DataFault` with the complaints about all its files at once.

    `homes` has the path of each file, which may be in the folder of another pack.
    """
    survey_result = survey(folder, files, homes)
    if survey_result.complaints or survey_result.pack is None:
        raise DataFault(*survey_result.complaints)
    return type(survey_result.pack)(**dict(survey_result.pack))


def survey(folder: Path, files: Mapping[str, bytes], homes: Mapping[str, Path]) -> Survey:
    """Read all files of a pack.

    If `game.yaml` has no valid system, the names of the files decide.
    """
    complaints: list[Complaint] = []
    trees = _trees(homes, files, complaints)
    if (system := _system(trees.get(GAME), complaints)) is None:
        if (system := _guess_system(files)) is None:
            return Survey(None, None, tuple(complaints))
        trees |= {GAME: _set_system(trees[GAME], system)} if GAME in trees else {}
    kin = family(system)
    complaints += _absent(folder, files, kin)
    complaints += _strangers(homes, kin)
    complaints += _scenarios_as_named(trees, homes)
    records = _records(trees, kin, complaints)
    parts: dict[str, Any] = {
        name: records.get(f"{name}.yaml", AbsentPart())
        for name in kin.files
        if name not in kin.optional or f"{name}.yaml" in files
    }
    scenarios = tuple(record for file, record in records.items() if _is_scenario(file))
    parts["scenarios"] = scenarios
    # Parts with faults are absent, so that the other parts can still be checked.
    pack = kin.pack.model_construct(**parts)
    complaints += sorted((_place(trees[misfit.file], misfit) for misfit in kin.misfits(pack)), key=_by_place)
    if len(scenarios) < sum(map(_is_scenario, files)):
        parts["scenarios"] = AbsentPart()
    return Survey(kin, kin.pack.model_construct(**parts), tuple(complaints))


def _guess_system(files: Mapping[str, bytes]) -> str | None:
    """Return the only system whose packs have files of these names, or None if it is not unique."""
    stems = {PurePosixPath(file).stem for file in files if "/" not in file}
    owners = {stem: [one for one in SYSTEMS if stem in family(one).files] for stem in stems}
    likely = [one for one in SYSTEMS if [one] in owners.values()]
    return likely[0] if len(likely) == 1 else None


def _set_system(game: Tree, system: str) -> Tree:
    """Return the file of a game with a valid system in it; the wrong one already has a complaint."""
    value = game.value if isinstance(game.value, dict) else {}
    return replace(game, value={**value, "system": system}) if value else game


@lru_cache(maxsize=32)
def names(file: Path, content: bytes, system: str) -> PackNames | None:
    """Return the names of a pack in one language, or None if its family has none."""
    # Each match in another language asks for them, and YAML costs ten milliseconds.
    shape = family(system).names
    return None if shape is None else validate(strict_yaml.read(content, str(file), MOST_BYTES), shape)


def _is_scenario(file: str) -> bool:
    return _lies_in(SCENARIOS, file)


def _lies_in(folder: str, file: str) -> bool:
    path = PurePosixPath(file)
    return path.parent.name == folder and path.suffix == ".yaml"


def _shape(file: str, kin: Family) -> type[Model] | None:
    if _lies_in(LANGUAGES, file):
        return kin.names
    return kin.scenario if _is_scenario(file) else kin.files.get(file.removesuffix(".yaml"))


def _trees(
    homes: Mapping[str, Path], files: Mapping[str, bytes], complaints: list[Complaint]
) -> dict[str, Tree]:
    trees: dict[str, Tree] = {}
    for file, content in files.items():
        try:
            trees[file] = strict_yaml.read(content, str(homes[file]), MOST_BYTES)
        except DataFault as fault:
            complaints += fault.complaints
    return trees


def _system(game: Tree | None, complaints: list[Complaint]) -> str | None:
    """Return the system that a pack names, or None if it is unknown."""
    if game is None:
        return None
    system = game.get(("system",))
    if isinstance(system, str) and (system in SYSTEMS or system in list_systems()):
        return system
    fact = PackFault.SYSTEM_MISSING if system is None else PackFault.SYSTEM_UNKNOWN
    near, place = suggest(str(system or ""), list_systems()), game.at(("system",))
    complaints.append(Complaint.of(fact, near, place=place, name=quote(system)))
    return None


def _absent(folder: Path, files: Mapping[str, bytes], kin: Family) -> Iterator[Complaint]:
    for name in kin.files:
        if f"{name}.yaml" not in files and name not in kin.optional:
            place = Place(file=(folder / f"{name}.yaml").as_posix())
            yield Complaint.of(PackFault.FILE_MISSING, place=place)
    if not any(_is_scenario(file) for file in files):
        yield Complaint.of(PackFault.SCENARIO_MISSING, place=Place(file=(folder / SCENARIOS).as_posix()))


def _strangers(homes: Mapping[str, Path], kin: Family) -> Iterator[Complaint]:
    file_names = [f"{name}.yaml" for name in kin.files]
    for file, home in homes.items():
        if file not in file_names and _shape(file, kin) is None:
            place, near = Place(file=home.as_posix()), suggest(file, file_names)
            yield Complaint.of(PackFault.FILE_FOREIGN, near, place=place)


def _scenarios_as_named(trees: Mapping[str, Tree], homes: Mapping[str, Path]) -> Iterator[Complaint]:
    """Yield the missing scenarios that `game.yaml` names, and the files that it does not name."""
    listing = trees[GAME].get(("scenarios",)) if GAME in trees else None
    if not isinstance(listing, list):
        return
    there = {PurePosixPath(file).stem: homes[file] for file in homes if _is_scenario(file)}
    for at, name in enumerate(listing):
        if str(name) not in there:
            near, place = suggest(str(name), there), trees[GAME].at(("scenarios", at))
            yield Complaint.of(PackFault.SCENARIO_FILE_MISSING, near, place=place, name=quote(name))
    for name in sorted(there.keys() - {str(name) for name in listing}):
        file, place = there[name].name, Place(file=there[name].as_posix())
        fact = PackFault.SCENARIO_UNNAMED
        yield Complaint.of(fact, place=place, game=GAME, name=quote(name), file=file)


def _records(trees: Mapping[str, Tree], kin: Family, complaints: list[Complaint]) -> dict[str, Model]:
    """Return the files that are valid by themselves."""
    records: dict[str, Model] = {}
    for file, tree in trees.items():
        if (shape := _shape(file, kin)) is None:
            continue
        if missing := tuple(blanks.find(tree)):
            complaints += missing
            continue
        try:
            records[file] = validate(tree, shape)
        except DataFault as fault:
            complaints += fault.complaints
        if _is_scenario(file):
            complaints += _misname(PurePosixPath(file).stem, tree)
    return records


def _misname(stem: str, tree: Tree) -> Iterator[Complaint]:
    id = tree.get(("id",))
    if isinstance(id, str) and id != stem:
        fact, place = PackFault.SCENARIO_MISNAMED, tree.at(("id",))
        yield Complaint.of(fact, place=place, name=quote(id), file=quote(stem))


def _by_place(complaint: Complaint) -> tuple[str, int, int]:
    place = complaint.place or Place(file="")
    return place.file, place.line, place.column


def _place(tree: Tree, misfit: PackProblem) -> Complaint:
    place = tree.at_key(misfit.path) if misfit.key else tree.at(misfit.path)
    return Complaint(text=misfit.text, place=place, remedy=misfit.remedy, code=misfit.code)
