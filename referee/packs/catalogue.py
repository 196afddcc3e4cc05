"""List of the packs, and the page of each."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from referee.faults import Complaint, DataFault, Fault, NotFound, suggest
from referee.packs import families, json_schemas, loading, reading
from referee.packs.checks.absent import PartAbsentError
from referee.packs.families import LANGUAGES, MOST_BYTES, Family
from referee.packs.faults import PackFault
from referee.packs.figures import labels
from referee.packs.loading import LoadedPack
from referee.texts import language_choice, strict_yaml
from referee.texts.tree import Tree, quote
from schemas.answers.packs import ListedPack, PackChoice, PackList, PackPage, PackScenario, PackTable
from schemas.model import Model
from schemas.rulebook import AnyPack, Option, PageNames, Sourced


def list_misnomers(folder: Path, kin: Family | None, pack: AnyPack | None) -> Iterator[Complaint]:
    """Yield the faults in a pack's own language files.

    The language files of an extended pack refer to that pack. A table is skipped if the part of the pack that
    it translates could not be read.
    """
    if kin is None or pack is None:
        return
    nameable = kin.nameable(pack)
    for path in sorted((folder / LANGUAGES).glob("*.yaml")):
        with suppress(DataFault):
            tree = strict_yaml.read(path.read_bytes(), path.as_posix(), MOST_BYTES)
            for table, find_known in nameable.items():
                with suppress(PartAbsentError):
                    yield from _list_unknown(tree, table, find_known())


def _list_unknown(tree: Tree, table: str, ids: Collection[str]) -> Iterator[Complaint]:
    entries = tree.get((table,))
    for name in entries if isinstance(entries, dict) else ():
        if name not in ids:
            place, near = tree.at_key((table, name)), suggest(name, sorted(ids))
            yield Complaint.of(PackFault.NAME_UNKNOWN, near, place=place, name=quote(name))


def shelve() -> PackList:
    """Return every pack that can be played by name; an unreadable one has its fault."""
    packs = {pack.name for pack in (*loading.shelf(), *loading.list_installed())}
    return PackList(packs=tuple(map(_list, sorted(packs))))


def check(name: str) -> ListedPack:
    """Return a pack, read without the cache. Raises `DataFault` with all its faults."""
    try:
        loaded_pack = loading.load(name, cache=False)
    except DataFault as fault:
        folder, files, homes = loading.read_files(name)
        survey = reading.survey(folder, files, homes)
        misnomers = list_misnomers(folder, survey.kin, survey.pack)
        raise DataFault(*fault.complaints, *misnomers) from fault
    kin = families.family(loaded_pack.pack.game.system)
    if wrong := tuple(list_misnomers(loaded_pack.folder, kin, loaded_pack.pack)):
        raise DataFault(*wrong)
    if faults := tuple(_list_label_faults(name)):
        raise DataFault(*faults)
    return _glance(loaded_pack)


def describe(name: str, language: str | None = None) -> PackPage:
    """Return scenarios, options and the sources of all tables, in the words of a language if it has any."""
    loaded_pack = loading.load(name)
    pack, game = loaded_pack.pack, loaded_pack.pack.game
    page_names = (
        loading.names(loaded_pack, language_choice.find_code(language)) if language is not None else None
    )
    names = page_names or PageNames()
    return PackPage(
        pack=game.id,
        name=game.name,
        version=game.version,
        system=game.system,
        folder=loaded_pack.folder.as_posix(),
        digest=loaded_pack.digest,
        sides=tuple(side.id for side in game.sides),
        scenarios=tuple(
            PackScenario(id=scenario.id, name=names.words.get(scenario.name, scenario.name))
            for scenario in pack.scenarios
        ),
        options=tuple(_choice(option, names) for option in game.options),
        tables=tuple(_note(table, names) for table in _sort_tables(pack)),
        figures=labels.count(_read_trees(name), labels.read_folders(loading.list_folders(name))),
    )


def _read_trees(name: str) -> dict[str, Tree]:
    """Return the parsed files of a pack."""
    folder, files, _ = loading.read_files(name)
    return {
        file: strict_yaml.read(content.decode(), (folder / file).as_posix())
        for file, content in files.items()
        if not file.startswith(f"{families.LANGUAGES}/") and file != families.GEOGRAPHY
    }


def _list_label_faults(name: str) -> Iterator[Complaint]:
    """Yield the labels that belong to no figure of a pack."""
    rules = labels.read_folders(loading.list_folders(name))
    for file, path in labels.list_unused(_read_trees(name), rules) if rules else ():
        yield Complaint.of(PackFault.LABEL_UNUSED, file=file, name=path)


def _choice(option: Option, names: PageNames) -> PackChoice:
    title = names.options.get(option.id, option.title)
    return PackChoice(id=option.id, title=title, choices=option.choices, default=option.default)


def _note(table: PackTable, names: PageNames) -> PackTable:
    return replace(table, note=names.notes.get(table.table, table.note))


def schema(name: str | None) -> str:
    """Return one JSON Schema, or the names of all."""
    names = json_schemas.names()
    if name is None:
        return "\n".join(names)
    if name not in names:
        near = suggest(name, names)
        raise NotFound(Complaint.of(PackFault.SCHEMA_UNKNOWN, near if near.template else "", name=name))
    return json_schemas.documents(name)[f"{name}.schema.json"]


def _list(name: str) -> ListedPack:
    try:
        return _glance(loading.load(name))
    except Fault as fault:
        return ListedPack(pack=name, fault=str(fault.complaints[0]))


def _glance(loaded_pack: LoadedPack) -> ListedPack:
    game = loaded_pack.pack.game
    return ListedPack(pack=loaded_pack.name, name=game.name, version=game.version, system=game.system)


def _sort_tables(pack: AnyPack) -> list[PackTable]:
    """Return the tables with a source: tables of every match before those of set-ups."""
    return sorted(tables(pack), key=lambda table: table.table.startswith("scenarios."))


def tables(part: Any, path: str = "") -> Iterator[PackTable]:
    """Yield the tables of a part of a pack that state the source of their figures."""
    if isinstance(part, Sourced):
        yield PackTable(table=path, source=part.source, note=part.note or part.in_short)
    if isinstance(part, Model):
        for name, table in part:
            # A table that was left out has no source.
            if table != type(part).model_fields[name].get_default(call_default_factory=True):
                yield from tables(table, f"{path}.{name}".lstrip("."))
    elif isinstance(part, tuple):
        for item in cast(tuple[object, ...], part):
            if isinstance(item, Model):
                yield from tables(item, f"{path}.{getattr(item, 'id', '')}".rstrip("."))
