"""Fits of measurements."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import UPLOAD

import fairshare


def test_a_file_is_fitted(tmp_path: Path) -> None:
    path = tmp_path / "up.flent.gz"
    fairshare.run(UPLOAD).export("flent", path)
    line = fairshare.fit(path)
    assert line.refused is None
    assert 5.7e6 < line.data["rate"]["value"] < 6.3e6
    assert line.data["queue"] == ["drop_tail"]
    assert line.proposals.row("cake")["wait"] < line.proposals.row("now")["wait"]
    assert fairshare.fit(path.read_bytes()).data == line.data


def test_what_cannot_be_fitted_or_read_is_said() -> None:
    assert fairshare.fit(b"time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,4,44\n1.2,0,40\n").refused == "too_short"
    with pytest.raises(ValueError, match="No column has the times"):
        fairshare.fit(b"a,b\n1,2\n")
    with pytest.raises(ValueError, match="Name a file"):
        fairshare.fit(rate=1e6)
    with pytest.raises(ValueError, match=r"in seconds, .* 24 s and 310 s were given"):
        fairshare.fit(rate=8e6, ping=24, loaded_ping=310)
    with pytest.raises(ValueError, match="`rate` is a rate such as 5M"):
        fairshare.fit(rate="8X", ping=0.024, loaded_ping=0.31)


def test_the_numbers_of_a_speed_test_can_have_units() -> None:
    assert fairshare.fit(rate="8M", ping="24ms", loaded_ping="310 ms").data == fairshare.fit(rate=8e6, ping=0.024, loaded_ping=0.31).data
