//! The decisions of algorithms and queue disciplines. They are stored as numbers in a bounded ring.
//! Readers format them as sentences, with the declared templates.

use crate::ground::convert::narrow;
use crate::ground::quantity::quantity;
use std::collections::VecDeque;

use crate::describe::{Decision, DecisionInput};

/// The significant digits of a number in a sentence.
const DIGITS: usize = 4;
/// Maximum number of values in a decision.
pub const MAX_VALUES: usize = 8;

/// One decision of an algorithm or of a queue discipline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecisionRecord {
    /// Time in ns.
    pub t: u64,
    /// Index of the flow.
    pub flow: u32,
    /// Index among the decisions of the flow's algorithm, or the number by which
    /// `observer/links.rs` encodes a decision of a queue discipline about a packet of the flow.
    pub kind: u16,
    len: u8,
    values: [f64; MAX_VALUES],
}

impl DecisionRecord {
    /// The inputs, in the order in which they are declared.
    pub fn values(&self) -> &[f64] {
        &self.values[..usize::from(self.len)]
    }

    /// The decision as a sentence.
    pub fn text(&self, kind: &Decision) -> String {
        fill_template(kind.template, kind.inputs, self.values())
    }
}

/// A ring of decisions. When it is full, a new decision replaces the oldest.
#[derive(Clone, Debug)]
pub struct Decisions {
    ring: VecDeque<DecisionRecord>,
    /// Maximum number of decisions in the ring.
    limit: usize,
    /// Number of decisions that were replaced by later decisions.
    dropped: u64,
}

impl Decisions {
    pub fn new(limit: usize) -> Self {
        Self { ring: VecDeque::new(), limit: limit.max(1), dropped: 0 }
    }

    /// Records a decision. Values beyond `MAX_VALUES` are ignored.
    pub fn push(&mut self, t: u64, flow: u32, kind: u16, values: &[f64]) {
        if self.ring.len() >= self.limit {
            self.ring.pop_front();
            self.dropped += 1;
        } else if self.ring.capacity() < self.limit {
            self.ring.reserve_exact(self.limit - self.ring.len());
        }
        let mut copy = [0.0; MAX_VALUES];
        let len = values.len().min(MAX_VALUES);
        copy[..len].copy_from_slice(&values[..len]);
        self.ring.push_back(DecisionRecord { t, flow, kind, len: narrow::<u8>(len), values: copy });
    }

    /// The decisions, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &DecisionRecord> {
        self.ring.iter()
    }

    pub fn len(&self) -> usize {
        self.ring.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }

    /// Number of decisions that were replaced by later decisions.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.ring.capacity() * size_of::<DecisionRecord>()
    }
}

/// Replaces each `{name}` in the template by the value and unit of the input with that name. Unknown names
/// stay as they are.
pub fn fill_template(template: &str, inputs: &[DecisionInput], values: &[f64]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        let Some(close) = rest.find('}') else { break };
        let name = &rest[1..close];
        let found = inputs.iter().zip(values).find(|(input, _)| input.id == name);
        match found {
            Some((input, &value)) => text.push_str(&quantity(value, input.unit, DIGITS)),
            None => text.push_str(&rest[..=close]),
        }
        rest = &rest[close + 1..];
    }
    text.push_str(rest);
    text
}
