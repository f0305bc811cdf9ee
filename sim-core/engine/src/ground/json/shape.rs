//! Declarations of the JSON that the simulator writes.
//!
//! `json_object!` declares a struct, and derives from it both the JSON output and a description of that
//! output, its [`Shape`]. The TypeScript types of the page are generated from the shapes, and a test checks
//! real output against them.

use serde_json::{Map, Value};

use super::number;

/// A type whose values are written as JSON of a declared shape.
pub trait ToJson {
    fn to_json(&self) -> Value;
    fn shape() -> Shape;
}

/// The description of a JSON value, like a type.
#[derive(Clone, Debug)]
pub enum Shape {
    Boolean,
    Number,
    Text,
    /// One of these texts.
    OneOf(Vec<&'static str>),
    /// A value of this shape, whose TypeScript type has this name.
    Named(&'static str, Box<Shape>),
    /// A value of this shape, or null.
    OrNull(Box<Shape>),
    List(Box<Shape>),
    /// A list of exactly these values.
    Tuple(Vec<Shape>),
    /// An object with any keys, all of whose values have this shape.
    Map(Box<Shape>),
    Object(Declaration),
    /// Any JSON value.
    Any,
}

/// An object with a fixed set of keys. A function returns its members when they are needed, so that a
/// declaration can refer to itself.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name of the object's TypeScript type.
    pub name: &'static str,
    pub doc: &'static str,
    pub members: fn() -> Vec<Member>,
}

/// One key of an object.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: &'static str,
    pub doc: &'static str,
    /// Whether the key can be absent.
    pub optional: bool,
    pub shape: Shape,
}

impl Member {
    pub fn new(name: &'static str, doc: &'static str, shape: Shape) -> Self {
        Self { name, doc, optional: false, shape }
    }

    /// Gives the TypeScript type of the member's value a name.
    pub fn named(mut self, name: &'static str) -> Self {
        self.shape = Shape::Named(name, Box::new(self.shape));
        self
    }

    pub fn optional(name: &'static str, doc: &'static str, shape: Shape) -> Self {
        Self { name, doc, optional: true, shape }
    }
}

impl Shape {
    pub fn or_null(self) -> Self {
        Self::OrNull(Box::new(self))
    }

    pub fn list_of(self) -> Self {
        Self::List(Box::new(self))
    }

    /// Checks a value against this shape. The error describes the first difference and its path: a missing
    /// key, a key that is not declared, or a value of another type.
    pub fn check(&self, value: &Value, path: &str) -> Result<(), String> {
        let wrong = |expected: &str| Err(format!("{path}: expected {expected}, found {value}"));
        match self {
            Self::Boolean if !value.is_boolean() => wrong("a boolean"),
            Self::Number if !value.is_number() => wrong("a number"),
            Self::Text if !value.is_string() => wrong("a text"),
            Self::OneOf(texts) if !value.as_str().is_some_and(|text| texts.contains(&text)) => {
                wrong(&format!("one of {texts:?}"))
            }
            Self::Named(_, shape) => shape.check(value, path),
            Self::OrNull(shape) if !value.is_null() => shape.check(value, path),
            Self::List(shape) => match value.as_array() {
                Some(list) => (list.iter().enumerate())
                    .try_for_each(|(index, item)| shape.check(item, &format!("{path}[{index}]"))),
                None => wrong("a list"),
            },
            Self::Tuple(shapes) => match value.as_array() {
                Some(list) if list.len() == shapes.len() => (list.iter().zip(shapes).enumerate())
                    .try_for_each(|(index, (item, shape))| shape.check(item, &format!("{path}[{index}]"))),
                _ => wrong(&format!("a list of {}", shapes.len())),
            },
            Self::Map(shape) => match value.as_object() {
                Some(object) => {
                    (object.iter()).try_for_each(|(key, item)| shape.check(item, &format!("{path}[{key:?}]")))
                }
                None => wrong("an object"),
            },
            Self::Object(declaration) => match value.as_object() {
                Some(object) => declaration.check(object, path),
                None => wrong("an object"),
            },
            _ => Ok(()),
        }
    }
}

impl Declaration {
    fn check(&self, object: &Map<String, Value>, path: &str) -> Result<(), String> {
        let members = (self.members)();
        for member in &members {
            match object.get(member.name) {
                Some(value) => member.shape.check(value, &format!("{path}.{}", member.name))?,
                None if member.optional => {}
                None => return Err(format!("{path}: {} lacks the key {}", self.name, member.name)),
            }
        }
        match object.keys().find(|key| members.iter().all(|member| member.name != key.as_str())) {
            Some(key) => Err(format!("{path}: {} does not declare the key {key}", self.name)),
            None => Ok(()),
        }
    }
}

/// Pairs of a key and a value, written as an object with its keys in the order of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<T>(pub Vec<(String, T)>);

/// A JSON value whose shape is not described.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyJson(pub Value);

/// Writes one member of an object.
// Not inlined, like `read_setting` and `Field::of`: this saves 0.7 kB of compressed WebAssembly.
#[inline(never)]
pub fn put<T: ToJson>(object: &mut Map<String, Value>, name: &str, value: &T) {
    object.insert(name.to_owned(), value.to_json());
}

macro_rules! plain_types {
    ($($Type:ty: $shape:ident, $value:ident => $json:expr;)*) => { $(
        impl ToJson for $Type {
            fn to_json(&self) -> Value {
                let $value = self;
                $json
            }
            fn shape() -> Shape {
                Shape::$shape
            }
        }
    )* };
}
plain_types! {
    bool: Boolean, value => Value::from(*value);
    f64: Number, value => number(*value);
    u8: Number, value => Value::from(*value);
    u32: Number, value => Value::from(*value);
    u64: Number, value => Value::from(*value);
    usize: Number, value => Value::from(*value);
    String: Text, value => Value::from(value.as_str());
    &str: Text, value => Value::from(*value);
    AnyJson: Any, value => value.0.clone();
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }
    fn shape() -> Shape {
        T::shape().or_null()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }
    fn shape() -> Shape {
        T::shape().list_of()
    }
}

impl<T: ToJson> ToJson for &[T] {
    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }
    fn shape() -> Shape {
        T::shape().list_of()
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }
    fn shape() -> Shape {
        Shape::Tuple(vec![T::shape(); N])
    }
}

impl<T: ToJson> ToJson for Pairs<T> {
    fn to_json(&self) -> Value {
        Value::Object(self.0.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
    }
    fn shape() -> Shape {
        Shape::Map(Box::new(T::shape()))
    }
}

/// Declares a struct that is written as a JSON object with one key per field, in the order of declaration. A
/// name after `as` replaces the name of the TypeScript type of the struct or of a field.
#[macro_export]
macro_rules! json_object {
    (
        $(#[doc = $about:expr])*
        $(#[derive($($Derive:ident),+ $(,)?)])?
        $vis:vis struct $Name:ident $(as $alias:literal)? {
            $( $(#[doc = $doc:expr])* pub $field:ident : $Type:ty $(as $named:literal)? ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        $(#[derive($($Derive),+)])?
        $vis struct $Name {
            $( $(#[doc = $doc])* pub $field: $Type, )*
        }

        impl $Name {
            pub fn to_json(&self) -> serde_json::Value {
                $crate::ground::json::shape::ToJson::to_json(self)
            }
        }

        impl $crate::ground::json::shape::ToJson for $Name {
            fn to_json(&self) -> serde_json::Value {
                let mut object = serde_json::Map::new();
                $( $crate::ground::json::shape::put(&mut object, stringify!($field), &self.$field); )*
                serde_json::Value::Object(object)
            }

            fn shape() -> $crate::ground::json::shape::Shape {
                $crate::ground::json::shape::Shape::Object($crate::ground::json::shape::Declaration {
                    name: [$($alias,)? stringify!($Name)][0],
                    doc: concat!("", $($about),*),
                    members: || vec![
                        $( $crate::ground::json::shape::Member::new(
                            stringify!($field),
                            concat!("", $($doc),*),
                            <$Type as $crate::ground::json::shape::ToJson>::shape(),
                        )$( .named($named) )?, )*
                    ],
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    json_object! {
        /// A tree of things.
        pub struct Thing {
            /// Number of things.
            pub count: u64,
            pub share: Option<f64>,
            pub parts: Vec<Thing>,
        }
    }

    #[test]
    fn an_object_is_written_in_the_order_of_its_declaration() {
        let part = Thing { count: 2, share: None, parts: Vec::new() };
        let whole = Thing { count: 1, share: Some(0.5), parts: vec![part] };
        let text = r#"{"count":1,"share":0.5,"parts":[{"count":2,"share":null,"parts":[]}]}"#;
        assert_eq!(whole.to_json().to_string(), text);
        assert_eq!(Thing::shape().check(&whole.to_json(), "thing"), Ok(()));
    }

    #[test]
    fn a_value_of_another_shape_is_refused() {
        let refused = |value: Value| Thing::shape().check(&value, "thing").expect_err("it should be refused");
        assert_eq!(refused(json!({"count": 1, "share": null})), "thing: Thing lacks the key parts");
        let more = json!({"count": 1, "share": null, "parts": [], "size": 3});
        assert_eq!(refused(more), "thing: Thing does not declare the key size");
        let typed = json!({"count": 1, "share": null, "parts": [{"count": "2", "share": null, "parts": []}]});
        assert_eq!(refused(typed), r#"thing.parts[0].count: expected a number, found "2""#);
        assert!(Shape::OneOf(vec!["a", "b"]).check(&json!("c"), "x").is_err());
        assert!(Shape::Tuple(vec![Shape::Number; 2]).check(&json!([1]), "x").is_err());
        assert!(Shape::Map(Box::new(Shape::Boolean)).check(&json!({"a": 1}), "x").is_err());
    }
}
