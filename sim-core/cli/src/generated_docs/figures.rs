//! Figures as SVG: figures of experiments, drawn from stored results, and figures of runs over time. Their colours
//! suit light and dark pages.

use std::fmt::Write as _;

use fairshare_papers::model::{Axis, AxisCondition, Drawing, Filter, RunPlan};
use serde_json::{Map, Value};
use sim_core::ground::math::{ceil, floor, log10, powi};

use crate::shared::text_table::short;

const STYLE: &str = "
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600; fill: #222 }
.grid { stroke: #ddd; stroke-width: 1 }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
.c0 { stroke: #0b66c3 } .c1 { stroke: #c2410c } .c2 { stroke: #15803d } .c3 { stroke: #7e22ce } .c4 { stroke: #a16207 } .c5 { stroke: #777 }
.f0 { fill: #0b66c3 } .f1 { fill: #c2410c } .f2 { fill: #15803d } .f3 { fill: #7e22ce } .f4 { fill: #a16207 } .f5 { fill: #777 }
.box { fill: #0b66c3 } .on { fill: #111 }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb } .title { fill: #eee } .grid { stroke: #3a3a3a }
  .c0 { stroke: #6cb2f7 } .c1 { stroke: #f59e6b } .c2 { stroke: #6dd093 } .c3 { stroke: #c79bf2 } .c4 { stroke: #e0b64f } .c5 { stroke: #aaa }
  .f0 { fill: #6cb2f7 } .f1 { fill: #f59e6b } .f2 { fill: #6dd093 } .f3 { fill: #c79bf2 } .f4 { fill: #e0b64f } .f5 { fill: #aaa }
  .on { fill: #fff }
}";

/// Maximum number of panels of a figure of curves over time (`Drawing::Series`). Further panels are
/// left out.
const MAX_PANELS: usize = 12;
/// Number of colours that `STYLE` defines for curves and their labels.
const COLOURS: usize = 6;
/// The width of a figure in pixels.
const WIDTH: f64 = 720.0;
/// The height of a panel and its margins in pixels.
const PANEL_HEIGHT: f64 = 260.0;
/// The margins of a panel in pixels. They contain the title, the numbers of the axes and their
/// labels.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;

/// A curve with its label.
pub struct LabelledCurve {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// The place of the labels of curves: below each other in the plot, or next to each other in the line of the title.
#[derive(Clone, Copy)]
enum LabelPlacement {
    Within,
    Above,
}

/// The approximate width of a character in pixels.
const CHARACTER_WIDTH: f64 = 6.6;

/// A linear or logarithmic axis that maps values to pixels.
struct AxisScale {
    low: f64,
    high: f64,
    /// Whether the axis is logarithmic.
    log: bool,
    /// The positions of `low` and `high` in pixels.
    from: f64,
    to: f64,
}

impl AxisScale {
    fn new(values: impl Iterator<Item = f64>, log: bool, include_zero: bool, (from, to): (f64, f64)) -> Self {
        let finite_values = values.filter(|x| x.is_finite() && (!log || *x > 0.0));
        let (mut low, mut high) =
            finite_values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        if low > high {
            (low, high) = if log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if include_zero && low > 0.0 {
            low = 0.0;
        }
        if high <= low {
            high = if low > 0.0 { low * 1.1 } else { low + 1.0 };
        }
        Self { low, high, log, from, to }
    }

    /// The position of a value in pixels.
    fn pixel(&self, x: f64) -> f64 {
        let scaled = |x: f64| if self.log { log10(x) } else { x };
        self.from
            + (scaled(x) - scaled(self.low)) / (scaled(self.high) - scaled(self.low)) * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let power = |k: i32| powi(10.0, k);
            let (first, last) = (floor(log10(self.low)) as i32, ceil(log10(self.high)) as i32);
            let all = (first..=last).flat_map(|k| [1.0, 2.0, 5.0].map(|m| m * power(k)));
            return all.filter(|x| *x >= self.low * 0.999 && *x <= self.high * 1.001).collect();
        }
        let rough = (self.high - self.low) / 6.0;
        let power = powi(10.0, floor(log10(rough)) as i32);
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(rough);
        let first = ceil(self.low / step - 1e-9);
        let count = floor(self.high / step + 1e-9) - first;
        (0..=count.max(0.0) as u32).map(|i| (first + f64::from(i)) * step).collect()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn number_text(x: f64) -> String {
    let text = short(x);
    if text.contains('.') && !text.contains('e') {
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    text
}

fn with_unit(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label} ({unit})") }
}

/// A panel of curves, at a vertical offset within the figure.
fn panel(
    out: &mut String,
    offset: f64,
    title: &str,
    (x_label, x_log): (&str, bool),
    y_label: &str,
    curves: &[LabelledCurve],
    labels: LabelPlacement,
) {
    let (top, bottom) = (offset + TOP, offset + PANEL_HEIGHT - BOTTOM);
    let xs = curves.iter().flat_map(|curve| curve.points.iter().map(|p| p.0));
    let ys = curves.iter().flat_map(|curve| curve.points.iter().map(|p| p.1));
    let x = AxisScale::new(xs, x_log, false, (LEFT, WIDTH - RIGHT));
    let y = AxisScale::new(ys, false, true, (bottom, top));
    let _ = writeln!(
        out,
        "<text class=\"title\" x=\"{LEFT}\" y=\"{:.0}\">{}</text>",
        offset + 20.0,
        escaped(title)
    );
    for value in x.ticks() {
        let at = x.pixel(value);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{at:.1} {top:.0}V{bottom:.0}\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            bottom + 17.0,
            number_text(value)
        );
    }
    for value in y.ticks() {
        let at = y.pixel(value);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.0}\"/>", WIDTH - RIGHT);
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 7.0,
            at + 4.0,
            number_text(value)
        );
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    let _ = writeln!(
        out,
        "<text x=\"{middle:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
        bottom + 38.0,
        escaped(x_label)
    );
    let _ = writeln!(
        out,
        "<text transform=\"translate(15 {:.0}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(top, bottom),
        escaped(y_label)
    );
    for (index, curve) in curves.iter().enumerate() {
        let mut path = String::new();
        let mut pen_down = false;
        for &(a, b) in &curve.points {
            if !a.is_finite() || !b.is_finite() {
                pen_down = false;
                continue;
            }
            let _ = write!(path, "{}{:.1} {:.1}", if pen_down { "L" } else { "M" }, x.pixel(a), y.pixel(b));
            pen_down = true;
        }
        let colour = index % COLOURS;
        let _ = writeln!(out, "<path class=\"line c{colour}\" d=\"{path}\"/>");
        if curve.points.len() < 40 {
            for &(a, b) in curve.points.iter().filter(|(a, b)| a.is_finite() && b.is_finite()) {
                let _ = writeln!(
                    out,
                    "<circle class=\"f{colour}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"/>",
                    x.pixel(a),
                    y.pixel(b)
                );
            }
        }
        let (x, y) = match labels {
            LabelPlacement::Within => (WIDTH - RIGHT - 8.0, top + 14.0 * (index as f64 + 1.0)),
            // The labels end at the right edge, in the order of the curves.
            LabelPlacement::Above => {
                let after: usize =
                    curves[index + 1..].iter().map(|curve| curve.label.chars().count() + 3).sum();
                (WIDTH - RIGHT - CHARACTER_WIDTH * after as f64, offset + 20.0)
            }
        };
        let _ = writeln!(
            out,
            "<text class=\"f{colour}\" x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"end\">{}</text>",
            escaped(&curve.label)
        );
    }
}

/// An SVG document. `panels` is the number of panels that `draw` appends.
fn document(panels: usize, title: &str, draw: impl FnOnce(&mut String)) -> String {
    let height = PANEL_HEIGHT * panels as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n<style>{STYLE}</style>\n",
        escaped(title)
    );
    draw(&mut out);
    out.push_str("</svg>\n");
    out
}

/// A figure of curves over time, with a panel for each title, unit and list of curves.
pub fn over_time(title: &str, panels: &[(&str, String, Vec<LabelledCurve>)]) -> String {
    document(panels.len(), title, |out| {
        for (index, (name, unit, curves)) in panels.iter().enumerate() {
            panel(
                out,
                PANEL_HEIGHT * index as f64,
                name,
                ("time (s)", false),
                unit,
                curves,
                LabelPlacement::Above,
            );
        }
    })
}

/// Returns whether coordinates in JSON match a filter.
pub fn matches_json(filter: &Filter, at: &Value) -> bool {
    filter.0.iter().all(|condition| match condition {
        AxisCondition::Between { axis, from, to } => {
            at[*axis].as_f64().is_some_and(|x| (*from..=*to).contains(&x))
        }
        AxisCondition::Is { axis, text } => at[*axis] == *text,
    })
}

/// A coordinate as text.
pub fn coordinate_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.as_f64().map_or_else(String::new, number_text), str::to_owned)
}

/// Coordinates as text, except those on the axes in `without`.
fn coordinates_text(plan: &RunPlan, at: &Value, without: &[&str]) -> String {
    let empty = Map::new();
    let parts = at.as_object().unwrap_or(&empty).iter().filter(|(axis, _)| !without.contains(&axis.as_str()));
    let text = |(axis, value): (&String, &Value)| {
        let axis = plan.axes.iter().find(|known| known.id == axis);
        match (axis, value.as_str()) {
            (_, Some(text)) => text.to_owned(),
            (Some(axis), None) => {
                let unit = if axis.unit.is_empty() { String::new() } else { format!(" {}", axis.unit) };
                format!("{} {}{unit}", axis.label.to_lowercase(), coordinate_text(value))
            }
            (None, None) => coordinate_text(value),
        }
    };
    parts.map(text).collect::<Vec<_>>().join(", ")
}

/// The stored values of a quantity.
pub fn points<'a>(results: &'a Value, quantity: &str) -> &'a [Value] {
    let all = results["quantities"].as_array().map_or(&[][..], Vec::as_slice);
    let column = all.iter().find(|column| column["id"] == quantity);
    column.and_then(|column| column["points"].as_array()).map_or(&[][..], Vec::as_slice)
}

fn axis<'a>(plan: &'a RunPlan, id: &str) -> Option<&'a Axis> {
    plan.axes.iter().find(|axis| axis.id == id)
}

fn axis_label(axis: Option<&Axis>) -> String {
    axis.map_or_else(String::new, |axis| with_unit(axis.label, axis.unit))
}

fn quantity_label(plan: &RunPlan, id: &str) -> String {
    let found = plan.quantities.iter().find(|quantity| quantity.id == id);
    found.map_or_else(|| id.to_owned(), |quantity| with_unit(quantity.label, quantity.unit))
}

/// Draws a figure. Returns `None` for a table, or if there are no results to draw.
pub fn svg(drawing: &Drawing, plan: &RunPlan, results: &Value) -> Option<String> {
    match drawing {
        Drawing::Series { title, curves, y, unit, only } => {
            series(title, curves, &with_unit(y, unit), only, plan, results)
        }
        Drawing::Curves { title, quantities, x, by, only } => {
            let curves = curves_over_axis(quantities, x, by, only, plan, results);
            let axis = axis(plan, x);
            let y = quantities.first().map_or_else(String::new, |id| quantity_label(plan, id));
            let y = if quantities.len() == 1 { y } else { unit_of(plan, quantities) };
            (!curves.is_empty()).then(|| {
                document(1, title, |out| {
                    panel(
                        out,
                        0.0,
                        title,
                        (&axis_label(axis), axis.is_some_and(|axis| axis.log)),
                        &y,
                        &curves,
                        LabelPlacement::Within,
                    );
                })
            })
        }
        Drawing::Surface { title, quantity, x, y, by } => surface(title, quantity, (x, y, by), plan, results),
        Drawing::Histogram { title, quantity, bin } => histogram(title, quantity, bin, plan, results),
        Drawing::Table { .. } => None,
    }
}

fn unit_of(plan: &RunPlan, quantities: &[&str]) -> String {
    let unit = |id: &&str| plan.quantities.iter().find(|quantity| quantity.id == *id).map_or("", |q| q.unit);
    quantities.first().map_or_else(String::new, |id| unit(id).to_owned())
}

fn series(
    title: &str,
    names: &[&str],
    y: &str,
    only: &Filter,
    plan: &RunPlan,
    results: &Value,
) -> Option<String> {
    let cells = results["curves"].as_array()?;
    let mut panels = Vec::new();
    for cell in cells.iter().filter(|cell| matches_json(only, &cell["at"])) {
        let curves = cell["curves"].as_array().map_or(&[][..], Vec::as_slice);
        let curves: Vec<LabelledCurve> = curves
            .iter()
            .filter(|curve| curve["name"].as_str().is_some_and(|name| names.contains(&name)))
            .map(|curve| {
                let (from, step) =
                    (curve["from"].as_f64().unwrap_or(0.0), curve["step"].as_f64().unwrap_or(1.0));
                let values = curve["values"].as_array().map_or(&[][..], Vec::as_slice);
                let points = values
                    .iter()
                    .enumerate()
                    .map(|(i, value)| (from + (i as f64 + 0.5) * step, value.as_f64().unwrap_or(f64::NAN)));
                LabelledCurve {
                    label: curve["label"].as_str().unwrap_or_default().to_owned(),
                    points: points.collect(),
                }
            })
            .collect();
        if !curves.is_empty() {
            panels.push((coordinates_text(plan, &cell["at"], &[]), curves));
        }
    }
    panels.truncate(MAX_PANELS);
    (!panels.is_empty()).then(|| {
        document(panels.len(), title, |out| {
            for (index, (coordinates, curves)) in panels.iter().enumerate() {
                let heading =
                    if coordinates.is_empty() { title.to_owned() } else { format!("{title}: {coordinates}") };
                panel(
                    out,
                    PANEL_HEIGHT * index as f64,
                    &heading,
                    ("Time (s)", false),
                    y,
                    curves,
                    LabelPlacement::Within,
                );
            }
        })
    })
}

fn curves_over_axis(
    quantities: &[&str],
    x: &str,
    by: &str,
    only: &Filter,
    plan: &RunPlan,
    results: &Value,
) -> Vec<LabelledCurve> {
    let mut curves: Vec<LabelledCurve> = Vec::new();
    for quantity in quantities {
        for point in points(results, quantity).iter().filter(|point| matches_json(only, &point["at"])) {
            let Some(at) = point["at"][x].as_f64() else { continue };
            let by_text = if by.is_empty() { String::new() } else { coordinate_text(&point["at"][by]) };
            let label = match (by_text.is_empty(), quantities.len()) {
                (true, 1) => quantity_label(plan, quantity),
                (false, 1) => by_text,
                (true, _) => quantity_label(plan, quantity),
                (false, _) => format!("{by_text}: {quantity}"),
            };
            let value = point["mean"].as_f64().unwrap_or(f64::NAN);
            match curves.iter_mut().find(|curve| curve.label == label) {
                Some(curve) => curve.points.push((at, value)),
                None => curves.push(LabelledCurve { label, points: vec![(at, value)] }),
            }
        }
    }
    curves
}

/// The values of `points` on an axis, in the order of their first occurrence.
fn axis_values(points: &[Value], axis: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for point in points {
        let at = &point["at"][axis];
        if !at.is_null() && !all.contains(at) {
            all.push(at.clone());
        }
    }
    all
}

/// A grid of numbers for each value of the axis `by`. Larger numbers have a darker background.
fn surface(
    title: &str,
    quantity: &str,
    (x, y, by): (&str, &str, &str),
    plan: &RunPlan,
    results: &Value,
) -> Option<String> {
    let points = points(results, quantity);
    let panels = axis_values(points, by);
    let (columns, rows) = (axis_values(points, x), axis_values(points, y));
    let finite_values = points.iter().filter_map(|point| point["mean"].as_f64());
    let (low, high) = finite_values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    if panels.is_empty() || columns.is_empty() || rows.is_empty() || low > high {
        return None;
    }
    let (cell_width, cell_height) =
        ((WIDTH - LEFT - RIGHT) / columns.len() as f64, (PANEL_HEIGHT - TOP - BOTTOM) / rows.len() as f64);
    Some(document(panels.len(), title, |out| {
        for (index, by_value) in panels.iter().enumerate() {
            let offset = PANEL_HEIGHT * index as f64;
            let heading = escaped(&format!("{title}: {}", coordinate_text(by_value)));
            let _ = writeln!(
                out,
                "<text class=\"title\" x=\"{LEFT}\" y=\"{:.0}\">{heading}</text>",
                offset + 20.0
            );
            for point in points.iter().filter(|point| point["at"][by] == *by_value) {
                let index_on = |axis_values: &[Value], axis: &str| {
                    axis_values.iter().position(|value| *value == point["at"][axis])
                };
                let (Some(column), Some(row)) = (index_on(&columns, x), index_on(&rows, y)) else { continue };
                let (px, py) = (
                    LEFT + cell_width * column as f64,
                    offset + PANEL_HEIGHT - BOTTOM - cell_height * (row as f64 + 1.0),
                );
                let Some(value) = point["mean"].as_f64() else { continue };
                let shade = 0.08 + 0.72 * (value - low) / (high - low).max(1e-12);
                let _ = writeln!(
                    out,
                    "<rect class=\"box\" x=\"{px:.1}\" y=\"{py:.1}\" width=\"{:.1}\" height=\"{:.1}\" opacity=\"{shade:.2}\"/><text class=\"on\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    cell_width - 1.0,
                    cell_height - 1.0,
                    px + cell_width / 2.0,
                    py + cell_height / 2.0 + 4.0,
                    number_text(value)
                );
            }
            for (column, value) in columns.iter().enumerate() {
                let at = LEFT + cell_width * (column as f64 + 0.5);
                let _ = writeln!(
                    out,
                    "<text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                    offset + PANEL_HEIGHT - BOTTOM + 17.0,
                    escaped(&coordinate_text(value))
                );
            }
            for (row, value) in rows.iter().enumerate() {
                let at = offset + PANEL_HEIGHT - BOTTOM - cell_height * (row as f64 + 0.5) + 4.0;
                let _ = writeln!(
                    out,
                    "<text x=\"{:.0}\" y=\"{at:.1}\" text-anchor=\"end\">{}</text>",
                    LEFT - 7.0,
                    escaped(&coordinate_text(value))
                );
            }
            let label = format!("{} across, {} up", axis_label(axis(plan, x)), axis_label(axis(plan, y)));
            let _ = writeln!(
                out,
                "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                WIDTH / 2.0,
                offset + PANEL_HEIGHT - 8.0,
                escaped(&label)
            );
        }
    }))
}

/// A histogram: the fraction of values in each bin, drawn as a stepped curve for each combination of the other coordinates.
/// `bin_axis` is the axis of the bins' lower ends.
fn histogram(title: &str, quantity: &str, bin_axis: &str, plan: &RunPlan, results: &Value) -> Option<String> {
    let mut curves: Vec<LabelledCurve> = Vec::new();
    for point in points(results, quantity) {
        let (Some(at), Some(value)) = (point["at"][bin_axis].as_f64(), point["mean"].as_f64()) else {
            continue;
        };
        let label = coordinates_text(plan, &point["at"], &[bin_axis]);
        let curve = match curves.iter().position(|curve| curve.label == label) {
            Some(index) => &mut curves[index],
            None => {
                curves.push(LabelledCurve { label, points: Vec::new() });
                let last = curves.len() - 1;
                &mut curves[last]
            }
        };
        // All bins are 0.1 wide.
        curve.points.extend([(at, value), (at + 0.1, value)]);
    }
    (!curves.is_empty()).then(|| {
        document(1, title, |out| {
            let x = axis_label(axis(plan, bin_axis));
            panel(
                out,
                0.0,
                title,
                (&x, false),
                &quantity_label(plan, quantity),
                &curves,
                LabelPlacement::Within,
            );
        })
    })
}
