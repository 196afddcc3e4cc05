"""Ports that are the real ones but for some calls."""

import os
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

from referee.platform.ports import Clock, Disk


def disk_with(**calls: Callable[..., Any]) -> Disk:
    """Return the disk of the system, with other calls of these names."""
    assert calls.keys() <= vars(Disk).keys()
    return cast(Disk, SimpleNamespace(**{**vars(os), **calls}))


def clock_with(**calls: Callable[..., Any]) -> Clock:
    """Return the clock of the system, with other calls of these names."""
    assert calls.keys() <= vars(Clock).keys()
    return cast(Clock, SimpleNamespace(**{**vars(time), **calls}))
