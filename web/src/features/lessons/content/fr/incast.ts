import type { LessonTexts } from "../../translation.ts";

export const incast: LessonTexts = {
  title: "Incast dans un centre de données",
  point:
    "Beaucoup de serveurs qui répondent en même temps font déborder un petit tampon, et le temporisateur décide du temps que tous attendent.",
  learn: "ce qui arrive quand beaucoup de serveurs répondent à la fois",
  "scenario.title": "Incast dans un centre de données",
  "scenario.flows.server.label": "serveur",
  "steps.predict.text":
    "Un client demande 128\u202fkB à chacun de 40 serveurs. Tous répondent à 0.5\u202fs sur une liaison de 1\u202fGb/s, avec un aller-retour de 100\u202fµs et un tampon de {limit}. Les 5\u202fMB demandent 41\u202fms si la liaison est toujours occupée.",
  "steps.predict.notes":
    "Calculez ensemble la première rafale\u00a0: 40 serveurs fois la fenêtre initiale. Comparez-la au tampon, puis faites dessiner.",
  "steps.predict.task.ask": "Dessinez le débit de la liaison pendant les 0.5\u202fs suivantes.",
  "steps.predict.task.what.label": "Débit de la liaison",
  "steps.predict.task.after":
    "La première rafale fait déborder le tampon. Certains flux perdent la fin de leur fenêtre\u202f; il ne reste donc rien qui puisse révéler la perte. Ils attendent leur temporisateur.",
  "steps.why.text": "Votre exécution compte {drops} rejets et {timeouts} expirations.",
  "steps.why.task.ask": "À quel point la liaison était-elle occupée entre 0.5\u202fs et 0.75\u202fs\u202f?",
  "steps.why.task.options.0.text": "Moins de 50\u202f%",
  "steps.why.task.options.1.text": "50\u202f% ou plus",
  "steps.why.task.hint": "Regardez le vide entre la première rafale et les paquets suivants.",
  "steps.why.task.after":
    "Après la première rafale, la liaison reste presque libre jusqu’à l’expiration des temporisateurs, bien que des serveurs aient encore des données à émettre.",
  "steps.goal.text":
    "Le minimum du temporisateur est de 200\u202fms, deux mille allers-retours. Le tampon contient {limit}, et les premiers paquets de tous les serveurs sont 400.",
  "steps.goal.task.ask": "Ramenez le nombre d’expirations à zéro, en modifiant un seul réglage.",
  "steps.goal.task.controls.timer.label": "Minimum du temporisateur",
  "steps.goal.task.controls.timer.options.0.label": "200\u202fms",
  "steps.goal.task.controls.timer.options.1.label": "10\u202fms",
  "steps.goal.task.controls.buffer.label": "Tampon",
  "steps.goal.task.controls.buffer.options.0.label": "64 paquets",
  "steps.goal.task.controls.buffer.options.1.label": "256 paquets",
  "steps.goal.task.controls.buffer.options.2.label": "4000 paquets",
  "steps.goal.task.hint":
    "Votre exécution compte {drops} rejets et {timeouts} expirations. Un temporisateur qui expire plus tôt raccourcit le silence, mais c’est toujours une expiration. Combien de paquets atteignent le tampon à la fois\u202f?",
  "steps.goal.task.after":
    "Votre exécution compte {drops} rejets et {timeouts} expirations\u00a0: le tampon contient maintenant tout ce que les serveurs émettent à la fois. Chaque port d’un commutateur aurait besoin de cette mémoire, et un long transfert la remplirait et ferait attendre tous les autres paquets.",
  freePlay:
    "Donnez au temporisateur un minimum de 1\u202fms, avec le petit tampon\u00a0: combien de temps prend la réponse entière\u202f?",
  "reading.0.text":
    "V. Vasudevan et al.: Safe and Effective Fine-Grained TCP Retransmissions for Datacenter Communication. SIGCOMM 2009.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
