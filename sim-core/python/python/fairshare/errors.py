"""The exceptions of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


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
