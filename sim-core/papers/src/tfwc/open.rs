//! What the text of the paper about TFWC leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, Reading, question, reading};

pub fn questions() -> Vec<OpenQuestion> {
    let buffer = |what, packets| -> Reading {
        reading(what).measured("tfwc-floor", every("median_slow").between("floor", packets, packets))
    };
    vec![
        question(
            "Section 3",
            "How many packets does the smallest buffer hold?",
            "The buffer is one bandwidth-delay product. At 0.1 Mb/s and 12 ms that is 0.15 packets of 1000 bytes, so the \
             simulations must have had a minimum, which the paper does not give.",
        )
        .used(buffer("15 packets", 15.0))
        .or(buffer("10 packets", 10.0))
        .or(buffer("5 packets", 5.0))
        .because("15 packets is the smallest buffer in the simulation scripts that the authors published later."),
    ]
}
