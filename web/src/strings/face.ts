// The texts of the page that shows one question about a scenario.
import { localized } from "./localized.ts";

export const F = localized("face", {
  showEverything: "Show everything",
  simple: "Simple",
  simpleTip: "Show one question with its pictures and one control",
  startOver: "Start over",
  anotherQuestion: "Another question",
  drive: "Drive it yourself",
  menu: "Menu",
  network: "Network",
  control: "Setting to change",
  backTo: (chart: string) => `Back to \u201c${chart}\u201d`,
  answer: "Answer",
  overWholeRun: "over the whole run",
  between: (from: string, to: string) => `from ${from} to ${to}`,
  answers: {
    more: (name: string, times: string, other: string) => `${name} gets ${times} times as much as ${other}`,
    most: (name: string, times: string, other: string) =>
      `${name} gets most: ${times} times as much as ${other}, which gets least`,
    same: (name: string, other: string) => `${name} and ${other} get about the same`,
    all: "All get about the same",
    takes: (name: string, percent: string) => `${name} takes ${percent} of the link`,
    varies: (name: string, percent: string) => `${name} varies by ${percent}`,
    use: (percent: string) => `The link is ${percent} busy`,
    wait: (time: string) => `A packet waits ${time} in the queue`,
  },
  before: (answer: string) => `Before: ${answer}`,
  asBefore: "The same as before",
  changed: "The scenario has been changed.",
  now: (changes: string) => `Now: ${changes}.`,
  /** A question about each example with a layout, its setting in one or two short sentences, the name of the control, and why it matters, in a sentence that is true of every change. */
  questions: {
    "near-far": [
      "Who gets more?",
      "Two downloads share one link. Packets to \u201cfar\u201d and back travel four times as long.",
      "Round trip of \u201cfar\u201d",
      "A shorter round trip lets a window grow faster after every loss.",
    ],
    bufferbloat: [
      "How long does the call wait?",
      "A download and a call share one link, in front of which 400 packets can wait.",
      "Packets that can wait",
      "The call waits behind every packet in the queue.",
    ],
    "bbr-cubic": [
      "BBR or CUBIC?",
      "Two rules for how fast to send meet on one link.",
      "Buffer",
      "CUBIC fills the buffer until it loses; BBR follows what it measures.",
    ],
    codel: [
      "Can a long queue be quick?",
      "CoDel drops a packet now and then, so that a call need not wait behind a download.",
      "Packets that can wait",
      "CoDel limits how long packets wait, drop-tail how many.",
    ],
    unresponsive: [
      "What if one does not back off?",
      "Two TCP flows share a link. From 15\u202fs to 45\u202fs, UDP sends at its own rate.",
      "Rate of UDP",
      "TCP slows down after a loss, UDP does not.",
    ],
    sawtooth: [
      "How much buffer keeps a link busy?",
      "A flow sends more and more until the buffer is full, then halves its window.",
      "Buffer",
      "After a loss, only what waits in the buffer keeps the link busy.",
    ],
    "random-loss": [
      "What does a noisy link cost?",
      "The link loses one packet in a hundred, however empty its queue is.",
      "Share of packets lost",
      "A flow takes every loss as a sign of a full queue, and slows down.",
    ],
    "fq-codel": [
      "Can a flood be held back?",
      "Each flow has a queue of its own. From 20\u202fs to 40\u202fs, UDP floods the link.",
      "Rate of the flood",
      "In a shared queue, everyone waits behind the flood.",
    ],
    "parking-lot": [
      "What does a longer way cost?",
      "The long flow crosses three links, and each of the others crosses one of them.",
      "Rate of the middle link",
      "Each link on the way can drop packets and adds to the round trip.",
    ],
    tfrc: [
      "As fast as TCP, but smoother?",
      "TFRC promises that: Floyd, Handley, Padhye and Widmer, 2000.",
      "Rate of the link",
      "TCP halves its window at a loss; TFRC averages over several losses.",
    ],
    "cubic-newreno": [
      "Does the newer rule get more?",
      "CUBIC and NewReno share a long and fast path.",
      "Rate of the link",
      "NewReno grows by a packet per round trip, CUBIC with time.",
    ],
    twenty: [
      "How little buffer is enough?",
      "Twenty flows share a link with a quarter of the buffer that one flow needs.",
      "Buffer",
      "Flows that halve at different times keep their sum steady.",
    ],
  },
} as const);
