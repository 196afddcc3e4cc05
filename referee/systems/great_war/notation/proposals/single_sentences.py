"""Orders that a sentence of free text probably means.

Other than the strict reader, this reader skips words that it does not know. It looks for the names and
numbers of legal orders in the clauses of the text, and leaves out denials, conditions, questions and reports.
"""

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.proposals import (
    cards,
    movements,
    planning,
    remainders,
)
from referee.systems.great_war.notation.proposals.clauses import Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame, Memory, build_frames
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.state.tasks import (
    CombatCards,
    DeclareBattles,
    MakePlans,
)

_WITHIN = frozenset({"its", "their", "davon", "seiner", "ihrer", "ses", "leurs", "leur", "them"})
"""Words for a part of an army."""


def read_sentence(search: Search, sentence: Sentence, memory: Memory, sentences: list[Heard]) -> Memory:
    """Propose the orders of a sentence, and return the names that it adds."""
    before, first = memory, len(search.orders)
    view_before = search.view or search.start
    assert view_before is not None
    frames, memory = build_frames(sentence, memory)
    view = search.view
    new_wishes = () if view is None else tuple(remainders.find_wishes(view, sentence, frames, before))
    for line in new_wishes:
        search.wishes.setdefault(line, search.words)
    if sentence.is_blocked:
        if any(frame.subjects and (frame.goals or frame.hosts) for frame in frames):
            search.leave()
        sentences.append(Heard(sentence, frames, view_before, (), ((),) * len(frames)))
        return memory
    if sentence.has_condition:
        search.leave()
    frames = tuple(_name_units(search, frame) for frame in frames)
    if any(_leaves_part(frame) for frame in frames):
        search.leave()
        return memory
    planning.take_battles(search, sentence, frames)
    cards.take(search, sentence, frames)
    by_frame: list[Orders] = []
    digs = planning.take_trenches(search, sentence)
    is_plan = isinstance(view_before.task, MakePlans)
    for frame in frames:
        count = first if digs else len(search.orders)
        if is_plan and not digs:
            planning.take_builds(search, sentence, frame)
        movements.take(search, sentence, frame, frames)
        by_frame.append(tuple(order for _, order in search.orders[count:]))
        search.stands = search.stands or (search.words if _denies_all(search, frame) else "")
    own = tuple(order for _, order in search.orders[first:])
    if not (own or new_wishes) and _plans_elsewhere(search, sentence):
        search.leave()
    sentences.append(Heard(sentence, frames, view_before, own, tuple(by_frame)))
    return memory


def _plans_elsewhere(search: Search, sentence: Sentence) -> bool:
    """Return True for `Belgrade and Bosnia: stand and stay` where another battle is asked about."""
    mentions = [one for clause in sentence.clauses for one in clause.mentions]
    asked_about = getattr(search.task, "area", "")
    elsewhere = any(one.area not in {"", asked_about} for one in mentions)
    plans = not sentence.keys.isdisjoint(use.KEEPS | use.CASUALTIES | use.GOES_BACK)
    return bool(asked_about) and elsewhere and plans and not any(one.is_piece for one in mentions)


def _leaves_part(frame: Frame) -> bool:
    """Return True if a part of an army stays behind, which no single order says."""
    units = any(one.kind and not one.ids and not one.numbers for one in frame.subjects)
    if not (frame.stays and units):
        return False
    # "The infantry keeps its head down" is whole.
    ends = [max((one.end for one in clause.mentions), default=0) for clause in frame.clauses]
    before = {
        part
        for clause, end in zip(frame.clauses, ends, strict=True)
        for token in clause.tokens[:end]
        for part in token.key.split()
    }
    return not (before | (frame.keys - use.ITS)).isdisjoint(_WITHIN)


def _name_units(search: Search, frame: Frame) -> Frame:
    """Return a frame whose bare numbers have the kind of piece that was named last."""
    subjects: list[Mention] = []
    for mention in frame.subjects:
        last = search.unit
        if mention.is_bare_number and last is not None and last.kind != "fort":
            subjects.append(replace(mention, kind=last.kind, nation=mention.nation or last.nation))
        elif not mention.is_bare_number:
            subjects.append(mention)
        if mention.kind is not None:
            search.unit = mention
    for clause in frame.clauses:
        units = [one for one in clause.mentions if one.kind is not None and not one.is_foreign]
        search.unit = units[-1] if units else search.unit
    return replace(frame, subjects=tuple(subjects))


def _denies_all(search: Search, frame: Frame) -> bool:
    """Return True if a frame answers the whole question with no."""
    if movements.stands(search, frame):
        return True
    if not frame.is_denied or frame.is_unreal or frame.is_of_others:
        return False
    left_out = [clause for clause in frame.clauses if sentence_phrases.LEFT_OUT.search(clause.text)]
    if any(clause.mentions and clause not in left_out for clause in frame.clauses):
        return False
    match search.task:
        case DeclareBattles():
            return cards.denies_any(frame, use.COMBAT)
        case CombatCards():
            return cards.denies_any(frame, order_words.CARDS)
        case _:
            return False
