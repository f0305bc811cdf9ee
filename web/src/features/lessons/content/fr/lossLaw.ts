import type { LessonTexts } from "../../translation.ts";

export const lossLaw: LessonTexts = {
  title: "Débit et pertes",
  point:
    "Le débit d’un flux est inversement proportionnel à son temps d’aller-retour et à la racine carrée du taux de perte.",
  learn: "à quel débit va un flux pour un taux de perte et un aller-retour donnés",
  "scenario.title": "La loi de la racine carrée",
  "scenario.flows.one.label": "un flux",
  "steps.window.text":
    "La liaison de 100\u202fMb/s est presque vide, mais elle perd au hasard un paquet sur cent. [Le flux](curve:one) n’atteint que {rate}, car il divise sa fenêtre par deux à chaque perte.",
  "steps.window.notes":
    "La réponse est le débit fois le temps d’aller-retour, divisé par la taille d’un paquet en bits. Faites écrire la formule avant d’entrer un nombre.",
  "steps.window.task.ask":
    "Le flux a un aller-retour de 100\u202fms et des paquets de 1500\u202foctets. Combien de paquets livre-t-il par aller-retour\u202f? Une valeur à 30\u202f% près est juste.",
  "steps.window.task.hint":
    "Multipliez {rate} par 0.1\u202fs, et divisez par les 12\u202f000\u202fbits d’un paquet.",
  "steps.quarter.text":
    "Entre deux pertes, la fenêtre croît d’un paquet par aller-retour. Une perte la divise par deux.",
  "steps.quarter.notes":
    "Les réponses sont en général quatre fois ou deux fois. Demandez à ceux qui disent deux ce que devient la hauteur des dents.",
  "steps.quarter.task.ask": "Le taux de perte tombe au quart. Quel est alors le débit utile\u202f?",
  "steps.quarter.task.what.label": "Débit utile moyen",
  "steps.quarter.task.what.bars.0.label": "avec un taux de perte de 0.25\u202f%",
  "steps.quarter.task.after":
    "Selon la loi de la racine carrée, un quart des pertes donne un débit double, et l’exécution en est proche\u00a0: le débit est proportionnel à l’inverse de la racine carrée du taux de perte. Le graphique des modèles montre la loi de Mathis et la loi de Padhye à côté de l’exécution.",
  "steps.rtt.text": "Le flux obtient maintenant {rate}. Le taux de pertes reste le même.",
  "steps.rtt.task.ask": "Amenez le débit utile au-dessus de 6\u202fMb/s en modifiant un seul réglage.",
  "steps.rtt.task.controls.rtt.label": "Aller-retour",
  "steps.rtt.task.controls.rtt.options.0.label": "100\u202fms",
  "steps.rtt.task.controls.rtt.options.1.label": "200\u202fms",
  "steps.rtt.task.controls.rtt.options.2.label": "25\u202fms",
  "steps.rtt.task.controls.rate.label": "Débit de la liaison",
  "steps.rtt.task.controls.rate.options.0.label": "100\u202fMb/s",
  "steps.rtt.task.controls.rate.options.1.label": "200\u202fMb/s",
  "steps.rtt.task.hint":
    "Votre flux obtient {rate}. La loi contient le taux de perte et l’aller-retour, mais pas le débit de la liaison.",
  "steps.rtt.task.after":
    "La loi contient aussi le temps d’aller-retour\u00a0: une fenêtre de même taille est transmise une fois par aller-retour. Votre flux obtient maintenant {rate}.",
  freePlay:
    "Réglez le taux de perte à 5\u202f%\u00a0: les expirations prennent le dessus, et le flux passe sous la loi.",
  "reading.0.text":
    "M. Mathis, J. Semke, J. Mahdavi, T. Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm. CCR 1997.",
  "reading.1.text": "J. Padhye, V. Firoiu, D. Towsley, J. Kurose: Modeling TCP Throughput. SIGCOMM 1998.",
};
