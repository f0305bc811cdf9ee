import type { LessonTexts } from "../../translation.ts";

export const beatCubic: LessonTexts = {
  title: "Battre CUBIC sur une trace cellulaire",
  learn: "comment une règle à soi occupe un lien variable avec une file courte",
  point:
    "Une règle qui réagit au délai, et vite, garde occupée une liaison au débit variable avec une file courte.",
  "scenario.title": "Battre CUBIC sur une trace cellulaire",
  "scenario.flows.mine.label": "le mien",
  "steps.watch.text":
    "Le débit d’une liaison cellulaire change deux fois par seconde. Votre propre flux, [le mien](curve:mine), exécute CUBIC, écrit comme programme. Le tampon contient 300 paquets. L’éditeur montre le programme.",
  "steps.watch.notes":
    "Demandez les deux nombres du concours avant de lancer\u00a0: le débit et le délai. C’est leur rapport qui compte.",
  "steps.predict.text":
    "Avec CUBIC, les paquets attendent {wait} en moyenne, moins que la hauteur moyenne de la courbe de la file, car la plupart des paquets passent quand la liaison est rapide. Le flux obtient {rate}. Le programme suivant n’attend pas les pertes. Sa fenêtre augmente tant que les paquets attendent moins de 20\u202fms, et diminue au-delà.",
  "steps.predict.notes":
    "Demandez ce qu’une file courte peut coûter\u00a0: le programme voit le délai un aller-retour plus tard, et le débit peut avoir doublé.",
  "steps.predict.task.ask": "Combien le flux obtient-il avec une cible de 20\u202fms\u202f?",
  "steps.predict.task.what.label": "Débit utile moyen",
  "steps.predict.task.what.bars.0.label": "Cible de 20\u202fms",
  "steps.predict.task.after":
    "Le flux obtient presque autant qu’avec CUBIC, et l’attente moyenne est proche de la cible. Certains paquets attendent plus longtemps quand le débit baisse\u00a0: ils sont déjà en route.",
  "steps.goal.text":
    "Maintenant, les paquets attendent {wait} en moyenne, et le flux obtient {rate}\u00a0: beaucoup moins d’attente pour un peu moins de débit. CUBIC garde la liaison presque pleine\u202f; on ne peut donc le battre que sur le délai.",
  "steps.goal.notes":
    "Deux nombres du programme peuvent changer\u00a0: la cible et la plus grande variation de la fenêtre par aller-retour. Demandez lequel limite la vitesse à laquelle la fenêtre suit le débit.",
  "steps.goal.task.ask":
    "Changez un nombre pour que le flux obtienne plus de 32.3\u202fMb/s et que les paquets attendent toujours moins de 28\u202fms en moyenne.",
  "steps.goal.task.controls.target.label": "Cible du délai",
  "steps.goal.task.controls.target.options.0.label": "20\u202fms",
  "steps.goal.task.controls.target.options.1.label": "5\u202fms",
  "steps.goal.task.controls.target.options.2.label": "60\u202fms",
  "steps.goal.task.controls.gain.label": "Plus grande variation par aller-retour",
  "steps.goal.task.controls.gain.options.0.label": "1 paquet",
  "steps.goal.task.controls.gain.options.1.label": "10 paquets",
  "steps.goal.task.hint":
    "Les paquets attendent {wait}, et le flux obtient {rate}. À quelle vitesse la fenêtre peut-elle suivre quand le débit augmente\u00a0?",
  "steps.goal.task.after":
    "Les paquets attendent {wait}, et le flux obtient {rate}\u00a0: presque le débit de CUBIC, avec une attente bien plus courte. La fenêtre suit maintenant le débit jusqu’à dix fois plus vite.",
  freePlay:
    "L’éditeur montre le programme. Améliorez-le\u00a0: quel débit obtenez-vous pour chaque milliseconde de délai\u00a0? Partez du BBR simplifié si vous préférez.",
  "reading.0.text":
    "K. Winstein, A. Sivaraman, H. Balakrishnan: Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks. 2013.",
};
