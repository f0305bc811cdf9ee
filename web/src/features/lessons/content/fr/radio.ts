import type { LessonTexts } from "../../translation.ts";

export const radio: LessonTexts = {
  title: "Un débit qui va et vient",
  point: "Sur une liaison dont le débit varie, un tampon en paquets est un délai qui varie.",
  learn: "ce que fait un tampon sur un lien au débit variable",
  "scenario.title": "Un débit qui va et vient",
  "scenario.flows.cubic.label": "CUBIC",
  "steps.watch.text":
    "Toutes les 15\u202fs, le débit d’une liaison radio monte de 2\u202fMb/s à 20\u202fMb/s et redescend. [CUBIC](curve:cubic) remplit un tampon de 300 paquets.",
  "steps.watch.notes":
    "Avant la lecture, demandez le délai d’un tampon plein au débit le plus haut et au plus bas. Les deux découlent de la taille du tampon.",
  "steps.predict.text":
    "CUBIC agrandit sa fenêtre jusqu’à perdre des paquets. Le débit de la liaison continue de changer.",
  "steps.predict.notes":
    "La classe doit savoir quand le débit baisse. Montrez la période précédente dans les graphiques, puis faites dessiner.",
  "steps.predict.task.ask": "Dessinez l’attente des 20 prochaines secondes.",
  "steps.predict.task.what.label": "Attente",
  "steps.predict.task.after":
    "Quand le débit baisse, les mêmes paquets mettent plus de temps. L’émetteur ne l’apprend qu’après leur départ\u202f; l’attente monte donc quand le débit baisse, et baisse quand il monte.",
  "steps.goal.text":
    "Pendant 5\u202f% du temps, l’attente dépasse {p95}, son 95e centile. Le flux obtient {rate}. Les concours des cours de réseaux demandent beaucoup de débit et un petit 95e centile. Dans le graphique du débit et du délai, les bonnes exécutions sont en haut à gauche.",
  "steps.goal.task.ask":
    "Ramenez le 95e centile de l’attente sous 100\u202fms avec plus de 8\u202fMb/s, en modifiant un seul réglage.",
  "steps.goal.task.controls.queue.label": "Politique de file d’attente",
  "steps.goal.task.controls.queue.options.0.label": "Drop-tail",
  "steps.goal.task.controls.queue.options.1.label": "CoDel",
  "steps.goal.task.controls.buffer.label": "Tampon",
  "steps.goal.task.controls.buffer.options.0.label": "300 paquets",
  "steps.goal.task.controls.buffer.options.1.label": "100 paquets",
  "steps.goal.task.controls.buffer.options.2.label": "4 paquets",
  "steps.goal.task.controls.sender.label": "Émetteur",
  "steps.goal.task.controls.sender.options.0.label": "CUBIC",
  "steps.goal.task.controls.sender.options.1.label": "BBR",
  "steps.goal.task.controls.sender.options.2.label": "Vegas",
  "steps.goal.task.hint": "Le 95e centile de votre exécution est {p95}, et le flux obtient {rate}.",
  freePlay: "Faites varier le débit cinq fois plus vite, et comparez CUBIC avec TFRC.",
  "reading.0.text":
    "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. NSDI 2013.",
};
