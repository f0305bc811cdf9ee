"""Builds parts of scenario documents, with the settings as keyword arguments.

Generated from the simulator's declarations by `npm run gen`. Do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from fairshare._building import UNSET, Algorithm, Document, Limit, Span
from fairshare._building import document as _document
from fairshare._building import given as _given
from fairshare._building import with_arguments as _with_arguments

__all__ = [
    "AlgorithmId",
    "FlowAccess",
    "FlowPath",
    "FlowSignal",
    "GraphLink",
    "GraphNode",
    "Impairments",
    "ImpairmentsFraming",
    "ImpairmentsJitter",
    "ImpairmentsOutage",
    "ImpairmentsReorder",
    "ImpairmentsShaper",
    "Jitter",
    "LinkSignal",
    "LossKind",
    "Measure",
    "ParkingLotLink",
    "QueueKind",
    "QueueStation",
    "QueueUser",
    "SchedulePoint",
    "SourceKind",
    "algorithms",
    "change",
    "flow",
    "link",
    "losses",
    "networks",
    "queues",
    "scenario",
    "schedules",
    "sources",
    "window",
]

AlgorithmId = Literal["tahoe", "reno", "newreno", "sack", "cubic", "search", "careful_resume", "highspeed", "scalable", "bic", "htcp", "illinois", "binomial", "simd", "yeah", "hybla", "westwood", "vegas", "ledbat", "ledbat_pp", "copa", "bbr", "bbr3", "c4", "dctcp", "prague", "tfrc", "rap", "tfwc", "tfrcp", "ifp", "gaimd", "taimd", "trabol", "lda", "ldaf", "lda_plus", "tpba", "nada", "gcc", "scream", "scream2", "udp", "hand", "own"]

SourceKind = Literal["greedy", "finite", "cbr", "on_off", "web", "mice", "radar", "arrivals", "media", "page", "video", "rpc"]

QueueKind = Literal["drop_tail", "step", "red", "codel", "fq_codel", "pie", "fq_pie", "pi2", "dual_pi2", "cake", "drr", "priority", "wifi", "cellular"]

LossKind = Literal["random", "every", "listed", "burst", "gilbert_elliott", "policer"]

FlowSignal = Literal["delivered", "throughput", "sent", "lost", "cwnd", "in_flight", "rtt", "rate", "ssthresh", "srtt", "rto", "w_max", "w_est", "k", "shortfall", "pipe", "increase", "decrease", "peak", "increment", "alpha", "beta", "queueing", "growth", "backlog", "reno_window", "mode", "rho", "bandwidth", "sample", "min_rtt", "base_rtt", "round_rtt", "expected", "actual", "base", "target", "gain", "phase", "present", "velocity", "delta", "bdp", "limit", "pacing_rate", "pacing_gain", "window_gain", "state", "bound", "long", "short", "loss", "nominal_rate", "max_rtt", "rtt_limit", "sensitivity", "marks", "share", "paced", "classic", "interval_0", "interval_1", "interval_2", "interval_3", "interval_4", "interval_5", "interval_6", "interval_7", "interval_8", "x", "x_eq", "x_recv", "recv_limit", "p", "mean_interval", "t_rto", "gap", "packets_per_rtt", "timeout", "frtt", "xrtt", "fine_grain", "w_eq", "loss_fraction", "model_rate", "interval_packets", "source_rate", "friendly_alpha", "w_f", "w_0", "w_s", "l", "n", "rounds", "rtt_cur", "rtt_short", "rtt_long", "alpha1", "alpha2", "ray_loss", "trigger_loss", "increasing", "steps", "hold", "ray_packets", "group_gap", "bottleneck", "adaptations", "a_add", "a_exp", "a_tcp", "ruled", "equation_rate", "report_gap", "probing", "measured_rate", "start_rate", "period_time", "unit_gap", "rtcp_bytes", "x_curr", "d_queue", "d_tilde", "p_loss", "p_mark", "r_recv", "x_ref", "trend", "threshold", "usage", "delay_rate", "loss_rate", "received", "capacity", "window", "bytes_in_flight", "qdelay", "qdelay_target", "media_rate", "queue_delay", "fast_increase"]

LinkSignal = Literal["queue", "queue_delay", "departed", "drops", "marks", "average", "drop_probability", "max_probability", "sojourn", "drop_count", "dropping", "backlogged", "largest_share", "delay", "burst_left", "base_probability", "classic_probability", "scalable_probability", "coupled_probability", "classic_delay", "low_delay", "blue", "shaper", "ahead", "stations", "aggregate", "users", "quality"]

_ARGUMENTS = {
    "abe": "Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight. (default False)",
    "access_rate": "Rate of every access link. (in bit/s; default None)",
    "ack_delay": "Longest delay of an acknowledgement. (in s; default 0.04)",
    "ack_every": "Number of packets per acknowledgement: with 1, the receiver acknowledges every packet; with 2, every second packet (delayed acknowledgements). (in packets; default 1)",
    "ack_size": "Size of an acknowledgement on the wire. (in bytes; default 40)",
    "acked_per_ack": "Packets per acknowledgement of the TCP that the equation describes. (in packets; default 1)",
    "adapt_interval": "Time between adaptations. (in s; default 3)",
    "alpha": "Weight of the delay's distance from the reference. (in 1/s; default 0.125)",
    "base_history": "Time over which the base delay is the smallest delay. (in minutes; default 10)",
    "beta": "Weight of the delay's change since the last update. (in 1/s; default 1.25)",
    "bottleneck": "Rate of the bottleneck. If it is not set, packet pairs measure it. (in bit/s; default None)",
    "buckets": "Number of queues to which flows are hashed. Flows in the same queue share its turns. (default None)",
    "burst": "Length of a burst that passes without drops if the queue was idle before. (in s; default 0.15)",
    "burst_packets": "Number of data packets that are sent back to back. The gap after them preserves the rate. (in packets; default 1)",
    "current_filter": "The present delay is the smallest of this number of newest samples. (in samples; default 4)",
    "derandomize": "Space drops evenly: no two drops in quick succession, and no very long time without a drop. (default True)",
    "dupthresh": "Number of later packets received after which a packet counts as lost. (in packets; default 3)",
    "ecn": "Use explicit congestion notification: queues mark packets instead of dropping them, and the sender reacts to a mark as to a loss, except with ABE and in the algorithms that respond to the share of marks. (default False)",
    "ecn_feedback": "How the receiver reports marks. QUIC always reports their number. (default None)",
    "f_rto": "After a timeout, send new packets first, and return to the earlier window if packets are acknowledged that were not sent again. (default False)",
    "fast_convergence": "After a loss at a window below the last peak, assume an even lower peak, so that new flows get their share sooner. (default True)",
    "feedback_timeout": "After this number of report intervals without a report, each counted at its longest, the rate is halved. It is halved again after each further interval. (in intervals; default 3)",
    "flow": "The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows. (default None)",
    "gradual_restart": "Halve the window once per retransmission timeout of an idle period, instead of restarting at once. (default False)",
    "grow_only_when_limited": "Grow only while sending is limited by the congestion window, and not by the application or the receiver. (default True)",
    "growing_window": "Let the receive window grow as in Linux, and acknowledge each packet with which it grows at once. Only with quick acknowledgements. (default False)",
    "growth": "What the window's growth is proportional to. (default \"packets\")",
    "halve": "The quantity that a reduction is computed from. (default \"flight\")",
    "handshake": "Open the connection with a handshake of one round trip, which also gives the first RTT sample. (default True)",
    "hash": "Selects the hash function. With another number, other flows share a queue. (default 0)",
    "hold_at_bottleneck": "Limit the rate to that of the bottleneck, also after an increase. Otherwise an increase can raise the rate above the bottleneck's, and the next increase is negative. (default True)",
    "hystart": "End the first slow start when the round-trip time grows, before the queue overflows. (default True)",
    "idle_restart": "Restart with the initial window after an idle period longer than the retransmission timeout. (default True)",
    "initial_increase": "Additive increase at the start and after a loss, per adaptation. (in bit/s; default 10000)",
    "initial_rate": "Rate at the start. (in bit/s; default 10000)",
    "initial_rto": "Timeout before the first round-trip sample. (in s; default 1)",
    "initial_ssthresh": "Window at which the first slow start ends. (in packets; default None)",
    "initial_window": "Window at the start of a connection. (in packets; default 10)",
    "last_beyond_window": "Send the packet that ends the data of a connection even if the congestion window is full. (default False)",
    "limit": "Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {\"packets\":50})",
    "limited_transmit": "Send one new packet on each of the first two duplicate acknowledgements. (default True)",
    "loss_field": "Width of the field in which the receiver reports the fraction lost. (default \"8\")",
    "loss_from": "Which fields of the reports determine the loss between two adaptations. (default \"counters\")",
    "mark_up_to": "Above this drop probability, packets are dropped and not marked. (default 0.1)",
    "max_rate": "Upper limit of the rate. (in bit/s; default None)",
    "min_rate": "Lower limit of the encoder's rate, and its rate at the start. (in bit/s; default 150000)",
    "min_rto": "Minimum of the retransmission timeout. With the Linux rule, the minimum applies to the deviation term. (in s; default 0.2)",
    "pacing": "Spread packets over the round trip instead of sending bursts. (default False)",
    "pair_ratio": "Estimates within this factor count as similar. (default 1.1)",
    "pair_window": "Number of the newest packet-pair estimates that determine the result. (in pairs; default 64)",
    "probe_delay": "Additional delay of a tail loss probe while a single packet is in flight, whose acknowledgement the receiver may delay. (in s; default None)",
    "probe_every": "Number of sender reports per probe. (in reports; default 1)",
    "probe_packets": "Number of data packets that a probe sends back to back to measure the bottleneck. (in packets; default 4)",
    "probe_rtt_duration": "Shortest duration of a measurement of the smallest round-trip time. (in s; default 0.2)",
    "prr": "Lower the window in proportion to the packets delivered during recovery, instead of at once. Applies to recovery by RFC 6675. (default False)",
    "quantum": "Bytes that a queue may send in a turn. (in bytes; default 1514)",
    "quic": "Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP, PRR, undo and F-RTO. (default False)",
    "quick_acks": "Acknowledge packets at once while the sender may wait: the first 16, 16 after an idle period or a duplicate, the last of the application's data, and after marks. Otherwise the delay follows the packets' intervals. (default False)",
    "rack": "Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Applies to recovery by RFC 6675. (default False)",
    "rate_counts": "Which bytes the rate counts. (default \"payload\")",
    "rate_limited_increase": "While the congestion window does not limit sending, let it grow up to what the largest number of packets in flight would have made of it: twice that number in slow start, one more in congestion avoidance. (default False)",
    "receive_window": "Receiver's window: the largest number of packets in flight. (in packets; default None)",
    "receiver_report_size": "Size of a receiver report on the wire. (in bytes; default 80)",
    "reduction": "The rate is reduced by this multiple of the loss. (default 3)",
    "reference": "Queueing delay that the controller aims at. (in s; default 0.015)",
    "reordering": "Number of later packets received after which a packet counts as lost. (in packets; default 3)",
    "report_interval": "Time between reports. (in s; default 1)",
    "report_jitter": "Each interval between reports is drawn at random. It is at most this fraction shorter or longer than its mean. (default 0)",
    "report_size": "Size of a report on the wire. (in bytes; default 80)",
    "rto_rule": "How the retransmission timeout is computed. (default \"linux\")",
    "rtt_gain": "Weight of the newest sample in the smoothed round-trip time; 1 for no smoothing. (default 1)",
    "sack_rtt": "With RACK-TLP: measure the smoothed round-trip time and the timeout also with packets that are acknowledged selectively, and restart the timeout if they were sent before the oldest packet was sent last. (default False)",
    "sack_rule": "How losses and packets in flight are determined from selective acknowledgements. (default \"rfc6675\")",
    "sender_report_size": "Size of a sender report on the wire. (in bytes; default 80)",
    "shape": "Shape of the Pareto distribution. (default 1.2)",
    "slow_start_limit": "Largest growth of the window per acknowledgement in slow start. HyStart++ allows at least 8 packets. (in packets; default 2)",
    "stack": "The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. (default \"linux\")",
    "t_rto_least": "Minimum of 4 R, if the timeout is 4 R with a minimum. (in s; default 1)",
    "tcp_limit": "Limit the increase to the growth of a TCP's rate until the next adaptation. (default True)",
    "tcp_limit_rtt": "Round-trip time in the limit by TCP's growth. (in s; default None)",
    "tick": "Granularity of the clock that measures the round-trip time. (in s; default 0.001)",
    "timestamps": "Measure the round-trip time with every acknowledgement (timestamps) instead of one packet per window. (default True)",
    "undo": "Return to the earlier window when timestamps or reported duplicates show that no packet was lost. (default False)",
    "update": "Time between updates of the drop probability. (in s; default 0.015)",
    "what": "The packets that can be lost. (default \"all\")",
    "where": "Whether the rule drops packets before the queue or after transmission. (default \"arrival\")",
}

_described = _with_arguments(_ARGUMENTS)


class QueueStation(TypedDict, total=False):
    flow: str
    rate: float


class QueueUser(TypedDict, total=False):
    flow: str
    signal: int


class SchedulePoint(TypedDict, total=False):
    at: float
    rate: float


class ImpairmentsJitter(TypedDict, total=False):
    """An extra delay that varies from packet to packet. Packets stay in order: a long delay of one packet also delays the packets behind it, so at high packet rates nearly all of them get the largest delay."""

    delay: float
    shape: Literal["uniform", "exponential"]


class ImpairmentsReorder(TypedDict, total=False):
    """Some packets take a detour, on which later packets overtake them."""

    probability: float
    delay: float


class ImpairmentsShaper(TypedDict, total=False):
    """A token bucket before the line: packets wait for tokens of their size."""

    rate: float
    burst: int


class ImpairmentsFraming(TypedDict, total=False):
    """Packets are cut into cells, and the last cell is padded, as in ATM and DSL."""

    cell: int
    carries: int
    overhead: int


class ImpairmentsOutage(TypedDict, total=False):
    """An interval without sending."""

    at: float
    lasts: float


class Impairments(TypedDict, total=False):
    """Effects other than the queue and loss rules: jitter, reordering, shaping, framing, outages, a delivery trace."""

    jitter: ImpairmentsJitter | None
    reorder: ImpairmentsReorder | None
    shaper: ImpairmentsShaper | None
    framing: ImpairmentsFraming | None
    outages: Sequence[ImpairmentsOutage]
    trace: str


class ParkingLotLink(TypedDict, total=False):
    """A link of the parking lot."""

    id: str
    forward: Document
    reverse: Document | None


class GraphNode(TypedDict, total=False):
    """A node."""

    id: str
    label: str
    x: float | None
    y: float | None


GraphLink = TypedDict(
    "GraphLink",
    {
        "id": "str",
        "from": "str",
        "to": "str",
        "one_way": "bool",
        "forward": "Document",
        "reverse": "Document | None",
    },
    total=False,
)


class Jitter(TypedDict, total=False):
    """A small random delay of each packet at its sender. Packets stay in order. Without the delay, the arrivals of a flow could stay in step with the queue, so that its packets find the queue full in every round trip."""

    mode: Literal["delay", "serial", "batch", "off"]
    max: float | None


class FlowAccess(TypedDict, total=False):
    """The flow's access links at both ends."""

    sender: Span
    receiver: Span
    receiver_rate: float | None
    receiver_buffer: int


FlowPath = TypedDict(
    "FlowPath",
    {
        "from": "str | None",
        "to": "str | None",
        "links": "Sequence[str]",
        "back": "Sequence[str]",
    },
    total=False,
)


class Measure(TypedDict, total=False):
    """Measurements for the summary."""

    bins: Sequence[float]
    windows: Sequence[Document]


class queues:
    """The queue for packets that wait for transmission."""

    @staticmethod
    @_described
    def drop_tail(
        *,
        limit: Limit = UNSET,
        drop: Literal["arriving", "oldest", "random"] = UNSET,
    ) -> Document:
        """First in, first out. A packet that arrives when the queue is full is dropped, or another packet in its place. The limit does not include the packet that is being sent.

        Args:
            drop: Which packet is dropped when a packet finds the queue full. (default "arriving")
        """
        return _document({"kind": "drop_tail", **_given(locals())})

    @staticmethod
    @_described
    def step(
        *,
        limit: Limit = UNSET,
        threshold: float = UNSET,
        unmarkable: Literal["drop", "store"] = UNSET,
    ) -> Document:
        """First in, first out. A packet that finds at least K waiting packets is marked, if its sender understands marks (ECN). Marks stop as soon as the queue is shorter, so senders need an exact reaction such as DCTCP's. The link stays busy if K is at least a seventh of the bandwidth-delay product.

        Args:
            threshold: An arriving packet is marked if at least this number of packets wait. (in packets; default 20)
            unmarkable: What happens above the threshold to packets of senders that do not understand marks. (default "drop")
        """
        return _document({"kind": "step", **_given(locals())})

    @staticmethod
    @_described
    def red(
        *,
        limit: Limit = UNSET,
        min_threshold: float | None = UNSET,
        max_threshold: float | None = UNSET,
        weight: float | None = UNSET,
        max_probability: float = UNSET,
        gentle: bool = UNSET,
        wait: bool = UNSET,
        byte_mode: bool = UNSET,
        mean_packet: int | None = UNSET,
        ecn: bool = UNSET,
        mark_up_to: float = UNSET,
        adaptive: bool = UNSET,
        interval: float = UNSET,
        increase: float = UNSET,
        decrease: float = UNSET,
        top: float = UNSET,
        bottom: float | None = UNSET,
    ) -> Document:
        """Random early detection: averages the queue length, and drops or marks packets with a probability that rises from 0 at the lower threshold of the average to the largest early probability at the upper threshold. Senders slow down before the queue is full, and at different times.

        Args:
            min_threshold: If the average queue length is at least this, packets can be dropped or marked. (in packets; default None)
            max_threshold: Average queue length at which the drop probability reaches the largest early probability. (in packets; default None)
            weight: Weight of the current queue length in the average. (default None)
            max_probability: Drop probability at the upper threshold. (default 0.1)
            gentle: Let the probability rise linearly to 1 between the upper threshold and twice the upper threshold, instead of abruptly. (default True)
            wait: After a drop, at least 1/p packets pass before the next drop, where p is the drop probability, as in ns-2. Otherwise two drops can follow each other immediately. (default True)
            byte_mode: Average the bytes in the queue instead of the packets, and drop large packets with a higher probability. (default False)
            mean_packet: Packet size that is assumed when packets are converted to bytes or rates, and when the average decays in idle times. (in bytes; default None)
            ecn: Mark packets of senders that understand marks instead of dropping them. (default True)
            adaptive: Adjust the largest early probability so that the average stays between the thresholds. (default False)
            interval: Shortest time between two adjustments of the largest early probability. (in s; default 0.5)
            increase: Largest amount by which an adjustment raises the probability. (default 0.01)
            decrease: Factor by which an adjustment lowers the probability. (default 0.9)
            top: Highest value that adaptation sets. (default 0.5)
            bottom: Lowest value that adaptation sets. (default None)
        """
        return _document({"kind": "red", **_given(locals())})

    @staticmethod
    def codel(
        *,
        limit: Limit = UNSET,
        target: float = UNSET,
        interval: float = UNSET,
        ecn: bool = UNSET,
    ) -> Document:
        """Controlled delay: watches how long packets have waited when they leave the queue. If this delay stays above the target for an interval, one packet is dropped or marked, and more packets follow at decreasing gaps until the delay is below the target again. Bursts shorter than the interval pass without drops.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":1000})
            target: Queueing delay that is tolerated. (in s; default 0.005)
            interval: Time for which the delay must stay above the target before a packet is dropped: a typical round-trip time. (in s; default 0.1)
            ecn: Mark packets of senders that understand marks instead of dropping them. (default True)
        """
        return _document({"kind": "codel", **_given(locals())})

    @staticmethod
    @_described
    def fq_codel(
        *,
        limit: Limit = UNSET,
        buckets: int | None = UNSET,
        hash: int = UNSET,
        quantum: int = UNSET,
        target: float = UNSET,
        interval: float = UNSET,
        ecn: bool = UNSET,
        shared_backlog: bool = UNSET,
        ce_threshold: float | None = UNSET,
        ce_selector: Literal["ecn", "ect1"] = UNSET,
    ) -> Document:
        """Fair queuing with controlled delay: every flow has its own queue, queues take turns in which each may send the same number of bytes, queues of flows that send little are served first, and CoDel keeps the delay of each queue low. When the limit of all queues together is exceeded, packets of the longest queue are dropped.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":10240})
            target: Queueing delay that CoDel tolerates in each queue. (in s; default 0.005)
            interval: Time for which the delay must stay above the target before CoDel drops a packet: a typical round-trip time. (in s; default 0.1)
            ecn: Mark packets of senders that understand marks instead of dropping them. (default True)
            shared_backlog: As in Linux: drop packets of a queue while all queues together hold more than one packet, instead of this queue. (default False)
            ce_threshold: Waiting time above which every packet is marked at once. CoDel is too slow for senders that react to marks in proportion. (in s; default None)
            ce_selector: Which packets the threshold marks. (default "ecn")
        """
        return _document({"kind": "fq_codel", **_given(locals())})

    @staticmethod
    @_described
    def pie(
        *,
        limit: Limit = UNSET,
        reference: float = UNSET,
        update: float = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        burst: float = UNSET,
        ecn: bool = UNSET,
        mark_up_to: float = UNSET,
        derandomize: bool = UNSET,
    ) -> Document:
        """A controller changes the drop probability according to the difference between the queueing delay and a reference and to the change of the delay, so that the delay settles at the reference whatever the load. Packets are dropped or marked when they arrive.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":1000})
            ecn: Mark packets of senders that understand marks instead of dropping them. (default True)
        """
        return _document({"kind": "pie", **_given(locals())})

    @staticmethod
    @_described
    def fq_pie(
        *,
        limit: Limit = UNSET,
        buckets: int | None = UNSET,
        hash: int = UNSET,
        quantum: int = UNSET,
        reference: float = UNSET,
        update: float = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        burst: float = UNSET,
        ecn: bool = UNSET,
        mark_up_to: float = UNSET,
        derandomize: bool = UNSET,
    ) -> Document:
        """Fair queuing with PIE: every flow has its own queue, queues take turns in which each may send the same number of bytes, queues of flows that send little are served first, and a controller of PIE for each queue drops or marks packets that arrive. A packet that would exceed the limit of all queues together is dropped. The series show the controller with the highest probability.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":10240})
            ecn: Mark packets of senders that understand marks instead of dropping them. (default True)
        """
        return _document({"kind": "fq_pie", **_given(locals())})

    @staticmethod
    def pi2(
        *,
        limit: Limit = UNSET,
        target: float = UNSET,
        update: float = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        coupling: float = UNSET,
        scalable: Literal["ect1", "ecn", "none"] = UNSET,
        ecn: bool = UNSET,
    ) -> Document:
        """One queue with the controller of PIE, whose output p' is not applied as it is: packets of classic senders are dropped or marked with its square, which makes the control linear, and packets of scalable senders, which carry ECT(1), are marked with k p'. Equal flows of both kinds then get about equal rates, but all wait in the same queue. DualPI2 gives scalable senders a queue of their own.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":1000})
            target: Queueing delay that the controller aims at. (in s; default 0.02)
            update: Time between updates of the base probability. (in s; default 0.03)
            alpha: Weight of the delay's distance from the target. (in 1/s; default 0.3125)
            beta: Weight of the delay's change since the last update. (in 1/s; default 3.125)
            coupling: Ratio of the marking probability of scalable senders to the base probability. (default 2)
            scalable: Which senders are scalable: they react to marks in proportion, and are marked without the square. (default "ect1")
            ecn: Mark packets of classic senders that understand marks instead of dropping them. (default True)
        """
        return _document({"kind": "pi2", **_given(locals())})

    @staticmethod
    def dual_pi2(
        *,
        limit: Limit = UNSET,
        target: float = UNSET,
        update: float = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        coupling: float = UNSET,
        step: float = UNSET,
        classic_share: float = UNSET,
        protect: bool = UNSET,
    ) -> Document:
        """Two queues on one link, for L4S. Packets of scalable senders such as TCP Prague, which carry ECT(1), wait in the L queue, all others in the C queue. A controller as in PIE computes a base probability p' from the queueing delay. The C queue drops or marks with the probability p'^2, the L queue marks with k p', and each packet that has waited longer than its threshold. Scalable senders react to marks in proportion and classic ones to the square root, so equal flows of both kinds get about equal rates, with 15 ms of delay in the C queue and 1 ms in the L queue.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":10000})
            target: Queueing delay of the C queue that the controller aims at. (in s; default 0.015)
            update: Time between updates of the base probability. (in s; default 0.016)
            alpha: Weight of the delay's distance from the target. (in 1/s; default 0.16)
            beta: Weight of the delay's change since the last update. (in 1/s; default 3.2)
            coupling: Ratio of the marking probability of the L queue to the base probability. With 2, equal flows of both kinds have about equal rates. (default 2)
            step: Queueing delay of the L queue above which each of its packets is marked, if more than one packet waits. (in s; default 0.001)
            classic_share: Share of the link that the C queue gets at least while both queues wait. (default 0.1)
            protect: Send packets of flows that build the L queue through the C queue while the delay is above 1 ms, as cable modems do. (default False)
        """
        return _document({"kind": "dual_pi2", **_given(locals())})

    @staticmethod
    def cake(
        *,
        limit: Limit = UNSET,
        bandwidth: float | None = UNSET,
        probe: str | None = UNSET,
        min_rate: float = UNSET,
        max_rate: float = UNSET,
        rtt: float = UNSET,
        isolation: Literal["triple_isolate", "flows", "hosts", "flowblind"] = UNSET,
        hosts: Literal["flow", "prefix"] = UNSET,
        ack_filter: Literal["off", "on", "aggressive"] = UNSET,
        ingress: bool = UNSET,
        overhead: float = UNSET,
        mpu: float = UNSET,
        framing: Literal["none", "atm", "ptm"] = UNSET,
    ) -> Document:
        """Common applications kept enhanced, for home routers: a shaper, which holds packets back so that they wait here and not in the modem; a queue for each flow, with turns that share the link between hosts first and then between the flows of each host; COBALT, which is CoDel with a remedy for senders that do not react, in each queue; and a filter of acknowledgements. Each flow of the document is a host, its connections the host's flows, in one class of service. Hosts whose queues are never empty get equal shares within 2 %. A host with a single TCP flow gets up to 5 % less, because its queue is empty after each reduction of the window; with an `rtt` of 1 s, the shares of TCP are equal. With `probe`, cake-autorate's rule sets the shaper's rate: it falls when the probe's packets are late, rises while it is used, and otherwise returns to `bandwidth`.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":10240})
            bandwidth: Rate of the shaper. A little below the rate of the line, it moves the queue from the modem to CAKE. Without it, the target of the delay does not grow on slow lines, and many packets are dropped: below 5 Mb/s, set it. (in bit/s; default None)
            probe: A flow of small packets over this link and the line behind it, such as UDP with 84 bytes 20 times a second. From their delays, cake-autorate's rule sets the rate of the shaper, which is that above while the line is little used. (default None)
            min_rate: Lowest rate that cake-autorate sets. (in bit/s; default 5000000)
            max_rate: Highest rate that cake-autorate sets. (in bit/s; default 80000000)
            rtt: Typical round-trip time, for COBALT: its interval. Its target is a twentieth. (in s; default 0.1)
            isolation: Between what the link is shared. (default "triple_isolate")
            hosts: Which flows belong to the same host. (default "flow")
            ack_filter: Drop acknowledgements that later ones in the queue make superfluous. (default "off")
            ingress: The packets have already passed the slow line: dropped packets count for the shaper as well. (default False)
            overhead: Bytes that the line adds to each packet, for the shaper. (in bytes; default 0)
            mpu: Smallest size of a packet on the line, with the overhead. (in bytes; default 0)
            framing: How the line cuts packets into frames, for the shaper. (default "none")
        """
        return _document({"kind": "cake", **_given(locals())})

    @staticmethod
    @_described
    def drr(
        *,
        limit: Limit = UNSET,
        quantum: int = UNSET,
        buckets: int | None = UNSET,
        hash: int = UNSET,
        perturb: float | None = UNSET,
        count_packets: bool = UNSET,
    ) -> Document:
        """Deficit round robin: every flow has its own queue, and queues take turns in which each may send the same number of bytes. With fewer queues than flows it is stochastic fair queuing (SFQ). When the limit of all queues together is exceeded, the last packet of the longest queue is dropped.

        Args:
            quantum: Bytes that a queue may send in a turn. The simulation is fastest if this is at least the size of the largest packet. (in bytes; default 1500)
            buckets: Number of queues to which flows are hashed (stochastic fair queuing). Flows in the same queue share its turns. (default None)
            perturb: Time after which the hash function changes, so that flows share a queue only for a limited time. (in s; default None)
            count_packets: A queue sends one packet in each turn, whatever its size: plain round robin. (default False)
        """
        return _document({"kind": "drr", **_given(locals())})

    @staticmethod
    @_described
    def priority(
        *,
        limit: Limit = UNSET,
        first: Literal["measured", "background", "feedback", "listed"] = UNSET,
        flows: Sequence[str] = UNSET,
    ) -> Document:
        """Two queues: while packets wait in the first queue, none of the second queue is sent. When the limit is reached, an arriving packet of the first queue replaces a packet of the second queue.

        Args:
            first: Which packets are sent first. (default "measured")
            flows: Other flows whose packets are also sent first. (default [])
        """
        return _document({"kind": "priority", **_given(locals())})

    @staticmethod
    def wifi(
        *,
        limit: Limit = UNSET,
        scheduler: Literal["fifo", "round_robin", "airtime", "contention"] = UNSET,
        stations: Sequence[QueueStation] = UNSET,
        names: Literal["flow", "prefix"] = UNSET,
        fq_codel: bool = UNSET,
        target: float = UNSET,
        interval: float = UNSET,
        max_packets: int = UNSET,
        max_air: float = UNSET,
        header: int = UNSET,
        overhead: float = UNSET,
        contention_window: int = UNSET,
        slot: float = UNSET,
        neighbours: int = UNSET,
        neighbour_air: float = UNSET,
    ) -> Document:
        """A Wi-Fi network: the queue of the sender and its air, which together determine when packets leave, instead of the link's rate. Every flow is a station with a rate of its own. A transmission carries several packets for one station, takes time before and after its packets, and waits for a free channel. With one queue for all stations, a slow station takes most of the air, and all others get little more than its throughput (the performance anomaly). With a queue for each station and turns of equal air, as in Linux, a slow station slows only itself down. A station that the settings do not name sends and receives at the link's rate. The fair share of a station is an equal part of the air. The two directions of a link do not share their air: acknowledgements contend only in a direction that has this discipline itself. No packet is lost on the air or sent again.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":8192})
            scheduler: Who sends next. (default "airtime")
            stations: The rates of slow stations. All other stations have the link's rate. (default [])
            names: Which flows belong to the same station. (default "flow")
            fq_codel: In the queue of each station, a queue with CoDel for each flow. The queue for all stations has none. (default True)
            target: Queueing delay that CoDel tolerates. (in s; default 0.02)
            interval: Time for which the delay must stay above the target before CoDel drops a packet. (in s; default 0.1)
            max_packets: Largest number of packets in a transmission; 1 without aggregation. (default 32)
            max_air: Longest time of the packets of a transmission. The first packet is always sent. (in s; default 0.004)
            header: Bytes that the air adds to each packet: delimiter, header, security and checksum. (in bytes; default 42)
            overhead: Time of a transmission in addition to its packets and the backoff: pauses, preamble and the answer of the receiver. (in s; default 0.00013)
            contention_window: Largest backoff before a first attempt. The backoff is a random number of slots. (in slots; default 15)
            slot: Length of a slot of the backoff. (in s; default 9e-6)
            neighbours: Other networks and devices on the channel that always have something to send. (default 0)
            neighbour_air: How long each transmission of a neighbour takes. (in s; default 0.002)
        """
        return _document({"kind": "wifi", **_given(locals())})

    @staticmethod
    def cellular(
        *,
        limit: Limit = UNSET,
        scheduler: Literal["proportional_fair", "round_robin"] = UNSET,
        signal: int = UNSET,
        users: Sequence[QueueUser] = UNSET,
        names: Literal["flow", "prefix"] = UNSET,
        variation: int = UNSET,
        every: float = UNSET,
        slot: float = UNSET,
        errors: float = UNSET,
        again: int = UNSET,
        average: int = UNSET,
        codel: bool = UNSET,
    ) -> Document:
        """A cell of LTE: the queues of its users and its air, which together determine when packets leave, instead of the link's rate. Every flow is a user. Its signal moves at random and determines how many bits fit into a slot of 1 ms, which goes to the user whose signal is good in comparison with what it has had. A tenth of the blocks arrive with errors and are sent again 8 ms later, while the packets behind them wait. A loss-based algorithm fills the deep queue of its user with seconds of packets, but delays no other user. The link's rate is that of the best signal (CQI 15), and the limit is divided equally among the users. The fair share of a user is an equal part of the slots at its mean signal. Uplinks need no grants, and a block that has failed eight times counts as received.

        Args:
            limit: Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count. (default {"packets":2000})
            scheduler: Which user a slot is given to. (default "proportional_fair")
            signal: Mean quality of the signal (CQI). The link's rate is that of 15; each lower quality has less, down to 3 % at 1. (default 10)
            users: The users with another mean signal. (default [])
            names: Which flows belong to the same user. (default "flow")
            variation: How far a signal moves from its mean, up and down. (default 4)
            every: Time after which a signal moves one step up or down. (in s; default 0.05)
            slot: Length of a slot. (in s; default 0.001)
            errors: Probability that a block arrives with errors, each time it is sent. (default 0.1)
            again: Slots after which a block with errors is sent again. (in slots; default 8)
            average: Slots over which the scheduler averages what a user has had. (in slots; default 100)
            codel: CoDel in the queue of each user. (default False)
        """
        return _document({"kind": "cellular", **_given(locals())})


class losses:
    """A rule that drops packets independently of the queue."""

    @staticmethod
    @_described
    def random(
        *,
        probability: float = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """Each packet is lost with the same probability. Other changes of the scenario do not affect which packets of a flow are lost.

        Args:
            probability: Probability with which each packet is lost, independently of other packets. (default 0.01)
        """
        return _document({"kind": "random", **_given(locals())})

    @staticmethod
    @_described
    def every(
        *,
        n: int = UNSET,
        first: int | None = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """Every n-th packet is lost.

        Args:
            n: Of each n consecutive packets one is lost. (in packets; default 1000)
            first: Ordinal of the first lost packet, from 0. (in packets; default None)
        """
        return _document({"kind": "every", **_given(locals())})

    @staticmethod
    @_described
    def listed(
        *,
        packets: Sequence[int] = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """Exactly the listed packets are lost. Packets are counted from 0.

        Args:
            packets: Ordinals of the lost packets, from 0, among the packets that match the rule. (default [])
        """
        return _document({"kind": "listed", **_given(locals())})

    @staticmethod
    @_described
    def burst(
        *,
        at: float = UNSET,
        packets: int = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """From a given time on, the given number of consecutive packets is lost.

        Args:
            at: Time from which packets are lost. (in s; default 0)
            packets: Number of consecutive packets that are lost. (in packets; default 1)
        """
        return _document({"kind": "burst", **_given(locals())})

    @staticmethod
    @_described
    def gilbert_elliott(
        *,
        loss: float = UNSET,
        burst: float = UNSET,
        good_loss: float = UNSET,
        bad_loss: float = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """Losses come in bursts, as on radio links: at each packet the link can change between a good and a bad state, and it loses more packets in the bad state.

        Args:
            loss: Share of the packets that are lost in the long run. (default 0.01)
            burst: Mean length of the bad state; if all of its packets are lost, the mean number of packets lost in a row. (in packets; default 5)
            good_loss: Share of the packets that are lost in the good state. (default 0)
            bad_loss: Share of the packets that are lost in the bad state. (default 1)
        """
        return _document({"kind": "gilbert_elliott", **_given(locals())})

    @staticmethod
    @_described
    def policer(
        *,
        rate: float = UNSET,
        burst: int = UNSET,
        flow: str | None = UNSET,
        where: Literal["arrival", "exit"] = UNSET,
        what: Literal["data", "feedback", "all"] = UNSET,
    ) -> Document:
        """A token bucket that fills at a constant rate. A packet is lost if the bucket has too few tokens for its bytes.

        Args:
            rate: Rate at which the bucket fills: the mean rate of the packets that pass is at most this rate. (in bit/s; default 1000000)
            burst: Depth of the bucket: bytes that pass in a burst after an idle period. (in bytes; default 15000)
        """
        return _document({"kind": "policer", **_given(locals())})


class schedules:
    """Changes of the rate during the run, in addition to the timeline. The schedule of a satellite also changes the delay."""

    @staticmethod
    def constant() -> Document:
        """The rate is constant unless the timeline changes it."""
        return _document({"kind": "constant", **_given(locals())})

    @staticmethod
    def points(
        *,
        points: Sequence[SchedulePoint] = UNSET,
        between: Literal["steps", "ramps"] = UNSET,
        repeat: float | None = UNSET,
        every: float = UNSET,
    ) -> Document:
        """The rate follows a list of points, in steps or in ramps, once or repeatedly.

        Args:
            points: Times and rates, in any order. Until the first point, the link has the rate in its settings. (default [])
            between: How the rate changes between two points. (default "steps")
            repeat: Time after which the points are repeated. (in s; default None)
            every: Time between changes of the rate on a ramp. Each change sets the value of the ramp half-way to the next change. (in s; default 0.05)
        """
        return _document({"kind": "points", **_given(locals())})

    @staticmethod
    def periodic(
        *,
        shape: Literal["square", "triangle", "sawtooth"] = UNSET,
        low: float = UNSET,
        high: float = UNSET,
        period: float = UNSET,
        share: float = UNSET,
        every: float = UNSET,
    ) -> Document:
        """The rate changes periodically: it alternates between two values, or it rises and falls in slopes.

        Args:
            shape: The shape of a period. (default "square")
            low: The lowest rate; 0 is an outage. (in bit/s; default 1000000)
            high: The highest rate. (in bit/s; default 10000000)
            period: Length of a period. (in s; default 10)
            share: Part of the period at the highest rate. (default 0.5)
            every: Time between changes of the rate on a slope. Each change sets the value of the slope half-way to the next change. (in s; default 0.05)
        """
        return _document({"kind": "periodic", **_given(locals())})

    @staticmethod
    def satellite(
        *,
        period: float = UNSET,
        first: float = UNSET,
        low: float = UNSET,
        high: float = UNSET,
        shortest: float = UNSET,
        longest: float = UNSET,
        gap: float = UNSET,
        draw: int = UNSET,
    ) -> Document:
        """The link goes over a satellite, and every 15 s over another one, with another rate and another delay. Between them is a short pause.

        Args:
            period: Time between two assignments of a satellite. (in s; default 15)
            first: Time of the first change of the satellite. (in s; default 12)
            low: The lowest rate over a satellite. Each satellite has a random rate between this and the highest. (in bit/s; default 50000000)
            high: The highest rate over a satellite. (in bit/s; default 200000000)
            shortest: The delay of the link over the nearest satellite. Each satellite has a random delay between this and the longest, instead of the delay in the link's settings. (in s; default 0.012)
            longest: The delay of the link over the farthest satellite. (in s; default 0.028)
            gap: How long nothing is sent at a change. Packets wait. (in s; default 0.05)
            draw: Selects the random rates and delays. With the same number, both directions have the same satellites. (default 1)
        """
        return _document({"kind": "satellite", **_given(locals())})


def link(
    *,
    rate: float = UNSET,
    delay: float = UNSET,
    queue: Document = UNSET,
    loss: Sequence[Document] = UNSET,
    schedule: Document = UNSET,
    impairments: Impairments = UNSET,
) -> Document:
    """The bottleneck from left to right.

    Args:
        rate: Bits per second on the wire. (in bit/s; default 10000000)
        delay: One-way propagation time. (in s; default 0.01)
        queue: The queue for packets that wait for transmission. (default {"kind":"drop_tail"})
        loss: Rules that drop packets independently of the queue. (default [])
        schedule: Changes of the rate during the run, in addition to the timeline. The schedule of a satellite also changes the delay. (default {"kind":"constant"})
        impairments: Effects other than the queue and loss rules: jitter, reordering, shaping, framing, outages, a delivery trace. (default {})
    """
    return _document(_given(locals()))


class networks:
    """The links and queues that the flows share."""

    @staticmethod
    @_described
    def dumbbell(
        *,
        forward: Document = UNSET,
        reverse: Document | None = UNSET,
        access_rate: float | None = UNSET,
    ) -> Document:
        """Senders and receivers with private access links, connected by one bottleneck. Both directions are simulated.

        Args:
            forward: The bottleneck from left to right. (default {})
            reverse: The bottleneck from right to left. (default None)
        """
        return _document({"kind": "dumbbell", **_given(locals())})

    @staticmethod
    @_described
    def parking_lot(
        *,
        links: Sequence[ParkingLotLink] = UNSET,
        access_rate: float | None = UNSET,
    ) -> Document:
        """A row of routers with a link between neighbours. Flows over all links compete with flows over some of the links.

        Args:
            links: The links between the routers r1, r2, ..., from left to right. (default [{"id":"a"},{"id":"b"},{"id":"c"}])
        """
        return _document({"kind": "parking_lot", **_given(locals())})

    @staticmethod
    @_described
    def graph(
        *,
        nodes: Sequence[GraphNode] = UNSET,
        links: Sequence[GraphLink] = UNSET,
        access_rate: float | None = UNSET,
    ) -> Document:
        """Any nodes and links. A flow takes the shortest path between two nodes, or the path in its settings.

        Args:
            nodes: The endpoints of links and flows. (default [{"id":"a"},{"id":"b"},{"id":"c"}])
            links: The links between the nodes. (default [{"id":"ab","from":"a","to":"b"},{"id":"bc","from":"b","to":"c"}])
        """
        return _document({"kind": "graph", **_given(locals())})


class sources:
    """The application, which produces the data to send."""

    @staticmethod
    def greedy() -> Document:
        """Always has data to send, like an endless file transfer."""
        return _document({"kind": "greedy", **_given(locals())})

    @staticmethod
    def finite(
        *,
        bytes: float = UNSET,
    ) -> Document:
        """Has a fixed number of bytes to send. The summary has the time at which the last byte was acknowledged.

        Args:
            bytes: Bytes to transfer, without headers. (in bytes; default 1000000)
        """
        return _document({"kind": "finite", **_given(locals())})

    @staticmethod
    def cbr(
        *,
        rate: float = UNSET,
    ) -> Document:
        """Produces the payload of one packet at even intervals. Data that the sender cannot send yet waits, up to 1000 packets; older data is discarded, as in a live source.

        Args:
            rate: Rate of the payload, without headers. (in bit/s; default 1000000)
        """
        return _document({"kind": "cbr", **_given(locals())})

    @staticmethod
    def on_off(
        *,
        rate: float = UNSET,
        on: float = UNSET,
        off: float = UNSET,
        distribution: Literal["fixed", "exponential", "pareto"] = UNSET,
        shape: float = UNSET,
    ) -> Document:
        """Sends at a constant rate while on and is silent while off. The mean rate is the rate times on/(on + off).

        Args:
            rate: Rate of the payload while on. (in bit/s; default 1000000)
            on: Mean length of an on period. (in s; default 0.5)
            off: Mean length of an off period. (in s; default 0.5)
            distribution: How the lengths of the periods vary. (default "exponential")
            shape: Shape of the Pareto distribution. (default 1.5)
        """
        return _document({"kind": "on_off", **_given(locals())})

    @staticmethod
    def web(
        *,
        size: float = UNSET,
        size_shape: float = UNSET,
        largest: int | None = UNSET,
        pause: float = UNSET,
        pause_shape: float = UNSET,
    ) -> Document:
        """Sends an object of random size over a new connection, which begins with slow start; pauses when the object has arrived; and sends the next one. Sizes and pauses are Pareto distributed; sizes are whole packets of the flow's packet size. The first object begins after a random part of a pause. The summary has the number of objects that arrived and how long they took. An algorithm without feedback, such as plain UDP, pauses when it has sent the whole object, and no completion time is recorded.

        Args:
            size: Mean size of an object before rounding up to whole packets. A few objects are very large, so most runs of realistic length have a smaller mean. (in packets; default 20)
            size_shape: Shape of the Pareto distribution of sizes: the nearer to 1, the larger the share of the load in a few objects. (default 1.1)
            largest: Upper limit of the sizes. It reduces the mean size: to 10.8 packets with a limit of 1000 packets and the other defaults. (in packets; default None)
            pause: Mean pause between the arrival of an object and the next object. (in s; default 0.5)
            pause_shape: Shape of the Pareto distribution of pauses. (default 1.8)
        """
        return _document({"kind": "web", **_given(locals())})

    @staticmethod
    def mice(
        *,
        lifetime: float = UNSET,
        every: float = UNSET,
        spread: float = UNSET,
        times: int | None = UNSET,
    ) -> Document:
        """Short-lived connections, one after the other, each of which begins with slow start and always has data during its lifetime. For many at a time, give the flow a `count`, a range of starts, and one connection each.

        Args:
            lifetime: Time for which each connection has data. (in s; default 5)
            every: Time between the starts of connections. A connection that still has data ends when the next connection starts. (in s; default 6)
            spread: Largest random shift of each start, earlier or later. (in s; default 0)
            times: Number of connections. (default None)
        """
        return _document({"kind": "mice", **_given(locals())})

    @staticmethod
    def radar(
        *,
        rate: float = UNSET,
        on: float = UNSET,
        off: float = UNSET,
    ) -> Document:
        """Bursts at a peak rate with a pause after each, like the digitized echoes of a radar: a mean of 76 Mb/s with the defaults. Intended for plain UDP. Data that the sender cannot send yet waits, up to 1000 packets.

        Args:
            rate: Rate on the wire within a burst. (in bit/s; default 100000000)
            on: Length of a burst. (in s; default 0.019)
            off: Pause between bursts; 0 for a continuous stream. (in s; default 0.006)
        """
        return _document({"kind": "radar", **_given(locals())})

    @staticmethod
    @_described
    def arrivals(
        *,
        per_second: float = UNSET,
        size: float = UNSET,
        sizes: Literal["fixed", "exponential", "pareto"] = UNSET,
        shape: float = UNSET,
        largest: float | None = UNSET,
        overflow: Literal["refuse", "queue"] = UNSET,
    ) -> Document:
        """Transfers of random size arrive at random times, as at a server with many users (a Poisson process). The flow's members (`count`) are the pool that serves them: each transfer goes to the first free member, over a fresh connection. The summary has, for all members together, the number of transfers, how many were refused, and how long they took.

        Args:
            per_second: Mean number of transfers per second that arrive at all flows of the pool together. (in 1/s; default 5)
            size: Mean size of a transfer, without headers. (in bytes; default 30000)
            sizes: How the sizes vary. (default "exponential")
            largest: Upper limit of the sizes. (in bytes; default None)
            overflow: What happens to a transfer that finds every member of the pool busy. The pool is as large as the flow's `count`. (default "refuse")
        """
        return _document({"kind": "arrivals", **_given(locals())})

    @staticmethod
    def media(
        *,
        frames: float = UNSET,
        rates: Sequence[float] = UNSET,
        follows: Literal["queue", "ladder", "exact"] = UNSET,
        variation: float = UNSET,
        deadline: float = UNSET,
        patience: float = UNSET,
        give_up: float | None = UNSET,
        parity: int | None = UNSET,
        resend: bool = UNSET,
        audio: float | None = UNSET,
    ) -> Document:
        """An encoder that produces frames at a constant frame rate, with sizes that follow from its bit rate. When frames wait unsent for longer than half of the player's delay, it switches to a bit rate below the sender's rate; when no frames have waited for a while, it switches to the next higher bit rate. It can follow the rate that the congestion control recommends instead. No packet contains parts of two frames. The summary has the number of frames that arrived in time, late or never, and how long the picture of a player that waits for late frames would have frozen.

        Args:
            frames: Frames per second. (in 1/s; default 30)
            rates: Bit rates of the payload among which the encoder chooses, beginning with the lowest. (in bit/s; default [300000,750000,1200000,1850000,2850000,4300000])
            follows: What determines the bit rate. A congestion control that recommends no rate leaves it to the waiting frames. (default "exact")
            variation: Random variation of the frame sizes, as a share of the mean size at the current bit rate. (default 0.15)
            deadline: Time from a frame's creation until the player shows it; frames that arrive later are late. (in s; default 0.2)
            patience: Time without waiting frames after which the encoder tries the next higher bit rate. (in s; default 3)
            give_up: Age at which a frame of which nothing has been sent yet is discarded in favour of newer frames. (in s; default 1)
            parity: Packets after which a packet of parity follows, from which the player restores one of them if it is lost. TCP and QUIC send none, because they retransmit. (in packets; default None)
            resend: The receiver asks for missing packets, and the sender sends them again, until the player needs their frame. TCP and QUIC retransmit by themselves. (default False)
            audio: Bit rate of a voice next to the picture, in a packet each 20 ms. The sender sends them before those of the picture, at its pace, and never again. TCP and QUIC send none. (in bit/s; default None)
        """
        return _document({"kind": "media", **_given(locals())})

    @staticmethod
    def page(
        *,
        http: Literal["1.1", "2", "3"] = UNSET,
        page: Literal["desktop_2024", "mobile_2024", "equal"] = UNSET,
        objects: int = UNSET,
        object_size: float = UNSET,
        tls: float = UNSET,
        pause: float = UNSET,
    ) -> Document:
        """A browser loads a page again and again: a document, then the objects that it names, then the objects that they name. Its transfers are the pages, and their completion time is the page load time, from the click until the last object has arrived. HTTP/1.1 sends one response at a time on each connection, and browsers open up to six of them, so set the flow's `count` to 6. HTTP/2 and HTTP/3 use one connection, on which urgent responses come first, and images share what is left (RFC 9218). A packet that is lost delays everything behind it in HTTP/2, but only its own object in HTTP/3, which needs the stack `quic`. A connection over TCP begins with a handshake and with the round trip of TLS, one of QUIC with a single handshake. The sizes are medians of the HTTP Archive, and all objects of a kind have the same size. Requests take the propagation delay of the path back, and the browser computes nothing.

        Args:
            http: The version of HTTP with which the browser loads the page. (default "2")
            page: Which objects the page has. (default "desktop_2024")
            objects: Number of objects of a page with equal objects. (default 64)
            object_size: Size of an object of a page with equal objects. (in bytes; default 10000)
            tls: Bytes of the server's part of the TLS handshake, which takes another round trip on each connection over TCP. With 0, the connections use no TLS. (in bytes; default 4000)
            pause: Pause after the page is complete, until the browser loads it again over fresh connections. (in s; default 5)
        """
        return _document({"kind": "page", **_given(locals())})

    @staticmethod
    def video(
        *,
        rule: Literal["throughput", "bola", "bba"] = UNSET,
        rates: Sequence[float] = UNSET,
        segment: float = UNSET,
        buffer: float = UNSET,
        resume: float = UNSET,
    ) -> Document:
        """A player requests a video segment by segment, one after the other on one connection, and plays what has arrived. For each segment it chooses one of several bit rates: by the throughput of the last segments, or by the level of its buffer (BOLA, as the reference player dash.js does, or BBA). It stalls when the buffer is empty, and goes on when the length *Starts with* has arrived. The summary has the time until the picture starts, the number and length of stalls, the mean bit rate and how often it changes. All segments of a bit rate have the same size, and requests take the propagation delay of the path back.

        Args:
            rule: How the player chooses the bit rate of the next segment. (default "bola")
            rates: Bit rates of the video from which the player chooses. (in bit/s; default [300000,750000,1200000,1850000,2850000,4300000])
            segment: Length of a segment. (in s; default 4)
            buffer: The player requests no segment while more of the video waits in its buffer. (in s; default 30)
            resume: Length of video that must wait before the player starts, and before it goes on after a stall. (in s; default 4)
        """
        return _document({"kind": "video", **_given(locals())})

    @staticmethod
    @_described
    def rpc(
        *,
        per_second: float = UNSET,
        size: float = UNSET,
        sizes: Literal["fixed", "exponential", "pareto"] = UNSET,
        shape: float = UNSET,
    ) -> Document:
        """A client asks servers again and again, all of them at once, and needs the answers of all. Each flow is the connection to one server, so the flow's `count` is the number of servers; the connections persist. The transfers are the requests, and their completion time lasts from a request until the last answer has arrived. Many answers at once fill the queue before the client (incast), and the slowest answer decides: see the 99th percentile and the slowdown, which is the time divided by that of an empty network. Requests take the propagation delay of the path back.

        Args:
            per_second: Mean number of requests per second, each of which goes to all servers. They arrive at random, whether earlier ones are answered or not. (in 1/s; default 10)
            size: Mean size of the answer of one server, without headers. (in bytes; default 20000)
            sizes: How the sizes vary. (default "fixed")
        """
        return _document({"kind": "rpc", **_given(locals())})


def flow(
    id: str,
    algorithm: AlgorithmId | Algorithm = UNSET,
    *,
    label: str = UNSET,
    group: str = UNSET,
    role: Literal["measured", "background", "reverse"] = UNSET,
    params: Mapping[str, Any] = UNSET,
    source: Document = UNSET,
    packet: int = UNSET,
    access: FlowAccess = UNSET,
    path: FlowPath | None = UNSET,
    start: Span = UNSET,
    stop: float | None = UNSET,
    count: int = UNSET,
) -> Document:
    """A flow, or several flows with the same settings.

    Args:
        id: The flow's name in results and in the timeline. It also determines the flow's random numbers, so it should not change when other settings change.
        label: The flow's name in legends. If omitted, the ID. (default "")
        group: The name of the group in which charts and tables show the flow. It does not affect results. If omitted, the flows of an entry whose `count` is above 1 form a group, and a single flow belongs to no group. (default "")
        role: The direction of the flow, and whether the fairness metrics compare it. (default "measured")
        algorithm: The congestion control algorithm of the sender. (default "cubic")
        params: Settings of the algorithm that differ from their defaults. (default {})
        source: The application, which produces the data to send. (default {"kind":"greedy"})
        packet: Size of a full packet, including headers. (in bytes; default 1500)
        access: The flow's access links at both ends. (default {})
        path: The path of the flow. It must be null in a dumbbell, which has a single path. (default None)
        start: Start time. If it is a range, each of the `count` flows draws its own value from it. (in s; default 0)
        stop: Stop time. (in s; default None)
        count: Number of flows with these settings. If it is above 1, their IDs are id.0, id.1 and so on. (default 1)
    """
    return _document(_given(locals()))


def change(
    at: float,
    set: str,
    to: Any,
) -> Document:
    """A change of one setting.

    Args:
        at: Time of the change. (in s)
        set: Path of the setting that changes.
        to: The new value.
    """
    return _document(_given(locals()))


def window(
    id: str,
    from_: float,
    to: float,
) -> Document:
    """A part of the run with a separate summary.

    Args:
        id: The window's name in results.
        from_: Start of the window. (in s)
        to: End of the window. (in s)
    """
    return _document(_given(locals()))


def scenario(
    *,
    title: str = UNSET,
    note: str = UNSET,
    seed: int = UNSET,
    duration: float = UNSET,
    warmup: float = UNSET,
    network: Document = UNSET,
    jitter: Jitter = UNSET,
    flows: Sequence[Document] = UNSET,
    timeline: Sequence[Document] = UNSET,
    measure: Measure = UNSET,
) -> Document:
    """A scenario, which determines one run.

    Args:
        title: The name of the scenario. (default "")
        note: A description of the scenario. Plain text. (default "")
        seed: Determines the random numbers. The same seed gives the same run. (default 1)
        duration: Simulated duration of the run. (in s; default 60)
        warmup: Time at the start that is excluded from the summary. (in s; default 0)
        network: The links and queues that the flows share. (default {"kind":"dumbbell"})
        jitter: A small random delay of each packet at its sender. Packets stay in order. Without the delay, the arrivals of a flow could stay in step with the queue, so that its packets find the queue full in every round trip. (default {})
        flows: The flows. (default [])
        timeline: Changes of settings during the run. A change is applied before any other event at its time. Changes at the same time are applied in document order. (default [])
        measure: Measurements for the summary. (default {})
    """
    return _document({"v": 1, **_given(locals())})


class algorithms:
    """The algorithms, each with its parameters."""

    @staticmethod
    @_described
    def tahoe(
        *,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Tahoe (1988): The first TCP with congestion control: every loss reduces the window to one packet.

        Args:
            stack: The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. (default "tahoe_1988")
        """
        return Algorithm("tahoe", _given(locals()))

    @staticmethod
    @_described
    def reno(
        *,
        abe: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Reno (1990): Halves its window at a loss and keeps sending; several losses in one window often end in a timeout."""
        return Algorithm("reno", _given(locals()))

    @staticmethod
    @_described
    def newreno(
        *,
        partial_timer: Literal["impatient", "slow_but_steady"] = UNSET,
        abe: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP NewReno (1999): Reno that can also recover from several losses in one window without a timeout, one per round trip.

        Args:
            partial_timer: When the retransmission timer is restarted during recovery. (default "slow_but_steady")
        """
        return Algorithm("newreno", _given(locals()))

    @staticmethod
    @_described
    def sack(
        *,
        sack_rule: Literal["rfc6675", "ns2"] = UNSET,
        abe: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP SACK: Reno's window with selective acknowledgements: the sender knows which packets are missing and can retransmit several in one round trip."""
        return Algorithm("sack", _given(locals()))

    @staticmethod
    @_described
    def cubic(
        *,
        c: float = UNSET,
        beta: float = UNSET,
        fast_convergence: bool = UNSET,
        sack_rule: Literal["rfc6675", "ns2"] = UNSET,
        hystart_rule: Literal["rfc9406", "linux"] = UNSET,
        constant_slope: bool = UNSET,
        abe: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """CUBIC: The default of most operating systems today: its window grows with the time since the last loss, and on short paths as fast as Reno's.

        Args:
            c: The constant $C$ of the cubic function, which determines how fast the window grows. (in packets/s^3; default 0.4)
            beta: Share of the window that remains after a loss. (default 0.7)
            hystart_rule: How slow start ends before a loss, while `hystart` is on. (default "rfc9406")
            constant_slope: As in Linux: the window of a Reno-like flow grows by the same 0.53 packets per round trip above the old peak, instead of by one packet. (default False)
            abe: Reduce the window less at a congestion mark than at a loss: to 0.85 of the packets in flight. (default False)
        """
        return Algorithm("cubic", _given(locals()))

    @staticmethod
    @_described
    def search(
        *,
        window: float = UNSET,
        threshold: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """CUBIC with SEARCH: CUBIC whose slow start ends when the deliveries no longer keep up with the packets sent, not when the delay grows.

        Args:
            window: Length of the window of time, in round-trip times at the start of the connection. (default 3.5)
            threshold: Share of the packets sent that must be missing among those delivered for slow start to end. (default 0.26)
        """
        return Algorithm("search", _given(locals()))

    @staticmethod
    @_described
    def careful_resume(
        *,
        saved_window: float = UNSET,
        saved_rtt: float | None = UNSET,
        max_jump: float | None = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """CUBIC with Careful Resume: CUBIC that remembers the window of an earlier connection on the path, and starts at half of it if the first packets arrive well.

        Args:
            saved_window: The congestion window that an earlier connection had on this path. The sender jumps to half of it. (in packets; default 200)
            saved_rtt: The smallest round-trip time of the earlier connection. The sender does not jump if its own is at most half of it or more than ten times as long, because the path is then another one. (in s; default None)
            max_jump: The largest window to which the sender jumps. (in packets; default None)
        """
        return Algorithm("careful_resume", _given(locals()))

    @staticmethod
    @_described
    def highspeed(
        *,
        low_window: float = UNSET,
        high_window: float = UNSET,
        high_loss: float = UNSET,
        high_decrease: float = UNSET,
        by_table: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """HighSpeed TCP: TCP for large windows: the larger the window, the faster its increase and the smaller its decrease.

        Args:
            low_window: Up to this window, the flow behaves like Reno. (in packets; default 38)
            high_window: Window at which the increase is largest and the decrease smallest. (in packets; default 83000)
            high_loss: Loss rate at which the mean window is the high window. (default 1e-7)
            high_decrease: Share by which a loss reduces the high window. (default 0.1)
            by_table: As in Linux: take the increase and the decrease from the rows of RFC 3649's table, and grow once per acknowledgement, also if it acknowledges several packets. (default False)
        """
        return Algorithm("highspeed", _given(locals()))

    @staticmethod
    @_described
    def scalable(
        *,
        increase: float = UNSET,
        decrease: float = UNSET,
        low_window: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """Scalable TCP: Multiplicative increase: 14 round trips after a loss, the rate is as high as before, at any rate.

        Args:
            increase: Packets by which each acknowledged packet increases the window. (in packets; default 0.01)
            decrease: Share by which a loss reduces the window. (default 0.125)
            low_window: Below this window, the flow behaves like Reno. (in packets; default 16)
        """
        return Algorithm("scalable", _given(locals()))

    @staticmethod
    @_described
    def bic(
        *,
        beta: float = UNSET,
        max_increment: float = UNSET,
        low_window: float = UNSET,
        search: float = UNSET,
        smooth: float = UNSET,
        fast_convergence: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """BIC: CUBIC's predecessor: a binary search between the window at which the last loss occurred and the window to which that loss reduced it.

        Args:
            beta: Share of the window that remains after a loss. (default 0.8)
            max_increment: Largest increase per round trip. (in packets; default 16)
            low_window: Up to this window, the flow behaves like Reno. (in packets; default 14)
            search: In each round trip, the window grows by the distance to the old peak divided by this number: 2 is a binary search, Linux uses 4. (default 4)
            smooth: Number of round trips for the last `search` packets below the old peak, and again for the first `search` packets above it. (in round trips; default 20)
        """
        return Algorithm("bic", _given(locals()))

    @staticmethod
    @_described
    def htcp(
        *,
        low_speed: float = UNSET,
        throughput_ratio: float = UNSET,
        rtt_scaling: bool = UNSET,
        whole_increase: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """H-TCP: The more time has passed since the last loss, the faster the window grows. A loss reduces it by just enough to empty the queue.

        Args:
            low_speed: Time after a loss during which the increase is Reno's. (in s; default 1)
            throughput_ratio: Change of the throughput between two losses above which the window is halved. (default 0.2)
            rtt_scaling: Multiply the increase by the round-trip time in units of 100 ms, so that flows with different round-trip times share equally. (default False)
            whole_increase: As in Linux: grow by at most one packet per acknowledgement, by an increase from whole numbers that can be below one packet, and count the time since a loss from the end of recovery. The throughput must have been steady at two losses before the window keeps more than half. (default False)
        """
        return Algorithm("htcp", _given(locals()))

    @staticmethod
    @_described
    def illinois(
        *,
        alpha_max: float = UNSET,
        alpha_min: float = UNSET,
        beta_min: float = UNSET,
        beta_max: float = UNSET,
        low_window: float = UNSET,
        theta: int = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Illinois: Loss-based like Reno, but the increase and the decrease depend on the queueing delay: the window grows fast only while the queue is short.

        Args:
            alpha_max: Increase per round trip while the queue is short. (in packets; default 10)
            alpha_min: Increase per round trip while the queue is long. (in packets; default 0.3)
            beta_min: Share by which a loss reduces the window while the queue is short. (default 0.125)
            beta_max: Share by which a loss reduces the window while the queue is long. (default 0.5)
            low_window: Below this window, the flow behaves like Reno. (in packets; default 15)
            theta: Number of round trips with a short queue after which the increase returns to its largest value. (in round trips; default 5)
        """
        return Algorithm("illinois", _given(locals()))

    @staticmethod
    @_described
    def binomial(
        *,
        k: float = UNSET,
        l: float = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """Binomial control: The increase and the decrease are proportional to powers of the window: SQRT, IIAD, and the four combinations of Chiu and Jain.

        Args:
            k: The increase per round trip is proportional to $w^{-k}$. (default 0.5)
            l: The decrease at a loss is proportional to $w^l$. (default 0.5)
            alpha: Factor of the increase. (default 1)
            beta: Factor of the decrease. With l = 1 it is the share by which a loss reduces the window. (default 0.67)
            stack: The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. (default None)
        """
        return Algorithm("binomial", _given(locals()))

    @staticmethod
    @_described
    def simd(
        *,
        beta: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """SIMD: Square increase, multiplicative decrease: after a loss the window grows slowly, and the longer no loss follows, the faster it grows.

        Args:
            beta: Share by which a loss reduces the window. (default 0.0625)
            stack: The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. (default None)
        """
        return Algorithm("simd", _given(locals()))

    @staticmethod
    @_described
    def yeah(
        *,
        alpha: float = UNSET,
        phy: float = UNSET,
        rho: int = UNSET,
        zeta: int = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """YeAH-TCP: Grows fast while the queue is short, like Reno while it is long, and takes its own packets out of a long queue.

        Args:
            alpha: The window shrinks while more packets of the flow than this are queued. (in packets; default 80)
            phy: The flow behaves like Reno while the queueing delay is above the base RTT divided by this number. (default 8)
            rho: Round trips in a row in which the flow behaves like Reno after which a loss halves the window. (in round trips; default 16)
            zeta: Round trips with a short queue after which the flow forgets how large the window of a competing Reno flow is. (in round trips; default 50)
        """
        return Algorithm("yeah", _given(locals()))

    @staticmethod
    @_described
    def hybla(
        *,
        reference_rtt: float = UNSET,
        largest_window: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Hybla: For satellites: Reno whose growth per second does not depend on the round-trip time, so that long paths get as much as short ones.

        Args:
            reference_rtt: The round-trip time of the flow whose growth per second this one has. Flows with a shorter one grow like Reno. (in s; default 0.025)
            largest_window: Largest window to which the growth leads. (in packets; default 65535)
        """
        return Algorithm("hybla", _given(locals()))

    @staticmethod
    @_described
    def westwood(
        *,
        filter: float = UNSET,
        interval: float = UNSET,
        set_after_recovery: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Westwood+: Reno, except that a loss reduces the window to the estimated bandwidth times the smallest round-trip time.

        Args:
            filter: Weight of the old value in each of the two stages of the bandwidth filter. (default 0.875)
            interval: Shortest interval over which a bandwidth sample is taken. If the round trip is longer, a sample covers one round trip. (in s; default 0.05)
            set_after_recovery: As in Linux: a loss halves the window, and the end of recovery sets it to the bandwidth times the smallest round-trip time of that moment. (default False)
        """
        return Algorithm("westwood", _given(locals()))

    @staticmethod
    @_described
    def vegas(
        *,
        alpha: float = UNSET,
        beta: float = UNSET,
        gamma: float = UNSET,
        decrease: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Vegas: The first delay-based TCP: it keeps two to four of its own packets in the queue instead of filling the queue.

        Args:
            alpha: The window grows while fewer packets of the flow than this are queued. (in packets; default 2)
            beta: The window shrinks while more packets of the flow than this are queued. (in packets; default 4)
            gamma: Slow start ends when more packets of the flow than this are queued. (in packets; default 1)
            decrease: Share of the window that remains after a loss. Linux halves the window; the publication keeps three quarters. (default 0.5)
        """
        return Algorithm("vegas", _given(locals()))

    @staticmethod
    @_described
    def ledbat(
        *,
        target: float = UNSET,
        gain: float = UNSET,
        allowed_increase: float = UNSET,
        base_history: int = UNSET,
        current_filter: int = UNSET,
        slow_start: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """LEDBAT: A background transport: it keeps the queueing delay at no more than 100 ms, and reduces its rate if other flows cause more queueing delay.

        Args:
            target: The queueing delay that the flow aims at. (in s; default 0.1)
            gain: Packets per round trip by which the window grows while no queueing delay is measured. (in packets; default 1)
            allowed_increase: Packets by which the window may exceed the packets in flight. (in packets; default 1)
            slow_start: Double the window in each round trip at the start, until a loss. (default False)
        """
        return Algorithm("ledbat", _given(locals()))

    @staticmethod
    @_described
    def ledbat_pp(
        *,
        target: float = UNSET,
        constant: float = UNSET,
        base_history: int = UNSET,
        current_filter: int = UNSET,
        slowdowns: bool = UNSET,
        slowdown_interval: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """LEDBAT++: LEDBAT as Windows uses it: a target of 60 ms, and regular slowdowns in which the queue drains, so that all flows measure the base delay.

        Args:
            target: The queueing delay that the flow aims at. (in s; default 0.06)
            constant: Factor of the multiplicative decrease above the target. (default 1)
            slowdowns: Reduce the window to two packets at regular times, so that the queue drains and all flows measure the base delay. (default True)
            slowdown_interval: Time between two slowdowns, as a multiple of the duration of the last slowdown. (default 9)
        """
        return Algorithm("ledbat_pp", _given(locals()))

    @staticmethod
    @_described
    def copa(
        *,
        delta: float = UNSET,
        mode_switching: bool = UNSET,
        empty_rounds: int = UNSET,
        nearly_empty: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        handshake: bool = UNSET,
        last_beyond_window: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        rack: bool = UNSET,
        quic: bool = UNSET,
        tick: float = UNSET,
    ) -> Algorithm:
        """Copa: Delay-based: sends one packet per half of the queueing delay. It detects flows that fill the queue, and then competes with them.

        Args:
            delta: The inverse of the number of packets that the flow aims to have in the queue. A smaller value favours throughput, a larger value favours a short delay. (default 0.5)
            mode_switching: Compete with flows that fill the queue: use a smaller delta if the queue has not been nearly empty for `empty_rounds` round trips. (default True)
            empty_rounds: Number of round trips without a nearly empty queue after which competition is assumed. (in round trips; default 5)
            nearly_empty: The queue counts as nearly empty if the queueing delay is below this share of the range of round-trip times. (default 0.1)
            stack: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. (default "linux")
            rack: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. (default False)
            quic: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. (default False)
        """
        return Algorithm("copa", _given(locals()))

    @staticmethod
    @_described
    def bbr(
        *,
        startup_gain: float = UNSET,
        probe_gain: float = UNSET,
        cwnd_gain: float = UNSET,
        bandwidth_rounds: int = UNSET,
        probe_rtt_interval: float = UNSET,
        probe_rtt_duration: float = UNSET,
        ecn: bool = UNSET,
        makes_up_delays: bool = UNSET,
        burst_allowance: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        handshake: bool = UNSET,
        last_beyond_window: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        rack: bool = UNSET,
        quic: bool = UNSET,
        tick: float = UNSET,
    ) -> Algorithm:
        """BBR v1: Sends at the measured bandwidth and keeps at most two BDPs in flight, whatever is lost.

        Args:
            startup_gain: Gain of rate and window in start-up: the smallest that doubles the rate in each round trip, $2/\\\\ln 2$. (default 2.885)
            probe_gain: Gain of the rate while the flow probes for more bandwidth. The next phase uses as much less, to drain the queue. (default 1.25)
            cwnd_gain: Gain of the window: the largest number of packets in flight, in BDPs. (default 2)
            bandwidth_rounds: Length of the window whose largest rate sample is the bandwidth. (in round trips; default 10)
            probe_rtt_interval: Time after which the smallest round-trip time is measured anew. (in s; default 10)
            ecn: Send ECN-capable packets, and ignore marks, as in Linux. (default False)
            makes_up_delays: Pace as Linux: send the first window at once, and let a packet that is sent late shorten the next gap, by at most half. (default False)
            burst_allowance: Let the window exceed the BDP by three bursts of the size that Linux may give to a network card: what the rate sends in a millisecond, and at least two packets above 1.2 Mb/s. Otherwise by three packets. (default False)
            stack: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. (default "linux")
            rack: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. (default False)
            quic: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. (default False)
        """
        return Algorithm("bbr", _given(locals()))

    @staticmethod
    @_described
    def bbr3(
        *,
        startup_gain: float = UNSET,
        drain_gain: float = UNSET,
        loss_threshold: float = UNSET,
        beta: float = UNSET,
        headroom: float = UNSET,
        probe_wait: float = UNSET,
        probe_rtt_interval: float = UNSET,
        probe_rtt_duration: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        handshake: bool = UNSET,
        last_beyond_window: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        rack: bool = UNSET,
        quic: bool = UNSET,
        tick: float = UNSET,
    ) -> Algorithm:
        """BBR v3: BBR's model of the path with bounds from losses, headroom for other flows, and gentler probes.

        Args:
            startup_gain: Gain of the rate in start-up. (default 2.77)
            drain_gain: Gain of the rate while the queue of start-up drains. (default 0.5)
            loss_threshold: Share of lost packets in a round trip above which too much is in flight. (default 0.02)
            beta: Smallest share of the bounds that remains after a round trip with losses. (default 0.7)
            headroom: Share of the long-term limit on packets in flight that is left to other flows. (default 0.15)
            probe_wait: Shortest wait between two probes for bandwidth. A random time of up to a second is added. (in s; default 2)
            probe_rtt_interval: Time after which the smallest round-trip time is measured anew. (in s; default 5)
            stack: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. (default "linux")
            rack: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. (default False)
            quic: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. (default False)
        """
        return Algorithm("bbr3", _given(locals()))

    @staticmethod
    @_described
    def c4(
        *,
        push_gain: float = UNSET,
        probe_gain: float = UNSET,
        beta: float = UNSET,
        delay_in_cruising: bool = UNSET,
        ecn: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        handshake: bool = UNSET,
        last_beyond_window: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        rack: bool = UNSET,
        quic: bool = UNSET,
        tick: float = UNSET,
    ) -> Algorithm:
        """C4: For video calls, it paces at the largest rate that it has measured without congestion, and its window allows for the jitter of Wi-Fi.

        Args:
            push_gain: Rate while the flow pushes, relative to the nominal rate. (default 1.25)
            probe_gain: Rate while the flow probes, relative to the nominal rate. Marks halve the excess over 1. (default 1.0625)
            beta: Largest share of the nominal rate that a congestion signal takes. (default 0.25)
            delay_in_cruising: A long round-trip time is a congestion signal while the flow cruises as well, as in the draft, not only after probing, pushing and the start, as in `picoquic`. (default True)
            ecn: Send packets as ECT(1) and respond to congestion marks. (default True)
            stack: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. (default "quic")
            rack: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. (default False)
            quic: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. (default False)
        """
        return Algorithm("c4", _given(locals()))

    @staticmethod
    @_described
    def dctcp(
        *,
        gain: float = UNSET,
        initial_alpha: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """DCTCP: For data centres: switches mark early, and the window shrinks in proportion to the share of marked packets.

        Args:
            gain: Weight of the last window in the average of the marked share. (default 0.0625)
            initial_alpha: The average of the marked share at the start. With 1, the first mark halves the window. (default 1)
        """
        return Algorithm("dctcp", _given(locals()))

    @staticmethod
    @_described
    def prague(
        *,
        gain: float = UNSET,
        virtual_rtt: float = UNSET,
        classic_fallback: bool = UNSET,
        below_two: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TCP Prague: DCTCP for the Internet (L4S): in DualPI2, its packets wait for about 1 ms or less, and at equal RTTs it is at most twice as fast as classic flows.

        Args:
            gain: Weight of the last round trip in the average of the marked share. (default 0.0625)
            virtual_rtt: Flows with a shorter round-trip time adapt as if it were this long, so that they do not starve flows with longer round-trip times. (in s; default 0.025)
            classic_fallback: Respond to marks nearly as Reno does while the round-trip time varies as it does in a queue that marks by RFC 3168. Off by default in Linux. (default False)
            below_two: Let the window fall below two packets. Packets then follow each other at intervals of more than half a round trip. (default True)
        """
        return Algorithm("prague", _given(locals()))

    @staticmethod
    @_described
    def tfrc(
        *,
        flavour: Literal["rfc5348", "rfc3448", "ns2"] = UNSET,
        t_rto: Literal["4r", "tcp", "least"] | None = UNSET,
        t_rto_tick: float = UNSET,
        t_rto_floor: float = UNSET,
        t_rto_least: float = UNSET,
        intervals: int = UNSET,
        discounting: bool = UNSET,
        discount_floor: float | None = UNSET,
        ndupack: int | None = UNSET,
        rtt_memory: float | None = UNSET,
        damping: bool | None = UNSET,
        clamp: bool | None = UNSET,
        acked_per_ack: int = UNSET,
        conservative: bool = UNSET,
        conservative_factor: float | None = UNSET,
        slow_start_factor: float = UNSET,
        reports_per_rtt: int = UNSET,
        dither: float = UNSET,
        t_mbi: float = UNSET,
        report_size: int = UNSET,
    ) -> Algorithm:
        """TFRC: Sends at the rate that TCP would have at the loss rate of the last eight loss events. Its rate is smooth and reacts slowly.

        Args:
            flavour: The specification or program that sender and receiver follow. It also determines each setting with the value "as the flavour". (default "rfc5348")
            t_rto: How TCP's retransmission timeout in the equation is determined. (default None)
            t_rto_tick: Tick of the clock with which the timeout is measured as in TCP. (in s; default 0.1)
            t_rto_floor: Minimum of a timeout that is measured as in TCP. (in s; default 0)
            intervals: Number of loss intervals that are averaged. (default 8)
            discounting: Reduce the weight of older intervals after a long time without loss. (default True)
            discount_floor: Smallest factor by which discounting reduces the weight of older intervals. (default None)
            ndupack: Number of later packets received after which a packet counts as lost. (in packets; default None)
            rtt_memory: Weight of the previous average in the smoothed round-trip time. (default None)
            damping: Reduce the rate while the round-trip time grows: multiply it by the mean of $\\sqrt{R}$ over the square root of the latest sample. (default None)
            clamp: Limit the factor $3\\sqrt{3bp/8}$ of the equation to 1. (default None)
            conservative: Limit the rate to the receive rate if the last round trip had losses, and to slightly more if it had none. (default False)
            conservative_factor: Largest ratio of the rate to the receive rate, after a round trip without loss. (default None)
            slow_start_factor: Factor by which each step of slow start multiplies the rate. (default 2)
            reports_per_rtt: Reports per round trip. (default 1)
            dither: Each gap between packets is drawn at random. It is at most this fraction shorter or longer than its mean. (default 0)
            t_mbi: Longest time between packets. (in s; default 64)
            report_size: Size of a report on the wire. (in bytes; default 40)
        """
        return Algorithm("tfrc", _given(locals()))

    @staticmethod
    @_described
    def rap(
        *,
        flavour: Literal["paper", "ns2"] = UNSET,
        alpha: float = UNSET,
        beta: float = UNSET,
        delta: float = UNSET,
        mu: float = UNSET,
        phi: float = UNSET,
        fine_grain: bool = UNSET,
        k_frtt: float = UNSET,
        k_xrtt: float = UNSET,
        least_used: float = UNSET,
        gap_noise: float = UNSET,
        rtt_tick: float = UNSET,
        rtt_noise: float = UNSET,
        max_rate: float | None = UNSET,
        ack_size: int = UNSET,
    ) -> Algorithm:
        """RAP: Applies TCP's additive increase and multiplicative decrease to a rate instead of a window.

        Args:
            flavour: How the sender starts: as in the paper or as in ns-2's agent. (default "paper")
            alpha: In each round trip, the rate grows by this number of packets per round trip. (in packets; default 1)
            beta: Share of the rate that remains after a loss. (default 0.5)
            delta: Weight of each new sample in the smoothed round-trip time and in its deviation. (default 0.5)
            mu: Multiple of the smoothed round-trip time in the timeout. (default 1.2)
            phi: Multiple of the round-trip time's deviation in the timeout. (default 4)
            fine_grain: Multiply each gap by the ratio of the short-term mean to the long-term mean of the round-trip time. (default False)
            k_frtt: Weight of each new sample in the short-term mean. (default 0.9)
            k_xrtt: Weight of each new sample in the long-term mean. (default 0.01)
            least_used: The rate increases only if at least this share of the packets that the rate allowed in a step was sent. (default 0.5)
            gap_noise: Upper limit of a random time that is added to each gap. (in s; default 0)
            rtt_tick: Round-trip samples are rounded to multiples of this; 0: exact. (in s; default 0)
            rtt_noise: Upper limit of a random time that is added to each round-trip sample. (in s; default 0)
        """
        return Algorithm("rap", _given(locals()))

    @staticmethod
    @_described
    def tfwc(
        *,
        rounding: Literal["real", "truncate", "round"] = UNSET,
        intervals: int = UNSET,
        weights: Literal["tfrc", "authors"] = UNSET,
        ndupack: int = UNSET,
        timer_threshold: float = UNSET,
        gap_factor: float = UNSET,
        t_rto: Literal["4r", "tcp", "least"] = UNSET,
        t_rto_tick: float = UNSET,
        t_rto_least: float = UNSET,
        damping: bool = UNSET,
        rtt_memory: float = UNSET,
        back_off: Literal["double", "two_rtt"] = UNSET,
        receive_window: float = UNSET,
        pacing: bool = UNSET,
        ack_size: int = UNSET,
        vector_bytes: int = UNSET,
    ) -> Algorithm:
        """TFWC: TFRC's equation with a window as in TCP: the loss intervals determine the window, and acknowledgements allow new packets.

        Args:
            rounding: How the window that the equation gives is rounded. (default "real")
            intervals: Number of loss intervals that are averaged; 16 in the authors' simulator code. (default 8)
            weights: Weights of the loss intervals. (default "tfrc")
            ndupack: A missing packet counts as lost once a packet with a number higher by this has arrived; 4 in the authors' simulator code. (in packets; default 3)
            timer_threshold: Below this window, a timer and not acknowledgements triggers the packets; 2.5 and 2 in the authors' programs. (in packets; default 2)
            gap_factor: Factor of the timer's gap; 0.8 in the authors' simulator code. (default 1)
            t_rto: How TCP's timeout in the equation is determined while a timer triggers the packets. (default "4r")
            t_rto_tick: Tick of the clock with which that timeout is measured as in TCP. (in s; default 0.1)
            damping: Multiply the timer's gap by the ratio of the square root of the latest round-trip time to the mean of the square roots. (default False)
            rtt_memory: Weight of the previous average in the smoothed round-trip time. (default 0.9)
            back_off: How the timeout changes after it expires. (default "double")
            receive_window: Receiver's window. (in packets; default 10000)
            pacing: Spread packets over the round trip instead of sending them on each acknowledgement. (default False)
            ack_size: Size of an acknowledgement on the wire, without its vector. (in bytes; default 40)
            vector_bytes: Bytes that each 16 packets of the vector add to an acknowledgement. (in bytes; default 0)
        """
        return Algorithm("tfwc", _given(locals()))

    @staticmethod
    @_described
    def tfrcp(
        *,
        interval: float = UNSET,
        acked_per_ack: int = UNSET,
        max_window: float = UNSET,
        t_rto: Literal["4r", "tcp", "least"] = UNSET,
        min_rto: float = UNSET,
        increase: float = UNSET,
        reordering: int = UNSET,
        max_rate: float | None = UNSET,
        redundancy: int = UNSET,
        ack_size: int = UNSET,
    ) -> Algorithm:
        """TFRCP: Every few seconds, sets its rate to that of a TCP model at the measured loss, or doubles the rate if there was no loss.

        Args:
            interval: Length of an interval. The rate is set at the end of each interval. (in s; default 2)
            acked_per_ack: Packets per acknowledgement of the TCP that the model describes. (in packets; default 1)
            max_window: Receiver window of the TCP that the model describes. (in packets; default 10000)
            t_rto: How the retransmission timeout in the model is determined. (default "tcp")
            min_rto: Minimum of the measured timeout, and of 4 R if the timeout in the model is 4 R with a minimum. (in s; default 0.2)
            increase: Factor by which an interval without loss multiplies the rate. (default 2)
            redundancy: Number of earlier packets that each acknowledgement also reports. (in packets; default 8)
        """
        return Algorithm("tfrcp", _given(locals()))

    @staticmethod
    @_described
    def ifp(
        *,
        smoothing: float = UNSET,
        redundancy: int = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float = UNSET,
        dupthresh: int = UNSET,
        min_rto: float = UNSET,
        pacing: bool = UNSET,
        ack_size: int = UNSET,
    ) -> Algorithm:
        """IFP: TCP's window for media: packets are not retransmitted, and the source adapts to the rate, which is one window per round trip.

        Args:
            smoothing: The rate for the source is averaged over this number of round trips. (in RTT; default 1)
            redundancy: Number of earlier packets that each acknowledgement also reports, so that a lost acknowledgement does not look like a lost packet. (in packets; default 0)
            initial_window: Window at the start. (in packets; default 1)
            initial_ssthresh: Window at which slow start ends. (in packets; default 64)
            min_rto: Minimum of the timeout. (in s; default 0.2)
            pacing: Spread packets over the round trip instead of sending bursts. (default True)
        """
        return Algorithm("ifp", _given(locals()))

    @staticmethod
    @_described
    def gaimd(
        *,
        alpha: float = UNSET,
        beta: float = UNSET,
        redundancy: int = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float = UNSET,
        dupthresh: int = UNSET,
        min_rto: float = UNSET,
        pacing: bool = UNSET,
        ack_size: int = UNSET,
    ) -> Algorithm:
        """GAIMD: TCP's increase and decrease with other constants: smaller steps up and down give a smoother rate.

        Args:
            alpha: Packets per round trip by which the window grows. (in packets; default 0.2)
            beta: Share by which a loss reduces the window. Much of the literature calls the remaining share beta. (default 0.125)
            redundancy: Number of earlier packets that each acknowledgement also reports, so that lost acknowledgements do not count as losses. (in packets; default 64)
            initial_window: Window at the start. (in packets; default 1)
            initial_ssthresh: Window at which slow start ends. (in packets; default 64)
            min_rto: Minimum of the timeout. (in s; default 0.2)
            pacing: Spread packets over the round trip instead of sending bursts. (default True)
        """
        return Algorithm("gaimd", _given(locals()))

    @staticmethod
    @_described
    def taimd(
        *,
        given: Literal["delta_k", "steps"] = UNSET,
        delta: float = UNSET,
        k: float = UNSET,
        alpha1: float = UNSET,
        alpha2: float = UNSET,
        beta: float = UNSET,
        fast_convergence: bool = UNSET,
        ws_mode: Literal["packets", "rounds", "printed"] = UNSET,
        rtt_long: Literal["round", "ack"] = UNSET,
        rounding: Literal["up", "down"] = UNSET,
        history: int = UNSET,
        ooo: int = UNSET,
        rate_limit: float | None = UNSET,
        initial_window: float = UNSET,
        min_rto: float = UNSET,
        ack_size: int = UNSET,
    ) -> Algorithm:
        """TAIMD: Grows in larger steps below an estimate of its fair share than above it. A loss reduces the window to just below the estimate.

        Args:
            given: Which parameters determine the steps and the decrease. (default "delta_k")
            delta: Difference between the largest and the smallest window, as a share of the mean window. (default 0.1)
            k: Ratio of the increase below the fair share to the increase above it. (default 3)
            alpha1: Increase per round at and below the fair share, if set directly. (in packets; default 0.259808)
            alpha2: Increase per round above the fair share, if set directly; at most alpha 1. (in packets; default 0.086603)
            beta: Share by which the window after a loss is below the fair share, if set directly. (default 0.063397)
            fast_convergence: Raise the fair share faster while the loss intervals indicate a larger fair share. (default True)
            ws_mode: How the loss intervals determine a fair share. (default "packets")
            rtt_long: When the long-term round-trip time takes a sample. (default "round")
            rounding: How many packets a window that is not a whole number allows in flight. (default "up")
            history: Number of epochs that are averaged, with TFRC's weights. (in epochs; default 8)
            ooo: Number of packets after a gap that the receiver acknowledges as if no packet were missing. (in packets; default 2)
            rate_limit: Upper limit of the rate. (in bit/s; default None)
            initial_window: Window at the start. (in packets; default 1)
            min_rto: Minimum of the timeout, which is otherwise four long-term round-trip times. (in s; default 1)
        """
        return Algorithm("taimd", _given(locals()))

    @staticmethod
    def trabol(
        *,
        target_rate: float = UNSET,
        start_rate: float | None = UNSET,
        min_rate: float = UNSET,
        ray: float = UNSET,
        min_loss: float = UNSET,
        max_loss: float = UNSET,
        d_factor: float = UNSET,
        d_mode: Literal["multiply", "subtract"] = UNSET,
        initial_increase: float = UNSET,
        least_share: float = UNSET,
        hold: int | None = UNSET,
        stop_at: Literal["min_loss", "max_loss"] = UNSET,
        guard: bool = UNSET,
        group: int = UNSET,
        feedback_size: int = UNSET,
    ) -> Algorithm:
        """TRABOL: Sends radar data in rays. A ray with a high loss reduces the rate to less than half, and steps return it to the target rate.

        Args:
            target_rate: Rate at which the application wants to send. It is also the rate at the start, unless a start rate is set. (in bit/s; default 150000000)
            start_rate: Rate at the start, if it is higher than the target rate: the sender does not control its rate until the first report arrives. The first report decreases the rate or sets it to the target rate. (in bit/s; default None)
            min_rate: Lower limit of the rate at any loss. (in bit/s; default 45000000)
            ray: Duration of a ray. (in s; default 0.12)
            min_loss: A loss of a ray up to this share has no effect. (default 0.05)
            max_loss: Loss of a ray above which the rate is decreased. (default 0.1)
            d_factor: Factor by which a decrease multiplies the rate. (default 0.45)
            d_mode: Whether the D-factor is the share of the rate that remains or the share by which the rate is reduced. (default "multiply")
            initial_increase: The increase is this value, multiplied by one minus the loss that caused the last decrease. (in bit/s; default 20000000)
            least_share: Minimum of an increase, as a share of the initial increase. It matters after missing reports, which count as a loss of 1. (default 0.05)
            hold: Number of rays at each rate while it increases. (in rays; default None)
            stop_at: Which loss ends the increase. (default "min_loss")
            guard: Ignore reports about rays that were sent before the last decrease took effect. (default True)
            group: Packets per group; there is a gap after each group. (in packets; default 10)
            feedback_size: Size of a report on the wire. (in bytes; default 64)
        """
        return Algorithm("trabol", _given(locals()))

    @staticmethod
    @_described
    def lda(
        *,
        initial_rate: float = UNSET,
        initial_increase: float = UNSET,
        reduction: float = UNSET,
        adapt_interval: float = UNSET,
        report_interval: float = UNSET,
        report_jitter: float = UNSET,
        loss_from: Literal["interval", "counters"] = UNSET,
        min_rate: float = UNSET,
        tcp_limit: bool = UNSET,
        tcp_limit_rtt: float | None = UNSET,
        hold_at_bottleneck: bool = UNSET,
        rate_counts: Literal["wire", "payload"] = UNSET,
        loss_field: Literal["8", "32"] = UNSET,
        bottleneck: float | None = UNSET,
        probe_packets: int = UNSET,
        burst_packets: int = UNSET,
        probe_every: int = UNSET,
        pair_window: int = UNSET,
        pair_ratio: float = UNSET,
        rtt_gain: float = UNSET,
        feedback_timeout: float = UNSET,
        sender_report_size: int = UNSET,
        receiver_report_size: int = UNSET,
    ) -> Algorithm:
        """LDA: Adapts a media flow's rate to RTCP's reports. The increase becomes smaller with each step without loss.

        Args:
            min_rate: Lower limit of the rate. A loss of at least 1 / (reduction factor) reduces the rate to this limit. (in bit/s; default 10000)
        """
        return Algorithm("lda", _given(locals()))

    @staticmethod
    @_described
    def ldaf(
        *,
        initial_rate: float = UNSET,
        initial_increase: float = UNSET,
        reduction: float = UNSET,
        adapt_interval: float = UNSET,
        report_interval: float = UNSET,
        report_jitter: float = UNSET,
        loss_from: Literal["interval", "counters"] = UNSET,
        min_rate: float = UNSET,
        tcp_limit: bool = UNSET,
        tcp_limit_rtt: float | None = UNSET,
        hold_at_bottleneck: bool = UNSET,
        rate_counts: Literal["wire", "payload"] = UNSET,
        loss_field: Literal["8", "32"] = UNSET,
        bottleneck: float | None = UNSET,
        probe_packets: int = UNSET,
        burst_packets: int = UNSET,
        probe_every: int = UNSET,
        pair_window: int = UNSET,
        pair_ratio: float = UNSET,
        rtt_gain: float = UNSET,
        feedback_timeout: float = UNSET,
        sender_report_size: int = UNSET,
        receiver_report_size: int = UNSET,
    ) -> Algorithm:
        """LDAF: LDA, but each increase is computed from the initial increase: the rate grows until a packet is lost.

        Args:
            min_rate: Lower limit of the rate. A loss of at least 1 / (reduction factor) reduces the rate to this limit. (in bit/s; default 10000)
        """
        return Algorithm("ldaf", _given(locals()))

    @staticmethod
    @_described
    def lda_plus(
        *,
        initial_rate: float | None = UNSET,
        initial_increase: float = UNSET,
        report_interval: float = UNSET,
        report_jitter: float = UNSET,
        loss_from: Literal["interval", "counters"] = UNSET,
        max_rate: float | None = UNSET,
        min_rate: float | None = UNSET,
        clamp: bool = UNSET,
        memory_floor: float | None = UNSET,
        memory: Literal["chosen", "additive"] = UNSET,
        tcp_limit: Literal["packets", "printed"] = UNSET,
        round_trips: Literal["real", "whole"] = UNSET,
        above_bottleneck: Literal["stop", "printed"] = UNSET,
        acked_per_ack: int = UNSET,
        timeout: float = UNSET,
        rate_counts: Literal["wire", "payload"] = UNSET,
        loss_field: Literal["8", "32"] = UNSET,
        bottleneck: float | None = UNSET,
        probe_packets: int = UNSET,
        burst_packets: int = UNSET,
        probe_every: int = UNSET,
        pair_window: int = UNSET,
        pair_ratio: float = UNSET,
        rtt_gain: float = UNSET,
        feedback_timeout: float = UNSET,
        sender_report_size: int = UNSET,
        receiver_report_size: int = UNSET,
    ) -> Algorithm:
        """LDA+: Adapts a media flow's rate to the loss and delay in RTCP's reports, every few seconds, as a TCP would on average.

        Args:
            initial_rate: Rate at the start. (in bit/s; default None)
            initial_increase: Additive increase at the start and after a loss, per report. (in bit/s; default 5000)
            report_interval: Mean time between reports. (in s; default 5)
            report_jitter: Each interval between reports is drawn at random. It is at most this fraction shorter or longer than its mean. (default 0.5)
            loss_from: Which fields of a report determine the loss. The paper uses the reported fraction. (default "interval")
            min_rate: Lower limit of the rate. Without it, a loss near 1 would stop the flow. (in bit/s; default None)
            clamp: Limit the rate to the bottleneck's. (default True)
            memory_floor: Lower limit of the increase that is kept for the next report. At the bottleneck the increase becomes 0, and without a limit it could not grow again. (in bit/s; default None)
            memory: The increase at the last report that equation 5 multiplies. The equation contains A, not the additive increase. (default "chosen")
            tcp_limit: How the result of equation 8 is used. It is in packets per second, but equation 9 compares it with rates. (default "packets")
            round_trips: How equation 7 counts the round trips of a report. (default "real")
            above_bottleneck: What equations 5 and 6 give while the rate is above the bottleneck's. (default "stop")
            timeout: Retransmission timeout in the equation. The paper gives no value. (in RTT; default 4)
            rate_counts: Which bytes the rate counts. (default "wire")
        """
        return Algorithm("lda_plus", _given(locals()))

    @staticmethod
    @_described
    def tpba(
        *,
        measure_interval: float = UNSET,
        threshold: float = UNSET,
        proportion: float | None = UNSET,
        embedded: bool = UNSET,
        positive: bool = UNSET,
        longest_probing: float | None = UNSET,
        running: float = UNSET,
        early_return: int | None = UNSET,
        early_share: float = UNSET,
        reduction: float = UNSET,
        adapt_interval: float = UNSET,
        report_interval: float = UNSET,
        report_jitter: float = UNSET,
        loss_from: Literal["interval", "counters"] = UNSET,
        loss_field: Literal["8", "32"] = UNSET,
        feedback_timeout: float = UNSET,
        min_rate: float = UNSET,
        unit_packets: int = UNSET,
        segment: int = UNSET,
        socket_buffer: int | None = UNSET,
        cap_window: bool = UNSET,
        tcp_kind: Literal["reno", "newreno", "sack"] = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        hystart: bool = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """TPBA: Sends over TCP for a few seconds to measure its share, then over UDP at the measured rate, and repeats both.

        Args:
            measure_interval: Time between measurements of TCP's progress while probing. (in s; default 1)
            threshold: Probing ends when the last rate differs by less than this from each of the two rates before it. (in bit/s; default 30000)
            proportion: Threshold as a share of the last rate, instead of the fixed threshold. (default None)
            embedded: Measure from one reduction of TCP's window to the next instead of at fixed times. (default False)
            positive: A rate of 0 never ends probing. Otherwise three measurements of a stalled TCP would. (default True)
            longest_probing: Longest time of probing. Probing then ends with the last rate above 0. (in s; default None)
            running: Duration of the running period on UDP. (in s; default 10)
            early_return: Number of successive large reductions of the rate after which the running period ends. (default None)
            early_share: A reduction is large if it reduces the rate by at least this share. (default 0.1)
            reduction: The rate is reduced by this multiple of the loss while running. (default 3)
            adapt_interval: Time between adaptations while running. (in s; default 3)
            report_interval: Time between RTCP's reports while running. (in s; default 1)
            loss_field: Width of the field in which the receiver reports its loss. (default "8")
            feedback_timeout: Number of report intervals without a report after which the rate is halved; it is halved again after each further interval. (in intervals; default 3)
            min_rate: Lower limit of the rate on UDP. It also applies to the rate that was measured over TCP. (in bit/s; default 10000)
            unit_packets: Size of a data unit: the payload of this number of the flow's packets. The flow switches between TCP and UDP at the end of a unit. (in packets; default 10)
            segment: TCP's largest segment, without headers. (in bytes; default 1460)
            socket_buffer: Size of the buffer of TCP's socket. It limits TCP's window. (in bytes; default 16384)
            cap_window: Limit TCP's window at the start of probing to the size of the socket's buffer. Otherwise TCP's congestion window can be larger than the buffer, and then a reduction of the window has no effect. (default True)
            tcp_kind: The TCP's kind of loss recovery. (default "reno")
            stack: The operating system or era whose TCP the flow imitates. It determines the defaults of the settings for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set. (default None)
            idle_restart: Restart with the initial window when probing begins after a running period that was longer than the retransmission timeout, instead of with the window of equation (2). (default False)
        """
        return Algorithm("tpba", _given(locals()))

    @staticmethod
    @_described
    def nada(
        *,
        initial_rate: float | None = UNSET,
        min_rate: float = UNSET,
        max_rate: float | None = UNSET,
        priority: float = UNSET,
        reference_delay: float = UNSET,
        kappa: float = UNSET,
        eta: float = UNSET,
        tau: float = UNSET,
        report_interval: float = UNSET,
        window: float = UNSET,
        empty_below: float = UNSET,
        ramp_up_delay: float = UNSET,
        filter_delay: float = UNSET,
        max_ramp_up: float = UNSET,
        loss_penalty: float = UNSET,
        mark_penalty: float = UNSET,
        warping: Literal["losses", "never"] = UNSET,
        warp_above: float = UNSET,
        lambda_: float = UNSET,
        loss_memory: float = UNSET,
        ecn: bool = UNSET,
        feedback_timeout: float = UNSET,
        report_size: int = UNSET,
    ) -> Algorithm:
        """NADA: Combines delay, loss and marks in one congestion signal. The rate becomes constant when the signal equals its target.

        Args:
            initial_rate: Rate at the start. (in bit/s; default None)
            min_rate: Lower limit of the rate. (in bit/s; default 150000)
            max_rate: Upper limit of the rate. The target of the congestion signal is proportional to it: with a limit far above the link's rate, the flow tolerates long queues and losses. RFC 8698 has 1.5 Mb/s. (in bit/s; default None)
            priority: Weight of the flow: flows share a link in proportion to their priority and largest rate. (default 1)
            reference_delay: Congestion signal in equilibrium at the largest rate. (in s; default 0.01)
            kappa: Gain of the gradual update. (default 0.5)
            eta: Weight of a change of the signal, relative to its difference from the target. (default 2)
            tau: Upper bound of the round-trip time for which the gradual update is stable. (in s; default 0.5)
            report_interval: Time between reports. (in s; default 0.1)
            window: Time over which losses, marks and the receive rate are measured. (in s; default 0.5)
            empty_below: Queueing delay below which the path counts as uncongested. (in s; default 0.01)
            ramp_up_delay: Largest queueing delay that the accelerated increase may cause. (in s; default 0.05)
            filter_delay: Time by which the receiver's filters delay the reaction. (in s; default 0.12)
            max_ramp_up: Upper limit of the factor by which the accelerated mode exceeds the receive rate. (default 0.5)
            loss_penalty: Congestion signal that a loss of 1 % adds. (in s; default 0.01)
            mark_penalty: Congestion signal that 1 % of marks add. (in s; default 0.002)
            warping: When large delays are warped. (default "losses")
            warp_above: Queueing delay above which the delay is warped. (in s; default 0.05)
            lambda_: Exponent of the warping. (default 0.5)
            loss_memory: Number of average loss intervals for which a loss counts as recent. (in intervals; default 7)
            ecn: Mark packets as ECN-capable, so that queues can mark them instead of dropping them. (default False)
            feedback_timeout: Number of report intervals without a report after which the rate is halved. (in intervals; default 8)
        """
        return Algorithm("nada", _given(locals()))

    @staticmethod
    @_described
    def gcc(
        *,
        rules: Literal["draft", "browsers"] = UNSET,
        initial_rate: float = UNSET,
        min_rate: float = UNSET,
        max_rate: float | None = UNSET,
        probing: bool = UNSET,
        alr_probes: bool = UNSET,
        trend_window: int = UNSET,
        smoothing: float = UNSET,
        trend_gain: float = UNSET,
        threshold: float = UNSET,
        thresholds: Literal["adaptive", "fixed"] = UNSET,
        k_up: float = UNSET,
        k_down: float = UNSET,
        overuse_time: float = UNSET,
        decrease: float = UNSET,
        increase: float = UNSET,
        rate_window: float = UNSET,
        loss_high: float = UNSET,
        loss_low: float = UNSET,
        pacing_factor: float = UNSET,
        report_interval: float = UNSET,
        feedback_timeout: float = UNSET,
        report_size: int = UNSET,
    ) -> Algorithm:
        """GCC: The rate falls below the receive rate when the delay keeps growing, and heavy losses limit it.

        Args:
            rules: Which rules for probes and losses apply. (default "browsers")
            initial_rate: Rate at the start. (in bit/s; default 300000)
            min_rate: Lower limit of the rate. (in bit/s; default 30000)
            probing: Send short bursts at a multiple of the rate, to find the available rate. By the rules of the draft, this happens at the start only, and only if the source always has data. Browsers fill bursts with padding. (default True)
            alr_probes: By the rules of browsers: while the application sends much less than the rate, send a burst every 5 s. WebRTC does so for shared screens, and for cameras if asked to. (default True)
            trend_window: Number of groups to which the line is fitted. (in groups; default 20)
            smoothing: Weight of the previous value in the smoothed delay. (default 0.9)
            trend_gain: The slope is multiplied by this factor before it is compared with the threshold. (default 4)
            threshold: The detector's threshold at the start. (in s; default 0.0125)
            thresholds: Whether the threshold adapts. (default "adaptive")
            k_up: Gain, per millisecond, of the threshold towards a trend above it. The draft has 0.01. (default 0.0087)
            k_down: Gain, per millisecond, of the threshold towards a trend below it. The draft has 0.00018. (default 0.039)
            overuse_time: Time for which the trend must exceed the threshold. (in s; default 0.01)
            decrease: Share of the receive rate to which overuse lowers the rate. (default 0.85)
            increase: Factor per second by which the rate grows while the capacity is unknown. (default 1.08)
            rate_window: By the rules of the draft: time over which the receive rate is measured. (in s; default 0.5)
            loss_high: By the rules of the draft: loss fraction above which the rate is reduced. (default 0.1)
            loss_low: By the rules of the draft: loss fraction below which the loss-based limit rises. (default 0.02)
            pacing_factor: The packets of a video frame are sent at this multiple of the rate. (default 2.5)
            report_interval: Longest time between the arrival of a packet and its report. (in s; default 0.1)
            feedback_timeout: Time without a report after which the rate is lowered to 80 %, and again after each further second. (in s; default 1.5)
            report_size: Size of a report on the wire, without its 2 bytes per packet. (in bytes; default 50)
        """
        return Algorithm("gcc", _given(locals()))

    @staticmethod
    @_described
    def scream(
        *,
        min_rate: float = UNSET,
        max_rate: float = UNSET,
        ramp_up: float = UNSET,
        target_low: float = UNSET,
        target_high: float = UNSET,
        compete: bool = UNSET,
        gain: float = UNSET,
        beta_loss: float = UNSET,
        beta_ecn: float = UNSET,
        beta_rate: float = UNSET,
        headroom: float = UNSET,
        trend_threshold: float = UNSET,
        resume_after: float = UNSET,
        adjust_interval: float = UNSET,
        guard: float = UNSET,
        queue_factor: float = UNSET,
        queue_delay: float = UNSET,
        ecn: bool = UNSET,
        reordering: int = UNSET,
        report_size: int = UNSET,
    ) -> Algorithm:
        """SCReAM: A congestion window keeps the queueing delay near a target, and the encoder's rate follows the window.

        Args:
            max_rate: Upper limit of the encoder's rate. (in bit/s; default 20000000)
            ramp_up: Largest increase of the encoder's rate per second. (in bit/s; default 200000)
            target_low: Smallest target of the queueing delay. (in s; default 0.1)
            target_high: Largest target of the queueing delay, used against competing loss-based flows. (in s; default 0.4)
            compete: Raise the target of the queueing delay against competing loss-based flows. (default True)
            gain: Gain of the window. (default 1)
            beta_loss: Share of the window that remains after a loss. (default 0.8)
            beta_ecn: Share of the window that remains after a mark. (default 0.9)
            beta_rate: Share of the encoder's rate that remains after a loss. (default 0.9)
            headroom: The window is at most this multiple of the largest number of bytes in flight in the last 5 s. (default 1.1)
            trend_threshold: Trend of the queueing delay that ends the fast increase. (default 0.2)
            resume_after: Time with a small trend after which the fast increase resumes. (in s; default 5)
            adjust_interval: Time between changes of the encoder's rate. (in s; default 0.2)
            guard: Weight of the delay's trend, which slows the increase of the encoder's rate. (default 0.1)
            queue_factor: Weight of the sending queue, which slows the increase of the encoder's rate. (default 1)
            queue_delay: Delay of the sending queue above which the encoder's rate falls. (in s; default 0.02)
            ecn: Mark packets as ECN-capable, so that queues can mark them instead of dropping them. (default False)
        """
        return Algorithm("scream", _given(locals()))

    @staticmethod
    @_described
    def scream2(
        *,
        min_rate: float = UNSET,
        max_rate: float = UNSET,
        target: float = UNSET,
        ecn: bool = UNSET,
        l4s: bool = UNSET,
        beta_loss: float = UNSET,
        beta_ecn: float = UNSET,
        multiplicative: float = UNSET,
        virtual_rtt: float = UNSET,
        headroom: float = UNSET,
        overhead: float = UNSET,
        pacing_headroom: float = UNSET,
        frame_period: float = UNSET,
        reordering_time: float = UNSET,
        report_interval: float = UNSET,
        report_size: int = UNSET,
    ) -> Algorithm:
        """SCReAM v2: A reference window answers marks in proportion to their share, and delays like marks; window over round-trip time is the encoder's rate.

        Args:
            max_rate: Upper limit of the encoder's rate. (in bit/s; default 20000000)
            target: Queueing delay that counts like a mark of every packet. Half of it does not count. (in s; default 0.06)
            ecn: Mark packets as ECN-capable, so that queues can mark them instead of dropping them. (default True)
            l4s: Send as L4S traffic, and reduce the window in proportion to the share of marked packets. Otherwise a mark counts like a loss. (default True)
            beta_loss: Share of the window that remains after a loss. (default 0.7)
            beta_ecn: Share of the window that remains after a mark without L4S. (default 0.8)
            multiplicative: Growth of the window per round trip as a share of the window, in addition to one packet. (default 0.02)
            virtual_rtt: Flows with a shorter round-trip time grow as if it were this long. (in s; default 0.025)
            headroom: The window grows to at most this multiple of the most bytes in flight, and one packet. (default 1.5)
            overhead: Bytes in flight may reach this multiple of the window. (default 3)
            pacing_headroom: The pacer sends at this multiple of the encoder's rate. (default 1.5)
            frame_period: Estimated time between two frames of the encoder. (in s; default 0.02)
            reordering_time: A packet counts as lost if it is still missing this long after a report of a later packet. (in s; default 0.03)
            report_interval: Longest time between reports. (in s; default 0.04)
        """
        return Algorithm("scream2", _given(locals()))

    @staticmethod
    def udp(
        *,
        rate: float | None = UNSET,
        ecn: Literal["none", "ect0", "ect1"] = UNSET,
    ) -> Algorithm:
        """Plain UDP: Does not react to congestion: shows the effect of such traffic on other flows.

        Args:
            rate: Rate of the packets on the wire. (in bit/s; default None)
            ecn: Code point of all packets. The sender does not respond to marks, so `ect0` and `ect1` show what a queue does with such a flow. (default "none")
        """
        return Algorithm("udp", _given(locals()))

    @staticmethod
    @_described
    def hand(
        *,
        window: float = UNSET,
        pacing: bool = UNSET,
        pacing_rate: float | None = UNSET,
        ecn: bool = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        handshake: bool = UNSET,
        last_beyond_window: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        rack: bool = UNSET,
        quic: bool = UNSET,
        tick: float = UNSET,
    ) -> Algorithm:
        """By hand: Keeps the window that you set, and changes it only when you do.

        Args:
            window: The window: the largest number of packets in flight. (in packets; default 10)
            pacing: Spread packets over the round trip: 1.2 windows per round trip. (default False)
            pacing_rate: The rate at which packets leave while the window allows them. Replaces the rate that follows from the window. (in bit/s; default None)
            ecn: Use explicit congestion notification: queues mark packets instead of dropping them. (default False)
            stack: The operating system whose TCP the flow imitates. It determines the defaults of the settings for timeouts and acknowledgements, each of which can still be set. (default "linux")
            rack: Detect losses by the times at which packets were sent, and send a probe to detect losses at the end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest round-trip time later has arrived. (default False)
            quic: Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP. (default False)
        """
        return Algorithm("hand", _given(locals()))

    @staticmethod
    @_described
    def own(
        *,
        code: str = UNSET,
        settings: Mapping[str, float | bool] = UNSET,
        initial_rate: float = UNSET,
        report_interval: float = UNSET,
        stack: Literal["linux", "windows", "freebsd", "apple", "quic", "newreno_1999", "tahoe_1988"] | None = UNSET,
        initial_window: float = UNSET,
        initial_ssthresh: float | None = UNSET,
        receive_window: float | None = UNSET,
        ack_every: int = UNSET,
        ack_delay: float = UNSET,
        quick_acks: bool = UNSET,
        growing_window: bool = UNSET,
        ack_size: int = UNSET,
        limited_transmit: bool = UNSET,
        handshake: bool = UNSET,
        idle_restart: bool = UNSET,
        gradual_restart: bool = UNSET,
        last_beyond_window: bool = UNSET,
        grow_only_when_limited: bool = UNSET,
        rate_limited_increase: bool = UNSET,
        slow_start_limit: int | None = UNSET,
        growth: Literal["packets", "acks"] = UNSET,
        pacing: bool = UNSET,
        timestamps: bool = UNSET,
        rto_rule: Literal["rfc6298", "linux", "ns2"] = UNSET,
        min_rto: float = UNSET,
        initial_rto: float = UNSET,
        tick: float = UNSET,
        ecn: bool = UNSET,
        ecn_feedback: Literal["classic", "ace", "accurate"] | None = UNSET,
        prr: bool = UNSET,
        rack: bool = UNSET,
        probe_delay: float | None = UNSET,
        sack_rtt: bool = UNSET,
        quic: bool = UNSET,
        undo: bool = UNSET,
        f_rto: bool = UNSET,
        halve: Literal["flight", "cwnd", "window"] = UNSET,
    ) -> Algorithm:
        """Your own: Follows a program in the scenario, which you write.

        Args:
            code: The program. Without a text, it is Reno. (default: the example program for Reno)
            settings: Values of settings that the program declares. A setting that is not stated has the value in the program. (default {})
            initial_rate: Rate at the start of a sender with a rate. (in bit/s; default 100000)
            report_interval: Time from one report of the receiver to the next, if the sender has a rate. (in s; default 0.1)
        """
        return Algorithm("own", _given(locals()))
