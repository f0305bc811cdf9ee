//! A double-ended queue of plain values. The standard library's `VecDeque` is cloned element by element. The
//! compiler generates this code for every type, which adds a kilobyte to the WebAssembly for each of about 25
//! types. This queue copies them as two slices.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// A `VecDeque` whose elements are copied at once.
#[derive(Debug, PartialEq)]
pub struct Deque<T>(VecDeque<T>);

impl<T> Deque<T> {
    pub const fn new() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Default for Deque<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy> Clone for Deque<T> {
    fn clone(&self) -> Self {
        let (first, second) = self.0.as_slices();
        Self([first, second].concat().into())
    }
}

impl<T> Deref for Deque<T> {
    type Target = VecDeque<T>;
    fn deref(&self) -> &VecDeque<T> {
        &self.0
    }
}

impl<T> DerefMut for Deque<T> {
    fn deref_mut(&mut self) -> &mut VecDeque<T> {
        &mut self.0
    }
}

impl<T, const N: usize> From<[T; N]> for Deque<T> {
    fn from(values: [T; N]) -> Self {
        Self(values.into())
    }
}

impl<T> FromIterator<T> for Deque<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_same_order_after_the_queue_wrapped_around() {
        let mut queue = Deque::from([1, 2, 3, 4]);
        for next in 5..8 {
            queue.pop_front();
            queue.push_back(next);
        }
        assert!(queue.clone().iter().eq(&[4, 5, 6, 7]));
    }
}
