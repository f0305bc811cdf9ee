import type { LessonTexts } from "../../translation.ts";

export const paperTrabol: LessonTexts = {
  title: "TRABOL: ein Radar, das nachgibt",
  point:
    "Ein Fluss, der eine Zielrate braucht, kann nach jedem großen Verlust in Stufen zu ihr zurückkehren. Ein TCP-Fluss, der auf jeden Verlust reagiert, weicht ihm.",
  learn: "wie sich ein Radarfluss anpasst und wie viel er verliert",
  "scenario.title": "TRABOL: ein Radar, das nachgibt",
  "scenario.flows.radar.label": "Radar",
  "steps.udp.text":
    "[Ein Radar](curve:radar) sendet ohne Kontrolle 150\u202fMb/s in eine Leitung mit {capacity}.",
  "steps.udp.notes":
    "Die Antwort ist eine Division: der Teil der gesendeten Rate, der nicht auf die Leitung passt. Fragen Sie, ob Radardaten mit Lücken wertlos sind.",
  "steps.udp.task.ask":
    "Wie viel Prozent seiner Pakete gehen verloren? Berechnen Sie es aus den beiden Raten.",
  "steps.udp.task.hint": "Der Fluss sendet etwa 150\u202fMb/s und liefert {rate}. Der Rest geht verloren.",
  "steps.predict.text":
    "Alle 120\u202fms sendet das Radar die Daten einer Richtung, einen Strahl. Bei TRABOL meldet der Empfänger den Verlust jedes Strahls. Nach einem Verlust über 10\u202f% senkt der Sender seine Rate auf 45\u202f% der bisherigen. Dann kehrt er in Stufen zur Zielrate von 150\u202fMb/s zurück, bis ein Strahl mehr als 5\u202f% verliert.",
  "steps.predict.notes":
    "Fragen Sie, ob der Fluss eine Rate ohne Verlust sucht. Die Grenzen von 10\u202f% und 5\u202f% im Text sind der Schlüssel.",
  "steps.predict.task.ask": "Mit TRABOL: Welcher Anteil der Pakete geht nach 2\u202fs verloren?",
  "steps.predict.task.what.label": "Verlorene Pakete",
  "steps.predict.task.what.bars.0.label": "TRABOL",
  "steps.predict.task.after":
    "TRABOL nimmt Verluste bis zu einer Grenze hin, weil Radardaten auch mit Lücken nützlich sind. Es sucht nicht die Rate ohne Verlust.",
  "steps.rate.text":
    "Der Fluss liefert jetzt {rate} und verliert {lost}. Bei 5\u202fs beginnt ein CUBIC-Fluss auf derselben Leitung.",
  "steps.rate.notes":
    "Fragen Sie, welche Verluste jeden Fluss langsamer machen: CUBIC reagiert auf jeden Verlust, TRABOL auf mehr als ein Paket von zehn. Lassen Sie dann den Kurs sagen, welcher Fluss nachgibt.",
  "steps.rate.task.ask": "Wie viel bekommen die beiden Flüsse zwischen 10\u202fs und 20\u202fs?",
  "steps.rate.task.what.label": "Mittlerer Goodput",
  "steps.rate.task.after":
    "CUBIC gibt nach. Das Radar reagiert nur auf Verluste über seinen Grenzen, CUBIC auf jeden Verlust. Das Radar gibt einer zu langsamen Leitung nach, aber nicht TCP.",
  "steps.rate.task.set.0.1.radar.label": "Radar",
  "steps.rate.task.set.0.1.tcp.label": "CUBIC",
  "steps.rate.task.what.bars.0.label": "TRABOL",
  "steps.rate.task.what.bars.1.label": "CUBIC",
  freePlay: "Lassen Sie zwei TRABOL-Flüsse mit verschiedenen Zielraten die Leitung teilen.",
  "reading.0.text": "S. L. Bangolae et al.: die Arbeit über TRABOL; jedes Experiment ist neu berechnet.",
  "reading.1.text": "Der Mechanismus von TRABOL.",
};
