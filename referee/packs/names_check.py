"""Check of language files: names of things that the pack does not have."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from referee.faults import Complaint, DataFault, suggest
from referee.packs.checks.absent import PartAbsentError
from referee.packs.families import LANGUAGES, MOST_BYTES, Family
from referee.packs.faults import PackFault
from referee.texts import strict_yaml
from referee.texts.tree import Tree, quote
from schemas.rulebook import AnyPack


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
