import type { LessonTexts } from "../../translation.ts";

export const aqm: LessonTexts = {
  title: "Aktive Warteschlangenverwaltung (AQM)",
  point: "Kleine, geregelte Warteschlangen kosten wenig Durchsatz.",
  learn: "was ein Router gegen eine lange Warteschlange tun kann und was es kostet",
  "scenario.title": "Aktive Warteschlangenverwaltung (AQM)",
  "scenario.flows.download.label": "Download",
  "scenario.flows.call.label": "Anruf",
  "steps.watch.text":
    "Der Puffer dieser Leitung mit 10\u202fMb/s fasst {limit}, und [der Download](curve:download) mit einem Umlauf von 40\u202fms füllt ihn. Ein Anruf mit etwa 100\u202fkb/s wartet in derselben Warteschlange. Beobachten Sie die Wartezeit.",
  "steps.watch.notes":
    "Der Puffer ist so groß wie in vielen Heimroutern. Fragen Sie, ob er dem Durchsatz dient oder ein Versehen ist.",
  "steps.read.text": "Das Diagramm der Warteschlange zeigt die Wartezeit in Millisekunden.",
  "steps.read.task.ask":
    "Wie lang ist die mittlere Wartezeit nach den ersten 5\u202fs? Ein Wert mit höchstens 25\u202f% Abweichung ist richtig.",
  "steps.read.task.hint":
    "Lesen Sie die Kurve zu mehreren Zeitpunkten nach 5\u202fs ab und bilden Sie den Mittelwert. {limit} zu 1500\u202fByte brauchen bei 10\u202fMb/s 480\u202fms.",
  "steps.predict.text":
    "CoDel misst, wie lange jedes Paket gewartet hat. Haben alle Pakete der letzten 100\u202fms länger als 5\u202fms gewartet, so verwirft es eines, und das nächste früher, wenn es so weitergeht.",
  "steps.predict.notes":
    "Viele erwarten, dass frühe Verluste Durchsatz kosten. Fragen Sie auch nach der Auslastung, und vergleichen Sie sie mit dem nächsten Schritt.",
  "steps.predict.task.ask":
    "Mit CoDel: Wie lang ist die mittlere Wartezeit, und wie lang die längste nach den ersten 5\u202fs?",
  "steps.predict.task.what.label": "Wartezeit in der Warteschlange",
  "steps.predict.task.what.bars.0.label": "mittlere Wartezeit",
  "steps.predict.task.what.bars.1.label": "längste Wartezeit",
  "steps.predict.task.after":
    "Weil Pakete früh verworfen werden, verkleinert der Download sein Fenster, lange bevor der Puffer voll ist. Die Leitung ist fast immer ausgelastet, und der Anruf wartet kaum.",
  "steps.others.text":
    "Pakete warten jetzt im Mittel {wait}, und die Leitung ist {busy} der Zeit ausgelastet. Die Verteilung unter den Diagrammen zeigt für jede Zeit, welcher Anteil der Wartezeiten nicht länger war. Andere Verfahren erreichen dasselbe Ziel mit anderen Mitteln.",
  "steps.others.task.ask":
    "Wählen Sie ein anderes [Verfahren](control) mit einer mittleren Wartezeit unter 40\u202fms.",
  "steps.others.task.control.label": "Warteschlangenverfahren",
  "steps.others.task.control.options.0.label": "CoDel",
  "steps.others.task.control.options.1.label": "Drop-Tail",
  "steps.others.task.control.options.2.label": "PIE",
  "steps.others.task.control.options.3.label": "FQ-CoDel",
  "steps.others.task.hint":
    "Die mittlere Wartezeit Ihres Laufs ist {wait}. Drop-Tail greift erst ein, wenn der Puffer voll ist.",
  freePlay: "Vergleichen Sie die Verfahren mit zehn Downloads und mit einer Leitung von 1.5\u202fMb/s.",
  "reading.0.text": "Controlled Delay Active Queue Management. RFC 8289.",
  "reading.1.text": "Proportional Integral Controller Enhanced. RFC 8033.",
  "reading.2.text": "FlowQueue-CoDel. RFC 8290.",
};
