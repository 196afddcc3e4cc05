"""Sentences of a letter that take something back: the whole letter, or what the sentence itself names."""

import re
from collections.abc import Sequence

from referee.i18n import second_thoughts
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.tokens import find_keys
from referee.systems.great_war.notation.proposals import audit
from referee.systems.great_war.notation.proposals.clauses import Sentence, read_sentences
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Names
from referee.systems.great_war.notation.proposals.pieces import list_choices

_BRACKETS = re.compile(r"\([^()]*\)?")


def find(names: Names, paragraphs: Sequence[str]) -> tuple[Sentence, ...] | None:
    """Return the sentences that take back what they name, or None if the whole letter may be taken back."""
    text = "\n".join(paragraphs)
    if not second_thoughts.takes_back(text):
        return ()
    scopes: list[Sentence] = []
    for paragraph in paragraphs:
        for sentence in read_sentences(names, paragraph):
            if second_thoughts.takes_back(sentence.quote):
                if not _is_about_itself(names, sentence.quote):
                    return None
                scopes.append(sentence)
    # A phrase over two sentences or paragraphs takes everything back.
    return tuple(scopes) or None


def _is_about_itself(names: Names, quote: str) -> bool:
    """Return True if a sentence names an own piece and takes it back in brackets: `ge-1 (forget it)`."""
    outside = _BRACKETS.sub(" ", quote)
    if second_thoughts.takes_back(outside) or not find_keys(names.read(quote)).isdisjoint(use.WHOLE):
        return False
    first = next((one for one in _BRACKETS.finditer(quote) if second_thoughts.takes_back(one[0])), None)
    before = () if first is None else names.find_mentions(names.read(quote[: first.start()]))
    return any(one.is_piece and not one.is_foreign for one in before)


def touch(search: Search, scopes: Sequence[Sentence]) -> tuple[str, ...]:
    """Return the sentences that may take back an order elsewhere: an order uses one of their names."""
    used = audit.list_names(order for _, order in search.orders)
    return tuple(one.quote for one in scopes if _uses(search, one, used))


def _uses(search: Search, scope: Sentence, used: frozenset[str]) -> bool:
    """Return True if one of the names of a sentence is used."""
    assert search.start is not None
    tokens = search.names.read(scope.quote)
    ordinals = {token.ordinal for token in tokens if token.ordinal}
    if not ordinals.isdisjoint(id.partition("-")[2] for id in used):
        # "The 1st stays too" is an army without the word.
        return True
    for one in search.names.find_mentions(tokens):
        choices = list_choices(search.theatre, search.start, search.side, one, Frame(()))
        if one.area in used or any(not used.isdisjoint(ids) for ids in choices):
            return True
    return False
