"""The experiments of the papers."""

from __future__ import annotations

import json
import pickle
import zlib

import pytest

import fairshare
from conftest import ROOT
from fairshare import papers

SHORT = "trabol-tcp-tcp"
"""An experiment whose runs are short."""


def test_experiments_are_listed_by_paper() -> None:
    ids = [paper["id"] for paper in papers.papers()]
    assert {"ldaplus", "tfwc", "trabol", "taimd", "tpba"} <= set(ids)
    everything = papers.experiments()
    assert len(everything) == sum(len(papers.experiments(id)) for id in ids)
    assert all(experiment.paper == "tfwc" for experiment in papers.experiments("tfwc"))
    assert SHORT in papers.experiments("trabol")._repr_html_()
    with pytest.raises(KeyError, match="tfwc"):
        papers.experiments("tfwk")
    with pytest.raises(KeyError, match="lists all"):
        papers.experiment("nothing")
    with pytest.raises(KeyError, match="Did you mean 'trabol-tcp-tcp'"):
        papers.run("trabol-tcp-tpc")


def test_an_experiment_run_here_has_the_stored_results() -> None:
    experiment = papers.experiment(SHORT)
    stored = json.loads(zlib.decompress((ROOT / "public" / "papers" / f"{SHORT}.json.zlib").read_bytes()))
    report = experiment.run(seeds=None)
    assert report.seeds == experiment.seeds == stored["seeds"]
    assert [cell["result_ids"] for cell in report.results["cells"]] == [cell["result_ids"] for cell in stored["cells"]]
    assert [verdict.verdict for verdict in report.verdicts] == [line["verdict"] for line in stored["lines"]]
    assert report.results["quantities"] == stored["quantities"]


def test_tasks_can_be_computed_anywhere_and_in_any_order() -> None:
    experiment = papers.experiment(SHORT, {"tcp": "newreno"})
    tasks = experiment.tasks(seeds=2)
    assert len(tasks) == 2 * len(experiment.cells)
    moved = [pickle.loads(pickle.dumps(task)) for task in reversed(tasks)]
    report = experiment.report(moved, [task.run() for task in moved])
    assert report.results == experiment.run(seeds=2, jobs=2).results
    assert report.results["changes"][0]["path"] == "tcp"
    assert report.results["cells"] != papers.run(SHORT, seeds=2).results["cells"]


def test_a_report_gives_verdicts_and_tables() -> None:
    report = papers.run(SHORT)
    assert len(report.verdicts) == len(report.experiment.claims)
    assert report.agrees == all(v.verdict == "agrees" for v in report.verdicts if v.claim.is_judged)
    table = report.table(next(iter(report.quantities)))
    assert table.rows > 0 and "mean" in table
    assert str(report.verdicts[0]) in repr(report)
    assert report.experiment.id in report._repr_html_()
    with pytest.raises(KeyError, match="quantities are"):
        report.table("nothing")


def test_a_cell_is_a_scenario_with_the_result_of_the_experiment() -> None:
    experiment = papers.experiment(SHORT)
    stored = json.loads(zlib.decompress((ROOT / "public" / "papers" / f"{SHORT}.json.zlib").read_bytes()))
    for index, cell in enumerate(experiment.cells):
        run = fairshare.run(experiment.scenario(cell.id), record=False)
        assert run.result_id == stored["cells"][index]["result_ids"][0]


def test_a_change_that_is_impossible_is_refused() -> None:
    with pytest.raises(fairshare.ScenarioError):
        papers.experiment(SHORT, {"tcp": "nothing"})
    pages = [experiment for experiment in papers.experiments() if not experiment.is_simulated]
    with pytest.raises(ValueError, match="not simulated"):
        pages[0].run()
