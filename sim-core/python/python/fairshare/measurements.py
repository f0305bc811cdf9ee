"""Measured files: what flent, iperf3, qlog, a capture or a table has of a real network."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from fairshare import _native
from fairshare.tables import Floats, Series, Table

_SERIES = {
    "rate": ("bit/s", "Rate", "Bytes with IP headers that arrived, as far as the file shows", False),
    "rtt": ("s", "RTT", "The last round-trip time of each interval", False),
    "lost": ("packets", "Lost packets", "Packets that the file reports as lost or sent again", True),
}


class Measured:
    """What a file has, in intervals of equal length. `fairshare.measured` makes it."""

    def __init__(self, file: bytes) -> None:
        self.format, self.step, self.has_losses, flows = _native.measured(file)
        names = [name for name, *_ in flows]
        names = [f"{name} ({names[:i].count(name) + 1})" if name in names[:i] else name for i, name in enumerate(names)]
        self._values: dict[str, Floats] = {
            "rate": np.array([bytes_ for _, _, bytes_, _, _ in flows]) * (8 / self.step),
            "rtt": np.array([rtt for _, _, _, rtt, _ in flows], dtype=np.float64),
            "lost": np.array([lost for _, _, _, _, lost in flows]),
        }
        self.time: Floats = np.arange(self._values["rate"].shape[1], dtype=np.float64) * np.float64(self.step)
        """Start of each interval in seconds."""
        records = [
            {"id": name, "is_transfer": is_transfer, "bytes": sum(bytes_), "lost": sum(lost) if self.has_losses else None}
            for name, (_, is_transfer, bytes_, _, lost) in zip(names, flows, strict=True)
        ]
        self.flows = Table.from_records("flows", records, "id")
        """A row for each flow: transfers, those with the most bytes first, and flows with little data, such as pings."""

    def series(self, signal: str) -> Series:
        """A series of all flows: `rate` in bit/s, `rtt` in seconds, or `lost` packets. An interval without a round trip has NaN."""
        if signal not in _SERIES or (signal == "lost" and not self.has_losses):
            known = ", ".join(name for name in _SERIES if name != "lost" or self.has_losses)
            raise KeyError(f"This measurement has no series {signal!r}. It has {known}.")
        unit, label, doc, is_counter = _SERIES[signal]
        return Series(
            signal=signal,
            of="flow",
            ids=list(self.flows["id"]),
            time=self.time,
            seconds=np.full(len(self.time), self.step),
            values=self._values[signal],
            unit=unit,
            label=label,
            doc=doc,
            is_counter=is_counter,
        )

    def __repr__(self) -> str:
        return f"<Measured by {self.format}: {self.flows.rows} flows, {len(self.time)} intervals of {self.step:g} s>"


def measured(file: str | os.PathLike[str] | bytes) -> Measured:
    """Reads a measurement: a file of flent, iperf3 or qlog, a capture, a table, or its bytes."""
    return Measured(file if isinstance(file, bytes) else Path(file).read_bytes())
