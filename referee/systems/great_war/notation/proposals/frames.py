"""Frames: the pieces of one or several clauses, with their destination, their stay or a denial."""

from itertools import pairwise

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.mentions import Mention
from schemas.record import Value


class Memory(Value):
    """Names in the sentences before: the last own pieces, the last area, and the last destination."""

    pieces: tuple[Mention, ...] = ()
    area: str = ""
    goal: str = ""
    target: str = ""


class Frame(Value):
    """Pieces of one or several clauses, with their places and denials.

    `goals` are destinations behind a clear word, and `places` areas that may be where the pieces are or go.
    """

    clauses: tuple[Clause, ...]
    subjects: tuple[Mention, ...] = ()
    goals: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    hosts: tuple[Mention, ...] = ()
    companions: tuple[Mention, ...] = ()
    is_denied: bool = False
    is_unreal: bool = False
    is_of_others: bool = False
    is_reference: bool = False
    is_inherited: bool = False
    there: str = ""

    @property
    def text(self) -> str:
        """The words of the clauses."""
        return ", ".join(clause.text for clause in self.clauses)

    @property
    def keys(self) -> frozenset[str]:
        """All words of the clauses."""
        return frozenset[str]().union(*(clause.keys for clause in self.clauses))

    @property
    def moves(self) -> bool:
        """Return True for a verb of movement."""
        return any(clause.moves for clause in self.clauses)

    @property
    def takes(self) -> bool:
        """Return True for a verb whose object is the destination."""
        return not self.keys.isdisjoint(use.TAKES)

    @property
    def stays(self) -> bool:
        """Return True for a verb of pieces that stay, without a destination."""
        return any(clause.stays for clause in self.clauses) and not self.goals

    @property
    def is_void(self) -> bool:
        """Return True if nothing of it can be an order."""
        return self.is_denied or self.is_unreal or self.is_of_others

    @property
    def is_whole(self) -> bool:
        """Return True if the frame says what its pieces do."""
        speaks = any(clause.has_verb or clause.says_where for clause in self.clauses)
        return bool(self.goals or self.hosts) or speaks or not self.keys.isdisjoint(use.POSSESSES)


def build_frames(sentence: Sentence, memory: Memory) -> tuple[tuple[Frame, ...], Memory]:
    """Return the frames of a sentence, and the names that later sentences may refer to."""
    frames: list[Frame] = []
    current: Frame | None = None
    target = memory.target
    if sentence.reason_area:
        memory = replace(memory, area=sentence.reason_area, goal="")
    for clause in sentence.clauses:
        part = _build(clause, memory)
        if clause.is_relative and not (current and not current.is_whole and (part.goals or part.hosts)):
            memory = _remember(memory, clause)
            continue
        if current is None:
            current = part
        elif _is_new(current, part, clause) and not clause.is_relative:
            frames.append(_complete(current, frames))
            current = _inherit(part, current, clause)
        else:
            current = _merge(current, part)
        memory = _remember(memory, clause)
        if goal := _find_last_goal(current):
            memory = replace(memory, goal=goal)
    if current is not None:
        frames.append(_complete(current, frames))
    return _aim(_share_goals(_take_back(frames)), target), replace(memory, target=memory.target or target)


def _find_last_goal(frame: Frame) -> str:
    """Return where the pieces of a frame go: `marche sur Liège` names a place as well."""
    if frame.goals:
        return frame.goals[-1]
    goes = frame.moves and frame.subjects and not frame.is_void and len(frame.places) == 1
    return frame.places[0] if goes else ""


def _aim(frames: tuple[Frame, ...], target: str) -> tuple[Frame, ...]:
    """Return frames of which those without a destination go to the area that was announced before."""
    if not target or any(frame.goals or frame.places for frame in frames):
        return frames
    return tuple(
        replace(one, goals=(target,)) if _is_departure(one) and target not in one.origins else one
        for one in frames
    )


def _take_back(frames: list[Frame]) -> list[Frame]:
    """Return frames without the order in `I would pull it back, but it stays`."""
    for at, later in enumerate(frames[1:]):
        first = later.clauses[0]
        is_bare = first.is_contrast and not first.mentions and (later.stays or first.is_denied)
        if is_bare and first.joint in {"but", "aber", "mais", "sondern", "αλλά", ","}:
            frames[at] = replace(frames[at], is_unreal=True)
    return frames


def _complete(frame: Frame, before: list[Frame]) -> Frame:
    """Return a frame whose pronoun means the pieces before it: `put it on a train and fetch it`."""
    last = before[-1] if before else None
    if frame.subjects or not frame.goals or frame.is_reference or last is None or not last.subjects:
        return frame
    if frame.is_void or last.is_void or any(clause.is_about_foreigners for clause in frame.clauses):
        return frame
    words = {token.key for clause in frame.clauses for token in clause.tokens}
    return (
        frame if words.isdisjoint(use.OBJECTS) else replace(frame, subjects=last.subjects, is_inherited=True)
    )


def _share_goals(frames: list[Frame]) -> tuple[Frame, ...]:
    """Return frames of which earlier ones have the destination of `both into Boulogne`."""
    sharers = [
        (at, frame)
        for at, frame in enumerate(frames)
        if at and frame.goals and any(_says_both(clause) for clause in frame.clauses) and not frame.is_void
    ]
    for at, last in sharers:
        for place in range(at):
            one = frames[place]
            if one.subjects and one.origins and not (one.goals or one.hosts or one.places or one.stays):
                frames[place] = replace(one, goals=last.goals)
    return tuple(frames)


def _says_both(clause: Clause) -> bool:
    """Return True for `both into Boulogne` without a piece of its own."""
    return bool(clause.areas("to")) and not clause.subjects and not clause.keys.isdisjoint(use.BOTH)


def _build(clause: Clause, memory: Memory) -> Frame:
    subjects = clause.subjects
    if not subjects and not clause.is_about_foreigners and _means_last(clause):
        subjects = memory.pieces
    goals = tuple(one.area for one in clause.areas("to")) or _find_ends(clause) or _find_leads(clause)
    refers = not goals and clause.says_there and (clause.moves or not clause.keys.isdisjoint(use.THITHER))
    # "There" is the area that was named last, unless the pieces come from it.
    last = memory.goal if _joins(clause) and memory.goal else memory.area
    origins = tuple(one.area for one in clause.areas("from"))
    if refers and last and last not in origins and not clause.areas("in", ""):
        goals = (last,)
    elif (
        not (goals or clause.areas("", "in"))
        and not clause.hosts
        and _follows(clause, has_pieces=bool(subjects))
        and memory.goal not in {"", *origins}
    ):
        goals, refers = (memory.goal,), True
    else:
        refers = False
    return Frame(
        (clause,),
        subjects,
        goals,
        tuple(one.area for one in clause.areas("in", "")),
        origins,
        tuple(one.area for one in clause.areas("via")),
        clause.hosts,
        is_denied=clause.is_denied,
        is_unreal=clause.is_unreal,
        is_of_others=clause.is_of_others or (clause.is_about_foreigners and not subjects),
        is_reference=refers,
        companions=tuple(one for one in clause.mentions if one.role == "with" and not one.is_foreign),
        there=memory.area if clause.says_there else "",
    )


def _find_ends(clause: Clause) -> tuple[str, ...]:
    """Return the destination of `passe du Banat à Belgrade`: the area behind `from`."""
    at = next((one.at for one in clause.areas("from")), None)
    rests = not clause.keys.isdisjoint(use.KEEPS | use.POSSESSES)
    if at is None or rests or not clause.subjects:
        return ()
    return tuple(one.area for one in clause.areas("in") if one.at > at)


def _find_leads(clause: Clause) -> tuple[str, ...]:
    """Return the destination of `4e armée à Verdun` and `par mer à Calais`, which have no verb."""
    if not clause.subjects and not clause.keys.isdisjoint(use.GOES_BACK):
        # "I retreat with be-1 to Ghent"
        return tuple(one.area for one in clause.mentions if one.leads)
    travels = clause.subjects or not clause.keys.isdisjoint(use.RAIL | use.SEA)
    if not travels or clause.has_verb:
        return ()
    return tuple(one.area for one in clause.mentions if one.leads)


_FOLLOWS = use.FOLLOWS - order_words.ARTICLES  # French "les" is an article as well


def _follows(clause: Clause, *, has_pieces: bool) -> bool:
    """Return True for `accompanied by the 2nd Army` and `the 2nd joins in`."""
    is_accompanied = has_pieces and not clause.keys.isdisjoint(use.ACCOMPANIED)
    names = any(one.is_army or one.ids or one.numbers for one in clause.subjects)
    says_same = names and not clause.has_verb and not clause.keys.isdisjoint(use.TOO | _FOLLOWS)
    return is_accompanied or says_same or (_joins(clause) and clause.moves)


def _joins(clause: Clause) -> bool:
    return not clause.keys.isdisjoint(_FOLLOWS | {"too"})


def _means_last(clause: Clause) -> bool:
    """Return True for `It goes`, `pull it back` and `je la ramène`.

    German `sie geht` means a piece, and `sie gehen` may be others.
    """
    pairs = [*pairwise(words := [token.key for token in clause.tokens])]
    is_moved = any(verb in use.MOVES and word in use.THEM for verb, word in pairs)
    if is_moved or any(subject in use.FIRST_PERSON and word in use.OBJECTS for subject, word in pairs):
        return True
    if not words or words[0] not in use.PRONOUNS:
        return False
    return words[0] != "sie" or (len(words) > 1 and words[1].endswith("t"))


def _is_new(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True if a clause begins another frame."""
    names_pieces = any(one.is_piece for one in current.subjects) and not (
        part.subjects or current.is_void or current.is_whole
    )
    # "The 8th Army: stays" is one statement.
    is_apart = clause.joint in {":", ";"} and clause.has_verb and not names_pieces
    keeps = clause.stays and not clause.keys.isdisjoint(use.FIRST_PERSON) and not names_pieces
    if clause.is_contrast or is_apart or keeps:
        return True
    is_remark = clause.is_of_others and not clause.mentions and current.is_whole
    if is_remark or _belongs(current, part, clause):
        return is_remark
    if clause.joint == ":" and clause.subjects:
        return True
    if current.is_whole:
        return bool(clause.mentions) or clause.has_verb or clause.is_denied or not clause.is_talk
    is_other = bool(clause.subjects) and clause.has_verb and clause.joint in {":", ";"}
    return is_other or (clause.is_about_foreigners and bool(current.subjects))


def _belongs(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True if a clause goes on with the statement before it."""
    return (
        _goes_on_listing(current, part, clause)
        or _completes(current, part, clause)
        or _is_apposition(current, clause)
        or _names_counted(current, clause)
    )


def _completes(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True if a clause without pieces of its own adds what the clauses before it leave open.

    These are a word such as `perhaps`, the destination of `The 5th Army leaves Longwy and attacks Verdun`,
    and the army of `The biplane goes to Longwy, into the 5th Army`.
    """
    if current.clauses[-1].is_talk and len(current.clauses) == 1:
        return clause.joint != ":" or not clause.subjects
    if part.subjects or clause.is_about_foreigners or not current.subjects:
        return False
    if clause.mentions and not clause.has_verb and all(one.role == "with" for one in clause.mentions):
        return True
    if _is_departure(current):
        return clause.has_verb or bool(part.goals or part.places)
    adds_host = any((one.is_army or one.ids) and one.role in {"to", "with"} for one in clause.mentions)
    return adds_host and not clause.has_verb and not current.hosts


def _goes_on_listing(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True for the second piece of `there go the 1st Army and the 2nd Army to Metz`."""
    last = current.clauses[-1]
    ends = bool(last.subjects) and last.mentions[-1].end == len(last.tokens)
    is_bare = not (current.goals or current.places or current.origins or current.hosts or current.stays)
    is_same = bool(part.subjects) and not clause.has_verb and not current.is_denied
    return ends and is_bare and is_same and clause.joint in order_words.AND


def _is_apposition(current: Frame, clause: Clause) -> bool:
    """Return True for the number behind a loss or a card: `the cavalry goes, c3`, `the Offensive, no. 4`."""
    pays = not current.keys.isdisjoint(use.LOSES | use.GIVES | use.USES)
    names = clause.mentions and all(one.numbers or one.ids for one in clause.mentions)
    is_open = not any(one.numbers or one.ids or one.area for part in current.clauses for one in part.mentions)
    return bool(names) and pays and is_open and clause.joint == "," and not clause.has_verb


def _names_counted(frame: Frame, clause: Clause) -> bool:
    """Return True for the ids of whole pieces: `2 infantry in Paris into fr-1, fr-i18 and i22`."""
    whole = frame.subjects[0] if frame.subjects else None
    if whole is None or whole.count < 2 or whole.ids or clause.has_verb or frame.stays:
        return False
    ids = [one for one in frame.subjects[1:] if one.ids or one.numbers]
    is_listed = bool(clause.mentions) and all(
        one.ids or (one.kind and one.numbers) for one in clause.mentions
    )
    return is_listed and clause.mentions == clause.subjects and len(ids) < whole.count


def _is_departure(frame: Frame) -> bool:
    """Return True for pieces that leave an area, without a destination."""
    is_open = not (frame.goals or frame.hosts or frame.places or frame.stays or frame.is_denied)
    return bool(frame.subjects) and is_open and (frame.moves or bool(frame.origins))


def _inherit(part: Frame, before: Frame, clause: Clause) -> Frame:
    """Return a frame with the pieces of the one before, and its denial if the clause has no verb."""
    is_same = not part.subjects and not clause.is_about_foreigners
    if is_same and (part.goals or part.hosts or part.moves):
        part = replace(part, subjects=before.subjects, is_inherited=True)
    if part.subjects and part.origins and not (part.goals or clause.has_verb) and before.goals:
        # "The 2nd Army from Nancy goes to Verdun, and from Argonne the 4th" names one destination.
        part = replace(part, goals=before.goals)
    if clause.is_contrast or (clause.has_verb and not (is_same and part.subjects)):
        return part
    return replace(
        part,
        is_denied=part.is_denied or before.is_denied,
        is_unreal=part.is_unreal or before.is_unreal,
        is_of_others=part.is_of_others or before.is_of_others,
    )


def _merge(first: Frame, second: Frame) -> Frame:
    return Frame(
        (*first.clauses, *second.clauses),
        _join_subjects(first.subjects, second.subjects),
        (*first.goals, *second.goals),
        (*first.places, *second.places),
        (*first.origins, *second.origins),
        (*first.between, *second.between),
        (*first.hosts, *second.hosts),
        (*first.companions, *second.companions),
        first.is_denied or second.is_denied,
        first.is_unreal or second.is_unreal,
        first.is_of_others or second.is_of_others,
        first.is_reference or second.is_reference,
        there=second.there or first.there,
    )


def _join_subjects(first: tuple[Mention, ...], second: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Join two lists of pieces. `A British infantry, number 10` is one piece."""
    if first and second and second[0].is_bare_number:
        last = first[-1]
        if last.kind and not (last.numbers or last.ids):
            return (*first[:-1], replace(last, numbers=second[0].numbers), *second[1:])
    pieces = (*first, *second)
    # Two infantry, and the ids of two.
    is_named = bool(pieces) and pieces[0].count == len(pieces) - 1 > 1 and not pieces[0].ids
    if is_named and all(one.ids or one.numbers for one in pieces[1:]):
        return tuple(replace(one, nation=one.nation or pieces[0].nation) for one in pieces[1:])
    return pieces


def _remember(memory: Memory, clause: Clause) -> Memory:
    area = [memory.area, *(one.area for one in clause.mentions if one.area)][-1]
    pieces = clause.subjects or memory.pieces
    return Memory(pieces, area, memory.goal, _find_target(clause) or memory.target)


def _find_target(clause: Clause) -> str:
    """Return the area of `I try Boulogne`, to which the next sentences send pieces."""
    if clause.is_denied or clause.is_unreal or clause.is_of_others or clause.stays or clause.is_relative:
        return ""
    speaks = not clause.keys.isdisjoint(use.FIRST_PERSON) and clause.keys.isdisjoint(use.POSSESSES)
    return clause.mentions[0].area if speaks and [one.role for one in clause.mentions] == [""] else ""
