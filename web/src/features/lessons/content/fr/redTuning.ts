import type { LessonTexts } from "../../translation.ts";

export const redTuning: LessonTexts = {
  title: "Régler RED",
  point:
    "Avec une probabilité de rejet fixe, le délai dépend de la charge\u202f; RED adaptatif le maintient.",
  learn: "comment RED décide quoi rejeter, et de quoi dépendent ses réglages",
  "scenario.title": "RED est difficile à régler",
  "scenario.flows.many.label": "flux",
  "steps.watch.text":
    "RED rejette des paquets au hasard, d’autant plus souvent que la file moyenne est longue\u00a0: aucun au-dessous de 5 paquets, et un sur dix juste au-dessous de 25. Trois flux partagent la liaison.",
  "steps.watch.notes":
    "Tracez la probabilité de rejet selon la file moyenne\u00a0: zéro, une rampe, puis un. Demandez où sur la rampe trois flux s’équilibrent.",
  "steps.predict.text":
    "Avec trois flux, {queue} attendent en moyenne. Trente flux partagent maintenant la liaison, et les seuils de RED restent les mêmes.",
  "steps.predict.notes":
    "Servez-vous de la rampe\u00a0: plus de flux demandent un taux de rejet plus élevé, donc le point se déplace. Demandez dans quel sens.",
  "steps.predict.task.ask": "Avec 30 flux\u00a0: combien de paquets attendent en moyenne\u202f?",
  "steps.predict.task.what.label": "File moyenne",
  "steps.predict.task.what.bars.0.label": "avec 30 flux",
  "steps.predict.task.after":
    "La charge détermine le taux de rejet nécessaire, et le taux de rejet détermine la file. L’exploitant ne peut pas connaître la charge d’avance.",
  "steps.adapt.text":
    "RED adaptatif modifie lentement sa plus grande probabilité de rejet. Avec un seuil plus grand, la même file en est plus éloignée.",
  "steps.adapt.task.ask":
    "Ramenez la file moyenne sous 20 paquets avec 30 flux, et gardez la liaison occupée plus de 90\u202f% du temps, en modifiant un seul réglage.",
  "steps.adapt.task.controls.adaptive.label": "RED",
  "steps.adapt.task.controls.adaptive.options.0.label": "fixe",
  "steps.adapt.task.controls.adaptive.options.1.label": "adaptatif",
  "steps.adapt.task.controls.limit.label": "Plus grand seuil",
  "steps.adapt.task.controls.limit.options.0.label": "25 paquets",
  "steps.adapt.task.controls.limit.options.1.label": "60 paquets",
  "steps.adapt.task.hint":
    "Dans votre exécution, {queue} attendent en moyenne, et la liaison est occupée {busy} du temps.",
  freePlay: "Comparez RED avec CoDel et PIE, qui contrôlent le délai lui-même, pour 3 et pour 30 flux.",
  "reading.0.text": "S. Floyd, V. Jacobson: Random Early Detection Gateways for Congestion Avoidance. 1993.",
  "reading.1.text": "S. Floyd, R. Gummadi, S. Shenker: Adaptive RED. 2001.",
};
