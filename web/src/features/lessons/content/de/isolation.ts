import type { LessonTexts } from "../../translation.ts";

export const isolation: LessonTexts = {
  title: "Die Rücksichtslosen und die Höflichen",
  point:
    "Ohne Isolation gewinnen die Rücksichtslosen; faire Warteschlangen machen Verhalten zur eigenen Sache.",
  "scenario.title": "Die Rücksichtslosen und die Höflichen",
  "scenario.flows.0.label": "TCP 1",
  "scenario.flows.1.label": "TCP 2",
  "scenario.flows.2.label": "UDP",
  "steps.0.text":
    "Zwei TCP-Flüsse teilen sich 10\u202fMb/s. Bei 15\u202fs beginnt [ein UDP-Fluss](curve:udp) mit 6\u202fMb/s zu senden, was auch mit seinen Paketen geschieht.",
  "steps.0.notes":
    "Halten Sie kurz vor 15\u202fs an und fragen Sie, was ein Fluss gewinnt, der Verluste nicht beachtet. Nichts im Netz verbietet es ihm.",
  "steps.1.text": "Die TCP-Flüsse halbieren ihr Fenster bei jedem Verlust. Der UDP-Fluss reagiert nicht.",
  "steps.1.notes":
    "Lassen Sie die eine Hälfte des Kurses den UDP-Fluss zeichnen und die andere sagen, was TCP behält. Beides zusammen sollte die Kapazität ergeben.",
  "steps.1.task.ask": "Zeichnen Sie die Rate des UDP-Flusses in den nächsten 30 Sekunden.",
  "steps.1.task.what.label": "Rate des UDP-Flusses",
  "steps.1.task.after":
    "Der UDP-Fluss bekommt fast alles, was er sendet. Die TCP-Flüsse weichen zurück, bis Verluste selten sind, und teilen sich den Rest.",
  "steps.2.text": "Nach 20\u202fs bekommt der UDP-Fluss {udp}.",
  "steps.2.task.ask":
    "Wie viel bekommen die beiden TCP-Flüsse zusammen? Ein Wert mit höchstens 20\u202f% Abweichung ist richtig.",
  "steps.2.task.hint": "Die Leitung trägt 10\u202fMb/s, und der UDP-Fluss bekommt {udp}.",
  "steps.3.text":
    "Ein Router kann die Flüsse reihum bedienen. Ein Fluss, der zu viel sendet, füllt dann nur seine eigene Warteschlange.",
  "steps.3.task.ask":
    "Lassen Sie die beiden TCP-Flüsse zusammen mehr als 6\u202fMb/s bekommen, indem Sie eine Einstellung ändern.",
  "steps.3.task.controls.0.label": "Warteschlangenverfahren",
  "steps.3.task.controls.0.options.0.label": "Drop-Tail",
  "steps.3.task.controls.0.options.1.label": "RED",
  "steps.3.task.controls.0.options.2.label": "DRR, eine Warteschlange je Fluss",
  "steps.3.task.controls.1.label": "UDP sendet mit",
  "steps.3.task.controls.1.options.0.label": "6\u202fMb/s",
  "steps.3.task.controls.1.options.1.label": "12\u202fMb/s",
  "steps.3.task.hint": "Die TCP-Flüsse Ihres Laufs bekommen {tcp}, der UDP-Fluss {udp}.",
  freePlay: "Lassen Sie den UDP-Fluss mit 20\u202fMb/s durch jedes der Verfahren senden.",
  "reading.0.text":
    "S. Floyd, K. Fall: Promoting the Use of End-to-End Congestion Control in the Internet. 1999.",
  "reading.1.text":
    "M. Shreedhar, G. Varghese: Efficient Fair Queueing Using Deficit Round Robin. SIGCOMM 1995.",
};
