import type { LessonTexts } from "../../translation.ts";

export const overshoot: LessonTexts = {
  title: "Wie Slow Start endet",
  point: "Verdoppeln findet die Kapazität schnell und verfehlt sie um den Faktor zwei.",
  learn: "wie eine neue Verbindung ihre Rate sucht und was das kostet",
  "scenario.title": "Slow Start schießt über das Ziel hinaus",
  "scenario.flows.one.label": "ein Fluss",
  "steps.predict.text":
    "Eine neue Verbindung kennt die Kapazität ihres Pfads nicht. Im Slow Start verdoppelt sie ihr Fenster in jedem Umlauf von 100\u202fms. Der Pfad fasst {bdp}, der Puffer {limit}.",
  "steps.predict.notes":
    "Fragen Sie nach dem Fenster in jeder der nächsten Umläufe, bevor jemand zeichnet. Entscheidend ist die Verzögerung von einer Umlaufzeit: Der Sender erfährt vom Verlust, nachdem er noch einmal verdoppelt hat.",
  "steps.predict.task.ask": "Zeichnen Sie das Fenster der ersten 2 Sekunden nach diesem Zeitpunkt.",
  "steps.predict.task.what.label": "Überlastfenster (cwnd)",
  "steps.predict.task.after":
    "Das Fenster verdoppelt sich, bis der Puffer voll ist. Vom Verlust erfährt der Sender einen Umlauf später, wenn sein Fenster schon doppelt so groß ist, wie Pfad und Puffer zusammen erlauben.",
  "steps.drops.text": "Das Fenster stieg auf {peak}. Der Pfad fasst {bdp}, der Puffer {limit}.",
  "steps.drops.task.ask":
    "Wie viele Pakete wurden im ganzen Lauf ungefähr verworfen? Ein Wert mit höchstens 30\u202f% Abweichung ist richtig.",
  "steps.drops.task.hint":
    "Das Fenster stieg auf {peak}, aber Pfad und Puffer fassen {bdp} und {limit}. Jedes Paket darüber hinaus wird verworfen.",
  "steps.drops.task.after":
    "NewReno ersetzt in jedem Umlauf nur einen der {drops} Verluste. Deshalb ist die Leitung nur {busy} der Zeit ausgelastet, bis sie wieder voll ist.",
  "steps.ssthresh.text":
    "Zwei Einstellungen stehen vor dem ersten Paket fest. Ein Sender kann sie so wählen, wie er es aus früheren Verbindungen weiß.",
  "steps.ssthresh.task.ask":
    "Senken Sie die Anzahl der verworfenen Pakete unter 10, indem Sie eine Einstellung ändern.",
  "steps.ssthresh.task.controls.initial.label": "Anfangsfenster",
  "steps.ssthresh.task.controls.initial.options.0.label": "Standardwert",
  "steps.ssthresh.task.controls.initial.options.1.label": "1 Paket",
  "steps.ssthresh.task.controls.initial.options.2.label": "40 Pakete",
  "steps.ssthresh.task.controls.ssthresh.label": "Slow-Start-Schwelle",
  "steps.ssthresh.task.controls.ssthresh.options.0.label": "keine",
  "steps.ssthresh.task.controls.ssthresh.options.1.label": "60 Pakete",
  "steps.ssthresh.task.controls.ssthresh.options.2.label": "300 Pakete",
  "steps.ssthresh.task.hint":
    "In Ihrem Lauf wurden {drops} Pakete verworfen, und das Fenster stieg auf {peak}. Der Slow Start muss enden, bevor das Fenster Pfad und Puffer übersteigt.",
  "steps.ssthresh.task.after":
    "Der Slow Start endet nun an der Schwelle, vor dem ersten Verlust: Das Fenster stieg auf {peak}.",
  freePlay:
    "Machen Sie den Puffer viel größer: Der Slow Start braucht länger bis zu seinem Ende, und die Warteschlange wächst auf die Größe des Puffers.",
  "reading.0.text": "V. Jacobson: Congestion Avoidance and Control. SIGCOMM 1988.",
  "reading.1.text": "HyStart++: Modified Slow Start for TCP. RFC 9406.",
};
