import type { LessonTexts } from "../../translation.ts";

export const callInBrowser: LessonTexts = {
  title: "Ein Videoanruf während eines Downloads",
  point:
    "Ein Anruf, der die Wartezeit kurz hält, weicht einem Fluss, der den Puffer füllt; die Warteschlange kann ihn schützen.",
  learn: "was ein Download mit einem Videoanruf macht und was hilft",
  "scenario.title": "Ein Videoanruf während eines Downloads",
  "scenario.flows.call.label": "Anruf",
  "scenario.flows.download.label": "Download",
  "steps.watch.text":
    "[Ein Anruf](curve:call) wird von GCC gesteuert, wie Anrufe in Browsern. Sein Encoder folgt der Rate, die GCC empfiehlt. Der Empfänger meldet, wann jedes Paket angekommen ist, und der Sender senkt seine Rate, wenn die Verzögerung immer weiter wächst. Kurze Pakethäufungen am Anfang finden die Rate der Leitung. Beobachten Sie den Anruf allein auf einer Leitung mit 4\u202fMb/s, deren Puffer {limit} fasst.",
  "steps.watch.notes":
    "Fragen Sie, was ein Anruf braucht: eine stetige Rate und eine kurze Verzögerung. Fragen Sie dann, was davon ein Sender zuerst bemerkt, wenn eine Leitung voll wird.",
  "steps.delay.text": "Der Anruf bekommt {alone}, und nichts geht verloren.",
  "steps.delay.task.ask":
    "Wie lange warten Pakete zwischen 10\u202fs und 18\u202fs im Mittel in der Warteschlange?",
  "steps.delay.task.options.0.text": "Weniger als 5\u202fms",
  "steps.delay.task.options.1.text": "Zwischen 5\u202fms und 50\u202fms",
  "steps.delay.task.options.2.text": "Mehr als 50\u202fms",
  "steps.delay.task.hint":
    "GCC reagiert auf das Wachsen der Verzögerung und nicht auf ihre Größe. Wie viel Verzögerung braucht es, um ein Wachsen zu erkennen?",
  "steps.delay.task.after":
    "GCC senkt seine Rate, sobald die Verzögerung weiter wächst; die Warteschlange bleibt daher kurz.",
  "steps.predict.text":
    "Bei 20\u202fs beginnt ein Download mit CUBIC. CUBIC wächst, bis der Puffer von 300\u202fms voll ist, und nach jedem Verlust aufs Neue.",
  "steps.predict.notes":
    "Erinnern Sie an die Lektion über Vegas. Fragen Sie, was GCC misst, während CUBIC den Puffer füllt, und ob GCC wissen kann, wer ihn füllt.",
  "steps.predict.task.ask": "Zeichnen Sie die Rate des Anrufs in den nächsten 40 Sekunden.",
  "steps.predict.task.what.label": "Rate des Anrufs",
  "steps.predict.task.after":
    "Jedes Mal, wenn CUBIC den Puffer füllt, wächst die Verzögerung, und der Anruf senkt seine Rate. Ihm bleibt nur ein kleiner Teil der Leitung, und seine Pakete warten so lange wie die des Downloads, zu lange für ein Gespräch.",
  "steps.others.text":
    "Nach 40\u202fs bekommt der Anruf {call} und der Download {download}. Andere Verfahren für Anrufe gewichten Verzögerung und Verlust anders: NADA reagiert auf Verluste statt auf die Verzögerung, solange die Warteschlange lang bleibt, und SCReAM begrenzt die Bytes, die unterwegs sind.",
  "steps.others.task.ask":
    "Wählen Sie ein anderes [Verfahren](control), mit dem der Anruf mehr als 1.5\u202fMb/s bekommt.",
  "steps.others.task.control.label": "Steuerung des Anrufs",
  "steps.others.task.control.options.0.label": "GCC",
  "steps.others.task.control.options.1.label": "NADA",
  "steps.others.task.control.options.2.label": "SCReAM",
  "steps.others.task.hint": "Der Anruf Ihres Laufs bekommt {call}.",
  "steps.queue.text":
    "Mit einem anderen Verfahren hatte der Anruf einen größeren Anteil, aber seine Pakete warteten weiter in der Warteschlange, die der Download füllt. Kein Sender kann das allein ändern. Der Anruf nutzt wieder GCC, und seine Pakete warten im Mittel {wait}.",
  "steps.queue.task.ask":
    "Bringen Sie den Anruf über 1.5\u202fMb/s bei einer mittleren Wartezeit unter 50\u202fms, indem Sie eine Einstellung ändern.",
  "steps.queue.task.controls.discipline.label": "Warteschlangenverfahren",
  "steps.queue.task.controls.discipline.options.0.label": "Drop-Tail",
  "steps.queue.task.controls.discipline.options.1.label": "CoDel",
  "steps.queue.task.controls.discipline.options.2.label": "FQ-CoDel",
  "steps.queue.task.controls.buffer.label": "Puffer",
  "steps.queue.task.controls.buffer.options.0.label": "100 Pakete",
  "steps.queue.task.controls.buffer.options.1.label": "20 Pakete",
  "steps.queue.task.hint": "In Ihrem Lauf bekommt der Anruf {call}, und Pakete warten im Mittel {wait}.",
  "steps.queue.task.after":
    "Der Anruf bekommt {call}, und Pakete warten im Mittel {wait}. FQ-CoDel gibt jedem Fluss eine eigene Warteschlange; der Anruf wartet also nicht hinter dem Download.",
  freePlay:
    "Lassen Sie fünf Downloads mit dem Anruf konkurrieren, und vergleichen Sie NADA, GCC und SCReAM mit Drop-Tail und mit FQ-CoDel.",
  "reading.0.text":
    "G. Carlucci, L. De Cicco, S. Holmer, S. Mascolo: Analysis and Design of the Google Congestion Control for WebRTC. MMSys 2016.",
  "reading.1.text": "NADA. RFC 8698.",
  "reading.2.text": "SCReAM. RFC 8298.",
};
