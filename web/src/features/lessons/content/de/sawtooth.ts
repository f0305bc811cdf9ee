import type { LessonTexts } from "../../translation.ts";

export const sawtooth: LessonTexts = {
  title: "Der Sägezahn",
  point: "An Verlusten misst TCP die Kapazität.",
  learn: "wie TCP herausfindet, was ein Pfad trägt, und was sein Fenster dabei tut",
  "scenario.title": "Der Sägezahn",
  "scenario.flows.one.label": "ein Fluss",
  "steps.watch.text":
    "[Ein Fluss](curve:one) sendet über eine Leitung mit 10\u202fMb/s. Ein Umlauf dauert 80\u202fms, also füllen {bdp} den Pfad. Das Überlastfenster (cwnd) ist die Anzahl der Pakete, die der Sender im Netz haben darf. Spielen Sie den Lauf ab und beobachten Sie Fenster und Warteschlange.",
  "steps.watch.notes":
    "Fragen Sie vor dem Start, woher ein Sender die Kapazität eines Pfades kennen kann, den er nicht sieht. Halten Sie an, wenn die Warteschlange zu wachsen beginnt: Von da an bleibt die Rate gleich.",
  "steps.predict.text":
    "Der Sender verwendet NewReno: In jedem Umlauf ohne Verlust erhöht er sein Fenster um ein Paket. Der Pfad fasst {bdp}, der Puffer weitere {limit}. Was geschieht mit dem Fenster, wenn beide voll sind?",
  "steps.predict.notes":
    "Lassen Sie zwei oder drei Studierende zeichnen. Viele erwarten ein Fenster, das oben bleibt. Fragen Sie, wer dem Sender sagen sollte, dass der Puffer voll ist.",
  "steps.predict.task.ask": "Zeichnen Sie das Überlastfenster der nächsten 25 Sekunden.",
  "steps.predict.task.what.label": "Überlastfenster (cwnd)",
  "steps.predict.task.after":
    "Der Puffer läuft über, Pakete gehen verloren, und der Sender halbiert sein Fenster. Dann wächst es wieder um ein Paket je Umlauf. Der Verlust ist das einzige Zeichen, an dem der Sender erkennt, dass der Pfad voll ist.",
  "steps.count.text":
    "Jede fallende Kante des Sägezahns ist eine Kürzung. Das kleinste Fenster war {lowest}, das größte {highest}.",
  "steps.count.task.ask":
    "Wie oft wurde das Fenster im ganzen Lauf gekürzt? Zählen Sie die fallenden Kanten im Diagramm des Fensters.",
  "steps.count.task.hint":
    "Zählen Sie jede Kante, an der das Fenster auf etwa die Hälfte fällt, vom Anfang bis zum Ende des Laufs.",
  "steps.busy.text":
    "Nach einer Kürzung wartet der Sender, bis die Hälfte seiner Pakete bestätigt ist. Währenddessen leert sich die Warteschlange. Betrachten Sie die tiefsten Stellen der Warteschlange.",
  "steps.busy.task.ask":
    "Wie stark ist die Leitung ausgelastet, obwohl das Fenster immer wieder halbiert wird?",
  "steps.busy.task.options.0.text": "Etwa die Hälfte der Zeit",
  "steps.busy.task.options.1.text": "Etwa drei Viertel der Zeit",
  "steps.busy.task.options.2.text": "Fast die ganze Zeit",
  "steps.busy.task.hint":
    "Betrachten Sie die Rate nach jeder Kürzung: Fällt sie unter die Kapazität? Eine Leitung ist ausgelastet, solange ein Paket auf sie wartet.",
  "steps.busy.task.after":
    "Die Warteschlange ist nur einen Augenblick fast leer, deshalb ist die Leitung {busy} der Zeit ausgelastet.",
  "steps.smaller.text":
    "Der Puffer fasst ein Bandbreite-Verzögerungs-Produkt. Das reicht gerade, um die Leitung nach einer Kürzung auszulasten.",
  "steps.smaller.task.ask":
    "Geben Sie der Leitung ein Viertel dieses [Puffers](control) und beobachten Sie die Warteschlange nach jeder Kürzung.",
  "steps.smaller.task.control.label": "Puffer",
  "steps.smaller.task.control.options.0.label": "1\u202fBDP",
  "steps.smaller.task.control.options.1.label": "0.25\u202fBDP",
  "steps.smaller.task.control.options.2.label": "4\u202fBDP",
  "steps.smaller.task.hint":
    "Ihre Leitung ist noch {busy} der Zeit ausgelastet. Wählen Sie den kleineren Puffer.",
  "steps.smaller.task.after":
    "Die Leitung ist nun nur {busy} der Zeit ausgelastet: Nach jeder Kürzung bleibt die Warteschlange leer, bis das Fenster wieder gewachsen ist, und die Rate liegt unter der Kapazität.",
  freePlay:
    "Wechseln Sie zum Algorithmus CUBIC oder fügen Sie einen zweiten Fluss hinzu, und vergleichen Sie die Sägezähne.",
  "reading.0.text": "M. Allman, V. Paxson, E. Blanton: TCP Congestion Control. RFC 5681.",
  "reading.1.text": "Kurose und Ross, Computer Networking, Abschnitt 3.7.",
};
