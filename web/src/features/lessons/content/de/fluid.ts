import type { LessonTexts } from "../../translation.ts";

export const fluid: LessonTexts = {
  title: "Flüsse als Flüssigkeit",
  point:
    "Eine große Zahl von Flüssen verhält sich, wie es eine Differentialgleichung beschreibt. Eine kleine Zahl tut es nicht.",
  learn: "wann eine Gleichung viele Flüsse beschreibt und wann nicht",
  "scenario.title": "Flüsse als Flüssigkeit",
  "scenario.flows.many.label": "Fluss",
  "steps.watch.text":
    "Vier Flüsse mit einer Umlaufzeit von 90\u202fms teilen sich eine Leitung, auf der jeder von ihnen 1\u202fMb/s hat, also 83 Pakete pro Sekunde. RED verwirft kein Paket, solange im Mittel weniger als 2 Pakete je Fluss in der Warteschlange sind, und eines von zehn bei 14 Paketen je Fluss. Beobachten Sie die Warteschlange.",
  "steps.watch.notes":
    "Lassen Sie den Kurs die Warteschlange mit einem Wort beschreiben. Fragen Sie dann, ob man ihren Mittelwert ohne Simulation vorhersagen kann.",
  "steps.mean.text":
    "Das Flüssigkeitsmodell ersetzt die Flüsse durch eine Gleichung für das mittlere Fenster W: Es wächst um ein Paket je Umlaufzeit, und jeder Verlust halbiert es. Bei einer Verlustrate p gleichen sich Wachstum und Kürzungen bei W² p = 2 aus. RED ergibt p = 0.1 (q − 2) / 12 bei q Paketen je Fluss in der Warteschlange. Und W Pakete je Umlauf müssen 83 Pakete pro Sekunde ergeben; jedes wartende Paket je Fluss verlängert die Umlaufzeit um 12\u202fms. Alle drei Bedingungen gelten bei W = 11.4.",
  "steps.mean.notes":
    "Der Kurs muss zwei Gleichungen lösen: die Verlustrate aus W, dann q aus der Verlustrate. Rechnen Sie gemeinsam an der Tafel, und multiplizieren Sie am Ende mit der Anzahl der Flüsse.",
  "steps.mean.task.ask":
    "Wie viele Pakete warten nach dem Modell in der Warteschlange der vier Flüsse? Der Lauf muss auf 15\u202f% genau übereinstimmen.",
  "steps.mean.task.hint":
    "Berechnen Sie p = 2 / W², dann q aus der Regel von RED. Die Warteschlange enthält q Pakete für jeden der vier Flüsse.",
  "steps.predict.text":
    "Der Mittelwert stimmt, aber die Warteschlange Ihres Laufs bewegt sich zwischen {lowest} und {highest}. Das Modell kennt keine solche Bewegung. Jetzt teilen sich 64 Flüsse eine Leitung mit 64\u202fMb/s, und alle Schwellen wachsen mit der Anzahl der Flüsse. Für jeden einzelnen Fluss bleibt das Modell gleich.",
  "steps.predict.notes":
    "Das Modell ergibt dasselbe q je Fluss, der Mittelwert ist also 16-mal so groß. Fragen Sie, ob auch die kürzeste und die längste Warteschlange 16-mal so groß sind, und warum nicht.",
  "steps.predict.task.ask":
    "Mit 64 Flüssen: Wie viele Pakete enthält die Warteschlange nach 20\u202fs mindestens und höchstens?",
  "steps.predict.task.what.label": "Warteschlange",
  "steps.predict.task.what.bars.0.label": "kürzeste",
  "steps.predict.task.what.bars.1.label": "längste",
  "steps.predict.task.after":
    "Die Flüsse kürzen ihre Fenster in verschiedenen Augenblicken, und die Kürzungen vieler Flüsse gleichen sich fast aus. Im Verhältnis zu ihrem Mittelwert bewegt sich die Warteschlange viel weniger als mit vier Flüssen. Die Gleichung beschreibt den Mittelwert unendlich vieler Flüsse.",
  "steps.compare.text":
    "Für 64 Flüsse ergibt das Modell eine Warteschlange von 246 Paketen. Wählen Sie „Modelle“ über dem Diagramm der Warteschlange: Die Linie aus Strichen und Punkten ist das Modell über der Zeit, und Balken zeigen, wo Ihr Lauf um mehr als 10\u202f% davon abweicht.",
  "steps.compare.task.ask": "Wie weit liegt die mittlere Warteschlange Ihres Laufs vom Modell entfernt?",
  "steps.compare.task.options.0.text": "Mehr als 10\u202f% darunter",
  "steps.compare.task.options.1.text": "Weniger als 10\u202f% davon entfernt",
  "steps.compare.task.options.2.text": "Mehr als 10\u202f% darüber",
  "steps.compare.task.hint":
    "Lesen Sie die mittlere Höhe im Diagramm der Warteschlange. Nach 20\u202fs ist die kürzeste Warteschlange {lowest} und die längste {highest}.",
  "steps.design.text":
    "Mit dem Modell kann man Einstellungen wählen, bevor etwas gebaut ist. Die drei Gleichungen des Modells gelten auch für andere Einstellungen.",
  "steps.design.task.ask":
    "Bringen Sie die mittlere Warteschlange unter 210 Pakete, und halten Sie die Leitung mehr als 95\u202f% der Zeit ausgelastet, indem Sie eine Einstellung ändern.",
  "steps.design.task.controls.probability.label": "Verlustwahrscheinlichkeit an der oberen Schwelle",
  "steps.design.task.controls.probability.options.0.label": "0.1",
  "steps.design.task.controls.probability.options.1.label": "0.2",
  "steps.design.task.controls.buffer.label": "Puffer",
  "steps.design.task.controls.buffer.options.0.label": "40 Pakete je Fluss",
  "steps.design.task.controls.buffer.options.1.label": "20 Pakete je Fluss",
  "steps.design.task.hint":
    "In Ihrem Lauf warten im Mittel {queue}, und die Leitung ist {busy} der Zeit ausgelastet. Welche der Einstellungen kommt in den Gleichungen vor?",
  freePlay:
    "Erhöhen Sie die Verzögerung der Leitung, und finden Sie heraus, ab welcher Umlaufzeit die Warteschlange von 64 Flüssen nicht mehr zur Ruhe kommt. Auch das Modell hat eine solche Grenze.",
  "reading.0.text":
    "V. Misra, W.-B. Gong, D. Towsley: Fluid-based Analysis of a Network of AQM Routers Supporting TCP Flows with an Application to RED. SIGCOMM 2000.",
  "reading.1.text":
    "C. V. Hollot, V. Misra, D. Towsley, W. Gong: A Control Theoretic Analysis of RED. INFOCOM 2001.",
};
