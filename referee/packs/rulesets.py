"""Rulesets: a pack with the rules of its family, bound to one scenario and the options in force."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from referee.engine.system import Rules
from referee.faults import Complaint, Fault, Misuse, declare, suggest
from referee.i18n import languages
from referee.i18n.name_matching import key
from referee.i18n.translator import ENGLISH, Translator, message, saying
from referee.packs import loading
from referee.packs.families import family
from referee.packs.faults import PackFault
from referee.packs.loading import LoadedPack
from referee.systems.faces import Game
from schemas.journal import Header
from schemas.record import PUBLIC, REFEREE, Side, Value
from schemas.rulebook import AnyPack, Option, PackNames

OFFICES: Mapping[Side, str] = {REFEREE: message("the referee"), PUBLIC: message("the public")}
"""Names of the viewers that are not sides."""


class Ruleset(Value):
    """The rules and data of a match; `found_by` loads the pack again: its name, or its folder."""

    loaded: LoadedPack
    found_by: str
    scenario: str
    options: Mapping[str, str]
    system: Game
    tongue: Translator = ENGLISH
    names: PackNames | None = None

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self.system.rules

    @property
    def pack(self) -> AnyPack:
        """The pack, in the shape of its family."""
        return self.loaded.pack

    @property
    def chosen(self) -> Mapping[str, str]:
        """Options that differ from the pack's recommendation."""
        defaults = {option.id: option.default for option in self.pack.game.options}
        able = {option.id: option.choices for option in self.pack.game.options}
        return {
            id: choice
            for id, choice in self.options.items()
            if choice != defaults.get(id) and choice in able.get(id, ())
        }

    def name_of(self, side: Side) -> str:
        """Return the name of a side; the referee and the public have the same names in every game."""
        if self.names is not None and side in self.names.sides:
            return str(self.names.sides[side].name)
        if side in OFFICES:
            return self.tongue.say(OFFICES[side])
        return next((entry.name for entry in self.pack.game.sides if entry.id == side), f"the {side}")

    def speaking(self, language: str) -> "Ruleset":
        """Return the same ruleset with output in another language; the rules do not change."""
        if language == self.tongue.language:
            return self
        tongue = languages.tongue(language)
        names = loading.names(self.loaded, language)
        return replace(self, system=self.system.speaking(tongue, names), tongue=tongue, names=names)

    def side_called(self, name: str) -> Side | None:
        """Return the side with this id, or with this name in any language of the pack, or None."""
        wanted_key = key(name)
        for side in self.pack.game.sides:
            if wanted_key in map(key, (side.id, side.name, side.adjective, *side.names)):
                return str(side.id)
        return None


def bind(pack: str, scenario: str | None, options: Mapping[str, str], *, is_opened: bool = False) -> Ruleset:
    """Return a pack ready to be played (default: its first scenario and its default options).

    With `opened`, options that did not exist at the opening of the match have their earlier meaning.
    """
    return _bind(pack, loading.load(pack), scenario, options, is_opened=is_opened)


def _bind(
    pack: str, loaded_pack: LoadedPack, scenario: str | None, options: Mapping[str, str], *, is_opened: bool
) -> Ruleset:
    scenario_id = _scenario(loaded_pack.pack, scenario)
    in_force = _options(pack, loaded_pack.pack, options, is_opened=is_opened)
    found_by = pack if pack == loaded_pack.name else loaded_pack.folder.resolve().as_posix()
    return Ruleset(
        loaded_pack,
        found_by,
        scenario_id,
        in_force,
        _bind_system(_Played(loaded_pack.pack, scenario_id, in_force)),
    )


class _Played:
    """Key of the cache of systems; packs are compared by identity, because comparing them is slow."""

    def __init__(self, pack: AnyPack, scenario: str, options: Mapping[str, str]) -> None:
        self.pack, self.scenario, self.options = pack, scenario, options

    def __hash__(self) -> int:
        return hash((id(self.pack), self.scenario, frozenset(self.options.items())))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Played)
            and self.pack is other.pack
            and (self.scenario, self.options) == (other.scenario, other.options)
        )


@lru_cache(maxsize=8)
def _bind_system(setup: _Played) -> Game:
    """Return the system of a match, shared by the matches of a process with the same ruleset."""
    return family(setup.pack.game.system).bind(setup.pack, setup.scenario, setup.options)


def again(header: Header, shelf: Path | None = None) -> Ruleset:
    """Return the ruleset of an opened match, with its recorded scenario and options.

    A copy that the shelf keeps replaces a pack that has changed or is gone. `Match.warnings` says so, and
    also if a changed pack is used because the shelf has no copy.
    """
    try:
        ruleset = bind(loading.again(header.pack), header.scenario, header.options, is_opened=True)
    except Fault:
        if (copy := _bind_kept(header, shelf)) is None:
            raise
        return copy
    if ruleset.loaded.digest == header.pack_digest:
        return ruleset
    return _bind_kept(header, shelf) or ruleset


def _bind_kept(header: Header, shelf: Path | None) -> Ruleset | None:
    name = Path(header.pack).name
    loaded_pack = None if shelf is None else loading.load_kept(shelf, header.pack_digest, name)
    if loaded_pack is None:
        return None
    folder = loaded_pack.folder.as_posix()
    return _bind(folder, loaded_pack, header.scenario, header.options, is_opened=True)


def _scenario(pack: AnyPack, name: str | None) -> str:
    scenario_ids: list[str] = [scenario.id for scenario in pack.scenarios]
    if name is None:
        return scenario_ids[0]
    if name not in scenario_ids:
        raise Misuse(
            Complaint.of(declare(PackFault.SCENARIO_UNKNOWN, name=name), suggest(name, scenario_ids))
        )
    return name


def _options(pack_name: str, pack: AnyPack, choices: Mapping[str, str], *, is_opened: bool) -> dict[str, str]:
    options = {option.id: option for option in pack.game.options}
    if strange := tuple(_strange(pack_name, options, choices)):
        raise Misuse(*strange)
    defaults = {name: (is_opened and option.earlier) or option.default for name, option in options.items()}
    return {name: choices.get(name, defaults[name]) for name in options}


def _strange(pack: str, options: Mapping[str, Option], choices: Mapping[str, str]) -> Iterator[Complaint]:
    """Yield complaints about unknown options and unknown choices of options."""
    for name, choice in choices.items():
        if name not in options:
            see = saying("see what there is with `referee packs show {pack}`", pack=pack)
            near = suggest(name, options)
            yield Complaint.of(declare(PackFault.OPTION_UNKNOWN, name=name), near if near.template else see)
        elif choice not in options[name].choices:
            text = declare(PackFault.CHOICE_UNKNOWN, option=name, name=choice)
            yield Complaint.of(text, suggest(choice, options[name].choices))
