import type { LessonTexts } from "../../translation.ts";

export const redTuning: LessonTexts = {
  title: "RED einstellen",
  point:
    "Mit fester Verwurfswahrscheinlichkeit hängt die Wartezeit von der Last ab; adaptives RED hält sie fest.",
  learn: "wie RED entscheidet, was es verwirft, und wovon seine Einstellungen abhängen",
  "scenario.title": "RED ist schwer einzustellen",
  "scenario.flows.many.label": "Fluss",
  "steps.watch.text":
    "RED verwirft Pakete zufällig, umso häufiger, je länger die mittlere Warteschlange ist: keine unter 5 Paketen und eines von zehn kurz unter 25. Drei Flüsse teilen sich die Leitung.",
  "steps.watch.notes":
    "Skizzieren Sie die Wahrscheinlichkeit eines Verlusts über der mittleren Warteschlange: null, eine Rampe, dann eins. Fragen Sie, wo auf der Rampe drei Flüsse zur Ruhe kommen.",
  "steps.predict.text":
    "Mit drei Flüssen warten im Mittel {queue}. Nun teilen sich dreißig Flüsse die Leitung, und die Schwellen von RED bleiben, wie sie sind.",
  "steps.predict.notes":
    "Nutzen Sie die Skizze der Rampe: Mehr Flüsse brauchen eine höhere Verlustrate, also wandert der Punkt auf der Rampe. Fragen Sie, in welche Richtung.",
  "steps.predict.task.ask": "Mit 30 Flüssen: Wie viele Pakete warten im Mittel?",
  "steps.predict.task.what.label": "Mittlere Warteschlange",
  "steps.predict.task.what.bars.0.label": "mit 30 Flüssen",
  "steps.predict.task.after":
    "Die Last bestimmt die nötige Verwurfsrate, und die Verwurfsrate bestimmt die Warteschlange. Der Betreiber kann die Last nicht im Voraus kennen.",
  "steps.adapt.text":
    "Adaptives RED ändert seine größte Verwurfswahrscheinlichkeit langsam. Bei einer größeren Schwelle ist dieselbe Warteschlange weiter von ihr entfernt.",
  "steps.adapt.task.ask":
    "Bringen Sie mit 30 Flüssen die mittlere Warteschlange unter 20 Pakete und halten Sie die Leitung mehr als 90\u202f% der Zeit ausgelastet, indem Sie eine Einstellung ändern.",
  "steps.adapt.task.controls.adaptive.label": "RED",
  "steps.adapt.task.controls.adaptive.options.0.label": "fest",
  "steps.adapt.task.controls.adaptive.options.1.label": "adaptiv",
  "steps.adapt.task.controls.limit.label": "Größte Schwelle",
  "steps.adapt.task.controls.limit.options.0.label": "25 Pakete",
  "steps.adapt.task.controls.limit.options.1.label": "60 Pakete",
  "steps.adapt.task.hint":
    "In Ihrem Lauf warten im Mittel {queue}, und die Leitung ist {busy} der Zeit ausgelastet.",
  freePlay:
    "Vergleichen Sie RED mit CoDel und PIE, welche die Wartezeit selbst regeln, bei 3 und bei 30 Flüssen.",
  "reading.0.text": "S. Floyd, V. Jacobson: Random Early Detection Gateways for Congestion Avoidance. 1993.",
  "reading.1.text": "S. Floyd, R. Gummadi, S. Shenker: Adaptive RED. 2001.",
};
