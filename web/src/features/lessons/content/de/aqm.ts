import type { LessonTexts } from "../../translation.ts";

export const aqm: LessonTexts = {
  title: "Aktive Warteschlangenverwaltung (AQM)",
  point: "Kleine, geregelte Warteschlangen kosten wenig Durchsatz.",
  "scenario.title": "Aktive Warteschlangenverwaltung (AQM)",
  "scenario.flows.0.label": "Download",
  "scenario.flows.1.label": "Anruf",
  "steps.0.text":
    "Der Puffer dieser Leitung fasst {limit}, und [der Download](curve:download) füllt ihn. Beobachten Sie die Wartezeit.",
  "steps.0.notes":
    "Der Puffer ist so groß wie in vielen Heimroutern. Fragen Sie, ob er dem Durchsatz dient oder ein Versehen ist.",
  "steps.1.text": "Das Diagramm der Warteschlange zeigt die Wartezeit in Millisekunden.",
  "steps.1.task.ask":
    "Wie lang ist die mittlere Wartezeit nach den ersten 5\u202fs? Ein Wert mit höchstens 25\u202f% Abweichung ist richtig.",
  "steps.1.task.hint":
    "Lesen Sie die Kurve zu mehreren Zeitpunkten nach 5\u202fs ab und bilden Sie den Mittelwert. {limit} zu 1500\u202fByte brauchen bei 10\u202fMb/s 480\u202fms.",
  "steps.2.text":
    "CoDel misst, wie lange jedes Paket gewartet hat. War in 100\u202fms selbst die kürzeste Wartezeit länger als 5\u202fms, verwirft es ein Paket, und dann immer häufiger, bis die Wartezeit kurz ist.",
  "steps.2.notes":
    "Viele erwarten, dass frühe Verluste Durchsatz kosten. Fragen Sie auch nach der Auslastung, und vergleichen Sie sie mit dem nächsten Schritt.",
  "steps.2.task.ask":
    "Mit CoDel: Stellen Sie die mittlere und die längste Wartezeit nach den ersten 5\u202fs ein.",
  "steps.2.task.what.label": "Wartezeit in der Warteschlange",
  "steps.2.task.what.bars.0.label": "mittlere Wartezeit",
  "steps.2.task.what.bars.1.label": "längste Wartezeit",
  "steps.2.task.after":
    "Früh verworfene Pakete halbieren das Fenster, bevor der Puffer voll ist. Die Leitung bleibt ausgelastet, und der Anruf wartet kaum.",
  "steps.3.text":
    "Pakete warten jetzt im Mittel {wait}, und die Leitung ist {busy} der Zeit ausgelastet. Die Verteilung unter den Diagrammen zeigt, wie oft die Wartezeit länger als eine bestimmte Zeit war. Andere Verfahren erreichen dasselbe Ziel mit anderen Mitteln.",
  "steps.3.task.ask":
    "Wählen Sie ein anderes [Verfahren](control) mit einer mittleren Wartezeit unter 40\u202fms.",
  "steps.3.task.control.label": "Warteschlangenverfahren",
  "steps.3.task.control.options.0.label": "CoDel",
  "steps.3.task.control.options.1.label": "Drop-Tail",
  "steps.3.task.control.options.2.label": "PIE",
  "steps.3.task.control.options.3.label": "FQ-CoDel",
  "steps.3.task.hint":
    "Die mittlere Wartezeit Ihres Laufs ist {wait}. Drop-Tail greift erst ein, wenn der Puffer voll ist.",
  freePlay: "Vergleichen Sie die Verfahren mit zehn Downloads und mit einer Leitung von 1.5\u202fMb/s.",
  "reading.0.text": "Controlled Delay Active Queue Management. RFC 8289.",
  "reading.1.text": "Proportional Integral Controller Enhanced. RFC 8033.",
  "reading.2.text": "FlowQueue-CoDel. RFC 8290.",
};
