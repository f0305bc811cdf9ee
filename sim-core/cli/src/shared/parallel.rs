//! Computes independent results in several threads, until all are computed or Ctrl-C is pressed.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::shared::error::CommandError;
use crate::shared::pool::PoolProgress;
use crate::shared::progress::{handle_interrupts, interrupted};

/// The results of `compute` for all items, in the order of the items, with a progress line. `compute` returns
/// `None` if it was interrupted.
pub fn compute_all<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    compute: impl Fn(&T) -> Option<R> + Sync,
) -> Result<Vec<R>, CommandError> {
    handle_interrupts();
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let progress = Mutex::new(PoolProgress::new(items.len(), items.len() as f64));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index).filter(|_| !interrupted()) else { return };
            let Some(result) = compute(item) else { return };
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            progress.lock().unwrap_or_else(PoisonError::into_inner).job_done(1.0);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).clear();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    if results.len() < items.len() {
        return Err(CommandError::Interrupted("Interrupted.".to_owned()));
    }
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
