//! What the text of the paper about TAIMD leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, question, reading};

const INF: f64 = f64::INFINITY;

pub fn questions() -> Vec<OpenQuestion> {
    let rho = |company| every("rho").where_is("company", company).between("B", 10.0, INF);
    let lost = |how| every("lost_to_mice").where_is("how", how);
    let recovered = |how| every("recovered").where_is("how", how);
    vec![
        question(
            "Section 4.1",
            "Is 50 ms the one-way or the round-trip delay of the narrow link?",
            "\"The narrow link has a bandwidth B and one way delay (i.e., transmission and buffering) RTT\", the queue is the product \
             of bandwidth and round-trip delay of that link, and RTT is 50 ms.",
        )
        .used(reading("50 ms one way, 100 ms both ways, and a buffer of the rate times 100 ms").measured(
            "taimd-fig5a",
            every("t"),
        ))
        .or(reading("50 ms both ways, and a buffer of the rate times 50 ms")
            .note("Flows are fair 29 s after the last start without fast convergence and after 12 s with it."))
        .because("The sentence calls the delay one-way. Its symbol suggests the other reading."),
        question(
            "Section 4",
            "Which TCP competes with TAIMD?",
            "The paper names ns-2 and no TCP agent. It cites a model of Reno for TCP and mentions fast recovery.",
        )
        .used(reading("Reno").measured("taimd-fig6", rho("with TCP")))
        .or(reading("SACK").measured("taimd-fig6", rho("with TCP SACK")))
        .because("Reno is the only TCP that appears in the paper, in its references."),
        question(
            "Section 4.4",
            "Are the \"two operating conditions\" one run or two?",
            "Five flows run \"under two operating conditions: four bandwidth non-restricted flows and one bandwidth restricted flow\".",
        )
        .used(
            reading("One run with four free flows and one limited flow")
                .measured("taimd-fig8a", lost("TAIMD"))
                .measured("taimd-fig8c", recovered("TAIMD, TCP capped")),
        )
        .or(reading("Two runs; in one of them all five flows are limited")
            .measured("taimd-fig8a", lost("TAIMD, all limited"))
            .measured("taimd-fig8c", recovered("TAIMD, all limited, TCP capped at 25")))
        .because("Four and one are the five flows. Lines for the second reading stand beside those for the first."),
        question(
            "Section 4.4",
            "What limits a flow to 1 Mb/s?",
            "The flow is \"bandwidth restricted (at 1Mbps)\", \"by some means (e.g., QoS restrictions, etc.)\".",
        )
        .used(reading("A limit of TAIMD's rate, which also holds its window").measured("taimd-fig8a", lost("TAIMD")))
        .or(reading("A source of constant rate").measured("taimd-fig8b", lost("TAIMD, limited by its source")))
        .because("The paper's name for such flows suggests a limit in the sender. TFRC has none, so its source is limited."),
    ]
}
