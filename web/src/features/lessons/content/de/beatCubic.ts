import type { LessonTexts } from "../../translation.ts";

export const beatCubic: LessonTexts = {
  title: "CUBIC auf einer Mobilfunkstrecke schlagen",
  learn: "wie eine eigene Regel einen wechselnden Link mit kurzer Warteschlange auslastet",
  point:
    "Eine Regel, die auf Verzögerung reagiert, und zwar schnell, hält eine Leitung mit wechselnder Rate bei kurzer Warteschlange beschäftigt.",
  "scenario.title": "CUBIC auf einer Mobilfunkstrecke schlagen",
  "scenario.flows.mine.label": "meiner",
  "steps.watch.text":
    "Die Rate einer Mobilfunkstrecke ändert sich zweimal in der Sekunde. Ihr eigener Fluss, [meiner](curve:mine), führt CUBIC aus, als Programm geschrieben. Der Puffer fasst 300 Pakete. Der Editor zeigt das Programm.",
  "steps.watch.notes":
    "Fragen Sie vor dem Start nach den beiden Zahlen des Wettbewerbs: Durchsatz und Verzögerung. Es kommt auf ihr Verhältnis an.",
  "steps.predict.text":
    "Mit CUBIC warten Pakete im Mittel {wait}, weniger als die mittlere Höhe der Kurve der Warteschlange, weil die meisten Pakete ankommen, solange die Leitung schnell ist. Der Fluss bekommt {rate}. Das nächste Programm wartet nicht auf Verluste. Sein Fenster wächst, solange Pakete weniger als 20\u202fms warten, und schrumpft darüber.",
  "steps.predict.notes":
    "Fragen Sie, was eine kurze Warteschlange kosten kann: Das Programm sieht die Verzögerung einen Umlauf später, und bis dahin kann sich die Rate verdoppelt haben.",
  "steps.predict.task.ask": "Wie viel bekommt der Fluss bei einem Ziel von 20\u202fms?",
  "steps.predict.task.what.label": "Mittlerer Goodput",
  "steps.predict.task.what.bars.0.label": "Ziel von 20\u202fms",
  "steps.predict.task.after":
    "Der Fluss bekommt fast so viel wie mit CUBIC, und die mittlere Wartezeit liegt nahe am Ziel. Einzelne Pakete warten länger, wenn die Rate fällt: Sie sind schon unterwegs.",
  "steps.goal.text":
    "Jetzt warten Pakete im Mittel {wait}, und der Fluss bekommt {rate}: viel weniger Wartezeit für etwas weniger Durchsatz. CUBIC hält die Leitung fast voll und ist daher nur bei der Verzögerung zu schlagen.",
  "steps.goal.notes":
    "Zwei Zahlen des Programms lassen sich ändern: das Ziel und die größte Änderung des Fensters je Umlauf. Fragen Sie, welche begrenzt, wie schnell das Fenster der Rate folgt.",
  "steps.goal.task.ask":
    "Ändern Sie eine Zahl so, dass der Fluss mehr als 32.3\u202fMb/s bekommt und Pakete weiterhin im Mittel weniger als 28\u202fms warten.",
  "steps.goal.task.controls.target.label": "Ziel der Verzögerung",
  "steps.goal.task.controls.target.options.0.label": "20\u202fms",
  "steps.goal.task.controls.target.options.1.label": "5\u202fms",
  "steps.goal.task.controls.target.options.2.label": "60\u202fms",
  "steps.goal.task.controls.gain.label": "Größte Änderung je Umlauf",
  "steps.goal.task.controls.gain.options.0.label": "1 Paket",
  "steps.goal.task.controls.gain.options.1.label": "10 Pakete",
  "steps.goal.task.hint":
    "Pakete warten {wait}, und der Fluss bekommt {rate}. Wie schnell kann das Fenster folgen, wenn die Rate steigt?",
  "steps.goal.task.after":
    "Pakete warten {wait}, und der Fluss bekommt {rate}: fast der Durchsatz von CUBIC, mit viel kürzerer Wartezeit. Das Fenster folgt der Rate nun bis zu zehnmal so schnell.",
  freePlay:
    "Der Editor zeigt das Programm. Machen Sie es besser: Wie viel Durchsatz bekommen Sie für jede Millisekunde Verzögerung? Beginnen Sie auch mit dem einfachen BBR, wenn Sie möchten.",
  "reading.0.text":
    "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. 2013.",
};
