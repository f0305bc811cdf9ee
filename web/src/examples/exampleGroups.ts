// The groups of the examples in the list from which the user chooses, in the order of the list. Each example
// is in one group.

const GROUPS = {
  sharing: [
    "near-far",
    "parking-lot",
    "sawtooth",
    "staircase",
    "twenty",
    "unresponsive",
    "short-transfer",
    "rate-drop",
  ],
  queues: ["bufferbloat", "call-download", "film-download", "red", "codel", "fq-codel", "home-cake"],
  marks: ["ecn", "dctcp-incast", "prague-cubic"],
  loss: ["generations", "random-loss", "page-loss", "call-loss", "bursty-loss", "late-not-lost", "prr"],
  newer: [
    "cubic-newreno",
    "bbr-cubic",
    "bbr-many",
    "bbr-one",
    "bbr-loss",
    "hystart",
    "fat-path",
    "tfrc",
    "slow-link",
  ],
  delay: ["vegas-newreno", "copa-cubic", "copa-rtts", "quiet-download", "ledbat-yields", "ledbat-latecomer"],
  radio: ["cell-queues", "wifi-slow", "satellite", "autorate", "radio", "radio-queues", "cellular"],
} as const;

export type ExampleGroup = keyof typeof GROUPS;

export const EXAMPLE_GROUPS: readonly ExampleGroup[] = [
  "sharing",
  "queues",
  "loss",
  "newer",
  "delay",
  "radio",
  "marks",
];

/** The ids of the examples of a group, in the order of the list. */
export const examplesOf = (group: ExampleGroup): readonly string[] => GROUPS[group];
