// Generated from the simulator's declarations by `npm run gen`. Do not edit.

export type JsonObject = { readonly [key: string]: Json };

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A number, or a range from which each flow draws uniformly. */
export type Span = number | { readonly min: number; readonly max: number };

/** A queue limit, which has exactly one unit. */
export type Limit =
  | { readonly packets: number }
  | { readonly bytes: number }
  | { readonly seconds: number }
  | { readonly bdp: number };

export type AlgorithmId = "tahoe" | "reno" | "newreno" | "sack" | "cubic" | "search" | "careful_resume" | "highspeed" | "scalable" | "bic" | "htcp" | "illinois" | "binomial" | "simd" | "yeah" | "hybla" | "westwood" | "vegas" | "ledbat" | "ledbat_pp" | "copa" | "bbr" | "bbr3" | "c4" | "dctcp" | "prague" | "tfrc" | "rap" | "tfwc" | "tfrcp" | "ifp" | "gaimd" | "taimd" | "trabol" | "lda" | "ldaf" | "lda_plus" | "tpba" | "nada" | "gcc" | "scream" | "scream2" | "udp" | "hand" | "own";

export type SourceKind = "greedy" | "finite" | "cbr" | "on_off" | "web" | "mice" | "radar" | "arrivals" | "media" | "page" | "video" | "rpc";

export type QueueKind = "drop_tail" | "step" | "red" | "codel" | "fq_codel" | "pie" | "fq_pie" | "pi2" | "dual_pi2" | "cake" | "drr" | "priority" | "wifi" | "cellular";

export type LossKind = "random" | "every" | "listed" | "burst" | "gilbert_elliott" | "policer";

/** The parameters of all algorithms. Each algorithm has some of them. */
export type AlgorithmParams = {
  /** The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. Or: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. */
  readonly stack?: "linux" | "windows" | "freebsd" | "apple" | "quic" | "newreno_1999" | "tahoe_1988" | null;
  /** Window at the start of a connection. (packets) Or: Window at the start. (packets) */
  readonly initial_window?: number;
  /** Window at which the first slow start ends. (packets) Or: Window at which slow start ends. (packets) */
  readonly initial_ssthresh?: number | null | number;
  /** Receiver's window: the largest number of packets in flight. (packets) Or: Receiver's window. (packets) */
  readonly receive_window?: number | null | number;
  /** Number of packets per acknowledgement: with 1, the receiver acknowledges every packet; with 2, every second packet (delayed acknowledgements). (packets) */
  readonly ack_every?: number;
  /** Longest delay of an acknowledgement. (s) */
  readonly ack_delay?: number;
  /** Acknowledge packets at once while the sender may wait: the first 16, 16 after an idle period or a duplicate, the last of the application's data, and after marks. Otherwise the delay follows the packets' intervals. */
  readonly quick_acks?: boolean;
  /** Let the receive window grow as in Linux, and acknowledge each packet with which it grows at once. Only with quick acknowledgements. */
  readonly growing_window?: boolean;
  /** Size of an acknowledgement on the wire. (bytes) Or: Size of an acknowledgement on the wire, without its vector. (bytes) */
  readonly ack_size?: number;
  /** Send one new packet on each of the first two duplicate acknowledgements. */
  readonly limited_transmit?: boolean;
  /** Open the connection with a handshake of one round trip, which also gives the first RTT sample. */
  readonly handshake?: boolean;
  /** Restart with the initial window after an idle period longer than the retransmission timeout. Or: Restart with the initial window when probing begins after a running period that was longer than the retransmission timeout, instead of with the window of equation (2). */
  readonly idle_restart?: boolean;
  /** Halve the window once per retransmission timeout of an idle period, instead of restarting at once. */
  readonly gradual_restart?: boolean;
  /** Send the packet that ends the data of a connection even if the congestion window is full. */
  readonly last_beyond_window?: boolean;
  /** Grow only while sending is limited by the congestion window, and not by the application or the receiver. */
  readonly grow_only_when_limited?: boolean;
  /** While the congestion window does not limit sending, let it grow up to what the largest number of packets in flight would have made of it: twice that number in slow start, one more in congestion avoidance. */
  readonly rate_limited_increase?: boolean;
  /** Largest growth of the window per acknowledgement in slow start. HyStart++ allows at least 8 packets. (packets) */
  readonly slow_start_limit?: number | null;
  /** What the window's growth is proportional to. */
  readonly growth?: "packets" | "acks";
  /** Spread packets over the round trip instead of sending bursts. Or: Spread packets over the round trip instead of sending them on each acknowledgement. Or: Spread packets over the round trip: 1.2 windows per round trip. */
  readonly pacing?: boolean;
  /** Measure the round-trip time with every acknowledgement (timestamps) instead of one packet per window. */
  readonly timestamps?: boolean;
  /** How the retransmission timeout is computed. */
  readonly rto_rule?: "rfc6298" | "linux" | "ns2";
  /** Minimum of the retransmission timeout. With the Linux rule, the minimum applies to the deviation term. (s) Or: Minimum of the measured timeout, and of 4 R if the timeout in the model is 4 R with a minimum. (s) Or: Minimum of the timeout. (s) Or: Minimum of the timeout, which is otherwise four long-term round-trip times. (s) */
  readonly min_rto?: number;
  /** Timeout before the first round-trip sample. (s) */
  readonly initial_rto?: number;
  /** Granularity of the clock that measures the round-trip time. (s) */
  readonly tick?: number;
  /** Use explicit congestion notification: queues mark packets instead of dropping them, and the sender reacts to a mark as to a loss, except with ABE and in the algorithms that respond to the share of marks. Or: Send ECN-capable packets, and ignore marks, as in Linux. Or: Send packets as ECT(1) and respond to congestion marks. Or: Mark packets as ECN-capable, so that queues can mark them instead of dropping them. Or: Code point of all packets. The sender does not respond to marks, so `ect0` and `ect1` show what a queue does with such a flow. Or: Use explicit congestion notification: queues mark packets instead of dropping them. */
  readonly ecn?: boolean | "none" | "ect0" | "ect1";
  /** How the receiver reports marks. QUIC always reports their number. */
  readonly ecn_feedback?: "classic" | "ace" | "accurate" | null;
  /** End the first slow start when the round-trip time grows, before the queue overflows. */
  readonly hystart?: boolean;
  /** Additional delay of a tail loss probe while a single packet is in flight, whose acknowledgement the receiver may delay. (s) */
  readonly probe_delay?: number | null;
  /** With RACK-TLP: measure the smoothed round-trip time and the timeout also with packets that are acknowledged selectively, and restart the timeout if they were sent before the oldest packet was sent last. */
  readonly sack_rtt?: boolean;
  /** Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP, PRR, undo and F-RTO. Or: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. */
  readonly quic?: boolean;
  /** Return to the earlier window when timestamps or reported duplicates show that no packet was lost. */
  readonly undo?: boolean;
  /** After a timeout, send new packets first, and return to the earlier window if packets are acknowledged that were not sent again. */
  readonly f_rto?: boolean;
  /** The quantity that a reduction is computed from. */
  readonly halve?: "flight" | "cwnd" | "window";
  /** Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight. Or: Reduce the window less at a congestion mark than at a loss: to 0.85 of the packets in flight. */
  readonly abe?: boolean;
  /** When the retransmission timer is restarted during recovery. */
  readonly partial_timer?: "impatient" | "slow_but_steady";
  /** How losses and packets in flight are determined from selective acknowledgements. */
  readonly sack_rule?: "rfc6675" | "ns2";
  /** Lower the window in proportion to the packets delivered during recovery, instead of at once. Applies to recovery by RFC 6675. */
  readonly prr?: boolean;
  /** Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Applies to recovery by RFC 6675. Or: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. */
  readonly rack?: boolean;
  /** The constant $C$ of the cubic function, which determines how fast the window grows. (packets/s^3) */
  readonly c?: number;
  /** Share of the window that remains after a loss. Or: Factor of the decrease. With l = 1 it is the share by which a loss reduces the window. Or: Share by which a loss reduces the window. Or: The window shrinks while more packets of the flow than this are queued. (packets) Or: Smallest share of the bounds that remains after a round trip with losses. Or: Largest share of the nominal rate that a congestion signal takes. Or: Share of the rate that remains after a loss. Or: Share by which a loss reduces the window. Much of the literature calls the remaining share beta. Or: Share by which the window after a loss is below the fair share, if set directly. */
  readonly beta?: number;
  /** After a loss at a window below the last peak, assume an even lower peak, so that new flows get their share sooner. Or: Raise the fair share faster while the loss intervals indicate a larger fair share. */
  readonly fast_convergence?: boolean;
  /** How slow start ends before a loss, while `hystart` is on. */
  readonly hystart_rule?: "rfc9406" | "linux";
  /** As in Linux: the window of a Reno-like flow grows by the same 0.53 packets per round trip above the old peak, instead of by one packet. */
  readonly constant_slope?: boolean;
  /** Length of the window of time, in round-trip times at the start of the connection. Or: Time over which losses, marks and the receive rate are measured. (s) Or: The window: the largest number of packets in flight. (packets) */
  readonly window?: number;
  /** Share of the packets sent that must be missing among those delivered for slow start to end. Or: Probing ends when the last rate differs by less than this from each of the two rates before it. (bit/s) Or: The detector's threshold at the start. (s) */
  readonly threshold?: number;
  /** The congestion window that an earlier connection had on this path. The sender jumps to half of it. (packets) */
  readonly saved_window?: number;
  /** The smallest round-trip time of the earlier connection. The sender does not jump if its own is at most half of it or more than ten times as long, because the path is then another one. (s) */
  readonly saved_rtt?: number | null;
  /** The largest window to which the sender jumps. (packets) */
  readonly max_jump?: number | null;
  /** Up to this window, the flow behaves like Reno. (packets) Or: Below this window, the flow behaves like Reno. (packets) */
  readonly low_window?: number;
  /** Window at which the increase is largest and the decrease smallest. (packets) */
  readonly high_window?: number;
  /** Loss rate at which the mean window is the high window. */
  readonly high_loss?: number;
  /** Share by which a loss reduces the high window. */
  readonly high_decrease?: number;
  /** As in Linux: take the increase and the decrease from the rows of RFC 3649's table, and grow once per acknowledgement, also if it acknowledges several packets. */
  readonly by_table?: boolean;
  /** Packets by which each acknowledged packet increases the window. (packets) Or: Factor by which an interval without loss multiplies the rate. Or: Factor per second by which the rate grows while the capacity is unknown. */
  readonly increase?: number;
  /** Share by which a loss reduces the window. Or: Share of the window that remains after a loss. Linux halves the window; the publication keeps three quarters. Or: Share of the receive rate to which overuse lowers the rate. */
  readonly decrease?: number;
  /** Largest increase per round trip. (packets) */
  readonly max_increment?: number;
  /** In each round trip, the window grows by the distance to the old peak divided by this number: 2 is a binary search, Linux uses 4. */
  readonly search?: number;
  /** Number of round trips for the last `search` packets below the old peak, and again for the first `search` packets above it. (round trips) */
  readonly smooth?: number;
  /** Time after a loss during which the increase is Reno's. (s) */
  readonly low_speed?: number;
  /** Change of the throughput between two losses above which the window is halved. */
  readonly throughput_ratio?: number;
  /** Multiply the increase by the round-trip time in units of 100 ms, so that flows with different round-trip times share equally. */
  readonly rtt_scaling?: boolean;
  /** As in Linux: grow by at most one packet per acknowledgement, by an increase from whole numbers that can be below one packet, and count the time since a loss from the end of recovery. The throughput must have been steady at two losses before the window keeps more than half. */
  readonly whole_increase?: boolean;
  /** Increase per round trip while the queue is short. (packets) */
  readonly alpha_max?: number;
  /** Increase per round trip while the queue is long. (packets) */
  readonly alpha_min?: number;
  /** Share by which a loss reduces the window while the queue is short. */
  readonly beta_min?: number;
  /** Share by which a loss reduces the window while the queue is long. */
  readonly beta_max?: number;
  /** Number of round trips with a short queue after which the increase returns to its largest value. (round trips) */
  readonly theta?: number;
  /** The increase per round trip is proportional to $w^{-k}$. Or: Ratio of the increase below the fair share to the increase above it. */
  readonly k?: number;
  /** The decrease at a loss is proportional to $w^l$. */
  readonly l?: number;
  /** Factor of the increase. Or: The window shrinks while more packets of the flow than this are queued. (packets) Or: The window grows while fewer packets of the flow than this are queued. (packets) Or: In each round trip, the rate grows by this number of packets per round trip. (packets) Or: Packets per round trip by which the window grows. (packets) */
  readonly alpha?: number;
  /** The flow behaves like Reno while the queueing delay is above the base RTT divided by this number. */
  readonly phy?: number;
  /** Round trips in a row in which the flow behaves like Reno after which a loss halves the window. (round trips) */
  readonly rho?: number;
  /** Round trips with a short queue after which the flow forgets how large the window of a competing Reno flow is. (round trips) */
  readonly zeta?: number;
  /** The round-trip time of the flow whose growth per second this one has. Flows with a shorter one grow like Reno. (s) */
  readonly reference_rtt?: number;
  /** Largest window to which the growth leads. (packets) */
  readonly largest_window?: number;
  /** Weight of the old value in each of the two stages of the bandwidth filter. */
  readonly filter?: number;
  /** Shortest interval over which a bandwidth sample is taken. If the round trip is longer, a sample covers one round trip. (s) Or: Length of an interval. The rate is set at the end of each interval. (s) */
  readonly interval?: number;
  /** As in Linux: a loss halves the window, and the end of recovery sets it to the bandwidth times the smallest round-trip time of that moment. */
  readonly set_after_recovery?: boolean;
  /** Slow start ends when more packets of the flow than this are queued. (packets) */
  readonly gamma?: number;
  /** The queueing delay that the flow aims at. (s) Or: Queueing delay that counts like a mark of every packet. Half of it does not count. (s) */
  readonly target?: number;
  /** Packets per round trip by which the window grows while no queueing delay is measured. (packets) Or: Weight of the last window in the average of the marked share. Or: Weight of the last round trip in the average of the marked share. Or: Gain of the window. */
  readonly gain?: number;
  /** Packets by which the window may exceed the packets in flight. (packets) */
  readonly allowed_increase?: number;
  /** Time over which the base delay is the smallest delay. (minutes) */
  readonly base_history?: number;
  /** The present delay is the smallest of this number of newest samples. (samples) */
  readonly current_filter?: number;
  /** Double the window in each round trip at the start, until a loss. */
  readonly slow_start?: boolean;
  /** Factor of the multiplicative decrease above the target. */
  readonly constant?: number;
  /** Reduce the window to two packets at regular times, so that the queue drains and all flows measure the base delay. */
  readonly slowdowns?: boolean;
  /** Time between two slowdowns, as a multiple of the duration of the last slowdown. */
  readonly slowdown_interval?: number;
  /** The inverse of the number of packets that the flow aims to have in the queue. A smaller value favours throughput, a larger value favours a short delay. Or: Weight of each new sample in the smoothed round-trip time and in its deviation. Or: Difference between the largest and the smallest window, as a share of the mean window. */
  readonly delta?: number;
  /** Compete with flows that fill the queue: use a smaller delta if the queue has not been nearly empty for `empty_rounds` round trips. */
  readonly mode_switching?: boolean;
  /** Number of round trips without a nearly empty queue after which competition is assumed. (round trips) */
  readonly empty_rounds?: number;
  /** The queue counts as nearly empty if the queueing delay is below this share of the range of round-trip times. */
  readonly nearly_empty?: number;
  /** Gain of rate and window in start-up: the smallest that doubles the rate in each round trip, $2/\\ln 2$. Or: Gain of the rate in start-up. */
  readonly startup_gain?: number;
  /** Gain of the rate while the flow probes for more bandwidth. The next phase uses as much less, to drain the queue. Or: Rate while the flow probes, relative to the nominal rate. Marks halve the excess over 1. */
  readonly probe_gain?: number;
  /** Gain of the window: the largest number of packets in flight, in BDPs. */
  readonly cwnd_gain?: number;
  /** Length of the window whose largest rate sample is the bandwidth. (round trips) */
  readonly bandwidth_rounds?: number;
  /** Time after which the smallest round-trip time is measured anew. (s) */
  readonly probe_rtt_interval?: number;
  /** Shortest duration of a measurement of the smallest round-trip time. (s) */
  readonly probe_rtt_duration?: number;
  /** Pace as Linux: send the first window at once, and let a packet that is sent late shorten the next gap, by at most half. */
  readonly makes_up_delays?: boolean;
  /** Let the window exceed the BDP by three bursts of the size that Linux may give to a network card: what the rate sends in a millisecond, and at least two packets above 1.2 Mb/s. Otherwise by three packets. */
  readonly burst_allowance?: boolean;
  /** Gain of the rate while the queue of start-up drains. */
  readonly drain_gain?: number;
  /** Share of lost packets in a round trip above which too much is in flight. */
  readonly loss_threshold?: number;
  /** Share of the long-term limit on packets in flight that is left to other flows. Or: The window is at most this multiple of the largest number of bytes in flight in the last 5 s. Or: The window grows to at most this multiple of the most bytes in flight, and one packet. */
  readonly headroom?: number;
  /** Shortest wait between two probes for bandwidth. A random time of up to a second is added. (s) */
  readonly probe_wait?: number;
  /** Rate while the flow pushes, relative to the nominal rate. */
  readonly push_gain?: number;
  /** A long round-trip time is a congestion signal while the flow cruises as well, as in the draft, not only after probing, pushing and the start, as in `picoquic`. */
  readonly delay_in_cruising?: boolean;
  /** The average of the marked share at the start. With 1, the first mark halves the window. */
  readonly initial_alpha?: number;
  /** Flows with a shorter round-trip time adapt as if it were this long, so that they do not starve flows with longer round-trip times. (s) Or: Flows with a shorter round-trip time grow as if it were this long. (s) */
  readonly virtual_rtt?: number;
  /** Respond to marks nearly as Reno does while the round-trip time varies as it does in a queue that marks by RFC 3168. Off by default in Linux. */
  readonly classic_fallback?: boolean;
  /** Let the window fall below two packets. Packets then follow each other at intervals of more than half a round trip. */
  readonly below_two?: boolean;
  /** The specification or program that sender and receiver follow. It also determines each setting with the value "as the flavour". Or: How the sender starts: as in the paper or as in ns-2's agent. */
  readonly flavour?: "rfc5348" | "rfc3448" | "ns2" | "paper" | "ns2";
  /** How TCP's retransmission timeout in the equation is determined. Or: How TCP's timeout in the equation is determined while a timer triggers the packets. Or: How the retransmission timeout in the model is determined. */
  readonly t_rto?: "4r" | "tcp" | "least" | null | "4r" | "tcp" | "least";
  /** Tick of the clock with which the timeout is measured as in TCP. (s) Or: Tick of the clock with which that timeout is measured as in TCP. (s) */
  readonly t_rto_tick?: number;
  /** Minimum of a timeout that is measured as in TCP. (s) */
  readonly t_rto_floor?: number;
  /** Minimum of 4 R, if the timeout is 4 R with a minimum. (s) */
  readonly t_rto_least?: number;
  /** Number of loss intervals that are averaged. Or: Number of loss intervals that are averaged; 16 in the authors' simulator code. */
  readonly intervals?: number;
  /** Reduce the weight of older intervals after a long time without loss. */
  readonly discounting?: boolean;
  /** Smallest factor by which discounting reduces the weight of older intervals. */
  readonly discount_floor?: number | null;
  /** Number of later packets received after which a packet counts as lost. (packets) Or: A missing packet counts as lost once a packet with a number higher by this has arrived; 4 in the authors' simulator code. (packets) */
  readonly ndupack?: number | null | number;
  /** Weight of the previous average in the smoothed round-trip time. */
  readonly rtt_memory?: number | null | number;
  /** Reduce the rate while the round-trip time grows: multiply it by the mean of $\sqrt{R}$ over the square root of the latest sample. Or: Multiply the timer's gap by the ratio of the square root of the latest round-trip time to the mean of the square roots. */
  readonly damping?: boolean | null | boolean;
  /** Limit the factor $3\sqrt{3bp/8}$ of the equation to 1. Or: Limit the rate to the bottleneck's. */
  readonly clamp?: boolean | null | boolean;
  /** Packets per acknowledgement of the TCP that the equation describes. (packets) Or: Packets per acknowledgement of the TCP that the model describes. (packets) */
  readonly acked_per_ack?: number;
  /** Limit the rate to the receive rate if the last round trip had losses, and to slightly more if it had none. */
  readonly conservative?: boolean;
  /** Largest ratio of the rate to the receive rate, after a round trip without loss. */
  readonly conservative_factor?: number | null;
  /** Factor by which each step of slow start multiplies the rate. */
  readonly slow_start_factor?: number;
  /** Reports per round trip. */
  readonly reports_per_rtt?: number;
  /** Each gap between packets is drawn at random. It is at most this fraction shorter or longer than its mean. */
  readonly dither?: number;
  /** Longest time between packets. (s) */
  readonly t_mbi?: number;
  /** Size of a report on the wire. (bytes) Or: Size of a report on the wire, without its 2 bytes per packet. (bytes) */
  readonly report_size?: number;
  /** Multiple of the smoothed round-trip time in the timeout. */
  readonly mu?: number;
  /** Multiple of the round-trip time's deviation in the timeout. */
  readonly phi?: number;
  /** Multiply each gap by the ratio of the short-term mean to the long-term mean of the round-trip time. */
  readonly fine_grain?: boolean;
  /** Weight of each new sample in the short-term mean. */
  readonly k_frtt?: number;
  /** Weight of each new sample in the long-term mean. */
  readonly k_xrtt?: number;
  /** The rate increases only if at least this share of the packets that the rate allowed in a step was sent. */
  readonly least_used?: number;
  /** Upper limit of a random time that is added to each gap. (s) */
  readonly gap_noise?: number;
  /** Round-trip samples are rounded to multiples of this; 0: exact. (s) */
  readonly rtt_tick?: number;
  /** Upper limit of a random time that is added to each round-trip sample. (s) */
  readonly rtt_noise?: number;
  /** Upper limit of the rate. (bit/s) Or: Upper limit of the rate. The target of the congestion signal is proportional to it: with a limit far above the link's rate, the flow tolerates long queues and losses. RFC 8698 has 1.5 Mb/s. (bit/s) Or: Upper limit of the encoder's rate. (bit/s) */
  readonly max_rate?: number | null | number;
  /** How the window that the equation gives is rounded. Or: How many packets a window that is not a whole number allows in flight. */
  readonly rounding?: "real" | "truncate" | "round" | "up" | "down";
  /** Weights of the loss intervals. */
  readonly weights?: "tfrc" | "authors";
  /** Below this window, a timer and not acknowledgements triggers the packets; 2.5 and 2 in the authors' programs. (packets) */
  readonly timer_threshold?: number;
  /** Factor of the timer's gap; 0.8 in the authors' simulator code. */
  readonly gap_factor?: number;
  /** How the timeout changes after it expires. */
  readonly back_off?: "double" | "two_rtt";
  /** Bytes that each 16 packets of the vector add to an acknowledgement. (bytes) */
  readonly vector_bytes?: number;
  /** Receiver window of the TCP that the model describes. (packets) */
  readonly max_window?: number;
  /** Number of later packets received after which a packet counts as lost. (packets) */
  readonly reordering?: number;
  /** Number of earlier packets that each acknowledgement also reports. (packets) Or: Number of earlier packets that each acknowledgement also reports, so that a lost acknowledgement does not look like a lost packet. (packets) Or: Number of earlier packets that each acknowledgement also reports, so that lost acknowledgements do not count as losses. (packets) */
  readonly redundancy?: number;
  /** The rate for the source is averaged over this number of round trips. (RTT) Or: Weight of the previous value in the smoothed delay. */
  readonly smoothing?: number;
  /** Number of later packets received after which a packet counts as lost. (packets) */
  readonly dupthresh?: number;
  /** Which parameters determine the steps and the decrease. */
  readonly given?: "delta_k" | "steps";
  /** Increase per round at and below the fair share, if set directly. (packets) */
  readonly alpha1?: number;
  /** Increase per round above the fair share, if set directly; at most alpha 1. (packets) */
  readonly alpha2?: number;
  /** How the loss intervals determine a fair share. */
  readonly ws_mode?: "packets" | "rounds" | "printed";
  /** When the long-term round-trip time takes a sample. */
  readonly rtt_long?: "round" | "ack";
  /** Number of epochs that are averaged, with TFRC's weights. (epochs) */
  readonly history?: number;
  /** Number of packets after a gap that the receiver acknowledges as if no packet were missing. (packets) */
  readonly ooo?: number;
  /** Upper limit of the rate. (bit/s) */
  readonly rate_limit?: number | null;
  /** Rate at which the application wants to send. It is also the rate at the start, unless a start rate is set. (bit/s) */
  readonly target_rate?: number;
  /** Rate at the start, if it is higher than the target rate: the sender does not control its rate until the first report arrives. The first report decreases the rate or sets it to the target rate. (bit/s) */
  readonly start_rate?: number | null;
  /** Lower limit of the rate at any loss. (bit/s) Or: Lower limit of the rate. A loss of at least 1 / (reduction factor) reduces the rate to this limit. (bit/s) Or: Lower limit of the rate. Without it, a loss near 1 would stop the flow. (bit/s) Or: Lower limit of the rate on UDP. It also applies to the rate that was measured over TCP. (bit/s) Or: Lower limit of the rate. (bit/s) Or: Lower limit of the encoder's rate, and its rate at the start. (bit/s) */
  readonly min_rate?: number | number | null;
  /** Duration of a ray. (s) */
  readonly ray?: number;
  /** A loss of a ray up to this share has no effect. */
  readonly min_loss?: number;
  /** Loss of a ray above which the rate is decreased. */
  readonly max_loss?: number;
  /** Factor by which a decrease multiplies the rate. */
  readonly d_factor?: number;
  /** Whether the D-factor is the share of the rate that remains or the share by which the rate is reduced. */
  readonly d_mode?: "multiply" | "subtract";
  /** The increase is this value, multiplied by one minus the loss that caused the last decrease. (bit/s) Or: Additive increase at the start and after a loss, per adaptation. (bit/s) Or: Additive increase at the start and after a loss, per report. (bit/s) */
  readonly initial_increase?: number;
  /** Minimum of an increase, as a share of the initial increase. It matters after missing reports, which count as a loss of 1. */
  readonly least_share?: number;
  /** Number of rays at each rate while it increases. (rays) */
  readonly hold?: number | null;
  /** Which loss ends the increase. */
  readonly stop_at?: "min_loss" | "max_loss";
  /** Ignore reports about rays that were sent before the last decrease took effect. Or: Weight of the delay's trend, which slows the increase of the encoder's rate. */
  readonly guard?: boolean | number;
  /** Packets per group; there is a gap after each group. (packets) */
  readonly group?: number;
  /** Size of a report on the wire. (bytes) */
  readonly feedback_size?: number;
  /** Rate at the start. (bit/s) Or: Rate at the start of a sender with a rate. (bit/s) */
  readonly initial_rate?: number | number | null;
  /** The rate is reduced by this multiple of the loss. Or: The rate is reduced by this multiple of the loss while running. */
  readonly reduction?: number;
  /** Time between adaptations. (s) Or: Time between adaptations while running. (s) */
  readonly adapt_interval?: number;
  /** Time between reports. (s) Or: Mean time between reports. (s) Or: Time between RTCP's reports while running. (s) Or: Longest time between the arrival of a packet and its report. (s) Or: Longest time between reports. (s) Or: Time from one report of the receiver to the next, if the sender has a rate. (s) */
  readonly report_interval?: number;
  /** Each interval between reports is drawn at random. It is at most this fraction shorter or longer than its mean. */
  readonly report_jitter?: number;
  /** Which fields of the reports determine the loss between two adaptations. Or: Which fields of a report determine the loss. The paper uses the reported fraction. */
  readonly loss_from?: "interval" | "counters";
  /** Limit the increase to the growth of a TCP's rate until the next adaptation. Or: How the result of equation 8 is used. It is in packets per second, but equation 9 compares it with rates. */
  readonly tcp_limit?: boolean | "packets" | "printed";
  /** Round-trip time in the limit by TCP's growth. (s) */
  readonly tcp_limit_rtt?: number | null;
  /** Limit the rate to that of the bottleneck, also after an increase. Otherwise an increase can raise the rate above the bottleneck's, and the next increase is negative. */
  readonly hold_at_bottleneck?: boolean;
  /** Which bytes the rate counts. */
  readonly rate_counts?: "wire" | "payload";
  /** Width of the field in which the receiver reports the fraction lost. Or: Width of the field in which the receiver reports its loss. */
  readonly loss_field?: "8" | "32";
  /** Rate of the bottleneck. If it is not set, packet pairs measure it. (bit/s) */
  readonly bottleneck?: number | null;
  /** Number of data packets that a probe sends back to back to measure the bottleneck. (packets) */
  readonly probe_packets?: number;
  /** Number of data packets that are sent back to back. The gap after them preserves the rate. (packets) */
  readonly burst_packets?: number;
  /** Number of sender reports per probe. (reports) */
  readonly probe_every?: number;
  /** Number of the newest packet-pair estimates that determine the result. (pairs) */
  readonly pair_window?: number;
  /** Estimates within this factor count as similar. */
  readonly pair_ratio?: number;
  /** Weight of the newest sample in the smoothed round-trip time; 1 for no smoothing. */
  readonly rtt_gain?: number;
  /** After this number of report intervals without a report, each counted at its longest, the rate is halved. It is halved again after each further interval. (intervals) Or: Number of report intervals without a report after which the rate is halved; it is halved again after each further interval. (intervals) Or: Number of report intervals without a report after which the rate is halved. (intervals) Or: Time without a report after which the rate is lowered to 80 %, and again after each further second. (s) */
  readonly feedback_timeout?: number;
  /** Size of a sender report on the wire. (bytes) */
  readonly sender_report_size?: number;
  /** Size of a receiver report on the wire. (bytes) */
  readonly receiver_report_size?: number;
  /** Lower limit of the increase that is kept for the next report. At the bottleneck the increase becomes 0, and without a limit it could not grow again. (bit/s) */
  readonly memory_floor?: number | null;
  /** The increase at the last report that equation 5 multiplies. The equation contains A, not the additive increase. */
  readonly memory?: "chosen" | "additive";
  /** How equation 7 counts the round trips of a report. */
  readonly round_trips?: "real" | "whole";
  /** What equations 5 and 6 give while the rate is above the bottleneck's. */
  readonly above_bottleneck?: "stop" | "printed";
  /** Retransmission timeout in the equation. The paper gives no value. (RTT) */
  readonly timeout?: number;
  /** Time between measurements of TCP's progress while probing. (s) */
  readonly measure_interval?: number;
  /** Threshold as a share of the last rate, instead of the fixed threshold. */
  readonly proportion?: number | null;
  /** Measure from one reduction of TCP's window to the next instead of at fixed times. */
  readonly embedded?: boolean;
  /** A rate of 0 never ends probing. Otherwise three measurements of a stalled TCP would. */
  readonly positive?: boolean;
  /** Longest time of probing. Probing then ends with the last rate above 0. (s) */
  readonly longest_probing?: number | null;
  /** Duration of the running period on UDP. (s) */
  readonly running?: number;
  /** Number of successive large reductions of the rate after which the running period ends. */
  readonly early_return?: number | null;
  /** A reduction is large if it reduces the rate by at least this share. */
  readonly early_share?: number;
  /** Size of a data unit: the payload of this number of the flow's packets. The flow switches between TCP and UDP at the end of a unit. (packets) */
  readonly unit_packets?: number;
  /** TCP's largest segment, without headers. (bytes) */
  readonly segment?: number;
  /** Size of the buffer of TCP's socket. It limits TCP's window. (bytes) */
  readonly socket_buffer?: number | null;
  /** Limit TCP's window at the start of probing to the size of the socket's buffer. Otherwise TCP's congestion window can be larger than the buffer, and then a reduction of the window has no effect. */
  readonly cap_window?: boolean;
  /** The TCP's kind of loss recovery. */
  readonly tcp_kind?: "reno" | "newreno" | "sack";
  /** Weight of the flow: flows share a link in proportion to their priority and largest rate. */
  readonly priority?: number;
  /** Congestion signal in equilibrium at the largest rate. (s) */
  readonly reference_delay?: number;
  /** Gain of the gradual update. */
  readonly kappa?: number;
  /** Weight of a change of the signal, relative to its difference from the target. */
  readonly eta?: number;
  /** Upper bound of the round-trip time for which the gradual update is stable. (s) */
  readonly tau?: number;
  /** Queueing delay below which the path counts as uncongested. (s) */
  readonly empty_below?: number;
  /** Largest queueing delay that the accelerated increase may cause. (s) */
  readonly ramp_up_delay?: number;
  /** Time by which the receiver's filters delay the reaction. (s) */
  readonly filter_delay?: number;
  /** Upper limit of the factor by which the accelerated mode exceeds the receive rate. */
  readonly max_ramp_up?: number;
  /** Congestion signal that a loss of 1 % adds. (s) */
  readonly loss_penalty?: number;
  /** Congestion signal that 1 % of marks add. (s) */
  readonly mark_penalty?: number;
  /** When large delays are warped. */
  readonly warping?: "losses" | "never";
  /** Queueing delay above which the delay is warped. (s) */
  readonly warp_above?: number;
  /** Exponent of the warping. */
  readonly lambda?: number;
  /** Number of average loss intervals for which a loss counts as recent. (intervals) */
  readonly loss_memory?: number;
  /** Which rules for probes and losses apply. */
  readonly rules?: "draft" | "browsers";
  /** Send short bursts at a multiple of the rate, to find the available rate. By the rules of the draft, this happens at the start only, and only if the source always has data. Browsers fill bursts with padding. */
  readonly probing?: boolean;
  /** By the rules of browsers: while the application sends much less than the rate, send a burst every 5 s. WebRTC does so for shared screens, and for cameras if asked to. */
  readonly alr_probes?: boolean;
  /** Number of groups to which the line is fitted. (groups) */
  readonly trend_window?: number;
  /** The slope is multiplied by this factor before it is compared with the threshold. */
  readonly trend_gain?: number;
  /** Whether the threshold adapts. */
  readonly thresholds?: "adaptive" | "fixed";
  /** Gain, per millisecond, of the threshold towards a trend above it. The draft has 0.01. */
  readonly k_up?: number;
  /** Gain, per millisecond, of the threshold towards a trend below it. The draft has 0.00018. */
  readonly k_down?: number;
  /** Time for which the trend must exceed the threshold. (s) */
  readonly overuse_time?: number;
  /** By the rules of the draft: time over which the receive rate is measured. (s) */
  readonly rate_window?: number;
  /** By the rules of the draft: loss fraction above which the rate is reduced. */
  readonly loss_high?: number;
  /** By the rules of the draft: loss fraction below which the loss-based limit rises. */
  readonly loss_low?: number;
  /** The packets of a video frame are sent at this multiple of the rate. */
  readonly pacing_factor?: number;
  /** Largest increase of the encoder's rate per second. (bit/s) */
  readonly ramp_up?: number;
  /** Smallest target of the queueing delay. (s) */
  readonly target_low?: number;
  /** Largest target of the queueing delay, used against competing loss-based flows. (s) */
  readonly target_high?: number;
  /** Raise the target of the queueing delay against competing loss-based flows. */
  readonly compete?: boolean;
  /** Share of the window that remains after a loss. */
  readonly beta_loss?: number;
  /** Share of the window that remains after a mark. Or: Share of the window that remains after a mark without L4S. */
  readonly beta_ecn?: number;
  /** Share of the encoder's rate that remains after a loss. */
  readonly beta_rate?: number;
  /** Trend of the queueing delay that ends the fast increase. */
  readonly trend_threshold?: number;
  /** Time with a small trend after which the fast increase resumes. (s) */
  readonly resume_after?: number;
  /** Time between changes of the encoder's rate. (s) */
  readonly adjust_interval?: number;
  /** Weight of the sending queue, which slows the increase of the encoder's rate. */
  readonly queue_factor?: number;
  /** Delay of the sending queue above which the encoder's rate falls. (s) */
  readonly queue_delay?: number;
  /** Send as L4S traffic, and reduce the window in proportion to the share of marked packets. Otherwise a mark counts like a loss. */
  readonly l4s?: boolean;
  /** Growth of the window per round trip as a share of the window, in addition to one packet. */
  readonly multiplicative?: number;
  /** Bytes in flight may reach this multiple of the window. */
  readonly overhead?: number;
  /** The pacer sends at this multiple of the encoder's rate. */
  readonly pacing_headroom?: number;
  /** Estimated time between two frames of the encoder. (s) */
  readonly frame_period?: number;
  /** A packet counts as lost if it is still missing this long after a report of a later packet. (s) */
  readonly reordering_time?: number;
  /** Rate of the packets on the wire. (bit/s) */
  readonly rate?: number | null;
  /** The rate at which packets leave while the window allows them. Replaces the rate that follows from the window. (bit/s) */
  readonly pacing_rate?: number | null;
  /** The program. Without a text, it is Reno. */
  readonly code?: string;
  /** Values of settings that the program declares. A setting that is not stated has the value in the program. */
  readonly settings?: Readonly<Record<string, number | boolean>>;
};

/** The queue for packets that wait for transmission. */
export type QueueDocument =
  | {
      readonly kind?: "drop_tail";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Which packet is dropped when a packet finds the queue full. */
      readonly drop?: "arriving" | "oldest" | "random";
    }
  | {
      readonly kind: "step";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** An arriving packet is marked if at least this number of packets wait. (packets) */
      readonly threshold?: number;
      /** What happens above the threshold to packets of senders that do not understand marks. */
      readonly unmarkable?: "drop" | "store";
    }
  | {
      readonly kind: "red";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** If the average queue length is at least this, packets can be dropped or marked. (packets) */
      readonly min_threshold?: number | null;
      /** Average queue length at which the drop probability reaches the largest early probability. (packets) */
      readonly max_threshold?: number | null;
      /** Weight of the current queue length in the average. */
      readonly weight?: number | null;
      /** Drop probability at the upper threshold. */
      readonly max_probability?: number;
      /** Let the probability rise linearly to 1 between the upper threshold and twice the upper threshold, instead of abruptly. */
      readonly gentle?: boolean;
      /** After a drop, at least 1/p packets pass before the next drop, where p is the drop probability, as in ns-2. Otherwise two drops can follow each other immediately. */
      readonly wait?: boolean;
      /** Average the bytes in the queue instead of the packets, and drop large packets with a higher probability. */
      readonly byte_mode?: boolean;
      /** Packet size that is assumed when packets are converted to bytes or rates, and when the average decays in idle times. (bytes) */
      readonly mean_packet?: number | null;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** Above this drop probability, packets are dropped and not marked. */
      readonly mark_up_to?: number;
      /** Adjust the largest early probability so that the average stays between the thresholds. */
      readonly adaptive?: boolean;
      /** Shortest time between two adjustments of the largest early probability. (s) */
      readonly interval?: number;
      /** Largest amount by which an adjustment raises the probability. */
      readonly increase?: number;
      /** Factor by which an adjustment lowers the probability. */
      readonly decrease?: number;
      /** Highest value that adaptation sets. */
      readonly top?: number;
      /** Lowest value that adaptation sets. */
      readonly bottom?: number | null;
    }
  | {
      readonly kind: "codel";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Queueing delay that is tolerated. (s) */
      readonly target?: number;
      /** Time for which the delay must stay above the target before a packet is dropped: a typical round-trip time. (s) */
      readonly interval?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
    }
  | {
      readonly kind: "fq_codel";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Number of queues to which flows are hashed. Flows in the same queue share its turns. */
      readonly buckets?: number | null;
      /** Selects the hash function. With another number, other flows share a queue. */
      readonly hash?: number;
      /** Bytes that a queue may send in a turn. (bytes) */
      readonly quantum?: number;
      /** Queueing delay that CoDel tolerates in each queue. (s) */
      readonly target?: number;
      /** Time for which the delay must stay above the target before CoDel drops a packet: a typical round-trip time. (s) */
      readonly interval?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** As in Linux: drop packets of a queue while all queues together hold more than one packet, instead of this queue. */
      readonly shared_backlog?: boolean;
      /** Waiting time above which every packet is marked at once. CoDel is too slow for senders that react to marks in proportion. (s) */
      readonly ce_threshold?: number | null;
      /** Which packets the threshold marks. */
      readonly ce_selector?: "ecn" | "ect1";
    }
  | {
      readonly kind: "pie";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Queueing delay that the controller aims at. (s) */
      readonly reference?: number;
      /** Time between updates of the drop probability. (s) */
      readonly update?: number;
      /** Weight of the delay's distance from the reference. (1/s) */
      readonly alpha?: number;
      /** Weight of the delay's change since the last update. (1/s) */
      readonly beta?: number;
      /** Length of a burst that passes without drops if the queue was idle before. (s) */
      readonly burst?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** Above this drop probability, packets are dropped and not marked. */
      readonly mark_up_to?: number;
      /** Space drops evenly: no two drops in quick succession, and no very long time without a drop. */
      readonly derandomize?: boolean;
    }
  | {
      readonly kind: "fq_pie";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Number of queues to which flows are hashed. Flows in the same queue share its turns. */
      readonly buckets?: number | null;
      /** Selects the hash function. With another number, other flows share a queue. */
      readonly hash?: number;
      /** Bytes that a queue may send in a turn. (bytes) */
      readonly quantum?: number;
      /** Queueing delay that the controller aims at. (s) */
      readonly reference?: number;
      /** Time between updates of the drop probability. (s) */
      readonly update?: number;
      /** Weight of the delay's distance from the reference. (1/s) */
      readonly alpha?: number;
      /** Weight of the delay's change since the last update. (1/s) */
      readonly beta?: number;
      /** Length of a burst that passes without drops if the queue was idle before. (s) */
      readonly burst?: number;
      /** Mark packets of senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
      /** Above this drop probability, packets are dropped and not marked. */
      readonly mark_up_to?: number;
      /** Space drops evenly: no two drops in quick succession, and no very long time without a drop. */
      readonly derandomize?: boolean;
    }
  | {
      readonly kind: "pi2";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Queueing delay that the controller aims at. (s) */
      readonly target?: number;
      /** Time between updates of the base probability. (s) */
      readonly update?: number;
      /** Weight of the delay's distance from the target. (1/s) */
      readonly alpha?: number;
      /** Weight of the delay's change since the last update. (1/s) */
      readonly beta?: number;
      /** Ratio of the marking probability of scalable senders to the base probability. */
      readonly coupling?: number;
      /** Which senders are scalable: they react to marks in proportion, and are marked without the square. */
      readonly scalable?: "ect1" | "ecn" | "none";
      /** Mark packets of classic senders that understand marks instead of dropping them. */
      readonly ecn?: boolean;
    }
  | {
      readonly kind: "dual_pi2";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Queueing delay of the C queue that the controller aims at. (s) */
      readonly target?: number;
      /** Time between updates of the base probability. (s) */
      readonly update?: number;
      /** Weight of the delay's distance from the target. (1/s) */
      readonly alpha?: number;
      /** Weight of the delay's change since the last update. (1/s) */
      readonly beta?: number;
      /** Ratio of the marking probability of the L queue to the base probability. With 2, equal flows of both kinds have about equal rates. */
      readonly coupling?: number;
      /** Queueing delay of the L queue above which each of its packets is marked, if more than one packet waits. (s) */
      readonly step?: number;
      /** Share of the link that the C queue gets at least while both queues wait. */
      readonly classic_share?: number;
      /** Send packets of flows that build the L queue through the C queue while the delay is above 1 ms, as cable modems do. */
      readonly protect?: boolean;
    }
  | {
      readonly kind: "cake";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Rate of the shaper. A little below the rate of the line, it moves the queue from the modem to CAKE. Without it, the target of the delay does not grow on slow lines, and many packets are dropped: below 5 Mb/s, set it. (bit/s) */
      readonly bandwidth?: number | null;
      /** A flow of small packets over this link and the line behind it, such as UDP with 84 bytes 20 times a second. From their delays, cake-autorate's rule sets the rate of the shaper, which is that above while the line is little used. */
      readonly probe?: string | null;
      /** Lowest rate that cake-autorate sets. (bit/s) */
      readonly min_rate?: number;
      /** Highest rate that cake-autorate sets. (bit/s) */
      readonly max_rate?: number;
      /** Typical round-trip time, for COBALT: its interval. Its target is a twentieth. (s) */
      readonly rtt?: number;
      /** Between what the link is shared. */
      readonly isolation?: "triple_isolate" | "flows" | "hosts" | "flowblind";
      /** Which flows belong to the same host. */
      readonly hosts?: "flow" | "prefix";
      /** Drop acknowledgements that later ones in the queue make superfluous. */
      readonly ack_filter?: "off" | "on" | "aggressive";
      /** The packets have already passed the slow line: dropped packets count for the shaper as well. */
      readonly ingress?: boolean;
      /** Bytes that the line adds to each packet, for the shaper. (bytes) */
      readonly overhead?: number;
      /** Smallest size of a packet on the line, with the overhead. (bytes) */
      readonly mpu?: number;
      /** How the line cuts packets into frames, for the shaper. */
      readonly framing?: "none" | "atm" | "ptm";
    }
  | {
      readonly kind: "drr";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Bytes that a queue may send in a turn. The simulation is fastest if this is at least the size of the largest packet. (bytes) */
      readonly quantum?: number;
      /** Number of queues to which flows are hashed (stochastic fair queuing). Flows in the same queue share its turns. */
      readonly buckets?: number | null;
      /** Selects the hash function. With another number, other flows share a queue. */
      readonly hash?: number;
      /** Time after which the hash function changes, so that flows share a queue only for a limited time. (s) */
      readonly perturb?: number | null;
      /** A queue sends one packet in each turn, whatever its size: plain round robin. */
      readonly count_packets?: boolean;
    }
  | {
      readonly kind: "priority";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Which packets are sent first. */
      readonly first?: "measured" | "background" | "feedback" | "listed";
      /** Other flows whose packets are also sent first. */
      readonly flows?: readonly string[];
    }
  | {
      readonly kind: "wifi";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Who sends next. */
      readonly scheduler?: "fifo" | "round_robin" | "airtime" | "contention";
      /** The rates of slow stations. All other stations have the link's rate. */
      readonly stations?: readonly ({
    /** A flow of the station. */
    readonly flow?: string;
    /** Rate at which the bits of packets for this station are sent. (bit/s) */
    readonly rate?: number;
  })[];
      /** Which flows belong to the same station. */
      readonly names?: "flow" | "prefix";
      /** In the queue of each station, a queue with CoDel for each flow. The queue for all stations has none. */
      readonly fq_codel?: boolean;
      /** Queueing delay that CoDel tolerates. (s) */
      readonly target?: number;
      /** Time for which the delay must stay above the target before CoDel drops a packet. (s) */
      readonly interval?: number;
      /** Largest number of packets in a transmission; 1 without aggregation. */
      readonly max_packets?: number;
      /** Longest time of the packets of a transmission. The first packet is always sent. (s) */
      readonly max_air?: number;
      /** Bytes that the air adds to each packet: delimiter, header, security and checksum. (bytes) */
      readonly header?: number;
      /** Time of a transmission in addition to its packets and the backoff: pauses, preamble and the answer of the receiver. (s) */
      readonly overhead?: number;
      /** Largest backoff before a first attempt. The backoff is a random number of slots. (slots) */
      readonly contention_window?: number;
      /** Length of a slot of the backoff. (s) */
      readonly slot?: number;
      /** Other networks and devices on the channel that always have something to send. */
      readonly neighbours?: number;
      /** How long each transmission of a neighbour takes. (s) */
      readonly neighbour_air?: number;
    }
  | {
      readonly kind: "cellular";
      /** Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. */
      readonly limit?: Limit;
      /** Which user a slot is given to. */
      readonly scheduler?: "proportional_fair" | "round_robin";
      /** Mean quality of the signal (CQI). The link's rate is that of 15; each lower quality has less, down to 3 % at 1. */
      readonly signal?: number;
      /** The users with another mean signal. */
      readonly users?: readonly ({
    /** A flow of the user. */
    readonly flow?: string;
    /** Mean quality of the signal of this user. */
    readonly signal?: number;
  })[];
      /** Which flows belong to the same user. */
      readonly names?: "flow" | "prefix";
      /** How far a signal moves from its mean, up and down. */
      readonly variation?: number;
      /** Time after which a signal moves one step up or down. (s) */
      readonly every?: number;
      /** Length of a slot. (s) */
      readonly slot?: number;
      /** Probability that a block arrives with errors, each time it is sent. */
      readonly errors?: number;
      /** Slots after which a block with errors is sent again. (slots) */
      readonly again?: number;
      /** Slots over which the scheduler averages what a user has had. (slots) */
      readonly average?: number;
      /** CoDel in the queue of each user. */
      readonly codel?: boolean;
    };

/** A rule that drops packets independently of the queue. */
export type LossRule =
  | {
      readonly kind: "random";
      /** Probability with which each packet is lost, independently of other packets. */
      readonly probability?: number;
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "every";
      /** Of each n consecutive packets one is lost. (packets) */
      readonly n?: number;
      /** Ordinal of the first lost packet, from 0. (packets) */
      readonly first?: number | null;
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "listed";
      /** Ordinals of the lost packets, from 0, among the packets that match the rule. */
      readonly packets?: readonly number[];
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "burst";
      /** Time from which packets are lost. (s) */
      readonly at?: number;
      /** Number of consecutive packets that are lost. (packets) */
      readonly packets?: number;
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "gilbert_elliott";
      /** Share of the packets that are lost in the long run. */
      readonly loss?: number;
      /** Mean length of the bad state; if all of its packets are lost, the mean number of packets lost in a row. (packets) */
      readonly burst?: number;
      /** Share of the packets that are lost in the good state. */
      readonly good_loss?: number;
      /** Share of the packets that are lost in the bad state. */
      readonly bad_loss?: number;
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    }
  | {
      readonly kind: "policer";
      /** Rate at which the bucket fills: the mean rate of the packets that pass is at most this rate. (bit/s) */
      readonly rate?: number;
      /** Depth of the bucket: bytes that pass in a burst after an idle period. (bytes) */
      readonly burst?: number;
      /** The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. */
      readonly flow?: string | null;
      /** Whether the rule drops packets before the queue or after transmission. */
      readonly where?: "arrival" | "exit";
      /** The packets that can be lost. */
      readonly what?: "data" | "feedback" | "all";
    };

/** The bottleneck from left to right. */
export type LinkDocument = {
  /** Bits per second on the wire. (bit/s) */
  readonly rate?: number;
  /** One-way propagation time. (s) */
  readonly delay?: number;
  /** The queue for packets that wait for transmission. */
  readonly queue?: QueueDocument;
  /** Rules that drop packets independently of the queue. */
  readonly loss?: readonly LossRule[];
  /** Changes of the rate during the run, in addition to the timeline. The schedule of a satellite also changes the delay. */
  readonly schedule?: 
    | {
        readonly kind?: "constant";
      }
    | {
        readonly kind: "points";
        /** Times and rates, in any order. Until the first point, the link has the rate in its settings. */
        readonly points?: readonly ({
    /** Time of the point. (s) */
    readonly at?: number;
    /** Rate at that time; 0 is an outage. (bit/s) */
    readonly rate?: number;
  })[];
        /** How the rate changes between two points. */
        readonly between?: "steps" | "ramps";
        /** Time after which the points are repeated. (s) */
        readonly repeat?: number | null;
        /** Time between changes of the rate on a ramp. Each change sets the value of the ramp half-way to the next change. (s) */
        readonly every?: number;
      }
    | {
        readonly kind: "periodic";
        /** The shape of a period. */
        readonly shape?: "square" | "triangle" | "sawtooth";
        /** The lowest rate; 0 is an outage. (bit/s) */
        readonly low?: number;
        /** The highest rate. (bit/s) */
        readonly high?: number;
        /** Length of a period. (s) */
        readonly period?: number;
        /** Part of the period at the highest rate. */
        readonly share?: number;
        /** Time between changes of the rate on a slope. Each change sets the value of the slope half-way to the next change. (s) */
        readonly every?: number;
      }
    | {
        readonly kind: "satellite";
        /** Time between two assignments of a satellite. (s) */
        readonly period?: number;
        /** Time of the first change of the satellite. (s) */
        readonly first?: number;
        /** The lowest rate over a satellite. Each satellite has a random rate between this and the highest. (bit/s) */
        readonly low?: number;
        /** The highest rate over a satellite. (bit/s) */
        readonly high?: number;
        /** The delay of the link over the nearest satellite. Each satellite has a random delay between this and the longest, instead of the delay in the link's settings. (s) */
        readonly shortest?: number;
        /** The delay of the link over the farthest satellite. (s) */
        readonly longest?: number;
        /** How long nothing is sent at a change. Packets wait. (s) */
        readonly gap?: number;
        /** Selects the random rates and delays. With the same number, both directions have the same satellites. */
        readonly draw?: number;
      };
  /** Effects other than the queue and loss rules: jitter, reordering, shaping, framing, outages, a delivery trace. */
  readonly impairments?: {
    /** An extra delay that varies from packet to packet. Packets stay in order: a long delay of one packet also delays the packets behind it, so at high packet rates nearly all of them get the largest delay. */
    readonly jitter?: {
    /** The largest extra delay of the uniform shape, and the mean of the exponential shape. (s) */
    readonly delay?: number;
    /** How the extra delay is distributed. */
    readonly shape?: "uniform" | "exponential";
  } | null;
    /** Some packets take a detour, on which later packets overtake them. */
    readonly reorder?: {
    /** Share of the packets that take the detour. */
    readonly probability?: number;
    /** Additional delay of the detour. Packets that leave the link within this time overtake. (s) */
    readonly delay?: number;
  } | null;
    /** A token bucket before the line: packets wait for tokens of their size. */
    readonly shaper?: {
    /** Rate at which the bucket fills. (bit/s) */
    readonly rate?: number;
    /** Depth of the bucket: bytes that leave at the link's rate after an idle period. (bytes) */
    readonly burst?: number;
  } | null;
    /** Packets are cut into cells, and the last cell is padded, as in ATM and DSL. */
    readonly framing?: {
    /** Size of a cell on the line. (bytes) */
    readonly cell?: number;
    /** Number of bytes of a packet in one cell. (bytes) */
    readonly carries?: number;
    /** Bytes added to each packet before it is cut into cells, such as the trailer of AAL5. (bytes) */
    readonly overhead?: number;
  } | null;
    /** Intervals in which nothing is sent. Waiting packets are kept and sent afterwards. */
    readonly outages?: readonly ({
    /** When the link stops sending. (s) */
    readonly at?: number;
    /** How long the link does not send. (s) */
    readonly lasts?: number;
  })[];
    /** Times at which packets may leave, instead of a rate, in the format of Mahimahi: each line has a time in milliseconds at which 1500 bytes may leave. After the last line the trace is repeated. The mean rate of the trace replaces the rate of the link. */
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
    /** The link's name in results and in the timeline. */
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
      /** The endpoints of links and flows. */
      readonly nodes?: readonly ({
    /** The node's name in the paths of flows. */
    readonly id: string;
    /** The node's name in drawings. If omitted, the ID. */
    readonly label?: string;
    /** The node's place in drawings, from the left edge (0) to the right edge (1). */
    readonly x?: number | null;
    /** The node's place in drawings, from the top edge (0) to the bottom edge (1). */
    readonly y?: number | null;
  })[];
      /** The links between the nodes. */
      readonly links?: readonly ({
    /** The link's name in results, in paths and in the timeline. */
    readonly id: string;
    /** The node at which the forward direction starts. */
    readonly from: string;
    /** The node at which the forward direction ends. */
    readonly to: string;
    /** The link has no reverse direction. */
    readonly one_way?: boolean;
    /** The link from `from` to `to`. */
    readonly forward?: LinkDocument;
    /** The link from `to` to `from`. */
    readonly reverse?: LinkDocument | null;
  })[];
      /** Rate of every access link. (bit/s) */
      readonly access_rate?: number | null;
    };

/** A small random delay of each packet at its sender. Packets stay in order. Without the delay, the arrivals of a flow could stay in step with the queue, so that its packets find the queue full in every round trip. */
export type JitterDocument = {
  /** How the delay is added. */
  readonly mode?: "delay" | "serial" | "batch" | "off";
  /** Maximum additional delay. (s) */
  readonly max?: number | null;
};

/** The application, which produces the data to send. */
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
      /** Mean size of an object before rounding up to whole packets. A few objects are very large, so most runs of realistic length have a smaller mean. (packets) */
      readonly size?: number;
      /** Shape of the Pareto distribution of sizes: the nearer to 1, the larger the share of the load in a few objects. */
      readonly size_shape?: number;
      /** Upper limit of the sizes. It reduces the mean size: to 10.8 packets with a limit of 1000 packets and the other defaults. (packets) */
      readonly largest?: number | null;
      /** Mean pause between the arrival of an object and the next object. (s) */
      readonly pause?: number;
      /** Shape of the Pareto distribution of pauses. */
      readonly pause_shape?: number;
    }
  | {
      readonly kind: "mice";
      /** Time for which each connection has data. (s) */
      readonly lifetime?: number;
      /** Time between the starts of connections. A connection that still has data ends when the next connection starts. (s) */
      readonly every?: number;
      /** Largest random shift of each start, earlier or later. (s) */
      readonly spread?: number;
      /** Number of connections. */
      readonly times?: number | null;
    }
  | {
      readonly kind: "radar";
      /** Rate on the wire within a burst. (bit/s) */
      readonly rate?: number;
      /** Length of a burst. (s) */
      readonly on?: number;
      /** Pause between bursts; 0 for a continuous stream. (s) */
      readonly off?: number;
    }
  | {
      readonly kind: "arrivals";
      /** Mean number of transfers per second that arrive at all flows of the pool together. (1/s) */
      readonly per_second?: number;
      /** Mean size of a transfer, without headers. (bytes) */
      readonly size?: number;
      /** How the sizes vary. */
      readonly sizes?: "fixed" | "exponential" | "pareto";
      /** Shape of the Pareto distribution. */
      readonly shape?: number;
      /** Upper limit of the sizes. (bytes) */
      readonly largest?: number | null;
      /** What happens to a transfer that finds every member of the pool busy. The pool is as large as the flow's `count`. */
      readonly overflow?: "refuse" | "queue";
    }
  | {
      readonly kind: "media";
      /** Frames per second. (1/s) */
      readonly frames?: number;
      /** Bit rates of the payload among which the encoder chooses, beginning with the lowest. (bit/s) */
      readonly rates?: readonly number[];
      /** What determines the bit rate. A congestion control that recommends no rate leaves it to the waiting frames. */
      readonly follows?: "queue" | "ladder" | "exact";
      /** Random variation of the frame sizes, as a share of the mean size at the current bit rate. */
      readonly variation?: number;
      /** Time from a frame's creation until the player shows it; frames that arrive later are late. (s) */
      readonly deadline?: number;
      /** Time without waiting frames after which the encoder tries the next higher bit rate. (s) */
      readonly patience?: number;
      /** Age at which a frame of which nothing has been sent yet is discarded in favour of newer frames. (s) */
      readonly give_up?: number | null;
      /** Packets after which a packet of parity follows, from which the player restores one of them if it is lost. TCP and QUIC send none, because they retransmit. (packets) */
      readonly parity?: number | null;
      /** The receiver asks for missing packets, and the sender sends them again, until the player needs their frame. TCP and QUIC retransmit by themselves. */
      readonly resend?: boolean;
      /** Bit rate of a voice next to the picture, in a packet each 20 ms. The sender sends them before those of the picture, at its pace, and never again. TCP and QUIC send none. (bit/s) */
      readonly audio?: number | null;
    }
  | {
      readonly kind: "page";
      /** The version of HTTP with which the browser loads the page. */
      readonly http?: "1.1" | "2" | "3";
      /** Which objects the page has. */
      readonly page?: "desktop_2024" | "mobile_2024" | "equal";
      /** Number of objects of a page with equal objects. */
      readonly objects?: number;
      /** Size of an object of a page with equal objects. (bytes) */
      readonly object_size?: number;
      /** Bytes of the server's part of the TLS handshake, which takes another round trip on each connection over TCP. With 0, the connections use no TLS. (bytes) */
      readonly tls?: number;
      /** Pause after the page is complete, until the browser loads it again over fresh connections. (s) */
      readonly pause?: number;
    }
  | {
      readonly kind: "video";
      /** How the player chooses the bit rate of the next segment. */
      readonly rule?: "throughput" | "bola" | "bba";
      /** Bit rates of the video from which the player chooses. (bit/s) */
      readonly rates?: readonly number[];
      /** Length of a segment. (s) */
      readonly segment?: number;
      /** The player requests no segment while more of the video waits in its buffer. (s) */
      readonly buffer?: number;
      /** Length of video that must wait before the player starts, and before it goes on after a stall. (s) */
      readonly resume?: number;
    }
  | {
      readonly kind: "rpc";
      /** Mean number of requests per second, each of which goes to all servers. They arrive at random, whether earlier ones are answered or not. (1/s) */
      readonly per_second?: number;
      /** Mean size of the answer of one server, without headers. (bytes) */
      readonly size?: number;
      /** How the sizes vary. */
      readonly sizes?: "fixed" | "exponential" | "pareto";
      /** Shape of the Pareto distribution. */
      readonly shape?: number;
    };

/** The path of the flow. It must be null in a dumbbell, which has a single path. */
export type PathDocument = {
  /** The node at which the flow's data enters the network. */
  readonly from?: string | null;
  /** The node at which the flow's data leaves the network. */
  readonly to?: string | null;
  /** The links of the data route, in order. Each is used in the direction that continues the path. If empty, the flow takes the path with the shortest delay. If several paths have this delay, it takes one with the fewest links, and of these the first in the order of the links' IDs. */
  readonly links?: readonly string[];
  /** The links of the feedback route, in order. If empty, feedback takes the links of `links` in reverse order, provided that `links` is not empty and all of them have both directions. Otherwise it takes the shortest path. */
  readonly back?: readonly string[];
};

/** A flow, or several flows with the same settings. */
export type FlowDocument = {
  /** The flow's name in results and in the timeline. It also determines the flow's random numbers, so it should not change when other settings change. */
  readonly id: string;
  /** The flow's name in legends. If omitted, the ID. */
  readonly label?: string;
  /** The name of the group in which charts and tables show the flow. It does not affect results. If omitted, the flows of an entry whose `count` is above 1 form a group, and a single flow belongs to no group. */
  readonly group?: string;
  /** The direction of the flow, and whether the fairness metrics compare it. */
  readonly role?: "measured" | "background" | "reverse";
  /** The congestion control algorithm of the sender. */
  readonly algorithm?: AlgorithmId;
  /** Settings of the algorithm that differ from their defaults. */
  readonly params?: AlgorithmParams;
  /** The application, which produces the data to send. */
  readonly source?: SourceDocument;
  /** Size of a full packet, including headers. (bytes) */
  readonly packet?: number;
  /** The flow's access links at both ends. */
  readonly access?: {
    /** One-way propagation delay of the sender's access link. If it is a range, each of the `count` flows draws its own value from it. (s) */
    readonly sender?: Span;
    /** One-way propagation delay of the receiver's access link. If it is a range, each of the `count` flows draws its own value from it. (s) */
    readonly receiver?: Span;
    /** Rate at which the receiver accepts data, independently of the rates of links. Data that arrives while the receiver's buffer is full is lost. (bit/s) */
    readonly receiver_rate?: number | null;
    /** Size of the receiver's buffer, if the receiver's rate is limited. After an idle period the receiver accepts this amount of data at once. (bytes) */
    readonly receiver_buffer?: number;
  };
  /** The path of the flow. It must be null in a dumbbell, which has a single path. */
  readonly path?: PathDocument | null;
  /** Start time. If it is a range, each of the `count` flows draws its own value from it. (s) */
  readonly start?: Span;
  /** Stop time. (s) */
  readonly stop?: number | null;
  /** Number of flows with these settings. If it is above 1, their IDs are id.0, id.1 and so on. */
  readonly count?: number;
};

/** A change of one setting. */
export type TimelineEntry = {
  /** Time of the change. (s) */
  readonly at: number;
  /** Path of the setting that changes. */
  readonly set: string;
  /** The new value. */
  readonly to: Json;
};

/** A part of the run with a separate summary. */
export type WindowDocument = {
  /** The window's name in results. */
  readonly id: string;
  /** Start of the window. (s) */
  readonly from: number;
  /** End of the window. (s) */
  readonly to: number;
};

/** Measurements for the summary. */
export type MeasureDocument = {
  /** Bin widths for which the smoothness of rates is computed during the run, from every packet instead of from the recorded series. (s) */
  readonly bins?: readonly number[];
  /** Parts of the run with separate summaries. */
  readonly windows?: readonly WindowDocument[];
};

/** A scenario, which determines one run. */
export type ScenarioDocument = {
  /** Format of the document. */
  readonly v: 1;
  /** The name of the scenario. */
  readonly title?: string;
  /** A description of the scenario. Plain text. */
  readonly note?: string;
  /** Determines the random numbers. The same seed gives the same run. */
  readonly seed?: number;
  /** Simulated duration of the run. (s) */
  readonly duration?: number;
  /** Time at the start that is excluded from the summary. (s) */
  readonly warmup?: number;
  /** The links and queues that the flows share. */
  readonly network?: NetworkDocument;
  /** A small random delay of each packet at its sender. Packets stay in order. Without the delay, the arrivals of a flow could stay in step with the queue, so that its packets find the queue full in every round trip. */
  readonly jitter?: JitterDocument;
  /** The flows. */
  readonly flows?: readonly FlowDocument[];
  /** Changes of settings during the run. A change is applied before any other event at its time. Changes at the same time are applied in document order. */
  readonly timeline?: readonly TimelineEntry[];
  /** Measurements for the summary. */
  readonly measure?: MeasureDocument;
};

/** The data that is recorded in a run. */
export interface RecordingSettings {
  /** Maximum number of bins per series; an even number. */
  readonly bins?: number;
  /** Whether decisions are recorded. */
  readonly decisions?: boolean;
  /** Whether events are recorded. */
  readonly events?: boolean;
  /** The IDs of the recorded signals; null records all signals. */
  readonly signals?: readonly string[] | null;
}

/** The result of checking a document's text. */
export interface CheckResult {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  /** Canonical JSON text, which omits defaults; null unless the document is valid. */
  readonly canonical: string | null;
  /** Null unless the document is valid. */
  readonly derived: Derived | null;
}

/** A problem of a document: its path, a stable code, and a message that states how to solve it. */
export interface Issue {
  /** The path in the document, for example `flows[1].access.sender`; empty if the issue concerns the whole document. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Facts that can be computed from a document without a run. */
export interface Derived {
  /** All flows. An entry with a `count` above 1 defines the flows `id.0`, `id.1`, ... */
  readonly flows: readonly DerivedFlow[];
  /** Names of the nodes, in the order of the document. */
  readonly nodes: readonly string[];
  readonly links: readonly DerivedLink[];
  /** The lowest initial rate, in bit/s, of the links that the measured flows' data crosses. Without measured flows, the background flows count, and without these, the reverse flows. */
  readonly capacity: number;
  /** The estimated number of data packets that the run sends. */
  readonly estimated_packets: number;
}

/** Facts about one flow. If the document gives a range for a delay or the start, its midpoint is used. */
export interface DerivedFlow {
  readonly id: string;
  /** The sum of all propagation delays of a round trip, s. */
  readonly base_rtt: number;
  /** Size of a full packet, bytes. */
  readonly packet: number;
  readonly algorithm: AlgorithmId;
  /** Start time, s. */
  readonly start: number;
  /** The link directions that the flow's data crosses. */
  readonly route: readonly string[];
  /** The rate of the flow's bits on each of these, as a share of the link's rate: 1 except for stations of Wi-Fi networks. */
  readonly weights: readonly number[];
  /** The link directions that the flow's feedback crosses. */
  readonly back: readonly string[];
  /** The flow's max-min fair share in bit/s, with all flows active and the links' initial rates. In a dumbbell the flows of one direction have equal shares, and stations of Wi-Fi networks equal air. */
  readonly fair_share: number;
}

/** A direction of a link at the start of the run. */
export interface DerivedLink {
  /** `forward` and `reverse` in a dumbbell; in other networks the link's ID comes first, as in `ab.forward`. */
  readonly id: string;
  /** The node at which the direction starts. */
  readonly from: string;
  /** The node at which the direction ends. */
  readonly to: string;
  /** bit/s */
  readonly rate: number;
  /** One-way propagation time, s. */
  readonly delay: number;
  readonly limit: LimitInUnits;
  /** Whether the queue discipline is also the medium, so that a full queue does not wait for `limit.seconds`. */
  readonly is_medium: boolean;
}

/** A queue limit in every unit. `packets` is how many packets of the largest size fit into the queue. */
export interface LimitInUnits {
  readonly packets: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Null if the base round-trip time is zero. */
  readonly bdp: number | null;
}

/** Everything that a document can name, and the fields of a document. */
export interface Catalogue {
  /** The simulator's version. */
  readonly version: string;
  /** The version of the document format. */
  readonly schema_version: number;
  readonly document: Field;
  readonly algorithms: readonly AlgorithmInfo[];
  readonly sources: readonly KindInfo[];
  readonly queues: readonly KindInfo[];
  /** The queue disciplines that are also the medium of their link, by their IDs. */
  readonly media: readonly string[];
  readonly losses: readonly KindInfo[];
  /** The decisions of each queue discipline that has any, by its ID. */
  readonly queue_decisions: Readonly<Record<string, readonly DecisionKind[]>>;
  /** The signals that every link has. */
  readonly link_signals: readonly Signal[];
  /** The signals that every flow has. */
  readonly flow_signals: readonly Signal[];
  /** The signals of the run as a whole. */
  readonly run_signals: readonly Signal[];
}

/** The descriptor of one setting. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly doc: string;
  /** Absent in the catalogue without help texts. */
  readonly cite?: string;
  /** Empty if the field has no unit. */
  readonly unit: string;
  /** Whether a document must contain the field, which has no default. */
  readonly required: boolean;
  /** Null if the field is required. */
  readonly default: Json;
  /** Defaults that depend on another setting of the group. The first one that applies replaces `default`. */
  readonly given?: readonly ConditionalDefault[];
  readonly type: "number" | "integer" | "boolean" | "text" | "choice" | "id" | "span" | "limit" | "object" | "list" | "variant" | "params" | "code" | "settings" | "value";
  readonly nullable: boolean;
  readonly null_means: string;
  /** Whether the timeline can change the field, and every field inside it, during a run. Absent if it cannot. */
  readonly changeable?: boolean;
  /** The heading under which forms list the field. Absent if the field matters most. */
  readonly group?: string;
  /** Of numbers and spans. */
  readonly min?: number | null;
  /** Of numbers and spans. */
  readonly max?: number | null;
  /** Whether `min` is an exclusive minimum. */
  readonly above?: boolean;
  /** The scale of a slider. */
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
  /** Of a variant: the name of the field that selects one of the variants. */
  readonly tag?: string;
  /** Of a variant: the possible variants. */
  readonly variants?: readonly Variant[];
  /** The name of the field on which the type of this field depends. */
  readonly of?: string;
}

/** A default that applies while another setting of the group has one of these values. */
export interface ConditionalDefault {
  /** The name of the other setting. */
  readonly setting: string;
  /** The values of the other setting, which is a choice. */
  readonly values: readonly string[];
  readonly value: Json;
}

/** A value of a choice. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly doc: string;
}

/** A variant of an object whose tag selects its fields. */
export interface Variant {
  readonly value: string;
  readonly label: string;
  readonly doc: string;
  readonly fields: readonly Field[];
}

/** The description of a congestion control algorithm. */
export interface AlgorithmInfo {
  readonly id: AlgorithmId;
  readonly name: string;
  readonly family: "window" | "rate" | "report" | "none";
  /** One sentence. */
  readonly summary: string;
  /** Markdown, with mathematics as `$...$`. */
  readonly doc: string;
  readonly pictures: readonly AlgorithmPicture[];
  readonly references: readonly Reference[];
  readonly fields: readonly Field[];
  readonly signals: readonly Signal[];
  readonly decisions: readonly DecisionKind[];
}

/** A run that shows the mechanism of an algorithm. The page and the reference compute it and draw its charts. */
export interface AlgorithmPicture {
  /** A description of the run: the network, the events, and what to look at. */
  readonly caption: string;
  /** The document as JSON text. The flow with the ID `own` states no algorithm: it uses the algorithm that is described. */
  readonly document: string;
  /** The charts from top to bottom. A chart is a list of signals of the flow `own`, separated by spaces. `goodput` stands for the goodput of each flow, and `queue` for the queue of the link `forward`. Signals without values are left out. */
  readonly charts: readonly string[];
}

/** A paper or standard. */
export interface Reference {
  readonly title: string;
  readonly url: string;
}

/** A named quantity that an algorithm, flow or link records during a run. */
export interface Signal {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly kind: "gauge" | "counter";
  readonly doc: string;
}

/** A sentence by which an algorithm explains an action. `{name}` in the template stands for the value of an input. */
export interface DecisionKind {
  readonly id: string;
  readonly label: string;
  readonly template: string;
  readonly inputs: readonly DecisionInput[];
}

/** An input of a decision: a value that appears in its sentence. */
export interface DecisionInput {
  readonly id: string;
  readonly unit: string;
  readonly doc: string;
}

/** The description of a traffic source, a queue discipline or a kind of loss rule. */
export interface KindInfo {
  readonly id: string;
  readonly name: string;
  readonly doc: string;
  /** The fields of this kind. The schema adds the fields that all kinds share, such as a queue's limit or a loss rule's flow. */
  readonly fields: readonly Field[];
  readonly signals: readonly Signal[];
}

/** One recorded series of a run. */
export interface SeriesInfo {
  /** The index of the series, by which blocks of values refer to it. */
  readonly key: number;
  /** The entity that the series belongs to, such as `flow:near`, `link:forward` or `run`. */
  readonly entity: string;
  readonly signal: string;
  readonly kind: "gauge" | "counter";
  readonly unit: string;
  readonly label: string;
}

/** Why a run stopped before its end. */
export interface StopReport {
  readonly message: string;
  /** The flow or link that caused the failure, if it is known. */
  readonly entity: string | null;
  /** Simulated time, s. */
  readonly at: number;
  readonly can_continue: boolean;
  /** The place in the program of the flow `entity`, if the program could not continue. */
  readonly code: CodePlace | null;
}

/** A place in a program. Lines and columns count from 1, columns and the length in characters. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}

/** A decision as numbers. `Decision` has its sentence. */
export interface RecordedDecision {
  /** Simulated time, s. */
  readonly t: number;
  /** The ID of the algorithm or the queue discipline that decided. */
  readonly by: string;
  /** The index of the kind of decision among those that `by` declares. */
  readonly kind: number;
  /** The inputs in the order of their declaration, after which a queue discipline adds zeros. A value that is not finite is null. */
  readonly values: readonly (number | null)[];
  /** The sentence, if a program says it. */
  readonly said: string | null;
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

/** The rate of a link direction over a run. */
export interface LinkRates {
  /** The ID of the direction, as in `DerivedLink`. */
  readonly link: string;
  /** Pairs of a time in s and the rate in bit/s from this time on, in the order of time. The rate is 0 during an outage. */
  readonly steps: readonly (readonly [number, number])[];
}

/** A comparison of two scenarios, A and B, that were run with the same seeds. */
export interface PairedComparison {
  readonly a: Estimate;
  readonly b: Estimate;
  /** The difference B - A of the two runs with the same seed. */
  readonly difference: Estimate;
  readonly verdict: "differ" | "chance" | "same" | "too-few";
}

/** The mean of a sample and its 95 % confidence interval. */
export interface Estimate {
  /** Number of values. */
  readonly samples: number;
  /** Null if there are no values. */
  readonly mean: number | null;
  /** Half the width of the interval; null for fewer than two values. */
  readonly half_width: number | null;
}

/** The results of a run within the measurement window. */
export interface RunSummary {
  readonly version: string;
  /** The result ID. */
  readonly result_id: string;
  readonly seed: number;
  /** Simulated time that the summary covers, s. */
  readonly duration: number;
  /** Start and end of the measurement window, s. */
  readonly window: readonly [number, number];
  /** The number of packet-hops in the whole run: how often a packet crossed a link. */
  readonly packet_hops: number;
  readonly flows: readonly FlowSummary[];
  readonly links: readonly LinkSummary[];
  /** The results within the windows that the document declares, by the windows' IDs. */
  readonly windows: Readonly<Record<string, WindowSummary>>;
  /** For each flow entry with transfers, the transfers of all its flows. */
  readonly transfers: readonly FlowTransfers[];
  readonly fairness: FairnessSummary;
}

export interface FlowSummary {
  readonly id: string;
  readonly label: string;
  readonly algorithm: AlgorithmId;
  readonly role: string;
  readonly base_rtt_ms: number;
  /** The rate of first deliveries including headers, over the time during which the flow was active. */
  readonly goodput_bps: number;
  /** The goodput without headers. */
  readonly goodput_payload_bps: number;
  /** The rate of all packets that left the last link of the route, including headers and retransmissions. */
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
  /** Round trips per minute: a minute divided by the mean of the 95 % shortest round trips. */
  readonly rpm: number | null;
  readonly queue_delay_ms: Distribution | null;
  /** Coefficient of variation of the rate, by the width of the bins in seconds. */
  readonly cov: Readonly<Record<string, number | null>>;
  readonly jitter_ms: number | null;
  /** The time from sending a packet to its delivery. Null if the sender retransmits, unless it sends media. */
  readonly one_way_delay_ms: Distribution | null;
  /** Mean absolute difference between the one-way delays of successive packets. */
  readonly delay_jitter_ms: number | null;
  /** Seconds from the first packet until the receiver has all data of the source; null if the source has not completed. */
  readonly completion_s: number | null;
  /** Seconds from the first packet until the sender knows that the receiver has all data. */
  readonly acknowledged_s: number | null;
  readonly media: MediaSummary | null;
  readonly video: VideoSummary | null;
  readonly transfers: TransfersSummary | null;
  readonly data_units: DataUnitsSummary | null;
  /** Max-min fair share with all flows active and the links' initial rates. */
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

/** The frames of a media flow, and the stalls of its playback. */
export interface MediaSummary {
  readonly frames: number;
  readonly on_time: number;
  readonly late: number;
  /** Frames with a packet that never arrived. */
  readonly missing: number;
  /** Frames that the sender dropped in favour of newer ones. */
  readonly given_up: number;
  /** Mean encoder rate. */
  readonly rate_bps: number | null;
  /** How many times the encoder changed its rate. */
  readonly changes: number;
  readonly delay_ms: DistributionAndMin | null;
  readonly gap_ms: Distribution | null;
  readonly stalls: number;
  readonly stalled_s: number;
  readonly freezes: number;
  readonly frozen_s: number;
  /** Null without audio. */
  readonly audio: AudioSummary | null;
}

/** The packets of a call's audio. */
export interface AudioSummary {
  /** Packets that arrived by their playback time. */
  readonly in_time: number;
  readonly late: number;
  /** Packets that did not arrive. */
  readonly lost: number;
  readonly delay_ms: DistributionAndMin | null;
}

/** What the player of adaptive video has shown. */
export interface VideoSummary {
  /** Seconds until the picture started; null if it has not. */
  readonly startup_s: number | null;
  /** How often the picture stalled. */
  readonly stalls: number;
  readonly stalled_s: number;
  /** Mean bit rate of the segments that arrived. */
  readonly rate_bps: number | null;
  /** How many times the bit rate changed from one segment to the next. */
  readonly switches: number;
  /** Segments that arrived. */
  readonly segments: number;
}

/** Numbers and completion times of a flow's transfers. */
export interface TransfersSummary {
  readonly begun: number;
  /** Arrivals that found every connection of the pool busy. */
  readonly refused: number;
  /** Completed transfers. */
  readonly count: number;
  readonly payload_bytes: number;
  readonly completion_s: DistributionAndMin | null;
  readonly acknowledged_s: DistributionAndMin | null;
  /** The completion time divided by the time on an empty path: the base RTT, and the data at the lowest rate. */
  readonly slowdown: DistributionAndMin | null;
}

/** Gaps between complete data units. */
export interface DataUnitsSummary {
  readonly complete: number;
  readonly gap_ms: DataUnitGaps;
}

/** Gaps by the phase of the flow at the end of the gap, and all gaps. */
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
  /** Initial rate. */
  readonly rate_bps: number;
  /** The bits sent as a fraction of the bits that the link could send; null if it could send none. */
  readonly utilisation: number | null;
  readonly queue_packets: QueueLevels;
  readonly queue_delay_ms: Distribution | null;
  /** Fractions of time by the occupancy of the queue, from empty to full; null if no time has passed. */
  readonly occupancy: readonly number[] | null;
  readonly arrivals: number;
  readonly departures: number;
  /** Packets that the queue discipline dropped. */
  readonly drops: number;
  readonly drop_rate: number;
  /** Packets that loss rules dropped. */
  readonly losses: number;
  /** Packets that the queue marked. */
  readonly marks: number;
}

/** Statistics over time of the number of packets in a queue. */
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

/** Transfers of all flows of an entry of the document. */
export interface FlowTransfers {
  readonly begun: number;
  readonly refused: number;
  readonly count: number;
  readonly payload_bytes: number;
  readonly completion_s: DistributionAndMin | null;
  readonly acknowledged_s: DistributionAndMin | null;
  readonly slowdown: DistributionAndMin | null;
  /** The flow's ID in the document. */
  readonly id: string;
}

export interface FairnessSummary {
  /** Jain's index of the measured flows' goodput. */
  readonly jain: number | null;
  /** The share of TCP flows in the total throughput of the measured flows; null unless TCP and other flows are measured. */
  readonly theta: number | null;
  /** Mean goodput of the other measured flows divided by the mean goodput of the TCP flows; null unless both are measured. */
  readonly friendliness: number | null;
  /** Seconds from the last start of a measured flow until the rates of all measured flows are close to their mean. */
  readonly convergence_s: number | null;
  /** The largest utilisation of the links that the measured flows' data crosses. */
  readonly utilisation: number | null;
}

/** A text as the compiler read it. */
export interface ProgramReport {
  /** What is wrong, in the order of the text. Without faults, the text is a program. */
  readonly faults: readonly CodePlace[];
  /** The word after `sender`. It is `window` if there are faults. */
  readonly level: string;
  readonly settings: readonly ProgramSetting[];
  /** The names of the series that the program reports. */
  readonly signals: readonly string[];
}

/** A setting that a program declares. */
export interface ProgramSetting {
  readonly name: string;
  /** Whether the values are `true` and `false`. */
  readonly is_switch: boolean;
  /** The value in the program. 0 and 1 stand for `false` and `true`. */
  readonly default: number;
  readonly low: number;
  readonly high: number;
  /** Whether a slider divides the range by ratios. */
  readonly is_logarithmic: boolean;
  readonly unit: string;
  readonly help: string;
}

/** Everything that the language of programs has. */
export interface ProgramLanguage {
  readonly keywords: readonly string[];
  readonly levels: readonly LanguageLevel[];
  readonly functions: readonly LanguageName[];
  readonly examples: readonly LanguageExample[];
  /** The largest number of bytes in a text. */
  readonly max_source: number;
}

/** What the programs of one level can read, change and react to. */
export interface LanguageLevel {
  /** The word after `sender`. */
  readonly level: string;
  readonly help: string;
  readonly handlers: readonly LanguageName[];
  readonly inputs: readonly LanguageName[];
  readonly controls: readonly LanguageName[];
}

/** A name of the language and its help. */
export interface LanguageName {
  readonly name: string;
  /** Its unit, `true or false`, or the arguments of a function. */
  readonly detail: string;
  readonly help: string;
  /** The handlers in which it exists; none stands for all of them. */
  readonly handlers: readonly string[];
}

/** A program to begin with. */
export interface LanguageExample {
  readonly id: string;
  readonly source: string;
}

/** What the program of a flow did last, and the values of its names since then. */
export interface ProgramState {
  /** The lines that ran in the last call. */
  readonly lines: readonly number[];
  readonly values: readonly ProgramValue[];
}

/** The value of a name of a program, or those of an array. */
export interface ProgramValue {
  readonly name: string;
  /** The line that declares the name; null for the names of the language. */
  readonly line: number | null;
  readonly is_truth: boolean;
  /** Null stands for infinity. */
  readonly values: readonly (number | null)[];
}
