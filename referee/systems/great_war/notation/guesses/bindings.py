"""Pieces of a sentence, each bound to the places that stand nearest to it.

No verb is needed: the place is that of the order that is legal.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.movements import names_way
from referee.systems.great_war.notation.proposals.pieces import number
from referee.systems.great_war.state.position import Position
from schemas.record import Side, Value

LONGEST_ITEM = 3
"""Most words of an item of a list."""

IsHost = Callable[[Mention], bool]


class Binding(Value):
    """A piece with the clauses around it, and its places, the nearest first.

    `areas` may be its destination, `hosts` are armies that it may join, and `origins` where it stands. Its
    clause `is_bare` if the places stand in others.
    """

    unit: Mention
    clauses: tuple[Clause, ...]
    areas: tuple[str, ...] = ()
    hosts: tuple[Mention, ...] = ()
    origins: tuple[str, ...] = ()
    is_bare: bool = False

    @property
    def frame(self) -> Frame:
        """The piece as a frame."""
        return Frame(self.clauses, (self.unit,), origins=self.origins, hosts=self.hosts)


def is_readable(sentence: Sentence) -> bool:
    """Return True for a sentence without a question, a report or a condition outside of denials."""
    live = [one for one in sentence.clauses if not one.is_denied]
    return not (
        sentence.is_question
        or sentence.has_doubt
        or sentence.has_condition
        or any(phrases.CONDITION.search(one.text) for one in live)
        or any(phrases.CONDITION.match(one.text) for one in sentence.clauses)
        or not sentence.keys.isdisjoint(use.REPORTS)
    )


def is_ruled_out(clause: Clause) -> bool:
    """Return True for a clause that wants nothing: a denial, a possibility, the past, or other people."""
    is_left_out = sentence_phrases.LEFT_OUT.search(clause.text) is not None
    is_of_others = clause.is_of_others or clause.is_about_foreigners
    return clause.is_denied or clause.is_unreal or is_of_others or is_left_out


def orders_nothing(clause: Clause) -> bool:
    """Return True for a clause that orders nothing: void, about pieces that stay, or about what there is."""
    is_state = not (clause.keys.isdisjoint(use.BEING | use.POSSESSES) or clause.moves or clause.areas("to"))
    return is_ruled_out(clause) or clause.stays or clause.is_relative or is_state


def list_live(sentence: Sentence) -> tuple[Clause, ...]:
    """Return the clauses that may want something. A list shares a denial: `no battle in Lodz and Banat`."""
    clauses = sentence.clauses
    void = [is_ruled_out(one) for one in clauses]
    is_void_name = False
    for at, clause in enumerate(clauses):
        is_shared = at > 0 and void[at - 1] and _joins(clause) and _is_item(clause)
        # "Metz I leave alone, they are too strong, and Troyes likewise"
        is_same = is_void_name and not (clause.has_verb or clause.keys.isdisjoint(use.TOO))
        void[at] = void[at] or is_shared or is_same
        is_void_name = void[at] if clause.mentions else is_void_name
    for at in reversed(range(len(clauses) - 1)):
        # "Lodz and Banat are quiet", but not "Lodz, Banat, no battle in Metz"
        is_shared = void[at + 1] and _joins(clauses[at + 1]) and not _begins_with_denial(clauses[at + 1])
        void[at] = void[at] or (is_shared and _is_item(clauses[at]))
    return tuple(one for one, is_out in zip(clauses, void, strict=True) if not is_out)


def _joins(clause: Clause) -> bool:
    return clause.joint in order_words.AND | {","} and not clause.is_contrast


def _is_item(clause: Clause) -> bool:
    return not clause.has_verb and len(clause.tokens) <= LONGEST_ITEM


def _begins_with_denial(clause: Clause) -> bool:
    return any(token.among(use.NEGATES) for token in clause.tokens[:1])


def bind(sentence: Sentence, is_host: IsHost, last: str | None = None) -> Iterator[Binding]:
    """Yield the pieces of a sentence with their places.

    `last` is the area named last before it, to which pieces without a place go, or None if they go nowhere.
    """
    clauses, live = sentence.clauses, list_live(sentence)
    for at, clause in enumerate(clauses):
        if clause in live and not orders_nothing(clause):
            for unit in _list_units(clause, is_host):
                if not _needs_no_order(clauses, at, unit, is_host):
                    yield _bind(clauses, at, unit, is_host, last)
        last = last if last is None else find_last_area([clause]) or last


def name_numbers(position: Position, side: Side, sentence: Sentence, cards: Collection[int]) -> Sentence:
    """Return a sentence whose bare numbers are those of armies, or else of single pieces: `7 to Metz`.

    Numbers of `cards` are left.
    """
    own = [piece for piece in position.map.owned(side) if piece.kind != "fort"]

    def name(mention: Mention) -> Mention:
        if (
            not mention.is_bare_number
            or mention.is_foreign
            or any(int(one) in cards for one in mention.numbers)
        ):
            return mention
        like = [[one for one in own if number(one.id) == int(digits)] for digits in mention.numbers]
        armies = [one for some in like for one in some if one.kind == "army"]
        if len(mention.numbers) == 1 == len(armies):
            return replace(mention, numbers=(), ordinal=mention.numbers[0])
        if all(len(some) == 1 for some in like):
            return replace(mention, numbers=(), ids=tuple(some[0].id for some in like))
        return mention

    clauses = tuple(replace(one, mentions=tuple(map(name, one.mentions))) for one in sentence.clauses)
    return replace(sentence, clauses=clauses)


def find_last_area(clauses: Sequence[Clause]) -> str:
    """Return the area that clauses name last, other than as an origin, or ""."""
    mentions = (one for clause in reversed(clauses) for one in reversed(clause.mentions))
    return next((one.area for one in mentions if one.area and one.role != "from"), "")


def list_areas(clauses: Iterable[Clause]) -> list[str]:
    """Return the areas of clauses that are not idle."""
    live = [one for one in clauses if not orders_nothing(one)]
    return [one.area for clause in live for one in clause.mentions if one.area]


def _list_units(clause: Clause, is_host: IsHost) -> list[Mention]:
    """Return the own pieces of a clause. The contents of an army go where it goes."""
    first = clause.tokens[0].key if clause.tokens else ""
    holds = first in order_words.WITH and not clause.areas("to", "in")
    return [
        one
        for one in clause.mentions
        if one.is_piece
        and not (one.is_foreign or one.role == "against" or is_host(one) or _is_people(one))
        and not (one.role == "with" and one.kind and not (one.ids or one.numbers or one.count))
        and not (holds and one.kind)
    ]


def _is_people(mention: Mention) -> bool:
    """Return True for `the Serbs`, which names no piece."""
    return mention.kind == "army" and not (mention.ordinal or mention.ids)


def _needs_no_order(clauses: Sequence[Clause], at: int, unit: Mention, is_host: IsHost) -> bool:
    """Return True for the first words of `the other infantry, i22, goes to Narew`.

    The cavalry of `with both infantry and the cavalry` goes with its army as well.
    """
    if unit.ids or unit.numbers or unit.ordinal or unit.count > 1:
        return False
    before = clauses[at - 1] if at and clauses[at].joint in order_words.AND else None
    takes = before is not None and any(one.role == "with" for one in before.mentions)
    if before is not None and (takes or order_words.WITH & before.keys):
        return True
    if at + 1 == len(clauses):
        return False
    later = _list_units(clauses[at + 1], is_host)[:1]
    is_bare = not any(one.area or is_host(one) for one in clauses[at].mentions if one.at > unit.at)
    return is_bare and any(one.kind in {None, unit.kind} and (one.ids or one.numbers) for one in later)


def _bind(clauses: Sequence[Clause], at: int, unit: Mention, is_host: IsHost, last: str | None) -> Binding:
    clause = clauses[at]
    places = _list_places(clause, unit, is_host)
    origins = [one.area for one in clause.mentions if one.area and one.role == "from"]
    if _comes_from_there(clause) and last:
        origins.append(last)
    stands = next((one for one in places if one.area), None)
    if not (unit.ids or unit.numbers or unit.ordinal) and stands is not None and _is_place_of(stands, places):
        # "The infantry in Karlsruhe reinforces Saar"
        origins.append(stands.area)
        places.remove(stands)
    around, is_bare = [clause], not (places or origins)
    behind = clauses[at + 1] if at + 1 < len(clauses) else None
    # "i11 steps up from Aachen, and c4 goes from Eifel to Liège"
    is_apart = bool(origins) and behind is not None and bool(behind.areas("from"))
    for other in _list_near(clauses, at, is_host, is_bare=not (places or is_apart)):
        near = _list_places(other, None, is_host)
        if near or names_way(other):
            around.append(other)
        places += near
    areas = [one.area for one in places if one.area]
    if not places and last and last not in origins and (origins or _goes_there(clause)):
        areas = [last]
    if unit.ids or unit.numbers or unit.ordinal:
        origins = []
    hosts = tuple(one for one in places if not one.area)
    return Binding(unit, tuple(around), tuple(dict.fromkeys(areas)), hosts, tuple(origins), is_bare)


def _list_places(clause: Clause, unit: Mention | None, is_host: IsHost) -> list[Mention]:
    """Return the areas and armies of a clause, those behind the piece first."""
    places = [
        one
        for one in clause.mentions
        if (one.area and one.role not in {"from", "via"}) or (is_host(one) and not one.is_foreign)
    ]
    if unit is None:
        return places
    units = _list_units(clause, is_host)
    end = min((one.at for one in units if one.at > unit.at), default=len(clause.tokens))
    behind = [one for one in places if unit.at < one.at < end]
    before = [one for one in reversed(places) if one.at < unit.at]
    return [*behind, *before, *(one for one in places if one.at >= end)]


def _is_place_of(area: Mention, places: Sequence[Mention]) -> bool:
    """Return True for an area behind `in` that stands before another place."""
    return area.role == "in" and not area.leads and any(one.area and one.area != area.area for one in places)


def _comes_from_there(clause: Clause) -> bool:
    words = [token.key for token in clause.tokens]
    return any(first in use.FROM and then in use.THERE for first, then in pairwise(words))


def _goes_there(clause: Clause) -> bool:
    """Return True for a clause whose destination was named before: `i4 comes there too`."""
    return clause.moves or clause.says_there or not clause.keys.isdisjoint(use.TOO | use.FOLLOWS)


def _list_near(clauses: Sequence[Clause], at: int, is_host: IsHost, *, is_bare: bool) -> Iterator[Clause]:
    """Yield the clauses that may name the places of a piece: those behind it without pieces of their own.

    A clause without places of its own shares those of the next piece, or else of the one before:
    `two infantry and the cavalry to Metz`.
    """
    for other in clauses[at + 1 :]:
        if _list_units(other, is_host):
            break
        if not orders_nothing(other):
            yield other
    if not is_bare:
        return
    is_joined = at + 1 < len(clauses) and clauses[at + 1].joint in order_words.AND | {","}
    if is_joined and not orders_nothing(clauses[at + 1]) and _list_places(clauses[at + 1], None, is_host):
        yield clauses[at + 1]
    elif at and clauses[at].joint in order_words.AND | {",", ":"} and not orders_nothing(clauses[at - 1]):
        yield clauses[at - 1]
