"""A small journal with one line of every kind, and the secrets it was thrown with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice import chain
from referee.dice.chain import Secrets, Spent
from referee.matches import journal, secret_store
from referee.matches.journal import Draft
from schemas.journal import Header
from schemas.record import to_data
from tests.examples import format_2

AT = "1914-08-04T06:00:00Z"
SIDES = ("german", "allied")


@pytest.fixture(scope="session")
def secrets() -> Secrets:
    return Secrets(seed="5e" * 32, hidden="c0" * 32, keys=65)


def owners(secrets: Secrets) -> dict[str, str]:
    """The anchors of the secret throws."""
    return {owner: secrets.anchor(owner=owner) for owner in (*SIDES, "referee")}


@pytest.fixture(scope="session")
def header(secrets: Secrets) -> Header:
    return Header(
        format=2,
        vocabulary=2,
        match="verdun",
        pack="ttlm",
        pack_version="1",
        pack_digest="ab" * 32,
        system="great_war",
        scenario="1914",
        sides=SIDES,
        anchor=secrets.anchor(),
        anchors=owners(secrets),
        keys=secrets.keys,
        hidden=secrets.hidden_digest,
        at=AT,
    )


def note(text: str) -> Draft:
    return Draft(kind="note", at=AT, side="referee", public={"text": text})


def opening(secrets: Secrets) -> Draft:
    order = chain.shuffle_items(secrets.hidden, "verdun", "shuffle 1", range(1, 6))
    seen = {"type": "deck-shuffled", "purpose": "shuffle 1", "size": 5, "order": []}
    return Draft(
        kind="ruling",
        at=AT,
        side="referee",
        public={"order": None, "events": [seen]},
        private={"referee": {"events": {"0": {**seen, "order": list(order)}}}},
    )


def battle(secrets: Secrets, now: Spent) -> Draft:
    order = {"type": "battle", "side": "german", "area": "liege"}
    dice = secrets.dice("verdun", now, "german", chain.order_digest(order))
    rolls = [
        dice.throw("artillery fire at Liège", 3, needed=2),
        dice.throw("defensive fire at Liège", 2, needed=1),
    ]
    fire = {"type": "fire-resolved", "rolls": [to_data(roll) for roll in rolls]}
    return Draft(
        kind="order",
        at=AT,
        side="german",
        public={"order": order, "events": [fire, None]},
        private={"german": {"events": {"1": {"type": "cards-drawn", "cards": [4, 2]}}}},
        key=dice.spent,
    )


def secret_order(secrets: Secrets, now: Spent) -> Draft:
    order = {"type": "reinforce", "side": "allied", "piece": "fr-3"}
    salt = secrets.order_salt("verdun", now, "allied")
    sealed = chain.digest_sealed(order, salt)
    dice = secrets.dice("verdun", now, "allied", sealed)
    roll = dice.throw("arrival by sea", 1, needed=4)
    event = {"type": "arrival", "rolls": [to_data(roll)]}
    return Draft(
        kind="order",
        at=AT,
        side="allied",
        public={"order": None, "events": [event], "sealed": sealed},
        private={"allied": {"order": order, "order_salt": salt}},
        key=dice.spent,
    )


def refusal() -> Draft:
    content = {"letter": "ab" * 32, "text": "move ge-1 to paris", "fallen": []}
    return journal.unsigned("refusal", "german", content, sides=SIDES, at=AT)


def everything(secrets: Secrets) -> Iterator[Draft]:
    yield opening(secrets)
    yield battle(secrets, Spent())
    yield note("Réclamation des Alliés: Ἀχιλλεύς")
    yield refusal()
    yield secret_order(secrets, Spent(0, 1))
    yield Draft(kind="retract", at=AT, side="referee", public={"to": 2, "reason": "agreed by both"})
    yield Draft(kind="anchor", at=AT, public={"anchor": secrets.anchor(1)})
    yield battle(secrets, Spent(1, 0))
    yield Draft(kind="reveal", at=AT, side="referee", public={"hidden": secrets.hidden})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


@pytest.fixture
def drafts(secrets: Secrets) -> tuple[Draft, ...]:
    return tuple(everything(secrets))


@pytest.fixture
def whole(path: Path, header: Header, drafts: tuple[Draft, ...]) -> Path:
    journal.create(path, header, *drafts)
    return path


@pytest.fixture
def file(path: Path, header: Header) -> Callable[..., Path]:
    """A journal of the drafts that are given, in place of the one before."""

    def filed(*drafts: Draft, keys: int = header.keys, **header_says: object) -> Path:
        path.unlink(missing_ok=True)
        secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=keys)
        anchors = {} if header_says.get("format") == 1 else owners(secrets)
        opened = replace(header, **{"anchors": anchors, "keys": keys, **header_says})
        journal.create(path, opened, *drafts, salt=secret_store.match_salts(opened, secrets))
        return path

    return filed


@pytest.fixture
def running(path: Path, header: Header, drafts: tuple[Draft, ...]) -> Path:
    """The journal while the match goes on: its secrets are not open."""
    journal.create(path, header, *drafts[:-1])
    return path


@pytest.fixture
def liege(example_shelf: Path) -> Path:
    return example_shelf / "liege" / "journal.jsonl"


@pytest.fixture(scope="module")
def sap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with secret throws."""
    shelf = tmp_path_factory.mktemp("skirmish")
    format_2.play("skirmish", "sap", shelf)
    return shelf / "sap" / "journal.jsonl"
