"""Runs and their results."""

from __future__ import annotations

import html
import json
import warnings

import numpy as np
import pytest

import fairshare
from conftest import dumbbell
from fairshare.pictures import bridged, scaled, ticks


def test_recording_does_not_change_the_result(finished: fairshare.Run) -> None:
    summary_only = fairshare.run(dumbbell(), record=False)
    assert summary_only.result_id == finished.result_id
    assert summary_only.summary == finished.summary
    assert len(finished.result_id) == 16
    assert fairshare.run(dumbbell(), seed=2).result_id != finished.result_id


def test_series_add_up_to_the_summary(finished: fairshare.Run) -> None:
    delivered = finished.series("delivered")
    assert delivered.ids == ["near", "far"] == finished.flows["id"].tolist()
    window = delivered.time >= finished.summary["window"][0]
    sums = delivered.values[:, window].sum(axis=1)
    assert sums.tolist() == finished.flows["delivered_bytes"].tolist()
    assert delivered["near"].sum() == delivered.values[0].sum()
    goodput = finished.series("goodput")
    assert (goodput.signal, goodput.label, goodput.unit) == ("goodput", "Goodput", "bit/s")
    np.testing.assert_allclose(goodput.values[:, window].mean(axis=1), finished.flows["goodput_bps"], rtol=1e-9)


def test_a_gauge_has_its_last_smallest_and_largest_values(finished: fairshare.Run) -> None:
    window = finished.series("cwnd")
    assert window.lowest is not None and window.highest is not None
    assert window.values.shape == window.lowest.shape == (2, len(window.time))
    known = ~np.isnan(window.values)
    assert known.any()
    assert np.all(window.lowest[known] <= window.values[known])
    assert np.all(window.values[known] <= window.highest[known])
    with pytest.raises(ValueError, match="not a counter"):
        window.rate()


def test_the_queue_belongs_to_links(finished: fairshare.Run) -> None:
    queue = finished.series("queue")
    assert (queue.of, queue.ids) == ("link", finished.links["id"].tolist())
    assert np.nanmax(queue.highest if queue.highest is not None else 0) == finished.links["queue_packets.max"].max()


def test_an_unknown_or_ambiguous_signal_is_refused_with_a_hint(finished: fairshare.Run) -> None:
    with pytest.raises(KeyError, match="cwnd"):
        finished.series("cwmd")
    with pytest.raises(KeyError, match="Did you mean 'goodput'"):
        finished.series("goodputt")
    with pytest.raises(KeyError, match="lists the recorded"):
        fairshare.run(dumbbell(), record=["cwnd"]).series("goodput")
    with pytest.raises(KeyError, match="No flow has the signal 'queue', which belongs to links"):
        finished.series("queue", of="flow")
    with pytest.raises(ValueError, match="goodputt"):
        fairshare.run(dumbbell(), record=["goodputt"])
    with pytest.raises(TypeError, match="list"):
        fairshare.run(dumbbell(), record="cwnd")
    document = dumbbell(flows=[{"id": "a", "algorithm": "scream", "source": {"kind": "media"}}])
    both = fairshare.run(document, record=["queue_delay"])
    with pytest.raises(ValueError, match=r"flow and link|link and flow"):
        both.series("queue_delay")
    assert both.series("queue_delay", of="link").of == "link"


def test_record_chooses_signals_events_and_bins() -> None:
    chosen = fairshare.run(dumbbell(), record=["cwnd"])
    assert chosen.signals["signal"].tolist() == ["cwnd"]
    assert chosen.events.rows == 0
    coarse = fairshare.run(dumbbell(), record={"signals": ["delivered"], "bin": 0.5})
    assert coarse.series("delivered").time.tolist() == [0.5 * index for index in range(10)]
    assert coarse.events.rows > 0
    with pytest.raises(ValueError, match="signal"):
        fairshare.run(dumbbell(), record={"signal": []})
    with pytest.raises(ValueError, match="bin"):
        fairshare.run(dumbbell(), record={"bin": 0})


def test_events_name_their_flows_and_links(finished: fairshare.Run) -> None:
    events = finished.events
    started = events["event"] == "flow_started"
    assert sorted(events["flow"][started]) == ["far", "near"]
    drops = events["event"] == "drop"
    assert drops.any()
    assert set(events["link"][drops]) == {"forward"}
    counted = events["count"][drops & (events["t"] >= 1)].sum()
    assert counted == finished.links.row("forward")["drops"]
    changed = fairshare.run(dumbbell(timeline=[{"at": 2, "set": "network.forward.rate", "to": 2e6}]))
    change = changed.events["event"] == "timeline_change"
    assert changed.events["flow"][change].tolist() == [None]


def test_decisions_explain_a_window_cut(finished: fairshare.Run) -> None:
    cuts = finished.events["t"][(finished.events["event"] == "window_cut") & (finished.events["flow"] == "near")]
    t = float(cuts[0])
    decisions = finished.explain("near", t - 0.01, t + 0.01)
    assert decisions
    assert all(t - 0.01 <= decision.t <= t + 0.01 and decision.flow == "near" for decision in decisions)
    assert all(decision.text and "{" not in decision.text for decision in decisions)
    everything = finished.explain("near")
    assert [decision for decision in everything if abs(decision.t - t) <= 0.01] == list(decisions)
    assert html.escape(decisions[0].text) in decisions._repr_html_()
    with pytest.raises(KeyError, match="nobody"):
        finished.explain("nobody")
    with pytest.raises(KeyError, match="Did you mean 'near'"):
        finished.explain("neer")
    with pytest.raises(ValueError, match="ends at 1 s, before it begins at 5 s"):
        finished.explain("near", 5, 1)


def test_decisions_become_a_frame(finished: fairshare.Run) -> None:
    pytest.importorskip("pandas", reason="the extra `tables` is not installed")
    decisions = finished.explain("near", 0, 2)
    frame = decisions.to_pandas()
    assert frame["text"].tolist() == [decision.text for decision in decisions]
    cut = next(decision for decision in decisions if "from" in decision.values)
    assert frame.loc[decisions.index(cut), "values.from"] == cut.values["from"]
    assert finished.explain("near", 0, 0).to_pandas().empty


def test_a_link_states_the_result(finished: fairshare.Run) -> None:
    again = fairshare.read(finished.link("https://example.org/"))
    assert (again.stated_result_id, again.stated_version) == (finished.result_id, finished.version)
    assert fairshare.run(again, record=False).result_id == finished.result_id


def test_a_link_that_states_another_result_is_named(finished: fairshare.Run) -> None:
    false = finished.link().replace(finished.result_id, "0123456789abcdef")
    with pytest.warns(UserWarning, match=f"result ID 0123456789abcdef, but this run has {finished.result_id}"):
        fairshare.run(false, record=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fairshare.run(finished.link(), record=False)
        # Another version may have other results.
        fairshare.run(false.replace(finished.version, "0.2.0"), record=False)


def test_a_run_that_exceeds_its_budget_says_when(monkeypatch: pytest.MonkeyPatch) -> None:
    error = fairshare.RunError("The run was stopped.", 1.5)
    assert (str(error), error.at) == ("The run was stopped.", 1.5)
    assert isinstance(error, RuntimeError)


def test_a_notebook_shows_a_picture_with_every_flow(finished: fairshare.Run) -> None:
    page = finished._repr_html_()
    assert page.count("<svg") == 3
    assert finished.result_id in page and "near" in page and "Two flows" in page
    assert "<script" not in page
    named = fairshare.run(dumbbell(title="<b>bold</b>"), record=False)
    assert "<b>bold" not in named._repr_html_()
    assert "<svg" not in named._repr_html_()
    assert json.dumps(finished.summary["fairness"])


def test_pictures_have_round_ticks_and_readable_units() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticks(0, 0) == [0]
    assert scaled("bit/s", 4.2e6) == (1e6, "Mbit/s")
    assert scaled("s", 0.04) == (1e-3, "ms")
    assert scaled("packets", 3e6) == (1.0, "packets")


def test_a_picture_joins_samples_across_empty_bins_of_up_to_a_second() -> None:
    time = np.arange(40) * 0.1
    values = np.full(40, np.nan)
    values[[0, 3, 12, 30]] = [1.0, 2.0, 3.0, 4.0]
    shown, joined = bridged(time, values)
    # The gap of 1.8 s interrupts the line, those of 0.3 and 0.9 s do not.
    assert np.array_equal(joined, [1.0, 2.0, 3.0, np.nan, 4.0], equal_nan=True)
    assert np.allclose(shown, [0.0, 0.3, 1.2, 1.3, 3.0])
