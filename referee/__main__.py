"""Entry point of the program."""

import gc
import os
import sys


def main() -> None:
    """Run a command and exit without the interpreter's clean-up."""
    # A command is too short to profit from garbage collection.
    gc.disable()
    # Searching for plugins, pydantic would read the metadata of every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from referee.cli.main import run  # noqa: PLC0415 - an interrupt during the import is reported too

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # The interrupt came before the imports were done.
        code = 130
    os._exit(code)


if __name__ == "__main__":
    main()
