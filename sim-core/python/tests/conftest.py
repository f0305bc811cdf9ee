"""What the tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fairshare

ROOT = Path(__file__).parents[3]
"""The root of the repository."""

UPLOAD = {
    "v": 1,
    "duration": 8,
    "network": {"forward": {"rate": 6e6, "delay": 0.01, "queue": {"limit": {"packets": 100}}}},
    "flows": [
        {"id": "ping", "algorithm": "sack", "packet": 100, "source": {"kind": "cbr", "rate": 8000}},
        {"id": "up", "algorithm": "cubic", "packet": 1500, "start": 1},
    ],
}
"""A ping, and an upload that starts after a second."""


def dumbbell(duration: float = 5.0, **settings: Any) -> dict[str, Any]:
    """Two flows that share a link of 4 Mbit/s."""
    return {
        "v": 1,
        "title": "Two flows",
        "duration": duration,
        "warmup": 1,
        "network": {"forward": {"rate": 4e6, "delay": 0.02}},
        "flows": [{"id": "near", "algorithm": "cubic"}, {"id": "far", "algorithm": "newreno"}],
        **settings,
    }


@pytest.fixture(scope="session")
def finished() -> fairshare.Run:
    """A run with everything recorded."""
    return fairshare.run(dumbbell())
