// Generated from the simulator's declarations by `npm run gen`. Do not edit.

export type JsonObject = { readonly [key: string]: Json };

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A number, or a range from which each flow draws uniformly. */
export type Span = number | { readonly min: number; readonly max: number };

/** A queue limit: exactly one unit. */
export type Limit =
  | { readonly packets: number }
  | { readonly bytes: number }
  | { readonly seconds: number }
  | { readonly bdp: number };

export type AlgorithmId = "tahoe" | "reno" | "newreno" | "sack" | "cubic" | "tfrc" | "rap" | "tfwc" | "tfrcp" | "ifp" | "gaimd" | "taimd" | "trabol" | "lda" | "ldaf" | "lda_plus" | "tpba" | "udp";

export type SourceKind = "greedy" | "finite" | "cbr" | "on_off" | "web" | "mice" | "radar" | "arrivals" | "media";

export type QueueKind = "drop_tail" | "red" | "codel" | "fq_codel" | "pie" | "drr" | "priority";

export type LossKind = "random" | "every" | "listed" | "burst" | "gilbert_elliott" | "policer";

/** Parameters of TCP Tahoe. */
export type TahoeParams = {
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of TCP Reno. */
export type RenoParams = {
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of TCP NewReno. */
export type NewrenoParams = {
  /** When the retransmission timer is restarted during recovery. */
  readonly partial_timer?: "impatient" | "slow_but_steady";
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of TCP SACK. */
export type SackParams = {
  /** How loss and packets in flight are told from selective acknowledgements. */
  readonly sack_rule?: "rfc6675" | "ns2";
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of CUBIC. */
export type CubicParams = {
  /** How fast the window grows: the constant $C$ of the cubic function. (packets/s^3) */
  readonly c?: number;
  /** What is left of the window after a loss. */
  readonly beta?: number;
  /** A flow whose last peak was lower than the one before it gives up more, so that new flows get their share sooner. */
  readonly fast_convergence?: boolean;
  /** How loss and packets in flight are told from selective acknowledgements. */
  readonly sack_rule?: "rfc6675" | "ns2";
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of TFRC. */
export type TfrcParams = {
  /** Whose rules are followed; settings left at "as the flavour" follow it. */
  readonly flavour?: "rfc5348" | "rfc3448" | "ns2";
  /** What the equation takes for TCP's retransmission timeout. */
  readonly t_rto?: "4r" | "tcp" | "least" | null;
  /** Tick of the clock with which the timeout is measured as TCP does. (s) */
  readonly t_rto_tick?: number;
  /** Least value of a timeout measured as TCP does. (s) */
  readonly t_rto_floor?: number;
  /** Least value of 4 R where a least value is asked for. (s) */
  readonly t_rto_least?: number;
  /** Loss intervals that are averaged. */
  readonly intervals?: number;
  /** A long spell without loss makes older intervals count less. */
  readonly discounting?: boolean;
  /** How much of their weight older intervals keep at least. */
  readonly discount_floor?: number | null;
  /** Packets received above a missing one that make it count as lost. (packets) */
  readonly ndupack?: number | null;
  /** Share of the old average that each round-trip sample leaves. */
  readonly rtt_memory?: number | null;
  /** Slow down for a moment when the round trip grows: the rate is multiplied by the mean of $\sqrt{R}$ over the root of the latest sample. */
  readonly damping?: boolean | null;
  /** Limit the factor $3\sqrt{3bp/8}$ of the equation to 1. */
  readonly clamp?: boolean | null;
  /** Packets per acknowledgement of the TCP that the equation stands for. (packets) */
  readonly acked_per_ack?: number;
  /** Never send faster than what was received when the last round trip had losses, and hardly faster when it had none. */
  readonly conservative?: boolean;
  /** How much faster than received, in a round trip without loss. */
  readonly conservative_factor?: number | null;
  /** Growth of the rate per step of slow start. */
  readonly slow_start_factor?: number;
  /** Reports per round trip. */
  readonly reports_per_rtt?: number;
  /** Each gap between packets is drawn within this share of itself, up and down. */
  readonly dither?: number;
  /** The longest time between packets. (s) */
  readonly t_mbi?: number;
  /** Size of a report on the wire. (bytes) */
  readonly report_size?: number;
};

/** Parameters of RAP. */
export type RapParams = {
  /** Whose start is followed. */
  readonly flavour?: "paper" | "ns2";
  /** Packets per round trip that are added in each round trip. (packets) */
  readonly alpha?: number;
  /** What is left of the rate after a loss. */
  readonly beta?: number;
  /** Share of each new sample in the smoothed round trip and in its deviation. */
  readonly delta?: number;
  /** The timeout is this many smoothed round trips... */
  readonly mu?: number;
  /** ...and this many deviations. */
  readonly phi?: number;
  /** Change the gap within a round trip by the short-term over the long-term mean of the round trip. */
  readonly fine_grain?: boolean;
  /** Share of each new sample in the short-term mean. */
  readonly k_frtt?: number;
  /** Share of each new sample in the long-term mean. */
  readonly k_xrtt?: number;
  /** Share of the packets it could have sent in a step that it must have sent to go faster. */
  readonly least_used?: number;
  /** Each gap is longer by a random time of up to this. (s) */
  readonly gap_noise?: number;
  /** Round-trip samples are whole multiples of this; 0: exact. (s) */
  readonly rtt_tick?: number;
  /** Round-trip samples are longer by a random time of up to this. (s) */
  readonly rtt_noise?: number;
  /** The rate never exceeds this. (bit/s) */
  readonly max_rate?: number | null;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
};

/** Parameters of TFWC. */
export type TfwcParams = {
  /** How the equation's window becomes packets. */
  readonly rounding?: "real" | "truncate" | "round";
  /** Loss intervals that are averaged; the authors' simulator code has 16. */
  readonly intervals?: number;
  /** Weights of the loss intervals. */
  readonly weights?: "tfrc" | "authors";
  /** A packet is looked at when one so much later has arrived; the authors' simulator code has 4. (packets) */
  readonly ndupack?: number;
  /** Below this window packets follow a timer instead of acknowledgements; the authors have 2.5 and 2. (packets) */
  readonly timer_threshold?: number;
  /** The timer's gap is multiplied by this; the authors' simulator code has 0.8. */
  readonly gap_factor?: number;
  /** What the equation takes for TCP's timeout while a timer clocks the packets. */
  readonly t_rto?: "4r" | "tcp" | "least";
  /** Tick of the clock with which that timeout is measured as TCP does. (s) */
  readonly t_rto_tick?: number;
  /** Least value of 4 R where a least value is asked for. (s) */
  readonly t_rto_least?: number;
  /** Multiply the timer's gap by the root of the latest round trip over the mean of the roots. */
  readonly damping?: boolean;
  /** Share of the old average that each round-trip sample leaves. */
  readonly rtt_memory?: number;
  /** What happens to the timeout when it expires. */
  readonly back_off?: "double" | "two_rtt";
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number;
  /** Spread packets over the round trip instead of answering acknowledgements at once. */
  readonly pacing?: boolean;
  /** Size of an acknowledgement on the wire, without its vector. (bytes) */
  readonly ack_size?: number;
  /** What each 16 packets of the vector add to it. (bytes) */
  readonly vector_bytes?: number;
};

/** Parameters of TFRCP. */
export type TfrcpParams = {
  /** The rate is set once in so long. (s) */
  readonly interval?: number;
  /** Packets per acknowledgement of the TCP that the model stands for. (packets) */
  readonly acked_per_ack?: number;
  /** The model's receiver window. (packets) */
  readonly max_window?: number;
  /** What the model takes for TCP's retransmission timeout. */
  readonly t_rto?: "4r" | "tcp" | "least";
  /** Floor of the timeout that is measured, and the least value where one is asked for. (s) */
  readonly min_rto?: number;
  /** Growth of the rate after an interval without loss. */
  readonly increase?: number;
  /** Later packets received that make a packet count as lost. (packets) */
  readonly reordering?: number;
  /** The rate never exceeds this. (bit/s) */
  readonly max_rate?: number | null;
  /** Earlier packets that each acknowledgement tells of. (packets) */
  readonly redundancy?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
};

/** Parameters of IFP. */
export type IfpParams = {
  /** The source hears of a mean of the rate over so many round trips. (RTT) */
  readonly smoothing?: number;
  /** Earlier packets that each acknowledgement tells of as well, so that lost acknowledgements are no loss. (packets) */
  readonly redundancy?: number;
  /** Window at the start. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number;
  /** Later packets received that make a packet count as lost. (packets) */
  readonly dupthresh?: number;
  /** Floor of the timeout. (s) */
  readonly min_rto?: number;
  /** Spread packets over the round trip. */
  readonly pacing?: boolean;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
};

/** Parameters of GAIMD. */
export type GaimdParams = {
  /** Packets that the window grows by in each round trip. (packets) */
  readonly alpha?: number;
  /** Share of the window that is given up at a loss; much of the literature calls what is kept beta. */
  readonly beta?: number;
  /** Earlier packets that each acknowledgement tells of as well, so that lost acknowledgements are no loss. (packets) */
  readonly redundancy?: number;
  /** Window at the start. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number;
  /** Later packets received that make a packet count as lost. (packets) */
  readonly dupthresh?: number;
  /** Floor of the timeout. (s) */
  readonly min_rto?: number;
  /** Spread packets over the round trip. */
  readonly pacing?: boolean;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
};

/** Parameters of TAIMD. */
export type TaimdParams = {
  /** What the steps and the decrease are given by. */
  readonly given?: "delta_k" | "steps";
  /** From trough to peak, as a share of the mean window. */
  readonly delta?: number;
  /** The increase below the fair share over that above it. */
  readonly k?: number;
  /** Increase per round at and below the fair share, if given directly. (packets) */
  readonly alpha1?: number;
  /** Increase per round above the fair share, if given directly; no more than alpha 1. (packets) */
  readonly alpha2?: number;
  /** Share of the fair share that a loss costs, if given directly. */
  readonly beta?: number;
  /** Raise the fair share faster when the loss intervals say that it is too low. */
  readonly fast_convergence?: boolean;
  /** How the loss intervals give a fair share. */
  readonly ws_mode?: "packets" | "rounds" | "printed";
  /** Epochs that are averaged, with TFRC's weights. (epochs) */
  readonly history?: number;
  /** Packets after a gap that the sink acknowledges as if nothing were missing. (packets) */
  readonly ooo?: number;
  /** The flow never sends faster than this. (bit/s) */
  readonly rate_limit?: number | null;
  /** Window at the start. (packets) */
  readonly initial_window?: number;
  /** Floor of the timeout, which is four long-term round trips. (s) */
  readonly min_rto?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
};

/** Parameters of TRABOL. */
export type TrabolParams = {
  /** What the application wants to send at, and begins with. (bit/s) */
  readonly target_rate?: number;
  /** Never slower than this, whatever is lost. (bit/s) */
  readonly min_rate?: number;
  /** Time from ray to ray. (s) */
  readonly ray?: number;
  /** A ray may lose this share without consequence. */
  readonly min_loss?: number;
  /** A ray that loses more than this lowers the rate. */
  readonly max_loss?: number;
  /** What a decrease makes of the rate. */
  readonly d_factor?: number;
  /** Whether the D-factor is what is kept or what is given up. */
  readonly d_mode?: "multiply" | "subtract";
  /** An increase is this times the share that was not lost. (bit/s) */
  readonly initial_increase?: number;
  /** An increase is at least this share of the initial one, even after a silence, which counts as the loss of all. */
  readonly least_share?: number;
  /** Rays at each rate on the way up. (rays) */
  readonly hold?: number | null;
  /** Which loss ends the way back up. */
  readonly stop_at?: "min_loss" | "max_loss";
  /** Ignore rays that were sent before the latest decrease took effect. */
  readonly guard?: boolean;
  /** Packets in a group, between two gaps. (packets) */
  readonly group?: number;
  /** Size of a report on the wire. (bytes) */
  readonly feedback_size?: number;
};

/** Parameters of LDA. */
export type LdaParams = {
  /** Rate at the start. (bit/s) */
  readonly initial_rate?: number;
  /** Additive increase at the start and after a loss, per adaptation. (bit/s) */
  readonly initial_increase?: number;
  /** What a loss is multiplied by to give the share that is cut. */
  readonly reduction?: number;
  /** Time between adaptations. (s) */
  readonly adapt_interval?: number;
  /** Time between reports. (s) */
  readonly report_interval?: number;
  /** Each interval between reports is drawn within this share of itself, up and down. */
  readonly report_jitter?: number;
  /** Where the loss between two adaptations is taken from: all packets that the reports since the last one tell of. */
  readonly loss_from?: "interval" | "counters";
  /** The rate never falls below this: also when more than one part in the reduction factor is lost. (bit/s) */
  readonly min_rate?: number;
  /** Never increase by more than a TCP's rate would grow until the next adaptation. */
  readonly tcp_limit?: boolean;
  /** Round trip in that limit. (s) */
  readonly tcp_limit_rtt?: number | null;
  /** At a rate above the bottleneck's go down to it; without, the increase turns negative there. */
  readonly hold_at_bottleneck?: boolean;
  /** Which bytes the rate counts. */
  readonly rate_counts?: "wire" | "payload";
  /** Width of the field in which the receiver reports its loss. */
  readonly loss_field?: "8" | "32";
  /** Rate of the bottleneck, if it is to be known instead of measured. (bit/s) */
  readonly bottleneck?: number | null;
  /** Data packets sent back to back to measure the bottleneck. (packets) */
  readonly probe_packets?: number;
  /** Sender reports from one probe to the next. (reports) */
  readonly probe_every?: number;
  /** Estimates of packet pairs that are kept. (pairs) */
  readonly pair_window?: number;
  /** Estimates within this factor count as similar. */
  readonly pair_ratio?: number;
  /** Weight of the newest round-trip time; 1 takes each as it is. */
  readonly rtt_gain?: number;
  /** Without a report for so many report intervals, each at its longest, the rate is halved, and again after each further one. (intervals) */
  readonly feedback_timeout?: number;
  /** Size of a sender report on the wire. (bytes) */
  readonly sender_report_size?: number;
  /** Size of a receiver report on the wire. (bytes) */
  readonly receiver_report_size?: number;
};

/** Parameters of LDAF. */
export type LdafParams = {
  /** Rate at the start. (bit/s) */
  readonly initial_rate?: number;
  /** Additive increase at the start and after a loss, per adaptation. (bit/s) */
  readonly initial_increase?: number;
  /** What a loss is multiplied by to give the share that is cut. */
  readonly reduction?: number;
  /** Time between adaptations. (s) */
  readonly adapt_interval?: number;
  /** Time between reports. (s) */
  readonly report_interval?: number;
  /** Each interval between reports is drawn within this share of itself, up and down. */
  readonly report_jitter?: number;
  /** Where the loss between two adaptations is taken from: all packets that the reports since the last one tell of. */
  readonly loss_from?: "interval" | "counters";
  /** The rate never falls below this: also when more than one part in the reduction factor is lost. (bit/s) */
  readonly min_rate?: number;
  /** Never increase by more than a TCP's rate would grow until the next adaptation. */
  readonly tcp_limit?: boolean;
  /** Round trip in that limit. (s) */
  readonly tcp_limit_rtt?: number | null;
  /** At a rate above the bottleneck's go down to it; without, the increase turns negative there. */
  readonly hold_at_bottleneck?: boolean;
  /** Which bytes the rate counts. */
  readonly rate_counts?: "wire" | "payload";
  /** Width of the field in which the receiver reports its loss. */
  readonly loss_field?: "8" | "32";
  /** Rate of the bottleneck, if it is to be known instead of measured. (bit/s) */
  readonly bottleneck?: number | null;
  /** Data packets sent back to back to measure the bottleneck. (packets) */
  readonly probe_packets?: number;
  /** Sender reports from one probe to the next. (reports) */
  readonly probe_every?: number;
  /** Estimates of packet pairs that are kept. (pairs) */
  readonly pair_window?: number;
  /** Estimates within this factor count as similar. */
  readonly pair_ratio?: number;
  /** Weight of the newest round-trip time; 1 takes each as it is. */
  readonly rtt_gain?: number;
  /** Without a report for so many report intervals, each at its longest, the rate is halved, and again after each further one. (intervals) */
  readonly feedback_timeout?: number;
  /** Size of a sender report on the wire. (bytes) */
  readonly sender_report_size?: number;
  /** Size of a receiver report on the wire. (bytes) */
  readonly receiver_report_size?: number;
};

/** Parameters of LDA+. */
export type LdaPlusParams = {
  /** Rate at the start. (bit/s) */
  readonly initial_rate?: number | null;
  /** Additive increase at the start and after a loss, per report. (bit/s) */
  readonly initial_increase?: number;
  /** Mean time between reports. (s) */
  readonly report_interval?: number;
  /** Each interval is drawn within this share of itself, up and down. */
  readonly report_jitter?: number;
  /** What is taken for the loss. The paper uses what a report says. */
  readonly loss_from?: "interval" | "counters";
  /** The rate never exceeds this. (bit/s) */
  readonly max_rate?: number | null;
  /** The rate never falls below this: the root of a loss near 1 would end the flow. (bit/s) */
  readonly min_rate?: number | null;
  /** Never send faster than the bottleneck. */
  readonly clamp?: boolean;
  /** What the increase is remembered as at least: without it a stay at the bottleneck would leave 0, which nothing multiplies up again. (bit/s) */
  readonly memory_floor?: number | null;
  /** Which increase equation 5 multiplies. It writes A, not the additive A. */
  readonly memory?: "chosen" | "additive";
  /** What equation 8 counts. It gives packets per second, and equation 9 compares it with rates. */
  readonly tcp_limit?: "packets" | "printed";
  /** How many round trips equation 7 sums over when a report covers no whole number of them. */
  readonly round_trips?: "real" | "whole";
  /** What equations 5 and 6 do when the bottleneck is found to be slower than the rate. */
  readonly above_bottleneck?: "stop" | "printed";
  /** Packets per acknowledgement of the TCP that the equation stands for. (packets) */
  readonly acked_per_ack?: number;
  /** Retransmission timeout in the equation. The paper gives none. (RTT) */
  readonly timeout?: number;
  /** Which bytes the rate counts. */
  readonly rate_counts?: "wire" | "payload";
  /** Width of the field in which the receiver reports its loss. */
  readonly loss_field?: "8" | "32";
  /** Rate of the bottleneck, if it is to be known instead of measured. (bit/s) */
  readonly bottleneck?: number | null;
  /** Data packets sent back to back to measure the bottleneck. (packets) */
  readonly probe_packets?: number;
  /** Sender reports from one probe to the next. (reports) */
  readonly probe_every?: number;
  /** Estimates of packet pairs that are kept. (pairs) */
  readonly pair_window?: number;
  /** Estimates within this factor count as similar. */
  readonly pair_ratio?: number;
  /** Weight of the newest round-trip time; 1 takes each as it is. */
  readonly rtt_gain?: number;
  /** Without a report for so many report intervals, each at its longest, the rate is halved, and again after each further one. (intervals) */
  readonly feedback_timeout?: number;
  /** Size of a sender report on the wire. (bytes) */
  readonly sender_report_size?: number;
  /** Size of a receiver report on the wire. (bytes) */
  readonly receiver_report_size?: number;
};

/** Parameters of TPBA. */
export type TpbaParams = {
  /** Time between two looks at how far TCP has come while probing. (s) */
  readonly measure_interval?: number;
  /** Probing ends when the last rate differs by less than this from both before it. (bit/s) */
  readonly threshold?: number;
  /** The same as a share of the last rate, instead of the fixed threshold. */
  readonly proportion?: number | null;
  /** Measure from one reduction of TCP's window to the next instead of at fixed times. */
  readonly embedded?: boolean;
  /** A rate of 0 never ends probing: three measurements of a TCP that stands still would. */
  readonly positive?: boolean;
  /** Probing ends after this time with the last rate above 0, whatever the threshold says. (s) */
  readonly longest_probing?: number | null;
  /** Time on UDP until the next probing. (s) */
  readonly running?: number;
  /** So many reductions in a row while running lead back to probing at once. */
  readonly early_return?: number | null;
  /** Reductions by less than this share do not count for that. */
  readonly early_share?: number;
  /** What a loss while running is multiplied by to give the share that is cut. */
  readonly reduction?: number;
  /** Time between adaptations while running. (s) */
  readonly adapt_interval?: number;
  /** Time between RTCP's reports while running. (s) */
  readonly report_interval?: number;
  /** Each interval between reports is drawn within this share of itself, up and down. */
  readonly report_jitter?: number;
  /** Where the loss between two adaptations is taken from. */
  readonly loss_from?: "interval" | "counters";
  /** Width of the field in which the receiver reports its loss. */
  readonly loss_field?: "8" | "32";
  /** Without a report for so many report intervals the rate is halved, and again after each further one. (intervals) */
  readonly feedback_timeout?: number;
  /** The rate never falls below this. (bit/s) */
  readonly min_rate?: number;
  /** Packets of one data unit: the flow's packets, without their headers, are its parts. Switches wait for the end of one. (packets) */
  readonly unit_packets?: number;
  /** TCP's largest segment, without headers. (bytes) */
  readonly segment?: number;
  /** Buffer of TCP's sockets, which limits its window. (bytes) */
  readonly socket_buffer?: number | null;
  /** The window that is handed over counts at most the socket's buffer: behind it TCP's own window grows without meaning. */
  readonly cap_window?: boolean;
  /** How TCP repairs losses. */
  readonly tcp_kind?: "reno" | "newreno" | "sack";
  /** Window at the start of a connection. (packets) */
  readonly initial_window?: number;
  /** Slow start ends when the window reaches this many packets. (packets) */
  readonly initial_ssthresh?: number | null;
  /** The receiver allows no more than this many packets in flight. (packets) */
  readonly receive_window?: number | null;
  /** Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** A delayed acknowledgement is sent after this time at the latest. (s) */
  readonly ack_delay?: number;
  /** Size of an acknowledgement on the wire. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Begin with a handshake of one round trip, which also measures it. */
  readonly handshake?: boolean;
  /** After silence of a retransmission timeout, begin again with the initial window. */
  readonly idle_restart?: boolean;
  /** Grow only while the window, not the application or the receiver, is what limits sending. */
  readonly grow_only_when_limited?: boolean;
  /** What makes the window grow. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. */
  readonly pacing?: boolean;
  /** Measure the round trip on every acknowledgement (timestamps) or on one packet per window. */
  readonly timestamps?: boolean;
  /** Which arithmetic makes the retransmission timeout. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Floor of the retransmission timeout (with the Linux rule: of its deviation term). (s) */
  readonly min_rto?: number;
  /** Timeout before the round trip has been measured. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round trip. (s) */
  readonly tick?: number;
  /** Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so. */
  readonly ecn?: boolean;
  /** What a reduction is counted from. */
  readonly halve?: "flight" | "window";
};

/** Parameters of Plain UDP. */
export type UdpParams = {
  /** Rate of its packets on the wire. (bit/s) */
  readonly rate?: number | null;
};

/** The parameters of each algorithm. */
export interface ParamsOf {
  readonly tahoe: TahoeParams;
  readonly reno: RenoParams;
  readonly newreno: NewrenoParams;
  readonly sack: SackParams;
  readonly cubic: CubicParams;
  readonly tfrc: TfrcParams;
  readonly rap: RapParams;
  readonly tfwc: TfwcParams;
  readonly tfrcp: TfrcpParams;
  readonly ifp: IfpParams;
  readonly gaimd: GaimdParams;
  readonly taimd: TaimdParams;
  readonly trabol: TrabolParams;
  readonly lda: LdaParams;
  readonly ldaf: LdafParams;
  readonly lda_plus: LdaPlusParams;
  readonly tpba: TpbaParams;
  readonly udp: UdpParams;
}

/** What happens to packets that must wait. */
export type QueueDocument =
  | {
      readonly kind?: "drop_tail";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Who leaves when a packet finds the queue full. */
      readonly drop?: "arriving" | "oldest" | "random";
    }
  | {
      readonly kind: "red";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Average queue from which on packets are dropped. (packets) */
      readonly min_threshold?: number | null;
      /** Average queue at which the drop probability has reached its largest early value. (packets) */
      readonly max_threshold?: number | null;
      /** Weight of the present queue in the average. */
      readonly weight?: number | null;
      /** Drop probability at the upper threshold. */
      readonly max_probability?: number;
      /** Let the probability rise to 1 between the upper threshold and twice that, instead of at once. */
      readonly gentle?: boolean;
      /** Wait for 1/p packets between drops, as ns-2 does; otherwise drops may come twice as soon. */
      readonly wait?: boolean;
      /** Average bytes instead of packets, and drop large packets more often. */
      readonly byte_mode?: boolean;
      /** Packets are taken to have this size where packets and bytes are converted, and while idle time ages the average. (bytes) */
      readonly mean_packet?: number | null;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** Beyond this drop probability packets are dropped, not marked. */
      readonly mark_up_to?: number;
      /** Adjust the largest early probability so that the average stays between the thresholds. */
      readonly adaptive?: boolean;
      /** How often it is adjusted. (s) */
      readonly interval?: number;
      /** Largest step up. */
      readonly increase?: number;
      /** Factor of each step down. */
      readonly decrease?: number;
      /** Highest value that adaptation sets. */
      readonly top?: number;
      /** Lowest value that adaptation sets. */
      readonly bottom?: number | null;
    }
  | {
      readonly kind: "codel";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Standing delay that is tolerated. (s) */
      readonly target?: number;
      /** The delay must stay above the target for so long before anything is dropped: a usual round-trip time. (s) */
      readonly interval?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
    }
  | {
      readonly kind: "fq_codel";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Number of queues that flows are hashed to. Two flows in one queue share its turn. */
      readonly buckets?: number | null;
      /** Which hash: another number, other collisions. */
      readonly hash?: number;
      /** Bytes that a queue may send in a turn. (bytes) */
      readonly quantum?: number;
      /** Standing delay that each queue is allowed. (s) */
      readonly target?: number;
      /** CoDel's interval: a usual round-trip time. (s) */
      readonly interval?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
    }
  | {
      readonly kind: "pie";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Queueing delay that the controller aims at. (s) */
      readonly reference?: number;
      /** Time between updates of the drop probability. (s) */
      readonly update?: number;
      /** Weight of the delay's distance from the reference. (1/s) */
      readonly alpha?: number;
      /** Weight of the delay's change since the last update. (1/s) */
      readonly beta?: number;
      /** A burst of this length passes when the queue was idle before. (s) */
      readonly burst?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** Beyond this drop probability packets are dropped, not marked. */
      readonly mark_up_to?: number;
      /** Even out the drops: never two at once, never too long without. */
      readonly derandomize?: boolean;
    }
  | {
      readonly kind: "drr";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Bytes that a queue may send in a turn. At least the largest packet keeps turns short of work. (bytes) */
      readonly quantum?: number;
      /** Number of queues that flows are hashed to (stochastic fair queuing). Two flows in one queue share its turn. */
      readonly buckets?: number | null;
      /** Which hash: another number, other collisions. */
      readonly hash?: number;
      /** Flows are hashed anew so often, so that nobody is unlucky for long. (s) */
      readonly perturb?: number | null;
      /** Turns count packets instead of bytes: plain round robin. */
      readonly count_packets?: boolean;
    }
  | {
      readonly kind: "priority";
      /** How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp. */
      readonly limit?: Limit;
      /** Who goes first. */
      readonly first?: "measured" | "background" | "feedback" | "listed";
      /** Flows that go first too. */
      readonly flows?: readonly string[];
    };

/** A rule that loses packets without a full queue. */
export type LossRule =
  | {
      readonly kind: "random";
      /** Share of the packets that are lost, each on its own. */
      readonly probability?: number;
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "every";
      /** One of so many packets is lost. (packets) */
      readonly n?: number;
      /** Ordinal of the first one lost, from 0. (packets) */
      readonly first?: number | null;
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "listed";
      /** Ordinals of the packets lost, from 0, among those that the rule matches. */
      readonly packets?: readonly number[];
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "burst";
      /** From when on. (s) */
      readonly at?: number;
      /** How many packets in a row. (packets) */
      readonly packets?: number;
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "gilbert_elliott";
      /** Share of the packets that are lost in the long run. */
      readonly loss?: number;
      /** Mean number of packets lost in a row, when all are lost in the bad state. (packets) */
      readonly burst?: number;
      /** Share of the packets that is lost in the good state. */
      readonly good_loss?: number;
      /** Share of the packets that is lost in the bad state. */
      readonly bad_loss?: number;
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "policer";
      /** Rate that passes. (bit/s) */
      readonly rate?: number;
      /** So much passes at once after silence: the depth of the bucket. (bytes) */
      readonly burst?: number;
      /** The flow whose packets can be lost, all its members included. */
      readonly flow?: string | null;
      /** Before the queue or after service. */
      readonly where?: "arrival" | "exit";
      /** Which packets can be lost. */
      readonly what?: "data" | "feedback" | "all";
    };

/** The bottleneck from left to right. */
export type LinkDocument = {
  /** Bits per second on the wire. (bit/s) */
  readonly rate?: number;
  /** One-way propagation time. (s) */
  readonly delay?: number;
  /** What happens to packets that must wait. */
  readonly queue?: QueueDocument;
  /** Rules that lose packets for reasons other than a full queue. */
  readonly loss?: readonly LossRule[];
  /** How the rate changes during the run, beside what the timeline says. */
  readonly schedule?: 
    | {
        readonly kind?: "constant";
      }
    | {
        readonly kind: "points";
        /** Rates at times, in any order. Before the first the link has its own rate. */
        readonly points?: readonly ({
    /** When. (s) */
    readonly at?: number;
    /** The rate then; 0 is an outage. (bit/s) */
    readonly rate?: number;
  })[];
        /** What lies between two points. */
        readonly between?: "steps" | "ramps";
        /** After so long the points are gone through again. (s) */
        readonly repeat?: number | null;
        /** On a ramp the rate is set so often, to the ramp's value half-way to the next time. (s) */
        readonly every?: number;
      }
    | {
        readonly kind: "periodic";
        /** How the rate goes up and down. */
        readonly shape?: "square" | "triangle" | "sawtooth";
        /** The lowest rate; 0 is an outage. (bit/s) */
        readonly low?: number;
        /** The highest rate. (bit/s) */
        readonly high?: number;
        /** Length of a period. (s) */
        readonly period?: number;
        /** Part of the period at the high rate. */
        readonly share?: number;
        /** On a slope the rate is set so often, to the value half-way to the next time. (s) */
        readonly every?: number;
      };
  /** What else happens to packets here: jitter, reordering, shaping, cells, outages, a delivery trace. */
  readonly impairments?: {
    /** An extra delay that varies from packet to packet. Order is kept: a packet that takes long holds up those behind it. */
    readonly jitter?: {
    /** Uniform: the largest extra delay. Exponential: its mean. (s) */
    readonly delay?: number;
    /** How it varies. */
    readonly shape?: "uniform" | "exponential";
  } | null;
    /** Some packets take a detour, on which later ones overtake them. */
    readonly reorder?: {
    /** Share of the packets that take the detour. */
    readonly probability?: number;
    /** So much longer they take: those sent within it overtake them. (s) */
    readonly delay?: number;
  } | null;
    /** A token bucket before the line: packets wait for tokens of their size. */
    readonly shaper?: {
    /** Rate at which the bucket fills. (bit/s) */
    readonly rate?: number;
    /** Depth of the bucket: so much leaves at the link's own rate after silence. (bytes) */
    readonly burst?: number;
  } | null;
    /** Packets are cut into cells, the last of which is filled up, as in ATM and DSL. */
    readonly framing?: {
    /** Bytes of a cell on the line. (bytes) */
    readonly cell?: number;
    /** Bytes of the packet that a cell carries. (bytes) */
    readonly carries?: number;
    /** Added to each packet before it is cut, such as the trailer of AAL5. (bytes) */
    readonly overhead?: number;
  } | null;
    /** Times at which nothing is sent. What waits is kept, and sent afterwards. */
    readonly outages?: readonly ({
    /** When the link falls silent. (s) */
    readonly at?: number;
    /** For how long. (s) */
    readonly lasts?: number;
  })[];
    /** When packets may leave, instead of at a rate: one time in milliseconds on each line, at which 1500 bytes may leave; after the last line it begins again. The format of Mahimahi. The rate of the link is then the trace's mean. */
    readonly trace?: string;
  };
};

/** The links and queues that the flows share. */
export type NetworkDocument =
  | {
      readonly kind?: "dumbbell";
      /** The bottleneck from left to right. */
      readonly forward?: LinkDocument;
      /** The bottleneck from right to left. */
      readonly reverse?: LinkDocument | null;
      /** Rate of every access link. (bit/s) */
      readonly access_rate?: number | null;
    }
  | {
      readonly kind: "parking_lot";
      /** The links between the routers r1, r2, ..., from left to right. */
      readonly links?: readonly ({
    /** The link's name in results, and in the timeline. */
    readonly id: string;
    /** The link from left to right. */
    readonly forward?: LinkDocument;
    /** The link from right to left. */
    readonly reverse?: LinkDocument | null;
  })[];
      /** Rate of every access link. (bit/s) */
      readonly access_rate?: number | null;
    }
  | {
      readonly kind: "graph";
      /** Where links and flows begin and end. */
      readonly nodes?: readonly ({
    /** The node's name in the paths of flows. */
    readonly id: string;
    /** What drawings call the node. Left out: the ID. */
    readonly label?: string;
  })[];
      /** The links between the nodes. */
      readonly links?: readonly ({
    /** The link's name in results, in paths and in the timeline. */
    readonly id: string;
    /** The node where its forward direction begins. */
    readonly from: string;
    /** The node where its forward direction ends. */
    readonly to: string;
    /** It has no reverse direction. */
    readonly one_way?: boolean;
    /** The link from `from` to `to`. */
    readonly forward?: LinkDocument;
    /** The link from `to` to `from`. */
    readonly reverse?: LinkDocument | null;
  })[];
      /** Rate of every access link. (bit/s) */
      readonly access_rate?: number | null;
    };

/** A small random delay before each packet that a sender sends. It keeps order, and keeps a flow from always meeting a full queue because its packets arrive at the wrong moment. */
export type JitterDocument = {
  /** How it is added. */
  readonly mode?: "delay" | "serial" | "batch" | "off";
  /** Largest extra delay. (s) */
  readonly max?: number | null;
};

/** What the application gives the sender to send. */
export type SourceDocument =
  | {
      readonly kind?: "greedy";
    }
  | {
      readonly kind: "finite";
      /** Bytes to transfer, without headers. (bytes) */
      readonly bytes?: number;
    }
  | {
      readonly kind: "cbr";
      /** Rate of the payload, without headers. (bit/s) */
      readonly rate?: number;
    }
  | {
      readonly kind: "on_off";
      /** Rate of the payload while on. (bit/s) */
      readonly rate?: number;
      /** Mean length of an on period. (s) */
      readonly on?: number;
      /** Mean length of an off period. (s) */
      readonly off?: number;
      /** How the lengths of the periods vary. */
      readonly distribution?: "fixed" | "exponential" | "pareto";
      /** Shape of the Pareto distribution. */
      readonly shape?: number;
    }
  | {
      readonly kind: "web";
      /** Mean size of an object, before it is rounded up to whole packets. Very few objects are very large: those of any run that can be waited for are smaller in the mean. (packets) */
      readonly size?: number;
      /** Shape of the sizes' Pareto distribution: the nearer to 1, the more of the load lies in few objects. */
      readonly size_shape?: number;
      /** No object is larger. The mean size is then smaller: 10.8 packets with 1000 packets at most and the other defaults. (packets) */
      readonly largest?: number | null;
      /** Mean pause from the arrival of an object to the next one. (s) */
      readonly pause?: number;
      /** Shape of the pauses' Pareto distribution. */
      readonly pause_shape?: number;
    }
  | {
      readonly kind: "mice";
      /** How long each connection has something to send. (s) */
      readonly lifetime?: number;
      /** From the start of one connection to the start of the next. One that is still alive then ends there. (s) */
      readonly every?: number;
      /** Each start is earlier or later by up to this much, at random. (s) */
      readonly spread?: number;
      /** So many connections, and no more. */
      readonly times?: number | null;
    }
  | {
      readonly kind: "radar";
      /** Rate within a burst, on the wire. (bit/s) */
      readonly rate?: number;
      /** Length of a burst. (s) */
      readonly on?: number;
      /** Silence between bursts; 0 sends without a break. (s) */
      readonly off?: number;
    }
  | {
      readonly kind: "arrivals";
      /** Transfers that arrive per second at all members together, at random. (1/s) */
      readonly per_second?: number;
      /** Mean size of a transfer, without headers. (bytes) */
      readonly size?: number;
      /** How the sizes vary. */
      readonly sizes?: "fixed" | "exponential" | "pareto";
      /** Shape of the Pareto distribution. */
      readonly shape?: number;
      /** No transfer is larger. (bytes) */
      readonly largest?: number | null;
      /** What happens to a transfer that finds every member of the pool busy. The pool is as large as the flow's `count`. */
      readonly overflow?: "refuse" | "queue";
    }
  | {
      readonly kind: "media";
      /** Frames per second. (1/s) */
      readonly frames?: number;
      /** Bit rates of the payload that the encoder can choose from. It begins with the lowest; a single one is kept. (bit/s) */
      readonly rates?: readonly number[];
      /** Frames are larger or smaller than their bit rate says by up to this share, at random. */
      readonly variation?: number;
      /** The viewer's player shows each frame so long after it was made; what comes later is late. (s) */
      readonly deadline?: number;
      /** After so long without frames piling up the encoder tries the next higher rate. (s) */
      readonly patience?: number;
      /** Frames of which nothing was sent for so long are given up in favour of newer ones. (s) */
      readonly give_up?: number | null;
    };

/** Which way the flow takes. In a dumbbell there is only one. */
export type PathDocument = {
  /** The node where the flow's packets enter the network. */
  readonly from?: string | null;
  /** The node where they leave it. */
  readonly to?: string | null;
  /** The links to take, in their order, each in the direction that fits. None: the shortest way by delay; of several the one of fewest links, of those the one whose link IDs come first. */
  readonly links?: readonly string[];
  /** The links for what comes back. None: those of `links` backwards if they all go both ways, else the shortest way. */
  readonly back?: readonly string[];
};

/** A flow, or several of the same sort. */
export type FlowDocument = {
  /** The flow's name in results, and in the timeline. It also picks the flow's random numbers, so it should stay the same when other things change. */
  readonly id: string;
  /** What legends call the flow. Left out: the ID. */
  readonly label?: string;
  /** What the flow is there for. */
  readonly role?: "measured" | "background" | "reverse";
  /** How the sender finds its rate. */
  readonly algorithm?: AlgorithmId;
  /** Settings of the algorithm that differ from their defaults. */
  readonly params?: ParamsOf[AlgorithmId];
  /** What the application gives the sender to send. */
  readonly source?: SourceDocument;
  /** Size of a full packet on the wire, headers included. (bytes) */
  readonly packet?: number;
  /** The flow's own links at both ends. */
  readonly access?: {
    /** One-way propagation of the sender's access link: a number, or a range from which every member draws. (s) */
    readonly sender?: Span;
    /** The same at the receiver. (s) */
    readonly receiver?: Span;
    /** What the receiver itself can take, apart from all links: data that come faster are lost there when its buffer is full. (bit/s) */
    readonly receiver_rate?: number | null;
    /** So much the receiver takes at once after a silence, if its rate is limited. (bytes) */
    readonly receiver_buffer?: number;
  };
  /** Which way the flow takes. In a dumbbell there is only one. */
  readonly path?: PathDocument | null;
  /** When it starts: a number, or a range from which every member draws. (s) */
  readonly start?: Span;
  /** When it stops. (s) */
  readonly stop?: number | null;
  /** So many flows of this sort; they are called id.0, id.1, ... */
  readonly count?: number;
};

/** A change of one setting. */
export type TimelineEntry = {
  /** When the change happens. (s) */
  readonly at: number;
  /** The setting that changes, as a path. */
  readonly set: string;
  /** The new value. */
  readonly to: Json;
};

/** A part of the run that is summarised by itself. */
export type WindowDocument = {
  /** The window's name in results. */
  readonly id: string;
  /** Its beginning. (s) */
  readonly from: number;
  /** Its end. (s) */
  readonly to: number;
};

/** What is measured exactly while the run goes on. */
export type MeasureDocument = {
  /** Bin widths at which the smoothness of rates is measured exactly. (s) */
  readonly bins?: readonly number[];
  /** Parts of the run that are summarised by themselves. */
  readonly windows?: readonly WindowDocument[];
};

/** A scenario: everything about one run. */
export type ScenarioDocument = {
  /** Version of the document format. */
  readonly v: 1;
  /** What the scenario is called. */
  readonly title?: string;
  /** What it shows, or what to try. Plain text. */
  readonly note?: string;
  /** Picks the random numbers: the same seed gives the same run. */
  readonly seed?: number;
  /** Simulated time. (s) */
  readonly duration?: number;
  /** Time at the start that summaries leave out. (s) */
  readonly warmup?: number;
  /** The links and queues that the flows share. */
  readonly network?: NetworkDocument;
  /** A small random delay before each packet that a sender sends. It keeps order, and keeps a flow from always meeting a full queue because its packets arrive at the wrong moment. */
  readonly jitter?: JitterDocument;
  /** Who sends, with which algorithm, and when. */
  readonly flows?: readonly FlowDocument[];
  /** Changes of settings while the run goes on, applied before anything else at their time; those of the same time in document order. */
  readonly timeline?: readonly TimelineEntry[];
  /** What is measured exactly while the run goes on. */
  readonly measure?: MeasureDocument;
};

/** What to record of a run, and how finely. */
export interface RecordingSettings {
  /** Most bins per series: even. */
  readonly bins?: number;
  /** Whether decisions are recorded. */
  readonly decisions?: boolean;
  /** Whether events are recorded. */
  readonly events?: boolean;
  /** The signals that are recorded; null: all. */
  readonly signals?: readonly string[] | null;
}

/** The simulator's verdict on a document's text. */
export interface CheckResult {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  /** Canonical JSON text, which omits defaults; null unless the document is valid. */
  readonly canonical: string | null;
  /** The older version of the format that the text was written for. */
  readonly migrated_from: number | null;
  /** Null unless the document is valid. */
  readonly derived: Derived | null;
}

/** One thing that is wrong with a document: where, a stable code, and a sentence that says what to do. */
export interface Issue {
  /** Where in the document, for example `flows[1].access.sender`; empty for the document as a whole. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What follows from a document without running it. */
export interface Derived {
  /** The members of all flows: a flow with a `count` has the members `id.0`, `id.1`, ... */
  readonly flows: readonly DerivedFlow[];
  /** In the order of the document. */
  readonly nodes: readonly string[];
  readonly links: readonly DerivedLink[];
  /** The lowest rate at the start of any link that the measured flows' data passes, bit/s: the forward direction's in a dumbbell. */
  readonly capacity: number;
  readonly estimated_packets: number;
}

/** A flow after `count` has been written out. Where a range is given, its middle is shown. */
export interface DerivedFlow {
  readonly id: string;
  /** Round-trip time of a small packet on an empty network, s. */
  readonly base_rtt: number;
  /** Size of a full packet, bytes. */
  readonly packet: number;
  readonly algorithm: AlgorithmId;
  readonly start: number;
  /** The directions of links that its data takes. */
  readonly route: readonly string[];
  /** The directions of links that acknowledgements and reports take. */
  readonly back: readonly string[];
  /** Its max-min fair share, bit/s: with all flows present, at the links' rates at the start. In a dumbbell an equal split. */
  readonly fair_share: number;
}

/** A direction of a link at the start of the run. */
export interface DerivedLink {
  /** `forward` and `reverse` in a dumbbell; in other networks the link's ID comes first, as in `ab.forward`. */
  readonly id: string;
  /** The node where it begins. */
  readonly from: string;
  /** The node where it ends. */
  readonly to: string;
  /** bit/s */
  readonly rate: number;
  /** One-way propagation time, s. */
  readonly delay: number;
  readonly limit: LimitInUnits;
}

/** A queue limit in every unit. `packets` are packets of the largest size that fit. */
export interface LimitInUnits {
  readonly packets: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Null if the base round-trip time is zero. */
  readonly bdp: number | null;
}

/** Everything that a document can name, and the fields of the document itself. */
export interface Catalogue {
  /** The simulator's version. */
  readonly version: string;
  /** The version of the document format. */
  readonly schema_version: number;
  readonly document: Field;
  readonly algorithms: readonly AlgorithmInfo[];
  readonly sources: readonly KindInfo[];
  readonly queues: readonly KindInfo[];
  readonly losses: readonly KindInfo[];
  /** The signals of every link. */
  readonly link_signals: readonly Signal[];
  /** The signals of every flow. */
  readonly flow_signals: readonly Signal[];
  /** The signals of the run as a whole. */
  readonly run_signals: readonly Signal[];
}

/** The descriptor of one setting. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly doc: string;
  /** The catalogue without its texts leaves it out. */
  readonly cite?: string;
  /** Empty if it has none. */
  readonly unit: string;
  /** The document must state it: there is no default. */
  readonly required: boolean;
  /** Null if the field is required. */
  readonly default: Json;
  readonly type: "number" | "integer" | "boolean" | "text" | "choice" | "id" | "span" | "limit" | "object" | "list" | "variant" | "params" | "value";
  readonly nullable: boolean;
  readonly null_means: string;
  /** It, and whatever it holds, can change while a run is under way. Left out if it cannot. */
  readonly changeable?: boolean;
  /** Of numbers and spans. */
  readonly min?: number | null;
  /** Of numbers and spans. */
  readonly max?: number | null;
  /** `min` itself is excluded. */
  readonly above?: boolean;
  /** How a slider moves. */
  readonly scale?: "linear" | "log";
  /** Of a text. */
  readonly max_length?: number;
  /** Of a choice. */
  readonly choices?: readonly Choice[];
  /** Of an object. */
  readonly fields?: readonly Field[];
  /** Of a list. */
  readonly item?: Field;
  /** Of a list. */
  readonly max_items?: number;
  /** Of a variant: the name of the field that picks the form. */
  readonly tag?: string;
  /** The forms of a variant. */
  readonly variants?: readonly Variant[];
  /** The name of the field on which the type of this one depends. */
  readonly of?: string;
}

/** One of the values of a choice. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly doc: string;
}

/** One of the forms of an object whose tag picks its fields. */
export interface Variant {
  readonly value: string;
  readonly label: string;
  readonly doc: string;
  readonly fields: readonly Field[];
}

/** Everything that is said about a congestion control algorithm. */
export interface AlgorithmInfo {
  readonly id: AlgorithmId;
  readonly name: string;
  readonly family: "window" | "rate" | "report" | "none";
  /** One sentence. */
  readonly summary: string;
  /** Markdown, with mathematics as `$...$`. */
  readonly doc: string;
  readonly references: readonly Reference[];
  readonly fields: readonly Field[];
  readonly signals: readonly Signal[];
  readonly decisions: readonly DecisionKind[];
}

/** A paper or standard. */
export interface Reference {
  readonly title: string;
  readonly url: string;
}

/** A named series that something exposes while it runs. */
export interface Signal {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly kind: "gauge" | "counter";
  readonly doc: string;
}

/** A sentence with which an algorithm explains what it did: `{name}` in the template is an input's value. */
export interface DecisionKind {
  readonly id: string;
  readonly label: string;
  readonly template: string;
  readonly inputs: readonly DecisionInput[];
}

/** One value of a decision's sentence. */
export interface DecisionInput {
  readonly id: string;
  readonly unit: string;
  readonly doc: string;
}

/** Everything that is said about a traffic source, a queue discipline or a kind of loss. */
export interface KindInfo {
  readonly id: string;
  readonly name: string;
  readonly doc: string;
  /** Its own fields; those that all of its sort share (a queue's limit, a loss rule's flow) are added by the schema. */
  readonly fields: readonly Field[];
  readonly signals: readonly Signal[];
}

/** One recorded series of a run. */
export interface SeriesInfo {
  /** Its position in the directory, by which blocks of values name it. */
  readonly key: number;
  /** What it belongs to: `flow:near`, `link:forward` or `run`. */
  readonly entity: string;
  readonly signal: string;
  readonly kind: "gauge" | "counter";
  readonly unit: string;
  readonly label: string;
}

/** What the indices in rows of events stand for. */
export interface EntityNames {
  readonly flows: readonly string[];
  readonly links: readonly string[];
}

/** Why a run stopped before its end. */
export interface StopReport {
  readonly message: string;
  /** The part of the network that failed, if one did. */
  readonly entity: string | null;
  /** Simulated time, s. */
  readonly at: number;
  readonly can_continue: boolean;
}

/** A decision of an algorithm as a sentence, with the values in it. */
export interface ExplainedDecision {
  /** Simulated time, s. */
  readonly t: number;
  readonly flow: string;
  /** The ID under which the algorithm declares it. */
  readonly kind: string;
  readonly label: string;
  readonly text: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/** The message of an error that the caller caused. */
export interface IssueReport {
  readonly issues: readonly Issue[];
}

/** The message of an error that is a fault of the simulator. */
export interface PanicReport {
  readonly panic: Panic;
}

export interface Panic {
  readonly message: string;
  /** File and line of the source. */
  readonly place: string | null;
}

/** The rate of a direction of a link over a run. */
export interface LinkRates {
  /** The direction, as in the derived facts. */
  readonly link: string;
  /** Times in s and the rates in bit/s that hold from then on, in the order of time. The rate is 0 during an outage. */
  readonly steps: readonly (readonly [number, number])[];
}

/** Values of two settings, A and B, that were run with the same seeds. */
export interface PairedComparison {
  readonly a: Estimate;
  readonly b: Estimate;
  /** B - A, pair by pair. */
  readonly difference: Estimate;
  readonly verdict: "differ" | "chance" | "same" | "too-few";
}

/** The mean of some values and its 95 % interval. */
export interface Estimate {
  readonly samples: number;
  /** Null if there is no value. */
  readonly mean: number | null;
  /** Half the width of the interval; null for fewer than two values. */
  readonly half_width: number | null;
}

/** What happened in a run within the measurement window. */
export interface RunSummary {
  readonly version: string;
  /** The result ID. */
  readonly digest: string;
  readonly seed: number;
  /** Simulated time that the summary covers, s. */
  readonly duration: number;
  /** Start and end of the measurement window, s. */
  readonly window: readonly [number, number];
  /** How many times a packet passed a link. */
  readonly packet_hops: number;
  readonly flows: readonly FlowSummary[];
  readonly links: readonly LinkSummary[];
  /** The windows that the document declares, by their IDs. */
  readonly windows: Readonly<Record<string, WindowSummary>>;
  /** Transfers of each flow of the document that makes some, all its members together. */
  readonly transfers: readonly FlowTransfers[];
  readonly fairness: FairnessSummary;
}

export interface FlowSummary {
  readonly id: string;
  readonly label: string;
  readonly algorithm: AlgorithmId;
  readonly role: string;
  readonly base_rtt_ms: number;
  /** Wire bytes of first deliveries, while the flow was active. */
  readonly goodput_bps: number;
  /** The goodput without headers. */
  readonly goodput_payload_bps: number;
  /** All wire bytes that left the last link of the path, retransmissions included. */
  readonly throughput_bps: number;
  readonly sent: number;
  readonly delivered: number;
  readonly delivered_bytes: number;
  readonly lost: number;
  readonly retransmitted: number;
  readonly loss_fraction: number;
  readonly loss_events: number;
  readonly loss_event_rate: number;
  readonly timeouts: number;
  readonly window_cuts: number;
  /** Null if the flow has no window. */
  readonly cwnd: MeanAndRange | null;
  readonly rtt_ms: DistributionAndMin | null;
  readonly queue_delay_ms: Distribution | null;
  /** Coefficient of variation of the rate, by the width of the bins in seconds. */
  readonly cov: Readonly<Record<string, number | null>>;
  readonly jitter_ms: number | null;
  /** From the first packet to the completion of everything that the source had to send. */
  readonly completion_s: number | null;
  readonly media: MediaSummary | null;
  readonly transfers: TransfersSummary | null;
  readonly data_units: DataUnitsSummary | null;
  /** Max-min fair share with all flows present, at the links' rates at the start. */
  readonly fair_share_bps: number;
}

export interface MeanAndRange {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Minimum, mean, percentiles and maximum. */
export interface DistributionAndMin {
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Mean, percentiles and maximum. */
export interface Distribution {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Frames of a media flow by their fate, and how long the picture stood still. */
export interface MediaSummary {
  readonly frames: number;
  readonly on_time: number;
  readonly late: number;
  /** Frames of which some packet never arrived. */
  readonly missing: number;
  /** Frames that the sender dropped in favour of newer ones. */
  readonly given_up: number;
  /** Mean of the rates that the encoder chose. */
  readonly rate_bps: number | null;
  /** How many times the encoder changed its rate. */
  readonly changes: number;
  readonly delay_ms: DistributionAndMin | null;
  readonly gap_ms: Distribution | null;
  readonly stalls: number;
  readonly stalled_s: number;
}

/** Transfers of a flow: how many began and were completed, and how long those took. */
export interface TransfersSummary {
  readonly begun: number;
  /** Arrivals that found every connection of the pool busy. */
  readonly refused: number;
  /** Completed transfers. */
  readonly count: number;
  readonly payload_bytes: number;
  readonly completion_s: DistributionAndMin | null;
}

/** Gaps between complete data units. */
export interface DataUnitsSummary {
  readonly complete: number;
  readonly gap_ms: DataUnitGaps;
}

/** Gaps by what the flow was doing when they ended, and all of them. */
export interface DataUnitGaps {
  readonly probing: GapStatistics;
  readonly running: GapStatistics;
  readonly switching: GapStatistics;
  readonly all: DistributionAndMin | null;
}

export interface GapStatistics {
  readonly count: number;
  readonly mean: number | null;
  /** Standard deviation. */
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** One direction of a link. */
export interface LinkSummary {
  readonly id: string;
  /** The rate at the start. */
  readonly rate_bps: number;
  /** Bits sent as a share of what the link could have sent; null if it could have sent nothing. */
  readonly utilisation: number | null;
  readonly queue_packets: QueueLevels;
  readonly queue_bytes_mean: number | null;
  readonly queue_delay_ms: Distribution | null;
  /** Shares of time by how full the queue was, from empty to full; null before any time has passed. */
  readonly occupancy: readonly number[] | null;
  readonly arrivals: number;
  readonly departures: number;
  /** Packets that the queue refused. */
  readonly drops: number;
  readonly drop_rate: number;
  /** Packets that loss rules took. */
  readonly losses: number;
  /** Packets that the queue marked. */
  readonly marks: number;
}

/** Packets in a queue over time. */
export interface QueueLevels {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly max: number | null;
}

/** Rates and losses within a window that the document declares. */
export interface WindowSummary {
  readonly from: number;
  readonly to: number;
  readonly flows: readonly WindowFlowSummary[];
}

export interface WindowFlowSummary {
  readonly id: string;
  readonly goodput_bps: number;
  readonly throughput_bps: number;
  readonly sent: number;
  readonly lost: number;
}

/** Transfers of all members of a flow of the document. */
export interface FlowTransfers {
  readonly begun: number;
  readonly refused: number;
  readonly count: number;
  readonly payload_bytes: number;
  readonly completion_s: DistributionAndMin | null;
  /** The flow's ID in the document. */
  readonly id: string;
}

export interface FairnessSummary {
  /** Jain's index of the measured flows' goodput. */
  readonly jain: number | null;
  /** Throughput of TCP against that of all other measured flows; null unless there are both. */
  readonly theta: number | null;
  /** Goodput of the others against that of TCP; null unless there are both. */
  readonly friendliness: number | null;
  /** Always null: kept so that the keys of a summary stay the same. */
  readonly tfi: number | null;
  /** Seconds from the last start of a measured flow until all stay near their mean. */
  readonly convergence_s: number | null;
  /** That of the most used link that the measured flows' data passes. */
  readonly utilisation: number | null;
}
