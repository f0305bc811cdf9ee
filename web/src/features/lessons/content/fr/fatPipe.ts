import type { LessonTexts } from "../../translation.ts";

export const fatPipe: LessonTexts = {
  title: "Des chemins longs et rapides",
  point:
    "La croissance linéaire ne passe pas à l’échelle\u202f; CUBIC se rétablit en quelques secondes, quel que soit l’aller-retour.",
  "scenario.title": "Des chemins longs et rapides",
  "scenario.flows.0.label": "un flux",
  "steps.0.text":
    "Le chemin de 100\u202fMb/s et 100\u202fms contient {bdp}. À [10\u202fs](at:10), un seul paquet est perdu. Observez la fenêtre jusqu’à cet instant.",
  "steps.0.notes":
    "Demandez combien de paquets sont en vol sur ce chemin. Un seul paquet perdu va coûter la moitié du débit.",
  "steps.1.text": "NewReno divise sa fenêtre par deux et ajoute un paquet par aller-retour de 0.1\u202fs.",
  "steps.1.notes":
    "Faites calculer le temps\u00a0: paquets à regagner fois le temps d’aller-retour. Demandez ensuite la même chose à 10\u202fGb/s.",
  "steps.1.task.ask": "Dessinez la fenêtre des 50 prochaines secondes.",
  "steps.1.task.what.label": "Fenêtre de congestion (cwnd)",
  "steps.1.task.after":
    "La fenêtre demande un aller-retour par paquet\u00a0: il lui faut environ 40\u202fs pour revenir où elle était. À 10\u202fGb/s, il faudrait plus d’une heure.",
  "steps.2.text":
    "CUBIC réduit moins sa fenêtre. Ensuite, sa croissance suit une fonction cubique du temps écoulé depuis la réduction\u00a0: rapide, lente près de l’ancienne fenêtre, puis de nouveau rapide.",
  "steps.2.task.ask":
    "Amenez le débit utile après 10\u202fs au-dessus de 90\u202fMb/s en modifiant un seul réglage.",
  "steps.2.task.controls.0.label": "Algorithme",
  "steps.2.task.controls.0.options.0.label": "NewReno",
  "steps.2.task.controls.0.options.1.label": "SACK",
  "steps.2.task.controls.0.options.2.label": "CUBIC",
  "steps.2.task.controls.1.label": "Aller-retour",
  "steps.2.task.controls.1.options.0.label": "100\u202fms",
  "steps.2.task.controls.1.options.1.label": "200\u202fms",
  "steps.2.task.hint":
    "Le débit utile de votre exécution est {rate}\u202f; après la perte, la fenêtre est tombée à {lowest}. Quel réglage la fait croître plus vite\u202f?",
  freePlay:
    "Mettez en concurrence un flux NewReno et un flux CUBIC sur ce chemin, puis sur un chemin de 20\u202fms.",
  "reading.0.text": "CUBIC for Fast and Long-Distance Networks. RFC 9438.",
  "reading.1.text": "HighSpeed TCP for Large Congestion Windows. RFC 3649.",
};
