import type { Translation } from "../translation.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n < 2 ? one : many}`;
const seedCount = (n: number): string => count(n, "graine", "graines");

/** An estimated duration in words. */
function durationText(seconds: number): string {
  if (seconds < 2) return "un instant";
  if (seconds < 50) return `${Math.max(5, Math.round(seconds / 5) * 5)} secondes`;
  if (seconds < 100) return "une minute";
  if (seconds < 3000) return `${Math.round(seconds / 60)} minutes`;
  return count(Math.max(1, Math.round(seconds / 3600)), "heure", "heures");
}

export const paperRuns: Translation["paperRuns"] = {
  runTitle: "L’exécuter ici",
  runLead: (cells, seeds) =>
    `Votre navigateur calcule ${count(cells, "scénario", "scénarios")} avec ${seedCount(seeds)} chacun, et compare les résultats à ceux qui sont enregistrés.`,
  runChanged:
    "La figure modifiée s’exécute dans la section suivante. Retirez-y les modifications pour exécuter la figure telle qu’elle est enregistrée.",
  runOne: "Exécuter avec une graine",
  runAll: (seeds) => `Exécuter les ${seeds} graines`,
  run: "Exécuter",
  runRest: (seeds) => `Continuer avec les ${seeds} graines`,
  kept: (runs) =>
    `${count(runs, "exécution terminée est conservée", "exécutions terminées sont conservées")} dans ce navigateur.`,
  discard: "Supprimer les exécutions terminées",
  loading: "Chargement du simulateur.",
  progress: (finished, total) => `${finished} exécutions sur ${total}`,
  progressLabel: "Exécutions terminées",
  left: (seconds) => `encore ${durationText(seconds)} environ`,
  pausing: "Les exécutions en cours se terminent.",
  paused: "En pause.",
  pause: "Pause",
  resume: "Continuer",
  cancel: "Annuler",
  notStored: "Ce navigateur n’enregistre pas les exécutions\u202f; recharger la page les fait perdre.",
  failed: "L’exécution s’est arrêtée.",
  provisional: "Une graine\u00a0: les verdicts sont provisoires.",
  filling:
    "La figure se remplit à mesure que les exécutions se terminent. Les verdicts viennent quand chaque scénario a un résultat.",
  equal: (runs) =>
    `Identique aux résultats enregistrés\u00a0: les ${runs} exécutions, les valeurs et les verdicts.`,
  equalSeed: (runs) =>
    `${runs === 1 ? "L’exécution a" : `Les ${runs} exécutions ont`} l’identifiant de résultat enregistré. Exécutez toutes les graines pour comparer les moyennes et les verdicts.`,
  notEqual: (differences) =>
    `${count(differences, "différence", "différences")} avec les résultats enregistrés\u00a0:`,
  moreDifferences: (n) => `${n} de plus`,
  runReadings: (readings) => `Exécuter ${count(readings, "lecture", "lectures")} avec toutes les graines`,
  readingsEqual:
    "Toutes les graines ont été exécutées ici. Verdicts et valeurs sont égaux à ceux enregistrés.",
  readingsDiffer:
    "Toutes les graines ont été exécutées ici. Certains verdicts ou valeurs diffèrent de ceux enregistrés.",
  readingsDone: "Toutes les graines ont été exécutées ici.",
  otherVersion: (stored, computed) =>
    `Les résultats enregistrés appartiennent à la version ${stored}, et cette page utilise la version ${computed}.`,
  difference: (what, stored, computed) => `${what}\u00a0: enregistré ${stored}, ici ${computed}`,
  showStored: "Afficher les résultats enregistrés",
  showNew: "Afficher les résultats de cette exécution",
  saveReport: "Enregistrer les résultats en JSON",
  noteRun: (complete, seeds) =>
    complete ? `Calculé dans ce navigateur, ${seedCount(seeds)}.` : "Calculé dans ce navigateur, incomplet.",
  resultId: (cell, seed) => `identifiant du résultat de ${cell}, graine ${seed}`,
  verdictOf: (line) => `verdict sur l’affirmation ${line}`,
  valueOf: (quantity, at) => (at === "" ? quantity : `${quantity} à ${at}`),
  curvesOf: (cell) => `courbes de ${cell}`,
  none: "aucun",

  questionTitle: "La remettre en question",
  questionLead:
    "Modifiez une hypothèse pour toute la figure, exécutez-la et voyez les deux versions superposées. L’adresse de la page contient le changement.",
  choose: "Choisissez une hypothèse à modifier",
  ready: "Questions toutes prêtes",
  ask: "Demander",
  asked: "Demandé",
  other: "Une autre hypothèse",
  otherLead:
    "Un changement s’applique à tous les scénarios de la figure. Plusieurs changements sont appliqués dans l’ordre.",
  subject: "Ce qui change",
  subjects: {
    tcp: "Variante de TCP",
    "tcp.ack_every": "Paquets par acquittement de TCP",
    jitter: "Délai aléatoire chez les émetteurs",
    buffer: "Tampon",
    packet: "Taille des paquets",
    "tcp.packet": "Taille des paquets de TCP",
  },
  settingsOfTcp: "Réglages de TCP",
  settingsOf: (algorithm) => `Réglages de ${algorithm}`,
  packetOf: (algorithm) => `Taille des paquets de ${algorithm}`,
  bufferFactor: "Tampon, en multiple de celui de l’article",
  addChange: "Ajouter le changement",
  changes: "Changements",
  removeChange: (text) => `Supprimer ${text}`,
  reset: "Supprimer tous les changements",
  changedCells: (changed, cells) => `Modifie ${changed} sur ${count(cells, "scénario", "scénarios")}.`,
  notPossible: "Ce changement n’est pas possible\u00a0:",
  noteChanged: (changes, seeds) =>
    `Modifié\u00a0: ${changes}. ${seedCount(seeds)}\u202f; les résultats enregistrés sont tracés derrière.`,
  noteChangedFilling: (changes) =>
    `Modifié\u00a0: ${changes}. La figure se remplit à mesure que les exécutions se terminent\u202f; les résultats enregistrés sont tracés derrière.`,
  verdictsChanged: (changed) =>
    changed === 0 ? "Aucun verdict ne change." : `${count(changed, "verdict change", "verdicts changent")}.`,
  verdictChanged: "modifié",
  claim: (line, text) => `Affirmation ${line}\u00a0: ${text}`,
  from: "enregistré",
  to: "avec le changement",
  commandLine: "La même chose en ligne de commande",
};
