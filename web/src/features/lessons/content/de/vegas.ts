import type { LessonTexts } from "../../translation.ts";

export const vegas: LessonTexts = {
  title: "Regelung nach der Wartezeit",
  point:
    "Flüsse, die die Warteschlange kurz halten, unterliegen Flüssen, die sie füllen, es sei denn, die Warteschlange selbst ist fair.",
  "scenario.title": "Regelung nach der Wartezeit",
  "scenario.flows.0.label": "Vegas",
  "scenario.flows.1.label": "NewReno",
  "steps.0.text":
    "[Vegas](curve:vegas) vergleicht jede Umlaufzeit mit der kürzesten, die es gemessen hat. Die Differenz ist die Zeit, die Pakete gewartet haben. Vegas hält sein Fenster dann so groß, dass zwei bis vier seiner Pakete warten. Beobachten Sie es allein auf einer Leitung mit 10\u202fMb/s.",
  "steps.0.notes":
    "Vergleichen Sie mit der Lektion über den Sägezahn: dieselbe Leitung, aber kein Verlust und fast keine Warteschlange. Fragen Sie, warum nicht alle Sender so arbeiten.",
  "steps.1.text": "Die Rate bleibt bei der Kapazität, und nichts geht verloren.",
  "steps.1.task.ask":
    "Wie viele Pakete warten zwischen 10\u202fs und 28\u202fs im Mittel in der Warteschlange?",
  "steps.1.task.hint":
    "Lesen Sie die Warteschlange in ihrem Diagramm ab. Vegas will mindestens zwei und höchstens vier Pakete darin haben.",
  "steps.2.text":
    "Bei 30\u202fs beginnt ein NewReno-Fluss. Er vergrößert sein Fenster, bis der Puffer von 83 Paketen überläuft. Für Vegas ist jedes wartende Paket des anderen Flusses ein Grund, weniger zu senden.",
  "steps.2.notes":
    "Fragen Sie, was Vegas misst, während NewReno den Puffer füllt. Die Zeichnung folgt aus der Antwort.",
  "steps.2.task.ask": "Zeichnen Sie die Rate von Vegas bis 70\u202fs.",
  "steps.2.task.what.label": "Rate von Vegas",
  "steps.2.task.after":
    "Vegas gibt nach, solange die Warteschlange lang ist, und NewReno hält sie lang. Der Fluss, der die Warteschlange meidet, zahlt für den, der sie füllt.",
  "steps.3.text": "Nach 50\u202fs bekommt Vegas {vegas} und NewReno {other}.",
  "steps.3.notes":
    "Der Kurs weiß jetzt, warum Vegas weicht. Fragen Sie, welcher Teil des Grundes mit einem kleinen Puffer entfällt.",
  "steps.3.task.ask": "Wie viel bekommen die beiden Flüsse, wenn der Puffer nur 10 Pakete fasst?",
  "steps.3.task.what.label": "Goodput nach 50\u202fs",
  "steps.3.task.what.bars.0.label": "Vegas",
  "steps.3.task.what.bars.1.label": "NewReno",
  "steps.3.task.after":
    "Ein Puffer von 10 Paketen lässt NewReno wenig zu füllen, deshalb schreckt die Warteschlange Vegas kaum ab.",
  "steps.4.text":
    "Kleine Puffer sind nicht immer möglich: Ein NewReno-Fluss allein braucht einen größeren. Der Puffer ist wieder groß.",
  "steps.4.task.ask":
    "Bringen Sie den Goodput von Vegas nach 50\u202fs über 4.9\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.4.task.controls.0.label": "Puffer",
  "steps.4.task.controls.0.options.0.label": "83 Pakete",
  "steps.4.task.controls.0.options.1.label": "40 Pakete",
  "steps.4.task.controls.0.options.2.label": "200 Pakete",
  "steps.4.task.controls.1.label": "Warteschlangenverfahren",
  "steps.4.task.controls.1.options.0.label": "Drop-Tail",
  "steps.4.task.controls.1.options.1.label": "Fair (DRR)",
  "steps.4.task.controls.2.label": "Anderer Fluss",
  "steps.4.task.controls.2.options.0.label": "NewReno",
  "steps.4.task.controls.2.options.1.label": "CUBIC",
  "steps.4.task.hint":
    "Vegas bekommt {vegas}. Es weicht jeder Warteschlange, in der seine eigenen Pakete warten. Wie kann es eine eigene Warteschlange bekommen?",
  freePlay:
    "Lassen Sie auch den zweiten Fluss Vegas verwenden. Warum bekommt der Fluss, der später beginnt, mehr?",
  "reading.0.text":
    "L. Brakmo, L. Peterson: TCP Vegas: End to End Congestion Avoidance on a Global Internet. 1995.",
  "reading.1.text":
    "J. Mo, R. La, V. Anantharam, J. Walrand: Analysis and Comparison of TCP Reno and Vegas. 1999.",
};
