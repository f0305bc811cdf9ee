//! What the text of the paper about TRABOL leaves open.

use crate::claims::every;
use crate::open_questions::{OpenQuestion, Reading, question, reading};

pub fn questions() -> Vec<OpenQuestion> {
    let beside = |what, experiment, rival| -> Reading {
        reading(what)
            .measured(experiment, every("x1").where_is("run", "both").where_is("rival", rival))
            .measured(experiment, every("tfi").where_is("rival", rival))
    };
    let start = |what, how| -> Reading {
        reading(what).measured("trabol-fig5b", every("worst_at_start").where_is("how", how))
    };
    vec![
        question(
            "Figure 5b",
            "At which rate does the sender with control start?",
            "With control, the loss has peaks of at most 25 %, except in an initial transient. The paper does not give the rate at the start.",
        )
        .used(start("The rate without control, 500 Mb/s", "TRABOL, start at 500 Mb/s"))
        .or(start("The target rate, 150 Mb/s", "TRABOL"))
        .because(
            "Only the first reading has a transient in which a ray loses more than 25 %. Figure 5c, about which the text \
             mentions no transient, starts at the target rate.",
        ),
        question(
            "Figure 5",
            "How much can the receiver accept?",
            "The paper shows rate and loss over time, but does not give the rate at which the receiver or the network drops packets.",
        )
        .used(
            reading("132 Mb/s")
                .measured("trabol-fig5c", every("allowed").between("takes", 132.0, 132.0))
                .note("The rate alternates between decreases and increases."),
        )
        .or(
            reading("120 Mb/s")
                .measured("trabol-fig5c", every("allowed").between("takes", 120.0, 120.0))
                .note("The rate settles where the loss is between MIN_LOSS and MAX_LOSS."),
        )
        .because("Only a rate above 128 Mb/s gives the repeated peaks of loss that figure 5b describes."),
        question(
            "Figure 4",
            "Is the D-factor of 0.45 the share of the rate that remains, or the share by which the rate decreases?",
            "The sending rate is decreased aggressively, by the D-factor.",
        )
        .used(reading("The share that remains").note("The first decrease is from 150 to 67.5 Mb/s."))
        .or(reading("The share by which the rate decreases").note("The first decrease is from 150 to 82.5 Mb/s."))
        .because("The paper calls its decrease severe. The second reading decreases the rate less than TCP does. It is the setting `d_mode`."),
        question(
            "Figure 7a, Table 1",
            "At which rate does netperf send UDP?",
            "TCP gets at most 8 of 92 Mb/s beside a continuous UDP stream. The paper does not give the rate of the stream.",
        )
        .used(beside("As fast as Fast Ethernet allows, 95.7 Mb/s", "trabol-fig7a", "UDP"))
        .or(beside("84 Mb/s", "trabol-fig7a", "UDP, 84 Mb/s"))
        .because(
            "netperf sends as fast as it can, and the paper mentions no limit. The second rate is calculated from the paper's result, so that it \
             cannot confirm the result.",
        ),
        question(
            "Figure 7c, Table 1",
            "How long are the bursts of the radar and the gaps between them?",
            "The radar sends huge bursts with gaps of a few milliseconds. The paper gives neither durations nor rates.",
        )
        .used(
            beside("100 Mb/s for 19 ms, then a gap of 6 ms", "trabol-fig7c", "radar"),
        )
        .or(reading("Other durations").note("TCP gets about 92 Mb/s minus the mean rate of the radar."))
        .because("The text does not decide it. The durations are calculated from the result, so that they cannot confirm it."),
        question(
            "Figure 8, Table 1",
            "Which target rate does TRABOL have while it shares the link with TCP?",
            "TCP gets 43 Mb/s. The paper gives a target rate of 150 Mb/s and a minimum rate of 45 Mb/s for figure 5, and no rates for figure 8.",
        )
        .used(beside("49 Mb/s", "trabol-fig8", "TRABOL"))
        .or(beside("150 Mb/s", "trabol-fig8-150", "TRABOL, 150 Mb/s"))
        .because(
            "The text does not decide it, so both are judged: 49 Mb/s in `trabol-fig8` and table 1, 150 Mb/s in `trabol-fig8-150`. \
             49 Mb/s is calculated from the result, the link's 92 Mb/s minus TCP's 43 Mb/s, so that it cannot confirm the result.",
        ),
        question(
            "Equation 8, Table 1",
            "Which reference rates does the fairness index have?",
            "The reference rate of a flow is the rate that it gets as the only user of the link. The table gives no reference rates.",
        )
        .used(reading("Equal reference rates").measured("trabol-tab1", every("tfi")))
        .or(reading("The rate that each flow gets alone").measured("trabol-tab1", every("tfi_alone")))
        .because("With equal reference rates, the rates of the table give all four of its indices: 1, 0.59, 0.71 and 0.995."),
        question(
            "Section VI",
            "Which TCP did the hosts use?",
            "The paper does not name the TCP or the operating system.",
        )
        .used(reading("SACK").measured(
            "trabol-tab1",
            every("x1").where_is("run", "both").where_is("rival", "TCP"),
        ))
        .or(reading("Plain Reno").note(
            "TCP gets 34, 6 and 26 Mb/s beside TCP, radar and TRABOL, where the paper has 46, 17 and 43 Mb/s, and 67 Mb/s alone.",
        ))
        .because("Linux and Windows of that time used SACK by default."),
    ]
}
