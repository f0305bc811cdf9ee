//! Digests of state for result IDs. The derive macro [`State`] adds every field of a struct, so that a new field
//! cannot be forgotten: either it is part of the digest, or `#[state(not(...))]` lists it as a field that is not.

pub use sim_state::State;

use super::deque::Deque;
use super::ring::Ring;

/// A strong 64-bit mixing step (the finaliser of SplitMix64).
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of a sequence of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    // Not inlined, because hundreds of states call this function, and a digest is computed only once per run.
    #[inline(never)]
    pub fn add(&mut self, value: u64) {
        self.0 = mix(self.0 ^ value);
    }

    /// The digest of a state.
    pub fn of(state: &impl State) -> u64 {
        let mut digest = Digest(0x6661_6972);
        state.add_to(&mut digest);
        digest.0
    }
}

/// State that can determine the future of a simulation.
pub trait State: Clone {
    /// Adds the state to a digest.
    fn add_to(&self, digest: &mut Digest);

    /// Makes a change if its part is in this state. Settings have no part.
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, _change: &mut StateChange) {}
}

/// A change of one part of a state, for tests.
#[cfg(any(test, feature = "testing"))]
pub struct StateChange {
    /// The number of parts before the changed one; `None` once the change is made.
    parts_before: Option<usize>,
    /// The names of the fields that lead to the changed part.
    pub path: String,
    /// Whether the part is in use. A part that is switched off adds nothing to the digest.
    pub is_used: bool,
}

#[cfg(any(test, feature = "testing"))]
impl StateChange {
    /// Copies of a state, each with the change of one part.
    pub fn all<S: State>(state: &S) -> impl Iterator<Item = (StateChange, S)> {
        (0..).map_while(|part| {
            let mut change = StateChange { parts_before: Some(part), path: String::new(), is_used: true };
            let mut copy = state.clone();
            copy.change(&mut change);
            change.parts_before.is_none().then_some((change, copy))
        })
    }

    /// Whether to change the part that is visited now.
    pub fn is_here(&mut self) -> bool {
        let is_here = self.parts_before == Some(0);
        self.parts_before = self.parts_before.and_then(|parts| parts.checked_sub(1));
        is_here
    }

    /// Makes the change if its part is in this field.
    pub fn field(&mut self, name: impl std::fmt::Display, is_used: bool, state: &mut impl State) {
        if self.parts_before.is_none() {
            return;
        }
        state.change(self);
        if self.parts_before.is_none() {
            let separator = if self.path.is_empty() { "" } else { "." };
            self.path = format!("{name}{separator}{}", self.path);
            self.is_used &= is_used;
        }
    }
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl State for $Number {
            #[allow(clippy::cast_sign_loss, reason = "some of the types have a sign, whose bits are added")]
            fn add_to(&self, digest: &mut Digest) {
                digest.add(*self as u64);
            }
            #[cfg(any(test, feature = "testing"))]
            fn change(&mut self, change: &mut StateChange) {
                *self ^= <$Number>::from(change.is_here());
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, usize, i32, i64);

impl State for bool {
    fn add_to(&self, digest: &mut Digest) {
        digest.add(u64::from(*self));
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut StateChange) {
        *self ^= change.is_here();
    }
}

impl State for f64 {
    fn add_to(&self, digest: &mut Digest) {
        digest.add(self.to_bits());
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut StateChange) {
        *self = f64::from_bits(self.to_bits() ^ u64::from(change.is_here()));
    }
}

impl<T: State + Default> State for Option<T> {
    fn add_to(&self, digest: &mut Digest) {
        digest.add(u64::from(self.is_some()));
        if let Some(value) = self {
            value.add_to(digest);
        }
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut StateChange) {
        if change.is_here() {
            *self = self.is_none().then(T::default);
        } else if let Some(value) = self {
            value.change(change);
        }
    }
}

impl<T: State> State for Box<T> {
    fn add_to(&self, digest: &mut Digest) {
        T::add_to(self, digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut StateChange) {
        T::change(self, change);
    }
}

macro_rules! tuples {
    ($($($T:ident $index:tt)*;)*) => {$(
        impl<$($T: State),*> State for ($($T,)*) {
            fn add_to(&self, digest: &mut Digest) {
                $(self.$index.add_to(digest);)*
            }
            #[cfg(any(test, feature = "testing"))]
            fn change(&mut self, change: &mut StateChange) {
                $(change.field($index, true, &mut self.$index);)*
            }
        }
    )*};
}

tuples! { A 0 B 1; A 0 B 1 C 2; }

/// Adds a list: its length and its elements.
pub fn add_list<'a, T: State + 'a>(list: impl ExactSizeIterator<Item = &'a T>, digest: &mut Digest) {
    digest.add(list.len() as u64);
    list.for_each(|element| element.add_to(digest));
}

macro_rules! lists {
    ($([$($generic:tt)*] $List:ty),*) => {$(
        impl<$($generic)*> State for $List {
            fn add_to(&self, digest: &mut Digest) {
                add_list(self.iter(), digest);
            }
            #[cfg(any(test, feature = "testing"))]
            fn change(&mut self, change: &mut StateChange) {
                for index in 0..self.len() {
                    change.field(format_args!("[{index}]"), true, &mut self[index]);
                }
            }
        }
    )*};
}

lists!([T: State] Vec<T>, [T: State + Copy] Deque<T>, [T: State, const N: usize] [T; N]);

impl<T: State + Copy + Default> State for Ring<T> {
    fn add_to(&self, digest: &mut Digest) {
        digest.add(self.len() as u64);
        self.iter().for_each(|element| element.add_to(digest));
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut StateChange) {
        for index in 0..self.len() {
            if let Some(element) = self.get_mut(index) {
                change.field(format_args!("[{index}]"), true, element);
            }
        }
    }
}
