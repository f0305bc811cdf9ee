import type { LessonTexts } from "../../translation.ts";

export const bbr: LessonTexts = {
  title: "Un modèle du chemin",
  point: "Un émetteur qui mesure le chemin n’a pas besoin de pertes, mais son partage dépend du tampon.",
  learn: "comment BBR trouve son débit, et quand il partage bien ou mal",
  "scenario.title": "Un modèle du chemin",
  "scenario.flows.bbr.label": "BBR",
  "scenario.flows.cubic.label": "CUBIC",
  "steps.watch.text":
    "[BBR](curve:bbr) mesure deux choses\u00a0: le plus grand débit auquel ses paquets arrivent, et le temps d’aller-retour le plus court. Leur produit, ici {bdp}, est ce que contient le chemin. BBR émet au débit mesuré, avec au plus deux fois cette quantité en transit. Regardez-le seul sur une liaison de 20\u202fMb/s avec un aller-retour de 40\u202fms.",
  "steps.watch.notes":
    "Écrivez au tableau les deux grandeurs mesurées et leur produit. Demandez pourquoi on ne peut pas les mesurer au même instant.",
  "steps.probe.text":
    "Toutes les 10\u202fs, la fenêtre tombe à quatre paquets pendant 0.2\u202fs. La file est alors vide, et le temps d’aller-retour le plus court peut être mesuré de nouveau. Entre-temps, BBR émet 25\u202f% de plus pendant un aller-retour sur huit, pour voir s’il en arrive davantage, et 25\u202f% de moins pendant le suivant.",
  "steps.probe.task.ask":
    "À quel point le tampon d’un produit débit-délai est-il rempli en moyenne entre 5\u202fs et 18\u202fs\u202f?",
  "steps.probe.task.options.0.text": "À moins d’un quart",
  "steps.probe.task.options.1.text": "Entre un quart et trois quarts",
  "steps.probe.task.options.2.text": "À plus de trois quarts",
  "steps.probe.task.hint": "Dans votre exécution, {queue} attendent en moyenne. Le tampon contient {bdp}.",
  "steps.probe.task.after":
    "En moyenne, {queue} attendent, et le tampon contient {bdp}. BBR émet au débit de la liaison\u202f; une file ne se forme que lorsqu’il émet davantage.",
  "steps.compete.text":
    "À 20\u202fs, un flux CUBIC commence. Il agrandit sa fenêtre jusqu’à perdre des paquets. Le tampon contient un produit débit-délai.",
  "steps.compete.notes":
    "Demandez qui réagit ici à un tampon plein. Pour un flux, une perte est un signal, pour l’autre non.",
  "steps.compete.task.ask": "Dessinez le débit de CUBIC jusqu’à 70\u202fs.",
  "steps.compete.task.what.label": "Débit de CUBIC",
  "steps.compete.task.after":
    "BBR garde jusqu’à deux produits débit-délai en transit. L’un remplit le chemin, l’autre remplit ce tampon. CUBIC perd des paquets encore et encore, et cède.",
  "steps.deep.text":
    "Après 40\u202fs, BBR obtient {bbr} et CUBIC {cubic}, avec {drops} rejets. Le tampon devient maintenant huit fois plus grand.",
  "steps.deep.notes":
    "Rappelez la limite de deux produits bande passante-délai. Demandez quelle part du grand tampon BBR peut utiliser.",
  "steps.deep.task.ask": "Combien obtiennent les flux avec un tampon de huit produits débit-délai\u202f?",
  "steps.deep.task.what.label": "Débit utile après 40\u202fs",
  "steps.deep.task.what.bars.0.label": "BBR",
  "steps.deep.task.what.bars.1.label": "CUBIC",
  "steps.deep.task.after":
    "La limite de BBR, deux produits débit-délai, est maintenant petite devant le tampon, et CUBIC en remplit le reste.",
  "steps.goal.text":
    "Le tampon est de nouveau petit\u00a0: CUBIC obtient {cubic}, et les paquets attendent {wait} en moyenne. Avec le grand tampon, CUBIC obtenait davantage, mais les paquets attendaient bien plus longtemps.",
  "steps.goal.task.ask":
    "Amenez le débit utile de CUBIC au-dessus de 5\u202fMb/s avec une attente moyenne de moins de 40\u202fms, en modifiant un seul réglage.",
  "steps.goal.task.controls.buffer.label": "Tampon",
  "steps.goal.task.controls.buffer.options.0.label": "1\u202fBDP",
  "steps.goal.task.controls.buffer.options.1.label": "0.5\u202fBDP",
  "steps.goal.task.controls.buffer.options.2.label": "8\u202fBDP",
  "steps.goal.task.controls.version.label": "Version de BBR",
  "steps.goal.task.controls.version.options.0.label": "BBR v1",
  "steps.goal.task.controls.version.options.1.label": "BBR v3",
  "steps.goal.task.hint":
    "CUBIC obtient {cubic}, et les paquets attendent {wait} en moyenne. Quel réglage change la réaction de BBR aux pertes\u202f?",
  "steps.goal.task.after":
    "CUBIC obtient maintenant {cubic}, et les paquets attendent {wait} en moyenne. BBR v3 émet moins quand beaucoup de ses paquets se perdent\u202f; BBR v1 non.",
  freePlay:
    "Mettez de nombreux flux BBR en concurrence avec un flux CUBIC, ou donnez à la liaison une perte aléatoire de 1\u202f%.",
  "reading.0.text": "N. Cardwell and others: BBR: Congestion-Based Congestion Control. 2016.",
  "reading.1.text":
    "R. Ware and others: Modeling BBR's Interactions with Loss-Based Congestion Control. 2019.",
  "reading.2.text": "BBR Congestion Control. Internet-Draft of the working group CCWG.",
};
