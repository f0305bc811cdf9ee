//! The features: each has a file here and a line in `features!` below. After the name of a feature with models, the line
//! has the function that gives their predictions.

use fairshare_measures::prediction::Predict;

macro_rules! features {
    ($($name:ident $(: $predict:ident)?,)*) => {
        $(mod $name;)*

        /// The predictions of all features, which results show next to measured numbers.
        pub const PREDICTIONS: &[Predict] = &[$($($name::$predict,)?)*];
    };
}

features! {
    assignments,
    contests,
    exports,
    fit,
    measured,
    models: predictions,
    papers,
    race,
    sweeps,
}
