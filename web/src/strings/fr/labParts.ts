import type { Translation } from "../translation.ts";

export const labParts: Translation["labParts"] = {
  lab: {
    parametersOf: (name) => `Paramètres de ${name}`,
    startsAt: (t) => `commence à ${t}`,
    eventsUpTo: (n) =>
      `${n} jusqu’à la position de lecture, les plus récents d’abord. Choisissez-en un pour voir pourquoi il s’est produit.`,
    closeLastChange: "Fermer la ligne sur le dernier changement",
    sameResults: "les résultats sont identiques",
    otherTimes: "les paquets sont identiques, mais d’autres durées sont mesurées",
    noLargeEffect: "débits, délais et parts restent à moins de 0.5\u202f% des précédents",
    changeRefused: "le scénario ne peut pas être simulé",
    hideEarlierRun: "Masquer l’exécution d’avant",
    moreIssues: (n) => `et ${n} de plus`,
    retry: "Réessayer",
    backToPrevious: "Revenir au scénario précédent",
    refusedNext: "Sélectionnez le réglage et corrigez sa valeur, ou revenez à la page précédente.",
    lastRunStays: "La dernière exécution réussie reste affichée.",
    queueStats: (mean, p95) => `file moyenne ${mean} paquets, 95e centile ${p95}`,
    queueDelayStats: (mean) => `attente moyenne ${mean}`,
    displayResolution: "file d’attente, délai et RTT à la résolution des graphiques",
    selectedFrom: "Début de l’intervalle choisi",
    selectedTo: "Fin de l’intervalle choisi",
    clearSelection: "Effacer",
    withinSeeds:
      "D’autres graines donnent cela aussi sans le changement : essayez 10 graines sous « Tout afficher ».",
    cost: (packets, time, memory) =>
      `Environ ${packets} et ${time} de calcul, ${memory} au plus. Le calcul continue pendant que vous utilisez la page ou un autre onglet.`,
    shorterRun: (duration) => `Ne simuler que ${duration}`,
    playbackStatus: "État de la lecture",
    playingFrom: (time) => `Lecture à partir de ${time}.`,
    pausedAt: (time) => `En pause à ${time}`,
    endedAt: (time) => `Fin, ${time}`,
    resultSame: "Même résultat que celui indiqué dans le lien :",
    resultDiffers: (made, here) =>
      made === null
        ? "Le lien indique un autre résultat, mais pas la version qui l’a calculé. Cette exécution a le résultat"
        : made === here
          ? "Le lien indique un autre résultat\u00a0: son scénario ou son identifiant de résultat a été modifié. Cette exécution a le résultat"
          : `Le lien indique un autre résultat, calculé par la version ${made}. Ceci est la version ${here}, avec le résultat`,
  },
  networkLoss: {
    title: "Changer de réseau\u202f?",
    intro: "L’autre type de réseau ne peut pas tout exprimer. Vous perdriez\u00a0:",
    links: (ids) => `les liaisons ${ids} avec leurs files d’attente et leurs pertes`,
    nodes: "les nœuds, et ceux que chaque liaison relie\u00a0: les liaisons sont mises bout à bout",
    paths: (flows) => `les chemins de ${flows}`,
    changes: (n) => (n === 1 ? "un changement pendant l’exécution" : `${n} changements pendant l’exécution`),
    confirm: "Changer de réseau",
    cancel: "Le garder",
  },
  newScenario: {
    intro:
      "Un flux TCP et les réglages par défaut pour commencer\u00a0: choisissez un réseau. «\u202fAnnuler\u202f» ramène au scénario ouvert.",
    networks: {
      dumbbell: "Tous les flux partagent une liaison.",
      parking_lot: "Une suite de liaisons\u202f; chaque flux en traverse une ou plusieurs.",
      graph: "Des nœuds et des liaisons quelconques.",
    },
  },
  numbers: {
    flow: "Flux",
    ofFairShare: "De la part équitable",
    span: (from, to) => `${from} à ${to}`,
    flowsCaption: (span) => `Flux de ${span}\u00a0: moyennes, et nombres de réductions et d’expirations`,
    linksCaption: (span) => `Liaisons de ${span}\u00a0: moyennes, et nombre de rejets`,
    more: (n) => `et ${n} de plus\u202f; le fichier enregistré les contient toutes`,
    save: "Enregistrer les nombres (CSV)",
    fileTitle: (title) => `Fairshare\u00a0: nombres${title === "" ? "" : ` de ${title}`}`,
    fileNote: (basis, span, result, version) =>
      `${basis}, ${span}\u202f; identifiant du résultat ${result}, version ${version}\u202f; les centiles sont p50, p95, p99`,
    memberCount: (label, n) => `${label} (${n} flux)`,
    windowsCaption: "Résultats dans les fenêtres déclarées",
    measureWindow: "Fenêtre de mesure",
    windowSpan: (id, span) => `${id}\u00a0: ${span}`,
    measuringAhead: (from: string) =>
      `Les nombres commencent \u00e0 ${from}, apr\u00e8s l\u2019\u00e9chauffement.`,
    windowAhead: (id, from) => `${id}\u00a0: commence à ${from}`,
    transfersCaption: (span) => `Transferts de ${span}`,
    mediaCaption: (span) => `Médias de ${span}`,
  },
  compare: {
    title: "Comparer",
    pinned: (name) =>
      `L’exécution ${name} est conservée. Modifiez un réglage\u00a0: la nouvelle exécution est B.`,
    intro:
      "Conservez l’exécution affichée comme A, puis modifiez un réglage\u00a0: les deux exécutions sont tracées sur les mêmes axes, et un tableau donne les différences.",
    legend: (name) => `Pâle\u00a0: ${name}. Couleurs pleines\u00a0: B, l’exécution affichée.`,
    pin: "Conserver cette exécution comme A",
    pinBefore: "Comparer avec l’exécution précédente",
    unpin: "Arrêter la comparaison",
    back: "Revenir à A",
    settings: "Réglages différents",
    results: "Résultats",
    setting: "Réglage",
    result: "Résultat",
    difference: "B − A",
    seeds: "Essayer 10 graines",
    noSettings: "Aucun réglage ne diffère.",
    seedsRunning: (done, all) => `${done} exécutions sur ${all}`,
    cancel: "Annuler",
    overSeeds: (n) => `Moyenne sur ${n} graines avec intervalle à 95\u202f%`,
    differ: "significatif",
    chance: "non significatif",
    same: "identique pour chaque graine",
    verdictNone: "Aucune de ces différences n’est statistiquement significative.",
    better: (run, names) => `${run} est meilleur pour ${names}`,
    differsToo: (names) => `${names} diffère`,
    exceeds: (n) =>
      n === 1
        ? "La différence dépasse la dispersion entre les graines."
        : "Toutes ces différences dépassent la dispersion entre les graines.",
  },
  share: {
    title: "Partager",
    intro:
      "Le lien contient tout le scénario. Quiconque l’ouvre calcule le même résultat\u202f; rien n’est enregistré sur un serveur.",
    assignment: "Créer un devoir",
    link: "Lien",
    bySystem: "Envoyer à\u2026",
    copy: "Copier",
    copied: "Copié",
    copyBlocked:
      "Le navigateur ne permet pas à la page de copier. Le lien est sélectionné\u00a0: appuyez sur Ctrl+C, ou ⌘C sur un Mac.",
    chars: (n) => `${n} caractères`,
    anywhere: "court\u00a0: convient partout, même dans un code QR",
    normal: "convient aux courriels, aux messageries et aux pages de cours",
    long: "trop long pour certaines messageries, qui le coupent ou le changent en fichier",
    file: "trop long pour un lien\u00a0: envoyez le fichier",
    qr: "Code QR du lien",
    qrNone: "Le lien est trop long pour un code QR qu’une caméra puisse lire facilement.",
    saveFile: "Enregistrer dans un fichier",
    openFile: "Ouvrir un fichier…",
    result: "Identifiant du résultat",
    resultHelp: (v) =>
      `calculé par la version ${v}\u202f; le même scénario donne partout le même identifiant`,
    waiting: "disponible quand l’exécution est complète",
  },
  examples: {
    title: "Exemples",
    intro:
      "Chaque exemple illustre une idée et démarre à l’ouverture. Le scénario que vous modifiiez reste sous «\u202fRécents\u202f».",
    search: "Chercher dans les exemples",
    found: (n) =>
      n === 0 ? "Aucun exemple ne contient ces mots." : n < 2 ? `${n} exemple` : `${n} exemples`,
    groups: {
      sharing: "Comment les flux partagent une liaison",
      queues: "Tampons et files d’attente",
      marks: "Marques et centres de données",
      loss: "Pertes et reprise",
      newer: "Un algorithme face à un autre",
      delay: "Appels et trafic d’arrière-plan",
      radio: "Liaisons radio",
    },
    recent: "Récents",
    local: "Enregistrés dans ce navigateur seulement.",
    noRecent: "Rien pour l’instant. Les scénarios que vous modifiez sont enregistrés ici.",
    noStorage:
      "Ce navigateur ne permet pas à la page d’enregistrer quoi que ce soit\u202f; il n’y a donc pas de liste. Enregistrez plutôt un fichier.",
    forget: "Tout oublier",
    forgetOne: (title) => `Oublier ${title}`,
    openFile: "Ouvrir un fichier…",
  },
  algorithms: {
    rules: "Règles et formules",
    shownBy: "Ce que montrent les simulations",
    openRun: (n) => (n === null ? "Ouvrir la simulation" : `Ouvrir la simulation ${n}`),
    tryIt: "Essayer",
    tryAgainst: (name, rival) => `Essayer ${name} contre ${rival}`,
    title: "Algorithmes",
    parameters: "Paramètres",
    noParameters: "Cet algorithme n’a pas de paramètres.",
    signals: "Signaux",
    decisions: "Décisions",
    references: "Références",
    name: "Nom",
    fallback: "Valeur par défaut",
    givenDefault: (text, setting, choices, value) =>
      `${text}\u202f; si ${setting} vaut ${choices}\u00a0: ${value}`,
    range: "Domaine",
    source: "Source",
    meaning: "Signification",
    open: "Ouvrir dans le Labo",
    backToLab: "Revenir au Labo",
    unknown: (id) => `Il n’y a pas d’algorithme nommé «\u202f${id}\u202f». Choisissez-en un dans la liste.`,
  },
  keys: {
    title: "Clavier",
    off: "Les touches seules agissent tant qu’aucun champ de saisie n’a le focus.",
    enabled: "Utiliser les touches seules",
    charts:
      "Dans un graphique\u00a0: les flèches parcourent les instants et les flux, la virgule et le point passent d’un événement à l’autre, Entrée explique un événement.",
  },
};
