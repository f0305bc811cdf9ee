"""Scenario documents: reading, checking, changing, sharing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from fairshare import _native
from fairshare._building import Algorithm, Document
from fairshare.errors import Issue, ScenarioError
from fairshare.tables import Table, similar

Changes: TypeAlias = Mapping[str, Any] | Iterable[str] | None
"""Settings to change: values by path, or texts of the form `path=value` as for `fairshare run --set`."""


def _plain(value: Any) -> Any:
    """Converts what JSON does not know: numbers and arrays of NumPy, and tuples of other libraries."""
    for name in ("tolist", "item"):
        convert = getattr(value, name, None)
        if callable(convert):
            return convert()
    if isinstance(value, Algorithm):
        raise TypeError(f"Algorithm {value.id!r} belongs into fairshare.build.flow(id, algorithm).")
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not a value of a scenario document: {value!r}")


def to_json(value: Any) -> str:
    """JSON text of a part of a document."""
    return json.dumps(value, default=_plain, ensure_ascii=False)


def assignments(changes: Changes) -> list[str]:
    """Changes as texts of the form `path=value`."""
    if isinstance(changes, str):
        return [changes]
    if isinstance(changes, Mapping):
        text = {path: value if isinstance(value, str) else to_json(value) for path, value in changes.items()}
        return [f"{path}={value}" for path, value in text.items()]
    texts = list(changes or ())
    for change in texts:
        if not isinstance(change, str):
            raise TypeError(f'Changes are a dict such as {{"duration": 20}} or texts such as "duration=20"; {change!r} was given.')
    return texts


def _with_seed(changes: Changes, seed: int | None) -> list[str]:
    return [*assignments(changes), *([] if seed is None else [f"seed={seed}"])]


class Scenario:
    """A valid scenario: one document that determines a run.

    `read` makes scenarios. Two scenarios are equal if their canonical documents are.
    """

    __slots__ = ("_native", "name")

    def __init__(self, native: _native.Scenario, name: str) -> None:
        self._native = native
        self.name = name
        """The origin of the document: the name of a file, `link` or `scenario`."""

    @property
    def document(self) -> Document:
        """The document as it was given, with all changes."""
        document: Document = json.loads(self._native.document())
        return document

    @property
    def canonical(self) -> Document:
        """The document in canonical form: in the current format, without settings that have their defaults."""
        document: Document = json.loads(self._native.canonical())
        return document

    @property
    def expanded(self) -> Document:
        """The document with every default written out."""
        document: Document = json.loads(self._native.expanded())
        return document

    @property
    def facts(self) -> dict[str, Any]:
        """What follows from the document without a run, such as base round-trip times and fair shares."""
        facts: dict[str, Any] = json.loads(self._native.facts())
        return facts

    @property
    def title(self) -> str:
        return str(self.document.get("title", ""))

    @property
    def seed(self) -> int:
        return self._native.seed

    @property
    def duration(self) -> float:
        """Simulated time of a run in seconds."""
        return self._native.duration

    @property
    def stated_result_id(self) -> str | None:
        """The result ID that the share link states, if the scenario was read from one."""
        return self._native.stated[0]

    @property
    def stated_version(self) -> str | None:
        """The version of the simulator that computed the stated result ID."""
        return self._native.stated[1]

    def link(self, page: str = "", *, result_id: str | None = None) -> str:
        """A share link, which the page and the command line open.

        Args:
            page: The address of the page. Without it, the result is the part of the link that begins with `#`.
            result_id: The result ID that the link states.
        """
        return page + self._native.link(result_id)

    def changed(self, changes: Changes = (), *, seed: int | None = None) -> Scenario:
        """A copy with changed settings.

        Args:
            changes: Values by path, such as `{"network.forward.rate": 5e6, "flows.near.params.beta": 0.8}`.
            seed: Another seed.
        """
        data = self._native.document().encode()
        return Scenario(_native.Scenario(data, self.name, _with_seed(changes, seed)), self.name)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document as a JSON file, which the page and the command line open."""
        Path(path).write_text(json.dumps(self.document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._native.canonical() == other._native.canonical()

    def __hash__(self) -> int:
        return hash(self._native.canonical())

    def __repr__(self) -> str:
        flows = len(self.facts.get("flows", ()))
        title = f" {self.title!r}" if self.title else ""
        return f"<Scenario{title}: {flows} flow{'' if flows == 1 else 's'}, {self.duration:g} s, seed {self.seed}>"

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return _from_text, (self._native.document(), self.name)


def _from_text(text: str, name: str) -> Scenario:
    return Scenario(_native.Scenario(text.encode(), name, []), name)


ScenarioSource: TypeAlias = Scenario | Mapping[str, Any] | str | os.PathLike[str]
"""A scenario, a document as a dict or as JSON text, the path of a file, a share link, or the name of one of the page's examples."""


def is_text(source: Any) -> TypeGuard[str]:
    """Whether a source is the JSON text of a document, and not the name of a file."""
    return isinstance(source, str) and source.lstrip().startswith("{")


def read(source: ScenarioSource, changes: Changes = (), *, seed: int | None = None) -> Scenario:
    """Reads and checks a scenario.

    Args:
        source: A document as a dict or as JSON text, the path of a file, a share link of the page, or the name of an example, such as
            `near-far`.
        changes: Settings to change, as values by path: `{"network.forward.rate": 5e6}`. Texts can have units:
            `["network.forward.rate=5M"]`. A flow loses the settings that its new algorithm does not have, with a warning.
        seed: Another seed.

    Raises:
        ScenarioError: The document, a change or the seed is invalid.
        OSError: The file cannot be read.
    """
    if isinstance(source, Scenario):
        return source.changed(changes, seed=seed) if changes or seed is not None else source
    if source == "":
        raise ValueError("The name of the scenario is empty: name a file, a share link or an example such as `near-far`.")
    if isinstance(source, Mapping):
        data, name = to_json(source).encode(), "scenario"
    elif is_text(source):
        data, name = source.encode(), "scenario"
    elif isinstance(source, str) and _native.Scenario.is_link(source):
        data, name = source.encode(), "link"
    elif not isinstance(source, (str, os.PathLike)):
        raise TypeError(
            "A scenario is a document (a dict or JSON text), the path of a file, a share link or a `Scenario`; "
            f"{'None' if source is None else f'an object of the type {type(source).__name__}'} was given."
        )
    elif isinstance(source, str) and source in _titles() and not Path(source).exists():
        data, name = f"#p={source}".encode(), source
    else:
        name = os.fspath(source)
        try:
            data = Path(name).read_bytes()
        except FileNotFoundError as error:
            hint = similar(name.removeprefix("#"), _titles(), " `fairshare.examples()` lists the examples.")
            raise FileNotFoundError(error.errno, f"There is no file, link or example of this name.{hint}", name) from None
    return Scenario(_native.Scenario(data, name, _with_seed(changes, seed)), name)


@cache
def _titles() -> dict[str, str]:
    return {example["id"]: example["title"] for example in json.loads(_native.examples())}


def examples() -> Table:
    """The examples of the page: their names, which `read` and `run` accept, and their titles."""
    return Table.from_records("examples", [{"name": name, "title": title} for name, title in _titles().items()], "name")


def check(source: ScenarioSource) -> list[Issue]:
    """All problems of a document. The list is empty if the document is valid."""
    try:
        read(source)
    except ScenarioError as error:
        return error.issues
    return []
