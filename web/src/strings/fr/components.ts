import type { Translation } from "../translation.ts";

export const components: Translation["components"] = {
  close: "Fermer",
  notInSavedFile:
    "Un fichier enregistré ne contient pas cette partie de la page. Elle est à cette adresse\u00a0:",
  help: (label) => `Qu’est-ce que ${label}\u202f?`,
  helpFailed: "Les textes d’aide n’ont pas pu être chargés. Fermez cette aide et rouvrez-la pour réessayer.",
  revert: (label, value) => `Remettre ${label} à sa valeur par défaut\u00a0: ${value}`,
  changed: "différent de la valeur par défaut",
  exact: (label) => `${label}, valeur exacte`,
  notANumber: (example) => `Saisissez un nombre${example === null ? "" : `, par exemple ${example}`}.`,
  or: (one, other) => `${one} ou ${other}`,
  between: (min, max) => `Entre ${min} et ${max}.`,
  above: (min) => `Plus de ${min}.`,
  atLeast: (min) => `Au moins ${min}.`,
  atMost: (max) => `Au plus ${max}.`,
  notWhole: "Saisissez un nombre entier.",
  unit: (label) => `Unité\u00a0: ${label}`,
  varies: "Aléatoire dans un intervalle",
  from: "de",
  to: "à",
  none: "Aucun",
  moreFields: (n) => (n < 2 ? `${n} autre réglage` : `${n} autres réglages`),
  specify: (label) => `Préciser\u00a0: ${label}`,
  atMostItems: (n) => `Au plus ${n} entrées.`,
  add: "Ajouter",
  remove: "Supprimer",
};
