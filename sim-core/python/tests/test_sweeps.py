"""Sweeps: the same bytes as the command line and the page, stores, failures."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairshare
from conftest import ROOT, dumbbell

pytest.importorskip("xarray", reason="the extra `sweeps` is not installed")
pytest.importorskip("pyarrow", reason="the extra `sweeps` is not installed")
pytest.importorskip("fsspec", reason="the extra `sweeps` is not installed")
pytest.importorskip("tqdm", reason="the extra `sweeps` is not installed")

from fairshare import sweeps
from fairshare._parquet import ParquetStore, Rows
from fairshare.sweeps import _Chunks

GOLDEN = ROOT / "sim-core" / "sweeps" / "tests" / "golden"

ALGORITHMS = {"network.forward.rate": ["1M", "2M", "4M"], "flows.far.algorithm": "cubic,reno"}
"""The settings of `algorithms.csv`, which the command line and the page are compared with, too."""


def small(**settings: Any) -> dict[str, Any]:
    return dumbbell(duration=2, warmup=0.5, **settings)


RATES = {"network.forward.rate": [1e6, 2e6, 3e6]}


def test_a_sweep_equals_that_of_the_command_line_and_the_page_byte_for_byte() -> None:
    scenario = json.loads((GOLDEN / "scenario.json").read_text())
    results = fairshare.sweep(scenario, ALGORITHMS)
    assert results.fairshare.csv() == (GOLDEN / "algorithms.csv").read_text()
    assert results.fairshare.json() == (GOLDEN / "algorithms.json").read_text()


def test_the_dataset_has_coordinates_and_intervals() -> None:
    results = fairshare.sweep(small(), {**RATES, "flows.far.algorithm": "cubic,lda"}, seeds=3)
    assert results.sizes["network.forward.rate"] == 3 and results.sizes["seed"] == 3
    assert results["network.forward.rate"].to_numpy().tolist() == [1e6, 2e6, 3e6]
    assert results["flows.far.algorithm"].to_numpy().tolist() == ["cubic", "lda"]
    cell = results.sel({"network.forward.rate": 2e6, "flows.far.algorithm": "cubic"})
    jain = cell["sample"].sel(metric="jain").to_numpy()
    assert cell["mean"].sel(metric="jain") == pytest.approx(jain.mean())
    # Student's t for 2 degrees of freedom.
    assert float(cell["half_width"].sel(metric="jain")) == pytest.approx(4.302652 * jain.std(ddof=1) / np.sqrt(3), rel=1e-5)
    assert float(cell["low"].sel(metric="jain")) < float(cell["mean"].sel(metric="jain")) < float(cell["high"].sel(metric="jain"))
    # A run of the sweep is the run of its scenario.
    run = fairshare.run(results.fairshare.scenario(2, 2), record=False)
    assert run.result_id == str(cell["result_id"].sel(seed=2).item())


def test_one_at_a_time_and_measured_metrics() -> None:
    results = fairshare.sweep(small(), RATES, seeds=1, design="one-at-a-time", measure=["jain", "near.goodput_bps"])
    assert results.sizes["cell"] == 4
    assert results["metric"].to_numpy().tolist() == ["jain", "near.goodput_bps"]
    assert results["unit"].to_numpy().tolist() == ["", "bit/s"]
    assert results["mean"].attrs["units"] == "those of the coordinate `unit`"
    lines = results.fairshare.csv().splitlines()
    assert lines[0] == "setting,value,metric,mean,half_width,seeds" and len(lines) == 9
    again = fairshare.sweep(results.fairshare.document)
    assert again.fairshare.csv() == results.fairshare.csv()


def test_the_csv_of_a_saved_dataset_is_the_same(tmp_path: Path) -> None:
    import xarray

    results = fairshare.sweep(small(), RATES, seeds=2)
    saved = xarray.Dataset.from_dict(json.loads(json.dumps(results.to_dict())))
    assert sweeps.results(saved).csv() == results.fairshare.csv()
    with pytest.raises(ValueError, match="part"):
        sweeps.results(results.isel(seed=[0])).csv()


def test_three_settings_vary_in_all_combinations() -> None:
    vary = {
        "flows.far.algorithm": ["newreno", "bbr"],
        "network.forward.delay": "5ms,20ms,40ms",
        "network.forward.queue.limit": ["10packets", "40packets"],
    }
    results = fairshare.sweep(small(), vary, seeds=2, measure=["jain", "near.goodput_bps"])
    assert dict(results["sample"].sizes) == dict(zip([*vary, "seed", "metric"], [2, 3, 2, 2, 2], strict=True))
    at = {"flows.far.algorithm": "bbr", "network.forward.delay": 0.04, "network.forward.queue.limit": 10}
    run = fairshare.run(small(), ["flows.far.algorithm=bbr", "network.forward.delay=40ms", "network.forward.queue.limit=10packets"], seed=2)
    assert results["result_id"].sel({**at, "seed": 2}).item() == run.result_id
    means = results.fairshare.to_xarray()
    assert means["near.goodput_bps"].attrs == {"units": "bit/s", "long_name": "Goodput", "statistic": "mean"}
    assert means["jain"].attrs["units"] == "1" and means["jain"].dims == tuple(vary)
    assert means["jain"].sel(at).item() == results["mean"].sel(metric="jain").sel(at).item()
    assert results.sel(metric="jain").fairshare.to_xarray().sel(at)["jain"].item() == means["jain"].sel(at).item()
    samples = results.fairshare.to_xarray("sample")
    assert samples["near.goodput_bps"].sel({**at, "seed": 2}).item() == pytest.approx(run.flows["goodput_bps"][0])


def test_zipped_settings_and_a_latin_hypercube() -> None:
    vary = {"network.forward.rate": "1M..8M/8log", "network.forward.delay": "5ms..40ms/8", "flows.far.algorithm": ["newreno", "bbr"]}
    made = {seed: fairshare.sweep(small(), vary, seeds=1, design="latin-hypercube", design_seed=seed) for seed in (1, 2)}
    for results in made.values():
        assert results.sizes["cell"] == 8
        for path in ("network.forward.rate", "network.forward.delay"):
            assert len(set(results[path].to_numpy())) == 8
        assert sorted(results["flows.far.algorithm"].to_numpy()) == ["bbr"] * 4 + ["newreno"] * 4
    orders = [tuple(results["network.forward.delay"].to_numpy()) for results in made.values()]
    assert orders[0] != orders[1]
    assert fairshare.sweep(made[2].fairshare.document).fairshare.csv() == made[2].fairshare.csv()
    zipped = fairshare.sweep(small(), {**RATES, "network.forward.delay": [0.01, 0.02, 0.03]}, seeds=1, design="zipped")
    assert zipped["network.forward.rate"].to_numpy().tolist() == [1e6, 2e6, 3e6]
    assert zipped["network.forward.delay"].to_numpy().tolist() == [0.01, 0.02, 0.03]
    with pytest.raises(fairshare.ScenarioError, match=r"`network\.forward\.rate` has 3, `network\.forward\.delay` has 2"):
        fairshare.sweep(small(), {**RATES, "network.forward.delay": [0.01, 0.02]}, design="zipped")


def test_intervals_of_indices_and_shares_stay_within_their_bounds() -> None:
    results = fairshare.sweep(small(), {"flows.far.access.sender": [0.0, 0.2]}, seeds=2)
    cut = 0
    for metric in results["metric"].to_numpy().tolist():
        part = results.sel(metric=metric)
        free_high, free_low = part["mean"] + part["half_width"], part["mean"] - part["half_width"]
        if metric == "jain" or metric.endswith((".loss_fraction", ".utilisation", ".drop_rate")):
            assert (part["low"].dropna("flows.far.access.sender") >= 0).all() and (
                part["high"].dropna("flows.far.access.sender") <= 1
            ).all()
            cut += int((free_high > 1).sum() + (free_low < 0).sum())
        elif metric.endswith("_bps"):
            assert part["high"].equals(free_high) and (part["low"] == np.maximum(free_low, 0)).all()
    assert cut > 0
    assert "cut at 0" in results["high"].attrs["note"]


def test_the_accessor_is_there_after_the_import() -> None:
    code = "import sys, fairshare; assert 'xarray' not in sys.modules; import xarray; print(xarray.Dataset().fairshare.csv.__name__)"
    for order in (code, "import xarray, fairshare; print(xarray.Dataset().fairshare.csv.__name__)"):
        assert subprocess.run([sys.executable, "-c", order], check=True, capture_output=True, text=True).stdout == "csv\n"


def made(results: list[Any]) -> Any:
    """Counts the runs that are made."""
    original = sweeps._run_chunk

    def counted(chunk: Any, stop: Any = None) -> Any:
        results.extend(chunk.runs)
        return original(chunk, stop)

    return counted


def test_what_is_stored_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    monkeypatch.setattr(sweeps, "_run_chunk", made(runs))
    expected = fairshare.sweep(small(), RATES, seeds=4).fairshare.csv()
    assert len(runs) == 12
    runs.clear()
    fairshare.sweep(small(), {"network.forward.rate": [1e6, 2e6]}, seeds=3, store=tmp_path)
    assert len(runs) == 6
    # Another title is another document, but no other run.
    results = fairshare.sweep(small(title="Other"), RATES, seeds=4, store=tmp_path)
    assert sorted(runs) == sorted((cell, run) for cell in range(3) for run in range(1, 5))
    assert results.fairshare.csv() == expected
    runs.clear()
    assert fairshare.sweep(small(), RATES, seeds=4, store=str(tmp_path)).fairshare.csv() == expected
    assert runs == []
    assert all(file.suffix == ".parquet" for file in tmp_path.iterdir())


def test_a_store_can_be_on_any_file_system() -> None:
    store = "memory://sweeps/of/a/test"
    expected = fairshare.sweep(small(), RATES, seeds=2, store=store).fairshare.csv()
    assert fairshare.sweep(small(), RATES, seeds=2, store=store).fairshare.csv() == expected


def test_a_damaged_file_of_a_store_is_not_used(tmp_path: Path) -> None:
    expected = fairshare.sweep(small(), RATES, seeds=2, store=tmp_path).fairshare.csv()
    for file in tmp_path.glob("*.parquet"):
        file.write_bytes(file.read_bytes()[:100])
    with pytest.warns(RuntimeWarning, match="cannot be read"):
        assert fairshare.sweep(small(), RATES, seeds=2, store=tmp_path).fairshare.csv() == expected


def test_cells_that_cannot_run_are_named_and_the_others_are_kept(tmp_path: Path) -> None:
    with pytest.raises(fairshare.SweepError, match=r"warmup=20: .*warmup") as caught:
        fairshare.sweep(small(), {"warmup": [0.5, 20, 1]}, seeds=2, store=tmp_path)
    assert [failure.cell for failure in caught.value.failures] == ["warmup=20"]
    results = caught.value.results
    complete = fairshare.sweep(small(), {"warmup": [0.5, 1]}, seeds=2)
    assert results.fairshare.csv() == complete.fairshare.csv()
    assert np.isnan(results["mean"].sel(warmup=20)).all()


def test_an_invalid_sweep_is_refused_with_the_path() -> None:
    with pytest.raises(fairshare.ScenarioError) as caught:
        fairshare.sweep(small(), {"network.forward.speed": [1, 2]})
    assert caught.value.issues[0].path == "vary[0]"
    with pytest.raises(ValueError, match="vary"):
        fairshare.sweep(small())
    with pytest.raises(TypeError, match="list or a text"):
        fairshare.sweep(small(), {"network.forward.rate": 5e6})
    with pytest.raises(TypeError, match="the number of seeds"):
        fairshare.sweep(small(), RATES, seeds=[1, 2, 3])  # type: ignore[arg-type]


def test_a_misspelt_algorithm_is_refused_before_the_first_run(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    monkeypatch.setattr(sweeps, "_run_chunk", made(runs))
    with pytest.raises(fairshare.ScenarioError, match="Did you mean `cubic`"):
        fairshare.sweep(small(), {"flows.far.algorithm": ["newreno", "cubci"]})
    assert runs == []


def test_packages_are_needed_only_for_what_they_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("tqdm", "tqdm.auto", "pyarrow", "fsspec"):
        monkeypatch.setitem(sys.modules, name, None)
    assert fairshare.sweep(small(), RATES, seeds=1).sizes["network.forward.rate"] == 3
    with pytest.raises(ImportError, match="fsspec, pyarrow"):
        fairshare.sweep(small(), RATES, seeds=1, store=tmp_path)
    with pytest.raises(ImportError, match="pip install tqdm"):
        fairshare.sweep(small(), RATES, seeds=1, progress=True)
    with pytest.raises(ImportError, match="pip install tqdm"):
        fairshare.run(small(), progress=True)


def test_a_store_below_a_file_is_refused_before_the_first_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    monkeypatch.setattr(sweeps, "_run_chunk", made(runs))
    (tmp_path / "file").write_text("")
    with pytest.raises(fairshare.StoreError, match="could not be written"):
        fairshare.sweep(small(), RATES, store=tmp_path / "file" / "below")
    assert runs == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of the size of files")
def test_a_full_disk_leaves_no_half_written_file(tmp_path: Path) -> None:
    import resource
    import signal

    # A limit of the size of files has the effect of a full disk: a part of a file is written, and then an error is reported.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, before[1]))
        with pytest.raises(fairshare.StoreError, match=r"parquet could not be written: .*large"):
            fairshare.sweep(small(), RATES, seeds=2, store=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(tmp_path.iterdir()) == []
    fairshare.sweep(small(), RATES, seeds=2, store=tmp_path)


def test_a_chunk_whose_worker_fails_is_repeated(tmp_path: Path) -> None:
    class Unreliable(ThreadPoolExecutor):
        """Fails with every second chunk: the first half before its runs, the others after them."""

        submitted = 0

        def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            self.submitted += 1
            number = self.submitted

            def failing() -> Any:
                if number % 4 == 1:
                    raise ConnectionError("the worker is gone")
                made = function(*arguments, **named)
                if number % 4 == 3:
                    raise ConnectionError("the worker is gone")
                return made

            return super().submit(failing)

    expected = fairshare.sweep(small(), RATES, seeds=4).fairshare.csv()
    with Unreliable(2) as executor:
        results = fairshare.sweep(small(), RATES, seeds=4, on=executor, store=tmp_path, chunk_seconds=0, retries=20)
    assert results.fairshare.csv() == expected
    assert executor.submitted > 12
    with Unreliable(2) as executor, pytest.raises(ConnectionError):
        fairshare.sweep(small(), RATES, seeds=4, on=executor, retries=0)


def test_only_a_lasting_fault_of_a_disk_ends_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = [errno.EIO, errno.ESTALE]
    original = ParquetStore._write

    def write(self: ParquetStore, path: str, content: memoryview) -> None:
        if faults:
            raise OSError(faults.pop(), "for a moment")
        original(self, path, content)

    monkeypatch.setattr(ParquetStore, "_write", write)
    fairshare.sweep(small(), RATES, seeds=1, store=tmp_path)
    faults.append(errno.ENOSPC)
    with pytest.raises(fairshare.StoreError):
        fairshare.sweep(small(seed=7), RATES, seeds=1, store=tmp_path)


def test_ctrl_c_stops_a_sweep_within_a_run(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no signal for a single process")
    import signal

    slow = dumbbell(duration=6000, network={"forward": {"rate": 2e8, "delay": 0.02}})
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        fairshare.sweep(slow, {"network.forward.delay": [0.01, 0.02]}, seeds=1, store=tmp_path)
    assert list(tmp_path.glob("*.parquet")) == []


def test_chunks_take_about_the_given_time() -> None:
    # 10,000 runs of a millisecond, and 10,000 that take ten times as long. A packet takes 10 µs, five times as long as assumed.
    runs = iter([*((0, run, 100.0) for run in range(10_000)), *((1, run, 1000.0) for run in range(10_000))])
    chunks = _Chunks(runs, 10_000 * 1100.0, 1.0)
    sizes = []
    while (taken := chunks.take(2)) is not None:
        seconds = taken[1] * 1e-5
        chunks.made(taken[1], seconds)
        sizes.append(seconds)
    assert sum(sizes) == pytest.approx(110)
    # The first chunk is a quarter by the assumed time. At the end, chunks are shorter.
    assert sizes[0] == pytest.approx(1.0, abs=0.3)
    assert sizes[1:100] == pytest.approx([1.0] * 99, rel=0.02)
    assert max(sizes[1:]) < 1.001 and max(sizes[-3:]) < 0.2
    assert len(sizes) < 130


def test_a_store_returns_what_was_written(tmp_path: Path) -> None:
    store = ParquetStore(tmp_path)
    values = np.array([[0.1, np.nan], [1e300, -0.0]])
    store.write(Rows(["a", "b"], ["x", "y"], [0.5, 0.25], values), ["jain", "theta"])
    (rows,) = store.read({"b"}, ["jain", "theta"])
    assert rows.keys == ["b"] and rows.ids == ["y"] and rows.seconds == [0.25]
    assert np.array_equal(rows.values, values[1:])
    (both,) = store.read({"a", "b"}, ["jain", "theta"])
    assert np.array_equal(both.values, values, equal_nan=True)
    assert list(store.read({"a"}, ["jain", "other"])) == []


def resident_bytes() -> int:
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory from /proc")


@needs_proc
def test_a_client_of_100_000_runs_keeps_little_more_than_their_numbers() -> None:
    class Elsewhere(Executor):
        """Returns numbers at once, as if a cluster had made the runs."""

        def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            chunk = arguments[0]
            count, metrics = len(chunk.runs), sweeps._sweep_of(chunk.document).shape[2]
            future: Future[Any] = Future()
            future.set_result(sweeps._Made(chunk.runs, ["0123456789abcdef"] * count, np.ones((count, metrics)), 0.01 * count, []))
            return future

    vary = {"network.forward.rate": "1M..8M/20"}
    fairshare.sweep(small(), vary, seeds=10, on=Elsewhere())
    before = resident_bytes()
    results = fairshare.sweep(small(), vary, seeds=5000, on=Elsewhere())
    assert results["sample"].size == 20 * 5000 * results.sizes["metric"]
    kept = sum(variable.nbytes for variable in results.variables.values())
    assert resident_bytes() - before < 2 * kept + (32 << 20)


@needs_proc
@pytest.mark.slow
def test_memory_stays_flat_over_100_000_runs_of_a_sweep(tmp_path: Path) -> None:
    scenario = dumbbell(duration=0.1, warmup=0)
    fairshare.sweep(scenario, RATES, seeds=100, store=tmp_path)
    before = resident_bytes()
    results = fairshare.sweep(scenario, {"network.forward.rate": "1M..8M/20"}, seeds=5000, store=tmp_path)
    kept = sum(variable.nbytes for variable in results.variables.values())
    grown = resident_bytes() - before
    print(f"grown by {grown / 2**20:.1f} MiB over 100,000 runs, of which {kept / 2**20:.1f} MiB are the results")
    assert grown < 2 * kept + (32 << 20)
