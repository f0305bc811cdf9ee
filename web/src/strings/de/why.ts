import type { Translation } from "../translation.ts";

export const why: Translation["why"] = {
  title: "Warum?",
  at: (label, t) => `${label} bei ${t}`,
  loading: "Die Simulation läuft noch einmal, um die Entscheidungen aufzuzeichnen …",
  none: "Im berechneten Teil des Laufs hat der Algorithmus nichts entschieden.",
  earlier: (seconds) =>
    `Im berechneten Teil des Laufs folgt keine Entscheidung. Die letzte fiel ${seconds} früher:`,
  failed: "Die Entscheidungen konnten nicht geladen werden.",
  previous: "Vorige Entscheidung",
  next: "Nächste Entscheidung",
  noEarlier: "Es gibt keine frühere Entscheidung dieses Flusses.",
  noLater: "Im berechneten Teil des Laufs gibt es keine spätere Entscheidung dieses Flusses.",
  later: (seconds) =>
    `Ein Sender bemerkt einen Verlust erst nach einer Rückmeldung oder einem Timeout. Die nächste Entscheidung fiel ${seconds} später; dort steht jetzt der Abspielkopf:`,
  details: "Die Entscheidungen im Umfeld",
  so: (cause, effect) => `${cause}; deshalb ${effect}.`,
  causes: {
    full: (n) => `Puffer voll, ${n === 1 ? "1 Paket" : `${n} Pakete`} verworfen`,
    queue: (n) => `Die Warteschlange verwarf ${n === 1 ? "ein Paket" : `${n} Pakete`}`,
    rule: (n) => `Eine Verlustregel verwarf ${n === 1 ? "ein Paket" : `${n} Pakete`}`,
    receiver: (n) => `Der Puffer des Empfängers war voll und verlor ${n === 1 ? "ein Paket" : `${n} Pakete`}`,
  },
  reducedWindow: (flow, isHalf, from, to) =>
    `${isHalf ? "halbierte" : "verkleinerte"} ${flow} sein Fenster von ${from} auf ${to} ${to === "1" ? "Paket" : "Pakete"}`,
  reducedRate: (flow, isHalf, from, to) =>
    `${isHalf ? "halbierte" : "senkte"} ${flow} seine Rate von ${from} auf ${to}`,
  atPlayhead: (t) => `${t} erklären, wo der Abspielkopf steht`,
  losses: {
    full: (link, n) =>
      `Die Warteschlange von „${link}“ war voll und verwarf ${n === 1 ? "ein Paket" : `${n} Pakete`} dieses Flusses.`,
    queue: (link, n) =>
      `Die Warteschlange von „${link}“ verwarf ${n === 1 ? "ein Paket" : `${n} Pakete`} dieses Flusses.`,
    rule: (link, n) =>
      `Eine Verlustregel von „${link}“ verwarf ${n === 1 ? "ein Paket" : `${n} Pakete`} dieses Flusses.`,
    receiver: (_link, n) =>
      `Der Puffer des Empfängers war voll und verlor ${n === 1 ? "ein Paket" : `${n} Pakete`} dieses Flusses.`,
  },
  about: (algorithm) => `Wie ${algorithm} funktioniert`,
};
