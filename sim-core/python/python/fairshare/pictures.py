"""Pictures of results for notebooks, as inline SVG without scripts."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# The colours and dashes of the page's charts on a light background (web/src/charts/palette.ts).
COLOURS = ("#3f90da", "#c77b01", "#b91901", "#822cb6", "#428a8d", "#c45306", "#9e6352", "#968c60")
DASHES = ("", "8 4", "2 3", "8 3 2 3")

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 72, 12, 12, 36
MAX_POINTS = 400
MAX_NAMES = 16

_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"))


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers between two values, about `count` of them."""
    span = high - low
    if not span > 0:
        return [low]
    step: float = 10.0 ** math.floor(math.log10(span / count))
    step = next(step * factor for factor in (1, 2, 5, 10) if span / (step * factor) <= count)
    first = math.ceil(low / step)
    return [index * step for index in range(first, math.floor(high / step + 1e-9) + 1)]


def scaled(unit: str, largest: float) -> tuple[float, str]:
    """A divisor for values of a unit, and the unit of the quotient: 1e6 and Mbit/s."""
    if unit not in ("bit/s", "s", "bytes", "bytes/s"):
        return 1.0, unit
    for divisor, prefix in _PREFIXES:
        if largest >= divisor and (unit != "s" or divisor <= 1.0):
            return divisor, prefix + unit
    return 1.0, unit


def thinned(time: Floats, values: Floats) -> tuple[Floats, Floats]:
    """At most `MAX_POINTS` points: means of neighbouring values. A group without values has NaN."""
    group = -(-len(time) // MAX_POINTS)
    if group <= 1:
        return time, values
    count = len(time) // group
    grouped = values[: count * group].reshape(count, group)
    present = ~np.isnan(grouped)
    sums = np.where(present, grouped, 0.0).sum(axis=1)
    counts = present.sum(axis=1)
    means = np.full(count, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return time[group - 1 : count * group : group], means


def bridged(time: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The points that have a value. Only a gap of more than a second and four points keeps one without, which interrupts the line."""
    known = np.flatnonzero(~np.isnan(values))
    shown = ~np.isnan(values)
    gaps = (np.diff(known) > 5) & (np.diff(time[known]) > 1.0)
    shown[known[:-1][gaps] + 1] = True
    return time[shown], values[shown]


def _path(x: Floats, y: Floats) -> str:
    """A path through points. A point without a value interrupts it."""
    parts: list[str] = []
    is_drawing = False
    for px, py in zip(x.tolist(), y.tolist(), strict=True):
        if math.isnan(py):
            is_drawing = False
            continue
        parts.append(f"{'L' if is_drawing else 'M'}{px:.1f} {py:.1f}")
        is_drawing = True
    return "".join(parts)


def lines(time: Floats, rows: Mapping[str, Floats], label: str, unit: str) -> str:
    """A chart of one line for each row over time."""
    points = {name: bridged(*thinned(time, values)) for name, values in rows.items()}
    finite = [values[np.isfinite(values)] for _, values in points.values()]
    largest = max((float(values.max()) for values in finite if values.size), default=0.0)
    smallest = min((float(values.min()) for values in finite if values.size), default=0.0)
    divisor, shown_unit = scaled(unit, largest)
    low, high = min(0.0, smallest / divisor), max(largest / divisor, 1e-12)
    end = float(time[-1]) if len(time) else 1.0
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    def x_of(value: Floats | float) -> Floats | float:
        return LEFT + (right - LEFT) * value / end

    def y_of(value: Floats | float) -> Floats | float:
        return bottom - (bottom - TOP) * (value - low) / (high - low)

    name = html.escape(f"{label} ({shown_unit})" if shown_unit else label)
    listed = ", ".join(list(rows)[:MAX_NAMES])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'style="max-width:{WIDTH}px;width:100%;font:12px system-ui,sans-serif;background:#fff;color:#1f2933">',
        f"<title>{name} over time of {html.escape(listed)}</title>",
    ]
    for value in ticks(low, high):
        y = y_of(value)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#d8dce2"/>'
            f'<text x="{LEFT - 6}" y="{y:.1f}" dy="4" text-anchor="end" fill="#1f2933">{value:g}</text>'
        )
    for value in ticks(0.0, end, 8):
        parts.append(f'<text x="{x_of(value):.1f}" y="{bottom + 16}" text-anchor="middle" fill="#1f2933">{value:g}</text>')
    parts.append(
        f'<text x="{right}" y="{HEIGHT - 4}" text-anchor="end" fill="#1f2933">Time (s)</text>'
        f'<text x="14" y="{(TOP + bottom) / 2}" text-anchor="middle" fill="#1f2933" '
        f'transform="rotate(-90 14 {(TOP + bottom) / 2})">{name}</text>'
    )
    for index, (times, values) in enumerate(points.values()):
        path = _path(np.asarray(x_of(times)), np.asarray(y_of(values / divisor)))
        parts.append(f'<path d="{path}" fill="none" stroke="{colour(index)}" stroke-width="1.5" stroke-dasharray="{dash(index)}"/>')
    parts.append("</svg>")
    return "".join(parts) + legend(list(rows))


def colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def dash(index: int) -> str:
    return DASHES[index // len(COLOURS) % len(DASHES)]


def legend(names: list[str]) -> str:
    """The names of the lines with their colours and dashes."""
    items = [
        f'<span style="white-space:nowrap;margin-right:1em"><svg width="24" height="8" aria-hidden="true">'
        f'<path d="M0 4H24" stroke="{colour(index)}" stroke-width="2" stroke-dasharray="{dash(index)}"/></svg> '
        f"{html.escape(name)}</span>"
        for index, name in enumerate(names[:MAX_NAMES])
    ]
    if len(names) > MAX_NAMES:
        items.append(f"<span>and {len(names) - MAX_NAMES} more</span>")
    return f'<div style="font:12px system-ui,sans-serif">{" ".join(items)}</div>'
