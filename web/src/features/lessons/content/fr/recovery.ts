import type { LessonTexts } from "../../translation.ts";

export const recovery: LessonTexts = {
  title: "Quatre générations de récupération",
  point: "Chaque génération de TCP répare plus de pertes d’une fenêtre sans attendre.",
  learn: "comment quatre générations de TCP réparent les pertes, et en quoi elles diffèrent",
  "scenario.title": "Quatre générations de récupération",
  "scenario.flows.tahoe.label": "Tahoe",
  "scenario.flows.reno.label": "Reno",
  "scenario.flows.newreno.label": "NewReno",
  "scenario.flows.sack.label": "SACK",
  "steps.one.text":
    "Quatre flux disposant d’une large capacité perdent chacun un paquet à [3\u202fs](at:3). [Tahoe](curve:tahoe) repart d’un seul paquet. [Reno](curve:reno), [NewReno](curve:newreno) et [SACK](curve:sack) divisent leur fenêtre par deux et continuent.",
  "steps.one.notes":
    "Lisez les quatre courbes à 3\u202fs l’une après l’autre. Les générations ne diffèrent que par ce qu’elles font une fois la première perte connue.",
  "steps.predict.text":
    "Chaque flux perd maintenant quatre paquets d’une même fenêtre. Reno quitte la récupération après avoir réparé la première de ces pertes.",
  "steps.predict.notes":
    "Demandez d’abord un ordre\u00a0: quel algorithme garde la plus grande fenêtre\u202f? Faites ensuite régler les barres.",
  "steps.predict.task.ask": "Jusqu’où descend chaque fenêtre\u202f? Réglez les barres.",
  "steps.predict.task.what.label": "Plus petite fenêtre entre 3\u202fs et 5\u202fs",
  "steps.predict.task.what.bars.0.label": "Tahoe",
  "steps.predict.task.what.bars.1.label": "Reno",
  "steps.predict.task.what.bars.2.label": "NewReno",
  "steps.predict.task.what.bars.3.label": "SACK",
  "steps.predict.task.after":
    "Reno quitte la récupération après sa première réparation, et trois acquittements dupliqués ne signalent pas la perte suivante. NewReno reste en récupération jusqu’à ce que toutes les pertes soient réparées.",
  "steps.timeout.text":
    "Une expiration est un long silence\u00a0: le flux n’émet rien jusqu’à ce que le temporisateur expire. Regardez les quatre débits après [3\u202fs](at:3.4). Dans le diagramme temps-séquence d’un tel flux, les acquittements s’arrêtent, puis les paquets perdus sont renvoyés.",
  "steps.timeout.task.ask": "Quel flux a dû attendre une expiration\u202f?",
  "steps.timeout.task.options.0.text": "Tahoe",
  "steps.timeout.task.options.1.text": "Reno",
  "steps.timeout.task.options.2.text": "NewReno",
  "steps.timeout.task.options.3.text": "SACK",
  "steps.timeout.task.hint":
    "Les plus petites fenêtres étaient\u00a0: Tahoe {tahoe}, Reno {reno}, NewReno {newreno}, SACK {sack}. Tahoe repart aussitôt, sans attendre. Quel autre flux est tombé à un paquet\u202f?",
  "steps.timeout.task.after":
    "Trois acquittements dupliqués n’ont pas signalé la deuxième perte de Reno\u202f; seul le temporisateur a donc aidé.",
  "steps.sack.text":
    "Les acquittements de SACK énumèrent ce qui est arrivé. L’émetteur connaît donc tous les trous après un aller-retour. Dans le diagramme temps-séquence, choisissez SACK, allez à [3.2\u202fs](at:3.2) et choisissez «\u00a0Paquets isolés\u00a0»\u00a0: les blocs se dressent au-dessus de la ligne des acquittements.",
  "steps.sack.task.ask": "Passez [les quatre flux](control) à SACK. Il ne doit y avoir aucune expiration.",
  "steps.sack.task.control.label": "Algorithme de tous les flux",
  "steps.sack.task.control.options.0.label": "à chacun le sien",
  "steps.sack.task.control.options.1.label": "Reno pour tous",
  "steps.sack.task.control.options.2.label": "SACK pour tous",
  "steps.sack.task.hint":
    "Votre exécution compte {timeouts} expirations. Choisissez l’algorithme qui connaît tous les trous.",
  "steps.sack.task.after": "Plus aucun flux n’attend son temporisateur.",
  freePlay:
    "Faites perdre dix paquets à chaque flux, et comparez les instants où les fenêtres se remettent à croître.",
  "reading.0.text": "K. Fall, S. Floyd: Simulation-based Comparisons of Tahoe, Reno, and SACK TCP. CCR 1996.",
  "reading.1.text": "The NewReno Modification. RFC 6582.",
  "reading.2.text": "Loss Recovery Based on SACK. RFC 6675.",
};
