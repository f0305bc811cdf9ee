import type { LessonTexts } from "../../translation.ts";

export const bbr: LessonTexts = {
  title: "Ein Modell des Pfades",
  point: "Ein Sender, der den Pfad misst, braucht keine Verluste, aber wie er teilt, hängt vom Puffer ab.",
  learn: "wie BBR seine Rate findet und wann es gut oder schlecht teilt",
  "scenario.title": "Ein Modell des Pfades",
  "scenario.flows.bbr.label": "BBR",
  "scenario.flows.cubic.label": "CUBIC",
  "steps.watch.text":
    "[BBR](curve:bbr) misst zweierlei: die höchste Rate, mit der seine Pakete ankommen, und die kürzeste Umlaufzeit. Ihr Produkt, hier {bdp}, ist das, was der Pfad fasst. BBR sendet mit der gemessenen Rate und hat höchstens das Doppelte dieser Menge unterwegs. Beobachten Sie es allein auf einer Leitung mit 20\u202fMb/s und einem Umlauf von 40\u202fms.",
  "steps.watch.notes":
    "Schreiben Sie die beiden gemessenen Größen und ihr Produkt an die Tafel. Fragen Sie, warum man nicht beide im selben Augenblick messen kann.",
  "steps.probe.text":
    "Alle 10\u202fs fällt das Fenster für 0.2\u202fs auf vier Pakete. Die Warteschlange ist dann leer, und die kürzeste Umlaufzeit kann erneut gemessen werden. Dazwischen sendet BBR in einem von acht Umläufen 25\u202f% mehr, um zu sehen, ob mehr ankommt, und im nächsten 25\u202f% weniger.",
  "steps.probe.task.ask":
    "Wie voll ist der Puffer von einem Bandbreite-Verzögerungs-Produkt im Mittel zwischen 5\u202fs und 18\u202fs?",
  "steps.probe.task.options.0.text": "Weniger als ein Viertel",
  "steps.probe.task.options.1.text": "Zwischen einem Viertel und drei Vierteln",
  "steps.probe.task.options.2.text": "Mehr als drei Viertel",
  "steps.probe.task.hint": "In Ihrem Lauf warten im Mittel {queue}. Der Puffer fasst {bdp}.",
  "steps.probe.task.after":
    "Im Mittel warten {queue}, und der Puffer fasst {bdp}. BBR sendet mit der Rate der Leitung; eine Warteschlange entsteht nur, solange es mehr sendet.",
  "steps.compete.text":
    "Bei 20\u202fs beginnt ein CUBIC-Fluss. Er vergrößert sein Fenster, bis Pakete verloren gehen. Der Puffer fasst ein Bandbreite-Verzögerungs-Produkt.",
  "steps.compete.notes":
    "Fragen Sie, wer hier auf einen vollen Puffer reagiert. Für den einen Fluss ist ein Verlust ein Signal, für den anderen nicht.",
  "steps.compete.task.ask": "Zeichnen Sie die Rate von CUBIC bis 70\u202fs.",
  "steps.compete.task.what.label": "Rate von CUBIC",
  "steps.compete.task.after":
    "BBR hält bis zu zwei Bandbreite-Verzögerungs-Produkte unterwegs. Eines füllt den Pfad, das andere füllt diesen Puffer. CUBIC verliert immer wieder Pakete und gibt nach.",
  "steps.deep.text":
    "Nach 40\u202fs bekommt BBR {bbr} und CUBIC {cubic}, bei {drops} Verwürfen. Nun wird der Puffer achtmal so groß.",
  "steps.deep.notes":
    "Erinnern Sie an die Grenze von zwei Bandbreite-Verzögerungs-Produkten. Fragen Sie, wie viel vom großen Puffer BBR nutzen kann.",
  "steps.deep.task.ask":
    "Wie viel bekommen die Flüsse mit einem Puffer von acht Bandbreite-Verzögerungs-Produkten?",
  "steps.deep.task.what.label": "Goodput nach 40\u202fs",
  "steps.deep.task.what.bars.0.label": "BBR",
  "steps.deep.task.what.bars.1.label": "CUBIC",
  "steps.deep.task.after":
    "BBRs Grenze von zwei Bandbreite-Verzögerungs-Produkten ist nun klein gegenüber dem Puffer, und CUBIC füllt den Rest.",
  "steps.goal.text":
    "Der Puffer ist wieder klein: CUBIC bekommt {cubic}, und Pakete warten im Mittel {wait}. Mit dem großen Puffer bekam CUBIC mehr, aber Pakete warteten viel länger.",
  "steps.goal.task.ask":
    "Bringen Sie den Goodput von CUBIC über 5\u202fMb/s bei einer mittleren Wartezeit unter 40\u202fms, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.buffer.label": "Puffer",
  "steps.goal.task.controls.buffer.options.0.label": "1\u202fBDP",
  "steps.goal.task.controls.buffer.options.1.label": "0.5\u202fBDP",
  "steps.goal.task.controls.buffer.options.2.label": "8\u202fBDP",
  "steps.goal.task.controls.version.label": "Version von BBR",
  "steps.goal.task.controls.version.options.0.label": "BBR v1",
  "steps.goal.task.controls.version.options.1.label": "BBR v3",
  "steps.goal.task.hint":
    "CUBIC bekommt {cubic}, und Pakete warten im Mittel {wait}. Welche Einstellung ändert, wie BBR auf Verluste reagiert?",
  "steps.goal.task.after":
    "CUBIC bekommt nun {cubic}, und Pakete warten im Mittel {wait}. BBR v3 sendet weniger, wenn viele seiner Pakete verloren gehen, BBR v1 nicht.",
  freePlay:
    "Lassen Sie viele BBR-Flüsse mit einem CUBIC-Fluss konkurrieren, oder geben Sie der Leitung einen zufälligen Verlust von 1\u202f%.",
  "reading.0.text": "N. Cardwell and others: BBR: Congestion-Based Congestion Control. 2016.",
  "reading.1.text":
    "R. Ware and others: Modeling BBR's Interactions with Loss-Based Congestion Control. 2019.",
  "reading.2.text": "BBR Congestion Control. Internet-Draft of the working group CCWG.",
};
