//! What the text of the paper about LDA+ leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, Reading, question, reading};

pub fn questions() -> Vec<OpenQuestion> {
    // Runs with LDA+ beside TCP on the link that grows with the flows, without random delay, by the name of the variant.
    let growing_link = |what, variant| -> Reading {
        reading(what).measured("ldaplus-fig10b", every("mean_F").where_is("with", variant))
    };
    let lossy_way = |what, path| -> Reading {
        reading(what)
            .measured("ldaplus-fig5d", every("F").where_is("path", path))
            .measured("ldaplus-fig5d", every("loss").where_is("path", path))
    };
    let figure_2 = |what, tau_q| -> Reading {
        reading(what).measured("ldaplus-fig2", every("near").between("tau_q", tau_q, tau_q))
    };
    vec![
        question(
            "Section III.B",
            "How many packets does an acknowledgement confirm in the equation of LDA+?",
            "D is the number of packets that each acknowledgement confirms. The paper gives no value.",
        )
        .used(growing_link("D = 2", "LDA+"))
        .or(growing_link("D = 1, which is consistent with a TCP that acknowledges each packet", "LDA+, D = 1"))
        .because("The source of the equation calls D = 2 typical. The text does not decide."),
        question(
            "Section III.A",
            "How many packets does a probe have?",
            "The sender transmits a number of packets in bursts. The paper gives no number.",
        )
        .used(growing_link("4 packets", "LDA+"))
        .or(growing_link("10 packets", "LDA+, probes of 10"))
        .because("The text does not decide. Short probes disturb the flow least."),
        question(
            "Section IV",
            "What do r and u of table I measure?",
            "The rate and the router utilization level. With goodputs, the table's LDA+ and TCP flows get 2 to 5 % more than u.",
        )
        .used(
            reading("r is the sending rate, u the share of LDA+ and file transfers")
                .measured("ldaplus-tab1", every("r"))
                .measured("ldaplus-tab1", every("u")),
        )
        .or(reading("u includes web traffic").measured("ldaplus-tab1", every("total")))
        .because("Section III calls r the transmission rate, and only so do the numbers of the table agree with each other."),
        question("Figure 2", "How large is the buffer?", "The figure has two round trips. The text does not give its buffer.")
            .used(figure_2("Both buffers of table I; 0.1 s", 0.1))
            .or(figure_2("0.5 s", 0.5))
            .because("Both are judged."),
        question(
            "Table II",
            "What fills the link beside the LDA+ flows?",
            "27 LDA+ flows of 105 to 127 kb/s and 27 web servers use 0.971 to 0.997 of 10 Mb/s.",
        )
        .used(reading("27 web servers, as stated").measured("ldaplus-tab2", every("r")))
        .or(reading("27 web servers and 27 file transfers").measured("ldaplus-tab2-ftp", every("r")))
        .because("Section IV.B names no file transfers. The second reading is judged as an experiment of its own."),
        question(
            "Figure 5d",
            "How large is the load of the lossy direction?",
            "The average loss was more than 10 %. The paper gives neither load nor capacity.",
        )
        .used(lossy_way("1.02 times the capacity", "data in the lossy direction"))
        .or(lossy_way("1.00 times", "lossy, load 1.00"))
        .or(lossy_way("1.03 times", "lossy, load 1.03"))
        .or(lossy_way("1.11 times", "lossy, load 1.11"))
        .because("With 1.02, LDA+ loses 10 %."),
        question(
            "Section VI.B",
            "What is the least timeout of TCP?",
            "Section IV names Reno, and refers to a book about BSD systems. Their least timeout was 1 s.",
        )
        .used(
            growing_link("0.2 s", "LDA+")
                .measured("ldaplus-fig11b", every("F").where_is("with", "LDA+ 8 bit").between("N", 6.0, 6.0)),
        )
        .or(growing_link("1 s", "LDA+, timeouts of 1 s").measured(
            "ldaplus-fig11b",
            every("F").where_is("with", "8 bit, timeouts of 1 s").between("N", 6.0, 6.0),
        ))
        .because("The text gives no value, so TCP keeps the settings of the other sections."),
    ]
}
