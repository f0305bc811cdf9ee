//! LDAF: LDA, but each increase is computed from the initial increase and not from the previous increase.
//! Comparing the two shows the effect of that memory (Tobe, Tamura, Nishino and Tokuda 2000, section 6.2).
//! The rules are in `lda_family/rules.rs`.

use super::lda_family::{self, LdaParams};
use crate::describe::{AlgorithmInfo, Family};
use crate::lda_family;
use crate::params::ParamSet;
use crate::transport::Expectations;

fn info() -> AlgorithmInfo {
    AlgorithmInfo::new(
        "ldaf",
        "LDAF",
        Family::Report,
        LdaParams::fields(),
        lda_family::LdaFamilySignals::list(),
        lda_family::decision::list(),
    )
}

lda_family!(LdaF, "ldaf", from_initial_increase: true, expectations: Expectations::of(Family::Report));
