//! The models, the quantities that they give, and the reasons why a model is valid or not.

use sim_core::choice;

choice! {
    /// A model of the literature.
    pub enum Model {
        /// The square-root law of Mathis and others 1997.
        Mathis "mathis",
        /// The full model of Padhye and others 1998.
        Padhye "padhye",
        /// The equation by which the algorithm itself sets its rate.
        Own "own",
        /// The mean window of AIMD(a, b).
        Aimd "aimd",
        /// The mean window of CUBIC, RFC 9438 section 5.
        Cubic "cubic",
        /// The mean window of DCTCP with random marks.
        Dctcp "dctcp",
        /// The highest queue of DCTCP at a marking threshold.
        DctcpQueue "dctcp_queue",
        /// The share of BBR against loss-based flows, Ware and others 2019.
        Bbr "bbr",
        /// The utilisation that the sawtooth of one flow reaches with the buffer.
        Sawtooth "sawtooth",
        /// The buffer that keeps the link busy, Appenzeller and others 2004.
        Buffer "buffer",
        /// The mean queue of M/D/1.
        Md1 "md1",
    }
}

choice! {
    /// The quantities that models give.
    pub enum Quantity {
        /// Rate through the last link in bit/s, for each flow.
        Rate "rate",
        /// Packets per round trip, for each flow.
        Window "window",
        /// Waiting packets.
        Queue "queue",
        /// Size of the buffer in packets.
        Buffer "buffer",
        /// Share of the link's capacity that is used.
        Utilisation "utilisation",
    }
}

impl Quantity {
    pub fn unit(self) -> &'static str {
        match self {
            Self::Rate => "bit/s",
            Self::Window | Self::Queue | Self::Buffer => "packets",
            Self::Utilisation => "",
        }
    }
}

choice! {
    /// Whether the assumptions of a model hold.
    pub enum Validity {
        /// The run meets the assumptions.
        Holds "holds",
        /// The value is computed, but the run does not meet an assumption.
        Outside "outside",
        /// The model has no value for this run.
        None "none",
    }
}

/// The reason for a validity, in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    RandomLoss,
    HighLoss,
    Timeouts,
    FewLosses,
    NoLoss,
    NoMarks,
    Limited,
    ReceiverWindow,
    OtherRule,
    Equation,
    Measured,
    Window,
    Mixed,
    StepQueue,
    NotStepQueue,
    DeepBuffer,
    NoBbr,
    NoCompetitor,
    NotDropTail,
    SmallBuffer,
    LongDrain,
    OneFlow,
    SeveralFlows,
    ManyFlows,
    FewFlows,
    OpenLoop,
    NotPoisson,
    Responsive,
    Overload,
    SeveralLinks,
    Changes,
    LossRules,
    OtherAlgorithms,
    QueueKind,
    AdaptiveRed,
    FluidMany,
    FluidFew,
    FluidDropTail,
    TooLong,
}

impl Reason {
    pub const ALL: &'static [Self] = &[
        Self::RandomLoss,
        Self::HighLoss,
        Self::Timeouts,
        Self::FewLosses,
        Self::NoLoss,
        Self::NoMarks,
        Self::Limited,
        Self::ReceiverWindow,
        Self::OtherRule,
        Self::Equation,
        Self::Measured,
        Self::Window,
        Self::Mixed,
        Self::StepQueue,
        Self::NotStepQueue,
        Self::DeepBuffer,
        Self::NoBbr,
        Self::NoCompetitor,
        Self::NotDropTail,
        Self::SmallBuffer,
        Self::LongDrain,
        Self::OneFlow,
        Self::SeveralFlows,
        Self::ManyFlows,
        Self::FewFlows,
        Self::OpenLoop,
        Self::NotPoisson,
        Self::Responsive,
        Self::Overload,
        Self::SeveralLinks,
        Self::Changes,
        Self::LossRules,
        Self::OtherAlgorithms,
        Self::QueueKind,
        Self::AdaptiveRed,
        Self::FluidMany,
        Self::FluidFew,
        Self::FluidDropTail,
        Self::TooLong,
    ];

    /// The identifier, by which the page finds its translation.
    pub fn id(self) -> &'static str {
        self.texts().0
    }

    /// The sentence in English.
    pub fn text(self) -> &'static str {
        self.texts().1
    }

    #[expect(clippy::too_many_lines, reason = "a table of texts")]
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::RandomLoss => ("random_loss", "Losses are rare, and each one halves the window once."),
            Self::HighLoss => (
                "high_loss",
                "More than 2 % of the packets cause a cut, so timeouts matter; the law ignores them.",
            ),
            Self::Timeouts => ("timeouts", "More than one cut in ten is a timeout, which the law ignores."),
            Self::FewLosses => ("few_losses", "Fewer than 10 cuts are too few for a loss rate."),
            Self::NoLoss => (
                "no_loss",
                "The flow had no loss or mark, and the equation has no value at a loss rate of 0.",
            ),
            Self::NoMarks => ("no_marks", "The queue marked no packet."),
            Self::Limited => ("limited", "The source does not always have data to send."),
            Self::ReceiverWindow => ("receiver_window", "The receiver's window limits the flow."),
            Self::OtherRule => ("other_rule", "The algorithm follows another rule."),
            Self::Equation => (
                "equation",
                "The algorithm sets its rate by this equation, with a loss rate that it averages.",
            ),
            Self::Measured => (
                "measured",
                "The equation takes the loss rate, the round-trip time and the timeout of the run.",
            ),
            Self::Window => ("window", "The law takes the rate of cuts of the run."),
            Self::Mixed => {
                ("mixed", "Other flows share the marking queue, so the marks of this flow are not known.")
            }
            Self::StepQueue => (
                "step_queue",
                "The queue marks at a threshold, so the marks come in bursts; the law assumes random marks.",
            ),
            Self::NotStepQueue => {
                ("not_step_queue", "The form for a threshold needs a queue that marks at one queue length.")
            }
            Self::DeepBuffer => (
                "deep_buffer",
                "Loss-based flows keep a buffer of more than one bandwidth-delay product full.",
            ),
            Self::NoBbr => ("no_bbr", "No flow uses BBR v1."),
            Self::NoCompetitor => ("no_competitor", "BBR has no loss-based competitor with unlimited data."),
            Self::NotDropTail => {
                ("not_drop_tail", "The model needs a drop-tail queue that loss-based flows fill.")
            }
            Self::SmallBuffer => {
                ("small_buffer", "The buffer is so small that BBR's window limit does not decide.")
            }
            Self::LongDrain => (
                "long_drain",
                "The buffer drains for longer than the interval in which BBR measures the round-trip time.",
            ),
            Self::OneFlow => ("one_flow", "One flow with unlimited data crosses a drop-tail queue."),
            Self::SeveralFlows => ("several_flows", "The form is that of one flow."),
            Self::ManyFlows => ("many_flows", "At least 100 flows lose packets at different moments."),
            Self::FewFlows => {
                ("few_flows", "Fewer than 100 flows can lose packets together and need a larger buffer.")
            }
            Self::OpenLoop => {
                ("open_loop", "Packets of one size arrive at random, and no sender reacts to the queue.")
            }
            Self::NotPoisson => (
                "not_poisson",
                "The arrivals are not random, so the queue is shorter or longer than that of M/D/1.",
            ),
            Self::Responsive => {
                ("responsive", "Senders react to the queue, which makes the load 1 by design.")
            }
            Self::Overload => ("overload", "The load is 1 or more, so the queue has no mean."),
            Self::SeveralLinks => ("several_links", "The flows do not share one bottleneck."),
            Self::Changes => ("changes", "The network or the flows change during the run."),
            Self::LossRules => {
                ("loss_rules", "Packets are also lost on the line, which the model does not contain.")
            }
            Self::OtherAlgorithms => {
                ("other_algorithms", "The equations of at least one algorithm in the queue are not known.")
            }
            Self::QueueKind => ("queue_kind", "The model has no equation for this queue discipline."),
            Self::AdaptiveRed => ("adaptive_red", "RED adjusts its own settings, or counts bytes."),
            Self::FluidMany => ("fluid_many", "At least 20 flows share a RED queue, so their sum is smooth."),
            Self::FluidFew => {
                ("fluid_few", "Fewer than 20 flows share the queue; each cut moves it visibly.")
            }
            Self::FluidDropTail => (
                "fluid_drop_tail",
                "The fluid loses what exceeds the capacity of a full queue, so all its flows cut together; real flows lose packets at different moments.",
            ),
            Self::TooLong => ("too_long", "The run is too long for the steps that the equation needs."),
        }
    }
}

/// A value of a model for a run, and the measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelLine {
    pub model: Model,
    /// The ID of the entry in the document's `flows`, or of the link.
    pub of: String,
    pub quantity: Quantity,
    pub value: Option<f64>,
    pub measured: Option<f64>,
    pub validity: Validity,
    pub reason: Reason,
}

impl ModelLine {
    /// The value divided by the measured number.
    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.value? / self.measured?;
        ratio.is_finite().then_some(ratio)
    }
}
