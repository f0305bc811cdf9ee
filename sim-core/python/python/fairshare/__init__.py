"""Fairshare, a congestion control lab: a packet-level simulation of flows that share a network under congestion control.

`run` runs a scenario and gives its results; `read` and `check` read scenarios; `build` has functions that make them, and `papers` has the
experiments of five papers. The engine is that of the page and of the command line: the same document has the same result ID in all of them.
"""

# A module and a line for each feature.
from fairshare import build, papers as papers
from fairshare._native import version as _version
from fairshare.catalogue import catalogue
from fairshare.errors import FairshareError, Issue, RunError, ScenarioError
from fairshare.races import Card as Card, race as race
from fairshare.runs import Decision, Decisions, Run, run
from fairshare.scenarios import Scenario, check, read
from fairshare.sweeps import FailedRun as FailedRun, StoreError as StoreError, SweepError as SweepError, sweep as sweep
from fairshare.tables import Series, Table

__version__ = _version()

__all__ = [
    "Decision",
    "Decisions",
    "FairshareError",
    "Issue",
    "Run",
    "RunError",
    "Scenario",
    "ScenarioError",
    "Series",
    "Table",
    "build",
    "catalogue",
    "check",
    "read",
    "run",
]
