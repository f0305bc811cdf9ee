"""Runs, series and tables behave as users of NumPy and pandas expect."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import fairshare
from conftest import dumbbell


def test_a_run_that_was_pickled_or_copied_has_everything(finished: fairshare.Run) -> None:
    for again in (pickle.loads(pickle.dumps(finished)), copy.deepcopy(finished), pickle.loads(pickle.dumps(copy.copy(finished)))):
        assert again == finished and hash(again) == hash(finished)
        assert (again.summary, again.version, again.bins) == (finished.summary, finished.version, finished.bins)
        for signal in ("goodput", "cwnd", "queue"):
            np.testing.assert_array_equal(again.series(signal).values, finished.series(signal).values)
            assert again.series(signal).ids == finished.series(signal).ids
        assert np.array_equal(again.series("cwnd").highest, finished.series("cwnd").highest, equal_nan=True)
        assert {name: column.tolist() for name, column in again.events.items() if name != "value"} == {
            name: column.tolist() for name, column in finished.events.items() if name != "value"
        }
        assert list(again.explain("near", 1, 2)) == list(finished.explain("near", 1, 2))
        assert again.export("csv") == finished.export("csv")


def test_processes_return_runs() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        (run,) = pool.map(fairshare.run, [dumbbell(duration=2)])
    assert run == fairshare.run(dumbbell(duration=2), record=False)
    assert run.series("cwnd").values.shape == (2, 20)


def test_dask_returns_runs() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with distributed.Client(processes=True, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        (run,) = client.gather(client.map(fairshare.run, [dumbbell(duration=2)]))
    assert run == fairshare.run(dumbbell(duration=2))


def test_equal_runs_are_equal(finished: fairshare.Run) -> None:
    assert finished == fairshare.run(dumbbell(title="Another title"), record=False)
    other = fairshare.run(dumbbell(), seed=2, record=False)
    assert finished != other and finished != "run"
    assert len({finished, other, fairshare.run(dumbbell(), record=False)}) == 2


def test_a_document_can_be_text_and_other_objects_are_refused(tmp_path: Path) -> None:
    text = "\n  " + json.dumps(dumbbell())
    assert fairshare.run(text, record=False) == fairshare.run(dumbbell(), record=False)
    with pytest.raises(fairshare.ScenarioError, match="comma"):
        fairshare.read('{"v": 1,}')
    for wrong, named in ((None, "None"), (3, "int"), ([], "list")):
        with pytest.raises(TypeError, match=f"A scenario is a document.*{named}"):
            fairshare.run(wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        fairshare.read(tmp_path / "missing.json")


def test_a_table_is_a_table_for_pandas(finished: fairshare.Run) -> None:
    pandas = pytest.importorskip("pandas", reason="the extra `tables` is not installed")
    flows = finished.flows
    assert len(flows) == flows.rows == 2 and next(iter(flows)) == "id" and "goodput_bps" in flows
    frame = pandas.DataFrame(flows)
    pandas.testing.assert_frame_equal(frame.set_index("id"), flows.to_pandas())
    events = pandas.DataFrame(finished.events)
    assert len(events) == len(finished.events) and events.columns.tolist() == list(finished.events)
    assert "goodput_bps" in flows._ipython_key_completions_()
    none = fairshare.run(dumbbell(duration=2), record=False).events
    assert len(none) == 0 and not none and flows


def test_a_series_is_indexed_and_iterated(finished: fairshare.Run) -> None:
    series = finished.series("goodput")
    assert len(series) == 2 and list(series) == ["near", "far"] == series._ipython_key_completions_()
    assert np.array_equal(series[0], series["near"]) and np.array_equal(series[-1], series["far"])
    assert {id: values.sum() for id, values in series.items()} == {id: series[id].sum() for id in series.ids}
    with pytest.raises(IndexError):
        series[2]
    with pytest.raises(KeyError, match=r"no flow 'neer'.*Did you mean 'near'"):
        series["neer"]
    with pytest.raises(KeyError, match="Did you mean 'goodput_bps'"):
        finished.flows["goodput"]
    pandas = pytest.importorskip("pandas", reason="the extra `tables` is not installed")
    frame = pandas.DataFrame(series)
    assert frame.columns.tolist() == ["near", "far"] and np.array_equal(frame.to_numpy(), series.values.T)


def test_a_series_takes_part_in_arithmetic(finished: fairshare.Run) -> None:
    series = finished.series("goodput")
    assert np.array_equal(series / 1e6, series.values / 1e6)
    assert np.array_equal(1 - series, 1 - series.values)
    assert np.array_equal(series - series, np.zeros(series.values.shape))
    assert np.array_equal(np.stack([series, series])[1], series.values)
    window = finished.series("cwnd")
    assert np.nanmax(window) == np.nanmax(window.values) and np.isnan(np.mean(finished.series("rtt")))
    expected = np.average(window["near"][~np.isnan(window["near"])])
    assert window.mean()["near"] == pytest.approx(expected)
    assert window.min()["far"] == np.nanmin(window["far"]) and window.max()["far"] == np.nanmax(window["far"])
    assert window.median()["far"] == np.nanmedian(window["far"]) and window.std()["far"] == pytest.approx(np.nanstd(window["far"]))
    at_all_times = series.mean()
    total = finished.series("delivered").values.sum(axis=1) * 8 / finished.scenario.duration
    assert list(at_all_times.values()) == pytest.approx(total.tolist())
    with pytest.raises(AttributeError, match=r"to_pandas\(\)"):
        series.plot()  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        series += 1
    again = pickle.loads(pickle.dumps(series))
    assert np.array_equal(again.values, series.values) and again.unit == "bit/s"


def test_an_export_has_the_bytes_of_the_command_line(finished: fairshare.Run, tmp_path: Path) -> None:
    table = finished.export("csv", bin=0.5).decode().splitlines()
    rows = [line.split(",") for line in table[1:]]
    names = table[0].split(",")
    delivered = [
        float(row[names.index("value")]) for row in rows if row[names.index("signal")] == "delivered" and row[names.index("id")] == "near"
    ]
    assert sum(delivered) == finished.series("delivered")["near"].sum()
    finished.export("pcapng", tmp_path / "run.pcapng", link="forward")
    content = (tmp_path / "run.pcapng").read_bytes()
    assert content[:4] == b"\x0a\x0d\x0d\x0a" and content == finished.export("pcapng", link="forward")
    assert [file.name for file in tmp_path.iterdir()] == ["run.pcapng"]
    assert b"https://example.org/#" in finished.export("bibtex", page="https://example.org/")
    assert finished.export("qlog", flow="far") != finished.export("qlog", flow="near")
    for format in ("flent", "ns2"):
        assert len(finished.export(format)) > 1000
    with pytest.raises(ValueError, match="csv, flent, iperf3, qlog, ns2, pcapng, bibtex"):
        finished.export("excel")
    with pytest.raises(ValueError, match="`flow` applies to qlog and pcapng only"):
        finished.export("csv", flow="near")
    with pytest.raises(ValueError, match="nobody"):
        finished.export("qlog", flow="nobody")
    with pytest.raises(FileNotFoundError, match="No such file"):
        finished.export("csv", tmp_path / "missing" / "run.csv")


def test_a_long_run_reports_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    document = dumbbell(duration=100, network={"forward": {"rate": 5e7, "delay": 0.02}})
    calls: list[tuple[float, float]] = []
    run = fairshare.run(document, record=False, progress=lambda t, duration: calls.append((t, duration)))
    assert len(calls) > 2 and calls == sorted(calls) and calls[-1] == (100, 100)
    assert run == fairshare.run(document, record=False)
    pytest.importorskip("tqdm", reason="the bar needs tqdm")
    fairshare.run(dumbbell(duration=2), record=False, progress=True)
    assert "2.0 of 2.0 s" in capsys.readouterr().err

    def fails(t: float, duration: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fairshare.run(document, record=False, progress=fails)


def test_charts_without_their_packages_name_the_extra(finished: fairshare.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "fairshare.charts", raising=False)
    with pytest.raises(ImportError, match=r"Charts need anywidget: pip install 'fairshare\[notebooks\]'"):
        finished.charts()
