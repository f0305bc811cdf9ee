import type { LessonTexts } from "../../translation.ts";

export const wireless: LessonTexts = {
  title: "Die Fehler einer Funkstrecke",
  point:
    "Dieselbe Verlustrate schadet in Schüben weniger, und wer nach Verlusten regelt, missdeutet die Fehler einer Funkstrecke.",
  learn: "was die Fehler einer Funkstrecke mit einem Sender machen",
  "scenario.title": "Verluste ohne Überlast",
  "scenario.flows.single.label": "Fluss",
  "steps.why.text":
    "Eine Funkstrecke mit 10\u202fMb/s verliert eines von hundert Paketen. Betrachten Sie die Warteschlange [des Flusses](curve:single).",
  "steps.why.notes":
    "Entscheidend ist die Warteschlange: Ist sie leer, so ist nichts überlastet. Fragen Sie, was der Sender von der Warteschlange sehen kann.",
  "steps.why.task.ask": "Ist die Leitung überlastet?",
  "steps.why.task.options.0.text": "Ja, meistens warten Pakete in der Warteschlange",
  "steps.why.task.options.1.text": "Ab und zu: Im Mittel warten ein bis fünf Pakete",
  "steps.why.task.options.2.text": "Nein, die Warteschlange ist fast leer",
  "steps.why.task.hint":
    "In Ihrem Lauf warten im Mittel {queue}, und die Leitung ist {busy} der Zeit ausgelastet.",
  "steps.predict.text":
    "Bisher bekam der Fluss, der SACK verwendet, {rate}. Fehler von Funkstrecken kommen in Schüben. Die Leitung verliert nun immer noch eines von hundert Paketen, aber etwa drei auf einmal.",
  "steps.predict.notes":
    "Es gehen gleich viele Pakete verloren. Fragen Sie, ob nur die Anzahl zählt oder auch, wie viele davon in ein Fenster fallen.",
  "steps.predict.task.ask": "Wie groß ist der Goodput jetzt?",
  "steps.predict.task.what.label": "Mittlerer Goodput",
  "steps.predict.task.what.bars.0.label": "mit Verlusten in Schüben",
  "steps.predict.task.after":
    "SACK ersetzt alle Verluste eines Fensters gemeinsam und halbiert das Fenster nur einmal. Drei Verluste in einem Schub kosten daher kaum mehr als einer.",
  "steps.mend.text": "Der Fluss bekommt nun {rate}, auf einer Leitung mit 10\u202fMb/s.",
  "steps.mend.task.ask": "Bringen Sie den Goodput über 8\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.mend.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.mend.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.mend.task.controls.queue.options.1.label": "CoDel",
  "steps.mend.task.controls.loss.label": "Reparatur durch die Funkstrecke selbst",
  "steps.mend.task.controls.loss.options.0.label": "keine",
  "steps.mend.task.controls.loss.options.1.label": "neun von zehn Verlusten",
  "steps.mend.task.hint":
    "Ihr Fluss bekommt {rate}. Die Warteschlange ist nicht der Grund für seine Verluste.",
  "steps.controller.text":
    "Nicht jeder Sender hält einen Verlust für ein Zeichen von Überlast. Die Verluste sind wieder einzeln, eines von hundert Paketen.",
  "steps.controller.task.ask": "Wählen Sie einen Sender, dessen Goodput über 8\u202fMb/s liegt.",
  "steps.controller.task.controls.algorithm.label": "Sender",
  "steps.controller.task.controls.algorithm.options.0.label": "SACK",
  "steps.controller.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.controller.task.controls.algorithm.options.2.label": "Westwood+",
  "steps.controller.task.controls.algorithm.options.3.label": "BBR",
  "steps.controller.task.hint":
    "Ihr Fluss bekommt {rate}. Welcher Sender misst den Pfad und senkt seine Rate bei einem Verlust nicht?",
  freePlay:
    "Machen Sie die Schübe länger als fünf Pakete: Auch die wiederholten Pakete gehen verloren, und der Fluss wartet immer wieder auf seinen Timer.",
  "reading.0.text":
    "H. Balakrishnan et al.: A Comparison of Mechanisms for Improving TCP Performance over Wireless Links. 1997.",
  "reading.1.text": "E. Gilbert: Capacity of a Burst-Noise Channel. 1960.",
};
