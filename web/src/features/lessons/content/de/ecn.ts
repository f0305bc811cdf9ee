import type { LessonTexts } from "../../translation.ts";

export const ecn: LessonTexts = {
  title: "Ein Signal ohne Verlust",
  point: "Markierungen bremsen Sender früh, ohne Pakete wegzuwerfen.",
  learn: "was eine Markierung einem Sender mitteilt und was sie spart",
  "scenario.title": "Ein Signal ohne Verlust",
  "scenario.flows.a.label": "Fluss A",
  "scenario.flows.b.label": "Fluss B",
  "steps.watch.text":
    "RED verwirft Pakete zweier Flüsse, bevor der Puffer voll ist. Jedes verworfene Paket ist eine Nachricht: weniger senden. Aber das Paket muss noch einmal gesendet werden. [Fluss A](curve:a) sendete {retransmitted} Pakete erneut.",
  "steps.watch.notes":
    "Ein verworfenes Paket überbringt ein Bit Information und geht dabei verloren. Fragen Sie, ob der Router das Bit auch ohne den Schaden senden könnte.",
  "steps.predict.text":
    "Mit expliziter Überlastanzeige (ECN) setzt RED eine Markierung in das Paket, statt es zu verwerfen, und der Empfänger meldet die Markierung dem Sender.",
  "steps.predict.notes":
    "Manche erwarten, dass der Fluss mit ECN seltener langsamer wird. Fragen Sie, was der Sender mit einer Markierung tut.",
  "steps.predict.task.ask":
    "Nur Fluss A verwendet ECN. Wie oft kürzt jeder Fluss nach 5\u202fs sein Fenster?",
  "steps.predict.task.what.label": "Kürzungen des Fensters",
  "steps.predict.task.what.bars.0.label": "Fluss A, mit ECN",
  "steps.predict.task.what.bars.1.label": "Fluss B, ohne ECN",
  "steps.predict.task.after":
    "Ein Sender behandelt eine Markierung wie einen Verlust; beide Flüsse kürzen ihr Fenster also etwa gleich oft. ECN ist kein Vorrecht. Es rettet das Paket.",
  "steps.retransmitted.text": "Ihr Lauf hat {marks} Markierungen und {drops} verworfene Pakete.",
  "steps.retransmitted.task.ask": "Wie viele Pakete sendet Fluss A jetzt erneut, nach 5\u202fs?",
  "steps.retransmitted.task.options.0.text": "Keine",
  "steps.retransmitted.task.options.1.text": "Einige, aber weniger als halb so viele wie Fluss B",
  "steps.retransmitted.task.options.2.text": "Etwa so viele wie Fluss B",
  "steps.retransmitted.task.hint":
    "Betrachten Sie die Markierungen und Kreuze im Diagramm der Warteschlange. Sind Pakete von Fluss A unter den verworfenen?",
  "steps.both.text": "Wenn beide Flüsse ECN verwenden, muss die Warteschlange nichts verwerfen.",
  "steps.both.task.ask": "Schalten Sie [ECN auch für Fluss B](control) ein.",
  "steps.both.task.control.label": "ECN von Fluss B",
  "steps.both.task.control.options.0.label": "aus",
  "steps.both.task.control.options.1.label": "an",
  "steps.both.task.hint": "Ihr Lauf hat immer noch {drops} verworfene Pakete.",
  freePlay:
    "Fügen Sie zwanzig Flüsse mit ECN hinzu. Oberhalb seiner größten Schwelle verwirft RED auch Pakete, die es markieren könnte.",
  "reading.0.text": "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
  "reading.1.text": "The Benefits of Using ECN. RFC 8087.",
};
