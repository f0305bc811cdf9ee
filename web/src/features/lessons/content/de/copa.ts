import type { LessonTexts } from "../../translation.ts";

export const copa: LessonTexts = {
  title: "Ein Sender mit zwei Betriebsarten",
  point:
    "Ein Sender, der die Warteschlange kurz hält, kann mit Flüssen konkurrieren, die sie füllen, wenn er sie bemerkt. Eine Warteschlange, die andere füllen, kann er nicht leeren.",
  learn: "warum Copa zwei Betriebsarten hat und wann es welche benutzt",
  "scenario.title": "Ein Sender mit zwei Betriebsarten",
  "scenario.flows.copa.label": "Copa",
  "scenario.flows.other.label": "CUBIC",
  "steps.watch.text":
    "[Copa](curve:copa) misst, wie lange seine Pakete in der Warteschlange warten. Es strebt eine Rate von zwei Paketen in dieser Zeit an. Ist seine Rate niedriger, so vergrößert es sein Fenster, sonst verkleinert es das Fenster. Beobachten Sie es allein auf einer Leitung mit 10\u202fMb/s.",
  "steps.watch.notes":
    "Ist d die Wartezeit, so ist die angestrebte Rate 2/d. Fragen Sie, wie hoch sie bei leerer Warteschlange ist und warum die Rate deshalb schwanken muss.",
  "steps.queue.text":
    "Ist die Warteschlange leer, so ist die angestrebte Rate sehr hoch, und das Fenster wächst. Warten Pakete, so fällt sie unter die Rate, und das Fenster schrumpft. Die Warteschlange füllt und leert sich alle fünf Umläufe, und jedes Mal, wenn sie leer ist, misst Copa den Umlauf ohne Wartezeit.",
  "steps.queue.task.ask": "Wie viele Pakete warten zwischen 10\u202fs und 28\u202fs höchstens?",
  "steps.queue.task.options.0.text": "Weniger als 10",
  "steps.queue.task.options.1.text": "Zwischen 10 und 40",
  "steps.queue.task.options.2.text": "Mehr als 40",
  "steps.queue.task.hint":
    "Lesen Sie den höchsten Wert der Warteschlange in ihrem Diagramm ab. Der Puffer fasst {limit}.",
  "steps.compete.text":
    "Bei 30\u202fs startet ein CUBIC-Fluss. Er vergrößert sein Fenster, bis der Puffer für {limit} überläuft. Copa hat hier nur seine erste Betriebsart: Es strebt zwei Pakete je Wartezeit an.",
  "steps.compete.notes":
    "Fragen Sie, welche Wartezeit Copa misst, wenn 60 Pakete warten, und welche angestrebte Rate daraus folgt: zwei Pakete je 72\u202fms.",
  "steps.compete.task.ask": "Zeichnen Sie die Rate von Copa bis 70\u202fs.",
  "steps.compete.task.what.label": "Rate von Copa",
  "steps.compete.task.after":
    "Copa nimmt die wartenden Pakete von CUBIC als Grund, weniger zu senden, wie Vegas. Ihm bleiben wenige Pakete je Umlauf.",
  "steps.modes.text":
    "Nach 50\u202fs bekommt Copa {copa} und CUBIC {other}. Bisher war die zweite Betriebsart von Copa ausgeschaltet. Copa weiß, dass es die Warteschlange alle fünf Umläufe leert. War sie so lange nicht annähernd leer, so füllt sie wohl jemand anders. Copa strebt dann mehr als zwei Pakete je Wartezeit an: Es erhöht diese Zahl in jedem Umlauf um eins und halbiert sie nach einem Verlust.",
  "steps.modes.notes":
    "Lassen Sie die Klasse den Algorithmus nennen, der je Umlauf eins addiert und bei einem Verlust halbiert. Fragen Sie, ob beide Betriebsarten zusammen fair zu CUBIC sein können.",
  "steps.modes.task.ask": "Wie viel bekommen die beiden Flüsse mit dieser Betriebsart?",
  "steps.modes.task.what.label": "Nutzdatenrate nach 50\u202fs",
  "steps.modes.task.what.bars.0.label": "Copa",
  "steps.modes.task.what.bars.1.label": "CUBIC",
  "steps.modes.task.after":
    "In seiner Betriebsart für den Wettbewerb verhält sich Copa wie ein Fluss, der auf Verluste reagiert, und bekommt einen ähnlichen Anteil. Der Artikel nennt dies „mode switching“.",
  "steps.price.text": "Copa bekommt jetzt {copa}. Allein hielt es die Warteschlange fast leer.",
  "steps.price.task.ask": "Wie lange warten Pakete nach 50\u202fs im Mittel?",
  "steps.price.task.options.0.text": "Weniger als 10\u202fms, wie vor dem Start von CUBIC",
  "steps.price.task.options.1.text": "Zwischen 10\u202fms und 40\u202fms",
  "steps.price.task.options.2.text": "Mehr als 40\u202fms",
  "steps.price.task.hint":
    "Lesen Sie die Warteschlange in ihrem Diagramm ab. Jedes Paket darin braucht 1.2\u202fms.",
  "steps.goal.text": "Jedes Paket wartet {wait}, gleich zu welchem Fluss es gehört.",
  "steps.goal.task.ask":
    "Bringen Sie die Wartezeit nach 50\u202fs unter 10\u202fms, mit mehr als 4.5\u202fMb/s für Copa, indem Sie eine Einstellung ändern.",
  "steps.goal.task.controls.delta.label": "Pakete je Wartezeit",
  "steps.goal.task.controls.delta.options.0.label": "2",
  "steps.goal.task.controls.delta.options.1.label": "1",
  "steps.goal.task.controls.buffer.label": "Puffer",
  "steps.goal.task.controls.buffer.options.0.label": "83 Pakete",
  "steps.goal.task.controls.buffer.options.1.label": "20 Pakete",
  "steps.goal.task.controls.other.label": "Anderer Fluss",
  "steps.goal.task.controls.other.options.0.label": "CUBIC",
  "steps.goal.task.controls.other.options.1.label": "NewReno",
  "steps.goal.task.controls.other.options.2.label": "Copa",
  "steps.goal.task.hint":
    "Pakete warten {wait}, und Copa bekommt {copa}. Die Wartezeit hängt von dem Fluss ab, der die längste Warteschlange will.",
  freePlay:
    "Lassen Sie den zweiten Fluss BBR verwenden. Welche Betriebsart wählt Copa, und wer bekommt mehr?",
  "reading.0.text":
    "V. Arun, H. Balakrishnan: Copa: Practical Delay-Based Congestion Control for the Internet. NSDI 2018.",
};
