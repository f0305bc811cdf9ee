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
    "À 30\u202fs, un flux NewReno démarre. Les deux fenêtres ensemble peuvent être à peu près aussi grandes que la plus grande fenêtre de TAIMD seul, {highest}.",
  "steps.join.notes":
    "Demandez ce qu’une perte prend à chaque flux\u00a0: à TAIMD un dixième de sa fenêtre, à NewReno la moitié. Demandez ensuite combien de pertes il faut à TAIMD pour passer de 130 à 65 paquets.",
  "steps.join.task.ask": "Que valent les deux fenêtres en moyenne entre 90\u202fs et 100\u202fs\u202f?",
  "steps.join.task.what.label": "Fenêtre moyenne",
  "steps.join.task.after":
    "Après une minute, TAIMD a toujours la plus grande fenêtre. Une perte lui prend environ un dixième de sa fenêtre, et la moitié à NewReno\u202f; il lui faut donc de nombreuses pertes pour faire place.",
  "steps.join.task.set.0.1.one.label": "TAIMD",
  "steps.join.task.set.0.1.tcp.label": "NewReno",
  "steps.join.task.what.bars.0.label": "TAIMD",
  "steps.join.task.what.bars.1.label": "NewReno",
  freePlay:
    "Mettez TAIMD en concurrence avec TCP à différents taux de perte, et comparez leurs fenêtres moyennes.",
  "reading.0.text":
    "G. G. D. Nishantha, Y. Hayashida\u00a0: l’article sur TAIMD, dont chaque expérience est recalculée.",
  "reading.1.text": "Le mécanisme de TAIMD.",
};
