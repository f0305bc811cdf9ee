// German texts of embedded views, saved files and presentations.
import type { Translation } from "../translation.ts";

export const embed: Translation["embed"] = {
  openInFull: "In Fairshare öffnen",
  refused: "Der Link zu dieser Ansicht ist unvollständig. Sie zeigt daher das erste Beispiel.",
  forCourse: "Für Ihren Kurs",
  embed: "In eine Seite einbetten",
  embedIntro: "Wählen Sie, was der Rahmen zeigt, und kopieren Sie das HTML in eine Kursseite oder in Folien.",
  face: "Eine Frage mit ihren Bildern und einem Regler, wie auf der ersten Seite",
  panels: "Teile",
  network: "Netz",
  fairness: "Faire Anteile",
  controls: "Regler",
  controlsHelp: "Leser können die Einstellungen ändern, um die es im Szenario geht.",
  size: "Größe",
  sizes: { small: "Klein", medium: "Mittel", large: "Groß" },
  width: "Größte Breite in Pixeln",
  height: "Höhe in Pixeln",
  autoplay: "Beim Laden der Seite abspielen",
  theme: "Darstellung",
  themes: { system: "Wie das System des Lesers", light: "Hell", dark: "Dunkel" },
  form: "Form",
  forms: { iframe: "Rahmen (HTML)", element: "Webkomponente", link: "Link" },
  snippet: "Text zum Kopieren",
  copy: "Kopieren",
  copied: "Kopiert",
  copyBlocked:
    "Der Browser lässt die Seite nicht kopieren. Der Text ist markiert: Drücken Sie Strg+C, auf einem Mac \u2318C.",
  preview: "Vorschau öffnen",
  tooLong: (n) => `Der Link hat ${n} Zeichen. Manche Kurssysteme kürzen solche Adressen.`,
  noPanels: "Wählen Sie mindestens einen Teil.",
  files: "Für den Gebrauch ohne Netz speichern",
  saveFile: "Als eine Datei speichern",
  saveFileHelp:
    "Eine HTML-Datei mit der Seite, dem Simulator und dem, was gezeigt wird. Ein Browser öffnet sie ohne Netz, zum Beispiel von einem USB-Stick. Sie hat etwa 2.2 MB.",
  saveScorm: "Als SCORM-Paket speichern",
  saveScormHelp:
    "Eine ZIP-Datei für Moodle und andere Lernplattformen (SCORM 1.2). Sie meldet, wie viele Schritte gelöst sind, und setzt fort, wo jemand aufgehört hat.",
  saving: "Die Datei wird vorbereitet",
  saveFailed:
    "Die Datei konnte nicht vorbereitet werden. Prüfen Sie die Netzverbindung und versuchen Sie es noch einmal.",
  saveOutdated:
    "Diese Seite ist älter als die Website. Laden Sie die Seite neu und speichern Sie dann die Datei.",
  exports: {
    title: "Für andere Programme speichern",
    intro:
      "Das Szenario wird für die Datei noch einmal ausgeführt. Sie ist gleich der Datei der Kommandozeile.",
    format: "Format",
    flow: "Fluss",
    link: "Leitung",
    save: "Speichern",
    cancel: "Abbrechen",
    running: "Das Szenario wird ausgeführt",
    failed:
      "Die Datei konnte nicht erstellt werden. Prüfen Sie die Netzverbindung und versuchen Sie es noch einmal.",
    formats: {
      csv: "CSV (eine Zeile je Wert)",
      flent: "flent",
      qlog: "qlog",
      ns2: "Trace von ns-2",
      pcapng: "pcapng",
      bibtex: "BibTeX",
    },
    help: {
      csv: "Jede Größe in jedem Zeitabschnitt, eine Zeile je Wert.",
      flent: "Nutzrate, Umlaufzeit und Fenster der Flüsse, für die Diagramme von flent.",
      qlog: "Die Pakete und die Staukontrolle eines Flusses, für Programme, die qlog lesen, und für qvis.",
      ns2: "Jedes Paket an jeder Leitung, für Skripte, die Traces von ns-2 lesen.",
      pcapng: "Was eine Leitung überträgt, mit Headern von TCP oder RTP, für Wireshark.",
      bibtex: "Ein Eintrag, der den Lauf mit Ergebniskennung und Link zitiert.",
    },
  },
  noLms: "Es wurde keine Lernplattform gefunden. Der Fortschritt bleibt daher in diesem Browser.",
  messages:
    "Eine Seite kann die Ansicht auch mit Nachrichten einstellen, abspielen und lesen: docs/embedding.md im Quelltext beschreibt sie.",
  presenter: {
    title: "Vortrag",
    open: "Fenster für den Vortrag öffnen",
    refused:
      "Der Browser hat kein zweites Fenster geöffnet. Erlauben Sie dieser Seite Pop-up-Fenster und wählen Sie die Schaltfläche noch einmal.",
    freeze: "Bild des Publikums anhalten",
    frozen:
      "Das Publikum sieht das Bild von vorher. Was Sie vorbereiten, erscheint, wenn Sie das Anhalten beenden.",
    laser: "Laserpunkt",
    code: "QR-Code für den Kurs",
    codeOf: "QR-Code des gezeigten Zustands",
    scan: "Scannen Sie den Code, um zu öffnen, was gezeigt wird.",
    states: {
      off: "",
      waiting: "Das projizierte Fenster wird gesucht.",
      connected: "Beide Fenster zeigen dasselbe.",
      closed: "Das projizierte Fenster wurde geschlossen. Dieses Fenster arbeitet allein weiter.",
    },
    notesOf: (title, step, steps) => `${title}: Schritt ${step} von ${steps}`,
    next: "Nächster Schritt",
    noNotes: "Dieser Schritt hat keine Notizen.",
    skip: "Allen den nächsten Schritt zeigen",
    last: "Dies ist der letzte Schritt.",
    elapsed: (time) => `${time} seit dem Beginn`,
  },
};
