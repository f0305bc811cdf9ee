import type { LessonTexts } from "../../translation.ts";

export const fatPipe: LessonTexts = {
  title: "Lange, schnelle Pfade",
  point: "Lineares Wachstum skaliert nicht; CUBIC erholt sich in Sekunden, wie lang der Umlauf auch ist.",
  learn: "was ein Verlust auf einem schnellen und langen Pfad kostet und was diese Kosten senkt",
  "scenario.title": "Lange, schnelle Pfade",
  "scenario.flows.one.label": "ein Fluss",
  "steps.watch.text":
    "Der Pfad mit 100\u202fMb/s und 100\u202fms fasst {bdp}. Bei [10\u202fs](at:10) geht ein einziges Paket verloren. Beobachten Sie das Fenster bis zu diesem Zeitpunkt.",
  "steps.watch.notes":
    "Fragen Sie, wie viele Pakete auf diesem Pfad unterwegs sind. Ein einziges verlorenes Paket kostet gleich die halbe Rate.",
  "steps.predict.text":
    "Der Sender verwendet NewReno, wie in der Lektion über den Sägezahn. Ein Umlauf dauert 0.1\u202fs.",
  "steps.predict.notes":
    "Lassen Sie die Zeit berechnen: fehlende Pakete mal Umlaufzeit. Fragen Sie dann, wie lange es bei 10\u202fGb/s dauert.",
  "steps.predict.task.ask": "Zeichnen Sie, wie sich das Überlastfenster in den nächsten 50 Sekunden ändert.",
  "steps.predict.task.what.label": "Überlastfenster (cwnd)",
  "steps.predict.task.after":
    "Das Fenster braucht für jedes Paket einen Umlauf: Es dauert etwa 40\u202fs, bis es seine alte Größe wieder hat. Bei 10\u202fGb/s würde es mehr als eine Stunde dauern.",
  "steps.cubic.text": "Nach diesem Verlust bekommt der Fluss {rate}, auf einer Leitung mit 100\u202fMb/s.",
  "steps.cubic.task.ask":
    "Bringen Sie den Goodput ab 10\u202fs auf über 90\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.cubic.task.controls.algorithm.label": "Algorithmus",
  "steps.cubic.task.controls.algorithm.options.0.label": "NewReno",
  "steps.cubic.task.controls.algorithm.options.1.label": "SACK",
  "steps.cubic.task.controls.algorithm.options.2.label": "CUBIC",
  "steps.cubic.task.controls.rtt.label": "Umlaufzeit",
  "steps.cubic.task.controls.rtt.options.0.label": "100\u202fms",
  "steps.cubic.task.controls.rtt.options.1.label": "200\u202fms",
  "steps.cubic.task.hint":
    "Der Goodput Ihres Laufs ist {rate}; nach dem Verlust fiel das Fenster auf {lowest}. Welche Einstellung lässt das Fenster schneller wachsen?",
  "steps.cubic.task.after":
    "Ihr Fluss bekommt nun {rate}. CUBIC kürzt sein Fenster weniger. Danach folgt sein Wachstum einer kubischen Funktion der Zeit seit der Kürzung: schnell, nahe am alten Fenster langsam und wieder schnell.",
  freePlay:
    "Lassen Sie auf diesem Pfad einen NewReno-Fluss gegen einen CUBIC-Fluss antreten, danach auf einem Pfad mit 20\u202fms.",
  "reading.0.text": "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
  "reading.1.text": "HighSpeed TCP for Large Congestion Windows. RFC 3649.",
};
