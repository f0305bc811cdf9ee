"""The extension module. Use the functions of `fairshare` instead, which this module supports."""

from collections.abc import Callable
from typing import TypeAlias, final

import numpy as np
import numpy.typing as npt

from fairshare._native_exports import export as export
from fairshare._native_fit import fit as fit, fit_numbers as fit_numbers, measured as measured
from fairshare._native_papers import PaperExperiment as PaperExperiment, papers_index as papers_index
from fairshare._native_race import Race as Race
from fairshare._native_sweeps import Sweep as Sweep

__all__ = [
    "PaperExperiment",
    "Race",
    "Run",
    "Scenario",
    "StopFlag",
    "Sweep",
    "catalogue",
    "explain",
    "export",
    "fit",
    "fit_numbers",
    "measured",
    "papers_index",
    "signals",
    "version",
]

_Floats: TypeAlias = npt.NDArray[np.float64]

def version() -> str: ...
def catalogue() -> str: ...
def signals() -> list[str]: ...
def explain(scenario: Scenario, flow: str, t0: float, t1: float) -> str: ...

@final
class Scenario:
    def __new__(cls, data: bytes, name: str, set: list[str], seed: int | None) -> Scenario: ...
    @staticmethod
    def is_link(text: str) -> bool: ...
    def document(self) -> str: ...
    def canonical(self) -> str: ...
    def expanded(self) -> str: ...
    def facts(self) -> str: ...
    def link(self, result_id: str | None) -> str: ...
    @property
    def stated(self) -> tuple[str | None, str | None]: ...
    @property
    def seed(self) -> int: ...
    @property
    def duration(self) -> float: ...

@final
class Run:
    def __new__(
        cls,
        scenario: Scenario,
        signals: list[str] | None,
        events: bool,
        bin: float | None,
        progress: Callable[[float], object] | None,
    ) -> Run: ...
    @property
    def result_id(self) -> str: ...
    @property
    def packet_hops(self) -> int: ...
    def summary(self) -> str: ...
    @property
    def flow_ids(self) -> list[str]: ...
    @property
    def link_ids(self) -> list[str]: ...
    def signals(self) -> list[tuple[str, str, bool, str, str, str]]: ...
    @property
    def bins(self) -> tuple[float, float, int]: ...
    def times(self) -> _Floats: ...
    def counter(self, kind: str, signal: str) -> tuple[list[str], _Floats]: ...
    def gauge(self, kind: str, signal: str) -> tuple[list[str], _Floats, _Floats, _Floats]: ...
    def events(
        self,
    ) -> tuple[
        _Floats,
        npt.NDArray[np.uint8],
        npt.NDArray[np.int32],
        npt.NDArray[np.int32],
        _Floats,
        npt.NDArray[np.uint32],
    ]: ...
    @staticmethod
    def event_names() -> list[tuple[int, str]]: ...

@final
class StopFlag:
    def __new__(cls) -> StopFlag: ...
    def set(self) -> None: ...
