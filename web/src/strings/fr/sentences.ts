import type { Translation } from "../translation.ts";

export const sentences: Translation["sentences"] = {
  averages: (flow, rate) => `${flow} atteint ${rate} en moyenne`,
  manyFlows: (n, mean, low, slowest, high, fastest) =>
    `${n} flux atteignent ${mean} en moyenne, de ${low} (${slowest}) à ${high} (${fastest}).`,
  sameGoodput: "Tous les flux ont presque le même débit utile.",
  equalShares: "Ils se partagent la liaison presque à égalité.",
  ratio: (more, times, less) => `${more} obtient ${times} fois plus que ${less}.`,
  theLink: "La liaison",
  busiestLink: (name) => `La liaison la plus chargée, ${name},`,
  linkUse: (link, utilisation, drops, dropText) =>
    `${link} est utilisée à ${utilisation}\u202f; ${drops === 0 ? "aucun paquet n’est rejeté" : drops === 1 ? "un paquet est rejeté" : `${dropText} paquets sont rejetés`}.`,
  wait: (mean, p95) =>
    `Les paquets attendent ${mean} en moyenne${p95 === null ? "" : `, un sur vingt plus de ${p95}`}.`,
  jain: (index) => `L’indice de Jain de tous les flux mesurés est ${index}.`,
  jainWithin: (index, group) => `${index} au sein de ${group}`,
  jainGroups: (within, between) =>
    `L’indice de Jain est ${within}${between === null ? "" : `, et ${between} entre les groupes`}.`,
  groupAverages: (group, mean, spread, low, high, total) =>
    `${group} atteint ${mean} par flux en moyenne (${spread}\u00a0: ${low} à ${high}), ${total} au total`,
  groupsEqual: "Un flux de chaque groupe a presque le même débit utile.",
  groupRatio: (more, times, less) => `Un flux de ${more} obtient ${times} fois plus qu’un flux de ${less}.`,
  noTransfer: (label) => `${label}\u00a0: aucun transfert n’a commencé.`,
  transfers: (label, finished, begun) => `${label}\u00a0: ${finished} transferts terminés sur ${begun}`,
  refused: (n) => `\u202f; ${n} refusés parce que toutes les connexions étaient occupées`,
  inTime: (time) => `en ${time}`,
  half: (time) => `la moitié en moins de ${time}`,
  most: (time) => `95\u202f% en moins de ${time}`,
  longest: (time) => `le plus long a duré ${time}`,
  frames: (label, share, frames, stalls) =>
    `${label}\u00a0: ${share} des ${frames} images sont arrivées à l’heure\u202f; ${stalls}.`,
  noStall: "la lecture ne s’est jamais interrompue",
  stalls: (n, count, time) =>
    `la lecture s’est interrompue ${n === 1 ? "une fois" : `${count} fois`}, pendant ${time} au total`,
};
