import type { LessonTexts } from "../../translation.ts";

export const paperTpba: LessonTexts = {
  title: "TPBA: TCP nach der Rate fragen",
  point:
    "Ein Medienfluss kann eine Rate messen, indem er einige Sekunden über TCP sendet. Bis er wieder misst, können Verluste diese Rate nur senken.",
  learn: "wie TPBA seine Rate misst und was es neben TCP bekommt",
  "scenario.title": "TPBA: TCP nach der Rate fragen",
  "scenario.flows.tpba.label": "TPBA",
  "scenario.flows.tcp.label": "TCP",
  "steps.watch.text":
    "[TPBA](curve:tpba) sendet seine Daten über TCP, bis drei Messungen der Rate übereinstimmen. Dann sendet es zehn Sekunden mit der gemessenen Rate über UDP und misst erneut. Der Puffer seines Sockets, 16\u202fkB, begrenzt, was es über TCP unterwegs hat.",
  "steps.watch.notes":
    "Suchen Sie die Phasen im Diagramm: Der Sägezahn ist TCP, die ebenen Teile sind UDP. Fragen Sie, was der Fluss in einem ebenen Teil nicht bemerken kann.",
  "steps.predict.text":
    "Allein bekommt TPBA zwischen 20\u202fs und 40\u202fs {before}. Bei [40\u202fs](at:39) beginnt ein TCP-Fluss. In den Phasen über UDP senken nur Verluste die Rate von TPBA. Die Phasen über TCP, in denen es misst, konkurrieren wie TCP.",
  "steps.predict.notes":
    "Fragen Sie, in welcher Phase TPBA vom anderen Fluss erfährt. Die Zeichnung sollte sich in Stufen ändern.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate von TPBA in den nächsten 50 Sekunden.",
  "steps.predict.task.what.label": "Rate von TPBA",
  "steps.predict.task.after":
    "Verluste senken die Rate von TPBA in den Phasen über UDP, und nur eine Phase über TCP kann sie erhöhen. Gegen einen TCP-Fluss, der alle freie Kapazität nimmt, bleibt TPBA hier unter einem gleichen Anteil.",
  "steps.shares.text":
    "Vergleichen Sie die Raten von [TPBA](curve:tpba) und [TCP](curve:tcp) nach [60\u202fs](at:60).",
  "steps.shares.task.ask":
    "Wie groß ist nach 60\u202fs der Goodput von TPBA, geteilt durch den von TCP? Lesen Sie die Raten ab; ein Wert mit höchstens 30\u202f% Abweichung ist richtig.",
  "steps.shares.task.hint": "Nach 60\u202fs bekommt TPBA in Ihrem Lauf {tpba} und TCP {tcp}.",
  freePlay:
    "Verlängern Sie die Sendephase von TPBA auf 30\u202fs: Die Rate ist gleichmäßiger, aber TPBA reagiert später.",
  "reading.0.text": "Y. Tobe et al.: die Arbeit über TPBA; jedes Experiment ist neu berechnet.",
  "reading.1.text": "Der Mechanismus von TPBA.",
};
