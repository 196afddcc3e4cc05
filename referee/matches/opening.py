"""Opening of a match: draw secrets, file the header, and run the rules to the first prompt."""

import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, get_args

from msgspec.structs import replace

from referee.dice.beacon import LEAD, tell_time
from referee.dice.chain import Secrets, Spent, digest, order_digest
from referee.dice.format3 import Custom, list_phrases, part_salt
from referee.dice.manual import SpokenDice
from referee.engine.dice import FiledDice
from referee.engine.machine import run_on
from referee.engine.values import show
from referee.faults import CannotCreate, CannotWrite, Complaint, Misuse, declare, suggest
from referee.matches import journal, matches, secret_store, shelf, viewer_languages, visibility
from referee.matches.club_log import recording
from referee.matches.faults import MatchFault
from referee.matches.journal import Draft
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writer_invariants import DEAL
from referee.matches.journal.writing import MemoryWriter
from referee.matches.letters import time_lock
from referee.matches.matches import Match
from referee.packs import loading, policies, rulesets
from referee.packs.policies import LoadedPolicy
from referee.packs.rulesets import Ruleset
from referee.platform import files
from referee.platform.ports import ports
from referee.systems.faces import Game
from referee.texts.canonical import canonical
from schemas.answers.matches import Opened
from schemas.journal import FORMAT, LONGEST_LEAD, PHRASED, DiceMode, Entry, Head, Header, Phrases
from schemas.record import REFEREE, Side, Value
from schemas.vocabulary import VOCABULARY

BEFORE_PHRASES = 2
"""Vocabulary of the last format without phrases in the dice."""

NOWHERE = Path(os.devnull)
"""Folder of a match in memory: the null device, which holds no files."""

YES = "yes"
"""Choice of an option that is named without one."""


class Wanted(Value):
    """Settings of a new match. Choices are written `option=choice`, or `option` alone for `yes`."""

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
    chance: str = "keys"
    secret_until: str | None = None


def open_new(root: Path, settings: Wanted, *, at: str) -> Opened:
    """Open a match and return the agreed terms."""
    options = read_choices(settings.choices)
    language_choices = {}
    if settings.languages:
        language_choices = viewer_languages.wanted(
            rulesets.bind(settings.pack, settings.scenario, options), settings.languages
        )
    match = open_match(
        root,
        settings.match,
        settings.pack,
        at=at,
        scenario=settings.scenario,
        options=options,
        dice=_choose(settings.dice, get_args(DiceMode), MatchFault.DICE_UNKNOWN),
        policy=settings.policy,
        phrases=_choose(settings.phrases, get_args(Phrases), MatchFault.PHRASES_UNKNOWN),
        players=settings.players,
        odds=settings.odds,
        beacon=_lead(settings.chance, settings.dice),
        secret_until=settings.secret_until,
    )
    if language_choices:
        viewer_languages.keep(match.folder, language_choices)
    header = match.header
    proof = recording.prove_opening(root, match.journal.header_seal)
    return show(
        Opened,
        header,
        folder=match.folder.as_posix(),
        version=header.pack_version,
        chosen=match.bound.chosen,
        head=str(match.journal.head),
        beacon=header.beacon or None,
        secret_opens=tell_time(header.lock.round) if header.lock else None,
        leaf=proof.number if proof else None,
        proof=tuple(proof.lines()) if proof else (),
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
    beacon: int | None = None,
    secret_until: str | None = None,
) -> Match:
    """Open a new match. Its secrets are drawn unless they are given.

    `beacon` is the number of rounds for which public dice wait; None for dice of keys alone. At the time
    `secret_until` a round of the beacon opens the hidden secret. `format` is for examples whose letters
    answer the dice of an earlier format.
    """
    folder = _free_place(root, name)
    bound = rulesets.bind(pack, scenario, options or {})
    bound.system.demand_libraries()
    secrets = secrets or Secrets.drawn()
    header = _header(name, bound, secrets, dice, policies.load(policy), at)
    vocabulary = VOCABULARY if format >= PHRASED else BEFORE_PHRASES
    header = replace(header, format=format, vocabulary=vocabulary, phrases=phrases)
    if players and phrases == "committed":
        raise Misuse(MatchFault.PHRASES_BOTS)
    if players:
        header = replace(header, players=_seat(bound, players))
    if not odds:
        header = replace(header, odds="forbidden")
    if beacon is not None:
        header = replace(header, beacon=beacon)
    if secret_until is not None:
        header = replace(header, lock=time_lock.lock_secret(secrets.hidden, secret_until, at))
    draft, salt = _draft_first(header, bound.system, secrets), secret_store.match_salts(header, secrets)
    hidden_folder = _make_beside(folder)
    try:
        _keep_pack(root, bound, header)
        secret_store.save_secrets(hidden_folder / shelf.SECRETS, secrets)
        new_journal = journal.create(hidden_folder / shelf.JOURNAL, header, draft, salt=salt)
        # A match that the moderator opens and does not show is in the log all the same.
        recording.record_head(root, Head(seq=0, seal=new_journal.header_seal))
        recording.record_head(root, new_journal.head)
        _move_into_place(hidden_folder, folder)
    except BaseException:
        files.remove_tree(hidden_folder)
        raise
    return Match(name, folder, new_journal, bound)


def secrets_of_seed(seed: int | str) -> Secrets:
    """Return secrets that follow from a seed.

    They count as published, so all salts follow from them as well.
    """
    return Secrets(seed=digest(f"dice {seed}"), hidden=digest(f"hidden {seed}"), published=True)


def open_in_memory(bound: Ruleset, seed: int | str, *, at: str) -> tuple[Match, MemoryWriter, Secrets]:
    """Return a new match in memory, its writer and its secrets, which follow from a number or a name.

    The same letters give the same journal.
    """
    secrets = secrets_of_seed(seed)
    name = seed if isinstance(seed, str) else f"seed-{seed}"
    header = _header(name, bound, secrets, "sealed", policies.load(policies.DEFAULT), at)
    header = replace(header, format=FORMAT, vocabulary=VOCABULARY)
    draft, salt = _opening(header, bound.system, secrets), secret_store.match_salts(header, secrets)
    writer = MemoryWriter(header, draft, salt=salt)
    return Match(header.match, NOWHERE, writer.journal, bound), writer, secrets


def _seat(bound: Ruleset, players: Mapping[str, str]) -> dict[Side, str]:
    """Return the bots by side. Raises Misuse unless at least one side is left to a person."""
    bots: dict[Side, str] = {}
    for name, bot in players.items():
        side = bound.side_called(name)
        if side is None or side not in bound.rules.sides:
            raise Misuse(
                Complaint.of(MatchFault.BOT_WITHOUT_SIDE, suggest(name, bound.rules.sides), name=name)
            )
        bots[side] = bot
    if len(bots) == len(bound.rules.sides):
        raise Misuse(MatchFault.BOTS_ALONE)
    return bots


def read_choices(choices: Sequence[str]) -> dict[str, str]:
    """Return options by name. An option without a choice gets `yes`."""
    options: dict[str, str] = {}
    for text in choices:
        option, equals, choice = text.partition("=")
        if not option or option in options:
            raise Misuse(Complaint.of(MatchFault.CHOOSES_NOTHING, text=text))
        options[option] = choice if equals else YES
    return options


Kind = TypeVar("Kind", DiceMode, Phrases)


def _choose(text: str, kinds: tuple[Kind, ...], fault: MatchFault) -> Kind:
    """Return the kind with this name. Raises Misuse with the fault if there is none."""
    for kind in kinds:
        if text == kind:
            return kind
    raise Misuse(Complaint.of(fault, suggest(text, kinds), kind=text))


def _lead(text: str, dice: str) -> int | None:
    """Return the rounds for which dice wait: `keys` for none, `beacon` for a minute, `beacon:60` for an hour.

    Raises Misuse for another text, and for manual dice.
    """
    kind, colon, minutes = text.partition(":")
    if kind == "keys" and not colon:
        return None
    is_number = not colon or re.fullmatch("[1-9][0-9]{0,3}", minutes, re.ASCII) is not None
    lead = int(minutes or 1) * LEAD if is_number else 0
    if kind != "beacon" or not 0 < lead <= LONGEST_LEAD:
        raise Misuse(Complaint.of(MatchFault.CHANCE_UNKNOWN, suggest(text, ("keys", "beacon")), kind=text))
    if dice != "sealed":
        raise Misuse(MatchFault.CHANCE_MANUAL)
    return lead


def _keep_pack(root: Path, bound: Ruleset, header: Header) -> None:
    try:
        loading.keep(root, bound.loaded, header.pack_digest)
    except OSError as error:
        path = root / loading.KEPT
        raise CannotWrite(declare(JournalFault.PATH_UNWRITABLE, path=path, why=error.strerror)) from error


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


def _draft_first(header: Header, game: Game, secrets: Secrets) -> Draft:
    """Draft the first entry. It has no events if the deal waits for committed phrases."""
    if header.phrases != "committed":
        return _opening(header, game, secrets)
    parts = visibility.parts(game, None, (), vocabulary=header.vocabulary)
    public = {"reason": "opening", **parts.public}
    return Draft(kind="ruling", at=header.at, side=REFEREE, public=public, private=parts.private)


def draft_deal(match: Match, secrets: Secrets, phrases: Mapping[Side, str], *, at: str) -> Draft:
    """Draft the deal after the committed phrases: the events of an opening."""
    draft = _opening(match.header, match.system, secrets, phrases)
    return replace(draft, at=at, public={**draft.public, "reason": DEAL})


def find_other_deal(header: Header, game: Game, hidden: str, entries: Sequence[Entry]) -> int | None:
    """Return the entry that deals otherwise than the opened secret, or None.

    `entries` begin with the first one. The parts of all readers are compared by their commitments, so that
    any copy shows a stacked deck. A deal with public dice is not judged, because their key is not known.
    """
    deal = next(entry for entry in entries if entry.body.kind == "ruling" and entry.body.public.get("events"))
    if deal.body.key is not None:
        return None
    secrets = Secrets(seed=hidden, hidden=hidden, keys=header.keys)
    draft = _opening(header, game, secrets, list_phrases(entries[: deal.body.seq]))
    same = canonical(draft.public["events"]) == canonical(deal.body.public["events"])
    for reader, commitment in deal.body.commit.items():
        part = {**draft.private.get(reader, {}), "salt": part_salt(hidden, deal.body.prev, reader)}
        same = same and sha256(canonical(part)).hexdigest() == commitment
    return None if same else deal.body.seq


def _opening(
    header: Header, game: Game, secrets: Secrets, phrases: Mapping[Side, str] | None = None
) -> Draft:
    """Draft the first entry: events before the first prompt, such as a deal, a draw or a roll."""
    rules = game.rules
    custom = Custom.of(header, journal.seal_header(header), secrets.hidden, phrases or {})
    sealed = secrets.dice(header.match, Spent(), REFEREE, order_digest(None), custom)
    manual = SpokenDice((), match=header.match, hidden=secrets.hidden, names=custom)
    dice = sealed if header.dice == "sealed" else manual
    _, events = run_on(rules, rules.start(), FiledDice(dice, header.format, rules.spell_purpose))
    key, secret_keys = (sealed.spent, sealed.secret) if dice is sealed else (None, {})
    parts = visibility.parts(game, None, events, vocabulary=header.vocabulary)
    public, private = {"reason": "opening", **parts.public}, visibility.add_keys(parts.private, secret_keys)
    return Draft(kind="ruling", at=header.at, side=REFEREE, public=public, private=private, key=key)


def _free_place(root: Path, name: str) -> Path:
    """Return the folder of a new match. Raises Misuse for a device name of Windows, on every platform."""
    folder = matches.path_of(root, name)
    if not shelf.is_free_name(name):
        raise Misuse(Complaint.of(MatchFault.NAME_OF_DEVICE, name=name))
    return folder


def demand_absent(folder: Path) -> None:
    """Raise CannotCreate if the match exists. Call it before work whose result goes into the folder."""
    if folder.exists():
        raise CannotCreate(Complaint.of(MatchFault.MATCH_THERE, path=folder))


def _make_beside(folder: Path) -> Path:
    """Create a hidden folder for a new match, readable by its owner only. Even file sizes reveal secrets.

    It is renamed when all files are on disk. A failing disk then leaves no folder that blocks the name.
    """
    hidden_folder = folder.with_name(f".{folder.name}.{os.getpid()}.{ports.chance.urandom(4).hex()}")
    try:
        if not folder.parent.is_dir():
            files.make_folder(folder.parent)
            files.sync_folder(folder.parent.parent)
        demand_absent(folder)
        ports.disk.mkdir(hidden_folder, 0o700)
    except FileExistsError as error:
        raise CannotCreate(declare(MatchFault.NO_FOLDER, folder=folder, path=error.filename)) from error
    except OSError as error:
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
    return hidden_folder


def _move_into_place(hidden_folder: Path, folder: Path) -> None:
    """Rename the folder of a new match to its name, unless another match took the name meanwhile."""
    try:
        demand_absent(folder)
        ports.disk.rename(hidden_folder, folder)
    except OSError as error:
        demand_absent(folder)
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
    try:
        files.sync_folder(folder.parent)
    except OSError as error:
        ports.disk.rename(folder, hidden_folder)
        raise CannotCreate(declare(MatchFault.FOLDER_REFUSED, folder=folder, why=error.strerror)) from error
