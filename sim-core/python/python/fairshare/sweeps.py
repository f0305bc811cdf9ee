"""Sweeps: a scenario with several values of its settings and several seeds, on this machine or on a cluster.

The definition of a sweep, its runs and its statistics are those of the command line and of the page.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import json
import os
import queue
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fairshare import _native
from fairshare._engines import Engine, Pending, engine
from fairshare.errors import RunError, ScenarioError
from fairshare.scenarios import Changes, Scenario, ScenarioSource, is_text, read, to_json
from fairshare.sweep_errors import FailedRun as FailedRun, StoreError as StoreError, SweepError as SweepError

if TYPE_CHECKING:
    import xarray

    from fairshare._parquet import ParquetStore

Vary: TypeAlias = Mapping[str, Any] | Iterable[str]
"""Settings and their values: `{"network.forward.rate": "1M..20M/8log"}`, `{"network.forward.queue.limit": ["10packets", "40packets"]}`, or texts of
the form `path=values` as for `fairshare sweep --vary`."""

_Floats: TypeAlias = npt.NDArray[np.float64]

_MAX_CHUNK = 1000
"""The largest number of runs of a chunk."""

_EMPTY_RUN = 500.0
"""The number of packets whose simulation takes as long as reading and checking a document, about 0.1 ms."""

_FIRST_RATE = 2e-6
"""The time of a packet in seconds until runs have been timed. Most machines are quicker."""

_FIRST_PART = 0.25
"""The part of a chunk's time at which the first chunks aim, because their time is a guess."""


class _Chunk(NamedTuple):
    """Some runs that a worker makes one after the other."""

    document: str
    runs: list[tuple[int, int]]
    """The cell, counted from 0, and the run, counted from 1."""
    store: ParquetStore | None


class _Made(NamedTuple):
    """What a worker made of a chunk."""

    runs: list[tuple[int, int]]
    ids: list[str]
    values: _Floats
    seconds: float
    failures: list[tuple[int, int, str]]


@functools.lru_cache(maxsize=8)
def _sweep_of(document: str) -> _native.Sweep:
    return _native.Sweep(document, "sweep")


def _run_chunk(chunk: _Chunk, stop: _native.StopFlag | None = None) -> _Made:
    """Makes the runs of a chunk and stores their results. A run that fails is noted, because it would fail again."""
    sweep = _sweep_of(chunk.document)
    runs: list[tuple[int, int]] = []
    ids: list[str] = []
    seconds: list[float] = []
    failures: list[tuple[int, int, str]] = []
    values = np.full((len(chunk.runs), sweep.shape[2]), np.nan)
    for cell, run in chunk.runs:
        started = time.thread_time()
        try:
            result_id, values[len(ids)] = sweep.run(cell, run, stop)
        except (RunError, ScenarioError) as error:
            failures.append((cell, run, _sentence(error)))
            continue
        seconds.append(time.thread_time() - started)
        runs.append((cell, run))
        ids.append(result_id)
    values = values[: len(ids)]
    if chunk.store is not None and ids:
        from fairshare._parquet import Rows

        chunk.store.write(Rows(_keys(sweep, runs), ids, seconds, values), _metrics(chunk.document))
    return _Made(runs, ids, values, sum(seconds), failures)


def _keys(sweep: _native.Sweep, runs: list[tuple[int, int]]) -> list[str]:
    """The keys of the results of runs. Those of neighbouring runs of a cell are made together, which is quicker."""
    of_cells = itertools.groupby(runs, key=lambda run: run[0])
    return [key for cell, group in of_cells for key in sweep.keys(cell, [run for _, run in group])]


@functools.lru_cache(maxsize=8)
def _metrics(document: str) -> list[str]:
    names: list[str] = json.loads(_sweep_of(document).outline())["metrics"]
    return names


def _sentence(error: Exception) -> str:
    return " ".join(map(str, error.issues)) if isinstance(error, ScenarioError) else str(error)


def _value_text(value: Any) -> str:
    """A value in the notation of `--set`. A float without a fraction has no decimal point, as on the command line."""
    if isinstance(value, str):
        return value
    plain = json.loads(to_json(value))
    return str(int(plain)) if isinstance(plain, float) and plain.is_integer() else json.dumps(plain, ensure_ascii=False)


def _varied(vary: Vary) -> list[dict[str, Any]]:
    if isinstance(vary, Mapping):
        for path, values in vary.items():
            if not isinstance(values, Iterable):
                raise TypeError(f'The values of `{path}` are a list or a text such as "1M,2M,5M"; {values!r} was given.')
        pairs = [(path, values if isinstance(values, str) else [_value_text(value) for value in values]) for path, values in vary.items()]
    else:
        split = [text.partition("=") for text in ([vary] if isinstance(vary, str) else vary)]
        pairs = [(path, values) for path, _, values in split]
    return [{"path": path, "values": values} for path, values in pairs]


def _given_sweep(source: Any) -> dict[str, Any] | None:
    """The document of a sweep, if the source is one, and not a scenario."""
    if isinstance(source, (str, os.PathLike)) and not (isinstance(source, str) and _native.Scenario.is_link(source)):
        try:
            source = json.loads(source if is_text(source) else Path(source).read_bytes())
        except (OSError, ValueError):
            # `read` reports what is wrong, or knows the name of an example.
            return None
    return dict(source) if isinstance(source, Mapping) and "sweep" in source else None


def document(
    source: ScenarioSource,
    vary: Vary | None = None,
    *,
    seeds: int | None = None,
    measure: Iterable[str] | None = None,
    design: str | None = None,
    design_seed: int | None = None,
    changes: Changes = (),
) -> dict[str, Any]:
    """The document of a sweep, which the command line and the page read, too. `sweep` describes the arguments."""
    found = _given_sweep(source)
    if found is not None:
        if changes or any(given is not None for given in (vary, seeds, measure, design, design_seed)):
            raise ValueError("A sweep's document contains its settings and seeds: leave out the other arguments.")
        return found
    if vary is None:
        raise ValueError('Name a setting and its values, such as vary={"network.forward.rate": "1M,2M,5M"}.')
    if seeds is not None and not hasattr(seeds, "__index__"):
        raise TypeError(f"`seeds` is the number of seeds, and the first is the scenario's (`changes`); {seeds!r} was given.")
    made: dict[str, Any] = {"sweep": 1, "scenario": read(source, changes).document, "vary": _varied(vary)}
    optional = {"seeds": seeds, "design": design, "design_seed": design_seed, "measure": None if measure is None else list(measure)}
    return made | {name: value for name, value in optional.items() if value is not None}


class _Progress:
    """A progress bar in terminals and notebooks."""

    def __init__(self, shown: bool | None, runs: int, done: int) -> None:
        self._bar: Any = None
        if not (sys.stderr.isatty() or "ipykernel" in sys.modules if shown is None else shown):
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if shown:
                raise ImportError("A progress bar needs tqdm: pip install tqdm.") from None
            return
        with warnings.catch_warnings():
            # Without ipywidgets, the bar is text.
            warnings.simplefilter("ignore")
            self._bar = tqdm(total=runs, initial=done, unit="run", smoothing=0.1)

    def add(self, runs: int) -> None:
        if self._bar is not None:
            self._bar.update(runs)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Results:
    """The results of all runs: arrays of cells, seeds and metrics."""

    def __init__(self, sweep: _native.Sweep) -> None:
        cells, seeds, metrics = sweep.shape
        self.values = np.full((cells, seeds, metrics), np.nan)
        self.ids = np.full((cells, seeds), "", dtype="U16")
        self.failures: list[FailedRun] = []

    def add(self, runs: list[tuple[int, int]], ids: list[str], values: _Floats) -> int:
        """Adds runs and returns how many of them are new."""
        new = 0
        for (cell, run), result_id, row in zip(runs, ids, values, strict=True):
            new += not self.ids[cell, run - 1]
            self.ids[cell, run - 1] = result_id
            self.values[cell, run - 1] = row
        return new

    @property
    def complete(self) -> npt.NDArray[np.bool_]:
        complete: npt.NDArray[np.bool_] = (self.ids != "").all(axis=1)
        return complete


class _Chunks:
    """Divides the runs into chunks of about the same time, from the time that runs have taken so far."""

    def __init__(self, runs: Iterator[tuple[int, int, float]], packets: float, target: float) -> None:
        self._runs = runs
        self._next = next(runs, None)
        self._target = target
        self._packets_left = packets
        self._packets_made = 0.0
        self._seconds_made = 0.0

    def made(self, packets: float, seconds: float) -> None:
        """Notes what runs have taken. Packets are the expected ones, as everywhere here."""
        self._packets_made += packets
        self._seconds_made += seconds

    def take(self, slots: int) -> tuple[list[tuple[int, int]], float] | None:
        """The runs of a chunk and their packets. Chunks become shorter at the end, so that all workers end together."""
        if self._next is None:
            return None
        runs: list[tuple[int, int]] = []
        total = 0.0
        if self._packets_made:
            rate = self._seconds_made / self._packets_made
            left = rate * self._packets_left / (2 * slots)
            target = min(self._target, max(self._target / 10, left))
        else:
            rate, target = _FIRST_RATE, self._target * _FIRST_PART
        while self._next is not None and len(runs) < _MAX_CHUNK:
            cell, run, packets = self._next
            if runs and (total + packets) * rate > target:
                break
            runs.append((cell, run))
            total += packets
            self._next = next(self._runs, None)
        self._packets_left -= total
        return runs, total


class _Job:
    """A sweep that is being run."""

    def __init__(self, text: str, store: ParquetStore | None, retries: int, chunk_seconds: float) -> None:
        self.text = text
        self.sweep = _sweep_of(text)
        self.outline = json.loads(self.sweep.outline())
        self.store = store
        self.retries = retries
        self.chunk_seconds = chunk_seconds
        self.results = _Results(self.sweep)

    def label(self, cell: int) -> str:
        labels = self.outline["cells"][cell]["labels"]
        return ", ".join(f"{name}={label}" for name, label in zip(self.outline["columns"], labels, strict=True) if label) or "unchanged"

    def runnable(self) -> dict[int, float]:
        """The expected packets of a run of each cell that can run. The others are noted as failures."""
        packets = {}
        for cell in range(self.sweep.shape[0]):
            try:
                packets[cell] = self.sweep.packets(cell) + _EMPTY_RUN
            except ScenarioError as error:
                self.results.failures.append(FailedRun(self.label(cell), None, _sentence(error)))
        return packets

    def load(self, cells: Iterable[int]) -> int:
        """Reads the stored results and returns their number."""
        if self.store is None or not self.store.files():
            return 0
        runs = [(cell, run) for cell in cells for run in range(1, self.sweep.shape[1] + 1)]
        places = dict(zip(_keys(self.sweep, runs), runs, strict=True))
        loaded = 0
        for rows in self.store.read(places, self.outline["metrics"]):
            loaded += self.results.add([places[key] for key in rows.keys], rows.ids, rows.values)
        return loaded

    def missing(self, packets: Mapping[int, float]) -> Iterator[tuple[int, int, float]]:
        """The runs without a result, those with the most packets first."""
        for cell in sorted(packets, key=lambda cell: -packets[cell]):
            for run in range(1, self.sweep.shape[1] + 1):
                if not self.results.ids[cell, run - 1]:
                    yield cell, run, packets[cell]

    def run(self, workers: Engine, packets: Mapping[int, float], progress: _Progress) -> None:
        """Makes the missing runs."""
        left = sum(packets[cell] * (self.results.ids[cell] == "").sum() for cell in packets)
        chunks = _Chunks(self.missing(packets), float(left), self.chunk_seconds)
        stop = _native.StopFlag() if workers.shares_memory else None
        done: queue.SimpleQueue[Pending] = queue.SimpleQueue()
        pending: dict[Pending, tuple[_Chunk, float, int]] = {}

        def submit(chunk: _Chunk, weight: float, attempt: int) -> None:
            handle = workers.submit(_run_chunk, chunk, *([] if stop is None else [stop]))
            pending[handle] = (chunk, weight, attempt)
            handle.add_done_callback(done.put)

        try:
            while True:
                while len(pending) < workers.backlog() and (taken := chunks.take(workers.slots())) is not None:
                    runs, weight = taken
                    submit(_Chunk(self.text, runs, self.store), weight, 0)
                if not pending:
                    return
                handle = done.get()
                chunk, weight, attempt = pending.pop(handle)
                try:
                    made: _Made = handle.result()
                except (StoreError, KeyboardInterrupt, ImportError):
                    raise
                except Exception:
                    # The worker or its machine failed, or the store did for a moment.
                    if attempt >= self.retries:
                        raise
                    submit(chunk, weight, attempt + 1)
                    continue
                progress.add(self.results.add(made.runs, made.ids, made.values) + len(made.failures))
                chunks.made(weight, made.seconds)
                self._note(made.failures)
        except BaseException:
            if stop is not None:
                stop.set()
            for handle in pending:
                with contextlib.suppress(Exception):
                    handle.cancel()
            raise

    def _note(self, failures: list[tuple[int, int, str]]) -> None:
        first = self.first_seed() if failures else 0
        self.results.failures += [FailedRun(self.label(cell), first + run - 1, message) for cell, run, message in failures]

    def first_seed(self) -> int:
        return int(json.loads(self.sweep.document(0, 1))["seed"])

    def dataset(self) -> xarray.Dataset:
        """The results with their intervals."""
        import xarray

        outline, values, ids = self.outline, self.results.values, self.results.ids
        complete = self.results.complete
        statistics = (part.reshape(values.shape[0], -1) for part in self.sweep.statistics(values, complete.tolist()))
        shown = [outline["metrics"].index(name) for name in outline["measure"]]
        coordinates: dict[str, Any] = {"seed": self.first_seed() + np.arange(values.shape[1])}
        coordinates |= {"metric": outline["measure"], "unit": ("metric", [outline["units"][index] for index in shown])}
        cells = outline["cells"]
        if outline["is_grid"]:
            shape = [len(setting["values"]) for setting in outline["vary"]]
            dimensions = list(outline["columns"])
            for axis, name in enumerate(dimensions):
                step = int(np.prod(shape[axis + 1 :]))
                coordinates[name] = [cells[index * step]["at"][axis] for index in range(shape[axis])]
        else:
            shape, dimensions = [len(cells)], ["cell"]
            for axis, name in enumerate(outline["columns"]):
                coordinates[name] = ("cell", [cell["at"][axis] for cell in cells])

        def laid_out(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return array.reshape(*shape, *array.shape[1:])

        by_metric = [*dimensions, "metric"]
        names = ("mean", "half_width", "low", "high")
        units = {"units": "those of the coordinate `unit`"}
        bound = {"note": "Bound of the 95 % confidence interval by Student's t, cut at 0, and at 1 for indices and shares."}
        notes = {"low": bound, "high": bound}
        variables: dict[str, Any] = {
            name: (by_metric, laid_out(part[:, shown]), units | notes.get(name, {})) for name, part in zip(names, statistics, strict=True)
        }
        variables["sample"] = ([*dimensions, "seed", "metric"], laid_out(values[:, :, shown]), units)
        variables["result_id"] = ([*dimensions, "seed"], laid_out(ids))
        return xarray.Dataset(variables, coordinates, {"sweep": self.text, "version": outline["version"]})


def sweep(
    source: ScenarioSource,
    vary: Vary | None = None,
    *,
    seeds: int | None = None,
    measure: Iterable[str] | None = None,
    design: str | None = None,
    design_seed: int | None = None,
    changes: Changes = (),
    on: Any = None,
    store: str | os.PathLike[str] | None = None,
    storage_options: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    retries: int = 3,
    chunk_seconds: float = 1.0,
    progress: bool | None = None,
) -> xarray.Dataset:
    """Runs a scenario with several values of its settings and several seeds.

    Args:
        source: A scenario, or the document of a sweep, as a dict, the path of a file or a share link.
        vary: The settings that vary, by their paths, with a list of values or a text such as `1M,2M,5M` or `1M..20M/8log`.
        seeds: The number of seeds of each combination, starting with the scenario's seed. Without it, 5.
        measure: The names of the metrics in the results. Without it, all.
        design: `grid`, where every value of each setting meets every value of the others; `one-at-a-time`; `zipped`, where the first values
            of all settings form a cell, then the second values, and so on; or `latin-hypercube`, which is zipped with the values of each
            setting in a random order.
        design_seed: The seed of the orders of a Latin hypercube. Without it, 1.
        changes: Changes of the scenario before the runs, as in `read`.
        on: Where the runs are made. None: in threads of this process. `"dask"`: on the current client of Dask, or on worker processes of
            this machine. `"ray"`: on Ray. Or a client of Dask, or an executor of `concurrent.futures`.
        store: A folder for the results, on any file system that fsspec reaches. It needs pyarrow and fsspec. What is stored there is not run again, so a sweep that was
            interrupted continues. Workers write to it, so all machines of a cluster must reach it. Without it, results are not stored.
        storage_options: Options of the file system, such as credentials.
        jobs: The number of threads or worker processes that this function starts. Without it, the number of processors.
        retries: How often a chunk of runs is repeated whose worker failed.
        chunk_seconds: The processor time of a chunk of runs, which a worker makes as one task.
        progress: Whether a progress bar is shown, which needs tqdm. Without it, in terminals and notebooks that have tqdm.

    Returns:
        A dataset with the `mean` of each metric over the seeds, the bounds `low` and `high` and the `half_width` of its 95 % confidence
        interval, the `sample` of each run and its `result_id`. `results.fairshare.csv()` gives what `fairshare sweep --csv` prints, and
        `results.fairshare.to_xarray()` a variable for each metric, with its unit.

    Raises:
        ScenarioError: The scenario, a setting or a value is invalid.
        SweepError: Some runs have no result. `results` of the exception has the others.
        StoreError: The store cannot be written.
    """
    _check_packages(["xarray"] if store is None else ["xarray", "fsspec", "pyarrow"])
    text = to_json(document(source, vary, seeds=seeds, measure=measure, design=design, design_seed=design_seed, changes=changes))
    folder: ParquetStore | None = None
    if store is not None:
        from fairshare._parquet import ParquetStore

        folder = ParquetStore(store, storage_options)
    job = _Job(text, folder, retries, chunk_seconds)
    packets = job.runnable()
    loaded = job.load(packets)
    runs = len(packets) * job.sweep.shape[1]
    if loaded < runs:
        if folder is not None:
            folder.check_writable()
        workers = engine(on, jobs)
        bar = _Progress(progress, runs, loaded)
        try:
            job.run(workers, packets, bar)
        finally:
            bar.close()
            workers.close()
    dataset = job.dataset()
    if job.results.failures:
        raise SweepError(job.results.failures, dataset)
    return dataset


def _check_packages(needed: Iterable[str]) -> None:
    missing = []
    for name in needed:
        try:
            __import__(name)
        except ImportError:
            missing.append(name)
    if missing:
        raise ImportError(f"Sweeps need {', '.join(missing)}: pip install 'fairshare[sweeps]'.")


def _arrays(dataset: xarray.Dataset) -> tuple[_native.Sweep, _Floats, list[bool], list[list[str]]]:
    """The sweep of a dataset with its values in the order of the cells, the cells that are complete, and the result IDs."""
    if "sweep" not in dataset.attrs:
        raise ValueError("The dataset is not that of a sweep.")
    native = _sweep_of(dataset.attrs["sweep"])
    outline = json.loads(native.outline())
    cells, seeds, metrics = native.shape
    dimensions = outline["columns"] if outline["is_grid"] else ["cell"]
    expected = (
        {name: len(setting["values"]) for name, setting in zip(dimensions, outline["vary"], strict=True)}
        if outline["is_grid"]
        else {"cell": cells}
    )
    expected |= {"seed": seeds, "metric": len(outline["measure"])}
    if dict(dataset.sizes) != expected:
        raise ValueError("The dataset is a part of that of a sweep. Only the whole can be written.")
    values = np.full((cells, seeds, metrics), np.nan)
    shown = [outline["metrics"].index(name) for name in outline["measure"]]
    values[:, :, shown] = dataset["sample"].transpose(*dimensions, "seed", "metric").to_numpy().reshape(cells, seeds, -1)
    ids = dataset["result_id"].transpose(*dimensions, "seed").to_numpy().reshape(cells, seeds).astype(str)
    return native, values, (ids != "").all(axis=1).tolist(), ids.tolist()


class SweepAccessor:
    """What a dataset of a sweep can do: `results.fairshare.csv()`."""

    def __init__(self, dataset: xarray.Dataset) -> None:
        self._dataset = dataset

    def csv(self) -> str:
        """The results as `fairshare sweep --csv` prints them, byte for byte."""
        native, values, complete, _ = _arrays(self._dataset)
        return native.csv(values, complete)

    def json(self) -> str:
        """The results as `fairshare sweep --json` prints them, byte for byte."""
        native, values, complete, ids = _arrays(self._dataset)
        return native.json(values, complete, ids)

    def to_xarray(self, statistic: str = "mean") -> xarray.Dataset:
        """A dataset with a variable for each metric, whose attributes have its unit and its name.

        Args:
            statistic: `mean`, `low`, `high` or `half_width`; or `sample` for the value of each run.
        """
        outline = json.loads(_sweep_of(self._dataset.attrs["sweep"]).outline())
        about = dict(zip(outline["metrics"], zip(outline["units"], outline["labels"], strict=True), strict=True))
        parts = self._dataset[statistic].drop_vars("unit", errors="ignore")
        if "metric" not in parts.dims:
            parts = parts.expand_dims("metric")
        variables = {}
        for name in parts["metric"].to_numpy().tolist():
            unit, label = about[name]
            variables[name] = parts.sel(metric=name, drop=True).assign_attrs(units=unit or "1", long_name=label, statistic=statistic)
        return type(self._dataset)(variables, attrs=self._dataset.attrs)

    @property
    def document(self) -> dict[str, Any]:
        """The document of the sweep."""
        found: dict[str, Any] = json.loads(self._dataset.attrs["sweep"])
        return found

    def scenario(self, cell: int, run: int = 1) -> Scenario:
        """The scenario of a run, for `fairshare.run`.

        Args:
            cell: The number of the combination of values, counted from 0 in the order of the CSV.
            run: The number of the seed, counted from 1.
        """
        return read(json.loads(_sweep_of(self._dataset.attrs["sweep"]).document(cell, run)))


@functools.cache
def _register() -> None:
    import xarray

    register: Any = xarray.register_dataset_accessor
    register("fairshare")(SweepAccessor)


class _WithXarray(importlib.abc.MetaPathFinder):
    """Registers the accessor when xarray is imported, so that importing this package does not wait for xarray."""

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != "xarray":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            execute = loader.exec_module

            def exec_module(module: object) -> None:
                execute(module)
                _register()

            loader.exec_module = exec_module
        return spec


if "xarray" in sys.modules:
    _register()
else:
    sys.meta_path.insert(0, _WithXarray())


def results(dataset: xarray.Dataset) -> SweepAccessor:
    """What a dataset of a sweep can do, also for one that was read from a file."""
    return SweepAccessor(dataset)


__all__ = ["SweepAccessor", "document", "results", "sweep"]
