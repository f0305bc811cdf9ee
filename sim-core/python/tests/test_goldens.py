"""The package computes the results that the project stores, and that the page and the command line compute."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import fairshare
from conftest import ROOT

GOLDEN = ROOT / "sim-core" / "simulation" / "tests" / "golden"


def test_result_ids_of_all_goldens_are_the_stored_ones() -> None:
    lines = (GOLDEN / "result-ids.txt").read_text().splitlines()
    stored = {line.split()[0]: line.split()[1] for line in lines}
    documents = json.loads((GOLDEN / "documents.json").read_text())
    assert set(stored) == set(documents)

    def result_id(name: str) -> str:
        return fairshare.run(documents[name], record=False).result_id

    with ThreadPoolExecutor() as pool:
        computed = dict(zip(stored, pool.map(result_id, stored), strict=True))
    assert computed == stored


def test_links_of_the_common_vectors_are_read() -> None:
    vectors = json.loads((ROOT / "sim-core" / "document" / "src" / "tests" / "vectors.json").read_text())
    links = [vector for vector in vectors["links"] if vector.get("scenario", {}).get("flows")]
    assert links
    for vector in links:
        assert fairshare.read(vector["link"]).document["flows"] == vector["scenario"]["flows"]
