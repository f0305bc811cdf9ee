//! The values of a varied setting: a list, or a range with a number of values.

use sim_core::scenario::change::split_quantity;

/// A setting and its values, in the notation of `--set`.
#[derive(Clone, Debug, PartialEq)]
pub struct VariedSetting {
    pub path: String,
    pub values: Vec<String>,
}

impl VariedSetting {
    /// Reads `path=values`, as `fairshare sweep --vary` takes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some((path, values)) = text.split_once('=') else {
            return Err(format!(
                "`{text}` is not of the form path=values, such as network.forward.rate=1M,2M,5M."
            ));
        };
        let values = expand(values)?;
        if values.iter().any(|value| value.trim().is_empty()) {
            return Err(format!("`{text}`: a value is empty."));
        }
        Ok(Self { path: path.to_owned(), values })
    }

    /// Index of the timeline's entry that the setting belongs to: 2 for `timeline[2].to`.
    pub fn timeline_entry(&self) -> Option<usize> {
        let position = self.path.strip_prefix("timeline")?.trim_start_matches(['.', '[']);
        position.split([']', '.']).next()?.parse().ok()
    }
}

/// Expands a text to values: a list such as `1M,2M,5M`, or a range with a number of values such as
/// `1M..20M/8` or `1M..20M/8log`.
pub fn expand(text: &str) -> Result<Vec<String>, String> {
    match text.split_once("..").and_then(|(from, rest)| Some((from, rest.split_once('/')?))) {
        Some((from, (to, steps))) => range(from, to, steps),
        None => Ok(text.split(',').map(str::to_owned).collect()),
    }
}

/// Splits a text into a number and the unit that follows it.
fn quantity(text: &str) -> Option<(f64, &str)> {
    let (digits, unit) = split_quantity(text)?;
    Some((digits.parse().ok()?, unit))
}

/// Expands a range to values at equal distances, or at equal ratios if `steps` ends with `log`.
fn range(from: &str, to: &str, steps: &str) -> Result<Vec<String>, String> {
    let (count, is_logarithmic) = match steps.strip_suffix("log") {
        Some(count) => (count, true),
        None => (steps, false),
    };
    let count: u32 = count.parse().ok().filter(|n| (2..=1000).contains(n)).ok_or_else(|| {
        format!("`{steps}` is not a number of steps: use 2 to 1000, followed by `log` for equal ratios.")
    })?;
    let (Some((low, unit)), Some((high, high_unit))) = (quantity(from), quantity(to)) else {
        return Err(format!("`{from}..{to}` needs a number at both ends."));
    };
    if unit != high_unit {
        return Err(format!("`{from}..{to}`: write both ends in the same unit."));
    }
    if is_logarithmic && (low <= 0.0 || high <= 0.0) {
        return Err(format!("`{from}..{to}`: equal ratios need numbers above 0."));
    }
    let value = |i: u32| {
        let fraction = f64::from(i) / f64::from(count - 1);
        let x = match i {
            0 => low,
            i if i == count - 1 => high,
            _ if is_logarithmic => low * sim_core::ground::math::pow(high / low, fraction),
            _ => low + (high - low) * fraction,
        };
        // Values between the ends are rounded to six significant digits.
        let x: f64 = if i == 0 || i == count - 1 { x } else { format!("{x:.5e}").parse().unwrap_or(x) };
        format!("{x}{unit}")
    };
    Ok((0..count).map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        VariedSetting::parse(text).unwrap().values
    }

    #[test]
    fn lists_and_ranges_are_parsed() {
        assert_eq!(values("a=1M,2M"), ["1M", "2M"]);
        assert_eq!(values("a=0..10/3"), ["0", "5", "10"]);
        assert_eq!(values("a=10ms..40ms/4"), ["10ms", "20ms", "30ms", "40ms"]);
        assert_eq!(values("a=1M..100M/3log"), ["1M", "10M", "100M"]);
        assert_eq!(values("a=1e3..2e3/2"), ["1000", "2000"]);
        // A range without a number of steps is a single value, from which the simulator draws a random
        // number.
        assert_eq!(values("a=0..10ms"), ["0..10ms"]);
    }

    #[test]
    fn malformed_values_are_rejected() {
        for text in ["a", "a=1..2/1", "a=1M..2k/3", "a=0..1/3log", "a=x..y/3", "a=1,,2"] {
            assert!(VariedSetting::parse(text).is_err(), "{text}");
        }
    }
}
