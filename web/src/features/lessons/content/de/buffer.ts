import type { LessonTexts } from "../../translation.ts";

export const buffer: LessonTexts = {
  title: "Wie groß muss ein Puffer sein?",
  point:
    "Ein NewReno-Fluss braucht einen Puffer von einem Bandbreite-Verzögerungs-Produkt; viele Flüsse oder sanftere Kürzungen brauchen viel weniger.",
  learn: "wie groß ein Puffer sein muss und wovon das abhängt",
  "scenario.title": "Wie groß muss ein Puffer sein?",
  "scenario.flows.flow.label": "Fluss",
  "steps.watch.text":
    "Ein NewReno-Fluss nutzt eine Leitung mit 20\u202fMb/s und einer Umlaufzeit von 60\u202fms. Der Pfad fasst {bdp}, der Puffer nur {limit}. Beobachten Sie die Warteschlange.",
  "steps.watch.notes":
    "Zeichnen Sie ein Rohr mit einem Trichter an die Tafel: Der Pfad ist das Rohr, der Puffer der Trichter. Fragen Sie, was im Rohr geschieht, wenn der Sender sein Fenster halbiert.",
  "steps.read.text":
    "Nach jeder Kürzung ist die Warteschlange leer, und die Leitung bleibt teilweise ungenutzt, bis das Fenster wieder gewachsen ist.",
  "steps.read.task.ask": "Welchen Anteil der Kapazität nutzt der Fluss nach den ersten 10\u202fs?",
  "steps.read.task.options.0.text": "Weniger als 65\u202f%",
  "steps.read.task.options.1.text": "Zwischen 65\u202f% und 90\u202f%",
  "steps.read.task.options.2.text": "Mehr als 90\u202f%",
  "steps.read.task.hint":
    "Fast ohne Puffer bewegt sich das Fenster zwischen dem halben und dem ganzen Pfad. Wie groß ist sein Mittelwert?",
  "steps.read.task.after":
    "Die Leitung ist {busy} der Zeit ausgelastet: Das Fenster bewegt sich zwischen etwa dem halben und etwas mehr als dem ganzen Pfad.",
  "steps.predict.text":
    "Nun fasst der Puffer so viele Pakete wie der Pfad: ein Bandbreite-Verzögerungs-Produkt. NewReno halbiert sein Fenster weiter bei jedem Verlust.",
  "steps.predict.notes":
    "Lassen Sie den Kurs die Regel vor dem Aufdecken herleiten: Nach einer Kürzung vom Doppelten des Pfades ist das halbe Fenster genau der Pfad.",
  "steps.predict.task.ask": "Mit einem Puffer von 1\u202fBDP: Welchen Anteil der Kapazität nutzt der Fluss?",
  "steps.predict.task.what.label": "Anteil an der Kapazität",
  "steps.predict.task.what.bars.0.label": "Leitung ausgelastet",
  "steps.predict.task.after":
    "Die Leitung ist immer ausgelastet. Der Preis ist das Warten: Die Warteschlange ist meistens mindestens halb voll.",
  "steps.many.text":
    "Der Puffer ist wieder klein: Die Leitung ist {busy} der Zeit ausgelastet, und Pakete warten im Mittel {wait}.",
  "steps.many.task.ask":
    "Nutzen Sie mehr als 90\u202f% der Leitung bei einer mittleren Wartezeit unter 10\u202fms, indem Sie eine Einstellung ändern.",
  "steps.many.task.controls.buffer.label": "Puffer",
  "steps.many.task.controls.buffer.options.0.label": "0.1\u202fBDP",
  "steps.many.task.controls.buffer.options.1.label": "1\u202fBDP",
  "steps.many.task.controls.buffer.options.2.label": "2\u202fBDP",
  "steps.many.task.controls.flows.label": "Anzahl der Flüsse",
  "steps.many.task.controls.flows.options.0.label": "1",
  "steps.many.task.controls.flows.options.1.label": "3",
  "steps.many.task.controls.flows.options.2.label": "20",
  "steps.many.task.hint":
    "Ihre Leitung ist {busy} der Zeit ausgelastet, und Pakete warten im Mittel {wait}. Die Summe von Fenstern, die nicht im selben Augenblick gekürzt werden, schwankt wenig.",
  "steps.many.task.after":
    "Die Leitung ist {busy} der Zeit ausgelastet, und Pakete warten im Mittel {wait}. Die Flüsse kürzen ihre Fenster zu verschiedenen Zeitpunkten; die Summe der Fenster schwankt daher wenig, und ein kleiner Puffer genügt.",
  "steps.sender.text":
    "Andere Sender brauchen andere Puffer: CUBIC kürzt sein Fenster weniger, und BBR misst den Pfad. Wieder nutzt ein einziger Fluss die Leitung, mit einem Puffer von zwei Bandbreite-Verzögerungs-Produkten.",
  "steps.sender.task.ask":
    "Nutzen Sie mehr als 95\u202f% der Leitung bei einer mittleren Wartezeit unter 5\u202fms, indem Sie eine Einstellung ändern.",
  "steps.sender.task.controls.size.label": "Puffer",
  "steps.sender.task.controls.size.options.0.label": "2\u202fBDP",
  "steps.sender.task.controls.size.options.1.label": "0.5\u202fBDP",
  "steps.sender.task.controls.size.options.2.label": "0.1\u202fBDP",
  "steps.sender.task.controls.algorithm.label": "Sender",
  "steps.sender.task.controls.algorithm.options.0.label": "NewReno",
  "steps.sender.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.sender.task.controls.algorithm.options.2.label": "BBR",
  "steps.sender.task.hint":
    "Ihre Leitung ist {busy} der Zeit ausgelastet, und Pakete warten im Mittel {wait}. Welcher Sender füllt den Puffer nicht, um die Kapazität zu finden?",
  "steps.sender.task.after":
    "Die Leitung ist {busy} der Zeit ausgelastet, und Pakete warten im Mittel {wait}, obwohl der Puffer groß ist. BBR misst die Rate und den kürzesten Umlauf und braucht keinen vollen Puffer.",
  freePlay:
    "Wechseln Sie zu CUBIC, das sein Fenster um weniger als die Hälfte kürzt, und finden Sie den kleinsten Puffer, der die Leitung ausgelastet hält.",
  "reading.0.text": "G. Appenzeller, I. Keslassy, N. McKeown: Sizing Router Buffers. SIGCOMM 2004.",
  "reading.1.text": "C. Villamizar, C. Song: High Performance TCP in ANSNET. CCR 1994.",
};
