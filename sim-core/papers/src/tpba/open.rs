//! What the text of the paper about TPBA leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, Reading, question, reading};

pub fn questions() -> Vec<OpenQuestion> {
    // Figure 20: the difference of the flows' means over 50 s, and the correlation of the TCP flows.
    let figure_20 = |what, variant| -> Reading {
        reading(what)
            .measured("tpba-fig20", every("apart_50").where_is("variant", variant))
            .measured("tpba-fig20", every("r12").where_is("variant", variant))
    };
    let misconfigured = |what, rule| -> Reading {
        reading(what).measured("tpba-misconfigured", every("probing").where_is("rule", rule))
    };
    vec![
        question(
            "Section 6.1",
            "How large is TCP's receive window?",
            "The hosts ran FreeBSD 2.2.6. The paper gives no window.",
        )
        .used(figure_20("12 segments", "16 kB"))
        .or(figure_20("11 segments", "11 segments"))
        .because("FreeBSD's default is 16 kB, and it rounds a socket's buffer up to whole segments when a connection opens."),
        question("Section 3", "How many packets does the router queue?", "The paper gives no number.")
            .used(figure_20("120 packets", "16 kB"))
            .or(figure_20("72 packets", "queue of 72"))
            .or(figure_20("64 packets", "queue of 64"))
            .because("Sections 3 and 6.1 use the same router, and in figure 3 nothing is lost, which needs room for 103 packets."),
        question(
            "Section 6.1",
            "Does UDP send a data unit as a burst?",
            "A data unit consists of ten payloads of 512 bytes. The paper does not describe the gaps between them.",
        )
        .used(figure_20("Even gaps", "16 kB"))
        .or(figure_20("Bursts of ten packets", "bursts of 10"))
        .or(figure_20("Bursts of ten packets, and a queue of 64 packets", "bursts of 10, queue of 64"))
        .because("The paper speaks of a rate at which UDP sends. The text does not decide."),
        question(
            "Section 4",
            "Do three rates of 0 end probing?",
            "The printed rule compares differences only. Section 7 says that with T_TCP = 1 ms and a threshold of 1 kb/s probing may not be \
             completed.",
        )
        .used(misconfigured("No", "do not end probing"))
        .or(misconfigured("Yes, as printed", "end probing, as printed"))
        .because("By the printed rule, probing with 1 ms ends at once."),
    ]
}
