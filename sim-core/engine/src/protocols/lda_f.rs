//! LDAF: LDA, but each increase is computed from the initial increase and not from the previous increase.
//! Comparing the two shows the effect of that memory (Tobe, Tamura, Nishino and Tokuda 2000, section 6.2).
//! The rules are in `lda_family/rules.rs`.

use crate::lda_family;
use crate::protocols::prelude::*;

lda_family!(LdaF, "ldaf", "LDAF", from_initial_increase: true, expectations: Expectations::of(Family::Report));
