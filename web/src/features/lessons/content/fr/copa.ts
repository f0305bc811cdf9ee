import type { LessonTexts } from "../../translation.ts";

export const copa: LessonTexts = {
  title: "Un émetteur à deux modes",
  point:
    "Un émetteur qui garde la file courte peut rivaliser avec des flux qui la remplissent, s’il les remarque. Il ne peut pas vider une file que d’autres remplissent.",
  learn: "pourquoi Copa a deux modes, et quand il utilise chacun",
  "scenario.title": "Un émetteur à deux modes",
  "scenario.flows.copa.label": "Copa",
  "scenario.flows.other.label": "CUBIC",
  "steps.watch.text":
    "[Copa](curve:copa) mesure combien de temps ses paquets attendent dans la file. Il vise un débit de deux paquets pendant cette durée. Si son débit est plus bas, il agrandit sa fenêtre\u202f; sinon, il la réduit. Observez-le seul sur une liaison de 10\u202fMb/s.",
  "steps.watch.notes":
    "Si d est le temps d’attente, le débit visé est 2/d. Demandez ce qu’il vaut quand la file est vide, et pourquoi le débit doit donc osciller.",
  "steps.queue.text":
    "Quand la file est vide, le débit visé est très élevé, et la fenêtre grandit. Quand des paquets attendent, il tombe sous le débit, et la fenêtre rétrécit. La file se remplit et se vide tous les cinq allers-retours, et chaque fois qu’elle est vide, Copa mesure l’aller-retour sans attente.",
  "steps.queue.task.ask": "Combien de paquets attendent au plus entre 10\u202fs et 28\u202fs\u202f?",
  "steps.queue.task.options.0.text": "Moins de 10",
  "steps.queue.task.options.1.text": "Entre 10 et 40",
  "steps.queue.task.options.2.text": "Plus de 40",
  "steps.queue.task.hint":
    "Lisez la valeur la plus haute de la file dans son graphique. Le tampon contient {limit}.",
  "steps.compete.text":
    "À 30\u202fs, un flux CUBIC démarre. Il agrandit sa fenêtre jusqu’à ce que le tampon de {limit} déborde. Copa n’a ici que son premier mode\u00a0: il vise deux paquets par temps d’attente.",
  "steps.compete.notes":
    "Demandez quel temps d’attente Copa mesure quand 60 paquets attendent, et quel débit visé en résulte\u00a0: deux paquets par 72\u202fms.",
  "steps.compete.task.ask": "Dessinez le débit de Copa jusqu’à 70\u202fs.",
  "steps.compete.task.what.label": "Débit de Copa",
  "steps.compete.task.after":
    "Pour Copa, les paquets de CUBIC qui attendent sont une raison d’envoyer moins, comme pour Vegas. Il lui reste quelques paquets par aller-retour.",
  "steps.modes.text":
    "Après 50\u202fs, Copa obtient {copa}, et CUBIC {other}. Jusqu’ici, le second mode de Copa était désactivé. Copa sait qu’il vide la file tous les cinq allers-retours. Si elle n’a pas été presque vide pendant ce temps, quelqu’un d’autre doit la remplir. Copa vise alors plus de deux paquets par temps d’attente\u00a0: il augmente ce nombre d’un à chaque aller-retour, et le divise par deux après une perte.",
  "steps.modes.notes":
    "Faites nommer l’algorithme qui ajoute un par aller-retour et divise par deux à une perte. Demandez si les deux modes ensemble peuvent être équitables envers CUBIC.",
  "steps.modes.task.ask": "Combien les deux flux obtiennent-ils avec ce mode\u202f?",
  "steps.modes.task.what.label": "Débit utile après 50\u202fs",
  "steps.modes.task.what.bars.0.label": "Copa",
  "steps.modes.task.what.bars.1.label": "CUBIC",
  "steps.modes.task.after":
    "Dans son mode de concurrence, Copa se comporte comme un flux qui réagit aux pertes, et obtient une part semblable. L’article appelle cela «\u202fmode switching\u202f».",
  "steps.price.text": "Copa obtient maintenant {copa}. Seul, il gardait la file presque vide.",
  "steps.price.task.ask": "Combien de temps les paquets attendent-ils en moyenne après 50\u202fs\u202f?",
  "steps.price.task.options.0.text": "Moins de 10\u202fms, comme avant le démarrage de CUBIC",
  "steps.price.task.options.1.text": "Entre 10\u202fms et 40\u202fms",
  "steps.price.task.options.2.text": "Plus de 40\u202fms",
  "steps.price.task.hint":
    "Lisez la file dans son graphique. Chaque paquet qu’elle contient demande 1.2\u202fms.",
  "steps.goal.text": "Chaque paquet attend {wait}, quel que soit son flux.",
  "steps.goal.task.ask":
    "Ramenez l’attente après 50\u202fs sous 10\u202fms, avec plus de 4.5\u202fMb/s pour Copa, en modifiant un seul réglage.",
  "steps.goal.task.controls.delta.label": "Paquets par temps d’attente",
  "steps.goal.task.controls.delta.options.0.label": "2",
  "steps.goal.task.controls.delta.options.1.label": "1",
  "steps.goal.task.controls.buffer.label": "Tampon",
  "steps.goal.task.controls.buffer.options.0.label": "83 paquets",
  "steps.goal.task.controls.buffer.options.1.label": "20 paquets",
  "steps.goal.task.controls.other.label": "Autre flux",
  "steps.goal.task.controls.other.options.0.label": "CUBIC",
  "steps.goal.task.controls.other.options.1.label": "NewReno",
  "steps.goal.task.controls.other.options.2.label": "Copa",
  "steps.goal.task.hint":
    "Les paquets attendent {wait}, et Copa obtient {copa}. L’attente dépend du flux qui veut la file la plus longue.",
  freePlay: "Faites utiliser BBR au second flux. Quel mode Copa choisit-il, et qui obtient le plus\u202f?",
  "reading.0.text":
    "V. Arun, H. Balakrishnan: Copa: Practical Delay-Based Congestion Control for the Internet. NSDI 2018.",
};
