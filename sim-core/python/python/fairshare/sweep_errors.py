"""The exceptions of sweeps."""

from __future__ import annotations

from typing import Any, NamedTuple

from fairshare.errors import FairshareError


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
