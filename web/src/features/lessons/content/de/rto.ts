import type { LessonTexts } from "../../translation.ts";

export const rto: LessonTexts = {
  title: "Warum der Timer langsam ist",
  point:
    "Ein kurzer Timer für Wiederholungen hält verspätete Pakete für verloren; mit einem langen schweigt der Fluss nach einem Verlust.",
  learn: "wann ein Sender seinen Timer braucht und was dessen Minimum ändert",
  "scenario.title": "Warum der Timer langsam ist",
  "scenario.flows.one.label": "ein Fluss",
  "steps.timeouts.text":
    "[Reno](curve:one) verliert 4\u202f% seiner Pakete. Kommen nach dem verlorenen drei weitere Pakete an, verraten ihre Bestätigungen den Verlust. Sonst wartet der Sender auf seinen Timer. Im Diagramm des Fensters steht an jedem Timeout ein Dreieck.",
  "steps.timeouts.notes":
    "Fragen Sie, wie viele Pakete nach einem verlorenen ankommen müssen, damit der Sender es bemerkt. Fragen Sie dann, wie oft das Fenster so groß ist.",
  "steps.timeouts.task.ask": "Wie viele Timeouts hat der Fluss in 95\u202fs?",
  "steps.timeouts.task.options.0.text": "Weniger als 10",
  "steps.timeouts.task.options.1.text": "10 bis 30",
  "steps.timeouts.task.options.2.text": "Mehr als 30",
  "steps.timeouts.task.hint":
    "Vergrößern Sie das Diagramm des Fensters: Jedes Dreieck ist ein Timeout, bei dem das Fenster auf ein Paket fällt.",
  "steps.predict.text":
    "Der Fluss bekommt {rate}. Sein Timer wartet mindestens 1\u202fs, wie es RFC 6298 verlangt, obwohl ein Umlauf nur 60\u202fms dauert. Solange der Timer läuft, sendet der Fluss nichts.",
  "steps.predict.notes":
    "Lassen Sie schätzen, welchen Teil der Zeit der Fluss schweigt: Anzahl der Timeouts mal 1\u202fs. Das gibt eine Grenze für den Gewinn.",
  "steps.predict.task.ask": "Mit einem Minimum von 0.2\u202fs: Wie groß ist der Goodput?",
  "steps.predict.task.what.label": "Mittlerer Goodput",
  "steps.predict.task.what.bars.0.label": "mit einem Minimum von 0.2\u202fs",
  "steps.predict.task.after":
    "Jeder Timeout kostet nun weniger Stille. Der Preis zeigt sich, wo Umlaufzeiten schwanken: Ein nur verspätetes Paket gilt dann als verloren.",
  "steps.goal.text": "Der Fluss bekommt jetzt {rate}, mit {timeouts} Timeouts.",
  "steps.goal.task.ask": "Bringen Sie den Goodput über 0.8\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.algorithm.label": "Verlustbehebung",
  "steps.goal.task.controls.algorithm.options.0.label": "Reno",
  "steps.goal.task.controls.algorithm.options.1.label": "SACK",
  "steps.goal.task.controls.timer.label": "Minimum des Timers",
  "steps.goal.task.controls.timer.options.0.label": "0.2\u202fs",
  "steps.goal.task.controls.timer.options.1.label": "3\u202fs",
  "steps.goal.task.hint":
    "Ihr Fluss bekommt {rate} mit {timeouts} Timeouts. Welcher Algorithmus weiß, welche Pakete fehlen?",
  freePlay:
    "Fügen Sie der Leitung Jitter hinzu und suchen Sie nach wiederholten Paketen, die nicht verloren waren.",
  "reading.0.text": "Computing TCP's Retransmission Timer. RFC 6298.",
  "reading.1.text": "M. Allman, V. Paxson: On Estimating End-to-End Network Path Properties. SIGCOMM 1999.",
};
