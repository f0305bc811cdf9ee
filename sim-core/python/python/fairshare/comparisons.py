"""The comparison of two scenarios that run with the same seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fairshare import _native
from fairshare.scenarios import Changes, ScenarioSource, read
from fairshare.tables import Table


class Comparison:
    """The numbers of two scenarios, and which of them differ. `fairshare.compare` makes it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        """The comparison as `fairshare compare --json` prints it."""

    @property
    def seeds(self) -> int:
        """Number of runs of each scenario."""
        return int(self.data["seeds"])

    @property
    def numbers(self) -> Table:
        """A row for each number: the means of both with half the width of their 95 % intervals, those of the differences B - A of
        runs with the same seed, and the verdict. A verdict is by Holm's method over all numbers: `differ`, `chance`, `same`. With a
        flow that is alone in A, also the harm that the others do to it."""
        rows = [
            {"name": row["name"]}
            | {f"{side}.{key}": row[side][key] for side in ("a", "b", "difference") for key in ("mean", "half_width")}
            | {"verdict": row["verdict"]}
            | ({} if row["harm"] is None else {"harm": row["harm"]})
            for row in self.data["numbers"]
        ]
        return Table.from_records("numbers", rows, "name")

    @property
    def differing(self) -> list[str]:
        """The names of the numbers that differ."""
        return [row["name"] for row in self.data["numbers"] if row["verdict"] == "differ"]

    def __repr__(self) -> str:
        count = len(self.data["numbers"])
        return f"<Comparison: {len(self.differing)} of {count} numbers differ, {self.seeds} seeds>"

    def _repr_html_(self) -> str:
        return self.numbers._repr_html_()


def compare(
    a: ScenarioSource,
    b: ScenarioSource | None = None,
    changes: Changes = (),
    *,
    alone: str | None = None,
    seeds: int = 10,
) -> Comparison:
    """Runs two scenarios with the same seeds, and says which of their numbers differ.

    Args:
        a: The first scenario, as for `read`.
        b: The second scenario. Without it, the first one with `changes`.
        changes: Settings to change in the second scenario.
        alone: The ID of a flow. Its run alone is compared with its run among the others, and `numbers` has the harm that these do to it.
        seeds: Number of runs of each scenario, from 3 to 1000. The first has the seed of the document, the next one the seed after it.

    Raises:
        ScenarioError: A document or a change is invalid.
        ValueError: There is nothing to compare, or no such flow.
    """
    if b is None and not changes and alone is None:
        raise ValueError("Name a second scenario, changes, or a flow that runs alone.")
    if alone is not None and (b is not None or changes):
        raise ValueError("A flow that runs alone is compared with its run among the others: give no second scenario and no changes.")
    if isinstance(seeds, bool) or not isinstance(seeds, int) or not 3 <= seeds <= 1000:
        raise ValueError(f"A comparison has from 3 to 1000 seeds, not {seeds!r}.")
    first = read(a)
    second = read(first if b is None else b, changes)
    text = _native.compare((first._native, first.name), (second._native, second.name), alone, seeds)
    return Comparison(json.loads(text))
