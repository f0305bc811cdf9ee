import type { LessonTexts } from "../../translation.ts";

export const vegas: LessonTexts = {
  title: "Regelung nach der Wartezeit",
  point:
    "Flüsse, die die Warteschlange kurz halten, unterliegen Flüssen, die sie füllen, es sei denn, die Warteschlange selbst ist fair.",
  learn: "wie ein Sender über die Verzögerung geregelt werden kann und wie er mit anderen Sendern teilt",
  "scenario.title": "Regelung nach der Wartezeit",
  "scenario.flows.vegas.label": "Vegas",
  "scenario.flows.other.label": "NewReno",
  "steps.watch.text":
    "[Vegas](curve:vegas) vergleicht jede Umlaufzeit mit der kürzesten, die es gemessen hat. Die Differenz ist die Zeit, die Pakete gewartet haben. Nach dieser Differenz wählt Vegas sein Fenster. Beobachten Sie es allein auf einer Leitung mit 10\u202fMb/s.",
  "steps.watch.notes":
    "Vergleichen Sie mit der Lektion über den Sägezahn: dieselbe Leitung, aber kein Verlust und fast keine Warteschlange. Fragen Sie, warum nicht alle Sender so arbeiten.",
  "steps.queue.text": "Bis 28\u202fs bleibt die Rate an der Kapazität, und nichts geht verloren.",
  "steps.queue.task.ask":
    "Wie viele Pakete warten zwischen 10\u202fs und 28\u202fs im Mittel in der Warteschlange?",
  "steps.queue.task.options.0.text": "Weniger als 10",
  "steps.queue.task.options.1.text": "10 bis 40",
  "steps.queue.task.options.2.text": "Mehr als 40",
  "steps.queue.task.hint": "Lesen Sie die Warteschlange in ihrem Diagramm ab.",
  "steps.queue.task.after":
    "Vegas will mindestens zwei seiner Pakete in der Warteschlange haben und höchstens vier.",
  "steps.predict.text":
    "Bei 30\u202fs beginnt ein NewReno-Fluss. Er vergrößert sein Fenster, bis der Puffer von 83 Paketen überläuft.",
  "steps.predict.notes":
    "Fragen Sie, was Vegas misst, während NewReno den Puffer füllt. Die Zeichnung folgt aus der Antwort.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate von Vegas bis 70\u202fs.",
  "steps.predict.task.what.label": "Rate von Vegas",
  "steps.predict.task.after":
    "Vegas gibt nach, solange die Warteschlange lang ist, und NewReno hält sie lang. Der Fluss, der die Warteschlange meidet, zahlt für den, der sie füllt.",
  "steps.small.text": "Nach 50\u202fs bekommt Vegas {vegas} und NewReno {other}.",
  "steps.small.notes":
    "Der Kurs weiß jetzt, warum Vegas weicht. Fragen Sie, welcher Teil des Grundes mit einem kleinen Puffer entfällt.",
  "steps.small.task.ask": "Wie viel bekommen die beiden Flüsse, wenn der Puffer nur 10 Pakete fasst?",
  "steps.small.task.what.label": "Goodput nach 50\u202fs",
  "steps.small.task.what.bars.0.label": "Vegas",
  "steps.small.task.what.bars.1.label": "NewReno",
  "steps.small.task.after":
    "Ein Puffer von 10 Paketen lässt NewReno wenig zu füllen, deshalb schreckt die Warteschlange Vegas kaum ab.",
  "steps.goal.text":
    "Kleine Puffer sind nicht immer möglich: Ein NewReno-Fluss allein braucht einen größeren. Der Puffer ist wieder groß.",
  "steps.goal.task.ask":
    "Bringen Sie den Goodput von Vegas nach 50\u202fs über 4.9\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.buffer.label": "Puffer",
  "steps.goal.task.controls.buffer.options.0.label": "83 Pakete",
  "steps.goal.task.controls.buffer.options.1.label": "40 Pakete",
  "steps.goal.task.controls.buffer.options.2.label": "200 Pakete",
  "steps.goal.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.goal.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.goal.task.controls.queue.options.1.label": "DRR",
  "steps.goal.task.controls.algorithm.label": "Anderer Fluss",
  "steps.goal.task.controls.algorithm.options.0.label": "NewReno",
  "steps.goal.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.goal.task.hint":
    "Vegas bekommt {vegas}. Es weicht jeder Warteschlange, in der seine eigenen Pakete warten. Wie kann es eine eigene Warteschlange bekommen?",
  freePlay:
    "Lassen Sie auch den zweiten Fluss Vegas verwenden. Warum bekommt der Fluss, der später beginnt, mehr?",
  "reading.0.text":
    "L. Brakmo, L. Peterson: TCP Vegas: End to End Congestion Avoidance on a Global Internet. 1995.",
  "reading.1.text":
    "J. Mo, R. La, V. Anantharam, J. Walrand: Analysis and Comparison of TCP Reno and Vegas. 1999.",
};
