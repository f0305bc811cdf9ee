//! A growing ring buffer of `Copy` values: what links keep their packets in. Allocates only to grow.

#[derive(Clone, Debug)]
pub struct Ring<T> {
    slots: Vec<T>,
    head: usize,
    len: usize,
}

impl<T: Copy> Default for Ring<T> {
    fn default() -> Self {
        Ring { slots: Vec::new(), head: 0, len: 0 }
    }
}

impl<T: Copy> Ring<T> {
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held on the heap.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<T>()
    }

    /// The slots are a power of two, or none.
    #[inline]
    fn slot(&self, index: usize) -> usize {
        (self.head + index) & self.slots.len().wrapping_sub(1)
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len == self.slots.len() {
            self.grow(value);
        }
        let slot = self.slot(self.len);
        self.slots[slot] = value;
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self, filler: T) {
        let capacity = (self.slots.len() * 2).max(4);
        let mut slots = Vec::with_capacity(capacity);
        slots.extend((0..self.len).map(|i| self.slots[self.slot(i)]));
        slots.resize(capacity, filler);
        self.slots = slots;
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
        if self.len == 0 {
            return None;
        }
        let value = self.slots[self.head];
        self.head = self.slot(1);
        self.len -= 1;
        Some(value)
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

    #[test]
    fn keeps_order_across_wraps_and_growth() {
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
            assert_eq!(ring.len() as u32, pushed - popped);
            assert_eq!(ring.iter().copied().collect::<Vec<_>>(), (popped..pushed).collect::<Vec<_>>());
        }
        assert!(pushed > 1000);
    }
}
