import type { LessonTexts } from "../../translation.ts";

export const paperTrabol: LessonTexts = {
  title: "TRABOL\u00a0: un radar qui cède",
  point:
    "Un flux qui a besoin d’un débit cible peut y revenir par paliers après chaque grande perte. Un flux TCP, qui réagit à chaque perte, lui cède.",
  learn: "comment un flux radar s’adapte, et combien il perd",
  "scenario.title": "TRABOL\u00a0: un radar qui cède",
  "scenario.flows.radar.label": "radar",
  "steps.udp.text":
    "[Un radar](curve:radar) envoie 150\u202fMb/s dans une liaison de {capacity}, sans contrôle.",
  "steps.udp.notes":
    "La réponse est une division\u00a0: la part du débit envoyé qui ne tient pas dans la liaison. Demandez si des données radar avec des trous sont sans valeur.",
  "steps.udp.task.ask":
    "Quelle part de ses paquets est perdue, en pour cent\u202f? Calculez-la à partir des deux débits.",
  "steps.udp.task.hint": "Le flux envoie environ 150\u202fMb/s et livre {rate}. Le reste est perdu.",
  "steps.predict.text":
    "Toutes les 120\u202fms, le radar envoie les données d’une direction, un rayon. Avec TRABOL, le récepteur signale la perte de chaque rayon. Après une perte de plus de 10\u202f%, l’émetteur réduit son débit à 45\u202f% de sa valeur. Puis il revient par paliers vers le débit cible, 150\u202fMb/s, jusqu’à ce qu’un rayon perde plus de 5\u202f%.",
  "steps.predict.notes":
    "Demandez si le flux cherche un débit sans perte. Les limites de 10\u202f% et 5\u202f% du texte sont la clé.",
  "steps.predict.task.ask": "Avec TRABOL\u00a0: quelle part des paquets est perdue après 2\u202fs\u202f?",
  "steps.predict.task.what.label": "Paquets perdus",
  "steps.predict.task.what.bars.0.label": "TRABOL",
  "steps.predict.task.after":
    "TRABOL accepte des pertes jusqu’à une limite, car des données radar restent utiles avec des trous. Il ne cherche pas le débit sans perte.",
  "steps.rate.text":
    "Le flux livre maintenant {rate} et perd {lost}. À 5\u202fs, un flux CUBIC démarre sur la même liaison.",
  "steps.rate.notes":
    "Demandez quelles pertes ralentissent chaque flux\u00a0: CUBIC réagit à chaque perte, TRABOL à plus d’un paquet sur dix. Faites ensuite nommer le flux qui cède.",
  "steps.rate.task.ask": "Combien les deux flux obtiennent-ils entre 10\u202fs et 20\u202fs\u202f?",
  "steps.rate.task.what.label": "Débit utile moyen",
  "steps.rate.task.after":
    "CUBIC cède. Le radar ne réagit qu’aux pertes qui dépassent ses limites, et CUBIC à chaque perte. Le radar cède à une liaison trop lente, et non à TCP.",
  "steps.rate.task.set.0.1.radar.label": "radar",
  "steps.rate.task.set.0.1.tcp.label": "CUBIC",
  "steps.rate.task.what.bars.0.label": "TRABOL",
  "steps.rate.task.what.bars.1.label": "CUBIC",
  freePlay: "Faites partager la liaison par deux flux TRABOL de débits cibles différents.",
  "reading.0.text":
    "S. L. Bangolae et al.\u00a0: l’article sur TRABOL, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de TRABOL.",
};
