"""Sweeps on clusters of worker processes: the effects of killed processes, and the costs of the engines.

`npm run validate -- --only clusters` runs this file.
"""

from __future__ import annotations

import json
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import fairshare
from conftest import RUNS, Cluster, document, processor_seconds, stored, times, wait_until
from fairshare._engines import DaskEngine, Engine, RayEngine


def folder_with(path: Path, sweep: dict[str, Any]) -> Path:
    path.mkdir()
    (path / "sweep.json").write_text(json.dumps(sweep))
    return path


@pytest.mark.parametrize("on", ["dask", "ray", "processes"])
def test_every_engine_gives_the_bytes_of_the_command_line_and_the_page(on: str, tmp_path: Path) -> None:
    golden = Path(__file__).parents[2] / "sweeps" / "tests" / "golden"
    scenario = json.loads((golden / "scenario.json").read_text())
    vary = {"network.forward.rate": ["1M", "2M", "4M"], "flows.far.algorithm": "cubic,reno"}
    if on == "processes":
        with ProcessPoolExecutor(2) as executor:
            results = fairshare.sweep(scenario, vary, on=executor, store=tmp_path)
    else:
        pytest.importorskip("distributed" if on == "dask" else "ray")
        results = fairshare.sweep(scenario, vary, on=on, jobs=2, store=tmp_path)
    assert results.fairshare.csv() == (golden / "algorithms.csv").read_text()
    assert results.fairshare.json() == (golden / "algorithms.json").read_text()


@pytest.fixture(scope="module")
def expected() -> str:
    """The results on threads of one process."""
    return fairshare.sweep(document(RUNS)).fairshare.csv()


def test_a_sweep_survives_a_killed_worker_and_a_killed_client(cluster: Cluster, tmp_path: Path, expected: str) -> None:
    folder = folder_with(tmp_path / "sweep", document(RUNS))
    cluster.grow()
    cluster.grow()
    client = cluster.client(folder, 0.25)

    def has(runs: int) -> bool:
        assert client.poll() is None, "the sweep ended too early"
        return len(stored(folder)) >= runs

    wait_until("a third of the runs is stored", lambda: has(RUNS // 3))
    cluster.kill_worker()
    wait_until("half of the runs is stored", lambda: has(RUNS // 2))
    client.send_signal(signal.SIGKILL)
    client.wait()
    before = len(set(stored(folder)))
    assert RUNS // 2 <= before < RUNS
    if cluster.engine == "dask":
        cluster.grow()
    assert cluster.client(folder, 0.25).wait(timeout=900) == 0
    keys = stored(folder)
    assert len(set(keys)) == RUNS, "runs are lost"
    # A chunk that a worker had when the client was killed may be stored twice. The results count each run once.
    print(f"{cluster.engine}: {before} of {RUNS} runs were stored when the client was killed; {len(keys) - RUNS} were stored twice")
    assert (folder / "results.csv").read_text() == expected
    assert not list((folder / "store").glob(".*.part"))


def seconds_of(cluster: Cluster, folder: Path) -> float:
    assert cluster.client(folder, 1.0).wait(timeout=1800) == 0
    seconds: float = times(folder)["seconds"]
    return seconds


def busy_share() -> float:
    """The share of the processors' time that is used, measured over one second. The load average would still contain the tests before."""

    def used_and_total() -> tuple[int, int]:
        user, nice, system, idle, waiting, *other = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:])
        used = user + nice + system + sum(other)
        return used, used + idle + waiting

    used, total = used_and_total()
    time.sleep(1)
    used_later, total_later = used_and_total()
    return (used_later - used) / (total_later - total)


def test_two_workers_take_about_half_the_time_of_one(cluster: Cluster, tmp_path: Path) -> None:
    is_idle = (os.cpu_count() or 1) >= 2 and busy_share() < 0.1
    sweep = document(400, duration=1000)
    cluster.grow()
    one = seconds_of(cluster, folder_with(tmp_path / "one", sweep))
    cluster.grow()
    two = seconds_of(cluster, folder_with(tmp_path / "two", sweep))
    print(f"{cluster.engine}: {one:.1f} s with one worker, {two:.1f} s with two: {one / two:.2f} times as fast")
    if not is_idle:
        pytest.skip("other programs use the processors, so the times are not judged")
    assert one / two >= 1.7


def engine_of(cluster: Cluster) -> Engine:
    if cluster.engine == "dask":
        import distributed

        return DaskEngine(distributed.Client(cluster.address))
    import ray

    ray.init(address="auto", log_to_driver=False)
    return RayEngine()


def test_a_task_costs_less_than_two_percent_of_a_chunk(cluster: Cluster) -> None:
    cluster.grow()
    engine = engine_of(cluster)
    try:
        for pending in [engine.submit(os.path.basename, "task") for _ in range(20)]:
            pending.result()
        tasks = 500
        scheduler = cluster.scheduler()
        before = sum(map(processor_seconds, scheduler))
        started = time.perf_counter()
        for pending in [engine.submit(os.path.basename, "task") for _ in range(tasks)]:
            pending.result()
        elapsed = 1000 * (time.perf_counter() - started) / tasks
        milliseconds = 1000 * (sum(map(processor_seconds, scheduler)) - before) / tasks
        print(f"{cluster.engine}: a task without work takes {elapsed:.2f} ms, of which the scheduler computes {milliseconds:.2f} ms")
        assert milliseconds < 20
    finally:
        if cluster.engine == "ray":
            import ray

            ray.shutdown()
        else:
            engine.client.close()  # type: ignore[attr-defined]
