//! The Rust types of settings, and their JSON forms.

use crate::ground::convert::whole;
use serde_json::{Value, json};

use super::field::{Bounds, Field, FieldKind};
use super::help_text;
pub use crate::ground::json::{MAX_SAFE, number};

impl Field {
    /// A field with a default. Its Rust type determines kind, bounds and nullability.
    #[inline(always)]
    pub fn of<T: ParamType>(name: &'static str, default: T, doc: &str) -> Self {
        Self::of_type(name, default, help_text(doc))
    }

    // Measured: see `put` in `ground/json/shape.rs`.
    #[inline(never)]
    fn of_type<T: ParamType>(name: &'static str, default: T, doc: &str) -> Self {
        let mut field = Self::described(name, T::kind(), doc).default(default.to_value());
        field.nullable = T::NULLABLE;
        field.bounds = T::bounds();
        field
    }
}

/// Maximum number of entries of a list in a `params!` group.
const MAX_ITEMS: usize = 10_000;

/// A type of a field in a `params!` group.
pub trait ParamType: Sized {
    /// Whether null is a valid value.
    const NULLABLE: bool = false;
    fn kind() -> FieldKind;
    /// The default bounds of a field of this type. The `range` option of a field in `params!` replaces them.
    fn bounds() -> Bounds {
        Bounds::default()
    }
    fn to_value(&self) -> Value;
    fn from_value(value: &Value) -> Option<Self>;
}

/// Reads a whole number from 0 to 2^53 - 1, also in notations such as `1e6` or `5.0`.
pub fn whole_number(value: &Value) -> Option<u64> {
    let x = value.as_f64()?;
    (x >= 0.0 && x <= MAX_SAFE as f64 && x.trunc() == x).then_some(whole::<u64>(x))
}

impl ParamType for f64 {
    fn kind() -> FieldKind {
        FieldKind::Number
    }
    fn to_value(&self) -> Value {
        number(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_f64().filter(|x| x.is_finite())
    }
}

macro_rules! integer_types {
    ($($Type:ty),*) => { $(
        impl ParamType for $Type {
            fn kind() -> FieldKind {
                FieldKind::Integer
            }
            fn bounds() -> Bounds {
                (0..=u64::from(<$Type>::MAX).min(MAX_SAFE)).into()
            }
            fn to_value(&self) -> Value {
                Value::from(*self)
            }
            fn from_value(value: &Value) -> Option<Self> {
                <$Type>::try_from(whole_number(value)?).ok()
            }
        }
    )* };
}
integer_types!(u8, u16, u32, u64);

impl ParamType for bool {
    fn kind() -> FieldKind {
        FieldKind::Boolean
    }
    fn to_value(&self) -> Value {
        Value::from(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl<T: ParamType> ParamType for Option<T> {
    const NULLABLE: bool = true;
    fn kind() -> FieldKind {
        T::kind()
    }
    fn bounds() -> Bounds {
        T::bounds()
    }
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl<T: ParamType> ParamType for Vec<T> {
    fn kind() -> FieldKind {
        let mut item = Field::new("", T::kind(), "");
        item.bounds = T::bounds();
        item.label = "Entry".to_owned();
        FieldKind::List { item: Box::new(item), max_items: MAX_ITEMS }
    }
    fn to_value(&self) -> Value {
        self.iter().map(T::to_value).collect()
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::from_value).collect()
    }
}

/// The ID of a flow in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowId(pub String);

impl ParamType for FlowId {
    fn kind() -> FieldKind {
        FieldKind::Id
    }
    fn to_value(&self) -> Value {
        Value::from(self.0.as_str())
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(|id| Self(id.to_owned()))
    }
}

/// A number, or a range from which each flow draws a uniformly distributed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    pub min: f64,
    pub max: f64,
}

impl ValueRange {
    pub const fn exactly(x: f64) -> Self {
        Self { min: x, max: x }
    }
}

impl ParamType for ValueRange {
    fn kind() -> FieldKind {
        FieldKind::Range
    }
    fn to_value(&self) -> Value {
        if self.min == self.max {
            number(self.min)
        } else {
            json!({"min": number(self.min), "max": number(self.max)})
        }
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Some(x) = f64::from_value(value) {
            return Some(Self::exactly(x));
        }
        let object = value.as_object()?;
        Some(Self { min: f64::from_value(object.get("min")?)?, max: f64::from_value(object.get("max")?)? })
    }
}

/// The capacity of a queue. The packet in service does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    Packets(u64),
    Bytes(u64),
    /// The time in seconds that the link needs to send the packets of a full queue.
    Seconds(f64),
    /// A multiple of the bandwidth-delay product, which is the link's rate times the largest base RTT of its
    /// flows.
    Bdp(f64),
}

impl ParamType for Limit {
    fn kind() -> FieldKind {
        FieldKind::Limit
    }
    fn to_value(&self) -> Value {
        match *self {
            Self::Packets(n) => json!({ "packets": n }),
            Self::Bytes(n) => json!({ "bytes": n }),
            Self::Seconds(x) => json!({ "seconds": number(x) }),
            Self::Bdp(x) => json!({ "bdp": number(x) }),
        }
    }
    fn from_value(value: &Value) -> Option<Self> {
        let object = value.as_object().filter(|object| object.len() == 1)?;
        let (unit, amount) = object.iter().next()?;
        match unit.as_str() {
            "packets" => whole_number(amount).map(Self::Packets),
            "bytes" => whole_number(amount).map(Self::Bytes),
            "seconds" => f64::from_value(amount).map(Self::Seconds),
            "bdp" => f64::from_value(amount).map(Self::Bdp),
            _ => None,
        }
    }
}
