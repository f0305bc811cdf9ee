import type { LessonTexts } from "../../translation.ts";

export const ecn: LessonTexts = {
  title: "Un signal sans perte",
  point: "Les marques ralentissent tôt les émetteurs sans jeter de paquets.",
  learn: "ce qu’une marque dit à un émetteur, et ce qu’elle épargne",
  "scenario.title": "Un signal sans perte",
  "scenario.flows.a.label": "flux A",
  "scenario.flows.b.label": "flux B",
  "steps.watch.text":
    "RED rejette des paquets de deux flux avant que le tampon soit plein. Chaque rejet est un message\u00a0: envoyer moins. Mais le paquet rejeté doit être renvoyé. [Le flux A](curve:a) a renvoyé {retransmitted} paquets.",
  "steps.watch.notes":
    "Un rejet transmet un bit d’information et détruit un paquet. Demandez si le routeur pourrait envoyer ce bit sans ce dégât.",
  "steps.predict.text":
    "Avec la notification explicite de congestion (ECN), RED met une marque dans le paquet au lieu de le rejeter, et le récepteur renvoie la marque à l’émetteur.",
  "steps.predict.notes":
    "Certains pensent que le flux avec ECN ralentit moins souvent. Demandez ce que l’émetteur fait d’une marque.",
  "steps.predict.task.ask":
    "Seul le flux A utilise ECN. Combien de fois chaque flux réduit-il sa fenêtre après 5\u202fs\u202f?",
  "steps.predict.task.what.label": "Réductions de la fenêtre",
  "steps.predict.task.what.bars.0.label": "flux A, avec ECN",
  "steps.predict.task.what.bars.1.label": "flux B, sans ECN",
  "steps.predict.task.after":
    "Un émetteur traite une marque comme une perte\u202f; les deux flux réduisent donc leur fenêtre à peu près aussi souvent. ECN n’est pas un privilège. Il sauve le paquet.",
  "steps.retransmitted.text": "Votre exécution compte {marks} marques et {drops} rejets.",
  "steps.retransmitted.task.ask":
    "Combien de paquets le flux A renvoie-t-il maintenant, après 5\u202fs\u202f?",
  "steps.retransmitted.task.options.0.text": "Aucun",
  "steps.retransmitted.task.options.1.text": "Quelques-uns, mais moins de la moitié de ceux du flux B",
  "steps.retransmitted.task.options.2.text": "À peu près autant que le flux B",
  "steps.retransmitted.task.hint":
    "Regardez les marques et les croix dans le graphique de la file d’attente. Y a-t-il des paquets du flux A parmi les rejets\u202f?",
  "steps.both.text": "Si les deux flux utilisent ECN, la file n’a rien à rejeter.",
  "steps.both.task.ask": "Activez aussi [ECN pour le flux B](control).",
  "steps.both.task.control.label": "ECN du flux B",
  "steps.both.task.control.options.0.label": "désactivé",
  "steps.both.task.control.options.1.label": "activé",
  "steps.both.task.hint": "Votre exécution compte encore {drops} rejets.",
  freePlay:
    "Ajoutez vingt flux avec ECN. Au-dessus de son plus grand seuil, RED rejette même des paquets qu’il pourrait marquer.",
  "reading.0.text": "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
  "reading.1.text": "The Benefits of Using ECN. RFC 8087.",
};
