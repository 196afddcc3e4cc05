"""The state of a match: pieces, ownership, hands, plans, and the agenda."""

from collections.abc import Iterator, Mapping
from typing import Self, TypeVar

from msgspec.structs import replace

from referee.engine.system import CannotHaveHappened
from referee.engine.values import Cached, hash_value
from referee.systems.great_war.state.fights import NO_DEPARTURES, Departure, Fight
from referee.systems.great_war.state.tasks import Assigned, DealCards, PayHits, Task
from schemas.great_war.events import Intention
from schemas.great_war.names import Kind
from schemas.great_war.orders import Mode
from schemas.record import Side, Value

AskedTask = TypeVar("AskedTask", bound=Task)

NOWHERE = ""
"""Place of a piece in an army that only its own side may look into."""


class Piece(Value):
    """A playing piece on the map or inside an army.

    `area` is where it stands, also inside an army. `moved` counts areas of its allotment used this player
    turn, `mode` is how. `retreated` is the retreat marker. Infantry inside an army is entrenched exactly when
    the army is. `fortified` is an army, or a single piece of infantry. `been` are the armies that it has left
    in its present area, with "" where it stood alone. `filled` is an army that holds what is hidden from the
    reader of the position. `from_disputed` says that it began its march of this player turn in a disputed
    area, where that matters (E-33).
    """

    id: str
    nation: str
    side: Side
    kind: Kind
    area: str
    army: str | None = None
    entrenched: bool = False
    strength: int = 0
    moved: int = 0
    mode: Mode | None = None
    retreated: bool = False
    fortified: bool = False
    been: tuple[str, ...] = ()
    filled: bool = False
    from_disputed: bool = False

    @property
    def likeness(self) -> tuple[object, ...]:
        """Return the properties of a piece in the rules, without its id; armies and forts are unique."""
        if self.kind in {"army", "fort"}:
            return (self.id,)
        return (
            self.kind, self.area, self.army, self.nation, self.entrenched, self.fortified,
            self.moved, self.mode, self.retreated, self.been, self.from_disputed,
        )  # fmt: skip


class Hand(Value):
    """A side's cards; `cards` is empty where the holder's cards are hidden, `size` never is."""

    size: int = 0
    cards: tuple[int, ...] = ()
    locked: tuple[int, ...] = ()


class PlayerTurn(Value):
    """The turn of one side, from its opening on; `mover` is the piece that moved first.

    `card` is the offensive card, `plays` counts the cards it played beside it. `played` are the
    cards of both sides on battles, and `bonus` the battles that extra dice were promised to. `sacrificed`
    counts cards discarded to pay for the offensive, `engaged` are the attacker's armies that have fought.
    """

    side: Side
    kind: str = "undecided"
    friendly_at_start: frozenset[str] = frozenset()
    enemy_at_start: frozenset[str] = frozenset()
    rails: int = 0
    strategics: int = 0
    seas: int = 0
    mover: str = ""
    redrawn: bool = False
    disputed: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    card: int = 0
    plays: int = 0
    reserves: int = 0
    weather: bool = False
    played: tuple[Assigned, ...] = ()
    bonus: tuple[str, ...] = ()
    sacrificed: int = 0
    engaged: tuple[str, ...] = ()

    @property
    def attacks(self) -> bool:
        """Return True if an offensive card was played."""
        return self.kind in {"special", "offensive", "limited"}


class Plan(Value):
    """Sealed plan of one side so far."""

    planned: tuple[Intention, ...] = ()
    closed: bool = False


NO_PLAN = Plan()
NO_PIECES: tuple[str, ...] = ()


class MapState(Cached):
    """The map: the season turn, the owners of areas, and the pieces with their markers.

    Supply and control depend on it alone, and cache their results on it. `stacks` is the index of `pieces` by
    area. `unsupplied` pieces carry the marker, `swapped` pieces took the place of others, `early` countries
    joined a side before their season, `contested` areas are disputed without an enemy in them. The armies of
    `closed` sides hide their contents from the reader of the position, who sees `shown` pieces for one event.
    """

    sides: tuple[Side, Side]
    turn: int
    owner: Mapping[str, Side]
    pieces: Mapping[str, Piece]
    stacks: Mapping[str, tuple[str, ...]]
    eliminated: frozenset[str] = frozenset()
    unsupplied: frozenset[str] = frozenset()
    swapped: frozenset[str] = frozenset()
    early: frozenset[str] = frozenset()
    contested: tuple[str, ...] = ()
    closed: frozenset[Side] = frozenset()
    shown: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        return hash_value(self)

    def at(self, area: str) -> list[Piece]:
        """Return the pieces in an area, contents of armies included."""
        return [*map(self.pieces.__getitem__, self.stacks.get(area, NO_PIECES))]

    def standing(self, area: str, side: Side) -> list[Piece]:
        """Return a side's pieces in an area, contents of armies included."""
        return [piece for piece in self.at(area) if piece.side == side]

    def list_armies(self, area: str, side: Side) -> list[Piece]:
        """Return a side's armies in an area."""
        ids, pieces = self.stacks.get(area, NO_PIECES), self.pieces
        return [army for id in ids if (army := pieces[id]).kind == "army" and army.side == side]

    def contents(self, army: str) -> list[Piece]:
        """Return the pieces inside an army."""
        pieces = self.pieces
        ids = self.stacks.get(pieces[army].area, NO_PIECES)
        return [piece for id in ids if (piece := pieces[id]).army == army]

    def unit_of(self, piece: Piece) -> Piece:
        """Return the army that contains a piece, or the piece."""
        return piece if piece.army is None else self.pieces[piece.army]

    def owned(self, side: Side) -> Iterator[Piece]:
        """Yield all pieces of a side."""
        return (piece for piece in self.pieces.values() if piece.side == side)

    def find_own(self, id: str, side: Side) -> Piece | None:
        """Return the piece of a side with this id, or None."""
        piece = self.pieces.get(id)
        return piece if piece is not None and piece.side == side else None

    def find_army(self, id: str, side: Side, area: str) -> Piece | None:
        """Return the army of a side in an area with this id, or None."""
        return next((army for army in self.list_armies(area, side) if army.id == id), None)

    def put(self, *changed: Piece) -> "MapState":
        """Return the map with these pieces as they are now."""
        pieces, stacks = dict(self.pieces), dict(self.stacks)
        for piece in changed:
            before = pieces.get(piece.id)
            if before is None or before.area != piece.area:
                if before is not None:
                    stacks[before.area] = tuple(id for id in stacks[before.area] if id != piece.id)
                stacks[piece.area] = (*stacks.get(piece.area, NO_PIECES), piece.id)
            pieces[piece.id] = piece
        return replace(self, pieces=pieces, stacks=stacks)

    def without(self, id: str) -> "MapState":
        """Return the map after a piece left it."""
        pieces, stacks = dict(self.pieces), dict(self.stacks)
        gone = pieces.pop(id)
        stacks[gone.area] = tuple(other for other in stacks[gone.area] if other != id)
        return replace(self, pieces=pieces, stacks=stacks)


class TurnState(Cached):
    """The course of play: agenda, hands, piles, plans, the player turn and the battle being fought.

    `bought` are cards paid for and not dealt, `armistice` is the side that offers one, `initiative` is the
    First Player of the last bid, and `result` is the level at which the match ended.
    """

    hands: Mapping[Side, Hand]
    agenda: tuple[Task, ...]
    pile: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    shuffles: int = 0
    passes: int = 0
    now: PlayerTurn | None = None
    fight: Fight | None = None
    plans: Mapping[Side, Plan] = {}
    bought: Mapping[Side, int] = {}
    armistice: Side | None = None
    result: str | None = None
    crises: int = 0
    removed: tuple[int, ...] = ()
    initiative: Side | None = None

    @property
    def task(self) -> Task | None:
        """Next task on the agenda."""
        return self.agenda[0] if self.agenda else None

    @property
    def leaving(self) -> Mapping[str, Departure]:
        """The pieces that will retreat instead of firing in the battle that is fought now."""
        return self.fight.leaving if self.fight is not None else NO_DEPARTURES

    @property
    def playing(self) -> PlayerTurn:
        """The player turn that is being played; raises `CannotHaveHappened` between two."""
        if self.now is None:
            raise CannotHaveHappened("no player turn is being played")
        return self.now

    @property
    def fighting(self) -> Fight:
        """The battle that is being fought; raises `CannotHaveHappened` where there is none."""
        if self.fight is None:
            raise CannotHaveHappened("no battle is being fought")
        return self.fight

    def doing(self, kind: type[AskedTask]) -> AskedTask:
        """The task that is being done, of this kind; raises `CannotHaveHappened` at any other."""
        if not isinstance(self.task, kind):
            raise CannotHaveHappened(f"{type(self.task).__name__} is to be done")
        return self.task

    @property
    def owing(self) -> PayHits:
        """The hits that are being paid; raises `CannotHaveHappened` where none are."""
        return self.doing(PayHits)

    def hand(self, side: Side) -> Hand:
        """A side's hand."""
        return self.hands[side]

    def plan(self, side: Side) -> Plan:
        """Return the plan of a side so far."""
        return self.plans.get(side, NO_PLAN)

    def then(self, *tasks: Task) -> Self:
        """The position with the top task replaced by these."""
        return replace(self, agenda=(*tasks, *self.agenda[1:]))

    def first(self, *tasks: Task) -> Self:
        """The position with these tasks before all others."""
        return replace(self, agenda=(*tasks, *self.agenda))

    def holding(self, side: Side, hand: Hand) -> Self:
        """The position with another hand for one side."""
        return replace(self, hands={**self.hands, side: hand})

    def planning(self, side: Side, plan: Plan) -> Self:
        """The position with another plan of one side."""
        return replace(self, plans={**self.plans, side: plan})

    def turning(self, turn: PlayerTurn) -> Self:
        """The position with another state of the player turn."""
        return replace(self, now=turn)


class Position(TurnState, kw_only=True):
    """Everything that the rules need to know: the map, and the course of play on it.

    The fields of the map can be read here as well, for users of the library.
    """

    map: MapState

    def __hash__(self) -> int:
        return hash_value(self)

    @property
    def sides(self) -> tuple[Side, Side]:
        """See `MapState`."""
        return self.map.sides

    @property
    def turn(self) -> int:
        """See `MapState`."""
        return self.map.turn

    @property
    def owner(self) -> Mapping[str, Side]:
        """See `MapState`."""
        return self.map.owner

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """See `MapState`."""
        return self.map.pieces

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """See `MapState`."""
        return self.map.stacks

    @property
    def eliminated(self) -> frozenset[str]:
        """See `MapState`."""
        return self.map.eliminated

    @property
    def unsupplied(self) -> frozenset[str]:
        """See `MapState`."""
        return self.map.unsupplied

    @property
    def swapped(self) -> frozenset[str]:
        """See `MapState`."""
        return self.map.swapped

    @property
    def early(self) -> frozenset[str]:
        """See `MapState`."""
        return self.map.early

    @property
    def closed(self) -> frozenset[Side]:
        """See `MapState`."""
        return self.map.closed

    @property
    def shown(self) -> frozenset[str]:
        """See `MapState`."""
        return self.map.shown

    @classmethod
    def opening(
        cls,
        sides: tuple[Side, Side],
        turn: int,
        owner: Mapping[str, Side],
        pieces: Mapping[str, Piece],
        eliminated: frozenset[str] = frozenset(),
    ) -> "Position":
        """Return the position of a set-up, before anything has happened."""
        stacks: dict[str, tuple[str, ...]] = {}
        for piece in pieces.values():
            stacks[piece.area] = (*stacks.get(piece.area, ()), piece.id)
        return cls(
            map=MapState(sides, turn, owner, pieces, stacks, eliminated),
            hands={side: Hand() for side in sides},
            agenda=(DealCards(),),
        )

    def put(self, *changed: Piece) -> "Position":
        """Return the position with these pieces on the map as they are now."""
        return replace(self, map=self.map.put(*changed))

    def without(self, id: str) -> "Position":
        """Return the position after a piece left the map."""
        return replace(self, map=self.map.without(id))

    def marking(self, **changes: object) -> "Position":
        """Return the position with other values for fields of its map."""
        return replace(self, map=replace(self.map, **changes))


def list_carried(board: MapState, piece: Piece) -> tuple[Piece, ...]:
    """Return a piece and, if it is an army, everything in it."""
    return (piece, *board.contents(piece.id)) if piece.kind == "army" else (piece,)


def strength(board: MapState, piece: Piece) -> int:
    """The strength of a piece on the map: an army's contents, a fort's number, or one."""
    match piece.kind:
        case "army":
            return sum(1 for _ in board.contents(piece.id))
        case "fort":
            return piece.strength
        case _:
            return 1
