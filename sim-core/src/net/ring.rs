//! A growing ring buffer of `Copy` values: what links keep their packets in. Allocates only to grow.

#[derive(Clone, Debug)]
pub struct Ring<T> {
    slots: Vec<T>,
    head: u32,
    len: u32,
}

impl<T: Copy + Default> Default for Ring<T> {
    fn default() -> Self {
        Ring { slots: Vec::new(), head: 0, len: 0 }
    }
}

impl<T: Copy + Default> Ring<T> {
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
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
    fn slot(&self, index: u32) -> usize {
        self.head.wrapping_add(index) as usize & self.slots.len().wrapping_sub(1)
    }

    #[inline(always)]
    pub fn push(&mut self, value: T) {
        if self.len as usize == self.slots.len() {
            self.grow();
        }
        let slot = self.slot(self.len);
        self.slots[slot] = value;
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (self.slots.len() * 2).max(2);
        let mut slots = Vec::with_capacity(capacity);
        slots.extend((0..self.len).map(|i| self.slots[self.slot(i)]));
        slots.resize(capacity, T::default());
        self.slots = slots;
        self.head = 0;
    }

    #[inline]
    pub fn front(&self) -> Option<&T> {
        if self.len == 0 { None } else { self.slots.get(self.head as usize) }
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

    /// Lets go of the front, which somebody has looked at already.
    #[inline]
    pub fn drop_front(&mut self) {
        self.len = self.len.saturating_sub(1);
        // An empty ring begins at its first slot again: one that holds a packet at a time stays in one cache line.
        self.head = if self.len == 0 { 0 } else { self.slot(1) as u32 };
    }

    /// Lets go of the front: the value that goes, and the one that is the front then.
    #[inline(always)]
    pub fn step(&mut self) -> (Option<&T>, Option<&T>) {
        let gone = self.head as usize;
        if self.len <= 1 {
            let gone = if self.len == 0 { None } else { self.slots.get(gone) };
            (self.len, self.head) = (0, 0);
            return (gone, None);
        }
        self.len -= 1;
        self.head = self.slot(1) as u32;
        (self.slots.get(gone), self.slots.get(self.head as usize))
    }

    /// Lets go of so many at the front.
    #[inline]
    pub fn drop_many(&mut self, count: usize) {
        let count = (count as u32).min(self.len);
        self.len -= count;
        self.head = if self.len == 0 { 0 } else { self.slot(count) as u32 };
    }

    /// Those from one place to before another, in two parts of which the second may be empty.
    #[inline]
    pub fn slices(&self, from: usize, to: usize) -> [&[T]; 2] {
        let to = to.min(self.len());
        let (first, count) = (self.slot(from as u32), to.saturating_sub(from));
        let straight = count.min(self.slots.len().saturating_sub(first));
        let part = |from: usize, count: usize| self.slots.get(from..from + count).unwrap_or_default();
        [part(first, straight), part(0, count - straight)]
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len() { self.slots.get(self.slot(index as u32)) } else { None }
    }

    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.len() {
            let slot = self.slot(index as u32);
            self.slots.get_mut(slot)
        } else {
            None
        }
    }

    /// Takes out the value at `index`; those behind it move up.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let value = *self.get(index)?;
        let index = index as u32;
        if index < self.len / 2 {
            for i in (0..index).rev() {
                self.copy(i, i + 1);
            }
            self.head = self.slot(1) as u32;
        } else {
            for i in index + 1..self.len {
                self.copy(i, i - 1);
            }
        }
        self.len -= 1;
        Some(value)
    }

    fn copy(&mut self, from: u32, to: u32) {
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

    #[test]
    fn takes_out_anywhere() {
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
