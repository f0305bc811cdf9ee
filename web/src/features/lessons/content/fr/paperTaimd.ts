import type { LessonTexts } from "../../translation.ts";

export const paperTaimd: LessonTexts = {
  title: "TAIMD\u00a0: deux pas au lieu d’un",
  point:
    "Une fenêtre qui croît vite sous sa part équitable et lentement au-dessus varie d’environ dix pour cent, mais fait place lentement.",
  learn: "comment TAIMD choisit les pas de sa fenêtre, et si elle est régulière",
  "scenario.title": "TAIMD\u00a0: deux pas au lieu d’un",
  "scenario.flows.one.label": "un flux",
  "steps.sack.text": "Regardez la fenêtre de [TCP SACK](curve:one) après [40\u202fs](at:40).",
  "steps.sack.notes":
    "Demandez ce qu’il faut à un lecteur pour masquer une telle dent de scie\u00a0: un tampon aussi long qu’une dent.",
  "steps.sack.task.ask": "Que vaut la plus petite fenêtre par rapport à la plus grande\u202f?",
  "steps.sack.task.options.0.text": "Environ un quart",
  "steps.sack.task.options.1.text": "Environ la moitié",
  "steps.sack.task.options.2.text": "Environ les trois quarts",
  "steps.sack.task.hint":
    "Dans votre exécution, la plus petite fenêtre est {lowest}, la plus grande {highest}.",
  "steps.predict.text":
    "TAIMD estime sa fenêtre équitable à partir de la plus grande et de la plus petite fenêtre entre deux pertes. Elle croît vite sous l’estimation et lentement au-dessus. Après une perte, elle tombe juste sous l’estimation.",
  "steps.predict.notes":
    "Pour TCP, la réponse était environ la moitié. Demandez jusqu’où TAIMD descend sous son estimation après une perte.",
  "steps.predict.task.ask":
    "Avec TAIMD\u00a0: que vaut la plus petite fenêtre après 40\u202fs, par rapport à la plus grande\u202f?",
  "steps.predict.task.what.label": "Plus petite fenêtre par rapport à la plus grande",
  "steps.predict.task.what.bars.0.label": "TAIMD",
  "steps.predict.task.after":
    "La fenêtre bouge à peine\u00a0: un flux de médias peut l’utiliser sans grand tampon chez le récepteur. Les pas sont choisis pour que la fenêtre moyenne égale celle de TCP au même taux de perte.",
  "steps.join.text":
    "Une perte prend peu à la fenêtre. Si un autre flux arrive, il faut à TAIMD de nombreuses pertes pour que son estimation soit de nouveau juste.",
  "steps.join.task.ask":
    "Ajoutez [un flux TCP](control) qui démarre à 30\u202fs, et observez combien de temps il faut à TAIMD pour lui faire place.",
  "steps.join.task.control.label": "Flux",
  "steps.join.task.control.options.0.label": "TAIMD seul",
  "steps.join.task.control.options.1.label": "avec un flux NewReno",
  "steps.join.task.control.options.1.set.0.1.one.label": "TAIMD",
  "steps.join.task.control.options.1.set.0.1.tcp.label": "NewReno",
  freePlay:
    "Mettez TAIMD en concurrence avec TCP à différents taux de perte, et comparez leurs fenêtres moyennes.",
  "reading.0.text":
    "G. G. D. Nishantha, Y. Hayashida\u00a0: l’article sur TAIMD, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de TAIMD.",
};
