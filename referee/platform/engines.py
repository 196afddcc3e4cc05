"""What many independent items are given to."""

from enum import StrEnum


class Engine(StrEnum):
    """Processes of this machine, or the machines of a cluster."""

    PROCESSES = "processes"
    DASK = "dask"
