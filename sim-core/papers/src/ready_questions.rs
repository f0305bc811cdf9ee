//! Ready-made questions about the assumptions of an experiment: changes whose effects docs/deviations.md describes. The page
//! offers them first, and `fairshare papers ID --set NAME` applies one by its name.

use serde_json::{Value, json};

use crate::changes::Change;
use crate::model::{Experiment, Paper};

/// A question about an assumption, and the changes that answer it.
#[derive(Clone, Copy, Debug)]
pub struct ReadyQuestion {
    /// The name for `--set`, unique among the questions of all papers.
    pub id: &'static str,
    /// The question, as one sentence with a question mark.
    pub question: &'static str,
    /// What the experiment assumes, and why the question is worth asking.
    pub about: &'static str,
    /// Pairs of a path and a value.
    changes: &'static [(&'static str, &'static str)],
    /// The ids of the experiments that the question is about, or prefixes of ids.
    experiments: &'static [&'static str],
}

impl ReadyQuestion {
    pub fn changes(&self) -> Vec<Change> {
        let change =
            |&(path, value): &(&str, &str)| Change { path: path.to_owned(), value: value.to_owned() };
        self.changes.iter().map(change).collect()
    }

    pub fn is_about(&self, experiment: &Experiment) -> bool {
        self.experiments.iter().any(|prefix| experiment.id.starts_with(prefix))
    }

    pub fn to_json(&self) -> Value {
        json!({ "id": self.id, "question": self.question, "about": self.about,
                "changes": self.changes().iter().map(Change::to_json).collect::<Value>() })
    }
}

/// The questions about the experiments of a paper.
pub fn ready_questions(paper: Paper) -> Vec<ReadyQuestion> {
    let questions = match paper {
        Paper::LdaPlus => LDA_PLUS,
        Paper::Tfwc => TFWC,
        Paper::Trabol => TRABOL,
        Paper::Taimd => TAIMD,
        Paper::Tpba => TPBA,
        Paper::Own => OWN,
    };
    questions.to_vec()
}

/// The questions about an experiment.
pub fn questions_about(experiment: &Experiment) -> Vec<ReadyQuestion> {
    let mut questions = ready_questions(experiment.paper);
    questions.retain(|question| question.is_about(experiment));
    questions
}

/// The experiments with LDA+ beside TCP on drop-tail links.
const LDA_BESIDE_TCP: &[&str] = &["ldaplus-fig9b", "ldaplus-fig10b", "ldaplus-fig11b", "ldaplus-sens"];
/// The measurements of LDA+ over the Internet.
const LDA_OVER_THE_INTERNET: &[&str] = &["ldaplus-fig5", "ldaplus-fig6", "ldaplus-fig7", "ldaplus-fig8"];
/// The experiments with LDA+ and web traffic.
const LDA_WITH_WEB: &[&str] =
    &["ldaplus-fig2", "ldaplus-fig3", "ldaplus-fig4", "ldaplus-tab1", "ldaplus-tab2"];

const LDA_PLUS: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "lda-plus-d-1",
        question: "What if LDA+'s equation describes a TCP that acknowledges each packet (D = 1)?",
        about: "The paper gives no D. The experiments use D = 2, which the source of the equation calls typical. TCP here acknowledges each packet, for which D = 1 would be consistent.",
        changes: &[("lda_plus.acked_per_ack", "1")],
        experiments: &[
            "ldaplus-fig2",
            "ldaplus-fig3",
            "ldaplus-fig4",
            "ldaplus-fig5",
            "ldaplus-fig6",
            "ldaplus-fig7",
            "ldaplus-fig8",
            "ldaplus-fig9b",
            "ldaplus-fig10b",
            "ldaplus-fig11b",
            "ldaplus-tab",
            "ldaplus-sens",
        ],
    },
    ReadyQuestion {
        id: "lda-plus-newreno",
        question: "What if TCP is NewReno instead of Reno?",
        about: "The paper names Reno. With the random delay of the senders, a third of Reno's reductions end in a timeout.",
        changes: &[("tcp", "newreno")],
        experiments: &["ldaplus-"],
    },
    ReadyQuestion {
        id: "lda-plus-sack",
        question: "What if TCP has selective acknowledgements (SACK)?",
        about: "The paper names Reno. SACK recovers from several losses in one window without a timeout.",
        changes: &[("tcp", "sack")],
        experiments: &["ldaplus-"],
    },
    ReadyQuestion {
        id: "lda-plus-no-random-delay",
        question: "What if the senders add no random delay?",
        about: "Section VI.A describes a random delay of the senders, section VI.B does not. Without it, Reno loses fewer packets of a window at once.",
        changes: &[("jitter", "off")],
        experiments: &[
            "ldaplus-fig9",
            "ldaplus-fig2",
            "ldaplus-fig3",
            "ldaplus-fig4",
            "ldaplus-tab",
            "ldaplus-sens",
        ],
    },
    ReadyQuestion {
        id: "lda-plus-random-delay",
        question: "What if the senders add a random delay of up to the transmission time of a packet?",
        about: "Section VI.B describes the scenario without such a delay, section VI.A describes one.",
        changes: &[("jitter", "delay")],
        experiments: &["ldaplus-fig10", "ldaplus-fig11"],
    },
    ReadyQuestion {
        id: "lda-plus-delayed-acks",
        question: "What if TCP acknowledges every second packet?",
        about: "The text gives no settings of TCP. Simulators of the time acknowledged each packet, hosts every second one.",
        changes: &[("tcp.ack_every", "2"), ("tcp.ack_delay", "0.2")],
        experiments: &[
            "ldaplus-fig2",
            "ldaplus-fig3",
            "ldaplus-fig4",
            "ldaplus-tab",
            "ldaplus-fig9",
            "ldaplus-fig10",
            "ldaplus-fig11",
            "ldaplus-sens",
        ],
    },
    ReadyQuestion {
        id: "lda-plus-timeouts-of-1-s",
        question: "What if TCP's timeouts are at least 1 s, as in the BSD systems of the time?",
        about: "The text gives no timeout. The experiments have at least 0.2 s.",
        changes: &[("tcp.min_rto", "1"), ("tcp.rto_rule", "rfc6298")],
        experiments: &["ldaplus-"],
    },
    ReadyQuestion {
        id: "lda-plus-probes-of-10",
        question: "What if a probe of LDA+ has 10 packets instead of 4?",
        about: "The paper gives no length. Short probes disturb the flow least.",
        changes: &[("lda_plus.probe_packets", "10")],
        experiments: &[
            "ldaplus-fig2",
            "ldaplus-fig3",
            "ldaplus-fig4",
            "ldaplus-fig5",
            "ldaplus-fig6",
            "ldaplus-fig7",
            "ldaplus-fig8",
            "ldaplus-fig9b",
            "ldaplus-fig10b",
            "ldaplus-fig11b",
            "ldaplus-tab",
            "ldaplus-sens",
        ],
    },
    ReadyQuestion {
        id: "lda-plus-smoothed-rtt",
        question: "What if LDA+ averages its round-trip time?",
        about: "The paper gives a formula for a sample and no average. Here each sample has a weight of one eighth.",
        changes: &[("lda_plus.rtt_gain", "0.125")],
        experiments: LDA_BESIDE_TCP,
    },
    ReadyQuestion {
        id: "lda-plus-32-bits",
        question: "What if reports state the loss with 32 bits instead of 8?",
        about: "The paper's main point about RTCP: the field for the loss has 8 bits, so that small losses are reported as 0.",
        changes: &[("lda_plus.loss_field", "32")],
        experiments: &[
            "ldaplus-fig2",
            "ldaplus-fig3",
            "ldaplus-fig4",
            "ldaplus-fig9b",
            "ldaplus-fig10b",
            "ldaplus-tab",
            "ldaplus-sens",
        ],
    },
    ReadyQuestion {
        id: "lda-plus-no-receive-window",
        question: "What if TCP's receive window is unlimited?",
        about: "The hosts ran SunOS with a receive window of 8 kB, which limits TCP at small losses.",
        changes: &[("tcp.receive_window", "null")],
        experiments: LDA_OVER_THE_INTERNET,
    },
    ReadyQuestion {
        id: "lda-plus-acks-of-each-packet",
        question: "What if TCP acknowledges each packet?",
        about: "The hosts ran SunOS, which acknowledges every second packet.",
        changes: &[("tcp.ack_every", "1")],
        experiments: LDA_OVER_THE_INTERNET,
    },
    ReadyQuestion {
        id: "lda-plus-half-buffer",
        question: "What if the buffers are half as large?",
        about: "The paper gives the buffer of some figures only.",
        changes: &[("buffer", "0.5x")],
        experiments: LDA_WITH_WEB,
    },
];

const TFWC: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "tfwc-buffer-of-5",
        question: "What if the smallest buffer holds 5 packets instead of 15?",
        about: "The buffer is what the link sends in 12 ms, 0.15 packets at 0.1 Mb/s. The paper gives no minimum; 15 packets is the smallest buffer in the authors' later scripts. The limit does not count the packet in service.",
        changes: &[("buffer", "12ms"), ("buffer.min", "4")],
        experiments: &["tfwc-fig1"],
    },
    ReadyQuestion {
        id: "tfwc-buffer-of-10",
        question: "What if the smallest buffer holds 10 packets instead of 15?",
        about: "The paper gives no minimum; 15 packets is the smallest buffer in the authors' later scripts. The limit does not count the packet in service.",
        changes: &[("buffer", "12ms"), ("buffer.min", "9")],
        experiments: &["tfwc-fig1"],
    },
    ReadyQuestion {
        id: "tfwc-reno",
        question: "What if TCP is Reno instead of SACK?",
        about: "The paper does not name its TCP. The authors' later scripts use SACK.",
        changes: &[("tcp", "reno")],
        experiments: &["tfwc-"],
    },
    ReadyQuestion {
        id: "tfwc-newreno",
        question: "What if TCP is NewReno instead of SACK?",
        about: "The paper does not name its TCP. The authors' later scripts use SACK.",
        changes: &[("tcp", "newreno")],
        experiments: &["tfwc-"],
    },
    ReadyQuestion {
        id: "tfwc-delayed-acks",
        question: "What if TCP acknowledges every second packet?",
        about: "ns-2's receivers acknowledged each packet by default.",
        changes: &[("tcp.ack_every", "2"), ("tcp.ack_delay", "0.1")],
        experiments: &["tfwc-"],
    },
    ReadyQuestion {
        id: "tfwc-random-delay",
        question: "What if the senders add a random delay?",
        about: "The paper prevents phase effects by random access delays and reverse traffic, so the experiments add none.",
        changes: &[("jitter", "delay")],
        experiments: &["tfwc-"],
    },
    ReadyQuestion {
        id: "tfwc-lost-after-4",
        question: "What if TFWC counts a packet as lost after 4 later packets instead of 3?",
        about: "The paper does not specify this. Three is TCP's and TFRC's number, the authors' code has four.",
        changes: &[("tfwc.ndupack", "4")],
        experiments: &["tfwc-fig1b", "tfwc-floor"],
    },
    ReadyQuestion {
        id: "tfwc-16-intervals",
        question: "What if TFWC averages 16 loss intervals with the authors' weights?",
        about: "The paper states \"like TFRC\", which has 8 intervals. The authors' code has 16.",
        changes: &[("tfwc.intervals", "16"), ("tfwc.weights", "authors")],
        experiments: &["tfwc-fig1b", "tfwc-floor"],
    },
    ReadyQuestion {
        id: "tfwc-whole-windows",
        question: "What if TFWC rounds its window down to whole packets?",
        about: "The equation gives a real-valued window. The paper does not specify how it is rounded; the authors' code rounds it down.",
        changes: &[("tfwc.rounding", "truncate")],
        experiments: &["tfwc-fig1b", "tfwc-floor"],
    },
    ReadyQuestion {
        id: "tfwc-tfrc-damping",
        question: "What if TFRC prevents oscillations?",
        about: "RFC 5348 section 4.5 makes it optional. ns-2 always does it.",
        changes: &[("tfrc.damping", "true")],
        experiments: &["tfwc-"],
    },
];

const TRABOL: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "trabol-reno",
        question: "What if TCP is Reno instead of SACK?",
        about: "The paper measured real computers and does not name their TCP. With plain Reno, TCP often waits for a timeout at a round-trip time of 1 ms.",
        changes: &[("tcp", "reno")],
        experiments: &["trabol-fig7", "trabol-fig8", "trabol-tab1", "trabol-tcp-tcp"],
    },
    ReadyQuestion {
        id: "trabol-newreno",
        question: "What if TCP is NewReno instead of SACK?",
        about: "The paper does not name the TCP of its computers.",
        changes: &[("tcp", "newreno")],
        experiments: &["trabol-fig7", "trabol-fig8", "trabol-tab1", "trabol-tcp-tcp"],
    },
    ReadyQuestion {
        id: "trabol-reno-no-random-delay",
        question: "What if TCP is Reno and the senders add no random delay?",
        about: "The second drop in a window, which costs Reno a timeout, does not occur without the random delay of the senders.",
        changes: &[("tcp", "reno"), ("jitter", "off")],
        experiments: &["trabol-fig7", "trabol-fig8", "trabol-tab1", "trabol-tcp-tcp"],
    },
    ReadyQuestion {
        id: "trabol-d-factor-subtracts",
        question: "What if the D-factor is the share by which TRABOL reduces its rate?",
        about: "\"Decreased by D-factor\" can mean a reduction to 45 % or by 45 %. The experiments reduce to 45 %, because a severe decrease should be more than TCP's half.",
        changes: &[("trabol.d_mode", "subtract")],
        experiments: &["trabol-fig5b", "trabol-fig5c", "trabol-fig8", "trabol-tab1"],
    },
    ReadyQuestion {
        id: "trabol-increase-to-max-loss",
        question: "What if the increase ends at more than MAX_LOSS instead of MIN_LOSS?",
        about: "The paper ends the increase when \"the receiver reports losses\", and does not say how many.",
        changes: &[("trabol.stop_at", "max_loss")],
        experiments: &["trabol-fig5b", "trabol-fig5c", "trabol-fig8", "trabol-tab1"],
    },
    ReadyQuestion {
        id: "trabol-no-guard",
        question: "What if rays that were sent before a reduction can cause another one?",
        about: "The paper does not specify it. A report takes a ray and a round trip to arrive.",
        changes: &[("trabol.guard", "false")],
        experiments: &["trabol-fig5b", "trabol-fig5c", "trabol-fig8", "trabol-tab1"],
    },
];

/// The experiments in which TAIMD competes with TCP, or TCP disturbs it.
const TAIMD_WITH_TCP: &[&str] = &["taimd-fig6", "taimd-fig8"];

const TAIMD: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "taimd-sack",
        question: "What if TCP has selective acknowledgements (SACK)?",
        about: "A model of Reno is the paper's only reference for TCP, so the experiments use Reno.",
        changes: &[("tcp", "sack")],
        experiments: TAIMD_WITH_TCP,
    },
    ReadyQuestion {
        id: "taimd-newreno",
        question: "What if TCP is NewReno?",
        about: "A model of Reno is the paper's only reference for TCP, so the experiments use Reno.",
        changes: &[("tcp", "newreno")],
        experiments: TAIMD_WITH_TCP,
    },
    ReadyQuestion {
        id: "taimd-delayed-acks",
        question: "What if TCP acknowledges every second packet?",
        about: "The paper does not describe TCP's receiver.",
        changes: &[("tcp.ack_every", "2"), ("tcp.ack_delay", "0.1")],
        experiments: TAIMD_WITH_TCP,
    },
    ReadyQuestion {
        id: "taimd-50-ms-both-ways",
        question: "What if 50 ms is the round-trip delay of the narrow link?",
        about: "Section 4.1 calls 50 ms the one-way delay, and its symbol is RTT. Here the link has 25 ms in each direction, and the buffer is half as large.",
        changes: &[("network.forward.delay", "0.025"), ("buffer", "0.5x")],
        experiments: &["taimd-"],
    },
    ReadyQuestion {
        id: "taimd-half-buffer",
        question: "What if the buffer is half as large?",
        about: "The buffer is the link's rate times 100 ms. Version 0.1.0 had half of it.",
        changes: &[("buffer", "0.5x")],
        experiments: &["taimd-"],
    },
    ReadyQuestion {
        id: "taimd-random-delay",
        question: "What if the senders add a random delay?",
        about: "The paper does not mention one.",
        changes: &[("jitter", "delay")],
        experiments: &["taimd-"],
    },
    ReadyQuestion {
        id: "taimd-ws-printed",
        question: "What if equation 3.13 is used as printed?",
        about: "Its square root of 1.5 L, with L in rounds, is always below the fair share, so fast convergence never acts.",
        changes: &[("taimd.ws_mode", "printed")],
        experiments: &["taimd-"],
    },
    ReadyQuestion {
        id: "taimd-k-5",
        question: "What if the increase below the fair share is 5 times that above it (k = 5)?",
        about: "The paper has k = 3.",
        changes: &[("taimd.k", "5")],
        experiments: &["taimd-fig"],
    },
    ReadyQuestion {
        id: "taimd-delta-0-2",
        question: "What if the window varies by a fifth of its mean (delta = 0.2)?",
        about: "The paper has delta = 0.1.",
        changes: &[("taimd.delta", "0.2")],
        experiments: &["taimd-fig"],
    },
];

/// The experiments with TPBA flows.
const WITH_TPBA: &[&str] = &[
    "tpba-fig1",
    "tpba-fig22",
    "tpba-fig23",
    "tpba-fig29",
    "tpba-fig30",
    "tpba-fig31",
    "tpba-tab",
    "tpba-improved",
    "tpba-misconfigured",
    "tpba-multi",
    "tpba-sens",
];

const TPBA: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "tpba-window-of-11",
        question: "What if TCP's receive window is 11 segments?",
        about: "FreeBSD rounds its buffer of 16 kB up to 12 whole segments. Rounded down, it is 11.",
        changes: &[("tcp.receive_window", "11"), ("tpba.socket_buffer", "16060")],
        experiments: WITH_TPBA,
    },
    ReadyQuestion {
        id: "tpba-window-of-6",
        question: "What if TCP's receive window is 6 segments?",
        about: "The window is not stated. A buffer of 8 kB holds 6 segments.",
        changes: &[("tcp.receive_window", "6"), ("tpba.socket_buffer", "8760")],
        experiments: WITH_TPBA,
    },
    ReadyQuestion {
        id: "tpba-queue-of-64",
        question: "What if the queue of the router holds 64 packets?",
        about: "The paper does not give its size. In figure 3 nothing is lost, which needs room for 103 packets.",
        changes: &[("buffer", "64")],
        experiments: &["tpba-"],
    },
    ReadyQuestion {
        id: "tpba-queue-of-1000",
        question: "What if the queue of the router holds 1000 packets?",
        about: "The paper does not give its size. With 120 packets, small data units fill the queue.",
        changes: &[("buffer", "1000")],
        experiments: &["tpba-fig19", "tpba-fig20"],
    },
    ReadyQuestion {
        id: "tpba-acks-of-each-segment",
        question: "What if TCP acknowledges each segment?",
        about: "FreeBSD acknowledges every second segment. With an acknowledgement for each one, the segments of a window stay together.",
        changes: &[("tcp.ack_every", "1")],
        experiments: &["tpba-"],
    },
    ReadyQuestion {
        id: "tpba-random-delay",
        question: "What if the senders add a random delay?",
        about: "The paper measured computers. The delay of up to a packet's time would be 10 ms on a path of 12 ms.",
        changes: &[("jitter", "delay")],
        experiments: &["tpba-"],
    },
    ReadyQuestion {
        id: "tpba-newreno",
        question: "What if TCP, including TPBA's, is NewReno?",
        about: "FreeBSD 2.2.6 had Reno.",
        changes: &[("tcp", "newreno")],
        experiments: &["tpba-"],
    },
    ReadyQuestion {
        id: "tpba-sack",
        question: "What if TCP, including TPBA's, has selective acknowledgements (SACK)?",
        about: "FreeBSD 2.2.6 had Reno.",
        changes: &[("tcp", "sack")],
        experiments: &["tpba-"],
    },
    ReadyQuestion {
        id: "tpba-rates-of-0",
        question: "What if three measured rates of 0 end probing, by the printed rule?",
        about: "A stalled connection then ends probing at a rate of 0. The experiments do not let a rate of 0 end it.",
        changes: &[("tpba.positive", "false")],
        experiments: WITH_TPBA,
    },
];

const OWN: &[ReadyQuestion] = &[
    ReadyQuestion {
        id: "own-newreno",
        question: "What if TCP is NewReno?",
        about: "The flavour decides how often TCP waits for a timeout.",
        changes: &[("tcp", "newreno")],
        experiments: &["own-"],
    },
    ReadyQuestion {
        id: "own-delayed-acks",
        question: "What if TCP acknowledges every second packet?",
        about: "TCP here acknowledges each packet.",
        changes: &[("tcp.ack_every", "2")],
        experiments: &["own-"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::change;
    use crate::model::Procedure;
    use sim_core::simulation::kinds;
    use std::collections::BTreeSet;

    /// The experiment with one cell for each combination of algorithms, which keeps the test short; `None` if it is not
    /// simulated.
    fn with_few_cells(mut experiment: Experiment) -> Option<Experiment> {
        let Procedure::Simulate(plan) = &mut experiment.procedure else { return None };
        let mut seen = BTreeSet::new();
        plan.cells.retain(|cell| {
            let flows = cell.document["flows"].as_array().map_or(&[][..], Vec::as_slice);
            seen.insert(flows.iter().map(|flow| flow["algorithm"].to_string()).collect::<Vec<_>>())
        });
        Some(experiment)
    }

    #[test]
    fn every_question_changes_the_experiments_that_it_is_about() {
        let kinds = kinds();
        let simulated: Vec<Experiment> = crate::all().into_iter().filter_map(with_few_cells).collect();
        let mut ids = BTreeSet::new();
        let mut failures = Vec::new();
        for question in Paper::ALL.into_iter().flat_map(ready_questions) {
            assert!(ids.insert(question.id), "{} occurs twice", question.id);
            assert!(question.question.ends_with('?') && question.about.ends_with('.'), "{}", question.id);
            for prefix in question.experiments {
                assert!(simulated.iter().any(|e| e.id.starts_with(prefix)), "{}: {prefix}", question.id);
            }
            for experiment in simulated.iter().filter(|experiment| question.is_about(experiment)) {
                match change(experiment, &question.changes(), kinds) {
                    Ok(changed) if changed.changes.iter().all(|applied| applied.cells == 0) => {
                        failures.push(format!("{} does not change {}", question.id, experiment.id));
                    }
                    Ok(_) => {}
                    Err(error) => failures.push(format!("{}, {}: {error:?}", question.id, experiment.id)),
                }
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }

    #[test]
    fn every_simulated_experiment_has_a_question() {
        let has_none =
            |experiment: &Experiment| experiment.plan().is_some() && questions_about(experiment).is_empty();
        let without: Vec<&str> = crate::all().iter().filter(|e| has_none(e)).map(|e| e.id).collect();
        // A single UDP flow without control has no assumption about an algorithm.
        assert_eq!(without, ["trabol-fig5a"]);
    }
}
