import type { LessonTexts } from "../../translation.ts";

export const paperTaimd: LessonTexts = {
  title: "TAIMD\u00a0: deux pas au lieu d’un",
  point:
    "Une fenêtre qui croît vite sous sa part équitable et lentement au-dessus ne varie que de quelques pour cent.",
  "scenario.title": "TAIMD\u00a0: deux pas au lieu d’un",
  "scenario.flows.0.label": "un flux",
  "steps.0.text": "Après 40\u202fs, la fenêtre de [TCP SACK](curve:one) varie entre {lowest} et {highest}.",
  "steps.0.notes":
    "Demandez ce qu’il faut à un lecteur pour masquer une telle dent de scie\u00a0: un tampon aussi long qu’une dent.",
  "steps.0.task.ask": "Que vaut la plus petite fenêtre par rapport à la plus grande\u202f?",
  "steps.0.task.options.0.text": "Environ la moitié",
  "steps.0.task.options.1.text": "Environ les neuf dixièmes",
  "steps.0.task.hint": "Divisez {lowest} par {highest}.",
  "steps.1.text":
    "TAIMD estime sa fenêtre équitable à partir de la plus grande et de la plus petite fenêtre entre deux pertes. Elle croît vite sous l’estimation et lentement au-dessus. Une perte ramène la fenêtre juste au-dessous de l’estimation.",
  "steps.1.notes":
    "Pour TCP, la réponse était environ la moitié. Demandez jusqu’où TAIMD descend sous son estimation après une perte.",
  "steps.1.task.ask":
    "Avec TAIMD\u00a0: que vaut la plus petite fenêtre après 40\u202fs, par rapport à la plus grande\u202f?",
  "steps.1.task.what.label": "Plus petite fenêtre par rapport à la plus grande",
  "steps.1.task.what.bars.0.label": "TAIMD",
  "steps.1.task.after":
    "La fenêtre bouge à peine\u00a0: un flux de médias peut l’utiliser sans grand tampon chez le récepteur. Les pas sont choisis pour que la fenêtre moyenne égale celle de TCP au même taux de perte.",
  "steps.2.text":
    "Une croissance lente a un prix\u00a0: l’estimation doit changer quand d’autres flux arrivent.",
  "steps.2.task.ask":
    "Ajoutez [un flux TCP](control) qui démarre à 30\u202fs, et observez comment TAIMD lui fait place.",
  "steps.2.task.control.label": "Flux",
  "steps.2.task.control.options.0.label": "TAIMD seul",
  "steps.2.task.control.options.1.label": "avec un flux NewReno",
  "steps.2.task.control.options.1.set.0.1.0.label": "un flux",
  "steps.2.task.control.options.1.set.0.1.1.label": "NewReno",
  freePlay:
    "Mettez TAIMD en concurrence avec TCP à différents taux de perte, et comparez leurs fenêtres moyennes.",
  "reading.0.text":
    "G. G. D. Nishantha, Y. Hayashida: the paper on TAIMD, with every experiment computed again.",
  "reading.1.text": "The mechanism of TAIMD.",
};
