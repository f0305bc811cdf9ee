import type { LessonTexts } from "../../translation.ts";

export const media: LessonTexts = {
  title: "Medien im Wettbewerb mit TCP",
  point: "Gleichmäßigkeit, Rücksicht und geringe Verzögerung ziehen in verschiedene Richtungen.",
  learn: "was ein Medienfluss neben TCP bekommt und wie gleichmäßig",
  "scenario.title": "Medien im Wettbewerb mit TCP",
  "scenario.flows.media.label": "Medien",
  "scenario.flows.tcp.label": "TCP SACK",
  "steps.smooth.text":
    "[TFRC](curve:media) berechnet seine Rate aus den Verlusten, die der Empfänger meldet, und der Gleichung von TCP. [Ein TCP-Fluss](curve:tcp) teilt die Leitung, die 2\u202f% der Pakete zufällig verliert.",
  "steps.smooth.notes":
    "Fragen Sie, was Zuschauer mehr stört: eine niedrigere Rate oder eine Rate, die sich alle paar Sekunden ändert.",
  "steps.smooth.task.ask": "Welche Rate schwankt von Sekunde zu Sekunde weniger?",
  "steps.smooth.task.options.0.text": "Die von TFRC",
  "steps.smooth.task.options.1.text": "Beide schwanken etwa gleich",
  "steps.smooth.task.options.2.text": "Die von TCP",
  "steps.smooth.task.hint":
    "Der Variationskoeffizient über 1\u202fs ist {mediaCov} bei TFRC und {tcpCov} bei TCP.",
  "steps.friendly.text":
    "TFRC bekommt {media} und TCP {tcp}: Bei denselben Verlusten bekommen beide etwa gleich viel.",
  "steps.friendly.notes":
    "RAP gleicht TCP auf dem Papier. Fragen Sie, welcher Teil von TCP fehlt, bevor der Kurs die Balken setzt.",
  "steps.friendly.task.ask":
    "Wie TCP erhöht RAP seine Rate additiv und halbiert sie nach einem Verlust, kennt aber keine Timeouts. Wie viel bekommt jeder Fluss, wenn der Medienfluss RAP verwendet?",
  "steps.friendly.task.what.label": "Mittlerer Goodput",
  "steps.friendly.task.what.bars.0.label": "Medienfluss mit RAP",
  "steps.friendly.task.what.bars.1.label": "TCP",
  "steps.friendly.task.after":
    "Bei einer Verlustrate von 2\u202f% hat TCP hin und wieder Timeouts, die RAP nicht nachbildet. RAP bekommt mehr, und seine Rate schwankt stärker als die von TFRC.",
  "steps.isolate.text":
    "RAP bekommt das {ratio}-Fache des Goodputs von TCP. Ohne die zufälligen Verluste ist die Leitung voll, und die Warteschlange entscheidet, welche Pakete verloren gehen. Eine Drop-Tail-Warteschlange verwirft die, die sie voll vorfinden. DRR (Deficit Round Robin) bedient die Flüsse reihum.",
  "steps.isolate.task.ask":
    "Entfernen Sie die [zufälligen Verluste](control), und lassen Sie RAP weniger als das 1.15-Fache des Goodputs von TCP bekommen.",
  "steps.isolate.task.hint":
    "In Ihrem Lauf bekommt RAP das {ratio}-Fache des Goodputs von TCP. Welche der Warteschlangen weiß, zu welchem Fluss ein Paket gehört?",
  "steps.isolate.task.control.label": "Verluste",
  "steps.isolate.task.control.options.0.label": "2\u202f% zufällig",
  "steps.isolate.task.control.options.1.label": "nur die einer Drop-Tail-Warteschlange",
  "steps.isolate.task.control.options.2.label": "nur die einer DRR-Warteschlange",
  freePlay: "Probieren Sie TFWC, LDA+ und TPBA als Medienfluss, gegen einen und gegen fünf TCP-Flüsse.",
  "reading.0.text": "TCP Friendly Rate Control (TFRC). RFC 5348.",
  "reading.1.text": "R. Rejaie, M. Handley, D. Estrin: RAP. INFOCOM 1999.",
  "reading.2.text":
    "S. Floyd, M. Handley, J. Padhye: A Comparison of Equation-Based and AIMD Congestion Control. 2000.",
};
