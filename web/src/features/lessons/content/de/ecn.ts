import type { LessonTexts } from "../../translation.ts";

export const ecn: LessonTexts = {
  title: "Ein Signal ohne Verlust",
  point: "Markierungen bremsen Sender früh, ohne Pakete wegzuwerfen.",
  "scenario.title": "Ein Signal ohne Verlust",
  "scenario.flows.0.label": "Fluss A",
  "scenario.flows.1.label": "Fluss B",
  "steps.0.text":
    "RED verwirft Pakete zweier Flüsse, bevor der Puffer voll ist. Jedes verworfene Paket ist eine Nachricht: weniger senden. Aber das Paket muss noch einmal gesendet werden. [Fluss A](curve:a) sendete {retransmitted} Pakete erneut.",
  "steps.0.notes":
    "Ein verworfenes Paket überbringt ein Bit Information und geht dabei verloren. Fragen Sie, ob der Router das Bit auch ohne den Schaden senden könnte.",
  "steps.1.text":
    "Mit expliziter Überlastanzeige (ECN) setzt RED eine Markierung in das Paket, statt es zu verwerfen, und der Empfänger meldet die Markierung dem Sender.",
  "steps.1.notes":
    "Manche erwarten, dass der Fluss mit ECN seltener langsamer wird. Fragen Sie, was der Sender mit einer Markierung tut.",
  "steps.1.task.ask": "Nur Fluss A verwendet ECN. Wie oft kürzt jeder Fluss nach 5\u202fs sein Fenster?",
  "steps.1.task.what.label": "Kürzungen des Fensters",
  "steps.1.task.what.bars.0.label": "Fluss A, mit ECN",
  "steps.1.task.what.bars.1.label": "Fluss B, ohne ECN",
  "steps.1.task.after":
    "Ein Sender behandelt eine Markierung wie einen Verlust; beide Flüsse kürzen ihr Fenster also etwa gleich oft. ECN ist kein Vorrecht. Es rettet das Paket.",
  "steps.2.text": "Ihr Lauf hat {marks} Markierungen und {drops} verworfene Pakete.",
  "steps.2.task.ask": "Wie viele Pakete sendet Fluss A jetzt erneut, nach 5\u202fs?",
  "steps.2.task.options.0.text": "Keine",
  "steps.2.task.options.1.text": "Weniger als Fluss B, aber einige",
  "steps.2.task.hint":
    "Betrachten Sie die Markierungen und Kreuze im Diagramm der Warteschlange. Sind Pakete von Fluss A unter den verworfenen?",
  "steps.3.text": "Wenn beide Flüsse ECN verwenden, muss die Warteschlange nichts verwerfen.",
  "steps.3.task.ask": "Schalten Sie [ECN auch für Fluss B](control) ein.",
  "steps.3.task.control.label": "ECN von Fluss B",
  "steps.3.task.control.options.0.label": "aus",
  "steps.3.task.control.options.1.label": "an",
  "steps.3.task.hint": "Ihr Lauf hat immer noch {drops} verworfene Pakete.",
  freePlay:
    "Fügen Sie zwanzig Flüsse mit ECN hinzu. Oberhalb seiner größten Schwelle verwirft RED auch Pakete, die es markieren könnte.",
  "reading.0.text": "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
  "reading.1.text": "The Benefits of Using ECN. RFC 8087.",
};
