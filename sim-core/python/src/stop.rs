//! Stops runs that other threads make.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::{PyRef, pyclass, pymethods};

/// Stops runs that other threads make.
#[pyclass(frozen, module = "fairshare._native")]
pub struct StopFlag {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> Self {
        Self { flag: Arc::new(AtomicBool::new(false)) }
    }

    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}

impl StopFlag {
    /// A function that returns whether the flag is set. Without a flag, it never is.
    pub fn asked(stop: Option<PyRef<'_, Self>>) -> impl Fn() -> bool + Send + use<> {
        let flag = stop.map(|stop| Arc::clone(&stop.flag));
        move || flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
