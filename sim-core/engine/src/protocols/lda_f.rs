//! LDAF: LDA, but each increase is computed from the initial increase and not from the previous increase.
//! Comparing the two shows the effect of that memory (Tobe, Tamura, Nishino and Tokuda 2000, section 6.2).
//! The rules are in `lda_family/rules.rs`.

use super::lda_family::{self, LdaParams};
use crate::describe::{AlgorithmInfo, Family, help_text, pictures};
use crate::lda_family;
use crate::params::ParamSet;
use crate::transport::Expectations;

const DOC: &str = "LDAF differs from LDA in one point: each increase is computed from the initial increase $A_0$, so reductions of the \
  increase do not accumulate. Without loss\n\n\
    $$A = \\min\\left(A_0\\left(1 - \\frac{r}{b}\\right),\\ \\frac{M}{2\\tau}\\left(\\frac{T_{\\mathrm{adapt}}}{\\tau} + 1\\right)\\right), \\quad r \\leftarrow \\min(r + A, b) \\tag{1}$$\n\n\
    Each step therefore multiplies $1 - r/b$ by $1 - A_0/b$, and the rate $r$ approaches the bottleneck's rate $b$ until a packet is lost. \
    After a loss, $r \\leftarrow \\max(r\\,(1 - p R_f),\\ r_{\\mathrm{min}})$. \
    The symbols are those of LDA.\n\n\
    **What to see**: a saw-tooth with a period of minutes, in opposite phase to competing TCP flows. With $A_0 = 10$ kb/s, the increase from 10 to 400 kb/s at a bottleneck of \
    1.2 Mb/s takes 48 steps of $T_{\\mathrm{adapt}} = 3$ s each.\n\n\
    Its authors designed it to examine LDA. The sections *Interpretation* and *Lost reports* of LDA apply here too.";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "ldaf",
        name: "LDAF",
        family: Family::Report,
        summary: help_text(
            "LDA, but each increase is computed from the initial increase: the rate grows until a packet is lost.",
        ),
        doc: help_text(DOC),
        pictures: pictures(&[lda_family::WITH_LOSSES]),
        references: lda_family::references(),
        fields: LdaParams::fields(),
        signals: lda_family::LdaFamilySignals::list(),
        decisions: lda_family::decision::list(),
    }
}

lda_family!(LdaF, "ldaf", from_initial_increase: true, expectations: Expectations::of(Family::Report));
