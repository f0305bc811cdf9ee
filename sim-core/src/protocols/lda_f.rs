//! LDAF: LDA with each increase computed from the initial increase, which shows the effect of LDA's remembered increase (Tobe,
//! Tamura, Nishino and Tokuda 2000, section 6.2). The rules are in `lda_family/rules.rs`.

use super::lda_family::{self, LdaParams};
use crate::describe::{AlgorithmInfo, Family, help_text};
use crate::lda_family;
use crate::params::ParamSet;
use crate::transport::Expectations;

const DOC: &str = "As LDA, but the increase does not shrink from step to step: without loss\n\n\
    $$AIR = \\min\\left(AIR_0\\,(1 - r/b),\\ \\frac{M}{2\\tau}\\left(\\frac{T_{adapt}}{\\tau} + 1\\right)\\right), \\quad r \\leftarrow r + AIR$$\n\n\
    so that $1 - r/b$ shrinks by the factor $1 - AIR_0/b$ with each step, and the rate never settles below the bottleneck $b$: it climbs until \
    something is lost. Loss: $r \\leftarrow \\max(r\\,(1 - p R_f),\\ r_{min})$.\n\n\
    **What to see**: a saw-tooth with a period of minutes, in opposite phase to the TCPs beside it. With $AIR_0 = 10$ kb/s and 3 s the climb from 10 to 400 kb/s behind \
    1.2 Mb/s takes 48 steps.\n\n\
    Its authors made it to examine LDA. Interpretation and lost reports are as for LDA.";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "ldaf",
        name: "LDAF",
        family: Family::Report,
        summary: help_text("LDA with an increase that does not shrink from step to step: climbs until something is lost."),
        doc: help_text(DOC),
        references: lda_family::references(),
        fields: LdaParams::fields(),
        signals: lda_family::signals(),
        decisions: lda_family::decisions(),
    }
}

lda_family!(LdaF, "ldaf", fixed: true, expectations: Expectations::of(Family::Report));
