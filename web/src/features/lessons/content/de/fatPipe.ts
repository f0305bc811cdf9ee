import type { LessonTexts } from "../../translation.ts";

export const fatPipe: LessonTexts = {
  title: "Lange, schnelle Pfade",
  point: "Lineares Wachstum skaliert nicht; CUBIC erholt sich in Sekunden, wie lang der Umlauf auch ist.",
  "scenario.title": "Lange, schnelle Pfade",
  "scenario.flows.0.label": "ein Fluss",
  "steps.0.text":
    "Der Pfad mit 100\u202fMb/s und 100\u202fms fasst {bdp}. Bei [10\u202fs](at:10) geht ein einziges Paket verloren. Beobachten Sie das Fenster bis zu diesem Zeitpunkt.",
  "steps.0.notes":
    "Fragen Sie, wie viele Pakete auf diesem Pfad unterwegs sind. Ein einziges verlorenes Paket kostet gleich die halbe Rate.",
  "steps.1.text": "NewReno halbiert sein Fenster und fügt in jedem Umlauf von 0.1\u202fs ein Paket hinzu.",
  "steps.1.notes":
    "Lassen Sie die Zeit berechnen: fehlende Pakete mal Umlaufzeit. Fragen Sie dann nach derselben Zeit bei 10\u202fGb/s.",
  "steps.1.task.ask": "Zeichnen Sie das Fenster der nächsten 50 Sekunden.",
  "steps.1.task.what.label": "Überlastfenster (cwnd)",
  "steps.1.task.after":
    "Das Fenster braucht für jedes Paket einen Umlauf: Es dauert etwa 40\u202fs, bis es seine alte Größe wieder hat. Bei 10\u202fGb/s würde es mehr als eine Stunde dauern.",
  "steps.2.text":
    "CUBIC kürzt sein Fenster um weniger. Danach folgt das Wachstum einer kubischen Funktion der Zeit seit der Kürzung: schnell, langsam nahe am alten Fenster und wieder schnell.",
  "steps.2.task.ask":
    "Bringen Sie den Goodput nach 10\u202fs über 90\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.2.task.controls.0.label": "Algorithmus",
  "steps.2.task.controls.0.options.0.label": "NewReno",
  "steps.2.task.controls.0.options.1.label": "SACK",
  "steps.2.task.controls.0.options.2.label": "CUBIC",
  "steps.2.task.controls.1.label": "Umlaufzeit",
  "steps.2.task.controls.1.options.0.label": "100\u202fms",
  "steps.2.task.controls.1.options.1.label": "200\u202fms",
  "steps.2.task.hint":
    "Der Goodput Ihres Laufs ist {rate}; nach dem Verlust fiel das Fenster auf {lowest}. Welche Einstellung lässt das Fenster schneller wachsen?",
  freePlay:
    "Lassen Sie auf diesem Pfad einen NewReno-Fluss gegen einen CUBIC-Fluss antreten, danach auf einem Pfad mit 20\u202fms.",
  "reading.0.text": "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
  "reading.1.text": "HighSpeed TCP for Large Congestion Windows. RFC 3649.",
};
