import type { LessonTexts } from "../../translation.ts";

export const fluid: LessonTexts = {
  title: "Des flux comme un fluide",
  point:
    "Un grand nombre de flux se comporte comme le décrit une équation différentielle. Un petit nombre ne le fait pas.",
  learn: "quand une équation décrit beaucoup de flux, et quand non",
  "scenario.title": "Des flux comme un fluide",
  "scenario.flows.many.label": "flux",
  "steps.watch.text":
    "Quatre flux avec un aller-retour de 90\u202fms partagent une liaison où chacun d’eux a 1\u202fMb/s, soit 83 paquets par seconde. RED ne rejette aucun paquet sous une moyenne de 2 paquets par flux dans la file, et un sur dix à 14 paquets par flux. Observez la file.",
  "steps.watch.notes":
    "Faites décrire la file en un mot. Demandez ensuite si quelqu’un pourrait prédire sa moyenne sans simulation.",
  "steps.mean.text":
    "Le modèle fluide remplace les flux par une équation pour la fenêtre moyenne W\u00a0: elle croît d’un paquet par aller-retour, et chaque perte la divise par deux. Avec un taux de perte p, croissance et réductions s’équilibrent à W² p = 2. RED donne p = 0.1 (q − 2) / 12 avec q paquets par flux dans la file. Et W paquets par aller-retour doivent faire 83 paquets par seconde\u202f; chaque paquet en attente par flux ajoute 12\u202fms à l’aller-retour. Les trois conditions sont remplies à W = 11.4.",
  "steps.mean.notes":
    "La classe doit résoudre deux équations\u00a0: le taux de perte à partir de W, puis q à partir du taux de perte. Faites-le ensemble au tableau, et multipliez à la fin par le nombre de flux.",
  "steps.mean.task.ask":
    "Combien de paquets attendent dans la file des quatre flux, selon le modèle\u202f? L’exécution doit concorder à 15\u202f% près.",
  "steps.mean.task.hint":
    "Calculez p = 2 / W², puis q avec la règle de RED. La file contient q paquets pour chacun des quatre flux.",
  "steps.predict.text":
    "La moyenne concorde, mais la file de votre exécution varie entre {lowest} et {highest}. Le modèle n’a pas cette variation. Maintenant, 64 flux partagent une liaison de 64\u202fMb/s, et tous les seuils croissent avec le nombre de flux. Pour chaque flux, le modèle reste le même.",
  "steps.predict.notes":
    "Le modèle donne le même q par flux, donc la moyenne est 16 fois plus grande. Demandez si la file la plus courte et la plus longue sont aussi 16 fois plus grandes, et pourquoi non.",
  "steps.predict.task.ask":
    "Avec 64 flux\u00a0: combien de paquets contiennent la file la plus courte et la plus longue après 20\u202fs\u202f?",
  "steps.predict.task.what.label": "File d’attente",
  "steps.predict.task.what.bars.0.label": "la plus courte",
  "steps.predict.task.what.bars.1.label": "la plus longue",
  "steps.predict.task.after":
    "Les flux coupent leurs fenêtres à des instants différents, et les coupes de nombreux flux se compensent presque. Par rapport à sa moyenne, la file varie beaucoup moins qu’avec quatre flux. L’équation décrit la moyenne d’une infinité de flux.",
  "steps.compare.text":
    "Pour 64 flux, le modèle donne une file de 246 paquets. Choisissez «\u00a0Modèles\u00a0» au-dessus du graphique de la file\u00a0: la ligne de tirets et de points est le modèle au cours du temps, et des barres marquent où votre exécution s’en écarte de plus de 10\u202f%.",
  "steps.compare.task.ask": "À quelle distance du modèle est la file moyenne de votre exécution\u202f?",
  "steps.compare.task.options.0.text": "Plus de 10\u202f% en dessous",
  "steps.compare.task.options.1.text": "À moins de 10\u202f%",
  "steps.compare.task.options.2.text": "Plus de 10\u202f% au-dessus",
  "steps.compare.task.hint":
    "Lisez le niveau moyen dans le graphique de la file. Après 20\u202fs, la file la plus courte est {lowest}, et la plus longue {highest}.",
  "steps.design.text":
    "Le modèle permet de choisir des réglages avant de construire quoi que ce soit. Ses trois équations valent aussi pour d’autres réglages.",
  "steps.design.task.ask":
    "Amenez la file moyenne sous 210 paquets et gardez la liaison occupée plus de 95\u202f% du temps, en changeant un seul réglage.",
  "steps.design.task.controls.probability.label": "Probabilité de rejet au seuil supérieur",
  "steps.design.task.controls.probability.options.0.label": "0.1",
  "steps.design.task.controls.probability.options.1.label": "0.2",
  "steps.design.task.controls.buffer.label": "Tampon",
  "steps.design.task.controls.buffer.options.0.label": "40 paquets par flux",
  "steps.design.task.controls.buffer.options.1.label": "20 paquets par flux",
  "steps.design.task.hint":
    "Dans votre exécution, {queue} attendent en moyenne, et la liaison est occupée {busy} du temps. Lequel des réglages figure dans les équations\u202f?",
  freePlay:
    "Augmentez le délai de la liaison, et trouvez à partir de quel aller-retour la file de 64 flux ne se stabilise plus. Le modèle a aussi une telle limite.",
  "reading.0.text":
    "V. Misra, W.-B. Gong, D. Towsley: Fluid-based Analysis of a Network of AQM Routers Supporting TCP Flows with an Application to RED. SIGCOMM 2000.",
  "reading.1.text":
    "C. V. Hollot, V. Misra, D. Towsley, W. Gong: A Control Theoretic Analysis of RED. INFOCOM 2001.",
};
