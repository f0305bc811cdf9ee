import type { LessonTexts } from "../../translation.ts";

export const mice: LessonTexts = {
  title: "Mäuse und Elefanten",
  point: "Kurze Flüsse leben im Slow Start: Für sie zählt die Latenz, nicht die Bandbreite.",
  learn: "was bestimmt, wie lange ein kleiner Download dauert",
  "scenario.title": "Mäuse und Elefanten",
  "scenario.flows.mouse.label": "Maus",
  "steps.time.text":
    "[Ein kurzer Fluss](curve:mouse) von 100\u202fkB beginnt bei [0.2\u202fs](at:0.4) auf einer leeren Leitung mit 20\u202fMb/s. Allein die Bytes bräuchten auf dieser Leitung 40\u202fms. Der Umlauf dauert 80\u202fms.",
  "steps.time.notes":
    "Fragen Sie nach der Antwort, bevor der Kurs das Diagramm ansieht. Naheliegend sind die Zeit für die Bytes und eine Umlaufzeit, und beides ist zu wenig.",
  "steps.time.task.ask": "Wie lange dauert die Übertragung?",
  "steps.time.task.options.0.text": "Weniger als zwei Umläufe",
  "steps.time.task.options.1.text": "Zwei bis vier Umläufe",
  "steps.time.task.options.2.text": "Vier bis acht Umläufe",
  "steps.time.task.options.3.text": "Mehr als acht Umläufe",
  "steps.time.task.hint":
    "Vergrößern Sie das Diagramm des Fensters: Es verdoppelt sich in jedem Umlauf und erreicht {peak}. Zählen Sie die Umläufe.",
  "steps.time.task.after":
    "Das Fenster beginnt mit 10 Paketen und verdoppelt sich in jedem Umlauf. Deshalb brauchen 67 Pakete mehrere Umläufe.",
  "steps.predict.text":
    "Die Übertragung dauerte {time}. Nun ist die Leitung fünfmal so schnell: 100\u202fMb/s.",
  "steps.predict.notes":
    "Zu diesem Schritt gehört der Satz, den Kunden hören: Ein schnellerer Anschluss macht Seiten schneller. Sammeln Sie vor dem Aufdecken Schätzungen.",
  "steps.predict.task.ask": "Wie lange dauert die Übertragung auf der schnelleren Leitung?",
  "steps.predict.task.what.label": "Übertragungsdauer",
  "steps.predict.task.what.bars.0.label": "bei 100\u202fMb/s",
  "steps.predict.task.after":
    "Fast so lange wie zuvor. Der Fluss endet, bevor sein Fenster den Pfad füllt; also entscheidet die Anzahl der Umläufe.",
  "steps.elephant.text":
    "Die Leitung hat wieder 20\u202fMb/s. Vor der Maus, die nun bei 10\u202fs beginnt, ist ein Elefant auf der Leitung, ein Fluss ohne Ende. Seine Warteschlange verlängert jeden Umlauf der Maus, und ein voller Puffer verwirft Pakete von beiden. Die Übertragung dauert jetzt {time}.",
  "steps.elephant.set.2.1.mouse.label": "Maus",
  "steps.elephant.set.2.1.elephant.label": "Elefant",
  "steps.elephant.task.ask":
    "Bringen Sie die Übertragungsdauer der Maus unter 0.55\u202fs, indem Sie eine Einstellung ändern.",
  "steps.elephant.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.elephant.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.elephant.task.controls.queue.options.1.label": "FQ-CoDel",
  "steps.elephant.task.controls.rtt.label": "Umlaufzeit des Elefanten",
  "steps.elephant.task.controls.rtt.options.0.label": "80\u202fms",
  "steps.elephant.task.controls.rtt.options.1.label": "40\u202fms",
  "steps.elephant.task.hint":
    "Die Maus Ihres Laufs braucht {time}; während sie sendet, warten Pakete {wait}.",
  freePlay:
    "Ändern Sie die Größe der Maus von 10\u202fkB bis 10\u202fMB und finden Sie die Größe, ab der die Bandbreite zählt.",
  "reading.0.text": "N. Cardwell, S. Savage, T. Anderson: Modeling TCP Latency. INFOCOM 2000.",
  "reading.1.text": "Increasing TCP's Initial Window. RFC 6928.",
};
