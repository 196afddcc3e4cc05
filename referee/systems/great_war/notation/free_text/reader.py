"""Sentences of a letter as orders: `I'd like the 1st Army to go from Aachen to Liège, please`.

The steps of reading a letter:

1. Each line is tried as the line of an order (`notation/lines.py`), also with a slip (`legal_readings.py`).
2. Any other line is read here. It is cut into sentences, and these into clauses. A clause is a phrase that
   closes a question, a denial, a line of an order, one of a few forms of words for cards, hits and battles
   (`orders.py`), or a clause about pieces, perhaps without a verb. The frames of `proposals` read the last:
   who goes or stays where. Their orders count if each word and each name is accounted for
   (`proposals/certainty.py`).
3. A sentence without an order may be a remark that needs no answer (`remarks.py`), and so may words beside an
   order (`additions.py`). A question with few answers is answered by a line that names what is due
   (`payments.py`), and comments beside its answer may hold more words (`comments.py`). Others are unclear.
4. Doubts decide what happens. One unclear sentence makes its line unclear, and so does a sentence that takes
   back, denies or limits another one (`doubts`, and for the lines of a letter `second_thoughts`).
5. The orders are played if nothing is doubtful. If a line is unclear, none of them is played: the frames
   read the whole letter again, and skip words that they do not know. Their orders are proposed, with the
   sentences that they leave out (`guesses/letters.py`). A letter without such orders is asked about.

A condition, a denial or a question is never an order.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.faults import Unreadable
from referee.i18n import second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import LIST_NUMBER, key
from referee.i18n.proposals import sentence_cuts
from referee.systems.great_war.notation.free_text import (
    additions,
    comments,
    denials,
    doubts,
    hidden_orders,
    payments,
    remarks,
    statements,
    staying,
)
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.orders import FORMS
from referee.systems.great_war.notation.free_text.simplification import leave_reasons_out, simplify
from referee.systems.great_war.notation.free_text.tokens import (
    CONJUNCTION,
    JOINT,
    PAUSE,
    Tokens,
    find_keys,
    is_of_piece,
    is_ordinal,
    tokens_of,
)
from referee.systems.great_war.notation.proposals import answers, certainty
from referee.systems.great_war.notation.proposals.cards import PAYING
from referee.systems.great_war.state.tasks import MakePlans, PayHits, RetreatAfter, RideOff, StandOrRetreat
from schemas.great_war.orders import (
    AcceptArmistice,
    Anew,
    Battle,
    DeclineArmistice,
    Done,
    GreatWarOrder,
    Lose,
    Offensive,
    OfferArmistice,
    Pass,
    Play,
    Resign,
    Spend,
)
from schemas.record import Value

_INTRODUCED = re.compile(r"[:;]\s")
_SEAM = " , "
"""Mark between parts of a sentence that are read together."""
LONGEST_FAREWELL = 3
"""Most words of a farewell: `Gruß Norbert`."""

MOST_JOINED = 4
"""Maximum number of parts of a sentence that are read together."""

LONGEST = 600
"""Length of the longest line that is read as sentences."""

_LEADING = re.compile(rf"^\s*{CONJUNCTION}\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*[-*•–]+\s+")
_AFTER_SENTENCE = re.compile(r"(?<=[.!?])\s+\(([^()]*)\)")
_BRACKET = re.compile(r"\(([^()]*)\)")

Closer = Pass | Done
_OF_CARDS = Offensive | Spend | Play | Lose
_NEVER = Resign | OfferArmistice | AcceptArmistice | DeclineArmistice | Anew
"""Orders that are only read in lines of their own."""


class Reader(Value):
    """Reader of sentences for a side in a position."""

    context: Context

    def read(self, line: str) -> Orders | None:
        """Return the orders of a line, `()` for a line that needs no answer, or None if a part is unclear."""
        if len(line) > LONGEST or _may_be_short_order(self.context, line):
            return None
        line = sentence_cuts.leave_smileys_out(line)
        orders = self._read_all(line)
        return orders or payments.read(self.context, line) or orders

    def _read_all(self, line: str) -> Orders | None:
        """Return the orders of all sentences of a line, or None if one of them is unclear."""
        sentences: list[tuple[str, Orders]] = []
        retreating: list[frozenset[str]] = []
        reader, says_no, has_scene = self, False, False
        line = _AFTER_SENTENCE.sub(self._leave_aside, line)
        for sentence in self._list_sentences(_BULLET.sub("", line)):
            result = reader._read_sentence(sentence)
            if not result and (kinds := answers.find_retreating(self.context, sentence)) is not None:
                retreating.append(kinds)
                result = ()
            if not result and says_no:
                result = () if answers.is_comment(self.context, sentence) else None
            is_above = result is None and not any(some for _, some in sentences)
            if is_above and statements.sets_scene(self.context, sentence):
                has_scene, result = True, ()
            if result is None:
                return None
            says_no = says_no or answers.says_no(self.context, sentence)
            reader = reader._follow(sentence)
            # A sentence before a colon introduces the lines below.
            sentences.append((sentence, () if sentence.endswith(":") else result))
        orders: list[GreatWarOrder] = []
        for _, some in sentences:
            orders += [
                one for one in some if one not in orders[-1:] or not isinstance(one, Closer | Offensive)
            ]
        if self.context.retreats():
            # The next battle is chosen before the question is closed.
            orders.sort(key=lambda order: not isinstance(order, Battle))
        # "The 2nd Army is entrenched. Done" may want a trench.
        is_answered = self.context.asks_whether or not all(isinstance(order, Done) for order in orders)
        is_incomplete = (has_scene and not is_answered) or (not orders and remarks.is_bare_condition(line))
        if is_incomplete or second_thoughts.takes_back(line):
            # "Only if it rains." belongs to the line above.
            return None
        says_no = says_no or any(answers.is_no(sentence) for sentence, _ in sentences)
        is_unsure = doubts.are_doubtful(self.context, sentences, orders, says_no=says_no) or not all(
            answers.sends_back(self.context, kinds, orders) for kinds in retreating
        )
        whole = staying.let_stay(self.context, line, orders)
        if whole is None or hidden_orders.hides_order(self.context, line, whole):
            return None
        return None if (orders or retreating) and is_unsure else whole

    def _list_sentences(self, line: str) -> Iterator[str]:
        """Yield the sentences of a line. `The cavalry runs: ah-c3 to Rovno` counts as two."""
        for sentence in sentence_cuts.split_sentences(line):
            head, colon, rest = sentence.partition(": ")
            is_apart = bool(colon) and answers.find_retreating(self.context, head) is not None
            if not is_apart and (follows := sentence_phrases.SO.search(sentence)):
                head, rest = sentence[: follows.start()], sentence[follows.end() :]
                is_apart = statements.sets_scene(self.context, head, is_apart=":" in follows[0])
            yield from (head, rest) if is_apart else (sentence,)

    def _leave_aside(self, bracket: re.Match[str]) -> str:
        """Return a bracket behind a sentence, or "" if it wants nothing."""
        return "" if remarks.is_harmless_aside(self.context, bracket[1]) else bracket[0]

    def _follow(self, text: str) -> "Reader":
        """Return the reader of the text below, in which pronouns refer to names of this one."""
        return replace(self, context=replace(self.context, before=(*self.context.before, text)))

    def _read_sentence(self, sentence: str) -> Orders | None:
        """Return the orders of a sentence, `()` for a remark, or None if it is unclear."""
        sentence = simplify(self.context, sentence)
        if (answers.is_no(sentence) or answers.says_no(self.context, sentence)) and self.context.asks_whether:
            return self.context.read_line("done")
        if denials.denies_each(self.context, sentence):
            return ()
        holds_order = False
        if not remarks.is_doubtful(sentence):
            bare = leave_reasons_out(_BRACKET.sub(self._leave_out, sentence))
            if (whole := self._read_clause(bare)) is not None:
                return whole
            for joint in (PAUSE, JOINT):
                if (result := self._read_parts(bare, joint)) is not None:
                    return result
            holds_order = self._holds_order(bare)
        bare = sentence_phrases.CONTRAST.sub("", sentence)
        if bare != sentence and not remarks.is_doubtful(bare) and self._read_clause(bare) == ():
            return ()
        return () if not holds_order and remarks.wants_nothing(self.context, sentence) else None

    def _holds_order(self, sentence: str) -> bool:
        """Return True if a part of a sentence is an order.

        Headings, plans, payments and sentences with a bracket are not searched.
        """
        tokens = tokens_of(self.context.theatre, sentence)
        is_apart = sentence.endswith(":") or "(" in sentence or remarks.is_later(self.context, sentence)
        is_apart = is_apart or remarks.is_unsure_battle(tokens, sentence)
        if is_apart or isinstance(self.context.position.task, PAYING):
            return False
        orders = (order for part in JOINT.split(sentence) for order in self._read_clause(part) or ())
        return any(not isinstance(order, Closer) for order in orders)

    def _read_parts(self, sentence: str, joint: re.Pattern[str]) -> Orders | None:
        """Return the orders of the parts of a sentence."""
        parts = [part for part in joint.split(sentence) if part.strip(" .!")]
        orders: list[GreatWarOrder] = []
        is_denied = is_named = is_chat = says_no = False
        reader = self
        heading = self._find_heading(sentence, parts)
        parts = parts[bool(heading) :]
        at, most = 0, 1 if _INTRODUCED.search(sentence) else MOST_JOINED
        while at < len(parts) > (not heading):
            part, result = reader._read_run(parts[at : at + most])
            is_read = result is not None
            says_no = says_no or denials.answers_no(self.context, tokens_of(self.context.theatre, part))
            if result is None:
                introduces = at == 0 and _begins_with_colon(sentence, part)
                result, chats = self._pass_over(part, orders, introduces=introduces)
                is_chat = is_chat or chats
            if result is None or (is_read and is_denied and not self._may_follow_denial(part, result)):
                return None
            if orders and answers.changes_order(self.context, part):
                return None
            reader = reader._follow(part)
            if is_read and not result and denials.holds_denial(part):
                names = denials.names_something(self.context, part) and not answers.leaves_out(
                    self.context, part, orders
                )
                is_denied, is_named = True, is_named or names
            orders += [
                order for order in result if order not in orders or not isinstance(order, Closer | Offensive)
            ]
            at += part.count(_SEAM) + 1
        # "I lost the next turn and that is all" closes nothing.
        if is_chat and orders and not says_no and all(isinstance(order, Done) for order in orders):
            return None
        if heading and not {token.piece for token in heading if token.piece} <= {
            getattr(order, "piece", "") for order in orders
        }:
            return None
        # "No battle in Lodz, Banat" denies both.
        is_refused = is_named and not all(isinstance(order, Closer | _OF_CARDS) for order in orders)
        return tuple(orders) if len(parts) > (not heading) and not is_refused else None

    def _find_heading(self, sentence: str, parts: Sequence[str]) -> Tokens:
        """Return the ids before a colon, each of which has its orders behind it."""
        if len(parts) < 2 or not _begins_with_colon(sentence, parts[0]):
            return ()
        tokens = tokens_of(self.context.theatre, parts[0])
        return tokens if all(token.piece or token.is_joint for token in tokens) else ()

    def _pass_over(
        self, part: str, orders: Sequence[GreatWarOrder], *, introduces: bool
    ) -> tuple[Orders | None, bool]:
        """Return `()` for a remark among the parts, and True if it is talk of the writer.

        A part before a colon introduces the others.
        """
        tokens = tokens_of(self.context.theatre, part)
        is_farewell = len(tokens) <= LONGEST_FAREWELL and tokens[0].among(use.FAREWELLS)
        is_silent = additions.is_heading if introduces else comments.is_comment
        if is_farewell or is_silent(self.context, part):
            return (), False
        # "The Serbian infantry runs: ah-i13 to Budapest" contradicts itself.
        is_clear = not (introduces and any(is_of_piece(self.context.theatre, token) for token in tokens))
        is_chat = is_clear and additions.adds_nothing(self.context, part, follows=bool(orders))
        return ((), True) if is_chat else (None, False)

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
        """Return words between brackets, or "" for an aside. A number may be a price."""
        if bracket[1].strip().isdecimal() and isinstance(self.context.position.task, MakePlans):
            return bracket[0]
        is_nothing = not second_thoughts.may_change(bracket[1]) and remarks.is_empty_bracket(
            self.context, tokens_of(self.context.theatre, bracket[1])
        )
        return " " if is_nothing or self._read_clause(bracket[1]) == () else bracket[0]

    def _read_clause(self, clause: str) -> Orders | None:
        """Return the orders of a clause. The number before it may belong to a list or to an army."""
        mark = re.match(LIST_NUMBER, clause)
        if mark is not None and not is_ordinal(clause, mark.end()):
            clause = clause[mark.end() :]
        clause = sentence_phrases.FILLERS.sub(" ", _LEADING.sub("", _BULLET.sub("", clause))).strip(" .!;:,")
        if not clause or clause.casefold() in use.NO:
            return ()
        if (closing := self._read_all_said(clause)) is not None:
            return closing
        tokens = tokens_of(self.context.theatre, clause)
        if denials.answers_no(self.context, tokens) or staying.stays_where_asked(self.context, tokens):
            return self.context.read_line("done")
        if self._names_battle(tokens) or denials.is_empty(tokens) or denials.is_denial(self.context, tokens):
            return ()
        if not use.DENIES.isdisjoint(find_keys(tokens)):
            return None
        orders = self._read_line(clause) or self._read_forms(tokens)
        return certainty.read(self.context, clause) if orders is None else self._leave_battle_out(orders)

    def _leave_battle_out(self, orders: Orders) -> Orders | None:
        """Return None for the battle that is fought now: `They stay and fight in Mons`."""
        own = getattr(self.context.position.task, "area", None) if self.context.retreats() else None
        return None if any(isinstance(one, Battle) and one.area == own for one in orders) else orders

    def _read_all_said(self, clause: str) -> Orders | None:
        """Return the order that a phrase such as `that is all` means, or None for another clause."""
        phrase = sentence_phrases.ALL_SAID.match(clause)
        if phrase is None:
            return None
        rest = find_keys(tokens_of(self.context.theatre, clause[phrase.end() :]))
        closing = use.CLOSING - {"now", "jetzt", "maintenant"} | {"for"}
        return self.context.read_line("done") if rest <= closing else None

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


def _begins_with_colon(sentence: str, part: str) -> bool:
    """Return True if a colon follows the first part of a sentence."""
    return re.match(rf"\s*{re.escape(part)}\s*:", sentence) is not None


def _may_be_short_order(context: Context, line: str) -> bool:
    """Return True for one word that may be an answer to another question: `agree`."""
    words = key(line).split()
    if context.asks_whether and answers.is_no(line):
        return False
    read_alone = use.COURTESIES | use.HEADINGS | use.ENDS | use.PASSES
    return len(words) == 1 and words[0] not in read_alone - {"agree"}
