//! Descriptors: how an algorithm, a source, a queue or the scenario document says what its settings are.
//!
//! `params!` declares a group of settings once: the struct, its defaults, and for each field the help text, unit,
//! range and citation. Validation, the catalogue, forms, TypeScript types and documentation all follow from it.
//! `choice!` declares an enum whose variants can be named in a document.

mod check;
mod field;
mod types;
mod words;

pub use check::{
    Checker, MAX_ISSUES, check_object, clipped, default_kind, describe_value, is_id, join, limit_fields,
    quantity, sibling, suggestion, variant_of,
};
pub use field::{Bounds, Choice, Field, FieldKind, Scale, TAG, Variant, label_of};
pub use types::{FlowId, Limit, MAX_SAFE, ParamType, ValueRange, number, whole_number};
pub use words::words;

use serde_json::{Value, json};

use crate::json_object;

json_object! {
    /// One thing that is wrong with a document: where, a stable code, and a sentence that says what to do.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Issue {
        /// Where in the document, for example `flows[1].access.sender`; empty for the document as a whole.
        pub path: String,
        pub code: &'static str,
        pub message: String,
    }
}

impl Issue {
    pub fn new(path: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { path: path.into(), code, message: message.into() }
    }
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// A group of settings declared by `params!`.
pub trait ParamSet: Clone + Default {
    /// Descriptors in declaration order, which is also the canonical order.
    fn fields() -> Vec<Field>;
    /// Reads an object that leaves out what is at its default.
    fn from_json(object: &Value) -> Result<Self, Vec<Issue>>;
    /// Reads values that have been checked; what is absent or unreadable is at its default.
    fn read(object: &Value) -> Self;
    /// Every setting, defaults included.
    fn to_json(&self) -> Value;
}

/// Reads one setting; one that is absent or unreadable is at its default.
#[inline(never)]
pub fn read_setting<T: ParamType>(object: &Value, name: &str, default: T) -> T {
    object.get(name).and_then(T::from_value).unwrap_or(default)
}

/// Writes one setting.
#[inline(never)]
pub fn write_setting<T: ParamType>(object: &mut serde_json::Map<String, Value>, name: &str, value: &T) {
    object.insert(name.to_owned(), value.to_value());
}

/// The empty group, for what has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoParams;

impl ParamSet for NoParams {
    fn fields() -> Vec<Field> {
        Vec::new()
    }
    fn from_json(object: &Value) -> Result<Self, Vec<Issue>> {
        check_object(&[], object).map(|()| Self)
    }
    fn read(_: &Value) -> Self {
        Self
    }
    fn to_json(&self) -> Value {
        json!({})
    }
}

/// Names that a `scale` option can take; imported where `params!` expands.
pub mod scales {
    #![allow(non_upper_case_globals, reason = "they are written as words in declarations: `scale log`")]
    use super::Scale;
    pub const linear: Scale = Scale::Linear;
    pub const log: Scale = Scale::Log;
}

/// Declares a group of settings. Options after the default, in any order: `unit "s"`, `range 0.0..=1.0`,
/// `above 0.0` (excluded minimum), `max 1.0`, `scale log`, `cite "RFC 6298 section 2.4"`, `label "..."`,
/// `null "what null means"` (for `Option`). Groups declared elsewhere are taken in at the end with `..name: Type;`.
#[macro_export]
macro_rules! params {
    (
        $(#[$outer:meta])*
        $vis:vis struct $Group:ident {
            $(
                $(#[doc = $doc:expr])*
                $name:ident : $Type:ty = $default:expr $(, $option:ident $value:expr)* ;
            )*
            $( .. $inner:ident : $Inner:ty ; )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $Group {
            $( $(#[doc = $doc])* pub $name: $Type, )*
            $( pub $inner: $Inner, )*
        }

        impl Default for $Group {
            fn default() -> Self {
                Self {
                    $( $name: $default, )*
                    $( $inner: <$Inner as Default>::default(), )*
                }
            }
        }

        impl $crate::params::ParamSet for $Group {
            fn fields() -> Vec<$crate::params::Field> {
                #[allow(unused_imports, reason = "only groups with a `scale` option use them")]
                use $crate::params::scales::{linear, log};
                #[allow(unused_mut, reason = "a group may have no fields of its own")]
                let mut fields = vec![
                    $( $crate::params::Field::of::<$Type>(
                        stringify!($name), { let value: $Type = $default; value }, concat!("", $($doc),*)
                    )$( .$option($value) )*, )*
                ];
                $( fields.extend(<$Inner as $crate::params::ParamSet>::fields()); )*
                fields
            }

            fn from_json(object: &serde_json::Value) -> Result<Self, Vec<$crate::params::Issue>> {
                $crate::params::check_object(&Self::fields(), object)?;
                Ok(<Self as $crate::params::ParamSet>::read(object))
            }

            #[allow(unused_variables, reason = "a group may have no fields")]
            fn read(object: &serde_json::Value) -> Self {
                Self {
                    $( $name: $crate::params::read_setting(object, stringify!($name), $default), )*
                    $( $inner: <$Inner as $crate::params::ParamSet>::read(object), )*
                }
            }

            fn to_json(&self) -> serde_json::Value {
                #[allow(unused_mut, reason = "a group may have no fields")]
                let mut object = serde_json::Map::new();
                $( $crate::params::write_setting(&mut object, stringify!($name), &self.$name); )*
                $( if let serde_json::Value::Object(inner) = $crate::params::ParamSet::to_json(&self.$inner) {
                    object.extend(inner);
                } )*
                serde_json::Value::Object(object)
            }
        }

    };
}

/// Declares an enum that documents name: `choice! { pub enum Recovery { /** Selective */ Sack "sack", ... } }`.
/// A label may follow the name: `Sack "sack" "SACK"`; otherwise it is made from the name.
#[macro_export]
macro_rules! choice {
    (
        $(#[$outer:meta])*
        $vis:vis enum $Name:ident {
            $( $(#[doc = $doc:expr])* $Variant:ident $text:literal $($label:literal)? ),+ $(,)?
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Name { $( $(#[doc = $doc])* $Variant, )+ }

        impl $Name {
            /// Every variant in the order of declaration.
            pub const ALL: &'static [Self] = &[ $( Self::$Variant, )+ ];

            /// The name that documents use.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$Variant => $text, )+ }
            }
        }

        impl $crate::params::ParamType for $Name {
            fn kind() -> $crate::params::FieldKind {
                $crate::params::FieldKind::Choice(vec![
                    $( $crate::params::Choice::new(
                        $text, concat!("", $($doc),*)
                    )$( .label($label) )?, )+
                ])
            }
            fn to_value(&self) -> serde_json::Value {
                serde_json::Value::from(self.as_str())
            }
            fn from_value(value: &serde_json::Value) -> Option<Self> {
                let text = value.as_str()?;
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }
        }

        impl $crate::ground::json::shape::ToJson for $Name {
            fn to_json(&self) -> serde_json::Value {
                serde_json::Value::from(self.as_str())
            }
            fn shape() -> $crate::ground::json::shape::Shape {
                $crate::ground::json::shape::Shape::OneOf(vec![$( $text ),+])
            }
        }
    };
}

#[cfg(test)]
mod tests;
