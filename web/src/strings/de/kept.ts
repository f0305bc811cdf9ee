import type { Translation } from "../translation.ts";

export const kept: Translation["kept"] = {
  intro:
    "Was Sie erarbeiten, wird nur in diesem Browser gespeichert: Szenarien, Schritte zum Rückgängigmachen, Fortschritt in Lektionen, Aufgaben, geprüfte Abgaben und Einstellungen. Es geht verloren, wenn Sie die Daten dieser Seite löschen oder ein privates Fenster schließen. Speichern Sie alles als eine Datei, um es zu behalten oder in einen anderen Browser zu übertragen.",
  refused:
    "Dieser Browser lässt die Seite nichts mehr speichern. Ihre Arbeit bleibt, bis Sie diese Seite schließen. Speichern Sie sie jetzt als Datei.",
  counts: {
    scenarios: (n) => (n === 1 ? "1 Szenario" : `${n} Szenarien`),
    lessons: (n) => (n === 1 ? "1 Lektion" : `${n} Lektionen`),
    works: (n) => (n === 1 ? "1 Aufgabe in Arbeit" : `${n} Aufgaben in Arbeit`),
    lists: (n) => (n === 1 ? "1 Liste von Abgaben" : `${n} Listen von Abgaben`),
  },
  inBrowser: "In diesem Browser:",
  inFile: "In der Datei:",
  save: "Alles als Datei speichern",
  load: "Datei laden …",
  problems: {
    "too-big": "Die Datei ist zu groß. Dateien mit den Daten eines Browsers haben höchstens 64 MB.",
    "not-kept":
      "Das ist keine Datei mit den Daten eines Browsers. Um ein Szenario zu öffnen, wählen Sie „Beispiele“ und dann „Datei öffnen“.",
    newer:
      "Eine spätere Version von Fairshare hat diese Datei geschrieben. Öffnen Sie sie dort, oder aktualisieren Sie diese Seite.",
  },
  conflicts: (n) =>
    n === 1
      ? "Etwas ist in beiden mit verschiedenem Inhalt vorhanden. Behalten:"
      : `${n} Dinge sind in beiden mit verschiedenem Inhalt vorhanden. Behalten:`,
  ofBrowser: "was in diesem Browser ist",
  ofFile: "was in der Datei ist",
  opens:
    "Das Szenario der Datei wird mit seinen Schritten zum Rückgängigmachen geöffnet. Das jetzt geöffnete Szenario bleibt unter „Zuletzt“.",
  confirm: "Laden und die Seite neu starten",
  unstored: (n) =>
    `Der Browser hatte keinen Platz für ${n === 1 ? "etwas" : `${n} Dinge`} aus der Datei. Löschen Sie Daten anderer Seiten und laden Sie die Datei noch einmal.`,
  notStored: "Dieser Browser kann Ihre Arbeit nicht speichern.",
  notStoredAdvice:
    "Sie bleibt, bis Sie diese Seite schließen: Der Speicher ist voll oder nicht erlaubt. Speichern Sie sie vorher als Datei.",
};
