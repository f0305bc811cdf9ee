// The sentences about the results of a run. They are loaded with the parts that show a summary.
import { localized } from "./localized.ts";

export const SENTENCES = localized("sentences", {
  averages: (flow: string, rate: string) => `${flow} averages ${rate}`,
  manyFlows: (n: number, mean: string, low: string, slowest: string, high: string, fastest: string) =>
    `${n} flows average ${mean}, from ${low} (${slowest}) to ${high} (${fastest}).`,
  sameGoodput: "All flows get almost the same goodput.",
  equalShares: "They share the link almost equally.",
  ratio: (more: string, times: string, less: string) => `${more} gets ${times} times as much as ${less}.`,
  theLink: "The link",
  busiestLink: (name: string) => `The busiest link, ${name},`,
  linkUse: (link: string, utilisation: string, drops: number, dropText: string) =>
    `${link} is ${utilisation} utilised; ${drops === 0 ? "no packet is" : drops === 1 ? "one packet is" : `${dropText} packets are`} dropped.`,
  wait: (mean: string, p95: string | null) =>
    `Packets wait ${mean} on average${p95 === null ? "" : `, one in twenty longer than ${p95}`}.`,
  jain: (index: string) => `Jain\u2019s index of all measured flows is ${index}.`,
  jainWithin: (index: string, group: string) => `${index} within ${group}`,
  jainGroups: (within: string, between: string | null) =>
    `Jain\u2019s index is ${within}${between === null ? "" : `, and ${between} between the groups`}.`,
  groupAverages: (group: string, mean: string, spread: string, low: string, high: string, total: string) =>
    `${group} averages ${mean} per flow (${spread}: ${low} to ${high}), ${total} in total`,
  groupsEqual: "A flow of each group gets almost the same goodput.",
  groupRatio: (more: string, times: string, less: string) =>
    `A flow of ${more} gets ${times} times as much as a flow of ${less}.`,
  noTransfer: (label: string) => `${label}: no transfer has started.`,
  transfers: (label: string, finished: string, begun: string) =>
    `${label}: ${finished} of ${begun} transfers finished`,
  refused: (n: string) => `; ${n} were refused because the pool was full`,
  inTime: (time: string) => `in ${time}`,
  half: (time: string) => `half of them within ${time}`,
  most: (time: string) => `95\u202f% within ${time}`,
  longest: (time: string) => `the longest took ${time}`,
  frames: (label: string, share: string, frames: string, stalls: string) =>
    `${label}: ${share} of ${frames} frames arrived on time; ${stalls}.`,
  noStall: "playback never stalled",
  stalls: (n: number, count: string, time: string) =>
    `playback stalled ${n === 1 ? "once" : `${count} times`}, for ${time} in total`,
} as const);
