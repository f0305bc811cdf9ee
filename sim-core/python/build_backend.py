"""Builds the package with maturin. Where Rust is missing, the build ends with a sentence."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import maturin
from maturin import (
    build_editable as build_editable,
    build_sdist as build_sdist,
    build_wheel as build_wheel,
    get_requires_for_build_sdist as get_requires_for_build_sdist,
    prepare_metadata_for_build_editable as prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel,
)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """The first question of pip."""
    if shutil.which("cargo") is None:
        sys.exit(
            "Fairshare is built with Rust, and there is no cargo on the PATH. Install Rust (https://rustup.rs) and try again, "
            "or install a wheel of Fairshare, which needs no Rust."
        )
    required: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return required


get_requires_for_build_editable = get_requires_for_build_wheel
