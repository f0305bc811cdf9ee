import type { LessonTexts } from "../../translation.ts";

export const inventAimd: LessonTexts = {
  title: "AIMD erfinden",
  learn: "wie Wachsen und Kürzen darüber entscheiden, ob zwei Flüsse gleiche Anteile bekommen",
  point:
    "Von vier einfachen Regeln führt nur additives Erhöhen mit multiplikativem Senken zu gleichen Anteilen.",
  "scenario.title": "AIMD erfinden",
  "scenario.flows.first.label": "erster",
  "scenario.flows.second.label": "zweiter",
  "steps.watch.text":
    "Beide Flüsse führen dasselbe kurze Programm aus: Das Fenster wächst um ein Paket je Umlauf, und Überlast zieht zehn Pakete ab. [Der erste Fluss](curve:first) hat die Leitung mit 10\u202fMb/s für sich, bis bei 20\u202fs [der zweite Fluss](curve:second) beginnt. Die Warteschlange markiert Pakete beider Flüsse, wenn sie lang ist. Im Phasendiagramm ist jeder Punkt die Rate beider Flüsse in einem Augenblick.",
  "steps.watch.notes":
    "Lassen Sie den Kurs die Regel vor dem Start in Worten sagen: eins dazu, zehn weg. Fragen Sie, was beide Hälften gemeinsam haben.",
  "steps.predict.text": "Beide Flüsse folgen dieser Regel. Der erste beginnt mit fast der ganzen Leitung.",
  "steps.predict.notes":
    "Schreiben Sie zwei Fenster an die Tafel, 80 und 10 Pakete, und wenden Sie die Regel auf beide an. Fragen Sie, was aus ihrer Differenz wird. Verraten Sie noch nicht, was aus den Raten wird.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate des zweiten Flusses in den nächsten 40 Sekunden.",
  "steps.predict.task.what.label": "Rate des zweiten Flusses",
  "steps.predict.task.after":
    "Dieselbe Zahl zu addieren und abzuziehen lässt die Differenz der Fenster, wie sie ist. Der zweite Fluss holt nie auf.",
  "steps.goal.text":
    "Nach 100\u202fs erhalten die Flüsse {first} und {second}. Das Programm hat einen Schalter für jede Hälfte der Regel.",
  "steps.goal.notes":
    "Es gibt vier Kombinationen. Fragen Sie den Kurs, welche der beiden Hälften das Verhältnis zweier Fenster ändert und welche ihre Differenz.",
  "steps.goal.task.ask":
    "Ändern Sie eine Hälfte der Regel so, dass beide Flüsse nach 100\u202fs fast gleiche Raten erhalten.",
  "steps.goal.task.controls.grow.label": "Wachstum je Umlauf",
  "steps.goal.task.controls.grow.options.0.label": "Ein Paket",
  "steps.goal.task.controls.grow.options.1.label": "2\u202f% des Fensters",
  "steps.goal.task.controls.cut.label": "Bei Überlast",
  "steps.goal.task.controls.cut.options.0.label": "Zehn Pakete weniger",
  "steps.goal.task.controls.cut.options.1.label": "Halbes Fenster",
  "steps.goal.task.hint":
    "Die Flüsse erhalten {first} und {second}. Welche Hälfte der Regel nimmt dem größeren Fenster mehr weg als dem kleineren?",
  "steps.why.text":
    "Mit Ihrer Regel werden aus Fenstern von 85 und 15 Paketen 42.5 und 7.5: Jede Kürzung halbiert die Differenz der Fenster. Sie nimmt auch auf einmal die Hälfte der Pakete von der Strecke.",
  "steps.why.task.ask":
    "Gleiche Anteile nützen wenig, wenn die Leitung stillsteht. Wie stark ist sie mit Ihrer Regel nach 100\u202fs ausgelastet?",
  "steps.why.task.options.0.text": "Weniger als 70\u202f% der Zeit",
  "steps.why.task.options.1.text": "70\u202f% bis 90\u202f% der Zeit",
  "steps.why.task.options.2.text": "Mehr als 90\u202f% der Zeit",
  "steps.why.task.hint":
    "Der Goodput beträgt in Ihrem Lauf {first} und {second}, auf einer Leitung mit 10\u202fMb/s.",
  "steps.why.task.after":
    "Wachsen auch die Fenster um einen Anteil ihrer Größe, so erhalten Wachstum und Kürzung das Verhältnis der Fenster, und die Anteile bleiben, wie sie sind. Wachsen sie um einen Anteil und verlieren eine feste Zahl, so wird der Vorsprung des größeren größer.",
  freePlay:
    "Der Editor zeigt das Programm. Ändern Sie die Zahlen: Welches Wachstum und welche Senkung halten die Warteschlange kurz und die Leitung beschäftigt? Lassen Sie dann CUBIC mitmachen.",
  "reading.0.text":
    "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
};
