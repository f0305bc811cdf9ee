"""The functions and types that the generated functions of `fairshare.build` use."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypedDict, TypeVar


class _Unset:
    """The value of a setting that is left at its default."""

    def __repr__(self) -> str:
        return "<default>"


UNSET: Any = _Unset()

Document: TypeAlias = dict[str, Any]
"""A scenario document or a part of one."""


class Limit(TypedDict, total=False):
    """A queue limit in exactly one unit."""

    packets: int
    bytes: int
    seconds: float
    bdp: float


class SpanRange(TypedDict):
    """A range from which each flow draws a value uniformly."""

    min: float
    max: float


Span: TypeAlias = float | SpanRange
"""A number, or a range from which each flow draws a value uniformly."""


@dataclass(frozen=True)
class Algorithm:
    """A congestion control algorithm with the parameters that differ from their defaults."""

    id: str
    params: Mapping[str, Any] = field(default_factory=dict)


def given(arguments: Mapping[str, Any]) -> Document:
    """The arguments that a caller stated. A reserved name, such as `from_`, loses its underscore."""
    return {name.rstrip("_"): value for name, value in arguments.items() if value is not UNSET}


def document(settings: Mapping[str, Any]) -> Document:
    """A part of a document. An algorithm with parameters becomes two settings of its flow."""
    part = dict(settings)
    algorithm = part.get("algorithm")
    if isinstance(algorithm, Algorithm):
        part["algorithm"] = algorithm.id
        params = {**algorithm.params, **part.get("params", {})}
        if params:
            part["params"] = params
    return part


Function = TypeVar("Function", bound=Callable[..., Any])


def with_arguments(about: Mapping[str, str]) -> Callable[[Function], Function]:
    """A decorator that completes a function's docstring by its arguments that are not described there, as `about` describes them."""

    def decorate(function: Function) -> Function:
        doc = inspect.cleandoc(function.__doc__ or "")
        names = [name for name in inspect.signature(function).parameters if f"\n    {name}: " not in doc]
        heading = "" if "\n\nArgs:\n" in doc else "\n\nArgs:"
        function.__doc__ = doc + heading + "".join(f"\n    {name}: {about[name]}" for name in names)
        return function

    return decorate
