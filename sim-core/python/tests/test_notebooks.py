"""The notebooks run from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

FOLDER = ROOT / "sim-core" / "python" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def test_there_are_notebooks_without_stored_results() -> None:
    assert len(NOTEBOOKS) >= 3
    for notebook in NOTEBOOKS:
        assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(notebook, "code")), notebook.name


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_the_short_form_of_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="the extra `notebooks` is not installed")
    pytest.importorskip("distributed", reason="the extra `notebooks` is not installed")
    matplotlib.use("Agg")
    monkeypatch.setenv("FAIRSHARE_SHORT", "1")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for index, cell in enumerate(cells(notebook, "code")):
        exec(compile("".join(cell["source"]), f"{notebook.name}, code cell {index + 1}", "exec"), names)


@pytest.mark.notebooks
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_in_jupyter_and_shows_pictures(notebook: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    document = nbformat.read(notebook, as_version=4)
    nbformat.validate(document)
    NotebookClient(document, timeout=1800, resources={"metadata": {"path": str(FOLDER)}}).execute()
    outputs = [output for cell in document.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert any("text/html" in output.get("data", {}) for output in outputs)
