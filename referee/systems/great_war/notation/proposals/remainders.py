"""Parts of a sentence that its orders leave out: pieces that are counted, lost or excepted, and plans.

Plans about losses and retreats in later battles become standing orders.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.proposals.cards import PAYING, find_named
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame, Memory
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    CombatCards,
    DeclareBattles,
    MakePlans,
    PassMove,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.great_war.orders import (
    Build,
    Buy,
    Entrench,
    Forfeit,
    GreatWarOrder,
    Place,
    Play,
    Redraw,
    Transfer,
)
from schemas.record import Value

LOSSES_WISH = "when losses"
"""Beginning of a standing order about losses."""

LOSSES = "losses"
RETREAT = "retreat-after"

_OTHER_KIND = {"infantry": "cavalry", "cavalry": "infantry"}
"""The kinds that a battle costs, each with the kind that is lost after it."""

_EXCEPTS = frozenset({"except", "excepting", "ausser", "sauf", "excepte", "εκτοσ"})


class Heard(Value):
    """A sentence with its frames, and the position in which it was read.

    `orders` are those of the sentence, and `by_frame` those of each frame.
    """

    sentence: Sentence
    frames: tuple[Frame, ...]
    view: Position
    orders: Orders
    by_frame: tuple[Orders, ...]


def leaves_doubt(heard: Heard) -> bool:
    """Return True for an order with a limit in brackets: `1 card (not more)`."""
    everything = [one for clause in heard.sentence.clauses for one in clause.mentions]
    return heard.sentence.has_doubt and bool(everything)


def leaves_choice(heard: Heard, orders: Orders) -> bool:
    """Return True for a condition about new pieces: `if Troyes is full, then Paris`."""
    sentence = heard.sentence
    names = any(one.area for clause in sentence.clauses for one in clause.mentions)
    limits = phrases.CONDITION.search(sentence.text) is not None and not sentence.is_question
    return names and limits and any(isinstance(one, Build | Place) for one in orders)


def leaves_part(heard: Heard) -> bool:
    """Return True if a sentence names an exception, new pieces, losses or a retreat without an order."""
    return (
        any(_is_exception(clause) for clause in heard.sentence.clauses)
        or _leaves_builds(heard)
        or _leaves_vague(heard)
        or _leaves_losses(heard)
        or _leaves_retreat(heard)
        or _leaves_next_battle(heard)
    )


def _is_exception(clause: Clause) -> bool:
    """Return True for pieces that an exception names: `it stays, except that its biplane flies to Metz`."""
    excepts = not clause.keys.isdisjoint(_EXCEPTS)
    return excepts and any(one.kind or one.ids or one.area for one in clause.mentions)


def _leaves_losses(heard: Heard) -> bool:
    """Return True for pieces of a kind without an order where the question asks what is lost."""
    task = heard.view.task
    asks = isinstance(task, PAYING) or (isinstance(task, MakePlans) and task.phase == "attrition")
    if heard.orders or not asks:
        return False
    if any((one.is_denied or one.stays) and not _names_object(one) for one in heard.sentence.clauses):
        # "The cavalry and the gun, we leave them alone"
        return False
    for frame in heard.frames:
        names = [one for clause in frame.clauses for one in clause.mentions if one in frame.subjects]
        units = any(one.kind and one.kind != "army" for one in names)
        # "The infantry here, I keep the gun" keeps a piece that no kind names.
        keeps_other = any(one.stays and _names_object(one) for one in frame.clauses if not one.subjects)
        if units and not frame.is_void and (keeps_other or not frame.stays):
            return True
    return False


def _names_object(clause: Clause) -> bool:
    """Return True for a clause that names pieces, perhaps by a word such as `gun`."""
    return any(one.is_piece for one in clause.mentions) or not clause.keys.isdisjoint(use.VAGUE)


def _count_wanted(frame: Frame) -> int:
    """Return the number of new pieces that a frame names. `One infantry, i21` is one."""
    new_pieces = [one for one in frame.subjects if one.kind != "army" and not (one.is_foreign or one.ordinal)]
    total = 0
    for kind in {one.kind for one in new_pieces}:
        like = [one for one in new_pieces if one.kind == kind]
        by_id = sum(len(one.ids) + len(one.numbers) for one in like)
        by_count = sum(one.count or 1 for one in like if not (one.ids or one.numbers))
        by_count = max([by_count, *(one.count for one in like)])
        total += max(by_id, by_count)
    return total


def _leaves_builds(heard: Heard) -> bool:
    """Return True for new pieces without an order, or with fewer orders than pieces."""
    if not isinstance(heard.view.task, MakePlans) or any(isinstance(one, Forfeit) for one in heard.orders):
        return False
    for frame, own in zip(heard.frames, heard.by_frame, strict=True):
        if frame.is_void or frame.stays:
            continue
        new_pieces = [one for one in frame.subjects if one.kind and one.kind != "army" and not one.is_foreign]
        described_pieces = [one for one in new_pieces if one.count or one.nation]
        placements = [one for one in own if isinstance(one, Build | Place | Transfer)]
        if (placements and len(placements) < _count_wanted(frame)) or (described_pieces and not own):
            return True
    return False


def _leaves_vague(heard: Heard) -> bool:
    """Return True for a word such as `gun`, which names no kind of piece, beside new pieces."""
    if not isinstance(heard.view.task, MakePlans) or not heard.orders:
        return False
    for frame, own in zip(heard.frames, heard.by_frame, strict=True):
        for clause in frame.clauses if own else ():
            names = {at for one in clause.mentions for at in range(one.at, one.end)}
            vague = (one for at, one in enumerate(clause.tokens) if at not in names)
            if any(not use.VAGUE.isdisjoint(one.key.split()) for one in vague):
                return True
    return False


def _leaves_retreat(heard: Heard) -> bool:
    """Return True for a retreat in a battle that is not fought yet: `they should go back to Verdun`."""
    if heard.orders or not isinstance(heard.view.task, CombatCards | DeclareBattles | PayHits):
        return False
    goals = [clause for clause in heard.sentence.clauses if clause.areas("to", "in") and not clause.is_denied]
    own = [one for clause in heard.sentence.clauses for one in clause.mentions if not one.is_foreign]
    is_own = any(one.is_piece for one in own) or not heard.sentence.keys.isdisjoint(use.FIRST_PERSON)
    return is_own and any(not clause.keys.isdisjoint(use.GOES_BACK) for clause in goals)


def _leaves_next_battle(heard: Heard) -> bool:
    """Return True for `next Verdun or Antwerp` where the next battle can be chosen."""
    task = heard.view.task
    if not isinstance(task, StandOrRetreat | RetreatAfter | RideOff) or heard.orders:
        return False
    mentions = [one for clause in heard.sentence.clauses for one in clause.mentions]
    areas = {one.area for one in mentions} - {"", task.area}
    names_piece = any(one.is_piece for one in mentions)
    return bool(areas) and not (names_piece or heard.sentence.keys.isdisjoint(use.NEXT))


def leaves_plan(search: Search, heard: Heard) -> bool:
    """Return True for losses in later battles that become no standing order."""
    sentence = heard.sentence
    wishes = [line for line, words in search.wishes.items() if words == sentence.quote]
    is_wish = any(line.startswith(LOSSES_WISH) for line in wishes)
    is_later = sentence_phrases.OTHER_BATTLES.search(sentence.text) is not None
    is_paid = isinstance(heard.view.task, PAYING) and not is_later
    if heard.orders or is_wish or sentence.is_question or is_paid:
        return False
    kinds = [one.kind for clause in sentence.clauses for one in clause.mentions if not one.is_foreign]
    if not any(kind and kind != "army" for kind in kinds):
        return False
    # "I lose the infantry first"
    is_sequence = not sentence.keys.isdisjoint(use.LOSES) and not sentence.keys.isdisjoint(use.FIRST)
    return is_later or is_sequence or not sentence.keys.isdisjoint(use.CASUALTIES)


def find_wishes(view: Position, sentence: Sentence, frames: Sequence[Frame], memory: Memory) -> Iterator[str]:
    """Yield the standing orders that a sentence wishes for, for each battle that it names, or for all."""
    if any(clause.is_of_others for clause in sentence.clauses):
        return
    areas = dict.fromkeys(one.area for clause in sentence.clauses for one in clause.mentions if one.area)
    there = memory.area if not _find_places(sentence).isdisjoint(use.THAT_PLACE) else ""
    places = [f" in {area}" for area in areas or filter(None, [there])] or [""]
    kind = _find_first(sentence)
    if kind and not isinstance(view.task, PayHits):
        yield from (f"when {LOSSES}{place}: lose first {kind}, then {_OTHER_KIND[kind]}" for place in places)
    if _stays_after(sentence, frames) and not isinstance(view.task, RetreatAfter):
        yield from (f"when {RETREAT}{place}: stay" for place in places)


def _find_places(sentence: Sentence) -> frozenset[str]:
    """Return the words of a sentence. French `la` is an article, and `là` a place."""
    return sentence.keys if "là" in sentence.text.casefold() else sentence.keys - {"la"}


def _find_first(sentence: Sentence) -> str:
    """Return the kind of piece that is lost first, or "": `losses from the infantry first`."""
    is_later = sentence_phrases.OTHER_BATTLES.search(sentence.text) is not None
    if sentence.keys.isdisjoint(use.FIRST) or not (is_later or sentence.keys & use.CASUALTIES):
        return ""
    # "The cavalry stays, losses come from the infantry first": the kinds follow the word for losses.
    later = [*dropwhile(lambda one: one.keys.isdisjoint(use.CASUALTIES), sentence.clauses)]
    mentions = [one for clause in later or sentence.clauses for one in clause.mentions if one.kind]
    kinds = [one.kind for one in mentions if not one.is_foreign and one.kind in _OTHER_KIND]
    # "The guns last" says more than a standing order that is proposed.
    is_plain = sentence.keys.isdisjoint(use.VAGUE) and len(kinds) == len(mentions)
    return kinds[0] if kinds and is_plain else ""


def _stays_after(sentence: Sentence, frames: Sequence[Frame]) -> bool:
    """Return True for `we stay after the battle` and `no retreat afterwards`."""
    if phrases.AFTER_BATTLE.search(sentence.text) is None:
        return False
    after = [frame for frame in frames if phrases.AFTER_BATTLE.search(frame.text)]
    stays = any(frame.stays and not frame.is_denied for frame in after)
    denies = any(frame.is_denied and not frame.keys.isdisjoint(use.GOES_BACK | use.MOVES) for frame in after)
    return stays or denies


def omits_purchase(sentence: Sentence, orders: Iterable[GreatWarOrder]) -> bool:
    """Return True for cards or trenches that no order buys: `build 2 infantry, cards for the rest`."""
    kinds = {type(one) for one in orders}
    goods = frozenset[str]() if Buy in kinds else order_words.CARDS
    goods |= frozenset[str]() if Entrench in kinds else use.TRENCHES - use.SMALL
    # "The rest goes into cards" keeps nothing.
    idle = use.BEING | use.POSSESSES | use.NEEDS | (use.KEEPS | use.STAYS) - use.REST
    return (
        bool(kinds)
        and not sentence.is_question
        and any(
            not (one.keys.isdisjoint(goods) or one.is_denied or one.is_unreal or one.is_of_others)
            and one.keys.isdisjoint(idle)
            for one in sentence.clauses
        )
    )


def is_void(clause: Clause) -> bool:
    """Return True for a clause that wants nothing. A mere possibility may be a wish.

    A denial behind the destination may be a reason: `the 1st Army moves to Brussels so no one sneaks in`.
    """
    if (clause.is_denied and not is_denied_late(clause)) or clause.is_of_others:
        return True
    is_wish = not clause.keys.isdisjoint(use.UNSURE) or phrases.CONDITIONAL.search(clause.text)
    return clause.is_unreal and not is_wish


def is_denied_late(clause: Clause) -> bool:
    """Return True for a denial behind the destination of pieces."""
    goals = [one.end for one in clause.areas("to")]
    first = next((at for at, token in enumerate(clause.tokens) if token.among(use.NEGATES)), 0)
    return bool(clause.subjects and goals) and first >= goals[0]


def is_idle(clause: Clause) -> bool:
    """Return True for a clause without a deed: a denial, the past, or pieces that stay."""
    return is_void(clause) or (clause.stays and not clause.areas("to"))


def acts(clause: Clause) -> bool:
    """Return True for a verb of movement or a clear destination."""
    return bool(clause.areas("to")) or not clause.keys.isdisjoint(use.ACTS)


def leaves_card(search: Search, heard: Heard, orders: Orders) -> bool:
    """Return True for a card of the hand that is named, and neither kept nor used."""
    task = heard.view.task
    if not isinstance(task, PassMove | DeclareBattles) or any(
        isinstance(one, Redraw | Play) for one in orders
    ):
        return False
    live = [one for one in heard.sentence.clauses if not (is_idle(one) or one.is_relative)]
    is_kept = any(one.stays or one.is_denied for one in heard.sentence.clauses)
    names = find_named(search, heard.view, live)
    return not is_kept and bool(names.numbers or names.kinds)


def names_unknown(clause: Clause) -> bool:
    """Return True for a name that is not known, beside a battle: `first Lodz, then Xyz`."""
    unknown = (one for one in clause.tokens if one.text[:1].isupper() and not one.among(use.ALL))
    return not clause.mentions and not is_void(clause) and clause.is_listed and any(unknown)


def leaves_number(search: Search, view: Position, clause: Clause, used: frozenset[str]) -> bool:
    """Return True for the number of an own army that no name explains: `la 2e l'accompagne`."""
    if is_idle(clause) or (not acts(clause) and not clause.keys.isdisjoint(use.POSSESSES)):
        return False
    mentions = {at for one in clause.mentions for at in range(one.at, one.end)}
    numbers = {
        token.ordinal
        for at, token in enumerate(clause.tokens)
        if token.ordinal and at not in mentions and _is_number(token.text, at)
    }
    own = {piece.id for piece in view.map.owned(search.side) if piece.id.partition("-")[2] in numbers}
    return bool(own) and own.isdisjoint(used)


def _is_number(text: str, at: int) -> bool:
    """Return True for `2e`, and for `Tenth` unless it begins a clause."""
    return text[:1].isdigit() or (at > 0 and text[:1].isupper())
