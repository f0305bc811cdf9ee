import type { LessonTexts } from "../../translation.ts";

export const homeLine: LessonTexts = {
  title: "Wer teilt die Leitung zu Hause auf?",
  point:
    "Ein Router entscheidet, wen er gleich behandelt: Pakete, Flüsse oder Menschen. Ein einzelner Download kann sich allein gegen sechzehn nicht durchsetzen.",
  learn: "was eine Warteschlange je Fluss ändert und was sie nicht ändert",
  "scenario.title": "Wer teilt die Leitung zu Hause auf?",
  "scenario.flows.anna.label": "Anna",
  "scenario.flows.ben.label": "Ben",
  "scenario.flows.cleo.label": "Cleo",
  "steps.watch.text":
    "Drei Menschen teilen sich eine Leitung von 20\u202fMb/s. Anna lädt eine Datei, Ben vier und Cleo sechzehn zugleich. Alle Pakete warten in einer Warteschlange.",
  "steps.watch.notes":
    "Fragen Sie, wer über die Aufteilung entscheidet: die Menschen, ihre Rechner oder der Router.",
  "steps.one-queue.text":
    "Die Warteschlange nimmt Pakete in der Reihenfolge ihrer Ankunft und verwirft die, die sie voll vorfinden.",
  "steps.one-queue.task.ask": "Wie viel bekommt Anna nach 10\u202fs?",
  "steps.one-queue.task.options.0.text": "Weniger als 3\u202fMb/s",
  "steps.one-queue.task.options.1.text": "Zwischen 3 und 8\u202fMb/s: etwa ein Drittel",
  "steps.one-queue.task.options.2.text": "Mehr als 8\u202fMb/s",
  "steps.one-queue.task.hint": "Jeder Fluss bekommt etwa gleich viel, und es gibt 21 davon.",
  "steps.per-flow.text":
    "Anna bekommt {anna}, Cleo {cleo}, und Pakete warten {wait}. FQ-CoDel gibt jedem Fluss eine eigene Warteschlange und bedient sie reihum.",
  "steps.per-flow.notes":
    "Lassen Sie den Kurs zuerst sagen, was sich ändert: die Wartezeit, die Anteile, beides oder nichts.",
  "steps.per-flow.task.ask": "Wie viel bekommen Anna und Cleo mit FQ-CoDel?",
  "steps.per-flow.task.what.label": "Nutzdatenrate nach 10\u202fs",
  "steps.per-flow.task.what.bars.0.label": "Anna",
  "steps.per-flow.task.what.bars.1.label": "Cleo",
  "steps.per-flow.task.after":
    "Die Pakete warten weniger, aber die Anteile ändern sich kaum: Die Flüsse sind gleich, und Cleo hat sechzehn davon.",
  "steps.goal.text":
    "Bei FQ-CoDel kommt jeder Fluss an die Reihe, gleich wem er gehört. CAKE bietet zwei Regeln für die Reihenfolge.",
  "steps.goal.task.ask":
    "Lassen Sie Anna mehr als 5\u202fMb/s bekommen, obwohl Cleo ihre sechzehn Downloads behält.",
  "steps.goal.task.controls.queue.label": "Warteschlangenverfahren",
  "steps.goal.task.controls.queue.options.0.label": "FQ-CoDel",
  "steps.goal.task.controls.queue.options.1.label": "Drop-Tail",
  "steps.goal.task.controls.queue.options.2.label": "CAKE, reihum nach Flüssen",
  "steps.goal.task.controls.queue.options.3.label": "CAKE, reihum nach Rechnern, dann nach Flüssen",
  "steps.goal.task.hint": "Anna bekommt in Ihrem Lauf {anna}, Cleo {cleo}.",
  freePlay:
    "Anna bekommt noch etwas weniger als die anderen: Nach jeder Verringerung lässt ihr einziger Fluss seine Warteschlange eine Weile leer, und die anderen nehmen, was sie nicht nutzt. Setzen Sie CAKEs Umlaufzeit auf 1\u202fs. Die Warteschlangen dürfen dann zehnmal so lang sein, und die drei bekommen fast gleich viel.",
  "reading.0.text":
    "T. Høiland-Jørgensen, D. Täht, J. Morton: Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways. LANMAN 2018.",
};
