//! A ring buffer of `Copy` values that allocates only to grow. Links store their packets in it.

#[derive(Clone, Debug)]
pub struct Ring<T> {
    /// The number of slots is a power of two, or 0.
    slots: Box<[T]>,
    head: usize,
    len: usize,
}

impl<T: Copy + Default> Default for Ring<T> {
    fn default() -> Self {
        Ring { slots: Box::default(), head: 0, len: 0 }
    }
}

impl<T: Copy + Default> Ring<T> {
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// The slot that stores the value at `index`.
    #[inline]
    fn slot(&self, index: usize) -> usize {
        self.head.wrapping_add(index) & self.slots.len().wrapping_sub(1)
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(self.len);
        if let Some(target) = self.slots.get_mut(slot) {
            *target = value;
            self.len += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (self.slots.len() * 2).max(2);
        let mut slots = Vec::with_capacity(capacity);
        slots.extend(self.iter());
        slots.resize(capacity, T::default());
        self.slots = slots.into_boxed_slice();
        self.head = 0;
    }

    #[inline]
    pub fn front(&self) -> Option<&T> {
        if self.len == 0 { None } else { self.slots.get(self.head) }
    }

    #[inline]
    pub fn back(&self) -> Option<&T> {
        if self.len == 0 { None } else { self.slots.get(self.slot(self.len - 1)) }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let value = *self.front()?;
        self.drop_front();
        Some(value)
    }

    /// The value at `index`, without a check of the length: behind the last value, a value that was removed before.
    /// `None` if the ring has never had a value.
    #[inline]
    pub fn slot_at(&self, index: usize) -> Option<&T> {
        self.slots.get(self.slot(index))
    }

    /// The first value, without a check of the length. The ring must not be empty; if it is, the result may
    /// be a value that was removed before.
    #[inline]
    pub fn head(&self) -> Option<&T> {
        self.slots.get(self.head)
    }

    /// Removes the first value and returns the value that is first afterwards.
    #[inline]
    pub fn drop_front(&mut self) -> Option<&T> {
        // An empty ring starts again at slot 0, so that a ring with one value at a time stays in one cache
        // line.
        if self.len <= 1 {
            (self.len, self.head) = (0, 0);
            return None;
        }
        self.len -= 1;
        self.head = self.slot(1);
        self.slots.get(self.head)
    }

    /// Appends a value, after the removal of the values at the end that `is_replaced` selects.
    #[inline]
    pub fn push_over(&mut self, value: T, is_replaced: impl Fn(&T) -> bool) {
        while self.len > 0 && self.slots.get(self.slot(self.len - 1)).is_some_and(&is_replaced) {
            self.len -= 1;
        }
        self.push(value);
    }

    /// Removes the first `count` values.
    #[inline]
    pub fn drop_many(&mut self, count: usize) {
        let count = count.min(self.len);
        self.len -= count;
        self.head = if self.len == 0 { 0 } else { self.slot(count) };
    }

    /// The values with indices `from..to`, as two slices. The second one is empty unless the values continue
    /// at slot 0.
    #[inline]
    pub fn slices(&self, from: usize, to: usize) -> [&[T]; 2] {
        let to = to.min(self.len());
        let (first, count) = (self.slot(from), to.saturating_sub(from));
        let before_wrap = count.min(self.slots.len().saturating_sub(first));
        let slice = |from: usize, count: usize| self.slots.get(from..from + count).unwrap_or_default();
        [slice(first, before_wrap), slice(0, count - before_wrap)]
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { self.slots.get(self.slot(index)) } else { None }
    }

    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.len {
            let slot = self.slot(index);
            self.slots.get_mut(slot)
        } else {
            None
        }
    }

    /// Moves the first `count` values behind the last one, in their order.
    pub fn rotate(&mut self, count: usize) {
        let count = count.min(self.len);
        if self.len < self.slots.len() {
            for i in 0..count {
                self.copy(i, self.len + i);
            }
        }
        self.head = if self.len == 0 { 0 } else { self.slot(count) };
    }

    /// Removes and returns the value at `index`, and moves either the values before it or those after it to
    /// close the gap.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let value = *self.get(index)?;
        if index < self.len / 2 {
            for i in (0..index).rev() {
                self.copy(i, i + 1);
            }
            self.head = self.slot(1);
        } else {
            for i in index + 1..self.len {
                self.copy(i, i - 1);
            }
        }
        self.len -= 1;
        Some(value)
    }

    fn copy(&mut self, from: usize, to: usize) {
        let (from, to) = (self.slot(from), self.slot(to));
        self.slots[to] = self.slots[from];
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        (0..self.len).map(|i| &self.slots[self.slot(i)])
    }

    pub fn clear(&mut self) {
        self.head = 0;
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::narrow;

    #[test]
    fn values_stay_in_order_when_the_ring_wraps_and_grows() {
        let mut ring = Ring::default();
        let (mut pushed, mut popped) = (0u32, 0u32);
        for round in 0..200u32 {
            for _ in 0..(round % 13) {
                ring.push(pushed);
                pushed += 1;
            }
            for _ in 0..(round % 11) {
                if let Some(value) = ring.pop() {
                    assert_eq!(value, popped);
                    popped += 1;
                }
            }
            assert_eq!(narrow::<u32>(ring.len()), pushed - popped);
            assert_eq!(ring.iter().copied().collect::<Vec<_>>(), (popped..pushed).collect::<Vec<_>>());
        }
        assert!(pushed > 1000);
    }

    #[test]
    fn values_are_removed_at_both_ends() {
        let mut ring = Ring::default();
        (0..5u32).for_each(|value| ring.push(value));
        ring.push_over(9, |&value| value > 3);
        ring.drop_front();
        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), [1, 2, 3, 9]);
        ring.push_over(7, |_| true);
        assert_eq!((ring.front(), ring.len()), (Some(&7), 1));
    }

    #[test]
    fn a_rotation_moves_the_first_values_behind_the_last() {
        for len in 0..20usize {
            for before in 0..9 {
                for count in 0..=len {
                    let mut ring = Ring::default();
                    (0..before + len).for_each(|value| ring.push(value));
                    ring.drop_many(before);
                    let mut list: Vec<usize> = ring.iter().copied().collect();
                    ring.rotate(count);
                    list.rotate_left(count);
                    assert_eq!(ring.iter().copied().collect::<Vec<_>>(), list);
                }
            }
        }
    }

    #[test]
    fn values_are_removed_at_any_index() {
        let mut ring = Ring::default();
        let mut list = Vec::new();
        for step in 0..2000u32 {
            let at = (step * 7919) as usize % (list.len() + 1);
            if step % 5 < 3 {
                ring.push(step);
                list.push(step);
            } else if at < list.len() {
                assert_eq!(ring.remove(at), Some(list.remove(at)));
            } else {
                assert_eq!(ring.remove(at), None);
            }
            if step % 11 == 0 && !list.is_empty() {
                assert_eq!(ring.pop(), Some(list.remove(0)));
            }
            assert_eq!(ring.iter().copied().collect::<Vec<_>>(), list);
        }
        assert!(list.len() > 100);
    }
}
