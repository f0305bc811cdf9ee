//! Digests of state for result IDs. [`state!`](crate::state) lists every field of a struct, so that a new
//! field cannot be forgotten: either it is part of the digest, or it is listed as a field that is not.

use super::deque::Deque;
use super::ring::Ring;
use super::rng::mix;

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

/// A copy of a state in which one part has changed, for tests.
#[cfg(any(test, feature = "testing"))]
pub struct Changed<T> {
    /// The names of the fields that lead to the changed part.
    pub path: String,
    /// Whether the part is in use. A part that is switched off adds nothing to the digest.
    pub is_used: bool,
    pub copy: T,
}

#[cfg(any(test, feature = "testing"))]
impl<T> Changed<T> {
    /// The same change, as a change of a state that contains this state in the field `name`.
    pub fn within<U>(self, name: &str, is_used: bool, with: impl FnOnce(T) -> U) -> Changed<U> {
        let separator = if name.is_empty() || self.path.is_empty() { "" } else { "." };
        Changed {
            path: format!("{name}{separator}{}", self.path),
            is_used: self.is_used && is_used,
            copy: with(self.copy),
        }
    }
}

/// State that can determine the future of a simulation.
pub trait State: Clone {
    /// Adds the state to a digest.
    fn add_to(&self, digest: &mut Digest);

    /// For each part, at least one copy in which only this part has changed.
    #[cfg(any(test, feature = "testing"))]
    fn copies_with_one_change(&self) -> Vec<Changed<Self>>;
}

#[cfg(any(test, feature = "testing"))]
fn changes<T, const N: usize>(copies: [T; N]) -> Vec<Changed<T>> {
    copies.into_iter().map(|copy| Changed { path: String::new(), is_used: true, copy }).collect()
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl State for $Number {
            #[allow(clippy::cast_sign_loss, reason = "some of the types have a sign, whose bits are added")]
            fn add_to(&self, digest: &mut Digest) {
                digest.add(*self as u64);
            }
            #[cfg(any(test, feature = "testing"))]
            fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
                changes([*self ^ 1])
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
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        changes([!self])
    }
}

impl State for f64 {
    fn add_to(&self, digest: &mut Digest) {
        digest.add(self.to_bits());
    }
    #[cfg(any(test, feature = "testing"))]
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        changes([f64::from_bits(self.to_bits() ^ 1)])
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
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        match self {
            None => changes([Some(T::default())]),
            Some(value) => {
                let mut all = changes([None]);
                all.extend(
                    value.copies_with_one_change().into_iter().map(|change| change.within("", true, Some)),
                );
                all
            }
        }
    }
}

impl<A: State, B: State> State for (A, B) {
    fn add_to(&self, digest: &mut Digest) {
        self.0.add_to(digest);
        self.1.add_to(digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        let first =
            self.0.copies_with_one_change().into_iter().map(|c| c.within("0", true, |a| (a, self.1.clone())));
        let second =
            self.1.copies_with_one_change().into_iter().map(|c| c.within("1", true, |b| (self.0.clone(), b)));
        first.chain(second).collect()
    }
}

impl<A: State, B: State, C: State> State for (A, B, C) {
    fn add_to(&self, digest: &mut Digest) {
        self.0.add_to(digest);
        self.1.add_to(digest);
        self.2.add_to(digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        let (a, b, c) = self;
        let first = a
            .copies_with_one_change()
            .into_iter()
            .map(|x| x.within("0", true, |a| (a, b.clone(), c.clone())));
        let second = b
            .copies_with_one_change()
            .into_iter()
            .map(|x| x.within("1", true, |b| (a.clone(), b, c.clone())));
        let third = c
            .copies_with_one_change()
            .into_iter()
            .map(|x| x.within("2", true, |c| (a.clone(), b.clone(), c)));
        first.chain(second).chain(third).collect()
    }
}

/// Adds a list: its length and its elements.
pub fn add_list<'a, T: State + 'a>(list: impl ExactSizeIterator<Item = &'a T>, digest: &mut Digest) {
    digest.add(list.len() as u64);
    list.for_each(|element| element.add_to(digest));
}

impl<T: State> State for Box<T> {
    fn add_to(&self, digest: &mut Digest) {
        T::add_to(self, digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        T::copies_with_one_change(self).into_iter().map(|change| change.within("", true, Box::new)).collect()
    }
}

macro_rules! lists {
    ($([$($generic:tt)*] $List:ty),*) => {$(
        impl<$($generic)*> State for $List {
            fn add_to(&self, digest: &mut Digest) {
                add_list(self.iter(), digest);
            }
            #[cfg(any(test, feature = "testing"))]
            fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
                let mut all = Vec::new();
                for index in 0..self.len() {
                    for change in self[index].copies_with_one_change() {
                        all.push(change.within(&format!("[{index}]"), true, |element| {
                            let mut copy = self.clone();
                            copy[index] = element;
                            copy
                        }));
                    }
                }
                all
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
    fn copies_with_one_change(&self) -> Vec<Changed<Self>> {
        let mut all = Vec::new();
        for (index, element) in self.iter().enumerate() {
            for change in element.copies_with_one_change() {
                all.push(change.within(&format!("[{index}]"), true, |element| {
                    let mut copy = self.clone();
                    if let Some(place) = copy.get_mut(index) {
                        *place = element;
                    }
                    copy
                }));
            }
        }
        all
    }
}

/// Implements [`State`] for a struct. First, the fields of the digest, in this order, each with an optional
/// condition `if` under which the field is in use; a field that is not in use adds nothing. After `not`, the
/// fields that are not part of the digest: settings and values that follow from other fields.
#[macro_export]
macro_rules! state {
    (impl<$G:ident: $Bound:path> $Type:ty { $($fields:tt)* } not { $($rest:tt)* }) => {
        $crate::state!(@impl [<$G: $Bound>] $Type { $($fields)* } not { $($rest)* });
    };
    (@impl [$($generics:tt)*] $Type:ty {
        $($field:ident $(if $used:expr)?),* $(,)?
    } not { $($rest:ident),* $(,)? }) => {
        impl $($generics)* $crate::ground::digest::State for $Type {
            fn add_to(&self, digest: &mut $crate::ground::digest::Digest) {
                let _ = &digest;
                // Names every field, so that a new field is a compile error until it is listed.
                let Self { $($field,)* $($rest: _,)* } = self;
                $(
                    let is_used: fn(&Self) -> bool = $crate::state!(@used $($used)?);
                    if is_used(self) {
                        $crate::ground::digest::State::add_to($field, digest);
                    }
                )*
            }

            #[cfg(any(test, feature = "testing"))]
            fn copies_with_one_change(&self) -> Vec<$crate::ground::digest::Changed<Self>> {
                #[allow(unused_mut, reason = "a struct may have no state")]
                let mut all = Vec::new();
                $(
                    let is_used: fn(&Self) -> bool = $crate::state!(@used $($used)?);
                    for change in $crate::ground::digest::State::copies_with_one_change(&self.$field) {
                        all.push(change.within(stringify!($field), is_used(self), |part| {
                            let mut copy = self.clone();
                            copy.$field = part;
                            copy
                        }));
                    }
                )*
                all
            }
        }
    };
    (@used) => { |_| true };
    (@used $used:expr) => { $used };
    ($Type:ty { $($fields:tt)* } not { $($rest:tt)* }) => {
        $crate::state!(@impl [] $Type { $($fields)* } not { $($rest)* });
    };
}

/// Implements [`State`] for an enum without data.
#[macro_export]
macro_rules! state_enum {
    ($Type:ty { $($variant:ident),* $(,)? }) => {
        impl $crate::ground::digest::State for $Type {
            fn add_to(&self, digest: &mut $crate::ground::digest::Digest) {
                digest.add(*self as u64);
            }
            #[cfg(any(test, feature = "testing"))]
            fn copies_with_one_change(&self) -> Vec<$crate::ground::digest::Changed<Self>> {
                let others = [$(<$Type>::$variant),*].into_iter().filter(|other| other != self);
                others
                    .map(|copy| $crate::ground::digest::Changed { path: String::new(), is_used: true, copy })
                    .collect()
            }
        }
    };
}
