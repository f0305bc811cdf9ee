"""The examples of the documentation run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

PAGES = ["docs/cookbook.md", "docs/python.md", "sim-core/python/README.md"]


def plots_need_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plotting is not what the examples show."""
    import pandas

    monkeypatch.setattr(pandas.DataFrame, "plot", lambda self: None)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run_from_top_to_bottom(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas", reason="the extra `tables` is not installed")
    plots_need_no_screen(monkeypatch)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    examples = re.findall(r"^```python\n((?:.*\n)*?)```\n(?:\n((?:    .*\n)+))?", text, re.MULTILINE)
    assert examples
    for code, shown in examples:
        capsys.readouterr()
        exec(compile(code, page, "exec"), names)
        if shown:
            expected = [line[4:] for line in shown.splitlines()]
            assert capsys.readouterr().out.splitlines() == expected
