import type { LessonTexts } from "../../translation.ts";

export const buffer: LessonTexts = {
  title: "Quelle taille de tampon\u202f?",
  point:
    "Un seul flux NewReno demande un tampon d’un produit débit-délai\u202f; beaucoup de flux, ou des réductions plus douces, en demandent bien moins.",
  learn: "quelle taille un tampon doit avoir, et de quoi cela dépend",
  "scenario.title": "Quelle taille de tampon\u202f?",
  "scenario.flows.flow.label": "flux",
  "steps.watch.text":
    "Un flux NewReno utilise une liaison de 20\u202fMb/s avec un aller-retour de 60\u202fms. Le chemin contient {bdp}\u202f; le tampon ne contient que {limit}. Observez la file d’attente.",
  "steps.watch.notes":
    "Dessinez un tuyau et un entonnoir\u00a0: le chemin est le tuyau, le tampon l’entonnoir. Demandez ce qui se passe dans le tuyau quand l’émetteur divise sa fenêtre par deux.",
  "steps.read.text":
    "Après chaque réduction, la file est vide, et la liaison reste en partie inoccupée jusqu’à ce que la fenêtre ait recrû.",
  "steps.read.task.ask":
    "Quelle part de la capacité le flux utilise-t-il, après les 10 premières secondes\u202f?",
  "steps.read.task.options.0.text": "Moins de 65\u202f%",
  "steps.read.task.options.1.text": "Entre 65\u202f% et 90\u202f%",
  "steps.read.task.options.2.text": "Plus de 90\u202f%",
  "steps.read.task.hint":
    "Presque sans tampon, la fenêtre varie entre la moitié du chemin et le chemin entier. Quelle est sa moyenne\u202f?",
  "steps.read.task.after":
    "La liaison est occupée {busy} du temps\u00a0: la fenêtre varie entre environ la moitié du chemin et un peu plus que le chemin entier.",
  "steps.predict.text":
    "Le tampon contient maintenant autant de paquets que le chemin, un produit débit-délai. NewReno divise toujours sa fenêtre par deux à chaque perte.",
  "steps.predict.notes":
    "Faites établir la règle avant de dévoiler\u00a0: après une coupe depuis deux fois le chemin, la moitié de la fenêtre est exactement le chemin.",
  "steps.predict.task.ask":
    "Avec un tampon de 1\u202fBDP\u00a0: quelle part de la capacité le flux utilise-t-il\u202f?",
  "steps.predict.task.what.label": "Part de la capacité",
  "steps.predict.task.what.bars.0.label": "liaison occupée",
  "steps.predict.task.after":
    "La liaison est occupée tout le temps. Le prix est l’attente\u00a0: la file est le plus souvent à moitié pleine ou davantage.",
  "steps.many.text":
    "Le tampon est de nouveau petit\u00a0: la liaison est occupée {busy} du temps, et les paquets attendent {wait} en moyenne.",
  "steps.many.task.ask":
    "Utilisez plus de 90\u202f% de la liaison en modifiant un seul réglage, avec une attente moyenne inférieure à 10\u202fms.",
  "steps.many.task.controls.buffer.label": "Tampon",
  "steps.many.task.controls.buffer.options.0.label": "0.1\u202fBDP",
  "steps.many.task.controls.buffer.options.1.label": "1\u202fBDP",
  "steps.many.task.controls.buffer.options.2.label": "2\u202fBDP",
  "steps.many.task.controls.flows.label": "Nombre de flux",
  "steps.many.task.controls.flows.options.0.label": "1",
  "steps.many.task.controls.flows.options.1.label": "3",
  "steps.many.task.controls.flows.options.2.label": "20",
  "steps.many.task.hint":
    "Votre liaison est occupée {busy} du temps, et les paquets attendent {wait} en moyenne. La somme de fenêtres qui ne sont pas réduites au même instant varie peu.",
  "steps.many.task.after":
    "La liaison est occupée {busy} du temps, et les paquets attendent {wait} en moyenne. Les flux réduisent leurs fenêtres à des instants différents\u202f; la somme des fenêtres varie donc peu, et un petit tampon suffit.",
  "steps.sender.text":
    "D’autres émetteurs demandent d’autres tampons\u00a0: CUBIC réduit moins sa fenêtre, et BBR mesure le chemin. Un seul flux utilise de nouveau la liaison, avec un tampon de deux produits débit-délai.",
  "steps.sender.task.ask":
    "Utilisez plus de 95\u202f% de la liaison avec une attente moyenne de moins de 5\u202fms, en modifiant un seul réglage.",
  "steps.sender.task.controls.size.label": "Tampon",
  "steps.sender.task.controls.size.options.0.label": "2\u202fBDP",
  "steps.sender.task.controls.size.options.1.label": "0.5\u202fBDP",
  "steps.sender.task.controls.size.options.2.label": "0.1\u202fBDP",
  "steps.sender.task.controls.algorithm.label": "Émetteur",
  "steps.sender.task.controls.algorithm.options.0.label": "NewReno",
  "steps.sender.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.sender.task.controls.algorithm.options.2.label": "BBR",
  "steps.sender.task.hint":
    "Votre liaison est occupée {busy} du temps, et les paquets attendent {wait} en moyenne. Quel émetteur ne remplit pas le tampon pour trouver la capacité\u202f?",
  "steps.sender.task.after":
    "La liaison est occupée {busy} du temps, et les paquets attendent {wait} en moyenne, bien que le tampon soit grand. BBR mesure le débit et l’aller-retour le plus court, et n’a pas besoin d’un tampon plein.",
  freePlay:
    "Passez à CUBIC, qui réduit sa fenêtre de moins de la moitié, et trouvez le plus petit tampon qui garde la liaison occupée.",
  "reading.0.text": "G. Appenzeller, I. Keslassy, N. McKeown: Sizing Router Buffers. SIGCOMM 2004.",
  "reading.1.text": "C. Villamizar, C. Song: High Performance TCP in ANSNET. CCR 1994.",
};
