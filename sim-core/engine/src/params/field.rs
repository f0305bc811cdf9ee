//! The descriptor of a setting, and its JSON form in the catalogue.

use serde_json::{Map, Value};

use super::help_text;
use crate::ground::json::number;
use crate::ground::json::shape::{AnyJson, Declaration, Member, Shape, ToJson};
use crate::json_object;

/// The scale of a slider for a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    #[default]
    Linear,
    Log,
}

/// The range of a number. The bounds are inclusive, except that `above` makes the minimum exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// Whether the minimum is exclusive.
    pub above: bool,
}

impl Bounds {
    pub fn contains(&self, x: f64) -> bool {
        let satisfies_min = self.min.is_none_or(|min| if self.above { x > min } else { x >= min });
        satisfies_min && self.max.is_none_or(|max| x <= max)
    }
}

impl From<std::ops::RangeInclusive<f64>> for Bounds {
    fn from(range: std::ops::RangeInclusive<f64>) -> Self {
        Self { min: Some(*range.start()), max: Some(*range.end()), above: false }
    }
}

impl From<std::ops::RangeFrom<f64>> for Bounds {
    fn from(range: std::ops::RangeFrom<f64>) -> Self {
        Self { min: Some(range.start), max: None, above: false }
    }
}

macro_rules! integer_bounds {
    ($($Type:ty),*) => { $(
        impl From<std::ops::RangeInclusive<$Type>> for Bounds {
            fn from(range: std::ops::RangeInclusive<$Type>) -> Self {
                (*range.start() as f64..=*range.end() as f64).into()
            }
        }
        impl From<std::ops::RangeFrom<$Type>> for Bounds {
            fn from(range: std::ops::RangeFrom<$Type>) -> Self {
                (range.start as f64..).into()
            }
        }
    )* };
}
integer_bounds!(i32, u32, i64, u64);

json_object! {
    /// A value of a choice.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Choice {
        pub value: &'static str,
        pub label: String,
        pub doc: String,
    }
}

impl Choice {
    /// The values of a choice, with the label and the help text of each. An empty label is derived from the
    /// name. Like help texts, labels of choices and variants are empty in a build without the feature
    /// `tools`: no message contains them.
    pub fn list(names: &[&'static str], texts: &[(&str, &str)]) -> Vec<Self> {
        let choices = names.iter().zip(texts).map(|(&value, (label, doc))| Self {
            value,
            label: if label.is_empty() { label_of(help_text(value)) } else { (*label).to_owned() },
            doc: single_line(doc),
        });
        choices.collect()
    }
}

json_object! {
    /// A variant of an object whose tag selects its fields.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Variant {
        pub value: &'static str,
        pub label: String,
        pub doc: String,
        pub fields: Vec<Field>,
    }
}

impl Variant {
    #[inline(always)]
    pub fn new(value: &'static str, doc: &str, fields: Vec<Field>) -> Self {
        Self::described(value, help_text(value), help_text(doc), fields)
    }

    #[inline(never)]
    fn described(value: &'static str, label: &str, doc: &str, fields: Vec<Field>) -> Self {
        Self { value, label: label_of(label), doc: single_line(doc), fields }
    }
}

/// The type of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    Number,
    Integer,
    Boolean,
    /// A text with a maximum length in characters.
    Text {
        max_length: usize,
    },
    Choice(Vec<Choice>),
    /// 1 to 40 characters of `[A-Za-z0-9_-]`.
    Id,
    /// A number, or a range `{"min": a, "max": b}` from which each flow draws a uniformly distributed value.
    /// The catalogue calls this type `span`.
    Range,
    /// A queue limit in exactly one of the units packets, bytes, seconds, bdp.
    Limit,
    Object(Vec<Field>),
    List {
        item: Box<Field>,
        max_items: usize,
    },
    /// An object whose field `kind` selects its other fields.
    Variant(Vec<Variant>),
    /// The parameters of an algorithm. The sibling field whose name is in `of` contains the algorithm's ID.
    Params {
        of: &'static str,
    },
    /// The text of a program in the language of `own`, with a maximum length in bytes.
    Code {
        max_length: usize,
    },
    /// The values of settings that the program in the sibling field `of` declares: an object of numbers and
    /// of `true` and `false`.
    Settings {
        of: &'static str,
    },
    /// A value for another setting. The sibling field whose name is in `path` contains the path of that
    /// setting.
    ValueOf {
        path: &'static str,
    },
}

/// Every `type` that a field can have in the catalogue.
const TYPE_NAMES: [&str; 15] = [
    "number", "integer", "boolean", "text", "choice", "id", "span", "limit", "object", "list", "variant",
    "params", "code", "settings", "value",
];

/// The name of the field that selects a variant.
pub const TAG: &str = "kind";

json_object! {
    /// A default that applies while another setting of the group has one of these values.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ConditionalDefault {
        /// The name of the other setting.
        pub setting: &'static str,
        /// The values of the other setting, which is a choice.
        pub values: Vec<&'static str>,
        pub value: AnyJson,
    }
}

/// The descriptor of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub label: String,
    pub doc: String,
    /// The citation for the default or the setting.
    pub cite: &'static str,
    pub unit: &'static str,
    /// The default value; `None` if the field is required.
    pub default: Option<Value>,
    /// Defaults that depend on another setting. The first one that applies replaces `default`.
    pub given: Vec<ConditionalDefault>,
    pub kind: FieldKind,
    pub bounds: Bounds,
    pub scale: Scale,
    /// Whether null is a valid value.
    pub nullable: bool,
    /// The help text for null.
    pub null_means: &'static str,
    /// Whether an entry of the timeline can change the field, and every field inside it, during a run.
    pub changeable: bool,
    /// The heading under which forms list the field, after those that matter most, which have none.
    pub group: &'static str,
}

impl Field {
    /// A required field.
    #[inline(always)]
    pub fn new(name: &'static str, kind: FieldKind, doc: &str) -> Self {
        Self::described(name, kind, help_text(doc))
    }

    #[inline(never)]
    pub(super) fn described(name: &'static str, kind: FieldKind, doc: &str) -> Self {
        Self {
            name,
            label: label_of(name),
            doc: single_line(doc),
            cite: "",
            unit: "",
            default: None,
            given: Vec::new(),
            kind,
            bounds: Bounds::default(),
            scale: Scale::Linear,
            nullable: false,
            null_means: "",
            changeable: false,
            group: "",
        }
    }

    /// The options of the field, for the fields of a `params!` group.
    pub fn options(&mut self) -> Options<'_> {
        Options(self)
    }

    // Measured: with this and `PacedSocket::send_next` inlined, the WebAssembly takes 3.7 kB more after
    // compression.
    #[inline(never)]
    pub fn default(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }
    /// The default value in a document whose settings of this group are `object`. `fields` are the descriptors
    /// of the group.
    pub fn default_among(&self, fields: &[Self], object: &Map<String, Value>) -> Option<&Value> {
        let applies = |given: &&ConditionalDefault| {
            let other = sibling(object, fields, given.setting);
            other.is_some_and(|value| given.values.contains(&value))
        };
        match self.given.iter().find(applies) {
            Some(given) => Some(&given.value.0),
            None => self.default.as_ref(),
        }
    }
    pub fn label(mut self, label: &str) -> Self {
        self.options().label(label);
        self
    }
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.options().unit(unit);
        self
    }
    pub fn range(mut self, bounds: impl Into<Bounds>) -> Self {
        self.options().range(bounds);
        self
    }
    /// Sets an exclusive minimum.
    pub fn above(mut self, min: f64) -> Self {
        self.options().above(min);
        self
    }
    pub fn max(mut self, max: f64) -> Self {
        self.options().max(max);
        self
    }
    pub fn scale(mut self, scale: Scale) -> Self {
        self.options().scale(scale);
        self
    }
    #[inline(always)]
    pub fn group(mut self, group: &'static str) -> Self {
        self.options().group(group);
        self
    }
    /// Allows the timeline to change the field.
    pub fn changeable(mut self) -> Self {
        self.changeable = true;
        self
    }
    /// Allows null. `meaning` is the help text for null.
    #[inline(always)]
    pub fn null(mut self, meaning: &'static str) -> Self {
        self.options().null(meaning);
        self
    }

    /// The `type` in the catalogue: one of `TYPE_NAMES`.
    pub fn type_name(&self) -> &'static str {
        match &self.kind {
            FieldKind::Number => "number",
            FieldKind::Integer => "integer",
            FieldKind::Boolean => "boolean",
            FieldKind::Text { .. } => "text",
            FieldKind::Choice(_) => "choice",
            FieldKind::Id => "id",
            FieldKind::Range => "span",
            FieldKind::Limit => "limit",
            FieldKind::Object(_) => "object",
            FieldKind::List { .. } => "list",
            FieldKind::Variant(_) => "variant",
            FieldKind::Params { .. } => "params",
            FieldKind::Code { .. } => "code",
            FieldKind::Settings { .. } => "settings",
            FieldKind::ValueOf { .. } => "value",
        }
    }
}

/// Sets the options of a field, one by one. It refers to the field instead of moving it, and its functions
/// are not inlined: the simulator has more than 400 settings, and with moves the code that builds their
/// descriptors takes 16 kB more of the WebAssembly after compression.
pub struct Options<'a>(&'a mut Field);

impl Options<'_> {
    #[inline(never)]
    pub fn label(self, label: &str) -> Self {
        self.0.label = label.to_owned();
        self
    }
    /// Sets the default of documents. It differs from that of the Rust type if algorithms without the setting have
    /// another value.
    pub fn default(self, value: impl Into<Value>) -> Self {
        self.0.default = Some(value.into());
        self
    }
    /// Sets the default while the setting `setting` of the same group has one of the values.
    pub fn given(self, (setting, values, value): (&'static str, &[&'static str], impl Into<Value>)) -> Self {
        let value = AnyJson(value.into());
        self.0.given.push(ConditionalDefault { setting, values: values.to_vec(), value });
        self
    }
    #[inline(never)]
    pub fn unit(self, unit: &'static str) -> Self {
        self.0.unit = unit;
        self
    }
    #[inline(always)]
    pub fn cite(self, cite: &'static str) -> Self {
        self.0.cite = help_text(cite);
        self
    }
    pub fn range(self, bounds: impl Into<Bounds>) -> Self {
        let Bounds { min, max, above } = bounds.into();
        debug_assert!(!above, "ranges include their ends");
        self.between(min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY))
    }
    /// Sets inclusive bounds. An infinite bound means that there is none.
    #[inline(never)]
    fn between(self, min: f64, max: f64) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        self.0.bounds = Bounds { min: finite(min), max: finite(max), above: false };
        self
    }
    #[inline(never)]
    pub fn above(self, min: f64) -> Self {
        self.0.bounds.min = Some(min);
        self.0.bounds.above = true;
        self
    }
    #[inline(never)]
    pub fn max(self, max: f64) -> Self {
        self.0.bounds.max = Some(max);
        self
    }
    pub fn scale(self, scale: Scale) -> Self {
        self.0.scale = scale;
        self
    }
    #[inline(always)]
    pub fn group(self, group: &'static str) -> Self {
        self.0.group = help_text(group);
        self
    }
    #[inline(always)]
    pub fn null(self, meaning: &'static str) -> Self {
        self.0.nullable = true;
        self.0.null_means = help_text(meaning);
        self
    }
}

impl ToJson for Field {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("name", self.name.into());
        put("label", self.label.as_str().into());
        put("doc", self.doc.as_str().into());
        put("cite", self.cite.into());
        put("unit", self.unit.into());
        put("required", self.default.is_none().into());
        put("default", self.default.clone().unwrap_or(Value::Null));
        if !self.given.is_empty() {
            put("given", self.given.to_json());
        }
        put("type", self.type_name().into());
        put("nullable", self.nullable.into());
        put("null_means", self.null_means.into());
        if self.changeable {
            put("changeable", true.into());
        }
        if !self.group.is_empty() {
            put("group", self.group.into());
        }
        match &self.kind {
            FieldKind::Number | FieldKind::Integer | FieldKind::Range => {
                put("min", number_or_null(self.bounds.min));
                put("max", number_or_null(self.bounds.max));
                put("above", self.bounds.above.into());
                put("scale", if self.scale == Scale::Log { "log" } else { "linear" }.into());
            }
            FieldKind::Text { max_length } | FieldKind::Code { max_length } => {
                put("max_length", (*max_length).into());
            }
            FieldKind::Choice(choices) => {
                put("choices", choices.to_json());
            }
            FieldKind::Object(fields) => {
                put("fields", fields.to_json());
            }
            FieldKind::List { item, max_items } => {
                put("item", item.to_json());
                put("max_items", (*max_items).into());
            }
            FieldKind::Variant(variants) => {
                put("tag", TAG.into());
                put("variants", variants.to_json());
            }
            FieldKind::Params { of } | FieldKind::Settings { of } => {
                put("of", (*of).into());
            }
            FieldKind::ValueOf { path } => {
                put("of", (*path).into());
            }
            FieldKind::Boolean | FieldKind::Id | FieldKind::Limit => {}
        }
        Value::Object(object)
    }

    fn shape() -> Shape {
        let members = || {
            use Shape::{Any, Boolean, Number, Text};
            let required = |name, doc, shape| Member::new(name, doc, shape);
            let optional = |name, doc, shape| Member::optional(name, doc, shape);
            vec![
                required("name", "", Text),
                required("label", "", Text),
                required("doc", "", Text),
                optional("cite", "Absent in the catalogue without help texts.", Text),
                required("unit", "Empty if the field has no unit.", Text),
                required(
                    "required",
                    "Whether a document must contain the field, which has no default.",
                    Boolean,
                ),
                required("default", "Null if the field is required.", Any),
                optional(
                    "given",
                    "Defaults that depend on another setting of the group. The first one that applies replaces `default`.",
                    ConditionalDefault::shape().list_of(),
                ),
                required("type", "", Shape::OneOf(TYPE_NAMES.to_vec())),
                required("nullable", "", Boolean),
                required("null_means", "", Text),
                optional(
                    "changeable",
                    "Whether the timeline can change the field, and every field inside it, during a run. Absent if it cannot.",
                    Boolean,
                ),
                optional(
                    "group",
                    "The heading under which forms list the field. Absent if the field matters most.",
                    Text,
                ),
                optional("min", "Of numbers and spans.", Number.or_null()),
                optional("max", "Of numbers and spans.", Number.or_null()),
                optional("above", "Whether `min` is an exclusive minimum.", Boolean),
                optional("scale", "The scale of a slider.", Shape::OneOf(vec!["linear", "log"])),
                optional("max_length", "Of a text.", Number),
                optional("choices", "Of a choice.", Choice::shape().list_of()),
                optional("fields", "Of an object.", Field::shape().list_of()),
                optional("item", "Of a list.", Field::shape()),
                optional("max_items", "Of a list.", Number),
                optional(
                    "tag",
                    "Of a variant: the name of the field that selects one of the variants.",
                    Text,
                ),
                optional("variants", "Of a variant: the possible variants.", Variant::shape().list_of()),
                optional("of", "The name of the field on which the type of this field depends.", Text),
            ]
        };
        Shape::Object(Declaration { name: "Field", doc: "The descriptor of one setting.", members })
    }
}

fn number_or_null(x: Option<f64>) -> Value {
    x.map_or(Value::Null, number)
}

/// Joins the lines of a doc comment into one.
fn single_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words that labels write with special capitals.
const SPELLINGS: &[(&str, &str)] = &[
    ("ack", "ACK"),
    ("acks", "ACKs"),
    ("aimd", "AIMD"),
    ("bdp", "BDP"),
    ("cubic", "CUBIC"),
    ("ecn", "ECN"),
    ("id", "ID"),
    ("mss", "MSS"),
    ("newreno", "NewReno"),
    ("rtcp", "RTCP"),
    ("rto", "RTO"),
    ("rtp", "RTP"),
    ("rtt", "RTT"),
    ("sack", "SACK"),
    ("syn", "SYN"),
    ("tcp", "TCP"),
    ("tfrc", "TFRC"),
    ("udp", "UDP"),
];

/// Derives a label from a name: `min_rto` becomes "Min RTO".
pub fn label_of(name: &str) -> String {
    let mut label = String::new();
    for word in name.split(['_', '-']).filter(|word| !word.is_empty()) {
        if !label.is_empty() {
            label.push(' ');
        }
        match SPELLINGS.iter().find(|(lower, _)| *lower == word) {
            Some((_, spelled)) => label.push_str(spelled),
            None if label.is_empty() => {
                let mut letters = word.chars();
                label.extend(letters.next().map(|c| c.to_ascii_uppercase()));
                label.push_str(letters.as_str());
            }
            None => label.push_str(word),
        }
    }
    label
}

/// The text of the field `name` of an object, or the field's default if the object does not contain it.
pub fn sibling<'v>(object: &'v Map<String, Value>, fields: &'v [Field], name: &str) -> Option<&'v str> {
    let member = object.get(name);
    member.or_else(|| fields.iter().find(|field| field.name == name)?.default.as_ref())?.as_str()
}
