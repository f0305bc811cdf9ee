//! Sorting with little machine code. Each type for which the standard library's sort is instantiated adds six
//! kilobytes to the WebAssembly module, which every visitor of the page has to load. These functions
//! instantiate the sort only once.

use std::cmp::Ordering;

/// Returns the indices of `count` items in sorted order. `compare` compares the items at two indices. The
/// sort is stable.
pub fn order_by(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Returns the items in sorted order. The sort is stable.
pub fn sorted<T>(items: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = order_by(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| items[index].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        let expected = vec![(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')];
        assert_eq!(sorted(items, |a, b| a.0.cmp(&b.0)), expected);
        assert_eq!(sorted(Vec::<u8>::new(), u8::cmp), Vec::<u8>::new());
    }
}
