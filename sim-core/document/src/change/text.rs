//! Values of settings as text, as in `--set path=value`. Values can have units (`5M`, `200ms`, `0.5bdp`). The
//! result is validated like any other document.

use serde_json::{Map, Value, json};

use super::{DroppedSetting, drop_foreign_settings, index_of, names, of_each_flow};
use crate::direction::reverse_of;
use crate::messages::unknown_flow_message;
use crate::parse::parse;
use crate::schema;
use sim_engine::describe::Kinds;
use sim_engine::params::{
    Field, FieldKind, Issue, TAG, clipped, default_kind, join, number, sibling, suggestion, variant_of,
};

/// Applies one `path=value` to a document, as `--set` gives it. A flow whose algorithm changes loses the settings that the new
/// algorithm does not have; the result names them.
pub fn set(document: &mut Value, assignment: &str, kinds: &Kinds) -> Result<Vec<DroppedSetting>, Issue> {
    let (path, value) = assignment.split_once('=').ok_or_else(|| {
        let message = format!(
            "`{}` is not of the form path=value, such as network.forward.rate=5M.",
            clipped(assignment)
        );
        Issue::new("", "bad_assignment", message)
    })?;
    set_text(document, path.trim(), value, kinds)?;
    Ok(drop_foreign_settings(document, path.trim(), &[], kinds))
}

/// Sets the value at a path, in the notation of `--set`. `flows.*` stands for each flow.
pub fn set_text(document: &mut Value, path: &str, value: &str, kinds: &Kinds) -> Result<(), Issue> {
    let root = schema::document(kinds);
    for path in of_each_flow(document, path) {
        let steps: Vec<&str> = names(&path).collect();
        let mut setter = Setter { kinds, value: value.trim(), followed: String::new() };
        let set = setter.descend(root, document, &steps);
        set.map_err(|message| Issue::new(&path, "bad_assignment", message))?;
    }
    Ok(())
}

/// Finds a setting by its path and writes its value.
struct Setter<'a> {
    kinds: &'a Kinds,
    value: &'a str,
    /// The steps of the path that have been followed.
    followed: String,
}

impl Setter<'_> {
    /// Follows the remaining `steps` of the path from `target`, and replaces the value at the end of the
    /// path.
    fn descend(&mut self, field: &Field, target: &mut Value, steps: &[&str]) -> Result<(), String> {
        let Some((first, rest)) = steps.split_first() else {
            *target = self.read(field)?;
            return Ok(());
        };
        let parent = std::mem::take(&mut self.followed);
        self.followed = join(&parent, first);
        match &field.kind {
            FieldKind::Object(fields) => {
                self.member(fields, as_object_or_default(target, field)?, first, rest)
            }
            FieldKind::Variant(variants) => {
                let object = as_object_or_default(target, field)?;
                if *first == TAG && rest.is_empty() {
                    *target = object_with_kind(self.value);
                    return Ok(());
                }
                let kind = object.get(TAG).or_else(|| default_kind(field)).cloned().unwrap_or(Value::Null);
                match variant_of(variants, &kind) {
                    Some(variant) => self.member(&variant.fields, object, first, rest),
                    None => Err(format!("`{parent}` has no valid `kind`; set the kind first.")),
                }
            }
            FieldKind::List { item, .. } => {
                let list = match target {
                    Value::Array(list) => list,
                    _ => return Err(format!("`{parent}` is not a list.")),
                };
                match index_of(list, first) {
                    Some(index) => self.descend(item, &mut list[index], rest),
                    None if parent == "flows" => {
                        let id = |entry| Value::get(entry, "id").and_then(Value::as_str);
                        Err(unknown_flow_message(first, list.iter().filter_map(id)))
                    }
                    None => Err(format!(
                        "`{parent}` has {} entries; `{}` is not one of them.",
                        list.len(),
                        clipped(first)
                    )),
                }
            }
            FieldKind::Limit | FieldKind::Range if rest.is_empty() => {
                let amount = quantity(self.value, "").ok_or_else(|| self.mismatch("a number"))?;
                if field.kind == FieldKind::Limit {
                    *target = json!({ *first: amount });
                } else {
                    as_object_or_default(target, field)?.insert((*first).to_owned(), amount);
                }
                Ok(())
            }
            FieldKind::Settings { .. } if rest.is_empty() => {
                let value = self.number_or_switch()?;
                as_object_or_default(target, field)?.insert((*first).to_owned(), value);
                Ok(())
            }
            _ => Err(format!("`{parent}` is a single value and has no setting `{}`.", clipped(first))),
        }
    }

    /// The value of a setting that a program declares.
    fn number_or_switch(&self) -> Result<Value, String> {
        match self.value {
            "true" | "on" | "yes" => Ok(Value::from(true)),
            "false" | "off" | "no" => Ok(Value::from(false)),
            text => quantity(text, "").ok_or_else(|| self.mismatch("a number, true or false")),
        }
    }

    /// Follows a path into the member `name` of an object.
    fn member(
        &mut self,
        fields: &[Field],
        object: &mut Map<String, Value>,
        name: &str,
        rest: &[&str],
    ) -> Result<(), String> {
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let names = fields.iter().map(|field| field.name);
            let hint = suggestion(name, names.clone()).map_or_else(
                || format!("The settings are: {}.", names.collect::<Vec<_>>().join(", ")),
                |close| format!("Did you mean `{close}`?"),
            );
            return Err(format!("There is no setting called `{}`. {hint}", clipped(name)));
        };
        let missing = object.get(name).is_none_or(Value::is_null);
        if name == "reverse" && missing && !rest.is_empty() {
            // The document has no settings of the reverse direction yet. The settings that this direction
            // uses are written into the document, so that only the named setting changes.
            let reverse = reverse_of(object.get("forward").unwrap_or(&Value::Null));
            object.insert(name.to_owned(), reverse);
        }
        if let FieldKind::Params { of } = &field.kind {
            let params = sibling(object, fields, of).and_then(|id| self.kinds.params_of(id));
            let params = Field::new(field.name, FieldKind::Object(params.unwrap_or_default().to_vec()), "");
            return self.descend(&params, member_or_insert_default(object, field), rest);
        }
        self.descend(field, member_or_insert_default(object, field), rest)
    }

    /// Reads the value according to the type of the field. Validation checks its range.
    fn read(&self, field: &Field) -> Result<Value, String> {
        let text = self.value;
        if field.nullable && text == "null" {
            return Ok(Value::Null);
        }
        if text.starts_with(['{', '[']) {
            return parse(text).map_err(|issues| issues.into_iter().map(|issue| issue.message).collect());
        }
        match &field.kind {
            FieldKind::Number | FieldKind::Integer => {
                quantity(text, field.unit).ok_or_else(|| self.mismatch(&expected_quantity(field.unit)))
            }
            FieldKind::Range => match text.split_once("..") {
                Some((min, max)) => match (quantity(min, field.unit), quantity(max, field.unit)) {
                    (Some(min), Some(max)) => Ok(json!({ "min": min, "max": max })),
                    _ => Err(self.mismatch("a range such as 0..10ms")),
                },
                None => {
                    quantity(text, field.unit).ok_or_else(|| self.mismatch(&expected_quantity(field.unit)))
                }
            },
            FieldKind::Limit => {
                limit(text).ok_or_else(|| self.mismatch("a limit such as 50, 64kB, 10ms or 0.5bdp"))
            }
            FieldKind::Boolean => match text {
                "true" | "on" | "yes" => Ok(Value::from(true)),
                "false" | "off" | "no" => Ok(Value::from(false)),
                _ => Err(self.mismatch("true or false")),
            },
            FieldKind::Variant(_) => Ok(object_with_kind(text)),
            FieldKind::Text { .. } | FieldKind::Code { .. } | FieldKind::Choice(_) | FieldKind::Id => {
                let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                Ok(Value::from(bare.unwrap_or(text)))
            }
            FieldKind::List { .. } => Err(self.mismatch("a list in JSON, such as [0.1, 1]")),
            FieldKind::Object(_) | FieldKind::Params { .. } | FieldKind::Settings { .. } => {
                Err(self.mismatch("an object in JSON"))
            }
            FieldKind::ValueOf { .. } => {
                let bare = || Value::from(text);
                Ok(quantity(text, "").or_else(|| parse(text).ok()).unwrap_or_else(bare))
            }
        }
    }

    /// The message about a value of the wrong type.
    fn mismatch(&self, expected: &str) -> String {
        format!("`{}` is not {expected}.", clipped(self.value))
    }
}

/// An object that contains only a kind.
fn object_with_kind(kind: &str) -> Value {
    json!({ TAG: kind })
}

/// Returns a value as an object. A value that is not an object is first replaced with the field's default, or
/// with an empty object if the default is not an object.
fn as_object_or_default<'a>(
    value: &'a mut Value,
    field: &Field,
) -> Result<&'a mut Map<String, Value>, String> {
    if !value.is_object() {
        let default = field.default.as_ref().and_then(Value::as_object).cloned();
        *value = Value::Object(default.unwrap_or_default());
    }
    value.as_object_mut().ok_or_else(String::new)
}

/// The member of an object for a field. An absent member is first set to the field's default.
fn member_or_insert_default<'a>(object: &'a mut Map<String, Value>, field: &Field) -> &'a mut Value {
    object.entry(field.name).or_insert_with(|| field.default.clone().unwrap_or(Value::Null))
}

/// A description of numbers with this unit, for a message.
fn expected_quantity(unit: &str) -> String {
    match unit {
        "bit/s" => "a rate such as 5M or 64k (bit/s)",
        "s" => "a time such as 0.2, 200ms or 50us",
        "bytes" => "a size such as 1500 or 64kB",
        _ => "a number",
    }
    .to_owned()
}

/// Reads a queue limit. A number without a unit is a number of packets.
fn limit(text: &str) -> Option<Value> {
    let (_, suffix) = split_quantity(text)?;
    match suffix {
        "" | "p" | "pkt" | "pkts" | "packet" | "packets" => {
            Some(json!({ "packets": quantity(text, "packets")? }))
        }
        "bdp" | "BDP" => Some(json!({ "bdp": quantity(text, "bdp")? })),
        "s" | "ms" | "us" | "ns" => Some(json!({ "seconds": quantity(text, "s")? })),
        _ => Some(json!({ "bytes": quantity(text, "bytes")? })),
    }
}

/// Splits a text into the digits of a number and a suffix. Returns `None` if the text does not start with a
/// finite number.
pub fn split_quantity(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let is_suffix_start = |(i, c): (usize, char)| {
        let is_exponent = matches!(c, 'e' | 'E')
            && text[i + 1..].starts_with(|d: char| d.is_ascii_digit() || "+-".contains(d));
        !(c.is_ascii_digit() || "+-.".contains(c) || is_exponent)
    };
    let end = text.char_indices().find(|at| is_suffix_start(*at)).map_or(text.len(), |(i, _)| i);
    let (digits, suffix) = text.split_at(end);
    digits.parse::<f64>().ok().filter(|x| x.is_finite())?;
    Some((digits, suffix.trim()))
}

/// Reads a number with an optional suffix in the unit. The error describes the form of such a number.
pub fn read_quantity(text: &str, unit: &str) -> Result<f64, String> {
    quantity(text, unit).and_then(|value| value.as_f64()).ok_or_else(|| expected_quantity(unit))
}

/// Reads a number with an optional suffix and converts it to the unit. The result is the nearest number to
/// the decimal value: `35ms` is read as 0.035 and not computed as 35 / 1000.
fn quantity(text: &str, unit: &str) -> Option<Value> {
    let (digits, suffix) = split_quantity(text)?;
    // Exponents of ten.
    let prefix = |letter: &str| match letter {
        "" => Some(0),
        "k" | "K" => Some(3),
        "M" => Some(6),
        "G" => Some(9),
        "T" => Some(12),
        _ => None,
    };
    let prefix_before = |units: &[&str]| {
        let stripped = units.iter().find_map(|unit| suffix.strip_suffix(unit));
        prefix(stripped.unwrap_or(suffix).trim())
    };
    let shift = match unit {
        "s" => match suffix {
            "" | "s" => 0,
            "ms" => -3,
            "us" | "\u{b5}s" => -6,
            "ns" => -9,
            "min" => return times(digits, 60.0),
            "h" => return times(digits, 3600.0),
            _ => return None,
        },
        "bit/s" => prefix_before(&["bit/s", "bps", "b/s", "bit"])?,
        "bytes" => match suffix {
            "KiB" => return times(digits, 1024.0),
            "MiB" => return times(digits, 1_048_576.0),
            _ => prefix_before(&["bytes", "byte", "B"])?,
        },
        _ if suffix == "%" => -2,
        _ if suffix.eq_ignore_ascii_case(unit)
            || unit == "packets" && ["p", "pkt", "pkts", "packet"].contains(&suffix) =>
        {
            0
        }
        _ => prefix(suffix)?,
    };
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent = exponent.parse::<i64>().ok()?.checked_add(shift)?;
    format!("{mantissa}e{exponent}").parse::<f64>().ok().filter(|x| x.is_finite()).map(number)
}

fn times(digits: &str, factor: f64) -> Option<Value> {
    let x = digits.parse::<f64>().ok()? * factor;
    x.is_finite().then(|| number(x))
}
