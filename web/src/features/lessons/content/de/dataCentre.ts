import type { LessonTexts } from "../../translation.ts";

export const dataCentre: LessonTexts = {
  title: "Platz für Stöße",
  point:
    "Sender, die darauf reagieren, wie viele Pakete markiert sind, halten die Warteschlange kurz; so hat der Puffer Platz für Stöße.",
  learn: "wie ein Switch und seine Sender Platz für Schübe schaffen können",
  "scenario.title": "Platz für Stöße",
  "scenario.flows.long.label": "lange Übertragung",
  "scenario.flows.server.label": "Server",
  "steps.queue.text":
    "Zwei lange Übertragungen teilen sich in einem Rechenzentrum eine Leitung mit 1\u202fGb/s. Die Umlaufzeit von 100\u202fµs fasst 8 Pakete, und der Puffer vor der Leitung fasst {limit}.",
  "steps.queue.notes":
    "Berechnen Sie gemeinsam das Bandbreite-Verzögerungs-Produkt. Fragen Sie, warum der Puffer so viel größer ist und wem das nützt.",
  "steps.queue.task.ask": "Wie viele Pakete warten zwischen 0.2\u202fs und 0.5\u202fs im Mittel?",
  "steps.queue.task.hint":
    "Lesen Sie die Warteschlange in ihrem Diagramm ab. Jede Übertragung vergrößert ihr Fenster, bis der Puffer überläuft.",
  "steps.burst.text":
    "Bei 0.5\u202fs beantwortet ein Server eine Anfrage mit 32\u202fkB. Nun antworten 20 Server im selben Moment. Jeder beginnt mit 10 Paketen, also kommen 200 Pakete auf einmal an. Ohne anderen Verkehr könnte die Leitung alle Antworten in 5\u202fms befördern.",
  "steps.burst.notes":
    "Zeichnen Sie den Puffer mit den Paketen der langen Übertragungen an die Tafel. Die Klasse braucht die Anzahl der wartenden und die der ankommenden Pakete.",
  "steps.burst.task.ask": "Wie viele der 20 Antworten sind nach 50\u202fms vollständig?",
  "steps.burst.task.what.label": "Vollständige Antworten",
  "steps.burst.task.what.bars.0.label": "Nach 50\u202fms",
  "steps.burst.task.after":
    "Die langen Übertragungen lassen wenig Platz im Puffer, und viele Pakete der Antworten gehen verloren. Die meisten Server erfahren davon durch Bestätigungen, die noch ankommen, und wiederholen die Pakete. Einer Antwort, die ihre letzten Pakete verliert, bleibt nichts, was den Verlust verraten könnte; sie wartet auf ihren Timer, 200\u202fms.",
  "steps.marks.text":
    "Nach 0.5\u202fs hat Ihr Lauf {drops} verworfene Pakete und {timeouts} Timeouts. Data Center TCP lässt sich vom Switch helfen: Er markiert jedes Paket, das mindestens 20 wartende Pakete vorfindet. Der Sender zählt, wie viele seiner Pakete markiert sind, und verkleinert sein Fenster um die Hälfte dieses Anteils, statt bei der ersten Markierung um die Hälfte.",
  "steps.marks.notes":
    "Vergleichen Sie mit ECN nach RFC 3168, bei dem eine Markierung und hundert Markierungen dieselbe Wirkung haben. Fragen Sie, was das Fenster tut, wenn jedes zehnte Paket markiert ist.",
  "steps.marks.task.ask":
    "Wie stark ist die Leitung zwischen 0.2\u202fs und 0.5\u202fs ausgelastet, wenn alle Sender DCTCP verwenden?",
  "steps.marks.task.what.label": "Anteil an der Kapazität vor dem Stoß",
  "steps.marks.task.what.bars.0.label": "DCTCP",
  "steps.marks.task.after":
    "Einige Markierungen je Umlauf verkleinern die Fenster ein wenig. Die Warteschlange bleibt nahe der Schwelle, und die Leitung bleibt ausgelastet.",
  "steps.answers.text": "Der Puffer fasst so viele Pakete wie zuvor, und die Server antworten wie zuvor.",
  "steps.answers.task.ask": "Wie viele der 20 Antworten sind nach 50\u202fms vollständig?",
  "steps.answers.task.options.0.text": "Weniger als die Hälfte",
  "steps.answers.task.options.1.text": "Mindestens die Hälfte, aber nicht alle",
  "steps.answers.task.options.2.text": "Alle",
  "steps.answers.task.hint":
    "In Ihrem Lauf warten {queue}, bevor die Server antworten. Wie viele der 200 Pakete finden Platz?",
  "steps.goal.text":
    "Die Puffer von Switches sind klein, weil ihr Speicher schnell und teuer ist. Dieser fasst jetzt {limit}.",
  "steps.goal.task.ask":
    "Bringen Sie die Anzahl der nach 0.5\u202fs verworfenen Pakete auf null, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.threshold.label": "Pakete werden markiert ab",
  "steps.goal.task.controls.threshold.options.0.label": "20 wartenden Paketen",
  "steps.goal.task.controls.threshold.options.1.label": "5 wartenden Paketen",
  "steps.goal.task.controls.window.label": "Erstes Fenster eines Servers",
  "steps.goal.task.controls.window.options.0.label": "10 Pakete",
  "steps.goal.task.controls.window.options.1.label": "4 Pakete",
  "steps.goal.task.controls.timer.label": "Minimum des Timers",
  "steps.goal.task.controls.timer.options.0.label": "200\u202fms",
  "steps.goal.task.controls.timer.options.1.label": "1\u202fms",
  "steps.goal.task.hint":
    "Ihr Lauf hat nach 0.5\u202fs {drops} verworfene Pakete. Die ersten Pakete einer Antwort gehen ab, bevor eine Markierung zurückkehren kann.",
  freePlay:
    "Lassen Sie eine der langen Übertragungen NewReno verwenden. Wer bekommt die Leitung, und warum wird DCTCP nur innerhalb von Rechenzentren verwendet?",
  "reading.0.text": "M. Alizadeh et al.: Data Center TCP (DCTCP). SIGCOMM 2010.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
