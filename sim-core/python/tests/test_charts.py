"""The page's charts in a notebook."""

from __future__ import annotations

import numpy as np
import pytest

import fairshare
from conftest import dumbbell

pytest.importorskip("anywidget", reason="the extra `notebooks` is not installed")
from fairshare.charts import Charts, described


def test_the_description_locates_every_series_in_the_buffer(finished: fairshare.Run) -> None:
    description, data = described(finished, None)
    numbers = np.frombuffer(data, "<f8")
    assert [chart["title"] for chart in description["charts"]] == ["Goodput", "Window", "RTT", "Queue"]
    goodput, window = description["charts"][:2]
    bins = description["bins"]
    first = numbers[goodput["first"] : goodput["first"] + bins]
    assert first[-1] == finished.series("delivered")["near"].sum()
    assert np.all(np.diff(first) >= 0)
    second_flow = numbers[window["first"] + 3 * bins : window["first"] + 6 * bins].reshape(bins, 3)
    np.testing.assert_array_equal(second_flow[:, 2], finished.series("cwnd")["far"])
    assert window["lines"][1] == {"id": "far", "label": "far", "flow": "far"}
    assert description["charts"][3]["lines"][0]["flow"] is None
    events = numbers[description["events"]["first"] :].reshape(-1, 5)
    assert len(events) == description["events"]["rows"] == finished.events.rows
    assert np.all(np.diff(events[:, 0]) >= 0)
    assert events[:, 4].sum() == description["events"]["total"]


def test_the_widget_has_the_built_charts_and_answers_why(finished: fairshare.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = finished.charts(["goodput"])
    assert isinstance(widget, Charts)
    assert len(widget.run["charts"]) == 1
    answers: list[dict[str, object]] = []
    monkeypatch.setattr(widget, "send", answers.append)
    cuts = finished.events["t"][(finished.events["event"] == "window_cut") & (finished.events["flow"] == "near")]
    widget._answer(widget, {"ask": "explain", "flow": "near", "t": float(cuts[0])}, [])
    assert finished.explain("near", cuts[0] - 1e-6, cuts[0] + 1e-6)[0].text in str(answers[0]["sentences"])
    widget.show(fairshare.run(dumbbell(duration=2)))
    assert widget.run["duration"] == 2


def test_charts_of_a_run_without_series_are_refused() -> None:
    with pytest.raises(ValueError, match="recorded none"):
        fairshare.run(dumbbell(), record=False).charts()
