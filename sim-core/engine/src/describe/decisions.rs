//! Decisions: the sentences by which algorithms and queue disciplines explain what they do. `decisions!`
//! declares them.

use crate::json_object;

json_object! {
    /// A sentence by which an algorithm explains an action. `{name}` in the template stands for the value of
    /// an input.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Decision as "DecisionKind" {
        pub id: &'static str,
        pub label: &'static str,
        pub template: &'static str,
        pub inputs: &'static [DecisionInput],
    }
}

json_object! {
    /// An input of a decision: a value that appears in its sentence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DecisionInput {
        pub id: &'static str,
        pub unit: &'static str,
        pub doc: &'static str,
    }
}

/// A decision with its values. `decisions!` declares the types that implement it.
pub trait Decided {
    /// The position in the list of the algorithm or queue discipline.
    const KIND: u32;
    /// An array of numbers.
    type Values: AsRef<[f64]>;
    /// The values in the order of the declared inputs.
    fn values(self) -> Self::Values;
}

/// Appends a group of decisions to a list. Like help texts, decisions are absent from a build without the
/// feature `tools`: the page has the sentences in the catalogue.
#[inline]
pub fn append_decisions(list: &mut Vec<Decision>, group: &'static [Decision]) {
    if cfg!(feature = "tools") {
        list.extend_from_slice(group);
    }
}

/// Replaces the template of the decision `D` in a list.
pub fn with_template<D: Decided>(mut list: Vec<Decision>, template: &'static str) -> Vec<Decision> {
    if let Some(decision) = list.get_mut(D::KIND as usize) {
        decision.template = template;
    }
    list
}

/// Whether a template contains each input and no other names.
pub const fn shows_all(template: &str, inputs: &[DecisionInput]) -> bool {
    let text = template.as_bytes();
    // Bit i is set when the template has shown input i.
    let mut shown = 0;
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'{' {
            let mut input = 0;
            while input < inputs.len() && !is_placeholder(text, i + 1, inputs[input].id.as_bytes()) {
                input += 1;
            }
            if input == inputs.len() {
                return false;
            }
            shown |= 1 << input;
        }
        i += 1;
    }
    shown == (1_u32 << inputs.len()) - 1
}

/// Whether `name` and a closing brace follow in `text` at `start`.
const fn is_placeholder(text: &[u8], start: usize, name: &[u8]) -> bool {
    if start + name.len() >= text.len() || text[start + name.len()] != b'}' {
        return false;
    }
    let mut i = 0;
    while i < name.len() && text[start + i] == name[i] {
        i += 1;
    }
    i == name.len()
}

/// Declares the decisions of an algorithm or queue discipline: `pub mod decision { ... }`.
///
/// A decision is declared as `Name "id" "Label" { value, ... }` with its sentence as a doc comment. `Name` is
/// a type in the module whose fields are the values, so `cx.decide(decision::Name { value })` must give all
/// of them. The sentence must show each value.
///
/// `values { name: "Text." in "unit", ... }` at the start describes values that several decisions have. Other
/// values are described in the decision: `Name "id" "Label" { value, other: "Text." in "unit" }`. `in "unit"`
/// is left out for numbers without a unit. `pub mod decision after base { ... }` includes the decisions and
/// the descriptions of values of another module at the start.
#[macro_export]
macro_rules! decisions {
    (
        $(#[$outer:meta])*
        $vis:vis mod $module:ident $(after $($base:ident)::+)? {
            $( values { $( $value:ident : $value_doc:literal $(in $value_unit:literal)? ),* $(,)? } )?
            $(
                $(#[doc = $template:expr])+
                $Kind:ident $id:literal $label:literal
                { $( $input:ident $( : $doc:literal $(in $unit:literal)? )? ),* $(,)? }
            )*
        }
    ) => {
        $(#[$outer])*
        #[allow(dead_code, unused_imports, reason = "the module may have nothing that others include")]
        $vis mod $module {
            use super::*;

            #[allow(non_upper_case_globals, reason = "a constant has the name of its value")]
            pub mod value {
                $( pub use super::$($base)::+::value::*; )?
                $($(
                    pub const $value: $crate::describe::DecisionInput =
                        $crate::decisions!(@input $value $value_doc $(, $value_unit)?);
                )*)?
            }

            $(
                $(#[doc = $template])+
                #[derive(Clone, Copy, Debug)]
                pub struct $Kind { $( pub $input: f64, )* }

                impl $crate::describe::Decided for $Kind {
                    const KIND: u32 = FIRST + Order::$Kind as u32;
                    type Values = [f64; <[&str]>::len(&[$( stringify!($input) ),*])];
                    #[inline]
                    fn values(self) -> Self::Values {
                        [$( self.$input ),*]
                    }
                }

                const _: () = assert!(
                    $crate::describe::shows_all(
                        concat!($($template),+),
                        &[$( $crate::decisions!(@input $input $( $doc $(, $unit)? )?) ),*]
                    ),
                    concat!("the sentence of \"", $id, "\" must show each of its values, and no other")
                );
            )*

            enum Order { $( $Kind, )* }

            const FIRST: u32 = 0 $( + $($base)::+::COUNT )?;

            const OWN: &[$crate::describe::Decision] = &[$(
                $crate::describe::Decision {
                    id: $id,
                    label: $label,
                    template: concat!($($template),+).trim_ascii_start(),
                    inputs: &[$( $crate::decisions!(@input $input $( $doc $(, $unit)? )?) ),*],
                },
            )*];

            /// Number of decisions.
            #[expect(clippy::cast_possible_truncation, reason = "the list is in the code")]
            pub const COUNT: u32 = FIRST + OWN.len() as u32;

            /// Appends the descriptions to a list.
            pub fn append_to(list: &mut Vec<$crate::describe::Decision>) {
                $( $($base)::+::append_to(list); )?
                $crate::describe::append_decisions(list, OWN);
            }

            /// The descriptions in the order in which the decisions are declared.
            pub fn list() -> Vec<$crate::describe::Decision> {
                let mut list = Vec::new();
                append_to(&mut list);
                list
            }
        }
    };
    (@input $input:ident) => { value::$input };
    (@input $input:ident $doc:literal) => { $crate::decisions!(@input $input $doc, "") };
    (@input $input:ident $doc:literal, $unit:literal) => {
        $crate::describe::DecisionInput { id: stringify!($input), unit: $unit, doc: $doc }
    };
}

#[cfg(test)]
mod tests {
    use super::{Decided, DecisionInput, shows_all, with_template};

    decisions! {
        mod base {
            values { from: "Window before." in "packets" }
            /// Stays at {from}.
            Stays "stays" "Stays" { from }
        }
    }

    decisions! {
        mod decision after base {
            values { to: "Window after." in "packets" }
            /// Window {from} -> {to}
            /// after {age}.
            Changes "changes" "Changes" { to, from, age: "Time since the last change." in "s" }
            /// Share {from}.
            Shares "shares" "Shares" { from: "A share." }
        }
    }

    #[test]
    fn a_decision_has_its_position_and_its_values_in_the_declared_order() {
        assert_eq!((base::Stays::KIND, decision::Changes::KIND, decision::Shares::KIND), (0, 1, 2));
        assert_eq!(decision::Changes { age: 3.0, from: 2.0, to: 1.0 }.values(), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_list_has_the_declared_texts() {
        let list = decision::list();
        if !cfg!(feature = "tools") {
            assert!(list.is_empty());
            return;
        }
        let ids: Vec<_> = list.iter().map(|decision| (decision.id, decision.label)).collect();
        assert_eq!(ids, [("stays", "Stays"), ("changes", "Changes"), ("shares", "Shares")]);
        assert_eq!(list[1].template, "Window {from} -> {to} after {age}.");
        let input = |id, unit, doc| DecisionInput { id, unit, doc };
        let from = input("from", "packets", "Window before.");
        assert_eq!(list[0].inputs, [from]);
        let to = input("to", "packets", "Window after.");
        assert_eq!(list[1].inputs, [to, from, input("age", "s", "Time since the last change.")]);
        assert_eq!(list[2].inputs, [input("from", "", "A share.")]);
        assert_eq!(with_template::<decision::Shares>(list, "{from}")[2].template, "{from}");
    }

    #[test]
    fn a_sentence_must_show_each_value_and_no_other() {
        const INPUTS: [DecisionInput; 2] =
            [DecisionInput { id: "to", unit: "", doc: "" }, DecisionInput { id: "too", unit: "", doc: "" }];
        assert!(shows_all("{to} {too}, {to}", &INPUTS) && shows_all("None.", &[]));
        for template in ["{to}", "{to} {too} {t}", "{to} {too} {tooo}", "{to} {too} {to", "{to} {too} {too "]
        {
            assert!(!shows_all(template, &INPUTS), "{template}");
        }
    }
}
