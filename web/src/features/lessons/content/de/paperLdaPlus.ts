import type { LessonTexts } from "../../translation.ts";

export const paperLdaPlus: LessonTexts = {
  title: "LDA+: alle fünf Sekunden ein Bericht",
  point:
    "Seltene Berichte machen die Rate eines Medienflusses gleichmäßig, aber er reagiert spät, und TCP weicht ihm.",
  learn: "wie sich ein Medienfluss an seltene Berichte anpasst und wie es ihm neben TCP ergeht",
  "scenario.title": "LDA+: alle fünf Sekunden ein Bericht",
  "scenario.flows.lda.label": "LDA+",
  "scenario.flows.tcp.label": "TCP",
  "steps.watch.text":
    "[LDA+](curve:lda) ändert die Rate eines Medienflusses nur, wenn ein Bericht des Empfängers eintrifft, etwa alle fünf Sekunden. Beobachten Sie, wie es die Kapazität von 4\u202fMb/s findet.",
  "steps.watch.notes":
    "Fragen Sie, wie oft TCP Nachricht vom Empfänger bekommt und wie oft LDA+. Alles in dieser Lektion folgt aus dem Unterschied.",
  "steps.predict.text":
    "Bei 100\u202fs beginnt ein TCP-Fluss. TCP reagiert auf jeden Verlust innerhalb eines Umlaufs von 0.1\u202fs.",
  "steps.predict.notes":
    "Bitten Sie den Kurs, Stufen statt einer Schräge zu zeichnen und zu sagen, wie lange jede Stufe dauert.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate von LDA+ in den nächsten 100 Sekunden.",
  "steps.predict.task.what.label": "Rate von LDA+",
  "steps.predict.task.after":
    "LDA+ senkt seine Rate in Stufen, eine je Bericht mit Verlusten. Zeigen die Berichte keinen Verlust, erhöht es seine Rate wieder. Zwischen zwei Berichten sendet es mit konstanter Rate. Das Diagramm zeigt die Rate, die ankommt; sie hängt auch von der Warteschlange ab.",
  "steps.shares.text": "Nach 200\u202fs bekommt LDA+ {lda} und TCP {tcp}.",
  "steps.shares.task.ask": "Wessen Rate schwankt von Sekunde zu Sekunde weniger?",
  "steps.shares.task.options.0.text": "Die von LDA+",
  "steps.shares.task.options.1.text": "Beide schwanken etwa gleich",
  "steps.shares.task.options.2.text": "Die von TCP",
  "steps.shares.task.hint":
    "Der Variationskoeffizient über 1\u202fs ist {ldaCov} bei LDA+ und {tcpCov} bei TCP.",
  freePlay: "Lassen Sie fünf TCP-Flüsse die Leitung mit LDA+ teilen und vergleichen Sie Drop-Tail mit RED.",
  "reading.0.text": "D. Sisalem, A. Wolisz: die Arbeit über LDA+; jedes Experiment ist neu berechnet.",
  "reading.1.text": "Der Mechanismus von LDA+.",
};
