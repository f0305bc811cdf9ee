import type { LessonTexts } from "../../translation.ts";

export const background: LessonTexts = {
  title: "Une sauvegarde en arrière-plan",
  point: "Un flux qui vise un délai court ne cède aux autres que là où les autres allongent le délai.",
  learn: "comment une sauvegarde peut céder à un téléchargement, et quand elle ne cède pas",
  "scenario.title": "Une sauvegarde en arrière-plan",
  "scenario.flows.backup.label": "sauvegarde",
  "scenario.flows.download.label": "téléchargement",
  "steps.watch.text":
    "[Une sauvegarde](curve:backup) par LEDBAT a la liaison de 4\u202fMb/s pour elle seule. LEDBAT mesure combien de temps ses paquets attendent. Sous un objectif, il agrandit la fenêtre, et au-dessus, il la réduit.",
  "steps.watch.notes":
    "Demandez des exemples de transferts que personne n’attend\u00a0: sauvegardes, mises à jour, partage de fichiers. Ils doivent utiliser ce qui reste, et rien de plus.",
  "steps.target.text": "La sauvegarde utilise toute la liaison, et la file ne change presque plus.",
  "steps.target.task.ask":
    "Combien de temps les paquets attendent-ils en moyenne entre 10\u202fs et 18\u202fs\u202f? Lisez le graphique de la file\u202f; une valeur à 20\u202f% près est juste.",
  "steps.target.task.hint": "À quel délai LEDBAT n’agrandit-il ni ne réduit-il sa fenêtre\u202f?",
  "steps.predict.text":
    "À 20\u202fs, un téléchargement avec CUBIC commence. Le tampon contient {limit}, soit 300\u202fms d’attente. L’objectif de LEDBAT est de 100\u202fms.",
  "steps.predict.notes":
    "Demandez ce que fait LEDBAT à un délai de 200\u202fms ou plus. Il existe une fenêtre minimale, donc le débit ne devient pas exactement nul.",
  "steps.predict.task.ask": "Dessinez le débit de la sauvegarde pendant les 30 secondes suivantes.",
  "steps.predict.task.what.label": "Débit de la sauvegarde",
  "steps.predict.task.after":
    "Le téléchargement garde le délai au-dessus de l’objectif, donc la sauvegarde réduit sa fenêtre jusqu’à la plus petite. La sauvegarde n’a pas besoin de message\u00a0: la file est le message.",
  "steps.aqm.text":
    "Après 40\u202fs, le téléchargement obtient {download} et la sauvegarde {backup}, mais les paquets attendent {wait} en moyenne. CoDel garderait la file courte.",
  "steps.aqm.notes":
    "Faites d’abord voter la classe\u00a0: CoDel aide-t-il le téléchargement ou la sauvegarde\u202f? Demandez ensuite quel délai LEDBAT voit avec CoDel.",
  "steps.aqm.task.ask":
    "Avec CoDel dans le routeur\u00a0: combien chaque flux obtient-il après 40\u202fs\u202f?",
  "steps.aqm.task.what.label": "Débit utile",
  "steps.aqm.task.what.bars.0.label": "sauvegarde",
  "steps.aqm.task.what.bars.1.label": "téléchargement",
  "steps.aqm.task.after":
    "Avec CoDel, le délai reste bien en dessous de l’objectif de 100\u202fms. LEDBAT agrandit donc toujours sa fenêtre et ne réagit qu’aux pertes, comme TCP. Le flux d’arrière-plan prend une part à peu près égale. La file courte a supprimé le signal qu’il écoute.",
  "steps.goal.text":
    "La sauvegarde obtient maintenant {backup} et le téléchargement {download}. CoDel reste dans le routeur.",
  "steps.goal.task.ask":
    "Amenez le téléchargement au-dessus de 3\u202fMb/s avec une attente moyenne inférieure à 20\u202fms, en changeant un seul réglage.",
  "steps.goal.task.controls.target.label": "Objectif de LEDBAT",
  "steps.goal.task.controls.target.options.0.label": "100\u202fms",
  "steps.goal.task.controls.target.options.1.label": "25\u202fms",
  "steps.goal.task.controls.target.options.2.label": "3\u202fms",
  "steps.goal.task.controls.algorithm.label": "Émetteur de la sauvegarde",
  "steps.goal.task.controls.algorithm.options.0.label": "LEDBAT",
  "steps.goal.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.goal.task.hint":
    "Dans votre exécution, le téléchargement obtient {download}, et les paquets attendent {wait} en moyenne. La sauvegarde ne cède que si l’attente dépasse son objectif.",
  freePlay:
    "Lancez deux sauvegardes à 20\u202fs d’intervalle sans CoDel. La seconde peut prendre la file de la première pour une partie du chemin. Comparez avec LEDBAT++.",
  "reading.0.text": "Low Extra Delay Background Transport (LEDBAT). RFC 6817.",
  "reading.1.text":
    "Y. Gong, D. Rossi, C. Testa, S. Valenti, M. D. Täht: Fighting the bufferbloat: on the coexistence of AQM and low priority congestion control. Computer Networks 65, 2014.",
};
