import type { LessonTexts } from "../../translation.ts";

export const recovery: LessonTexts = {
  title: "Vier Generationen der Verlustbehebung",
  point: "Jede Generation von TCP ersetzt mehr Verluste eines Fensters, ohne zu warten.",
  learn: "wie vier Generationen von TCP Verluste reparieren und worin sie sich unterscheiden",
  "scenario.title": "Vier Generationen der Verlustbehebung",
  "scenario.flows.tahoe.label": "Tahoe",
  "scenario.flows.reno.label": "Reno",
  "scenario.flows.newreno.label": "NewReno",
  "scenario.flows.sack.label": "SACK",
  "steps.one.text":
    "Vier Flüsse mit reichlich Kapazität verlieren bei [3\u202fs](at:3) je ein Paket. [Tahoe](curve:tahoe) beginnt wieder mit einem Paket. [Reno](curve:reno), [NewReno](curve:newreno) und [SACK](curve:sack) halbieren ihr Fenster und machen weiter.",
  "steps.one.notes":
    "Lesen Sie die vier Kurven bei 3\u202fs nacheinander. Die Generationen unterscheiden sich nur darin, was sie tun, nachdem der erste Verlust bekannt ist.",
  "steps.predict.text":
    "Nun verliert jeder Fluss vier Pakete eines Fensters. Reno beendet die Verlustbehebung, nachdem es das erste davon ersetzt hat.",
  "steps.predict.notes":
    "Fragen Sie zuerst nach einer Reihenfolge: Welches Verfahren behält das größte Fenster? Lassen Sie dann die Balken setzen.",
  "steps.predict.task.ask": "Wie klein wird jedes Fenster? Stellen Sie die Regler ein.",
  "steps.predict.task.what.label": "Kleinstes Fenster zwischen 3\u202fs und 5\u202fs",
  "steps.predict.task.what.bars.0.label": "Tahoe",
  "steps.predict.task.what.bars.1.label": "Reno",
  "steps.predict.task.what.bars.2.label": "NewReno",
  "steps.predict.task.what.bars.3.label": "SACK",
  "steps.predict.task.after":
    "Reno beendet die Verlustbehebung nach seiner ersten Wiederholung, und keine drei doppelten Bestätigungen melden den nächsten Verlust. NewReno bleibt in der Verlustbehebung, bis alle Verluste ersetzt sind.",
  "steps.timeout.text":
    "Ein Timeout ist eine lange Stille: Der Fluss sendet nichts, bis der Timer abläuft. Betrachten Sie die vier Raten nach [3\u202fs](at:3.4). Im Zeit-Sequenz-Diagramm eines solchen Flusses stehen die Bestätigungen still, und dann werden die verlorenen Pakete noch einmal gesendet.",
  "steps.timeout.task.ask": "Welcher Fluss musste auf einen Timeout warten?",
  "steps.timeout.task.options.0.text": "Tahoe",
  "steps.timeout.task.options.1.text": "Reno",
  "steps.timeout.task.options.2.text": "NewReno",
  "steps.timeout.task.options.3.text": "SACK",
  "steps.timeout.task.hint":
    "Die kleinsten Fenster waren: Tahoe {tahoe}, Reno {reno}, NewReno {newreno}, SACK {sack}. Tahoe beginnt sofort von vorn, ohne zu warten. Welcher andere Fluss fiel auf ein Paket?",
  "steps.timeout.task.after":
    "Den zweiten Verlust von Reno meldeten keine drei doppelten Bestätigungen. Deshalb half nur der Timer.",
  "steps.sack.text":
    "Die Bestätigungen von SACK nennen, was angekommen ist. Deshalb kennt der Sender nach einem Umlauf alle Lücken. Wählen Sie im Zeit-Sequenz-Diagramm SACK, gehen Sie zu [3.2\u202fs](at:3.2) und wählen Sie „Einzelne Pakete“: Die Blöcke stehen über der Linie der Bestätigungen.",
  "steps.sack.task.ask":
    "Wechseln Sie bei [allen vier Flüssen](control) zu SACK. Es darf keinen Timeout geben.",
  "steps.sack.task.control.label": "Algorithmus aller Flüsse",
  "steps.sack.task.control.options.0.label": "jeder seinen eigenen",
  "steps.sack.task.control.options.1.label": "Reno für alle",
  "steps.sack.task.control.options.2.label": "SACK für alle",
  "steps.sack.task.hint":
    "Ihr Lauf hat {timeouts} Timeouts. Wählen Sie den Algorithmus, der alle Lücken kennt.",
  "steps.sack.task.after": "Kein Fluss wartet mehr auf seinen Timer.",
  freePlay:
    "Lassen Sie zehn Pakete jedes Flusses verloren gehen und vergleichen Sie, wann die Fenster wieder wachsen.",
  "reading.0.text": "K. Fall, S. Floyd: Simulation-based Comparisons of Tahoe, Reno, and SACK TCP. CCR 1996.",
  "reading.1.text": "The NewReno Modification. RFC 6582.",
  "reading.2.text": "Loss Recovery Based on SACK. RFC 6675.",
};
