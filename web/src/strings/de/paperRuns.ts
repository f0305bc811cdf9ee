import type { Translation } from "../translation.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const seedCount = (n: number): string => count(n, "Startwert", "Startwerte");

/** An estimated duration in words. */
function durationText(seconds: number): string {
  if (seconds < 2) return "einen Augenblick";
  if (seconds < 50) return `${Math.max(5, Math.round(seconds / 5) * 5)} Sekunden`;
  if (seconds < 100) return "eine Minute";
  if (seconds < 3000) return `${Math.round(seconds / 60)} Minuten`;
  return count(Math.max(1, Math.round(seconds / 3600)), "Stunde", "Stunden");
}

export const paperRuns: Translation["paperRuns"] = {
  runTitle: "Hier ausführen",
  runLead: (cells, seeds) =>
    `Ihr Browser berechnet ${count(cells, "Szenario", "Szenarien")} mit je ${count(seeds, "Startwert", "Startwerten")} und vergleicht die Ergebnisse mit den gespeicherten.`,
  runChanged:
    "Die geänderte Abbildung wird im nächsten Abschnitt ausgeführt. Entfernen Sie dort die Änderungen, um sie so auszuführen, wie sie gespeichert ist.",
  runOne: "Mit einem Startwert ausführen",
  runAll: (seeds) => `Alle ${seeds} Startwerte ausführen`,
  run: "Ausführen",
  runRest: (seeds) => `Mit allen ${seeds} Startwerten fortfahren`,
  kept: (runs) =>
    `${count(runs, "beendeter Lauf wird", "beendete Läufe werden")} in diesem Browser aufbewahrt.`,
  discard: "Beendete Läufe verwerfen",
  loading: "Der Simulator wird geladen.",
  progress: (finished, total) => `${finished} von ${total} Läufen`,
  progressLabel: "Beendete Läufe",
  left: (seconds) => `noch etwa ${durationText(seconds)}`,
  pausing: "Die laufenden Berechnungen werden beendet.",
  paused: "Angehalten.",
  pause: "Anhalten",
  resume: "Fortsetzen",
  cancel: "Abbrechen",
  notStored: "Dieser Browser speichert die Läufe nicht; beim Neuladen der Seite gehen sie verloren.",
  failed: "Der Lauf wurde angehalten.",
  provisional: "Ein Startwert: Die Urteile sind vorläufig.",
  filling:
    "Die Abbildung füllt sich, während Läufe enden. Urteile folgen, sobald jedes Szenario ein Ergebnis hat.",
  equal: (runs) => `Gleich den gespeicherten Ergebnissen: alle ${runs} Läufe, Werte und Urteile.`,
  equalSeed: (runs) =>
    `${runs === 1 ? "Der Lauf hat" : `Alle ${runs} Läufe haben`} die gespeicherte Ergebniskennung. Führen Sie alle Startwerte aus, um Mittelwerte und Urteile zu vergleichen.`,
  notEqual: (differences) =>
    `${count(differences, "Abweichung", "Abweichungen")} von den gespeicherten Ergebnissen:`,
  moreDifferences: (n) => `${n} weitere`,
  runReadings: (readings) => `${count(readings, "Lesart", "Lesarten")} mit allen Startwerten ausführen`,
  readingsEqual: "Alle Startwerte wurden hier ausgeführt. Urteile und Werte sind gleich den gespeicherten.",
  readingsDiffer:
    "Alle Startwerte wurden hier ausgeführt. Einige Urteile oder Werte weichen von den gespeicherten ab.",
  readingsDone: "Alle Startwerte wurden hier ausgeführt.",
  otherVersion: (stored, computed) =>
    `Die gespeicherten Ergebnisse gehören zu Version ${stored}, diese Seite rechnet mit Version ${computed}.`,
  difference: (what, stored, computed) => `${what}: gespeichert ${stored}, hier ${computed}`,
  showStored: "Gespeicherte Ergebnisse zeigen",
  showNew: "Ergebnisse dieses Laufs zeigen",
  saveReport: "Ergebnisse als JSON speichern",
  noteRun: (complete, seeds) =>
    complete
      ? `In diesem Browser berechnet, ${seedCount(seeds)}.`
      : "In diesem Browser berechnet, unvollständig.",
  resultId: (cell, seed) => `Ergebniskennung von ${cell}, Startwert ${seed}`,
  verdictOf: (line) => `Urteil zu Aussage ${line}`,
  valueOf: (quantity, at) => (at === "" ? quantity : `${quantity} bei ${at}`),
  curvesOf: (cell) => `Kurven von ${cell}`,
  none: "keine",

  questionTitle: "Hinterfragen",
  questionLead:
    "Ändern Sie eine Annahme für die ganze Abbildung, führen Sie sie aus und sehen Sie beide Fassungen übereinander. Die Adresse der Seite enthält die Änderung.",
  choose: "Wählen Sie eine Annahme, die sich ändern soll",
  ready: "Vorbereitete Fragen",
  ask: "Fragen",
  asked: "Gefragt",
  other: "Eine andere Annahme",
  otherLead:
    "Eine Änderung gilt für alle Szenarien der Abbildung. Mehrere Änderungen werden der Reihe nach angewandt.",
  subject: "Was sich ändert",
  subjects: {
    tcp: "TCP-Variante",
    "tcp.ack_every": "Pakete je Bestätigung bei TCP",
    jitter: "Zufällige Verzögerung bei den Sendern",
    buffer: "Puffer",
    packet: "Paketgröße",
    "tcp.packet": "Paketgröße von TCP",
  },
  settingsOfTcp: "Einstellungen von TCP",
  settingsOf: (algorithm) => `Einstellungen von ${algorithm}`,
  packetOf: (algorithm) => `Paketgröße von ${algorithm}`,
  bufferFactor: "Puffer als Vielfaches des Puffers der Publikation",
  addChange: "Änderung hinzufügen",
  changes: "Änderungen",
  removeChange: (text) => `${text} entfernen`,
  reset: "Alle Änderungen entfernen",
  changedCells: (changed, cells) => `Ändert ${changed} von ${count(cells, "Szenario", "Szenarien")}.`,
  notPossible: "Diese Änderung ist nicht möglich:",
  noteChanged: (changes, seeds) =>
    `Geändert: ${changes}. ${seedCount(seeds)}; die gespeicherten Ergebnisse liegen dahinter.`,
  noteChangedFilling: (changes) =>
    `Geändert: ${changes}. Die Abbildung füllt sich, während Läufe enden; die gespeicherten Ergebnisse liegen dahinter.`,
  verdictsChanged: (changed) =>
    changed === 0
      ? "Kein Urteil ändert sich."
      : `${count(changed, "Urteil ändert sich", "Urteile ändern sich")}.`,
  verdictChanged: "geändert",
  claim: (line, text) => `Aussage ${line}: ${text}`,
  from: "gespeichert",
  to: "mit der Änderung",
  commandLine: "Dasselbe auf der Kommandozeile",
};
