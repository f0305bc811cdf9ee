//! What the text of the paper about TFWC leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, Reading, question, reading};

pub fn questions() -> Vec<OpenQuestion> {
    let buffer = |what, packets| -> Reading {
        reading(what)
            .measured("tfwc-floor", every("median_slow").between("floor", packets, packets))
            .measured("tfwc-floor", every("unfairness").between("floor", packets, packets))
            .measured("tfwc-floor", every("least").between("floor", packets, packets))
    };
    let beside = |what, experiment, name| -> Reading {
        reading(what)
            .measured(experiment, every("median_slow").where_is("with", name))
            .measured(experiment, every("median_fast").where_is("with", name))
            .measured(experiment, every("unfairness").where_is("with", name))
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
        question(
            "Figure 1a",
            "Which timeout does TFRC's equation have?",
            "The paper used the TFRC of ns-2 and does not mention the timeout.",
        )
        .used(beside("ns-2's, measured with a clock of 0.1 s", "tfwc-fig1a", "TFRC"))
        .or(beside("RFC 5348's, four round-trip times", "tfwc-fig1a", "TFRC (RFC 5348)"))
        .because("The paper's simulations ran in ns-2."),
        question(
            "Section 2",
            "Which rules does TFWC follow for whole packets, loss intervals and small windows?",
            "The equation gives a real-valued window. The paper specifies neither how it is rounded nor what happens below two packets, and the \
             loss intervals are those of TFRC.",
        )
        .used(beside("The paper's equation, TFRC's 8 intervals, a timer below two packets", "tfwc-fig1b", "TFWC"))
        .or(beside("The authors' simulator code: whole packets, 16 intervals, a timer below 2.5 packets", "tfwc-fig1b", "TFWC (authors' code)"))
        .because("The code is not mentioned in the paper, and it has rules that contradict the paper, such as a timeout that does not double."),
        question(
            "Figure 1",
            "For which rates is the single flow of each kind a little unfair?",
            "The sentence about one flow follows the one about rates below 1 Mb/s, but calls the unfairness little, whereas TCP's share there is 0.1.",
        )
        .used(reading("From 1 Mb/s on").measured("tfwc-fig1a", every("one_flow").where_is("with", "TFRC")))
        .or(reading("Below 1 Mb/s").measured(
            "tfwc-fig1a",
            every("median_slow_n").where_is("with", "TFRC").between("n", 1.0, 1.0),
        ))
        .because("A share of about 0.1 is not a little unfair."),
        question(
            "Section 3",
            "How many TCP flows use the reverse path?",
            "There is TCP traffic on the reverse path. The paper does not give its amount.",
        )
        .used(beside("As many as on the forward path", "tfwc-fig1b", "TFWC"))
        .or(reading("Other numbers").note("Not run."))
        .because("This keeps the reverse path as busy as the forward path, so that it affects the acknowledgements of TFWC, as the paper intends."),
    ]
}
