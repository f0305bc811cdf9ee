"""Reading, checking, changing and sharing scenarios."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import fairshare
from conftest import dumbbell


def test_a_dict_a_file_and_a_link_are_the_same_scenario(tmp_path: Path) -> None:
    scenario = fairshare.read(dumbbell())
    file = tmp_path / "scenario.json"
    scenario.save(file)
    assert fairshare.read(file) == scenario
    assert fairshare.read(str(file)) == scenario
    assert fairshare.read(scenario.link("https://example.org/lab/")) == scenario
    assert fairshare.read(scenario.link()) == scenario
    assert pickle.loads(pickle.dumps(scenario)) == scenario
    assert len({scenario, fairshare.read(file)}) == 1
    assert fairshare.read(dumbbell(), None) == scenario


def test_a_readable_link_is_the_example_with_its_changes() -> None:
    scenario = fairshare.read("https://example.org/#p=near-far&duration=20&r=0123456789abcdef&e=0.1.0")
    assert scenario.duration == 20
    assert (scenario.stated_result_id, scenario.stated_version) == ("0123456789abcdef", "0.1.0")
    changed = fairshare.read("#p=near-far&r=0123456789abcdef", {"duration": 3})
    assert changed.stated_result_id is None


def test_an_example_has_a_name() -> None:
    assert fairshare.read("near-far") == fairshare.read("#p=near-far")
    for name in ("near-fat", "near-far.json", "near_far", "#near-fa"):
        with pytest.raises(FileNotFoundError, match="Did you mean 'near-far'"):
            fairshare.read(name)
    with pytest.raises(FileNotFoundError, match="lists the examples"):
        fairshare.read("#garbage")
    with pytest.raises(fairshare.ScenarioError, match="Did you mean `near-far`"):
        fairshare.run("#p=neer-far")
    with pytest.raises(ValueError, match="is empty"):
        fairshare.run("")


def test_the_examples_can_be_listed() -> None:
    examples = fairshare.examples()
    assert examples.row("near-far")["title"] == fairshare.read("near-far").title
    assert all(fairshare.check(name) == [] for name in examples["name"])


def test_seeds_and_changes_of_another_form_are_refused_in_words() -> None:
    for seed, words in ((-1, "between 0"), (2**70, "at most"), (1.5, "whole number")):
        with pytest.raises(fairshare.ScenarioError, match=f"seed: .*{words}"):
            fairshare.run(dumbbell(), seed=seed)  # type: ignore[arg-type]
    assert fairshare.read(dumbbell(), seed=np.int64(3)).seed == 3  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Changes are a dict"):
        fairshare.read(dumbbell(), [("duration", 2)])  # type: ignore[list-item]


def test_a_flow_loses_the_settings_that_its_new_algorithm_does_not_have() -> None:
    with pytest.warns(UserWarning, match="`bbr` has no setting `hystart`"):
        changed = fairshare.read("near-far", {"flows.*.algorithm": "bbr"})
    assert [(flow["algorithm"], "hystart" in flow["params"]) for flow in changed.document["flows"]] == [("bbr", False)] * 2


def test_every_problem_has_a_path_and_a_sentence() -> None:
    document = dumbbell(duration=-1, flows=[{"id": "a", "algorithm": "cubicc"}])
    with pytest.raises(fairshare.ScenarioError) as caught:
        fairshare.run(document)
    paths = [issue.path for issue in caught.value.issues]
    assert paths == ["duration", "flows[0].algorithm"]
    assert "cubic" in caught.value.issues[1].message
    assert isinstance(caught.value, ValueError)
    for issue in caught.value.issues:
        assert str(issue) in str(caught.value)
    assert fairshare.check(document) == caught.value.issues
    assert fairshare.check(dumbbell()) == []
    assert pickle.loads(pickle.dumps(caught.value)).issues == caught.value.issues


def test_errors_name_the_file_and_the_setting(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"v": 1,')
    with pytest.raises(fairshare.ScenarioError, match=r"broken\.json"):
        fairshare.read(file)
    with pytest.raises(FileNotFoundError):
        fairshare.read(tmp_path / "missing.json")
    with pytest.raises(fairshare.ScenarioError, match=r"network\.forward\.rat"):
        fairshare.read(dumbbell(), {"network.forward.rat": 1})
    with pytest.raises(TypeError, match="not a value"):
        fairshare.read(dumbbell(duration=object()))


def test_changes_are_values_by_path_or_texts_with_units() -> None:
    by_path = fairshare.read(dumbbell(), {"network.forward.rate": 5e6, "flows.near.algorithm": "sack"}, seed=7)
    texts = fairshare.read(dumbbell(), ["network.forward.rate=5M", "flows.near.algorithm=sack"], seed=7)
    assert by_path == texts
    assert by_path.seed == 7
    limit = fairshare.read(dumbbell(), {"network.forward.queue.limit": {"packets": 17}}).canonical
    assert limit["network"]["forward"]["queue"]["limit"] == {"packets": 17}
    assert by_path.changed({"duration": 2}).duration == 2


def test_numbers_of_numpy_are_numbers_of_a_document() -> None:
    rates = np.array([1e6, 2e6])
    scenario = fairshare.read(dumbbell(duration=np.float32(2.5), seed=np.int64(3)))
    assert (scenario.duration, scenario.seed) == (2.5, 3)
    assert fairshare.read(dumbbell(), {"network.forward.rate": rates[1]}).document["network"]["forward"]["rate"] == 2e6


def test_the_canonical_document_omits_defaults_and_the_expanded_one_states_them() -> None:
    scenario = fairshare.read(dumbbell(seed=1))
    assert "seed" not in scenario.canonical
    assert scenario.expanded["seed"] == 1
    assert scenario.document["seed"] == 1
    assert json.dumps(scenario.facts)
    assert "2 flows" in repr(scenario)


def test_the_catalogue_lists_what_a_document_can_name() -> None:
    algorithms = [info["id"] for info in fairshare.catalogue()["algorithms"]]
    assert "cubic" in algorithms
    assert fairshare.catalogue()["version"] == fairshare.__version__
