"""Threads and memory."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fairshare
from conftest import dumbbell

BUSY = dumbbell(duration=60, network={"forward": {"rate": 2e8, "delay": 0.02}})
"""A run that computes for seconds."""


class Counter(threading.Thread):
    """Counts, and notes the longest time between two counts."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.count = 0
        self.longest_gap = 0.0
        self.stopped = threading.Event()

    def run(self) -> None:
        before = time.perf_counter()
        while not self.stopped.is_set():
            self.count += 1
            now = time.perf_counter()
            self.longest_gap = max(self.longest_gap, now - before)
            before = now

    def __enter__(self) -> Counter:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.join()


def test_a_counting_thread_keeps_counting_while_a_run_computes() -> None:
    # A run that held the interpreter's lock would stop the thread for the whole time of the run.
    scenario = fairshare.read({**BUSY, "duration": 600})
    with Counter() as counter:
        started = time.perf_counter()
        fairshare.run(scenario, record=False)
        seconds = time.perf_counter() - started
    assert counter.longest_gap < seconds / 2


OTHER_PROCESS = """
import json, sys
import fairshare
scenario = fairshare.read(json.loads(sys.argv[1]))
print("ready", flush=True)
for line in sys.stdin:
    fairshare.run(scenario, record=False)
    print("done", flush=True)
"""


@pytest.mark.slow
def test_a_counting_thread_keeps_its_pace_while_a_run_computes() -> None:
    """A run in another process takes a processor, too, but not Python's interpreter lock. So it is what a run in a thread is compared with."""
    scenario = fairshare.read(BUSY)
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, json.dumps(BUSY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        other.stdout.readline()

        def run_in_other_process() -> None:
            print(file=other.stdin, flush=True)
            other.stdout.readline()

        def counts_per_second(run: Callable[[], object]) -> float:
            with Counter() as counter:
                started = time.perf_counter()
                run()
                seconds = time.perf_counter() - started
                return counter.count / seconds

        in_thread, in_process = [], []
        for _ in range(5):
            in_thread.append(counts_per_second(lambda: fairshare.run(scenario, record=False)))
            in_process.append(counts_per_second(run_in_other_process))
        other.stdin.close()
    beside, reference = statistics.median(in_thread), statistics.median(in_process)
    print(f"counts per second: {beside:.0f} beside a run in this process, {reference:.0f} beside a run in another one")
    assert beside > 0.8 * reference


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal for a single process")
def test_ctrl_c_stops_a_run() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        fairshare.run({**BUSY, "duration": 6000}, record=False)
    assert time.perf_counter() - started < 60


def resident_bytes() -> int:
    """The memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def grown_bytes(runs: int) -> int:
    """By how much this process grows during this number of runs, whose results are read and discarded."""
    scenario = fairshare.read(dumbbell(duration=0.5, warmup=0))
    before = 0
    for index in range(runs + 100):
        if index == 100:
            before = resident_bytes()
        run = fairshare.run(scenario, seed=index + 1)
        assert run.series("delivered").values.shape[0] == 2
        assert run.flows.rows == 2 and run.events.rows > 0
    return resident_bytes() - before


needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory from /proc")


@needs_proc
def test_memory_stays_flat_over_runs() -> None:
    assert grown_bytes(400) < 8 << 20


@needs_proc
@pytest.mark.slow
def test_memory_stays_flat_over_100_000_runs() -> None:
    grown = grown_bytes(100_000)
    print(f"grown by {grown / 2**20:.1f} MiB over 100,000 runs")
    assert grown < 16 << 20
