import type { LessonTexts } from "../../translation.ts";

export const copa: LessonTexts = {
  title: "Un émetteur à deux modes",
  point:
    "Un émetteur qui garde la file courte peut rivaliser avec les autres s’il remarque qu’ils remplissent la file, mais il ne peut pas vider leur file.",
  "scenario.title": "Un émetteur à deux modes",
  "scenario.flows.0.label": "Copa",
  "scenario.flows.1.label": "CUBIC",
  "steps.0.text":
    "[Copa](curve:copa) mesure combien de temps ses paquets attendent dans la file. Il vise un débit de deux paquets pendant cette durée. Si son débit est plus bas, il agrandit sa fenêtre\u202f; sinon, il la réduit. Observez-le seul sur une liaison de 10\u202fMb/s.",
  "steps.0.notes":
    "Si d est le temps d’attente, le débit visé est 2/d. Demandez ce qu’il vaut quand la file est vide, et pourquoi le débit doit donc osciller.",
  "steps.1.text":
    "Quand la file est vide, le débit visé est très élevé, et la fenêtre grandit. Quand des paquets attendent, il tombe sous le débit, et la fenêtre rétrécit. La file se remplit et se vide tous les cinq allers-retours, et chaque fois qu’elle est vide, Copa mesure l’aller-retour sans attente.",
  "steps.1.task.ask": "Combien de paquets attendent au plus entre 10\u202fs et 28\u202fs\u202f?",
  "steps.1.task.options.0.text": "Moins de 10",
  "steps.1.task.options.1.text": "Entre 10 et 40",
  "steps.1.task.options.2.text": "Plus de 40",
  "steps.1.task.hint":
    "Lisez la valeur la plus haute de la file dans son graphique. Le tampon contient {limit}.",
  "steps.2.text":
    "À 30\u202fs, un flux CUBIC démarre. Il agrandit sa fenêtre jusqu’à ce que le tampon de {limit} déborde.",
  "steps.2.notes":
    "Demandez quel temps d’attente Copa mesure quand 60 paquets attendent, et quel débit visé en résulte\u00a0: deux paquets par 72\u202fms.",
  "steps.2.task.ask": "Dessinez le débit de Copa jusqu’à 70\u202fs.",
  "steps.2.task.what.label": "Débit de Copa",
  "steps.2.task.after":
    "Pour Copa, les paquets de CUBIC qui attendent sont une raison d’envoyer moins, comme pour Vegas. Il lui reste quelques paquets par aller-retour.",
  "steps.3.text":
    "Après 50\u202fs, Copa obtient {copa}, et CUBIC {other}. Jusqu’ici, une règle de Copa était désactivée. Copa sait qu’il vide la file tous les cinq allers-retours. Si elle n’a pas été presque vide pendant ce temps, quelqu’un d’autre doit la remplir. Copa vise alors plus de deux paquets par temps d’attente\u00a0: un de plus à chaque aller-retour, et la moitié après une perte.",
  "steps.3.notes":
    "Faites nommer l’algorithme qui ajoute un par aller-retour et divise par deux à une perte. Demandez si les deux modes ensemble peuvent être équitables envers CUBIC.",
  "steps.3.task.ask": "Combien les deux flux obtiennent-ils avec cette règle\u202f?",
  "steps.3.task.what.label": "Débit utile après 50\u202fs",
  "steps.3.task.what.bars.0.label": "Copa",
  "steps.3.task.what.bars.1.label": "CUBIC",
  "steps.3.task.after":
    "Dans son mode de concurrence, Copa se comporte comme un flux qui réagit aux pertes, et obtient une part semblable. L’article appelle cela «\u202fmode switching\u202f».",
  "steps.4.text": "Copa obtient maintenant {copa}. Seul, il gardait la file presque vide.",
  "steps.4.task.ask": "Combien de temps les paquets attendent-ils en moyenne après 50\u202fs\u202f?",
  "steps.4.task.options.0.text": "Moins de 10\u202fms, comme avant le démarrage de CUBIC",
  "steps.4.task.options.1.text": "Entre 10\u202fms et 40\u202fms",
  "steps.4.task.options.2.text": "Plus de 40\u202fms",
  "steps.4.task.hint":
    "Lisez la file dans son graphique. Chaque paquet qu’elle contient demande 1.2\u202fms.",
  "steps.5.text": "Chaque paquet attend {wait}, quel que soit son flux.",
  "steps.5.task.ask":
    "Ramenez l’attente après 50\u202fs sous 10\u202fms, avec plus de 4.5\u202fMb/s pour Copa, en modifiant un seul réglage.",
  "steps.5.task.controls.0.label": "Paquets par temps d’attente",
  "steps.5.task.controls.0.options.0.label": "2",
  "steps.5.task.controls.0.options.1.label": "1",
  "steps.5.task.controls.1.label": "Tampon",
  "steps.5.task.controls.1.options.0.label": "83 paquets",
  "steps.5.task.controls.1.options.1.label": "20 paquets",
  "steps.5.task.controls.2.label": "Autre flux",
  "steps.5.task.controls.2.options.0.label": "CUBIC",
  "steps.5.task.controls.2.options.1.label": "NewReno",
  "steps.5.task.controls.2.options.2.label": "Copa",
  "steps.5.task.hint":
    "Les paquets attendent {wait}, et Copa obtient {copa}. L’attente dépend du flux qui veut la file la plus longue.",
  freePlay: "Faites utiliser BBR au second flux. Quel mode Copa choisit-il, et qui obtient le plus\u202f?",
  "reading.0.text":
    "V. Arun, H. Balakrishnan: Copa: Practical Delay-Based Congestion Control for the Internet. NSDI 2018.",
};
