"""Results as columns of other libraries."""

from __future__ import annotations

import copy
import pickle
import pydoc

import numpy as np
import pytest

import fairshare

pytest.importorskip("pyarrow", reason="the extra `tables` is not installed")


def address(values: np.ndarray) -> int:  # type: ignore[type-arg]
    return int(values.__array_interface__["data"][0])


def test_arrow_shares_the_memory_of_numbers(finished: fairshare.Run) -> None:
    series = finished.series("delivered")
    table = series.to_arrow()
    assert table.column_names == ["time", "near", "far"]
    for row, id in enumerate(series.ids):
        chunk = table.column(id).chunk(0)
        assert chunk.buffers()[1].address == address(series.values[row])
    assert table.column("far").to_pylist() == series["far"].tolist()


def test_polars_shares_the_memory_of_numbers(finished: fairshare.Run) -> None:
    series = finished.series("delivered")
    frame = series.to_polars()
    assert frame.columns == ["time", "near", "far"]
    assert address(frame["near"].to_numpy(allow_copy=False)) == address(series["near"])


def test_pandas_and_xarray_share_the_memory_of_numbers(finished: fairshare.Run) -> None:
    series = finished.series("delivered")
    frame = series.to_pandas()
    assert frame.columns.tolist() == ["near", "far"] and frame.index.name == "time"
    assert np.shares_memory(frame.to_numpy(copy=False), series.values)
    array = series.to_xarray()
    assert array.dims == ("flow", "time") and array.attrs["units"] == "bytes"
    assert np.shares_memory(array.to_numpy(), series.values)
    assert np.shares_memory(np.asarray(series), series.values)


def test_series_survive_their_run() -> None:
    series = fairshare.run({"v": 1, "duration": 1, "flows": [{"id": "a"}]}).series("delivered")
    table = series.to_arrow()
    total = series.values.sum()
    del series
    assert sum(table.column("a").to_pylist()) == total


def test_a_series_cannot_be_changed_but_copied(finished: fairshare.Run) -> None:
    series = finished.series("goodput")
    for change in (lambda: series.update(near=None), lambda: series.pop("near"), lambda: series.__setitem__("near", series["far"])):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    for again in (pickle.loads(pickle.dumps(series)), copy.copy(series)):
        assert repr(again) == repr(series) and again.ids == series.ids
        np.testing.assert_array_equal(again.values, series.values)


def test_help_shows_the_members_of_a_series_only() -> None:
    text = pydoc.plain(pydoc.render_doc(fairshare.Series))
    assert "to_xarray" in text
    assert "fromkeys" not in text and "__rfloordiv__" not in text
    assert text.count("\n") < 250


def test_tables_become_frames_and_datasets(finished: fairshare.Run) -> None:
    flows = finished.flows
    frame = flows.to_pandas()
    assert frame.loc["near", "algorithm"] == "cubic"
    assert frame.loc["near", "rtt_ms.mean"] == finished.summary["flows"][0]["rtt_ms"]["mean"]
    assert flows.to_polars()["id"].to_list() == ["near", "far"]
    arrow = flows.to_arrow()
    assert arrow.column("sent").to_pylist() == flows["sent"].tolist()
    assert flows.to_xarray()["goodput_bps"].sel(flow="far").item() == flows.row("far")["goodput_bps"]
    events = finished.events
    assert events.to_pandas()["event"].value_counts()["flow_started"] == 2
    assert events.to_arrow().column("flow").null_count == sum(flow is None for flow in events["flow"])
    assert events.to_polars().height == events.rows == events.to_xarray().sizes["event"]
    assert "near" in flows._repr_html_()
    with pytest.raises(KeyError):
        flows.row("nobody")
