"""Purchases and reinforcements that the pieces and places of a sentence mean."""

from collections.abc import Iterable

from msgspec.structs import replace

from referee.systems.great_war.notation.guesses import bindings
from referee.systems.great_war.notation.guesses.bindings import Binding
from referee.systems.great_war.notation.proposals import planning
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.pieces import list_choices
from schemas.great_war.orders import Buy


def take(search: Search, sentence: Sentence, clauses: Iterable[Clause]) -> None:
    """Propose the purchases of a sentence."""

    def is_host(mention: Mention) -> bool:
        view = search.view
        if view is None or not (mention.is_army or mention.ids):
            return False
        choices = list_choices(search.theatre, view, search.side, mention, Frame(()))
        return any(view.map.pieces[id].kind == "army" for ids in choices for id in ids)

    for clause in clauses:
        if bindings.orders_nothing(clause):
            continue
        counts = [*planning.count_cards(clause.tokens)]
        if counts and not any(one.is_piece for one in clause.mentions):
            purchase = (Buy(side=search.side, cards=counts[0]),)
            if len(counts) > 1 or not search.take(purchase):
                search.leave(purchase)
    for bound in bindings.bind(sentence, is_host):
        orders = _find_build(search, bound)
        # "2 infantry in Narew, the other one in Warsaw" is about a third one.
        if orders is None or len(bound.areas) > 1 or not search.take(orders):
            search.leave()


def _find_build(search: Search, bound: Binding) -> Orders | None:
    """Return the orders for new pieces at the first of their places that is legal."""
    for host in bound.hosts or (None,):
        for area in (*bound.areas, ""):
            if host is None and not area:
                continue
            hosts = () if host is None else (host,)
            frame = replace(bound.frame, hosts=hosts)
            joins = hosts and not bound.unit.count
            orders = planning.join(search, frame) if joins else None
            orders = orders or planning.find_builds(search, frame, bound.unit, {area} if area else set())
            if orders and search.is_legal(orders):
                return tuple(orders)
    return None
