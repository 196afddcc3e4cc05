"""The language that each viewer of a match is answered in: kept on the shelf, for the journal has none."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from referee.faults import CannotCreate, Complaint, DataFault, Fault, Misuse, declare, suggest
from referee.i18n import languages
from referee.i18n.name_matching import key
from referee.i18n.translator import ENGLISH, Translator
from referee.matches import matches, shelf
from referee.matches.faults import MatchFault
from referee.matches.journal.line import JournalFault
from referee.matches.matches import Match
from referee.packs.rulesets import OFFICES, Ruleset
from referee.platform import files
from referee.texts import language_choice
from schemas.record import REFEREE, Place, Side

if TYPE_CHECKING:
    from schemas.answers.matches import Languages


def tell(match: Match, viewer: Side, asked: str | None = None) -> Match:
    """A match in the words of one viewer: in the language that is asked for, or in his own."""
    language = language_choice.find_code(asked) if asked is not None else _keep(match.folder).get(viewer)
    return match if language is None else match.speaking(language)


def retold(root: Path, name: str | None, viewer: str | None, fault: Fault, asked: str | None = None) -> Fault:
    """Return the fault in the language of the viewer, if it is known."""
    try:
        if asked is not None:
            return fault.speaking(language_choice.find_tongue(asked))
        if name is None or viewer is None:
            return fault
        return fault.speaking(_of_whoever(root, _folder(root, name), viewer))
    except Fault:
        return fault


def of_author(root: Path, name: str, author: str | None) -> Translator:
    """The language of an author of notes and the like; without an author, the referee's."""
    return _of_whoever(root, matches.path_of(root, name), author or REFEREE)


def _of_whoever(root: Path, folder: Path, viewer: str) -> Translator:
    """The language of a viewer, by any of his names; the match is read only where his id is not said."""
    kept = _keep(folder)
    if not kept:
        return ENGLISH
    if viewer not in kept:
        match = matches.find(root, folder.name)
        viewer = match.viewer(viewer)
    return languages.tongue(kept.get(viewer, ENGLISH.language))


def _folder(root: Path, match_or_file: str) -> Path:
    """Return the folder of a match by its name or by the path of its journal."""
    path = Path(match_or_file)
    return path.parent if path.name == shelf.JOURNAL else matches.path_of(root, match_or_file)


def beside(journal: Path, asked: str | None) -> Translator:
    """Return the language `asked`, or the language of the referee of the match with this journal."""
    if asked is not None:
        return language_choice.find_tongue(asked)
    if journal.name != shelf.JOURNAL:
        return ENGLISH
    return languages.tongue(_keep(journal.parent).get(REFEREE, ENGLISH.language))


def of_match(root: Path, name: str) -> "Languages":
    """Return the languages of all viewers of a match."""
    return _answer(matches.find(root, name))


def choose(root: Path, name: str, viewer: str, code: str) -> "Languages":
    """Set the language of a viewer."""
    match = matches.find(root, name)
    keep(match.folder, {**_keep(match.folder), match.viewer(viewer): language_choice.find_code(code)})
    return _answer(match)


def wanted(bound: Ruleset, choices: Sequence[str]) -> dict[Side, str]:
    """Languages as they are wished: `side=code`, or a code alone for everybody."""
    sides = [side.id for side in bound.pack.game.sides]
    chosen: dict[Side, str] = {}
    for text in choices:
        name, sign, code = text.rpartition("=")
        viewers = (_viewer(bound, name),) if sign else (*sides, *OFFICES)
        chosen |= dict.fromkeys(viewers, language_choice.find_code(code))
    return chosen


def keep(folder: Path, chosen: Mapping[Side, str]) -> None:
    """Put the languages of a match beside its journal."""
    path = folder / shelf.LANGUAGES
    try:
        files.write_whole(path, f"{json.dumps(dict(sorted(chosen.items())))}\n".encode())
    except OSError as error:
        raise CannotCreate(declare(JournalFault.PATH_UNWRITABLE, path=path, why=error.strerror)) from error


def _viewer(bound: Ruleset, name: str) -> Side:
    side = key(name) if key(name) in OFFICES else bound.side_called(name)
    if side is None:
        known = [*(side.id for side in bound.pack.game.sides), *OFFICES]
        raise Misuse(Complaint.of(MatchFault.READER_UNKNOWN, suggest(name, known), name=name))
    return side


def _answer(match: Match) -> "Languages":
    from schemas.answers.matches import Languages  # noqa: PLC0415 - every command asks for a language, few for all

    kept, viewers = _keep(match.folder), (*match.header.sides, *OFFICES)
    spoken = {viewer: kept.get(viewer, ENGLISH.language) for viewer in viewers}
    return Languages(match=match.name, languages=spoken, known=languages.list_codes())


def _keep(folder: Path) -> Mapping[Side, str]:
    """Return the languages that were chosen; an unreadable file is a fault."""
    path = folder / shelf.LANGUAGES
    try:
        kept: object = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise _complain(path) from error
    except ValueError:
        kept = None
    if isinstance(kept, dict):
        chosen = cast(dict[str, object], kept)
        if all(code in languages.list_codes() for code in chosen.values()):
            return cast(dict[Side, str], chosen)
    raise _complain(path)


def _complain(path: Path) -> DataFault:
    return DataFault(Complaint.of(MatchFault.LANGUAGES_MISSHAPEN, place=Place(file=path.as_posix())))
