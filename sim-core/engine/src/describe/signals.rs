//! Signals: the quantities that algorithms, receivers, queue disciplines, flows and links record during a
//! run. `signals!` declares them.

use crate::params::help_text;
use crate::{choice, json_object};

json_object! {
    /// A named quantity that an algorithm, flow or link records during a run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Signal {
        pub id: &'static str,
        pub label: &'static str,
        pub unit: &'static str,
        pub kind: SignalKind,
        pub doc: &'static str,
    }
}

choice! {
    /// The kind of a signal: a gauge has a value at any time; a counter never decreases.
    pub enum SignalKind {
        Gauge "gauge",
        Counter "counter",
    }
}

impl Signal {
    pub const fn gauge(id: &'static str, label: &'static str, unit: &'static str, doc: &'static str) -> Self {
        Self { id, label, unit, kind: SignalKind::Gauge, doc: help_text(doc.trim_ascii_start()) }
    }

    pub const fn counter(
        id: &'static str,
        label: &'static str,
        unit: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { kind: SignalKind::Counter, ..Self::gauge(id, label, unit, doc) }
    }
}

/// The position of a signal in its list. Only `signals!` creates it, so it always belongs to a declared
/// signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignalIndex(usize);

impl SignalIndex {
    #[doc(hidden)]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    pub const fn get(self) -> usize {
        self.0
    }
}

/// Appends a group of signals to a list.
// Not inlined: each of the 50 groups would contain a copy.
#[inline(never)]
pub fn append_signals(list: &mut Vec<Signal>, group: &'static [Signal]) {
    list.extend_from_slice(group);
}

/// Declares a list of signals as a constant: `pub const SIGNALS: MySignals { ... }`. Each field of the
/// constant is the index of the signal with the field's name, which is also the signal's ID.
/// `MySignals::list` returns the descriptions in the same order.
///
/// A signal is declared as `name: "Label" in "unit";` with its text as a doc comment. `in "unit"` is left out
/// for numbers without a unit. `name: counter "Label"` declares a counter. `..name: Group;` at the start
/// includes the signals of another list.
#[macro_export]
macro_rules! signals {
    (
        $(#[$outer:meta])*
        $vis:vis const $SIGNALS:ident : $Group:ident {
            $( .. $inner:ident : $Inner:ty ; )*
            $( $(#[doc = $doc:expr])* $name:ident : $($kind:ident)? $label:literal $(in $unit:literal)? ; )*
        }
    ) => {
        $(#[$outer])*
        $vis const $SIGNALS: $Group = $Group::starting_at(0);

        /// The indices of a list of signals.
        #[derive(Clone, Copy, Debug)]
        #[allow(dead_code, reason = "another list may include the group and use only its length")]
        $vis struct $Group {
            $( pub $inner: $Inner, )*
            $( pub $name: $crate::describe::SignalIndex, )*
        }

        #[allow(dead_code, reason = "another list may include the group")]
        impl $Group {
            const OWN: &'static [$crate::describe::Signal] = &[
                $( $crate::signals!(@signal ($($kind)?) stringify!($name), $label, concat!($($unit)?), concat!($($doc),*)), )*
            ];

            /// Number of signals.
            pub const COUNT: usize = Self::OWN.len() $( + <$Inner>::COUNT )*;

            /// The indices if the first signal has the index `first`.
            #[allow(unused_assignments, reason = "the last assignment is for a signal that does not exist")]
            pub const fn starting_at(first: usize) -> Self {
                let mut next = first;
                Self {
                    $( $inner: { next += <$Inner>::COUNT; <$Inner>::starting_at(next - <$Inner>::COUNT) }, )*
                    $( $name: { next += 1; $crate::describe::SignalIndex::new(next - 1) }, )*
                }
            }

            /// Appends the descriptions to a list.
            pub fn append_to(list: &mut Vec<$crate::describe::Signal>) {
                $( <$Inner>::append_to(list); )*
                $crate::describe::append_signals(list, Self::OWN);
            }

            /// The descriptions in the order of the indices.
            pub fn list() -> Vec<$crate::describe::Signal> {
                let mut list = Vec::new();
                Self::append_to(&mut list);
                list
            }
        }
    };
    (@signal () $($argument:expr),*) => { $crate::describe::Signal::gauge($($argument),*) };
    (@signal (counter) $($argument:expr),*) => { $crate::describe::Signal::counter($($argument),*) };
}

#[cfg(test)]
mod tests {
    use super::SignalKind;

    signals! {
        const INNER: InnerSignals {
            /// Time that has
            /// passed.
            age: "Age" in "s";
            /// Packets sent.
            sent: counter "Sent" in "packets";
        }
    }

    signals! {
        const SIGNALS: Signals {
            ..first: InnerSignals;
            ..second: InnerSignals;
            /// A share.
            share: "Share";
        }
    }

    #[test]
    fn the_indices_are_the_positions_in_the_list() {
        let indices =
            [SIGNALS.first.age, SIGNALS.first.sent, SIGNALS.second.age, SIGNALS.second.sent, SIGNALS.share];
        assert_eq!(indices.map(super::SignalIndex::get), [0, 1, 2, 3, 4]);
        assert_eq!((INNER.sent.get(), InnerSignals::COUNT, Signals::COUNT), (1, 2, 5));
        let ids: Vec<_> = Signals::list().iter().map(|signal| signal.id).collect();
        assert_eq!(ids, ["age", "sent", "age", "sent", "share"]);
    }

    #[test]
    fn a_list_has_the_declared_texts() {
        let list = Signals::list();
        assert_eq!((list[0].label, list[0].unit, list[0].kind), ("Age", "s", SignalKind::Gauge));
        assert_eq!((list[1].label, list[1].unit, list[1].kind), ("Sent", "packets", SignalKind::Counter));
        assert_eq!((list[4].label, list[4].unit), ("Share", ""));
        if cfg!(feature = "tools") {
            assert_eq!((list[0].doc, list[4].doc), ("Time that has passed.", "A share."));
        }
    }
}
