"""Comparisons of two scenarios."""

import pickle

import pytest

import fairshare


def test_a_slower_link_differs_and_equal_scenarios_are_the_same() -> None:
    slower = fairshare.compare("near-far", changes={"network.forward.rate": 1e6, "duration": 10}, seeds=3)
    assert "near.goodput_bps" in slower.differing
    rows = slower.numbers.to_pandas()
    near = rows.loc["near.goodput_bps"]
    assert near["difference.mean"] == pytest.approx(near["b.mean"] - near["a.mean"])
    assert near["verdict"] == "differ"
    same = fairshare.compare("near-far", "near-far", seeds=3)
    assert same.differing == []
    assert set(same.numbers["verdict"]) == {"same"}
    assert pickle.loads(pickle.dumps(same)).data == same.data
    assert "0 of" in repr(same)


def test_the_others_harm_a_flow() -> None:
    harmed = fairshare.compare("near-far", alone="far", seeds=3)
    rows = harmed.numbers.to_pandas()
    goodput = rows.loc["far.goodput_bps"]
    assert goodput["harm"] == pytest.approx(1 - goodput["b.mean"] / goodput["a.mean"])


def test_controllers_are_compared_on_a_fitted_line() -> None:
    line = fairshare.fit(rate=8e6, ping=0.024, loaded_ping=0.31)
    compared = fairshare.compare(line.scenario, changes=["flows.transfer-1.algorithm=bbr"], seeds=3)
    assert any(name.startswith("call.") for name in compared.differing)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="Name a second scenario"):
        fairshare.compare("near-far")
    with pytest.raises(ValueError, match="from 3 to 1000"):
        fairshare.compare("near-far", "near-far", seeds=2)
    with pytest.raises(ValueError, match="no flow `nobody`"):
        fairshare.compare("near-far", alone="nobody")
    with pytest.raises(ValueError, match="no second scenario"):
        fairshare.compare("near-far", "near-far", alone="near")
