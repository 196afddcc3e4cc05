"""Engines that distribute independent items."""

from enum import StrEnum


class Engine(StrEnum):
    """Processes of this machine, or the machines of a cluster."""

    PROCESSES = "processes"
    DASK = "dask"
