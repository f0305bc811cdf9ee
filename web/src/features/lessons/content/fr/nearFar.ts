import type { LessonTexts } from "../../translation.ts";

export const nearFar: LessonTexts = {
  title: "Proche et lointain",
  point: "Les flux à aller-retour court obtiennent plus, car ils croissent plus vite après chaque perte.",
  "scenario.title": "Proche et lointain",
  "scenario.flows.0.label": "proche",
  "scenario.flows.1.label": "lointain",
  "steps.0.text":
    "Deux flux de même aller-retour, 40\u202fms, partagent une liaison de 10\u202fMb/s. À la longue, chacun en obtient environ la moitié\u00a0: [proche](curve:near) {near}, [lointain](curve:far) {far}.",
  "steps.0.notes":
    "C’est le cas équitable, comme référence. Demandez quelle propriété d’un chemin, outre sa capacité, pourrait compter pour la part d’un flux.",
  "steps.1.text":
    "Les deux flux ajoutent un paquet à leur fenêtre à chaque aller-retour. Le récepteur du second flux s’éloigne maintenant\u00a0: son aller-retour dure 160\u202fms.",
  "steps.1.notes":
    "La plupart attendent un facteur quatre, comme le rapport des temps d’aller-retour. Recueillez les estimations, puis faites expliquer pourquoi le résultat est plus grand.",
  "steps.1.task.ask": "Combien chaque flux obtient-il après ce déplacement\u202f?",
  "steps.1.task.what.label": "Débit utile moyen",
  "steps.1.task.what.bars.0.label": "proche",
  "steps.1.task.what.bars.1.label": "lointain",
  "steps.1.task.after":
    "Pendant que le flux lointain ajoute un paquet, le flux proche en ajoute quatre. Et chaque paquet de sa fenêtre traverse la liaison quatre fois plus souvent. Les deux effets favorisent le flux proche.",
  "steps.2.text": "Comparez les deux courbes dans le graphique du débit.",
  "steps.2.task.ask":
    "Combien de fois le débit utile du flux lointain le flux proche obtient-il\u202f? Lisez les débits\u202f; une valeur à 30\u202f% près est juste.",
  "steps.2.task.hint":
    "Dans votre exécution, proche a obtenu {near} et lointain {far}. Divisez le premier par le second.",
  "steps.3.text":
    "L’indice de Jain des deux débits utiles est {jain}. Un indice de 1 est parfaitement équitable, et 0.5 signifie que l’un des deux flux obtient tout.",
  "steps.3.task.ask": "Amenez l’indice de Jain au-dessus de 0.9 en modifiant un seul réglage.",
  "steps.3.task.controls.0.label": "Politique de file d’attente",
  "steps.3.task.controls.0.options.0.label": "Drop-tail",
  "steps.3.task.controls.0.options.1.label": "RED",
  "steps.3.task.controls.0.options.2.label": "FQ-CoDel",
  "steps.3.task.controls.1.label": "Aller-retour du flux lointain",
  "steps.3.task.controls.1.options.0.label": "160\u202fms",
  "steps.3.task.controls.1.options.1.label": "320\u202fms",
  "steps.3.task.controls.1.options.2.label": "40\u202fms",
  "steps.3.task.hint":
    "L’indice de Jain de votre exécution est {jain}\u00a0: proche obtient {near}, lointain {far}.",
  freePlay: "Passez les deux flux à CUBIC, dont la croissance dépend des secondes et non des allers-retours.",
  "reading.0.text": "S. Floyd, V. Jacobson: On Traffic Phase Effects in Packet-Switched Gateways. 1992.",
  "reading.1.text": "R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness. DEC-TR-301, 1984.",
};
