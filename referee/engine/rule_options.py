"""Options of a rule system, each declared once beside the rule that reads it."""

from schemas.record import Value


class RuleOption(Value):
    """An option that a pack may offer, with the choices that the rule knows.

    The first choice applies if a pack does not offer the option. `earlier` are choices of matches that were
    opened before the option existed; no pack may offer them.
    """

    id: str
    choices: tuple[str, ...]
    earlier: tuple[str, ...] = ()
