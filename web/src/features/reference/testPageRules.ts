// The numbers of the pages about algorithms that state a rule, a setting or a fact, and not what a run shows. Words such as
// "always" count as numbers. pageClaims.test.ts refuses any other number without a claim.

/** The numbers by page and rule. */
export const PAGE_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reno: { "less at a mark (RFC 8511)": "0.8" },
  newreno: { "less at a mark (RFC 8511)": "0.8" },
  sack: {
    "PRR (RFC 9937): always a first retransmission": "always, exactly",
    "reordering window (RFC 8985)": "0, 1, 16",
    "packet threshold of QUIC (RFC 9002)": "3, never",
    "less at a mark (RFC 8511)": "0.8",
    "what stacks have": "nearly",
  },
  hand: { "pacing by the window with the stack of QUIC": "1.2" },
  cubic: {
    "growth by the cubic function": "hardly",
    "HyStart of Linux": "4, 16 ms, 2 ms, 16 packets",
    "less at a mark (RFC 8511)": "0.85",
    "slope of Linux": "0.53 packets",
  },
  search: {
    "threshold, and longest growth of the round-trip time (draft-chung-ccwg-search-09)": "0.26, 15, hardly",
  },
  careful_resume: { "numbers of phases (draft-ietf-tsvwg-careful-resume-24)": "3, 4, 5" },
  yeah: { "round trips that are counted (Linux)": "50, 16" },
  hybla: {
    "reference, growth by equation 1, and bound (Linux)":
      "25 ms, 100 ms, 15 packets, 200 ms, 255, 65,535 packets",
  },
  c4: {
    "gains and growth of the states (draft-huitema-ccwg-c4-spec-04)": "15, 16, 1, 17, 33, 32, 5, 4, 3",
    "gain of picoquic in a congested Recovery": "7, 8",
    "jitter that the nominal max RTT follows, and limits of picoquic for a second start":
      "250 ms, 50 ms, 8 Mb/s",
    "sensitivity (draft-huitema-ccwg-c4-spec-04 section 5.1)": "0, 50 kB/s, 0.92, 1 MB/s, 10 MB/s",
  },
  highspeed: {
    "response function (RFC 3649)": "38 packets, 83000 packets, 10 Gb/s, 100 ms, 0.5, 0.1, 1000 packets",
  },
  scalable: { "increase and the bound of Reno (Kelly 2003)": "1 %, 16 packets" },
  bic: { "smooth part and bound of Reno (Linux)": "20, 14 packets, 2, 4, nearly" },
  htcp: { "change of throughput (draft-leith-tcp-htcp-06)": "20 %, 0.5", "unit of the scaling": "100 ms" },
  illinois: {
    "increase, decrease and bound of Reno (Linux)": "10 packets, 0.3 packets, 1, 8, 2, 15 packets",
  },
  binomial: {
    "exponents and factors (Bansal and Balakrishnan 2001)": "0, 1, 2, 3, 0.01, 0.125, 0.2, 0.5, 0.67",
  },
  westwood: { "interval and weights of the filter (Linux)": "50 ms, 7, 8" },
  ledbat: { "target, and bound by the packets in flight (RFC 6817)": "100 ms, never" },
  ledbat_pp: { target: "60 ms", "values of the signal Phase": "0, 1, 2, 3" },
  copa: {
    "window of the smallest round-trip time": "10 s",
    "velocity, values of the signal Mode": "0, 1",
    "test for an empty queue (section 2.2)": "nearly",
    "scenario of many flows": "50 Mb/s, 40 ms, 5 s",
    "scenario and results of the example of unequal round-trip times, whose claim a test of its own compares":
      "20, 40, 80, 160 ms, 20 Mb/s, 600 packets, 130, 215 ms, 5 ms",
  },
  bbr: {
    "gains (draft-cardwell-iccrg-bbr-congestion-control-00)": "1.25, 0.75, 1",
    "measurement of the smallest round-trip time": "200 ms",
    "values of the signals State and Phase": "0, 2, 3",
    "bursts of Linux": "1.2 Mb/s",
  },
  bbr3: {
    "thresholds and gains (draft-ietf-ccwg-bbr-06)": "2 %, 2.77, 0.5, 0.9, 15 %, 1.0, 1.25, 1, 2, 4",
    "times of probes": "3 s, 63, 5 s, 200 ms",
    "values of the signal State": "0, 3, 5, 6",
  },
  dctcp: { "echo of marks (RFC 8257)": "exactly", "first average": "1" },
  prague: {
    names: "4, 2, 1",
    "virtual round-trip time": "25 ms",
    "the score of the fallback, and its response (tcp_prague.c)": "8, nearly",
    "format with windows below two packets, and the safe number of marks (RFC 9768)": "3, never",
    "scenarios of the comparisons": "10, 40 Mb/s, 40 ms, 10 Mb/s",
  },
  tfrc: {
    "weights of loss intervals (RFC 5348)": "1, 0.8, 0.6, 0.4, 0.2",
    "longest gap, growth and timeouts (RFC 5348, ns-2)":
      "64, 0.12 packets, 2, 4, 150 ms, 0.3 s, never, 200 Mb/s",
  },
  rap: { settings: "2, 0" },
  tfwc: { "constants of the authors' programs": "1, 16, 16 packets, 4, 2.5, 2, 0.8" },
  tfrcp: { "constant rate within an interval, one packet at least": "never, 4" },
  gaimd: { "published pair (Yang and Lam 2000)": "1, 0.5, 0.31, 0.125" },
  own: { "numbers of the interpreter": "64 bits" },
  taimd: {
    "the table, from the formulas":
      "0.1, 1, 0.15, 0.05, 3, 0.2598, 0.0866, 0.0634, 5, 0.3354, 0.0671, 0.0691, 0.1299, 0.0433, 0.0317, 0.2, 0.5196, 0.1732, 0.1268, 2",
    "the printed formula is below the other": "always",
    "least timeout": "1 s",
  },
  trabol: {
    "ray, factor and thresholds (Bangolae and others 2002)": "120 ms, 0.45, 5 %, 10 %, 1",
    "scenario and start of the example": "150 Mb/s, 132 Mb/s, 120 Mb/s, 500 Mb/s",
    "no change between the thresholds; spacing": "never, always",
    "the paper's example": "25 %",
  },
  lda: {
    "times and factors (Tobe and others 2000)": "3 s, 3, 1, 10 kb/s",
    sizes: "512, 552 bytes",
    scenario: "1.2 Mb/s",
  },
  ldaf: { settings: "1" },
  lda_plus: {
    "report and increase (Sisalem and Wolisz 2000)": "5, 5 kb/s, 0, 1",
    "fields of a report (RFC 3550)": "8 bits, 256, 32 bits",
    "numbers of equations": "5, 6, 7, 8, 9",
    "scenario of the paper and its result": "1.5 Mb/s, 2.3",
    "result of the experiment, which a test of its own compares": "1.8, 0.7",
  },
  tpba: {
    "intervals and thresholds (Tobe and others 2000)": "1 s, 30 kb/s, 3 s, 3, 10 s, never, 0",
    sizes: "1460 bytes, 16,384 bytes, 11, 12, 40 bytes",
    "the stack of its authors, and that of today": "2.2.6, 10 packets, 0.2 s, 2",
  },
  nada: {
    "times and thresholds (RFC 8698)": "100 ms, 15, 50 ms, 500 ms, 10 ms, 1 %",
    "largest rate, and the signal at a twenty-fifth of it": "10 Mb/s, 1.5 Mb/s, 0.4 Mb/s, 250 ms, 5 %",
    "scenario and result of latecomers, which a test of its own compares": "10 s, 8 Mb/s, 3.2 Mb/s, 1.2",
  },
  gcc: {
    "constants of WebRTC and of the draft":
      "10 %, 5 ms, 0.9, 20, 10 ms, 6, 600 ms, 0.5 s, 100 ms, 8 %, 2, 2 %, 5 packets, 15 ms, 95 %, 0.0087, 0.039, 0.01, 0.00018, 13 packets, 80 %, 2 bytes, always",
    "probes, padding and the loss-based estimate of WebRTC":
      "70 %, 5 Mb/s, 65 %, 5 s, 85 %, 250 ms, 5 %, 15, 20 %, 100 kb/s, never, 0.3 s, 3 s",
    "scenario and result next to CUBIC, which a test of its own compares":
      "4 Mb/s, 25 packets, 0.18, 0.82, 0.80",
  },
  scream: {
    "constants of RFC 8298":
      "80 %, 90 %, 1.1, 5 s, 3000 bytes, 0.2, 100 ms, 1.5, 400 ms, 200 ms, 200 kb/s, 20 ms, 5 %, 0.5 s, 4, 1000 bytes, 0.1, 1, 1 s, 64 packets, 16 packets, always, exactly",
  },
  scream2: {
    "constants of draft-ietf-ccwg-rfc8298bis-screamv2-01":
      "2 %, 100, 25 ms, 1.5, 70 %, 80 %, 128, 10 ms, 30, 60 ms, 0, 20 %, 0.5, always, exactly, 0.5 s, 16 packets, 40 ms, 20 ms, 1 s",
    "reordering time of the authors' code, and packets of a report": "30 ms, 64 packets",
  },
};

/** The numbers of settings that many algorithms share. */
export const SHARED_RULES: Readonly<Record<string, string>> = {
  "duplicate acknowledgements that limited transmit uses, and the growth that HyStart++ allows":
    "1, 2, 8 packets",
  "feedback of marks by QUIC (RFC 9000)": "always",
  "packets that Linux acknowledges at once when a connection begins": "16",
};
