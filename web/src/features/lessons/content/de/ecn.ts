import type { LessonTexts } from "../../translation.ts";

export const ecn: LessonTexts = {
  title: "Ein Signal ohne Verlust",
  point: "Markierungen bremsen Sender früh, ohne Pakete wegzuwerfen.",
  learn: "was eine Markierung einem Sender mitteilt und was sie spart",
  "scenario.title": "Ein Signal ohne Verlust",
  "scenario.flows.a.label": "Fluss A",
  "scenario.flows.b.label": "Fluss B",
  "steps.watch.text":
    "RED verwirft Pakete zweier Flüsse, bevor der Puffer voll ist. Jedes verworfene Paket ist eine Nachricht: weniger senden. Aber das Paket muss noch einmal gesendet werden. Im Diagramm des Fensters ist jedes Kreuz auf der Kurve von [Fluss A](curve:a) ein verworfenes Paket.",
  "steps.watch.notes":
    "Ein verworfenes Paket überbringt ein Bit Information und geht dabei verloren. Fragen Sie, ob der Router das Bit auch ohne den Schaden senden könnte.",
  "steps.predict.text":
    "Mit expliziter Überlastanzeige (ECN) setzt RED eine Markierung in das Paket, statt es zu verwerfen, und der Empfänger meldet die Markierung dem Sender. Ohne ECN sendete Fluss A {retransmitted} Pakete erneut.",
  "steps.predict.notes":
    "Manche erwarten, dass der Fluss mit ECN seltener langsamer wird. Fragen Sie, was der Sender mit einer Markierung tut.",
  "steps.predict.task.ask":
    "Nur Fluss A verwendet ECN. Wie oft kürzt jeder Fluss nach 5\u202fs sein Fenster?",
  "steps.predict.task.what.label": "Kürzungen des Fensters",
  "steps.predict.task.what.bars.0.label": "Fluss A, mit ECN",
  "steps.predict.task.what.bars.1.label": "Fluss B, ohne ECN",
  "steps.predict.task.after":
    "Ein Sender behandelt eine Markierung wie einen Verlust; beide Flüsse kürzen ihr Fenster also etwa gleich oft.",
  "steps.retransmitted.text":
    "Ihr Lauf hat {marks} Markierungen und {drops} verworfene Pakete. Fluss A sendete {retransmitted} Pakete erneut.",
  "steps.retransmitted.task.ask": "Was gewinnt Fluss A dadurch, verglichen mit Fluss B?",
  "steps.retransmitted.task.options.0.text": "Er bekommt mindestens 20\u202f% mehr.",
  "steps.retransmitted.task.options.1.text": "Beide bekommen etwa gleich viel.",
  "steps.retransmitted.task.options.2.text": "Er bekommt mindestens 20\u202f% weniger.",
  "steps.retransmitted.task.hint":
    "In Ihrem Lauf bekommt Fluss A {rateA} und Fluss B {rateB}. Was bestimmt die Rate: die erneut gesendeten Pakete, oder wie oft das Fenster gekürzt wird?",
  "steps.both.text":
    "Die Rate hängt davon ab, wie oft das Fenster gekürzt wird, und eine Markierung kürzt es wie ein Verlust. Jetzt verwendet auch Fluss B ECN.",
  "steps.both.notes":
    "Zählen Sie zusammen, was die Warteschlange beiden Flüssen vorher mitgeteilt hat: Jedes verworfene Paket und jede Markierung war eine Nachricht. Fragen Sie, wie viele Nachrichten sie jetzt braucht.",
  "steps.both.task.ask":
    "Wie viele Markierungen und wie viele verworfene Pakete braucht die Warteschlange nach 5\u202fs, wenn beide Flüsse ECN verwenden?",
  "steps.both.task.what.label": "Signale der Warteschlange",
  "steps.both.task.what.bars.0.label": "Markierungen",
  "steps.both.task.what.bars.1.label": "verworfene Pakete",
  "steps.both.task.after":
    "Die Warteschlange braucht etwa so viele Signale wie vorher, denn die Sender reagieren wie vorher. Keines davon kostet ein Paket.",
  freePlay:
    "Fügen Sie zwanzig Flüsse mit ECN hinzu. Oberhalb seiner größten Schwelle verwirft RED auch Pakete, die es markieren könnte.",
  "reading.0.text": "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
  "reading.1.text": "The Benefits of Using ECN. RFC 8087.",
};
