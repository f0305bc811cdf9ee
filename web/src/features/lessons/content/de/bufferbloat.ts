import type { LessonTexts } from "../../translation.ts";

export const bufferbloat: LessonTexts = {
  title: "Bufferbloat",
  point: "Ein voller Puffer geht zulasten aller anderen.",
  learn: "wie lange Pakete in einem Heimrouter warten und wovon das abhängt",
  "scenario.title": "Bufferbloat",
  "scenario.flows.download.label": "Download",
  "scenario.flows.call.label": "Anruf",
  "steps.watch.text":
    "Ein [Download](curve:download) und ein [Anruf](curve:call) teilen sich einen Heimanschluss mit {rate}. Der Router puffert bis zu {limit}. Spielen Sie den Lauf ab und beobachten Sie, wie lange Pakete warten.",
  "steps.watch.notes":
    "Fragen Sie, wer schon einen Anruf erlebt hat, der stockt, während jemand eine Datei hochlädt. Der Anruf braucht kaum Kapazität: Seine Pakete warten hinter dem Download.",
  "steps.predict.text":
    "Hersteller bauten Puffer einst so groß, wie der Speicher es erlaubte. Ein Paket des Downloads hat 1500 Byte und braucht auf dieser Leitung 8\u202fms. Die Pakete des Anrufs sind kleiner, aber jedes belegt ebenfalls einen Platz im Puffer.",
  "steps.predict.notes":
    "Die Größenordnung lässt sich berechnen: Anzahl der Pakete im Puffer mal 8\u202fms. Lassen Sie den Kurs erst rechnen und danach die Balken setzen.",
  "steps.predict.task.ask":
    "Mit einem Puffer von 100 Paketen: Wie lang ist die mittlere Wartezeit, und wie lang die längste?",
  "steps.predict.task.what.label": "Wartezeit in der Warteschlange",
  "steps.predict.task.what.bars.0.label": "mittlere Wartezeit",
  "steps.predict.task.what.bars.1.label": "längste Wartezeit",
  "steps.predict.task.after":
    "Der Download füllt jeden Puffer, weil er erst langsamer wird, wenn ein Paket verloren geht. Ein Paket des Anrufs wartet hinter allen Paketen des Downloads.",
  "steps.gain.text":
    "Pakete warten jetzt im Mittel {wait}. Vergleichen Sie die [Rate des Downloads](curve:download) mit der der Leitung.",
  "steps.gain.task.ask": "Wie viel der 1.5\u202fMb/s bekommt der Download mit dem großen Puffer?",
  "steps.gain.task.options.0.text": "Weniger als 0.9\u202fMb/s",
  "steps.gain.task.options.1.text": "0.9\u202fMb/s bis 1.3\u202fMb/s",
  "steps.gain.task.options.2.text": "Mehr als 1.3\u202fMb/s",
  "steps.gain.task.hint":
    "In Ihrem Lauf bekommt der Download im Mittel {goodput}. Der Anruf braucht etwa 0.1\u202fMb/s.",
  "steps.gain.task.after":
    "Der Download bekommt {goodput}, fast dasselbe wie mit dem kleinen Puffer: Die längere Wartezeit macht ihn nicht schneller.",
  "steps.mend.text": "Die Wartezeit hängt vom Router und von seiner Leitung ab.",
  "steps.mend.task.ask":
    "Bringen Sie die mittlere Wartezeit unter 100\u202fms, indem Sie eine Einstellung ändern.",
  "steps.mend.task.controls.buffer.label": "Puffer",
  "steps.mend.task.controls.buffer.options.0.label": "100 Pakete",
  "steps.mend.task.controls.buffer.options.1.label": "50 Pakete",
  "steps.mend.task.controls.buffer.options.2.label": "10 Pakete",
  "steps.mend.task.controls.rate.label": "Rate",
  "steps.mend.task.controls.rate.options.0.label": "1.5\u202fMb/s",
  "steps.mend.task.controls.rate.options.1.label": "3\u202fMb/s",
  "steps.mend.task.controls.rate.options.2.label": "15\u202fMb/s",
  "steps.mend.task.hint":
    "Die mittlere Wartezeit Ihres Laufs ist {wait}. Ein voller Puffer ({limit}) braucht zum Leeren seine Größe geteilt durch die Rate.",
  freePlay:
    "Lassen Sie vier Downloads die Leitung teilen, oder wählen Sie ein anderes Warteschlangenverfahren.",
  "reading.0.text": "J. Gettys, K. Nichols: Bufferbloat: Dark Buffers in the Internet. ACM Queue 2011.",
};
