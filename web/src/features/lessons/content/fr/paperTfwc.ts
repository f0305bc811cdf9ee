import type { LessonTexts } from "../../translation.ts";

export const paperTfwc: LessonTexts = {
  title: "TFWC\u00a0: une équation avec une fenêtre",
  point: "TFWC reprend l’équation de TFRC, mais ce sont les acquittements qui cadencent les paquets.",
  learn: "ce que TFWC prend de TFRC et de TCP, et ce que deviennent les parts",
  "scenario.title": "TFWC\u00a0: une équation avec une fenêtre",
  "scenario.flows.tfwc.label": "TFWC",
  "scenario.flows.tcp.label": "TCP SACK",
  "steps.smooth.text":
    "[TFWC](curve:tfwc) tient l’historique des pertes de TFRC chez l’émetteur et en calcule une fenêtre. La liaison perd au hasard 2\u202f% des paquets de ce flux et de [TCP](curve:tcp).",
  "steps.smooth.notes":
    "Soulignez que les deux flux voient les mêmes pertes. La différence est le nombre de pertes dont une décision se souvient.",
  "steps.smooth.task.ask": "Lequel des deux débits varie le moins d’une seconde à l’autre\u202f?",
  "steps.smooth.task.options.0.text": "Celui de TFWC",
  "steps.smooth.task.options.1.text": "Ils varient à peu près autant",
  "steps.smooth.task.options.2.text": "Celui de TCP",
  "steps.smooth.task.hint":
    "Le coefficient de variation sur 1\u202fs est {tfwcCov} pour TFWC et {tcpCov} pour TCP.",
  "steps.smooth.task.after":
    "Le coefficient de variation sur 1\u202fs est {tfwcCov} pour TFWC et {tcpCov} pour TCP. TFWC fait la moyenne de plusieurs pertes, TCP réagit à chacune.",
  "steps.predict.text":
    "Les deux flux perdent 2\u202f% de leurs paquets. TFWC obtient {tfwc} et TCP {tcp}. L’équation de TFWC contient aussi les expirations de TCP.",
  "steps.predict.notes":
    "Faites estimer la fenêtre à 8\u202f% de perte. Avec si peu de paquets, trois acquittements dupliqués n’arrivent presque jamais.",
  "steps.predict.task.ask": "Le taux de perte monte à 8\u202f%. Combien chaque flux obtient-il\u202f?",
  "steps.predict.task.what.label": "Débit utile moyen",
  "steps.predict.task.what.bars.0.label": "TFWC",
  "steps.predict.task.what.bars.1.label": "TCP",
  "steps.predict.task.after":
    "TCP vit maintenant d’expiration en expiration. L’équation contient aussi les expirations\u202f; TFWC ralentit donc également, mais continue d’émettre. L’article compare les deux avec de petites fenêtres, là où TFRC et TCP partagent le moins également.",
  "steps.tfrc.text":
    "Avec TFWC, le premier flux obtient {tfwc}, et TCP {tcp}. TFRC a la même équation, mais il émet à un débit calculé, que les rapports de son récepteur corrigent une fois par aller-retour.",
  "steps.tfrc.task.ask":
    "Passez le premier flux à [TFRC](control), et comparez les débits avec ceux de TFWC, dessinés en couleurs pâles.",
  "steps.tfrc.task.control.label": "Algorithme du premier flux",
  "steps.tfrc.task.control.options.0.label": "TFWC",
  "steps.tfrc.task.control.options.1.label": "TFRC",
  freePlay:
    "Ouvrez la rubrique «\u202fArticles\u202f», et comparez les figures de TFWC avec les résultats de ce simulateur.",
  "reading.0.text":
    "S.-H. Choi, M. Handley\u00a0: l’article sur TFWC, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de TFWC.",
};
