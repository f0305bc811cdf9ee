import type { LessonTexts } from "../../translation.ts";

export const lossLaw: LessonTexts = {
  title: "Rate und Verlust",
  point:
    "Die Rate eines Flusses ist umgekehrt proportional zu seiner Umlaufzeit und zur Wurzel der Verlustrate.",
  learn: "wie schnell ein Fluss bei gegebener Verlustrate und Umlaufzeit ist",
  "scenario.title": "Das Wurzelgesetz",
  "scenario.flows.one.label": "ein Fluss",
  "steps.window.text":
    "Die Leitung mit 100\u202fMb/s ist fast leer, verliert aber zufällig eines von hundert Paketen. [Der Fluss](curve:one) erreicht nur {rate}, weil er sein Fenster bei jedem Verlust halbiert.",
  "steps.window.notes":
    "Die Antwort ist Rate mal Umlaufzeit, geteilt durch die Größe eines Pakets in Bit. Lassen Sie die Formel aufschreiben, bevor jemand eine Zahl eingibt.",
  "steps.window.task.ask":
    "Der Fluss hat eine Umlaufzeit von 100\u202fms und Pakete von 1500\u202fByte. Wie viele Pakete liefert er je Umlauf? Ein Wert mit höchstens 30\u202f% Abweichung ist richtig.",
  "steps.window.task.hint":
    "Multiplizieren Sie {rate} mit 0.1\u202fs und teilen Sie durch die 12\u202f000\u202fBit eines Pakets.",
  "steps.quarter.text":
    "Zwischen zwei Verlusten wächst das Fenster um ein Paket je Umlauf. Ein Verlust halbiert es.",
  "steps.quarter.notes":
    "Geschätzt wird meist das Vierfache oder das Doppelte. Fragen Sie diejenigen, die das Doppelte sagen, was mit der Höhe der Zähne geschieht.",
  "steps.quarter.task.ask": "Die Verlustrate sinkt auf ein Viertel. Wie groß ist dann der Goodput?",
  "steps.quarter.task.what.label": "Mittlerer Goodput",
  "steps.quarter.task.what.bars.0.label": "bei einer Verlustrate von 0.25\u202f%",
  "steps.quarter.task.after":
    "Nach dem Wurzelgesetz gibt ein Viertel der Verluste die doppelte Rate, und der Lauf ist nahe daran: Die Rate ist proportional zum Kehrwert der Wurzel der Verlustrate. Das Diagramm der Modelle zeigt das Gesetz von Mathis und das Gesetz von Padhye neben dem Lauf.",
  "steps.rtt.text": "Der Fluss bekommt nun {rate}. Die Verlustrate bleibt, wie sie ist.",
  "steps.rtt.task.ask": "Bringen Sie den Goodput über 6\u202fMb/s, indem Sie eine Einstellung ändern.",
  "steps.rtt.task.controls.rtt.label": "Umlaufzeit",
  "steps.rtt.task.controls.rtt.options.0.label": "100\u202fms",
  "steps.rtt.task.controls.rtt.options.1.label": "200\u202fms",
  "steps.rtt.task.controls.rtt.options.2.label": "25\u202fms",
  "steps.rtt.task.controls.rate.label": "Rate der Leitung",
  "steps.rtt.task.controls.rate.options.0.label": "100\u202fMb/s",
  "steps.rtt.task.controls.rate.options.1.label": "200\u202fMb/s",
  "steps.rtt.task.hint":
    "Ihr Fluss bekommt {rate}. Das Gesetz enthält die Verlustrate und die Umlaufzeit, aber nicht die Rate der Leitung.",
  "steps.rtt.task.after":
    "Das Gesetz enthält auch die Umlaufzeit: Ein Fenster derselben Größe wird einmal je Umlauf übertragen. Ihr Fluss bekommt nun {rate}.",
  freePlay:
    "Setzen Sie die Verlustrate auf 5\u202f%: Timeouts nehmen überhand, und der Fluss fällt unter das Gesetz.",
  "reading.0.text":
    "M. Mathis, J. Semke, J. Mahdavi, T. Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm. CCR 1997.",
  "reading.1.text": "J. Padhye, V. Firoiu, D. Towsley, J. Kurose: Modeling TCP Throughput. SIGCOMM 1998.",
};
