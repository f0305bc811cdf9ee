import type { LessonTexts } from "../../translation.ts";

export const sawtooth: LessonTexts = {
  title: "Les dents de scie",
  point: "C’est par les pertes que TCP mesure la capacité.",
  learn: "comment TCP découvre ce qu’un chemin peut porter, et ce que fait sa fenêtre pendant ce temps",
  "scenario.title": "Les dents de scie",
  "scenario.flows.one.label": "un flux",
  "steps.watch.text":
    "[Un flux](curve:one) émet sur une liaison de 10\u202fMb/s. Un aller-retour dure 80\u202fms\u202f; {bdp} remplissent donc le chemin. La fenêtre de congestion (cwnd) est le nombre de paquets que l’émetteur peut avoir dans le réseau. Lancez la lecture et observez la fenêtre et la file d’attente.",
  "steps.watch.notes":
    "Avant de lancer la lecture, demandez comment un émetteur peut connaître la capacité d’un chemin qu’il ne voit pas. Arrêtez quand la file commence à croître\u00a0: à partir de là, le débit ne change plus.",
  "steps.predict.text":
    "L’émetteur utilise NewReno\u00a0: à chaque aller-retour sans perte, il ajoute un paquet à sa fenêtre. Le chemin contient {bdp}, et le tampon {limit} de plus. Que devient la fenêtre quand les deux sont pleins\u202f?",
  "steps.predict.notes":
    "Faites dessiner deux ou trois personnes. Beaucoup attendent une fenêtre qui reste en haut. Demandez qui préviendrait l’émetteur que le tampon est plein.",
  "steps.predict.task.ask": "Dessinez la fenêtre de congestion des 25 prochaines secondes.",
  "steps.predict.task.what.label": "Fenêtre de congestion (cwnd)",
  "steps.predict.task.after":
    "Le tampon déborde, des paquets sont perdus, et l’émetteur divise sa fenêtre par deux. Puis elle remonte d’un paquet par aller-retour. La perte est le seul signe qui apprend à l’émetteur que le chemin est plein.",
  "steps.count.text":
    "Chaque chute verticale des dents de scie est une réduction. La fenêtre était comprise entre {lowest} et {highest}.",
  "steps.count.task.ask":
    "Combien de fois la fenêtre a-t-elle été réduite dans toute l’exécution\u202f? Comptez les chutes dans le graphique de la fenêtre.",
  "steps.count.task.hint":
    "Comptez chaque endroit où la fenêtre tombe à environ la moitié, du début à la fin de l’exécution.",
  "steps.busy.text":
    "Après une réduction, l’émetteur attend que la moitié de ses paquets soient acquittés. Pendant ce temps, la file d’attente se vide. Regardez les points les plus bas de la file.",
  "steps.busy.task.ask":
    "À quel point la liaison est-elle occupée, bien que la fenêtre soit sans cesse divisée par deux\u202f?",
  "steps.busy.task.options.0.text": "Environ la moitié du temps",
  "steps.busy.task.options.1.text": "Environ les trois quarts du temps",
  "steps.busy.task.options.2.text": "Presque tout le temps",
  "steps.busy.task.hint":
    "Regardez le débit après chaque réduction\u00a0: tombe-t-il sous la capacité\u202f? Une liaison est occupée tant qu’un paquet l’attend.",
  "steps.busy.task.after":
    "La file n’est presque vide qu’un instant\u202f; la liaison est donc occupée {busy} du temps.",
  "steps.smaller.text":
    "Le tampon contient un produit débit-délai. C’est juste assez pour occuper la liaison après une réduction.",
  "steps.smaller.task.ask":
    "Donnez à la liaison un quart de ce [tampon](control), et observez la file d’attente après chaque réduction.",
  "steps.smaller.task.control.label": "Tampon",
  "steps.smaller.task.control.options.0.label": "1\u202fBDP",
  "steps.smaller.task.control.options.1.label": "0.25\u202fBDP",
  "steps.smaller.task.control.options.2.label": "4\u202fBDP",
  "steps.smaller.task.hint":
    "Votre liaison est encore occupée {busy} du temps. Choisissez le tampon le plus petit.",
  "steps.smaller.task.after":
    "La liaison n’est plus occupée que {busy} du temps\u00a0: après chaque réduction, la file reste vide jusqu’à ce que la fenêtre ait recrû, et le débit est sous la capacité.",
  freePlay: "Passez à l’algorithme CUBIC, ou ajoutez un second flux, et comparez les dents de scie.",
  "reading.0.text": "M. Allman, V. Paxson, E. Blanton: TCP Congestion Control. RFC 5681.",
  "reading.1.text": "Kurose et Ross, Computer Networking, section 3.7.",
};
