"""Pieces that stay: clauses that mean no order, and pieces whose army goes: `ge-2 to Artois, ge-i9 stays`.

Sentences that say less than they mean are asked about: `the rest follows`, `i4 stays with it`, `one infantry
remains`, `and so on`, and `i4 holds Narew` if i4 is elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.i18n.proposals import open_phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.context import Context, Lines
from referee.systems.great_war.notation.free_text.tokens import (
    Tokens,
    consists_of,
    count_of,
    find_keys,
    is_of_piece,
    tokens_of,
)
from referee.systems.great_war.notation.proposals.clauses import Clause, read_sentences
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention, Names
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.orders import GreatWarOrder, Leave, Move, Retreat

_STAYING = use.STAYS | {"gehalten", "garder", "rester", "tenir", "tiens"}
"""Verbs of pieces that stay, with forms that remarks use as well."""

_TOWARDS = (use.TO | {ARROW}) - {"a", "au", "aux", "en", "bei", "zu"}
"""Words before a destination, and never before the place of a piece."""

FIGHTING = frozenset({"bat", "battons", "battent"})
"""French verbs of a battle, which also occur beside pieces that stay."""

_PLANES = frozenset({"plane", "flugzeug", "avion", "αεροπλανο"})
"""Words for a biplane."""


def read_stay(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause about pieces that stay. It means no order."""
    around = use.SMALL | use.STAYS | use.AROUND_STAYS | _PLANES | frozenset(use.COUNTS)
    around |= frozenset(token.key for token in tokens if token.key.isdecimal())
    others = [
        token
        for token in tokens
        if not (token.area or token.piece or is_of_piece(context.theatre, token)) or token.key in use.STAYS
    ]
    buys = isinstance(context.position.task, MakePlans) and any(token.key.isdecimal() for token in tokens)
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    # "Back to Belfort and hold" goes there first, and "ge-4 to Ardennes, ge-3 and ge-5 stay" moves ge-4.
    leads = any(one.among(_TOWARDS) and other.area for one, other in pairwise(tokens))
    pieces = [at for at, token in enumerate(tokens) if token.piece or token.ordinal]
    # "ge-4 into the Ardennes, ge-3 stays" moves the first one.
    is_between = any(token.area and pieces[0] < at < pieces[-1] for at, token in enumerate(tokens) if pieces)
    goes = leads or is_between or not are_there(context, tokens)
    # "Card 52 in Metz and I keep 48" plays the first card there.
    plays = context.plays_cards() and bool(numbers) and any(token.area for token in tokens)
    # "On se bat à Metz, les autres restent" declares a battle.
    speaks_of_battle = not find_keys(tokens).isdisjoint(use.COMBAT | FIGHTING)
    fights = speaks_of_battle and not context.retreats() and any(token.area for token in tokens)
    # "The 26. I keep the 26" says two things of the card.
    if goes or buys or plays or fights or is_partitive(tokens) or len(set(numbers)) < len(numbers):
        return None
    return [] if consists_of(others, _STAYING, around | _STAYING) else None


_LEAVES = frozenset({
    "leave", "leaves", "leaving", "drop", "drops", "gets", "off", "detach", "detaches", "laisse", "laissent",
    "lasst", "lasse", "lassen",
})  # fmt: skip
"""Verbs of an army that goes without one of its pieces, with their particles."""

_BEHIND = frozenset({
    "behind", "as", "stay", "stays", "garrison", "guard", "to", "elle", "lui", "derriere", "garnison", "dort",
    "zuruck", "zurueck", "stehen", "als", "besatzung", "its", "fort", "toutefois", "but", "aber", "mais",
})  # fmt: skip
"""The only other words of such a clause."""


def read_leave(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that takes pieces out of their army: `the 1st Army leaves fr-i1 in Epinal`."""
    on_map = context.position.map.pieces
    pieces = [on_map[token.piece] for token in tokens if token.piece in on_map]
    others = [token for token in tokens if not (token.area or token.piece or token.ordinal)]
    kinds = lexicon(context.theatre).kinds
    words = find_keys(token for token in others if not kinds.holds(token.key))
    parts = [piece for piece in pieces if piece.army is not None]
    armies = {piece.army or piece.id for piece in pieces}
    numbers = {token.ordinal for token in tokens if token.ordinal}
    is_one = len(armies) == 1 and numbers <= {id.partition("-")[2] for id in armies}
    is_there = {token.area for token in tokens if token.area} <= {piece.area for piece in parts}
    vocabulary = use.SMALL | use.ARMIES | use.FORTS | order_words.AND | order_words.ARTICLES
    is_whole = words <= vocabulary | _LEAVES | _BEHIND and not words.isdisjoint(_LEAVES)
    if not (context.moves() and parts and is_one and is_there and is_whole):
        return None
    return [f"leave {piece.id}" for piece in parts]


def stays_where_asked(context: Context, tokens: Tokens) -> bool:
    """Return True for `we hold Brussels` if retreats from Brussels are asked."""
    own = getattr(context.position.task, "area", None)
    if not context.retreats() or [token.area for token in tokens if token.area] not in ([], [own]):
        return False
    keys = find_keys(token for token in tokens if not token.area)
    vocabulary = use.SMALL | use.FIRST_PERSON | use.STAYS | use.AROUND_STAYS
    return (
        not keys.isdisjoint(use.FIRST_PERSON)
        and not keys.isdisjoint(use.STAYS)
        and keys <= vocabulary - order_words.CARDS
    )


def are_there(context: Context, tokens: Tokens) -> bool:
    """Return True if the named pieces stand in the named areas. French `ge-5 à Sedan` may lead there."""
    own = [*context.position.map.owned(context.side)]
    places: list[set[str]] = []
    is_followed = False
    for token in tokens:
        if token.key == COMMA:
            # In "6th and 7th stay, Mulhouse too", the area is one of its own.
            places = []
        elif token.area:
            if not all(token.area in one for one in places or [{piece.area for piece in own}]):
                return False
            is_followed = True
        elif name := token.piece or token.ordinal:
            places = [] if is_followed else places
            places.append({one.area for one in own if name in {one.id, one.id.partition("-")[2]}})
            is_followed = False
    return True


def is_partitive(tokens: Tokens) -> bool:
    """Return True for `one of its infantry`, which is an order to leave it behind."""
    counts = (at for at, token in enumerate(tokens[:-1]) if count_of(token) and not token.ordinal)
    return any(tokens[at + 1].key in use.OF for at in counts)


def find_left_behind(
    names: Names, position: Position, text: str, orders: Sequence[GreatWarOrder]
) -> tuple[str, ...]:
    """Return the ids of pieces that a text keeps, and that orders move with their army."""
    armies = {one.piece for one in orders if isinstance(one, Move | Retreat)}
    sent = {one.piece for one in orders if isinstance(one, Move | Retreat | Leave)}
    parts = [one for one in position.map.owned(names.side) if one.army in armies and one.id not in sent]
    if not parts:
        return ()
    clauses = (
        clause for sentence in read_sentences(names, text) for clause in sentence.clauses if keeps(clause)
    )
    ids = {id for clause in clauses for id in _list_kept(names, position, clause, parts)}
    return tuple(one.id for one in parts if one.id in ids)


def let_stay(
    context: Context, text: str, orders: Sequence[GreatWarOrder]
) -> tuple[GreatWarOrder, ...] | None:
    """Return orders with those by which pieces leave their army before it moves.

    None if the pieces have no names, or if armies retreat.
    """
    stay = find_left_behind(Names(context.theatre, context.side), context.position, text, orders)
    names = {token.piece for token in tokens_of(context.theatre, text)}
    if stay and not (context.moves() and names.issuperset(stay)):
        return None
    # "ge-2 to Artois, leaves ge-i9 in Cambrai" names the second order first.
    leaving = [one for one in orders if isinstance(one, Leave)]
    others = [one for one in orders if one not in leaving]
    leaving += [Leave(side=context.side, piece=id) for id in stay]
    first = next((at for at, one in enumerate(others) if isinstance(one, Move)), 0)
    return (*others[:first], *leaving, *others[first:])


def keeps(clause: Clause) -> bool:
    """Return True for `ge-i9 stays` and `ge-i9 does not move`."""
    stays = clause.stays or not clause.keys.isdisjoint(use.STAYS - use.SMALL)
    return clause.is_denied != stays and (stays or not clause.keys.isdisjoint(use.ACTS))


def _list_kept(names: Names, position: Position, clause: Clause, parts: Iterable[Piece]) -> Iterator[str]:
    """Yield the ids of pieces that a clause names, other than with the army in which they are."""

    def list_ids(mention: Mention) -> set[str]:
        choices = list_choices(names.theatre, position, names.side, mention, Frame(()))
        return {id for ids in choices for id in ids}

    places = {one.area for one in clause.mentions if one.area}
    hosts = {id for one in clause.mentions if one.is_army for id in list_ids(one)}
    for mention in clause.mentions:
        ids = list_ids(mention)
        for piece in parts:
            is_named = piece.id in ids if mention.ids or mention.numbers else piece.kind == mention.kind
            # "My cavalry stays" may be about the battle.
            is_there = piece.area in places or (not places and bool(mention.ids or mention.numbers))
            if is_named and is_there and piece.army not in hosts and mention.nation in {"", piece.nation}:
                yield piece.id


def is_open(text: str) -> bool:
    """Return True for words of pieces that may go with others, of parts, and of further things."""
    return open_phrases.GOES_ALONG.search(text) is not None or open_phrases.LEFT_OPEN.search(text) is not None


def misleads(context: Context, text: str) -> bool:
    """Return True for a sentence that may mean more than its names say."""
    if is_open(text) or (context.moves() and open_phrases.PART_STAYS.search(text)):
        return True
    names = Names(context.theatre, context.side)
    clauses = [clause for one in read_sentences(names, text) for clause in one.clauses]
    if any(_are_elsewhere(context, names, one) for one in clauses):
        return True
    # "The 2nd Army goes back to Verdun, the guns stay"
    here = getattr(context.position.task, "area", "")
    leads = any(one.area != here for clause in clauses for one in clause.areas("to"))
    return bool(here) and leads and open_phrases.KIND_STAYS.search(text) is not None


def _are_elsewhere(context: Context, names: Names, clause: Clause) -> bool:
    """Return True for `i4 holds Narew` if i4 is in Grodno."""
    areas = {one.area for one in clause.areas("", "in")}
    if not clause.stays or clause.is_denied or not areas:
        return False
    pieces = context.position.map.pieces
    for one in clause.mentions:
        if one.role or one.is_foreign or not (one.ids or one.ordinal or (one.kind and one.numbers)):
            continue
        choices = list_choices(names.theatre, context.position, context.side, one, Frame(()))
        places = [{pieces[id].area for id in ids} for ids in choices]
        if places and all(here.isdisjoint(areas) for here in places):
            return True
    return False
