"""Frames: the pieces of one or several clauses, with their destination, their stay or a denial."""

from msgspec.structs import replace

from referee.i18n import sentence_words as use
from referee.i18n.proposals import words as hints
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.mentions import Mention
from schemas.record import Value


class Memory(Value):
    """Names in the sentences before: the last own pieces, the last area, and the last destination."""

    pieces: tuple[Mention, ...] = ()
    area: str = ""
    goal: str = ""


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
        return not self.keys.isdisjoint(hints.TAKES)

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
        speaks = any(clause.has_verb for clause in self.clauses)
        return bool(self.goals or self.hosts) or speaks or not self.keys.isdisjoint(hints.POSSESSES)


def build_frames(sentence: Sentence, memory: Memory) -> tuple[tuple[Frame, ...], Memory]:
    """Return the frames of a sentence, and the names that later sentences may refer to."""
    frames: list[Frame] = []
    current: Frame | None = None
    for clause in sentence.clauses:
        part = _build(clause, memory)
        if clause.is_relative and not (current and not current.is_whole and (part.goals or part.hosts)):
            memory = _remember(memory, clause)
            continue
        if current is None:
            current = part
        elif _is_new(current, part, clause) and not clause.is_relative:
            frames.append(current)
            current = _inherit(part, current, clause)
        else:
            current = _merge(current, part)
        memory = _remember(memory, clause)
        if current.goals:
            memory = replace(memory, goal=current.goals[-1])
    if current is not None:
        frames.append(current)
    return tuple(frames), memory


def _build(clause: Clause, memory: Memory) -> Frame:
    subjects = clause.subjects
    if not subjects and not clause.is_about_foreigners and _begins_with_pronoun(clause):
        subjects = memory.pieces
    goals = tuple(one.area for one in clause.areas("to"))
    refers = not goals and not clause.keys.isdisjoint(hints.THERE) and clause.moves
    # "There" is the area that was named last, unless the pieces come from it.
    last = memory.goal if _joins(clause) and memory.goal else memory.area
    origins = tuple(one.area for one in clause.areas("from"))
    if refers and last and last not in origins and not clause.areas("in", ""):
        goals = (last,)
    elif not goals and _follows(clause, has_pieces=bool(subjects)) and memory.goal not in {"", *origins}:
        goals, refers = (memory.goal,), True
    else:
        refers = False
    hosts = tuple(one for one in clause.mentions if one.role == "to" and one.is_army and not one.is_foreign)
    return Frame(
        (clause,),
        subjects,
        goals,
        tuple(one.area for one in clause.areas("in", "")),
        origins,
        tuple(one.area for one in clause.areas("via")),
        hosts,
        is_denied=clause.is_denied,
        is_unreal=clause.is_unreal,
        is_of_others=clause.is_of_others or (clause.is_about_foreigners and not subjects),
        is_reference=refers,
        companions=tuple(one for one in clause.mentions if one.role == "with" and not one.is_foreign),
        there=memory.area if not clause.keys.isdisjoint(hints.THERE) else "",
    )


def _follows(clause: Clause, *, has_pieces: bool) -> bool:
    """Return True for `accompanied by the 2nd Army` and `the 2nd joins in`."""
    is_accompanied = has_pieces and not clause.keys.isdisjoint(hints.ACCOMPANIED)
    return is_accompanied or (_joins(clause) and clause.moves)


def _joins(clause: Clause) -> bool:
    return not clause.keys.isdisjoint(use.FOLLOWS | use.DITTO | {"too"})


def _begins_with_pronoun(clause: Clause) -> bool:
    """Return True for `It goes`, and for German `sie geht`, where `sie gehen` may be others."""
    words = [token.key for token in clause.tokens[:2]]
    if not words or words[0] not in hints.PRONOUNS:
        return False
    return words[0] != "sie" or (len(words) > 1 and words[1].endswith("t"))


def _is_new(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True if a clause begins another frame."""
    if clause.is_contrast or (clause.joint in {":", ";"} and clause.has_verb):
        return True
    if _completes(current, part, clause):
        return False
    if clause.joint == ":" and clause.subjects:
        return True
    if current.is_whole:
        return bool(clause.mentions) or clause.has_verb or clause.is_denied or not clause.is_talk
    is_other = bool(clause.subjects) and clause.has_verb and clause.joint in {":", ";"}
    return is_other or (clause.is_about_foreigners and bool(current.subjects))


def _completes(current: Frame, part: Frame, clause: Clause) -> bool:
    """Return True if a clause without pieces of its own adds what the clauses before it leave open.

    These are a word such as `perhaps`, the destination of `The 5th Army leaves Longwy and attacks Verdun`,
    and the army of `The biplane goes to Longwy, into the 5th Army`.
    """
    if current.clauses[-1].is_talk and len(current.clauses) == 1:
        return clause.joint != ":" or not clause.subjects
    if part.subjects or clause.is_about_foreigners or not current.subjects:
        return False
    if _is_departure(current):
        return clause.has_verb or bool(part.goals or part.places)
    adds_host = any(one.is_army and one.role in {"to", "with"} for one in clause.mentions)
    return adds_host and not clause.has_verb and not current.hosts


def _is_departure(frame: Frame) -> bool:
    """Return True for pieces that leave an area, without a destination."""
    is_open = not (frame.goals or frame.hosts or frame.places or frame.stays or frame.is_denied)
    return bool(frame.subjects) and is_open and frame.moves


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
    return (*first, *second)


def _remember(memory: Memory, clause: Clause) -> Memory:
    areas = [one.area for one in clause.mentions if one.area]
    pieces = clause.subjects
    return Memory(pieces or memory.pieces, areas[-1] if areas else memory.area, memory.goal)


_BETWEEN = frozenset(
    {"de", "d", "any", "more", "further", "other", "weiteren", "weitere", "autre", "autres", "αλλη"}
)
_VERBS = frozenset(
    {"attack", "attacking", "attaque", "attaquons", "attaquer", "greife", "greifen", "fight", "επιτιθεμαι"}
)


def denies_any(frame: Frame, words: frozenset[str]) -> bool:
    """Return True for `no attack` and `I do not attack`, and not for a denied card: `not the limited one`."""
    if not frame.keys.isdisjoint(use.STILL):
        return False
    for clause in frame.clauses:
        # "L'offensive" is a certain one.
        tokens = [token for token in clause.tokens if not token.text.casefold().startswith(("l'", "l’"))]
        parts = [part for token in tokens for part in token.key.split() if part not in _BETWEEN]
        for at, part in enumerate(parts):
            if part not in words or "limited" in clause.keys:
                continue
            near = {*parts[max(0, at - 1) : at], *(parts[at + 1 : at + 3] if part in _VERBS else ())}
            if not near.isdisjoint(hints.DENIES):
                return True
    return False
