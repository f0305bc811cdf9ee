//! Selects and writes values of stored results.

use fairshare_papers::model::{AxisCondition, Drawing, Filter};
use serde_json::Value;

/// Returns whether coordinates in JSON match a filter.
pub fn matches_json(filter: &Filter, at: &Value) -> bool {
    filter.0.iter().all(|condition| match condition {
        AxisCondition::Between { axis, from, to } => {
            at[*axis].as_f64().is_some_and(|x| (*from..=*to).contains(&x))
        }
        AxisCondition::Is { axis, text } => at[*axis] == *text,
    })
}

/// The stored values of a quantity.
pub fn points<'a>(results: &'a Value, quantity: &str) -> &'a [Value] {
    let all = results["quantities"].as_array().map_or(&[][..], Vec::as_slice);
    let column = all.iter().find(|column| column["id"] == quantity);
    column.and_then(|column| column["points"].as_array()).map_or(&[][..], Vec::as_slice)
}

/// Returns whether a drawing is a figure and the results contain its data. `npm run gen` draws such a figure.
pub fn has_figure(drawing: &Drawing, results: &Value) -> bool {
    match drawing {
        Drawing::Series { curves, only, .. } => {
            let cells = results["curves"].as_array().map_or(&[][..], Vec::as_slice);
            let is_shown = |curve: &Value| curve["name"].as_str().is_some_and(|name| curves.contains(&name));
            cells.iter().any(|cell| {
                matches_json(only, &cell["at"])
                    && cell["curves"].as_array().is_some_and(|curves| curves.iter().any(is_shown))
            })
        }
        Drawing::Curves { quantities, x, only, .. } => quantities.iter().any(|quantity| {
            let mut points = points(results, quantity).iter();
            points.any(|point| matches_json(only, &point["at"]) && point["at"][x].is_number())
        }),
        Drawing::Surface { quantity, .. } => {
            points(results, quantity).iter().any(|point| point["mean"].is_number())
        }
        Drawing::Histogram { quantity, bin, .. } => {
            points(results, quantity).iter().any(|point| point["at"][bin].is_number())
        }
        Drawing::Table { .. } => false,
    }
}
