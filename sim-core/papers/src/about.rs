//! The papers in plain words: who proposed what, and where.

use super::model::Paper;

/// What is said of a paper.
pub struct About {
    pub title: &'static str,
    pub authors: &'static str,
    pub year: &'static str,
    /// What was proposed, in plain words.
    pub proposed: &'static str,
}

impl Paper {
    pub fn about(self) -> About {
        match self {
            Self::LdaPlus => About {
                title: "LDA+ TCP-Friendly Adaptation: A Measurement and Comparison Study",
                authors: "D. Sisalem and A. Wolisz",
                year: "2000",
                proposed: "Audio and video over RTP need a rate that changes slowly and is still fair to TCP. LDA+ adapts it with nothing but \
                           the reports that RTP receivers send anyway, one in about five seconds: loss, round trip, and the rate of the \
                           bottleneck, which pairs of packets measure. Without loss the rate grows, by the least of three amounts: a \
                           step that is larger for slow flows, a share that shrinks towards the bottleneck's rate, and what a TCP would \
                           gain. With loss it falls by the root of the loss, but never below what TCP's throughput equation gives.",
            },
            Self::Tfwc => About {
                title: "Fairer TCP-Friendly Congestion Control Protocol for Multimedia Streaming Applications",
                authors: "S.-H. Choi and M. Handley",
                year: "2007",
                proposed: "TFRC paces packets by a clock and overshoots a small buffer; TCP, which waits for acknowledgements, gives way. \
                           TFWC puts TCP's throughput equation into a window: acknowledgements clock the packets, as with TCP, and the \
                           equation says how many may be on the way.",
            },
            Self::Trabol => About {
                title: "TCP-Friendly Congestion Control Mechanism for an UDP-Based High Speed Radar Application and Characterization of Fairness",
                authors: "S. L. Bangolae, A. P. Jayasumana and V. Chandrasekar",
                year: "2002",
                proposed: "A radar sends rays of data at up to hundreds of megabits per second over UDP. TRABOL counts what each ray loses: \
                           above 10 % the rate falls to 45 % of itself, and climbs back in steps that are smaller the greater the loss \
                           was, until a ray loses more than 5 %. The paper also defines an index of fairness that compares each \
                           flow with what it would get alone.",
            },
            Self::Taimd => About {
                title: "TAIMD: A TCP-Friendly Rate Controlling Algorithm Using Two-Step AIMD",
                authors: "G. G. D. Nishantha and Y. Hayashida",
                year: "2009",
                proposed: "A window that halves at each loss makes a rough stream. TAIMD keeps an estimate of its fair window. Below it the \
                           window grows quickly, above it slowly, and a loss takes it just below the estimate, so that it moves within \
                           some percent. The steps are chosen so that the mean is TCP's at the same loss; when the intervals between losses say \
                           that the estimate is too low it is raised faster.",
            },
            Self::Tpba => About {
                title: "TCP-Rate-Probing-Based Adaptation for Continuous Media Communications",
                authors: "Y. Tobe, Y. Tamura, H. Nishino and H. Tokuda",
                year: "2000",
                proposed: "Instead of working out what TCP would get, TPBA asks TCP: a media flow sends over TCP for some seconds, until three \
                           measurements agree, then over UDP at the rate that it found. After ten or thirty seconds it probes again. Losses \
                           while it runs over UDP lower the rate; only probing raises it.",
            },
            Self::Own => About {
                title: "Experiments of this project",
                authors: "Fairshare",
                year: "2026",
                proposed: "Algorithms that the papers compare with or build on but that none of their figures runs: GAIMD, a window whose \
                           increase and decrease can be chosen, and IFP, TCP's window without retransmissions.",
            },
        }
    }
}
