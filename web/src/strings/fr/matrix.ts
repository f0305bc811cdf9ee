import type { Translation } from "../translation.ts";

export const matrix: Translation["matrix"] = {
  lead: "Chaque algorithme face à chaque autre, avec des données illimitées\u00a0: deux flux sur un lien de 10 Mb/s, avec un temps d’aller-retour de base de 40 ms.",
  method: (version) =>
    `Chaque nombre est la moyenne sur 8 graines, ou sur 16 ou 32 tant que l’intervalle à 95 % de la part dépasse 2 points de chaque côté. La mesure va de 20 à 60 s. Simulateur ${version}. Tous les réglages ont leur valeur par défaut (TCP comme dans le Linux d’aujourd’hui), sauf que TRABOL et SCReAM ont des débits pour un lien de 10 Mb/s.`,
  caution:
    "Deux flux ne montrent pas comment un algorithme se comporte parmi beaucoup d’autres. Une part ne dit rien de sa cause\u00a0: un algorithme peut être en tête parce qu’il ignore les pertes, ou en retard parce qu’il ne s’adapte qu’une fois en plusieurs secondes.",
  hint: "Une cellule ouvre son exécution dans le laboratoire. Dans le tableau, les touches fléchées vont de cellule en cellule.",
  network: "Réseau",
  networks: {
    bdp: "Drop-tail, un BDP",
    deep: "Drop-tail, quatre BDP",
    codel: "CoDel avec ECN",
  },
  quantity: "Afficher",
  quantities: { share: "Part", utilisation: "Utilisation", wait: "Attente", loss: "Perte" },
  meanings: {
    share:
      "Part\u00a0: le débit utile du flux de la ligne en % du débit utile des deux flux. À 50 %, les deux ont autant.",
    utilisation: "Utilisation\u00a0: la part du temps pendant laquelle le lien émet, en %.",
    wait: "Attente\u00a0: le délai moyen dans la file du lien, en ms.",
    loss: "Perte\u00a0: la part des paquets que le lien rejette, en %.",
  },
  families: "Familles",
  order: "Ordre",
  orders: { family: "Par famille", name: "Par nom", mean: "Par moyenne" },
  valuesAgainst: "Par la valeur face à",
  mean: "Moyenne",
  meanOf: (row, value) => `${row}, moyenne face aux autres affichés\u00a0: ${value}`,
  against: (row, column) => `${row} face à ${column}`,
  sentence: (pair, quantity, value) => `${pair}\u00a0: ${quantity} ${value}`,
  shareSentence: (pair, value, seeds) =>
    `${pair}\u00a0: ${value} du débit utile des deux (intervalle à 95 %, ${seeds} graines)`,
  shareOf: (algorithm) => `Part de ${algorithm}`,
  none: "Choisissez au moins une famille.",
  save: "Enregistrer",
  saveAs: (format) => `Enregistrer le tableau en ${format}`,
};
