"""Runs a sweep on a cluster: `client.py ENGINE ADDRESS FOLDER CHUNK_SECONDS`. FOLDER has `sweep.json`, and gets the store, the CSV and the times."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import fairshare


def connect(engine: str, address: str) -> Any:
    if engine == "dask":
        import distributed

        return distributed.Client(address)
    import ray

    ray.init(address=address, log_to_driver=False)
    return "ray"


def main() -> None:
    engine, address, name, chunk_seconds = sys.argv[1:]
    folder = Path(name)
    on = connect(engine, address)
    started = time.perf_counter()
    results = fairshare.sweep(folder / "sweep.json", on=on, store=folder / "store", chunk_seconds=float(chunk_seconds), progress=False)
    seconds = time.perf_counter() - started
    (folder / "results.csv").write_text(results.fairshare.csv())
    (folder / "times.json").write_text(json.dumps({"seconds": seconds}))


if __name__ == "__main__":
    main()
