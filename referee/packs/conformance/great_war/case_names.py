"""Cards and other names as cases write them, and the complaint that there is nothing of a name."""

from collections.abc import Iterable

from referee.engine.faults import PackProblem
from referee.engine.remedy import suggest_in_english
from referee.packs.conformance.great_war.case_pieces import Impossible
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.case import Cards


def unknown(path: tuple[str, ...], what: str, word: str, known: Iterable[str]) -> PackProblem:
    """The complaint that there is nothing of that name, with the nearest that there is."""
    return PackProblem("", path, f"there is no {what} `{word}`", suggest_in_english(word, known))


def cards_of(theatre: GreatWarGame, left: list[int], wanted: Cards, key: str) -> tuple[int, ...]:
    """Cards taken out of what is left of the deck, by number or by kind."""
    taken: list[int] = []
    for word in wanted:
        number = next((n for n in left if word == str(n) or kind_of(theatre, n) == word), None)
        if number is None:
            raise Impossible(PackProblem("", (key,), f"there is no card `{word}` left"))
        left.remove(number)
        taken.append(number)
    return tuple(taken)


def kind_of(theatre: GreatWarGame, number: int) -> str:
    """The id of the kind of a card."""
    card = theatre.card(number)
    return card.id if card is not None else ""
