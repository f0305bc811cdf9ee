import type { LessonTexts } from "../../translation.ts";

export const incast: LessonTexts = {
  title: "Incast im Rechenzentrum",
  point:
    "Viele Server, die gleichzeitig antworten, lassen einen kleinen Puffer überlaufen, und der Timer entscheidet, wie lange alle warten.",
  "scenario.title": "Incast im Rechenzentrum",
  "scenario.flows.0.label": "Server",
  "steps.0.text":
    "Ein Client fordert von 40 Servern je 128\u202fkB an. Alle antworten bei 0.5\u202fs über eine Leitung mit 1\u202fGb/s, einer Umlaufzeit von 100\u202fµs und einem Puffer für {limit}. Die 5\u202fMB brauchen 41\u202fms, wenn die Leitung immer ausgelastet ist.",
  "steps.0.notes":
    "Berechnen Sie gemeinsam den ersten Stoß: 40 Server mal das Anfangsfenster. Vergleichen Sie ihn mit dem Puffer, und lassen Sie dann zeichnen.",
  "steps.0.task.ask": "Zeichnen Sie die Rate der Leitung in den nächsten 0.5\u202fs.",
  "steps.0.task.what.label": "Rate der Leitung",
  "steps.0.task.after":
    "Der erste Schub lässt den Puffer überlaufen. Einige Flüsse verlieren das Ende ihres Fensters; dann ist nichts mehr da, was den Verlust verraten könnte. Sie warten auf ihre Timer, und die Leitung ist ungenutzt.",
  "steps.1.text": "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts.",
  "steps.1.task.ask": "Wie stark war die Leitung zwischen 0.5\u202fs und 0.75\u202fs ausgelastet?",
  "steps.1.task.options.0.text": "Weniger als 50\u202f%",
  "steps.1.task.options.1.text": "50\u202f% oder mehr",
  "steps.1.task.hint": "Betrachten Sie die Lücke zwischen dem ersten Schub und den nächsten Paketen.",
  "steps.2.text": "Das Minimum des Timers ist 200\u202fms, zweitausend Umläufe.",
  "steps.2.task.ask": "Bringen Sie die Anzahl der Timeouts auf null, indem Sie eine Einstellung ändern.",
  "steps.2.task.controls.0.label": "Minimum des Timers",
  "steps.2.task.controls.0.options.0.label": "200\u202fms",
  "steps.2.task.controls.0.options.1.label": "10\u202fms",
  "steps.2.task.controls.1.label": "Puffer",
  "steps.2.task.controls.1.options.0.label": "64 Pakete",
  "steps.2.task.controls.1.options.1.label": "256 Pakete",
  "steps.2.task.controls.1.options.2.label": "4000 Pakete",
  "steps.2.task.hint":
    "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts. Ein Timer, der früher abläuft, verkürzt die Stille, bleibt aber ein Timeout.",
  freePlay:
    "Geben Sie dem Timer ein Minimum von 1\u202fms und lassen Sie den Puffer klein: Wie lange dauert die ganze Antwort?",
  "reading.0.text":
    "V. Vasudevan et al.: Safe and Effective Fine-Grained TCP Retransmissions for Datacenter Communication. SIGCOMM 2009.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
