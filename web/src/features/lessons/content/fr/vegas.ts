import type { LessonTexts } from "../../translation.ts";

export const vegas: LessonTexts = {
  title: "Le contrôle par le délai",
  point:
    "Les flux qui gardent la file courte perdent face à ceux qui la remplissent, sauf si la file elle-même est équitable.",
  learn: "comment un émetteur peut se régler sur le délai, et comment il partage avec d’autres émetteurs",
  "scenario.title": "Le contrôle par le délai",
  "scenario.flows.vegas.label": "Vegas",
  "scenario.flows.other.label": "NewReno",
  "steps.watch.text":
    "[Vegas](curve:vegas) compare chaque temps d’aller-retour au plus court qu’il a mesuré. La différence est le temps que les paquets ont attendu. Vegas règle sa fenêtre sur cette différence. Regardez-le seul sur une liaison de 10\u202fMb/s.",
  "steps.watch.notes":
    "Comparez avec la leçon sur la dent de scie\u00a0: la même liaison, sans perte et presque sans file. Demandez pourquoi tous les émetteurs ne font pas ainsi.",
  "steps.queue.text": "Jusqu’à 28\u202fs, le débit reste à la capacité, et rien ne se perd.",
  "steps.queue.task.ask":
    "Combien de paquets attendent en moyenne dans la file entre 10\u202fs et 28\u202fs\u202f?",
  "steps.queue.task.options.0.text": "Moins de 10",
  "steps.queue.task.options.1.text": "De 10 à 40",
  "steps.queue.task.options.2.text": "Plus de 40",
  "steps.queue.task.hint": "Lisez la file d’attente dans son graphique.",
  "steps.queue.task.after": "Vegas veut au moins deux de ses paquets dans la file, et au plus quatre.",
  "steps.predict.text":
    "À 30\u202fs, un flux NewReno commence. Il augmente sa fenêtre jusqu’à ce que le tampon de 83 paquets déborde.",
  "steps.predict.notes":
    "Demandez ce que Vegas mesure pendant que NewReno remplit le tampon. Le dessin découle de la réponse.",
  "steps.predict.task.ask": "Dessinez le débit de Vegas jusqu’à 70\u202fs.",
  "steps.predict.task.what.label": "Débit de Vegas",
  "steps.predict.task.after":
    "Vegas cède tant que la file est longue, et NewReno la maintient longue. Le flux qui évite la file paie pour celui qui la remplit.",
  "steps.small.text": "Après 50\u202fs, Vegas obtient {vegas} et NewReno {other}.",
  "steps.small.notes":
    "La classe sait maintenant pourquoi Vegas cède. Demandez quelle partie de la raison disparaît avec un petit tampon.",
  "steps.small.task.ask": "Combien obtiennent les deux flux si le tampon ne contient que 10 paquets\u202f?",
  "steps.small.task.what.label": "Débit utile après 50\u202fs",
  "steps.small.task.what.bars.0.label": "Vegas",
  "steps.small.task.what.bars.1.label": "NewReno",
  "steps.small.task.after":
    "Un tampon de 10 paquets laisse peu à remplir à NewReno\u202f; la file ne retient donc guère Vegas.",
  "steps.goal.text":
    "De petits tampons ne sont pas toujours possibles\u00a0: un flux NewReno seul en demande un plus grand. Le tampon est de nouveau grand.",
  "steps.goal.task.ask":
    "Amenez le débit utile de Vegas après 50\u202fs au-dessus de 4.9\u202fMb/s en modifiant un seul réglage.",
  "steps.goal.task.controls.buffer.label": "Tampon",
  "steps.goal.task.controls.buffer.options.0.label": "83 paquets",
  "steps.goal.task.controls.buffer.options.1.label": "40 paquets",
  "steps.goal.task.controls.buffer.options.2.label": "200 paquets",
  "steps.goal.task.controls.queue.label": "Politique de file d’attente",
  "steps.goal.task.controls.queue.options.0.label": "Drop-tail",
  "steps.goal.task.controls.queue.options.1.label": "DRR",
  "steps.goal.task.controls.algorithm.label": "Autre flux",
  "steps.goal.task.controls.algorithm.options.0.label": "NewReno",
  "steps.goal.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.goal.task.hint":
    "Vegas obtient {vegas}. Il cède devant toute file où ses propres paquets attendent. Comment lui donner une file à lui\u202f?",
  freePlay:
    "Donnez aussi Vegas au second flux. Pourquoi le flux qui commence plus tard obtient-il davantage\u202f?",
  "reading.0.text":
    "L. Brakmo, L. Peterson: TCP Vegas: End to End Congestion Avoidance on a Global Internet. 1995.",
  "reading.1.text":
    "J. Mo, R. La, V. Anantharam, J. Walrand: Analysis and Comparison of TCP Reno and Vegas. 1999.",
};
