import type { LessonTexts } from "../../translation.ts";

export const inventAimd: LessonTexts = {
  title: "Inventer AIMD",
  learn: "comment la croissance et la réduction décident si deux flux obtiennent des parts égales",
  point:
    "De quatre règles simples, seule l’augmentation additive avec diminution multiplicative mène à des parts égales.",
  "scenario.title": "Inventer AIMD",
  "scenario.flows.first.label": "premier",
  "scenario.flows.second.label": "second",
  "steps.watch.text":
    "Les deux flux exécutent le même programme court\u00a0: la fenêtre augmente d’un paquet par aller-retour, et la congestion retire dix paquets. [Le premier flux](curve:first) a la liaison de 10\u202fMb/s pour lui seul jusqu’à ce que [le second flux](curve:second) démarre à 20\u202fs. La file marque les paquets des deux flux quand elle est longue. Dans le diagramme de phase, chaque point est le débit des deux flux à un instant.",
  "steps.watch.notes":
    "Faites énoncer la règle par la classe avant de lancer\u00a0: ajouter un, retirer dix. Demandez ce que les deux moitiés ont en commun.",
  "steps.predict.text":
    "Les deux flux suivent cette règle. Le premier commence avec presque toute la liaison.",
  "steps.predict.notes":
    "Écrivez deux fenêtres au tableau, 80 et 10 paquets, et appliquez la règle aux deux. Demandez ce que devient leur différence. Ne dites pas encore ce que deviennent les débits.",
  "steps.predict.task.ask": "Dessinez le débit du second flux pendant les 40 prochaines secondes.",
  "steps.predict.task.what.label": "Débit du second flux",
  "steps.predict.task.after":
    "Ajouter et retirer le même nombre laisse la différence des fenêtres telle quelle. Le second flux ne rattrape jamais le premier.",
  "steps.goal.text":
    "Après 100\u202fs, les flux obtiennent {first} et {second}. Le programme a un interrupteur pour chaque moitié de la règle.",
  "steps.goal.notes":
    "Il existe quatre combinaisons. Demandez à la classe quelle moitié change le rapport de deux fenêtres, et laquelle change leur différence.",
  "steps.goal.task.ask":
    "Changez une moitié de la règle pour que les deux flux obtiennent presque le même débit après 100\u202fs.",
  "steps.goal.task.controls.grow.label": "Augmentation par aller-retour",
  "steps.goal.task.controls.grow.options.0.label": "Un paquet",
  "steps.goal.task.controls.grow.options.1.label": "2\u202f% de la fenêtre",
  "steps.goal.task.controls.cut.label": "En cas de congestion",
  "steps.goal.task.controls.cut.options.0.label": "Dix paquets de moins",
  "steps.goal.task.controls.cut.options.1.label": "La moitié de la fenêtre",
  "steps.goal.task.hint":
    "Les flux obtiennent {first} et {second}. Quelle moitié de la règle prend plus à la grande fenêtre qu’à la petite\u00a0?",
  "steps.why.text":
    "Avec votre règle, des fenêtres de 85 et 15 paquets deviennent 42.5 et 7.5\u00a0: chaque réduction divise par deux la différence des fenêtres. Elle retire aussi d’un coup la moitié des paquets du chemin.",
  "steps.why.task.ask":
    "Des parts égales servent peu si la liaison reste inoccupée. Avec votre règle, combien de temps est-elle occupée après 100\u202fs\u202f?",
  "steps.why.task.options.0.text": "Moins de 70\u202f% du temps",
  "steps.why.task.options.1.text": "De 70\u202f% à 90\u202f% du temps",
  "steps.why.task.options.2.text": "Plus de 90\u202f% du temps",
  "steps.why.task.hint":
    "Les débits utiles de votre exécution sont {first} et {second}, sur une liaison de 10\u202fMb/s.",
  "steps.why.task.after":
    "Si les fenêtres augmentent aussi d’une part de leur taille, augmentation et réduction conservent leur rapport, et les parts restent telles quelles. Si elles augmentent d’une part et perdent un nombre fixe, l’avance de la plus grande s’accroît.",
  freePlay:
    "L’éditeur montre le programme. Changez les nombres\u00a0: quelle augmentation et quelle diminution gardent la file courte et la liaison occupée\u00a0? Faites ensuite entrer CUBIC.",
  "reading.0.text":
    "D. Chiu, R. Jain: Analysis of the Increase and Decrease Algorithms for Congestion Avoidance. 1989.",
};
