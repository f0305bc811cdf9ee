"""Runs of scenarios and their results."""

from __future__ import annotations

import contextlib
import html
import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np

from fairshare import _native, pictures
from fairshare.scenarios import Changes, Scenario, ScenarioSource, read
from fairshare.tables import Floats, Series, Table, html_table, similar

if TYPE_CHECKING:
    import pandas

    from fairshare.charts import Charts

Record: TypeAlias = bool | Iterable[str] | Mapping[str, Any]
"""The data to record: everything, nothing, the signals with these IDs, or a dict with the keys `signals`, `events` and `bin`."""

_RECORD_KEYS = ("signals", "events", "bin")

_RATES = {"goodput": ("delivered", "Goodput"), "throughput_rate": ("throughput", "Throughput")}
"""The rates of counters that have a name: the counter and the label."""


@dataclass(frozen=True)
class Decision:
    """A decision of an algorithm or of a queue about a flow, as a sentence with the values in it."""

    t: float
    """Simulated time in seconds."""
    flow: str
    kind: str
    """The ID of the kind of decision, which the algorithm declares."""
    label: str
    text: str
    values: Mapping[str, float | None]

    def __str__(self) -> str:
        return f"{self.t:.6f} s  {self.flow}: {self.text}"


class Decisions(list[Decision]):
    """Decisions in the order of time."""

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas with a row for each decision. The values in its sentence have columns such as `values.from`."""
        return Table.from_records("decisions", [vars(decision) for decision in self]).to_pandas()

    def _repr_html_(self) -> str:
        columns = {
            "Time (s)": [f"{decision.t:.6f}" for decision in self],
            "Decision": [decision.label for decision in self],
            "Why": [decision.text for decision in self],
        }
        return html_table(columns, limit=50)


class _StoredRun:
    """What the extension module knows about a run, as data that can be pickled."""

    def __init__(self, run: _native.Run | _StoredRun) -> None:
        self.result_id: str = run.result_id
        self.packet_hops: int = run.packet_hops
        self.bins: tuple[float, float, int] = run.bins
        self.flow_ids: list[str] = run.flow_ids
        self.link_ids: list[str] = run.link_ids
        self._summary, self._signals, self._times, self._events = run.summary(), run.signals(), run.times(), run.events()
        known = [(entry[0], entry[1], entry[2]) for entry in self._signals]
        self._counters = {(of, signal): run.counter(of, signal) for of, signal, is_counter in known if is_counter}
        self._gauges = {(of, signal): run.gauge(of, signal) for of, signal, is_counter in known if not is_counter}

    def summary(self) -> str:
        return self._summary

    def signals(self) -> list[tuple[str, str, bool, str, str, str]]:
        return self._signals

    def times(self) -> Floats:
        return self._times

    def events(self) -> tuple[Any, ...]:
        return self._events

    def counter(self, kind: str, signal: str) -> tuple[list[str], Floats]:
        return self._counters[kind, signal]

    def gauge(self, kind: str, signal: str) -> tuple[list[str], Floats, Floats, Floats]:
        return self._gauges[kind, signal]


class Run:
    """The results of a run. `fairshare.run` makes them. Runs are equal if their result IDs are, and they can be pickled."""

    def __init__(self, native: _native.Run | _StoredRun, scenario: Scenario, version: str | None = None) -> None:
        self._native = native
        self.scenario = scenario
        """The scenario that was run."""
        self.version = version or _native.version()
        """The version of the simulator. Results are reproducible within a version."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Run, (_StoredRun(self._native), self.scenario, self.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and self.result_id == other.result_id

    def __hash__(self) -> int:
        return hash(self.result_id)

    @property
    def result_id(self) -> str:
        """16 hexadecimal digits that are equal if two runs are. The page and the command line show the same ID."""
        return self._native.result_id

    @property
    def packet_hops(self) -> int:
        """How often a packet crossed a link."""
        return self._native.packet_hops

    @property
    def bins(self) -> tuple[float, int]:
        """Width of the bins of all series in seconds, and their number."""
        return self._native.bins[1:]

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The results within the measurement window, as `fairshare run --json` prints them."""
        summary: dict[str, Any] = json.loads(self._native.summary())
        return summary

    @cached_property
    def flows(self) -> Table:
        """The summary of each flow. Members of objects have paths such as `rtt_ms.mean` as names."""
        return Table.from_records("flows", self.summary["flows"], index="id")

    @cached_property
    def links(self) -> Table:
        """The summary of each direction of each link."""
        return Table.from_records("links", self.summary["links"], index="id")

    @cached_property
    def events(self) -> Table:
        """Drops, losses, marks, timeouts, window cuts and other events.

        The columns are `t` (s), `event`, `flow`, `link`, `value` and `count`. A timeout is no `window_cut`, but `flows["window_cuts"]`
        counts it. `value` is the duration of a timeout in seconds, the new
        window of a cut in packets, the completion time of a transfer in seconds, or the index of a change of the timeline. If a run has
        very many events, similar events share a row, and `count` is their number.
        """
        t, codes, flows, links, values, counts = self._native.events()
        names = _lookup(dict(_native.Run.event_names()))
        return Table(
            "events",
            {
                "t": t,
                "event": names[codes],
                "flow": _lookup(dict(enumerate(self._native.flow_ids)))[flows],
                "link": _lookup(dict(enumerate(self._native.link_ids)))[links],
                "value": values,
                "count": counts,
            },
        )

    @cached_property
    def signals(self) -> Table:
        """The recorded signals: the kind of entity that has them, their IDs, units, labels and meanings."""
        columns = ("of", "signal", "is_counter", "unit", "label", "doc")
        records = [dict(zip(columns, signal, strict=True)) for signal in self._native.signals()]
        return Table.from_records("signals", records)

    def series(self, signal: str, of: str | None = None) -> Series:
        """A signal over time.

        Args:
            signal: The ID of a signal, such as `cwnd`, `rate`, `rtt`, `queue`. `signals` lists those of this run. `goodput` and
                `throughput_rate` are the rates in bit/s of the counters `delivered` and `throughput`.
            of: `flow`, `link` or `run`, if more than one of them has a signal with this ID.

        Raises:
            KeyError: The signal is not recorded.
        """
        known = self._native.signals()
        counter, name = _RATES.get(signal, (signal, None))
        owned = [entry for entry in known if entry[1] == counter]
        found = [entry for entry in owned if of in (None, entry[0])]
        if not found:
            raise KeyError(_unknown_signal(signal, of, [entry[0] for entry in owned], [entry[1] for entry in known]))
        if len(found) > 1:
            owners = " and ".join(entry[0] for entry in found)
            raise ValueError(f"Signals of {owners} have the ID {signal!r}. State one of them with `of`.")
        kind, _, is_counter, unit, label, doc = found[0]
        lowest, highest = None, None
        if is_counter:
            ids, values = self._native.counter(kind, counter)
        else:
            ids, values, lowest, highest = self._native.gauge(kind, signal)
        time = self._native.times()
        width = self._native.bins[1]
        seconds = np.minimum(width, np.maximum(self.scenario.duration - time, 1e-9))
        series = Series(
            signal=signal,
            of=kind,
            ids=ids,
            time=time,
            seconds=seconds,
            values=values,
            unit=unit,
            label=name or label,
            doc=doc,
            is_counter=is_counter,
            lowest=lowest,
            highest=highest,
        )
        return series.rate() if name else series

    def explain(self, flow: str, t0: float = 0.0, t1: float | None = None) -> Decisions:
        """The reasons for a flow's behaviour: the decisions of its algorithm, and the decisions of queues about its packets, as sentences.

        The run is repeated up to `t1`, so a short interval late in a run takes as long as the run.

        Args:
            flow: The ID of a flow.
            t0: Start of the interval in seconds.
            t1: End of the interval in seconds; the end of the run if omitted.

        Raises:
            KeyError: There is no such flow.
            ValueError: The interval ends before it begins.
        """
        ids = self._native.flow_ids
        if flow not in ids:
            raise KeyError(f"There is no flow {flow!r}.{similar(flow, ids, ' `run.flows` lists the flows.')}")
        end = self.scenario.duration if t1 is None else t1
        if not t0 <= end:
            raise ValueError(f"The interval ends at {end:g} s, before it begins at {t0:g} s.")
        return Decisions(Decision(**decision) for decision in json.loads(_native.explain(self.scenario._native, flow, t0, end)))

    def charts(self, signals: Sequence[str] | None = None) -> Charts:
        """The page's charts of this run, for a notebook. It needs the extra `notebooks`.

        Args:
            signals: The signals of the charts, one below the other; by default `goodput`, `cwnd`, `rtt` and `queue`.
        """
        try:
            from fairshare.charts import Charts
        except ModuleNotFoundError as error:
            raise ImportError(f"Charts need {error.name}: pip install 'fairshare[notebooks]'.") from None

        return Charts(self, signals)

    @overload
    def export(
        self,
        format: str,
        path: None = None,
        *,
        flow: str | None = None,
        link: str | None = None,
        bin: float | None = None,
        page: str | None = None,
    ) -> bytes: ...
    @overload
    def export(
        self,
        format: str,
        path: str | os.PathLike[str],
        *,
        flow: str | None = None,
        link: str | None = None,
        bin: float | None = None,
        page: str | None = None,
    ) -> None: ...
    def export(
        self,
        format: str,
        path: str | os.PathLike[str] | None = None,
        *,
        flow: str | None = None,
        link: str | None = None,
        bin: float | None = None,
        page: str | None = None,
    ) -> bytes | None:
        """Repeats the run and writes it in the format of another tool, as `fairshare export` does.

        Args:
            format: `csv`, `flent`, `iperf3`, `qlog`, `ns2`, `pcapng` or `bibtex`.
            path: The file to write. Without it, the result is its content.
            flow: The flow of a qlog; the first flow if omitted.
            link: The link direction of a pcapng, or the only one of an ns-2 trace.
            bin: The width of the bins of csv, flent and iperf3 in seconds.
            page: The address of the page, for a link to the scenario in bibtex.
        """
        url = None if page is None else self.scenario.link(page.rstrip("#"))
        if path is None:
            return _native.export(self.scenario._native, format, None, flow, link, bin, url)
        target = Path(path)
        # Another process never finds a part of the file.
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            _native.export(self.scenario._native, format, str(part), flow, link, bin, url)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return None

    def link(self, page: str = "") -> str:
        """A share link that states the result ID.

        Args:
            page: The address of the page. Without it, the result is the part of the link that begins with `#`.
        """
        return self.scenario.link(page, result_id=self.result_id)

    def __repr__(self) -> str:
        return f"<Run {self.result_id} of {self.scenario!r}>"

    def _repr_html_(self) -> str:
        flows = self.summary["flows"]
        columns: dict[str, list[Any]] = {
            "Flow": [flow["id"] for flow in flows],
            "Algorithm": [flow["algorithm"] for flow in flows],
            "Goodput (Mbit/s)": [flow["goodput_bps"] / 1e6 for flow in flows],
            "Fair share (Mbit/s)": [flow["fair_share_bps"] / 1e6 for flow in flows],
            "Mean RTT (ms)": [(flow["rtt_ms"] or {}).get("mean") for flow in flows],
            "Lost (%)": [flow["loss_fraction"] * 100 for flow in flows],
        }
        title = html.escape(self.scenario.title or "Run")
        jain = self.summary["fairness"]["jain"]
        facts = f"Result ID <code>{self.result_id}</code>, version {html.escape(self.version)}"
        if jain is not None:
            facts += f", Jain's index {jain:.3f}"
        picture = ""
        if any(entry[:2] == ("flow", "delivered") for entry in self._native.signals()):
            goodput = self.series("goodput")
            rows = dict(zip(goodput.ids, goodput.values, strict=True))
            picture = pictures.lines(goodput.time + goodput.seconds, rows, "Goodput", goodput.unit)
        return f"<div><strong>{title}</strong><p>{facts}</p>{picture}{html_table(columns, limit=20)}</div>"


def _lookup(names: Mapping[int, str]) -> np.ndarray[Any, np.dtype[np.object_]]:
    """Names by code. The last entry is None, which the index -1 selects."""
    table = np.empty(max(names, default=-1) + 2, dtype=object)
    for code, name in names.items():
        table[code] = name
    return table


def _unknown_signal(signal: str, of: str | None, owners: list[str], known: list[str]) -> str:
    if owners:
        plural = {"flow": "flows", "link": "links", "run": "the run"}
        return f"No {of} has the signal {signal!r}, which belongs to {' and '.join(plural[owner] for owner in owners)}."
    rates = [rate for rate, (counter, _) in _RATES.items() if counter in known]
    hint = similar(signal, [*known, *rates], " `Run.signals` lists the recorded signals.")
    return f"The signal {signal!r} is not recorded.{hint}"


def _settings(record: Record) -> tuple[list[str] | None, bool, float | None]:
    """The recorded signals (None for all), whether events are recorded, and the width of the bins."""
    if record is True:
        return None, True, None
    if record is False:
        return [], False, None
    if isinstance(record, str):
        raise TypeError(f"State a list of signals: record=[{record!r}].")
    if isinstance(record, Mapping):
        unknown = [key for key in record if key not in _RECORD_KEYS]
        if unknown:
            raise ValueError(f"`record` has no key {unknown[0]!r}. Its keys are {', '.join(_RECORD_KEYS)}.")
        signals, events, width = record.get("signals"), record.get("events", True), record.get("bin")
    else:
        signals, events, width = record, False, None
    chosen = None if signals is None else list(signals)
    known = _native.signals()
    for signal in chosen or ():
        if signal not in known:
            hint = similar(signal, known)
            raise ValueError(f"There is no signal {signal!r}.{hint}")
    return chosen, bool(events), None if width is None else float(width)


def run(
    scenario: ScenarioSource,
    changes: Changes = (),
    *,
    record: Record = True,
    seed: int | None = None,
    progress: bool | Callable[[float, float], object] = False,
) -> Run:
    """Runs a scenario to its end.

    The simulator computes without Python's global interpreter lock, so threads run scenarios in parallel. Ctrl-C stops a run.

    Args:
        scenario: A document as a dict or as JSON text, the path of a file, a share link of the page, or a `Scenario`.
        changes: Settings to change before the run, as values by path: `{"network.forward.rate": 5e6}`.
        record: What is recorded in addition to the summary. True: all signals and events. False: nothing, which is fastest. A list of signals
            records only these. A dict with the keys `signals` (a list, or None for all), `events` and `bin` states everything; `bin` is
            the width of the bins in seconds. By default it is that of the command line: the smallest of the document's `measure.bins`,
            at most 0.1 s.
        seed: Another seed.
        progress: True shows a bar, which needs tqdm. A function is called now and then with the simulated time and the duration in seconds.

    Raises:
        ScenarioError: The document, a change or the seed is invalid.
        RunError: The run exceeded its budget of events.

    Warns:
        UserWarning: The link states the result ID of another result.
    """
    signals, events, width = _settings(record)
    checked = read(scenario, changes, seed=seed)
    with _reported(progress, checked.duration) as report:
        native = _native.Run(checked._native, signals, events, width, report)
        if report is not None:
            report(checked.duration)
    stated = checked.stated_result_id
    if stated not in (None, native.result_id) and checked.stated_version in (None, _native.version()):
        warnings.warn(
            f"The link has result ID {stated}, but this run has {native.result_id}: the link was changed by hand, or its result was not "
            "computed by Fairshare.",
            stacklevel=2,
        )
    return Run(native, checked)


@contextlib.contextmanager
def _reported(progress: bool | Callable[[float, float], object], duration: float) -> Iterator[Callable[[float], object] | None]:
    """A function that reports the simulated time; None if nobody wants to know."""
    if callable(progress):
        call = progress
        yield lambda t: call(t, duration)
        return
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError("A progress bar needs tqdm: pip install tqdm. Or give a function as `progress`.") from None
    form = "{percentage:3.0f}%|{bar}| {n:.1f} of {total:.1f} s [{elapsed}<{remaining}]"
    with tqdm(total=duration, bar_format=form) as bar:
        yield lambda t: bar.update(t - bar.n)
