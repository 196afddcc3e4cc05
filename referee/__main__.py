"""The door: it prints the version at once, and leaves the rest to the command line."""

import gc
import os
import sys


def main() -> None:
    """Run a command and leave, without the long goodbye of the interpreter."""
    # A command lives too short to profit from the collector.
    gc.disable()
    # To look for plugins, pydantic would read what every installed package says of itself.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if sys.argv[1:] == ["--version"]:
        from referee import __version__  # noqa: PLC0415 - the version needs no other import

        print(f"referee {__version__}")  # noqa: T201 - before there is anything to print with
        return
    try:
        from referee.platform import late_imports  # noqa: PLC0415 - not needed for the version

        late_imports.postpone()
        from referee.cli.main import run  # noqa: PLC0415 - what it imports is to wait

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # The interrupt came before the imports were done.
        code = 130
    os._exit(code)


if __name__ == "__main__":
    main()
