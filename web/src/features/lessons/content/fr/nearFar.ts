import type { LessonTexts } from "../../translation.ts";

export const nearFar: LessonTexts = {
  title: "Proche et lointain",
  point:
    "Les flux à court temps d’aller-retour obtiennent plus\u00a0: leurs fenêtres croissent plus vite et sont transmises plus souvent.",
  learn: "comment la distance d’un serveur change la part d’un flux",
  "scenario.title": "Proche et lointain",
  "scenario.flows.near.label": "proche",
  "scenario.flows.far.label": "lointain",
  "steps.equal.text":
    "Deux flux de même aller-retour, 40\u202fms, partagent une liaison de 10\u202fMb/s. À la longue, chacun en obtient environ la moitié\u00a0: [proche](curve:near) {near}, [lointain](curve:far) {far}.",
  "steps.equal.notes":
    "C’est le cas équitable, comme référence. Demandez quelle propriété d’un chemin, outre sa capacité, pourrait compter pour la part d’un flux.",
  "steps.predict.text":
    "Les deux flux ajoutent un paquet à leur fenêtre à chaque aller-retour. Le récepteur du second flux s’éloigne maintenant\u00a0: son aller-retour dure 160\u202fms.",
  "steps.predict.notes":
    "La plupart attendent un facteur quatre, comme le rapport des temps d’aller-retour. Recueillez les estimations, puis faites expliquer pourquoi le résultat est plus grand.",
  "steps.predict.task.ask": "Combien chaque flux obtient-il après ce déplacement\u202f?",
  "steps.predict.task.what.label": "Débit utile moyen",
  "steps.predict.task.what.bars.0.label": "proche",
  "steps.predict.task.what.bars.1.label": "lointain",
  "steps.predict.task.after":
    "Pendant que le flux lointain ajoute un paquet, le flux proche en ajoute quatre. Et chaque paquet de sa fenêtre traverse la liaison quatre fois plus souvent. Les deux effets favorisent le flux proche. La file les affaiblit, car elle ajoute la même attente aux deux temps d’aller-retour.",
  "steps.ratio.text":
    "Le flux proche obtient {near}, le lointain {far}. Un flux transmet sa fenêtre une fois par aller-retour.",
  "steps.ratio.task.ask":
    "Combien de fois plus grande que la fenêtre du flux lointain est celle du flux proche\u202f? Lisez les moyennes dans le graphique de la fenêtre\u202f; une valeur à 30\u202f% près est juste.",
  "steps.ratio.task.hint":
    "Les fenêtres moyennes sont {nearWindow} (proche) et {farWindow} (lointain). Divisez la première par la seconde.",
  "steps.goal.text":
    "L’indice de Jain des deux débits utiles est {jain}. Un indice de 1 est parfaitement équitable, et 0.5 signifie que l’un des deux flux obtient tout. RED rejette quelques paquets au hasard avant que sa file soit pleine\u202f; FQ-CoDel sert les flux à tour de rôle.",
  "steps.goal.task.ask": "Amenez l’indice de Jain au-dessus de 0.9 en modifiant un seul réglage.",
  "steps.goal.task.controls.queue.label": "Politique de file d’attente",
  "steps.goal.task.controls.queue.options.0.label": "Drop-tail",
  "steps.goal.task.controls.queue.options.1.label": "RED",
  "steps.goal.task.controls.queue.options.2.label": "FQ-CoDel",
  "steps.goal.task.controls.rtt.label": "Aller-retour du flux lointain",
  "steps.goal.task.controls.rtt.options.0.label": "160\u202fms",
  "steps.goal.task.controls.rtt.options.1.label": "320\u202fms",
  "steps.goal.task.controls.rtt.options.2.label": "40\u202fms",
  "steps.goal.task.hint":
    "L’indice de Jain de votre exécution est {jain}\u00a0: proche obtient {near}, lointain {far}.",
  freePlay: "Passez les deux flux à CUBIC, dont la croissance dépend des secondes et non des allers-retours.",
  "reading.0.text": "S. Floyd, V. Jacobson: On Traffic Phase Effects in Packet-Switched Gateways. 1992.",
  "reading.1.text": "R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness. DEC-TR-301, 1984.",
};
