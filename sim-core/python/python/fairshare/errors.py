"""The exceptions of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Issue(NamedTuple):
    """A problem of a document."""

    path: str
    """The path in the document, such as `flows[1].access.sender`. Empty if the issue concerns the whole document."""
    code: str
    """A name of the kind of problem that does not change with the wording of the message."""
    message: str
    """A sentence that describes the problem and gives advice."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class FairshareError(Exception):
    """The base of all exceptions of this package."""


class ScenarioError(FairshareError, ValueError):
    """A document is invalid. `issues` lists every problem with its path."""

    def __init__(self, name: str, issues: Iterable[tuple[str, str, str]]) -> None:
        self.name = name
        """The origin of the document: the name of a file, `link` or `scenario`."""
        self.issues = [Issue(*issue) for issue in issues]
        """All problems of the document."""
        super().__init__(name, self.issues)

    def __str__(self) -> str:
        count = len(self.issues)
        heading = f"{self.name}: {count} problem{'' if count == 1 else 's'}"
        return "\n".join([heading, *(f"  {issue}" for issue in self.issues)])


class RunError(FairshareError, RuntimeError):
    """A run could not continue, for example because it exceeded its budget of events."""

    def __init__(self, message: str, at: float) -> None:
        self.at = at
        """Simulated time in seconds."""
        super().__init__(message, at)

    def __str__(self) -> str:
        return str(self.args[0])


class StoreError(FairshareError):
    """A store of results cannot be written: the disk is full, or it is read-only. Earlier results are stored."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        """The file or the folder."""
        self.reason = reason
        super().__init__(path, reason)

    def __str__(self) -> str:
        return (
            f"{self.path} could not be written: {self.reason}. Earlier results are stored. Make room, or name another store, and "
            "begin the same sweep again."
        )


class FailedRun(NamedTuple):
    """A run of a sweep without a result."""

    cell: str
    """The values of the settings."""
    seed: int | None
    """The seed; None if no seed of the cell can run."""
    message: str

    def __str__(self) -> str:
        return f"{self.cell}{'' if self.seed is None else f' (seed {self.seed})'}: {self.message}"


class SweepError(FairshareError, RuntimeError):
    """Some runs of a sweep have no result. The others are complete."""

    def __init__(self, failures: list[FailedRun], results: Any) -> None:
        self.failures = failures
        """The runs without a result."""
        self.results = results
        """The value that `sweep` would have returned. Cells with a failed run have no values."""
        super().__init__(failures, results)

    def __str__(self) -> str:
        shown = [f"  {failure}" for failure in self.failures[:10]]
        if len(self.failures) > len(shown):
            shown.append(f"  and {len(self.failures) - len(shown)} others")
        heading = "Some runs have no result. Their cells have no values; the others are complete (`results` of this exception)."
        return "\n".join([heading, *shown])
