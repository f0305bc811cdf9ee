import type { LessonTexts } from "../../translation.ts";

export const rto: LessonTexts = {
  title: "Pourquoi le temporisateur est lent",
  point:
    "Un temporisateur de retransmission court prend des paquets en retard pour perdus\u202f; avec un long, le flux se tait après une perte.",
  learn: "quand un émetteur a besoin de son temporisateur, et ce que change son minimum",
  "scenario.title": "Pourquoi le temporisateur est lent",
  "scenario.flows.one.label": "un flux",
  "steps.timeouts.text":
    "[Reno](curve:one) perd 4\u202f% de ses paquets. Si trois paquets arrivent après le paquet perdu, leurs acquittements révèlent la perte. Sinon, l’émetteur attend son temporisateur. Dans le graphique de la fenêtre, un triangle marque chaque expiration.",
  "steps.timeouts.notes":
    "Demandez combien de paquets doivent arriver après une perte pour que l’émetteur la remarque. Puis demandez à quelle fréquence la fenêtre est aussi grande.",
  "steps.timeouts.task.ask": "Combien d’expirations le flux subit-il en 95\u202fs\u202f?",
  "steps.timeouts.task.options.0.text": "Moins de 10",
  "steps.timeouts.task.options.1.text": "De 10 à 30",
  "steps.timeouts.task.options.2.text": "Plus de 30",
  "steps.timeouts.task.hint":
    "Agrandissez le graphique de la fenêtre\u00a0: chaque triangle est une expiration, où la fenêtre tombe à un paquet.",
  "steps.predict.text":
    "Le flux obtient {rate}. Son temporisateur attend au moins 1\u202fs, comme le demande la RFC 6298, alors qu’un aller-retour ne dure que 60\u202fms. Tant que le temporisateur court, le flux n’émet rien.",
  "steps.predict.notes":
    "Faites estimer la part du temps où le flux se tait\u00a0: nombre d’expirations fois 1\u202fs. Cela donne une borne du gain.",
  "steps.predict.task.ask": "Avec un minimum de 0.2\u202fs\u00a0: quel est le débit utile\u202f?",
  "steps.predict.task.what.label": "Débit utile moyen",
  "steps.predict.task.what.bars.0.label": "avec un minimum de 0.2\u202fs",
  "steps.predict.task.after":
    "Chaque expiration coûte maintenant moins de silence. Le prix apparaît là où les allers-retours varient\u00a0: un paquet seulement en retard passe alors pour perdu.",
  "steps.goal.text": "Le flux obtient maintenant {rate}, avec {timeouts} expirations.",
  "steps.goal.task.ask": "Amenez le débit utile au-dessus de 0.8\u202fMb/s en modifiant un seul réglage.",
  "steps.goal.task.controls.algorithm.label": "Récupération des pertes",
  "steps.goal.task.controls.algorithm.options.0.label": "Reno",
  "steps.goal.task.controls.algorithm.options.1.label": "SACK",
  "steps.goal.task.controls.timer.label": "Minimum du temporisateur",
  "steps.goal.task.controls.timer.options.0.label": "0.2\u202fs",
  "steps.goal.task.controls.timer.options.1.label": "3\u202fs",
  "steps.goal.task.hint":
    "Votre flux obtient {rate} avec {timeouts} expirations. Quel algorithme sait quels paquets manquent\u202f?",
  freePlay:
    "Ajoutez de la gigue à la liaison, et cherchez des retransmissions de paquets qui n’étaient pas perdus.",
  "reading.0.text": "Computing TCP's Retransmission Timer. RFC 6298.",
  "reading.1.text": "M. Allman, V. Paxson: On Estimating End-to-End Network Path Properties. SIGCOMM 1999.",
};
