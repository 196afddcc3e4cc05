"""New packs: from the template of a family, from a whole pack, or as an extension of a pack."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from referee.faults import CannotCreate, Complaint, DataFault, Misuse, NotFound, declare, suggest
from referee.packs import json_schemas, loading
from referee.packs.families import GAME, SCENARIOS, SYSTEMS
from referee.packs.faults import PackFault
from referee.packs.figures import blanks, labels
from referee.texts import strict_yaml
from schemas.answers.packs import BegunPack

TEMPLATES = "templates"
"""Folder, next to the shipped packs, with a small pack for each family."""

SCHEMAS = "schemas"
"""Folder of schemas in a new pack, for completion and checks in an editor."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ID = re.compile(r"^(id: *)\S+", re.MULTILINE)
_EXTENDS = re.compile(r"^extends:.*\n", re.MULTILINE)
_SCHEMA = re.compile(r"(?<=\$schema=)\S*/")


def begin(folder: Path, source: str | None, own: Sequence[str], *, blank: bool = False) -> BegunPack:
    """Create a folder with a pack in it: copies of all files of the source, or of `own` only.

    With `blank`, each reconstructed figure of the source is left out. Raises `Misuse` for an invalid name or
    a file that the source lacks.
    """
    name = folder.resolve().name
    if not _NAME.fullmatch(name):
        raise Misuse(Complaint.of(PackFault.PACK_NAME, name=name))
    if own and source is None:
        raise Misuse(PackFault.NOTHING_TO_COPY)
    if blank and source is None:
        raise Misuse(PackFault.NOTHING_TO_BLANK)
    texts = _texts(source)
    scenario_files = _choose(texts, own)
    system = loading.load(source).pack.game.system if source is not None else SYSTEMS[0]
    scenarios = sorted(
        PurePosixPath(file).stem for file in scenario_files if file.startswith(f"{SCENARIOS}/")
    )
    texts[GAME] = _identity(texts[GAME], name, _reference(folder, source) if own else None, scenarios)
    files = {file: _relink(file, texts[file]) for file in texts if not own or file in {GAME, *scenario_files}}
    if blank:
        rules: labels.Rules = labels.read_folders(loading.list_folders(source)) if source else {}
        files = {
            file: blanks.leave_out(text, strict_yaml.read(text, file), rules.get(file, {}))
            for file, text in files.items()
        }
    _write(folder, {**files, **_schemas(system)})
    return BegunPack(pack=name, folder=folder.as_posix(), files=tuple(files), extends=source if own else None)


def _texts(source: str | None) -> dict[str, str]:
    """Return the files of the source pack."""
    folder = loading.find(source).folder if source is not None else _template()
    files = loading.read_folder(folder) if source is None else loading.files(source)
    try:
        return {file: content.decode() for file, content in files.items()}
    except UnicodeDecodeError as error:
        raise DataFault(declare(PackFault.PACK_NOT_UTF8, folder=folder)) from error


def _template() -> Path:
    for root in loading.own_folders():
        if (folder := root / TEMPLATES / SYSTEMS[0]).is_dir():
            return folder
    raise NotFound(PackFault.TEMPLATE_MISSING)


def _choose(texts: Mapping[str, str], own: Sequence[str]) -> set[str]:
    scenario_files = {name if name.endswith(".yaml") else f"{name}.yaml" for name in own}
    for file in sorted(scenario_files - texts.keys()):
        raise Misuse(Complaint.of(PackFault.FILE_UNKNOWN, suggest(file, texts), file=file))
    return scenario_files


def _reference(folder: Path, source: str | None) -> str:
    """Return the reference from the new pack to the one it extends: a name, or a relative path."""
    path = Path(source or "")
    return os.path.relpath(path, folder) if (path / GAME).is_file() else str(source)


def _identity(game: str, name: str, base: str | None, scenarios: Sequence[str]) -> str:
    """Return the text of `game.yaml` under a new name; a pack with own scenarios has no others."""
    extends = "" if base is None else f"\nextends: {base if '/' not in base else f'./{base}'}"
    if scenarios:
        extends += f"\nscenarios: [{', '.join(json.dumps(scenario) for scenario in scenarios)}]"
    return _ID.sub(lambda match: f"{match[1]}{name}{extends}", _EXTENDS.sub("", game), count=1)


def _relink(file: str, text: str) -> str:
    """Return a file with the path of its schema in the new folder."""
    up = "../" * (len(PurePosixPath(file).parts) - 1)
    return _SCHEMA.sub(f"{up}{SCHEMAS}/", text, count=1)


def _schemas(system: str) -> dict[str, str]:
    return {f"{SCHEMAS}/{name}": text for name, text in json_schemas.documents(system).items()}


def _write(folder: Path, files: Mapping[str, str]) -> None:
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    except FileExistsError:
        raise CannotCreate(Complaint.of(PackFault.PACK_THERE, path=folder)) from None
    except OSError as error:
        raise CannotCreate(declare(PackFault.PACK_REFUSED, folder=folder, why=error.strerror)) from error
