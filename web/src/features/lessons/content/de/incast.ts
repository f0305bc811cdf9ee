import type { LessonTexts } from "../../translation.ts";

export const incast: LessonTexts = {
  title: "Incast im Rechenzentrum",
  point:
    "Viele Server, die gleichzeitig antworten, lassen einen kleinen Puffer überlaufen, und der Timer entscheidet, wie lange alle warten.",
  learn: "was geschieht, wenn viele Server zugleich antworten",
  "scenario.title": "Incast im Rechenzentrum",
  "scenario.flows.server.label": "Server",
  "steps.predict.text":
    "Ein Client fordert von 40 Servern je 128\u202fkB an. Alle antworten bei 0.5\u202fs über eine Leitung mit 1\u202fGb/s, einer Umlaufzeit von 100\u202fµs und einem Puffer für {limit}. Die 5\u202fMB brauchen 41\u202fms, wenn die Leitung immer ausgelastet ist.",
  "steps.predict.notes":
    "Berechnen Sie gemeinsam den ersten Stoß: 40 Server mal das Anfangsfenster. Vergleichen Sie ihn mit dem Puffer, und lassen Sie dann zeichnen.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate der Leitung in den nächsten 0.5\u202fs.",
  "steps.predict.task.what.label": "Rate der Leitung",
  "steps.predict.task.after":
    "Der erste Schub lässt den Puffer überlaufen. Einige Flüsse verlieren das Ende ihres Fensters; dann ist nichts mehr da, was den Verlust verraten könnte. Sie warten auf ihre Timer.",
  "steps.why.text": "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts.",
  "steps.why.task.ask": "Wie stark war die Leitung zwischen 0.5\u202fs und 0.75\u202fs ausgelastet?",
  "steps.why.task.options.0.text": "Weniger als 50\u202f%",
  "steps.why.task.options.1.text": "50\u202f% oder mehr",
  "steps.why.task.hint": "Betrachten Sie die Lücke zwischen dem ersten Schub und den nächsten Paketen.",
  "steps.why.task.after":
    "Nach dem ersten Schub ist die Leitung fast frei, bis die Timer ablaufen, obwohl Server noch Daten zu senden haben.",
  "steps.goal.text":
    "Das Minimum des Timers ist 200\u202fms, zweitausend Umläufe. Der Puffer fasst {limit}, und die ersten Pakete aller Server sind 400.",
  "steps.goal.task.ask": "Bringen Sie die Anzahl der Timeouts auf null, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.timer.label": "Minimum des Timers",
  "steps.goal.task.controls.timer.options.0.label": "200\u202fms",
  "steps.goal.task.controls.timer.options.1.label": "10\u202fms",
  "steps.goal.task.controls.buffer.label": "Puffer",
  "steps.goal.task.controls.buffer.options.0.label": "64 Pakete",
  "steps.goal.task.controls.buffer.options.1.label": "256 Pakete",
  "steps.goal.task.controls.buffer.options.2.label": "4000 Pakete",
  "steps.goal.task.hint":
    "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts. Ein Timer, der früher abläuft, verkürzt die Stille, bleibt aber ein Timeout. Wie viele Pakete erreichen den Puffer auf einmal?",
  "steps.goal.task.after":
    "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts: Der Puffer fasst nun alles, was die Server auf einmal senden. Jeder Anschluss eines Switches bräuchte diesen Speicher, und eine lange Übertragung würde ihn füllen und jedes andere Paket warten lassen.",
  freePlay:
    "Geben Sie dem Timer ein Minimum von 1\u202fms und lassen Sie den Puffer klein: Wie lange dauert die ganze Antwort?",
  "reading.0.text":
    "V. Vasudevan et al.: Safe and Effective Fine-Grained TCP Retransmissions for Datacenter Communication. SIGCOMM 2009.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
