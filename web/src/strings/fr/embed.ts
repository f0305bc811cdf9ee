// French texts of embedded views, saved files and presentations.
import type { Translation } from "../translation.ts";

export const embed: Translation["embed"] = {
  openInFull: "Ouvrir dans Fairshare",
  refused: "Le lien vers cette vue est incomplet\u202f; elle montre donc le premier exemple.",
  forCourse: "Pour votre cours",
  embed: "Intégrer dans une page",
  embedIntro:
    "Choisissez ce que le cadre montre, puis copiez le HTML dans une page de cours ou un diaporama.",
  face: "Une question avec ses images et un réglage, comme sur la première page",
  panels: "Éléments",
  network: "Réseau",
  fairness: "Parts équitables",
  controls: "Réglages",
  controlsHelp: "Les lecteurs peuvent changer les réglages dont traite le scénario.",
  size: "Taille",
  sizes: { small: "Petite", medium: "Moyenne", large: "Grande" },
  width: "Largeur maximale, en pixels",
  height: "Hauteur, en pixels",
  autoplay: "Lire au chargement de la page",
  theme: "Apparence",
  themes: { system: "Celle du système du lecteur", light: "Claire", dark: "Sombre" },
  form: "Forme",
  forms: { iframe: "Cadre (HTML)", element: "Composant web", link: "Lien" },
  snippet: "Texte à copier",
  copy: "Copier",
  copied: "Copié",
  copyBlocked:
    "Le navigateur ne laisse pas la page copier. Le texte est sélectionné\u00a0: appuyez sur Ctrl+C, ou \u2318C sur un Mac.",
  preview: "Ouvrir un aperçu",
  tooLong: (n) =>
    `Le lien a ${n} caractères. Certaines plateformes de cours raccourcissent de telles adresses.`,
  noPanels: "Choisissez au moins un élément.",
  files: "Enregistrer pour un usage hors ligne",
  saveFile: "Enregistrer en un seul fichier",
  saveFileHelp:
    "Un fichier HTML avec la page, le simulateur et ce qui est affiché. Il s’ouvre dans un navigateur sans réseau, par exemple depuis une clé USB. Il fait environ 2.2\u202fMo.",
  saveScorm: "Enregistrer un paquet SCORM",
  saveScormHelp:
    "Un fichier zip pour Moodle et d’autres plateformes (SCORM 1.2). Il indique combien d’étapes sont résolues, et reprend là où l’on s’est arrêté.",
  saving: "Préparation du fichier",
  saveFailed: "Le fichier n’a pas pu être préparé. Vérifiez la connexion au réseau, puis réessayez.",
  saveOutdated: "Cette page est plus ancienne que le site. Rechargez la page, puis enregistrez le fichier.",
  exports: {
    title: "Enregistrer pour d\u2019autres outils",
    intro:
      "Le scénario est exécuté une nouvelle fois pour le fichier, qui est égal à celui de la ligne de commande.",
    format: "Format",
    flow: "Flux",
    link: "Liaison",
    save: "Enregistrer",
    cancel: "Annuler",
    running: "Exécution du scénario",
    failed: "Le fichier n\u2019a pas pu être créé. Vérifiez la connexion au réseau, puis réessayez.",
    formats: {
      csv: "CSV (une ligne par valeur)",
      flent: "flent",
      qlog: "qlog",
      ns2: "Trace de ns-2",
      pcapng: "pcapng",
      bibtex: "BibTeX",
    },
    help: {
      csv: "Chaque grandeur dans chaque intervalle, une ligne par valeur.",
      flent: "Débit utile, temps d\u2019aller-retour et fenêtre des flux, pour les graphiques de flent.",
      qlog: "Les paquets et le contrôle de congestion d\u2019un flux, pour les outils qlog et qvis.",
      ns2: "Chaque paquet à chaque liaison, pour les scripts qui lisent les traces de ns-2.",
      pcapng: "Ce qui traverse une liaison, avec des en-têtes TCP ou RTP, pour Wireshark.",
      bibtex: "Une entrée qui cite l\u2019exécution avec son identifiant de résultat et son lien.",
    },
  },
  noLms: "Aucune plateforme n’a été trouvée\u202f; la progression reste donc dans ce navigateur.",
  papersElsewhere:
    "Un fichier enregistré ne contient pas les expériences des articles. Elles sont à cette adresse\u00a0:",
  messages:
    "Une page peut aussi régler, lire et interroger la vue par des messages\u00a0: docs/embedding.md, dans le code source, les décrit.",
  presenter: {
    title: "Présentation",
    open: "Ouvrir la fenêtre de l’enseignant",
    refused:
      "Le navigateur n’a pas ouvert de seconde fenêtre. Autorisez les fenêtres pop-up pour cette page, puis cliquez à nouveau sur le bouton.",
    freeze: "Figer l’image du public",
    frozen:
      "Le public voit l’image d’avant. Ce que vous préparez s’affiche quand vous cessez de figer l’image.",
    laser: "Point laser",
    code: "Code QR pour la classe",
    codeOf: "Code QR de l’état affiché",
    scan: "Scannez le code pour ouvrir ce qui est affiché.",
    states: {
      off: "",
      waiting: "En attente de la fenêtre projetée.",
      connected: "Les deux fenêtres montrent la même chose.",
      closed: "La fenêtre projetée a été fermée. Cette fenêtre continue seule.",
    },
    notesOf: (title, step, steps) => `${title}\u00a0: étape ${step} sur ${steps}`,
    next: "Étape suivante",
    noNotes: "Cette étape n’a pas de notes.",
    skip: "Montrer l’étape suivante à tous",
    last: "C’est la dernière étape.",
    elapsed: (time) => `${time} depuis le début`,
  },
};
