import type { Translation } from "../translation.ts";

export const program: Translation["program"] = {
  title: (flow) => `Programm von ${flow}`,
  label: (flow) => `Programm von ${flow}`,
  keys: "Tab rückt ein, Strg+Leertaste vervollständigt. Escape und dann Tab verlassen den Editor.",
  begin: "Beginnen mit",
  beginHint: "Ein Beispiel wählen",
  begins: {
    empty: "Leeres Programm",
    reno: "Reno",
    aimd: "AIMD",
    cubic: "CUBIC",
    vegas: "Vegas",
    "delay-target": "Verzögerungsziel",
    dctcp: "DCTCP",
    bbr: "Einfaches BBR",
    "lda-plus": "LDA+",
    tfrc: "TFRC",
  },
  works: "Die Diagramme zeigen dieses Programm.",
  checking: "Das Programm wird geprüft.",
  broken: (count) =>
    count === 1
      ? "Das Programm hat einen Fehler. Die Diagramme zeigen das letzte Programm ohne Fehler."
      : `Das Programm hat ${count} Fehler. Die Diagramme zeigen das letzte Programm ohne Fehler.`,
  stopped: "Das Programm hat den Lauf beendet.",
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  faults: "Fehler des Programms",
  onlyIn: (handlers) => `Nur in ${handlers}.`,
  values: "Werte am Abspielkopf",
  settings: "Einstellungen des Programms",
  signals: "Signale",
  showSignal: (name) => `Das Diagramm von ${name} zeigen`,
  race: "Zum Rennen",
  names: "Was ein Programm verwenden kann",
  handlers: "Blöcke, die ausgeführt werden",
  inputs: "Zu lesen",
  controls: "Zu ändern",
  functions: "Funktionen",
};
