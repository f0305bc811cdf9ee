"""Clusters of this machine, as processes that can be killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

HERE = Path(__file__).parent

RUNS = 2000


def scenario(duration: float) -> dict[str, Any]:
    return {
        "v": 1,
        "duration": duration,
        "warmup": 2,
        "network": {"forward": {"rate": 4e6, "delay": 0.02, "loss": [{"kind": "random", "probability": 0.002}]}},
        "flows": [{"id": "near", "algorithm": "cubic"}, {"id": "far", "algorithm": "newreno"}],
    }


def document(runs: int, duration: float = 240) -> dict[str, Any]:
    """A sweep with this number of runs."""
    return {
        "sweep": 1,
        "scenario": scenario(duration),
        "vary": [{"path": "network.forward.rate", "values": "1M..8M/20"}],
        "seeds": runs // 20,
    }


def wait_until(what: str, holds: Callable[[], object], seconds: float = 600) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds:g} s: {what}"
        time.sleep(0.05)


class Processes:
    """Processes that end with the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.all: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        # One thread for each worker, so that the numbers of workers can be compared.
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
        with open(self.folder / f"{len(self.all)}.log", "wb") as log:
            process = subprocess.Popen([sys.executable, *arguments], stdout=log, stderr=subprocess.STDOUT, env=environment)
        self.all.append(process)
        return process

    def end(self) -> None:
        for process in self.all:
            if process.poll() is None:
                process.kill()
            process.wait()


def processor_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processes_named(*names: bytes) -> list[int]:
    """The processes whose command contains one of these names."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().split(b"\0")[0]
            except OSError:
                continue
            if any(name in command for name in names):
                found.append(int(entry.name))
    return found


class Cluster:
    engine: str
    address: str

    def __init__(self, processes: Processes) -> None:
        self.processes = processes

    def grow(self) -> None:
        """Starts one more worker."""
        raise NotImplementedError

    def kill_worker(self) -> None:
        """Kills a worker while it computes."""
        raise NotImplementedError

    def scheduler(self) -> list[int]:
        """The processes that distribute tasks to workers."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends all workers."""

    def client(self, folder: Path, chunk_seconds: float) -> subprocess.Popen[bytes]:
        return self.processes.start(str(HERE / "client.py"), self.engine, self.address, str(folder), str(chunk_seconds))


class DaskCluster(Cluster):
    engine = "dask"

    def __init__(self, processes: Processes) -> None:
        super().__init__(processes)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.main = processes.start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.workers: list[subprocess.Popen[bytes]] = []

    def grow(self) -> None:
        import distributed

        command = ["-m", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self.workers.append(self.processes.start(*command, "--local-directory", str(self.processes.folder)))
        with distributed.Client(self.address, timeout=120) as client:
            client.wait_for_workers(sum(worker.poll() is None for worker in self.workers), timeout=120)

    def scheduler(self) -> list[int]:
        return [self.main.pid]

    def kill_worker(self) -> None:
        self.workers.pop().send_signal(signal.SIGKILL)


class RayCluster(Cluster):
    engine = "ray"
    address = "auto"

    def _ray(self, *arguments: str) -> None:
        command = [str(Path(sys.executable).parent / "ray"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __init__(self, processes: Processes) -> None:
        super().__init__(processes)
        self.slots = 0

    def grow(self) -> None:
        self.slots += 1
        if self.slots > 1:
            self._ray("stop", "--force")
        self._ray("start", "--head", f"--num-cpus={self.slots}", "--include-dashboard=false", "--disable-usage-stats")

    def kill_worker(self) -> None:
        busy = processes_named(b"ray::_run_chunk")
        assert busy, "no worker of Ray computes"
        os.kill(busy[0], signal.SIGKILL)

    def scheduler(self) -> list[int]:
        return processes_named(b"/raylet", b"/gcs_server")

    def close(self) -> None:
        self._ray("stop", "--force")


@pytest.fixture(params=["dask", "ray"])
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster without workers."""
    pytest.importorskip("distributed" if request.param == "dask" else "ray")
    logs = tmp_path / "logs"
    logs.mkdir()
    processes = Processes(logs)
    made = DaskCluster(processes) if request.param == "dask" else RayCluster(processes)
    try:
        yield made
    finally:
        made.close()
        processes.end()


def stored(folder: Path) -> list[str]:
    """The keys of all stored runs."""
    files = sorted((folder / "store").glob("*.parquet"))
    return [key for file in files for key in pq.read_table(file, columns=["key"])["key"].to_pylist()]


def times(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "times.json").read_text())
    return found
