import type { LessonTexts } from "../../translation.ts";

export const radio: LessonTexts = {
  title: "Eine Rate, die kommt und geht",
  point: "Auf einer Leitung mit schwankender Rate ist ein Puffer in Paketen eine schwankende Verzögerung.",
  "scenario.title": "Eine Rate, die kommt und geht",
  "scenario.flows.0.label": "CUBIC",
  "steps.0.text":
    "Die Rate einer Funkstrecke bewegt sich alle 15\u202fs zwischen 2\u202fMb/s und 20\u202fMb/s. [CUBIC](curve:cubic) füllt einen Puffer von 300 Paketen.",
  "steps.0.notes":
    "Fragen Sie vor dem Start nach der Wartezeit bei vollem Puffer für die höchste und die niedrigste Rate. Beide folgen aus der Größe des Puffers.",
  "steps.1.text":
    "Die Pakete im Puffer verlassen ihn mit der augenblicklichen Rate. Die Wartezeit ist ihre Anzahl geteilt durch die Rate.",
  "steps.1.notes":
    "Der Kurs muss wissen, wann die Rate fällt. Zeigen Sie die frühere Periode in den Diagrammen, und lassen Sie dann zeichnen.",
  "steps.1.task.ask": "Zeichnen Sie die Wartezeit der nächsten 20 Sekunden.",
  "steps.1.task.what.label": "Wartezeit",
  "steps.1.task.after":
    "Sinkt die Rate, brauchen dieselben Pakete länger. Der Sender erfährt davon erst, wenn sie den Puffer verlassen haben; also steigt und fällt die Wartezeit mit der Rate.",
  "steps.2.text":
    "Das 95. Perzentil der Wartezeit ist {p95}, und der Fluss bekommt {rate}. Der Wettbewerb eines bekannten Kurses verlangt viel Durchsatz und ein kleines 95. Perzentil. Im Diagramm von Rate und Verzögerung liegen gute Läufe oben links.",
  "steps.2.task.ask":
    "Bringen Sie das 95. Perzentil der Wartezeit unter 100\u202fms bei mehr als 8\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.2.task.controls.0.label": "Warteschlangenverfahren",
  "steps.2.task.controls.0.options.0.label": "Drop-Tail",
  "steps.2.task.controls.0.options.1.label": "CoDel",
  "steps.2.task.controls.1.label": "Puffer",
  "steps.2.task.controls.1.options.0.label": "300 Pakete",
  "steps.2.task.controls.1.options.1.label": "100 Pakete",
  "steps.2.task.controls.1.options.2.label": "4 Pakete",
  "steps.2.task.controls.2.label": "Sender",
  "steps.2.task.controls.2.options.0.label": "CUBIC",
  "steps.2.task.controls.2.options.1.label": "BBR",
  "steps.2.task.controls.2.options.2.label": "Vegas",
  "steps.2.task.hint": "Das 95. Perzentil Ihres Laufs ist {p95}, und der Fluss bekommt {rate}.",
  freePlay: "Lassen Sie die Rate fünfmal so schnell wechseln und vergleichen Sie CUBIC mit TFRC.",
  "reading.0.text":
    "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. NSDI 2013.",
};
