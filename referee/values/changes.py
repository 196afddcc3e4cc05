"""Frozen values with some of their fields changed."""

from functools import cache
from typing import TYPE_CHECKING

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        """The value with these fields changed: `dataclasses.replace` at a quarter of its price.

        Every event changes a position, so that the price matters. It copies slots and asks no `__init__`:
        it is for slotted dataclasses that inherit no field, and only the type checker sees a wrong name.
        """
        copied, slots = _copying(type(value))
        changed = copied(value)
        for name, change in changes.items():
            slots[name].__set__(changed, change)
        return changed

    @cache
    def _copying(kind):
        """How a class is copied: by naming its slots, for a loop over them takes twice as long."""
        slots = {name: vars(kind)[name] for name in kind.__slots__}
        tools = {
            "made": object.__new__,
            "kind": kind,
            **{f"set_{name}": slots[name].__set__ for name in slots},
        }
        lines = [f"    set_{name}(copy, value.{name})" for name in slots]
        source = "\n".join(["def copied(value):", "    copy = made(kind)", *lines, "    return copy"])
        exec(source, tools)
        return tools["copied"], slots
