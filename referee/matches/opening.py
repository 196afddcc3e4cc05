"""A match is opened: secrets are drawn, the header is filed, and the rules run on to the first question."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import get_args

from msgspec.structs import replace

from referee.dice.chain import Secrets, Spent, digest, order_digest
from referee.dice.format3 import Custom
from referee.dice.manual import SpokenDice
from referee.engine.dice import FiledDice
from referee.engine.machine import run_on
from referee.faults import CannotCreate, Complaint, Misuse, declare, suggest
from referee.matches import journal, matches, secret_store, shelf, viewer_languages, visibility
from referee.matches.faults import MatchFault
from referee.matches.journal import Draft
from referee.matches.journal.writing import MemoryWriter
from referee.matches.matches import Match
from referee.packs import policies, rulesets
from referee.packs.policies import LoadedPolicy
from referee.packs.rulesets import Ruleset
from referee.platform import files
from referee.systems.faces import Game
from schemas.answers.matches import Opened
from schemas.journal import FORMAT, PHRASED, DiceMode, Header, Phrases
from schemas.record import REFEREE, Side, Value
from schemas.vocabulary import VOCABULARY

BEFORE_PHRASES = 2
"""The vocabulary of the last format in which the dice held no phrases."""

NOWHERE = Path(os.devnull)
"""Folder of a match in memory: the null device, in which nothing lies."""

YES = "yes"
"""The choice that is meant where an option is named without one."""


class Wanted(Value):
    """A match as it is wished; `choices` are written `option=choice`, or `option` alone for `yes`."""

    match: str
    pack: str
    scenario: str | None = None
    choices: Sequence[str] = ()
    dice: str = "sealed"
    policy: str = policies.DEFAULT
    languages: Sequence[str] = ()
    phrases: str = "allowed"
    players: Mapping[str, str] = {}
    odds: bool = True


def open_new(root: Path, wanted: Wanted, *, at: str) -> Opened:
    """Open a match, and tell what was agreed."""
    options = read_choices(wanted.choices)
    chosen = {}
    if wanted.languages:
        chosen = viewer_languages.wanted(
            rulesets.bind(wanted.pack, wanted.scenario, options), wanted.languages
        )
    match = open_match(
        root,
        wanted.match,
        wanted.pack,
        at=at,
        scenario=wanted.scenario,
        options=options,
        dice=_mode(wanted.dice),
        policy=wanted.policy,
        phrases=_phrases(wanted.phrases),
        players=wanted.players,
        odds=wanted.odds,
    )
    if chosen:
        viewer_languages.keep(match.folder, chosen)
    header = match.header
    return Opened(
        match=match.name,
        folder=match.folder.as_posix(),
        pack=header.pack,
        version=header.pack_version,
        scenario=header.scenario,
        options=header.options,
        chosen=match.bound.chosen,
        sides=header.sides,
        dice=header.dice,
        phrases=header.phrases,
        anchor=header.anchor,
        hidden=header.hidden,
        policy=header.policy,
        head=str(match.journal.head),
    )


def open_match(
    root: Path,
    name: str,
    pack: str,
    *,
    at: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    dice: DiceMode = "sealed",
    policy: str = policies.DEFAULT,
    secrets: Secrets | None = None,
    phrases: Phrases = "allowed",
    format: int = FORMAT,
    players: Mapping[str, str] | None = None,
    odds: bool = True,
) -> Match:
    """A new match, with nothing decided that the rules do not decide; its secrets are drawn unless given.

    An example whose letters answer the dice of an earlier format is opened in that one.
    """
    folder = _free_place(root, name)
    bound = rulesets.bind(pack, scenario, options or {})
    secrets = secrets or Secrets.drawn()
    header = _header(name, bound, secrets, dice, policies.load(policy), at)
    vocabulary = VOCABULARY if format >= PHRASED else BEFORE_PHRASES
    header = replace(header, format=format, vocabulary=vocabulary, phrases=phrases)
    if players:
        header = replace(header, players=_seat(bound, players))
    if not odds:
        header = replace(header, odds="forbidden")
    draft, salted = _opening(header, bound.system, secrets), secret_store.match_salts(header, secrets)
    begun = _make_beside(folder)
    try:
        secret_store.save_secrets(begun / shelf.SECRETS, secrets)
        opened = journal.create(begun / shelf.JOURNAL, header, draft, salted=salted)
        _move_into_place(begun, folder)
    except BaseException:
        shutil.rmtree(begun, ignore_errors=True)
        raise
    return Match(name, folder, opened, bound)


def secrets_of_seed(seed: int | str) -> Secrets:
    """Secrets that follow from a seed; it is none itself, so that all salts follow from it, too."""
    return Secrets(seed=digest(f"dice {seed}"), hidden=digest(f"hidden {seed}"), published=True)


def open_in_memory(bound: Ruleset, seed: int | str, *, at: str) -> tuple[Match, MemoryWriter, Secrets]:
    """A new match that lies on no disk, its writer, and its secrets, which follow from a number or a name.

    The same letters give the same journal.
    """
    secrets = secrets_of_seed(seed)
    name = seed if isinstance(seed, str) else f"seed-{seed}"
    header = _header(name, bound, secrets, "sealed", policies.load(policies.DEFAULT), at)
    header = replace(header, format=FORMAT, vocabulary=VOCABULARY)
    draft, salted = _opening(header, bound.system, secrets), secret_store.match_salts(header, secrets)
    writer = MemoryWriter(header, draft, salted=salted)
    return Match(header.match, NOWHERE, writer.journal, bound), writer, secrets


def _seat(bound: Ruleset, players: Mapping[str, str]) -> dict[Side, str]:
    """The bots by the sides that they play; at least one side is left to a person."""
    seated: dict[Side, str] = {}
    for name, bot in players.items():
        side = bound.side_called(name)
        if side is None or side not in bound.rules.sides:
            raise Misuse(
                Complaint.of(MatchFault.BOT_WITHOUT_SIDE, suggest(name, bound.rules.sides), name=name)
            )
        seated[side] = bot
    if len(seated) == len(bound.rules.sides):
        raise Misuse(MatchFault.BOTS_ALONE)
    return seated


def read_choices(choices: Sequence[str]) -> dict[str, str]:
    """Options by name; one that is named alone is chosen."""
    read: dict[str, str] = {}
    for text in choices:
        option, sign, choice = text.partition("=")
        if not option or option in read:
            raise Misuse(Complaint.of(MatchFault.CHOOSES_NOTHING, text=text))
        read[option] = choice if sign else YES
    return read


def _mode(text: str) -> DiceMode:
    modes: tuple[DiceMode, ...] = get_args(DiceMode)
    for mode in modes:
        if text == mode:
            return mode
    raise Misuse(Complaint.of(MatchFault.DICE_UNKNOWN, suggest(text, modes), kind=text))


def _phrases(text: str) -> Phrases:
    known: tuple[Phrases, ...] = get_args(Phrases)
    for kind in known:
        if text == kind:
            return kind
    raise Misuse(Complaint.of(MatchFault.PHRASES_UNKNOWN, suggest(text, known), kind=text))


def _header(
    name: str, bound: Ruleset, secrets: Secrets, dice: DiceMode, policy: LoadedPolicy, at: str
) -> Header:
    game = bound.pack.game
    return Header(
        match=name,
        pack=bound.found_by,
        pack_version=game.version,
        pack_digest=bound.loaded.digest,
        system=game.system,
        scenario=bound.scenario,
        options=bound.options,
        sides=bound.rules.sides,
        dice=dice,
        anchor=secrets.anchor(),
        anchors={owner: secrets.anchor(owner=owner) for owner in (*bound.rules.sides, REFEREE)},
        keys=secrets.keys,
        hidden=secrets.hidden_digest,
        policy=policy.found_by,
        policy_digest=policy.digest,
        at=at,
    )


def _opening(header: Header, game: Game, secrets: Secrets) -> Draft:
    """What happens before the first question: a deal, a draw, perhaps a throw."""
    rules = game.rules
    custom = Custom.of(header, journal.seal_header(header), secrets.hidden, {})
    sealed = secrets.dice(header.match, Spent(), REFEREE, order_digest(None), custom)
    spoken = SpokenDice((), match=header.match, hidden=secrets.hidden)
    dice = sealed if header.dice == "sealed" else spoken
    _, events = run_on(rules, rules.start(), FiledDice(dice, header.format, rules.spell_purpose))
    key, owned = (sealed.spent, sealed.secret) if dice is sealed else (None, {})
    told = visibility.parts(game, None, events, vocabulary=header.vocabulary)
    public, private = {"reason": "opening", **told.public}, visibility.add_keys(told.private, owned)
    return Draft(kind="ruling", at=header.at, side=REFEREE, public=public, private=private, key=key)


def _free_place(root: Path, name: str) -> Path:
    """The folder of a new match; a name that Windows keeps for a device is refused everywhere."""
    folder = matches.path_of(root, name)
    if not shelf.is_free_name(name):
        raise Misuse(Complaint.of(MatchFault.NAME_OF_DEVICE, name=name))
    return folder


def demand_absent(folder: Path) -> None:
    """Raise `CannotCreate` where a match lies: that is said before the work whose result goes there."""
    if folder.exists():
        raise CannotCreate(Complaint.of(MatchFault.MATCH_THERE, path=folder))


def _make_beside(folder: Path) -> Path:
    """Make a hidden folder for a new match, for its owner alone: sizes of files tell things, too.

    It gets its name when all of it is on the disk: a disk that fails leaves no folder that blocks the name.
    """
    begun = folder.with_name(f".{folder.name}.{os.getpid()}.{token_hex(4)}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        demand_absent(folder)
        begun.mkdir(mode=0o700)
    except FileExistsError as error:
        raise CannotCreate(declare(MatchFault.NO_FOLDER, folder=folder, path=error.filename)) from error
    except OSError as error:
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
    return begun


def _move_into_place(begun: Path, folder: Path) -> None:
    """Give the folder of a new match its name, unless another match took it meanwhile."""
    try:
        demand_absent(folder)
        begun.rename(folder)
    except OSError as error:
        demand_absent(folder)
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
    try:
        files.sync_folder(folder.parent)
    except OSError as error:
        folder.rename(begun)
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
