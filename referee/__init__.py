"""The referee of play-by-email wargames; `referee help library` explains what it offers to programs."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from referee.library import *  # noqa: F403 - the list is there

__version__ = "0.3.0"


# A type checker reads the list itself, and knows what is not in it.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A name of the library, which is imported when the first is asked for: `--help` needs none of it."""
        if name != "__all__" and name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - the version needs none of it

        return getattr(import_module("referee.library"), name)

    def __dir__() -> list[str]:
        """Return the names of the library, for completion."""
        return [*__getattr__("__all__"), "__all__", "__version__"]
