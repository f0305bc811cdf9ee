"""What a document can name."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fairshare import _native


@cache
def catalogue() -> dict[str, Any]:
    """The algorithms, sources, queue disciplines, loss rules and signals, and every setting of a document with its unit, default and
    range. The page builds its forms from the same data."""
    found: dict[str, Any] = json.loads(_native.catalogue())
    return found
