"""The page's charts of a run in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from fairshare.runs import Run
from fairshare.tables import Column, Floats, Series

STATIC = Path(__file__).parent / "static"

DEFAULT_SIGNALS = ("goodput", "cwnd", "rtt", "queue")
"""The signals of the charts that are shown without a choice, if the run has recorded them."""

SHORTEST_AVERAGE = 0.1
"""The shortest interval in seconds over which rates are averaged."""


def _built(name: str) -> Path:
    file = STATIC / name
    if not file.exists():
        raise ImportError(
            "The charts of notebooks are not part of this installation. Run `npm run widget` in a clone of the repository, which needs "
            "Node, and then `pip install ./sim-core/python` again."
        )
    return file


class Charts(anywidget.AnyWidget):
    """The page's charts of a run. Times of all charts are shown together: drag to select, scroll to zoom.

    Enter on a point of a line, or a click on its label, asks why the flow did what it did, and shows the sentences below the charts.

    Args:
        run: A run whose series were recorded.
        signals: The signals of the charts, one below the other. `goodput` is the rate of the counter `delivered`.
    """

    _esm = _built("widget.js")
    _css = _built("widget.css")
    run = traitlets.Dict().tag(sync=True)
    values = traitlets.Bytes().tag(sync=True)

    def __init__(self, run: Run, signals: Sequence[str] | None = None, **settings: Any) -> None:
        message, values = described(run, signals)
        super().__init__(run=message, values=values, **settings)
        self._shown = run
        self.on_msg(self._answer)

    def show(self, run: Run, signals: Sequence[str] | None = None) -> None:
        """Shows another run in the same place."""
        message, values = described(run, signals)
        self._shown = run
        self.values = values
        self.run = message

    def _answer(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        """Explains a flow's behaviour at a time by its decisions within the round trip before."""
        if message.get("ask") != "explain":
            return
        flow, t = str(message["flow"]), float(message["t"])
        round_trip = float(self._shown.flows.row(flow)["base_rtt_ms"]) / 1e3
        decisions = self._shown.explain(flow, max(0.0, t - 2 * round_trip), t + 1e-9)
        sentences = [f"{decision.t:.4f} s: {decision.text}" for decision in decisions[-8:]]
        self.send({"title": f"{flow}, {t:.3f} s", "sentences": sentences or ["No decision in the two round trips before this time."]})


def described(run: Run, signals: Sequence[str] | None) -> tuple[dict[str, Any], bytes]:
    """The data that the charts of a run need: a description, and the values of all series as bytes."""
    chosen = _recorded(run) if signals is None else list(signals)
    charts: list[dict[str, Any]] = []
    parts: list[Floats] = []
    flows = {flow["id"]: flow for flow in run.summary["flows"]}
    for signal in chosen:
        series = run.series("delivered" if signal == "goodput" else signal)
        is_rate = series.is_counter
        bits = series.unit == "bytes"
        unit = ("bit/s" if bits else f"{series.unit}/s") if is_rate else series.unit
        fair = {flow["fair_share_bps"] for flow in flows.values()} if signal == "goodput" else set()
        charts.append(
            {
                "title": "Goodput" if signal == "goodput" else series.label,
                "unit": unit,
                "is_counter": is_rate,
                "scale": 8.0 if is_rate and bits else 1.0,
                "events": series.of == "flow",
                "first": sum(part.size for part in parts),
                "lines": [_line(id, flows) for id in series.ids],
                "references": [{"id": "fair", "label": "fair share", "value": fair.pop()}] if len(fair) == 1 else [],
            }
        )
        parts.append(_interleaved(series))
    events, total = _events(run)
    description = {
        "duration": run.scenario.duration,
        "width": run.bins[0],
        "bins": run.bins[1],
        "interval": max(SHORTEST_AVERAGE, *(2 * flow["base_rtt_ms"] / 1e3 for flow in flows.values())),
        "flows": [{"id": flow["id"], "algorithm": flow["algorithm"]} for flow in flows.values()],
        "charts": charts,
        "events": {"first": sum(part.size for part in parts), "rows": len(events) // 5, "total": total},
    }
    return description, np.concatenate([*parts, events]).astype("<f8").tobytes()


def _recorded(run: Run) -> list[str]:
    """The default signals that the run has recorded."""
    known = set(run.signals["signal"].tolist()) if run.signals.rows else set()
    chosen = [signal for signal in DEFAULT_SIGNALS if ("delivered" if signal == "goodput" else signal) in known]
    if not chosen:
        raise ValueError("The run has recorded none of the signals of these charts. Record it with `record=True`, or state `signals`.")
    return chosen


def _line(id: str, flows: dict[str, Any]) -> dict[str, Any]:
    flow = flows.get(id)
    label = (flow["label"] or id) if flow else id
    return {"id": id, "label": label, "flow": id if flow else None}


def _interleaved(series: Series) -> Floats:
    """A counter: its totals at the ends of bins. A gauge: minimum, maximum and last value of each bin."""
    if series.is_counter or series.lowest is None or series.highest is None:
        return np.cumsum(series.values, axis=1).ravel()
    return np.stack([series.lowest, series.highest, series.values], axis=-1).ravel()


def _events(run: Run) -> tuple[Floats, int]:
    """The events as rows of time, code, index of the flow, value and count, and their number."""
    t, codes, flows, links, values, counts = run._native.events()
    at_link: Column = links >= 0
    rows = np.stack([t, codes, flows, np.where(at_link, links, np.nan_to_num(values)), counts], axis=-1).astype(np.float64)
    order = np.argsort(t, kind="stable")
    return rows[order].ravel(), int(counts.sum())
