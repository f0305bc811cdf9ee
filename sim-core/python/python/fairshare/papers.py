"""The experiments of the five papers: their claims, runs and verdicts."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from fairshare import _native
from fairshare._building import Document
from fairshare.scenarios import Changes, Scenario, assignments, read
from fairshare.tables import Table, html_table, similar


@dataclass(frozen=True)
class Cell:
    """A scenario of an experiment, and its coordinates on the experiment's axes."""

    id: str
    at: Mapping[str, float | str]


@dataclass(frozen=True)
class Claim:
    """A statement that the results of an experiment must satisfy."""

    number: int
    text: str
    is_judged: bool
    """Whether the paper gives a number or an order to compare with."""
    cause: str | None
    """The known cause of a difference from the paper."""


@dataclass(frozen=True)
class Verdict:
    """How the results compare with a claim: `agrees`, `partly`, `differs`, or `paper gives no number`."""

    claim: Claim
    verdict: str
    values: Sequence[Mapping[str, Any]]
    """The values that decided it, each with its coordinates."""

    def __str__(self) -> str:
        return f"{self.claim.number}. {self.verdict}: {self.claim.text}"


@dataclass(frozen=True)
class Task:
    """One run of a cell with a seed. Tasks do not depend on each other, and any engine can run them: `run` computes one."""

    experiment: str
    changes: tuple[str, ...]
    cell: int
    seed: int

    def run(self) -> str:
        """Computes the run and returns its record, as JSON text for `Experiment.report`."""
        return _experiment(self.experiment, self.changes).run(self.cell, self.seed)


@lru_cache(maxsize=64)
def _experiment(id: str, changes: tuple[str, ...]) -> _native.PaperExperiment:
    return _native.PaperExperiment(id, list(changes))


@cache
def _index() -> dict[str, Any]:
    index: dict[str, Any] = json.loads(_native.papers_index())
    return index


@cache
def _entries() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in _index()["experiments"]}


class Experiment:
    """An experiment: a figure, a table or a passage of a paper. `experiments` and `experiment` make them."""

    def __init__(self, id: str, changes: Changes = ()) -> None:
        self.id = id
        self.changes = tuple(assignments(changes))
        """Changed assumptions, as texts of the form `path=value`."""
        self._description: dict[str, Any] = _entries()[id]
        if self.changes:
            # Refuses impossible changes at once.
            _experiment(id, self.changes)

    @property
    def _native(self) -> _native.PaperExperiment:
        return _experiment(self.id, self.changes)

    @property
    def paper(self) -> str:
        """The ID of the paper."""
        return str(self._description["paper"])

    @property
    def place(self) -> str:
        """The place in the paper, such as `Figure 1a`."""
        return str(self._description["place"])

    @property
    def title(self) -> str:
        return str(self._description["title"])

    @property
    def shows(self) -> str:
        """The subject of the experiment, in one sentence."""
        return str(self._description["shows"])

    @property
    def is_simulated(self) -> bool:
        return "not_simulated" not in self._description

    @property
    def seeds(self) -> int:
        """The number of seeds that the experiment defines."""
        return int(self._description.get("seeds", 0))

    @property
    def claims(self) -> list[Claim]:
        """The conditions on the results."""
        lines = self._description["lines"]
        return [Claim(line["number"], line["text"], line["judged"], line.get("cause")) for line in lines]

    @property
    def statements(self) -> list[str]:
        """The statements of the paper."""
        return [statement["text"] for statement in self._description["states"]]

    @cached_property
    def outline(self) -> dict[str, Any]:
        """The cells with their estimated numbers of packets, and the assumptions that can be changed."""
        outline: dict[str, Any] = json.loads(self._native.outline())
        return outline

    @cached_property
    def cells(self) -> list[Cell]:
        return [Cell(cell["id"], cell["at"]) for cell in self.outline["cells"]]

    @property
    def questions(self) -> list[dict[str, Any]]:
        """Ready-made questions: changes of assumptions that `changes` accepts by their IDs."""
        questions: list[dict[str, Any]] = self.outline["questions"]
        return questions

    def document(self, cell: int | str = 0, seed: int = 1) -> Document:
        """The scenario document of a cell, by its index or ID."""
        if isinstance(cell, str):
            cell = [known.id for known in self.cells].index(cell)
        document: Document = json.loads(self._native.document(cell, seed))
        return document

    def scenario(self, cell: int | str = 0, seed: int = 1) -> Scenario:
        """The scenario of a cell, for `fairshare.run`."""
        return read(self.document(cell, seed))

    def tasks(self, seeds: int | None = None) -> list[Task]:
        """The runs of all cells with the seeds 1 to `seeds`; without `seeds`, with as many as the experiment defines."""
        count = self.seeds if seeds is None else seeds
        cells = range(len(self.cells))
        return [Task(self.id, self.changes, cell, seed) for cell in cells for seed in range(1, count + 1)]

    def report(self, tasks: Sequence[Task], records: Iterable[str]) -> Report:
        """Reduces runs to results and verdicts.

        Args:
            tasks: The tasks that were run.
            records: The result of each task, in the order of the tasks.
        """
        runs: list[list[tuple[int, str]]] = [[] for _ in self.cells]
        for task, record in zip(tasks, records, strict=True):
            runs[task.cell].append((task.seed, record))
        ordered = [[record for _, record in sorted(cell)] for cell in runs]
        return Report(self, json.loads(self._native.reduce(ordered)))

    def run(
        self,
        seeds: int | None = 1,
        *,
        map: Callable[[Callable[[Task], str], list[Task]], Iterable[str]] | None = None,
        jobs: int | None = None,
    ) -> Report:
        """Runs the experiment and compares the results with the paper.

        Args:
            seeds: The number of seeds. One seed is quick, and its verdicts are preliminary. None: as many as the experiment defines.
            map: A function that applies a function to every task, such as the `map` of an executor. By default, threads run the tasks.
            jobs: The number of threads; by default, the number of processors.
        """
        tasks = self.tasks(seeds)
        if map is not None:
            return self.report(tasks, list(map(Task.run, tasks)))
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
            try:
                return self.report(tasks, list(pool.map(Task.run, tasks)))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def __repr__(self) -> str:
        return f"<Experiment {self.id}: {self.place}, {self.title}>"

    def _repr_html_(self) -> str:
        claims = {"Claim": [claim.text for claim in self.claims]}
        heading = f"<strong>{html.escape(self.id)}</strong>: {html.escape(self.place)}, {html.escape(self.title)}"
        return f"<div>{heading}<p>{html.escape(self.shows)}</p>{html_table(claims, limit=50)}</div>"


class Report:
    """The results of an experiment and the verdicts on its claims."""

    def __init__(self, experiment: Experiment, results: dict[str, Any]) -> None:
        self.experiment = experiment
        self.results = results
        """Everything, as `fairshare papers --json` prints it."""

    @property
    def seeds(self) -> int:
        return int(self.results["seeds"])

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdict on each claim, in order."""
        judged = zip(self.experiment.claims, self.results["lines"], strict=True)
        return [Verdict(claim, line["verdict"], line["values"]) for claim, line in judged]

    @property
    def agrees(self) -> bool:
        """Whether the results agree with every claim that gives a number or an order."""
        return all(verdict.verdict == "agrees" for verdict in self.verdicts if verdict.claim.is_judged)

    @property
    def quantities(self) -> dict[str, str]:
        """The IDs of the measured quantities and their labels."""
        return {quantity["id"]: quantity["label"] for quantity in self.results["quantities"]}

    def table(self, quantity: str) -> Table:
        """The values of a quantity: the coordinates, the mean over the seeds, and its 95 % confidence interval."""
        for known in self.results["quantities"]:
            if known["id"] == quantity:
                return Table.from_records("points", [_point(point) for point in known["points"]])
        raise KeyError(f"There is no quantity {quantity!r}. The quantities are: {', '.join(self.quantities)}.")

    def __repr__(self) -> str:
        return "\n".join([repr(self.experiment), *map(str, self.verdicts)])

    def _repr_html_(self) -> str:
        columns = {
            "Verdict": [verdict.verdict for verdict in self.verdicts],
            "Claim": [verdict.claim.text for verdict in self.verdicts],
        }
        seeds = f"{self.seeds} seed{'' if self.seeds == 1 else 's'}"
        heading = f"<strong>{html.escape(self.experiment.id)}</strong>, {seeds}"
        return f"<div>{heading}{html_table(columns, limit=50)}</div>"


def _point(point: Mapping[str, Any]) -> dict[str, Any]:
    low, high = point.get("interval", (None, None))
    return {**point["at"], "mean": point["mean"], "low": low, "high": high}


class Experiments(Sequence[Experiment]):
    """Experiments, shown as a table in notebooks."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = list(ids)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Experiments(self._ids[index])
        return Experiment(self._ids[index])

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Experiment]:
        return (Experiment(id) for id in self._ids)

    def __repr__(self) -> str:
        return f"<{len(self)} experiments: {', '.join(self._ids)}>"

    def _repr_html_(self) -> str:
        rows = list(self)
        columns = {
            "ID": [row.id for row in rows],
            "Place": [row.place for row in rows],
            "Title": [row.title for row in rows],
        }
        return html_table(columns, limit=len(rows))


def papers() -> list[dict[str, Any]]:
    """The papers: titles, authors, venues and descriptions of their algorithms."""
    found: list[dict[str, Any]] = _index()["papers"]
    return found


def experiments(paper: str | None = None) -> Experiments:
    """All experiments, or those of one paper, by its ID."""
    known = [entry["id"] for entry in papers()]
    if paper is not None and paper not in known:
        raise KeyError(f"There is no paper {paper!r}. The papers are: {', '.join(known)}.")
    return Experiments(entry["id"] for entry in _entries().values() if paper in (None, entry["paper"]))


def experiment(id: str, changes: Changes = ()) -> Experiment:
    """An experiment by its ID.

    Args:
        changes: Changed assumptions, which apply to all its scenarios: values by path such as `{"tcp": "newreno"}`, or the IDs of
            ready-made questions.
    """
    try:
        return Experiment(id, changes)
    except KeyError:
        hint = similar(id, _entries(), " `fairshare.papers.experiments()` lists all.")
        raise KeyError(f"There is no experiment {id!r}.{hint}") from None


def run(id: str, changes: Changes = (), *, seeds: int | None = 1, jobs: int | None = None) -> Report:
    """Runs an experiment and compares the results with the paper. `Experiment.run` describes the arguments."""
    return experiment(id, changes).run(seeds, jobs=jobs)


__all__ = [
    "Cell",
    "Claim",
    "Experiment",
    "Experiments",
    "Report",
    "Task",
    "Verdict",
    "experiment",
    "experiments",
    "papers",
    "run",
]
