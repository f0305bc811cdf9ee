import type { LessonTexts } from "../../translation.ts";

export const paperTfwc: LessonTexts = {
  title: "TFWC: eine Gleichung mit Fenster",
  point: "TFWC übernimmt die Gleichung von TFRC, aber Bestätigungen takten die Pakete.",
  learn: "was TFWC von TFRC und was es von TCP nimmt und wie die Anteile ausfallen",
  "scenario.title": "TFWC: eine Gleichung mit Fenster",
  "scenario.flows.tfwc.label": "TFWC",
  "scenario.flows.tcp.label": "TCP SACK",
  "steps.smooth.text":
    "[TFWC](curve:tfwc) führt die Verlustgeschichte von TFRC beim Sender und berechnet daraus ein Fenster. Die Leitung verliert 2\u202f% der Pakete dieses Flusses und von [TCP](curve:tcp) zufällig.",
  "steps.smooth.notes":
    "Weisen Sie darauf hin, dass beide Flüsse dieselben Verluste sehen. Der Unterschied ist, an wie viele Verluste sich eine Entscheidung erinnert.",
  "steps.smooth.task.ask": "Welche der beiden Raten schwankt von Sekunde zu Sekunde weniger?",
  "steps.smooth.task.options.0.text": "Die von TFWC",
  "steps.smooth.task.options.1.text": "Sie schwanken etwa gleich",
  "steps.smooth.task.options.2.text": "Die von TCP",
  "steps.smooth.task.hint":
    "Der Variationskoeffizient über 1\u202fs ist {tfwcCov} bei TFWC und {tcpCov} bei TCP.",
  "steps.smooth.task.after":
    "Der Variationskoeffizient über 1\u202fs ist {tfwcCov} bei TFWC und {tcpCov} bei TCP. TFWC mittelt über mehrere Verluste, TCP reagiert auf jeden.",
  "steps.predict.text":
    "Beide Flüsse verlieren 2\u202f% ihrer Pakete. TFWC bekommt {tfwc} und TCP {tcp}. Die Gleichung von TFWC enthält auch die Timeouts von TCP.",
  "steps.predict.notes":
    "Lassen Sie das Fenster bei 8\u202f% Verlust schätzen. Bei so wenigen Paketen kommen drei doppelte Bestätigungen kaum je an.",
  "steps.predict.task.ask": "Die Verlustrate steigt auf 8\u202f%. Wie viel bekommt jeder Fluss?",
  "steps.predict.task.what.label": "Mittlerer Goodput",
  "steps.predict.task.what.bars.0.label": "TFWC",
  "steps.predict.task.what.bars.1.label": "TCP",
  "steps.predict.task.after":
    "TCP lebt jetzt von Timeout zu Timeout. Auch die Gleichung enthält die Timeouts; TFWC wird also ebenfalls langsamer, sendet aber weiter. Die Publikation vergleicht beide bei kleinen Fenstern, wo TFRC und TCP am ungleichsten teilen.",
  "steps.tfrc.text":
    "Mit TFWC bekommt der erste Fluss {tfwc} und TCP {tcp}. TFRC hat dieselbe Gleichung, sendet aber mit einer berechneten Rate, welche die Berichte des Empfängers einmal je Umlauf korrigieren.",
  "steps.tfrc.task.ask":
    "Wechseln Sie beim ersten Fluss zu [TFRC](control) und vergleichen Sie die Raten mit denen von TFWC, die blass gezeichnet sind.",
  "steps.tfrc.task.control.label": "Algorithmus des ersten Flusses",
  "steps.tfrc.task.control.options.0.label": "TFWC",
  "steps.tfrc.task.control.options.1.label": "TFRC",
  freePlay:
    "Öffnen Sie den Bereich „Publikationen“ und vergleichen Sie die Abbildungen von TFWC mit den Ergebnissen dieses Simulators.",
  "reading.0.text": "S.-H. Choi, M. Handley: die Arbeit über TFWC; jedes Experiment ist neu berechnet.",
  "reading.1.text": "Der Mechanismus von TFWC.",
};
