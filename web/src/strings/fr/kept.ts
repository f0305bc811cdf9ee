import type { Translation } from "../translation.ts";

export const kept: Translation["kept"] = {
  intro:
    "Ce que vous faites n’est enregistré que dans ce navigateur\u00a0: scénarios, étapes d’annulation, avancement des leçons, devoirs, remises vérifiées et choix. Tout est perdu si vous effacez les données de ce site ou fermez une fenêtre privée. Enregistrez tout dans un fichier pour le garder ou le transférer dans un autre navigateur.",
  refused:
    "Ce navigateur ne permet plus à la page d’enregistrer quoi que ce soit. Votre travail reste jusqu’à la fermeture de cette page. Enregistrez-le maintenant dans un fichier.",
  counts: {
    scenarios: (n) => (n < 2 ? `${n} scénario` : `${n} scénarios`),
    lessons: (n) => (n < 2 ? `${n} leçon` : `${n} leçons`),
    works: (n) => (n < 2 ? `${n} devoir en cours` : `${n} devoirs en cours`),
    lists: (n) => (n < 2 ? `${n} liste de remises` : `${n} listes de remises`),
  },
  inBrowser: "Dans ce navigateur\u00a0:",
  inFile: "Dans le fichier\u00a0:",
  save: "Tout enregistrer dans un fichier",
  load: "Charger un fichier…",
  problems: {
    "too-big": "Le fichier est trop grand. Un fichier des données d’un navigateur a au plus 64 Mo.",
    "not-kept":
      "Ce n’est pas un fichier des données d’un navigateur. Pour ouvrir un scénario, choisissez «\u202fExemples\u202f», puis «\u202fOuvrir un fichier\u202f».",
    newer:
      "Une version ultérieure de Fairshare a écrit ce fichier. Ouvrez-le là-bas, ou mettez cette page à jour.",
  },
  conflicts: (n) =>
    n < 2
      ? "Un élément est dans les deux avec des contenus différents. Garder\u00a0:"
      : `${n} éléments sont dans les deux avec des contenus différents. Garder\u00a0:`,
  ofBrowser: "ce qui est dans ce navigateur",
  ofFile: "ce qui est dans le fichier",
  opens:
    "Le scénario du fichier est ouvert avec ses étapes d’annulation. Le scénario ouvert maintenant reste sous «\u202fRécents\u202f».",
  confirm: "Charger et redémarrer la page",
  unstored: (n) =>
    `Le navigateur n’avait pas de place pour ${n < 2 ? "un élément" : `${n} éléments`} du fichier. Effacez des données d’autres pages, puis chargez le fichier de nouveau.`,
  notStored: "Ce navigateur ne peut pas enregistrer votre travail.",
  notStoredAdvice:
    "Il reste jusqu’à la fermeture de cette page\u00a0: l’espace est plein ou interdit. Enregistrez-le dans un fichier avant de partir.",
};
