"""The race."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fairshare
from conftest import ROOT

AIMD = ROOT / "sim-core" / "script" / "examples" / "aimd.fair"


def test_a_stored_result_is_computed_again() -> None:
    card = fairshare.race("newreno")
    stored = json.loads((ROOT / "docs" / "validation" / "race.json").read_text(encoding="utf-8"))
    row = next(row for row in stored["algorithms"] if row["name"] == "newreno")
    assert card.data["networks"] == row["networks"]
    assert card.score == row["score"]
    assert card.standings.rows == len(stored["algorithms"])
    assert card.standings.row(card.place - 1)["score"] == card.score


def test_a_program_is_raced_from_a_file_and_from_its_text(tmp_path: Path) -> None:
    mine = tmp_path / "mine.fair"
    mine.write_text(AIMD.read_text(encoding="utf-8"), encoding="utf-8")
    card = fairshare.race(mine)
    assert card.name == "mine.fair"
    assert card.failure is None
    assert card.networks.rows == 10
    assert fairshare.race(mine.read_text(encoding="utf-8"), threads=1).score == card.score
    faster = fairshare.race(mine, settings={"alpha": 10})
    assert faster.networks.row("cubic")["rules.share.value"] > 30 > card.networks.row("cubic")["rules.share.value"]
    assert fairshare.run(card.scenario("deep"), record=False).result_id == card.networks.row("deep")["result_ids.0"]
    assert card.standings.rows == fairshare.race("newreno").standings.rows + 1


def test_a_drive_by_hand_has_the_points_of_its_network(tmp_path: Path) -> None:
    drive = tmp_path / "drive.json"
    drive.write_text('{"network": "deep", "window": 10, "moves": [[5, 83]]}', encoding="utf-8")
    card = fairshare.race(drive)
    deep = card.networks.row("deep")
    assert card.networks.rows == 1
    assert card.score == deep["score"]
    assert card.score > 90
    assert card.standings.row(card.place - 1)["score"] == card.score
    assert fairshare.run(card.scenario("deep"), record=False).result_id == deep["result_ids.0"]
    with pytest.raises(fairshare.ScenarioError, match="no network"):
        fairshare.race('{"network": "many", "window": 10, "moves": []}')


def test_a_mistake_is_named_with_its_place() -> None:
    with pytest.raises(fairshare.ScenarioError, match="Line 1, column 18"):
        fairshare.race("on_ack { cwnd += ackd }")
    with pytest.raises(fairshare.ScenarioError, match="no algorithm udp"):
        fairshare.race("udp")
    with pytest.raises(fairshare.ScenarioError, match="Did you mean `cubic`"):
        fairshare.race("cubicc")
    card = fairshare.race("on_ack { cwnd = 1 / (now - now) }")
    with pytest.raises(KeyError, match="Did you mean 'deep'"):
        card.scenario("depp")
    assert card.score == 0
    assert card.failure is not None and "Line 1" in card.failure
