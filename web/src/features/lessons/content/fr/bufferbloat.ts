import type { LessonTexts } from "../../translation.ts";

export const bufferbloat: LessonTexts = {
  title: "Bufferbloat",
  point: "Un tampon plein pénalise tous les autres.",
  "scenario.title": "Bufferbloat",
  "scenario.flows.0.label": "téléchargement",
  "scenario.flows.1.label": "appel",
  "steps.0.text":
    "Un [téléchargement](curve:download) et un [appel](curve:call) partagent une liaison domestique de {rate}. Le tampon du routeur contient jusqu’à {limit}. Lisez l’exécution et observez combien de temps les paquets attendent.",
  "steps.0.notes":
    "Demandez qui a déjà vécu un appel saccadé pendant qu’un fichier est envoyé. L’appel ne demande presque rien\u00a0: ses paquets attendent derrière le téléchargement.",
  "steps.1.text":
    "Les fabricants faisaient autrefois des tampons aussi grands que la mémoire le permettait. Un paquet de 1500\u202foctets demande 8\u202fms sur cette liaison.",
  "steps.1.notes":
    "L’ordre de grandeur se calcule\u00a0: nombre de paquets dans le tampon fois 8\u202fms. Faites calculer d’abord, puis régler les barres.",
  "steps.1.task.ask":
    "Avec un tampon de 100 paquets\u00a0: combien dure l’attente moyenne, et la plus longue\u202f?",
  "steps.1.task.what.label": "Attente dans la file",
  "steps.1.task.what.bars.0.label": "attente moyenne",
  "steps.1.task.what.bars.1.label": "attente la plus longue",
  "steps.1.task.after":
    "Le téléchargement remplit n’importe quel tampon, car il ne ralentit que lorsqu’un paquet est perdu. Un paquet de l’appel attend derrière tous ceux du téléchargement.",
  "steps.2.text": "Les paquets attendent maintenant {wait} en moyenne. Le téléchargement obtient {goodput}.",
  "steps.2.task.ask":
    "Quelle part des 1.5\u202fMb/s le téléchargement obtient-il avec le grand tampon\u202f?",
  "steps.2.task.options.0.text": "Moins de 60\u202f%",
  "steps.2.task.options.1.text": "Plus de 60\u202f%, mais moins que ce que l’appel laisse",
  "steps.2.task.options.2.text": "Tout ce que l’appel laisse",
  "steps.2.task.hint":
    "Le texte ci-dessus contient le débit utile de votre exécution\u00a0: {goodput}. L’appel demande environ 0.1\u202fMb/s.",
  "steps.3.text": "Une liaison plus rapide ou un tampon plus petit raccourcit l’attente.",
  "steps.3.task.ask": "Ramenez l’attente moyenne sous 100\u202fms en modifiant un seul réglage.",
  "steps.3.task.controls.0.label": "Tampon",
  "steps.3.task.controls.0.options.0.label": "100 paquets",
  "steps.3.task.controls.0.options.1.label": "50 paquets",
  "steps.3.task.controls.0.options.2.label": "10 paquets",
  "steps.3.task.controls.1.label": "Débit",
  "steps.3.task.controls.1.options.0.label": "1.5\u202fMb/s",
  "steps.3.task.controls.1.options.1.label": "3\u202fMb/s",
  "steps.3.task.controls.1.options.2.label": "15\u202fMb/s",
  "steps.3.task.hint":
    "L’attente moyenne de votre exécution est {wait}. Pour se vider, un tampon plein de {limit} met sa taille divisée par le débit.",
  freePlay:
    "Faites partager la liaison par quatre téléchargements, ou choisissez une autre politique de file d’attente.",
  "reading.0.text": "J. Gettys, K. Nichols: Bufferbloat: Dark Buffers in the Internet. ACM Queue 2011.",
};
