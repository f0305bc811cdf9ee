//! Texts that are never freed. The signals of an algorithm and the axes of an experiment have static names.
//! Names that were read from a sender's program or from a file need the same type.

use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    static KNOWN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Returns a static text that equals `text`. Each different text is stored once and never freed.
pub fn intern(text: &str) -> &'static str {
    KNOWN.with_borrow_mut(|known| {
        if let Some(stored) = known.get(text) {
            return *stored;
        }
        let stored: &'static str = Box::leak(text.to_owned().into_boxed_str());
        known.insert(stored);
        stored
    })
}
