"""What a template proposes and offers, without the # in front of its lines."""

from referee.systems.great_war.notation import templates
from referee.systems.great_war.notation.plans import plan_templates

PLAN = f"# {plan_templates.PLAN} "
FOLLOWING = f"# {templates.FOLLOWING}"
HEAD = "# Proposed orders; to agree, remove the # from these lines:"


def proposed(template: tuple[str, ...]) -> list[str]:
    """The lines that a player who agrees sends back without their #."""
    return _bare(template[template.index(HEAD) + 1 :]) if HEAD in template else []


def examples(template: tuple[str, ...]) -> list[str]:
    """The lines between the question and what follows an offensive, the form of a plan, or the proposal."""
    if "#" not in template:
        return []
    ends = (at for at, line in enumerate(template) if line in {HEAD, FOLLOWING} or line.startswith(PLAN))
    end = next(ends, len(template))
    return [line for line in _bare(template[template.index("#") + 1 : end]) if line != templates.ONE_CARD]


def following(template: tuple[str, ...]) -> list[str]:
    """The orders and the plan that may follow in the letter that plays an offensive."""
    if FOLLOWING not in template:
        return []
    return _bare(template[template.index(FOLLOWING) + 1 : template.index(HEAD) - 1])


def _bare(lines: tuple[str, ...]) -> list[str]:
    return [line.removeprefix("# ") for line in lines if line != "#"]
