import type { LessonTexts } from "../../translation.ts";

export const recovery: LessonTexts = {
  title: "Vier Generationen der Verlustbehebung",
  point: "Jede Generation von TCP ersetzt mehr Verluste eines Fensters, ohne zu warten.",
  "scenario.title": "Vier Generationen der Verlustbehebung",
  "scenario.flows.0.label": "Tahoe",
  "scenario.flows.1.label": "Reno",
  "scenario.flows.2.label": "NewReno",
  "scenario.flows.3.label": "SACK",
  "steps.0.text":
    "Vier Flüsse mit reichlich Kapazität verlieren bei [3\u202fs](at:3) je ein Paket. [Tahoe](curve:tahoe) beginnt wieder mit einem Paket. [Reno](curve:reno), [NewReno](curve:newreno) und [SACK](curve:sack) halbieren ihr Fenster und machen weiter.",
  "steps.0.notes":
    "Lesen Sie die vier Kurven bei 3\u202fs nacheinander. Die Generationen unterscheiden sich nur darin, was sie tun, nachdem der erste Verlust bekannt ist.",
  "steps.1.text":
    "Nun verliert jeder Fluss vier Pakete eines Fensters. Reno beendet die Verlustbehebung, nachdem es das erste davon ersetzt hat.",
  "steps.1.notes":
    "Fragen Sie zuerst nach einer Reihenfolge: Welches Verfahren behält das größte Fenster? Lassen Sie dann die Balken setzen.",
  "steps.1.task.ask": "Wie klein wird jedes Fenster? Stellen Sie die Balken ein.",
  "steps.1.task.what.label": "Kleinstes Fenster zwischen 3\u202fs und 5\u202fs",
  "steps.1.task.what.bars.0.label": "Tahoe",
  "steps.1.task.what.bars.1.label": "Reno",
  "steps.1.task.what.bars.2.label": "NewReno",
  "steps.1.task.what.bars.3.label": "SACK",
  "steps.1.task.after":
    "Reno hält jeden weiteren Verlust für neue Überlast, halbiert noch einmal und hat am Ende zu wenige Pakete unterwegs für drei doppelte Bestätigungen. Dann hilft nur der Timer. NewReno bleibt in der Verlustbehebung, bis alle Verluste ersetzt sind.",
  "steps.2.text":
    "Ein Timeout ist eine lange Stille: Der Fluss sendet nichts, bis der Timer abläuft. Betrachten Sie die [Rate von Reno](curve:reno) nach [3\u202fs](at:3.4). In seinem Zeit-Sequenz-Diagramm stehen die Bestätigungen still, und dann werden die verlorenen Pakete noch einmal gesendet.",
  "steps.2.task.ask": "Welcher Fluss musste auf einen Timeout warten?",
  "steps.2.task.options.0.text": "Tahoe",
  "steps.2.task.options.1.text": "Reno",
  "steps.2.task.options.2.text": "NewReno",
  "steps.2.task.options.3.text": "SACK",
  "steps.2.task.hint":
    "Die kleinsten Fenster waren: Tahoe {tahoe}, Reno {reno}, NewReno {newreno}, SACK {sack}. Tahoe beginnt sofort von vorn, ohne zu warten. Welcher andere Fluss fiel auf ein Paket?",
  "steps.3.text":
    "Die Bestätigungen von SACK nennen, was angekommen ist. Deshalb kennt der Sender nach einem Umlauf alle Lücken. Wählen Sie im Zeit-Sequenz-Diagramm SACK und dann „Einzelne Pakete“: Die Blöcke stehen über der Linie der Bestätigungen.",
  "steps.3.task.ask": "Wechseln Sie bei [allen vier Flüssen](control) zu SACK. Es darf keinen Timeout geben.",
  "steps.3.task.control.label": "Algorithmus aller Flüsse",
  "steps.3.task.control.options.0.label": "jeder seinen eigenen",
  "steps.3.task.control.options.1.label": "Reno für alle",
  "steps.3.task.control.options.2.label": "SACK für alle",
  "steps.3.task.hint": "Ihr Lauf hat {timeouts} Timeouts. Wählen Sie den Algorithmus, der alle Lücken kennt.",
  freePlay:
    "Lassen Sie zehn Pakete jedes Flusses verloren gehen und vergleichen Sie, wann die Fenster wieder wachsen.",
  "reading.0.text": "K. Fall, S. Floyd: Simulation-based Comparisons of Tahoe, Reno, and SACK TCP. CCR 1996.",
  "reading.1.text": "The NewReno Modification. RFC 6582.",
  "reading.2.text": "Loss Recovery Based on SACK. RFC 6675.",
};
