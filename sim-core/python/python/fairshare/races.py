"""The race: a program or an algorithm on ten networks, with points by published rules."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fairshare import _native
from fairshare.scenarios import Scenario, read
from fairshare.tables import Table, html_table, similar


class Card:
    """The points of a program or an algorithm. `fairshare.race` makes it."""

    def __init__(self, native: _native.Race, data: Mapping[str, Any]) -> None:
        self._native = native
        self.data = data
        """The card as `fairshare race --json` prints it."""

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def score(self) -> float:
        """The points, from 0 to 100: the mean over the networks."""
        return float(self.data["score"])

    @property
    def place(self) -> int:
        """The place among the built-in algorithms: one more than the number of those with more points. That of a drive is
        the place on its network."""
        return 1 + sum(float(row["score"]) > self.score for row in self._others())

    @property
    def networks(self) -> Table:
        """A row for each network: the points, what was measured by each rule with the points for it, and the result IDs."""
        return Table.from_records("networks", self.data["networks"], "network")

    @property
    def standings(self) -> Table:
        """The points of this card and of the built-in algorithms in all and on each network, the most first."""
        others = (row for row in self._others() if row["name"] != self.name)
        rows = sorted((self.data, *others), key=lambda row: (-row["score"], row["name"]))
        points = [{one["network"]: one["score"] for one in row["networks"]} for row in rows]
        return Table.from_records(
            "standings", [{"name": row["name"], "score": row["score"]} | on for row, on in zip(rows, points, strict=True)], "name"
        )

    def _others(self) -> list[dict[str, Any]]:
        """The cards of the built-in algorithms; for a drive, those on its network."""
        raced = {one["network"] for one in self.data["networks"]}
        cards = _built_in()
        if len(raced) == 1:
            for card in cards:
                card["networks"] = [one for one in card["networks"] if one["network"] in raced]
                card["score"] = card["networks"][0]["score"]
        return cards

    @property
    def failure(self) -> str | None:
        """Why a run failed, or None. A run that fails has no points."""
        return next((f"{one['network']}: {one['failure']}" for one in self.data["networks"] if "failure" in one), None)

    def scenario(self, network: str) -> Scenario:
        """The scenario of a network with the first seed."""
        known = [str(one["network"]) for one in self.data["networks"]]
        if network not in known:
            raise KeyError(f"This card has no network {network!r}.{similar(network, known, ' `networks` lists them.')}")
        return read(json.loads(self._native.document(network)))

    def __repr__(self) -> str:
        return f"<Card of {self.name}: {self.score} points, place {self.place}>"

    def _repr_html_(self) -> str:
        rows = self.data["networks"]
        return html_table({"Network": [row["network"] for row in rows], "Points": [row["score"] for row in rows]}, limit=len(rows))


def _built_in() -> list[dict[str, Any]]:
    algorithms: list[dict[str, Any]] = json.loads(_native.Race.built_in())["algorithms"]
    return algorithms


def _native_race(racer: str | os.PathLike[str], settings: Mapping[str, float | bool] | None) -> _native.Race:
    given = json.dumps(dict(settings or {}))
    if isinstance(racer, str) and ("{" in racer or "\n" in racer):
        return _native.Race("program", racer, given)
    path = Path(racer)
    if path.suffix == ".fair" or path.exists():
        return _native.Race(path.name, path.read_text(encoding="utf-8"), given)
    return _native.Race(str(racer), None, given)


def race(
    racer: str | os.PathLike[str],
    *,
    settings: Mapping[str, float | bool] | None = None,
    threads: int | None = None,
) -> Card:
    """Races a program on ten networks with three seeds each, by the rules of docs/race.md.

    `racer` is the path of a program (`my.fair`) or of a drive by hand (`drive.json`), its text, or the ID of a built-in algorithm. `settings` has values of settings that
    the program declares. A program with a mistake raises `ScenarioError` with the line and the column.
    """
    native = _native_race(racer, settings)
    stop = _native.StopFlag()
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        runs = [pool.submit(native.run, run, stop) for run in range(native.runs())]
        try:
            results = [run.result() for run in runs]
        except BaseException:
            stop.set()
            raise
    return Card(native, json.loads(native.card(results)))
