import type { LessonTexts } from "../../translation.ts";

export const aqm: LessonTexts = {
  title: "Gestion active des files (AQM)",
  point: "De petites files contrôlées coûtent peu de débit.",
  learn: "ce qu’un routeur peut faire contre une longue file, et ce que cela coûte",
  "scenario.title": "Gestion active des files (AQM)",
  "scenario.flows.download.label": "téléchargement",
  "scenario.flows.call.label": "appel",
  "steps.watch.text":
    "Le tampon de cette liaison de 10\u202fMb/s contient {limit}, et [le téléchargement](curve:download), avec un aller-retour de 40\u202fms, le remplit. Un appel d’environ 100\u202fkb/s attend dans la même file. Observez l’attente.",
  "steps.watch.notes":
    "Le tampon est aussi grand que dans beaucoup de routeurs domestiques. Demandez s’il sert le débit ou s’il est là par accident.",
  "steps.read.text": "Le graphique de la file d’attente montre le délai en millisecondes.",
  "steps.read.task.ask":
    "Combien dure l’attente moyenne dans la file après les 5 premières secondes\u202f? Une valeur à 25\u202f% près est juste.",
  "steps.read.task.hint":
    "Lisez la courbe à plusieurs instants après 5\u202fs, et prenez la moyenne. {limit} de 1500\u202foctets demandent 480\u202fms à 10\u202fMb/s.",
  "steps.predict.text":
    "CoDel mesure combien de temps chaque paquet a attendu. Si tous les paquets des 100\u202fdernières millisecondes ont attendu plus de 5\u202fms, il en rejette un, et le suivant plus tôt si cela continue.",
  "steps.predict.notes":
    "Beaucoup pensent que des rejets précoces coûtent du débit. Demandez aussi une estimation de l’utilisation, et comparez à l’étape suivante.",
  "steps.predict.task.ask":
    "Avec CoDel\u00a0: combien durent l’attente moyenne et la plus longue attente après les 5\u202fpremières secondes\u202f?",
  "steps.predict.task.what.label": "Attente dans la file",
  "steps.predict.task.what.bars.0.label": "attente moyenne",
  "steps.predict.task.what.bars.1.label": "attente la plus longue",
  "steps.predict.task.after":
    "À cause des rejets précoces, le téléchargement réduit sa fenêtre bien avant que le tampon soit plein. La liaison est occupée presque tout le temps, et l’appel n’attend presque pas.",
  "steps.others.text":
    "Les paquets attendent maintenant {wait} en moyenne, et la liaison est occupée {busy} du temps. La distribution sous les graphiques montre pour chaque durée quelle part des attentes n’a pas été plus longue. D’autres politiques atteignent le même but par d’autres moyens.",
  "steps.others.task.ask":
    "Choisissez une autre [politique](control) dont l’attente moyenne est inférieure à 40\u202fms.",
  "steps.others.task.control.label": "Politique de file d’attente",
  "steps.others.task.control.options.0.label": "CoDel",
  "steps.others.task.control.options.1.label": "Drop-tail",
  "steps.others.task.control.options.2.label": "PIE",
  "steps.others.task.control.options.3.label": "FQ-CoDel",
  "steps.others.task.hint":
    "L’attente moyenne de votre exécution est {wait}. Drop-tail n’agit pas avant que le tampon soit plein.",
  freePlay: "Comparez les politiques avec dix téléchargements, et avec une liaison de 1.5\u202fMb/s.",
  "reading.0.text": "Controlled Delay Active Queue Management. RFC 8289.",
  "reading.1.text": "Proportional Integral Controller Enhanced. RFC 8033.",
  "reading.2.text": "FlowQueue-CoDel. RFC 8290.",
};
