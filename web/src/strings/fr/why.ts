import type { Translation } from "../translation.ts";

export const why: Translation["why"] = {
  title: "Pourquoi\u202f?",
  at: (label, t) => `${label} à ${t}`,
  loading: "La simulation est relancée pour enregistrer les décisions…",
  none: "D’ici à la fin de la partie calculée de l’exécution, l’algorithme n’a pris aucune décision.",
  failed: "Les décisions n’ont pas pu être chargées.",
  previous: "Décision précédente",
  next: "Décision suivante",
  noEarlier: "Ce flux n’a pas de décision antérieure.",
  noLater: "Ce flux n’a pas de décision ultérieure dans la partie calculée de l’exécution.",
  later: (seconds) =>
    `Un émetteur ne remarque une perte qu’après un retour ou une expiration. La décision suivante est venue ${seconds} plus tard, là où se trouve maintenant la tête de lecture\u00a0:`,
  about: (algorithm) => `Comment fonctionne ${algorithm}`,
};
