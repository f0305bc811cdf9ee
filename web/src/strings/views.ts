// The strings of the views below the time charts. They are loaded with the views.
import { localized } from "./localized.ts";

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const numbered = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const V = localized("views", {
  window: (from: string, to: string) => `${from} to ${to}`,
  over: (interval: string) => `mean over ${interval}`,
  nothingYet: "There is nothing to show in this window yet.",
  joined,
  better: "better",
  more: (n: number) => `and ${n} more`,
  others: (n: number) => `${n} others`,
  shares: {
    title: (link: string) => `Shares of ${link}`,
    hint: "The height of an area is the share of the link that a flow or group uses. What is empty up to 100\u202f% is not used.",
    used: "used",
    lastLink: "measured at the last link of each route",
    noLink: "No data crosses this link.",
    describe: (title: string, span: string, parts: readonly string[], used: string) =>
      `${title}, ${span}: ${joined(parts)}. Together they use ${used} of the link.`,
    part: (name: string, share: string) => `${name} uses ${share}`,
    time: "Time",
  },
  phase: {
    hint: "Each point of the path is a moment: the horizontal axis is the rate of one flow or group, the vertical axis the rate of another. On the fairness line both get equal rates per flow; on the efficiency line they use the whole link together.",
    across: "Horizontal",
    up: "Vertical",
    rateOf: (name: string) => `Rate of ${name}`,
    fair: "fairness",
    efficient: "efficiency",
    needsTwo: "A phase plot needs two flows or groups.",
    describe: (span: string, x: string, xRate: string, y: string, yRate: string) =>
      `Phase plot, ${span}: ${x} gets ${xRate} and ${y} gets ${yRate} on average.`,
    together: (share: string) => `Together they use ${share} of the capacity.`,
    equalPerFlow: "The mean rates per flow are equal within 10\u202f%.",
    ratio: (more: string, factor: string, less: string) =>
      `A flow of ${more} gets ${factor} times as much as a flow of ${less}.`,
    ratioOfFlows: (more: string, factor: string, less: string) =>
      `${more} gets ${factor} times as much as ${less}.`,
    near: (share: string) =>
      `The rates per flow differ by less than 10\u202f% during ${share} of the window.`,
    say: (t: string, x: string, xRate: string, y: string, yRate: string) =>
      `${t}: ${x} ${xRate}, ${y} ${yRate}`,
    time: "Time",
    total: "Total",
  },
  delay: {
    hint: "Each mark is the mean of a flow or group, and its ellipse is one standard deviation around it. High and to the left is better: much data, little waiting.",
    wait: "queueing",
    rtt: "round trip",
    which: "Which delay",
    waitAxis: "Queueing delay",
    rttAxis: "Round-trip time",
    rateAxis: "Goodput per flow",
    points: (interval: string) => `flows in intervals of ${interval}`,
    describe: (span: string, parts: readonly string[]) => `Rate against delay, ${span}: ${joined(parts)}.`,
    part: (name: string, rate: string, delay: string) => `${name} gets ${rate} at ${delay}`,
    say: (name: string, rate: string, rateSd: string, delay: string, delaySd: string) =>
      `${name}: ${rate}, standard deviation ${rateSd}; ${delay}, standard deviation ${delaySd}`,
    columns: {
      flow: "Flow",
      rate: "Goodput, mean",
      rateSd: "Goodput, standard deviation",
      delay: "Delay, mean",
      delaySd: "Delay, standard deviation",
      correlation: "Correlation",
      points: "Intervals",
    },
  },
  spread: {
    hint: {
      cdf: "A curve states for each value which share of the samples is not larger. A steep curve means steady values, and a curve that reaches far to the right has a long tail.",
      hist: "The height of a step is the share of the samples whose values are in the class.",
      tail: "A curve states for each value which share of the samples is larger, on a logarithmic scale. The largest values are at the lower right.",
    },
    form: "Form",
    forms: { cdf: "cumulative", hist: "histogram", tail: "tail" },
    quantity: "Quantity",
    quantities: {
      wait: "Queueing delay",
      occupancy: "Queue length",
      rtt: "Round-trip time",
      rate: "Goodput",
      transfer: "Completion time",
      frame: "Frame delay",
    },
    upTo: "Samples up to the value",
    above: "Samples above the value",
    within: "Samples in the class",
    limit: "limit",
    cut: (largest: string) => `largest ${largest}, cut off`,
    noTransfers: "No transfer was completed in this window.",
    noFrames: "The delays of frames are known at the end of the run.",
    everyBin: (width: string) => `one sample per flow and ${width}`,
    everyLinkBin: (width: string) => `one sample per ${width}`,
    byBytes: "weighted by the bytes sent",
    completed: (n: string) => `${n} transfers`,
    sampled: (n: string, of: string) => `${n} of ${of} transfers`,
    percentiles: "minimum, percentiles 50, 95 and 99, and maximum in the measurement window",
    describe: (title: string, span: string, parts: readonly string[]) =>
      `${title}, ${span}: ${joined(parts)}.`,
    part: (name: string, median: string, p95: string) =>
      `${name} has median ${median} and 95th percentile ${p95}`,
    say: (name: string, value: string, share: string) =>
      `${name}: ${share} of the samples are at most ${value}`,
    columns: {
      flow: "Flow",
      samples: "Samples",
      mean: "Mean",
      min: "Min",
      max: "Max",
      percentile: (n: number) => `p${n}`,
    },
  },
  scales: {
    hint: "Jain\u2019s index of rates that are averaged over intervals of the length below. A curve that is low at the left and high at the right belongs to flows that take turns. Dots: the intervals that end at the cursor or playhead.",
    axis: "Length of the intervals",
    index: "Jain\u2019s index",
    all: "all measured flows",
    between: "between groups",
    within: (name: string) => `within ${name}`,
    band: "band: middle 80\u202f% of the intervals",
    needsTwo: "Fairness needs two measured flows.",
    describe: (span: string, parts: readonly string[]) =>
      `Jain\u2019s index over time scales, ${span}: ${parts.join("; ")}.`,
    part: (name: string, first: string, firstScale: string, last: string, lastScale: string) =>
      `${name} is ${first} over ${firstScale} and ${last} over ${lastScale}`,
    say: (name: string, scale: string, index: string, intervals: number) =>
      `${name}: ${index} over ${scale}, mean of ${intervals} ${intervals === 1 ? "interval" : "intervals"}`,
    columns: {
      line: "Index of",
      scale: "Interval",
      mean: "Mean",
      low: "p10",
      high: "p90",
      intervals: "Intervals",
    },
  },
  stretch: {
    loading: "The packets of this window are being recorded.",
    cut: (t: string) => `packets up to ${t}; zoom in to see the rest`,
    elsewhere: "A saved file does not contain the program that records single packets.",
    failed: (message: string) => `The packets could not be recorded: ${message}`,
    zoom: "Single packets",
    zoomHint: "Show a window at the playhead that is short enough to distinguish packets",
  },
  live: {
    packets: "Every packet; × = dropped",
    queues: "Queues: every packet; × = dropped.",
    dot: (packets: string) => `1 dot = ${packets}`,
    still: "Slow down or pause to see each packet.",
    loading: "The packets are being recorded.",
    slow: "Slow motion",
    slowTip: (times: string) =>
      `Plays ${times} times slower than real time, so that single packets can be followed`,
    colours: "Colours of packets",
    colourOf: { flow: "Flow", kind: "Kind", age: "Age" },
    kinds: {
      data: "data",
      acknowledgement: "acknowledgement",
      retransmission: "retransmission",
      marked: "marked",
    },
    legend: {
      data: "data",
      acknowledgement: "ACK",
      retransmission: "sent again",
      marked: "marked",
      dropped: "dropped",
    },
    young: "just sent",
    old: "old",
    follow: "Follow a packet",
    card: "The packet that is followed",
    close: "Follow no packet",
    sequence: "Show its time sequence",
    packet: (kind: string, number: number, flow: string) => `${flow}, ${kind} ${number}`,
    of: (n: number, flow: string) => `${n} of ${flow}`,
    onWay: (time: string, data: number, acknowledgements: number, retransmissions: number, marked: number) =>
      `At ${time}, on the way: ${numbered(data, "data packet")}, ${numbered(acknowledgements, "acknowledgement")}, ${numbered(retransmissions, "retransmission")}, ${numbered(marked, "marked packet")}.`,
    waits: (n: number, limit: number, link: string, flows: string) =>
      `At ${link}, ${n} of ${numbered(limit, "packet")} ${n === 1 ? "waits" : "wait"}: ${flows}.`,
    falls: (n: number) => (n === 1 ? "1 packet was just dropped." : `${n} packets were just dropped.`),
    steps: {
      sent: "sent",
      waits: (link: string, time: string) => `arrives at ${link}${time === "" ? "" : `, waits ${time}`}`,
      served: (link: string, time: string) => `${link} sends it${time === "" ? "" : ` in ${time}`}`,
      wire: (link: string, time: string) => `crosses ${link}${time === "" ? "" : ` in ${time}`}`,
      last: "on the last wire",
      marked: "marked by the queue",
      dropped: (link: string) => `dropped at ${link}`,
      delivered: "delivered",
    },
  },
  sequence: {
    hint: "Each stroke is a packet at the time when the sender sends it and at its sequence number. The solid line is what the receiver has acknowledged; the dashed line is the edge of the window. Between them is what is in flight.",
    flow: "Flow",
    unit: "sequence numbers in packets",
    nothing: "The flow sends no packets in this window.",
    series: {
      sent: "sent",
      retransmitted: "sent again",
      lost: "lost",
      acknowledged: "acknowledged",
      sacks: "SACK",
      edge: "window edge",
    },
    say: (t: string, sent: string, acknowledged: string, edge: string) =>
      `${t}: sent ${sent}, acknowledged up to ${acknowledged}, window edge ${edge}`,
    describe: (flow: string, span: string, sent: number, again: number, lost: number) =>
      `Time-sequence of ${flow}, ${span}: ${sent} new packets, ${again} sent again, ${lost} lost.`,
    columns: { time: "Time, s", what: "Event", seq: "Sequence number", after: "Up to, without" },
  },
  packets: {
    title: (link: string) => `Queue of ${link}, packet by packet`,
    hint: "Each box is a packet at its place in the queue. The link sends the packet at the bottom; the others wait above it in the order of their arrival and move down. Crosses are dropped packets, crossed diamonds are marked packets.",
    unit: "places in packets",
    waiting: "waiting",
    sending: "the link sends",
    events: {
      arrived: "arrival",
      started: "start of sending",
      departed: "end of sending",
      dropped: "drop",
      marked: "mark",
    },
    goTo: "Go to",
    stepKinds: { arrived: "arrivals", dropped: "drops", marked: "marks" },
    previous: { arrived: "Previous arrival", dropped: "Previous drop", marked: "Previous mark" },
    next: { arrived: "Next arrival", dropped: "Next drop", marked: "Next mark" },
    noMore: "There is no other in the recorded packets. The window moves.",
    say: (t: string, sender: string, seq: number, waiting: number, parts: readonly string[]) =>
      `${t}: ${sender === "" ? "the link is idle" : `the link sends packet ${seq} of ${sender}`}, ${waiting} wait${parts.length > 0 ? `: ${joined(parts)}` : ""}`,
    describe: (title: string, span: string, arrivals: number, drops: number, marks: number, most: number) =>
      `${title}, ${span}: ${arrivals} arrivals, ${drops} drops, ${marks} marks. At most ${most} packets wait.`,
    columns: {
      time: "Time, s",
      event: "Event",
      flow: "Flow",
      seq: "Sequence number",
      ordinal: "Number in its connection",
      size: "Size",
      marked: "Marked",
      waiting: "Waiting afterwards",
    },
  },
} as const);
