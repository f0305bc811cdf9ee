"""Measured files."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from conftest import UPLOAD

import fairshare


def test_the_series_of_a_file_are_those_of_the_run_that_wrote_it(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="the extra `tables` is not installed")
    path = tmp_path / "up.flent.gz"
    run = fairshare.run(UPLOAD)
    run.export("flent", path)
    file = fairshare.measured(path)
    assert file.format == "flent"
    up, rates = file.flows["id"][0], file.series("rate")
    assert bool(file.flows["is_transfer"][0]) and rates.to_pandas().columns[0] == up
    # Goodput, and flent's payload of 1448 of 1500 bytes, which the reader scales back.
    assert rates.mean()[up] == pytest.approx(run.flows.row("up")["goodput_bps"] * 7 / 8, rel=0.03)
    assert (file.time[1], rates.seconds[0]) == (file.step, file.step)


def test_a_table_has_the_intervals_and_gaps_of_the_file() -> None:
    file = fairshare.measured(b"time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,8,\n2,4,44\n")
    assert file.series("rate").values[0, 0] == 4e6
    rtt = file.series("rtt").values[0]
    assert rtt[0] == 0.031 and numpy.isnan(rtt).any()
    with pytest.raises(KeyError, match="It has rate, rtt"):
        file.series("lost")
    with pytest.raises(ValueError, match="No column has the times"):
        fairshare.measured(b"a,b\n1,2\n")
