"""Results as columns: NumPy arrays that pandas, polars, xarray and every reader of Arrow take over without copies."""

from __future__ import annotations

import difflib
import functools
import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import nanoarrow
import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    import xarray

Floats: TypeAlias = npt.NDArray[np.float64]
Column: TypeAlias = npt.NDArray[Any]

_ARROW_TYPES = {
    "f8": nanoarrow.float64,
    "i4": nanoarrow.int32,
    "i8": nanoarrow.int64,
    "u1": nanoarrow.uint8,
    "u4": nanoarrow.uint32,
    "b1": nanoarrow.bool_,
}


def _arrow_column(values: Column) -> Any:
    """A column as an Arrow array. Numbers are not copied."""
    if values.dtype == object:
        texts = nanoarrow.string()
        return nanoarrow.c_array(values.tolist(), texts)
    if values.dtype == np.bool_:
        return nanoarrow.c_array(values.tolist(), nanoarrow.bool_())
    kind = _ARROW_TYPES[values.dtype.str[1:]]()
    return nanoarrow.c_array_from_buffers(kind, len(values), [None, np.ascontiguousarray(values)])


def similar(name: object, known: Iterable[str], otherwise: str = "") -> str:
    """A question for the most similar name, to follow a sentence about an unknown one."""
    close = difflib.get_close_matches(str(name), list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else otherwise


class _Batch:
    """Columns that have nothing but Arrow's PyCapsule interface."""

    def __init__(self, columns: ArrowColumns) -> None:
        self.__arrow_c_stream__ = columns.__arrow_c_stream__


class _OwnMembers(type):
    """`help` shows the members of a class that this package defines, not those of its bases `dict` and NumPy's."""

    def __dir__(cls) -> list[str]:
        return list({name for base in cls.__mro__ if base.__module__ == __name__ for name in vars(base)})


class ArrowColumns(metaclass=_OwnMembers):
    """Named columns of equal length that support Arrow's PyCapsule interface."""

    def _columns(self) -> Mapping[str, Column]:
        raise NotImplementedError

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            hint = "" if name.startswith("_") else " `.to_pandas()` gives a data frame, and `[name]` an array."
            raise AttributeError(f"A {type(self).__name__.lower()} has no attribute {name!r}.{hint}")

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns as a stream of one Arrow batch. Columns of numbers share their memory with this object."""
        columns = {name: _arrow_column(values) for name, values in self._columns().items()}
        schema = nanoarrow.struct({name: nanoarrow.Schema(column.schema) for name, column in columns.items()})
        length = max((len(column) for column in columns.values()), default=0)
        batch = nanoarrow.c_array_from_buffers(schema, length, [None], children=list(columns.values()))
        return nanoarrow.c_array_stream(batch).__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """A table of pyarrow, which shares the memory of the numbers."""
        import pyarrow

        return pyarrow.table(_Batch(self))

    def to_polars(self) -> polars.DataFrame:
        """A data frame of polars, which shares the memory of the numbers."""
        import polars

        return polars.DataFrame(_Batch(self))


class Table(ArrowColumns, dict[str, Column]):
    """A table with named columns, which are NumPy arrays. A missing number is NaN, and a missing text is None.

    As in pandas, iteration gives the names of the columns, and `len` is the number of rows. `pandas.DataFrame(table)` has the same columns.
    """

    def __init__(self, name: str, columns: Mapping[str, Column], index: str | None = None) -> None:
        self.name = name
        """What the rows are: flows, links, events."""
        self.index = index
        """The column that identifies the rows, if there is one."""
        super().__init__(columns)

    @classmethod
    def from_records(cls, name: str, records: Sequence[Mapping[str, Any]], index: str | None = None) -> Table:
        """A table of objects that may contain objects and lists. Their members have paths such as `rtt_ms.mean` as names."""
        rows = [dict(_flat(record)) for record in records]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return cls(name, {column: _column([row.get(column) for row in rows]) for column in names}, index)

    def _columns(self) -> Mapping[str, Column]:
        return self

    def __missing__(self, name: object) -> Column:
        raise KeyError(f"There is no column {name!r}.{similar(name, self, ' `row` gives a row.')}")

    def __len__(self) -> int:
        return self.rows

    def __bool__(self) -> bool:
        return self.rows > 0

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return max(map(len, self.values()), default=0)

    def row(self, key: int | str) -> dict[str, Any]:
        """A row as a dict, by its number or by its value in the index column."""
        if isinstance(key, str):
            keys: list[Any] = self[self.index].tolist() if self.index else []
            if key not in keys:
                raise KeyError(f"There is no row {key!r}.{similar(key, map(str, keys))}")
            key = keys.index(key)
        return {name: values[key] for name, values in self.items()}

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas, indexed by the index column."""
        import pandas

        frame = pandas.DataFrame(self, copy=False)
        return frame.set_index(self.index) if self.index else frame

    def to_xarray(self) -> xarray.Dataset:
        """A dataset of xarray with one dimension."""
        import xarray

        dimension = self.name.rstrip("s")
        columns = {name: values for name, values in self.items() if name != self.index}
        coordinates = {dimension: self[self.index]} if self.index else {}
        variables = {name: (dimension, values) for name, values in columns.items()}
        return xarray.Dataset(variables, coords=coordinates)

    def __repr__(self) -> str:
        return f"<Table of {self.rows} {self.name}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return html_table(self, limit=20)


def _array(value: Any) -> Any:
    """The arrays of the series in an argument of a function of NumPy."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_array, value))
    return value.values if isinstance(value, Series) else value


class Series(NDArrayOperatorsMixin, ArrowColumns, dict[str, Floats]):
    """A signal over time, with one row for each flow or link and one column for each bin of time.

    `series["near"]` and `series[0]` are the values of a flow or link, iteration gives their IDs, and `len` is their number. `items` and
    `keys` are those of a dict. A series cannot be changed.
    `pandas.DataFrame(series)` has a column for each; `to_pandas` adds the times. Arithmetic and the functions of NumPy use `values` and
    give arrays.
    """

    values: Floats  # type: ignore[assignment]
    """A counter: its increment within each bin. A gauge: its last value within each bin, or NaN."""

    def __init__(
        self,
        *,
        signal: str,
        of: str,
        ids: Sequence[str],
        time: Floats,
        seconds: Floats,
        values: Floats,
        unit: str,
        label: str,
        doc: str,
        is_counter: bool,
        lowest: Floats | None = None,
        highest: Floats | None = None,
    ) -> None:
        self.signal = signal
        """The ID of the signal."""
        self.of = of
        """What has the signal: `flow`, `link` or `run`."""
        super().__init__(zip(ids, values, strict=True))
        self.ids = list(ids)
        """The IDs of the flows or links, in the order of the rows."""
        self.time = time
        """Start of each bin in seconds."""
        self.seconds = seconds
        """Width of each bin in seconds. The last bin can be narrower."""
        self.values = values
        self.unit = unit
        self.label = label
        self.doc = doc
        """What the signal means."""
        self.is_counter = is_counter
        """Whether the signal counts, such as bytes delivered. Otherwise it has a value at any time."""
        self.lowest = lowest
        """The smallest value of a gauge within each bin."""
        self.highest = highest
        """The largest value of a gauge within each bin."""

    def _read_only(self, *_: Any, **__: Any) -> Any:
        raise TypeError("A series cannot be changed. `to_pandas()` gives a data frame, and arithmetic an array.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _read_only

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Series, **vars(self)), ()

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Column:
        return np.array(self.values, dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if "out" in options:
            return NotImplemented
        return getattr(ufunc, method)(*map(_array, inputs), **options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return function(*_array(arguments), **{name: _array(value) for name, value in options.items()})

    def __getitem__(self, key: Any) -> Floats:
        """The values of one flow or link, by its ID or its number."""
        values: Floats = super().__getitem__(key) if isinstance(key, str) else self.values[key]
        return values

    def __missing__(self, id: str) -> Floats:
        raise KeyError(f"There is no {self.of} {id!r}.{similar(id, self.ids)}")

    def _ipython_key_completions_(self) -> list[str]:
        return self.ids

    def mean(self) -> dict[str, float]:
        """The mean of each flow or link over the bins in which it has a value. A narrower last bin counts less for a gauge."""
        weights = ~np.isnan(self.values) * (1.0 if self.is_counter else self.seconds)
        with np.errstate(invalid="ignore"):
            means = (np.nan_to_num(self.values) * weights).sum(axis=1) / weights.sum(axis=1)
        return dict(zip(self.ids, means.tolist(), strict=True))

    def _of_each(self, function: Callable[[Floats], Any]) -> dict[str, float]:
        present = [row[~np.isnan(row)] for row in self.values]
        return {id: float(function(row)) if row.size else float("nan") for id, row in zip(self.ids, present, strict=True)}

    def median(self) -> dict[str, float]:
        """The median of the values of each flow or link."""
        return self._of_each(np.median)

    def std(self) -> dict[str, float]:
        """The standard deviation of the values of each flow or link."""
        return self._of_each(np.std)

    def min(self) -> dict[str, float]:
        """The smallest value of each flow or link."""
        return self._of_each(np.min)

    def max(self) -> dict[str, float]:
        """The largest value of each flow or link."""
        return self._of_each(np.max)

    def rate(self) -> Series:
        """The rate of a counter: bit/s of a counter of bytes, otherwise units per second."""
        if not self.is_counter:
            raise ValueError(f"`{self.signal}` is not a counter.")
        factor, unit = (8.0, "bit/s") if self.unit == "bytes" else (1.0, f"{self.unit}/s")
        return Series(**(vars(self) | {"values": self.values * (factor / self.seconds), "unit": unit, "is_counter": False}))

    def _columns(self) -> Mapping[str, Column]:
        return {"time": self.time, **dict(zip(self.ids, self.values, strict=True))}

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with one column for each flow or link. The index is the start of each bin in seconds."""
        import pandas

        index = pandas.Index(self.time, name="time", copy=False)
        columns = pandas.Index(self.ids, name=self.of)
        return pandas.DataFrame(self.values.T, index=index, columns=columns, copy=False)

    def to_xarray(self) -> xarray.DataArray:
        """An array with the dimensions flow or link, and time."""
        import xarray

        attributes = {"units": self.unit, "long_name": self.label, "description": self.doc}
        time = ("time", self.time, {"units": "s", "long_name": "Start of the bin"})
        return xarray.DataArray(
            self.values,
            dims=(self.of, "time"),
            coords={self.of: self.ids, "time": time},
            name=self.signal,
            attrs=attributes,
        )

    def __repr__(self) -> str:
        count = f"{len(self.ids)} {self.of}{'' if len(self.ids) == 1 else 's'}"
        return f"<Series {self.signal} ({self.unit or '1'}): {count}, {len(self.time)} bins>"

    def _repr_html_(self) -> str:
        from fairshare.pictures import lines

        return lines(self.time + self.seconds, dict(zip(self.ids, self.values, strict=True)), self.label, self.unit)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of an object and the objects and lists in it, with their paths."""
    items: Iterator[tuple[Any, Any]] | None = None
    if isinstance(value, Mapping):
        items = iter(value.items())
    elif isinstance(value, list):
        items = iter(enumerate(value))
    if items is None:
        yield path, value
        return
    for name, member in items:
        yield from _flat(member, f"{path}.{name}" if path else str(name))


def _column(values: list[Any]) -> Column:
    """The narrowest column for these values: whole numbers, numbers, truth values or texts."""
    present = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in present):
        texts = np.empty(len(values), dtype=object)
        texts[:] = values
        return texts
    is_complete = len(present) == len(values)
    if is_complete and present and all(isinstance(value, bool) for value in present):
        return np.array(values, dtype=np.bool_)
    if is_complete and present and all(isinstance(value, int) for value in present):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def number(value: Any) -> str:
    """A value with at most six significant digits."""
    if value is None:
        return ""
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else f"{value:.6g}"
    return str(value)


def html_table(columns: Mapping[str, Sequence[Any] | Column], limit: int) -> str:
    """A table as HTML with the first `limit` rows."""
    rows = max((len(values) for values in columns.values()), default=0)
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    cells = ["".join(f"<td>{html.escape(number(values[row]))}</td>" for values in columns.values()) for row in range(min(rows, limit))]
    more = f"<p>{limit} of {rows} rows</p>" if rows > limit else ""
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
