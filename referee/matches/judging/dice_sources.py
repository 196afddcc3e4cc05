"""Sources of dice for a letter. Each judged order gets its own dice, which count only if it rolls them."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from msgspec import UNSET
from msgspec.structs import replace

from referee.dice.beacon import BeaconDice, Signed
from referee.dice.chain import KeyLease, SealedDice, Secrets, Spent, digest_sealed, order_digest
from referee.dice.format3 import Custom
from referee.dice.manual import SpokenDice
from referee.engine.dice import Dice, FiledDice
from referee.engine.system import Rules
from referee.matches.match_index import EntryIndex
from referee.systems.faces import Game
from schemas.journal import Entry, Header, Key
from schemas.model import Order
from schemas.record import PUBLIC, Purpose, Side, Value, to_data


class DiceUse(Value):
    """Dice fields of an entry. `renewed` is the anchor of a key chain that begins before the entry.

    `owned` are the keys of secret rolls, by the viewer whose private part contains them. `ignored` are
    surplus faces of manual dice. `signed` is the round of the beacon that the dice waited for.
    """

    key: Key | None = None
    owned: Mapping[Side, KeyLease] = {}
    sealed: str | None = None
    order_salt: str | None = None
    source: str | None = None
    renewed: str | None = None
    ignored: tuple[int, ...] = ()
    signed: Signed | None = None


class WaitingDice(Value):
    """Dice that wait for a round of the beacon: their order, its digest, and the number of their key."""

    order: Order
    digest: str
    key: int


class _Sealed(Value):
    order: Order
    dice: SealedDice
    digest: str
    number: int
    sealed: str | None
    order_salt: str | None
    renewed: str | None

    def uses(self) -> DiceUse:
        if not self.dice.used:
            return DiceUse()
        dice, anchor = self.dice, self.renewed if self.dice.spent else None
        signed = dice.signed if isinstance(dice, BeaconDice) else None
        return DiceUse(dice.spent, dice.secret, self.sealed, self.order_salt, renewed=anchor, signed=signed)


class SealedDiceSource:
    """Source of dice that follow from the keys of the chain."""

    def __init__(
        self,
        game: Game,
        header: Header,
        secrets: Secrets,
        entries: Sequence[Entry],
        past: EntryIndex | None = None,
        custom: Custom | None = None,
        signed: Signed | None = None,
    ) -> None:
        """Create the source after `entries`, the entries of the match so far, which determine the spent keys.

        `custom` are the inputs of the dice since format 3. `signed` is the awaited round of the beacon.
        """
        past = past or EntryIndex()
        self._game, self._header, self._secrets = game, header, secrets
        self._custom, self._signed = custom, signed
        self._issued: list[_Sealed] = []
        self._owned = {owner: past.count_spent_by(owner, entries) for owner in header.anchors}
        self._await_next(past.count_spent(entries))

    def dice(self, order: Order) -> Dice:
        """Return dice of the next keys."""
        if self._issued:
            self._spend(self._issued[-1].dice)
        data, side = to_data(order), order.side
        if self._game.secrecy.redact_order(order, PUBLIC) == order:
            salt, digest = None, order_digest(data)
        else:
            salt = self._secrets.order_salt(self._header.match, self._now, side)
            digest = digest_sealed(data, salt)
        n, hidden = self._now.keys + 1, self._secrets.hidden
        lease_key = self._handed if self._header.anchors else None
        arguments = (self._key, self._header.match, n, side, digest, hidden, lease_key, self._custom)
        is_sealed = self._header.beacon is UNSET
        dice = SealedDice(*arguments) if is_sealed else BeaconDice(*arguments, self._signed)
        self._issued.append(_Sealed(order, dice, digest, n, digest if salt else None, salt, self._renewed))
        return FiledDice(dice, self._header.format, self._game.rules.spell_purpose)

    def uses(self) -> Sequence[DiceUse]:
        """Return the dice fields of each entry."""
        return tuple(dice.uses() for dice in self._issued)

    @property
    def waiting(self) -> WaitingDice | None:
        """The dice of the last order, if they wait for the beacon."""
        last = self._issued[-1] if self._issued else None
        if last is None or not isinstance(last.dice, BeaconDice) or not last.dice.waits:
            return None
        return WaitingDice(last.order, last.digest, last.number)

    def _spend(self, dice: SealedDice) -> None:
        if dice.spent:
            self._await_next(Spent(self._now.chain, self._now.keys + 1))
        for owner, lease in dice.secret.items():
            chain = self._owned[owner].chain + (lease.anchor is not None)
            self._owned[owner] = Spent(chain, lease.key.n)

    def _handed(self, owner: Side) -> KeyLease:
        return self._secrets.handed(owner, self._owned[owner])

    def _await_next(self, spent: Spent) -> None:
        """Prepare the next key. A chain is renewed before it ends."""
        self._now, self._renewed = spent, None
        if self._secrets.wanes(spent):
            self._now = Spent(spent.chain + 1)
            self._renewed = self._secrets.anchor(self._now.chain)
        self._key = self._secrets.key(self._now.keys + 1, self._now.chain)


class SpokenDiceSource:
    """Source of manual dice. Hidden draws still follow from the hidden secret."""

    def __init__(
        self,
        rules: Rules,
        header: Header,
        secrets: Secrets,
        faces: Sequence[int],
        source: str,
        names: Custom | None = None,
        begun: str = "",
        worded: Callable[[str | Purpose], str] = str,
    ) -> None:
        """Create the source. `worded` renders purposes in the language of the sender.

        Since format 3 secret rolls have `names`, and marks that follow from `begun`, the seal of the line
        before the letter.
        """
        match, hidden, has_owners = header.match, secrets.hidden, bool(header.anchors)
        self.spoken = SpokenDice(
            faces, match=match, hidden=hidden, secrets=has_owners, names=names, begun=begun, worded=worded
        )
        self._dice = FiledDice(self.spoken, header.format, rules.spell_purpose)
        self._source = source
        self._thrown: list[int] = []
        self.ignores = False

    def dice(self, order: Order) -> Dice:  # noqa: ARG002 - whichever order it is
        """Return the dice with the remaining faces."""
        self._thrown.append(len(self.spoken.throws))
        return self._dice

    def uses(self) -> Sequence[DiceUse]:
        """Return the source for each order that used a face."""
        uses = [
            DiceUse(source=self._source) if end > start else DiceUse()
            for start, end in pairwise((*self._thrown, len(self.spoken.throws)))
        ]
        if uses and self.ignores:
            uses[-1] = replace(uses[-1], ignored=self.spoken.left)
        return tuple(uses)


DiceSource = SealedDiceSource | SpokenDiceSource
