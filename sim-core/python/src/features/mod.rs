//! The features: each has a file here, a module of the Python package, and a line in `features!` below.

use pyo3::prelude::{Bound, PyModule, PyResult};

macro_rules! features {
    ($($name:ident,)*) => {
        $(mod $name;)*

        /// Adds the classes and functions of all features to the extension module.
        pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $($name::add(module)?;)*
            Ok(())
        }
    };
}

features! {
    exports,
    fit,
    measured,
    papers,
    race,
    sweeps,
}
