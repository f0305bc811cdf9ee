import type { LessonTexts } from "../../translation.ts";

export const paperTaimd: LessonTexts = {
  title: "TAIMD: zwei Schritte statt einem",
  point:
    "Ein Fenster, das unter seinem fairen Anteil schnell und darüber langsam wächst, schwankt um etwa zehn Prozent, macht aber langsam Platz.",
  learn: "wie TAIMD die Schritte seines Fensters wählt und wie gleichmäßig es ist",
  "scenario.title": "TAIMD: zwei Schritte statt einem",
  "scenario.flows.one.label": "ein Fluss",
  "steps.sack.text": "Betrachten Sie das Fenster von [TCP SACK](curve:one) nach [40\u202fs](at:40).",
  "steps.sack.notes":
    "Fragen Sie, was ein Abspielprogramm braucht, um einen solchen Sägezahn zu verbergen: einen Puffer so lang wie ein Zahn.",
  "steps.sack.task.ask": "Wie klein ist das kleinste Fenster im Verhältnis zum größten?",
  "steps.sack.task.options.0.text": "Etwa ein Viertel",
  "steps.sack.task.options.1.text": "Etwa die Hälfte",
  "steps.sack.task.options.2.text": "Etwa drei Viertel",
  "steps.sack.task.hint": "In Ihrem Lauf ist das kleinste Fenster {lowest}, das größte {highest}.",
  "steps.predict.text":
    "TAIMD schätzt sein faires Fenster aus dem größten und dem kleinsten Fenster zwischen zwei Verlusten. Es wächst unter der Schätzung schnell und darüber langsam. Nach einem Verlust fällt es knapp unter die Schätzung.",
  "steps.predict.notes":
    "Bei TCP war die Antwort etwa die Hälfte. Fragen Sie, wie weit TAIMD nach einem Verlust unter seine Schätzung geht.",
  "steps.predict.task.ask":
    "Mit TAIMD: Wie klein ist nach 40\u202fs das kleinste Fenster im Verhältnis zum größten?",
  "steps.predict.task.what.label": "Kleinstes Fenster im Verhältnis zum größten",
  "steps.predict.task.what.bars.0.label": "TAIMD",
  "steps.predict.task.after":
    "Das Fenster bewegt sich kaum: Ein Medienfluss kann es ohne großen Puffer beim Empfänger nutzen. Die Schritte sind so gewählt, dass das mittlere Fenster bei derselben Verlustrate dem von TCP gleicht.",
  "steps.join.text":
    "Bei 30\u202fs beginnt ein NewReno-Fluss. Beide Fenster zusammen können etwa so groß sein wie das größte Fenster von TAIMD allein, {highest}.",
  "steps.join.notes":
    "Fragen Sie, was ein Verlust jedem Fluss nimmt: TAIMD ein Zehntel seines Fensters, NewReno die Hälfte. Fragen Sie dann, wie viele Verluste TAIMD von 130 auf 65 Pakete braucht.",
  "steps.join.task.ask": "Wie groß sind die beiden Fenster zwischen 90\u202fs und 100\u202fs im Mittel?",
  "steps.join.task.what.label": "Mittleres Fenster",
  "steps.join.task.after":
    "Nach einer Minute hat TAIMD immer noch das größere Fenster. Ein Verlust nimmt ihm etwa ein Zehntel seines Fensters, NewReno die Hälfte; TAIMD braucht also viele Verluste, um Platz zu machen.",
  "steps.join.task.set.0.1.one.label": "TAIMD",
  "steps.join.task.set.0.1.tcp.label": "NewReno",
  "steps.join.task.what.bars.0.label": "TAIMD",
  "steps.join.task.what.bars.1.label": "NewReno",
  freePlay:
    "Lassen Sie TAIMD bei verschiedenen Verlustraten gegen TCP antreten und vergleichen Sie die mittleren Fenster.",
  "reading.0.text":
    "G. G. D. Nishantha, Y. Hayashida: die Arbeit über TAIMD; jedes Experiment ist neu berechnet.",
  "reading.1.text": "Der Mechanismus von TAIMD.",
};
