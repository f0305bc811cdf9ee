//! Descriptors of settings, for algorithms, sources, queues and the scenario document.
//!
//! `params!` declares a group of settings: the struct, its defaults, and the help text, unit, range and
//! citation of each field. Validation, the catalogue, forms, TypeScript types and documentation are generated
//! from these declarations. `choice!` declares an enum whose variants have names in a document.

mod check;
mod field;
mod help_text;
mod kind_settings;
mod types;

pub use check::{
    Checker, MAX_ISSUES, clipped, default_kind, describe_value, is_id, join, limit_fields, quantity,
    suggestion, variant_of, with_short_numbers,
};
pub use field::{
    Bounds, Choice, ConditionalDefault, Field, FieldKind, Options, Scale, TAG, Variant, label_of, sibling,
};
pub use help_text::help_text;
pub use types::{FlowId, Limit, MAX_SAFE, ParamType, ValueRange, number, whole_number};

use serde_json::{Value, json};

use crate::json_object;

json_object! {
    /// A problem of a document: its path, a stable code, and a message that states how to solve it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Issue {
        /// The path in the document, for example `flows[1].access.sender`; empty if the issue concerns the
        /// whole document.
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

/// A group of settings that `params!` declares.
pub trait ParamSet: Clone + Default {
    /// Descriptors of the fields in the order of declaration, which is also the canonical order.
    fn fields() -> Vec<Field>;
    /// Reads an object of an expanded document, which states the defaults of documents. A field is absent only if
    /// its owner does not have this setting, and then gets the default of the Rust type. `None` if a value has the
    /// wrong type.
    fn read(object: &Value) -> Option<Self>;
    /// Writes every setting, including those with default values.
    fn to_json(&self) -> Value;
}

/// Adds the descriptor of a setting to `fields`. Returns its options.
// Measured: see `Options`.
#[inline(never)]
pub fn add_setting<'a, T: ParamType>(
    fields: &'a mut Vec<Field>,
    name: &'static str,
    default: T,
    doc: &str,
) -> Options<'a> {
    fields.push(Field::of(name, default, doc));
    let last = fields.len() - 1;
    fields[last].options()
}

/// Reads one setting; its default if it is absent. `None` if it has the wrong type.
// Measured: see `put` in `ground/json/shape.rs`.
#[inline(never)]
pub fn read_setting<T: ParamType>(object: &Value, name: &str, default: T) -> Option<T> {
    object.get(name).map_or(Some(default), T::from_value)
}

/// The position of a text among the names of a choice.
pub fn position_of(names: &[&str], value: &Value) -> Option<usize> {
    let text = value.as_str()?;
    names.iter().position(|name| *name == text)
}

/// Writes one setting.
pub fn write_setting<T: ParamType>(object: &mut serde_json::Map<String, Value>, name: &str, value: &T) {
    object.insert(name.to_owned(), value.to_value());
}

/// A group without settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoParams;

impl ParamSet for NoParams {
    fn fields() -> Vec<Field> {
        Vec::new()
    }
    fn read(_: &Value) -> Option<Self> {
        Some(Self)
    }
    fn to_json(&self) -> Value {
        json!({})
    }
}

/// The scales by the names that the `scale` option of `params!` accepts.
pub mod scales {
    #![allow(non_upper_case_globals, reason = "declarations read `scale log`")]
    use super::Scale;
    pub const linear: Scale = Scale::Linear;
    pub const log: Scale = Scale::Log;
}

/// Declares a group of settings.
///
/// Each field is declared as `name: Type = default`, with a help text as its doc comment. These options can
/// follow the default, in any order: `default value` (the default of documents, if algorithms
/// without the setting have another value), `unit "s"`,
/// `range 0.0..=1.0`, `above 0.0` (exclusive minimum), `max 1.0`, `scale log`, `cite "RFC 6298 section 2.4"`,
/// `label "..."`, `group "..."` (the heading under which forms list the field), and `null "meaning of null"` for an
/// `Option`. `..name: Type;` at the end includes the fields of
/// another group.
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
                let mut fields = Vec::new();
                $( $crate::params::add_setting::<$Type>(
                    &mut fields, stringify!($name), $default, const { $crate::params::help_text(concat!("", $($doc),*)) }
                )$( .$option($value) )*; )*
                $( fields.extend(<$Inner as $crate::params::ParamSet>::fields()); )*
                fields
            }

            #[allow(unused_variables, reason = "a group may have no fields")]
            fn read(object: &serde_json::Value) -> Option<Self> {
                Some(Self {
                    $( $name: $crate::params::read_setting(object, stringify!($name), $default)?, )*
                    $( $inner: <$Inner as $crate::params::ParamSet>::read(object)?, )*
                })
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

        /// The document determines the settings, so they are not part of a digest.
        impl $crate::ground::digest::State for $Group {
            fn add_to(&self, _: &mut $crate::ground::digest::Digest) {}
        }
    };
}

/// Declares an enum whose variants have names in documents:
/// `choice! { pub enum Colour { /** Red */ Red "red", ... } }`. A label can follow the name, as in
/// `Red "red" "Bright red"`. If there is no label, it is derived from the name.
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
            /// All variants in the order of declaration.
            pub const ALL: &'static [Self] = &[ $( Self::$Variant, )+ ];

            const NAMES: &'static [&'static str] = &[ $( $text, )+ ];

            /// The name in documents.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$Variant => $text, )+ }
            }
        }

        impl $crate::params::ParamType for $Name {
            fn kind() -> $crate::params::FieldKind {
                const TEXTS: &[(&str, &str)] = &[ $( (
                    $crate::params::help_text(concat!("", $($label)?)),
                    $crate::params::help_text(concat!("", $($doc),*)),
                ), )+ ];
                $crate::params::FieldKind::Choice($crate::params::Choice::list(Self::NAMES, TEXTS))
            }
            fn to_value(&self) -> serde_json::Value {
                serde_json::Value::from(self.as_str())
            }
            fn from_value(value: &serde_json::Value) -> Option<Self> {
                let index = $crate::params::position_of(Self::NAMES, value)?;
                Self::ALL.get(index).copied()
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
