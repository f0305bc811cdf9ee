//! Title, authors, venue, year and a plain summary of each paper.

use crate::model::Paper;

/// A paper and what it proposes.
pub struct PaperInfo {
    pub title: &'static str,
    pub authors: &'static str,
    pub year: &'static str,
    /// Where the paper appeared, as far as it is known.
    pub venue: &'static str,
    /// Whether the text of the paper names the venue and the year. Otherwise they come from references to the paper.
    pub venue_in_text: bool,
    /// The id of the algorithm that the paper proposes; `None` for our own experiments.
    pub algorithm: Option<&'static str>,
    /// The problem that the paper solves, in one sentence.
    pub problem: &'static str,
    /// The proposal in two sentences.
    pub brief: &'static str,
    /// A plain summary of the proposal.
    pub proposed: &'static str,
}

impl Paper {
    pub fn info(self) -> PaperInfo {
        match self {
            Self::LdaPlus => PaperInfo {
                title: "LDA+ TCP-Friendly Adaptation: A Measurement and Comparison Study",
                authors: "D. Sisalem and A. Wolisz",
                year: "2000",
                venue: "10th International Workshop on Network and Operating System Support for Digital Audio and Video (NOSSDAV)",
                venue_in_text: false,
                algorithm: Some("lda_plus"),
                problem: "Audio and video need a rate that changes slowly, and TCP flows on the same link must not suffer from them.",
                brief: "A sender adapts its rate to the reports that RTP receivers send about every five seconds, without further messages. It increases the rate in bounded steps without loss, and reduces it with the square root of the loss fraction.",
                proposed: "Audio and video over RTP need a rate that changes slowly and is still fair to TCP. LDA+ uses only the reports that \
                                           RTP receivers send anyway, about one every five seconds: the loss fraction, the round-trip time, and the \
                                           bottleneck's rate as measured by packet pairs. Without loss it increases the rate by the smallest of three \
                                           amounts: a step that is larger for slow flows, a step that shrinks as the rate approaches the bottleneck's \
                                           rate, and the increase that a TCP flow would make. With loss it decreases the rate in proportion to the square \
                                           root of the loss fraction, but not below the rate of TCP's throughput equation.",
            },
            Self::Tfwc => PaperInfo {
                title: "Fairer TCP-Friendly Congestion Control Protocol for Multimedia Streaming Applications",
                authors: "S.-H. Choi and M. Handley",
                year: "2007",
                venue: "CoNEXT 2007, New York",
                venue_in_text: true,
                algorithm: Some("tfwc"),
                problem: "TFRC paces its packets at a computed rate, overshoots small buffers on slow links, and starves TCP.",
                brief: "TCP's throughput equation sets a window instead of a rate. Acknowledgements clock the packets, as in TCP.",
                proposed: "TFRC sends packets at a paced rate and overshoots small buffers, and TCP flows that share the buffer suffer. \
                                           TFWC uses TCP's throughput equation to set a window: acknowledgements clock the packets, as in TCP, and the \
                                           equation limits the number of packets in flight.",
            },
            Self::Trabol => PaperInfo {
                title: "TCP-Friendly Congestion Control Mechanism for an UDP-Based High Speed Radar Application and Characterization of Fairness",
                authors: "S. L. Bangolae, A. P. Jayasumana and V. Chandrasekar",
                year: "2002",
                venue: "8th International Conference on Communication Systems (ICCS)",
                venue_in_text: false,
                algorithm: Some("trabol"),
                problem: "A radar that sends hundreds of megabits per second over UDP takes the link from TCP.",
                brief: "The sender measures the loss of each ray, reduces its rate to 45 % above 10 % of loss, and then increases it in steps. A fairness index compares each flow with the rate that it gets alone.",
                proposed: "A radar sends rays of data at up to hundreds of megabits per second over UDP. TRABOL measures the loss of each \
                                           ray. Above 10 % it reduces the rate to 45 %. It then increases the rate in steps, which are smaller after \
                                           greater losses, until a ray loses more than 5 %. The paper also defines a fairness index that compares each \
                                           flow with the rate that it gets alone.",
            },
            Self::Taimd => PaperInfo {
                title: "TAIMD: A TCP-Friendly Rate Controlling Algorithm Using Two-Step AIMD",
                authors: "G. G. D. Nishantha and Y. Hayashida",
                year: "2009",
                venue: "Received January 27, 2009; the text names no journal",
                venue_in_text: true,
                algorithm: Some("taimd"),
                problem: "A window that is halved at each loss gives media an uneven rate.",
                brief: "The sender estimates its fair window, grows quickly below it and slowly above it, and falls back to just below it at a loss. The mean window equals TCP's at the same loss rate.",
                proposed: "A window that is halved at each loss gives an uneven rate. TAIMD estimates its fair window. It increases the \
                                           window quickly below the estimate and slowly above it, and a loss reduces the window to just below the \
                                           estimate, so that it varies by a few percent only. The steps are chosen so that the mean window equals TCP's at \
                                           the same loss rate. When the intervals between losses show that the estimate is too low, TAIMD raises it faster.",
            },
            Self::Tpba => PaperInfo {
                title: "TCP-Rate-Probing-Based Adaptation for Continuous Media Communications",
                authors: "Y. Tobe, Y. Tamura, H. Nishino and H. Tokuda",
                year: "2000",
                venue: "IPSJ Journal",
                venue_in_text: false,
                algorithm: Some("tpba"),
                problem: "Rules that imitate TCP need settings for each path, and wrong settings are unfair to TCP.",
                brief: "A media flow sends over TCP for some seconds and measures the rate that it gets. Then it sends over UDP at that rate, until it probes again.",
                proposed: "TPBA does not calculate the rate of a TCP flow but measures it: a media flow sends over TCP for some seconds, until \
                                           three measurements agree, and then over UDP at the measured rate. After ten or thirty seconds it probes again. \
                                           Losses during the UDP phase reduce the rate. Only probing increases it.",
            },
            Self::Own => PaperInfo {
                title: "Experiments of this project",
                authors: "Fairshare",
                year: "2026",
                venue: "This project",
                venue_in_text: true,
                algorithm: None,
                problem: "Two algorithms that the papers build on appear in none of their figures.",
                brief: "GAIMD and IFP respond to random loss. Five flows of each share a link with five SACK flows.",
                proposed: "Algorithms that the papers compare with or build on, but that none of their figures shows: GAIMD, a window \
                                           algorithm with configurable increase and decrease, and IFP, TCP's window without retransmissions.",
            },
        }
    }
}
