"""A command reads what it uses: a module that was only named by an import waits."""

import subprocess
import sys

SCRIPT = """
import sys
from referee.platform import late_imports
late_imports.postpone()
from referee.platform import streams
from referee.systems.great_war.narrative import prose

def is_read(name):
    return "__builtins__" in object.__getattribute__(sys.modules[name], "__dict__")

print(is_read("referee.platform.streams"), is_read("referee.systems.great_war.narrative.prose"))
print(callable(prose.narrate), is_read("referee.systems.great_war.narrative.prose"))
"""


def test_a_module_waits_for_its_first_use_and_is_whole_from_then_on() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True False", "True True"]
