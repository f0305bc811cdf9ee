import type { LessonTexts } from "../../translation.ts";

export const radio: LessonTexts = {
  title: "Eine Rate, die kommt und geht",
  point: "Auf einer Leitung mit schwankender Rate ist ein Puffer in Paketen eine schwankende Verzögerung.",
  learn: "was ein Puffer auf einer Leitung mit wechselnder Rate bewirkt",
  "scenario.title": "Eine Rate, die kommt und geht",
  "scenario.flows.cubic.label": "CUBIC",
  "steps.watch.text":
    "Alle 15\u202fs steigt die Rate einer Funkstrecke von 2\u202fMb/s auf 20\u202fMb/s und fällt wieder. [CUBIC](curve:cubic) füllt einen Puffer von 300 Paketen.",
  "steps.watch.notes":
    "Fragen Sie vor dem Start nach der Wartezeit bei vollem Puffer für die höchste und die niedrigste Rate. Beide folgen aus der Größe des Puffers.",
  "steps.predict.text":
    "CUBIC vergrößert sein Fenster, bis Pakete verloren gehen. Die Rate der Leitung ändert sich weiter.",
  "steps.predict.notes":
    "Der Kurs muss wissen, wann die Rate fällt. Zeigen Sie die frühere Periode in den Diagrammen, und lassen Sie dann zeichnen.",
  "steps.predict.task.ask": "Zeichnen Sie die Wartezeit der nächsten 20 Sekunden.",
  "steps.predict.task.what.label": "Wartezeit",
  "steps.predict.task.after":
    "Sinkt die Rate, brauchen dieselben Pakete länger. Der Sender erfährt davon erst, wenn sie den Puffer verlassen haben; also steigt die Wartezeit, wenn die Rate fällt, und fällt, wenn die Rate steigt.",
  "steps.goal.text":
    "Während 5\u202f% der Zeit ist die Wartezeit länger als {p95}, ihr 95. Perzentil. Der Fluss bekommt {rate}. Wettbewerbe in Netzwerkkursen verlangen viel Durchsatz und ein kleines 95. Perzentil. Im Diagramm von Rate und Verzögerung liegen gute Läufe oben links.",
  "steps.goal.task.ask":
    "Bringen Sie das 95. Perzentil der Wartezeit unter 100\u202fms bei mehr als 8\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.goal.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.goal.task.controls.queue.options.1.label": "CoDel",
  "steps.goal.task.controls.buffer.label": "Puffer",
  "steps.goal.task.controls.buffer.options.0.label": "300 Pakete",
  "steps.goal.task.controls.buffer.options.1.label": "100 Pakete",
  "steps.goal.task.controls.buffer.options.2.label": "4 Pakete",
  "steps.goal.task.controls.sender.label": "Sender",
  "steps.goal.task.controls.sender.options.0.label": "CUBIC",
  "steps.goal.task.controls.sender.options.1.label": "BBR",
  "steps.goal.task.controls.sender.options.2.label": "Vegas",
  "steps.goal.task.hint": "Das 95. Perzentil Ihres Laufs ist {p95}, und der Fluss bekommt {rate}.",
  freePlay: "Lassen Sie die Rate fünfmal so schnell wechseln und vergleichen Sie CUBIC mit TFRC.",
  "reading.0.text":
    "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. NSDI 2013.",
};
