// French texts about measured data over a run.
import type { Translation } from "../translation.ts";

export const imports: Translation["imports"] = {
  title: "Données mesurées",
  menu: "Données mesurées\u2026",
  menuHint: "Tracer sur la simulation un fichier de flent, d’iperf3 ou de tcpdump, un qlog ou un tableau.",
  intro:
    "Ouvrez un résultat de flent, le JSON d’iperf3, un qlog, une capture de tcpdump ou de Wireshark (pcap, pcapng), ou un tableau (CSV) avec des temps et des débits. gzip est décompressé. Vous pouvez aussi déposer des fichiers sur la page.",
  notInLink:
    "Les données mesurées restent dans cet onglet. Elles ne font partie ni du scénario ni de son lien, et un rechargement les enlève.",
  open: "Ouvrir un fichier\u2026",
  close: "Fermer",
  reading: (file) => `Lecture de ${file}\u2026`,
  drawn: "Séries tracées",
  legend: (file, series, quantity) => `${file}\u00a0: ${series}, ${quantity}`,
  remove: (name) => `Enlever ${name}`,
  dismiss: "Fermer le message",
  adjust: (file) => `Ajuster ${file}`,
  shift: "Début à",
  shiftHelp: "Le temps simulé auquel le premier échantillon du fichier est tracé.",
  factor: "Multiplier les débits par",
  factorHelp: "Un facteur pour les débits du fichier. Les délais restent tels quels.",
  series: "Séries du fichier",
  seriesMean: (name, quantity, mean) => `${name}, ${quantity}, moyenne ${mean}`,
  full: (limit) => `Au plus ${limit} séries sont tracées à la fois. Enlevez-en une pour en tracer une autre.`,
  removeFile: "Enlever ce fichier",
  showChart: (name) => `Montrer le graphique «\u202f${name}\u202f»`,
  queueInTime: "Les délais sont tracés dans le graphique de la file tant qu’il montre des millisecondes.",
  quantities: { rate: "débit", rtt: "aller-retour", delay: "délai" },
  formats: {
    flent: "flent",
    iperf3: "iperf3",
    qlog: "qlog",
    csv: "tableau",
    pcap: "pcap",
    pcapng: "pcapng",
  },
  names: {
    sum: "somme des flux",
    reverseSum: "somme des flux inverses",
    stream: (number) => `flux ${number}`,
    streamReceived: (number) => `flux ${number}, reçu`,
    sent: (who) => (who === "" ? "paquets envoyés" : `envoyé (${who})`),
    received: (who) => (who === "" ? "paquets reçus" : `reçu (${who})`),
    fragments: (flow) => `${flow}, fragments IP`,
  },
  notes: {
    endsEarly: (byte, packets) =>
      `La capture se termine dans un paquet, à l’octet ${byte}. Les ${packets} paquets précédents ont été lus.`,
    moreFlows: (shown, all) => `La capture a ${all} flux. Les ${shown} qui ont le plus d’octets sont listés.`,
    moreSeries: (shown, all) => `Le fichier a ${all} séries. Les ${shown} premières sont listées.`,
    skipped: (packets) => `${packets} paquets ont été ignorés, car ils ne sont pas IP ou n’ont pas de temps.`,
    skippedLines: (lines, first) =>
      `${lines} enregistrements ne sont pas du JSON et ont été ignorés, le premier à la ligne ${first}.`,
    assumedUnit: (column, unit) =>
      `La colonne «\u202f${column}\u202f» n’indique pas d’unité. Elle a été lue en ${unit}.`,
  },
  trace: {
    use: (name, link) => `La liaison «\u202f${link}\u202f» suit ${name}`,
    made: (link, rate, seconds) =>
      `La liaison «\u202f${link}\u202f» livre maintenant les paquets aux temps d’une trace d’un débit moyen de ${rate}, répétée après ${seconds}. La trace fait partie du scénario. «\u202fAnnuler\u202f» l’enlève.`,
    outside:
      "Aucune valeur de cette série n’est dans la simulation. Changez «\u202fDébut à\u202f», ou allongez la simulation.",
    idle: "La série représente moins d’un paquet de 1500 octets. Multipliez les débits, ou choisissez une autre série.",
    long: (limit) =>
      `La trace aurait plus de ${limit} lignes, ce que le simulateur n’accepte pas. Raccourcissez la simulation, ou multipliez les débits par un nombre plus petit.`,
  },
  failed: (file) => `${file} n’a pas été lu. Tout le reste est comme avant.`,
  rates: {
    builtIn: "Intégrés, inventés par nous",
    kinds: { cellular: "Réseau mobile", wifi: "Wi-Fi", satellite: "Satellite" },
    about: {
      cellular:
        "Un usager inventé qui traverse une cellule\u00a0: chaque demi-seconde, le débit change d’un quart au plus, et tombe parfois à un dixième dans une zone d’ombre.",
      wifi: "Une station Wi-Fi inventée\u00a0: toutes les 0.2\u202fs, son débit change d’un cran de 802.11n, et d’autres occupent 20 à 60\u202f% du canal.",
      satellite:
        "Un satellite inventé en orbite basse\u00a0: toutes les 15\u202fs, un autre prend le relais, après 0.1\u202fs sans service.",
    },
    file: "Fichier",
    open: "Ouvrir un fichier\u2026",
    openHelp: "Un tableau (CSV) de temps et de débits, ou une trace de Mahimahi.",
    follows: (rates) => `La liaison suit ${rates}.`,
    followsTrace: (trace) =>
      `La liaison suit une ${trace}, répétée ensuite. Le réglage «\u202fDébit\u202f» ne sert pas.`,
    points: (n) => `Les ${n} points`,
    tooMany: (n) =>
      `${n} points sont trop nombreux pour être modifiés ici. Modifiez le fichier et ouvrez-le à nouveau.`,
    missing: "Les débits intégrés n’ont pas pu être chargés. Vérifiez la connexion et choisissez à nouveau.",
  },
  place: {
    line: (line) => `ligne ${line}`,
    column: (name) => `colonne «\u202f${name}\u202f»`,
    byte: (byte) => `octet ${byte}`,
    field: (path) => `champ ${path}`,
  },
  at: (places) => ` Endroit\u00a0: ${places}.`,
  found: (text) => ` Trouvé\u00a0: ${text}`,
  problems: {
    empty: "Le fichier est vide. La mesure était-elle terminée quand le fichier a été copié\u202f?",
    tooLarge:
      "Le fichier est trop grand\u202f; au plus 64 Mo peuvent être lus. Raccourcissez-le, par exemple avec editcap ou head.",
    unpacksTooLarge: "Le fichier décompressé dépasse 128 Mo. Décompressez-le et raccourcissez-le.",
    damagedGzip:
      "Le fichier compressé est endommagé ou se termine trop tôt. Copiez-le ou téléchargez-le à nouveau.",
    unknownFormat:
      "Ce n’est aucun des formats lisibles\u00a0: flent, JSON d’iperf3, qlog, pcap, pcapng, ou un tableau avec des temps.",
    damagedJson:
      "Le JSON a une erreur ou se termine trop tôt. La mesure était-elle terminée quand le fichier a été copié\u202f?",
    wrongField:
      "Un champ a une valeur d’un autre type que celle que l’outil de mesure écrit. Le fichier a-t-il été modifié\u202f?",
    missingField: "Un champ que l’outil de mesure écrit manque. Le fichier a-t-il été modifié\u202f?",
    toolError: "L’outil de mesure signale que la mesure a échoué. Mesurez à nouveau.",
    noSeries: "Le fichier ne contient ni débits ni délais.",
    notANumber: "Une cellule n’est ni un nombre ni vide. Corrigez-la, ou mettez # devant la ligne.",
    noTimeColumn: "Aucune colonne ne contient les temps. Nommez-en une «\u202ftime (s)\u202f».",
    noValueColumn:
      "Aucune colonne ne contient de débits ou de délais. Nommez-en une par exemple «\u202frate (Mbit/s)\u202f» ou «\u202frtt (ms)\u202f».",
    timesDecrease: "Un temps est plus petit que le précédent. Triez les lignes par temps.",
    tooManyRows:
      "Le fichier a plus de 1 000 000 de lignes ou d’échantillons. Raccourcissez-le, ou prenez des pas plus longs.",
    damagedCapture:
      "La capture est endommagée ici, ou n’est pas une capture. Capturez ou copiez-la à nouveau.",
    linkType:
      "Ce type de lien n’est pas lu. Ethernet, IP brut, Linux cooked et loopback le sont\u202f; capturez sur une autre interface.",
    noPackets: "La capture ne contient aucun paquet IP. Le filtre était-il correct\u202f?",
    tooLong: "La lecture a pris trop de temps et a été arrêtée. Raccourcissez le fichier.",
    rateFileTooLarge:
      "Le fichier est trop grand\u202f; un fichier de débits au cours du temps a au plus 2\u202fMo. Raccourcissez-le.",
    timesRepeat: "Un temps n’est pas plus grand que le précédent. Donnez à chaque ligne un temps ultérieur.",
    noRate: "Un débit manque. Écrivez 0 là où rien n’est émis, ou supprimez la ligne.",
    badRate: "Ce n’est pas un débit de 0 à 1\u202fTb/s. Corrigez-le, ou mettez # devant la ligne.",
    tooManyPoints: "Le tableau a plus de 10\u202f000 lignes. Raccourcissez-le, ou prenez des pas plus longs.",
    notMilliseconds:
      "Chaque ligne d’un fichier Mahimahi est un temps en millisecondes entières, d’un jour au plus et pas plus petit que le précédent\u202f; le dernier est supérieur à 0.",
    traceTooLong:
      "Le fichier a plus de lignes que le simulateur n’en accepte. Raccourcissez-le. La limite est",
    failed: "Le fichier n’a pas pu être lu.",
  },
};
