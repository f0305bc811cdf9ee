import type { LessonTexts } from "../../translation.ts";

export const isolation: LessonTexts = {
  title: "Les rustres et les polis",
  point:
    "Sans isolation, les rustres gagnent\u202f; des files équitables font que chacun subit son propre comportement.",
  "scenario.title": "Les rustres et les polis",
  "scenario.flows.0.label": "TCP 1",
  "scenario.flows.1.label": "TCP 2",
  "scenario.flows.2.label": "UDP",
  "steps.0.text":
    "Deux flux TCP se partagent 10\u202fMb/s. À 15\u202fs, [un flux UDP](curve:udp) se met à émettre à 6\u202fMb/s, quoi qu’il arrive à ses paquets.",
  "steps.0.notes":
    "Arrêtez juste avant 15\u202fs et demandez ce que gagne un flux qui ignore les pertes. Rien dans le réseau ne l’interdit.",
  "steps.1.text": "Les flux TCP divisent leur fenêtre par deux à chaque perte. Le flux UDP ne réagit pas.",
  "steps.1.notes":
    "Faites dessiner le flux UDP par une moitié de la classe, et l’autre dit ce que TCP garde. La somme doit donner la capacité.",
  "steps.1.task.ask": "Dessinez le débit du flux UDP pendant les 30 prochaines secondes.",
  "steps.1.task.what.label": "Débit du flux UDP",
  "steps.1.task.after":
    "Le flux UDP obtient presque tout ce qu’il envoie. Les flux TCP reculent jusqu’à ce que les pertes soient rares, et se partagent le reste.",
  "steps.2.text": "Après 20\u202fs, le flux UDP obtient {udp}.",
  "steps.2.task.ask":
    "Combien les deux flux TCP obtiennent-ils ensemble\u202f? Une valeur à 20\u202f% près est juste.",
  "steps.2.task.hint": "La liaison transporte 10\u202fMb/s, et le flux UDP obtient {udp}.",
  "steps.3.text":
    "Un routeur peut servir les flux à tour de rôle. Un flux qui envoie trop ne remplit alors que sa propre file.",
  "steps.3.task.ask":
    "Faites obtenir plus de 6\u202fMb/s ensemble aux deux flux TCP, en modifiant un seul réglage.",
  "steps.3.task.controls.0.label": "Politique de file d’attente",
  "steps.3.task.controls.0.options.0.label": "Drop-tail",
  "steps.3.task.controls.0.options.1.label": "RED",
  "steps.3.task.controls.0.options.2.label": "DRR, une file par flux",
  "steps.3.task.controls.1.label": "UDP émet à",
  "steps.3.task.controls.1.options.0.label": "6\u202fMb/s",
  "steps.3.task.controls.1.options.1.label": "12\u202fMb/s",
  "steps.3.task.hint": "Les flux TCP de votre exécution obtiennent {tcp}, le flux UDP {udp}.",
  freePlay: "Faites émettre le flux UDP à 20\u202fMb/s à travers chacune des politiques.",
  "reading.0.text":
    "S. Floyd, K. Fall: Promoting the Use of End-to-End Congestion Control in the Internet. 1999.",
  "reading.1.text":
    "M. Shreedhar, G. Varghese: Efficient Fair Queueing Using Deficit Round Robin. SIGCOMM 1995.",
};
