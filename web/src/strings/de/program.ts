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
  export: "Als Algorithmus exportieren",
  exportName: "Name in Rust",
  exportHint: "Die Datei enthält die Regeln in Rust, um sie in den Simulator aufzunehmen.",
  exported: (file, leftOut) =>
    leftOut === 0
      ? `${file} ist gespeichert. Das ganze Programm ist übersetzt.`
      : leftOut === 1
        ? `${file} ist gespeichert. Eine Stelle ist nicht übersetzt; ein Kommentar sagt es.`
        : `${file} ist gespeichert. ${leftOut} Stellen sind nicht übersetzt; Kommentare sagen es.`,
  names: "Was ein Programm verwenden kann",
  handlers: "Blöcke, die ausgeführt werden",
  inputs: "Zu lesen",
  controls: "Zu ändern",
  functions: "Funktionen",
};
