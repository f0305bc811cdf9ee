import type { LessonTexts } from "../../translation.ts";

export const wireless: LessonTexts = {
  title: "Verluste ohne Überlast",
  point:
    "Dieselbe Verlustrate schadet in Schüben weniger, und wer nach Verlusten regelt, missdeutet die Fehler einer Funkstrecke.",
  "scenario.title": "Verluste ohne Überlast",
  "scenario.flows.0.label": "Fluss",
  "steps.0.text":
    "Eine Funkstrecke mit 10\u202fMb/s verliert eines von hundert Paketen. [Der Fluss](curve:single) bekommt {rate}. Betrachten Sie die Warteschlange.",
  "steps.0.notes":
    "Entscheidend ist die Warteschlange: Ist sie leer, so ist nichts überlastet. Fragen Sie, was der Sender von der Warteschlange sehen kann.",
  "steps.0.task.ask": "Ist die Leitung überlastet?",
  "steps.0.task.options.0.text": "Ja, meistens warten Pakete in der Warteschlange",
  "steps.0.task.options.1.text": "Nein, die Warteschlange ist fast leer",
  "steps.0.task.hint":
    "In Ihrem Lauf warten im Mittel {queue}, und die Leitung ist {busy} der Zeit ausgelastet.",
  "steps.1.text":
    "Fehler von Funkstrecken kommen in Schüben. Die Leitung verliert nun immer noch eines von hundert Paketen, aber etwa drei auf einmal.",
  "steps.1.notes":
    "Es gehen gleich viele Pakete verloren. Fragen Sie, ob nur die Anzahl zählt oder auch, wie viele davon in ein Fenster fallen.",
  "steps.1.task.ask": "Wie groß ist der Goodput jetzt?",
  "steps.1.task.what.label": "Mittlerer Goodput",
  "steps.1.task.what.bars.0.label": "mit Verlusten in Schüben",
  "steps.1.task.after":
    "SACK ersetzt alle Verluste eines Fensters gemeinsam und halbiert das Fenster nur einmal. Drei Verluste in einem Schub kosten daher kaum mehr als einer.",
  "steps.2.text": "Der Fluss bekommt jetzt {rate}, mit {cuts} Kürzungen seines Fensters.",
  "steps.2.task.ask": "Bringen Sie den Goodput über 8\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.2.task.controls.0.label": "Warteschlangenverfahren",
  "steps.2.task.controls.0.options.0.label": "Drop-Tail",
  "steps.2.task.controls.0.options.1.label": "CoDel",
  "steps.2.task.controls.1.label": "Reparatur durch die Funkstrecke selbst",
  "steps.2.task.controls.1.options.0.label": "keine",
  "steps.2.task.controls.1.options.1.label": "neun von zehn Verlusten",
  "steps.2.task.hint": "Ihr Fluss bekommt {rate}. Die Warteschlange ist nicht der Grund für seine Verluste.",
  "steps.3.text":
    "Nicht jeder Sender hält einen Verlust für ein Zeichen von Überlast. Die Verluste sind wieder einzeln, eines von hundert Paketen.",
  "steps.3.task.ask": "Wählen Sie einen Sender, dessen Goodput über 8\u202fMb/s liegt.",
  "steps.3.task.controls.0.label": "Sender",
  "steps.3.task.controls.0.options.0.label": "SACK",
  "steps.3.task.controls.0.options.1.label": "CUBIC",
  "steps.3.task.controls.0.options.2.label": "Westwood+",
  "steps.3.task.controls.0.options.3.label": "BBR",
  "steps.3.task.hint":
    "Ihr Fluss bekommt {rate}. Welcher Sender misst den Pfad und senkt seine Rate bei einem Verlust nicht?",
  freePlay:
    "Machen Sie die Schübe länger als fünf Pakete: Auch die wiederholten Pakete gehen verloren, und der Fluss wartet immer wieder auf seinen Timer.",
  "reading.0.text":
    "H. Balakrishnan et al.: A Comparison of Mechanisms for Improving TCP Performance over Wireless Links. 1997.",
  "reading.1.text": "E. Gilbert: Capacity of a Burst-Noise Channel. 1960.",
};
