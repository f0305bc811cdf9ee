import type { LessonTexts } from "../../translation.ts";

export const background: LessonTexts = {
  title: "Eine Datensicherung im Hintergrund",
  point:
    "Ein Fluss, der eine kurze Wartezeit anstrebt, weicht anderen nur dort, wo andere die Wartezeit lang machen.",
  learn: "wie eine Sicherung einem Download ausweichen kann und wann nicht",
  "scenario.title": "Eine Datensicherung im Hintergrund",
  "scenario.flows.backup.label": "Sicherung",
  "scenario.flows.download.label": "Download",
  "steps.watch.text":
    "[Eine Datensicherung](curve:backup) über LEDBAT hat die Leitung mit 4\u202fMb/s für sich. LEDBAT misst, wie lange seine Pakete warten. Unter einem Zielwert vergrößert es das Fenster, darüber verkleinert es das Fenster.",
  "steps.watch.notes":
    "Fragen Sie nach Übertragungen, auf die niemand wartet: Sicherungen, Updates, Tauschbörsen. Sie sollen nutzen, was übrig ist, und nicht mehr.",
  "steps.target.text": "Die Sicherung nutzt die ganze Leitung, und die Warteschlange ändert sich kaum noch.",
  "steps.target.task.ask":
    "Wie lange warten Pakete zwischen 10\u202fs und 18\u202fs im Mittel? Lesen Sie das Diagramm der Warteschlange; ein Wert mit höchstens 20\u202f% Abweichung ist richtig.",
  "steps.target.task.hint":
    "Bei welcher Wartezeit vergrößert oder verkleinert LEDBAT sein Fenster nicht mehr?",
  "steps.predict.text":
    "Bei 20\u202fs beginnt ein Download mit CUBIC. Der Puffer fasst {limit}, das sind 300\u202fms Wartezeit. Der Zielwert von LEDBAT ist 100\u202fms.",
  "steps.predict.notes":
    "Fragen Sie, was LEDBAT bei einer Wartezeit von 200\u202fms oder mehr tut. Es gibt ein kleinstes Fenster, deshalb wird die Rate nicht genau null.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate der Sicherung in den nächsten 30 Sekunden.",
  "steps.predict.task.what.label": "Rate der Sicherung",
  "steps.predict.task.after":
    "Der Download hält die Wartezeit über dem Ziel, also verkleinert die Sicherung ihr Fenster bis zum kleinsten. Die Sicherung braucht keine Nachricht vom Download: Die Warteschlange ist die Nachricht.",
  "steps.aqm.text":
    "Nach 40\u202fs bekommt der Download {download} und die Sicherung {backup}, aber Pakete warten im Mittel {wait}. CoDel würde die Warteschlange kurz halten.",
  "steps.aqm.notes":
    "Lassen Sie den Kurs zuerst abstimmen: Hilft CoDel dem Download oder der Sicherung? Fragen Sie dann, welche Wartezeit LEDBAT mit CoDel sieht.",
  "steps.aqm.task.ask": "Mit CoDel im Router: Wie viel bekommt jeder Fluss nach 40\u202fs?",
  "steps.aqm.task.what.label": "Goodput",
  "steps.aqm.task.what.bars.0.label": "Sicherung",
  "steps.aqm.task.what.bars.1.label": "Download",
  "steps.aqm.task.after":
    "Mit CoDel bleibt die Wartezeit weit unter dem Ziel von 100\u202fms. LEDBAT vergrößert sein Fenster also immer und reagiert wie TCP nur auf Verluste. Der Fluss im Hintergrund nimmt etwa einen gleichen Anteil. Die kurze Warteschlange hat das Signal beseitigt, auf das er hört.",
  "steps.goal.text":
    "Die Sicherung bekommt jetzt {backup} und der Download {download}. CoDel bleibt im Router.",
  "steps.goal.task.ask":
    "Bringen Sie den Download über 3\u202fMb/s bei einer mittleren Wartezeit unter 20\u202fms, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.target.label": "Ziel von LEDBAT",
  "steps.goal.task.controls.target.options.0.label": "100\u202fms",
  "steps.goal.task.controls.target.options.1.label": "25\u202fms",
  "steps.goal.task.controls.target.options.2.label": "3\u202fms",
  "steps.goal.task.controls.algorithm.label": "Sender der Sicherung",
  "steps.goal.task.controls.algorithm.options.0.label": "LEDBAT",
  "steps.goal.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.goal.task.hint":
    "In Ihrem Lauf bekommt der Download {download}, und Pakete warten im Mittel {wait}. Die Sicherung weicht nur, wenn die Wartezeit über ihrem Ziel liegt.",
  freePlay:
    "Starten Sie ohne CoDel zwei Sicherungen im Abstand von 20\u202fs. Die zweite kann die Warteschlange der ersten für einen Teil des Pfades halten. Vergleichen Sie mit LEDBAT++.",
  "reading.0.text": "Low Extra Delay Background Transport (LEDBAT). RFC 6817.",
  "reading.1.text":
    "Y. Gong, D. Rossi, C. Testa, S. Valenti, M. D. Täht: Fighting the bufferbloat: on the coexistence of AQM and low priority congestion control. Computer Networks 65, 2014.",
};
