import type { LessonTexts } from "../../translation.ts";

export const homeLine: LessonTexts = {
  title: "Qui partage la ligne à la maison\u00a0?",
  point:
    "Un routeur décide qui il traite à égalité\u00a0: les paquets, les flux ou les personnes. Un seul téléchargement ne peut pas s’imposer contre seize.",
  learn: "ce qu’une file par flux change, et ce qu’elle ne change pas",
  "scenario.title": "Qui partage la ligne à la maison\u00a0?",
  "scenario.flows.anna.label": "Anna",
  "scenario.flows.ben.label": "Ben",
  "scenario.flows.cleo.label": "Cleo",
  "steps.watch.text":
    "Trois personnes partagent une ligne de 20\u202fMb/s. Anna charge un fichier, Ben quatre, et Cleo seize à la fois. Tous les paquets attendent dans une seule file.",
  "steps.watch.notes":
    "Demandez qui décide du partage\u00a0: les personnes, leurs ordinateurs ou le routeur.",
  "steps.one-queue.text":
    "La file prend les paquets dans l’ordre de leur arrivée et rejette ceux qui la trouvent pleine.",
  "steps.one-queue.task.ask": "Combien Anna obtient-elle après 10\u202fs\u00a0?",
  "steps.one-queue.task.options.0.text": "Moins de 3\u202fMb/s",
  "steps.one-queue.task.options.1.text": "Entre 3 et 8\u202fMb/s\u00a0: environ un tiers",
  "steps.one-queue.task.options.2.text": "Plus de 8\u202fMb/s",
  "steps.one-queue.task.hint": "Chaque flux obtient à peu près autant, et il y en a 21.",
  "steps.per-flow.text":
    "Anna obtient {anna}, Cleo {cleo}, et les paquets attendent {wait}. FQ-CoDel donne à chaque flux sa propre file et sert les files à tour de rôle.",
  "steps.per-flow.notes":
    "Laissez d’abord la classe dire ce qui change\u00a0: l’attente, les parts, les deux ou rien.",
  "steps.per-flow.task.ask": "Combien Anna et Cleo obtiennent-elles avec FQ-CoDel\u00a0?",
  "steps.per-flow.task.what.label": "Débit utile après 10\u202fs",
  "steps.per-flow.task.what.bars.0.label": "Anna",
  "steps.per-flow.task.what.bars.1.label": "Cleo",
  "steps.per-flow.task.after":
    "Les paquets attendent moins, mais les parts changent à peine\u00a0: les flux sont égaux, et Cleo en a seize.",
  "steps.goal.text":
    "Avec FQ-CoDel, chaque flux a son tour, quel que soit son propriétaire. CAKE offre deux règles pour les tours.",
  "steps.goal.task.ask":
    "Faites en sorte qu’Anna obtienne plus de 5\u202fMb/s, bien que Cleo garde ses seize téléchargements.",
  "steps.goal.task.controls.queue.label": "Discipline de file",
  "steps.goal.task.controls.queue.options.0.label": "FQ-CoDel",
  "steps.goal.task.controls.queue.options.1.label": "Drop-tail",
  "steps.goal.task.controls.queue.options.2.label": "CAKE, à tour de rôle par flux",
  "steps.goal.task.controls.queue.options.3.label": "CAKE, à tour de rôle par ordinateur, puis par flux",
  "steps.goal.task.hint": "Dans votre essai, Anna obtient {anna}, et Cleo {cleo}.",
  freePlay:
    "Anna obtient encore un peu moins que les autres\u00a0: après chaque réduction, son seul flux laisse sa file vide un moment, et les autres prennent ce qu’elle n’utilise pas. Réglez le temps aller-retour de CAKE sur 1\u202fs. Les files peuvent alors être dix fois plus longues, et les trois obtiennent presque autant.",
  "reading.0.text":
    "T. Høiland-Jørgensen, D. Täht, J. Morton: Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways. LANMAN 2018.",
};
