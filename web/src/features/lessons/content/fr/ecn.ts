import type { LessonTexts } from "../../translation.ts";

export const ecn: LessonTexts = {
  title: "Un signal sans perte",
  point: "Les marques ralentissent tôt les émetteurs sans jeter de paquets.",
  learn: "ce qu’une marque dit à un émetteur, et ce qu’elle épargne",
  "scenario.title": "Un signal sans perte",
  "scenario.flows.a.label": "flux A",
  "scenario.flows.b.label": "flux B",
  "steps.watch.text":
    "RED rejette des paquets de deux flux avant que le tampon soit plein. Chaque rejet est un message\u00a0: envoyer moins. Mais le paquet rejeté doit être renvoyé. Dans le graphique de la fenêtre, chaque croix sur la courbe du [flux A](curve:a) est un rejet.",
  "steps.watch.notes":
    "Un rejet transmet un bit d’information et détruit un paquet. Demandez si le routeur pourrait envoyer ce bit sans ce dégât.",
  "steps.predict.text":
    "Avec la notification explicite de congestion (ECN), RED met une marque dans le paquet au lieu de le rejeter, et le récepteur renvoie la marque à l’émetteur. Sans ECN, le flux A a renvoyé {retransmitted} paquets.",
  "steps.predict.notes":
    "Certains pensent que le flux avec ECN ralentit moins souvent. Demandez ce que l’émetteur fait d’une marque.",
  "steps.predict.task.ask":
    "Seul le flux A utilise ECN. Combien de fois chaque flux réduit-il sa fenêtre après 5\u202fs\u202f?",
  "steps.predict.task.what.label": "Réductions de la fenêtre",
  "steps.predict.task.what.bars.0.label": "flux A, avec ECN",
  "steps.predict.task.what.bars.1.label": "flux B, sans ECN",
  "steps.predict.task.after":
    "Un émetteur traite une marque comme une perte\u202f; les deux flux réduisent donc leur fenêtre à peu près aussi souvent.",
  "steps.retransmitted.text":
    "Votre exécution compte {marks} marques et {drops} rejets. Le flux A a renvoyé {retransmitted} paquets.",
  "steps.retransmitted.task.ask": "Qu’y gagne le flux A, par rapport au flux B\u202f?",
  "steps.retransmitted.task.options.0.text": "Il obtient au moins 20\u202f% de plus.",
  "steps.retransmitted.task.options.1.text": "Les deux obtiennent à peu près autant.",
  "steps.retransmitted.task.options.2.text": "Il obtient au moins 20\u202f% de moins.",
  "steps.retransmitted.task.hint":
    "Dans votre exécution, le flux A obtient {rateA}, et le flux B {rateB}. Qu’est-ce qui décide du débit\u00a0: les paquets renvoyés, ou le nombre de réductions de la fenêtre\u202f?",
  "steps.both.text":
    "Le débit dépend des réductions de la fenêtre, et une marque en provoque une, comme un rejet. Maintenant, le flux B utilise aussi ECN.",
  "steps.both.notes":
    "Additionnez ce que la file a dit aux deux flux auparavant\u00a0: chaque rejet et chaque marque était un message. Demandez combien de messages il lui faut maintenant.",
  "steps.both.task.ask":
    "De combien de marques et de combien de rejets la file a-t-elle besoin après 5\u202fs, si les deux flux utilisent ECN\u202f?",
  "steps.both.task.what.label": "Signaux de la file",
  "steps.both.task.what.bars.0.label": "marques",
  "steps.both.task.what.bars.1.label": "rejets",
  "steps.both.task.after":
    "La file a besoin d’à peu près autant de signaux qu’avant, car les émetteurs réagissent comme avant. Aucun ne coûte un paquet.",
  freePlay:
    "Ajoutez vingt flux avec ECN. Au-dessus de son plus grand seuil, RED rejette même des paquets qu’il pourrait marquer.",
  "reading.0.text": "The Addition of Explicit Congestion Notification to IP. RFC 3168.",
  "reading.1.text": "The Benefits of Using ECN. RFC 8087.",
};
