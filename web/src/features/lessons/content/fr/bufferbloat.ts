import type { LessonTexts } from "../../translation.ts";

export const bufferbloat: LessonTexts = {
  title: "Bufferbloat",
  point: "Un tampon plein pénalise tous les autres.",
  learn: "combien de temps les paquets attendent dans un routeur domestique, et ce qui en décide",
  "scenario.title": "Bufferbloat",
  "scenario.flows.download.label": "téléchargement",
  "scenario.flows.call.label": "appel",
  "steps.watch.text":
    "Un [téléchargement](curve:download) et un [appel](curve:call) partagent une liaison domestique de {rate}. Le tampon du routeur contient jusqu’à {limit}. Lancez la lecture et observez combien de temps les paquets attendent.",
  "steps.watch.notes":
    "Demandez qui a déjà vécu un appel saccadé pendant qu’un fichier est envoyé. L’appel ne demande presque rien\u00a0: ses paquets attendent derrière le téléchargement.",
  "steps.predict.text":
    "Les fabricants faisaient autrefois des tampons aussi grands que la mémoire le permettait. Un paquet du téléchargement a 1500 octets et demande 8\u202fms sur cette liaison. Les paquets de l’appel sont plus petits, mais chacun occupe aussi une place dans le tampon.",
  "steps.predict.notes":
    "L’ordre de grandeur se calcule\u00a0: nombre de paquets dans le tampon fois 8\u202fms. Faites calculer d’abord, puis régler les barres.",
  "steps.predict.task.ask":
    "Avec un tampon de 100 paquets\u00a0: combien dure l’attente moyenne, et la plus longue\u202f?",
  "steps.predict.task.what.label": "Attente dans la file",
  "steps.predict.task.what.bars.0.label": "attente moyenne",
  "steps.predict.task.what.bars.1.label": "attente la plus longue",
  "steps.predict.task.after":
    "Le téléchargement remplit n’importe quel tampon, car il ne ralentit que lorsqu’un paquet est perdu. Un paquet de l’appel attend derrière tous ceux du téléchargement.",
  "steps.gain.text":
    "Les paquets attendent maintenant {wait} en moyenne. Comparez le [débit du téléchargement](curve:download) à celui de la liaison.",
  "steps.gain.task.ask":
    "Quelle part des 1.5\u202fMb/s le téléchargement obtient-il avec le grand tampon\u202f?",
  "steps.gain.task.options.0.text": "Moins de 0.9\u202fMb/s",
  "steps.gain.task.options.1.text": "De 0.9\u202fMb/s à 1.3\u202fMb/s",
  "steps.gain.task.options.2.text": "Plus de 1.3\u202fMb/s",
  "steps.gain.task.hint":
    "Dans votre exécution, le téléchargement obtient {goodput} en moyenne. L’appel demande environ 0.1\u202fMb/s.",
  "steps.gain.task.after":
    "Le téléchargement obtient {goodput}, presque autant qu’avec le petit tampon\u00a0: l’attente plus longue ne le rend pas plus rapide.",
  "steps.mend.text": "L’attente dépend du routeur et de sa liaison.",
  "steps.mend.task.ask": "Ramenez l’attente moyenne sous 100\u202fms en modifiant un seul réglage.",
  "steps.mend.task.controls.buffer.label": "Tampon",
  "steps.mend.task.controls.buffer.options.0.label": "100 paquets",
  "steps.mend.task.controls.buffer.options.1.label": "50 paquets",
  "steps.mend.task.controls.buffer.options.2.label": "10 paquets",
  "steps.mend.task.controls.rate.label": "Débit",
  "steps.mend.task.controls.rate.options.0.label": "1.5\u202fMb/s",
  "steps.mend.task.controls.rate.options.1.label": "3\u202fMb/s",
  "steps.mend.task.controls.rate.options.2.label": "15\u202fMb/s",
  "steps.mend.task.hint":
    "L’attente moyenne de votre exécution est {wait}. Pour se vider, un tampon plein de {limit} met sa taille divisée par le débit.",
  freePlay:
    "Faites partager la liaison par quatre téléchargements, ou choisissez une autre politique de file d’attente.",
  "reading.0.text": "J. Gettys, K. Nichols: Bufferbloat: Dark Buffers in the Internet. ACM Queue 2011.",
};
