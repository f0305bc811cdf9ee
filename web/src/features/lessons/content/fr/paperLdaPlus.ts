import type { LessonTexts } from "../../translation.ts";

export const paperLdaPlus: LessonTexts = {
  title: "LDA+\u00a0: un rapport toutes les cinq secondes",
  point:
    "Des rapports rares rendent régulier le débit d’un flux de médias, mais il réagit tard, et TCP lui cède.",
  learn: "comment un flux média s’adapte à des rapports rares, et ce qu’il devient à côté de TCP",
  "scenario.title": "LDA+\u00a0: un rapport toutes les cinq secondes",
  "scenario.flows.lda.label": "LDA+",
  "scenario.flows.tcp.label": "TCP",
  "steps.watch.text":
    "[LDA+](curve:lda) ne change le débit d’un flux de médias que lorsqu’un rapport du récepteur arrive, toutes les cinq secondes environ. Observez comment il trouve la capacité de 4\u202fMb/s.",
  "steps.watch.notes":
    "Demandez à quelle fréquence TCP, puis LDA+, reçoit des nouvelles de son récepteur. Toute la leçon découle de cette différence.",
  "steps.predict.text":
    "À 100\u202fs, un flux TCP démarre. TCP réagit à chaque perte en un aller-retour de 0.1\u202fs.",
  "steps.predict.notes":
    "Demandez de dessiner des marches plutôt qu’une pente, et de dire combien dure chaque marche.",
  "steps.predict.task.ask": "Dessinez le débit de LDA+ pendant les 100 prochaines secondes.",
  "steps.predict.task.what.label": "Débit de LDA+",
  "steps.predict.task.after":
    "LDA+ baisse son débit par paliers\u00a0: chaque rapport qui signale des pertes le fait descendre d’un palier. Quand les rapports n’en signalent pas, il le remonte. Entre deux rapports, il émet à un débit constant. Le graphique montre le débit qui arrive, qui dépend aussi de la file.",
  "steps.shares.text": "Après 200\u202fs, LDA+ obtient {lda}, et TCP {tcp}.",
  "steps.shares.task.ask": "Lequel des deux débits varie le moins d’une seconde à l’autre\u202f?",
  "steps.shares.task.options.0.text": "Celui de LDA+",
  "steps.shares.task.options.1.text": "Ils varient à peu près autant",
  "steps.shares.task.options.2.text": "Celui de TCP",
  "steps.shares.task.hint":
    "Le coefficient de variation sur 1\u202fs est {ldaCov} pour LDA+ et {tcpCov} pour TCP.",
  freePlay: "Partagez la liaison entre LDA+ et cinq flux TCP, et comparez drop-tail avec RED.",
  "reading.0.text": "D. Sisalem, A. Wolisz\u00a0: l’article sur LDA+, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de LDA+.",
};
