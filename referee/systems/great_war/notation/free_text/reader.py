"""Sentences of a letter as orders: `I'd like the 1st Army to go from Aachen to Liège, please`.

A sentence is an order only if each of its words is a name or stands in `sentence_words`. Its names are then
written as lines of a letter and read as any other. A condition, a denial or a question is never an order.
"""

import re
from collections.abc import Sequence

from referee.faults import Unreadable
from referee.i18n import sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.systems.great_war.notation.free_text.orders import FORMS, Context, Orders
from referee.systems.great_war.notation.free_text.remarks import (
    holds_denial,
    is_aside,
    is_attack,
    is_denial,
    is_doubtful,
    is_empty,
    is_later,
    is_remark,
    may_take_back,
    names_something,
    takes_back,
)
from referee.systems.great_war.notation.free_text.tokens import Tokens, find_keys, split_sentences, tokens_of
from referee.systems.great_war.notation.free_text.ways import is_ordinal
from referee.systems.great_war.state.tasks import PayHits, RetreatAfter, RideOff, StandOrRetreat
from schemas.great_war.orders import (
    AcceptArmistice,
    Anew,
    DeclineArmistice,
    Done,
    GreatWarOrder,
    Offensive,
    OfferArmistice,
    Pass,
    Resign,
)
from schemas.record import Side, Value

_INTRODUCED = re.compile(r"[:;]\s")
_SEAM = " , "
"""Mark between parts of a sentence that are read together."""

MOST_JOINED = 4
"""Maximum number of parts of a sentence that are read together."""

LONGEST = 600
"""Length of the longest line that is read as sentences."""

_AND = r"(?:and|und|et|then|dann|puis|και|μετά)"
_JOINT = re.compile(rf"\s*[,;:]\s+(?:{_AND}\s+)?|\s+{_AND}\s+|\s+[-–—]\s+(?=(?:I|ich|je|we|wir|nous)\b)")
_PAUSE = re.compile(rf"\s*[,;:]\s+(?:{_AND}\s+)?")
_LEADING = re.compile(rf"^\s*{_AND}\s+", re.IGNORECASE)
_MARK = re.compile(r"^\s*\(?\d{1,2}[.)]\s+")
_BULLET = re.compile(r"^\s*[-*•–]+\s+")
_BRACKET = re.compile(r"\(([^()]*)\)")

Closer = Pass | Done
_NEVER = Resign | OfferArmistice | AcceptArmistice | DeclineArmistice | Anew
"""Orders that are only read in lines of their own."""


class Reader(Value):
    """Reader of sentences for a side in a position. `verbs` are the words that lines of orders begin with."""

    context: Context
    side: Side
    verbs: frozenset[str]

    def read(self, line: str) -> Orders | None:
        """Return the orders of a line, `()` for a line that needs no answer, or None if a part is unclear."""
        if len(line) > LONGEST or _may_be_short_order(line):
            return None
        orders: list[GreatWarOrder] = []
        has_doubt = is_taken_back = False
        for sentence in split_sentences(_BULLET.sub("", line)):
            result = self._read_sentence(sentence)
            if result is None:
                return None
            # A sentence before a colon introduces the lines below.
            result = () if sentence.endswith(":") else result
            has_doubt = has_doubt or (is_doubtful(sentence) and not is_later(self.context, sentence))
            is_taken_back = is_taken_back or (not result and may_take_back(sentence))
            orders += [order for order in result if order not in orders[-1:] or not isinstance(order, Closer)]
        # "Done. Or shall I wait?" does not close the question.
        is_open = is_taken_back or (has_doubt and any(isinstance(order, Closer) for order in orders))
        # "No. The 1st Army retreats" contradicts itself.
        says_no = any(map(_says_no, split_sentences(line)))
        is_open = is_open or (says_no and any(not isinstance(order, Done) for order in orders))
        return None if (orders and is_open) or takes_back(line) else tuple(orders)

    def _read_sentence(self, sentence: str) -> Orders | None:
        """Return the orders of a sentence, `()` for a remark, or None if it is unclear."""
        sentence = _simplify(sentence)
        if _says_no(sentence) and self.context.asks_whether:
            return self.context.read_line("done")
        if not is_doubtful(sentence):
            bare = sentence_phrases.REASONS.sub("", _BRACKET.sub(self._leave_out, sentence))
            if (whole := self._read_clause(bare)) is not None:
                return whole
            for joint in (_PAUSE, _JOINT):
                if (result := self._read_parts(bare, joint)) is not None:
                    return result
        return () if is_remark(self.context, self.side, sentence, self.verbs) else None

    def _read_parts(self, sentence: str, joint: re.Pattern[str]) -> Orders | None:
        """Return the orders of the parts of a sentence."""
        parts = [part for part in joint.split(sentence) if part.strip(" .!")]
        orders: list[GreatWarOrder] = []
        is_denied = is_named = False
        at, most = 0, 1 if _INTRODUCED.search(sentence) else MOST_JOINED
        while at < len(parts) > 1:
            part, result = self._read_run(parts[at : at + most])
            if result is None and orders and is_attack(tokens_of(self.context.theatre, part)):
                result = ()
            if result is None or (is_denied and not self._may_follow_denial(part, result)):
                return None
            if not result and holds_denial(part):
                names = names_something(self.context, part)
                is_denied, is_named = True, is_named or names
            orders += [
                order for order in result if order not in orders or not isinstance(order, Closer | Offensive)
            ]
            at += part.count(_SEAM) + 1
        # "No battle in Lodz, Banat" denies both.
        return tuple(orders) if len(parts) > 1 and not (orders and is_named) else None

    def _read_run(self, parts: Sequence[str]) -> tuple[str, Orders | None]:
        """Return the first part and its orders, or several parts that only together have a meaning."""
        for count in range(1, len(parts) + 1):
            run = _SEAM.join(parts[:count])
            if (result := self._read_clause(run)) is not None:
                return run, result
        return parts[0], None

    def _may_follow_denial(self, part: str, orders: Orders) -> bool:
        """Return True for `I am done` behind a denial. `That is all` may sum up the denial itself."""
        tokens = tokens_of(self.context.theatre, part)
        return all(isinstance(order, Closer) for order in orders) and (
            not orders or not find_keys(tokens).isdisjoint(use.ENDS | use.PASSES)
        )

    def _leave_out(self, bracket: re.Match[str]) -> str:
        """Return words between brackets, or "" for an aside."""
        is_nothing = is_aside(self.context, tokens_of(self.context.theatre, bracket[1]), self.verbs)
        return " " if is_nothing or self._read_clause(bracket[1]) == () else bracket[0]

    def _read_clause(self, clause: str) -> Orders | None:
        """Return the orders of a clause. The number before it may belong to a list or to an army."""
        mark = _MARK.match(clause)
        if mark is not None and not is_ordinal(clause, mark.end()):
            clause = clause[mark.end() :]
        clause = sentence_phrases.FILLERS.sub(" ", _LEADING.sub("", _BULLET.sub("", clause))).strip(" .!;:,")
        if not clause or clause.casefold() in use.NO:
            return ()
        if (closing := self._read_all_said(clause)) is not None:
            return closing
        tokens = tokens_of(self.context.theatre, clause)
        if self._names_battle(tokens) or is_empty(tokens) or is_denial(self.context, tokens):
            return ()
        if not use.DENIES.isdisjoint(find_keys(tokens)):
            return None
        return self._read_line(clause) or self._read_forms(tokens)

    def _read_all_said(self, clause: str) -> Orders | None:
        """Return the order that a phrase such as `that is all` means, or None for another clause."""
        phrase = sentence_phrases.ALL_SAID.match(clause)
        if phrase is None:
            return None
        rest = find_keys(tokens_of(self.context.theatre, clause[phrase.end() :]))
        return (
            self.context.read_line("done") if rest <= use.CLOSING - {"now", "jetzt", "maintenant"} else None
        )

    def _names_battle(self, tokens: Tokens) -> bool:
        """Return True for the name of the battle alone, as in `Brussels: be-i2 retreats to Antwerp`."""
        task = self.context.position.task
        if not isinstance(task, PayHits | StandOrRetreat | RetreatAfter | RideOff):
            return False
        return [token.area for token in tokens] == [task.area]

    def _read_line(self, clause: str) -> Orders | None:
        """Return the orders of a clause that is the line of an order. None of them may close a question."""
        try:
            orders = self.context.read_line(clause)
        except Unreadable:
            return None
        return None if any(isinstance(order, Closer | _NEVER) for order in orders) else orders

    def _read_forms(self, tokens: Tokens) -> Orders | None:
        """Return the orders of the first form of clause that fits."""
        for form in FORMS:
            if (lines := form(self.context, tokens)) is not None:
                return self._read_lines(lines)
        return None

    def _read_lines(self, lines: Sequence[str]) -> Orders | None:
        try:
            return tuple(order for line in lines for order in self.context.read_line(line))
        except Unreadable:
            return None


def _says_no(sentence: str) -> bool:
    return sentence.strip(" .!").casefold() in use.NO


def _simplify(sentence: str) -> str:
    """Return a sentence without words before it, and with some phrases in their usual form."""
    sentence = sentence_phrases.OPENINGS.sub("", sentence)
    sentence = sentence_phrases.NO_ONE.sub("none", sentence)
    sentence = sentence_phrases.ONLY.sub(r"\1 seulement ", sentence)
    sentence = sentence_phrases.FROM_OUT.sub(r"\1", sentence)
    sentence = sentence_phrases.THERE_IS.sub(" ", sentence)
    sentence = sentence_phrases.RATHER_THAN_FIRE.sub(" ", sentence)
    return sentence_phrases.WITH_CONTENTS.sub(" ", sentence)


def _may_be_short_order(line: str) -> bool:
    """Return True for one word that may be an answer to another question: `agree`."""
    words = key(line).split()
    read_alone = use.COURTESIES | use.HEADINGS | use.ENDS | use.PASSES
    return len(words) == 1 and words[0] not in read_alone - {"agree"}
