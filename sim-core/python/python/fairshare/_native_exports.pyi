"""What the feature `exports` adds to the extension module."""

from typing import overload

from fairshare._native import Scenario

@overload
def export(
    scenario: Scenario, format: str, path: None, flow: str | None, link: str | None, bin: float | None, url: str | None
) -> bytes: ...
@overload
def export(scenario: Scenario, format: str, path: str, flow: str | None, link: str | None, bin: float | None, url: str | None) -> None: ...
