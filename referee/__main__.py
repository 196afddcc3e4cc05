"""Entry point of the program."""

import gc
import os
import sys

THRESHOLDS = (200_000, 10, 10)
"""Thresholds of the garbage collector: services such as `mail watch` reach them, short commands do not."""


def main() -> None:
    """Run a command and exit without the interpreter's clean-up."""
    gc.set_threshold(*THRESHOLDS)
    # Searching for plugins, pydantic would read the metadata of every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        # The interrupt came before the imports were done.
        code = 130
    os._exit(code)


def _run(arguments: list[str]) -> int:
    """Run a command in the server of commands if there is one, otherwise in this process."""
    from referee.platform import warm_commands  # noqa: PLC0415 - an interrupt is reported during imports too

    code = warm_commands.ask(arguments)
    if code is not None:
        return code
    from referee.cli.main import run  # noqa: PLC0415 - the server has it imported

    return run(arguments)


if __name__ == "__main__":
    main()
