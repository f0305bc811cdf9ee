import type { Translation } from "../translation.ts";

export const program: Translation["program"] = {
  title: (flow) => `Programme de ${flow}`,
  label: (flow) => `Programme de ${flow}`,
  keys: "Tab indente, Ctrl+Espace complète. Échap puis Tab quittent l’éditeur.",
  begin: "Partir de",
  beginHint: "Choisir un exemple",
  begins: {
    empty: "Un programme vide",
    reno: "Reno",
    aimd: "AIMD",
    cubic: "CUBIC",
    vegas: "Vegas",
    "delay-target": "Un délai cible",
    dctcp: "DCTCP",
    bbr: "Un BBR simplifié",
    "lda-plus": "LDA+",
    tfrc: "TFRC",
  },
  works: "Les graphiques montrent ce programme.",
  checking: "Le programme est en cours de vérification.",
  broken: (count) =>
    count === 1
      ? "Le programme a une erreur. Les graphiques montrent le dernier programme sans erreur."
      : `Le programme a ${count} erreurs. Les graphiques montrent le dernier programme sans erreur.`,
  stopped: "Le programme a arrêté la simulation.",
  place: (line, column) => `Ligne ${line}, colonne ${column}`,
  faults: "Erreurs du programme",
  onlyIn: (handlers) => `Seulement dans ${handlers}.`,
  values: "Valeurs à la tête de lecture",
  settings: "Réglages du programme",
  signals: "Signaux",
  showSignal: (name) => `Afficher le graphique de ${name}`,
  race: "Faire la course",
  names: "Ce qu’un programme peut utiliser",
  handlers: "Blocs exécutés",
  inputs: "À lire",
  controls: "À modifier",
  functions: "Fonctions",
};
