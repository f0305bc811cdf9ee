import type { LessonTexts } from "../../translation.ts";

export const fatPipe: LessonTexts = {
  title: "Des chemins longs et rapides",
  point:
    "La croissance linéaire ne passe pas à l’échelle\u202f; CUBIC se rétablit en quelques secondes, quel que soit l’aller-retour.",
  learn: "ce que coûte une perte sur un chemin long et rapide, et ce qui réduit ce coût",
  "scenario.title": "Des chemins longs et rapides",
  "scenario.flows.one.label": "un flux",
  "steps.watch.text":
    "Le chemin de 100\u202fMb/s et 100\u202fms contient {bdp}. À [10\u202fs](at:10), un seul paquet est perdu. Observez la fenêtre jusqu’à cet instant.",
  "steps.watch.notes":
    "Demandez combien de paquets sont en vol sur ce chemin. Un seul paquet perdu va coûter la moitié du débit.",
  "steps.predict.text":
    "L’émetteur utilise NewReno, comme dans la leçon sur les dents de scie. Un aller-retour dure 0.1\u202fs.",
  "steps.predict.notes":
    "Faites calculer le temps\u00a0: paquets à regagner fois le temps d’aller-retour. Demandez ensuite la même chose à 10\u202fGb/s.",
  "steps.predict.task.ask": "Dessinez la fenêtre des 50 prochaines secondes.",
  "steps.predict.task.what.label": "Fenêtre de congestion (cwnd)",
  "steps.predict.task.after":
    "La fenêtre demande un aller-retour par paquet\u00a0: il lui faut environ 40\u202fs pour revenir où elle était. À 10\u202fGb/s, il faudrait plus d’une heure.",
  "steps.cubic.text": "Après cette perte, le flux obtient {rate}, sur une liaison de 100\u202fMb/s.",
  "steps.cubic.task.ask":
    "Amenez le débit utile après 10\u202fs au-dessus de 90\u202fMb/s en modifiant un seul réglage.",
  "steps.cubic.task.controls.algorithm.label": "Algorithme",
  "steps.cubic.task.controls.algorithm.options.0.label": "NewReno",
  "steps.cubic.task.controls.algorithm.options.1.label": "SACK",
  "steps.cubic.task.controls.algorithm.options.2.label": "CUBIC",
  "steps.cubic.task.controls.rtt.label": "Aller-retour",
  "steps.cubic.task.controls.rtt.options.0.label": "100\u202fms",
  "steps.cubic.task.controls.rtt.options.1.label": "200\u202fms",
  "steps.cubic.task.hint":
    "Le débit utile de votre exécution est {rate}\u202f; après la perte, la fenêtre est tombée à {lowest}. Quel réglage la fait croître plus vite\u202f?",
  "steps.cubic.task.after":
    "Votre flux obtient maintenant {rate}. CUBIC réduit moins sa fenêtre. Puis sa croissance suit une fonction cubique du temps depuis la réduction\u00a0: rapide, lente près de l’ancienne fenêtre, et de nouveau rapide.",
  freePlay:
    "Mettez en concurrence un flux NewReno et un flux CUBIC sur ce chemin, puis sur un chemin de 20\u202fms.",
  "reading.0.text": "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
  "reading.1.text": "HighSpeed TCP for Large Congestion Windows. RFC 3649.",
};
