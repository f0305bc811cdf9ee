import type { LessonTexts } from "../../translation.ts";

export const isolation: LessonTexts = {
  title: "Les rustres et les polis",
  point:
    "Sans isolation, les rustres gagnent\u202f; des files équitables font que chacun subit son propre comportement.",
  learn: "ce qu’un flux qui ne réagit pas fait aux autres, et ce qu’un routeur peut y faire",
  "scenario.title": "Les rustres et les polis",
  "scenario.flows.tcp1.label": "TCP 1",
  "scenario.flows.tcp2.label": "TCP 2",
  "scenario.flows.udp.label": "UDP",
  "steps.watch.text":
    "Deux flux TCP partagent 10\u202fMb/s. À 15\u202fs, [un flux UDP](curve:udp) commence à émettre 6\u202fMb/s de données. UDP n’a pas de contrôle de congestion.",
  "steps.watch.notes":
    "Arrêtez juste avant 15\u202fs et demandez ce que gagne un flux qui ignore les pertes. Rien dans le réseau ne l’interdit.",
  "steps.predict.text":
    "Les trois flux partagent une file. Elle rejette ce qui arrive tant qu’elle est pleine.",
  "steps.predict.notes":
    "Faites dessiner le flux UDP par une moitié de la classe, et l’autre dit ce que TCP garde. La somme doit donner la capacité.",
  "steps.predict.task.ask": "Dessinez le débit du flux UDP pendant les 30 prochaines secondes.",
  "steps.predict.task.what.label": "Débit du flux UDP",
  "steps.predict.task.after":
    "Presque tous les paquets du flux UDP arrivent. Son débit dans le graphique dépasse un peu 6\u202fMb/s, car il comprend les en-têtes des paquets. Les flux TCP se retirent jusqu’à ce que les pertes soient rares, et partagent ce qui reste.",
  "steps.share.text": "Après 20\u202fs, le flux UDP obtient {udp}.",
  "steps.share.task.ask":
    "Combien les deux flux TCP obtiennent-ils ensemble\u202f? Une valeur à 20\u202f% près est juste.",
  "steps.share.task.hint": "La liaison transporte 10\u202fMb/s, et le flux UDP obtient {udp}.",
  "steps.goal.text":
    "Un routeur peut faire plus que rejeter ce qui trouve sa file pleine. RED rejette déjà avant quelques paquets au hasard, et DRR sert les flux à tour de rôle.",
  "steps.goal.task.ask":
    "Faites obtenir plus de 6\u202fMb/s ensemble aux deux flux TCP, en modifiant un seul réglage.",
  "steps.goal.task.controls.queue.label": "Politique de file d’attente",
  "steps.goal.task.controls.queue.options.0.label": "Drop-tail",
  "steps.goal.task.controls.queue.options.1.label": "RED",
  "steps.goal.task.controls.queue.options.2.label": "DRR",
  "steps.goal.task.controls.rate.label": "UDP émet à",
  "steps.goal.task.controls.rate.options.0.label": "6\u202fMb/s",
  "steps.goal.task.controls.rate.options.1.label": "12\u202fMb/s",
  "steps.goal.task.hint": "Les flux TCP de votre exécution obtiennent {tcp}, le flux UDP {udp}.",
  "steps.goal.task.after":
    "Les flux TCP obtiennent maintenant {tcp} ensemble, et le flux UDP {udp}. Ce que UDP émet au-delà de sa part ne remplit que sa propre file.",
  freePlay: "Faites émettre le flux UDP à 20\u202fMb/s à travers chacune des politiques.",
  "reading.0.text":
    "S. Floyd, K. Fall: Promoting the Use of End-to-End Congestion Control in the Internet. 1999.",
  "reading.1.text":
    "M. Shreedhar, G. Varghese: Efficient Fair Queueing Using Deficit Round Robin. SIGCOMM 1995.",
};
