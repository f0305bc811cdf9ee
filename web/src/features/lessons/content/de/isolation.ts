import type { LessonTexts } from "../../translation.ts";

export const isolation: LessonTexts = {
  title: "Die Rücksichtslosen und die Höflichen",
  point:
    "Ohne Isolation gewinnen die Rücksichtslosen; faire Warteschlangen machen Verhalten zur eigenen Sache.",
  learn: "was ein Fluss, der nicht reagiert, mit anderen macht, und was ein Router dagegen tun kann",
  "scenario.title": "Die Rücksichtslosen und die Höflichen",
  "scenario.flows.tcp1.label": "TCP 1",
  "scenario.flows.tcp2.label": "TCP 2",
  "scenario.flows.udp.label": "UDP",
  "steps.watch.text":
    "Zwei TCP-Flüsse teilen sich 10\u202fMb/s. Bei 15\u202fs beginnt [ein UDP-Fluss](curve:udp), 6\u202fMb/s Daten zu senden. UDP hat keine Überlastregelung.",
  "steps.watch.notes":
    "Halten Sie kurz vor 15\u202fs an und fragen Sie, was ein Fluss gewinnt, der Verluste nicht beachtet. Nichts im Netz verbietet es ihm.",
  "steps.predict.text":
    "Alle drei Flüsse teilen sich eine Warteschlange. Sie verwirft, was ankommt, solange sie voll ist.",
  "steps.predict.notes":
    "Lassen Sie die eine Hälfte des Kurses den UDP-Fluss zeichnen und die andere sagen, was TCP behält. Beides zusammen sollte die Kapazität ergeben.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate des UDP-Flusses in den nächsten 30 Sekunden.",
  "steps.predict.task.what.label": "Rate des UDP-Flusses",
  "steps.predict.task.after":
    "Fast alle Pakete des UDP-Flusses kommen an. Seine Rate im Diagramm liegt etwas über 6\u202fMb/s, weil sie die Kopfdaten der Pakete enthält. Die TCP-Flüsse ziehen sich zurück, bis Verluste selten sind, und teilen sich den Rest.",
  "steps.share.text": "Nach 20\u202fs bekommt der UDP-Fluss {udp}.",
  "steps.share.task.ask":
    "Wie viel bekommen die beiden TCP-Flüsse zusammen? Ein Wert mit höchstens 20\u202f% Abweichung ist richtig.",
  "steps.share.task.hint": "Die Leitung trägt 10\u202fMb/s, und der UDP-Fluss bekommt {udp}.",
  "steps.goal.text":
    "Ein Router kann mehr tun, als zu verwerfen, was auf eine volle Warteschlange trifft. RED verwirft schon vorher zufällig einige Pakete, und DRR bedient die Flüsse reihum.",
  "steps.goal.task.ask":
    "Lassen Sie die beiden TCP-Flüsse zusammen mehr als 6\u202fMb/s bekommen, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.goal.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.goal.task.controls.queue.options.1.label": "RED",
  "steps.goal.task.controls.queue.options.2.label": "DRR",
  "steps.goal.task.controls.rate.label": "UDP sendet mit",
  "steps.goal.task.controls.rate.options.0.label": "6\u202fMb/s",
  "steps.goal.task.controls.rate.options.1.label": "12\u202fMb/s",
  "steps.goal.task.hint": "Die TCP-Flüsse Ihres Laufs bekommen {tcp}, der UDP-Fluss {udp}.",
  "steps.goal.task.after":
    "Die TCP-Flüsse bekommen nun zusammen {tcp}, der UDP-Fluss {udp}. Was UDP über seinen Anteil hinaus sendet, füllt nur seine eigene Warteschlange.",
  freePlay: "Lassen Sie den UDP-Fluss mit 20\u202fMb/s durch jedes der Verfahren senden.",
  "reading.0.text":
    "S. Floyd, K. Fall: Promoting the Use of End-to-End Congestion Control in the Internet. 1999.",
  "reading.1.text":
    "M. Shreedhar, G. Varghese: Efficient Fair Queueing Using Deficit Round Robin. SIGCOMM 1995.",
};
