import type { Translation } from "../translation.ts";

export const why: Translation["why"] = {
  title: "Pourquoi\u202f?",
  at: (label, t) => `${label} à ${t}`,
  loading: "La simulation est relancée pour enregistrer les décisions…",
  none: "Dans la partie calculée de l’exécution, l’algorithme n’a pris aucune décision.",
  earlier: (seconds) =>
    `Aucune décision ne suit dans la partie calculée de l’exécution. La dernière a été prise ${seconds} plus tôt\u00a0:`,
  failed: "Les décisions n’ont pas pu être chargées.",
  previous: "Décision précédente",
  next: "Décision suivante",
  noEarlier: "Ce flux n’a pas de décision antérieure.",
  noLater: "Ce flux n’a pas de décision ultérieure dans la partie calculée de l’exécution.",
  later: (seconds) =>
    `Un émetteur ne remarque une perte qu’après un retour ou une expiration. La décision suivante est venue ${seconds} plus tard, là où se trouve maintenant la tête de lecture\u00a0:`,
  details: "Les décisions autour",
  so: (cause, effect) => `${cause}\u00a0: ${effect}.`,
  causes: {
    full: (n) => `Tampon plein, ${n < 2 ? `${n} paquet rejeté` : `${n} paquets rejetés`}`,
    queue: (n) => `La file a rejeté ${n === 1 ? "un paquet" : `${n} paquets`}`,
    rule: (n) => `Une règle de perte a rejeté ${n === 1 ? "un paquet" : `${n} paquets`}`,
    receiver: (n) =>
      `Le tampon du récepteur était plein et a perdu ${n === 1 ? "un paquet" : `${n} paquets`}`,
  },
  reducedWindow: (flow, isHalf, from, to) =>
    `${flow} a donc ${isHalf ? "divisé par deux sa fenêtre, " : "réduit sa fenêtre "}de ${from} à ${to} ${to === "1" ? "paquet" : "paquets"}`,
  reducedRate: (flow, isHalf, from, to) =>
    `${flow} a donc ${isHalf ? "divisé par deux son débit, " : "réduit son débit "}de ${from} à ${to}`,
  atPlayhead: (t) => `Expliquer ${t}, où se trouve la tête de lecture`,
  losses: {
    full: (link, n) =>
      `La file de «\u00a0${link}\u00a0» était pleine et a rejeté ${n === 1 ? "un paquet" : `${n} paquets`} de ce flux.`,
    queue: (link, n) =>
      `La file de «\u00a0${link}\u00a0» a rejeté ${n === 1 ? "un paquet" : `${n} paquets`} de ce flux.`,
    rule: (link, n) =>
      `Une règle de perte de «\u00a0${link}\u00a0» a rejeté ${n === 1 ? "un paquet" : `${n} paquets`} de ce flux.`,
    receiver: (_link, n) =>
      `Le tampon du récepteur était plein et a perdu ${n === 1 ? "un paquet" : `${n} paquets`} de ce flux.`,
  },
  about: (algorithm) => `Comment fonctionne ${algorithm}`,
};
