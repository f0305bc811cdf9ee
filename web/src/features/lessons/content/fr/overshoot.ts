import type { LessonTexts } from "../../translation.ts";

export const overshoot: LessonTexts = {
  title: "Comment finit le démarrage lent",
  point: "Doubler trouve vite la capacité, et la manque d’un facteur deux.",
  learn: "comment une nouvelle connexion cherche son débit, et ce que cela coûte",
  "scenario.title": "Le démarrage lent dépasse le but",
  "scenario.flows.one.label": "un flux",
  "steps.predict.text":
    "Une nouvelle connexion ne connaît pas la capacité de son chemin. Au démarrage lent (slow start), elle double sa fenêtre à chaque aller-retour de 100\u202fms. Le chemin contient {bdp}, et le tampon {limit}.",
  "steps.predict.notes":
    "Avant de dessiner, demandez la fenêtre après chacun des allers-retours suivants. Le retard décisif est d’un aller-retour\u00a0: l’émetteur apprend la perte après avoir encore doublé.",
  "steps.predict.task.ask": "Dessinez la fenêtre des 2 premières secondes après cet instant.",
  "steps.predict.task.what.label": "Fenêtre de congestion (cwnd)",
  "steps.predict.task.after":
    "La fenêtre double jusqu’à ce que le tampon soit plein. L’émetteur apprend la perte un aller-retour plus tard, quand sa fenêtre est déjà deux fois plus grande que le chemin et le tampon ne le permettent.",
  "steps.drops.text": "La fenêtre est montée à {peak}. Le chemin contient {bdp}, et le tampon {limit}.",
  "steps.drops.task.ask":
    "Combien de paquets environ ont été rejetés dans toute l’exécution\u202f? Une valeur à 30\u202f% près est juste.",
  "steps.drops.task.hint":
    "La fenêtre est montée à {peak}, mais le chemin et le tampon contiennent {bdp} et {limit}. Tout paquet au-delà est rejeté.",
  "steps.drops.task.after":
    "NewReno ne répare qu’une des {drops} pertes par aller-retour. La liaison n’est donc occupée que {busy} du temps jusqu’à ce qu’elle soit de nouveau pleine.",
  "steps.ssthresh.text":
    "Deux réglages sont connus avant le premier paquet. Un émetteur peut les choisir d’après ce qu’il sait de connexions antérieures.",
  "steps.ssthresh.task.ask": "Ramenez le nombre de rejets sous 10 en modifiant un seul réglage.",
  "steps.ssthresh.task.controls.initial.label": "Fenêtre initiale",
  "steps.ssthresh.task.controls.initial.options.0.label": "valeur par défaut",
  "steps.ssthresh.task.controls.initial.options.1.label": "1 paquet",
  "steps.ssthresh.task.controls.initial.options.2.label": "40 paquets",
  "steps.ssthresh.task.controls.ssthresh.label": "Seuil du démarrage lent",
  "steps.ssthresh.task.controls.ssthresh.options.0.label": "aucun",
  "steps.ssthresh.task.controls.ssthresh.options.1.label": "60 paquets",
  "steps.ssthresh.task.controls.ssthresh.options.2.label": "300 paquets",
  "steps.ssthresh.task.hint":
    "Dans votre exécution, {drops} paquets ont été rejetés, et la fenêtre est montée à {peak}. Le démarrage lent doit finir avant que la fenêtre dépasse le chemin et le tampon.",
  "steps.ssthresh.task.after":
    "Le démarrage lent finit maintenant au seuil, avant la première perte\u00a0: la fenêtre est montée à {peak}.",
  freePlay:
    "Agrandissez beaucoup le tampon\u00a0: le démarrage lent met plus de temps à trouver sa fin, et la file d’attente atteint la taille du tampon.",
  "reading.0.text": "V. Jacobson: Congestion Avoidance and Control. SIGCOMM 1988.",
  "reading.1.text": "HyStart++: Modified Slow Start for TCP. RFC 9406.",
};
