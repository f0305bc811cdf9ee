import type { LessonTexts } from "../../translation.ts";

export const convergence: LessonTexts = {
  title: "Ein zweiter Fluss beginnt",
  point: "Zwei Flüsse, die den Regeln von TCP folgen, nähern sich gleichen Anteilen.",
  learn: "was mit den Anteilen geschieht, wenn ein zweiter Fluss beginnt, und warum",
  "scenario.title": "Zwei Flüsse finden ihre Anteile",
  "scenario.flows.first.label": "erster",
  "scenario.flows.second.label": "zweiter",
  "steps.watch.text":
    "[Der erste Fluss](curve:first) hat die Leitung mit 10\u202fMb/s für sich. Bei 20\u202fs beginnt [ein zweiter Fluss](curve:second) mit kleinem Fenster. Beide erhöhen ihr Fenster um ein Paket je Umlauf und halbieren es bei einem Verlust.",
  "steps.watch.notes":
    "Zeigen Sie, dass die Summe beider Raten in jedem Zahn die Kapazität erreicht. Fragen Sie, ob der zweite Fluss jemals aufholen kann, obwohl beide gleich schnell wachsen.",
  "steps.predict.text":
    "Nun folgen beide Flüsse denselben Regeln auf derselben Leitung. Der erste beginnt mit fast der ganzen Leitung.",
  "steps.predict.notes":
    "Rechnen Sie einen Verlust an der Tafel: Aus Fenstern von 80 und 20 werden 40 und 10. Die Differenz halbiert sich, und das folgende Wachstum erhält sie.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate des zweiten Flusses in den nächsten 40 Sekunden.",
  "steps.predict.task.what.label": "Rate des zweiten Flusses",
  "steps.predict.task.after":
    "Jeder gemeinsame Verlust halbiert den Unterschied der Fenster, und das Wachstum ändert ihn nicht. Die beiden Flüsse nähern sich gleichen Anteilen.",
  "steps.jain.text":
    "Vergleichen Sie die Raten [des ersten Flusses](curve:first) und [des zweiten Flusses](curve:second) nach [100\u202fs](at:100).",
  "steps.jain.task.ask":
    "Der Jain-Index ist 1 bei gleichem Goodput und 0.5, wenn einer von zwei Flüssen alles bekommt. Wie groß ist er nach 100\u202fs?",
  "steps.jain.task.options.0.text": "Unter 0.7",
  "steps.jain.task.options.1.text": "Zwischen 0.7 und 0.9",
  "steps.jain.task.options.2.text": "Über 0.9",
  "steps.jain.task.hint":
    "Der Goodput beträgt in Ihrem Lauf {first} und {second}. Der Index ist das Quadrat der Summe, geteilt durch das Doppelte der Summe der Quadrate.",
  "steps.rate.text": "Kein Teil der Regeln hängt von der Rate der Leitung ab.",
  "steps.rate.task.ask":
    "Verdoppeln Sie die [Rate der Leitung](control) und prüfen Sie, ob die Flüsse wieder gleiche Anteile finden.",
  "steps.rate.task.control.label": "Rate",
  "steps.rate.task.control.options.0.label": "10\u202fMb/s",
  "steps.rate.task.control.options.1.label": "20\u202fMb/s",
  "steps.rate.task.after":
    "Nach 100\u202fs bekommen die Flüsse {first} und {second}: Ihre Anteile sind wieder fast gleich.",
  freePlay:
    "Lassen Sie bei 60\u202fs einen dritten Fluss beginnen, oder wechseln Sie bei beiden Flüssen zu CUBIC.",
  "reading.0.text":
    "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
  "reading.1.text": "Kurose und Ross, Computer Networking, Abschnitt 3.7.1, Fairness.",
};
