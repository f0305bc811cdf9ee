import type { LessonTexts } from "../../translation.ts";

export const dataCentre: LessonTexts = {
  title: "Platz für Stöße",
  point:
    "Sender, die darauf reagieren, wie viele Pakete markiert sind, halten die Warteschlange kurz; so hat der Puffer Platz für Stöße.",
  "scenario.title": "Platz für Stöße",
  "scenario.flows.0.label": "lange Übertragung",
  "scenario.flows.1.label": "Server",
  "steps.0.text":
    "Zwei lange Übertragungen teilen sich in einem Rechenzentrum eine Leitung mit 1\u202fGb/s. Die Umlaufzeit von 100\u202fµs fasst 8 Pakete, und der Puffer vor der Leitung fasst {limit}.",
  "steps.0.notes":
    "Berechnen Sie gemeinsam das Bandbreite-Verzögerungs-Produkt. Fragen Sie, warum der Puffer so viel größer ist und wem das nützt.",
  "steps.0.task.ask": "Wie viele Pakete warten zwischen 0.2\u202fs und 0.5\u202fs im Mittel?",
  "steps.0.task.hint":
    "Lesen Sie die Warteschlange in ihrem Diagramm ab. Jede Übertragung vergrößert ihr Fenster, bis der Puffer überläuft.",
  "steps.1.text":
    "Bei 0.5\u202fs beantwortet ein Server eine Anfrage mit 32\u202fkB. Nun antworten 20 Server im selben Moment. Jeder beginnt mit 10 Paketen, also kommen 200 Pakete auf einmal an. Ohne anderen Verkehr könnte die Leitung alle Antworten in 5\u202fms befördern.",
  "steps.1.notes":
    "Zeichnen Sie den Puffer mit den Paketen der langen Übertragungen an die Tafel. Die Klasse braucht die Anzahl der wartenden und die der ankommenden Pakete.",
  "steps.1.task.ask": "Wie viele der 20 Antworten sind nach 50\u202fms vollständig?",
  "steps.1.task.what.label": "Vollständige Antworten",
  "steps.1.task.what.bars.0.label": "Nach 50\u202fms",
  "steps.1.task.after":
    "Die langen Übertragungen lassen wenig Platz im Puffer. Einer Antwort, die ihre letzten Pakete verliert, bleibt nichts, was den Verlust verraten könnte; sie wartet auf ihren Timer, 200\u202fms.",
  "steps.2.text":
    "Ihr Lauf hat {drops} verworfene Pakete und {timeouts} Timeouts. Data Center TCP lässt sich vom Switch helfen: Er markiert jedes Paket, das mindestens 20 wartende Pakete vorfindet. Der Sender zählt, wie viele seiner Pakete markiert sind, und verkleinert sein Fenster um die Hälfte dieses Anteils, statt bei der ersten Markierung um die Hälfte.",
  "steps.2.notes":
    "Vergleichen Sie mit ECN nach RFC 3168, bei dem eine Markierung und hundert Markierungen dieselbe Wirkung haben. Fragen Sie, was das Fenster tut, wenn jedes zehnte Paket markiert ist.",
  "steps.2.task.ask":
    "Wie viele Pakete warten zwischen 0.2\u202fs und 0.5\u202fs im Mittel, wenn alle Sender DCTCP verwenden?",
  "steps.2.task.what.label": "Mittlere Warteschlange vor dem Stoß",
  "steps.2.task.what.bars.0.label": "DCTCP",
  "steps.2.task.after":
    "Einige Markierungen je Umlauf verkleinern die Fenster ein wenig. Die Warteschlange bleibt nahe der Schwelle, und die Leitung bleibt ausgelastet.",
  "steps.3.text":
    "Der Puffer fasst so viele Pakete wie zuvor, aber {queue} warten darin, wenn die Server antworten.",
  "steps.3.task.ask": "Wie viele der 20 Antworten sind nach 50\u202fms vollständig?",
  "steps.3.task.options.0.text": "Weniger als die Hälfte",
  "steps.3.task.options.1.text": "Mindestens die Hälfte, aber nicht alle",
  "steps.3.task.options.2.text": "Alle",
  "steps.3.task.hint": "Ihr Lauf hat nach 0.5\u202fs {drops} verworfene Pakete und {timeouts} Timeouts.",
  "steps.4.text":
    "Die Puffer von Switches sind klein, weil ihr Speicher schnell und teuer ist. Dieser fasst jetzt {limit}.",
  "steps.4.task.ask":
    "Bringen Sie die Anzahl der nach 0.5\u202fs verworfenen Pakete auf null, indem Sie eine Einstellung ändern.",
  "steps.4.task.controls.0.label": "Pakete werden markiert ab",
  "steps.4.task.controls.0.options.0.label": "20 wartenden Paketen",
  "steps.4.task.controls.0.options.1.label": "5 wartenden Paketen",
  "steps.4.task.controls.1.label": "Erstes Fenster eines Servers",
  "steps.4.task.controls.1.options.0.label": "10 Pakete",
  "steps.4.task.controls.1.options.1.label": "4 Pakete",
  "steps.4.task.controls.2.label": "Minimum des Timers",
  "steps.4.task.controls.2.options.0.label": "200\u202fms",
  "steps.4.task.controls.2.options.1.label": "1\u202fms",
  "steps.4.task.hint":
    "Ihr Lauf hat nach 0.5\u202fs {drops} verworfene Pakete. Die ersten Pakete einer Antwort gehen ab, bevor eine Markierung zurückkehren kann.",
  freePlay:
    "Lassen Sie eine der langen Übertragungen NewReno verwenden. Wer bekommt die Leitung, und warum wird DCTCP nur innerhalb von Rechenzentren verwendet?",
  "reading.0.text": "M. Alizadeh et al.: Data Center TCP (DCTCP). SIGCOMM 2010.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
