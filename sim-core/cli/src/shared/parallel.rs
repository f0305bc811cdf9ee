//! Computes independent results in several threads, until all are computed or Ctrl-C is pressed.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::shared::error::CommandError;
use crate::shared::progress::{JobsProgress, handle_interrupts, interrupted};

/// The results of `compute` for the items, in the order of the items, with a progress line. `work` estimates how long an
/// item takes. Each thread has a state of its own. A thread ends when `compute` returns `None`.
pub fn compute<T: Sync, S: Default, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> f64 + Sync,
    compute: impl Fn(&T, &mut S) -> Option<R> + Sync,
) -> Vec<R> {
    handle_interrupts();
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let progress = Mutex::new(JobsProgress::new(items.len(), items.iter().map(&work).sum()));
    let run = || {
        let mut state = S::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let Some(result) = compute(item, &mut state) else { return };
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            progress.lock().unwrap_or_else(PoisonError::into_inner).job_done(work(item));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len().max(1)) {
            scope.spawn(run);
        }
        run();
    });
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).clear();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The results of `compute` for all items. Fails if Ctrl-C is pressed.
pub fn compute_all<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    each: impl Fn(&T) -> Option<R> + Sync,
) -> Result<Vec<R>, CommandError> {
    let of_item = |item: &T, (): &mut ()| if interrupted() { None } else { each(item) };
    let results = compute(items, threads, |_| 1.0, of_item);
    if results.len() < items.len() {
        return Err(CommandError::Interrupted("Interrupted.".to_owned()));
    }
    Ok(results)
}
