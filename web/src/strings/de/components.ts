import type { Translation } from "../translation.ts";

export const components: Translation["components"] = {
  close: "Schließen",
  notInSavedFile:
    "Eine gespeicherte Datei enthält diesen Teil der Seite nicht. Er steht unter dieser Adresse:",
  help: (label) => `Was ist ${label}?`,
  helpFailed:
    "Die Hilfetexte konnten nicht geladen werden. Schließen Sie diese Hilfe und öffnen Sie sie erneut.",
  revert: (label, value) => `${label} auf den Standardwert zurücksetzen: ${value}`,
  changed: "weicht vom Standardwert ab",
  exact: (label) => `${label}, genauer Wert`,
  notANumber: (example) => `Geben Sie eine Zahl ein${example === null ? "" : `, zum Beispiel ${example}`}.`,
  or: (one, other) => `${one} oder ${other}`,
  between: (min, max) => `Zwischen ${min} und ${max}.`,
  above: (min) => `Mehr als ${min}.`,
  atLeast: (min) => `Mindestens ${min}.`,
  atMost: (max) => `Höchstens ${max}.`,
  notWhole: "Geben Sie eine ganze Zahl ein.",
  unit: (label) => `Einheit: ${label}`,
  varies: "Zufällig innerhalb eines Bereichs",
  from: "von",
  to: "bis",
  none: "Keine",
  moreFields: (n) => (n === 1 ? "1 weitere Einstellung" : `${n} weitere Einstellungen`),
  specify: (label) => `Festlegen: ${label}`,
  atMostItems: (n) => `Höchstens ${n} Einträge.`,
  add: "Hinzufügen",
  remove: "Entfernen",
};
