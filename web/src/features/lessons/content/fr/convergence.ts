import type { LessonTexts } from "../../translation.ts";

export const convergence: LessonTexts = {
  title: "Un second flux arrive",
  point: "Deux flux qui suivent les règles de TCP se rapprochent de parts égales.",
  learn: "ce que deviennent les parts quand un second flux arrive, et pourquoi",
  "scenario.title": "Deux flux trouvent leurs parts",
  "scenario.flows.first.label": "premier",
  "scenario.flows.second.label": "second",
  "steps.watch.text":
    "[Le premier flux](curve:first) a la liaison de 10\u202fMb/s pour lui seul. À 20\u202fs, [un second flux](curve:second) démarre avec une petite fenêtre. Tous deux augmentent leur fenêtre d’un paquet par aller-retour et la divisent par deux en cas de perte.",
  "steps.watch.notes":
    "Montrez que la somme des débits atteint la capacité à chaque dent. Demandez si le second flux peut rattraper le premier, alors que les deux croissent au même rythme.",
  "steps.predict.text":
    "Les deux flux suivent maintenant les mêmes règles sur la même liaison. Le premier commence avec presque toute la liaison.",
  "steps.predict.notes":
    "Calculez une perte au tableau\u00a0: des fenêtres de 80 et 20 deviennent 40 et 10. La différence est divisée par deux, et la croissance qui suit la conserve.",
  "steps.predict.task.ask": "Dessinez le débit du second flux pendant les 40 prochaines secondes.",
  "steps.predict.task.what.label": "Débit du second flux",
  "steps.predict.task.after":
    "Chaque perte commune divise par deux l’écart entre les fenêtres, et la croissance ne le change pas. Les deux flux se rapprochent de parts égales.",
  "steps.jain.text":
    "Comparez les débits [du premier flux](curve:first) et [du second flux](curve:second) après [100\u202fs](at:100).",
  "steps.jain.task.ask":
    "L’indice de Jain vaut 1 pour des débits utiles égaux et 0.5 si l’un des deux flux obtient tout. Que vaut-il après 100\u202fs\u202f?",
  "steps.jain.task.options.0.text": "Moins de 0.7",
  "steps.jain.task.options.1.text": "Entre 0.7 et 0.9",
  "steps.jain.task.options.2.text": "Plus de 0.9",
  "steps.jain.task.hint":
    "Les débits utiles de votre exécution sont {first} et {second}. L’indice est le carré de leur somme, divisé par deux fois la somme de leurs carrés.",
  "steps.rate.text": "Aucune partie des règles ne dépend du débit de la liaison.",
  "steps.rate.task.ask":
    "Doublez le [débit de la liaison](control), et voyez si les flux trouvent encore des parts égales.",
  "steps.rate.task.control.label": "Débit",
  "steps.rate.task.control.options.0.label": "10\u202fMb/s",
  "steps.rate.task.control.options.1.label": "20\u202fMb/s",
  "steps.rate.task.after":
    "Après 100\u202fs, les flux obtiennent {first} et {second}\u00a0: leurs parts sont de nouveau presque égales.",
  freePlay: "Faites démarrer un troisième flux à 60\u202fs, ou passez les deux flux à CUBIC.",
  "reading.0.text":
    "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
  "reading.1.text": "Kurose et Ross, Computer Networking, section 3.7.1, Fairness.",
};
