"""The notebooks run from top to bottom."""

from __future__ import annotations

import base64
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

FOLDER = ROOT / "sim-core" / "python" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """What the outputs of a cell say. Addresses of objects differ from run to run."""
    said = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return [re.sub(r" at 0x\w+", "", "".join(text)) for text in said]


def with_palette(png: str) -> str:
    """A picture with 128 colours, which is half as large."""
    from PIL import Image

    picture, small = Image.open(io.BytesIO(base64.b64decode(png))), io.BytesIO()
    picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return base64.b64encode(small.getvalue()).decode()


def test_notebooks_have_small_outputs() -> None:
    assert len(NOTEBOOKS) >= 3
    for notebook in NOTEBOOKS:
        assert notebook.stat().st_size < 400_000, notebook.name
        outputs = [output for cell in cells(notebook, "code") for output in cell["outputs"]]
        assert any("image/png" in output.get("data", {}) for output in outputs), notebook.name
        assert not any("widget" in kind for output in outputs for kind in output.get("data", {})), notebook.name


# What makes a short form of each notebook: texts and what replaces them.
SHORTER = {
    "first-steps": {"duration=60": "duration=10", "warmup=10": "warmup=2", "range(1, 11)": "range(1, 3)"},
    "tfwc-surface-on-dask": {
        "experiment.tasks()": "[task for task in experiment.tasks(seeds=1) if task.cell in slow]",
        "processes=True": "processes=False",
    },
    "your-data-and-a-simulated-path": {
        "DURATION = 40": "DURATION = 15",
        "np.arange(0.01, 0.055, 0.01)": "np.array([0.02, 0.03, 0.04])",
        "[15, 30, 45, 60, 90, 120]": "[30, 60, 120]",
    },
}


def slow_cells(experiment: Any) -> set[int]:
    return {index for index, cell in enumerate(experiment.cells) if cell.at["B"] in (0.5, 2) and cell.at["n"] <= 2}


def the_far_flow_gets_less(names: dict[str, Any]) -> bool:
    mean = names["statistics"]["mean"]
    return abs(mean.loc[5] - 0.5) < 0.2 and mean.loc[80] < 0.6 * mean.loc[5]


def tfwc_gets_more_than_tfrc(names: dict[str, Any]) -> bool:
    median = names["below_1_mbps"].median(["B", "n"])
    same = all(ids == names["expected"][id][: len(ids)] for id, ids in names["computed"].items()) if names["stored"] else True
    return same and bool(median.sel({"with": "TFWC"}) > median.sel({"with": "TFRC"}))


def the_path_is_found(names: dict[str, Any]) -> bool:
    best, truth = names["best"], names["TRUTH"]
    is_near = abs(best["rate"] - truth["rate"]) <= 0.1 * truth["rate"] and abs(best["delay"] - truth["delay"]) < 0.005
    return bool(is_near and best["buffer"] == truth["buffer"])


HOLDS = dict(zip(SHORTER, (the_far_flow_gets_less, tfwc_gets_more_than_tfrc, the_path_is_found), strict=True))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_the_short_form_of_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="the extra `notebooks` is not installed")
    pytest.importorskip("distributed", reason="the extra `notebooks` is not installed")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    sources = ["".join(cell["source"]) for cell in cells(notebook, "code")]
    for text, shorter in SHORTER[notebook.stem].items():
        assert any(text in source for source in sources), text
        sources = [source.replace(text, shorter) for source in sources]
    for index, source in enumerate(sources):
        if "slow" in source:
            names["slow"] = slow_cells(names["experiment"])
        exec(compile(source, f"{notebook.name}, code cell {index + 1}", "exec"), names)
    assert HOLDS[notebook.stem](names)


@pytest.mark.notebooks
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_the_stored_outputs_of_a_notebook_are_those_of_jupyter(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NOTEBOOKS_WRITE, stores the outputs: pictures of 64 dots per inch and 128 colours, without widgets, warnings and times."""
    import nbformat
    from nbclient import NotebookClient

    settings = FOLDER.parent / "tests" / "notebooks.matplotlibrc"
    monkeypatch.setenv("MATPLOTLIBRC", str(settings))
    document = nbformat.read(notebook, as_version=4)
    stored = [texts(cell["outputs"]) for cell in cells(notebook, "code")]
    NotebookClient(document, timeout=1800, record_timing=False, resources={"metadata": {"path": str(FOLDER)}}).execute()
    document.metadata.pop("widgets", None)
    document.metadata.language_info = {"name": "python"}
    code = [cell for cell in document.cells if cell.cell_type == "code"]
    for cell in code:
        cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
        for output in cell.outputs:
            for kind in [kind for kind in output.get("data", {}) if "widget" in kind]:
                del output.data[kind]
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = with_palette(output.data["image/png"])
    nbformat.validate(document)
    if "NOTEBOOKS_WRITE" in os.environ:
        nbformat.write(document, notebook)
    else:
        assert [texts(cell.outputs) for cell in code] == stored, "NOTEBOOKS_WRITE=1 npm run validate -- --only notebooks"
