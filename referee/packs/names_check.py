"""What the files of names beside a pack call by another name though the pack has nothing of that name."""

from collections.abc import Iterator

from referee.engine.faults import Complaint
from referee.engine.remedy import suggest
from referee.packs.families import LANGUAGES, MOST_BYTES, family
from referee.packs.faults import PackFault
from referee.packs.loading import LoadedPack
from referee.texts import strict_yaml
from referee.texts.tree import quote


def misnomers(loaded: LoadedPack) -> Iterator[Complaint]:
    """The complaints about its own files; those of a pack that it builds on name things of that pack."""
    nameable = family(loaded.pack.game.system).nameable(loaded.pack)
    for path in sorted((loaded.folder / LANGUAGES).glob("*.yaml")):
        tree = strict_yaml.read(path.read_bytes(), path.as_posix(), MOST_BYTES)
        for table, known in nameable.items():
            named = tree.get((table,))
            for name in named if isinstance(named, dict) else ():
                if name not in known:
                    place, near = tree.at_key((table, name)), suggest(name, sorted(known))
                    yield Complaint.of(PackFault.NAME_UNKNOWN, near, place=place, name=quote(name))
