import type { Translation } from "../translation.ts";

export const sentences: Translation["sentences"] = {
  averages: (flow, rate) => `${flow} erreicht im Mittel ${rate}`,
  manyFlows: (n, mean, low, slowest, high, fastest) =>
    `${n} Flüsse erreichen im Mittel ${mean}, von ${low} (${slowest}) bis ${high} (${fastest}).`,
  sameGoodput: "Alle Flüsse haben fast denselben Goodput.",
  equalShares: "Sie teilen sich die Leitung fast gleichmäßig.",
  ratio: (more, times, less) => `${more} bekommt ${times}-mal so viel wie ${less}.`,
  theLink: "Die Leitung",
  busiestLink: (name) => `Die am stärksten belastete Leitung, ${name},`,
  linkUse: (link, utilisation, drops, dropText) =>
    `${link} ist zu ${utilisation} ausgelastet; ${drops === 0 ? "kein Paket wird" : drops === 1 ? "ein Paket wird" : `${dropText} Pakete werden`} verworfen.`,
  wait: (mean, p95) =>
    `Pakete warten im Mittel ${mean}${p95 === null ? "" : `, eines von zwanzig länger als ${p95}`}.`,
  jain: (index) => `Der Jain-Index aller gemessenen Flüsse ist ${index}.`,
  jainWithin: (index, group) => `${index} innerhalb von ${group}`,
  jainGroups: (within, between) =>
    `Der Jain-Index ist ${within}${between === null ? "" : ` und ${between} zwischen den Gruppen`}.`,
  groupAverages: (group, mean, spread, low, high, total) =>
    `${group} erreicht im Mittel ${mean} je Fluss (${spread}: ${low} bis ${high}), insgesamt ${total}`,
  groupsEqual: "Ein Fluss jeder Gruppe hat fast denselben Goodput.",
  groupRatio: (more, times, less) =>
    `Ein Fluss von ${more} bekommt ${times}-mal so viel wie ein Fluss von ${less}.`,
  noTransfer: (label) => `${label}: Es hat noch keine Übertragung begonnen.`,
  transfers: (label, finished, begun) => `${label}: ${finished} von ${begun} Übertragungen beendet`,
  refused: (n) => `; ${n} abgewiesen, weil der Pool voll war`,
  inTime: (time) => `in ${time}`,
  half: (time) => `die Hälfte davon innerhalb von ${time}`,
  most: (time) => `95\u202f% innerhalb von ${time}`,
  longest: (time) => `die längste dauerte ${time}`,
  frames: (label, share, frames, stalls) =>
    `${label}: ${share} von ${frames} Frames kamen pünktlich an; ${stalls}.`,
  noStall: "die Wiedergabe stockte nie",
  stalls: (n, count, time) =>
    `die Wiedergabe stockte ${n === 1 ? "einmal" : `${count}-mal`}, insgesamt ${time} lang`,
};
