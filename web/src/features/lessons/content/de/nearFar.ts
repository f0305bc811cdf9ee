import type { LessonTexts } from "../../translation.ts";

export const nearFar: LessonTexts = {
  title: "Nah und fern",
  point:
    "Flüsse mit kurzen Umlaufzeiten bekommen mehr: Ihre Fenster wachsen schneller und werden öfter übertragen.",
  learn: "wie die Entfernung eines Servers den Anteil eines Flusses verändert",
  "scenario.title": "Nah und fern",
  "scenario.flows.near.label": "nah",
  "scenario.flows.far.label": "fern",
  "steps.equal.text":
    "Zwei Flüsse mit gleichen Umlaufzeiten von 40\u202fms teilen sich eine Leitung mit 10\u202fMb/s. Auf Dauer bekommt jeder etwa die Hälfte: [nah](curve:near) {near}, [fern](curve:far) {far}.",
  "steps.equal.notes":
    "Dies ist der faire Fall, als Vergleich. Fragen Sie, welche Eigenschaft eines Pfades außer seiner Kapazität für den Anteil eines Flusses wichtig sein könnte.",
  "steps.predict.text":
    "Beide Flüsse erhöhen ihr Fenster in jedem Umlauf um ein Paket. Nun zieht der Empfänger des zweiten Flusses weit weg: Sein Umlauf dauert 160\u202fms.",
  "steps.predict.notes":
    "Die meisten erwarten einen Faktor vier, weil sich die Umlaufzeiten um vier unterscheiden. Sammeln Sie die Schätzungen, und lassen Sie den Kurs nach dem Aufdecken erklären, warum es mehr ist.",
  "steps.predict.task.ask": "Wie viel bekommt jeder Fluss nach dem Umzug?",
  "steps.predict.task.what.label": "Mittlerer Goodput",
  "steps.predict.task.what.bars.0.label": "nah",
  "steps.predict.task.what.bars.1.label": "fern",
  "steps.predict.task.after":
    "In der Zeit, in der der ferne Fluss ein Paket hinzufügt, fügt der nahe vier hinzu. Und jedes Paket seines Fensters überquert die Leitung viermal so oft. Beides begünstigt den nahen Fluss. Die Warteschlange schwächt beides ab, weil sie beiden Umlaufzeiten dieselbe Wartezeit hinzufügt.",
  "steps.ratio.text":
    "Der nahe Fluss bekommt {near}, der ferne {far}. Ein Fluss überträgt sein Fenster einmal je Umlauf.",
  "steps.ratio.task.ask":
    "Wievielmal so groß wie das Fenster des fernen Flusses ist das des nahen? Lesen Sie die Mittelwerte im Diagramm des Fensters ab; ein Wert mit höchstens 30\u202f% Abweichung ist richtig.",
  "steps.ratio.task.hint":
    "Die mittleren Fenster sind {nearWindow} (nah) und {farWindow} (fern). Teilen Sie das erste durch das zweite.",
  "steps.goal.text":
    "Der Jain-Index der beiden Flüsse ist {jain}. Ein Index von 1 ist genau fair, und 0.5 heißt, dass einer von zwei Flüssen alles bekommt. RED verwirft zufällig einige Pakete, bevor seine Warteschlange voll ist; FQ-CoDel bedient die Flüsse reihum.",
  "steps.goal.task.ask": "Bringen Sie den Jain-Index über 0.9, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.goal.task.controls.queue.options.0.label": "Drop-Tail",
  "steps.goal.task.controls.queue.options.1.label": "RED",
  "steps.goal.task.controls.queue.options.2.label": "FQ-CoDel",
  "steps.goal.task.controls.rtt.label": "Umlaufzeit des fernen Flusses",
  "steps.goal.task.controls.rtt.options.0.label": "160\u202fms",
  "steps.goal.task.controls.rtt.options.1.label": "320\u202fms",
  "steps.goal.task.controls.rtt.options.2.label": "40\u202fms",
  "steps.goal.task.hint": "Der Jain-Index Ihres Laufs ist {jain}: nah bekommt {near}, fern {far}.",
  freePlay:
    "Wechseln Sie bei beiden Flüssen zu CUBIC, dessen Wachstum von Sekunden und nicht von Umläufen abhängt.",
  "reading.0.text": "S. Floyd, V. Jacobson: On Traffic Phase Effects in Packet-Switched Gateways. 1992.",
  "reading.1.text": "R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness. DEC-TR-301, 1984.",
};
