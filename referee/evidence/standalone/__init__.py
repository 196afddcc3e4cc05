"""The stand-alone verifier, which needs only Python: `referee verify --standalone` prints it as one file."""

from referee.evidence.standalone.journal import Journal
from referee.evidence.standalone.lines import fits, read_line
from referee.evidence.standalone.verify import verified

__all__ = ["Journal", "fits", "read_line", "verified"]
