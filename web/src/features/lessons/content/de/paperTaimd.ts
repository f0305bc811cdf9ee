import type { LessonTexts } from "../../translation.ts";

export const paperTaimd: LessonTexts = {
  title: "TAIMD: zwei Schritte statt einem",
  point:
    "Ein Fenster, das unter seinem fairen Anteil schnell und darüber langsam wächst, schwankt nur um wenige Prozent.",
  "scenario.title": "TAIMD: zwei Schritte statt einem",
  "scenario.flows.0.label": "ein Fluss",
  "steps.0.text":
    "Nach 40\u202fs ist das kleinste Fenster von [TCP SACK](curve:one) {lowest}, das größte {highest}.",
  "steps.0.notes":
    "Fragen Sie, was ein Abspielprogramm braucht, um einen solchen Sägezahn zu verbergen: einen Puffer so lang wie ein Zahn.",
  "steps.0.task.ask": "Wie klein ist das kleinste Fenster im Verhältnis zum größten?",
  "steps.0.task.options.0.text": "Etwa die Hälfte",
  "steps.0.task.options.1.text": "Etwa neun Zehntel",
  "steps.0.task.hint": "Teilen Sie {lowest} durch {highest}.",
  "steps.1.text":
    "TAIMD schätzt sein faires Fenster aus dem größten und dem kleinsten Fenster zwischen zwei Verlusten. Es wächst unter der Schätzung schnell und darüber langsam. Ein Verlust senkt das Fenster knapp unter die Schätzung.",
  "steps.1.notes":
    "Bei TCP war die Antwort etwa die Hälfte. Fragen Sie, wie weit TAIMD nach einem Verlust unter seine Schätzung geht.",
  "steps.1.task.ask":
    "Mit TAIMD: Wie klein ist nach 40\u202fs das kleinste Fenster im Verhältnis zum größten?",
  "steps.1.task.what.label": "Kleinstes Fenster im Verhältnis zum größten",
  "steps.1.task.what.bars.0.label": "TAIMD",
  "steps.1.task.after":
    "Das Fenster bewegt sich kaum: Ein Medienfluss kann es ohne großen Puffer beim Empfänger nutzen. Die Schritte sind so gewählt, dass das mittlere Fenster bei derselben Verlustrate dem von TCP gleicht.",
  "steps.2.text":
    "Langsames Wachstum hat seinen Preis: Die Schätzung muss sich ändern, wenn andere Flüsse kommen.",
  "steps.2.task.ask":
    "Fügen Sie [einen TCP-Fluss](control) hinzu, der bei 30\u202fs beginnt, und beobachten Sie, wie TAIMD Platz macht.",
  "steps.2.task.control.label": "Flüsse",
  "steps.2.task.control.options.0.label": "TAIMD allein",
  "steps.2.task.control.options.1.label": "mit einem NewReno-Fluss",
  "steps.2.task.control.options.1.set.0.1.0.label": "ein Fluss",
  "steps.2.task.control.options.1.set.0.1.1.label": "NewReno",
  freePlay:
    "Lassen Sie TAIMD bei verschiedenen Verlustraten gegen TCP antreten und vergleichen Sie die mittleren Fenster.",
  "reading.0.text":
    "G. G. D. Nishantha, Y. Hayashida: the paper on TAIMD, with every experiment computed again.",
  "reading.1.text": "The mechanism of TAIMD.",
};
