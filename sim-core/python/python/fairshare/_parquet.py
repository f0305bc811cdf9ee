"""A folder of Parquet files with results of runs, on any file system that fsspec reaches."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import fsspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from fairshare.sweep_errors import StoreError

_ATOMIC = {"abfs", "abfss", "adl", "az", "gcs", "gs", "memory", "oci", "oss", "r2", "s3", "s3a"}
"""File systems whose files appear only when they are complete."""

_PERMANENT = {errno.EACCES, errno.EDQUOT, errno.EFBIG, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS}
"""The errors after which another attempt to write a file would fail as well: the disk is full or read-only."""


class Rows(NamedTuple):
    """Results of runs, one in each row."""

    keys: list[str]
    ids: list[str]
    """The result IDs."""
    seconds: list[float]
    """The processor time of each run."""
    values: npt.NDArray[np.float64]
    """The metrics, one in each column. NaN: the run has no value."""


class ParquetStore:
    """Stores results by their keys. A key depends on everything that determines a result.

    Each file has the results of some runs. A file is complete as soon as it has its final name, and never changes. Several processes may
    write to a store at the same time.
    """

    def __init__(self, location: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> None:
        self.location = os.fspath(location).rstrip("/") or "/"
        self.options = dict(options or {})
        self._open()

    def _open(self) -> None:
        self._files, self._folder = fsspec.core.url_to_fs(self.location, **self.options)
        protocol = self._files.protocol
        protocols = {protocol} if isinstance(protocol, str) else set(protocol)
        self._is_local = bool(protocols & {"file", "local"})
        self._is_atomic = bool(protocols & _ATOMIC)

    def __reduce__(self) -> tuple[Any, ...]:
        return ParquetStore, (self.location, self.options)

    def __repr__(self) -> str:
        return f"<ParquetStore {self.location}>"

    def _error(self, path: str, cause: OSError) -> StoreError:
        return StoreError(path, cause.strerror or str(cause))

    def check_writable(self) -> None:
        """Writes and removes a file, so that a sweep fails before its first run if no file can be written.

        Raises:
            StoreError: Nothing can be written.
        """
        path = f"{self._folder}/.{os.urandom(8).hex()}.part"
        try:
            self._files.makedirs(self._folder, exist_ok=True)
            self._files.pipe_file(path, b"fairshare\n")
            self._files.rm_file(path)
        except OSError as cause:
            raise self._error(self.location, cause) from cause

    def write(self, rows: Rows, metrics: Sequence[str]) -> str:
        """Writes results as a new file, completely or not at all, and returns the name of the file.

        Raises:
            StoreError: The disk is full or read-only.
        """
        columns: dict[str, Any] = {"key": rows.keys, "result_id": rows.ids, "seconds": rows.seconds}
        columns |= {name: pa.array(rows.values[:, index], from_pandas=True) for index, name in enumerate(metrics)}
        content = io.BytesIO()
        pq.write_table(pa.table(columns), content, compression="zstd")
        name = hashlib.blake2b("\n".join(rows.keys).encode(), digest_size=16).hexdigest() + ".parquet"
        path = f"{self._folder}/{name}"
        try:
            self._write(path, content.getbuffer())
        except OSError as cause:
            if cause.errno in _PERMANENT:
                raise self._error(path, cause) from cause
            raise
        return name

    def _write(self, path: str, content: memoryview) -> None:
        if self._is_atomic:
            self._files.pipe_file(path, bytes(content))
        elif self._is_local:
            _write_local(Path(path), content)
        else:
            temporary = f"{self._folder}/.{os.urandom(8).hex()}.part"
            try:
                self._files.pipe_file(temporary, bytes(content))
                self._files.mv(temporary, path)
            except OSError:
                if self._files.exists(temporary):
                    self._files.rm_file(temporary)
                raise

    def files(self) -> list[str]:
        """The paths of all files."""
        self._files.invalidate_cache()
        return sorted(map(str, self._files.glob(f"{self._folder}/*.parquet")))

    def read(self, wanted: Collection[str], metrics: Sequence[str]) -> Iterator[Rows]:
        """The stored results that have one of these keys. A file that is damaged, or has other metrics, is not used."""
        for path in self.files():
            try:
                with self._files.open(path, "rb") as file:
                    parquet = pq.ParquetFile(file)
                    if not {"key", "result_id", "seconds", *metrics} <= set(parquet.schema_arrow.names):
                        continue
                    found = np.array([key in wanted for key in parquet.read(["key"])["key"].to_pylist()], dtype=bool)
                    if not found.any():
                        continue
                    table = parquet.read(["key", "result_id", "seconds", *metrics]).filter(pa.array(found))
            except (OSError, pa.ArrowException) as cause:
                warnings.warn(f"{path} cannot be read and is not used: {cause}", RuntimeWarning, stacklevel=2)
                continue
            values = [table[name].to_numpy() for name in metrics]
            yield Rows(
                table["key"].to_pylist(),
                table["result_id"].to_pylist(),
                table["seconds"].to_pylist(),
                np.column_stack(values).astype(np.float64, copy=False),
            )


def _write_local(path: Path, content: memoryview) -> None:
    """Writes a file under a temporary name, flushes it to the disk, and renames it."""
    temporary = path.parent / f".{os.urandom(8).hex()}.part"
    try:
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
