//! Quantities as text. web/src/scenario/units.ts has the same rule for the page, with typographic spaces and
//! signs; the vectors in `tests/quantities.json` hold for both.

use super::convert::narrow;
use super::math;

/// The scales of a base unit, the largest first.
fn scales(unit: &str) -> &'static [(f64, &'static str)] {
    match unit {
        "s" => &[(1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")],
        "bit/s" => &[(1e9, "Gb/s"), (1e6, "Mb/s"), (1e3, "kb/s"), (1.0, "b/s")],
        "bytes" => &[(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")],
        _ => &[],
    }
}

/// A value with at most `digits` significant digits. Times, rates, sizes and shares have a unit of suitable
/// magnitude, an index has three decimals, other values have no unit.
pub fn quantity(value: f64, unit: &str, digits: usize) -> String {
    match unit {
        "ms" => return quantity(value / 1e3, "s", digits),
        "share" | "probability" if value.is_finite() => {
            return format!("{} %", significant(value * 100.0, digits));
        }
        "index" if value.is_finite() => return format!("{value:.3}"),
        _ => {}
    }
    let scales = scales(unit);
    // A value that is rounded up to 1 of a larger unit is written in that unit: 999.96 ms becomes 1 s.
    let rounded = 1.0 - 0.5 * math::powi(10.0, -narrow::<i32>(digits));
    let is_suitable = |(scale, name): &&(f64, &str)| {
        // 1500 B is easier to read than 1.5 kB.
        value.abs() >= scale * rounded && !(*name == "kB" && value.abs() < 1e4)
    };
    let plain = scales.iter().find(|(scale, _)| *scale == 1.0);
    let suitable = if value == 0.0 { plain } else { scales.iter().find(is_suitable).or(scales.last()) };
    match suitable {
        Some((scale, name)) => format!("{} {name}", significant(value / scale, digits)),
        None => significant(value, digits),
    }
}

/// A number with at most `digits` significant digits and without trailing zeros. All digits before the decimal
/// point are written.
pub fn significant(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        let names = ["none", "infinite", "-infinite"];
        return names[if value.is_nan() { 0 } else { 1 + usize::from(value < 0.0) }].to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..15).contains(&exponent) {
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    let decimals = narrow::<usize>((narrow::<i32>(digits) - 1 - exponent).max(0));
    trimmed(&format!("{value:.decimals$}")).to_owned()
}

fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn quantities_are_written_as_the_shared_vectors_say() {
        let vectors: Value = serde_json::from_str(include_str!("../../tests/quantities.json")).unwrap();
        for vector in vectors.as_array().unwrap() {
            let (value, unit) = (vector[0].as_f64().unwrap(), vector[1].as_str().unwrap());
            let digits = usize::try_from(vector[2].as_u64().unwrap()).unwrap();
            assert_eq!(quantity(value, unit, digits), vector[3].as_str().unwrap(), "{vector}");
        }
        assert_eq!(significant(f64::NAN, 3), "none");
        assert_eq!(significant(f64::INFINITY, 3), "infinite");
    }
}
