import type { LessonTexts } from "../../translation.ts";

export const paperTpba: LessonTexts = {
  title: "TPBA\u00a0: demander le débit à TCP",
  point:
    "Un flux de médias peut mesurer un débit en émettant sur TCP pendant quelques secondes. Jusqu’à la mesure suivante, les pertes ne peuvent que réduire ce débit.",
  learn: "comment TPBA mesure son débit, et ce qu’il obtient à côté de TCP",
  "scenario.title": "TPBA\u00a0: demander le débit à TCP",
  "scenario.flows.tpba.label": "TPBA",
  "scenario.flows.tcp.label": "TCP",
  "steps.watch.text":
    "[TPBA](curve:tpba) envoie ses données sur TCP jusqu’à ce que trois mesures du débit concordent. Puis il émet sur UDP au débit mesuré pendant dix secondes, et mesure de nouveau. Le tampon de son socket, 16\u202fkB, limite ce qu’il a en vol sur TCP.",
  "steps.watch.notes":
    "Repérez les phases\u00a0: la dent de scie est TCP, les paliers sont UDP. Demandez ce que le flux ne peut pas remarquer pendant un palier.",
  "steps.predict.text":
    "Seul, TPBA obtient {before} entre 20\u202fs et 40\u202fs. À [40\u202fs](at:39), un flux TCP démarre. Pendant les phases sur UDP, seules les pertes réduisent le débit de TPBA. Les phases sur TCP, pendant lesquelles il mesure, rivalisent comme le fait TCP.",
  "steps.predict.notes":
    "Demandez dans quelle phase TPBA apprend l’existence de l’autre flux. Le dessin doit changer par marches.",
  "steps.predict.task.ask": "Dessinez le débit de TPBA pendant les 50 prochaines secondes.",
  "steps.predict.task.what.label": "Débit de TPBA",
  "steps.predict.task.after":
    "Les pertes réduisent le débit de TPBA pendant les phases sur UDP, et seule une phase sur TCP peut l’augmenter. Face à un flux TCP, qui prend toute la capacité libre, TPBA reste ici sous une part égale.",
  "steps.shares.text":
    "Comparez les débits de [TPBA](curve:tpba) et de [TCP](curve:tcp) après [60\u202fs](at:60).",
  "steps.shares.task.ask":
    "Que vaut le débit utile de TPBA divisé par celui de TCP, après 60\u202fs\u202f? Lisez les débits\u202f; une valeur à 30\u202f% près est juste.",
  "steps.shares.task.hint": "Après 60\u202fs, TPBA obtient {tpba} dans votre exécution, et TCP {tcp}.",
  freePlay:
    "Portez la période d’envoi de TPBA à 30\u202fs\u00a0: le débit est plus régulier, et il réagit plus tard.",
  "reading.0.text": "Y. Tobe et al.\u00a0: l’article sur TPBA, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de TPBA.",
};
