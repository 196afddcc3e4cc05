"""What a replay page holds, as a reader sees it: the page packs it, and no search finds a word there."""

import json
import re
from base64 import b64decode
from typing import Any
from zlib import decompress

_DATA = re.compile('(<script type="text/plain" id="data">)(.*?)(</script>)', re.DOTALL)


def unpack(page: str) -> dict[str, Any]:
    """The course of a page: its entries, its first map, and the texts of each place by step."""
    found = _DATA.search(page)
    assert found is not None
    course: dict[str, Any] = json.loads(decompress(b64decode(found[2])))
    return course


def spread(page: str) -> str:
    """The page with all that its script can show written out behind it."""
    course = unpack(page)
    said = [text for changes in course["places"].values() for _, text in changes]
    return _DATA.sub("", page) + "\n".join([course["map"], *said])
