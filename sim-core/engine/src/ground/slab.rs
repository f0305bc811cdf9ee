//! A collection that stores values under indices and reuses the indices of removed values.

use crate::ground::convert::narrow;

/// A collection that returns an index for each stored value. Indices start at 1, so that 0 can mean "no
/// value". Freed indices are reused before new ones are created, so the number of slots is the largest number
/// of values that were stored at the same time.
#[derive(Clone, Debug)]
pub struct Slab<T> {
    slots: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Slab { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Slab<T> {
    /// Stores a value and returns its index.
    pub fn put(&mut self, value: T) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.slots[index as usize - 1] = value;
                index
            }
            None => {
                self.slots.push(value);
                narrow::<u32>(self.slots.len())
            }
        }
    }

    /// The value at `index`; `None` for index 0.
    pub fn get(&self, index: u32) -> Option<T> {
        self.slots.get((index as usize).wrapping_sub(1)).copied()
    }

    /// Returns the value at `index` and frees the index; `None` for index 0. Each index must be taken only
    /// once.
    pub fn take(&mut self, index: u32) -> Option<T> {
        let value = self.slots.get((index as usize).wrapping_sub(1)).copied();
        if value.is_some() {
            self.free.push(index);
        }
        value
    }

    /// Number of stored values.
    pub fn in_use(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_indices_are_reused() {
        let mut slab = Slab::default();
        let a = slab.put('a');
        let b = slab.put('b');
        assert_eq!((a, b, slab.in_use()), (1, 2, 2));
        assert_eq!(slab.take(a), Some('a'));
        assert_eq!(slab.put('c'), a);
        assert_eq!(slab.take(0), None);
    }
}
