"""Fits: the network of a measurement, and what would change it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairshare import _native
from fairshare.scenarios import Scenario, read
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
    def scenario(self) -> Scenario:
        """The line as it is, with transfers and a call, for `compare` and `sweep`.

        Raises:
            ValueError: The measurement has no answer.
        """
        for one in self.data.get("proposals", []):
            if one["id"] == "now":
                return read(one["document"])
        raise ValueError(f"The measurement has no answer: {self.refused}.")

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
    rate: float | str | None = None,
    ping: float | str | None = None,
    loaded_ping: float | str | None = None,
) -> LineFit:
    """Estimates the network of a measurement: a file of flent, iperf3, Crusader, a speed test or another tool, or its bytes.

    Without a file, `rate` in bit/s, and `ping` and `loaded_ping` in seconds, are the numbers of a speed test. Texts can have units: `8M`, `24ms`.
    """
    if file is not None:
        return LineFit(json.loads(_native.fit(file if isinstance(file, bytes) else Path(file).read_bytes())))
    if rate is None or ping is None or loaded_ping is None:
        raise ValueError("Name a file, or rate, ping and loaded_ping.")
    pings = (_number("ping", ping, "s"), _number("loaded_ping", loaded_ping, "s"))
    if pings[0] > 10 or pings[1] > 60:
        raise ValueError(f'Pings are in seconds, or texts such as "24ms"; {pings[0]:g} s and {pings[1]:g} s were given.')
    return LineFit(json.loads(_native.fit_numbers(_number("rate", rate, "bit/s"), *pings)))


def _number(name: str, value: float | str, unit: str) -> float:
    if not isinstance(value, str):
        return float(value)
    try:
        return _native.quantity(value, unit)
    except ValueError as form:
        raise ValueError(f"`{name}` is {form}; {value!r} was given.") from None
