"""Dataclasses that are made in a fraction of the time."""

from typing import TYPE_CHECKING

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from operator import attrgetter

    MISSING = dataclasses.MISSING

    def dataclass(*, slots, frozen=False, kw_only=False):
        """Make a class as `dataclasses.dataclass` does, at a tenth of its price.

        A command makes a hundred of them before it does anything, and the standard library compiles six
        functions for each. Here one is compiled, the constructor; the others are alike for all.
        """
        plain = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        return lambda kind: _equipped(plain(kind), frozen)

    def _equipped(kind, frozen):
        fields = dataclasses.fields(kind)
        names = tuple(field.name for field in fields if field.compare)
        printed = tuple(field.name for field in fields if field.repr)
        # Of one name it gives the value, of several a tuple; where there is none, nothing differs.
        content = attrgetter(*names) if names else lambda _: ()

        def equal(self, other):
            return content(self) == content(other) if other.__class__ is self.__class__ else NotImplemented

        def hashed(self):
            return hash(content(self))

        def shown(self):
            told = ", ".join(f"{name}={getattr(self, name)!r}" for name in printed)
            return f"{self.__class__.__qualname__}({told})"

        kind.__init__, kind.__eq__, kind.__repr__ = _filling(kind, fields), equal, shown
        kind.__hash__ = hashed if frozen else None
        if frozen:
            kind.__setattr__ = kind.__delattr__ = _refuse
        return kind

    def _refuse(_, name, *__):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _filling(kind, fields):
        """The constructor, which fills the slots past the guard of frozen ones."""
        tools = {"MISSING": MISSING}
        taken, filled = [], []
        for field in sorted(fields, key=lambda field: field.kw_only):
            name, given = field.name, field.name
            tools[f"set_{name}"] = vars(kind)[name].__set__
            if field.default is not MISSING:
                tools[f"default_{name}"] = field.default
                given = f"{name}=default_{name}"
            elif field.default_factory is not MISSING:
                tools[f"make_{name}"] = field.default_factory
                given = f"{name}=MISSING"
                filled.append(f"    if {name} is MISSING: {name} = make_{name}()")
            if field.kw_only and "*" not in taken:
                taken.append("*")
            taken.append(given)
            filled.append(f"    set_{name}(self, {name})")
        source = "\n".join([f"def __init__({', '.join(['self', *taken])}):", *(filled or ["    pass"])])
        exec(source, tools)
        return tools["__init__"]
