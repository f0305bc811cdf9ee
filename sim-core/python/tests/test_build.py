"""The generated functions that make documents."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args

import pytest

import fairshare
from fairshare import build


def test_functions_make_the_same_document_as_dicts() -> None:
    bottleneck = build.link(rate=4e6, delay=0.02, queue=build.queues.codel(limit={"packets": 80}))
    made = build.scenario(
        duration=5,
        network=build.networks.dumbbell(forward=bottleneck),
        flows=[
            build.flow("a", build.algorithms.cubic(beta=0.8), start=1),
            build.flow("b", "newreno", source=build.sources.cbr(rate=1e6)),
        ],
        timeline=[build.change(2, "network.forward.rate", 2e6)],
        measure={"windows": [build.window("late", 3, 5)]},
    )
    assert made == {
        "v": 1,
        "duration": 5,
        "network": {
            "kind": "dumbbell",
            "forward": {"rate": 4e6, "delay": 0.02, "queue": {"kind": "codel", "limit": {"packets": 80}}},
        },
        "flows": [
            {"id": "a", "algorithm": "cubic", "params": {"beta": 0.8}, "start": 1},
            {"id": "b", "algorithm": "newreno", "source": {"kind": "cbr", "rate": 1e6}},
        ],
        "timeline": [{"at": 2, "set": "network.forward.rate", "to": 2e6}],
        "measure": {"windows": [{"id": "late", "from": 3, "to": 5}]},
    }
    assert fairshare.check(made) == []


def test_reserved_names_lose_their_underscore() -> None:
    assert build.algorithms.simd.__doc__
    assert build.window("w", from_=1, to=2)["from"] == 1


def _functions(group: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(group).items() if isinstance(value, staticmethod)}


@pytest.mark.parametrize(
    ("group", "listed"),
    [("algorithms", "algorithms"), ("sources", "sources"), ("queues", "queues"), ("losses", "losses")],
)
def test_the_functions_are_those_of_the_catalogue(group: str, listed: str) -> None:
    functions = _functions(getattr(build, group))
    infos = {info["id"]: info for info in fairshare.catalogue()[listed]}
    assert list(functions) == list(infos)
    for name, function in functions.items():
        arguments = [argument.rstrip("_") for argument in inspect.signature(function.__func__).parameters]
        assert arguments == [field["name"] for field in infos[name]["fields"]], name
        described = re.findall(r"^    (\w+): ", inspect.getdoc(function.__func__) or "", re.MULTILINE)
        assert sorted(described) == sorted(inspect.signature(function.__func__).parameters), name


def test_the_ids_in_the_types_are_those_of_the_catalogue() -> None:
    assert list(get_args(build.AlgorithmId)) == [info["id"] for info in fairshare.catalogue()["algorithms"]]


@pytest.mark.parametrize("algorithm", list(get_args(build.AlgorithmId)))
def test_every_algorithm_builds_a_valid_flow(algorithm: str) -> None:
    made = build.scenario(flows=[build.flow("a", getattr(build.algorithms, algorithm)())])
    assert fairshare.check(made) == []
