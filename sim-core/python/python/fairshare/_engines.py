"""The engines that run the chunks of a sweep: threads, Dask, Ray, and executors of Python."""

from __future__ import annotations

import concurrent.futures
import os
import time
from collections.abc import Callable
from typing import Any, Protocol


class Pending(Protocol):
    """A chunk that is being run."""

    def add_done_callback(self, call: Callable[[Any], object], /) -> object: ...
    def result(self) -> Any: ...
    def cancel(self) -> object: ...


class Engine:
    """Runs functions elsewhere."""

    shares_memory = False
    """Whether the functions run in this process."""

    def slots(self) -> int:
        """How many functions can run at the same time."""
        raise NotImplementedError

    def backlog(self) -> int:
        """How many functions are submitted at the same time. Some of them wait, so that no worker has to wait."""
        return 2 * self.slots() + 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Pending:
        raise NotImplementedError

    def close(self) -> None:
        """Ends the processes that the engine started. Processes that existed before continue."""


class ExecutorEngine(Engine):
    """An executor of `concurrent.futures`."""

    def __init__(self, executor: concurrent.futures.Executor) -> None:
        self.executor = executor
        self.shares_memory = isinstance(executor, concurrent.futures.ThreadPoolExecutor)

    def slots(self) -> int:
        workers: int | None = getattr(self.executor, "_max_workers", None)
        return workers or os.cpu_count() or 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Pending:
        return self.executor.submit(function, *arguments)


class ThreadEngine(ExecutorEngine):
    """Threads of this process. The simulator releases the interpreter lock while it computes."""

    def __init__(self, jobs: int | None) -> None:
        super().__init__(concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 1, "fairshare"))

    def close(self) -> None:
        self.executor.shutdown(cancel_futures=True)


class DaskEngine(Engine):
    """A client of Dask. Without one, the current client, or a cluster of worker processes on this machine."""

    _ASK_SECONDS = 2.0
    """The time between two queries of the number of workers."""

    def __init__(self, client: Any = None, jobs: int | None = None) -> None:
        import distributed as module

        distributed: Any = module
        self._own: list[Any] = []
        if client is None:
            try:
                client = distributed.default_client()
            except ValueError:
                cluster = distributed.LocalCluster(n_workers=jobs or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None)
                client = distributed.Client(cluster)
                self._own = [client, cluster]
        self.client = client
        self._slots = 1
        self._asked: float | None = None

    def slots(self) -> int:
        now = time.monotonic()
        if self._asked is None or now > self._asked + self._ASK_SECONDS:
            self._slots = max(1, sum(self.client.nthreads().values()))
            self._asked = now
        return self._slots

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Pending:
        pending: Pending = self.client.submit(function, *arguments, pure=False)
        return pending

    def close(self) -> None:
        for part in self._own:
            part.close()


class _RayPending:
    def __init__(self, reference: Any) -> None:
        self.reference = reference
        self.future = reference.future()

    def add_done_callback(self, call: Callable[[Any], object], /) -> object:
        return self.future.add_done_callback(lambda _: call(self))

    def result(self) -> Any:
        return self.future.result()

    def cancel(self) -> object:
        import ray

        return ray.cancel(self.reference)


class RayEngine(Engine):
    """The cluster of Ray to which this process is connected. Without one, worker processes on this machine."""

    def __init__(self, jobs: int | None = None) -> None:
        import ray as module

        ray: Any = module
        self._ray = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False)
        self._remote: dict[Callable[..., Any], Any] = {}

    def slots(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Pending:
        # `sweep` repeats a chunk whose worker failed.
        remote = self._remote.setdefault(function, self._ray.remote(max_retries=0)(function))
        return _RayPending(remote.remote(*arguments))

    def close(self) -> None:
        if self._is_own:
            self._ray.shutdown()


def engine(on: Any, jobs: int | None) -> Engine:
    """The engine that `on` names."""
    if on is None:
        return ThreadEngine(jobs)
    if isinstance(on, concurrent.futures.Executor):
        return ExecutorEngine(on)
    if on == "dask":
        return DaskEngine(jobs=jobs)
    if on == "ray":
        return RayEngine(jobs)
    if callable(getattr(on, "submit", None)) and callable(getattr(on, "nthreads", None)):
        return DaskEngine(on)
    raise ValueError(f"{on!r} is no engine. `on` is None, 'dask', 'ray', a client of Dask or an executor.")
