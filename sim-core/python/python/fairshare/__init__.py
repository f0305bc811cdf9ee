"""Fairshare, a congestion control lab: a packet-level simulation of flows that share a network under congestion control.

`run` runs a scenario and gives its results; `read` and `check` read scenarios; `build` has functions that make them, and `papers` has the
experiments of five papers. The engine is that of the page and of the command line: the same document has the same result ID in all of them.
"""

# A module and a line for each feature.
from fairshare import build, papers
from fairshare._native import version as _version
from fairshare.catalogue import catalogue
from fairshare.comparisons import Comparison, compare
from fairshare.errors import FairshareError, Issue, RunError, ScenarioError
from fairshare.fits import LineFit, fit
from fairshare.measurements import Measured, measured
from fairshare.races import Card, race
from fairshare.runs import Decision, Decisions, Run, run
from fairshare.scenarios import Scenario, check, examples, read
from fairshare.sweeps import FailedRun, StoreError, SweepError, sweep
from fairshare.tables import Series, Table

__version__ = _version()

__all__ = [
    "Card",
    "Comparison",
    "Decision",
    "Decisions",
    "FailedRun",
    "FairshareError",
    "Issue",
    "LineFit",
    "Measured",
    "Run",
    "RunError",
    "Scenario",
    "ScenarioError",
    "Series",
    "StoreError",
    "SweepError",
    "Table",
    "build",
    "catalogue",
    "check",
    "compare",
    "examples",
    "fit",
    "measured",
    "papers",
    "race",
    "read",
    "run",
    "sweep",
]
