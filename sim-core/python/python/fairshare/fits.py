"""Fits: the network of a measurement, and what would change it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairshare import _native
from fairshare.tables import Table


class LineFit:
    """The answer of a fit. `fairshare.fit` makes it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        """The answer as `fairshare fit --json` prints it."""

    @property
    def refused(self) -> str | None:
        """Why the measurement has no answer, such as `too_short`; None if it has one."""
        return self.data.get("refused")

    @property
    def proposals(self) -> Table:
        """A row for each proposal, and the line as it is (`now`): the wait of a call in seconds and the rate of the transfers."""
        rows = [{"proposal": one["id"]} | one["result"] for one in self.data.get("proposals", [])]
        return Table.from_records("proposals", rows, "proposal")

    def __repr__(self) -> str:
        if self.refused is not None:
            return f"<LineFit: no answer, {self.refused}>"
        rate, rtt = self.data["rate"]["value"] / 1e6, self.data["base_rtt"]["value"] * 1e3
        return f"<LineFit: {rate:.3g} Mb/s, {rtt:.3g} ms, {self.data['queue'][0]}>"


def fit(
    file: str | os.PathLike[str] | bytes | None = None,
    *,
    rate: float | None = None,
    ping: float | None = None,
    loaded_ping: float | None = None,
) -> LineFit:
    """Estimates the network of a measurement: a file of flent, iperf3, Crusader, a speed test or another tool, or its bytes.

    Without a file, `rate` in bit/s, and `ping` and `loaded_ping` in seconds, are the numbers of a speed test.
    """
    if file is not None:
        return LineFit(json.loads(_native.fit(file if isinstance(file, bytes) else Path(file).read_bytes())))
    if rate is None or ping is None or loaded_ping is None:
        raise ValueError("Name a file, or rate, ping and loaded_ping.")
    return LineFit(json.loads(_native.fit_numbers(rate, ping, loaded_ping)))
