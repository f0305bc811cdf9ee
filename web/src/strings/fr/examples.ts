import type { Translation } from "../translation.ts";

export const examples: Translation["examples"] = {
  "near-far": {
    title: "Un flux proche et un flux lointain partagent une liaison",
    point:
      "Le flux dont l’aller-retour est plus court croît plus vite après chaque perte et obtient la plus grande part.",
    suggestions: ["Tampon de 15 paquets", "Allers-retours égaux", "Ajouter UDP à 2\u202fMb/s"],
  },
  sawtooth: {
    title: "Un flux et ses dents de scie",
    point:
      "Un flux seul remplit le tampon, perd un paquet, divise sa fenêtre par deux et remonte\u202f; un tampon d’un BDP suffit juste à occuper la liaison.",
    suggestions: ["Tampon de 0.25\u202fBDP", "Tampon de 4\u202fBDP", "CUBIC à la place"],
  },
  bufferbloat: {
    title: "Un grand tampon, une longue attente",
    point:
      "Les flux qui ne ralentissent qu’en cas de perte remplissent n’importe quel tampon, et un appel doit attendre derrière eux.",
    suggestions: ["Tampon d’un BDP", "100\u202fMb/s", "Quatre téléchargements"],
  },
  "cubic-newreno": {
    title: "CUBIC et NewReno sur un chemin long et rapide",
    point:
      "Quand la fenêtre est grande, un paquet de plus par aller-retour est peu\u00a0: CUBIC se rétablit en quelques secondes et prend la plus grande part.",
    suggestions: ["RTT de 20\u202fms", "5\u202fMb/s", "Tampon de deux BDP"],
  },
  unresponsive: {
    title: "Un flux qui ne cède pas",
    point:
      "UDP envoie à débit constant quoi qu’il arrive\u202f; les flux à contrôle de congestion se partagent la capacité restante.",
    suggestions: ["UDP à 9\u202fMb/s", "UDP par rafales", "Sans UDP"],
  },
  generations: {
    title: "Quatre générations de récupération des pertes",
    point:
      "Chaque flux perd quatre paquets à la fois\u00a0: Tahoe repart de zéro, Reno attend une expiration, NewReno répare une perte par aller-retour, et SACK les répare toutes ensemble.",
    suggestions: ["Un paquet perdu", "Dix paquets perdus", "SACK pour les quatre"],
  },
  staircase: {
    title: "Des flux arrivent et repartent",
    point: "Chaque nouveau flux prend sa part aux flux déjà présents et la rend quand il s’arrête.",
    suggestions: ["CUBIC pour tous", "RTT de 120\u202fms", "Un tampon de 10 paquets"],
  },
  "rate-drop": {
    title: "La liaison ralentit un moment",
    point:
      "Quand le débit tombe au cinquième, les paquets déjà en file mettent cinq fois plus de temps à en sortir\u00a0: tout le monde attend.",
    suggestions: ["Une panne d’une seconde", "Un tampon de 20 paquets", "Un débit plus élevé à la place"],
  },
  "random-loss": {
    title: "Des pertes sans congestion",
    point:
      "Une fenêtre divisée par deux à chaque perte ne peut pas remplir une liaison qui perd elle-même des paquets, si vide que soit la file d’attente.",
    suggestions: ["0.1\u202f% de pertes aléatoires", "Aucune perte aléatoire", "RTT de 200\u202fms"],
  },
  twenty: {
    title: "Vingt flux demandent moins de tampon qu’un seul",
    point:
      "Beaucoup de dents de scie décalées laissent peu de creux\u00a0: avec un tampon d’un quart de BDP, vingt flux occupent la liaison, un seul n’y parvient pas.",
    suggestions: ["Un seul flux", "Allers-retours égaux", "Tampon de 0.125\u202fBDP"],
  },
  "short-transfer": {
    title: "Un transfert court pendant un long",
    point:
      "Un mégaoctet est envoyé avant que sa fenêtre ait trouvé sa part\u00a0: il obtient la moitié du débit équitable, et dix mégaoctets presque tout.",
    suggestions: ["10\u202fMB", "RTT de 200\u202fms", "Cinq transferts"],
  },
  red: {
    title: "Un rejet précoce garde la file courte",
    point:
      "RED rejette un paquet de temps en temps avant que le tampon soit plein\u00a0: huit flux occupent autant la liaison, avec le quart de l’attente.",
    suggestions: ["Drop-tail à la place", "RED adaptatif", "Trente flux"],
  },
  codel: {
    title: "CoDel\u00a0: un grand tampon sans l’attente",
    point:
      "CoDel rejette des paquets quand l’attente reste au-dessus de sa cible\u202f; le téléchargement occupe la liaison, et l’appel n’attend presque pas.",
    suggestions: ["Drop-tail à la place", "PIE à la place", "Cible de 20\u202fms"],
  },
  "fq-codel": {
    title: "Une file d’attente à soi",
    point:
      "FQ-CoDel sert tous les flux à tour de rôle\u00a0: un déluge d’UDP perd la plupart de ses paquets, et les autres flux gardent leurs parts.",
    suggestions: ["CoDel pour tous les flux", "Drop-tail à la place", "Déluge à 20\u202fMb/s"],
  },
  "home-cake": {
    title: "Trois ordinateurs à la maison",
    point:
      "CAKE partage la ligne d’abord entre les ordinateurs, puis entre leurs téléchargements\u00a0: un seul téléchargement reçoit à peu près autant que seize.",
    suggestions: ["Partage entre téléchargements seulement", "FQ-CoDel à la place", "Drop-tail à la place"],
  },
  ecn: {
    title: "Des marques au lieu de pertes",
    point:
      "La file marque les paquets du flux avec ECN et rejette ceux de l’autre\u00a0: les deux ralentissent à peu près aussi souvent, mais un seul doit renvoyer des paquets.",
    suggestions: ["ECN pour les deux", "Dix flux sans ECN", "CoDel au lieu de RED"],
  },
  tfrc: {
    title: "Autant que TCP, mais plus régulier",
    point:
      "Avec les mêmes pertes, TFRC et TCP envoient à la longue au même débit\u202f; TFRC suit le taux de perte moyen, son débit varie donc moins.",
    suggestions: ["TFWC au lieu de TFRC", "Pertes par rafales", "Pertes de la file seulement"],
  },
  "slow-link": {
    title: "Quatre règles sur une liaison lente",
    point:
      "Là où une fenêtre équitable ne compte que quelques paquets, TCP vit d’expiration en expiration, et RAP, qui ne fait que diviser son débit par deux, prend la moitié de la liaison.",
    suggestions: ["5\u202fMb/s", "RED", "Une file par flux"],
  },
  radio: {
    title: "Un débit qui va et vient",
    point:
      "Sur une liaison radio, le débit varie, et un tampon adapté au débit le plus haut fait attendre les paquets une demi-seconde au plus bas.",
    suggestions: ["CoDel", "Un tampon de 50 paquets", "Paliers, cinq fois plus rapides"],
  },
  "bursty-loss": {
    title: "Des pertes qui viennent ensemble",
    point:
      "Les deux flux perdent un paquet sur cent\u00a0: celui dont les pertes viennent en rafales ralentit deux fois moins souvent et obtient le double du débit.",
    suggestions: ["Rafales de deux paquets", "NewReno pour les deux", "Aucune perte isolée"],
  },
  "bbr-cubic": {
    title: "BBR et CUBIC\u00a0: le tampon décide",
    point:
      "BBR ne réagit pas aux pertes et prend donc la plus grande part d’une liaison à tampon court\u00a0; dans un tampon profond, CUBIC remplit la file et obtient davantage.",
    suggestions: ["Tampon de huit BDP", "Tampon de 0.2\u202fBDP", "BBR v3 au lieu de BBR v1"],
  },
  "bbr-many": {
    title: "Quatre flux BBR face à un flux CUBIC",
    point:
      "Quatre flux BBR remplissent un tampon d’un BDP et ignorent ses pertes, si bien que le flux CUBIC au milieu ne passe presque plus.",
    suggestions: ["BBR v3 au lieu de BBR v1", "Tampon de huit BDP", "Une file par flux"],
  },
  "bbr-one": {
    title: "Un flux BBR face à beaucoup d’autres",
    point:
      "Dans un tampon profond, un flux BBR garde ses deux BDP en vol et ainsi un tiers de la liaison, qu’un flux CUBIC soit en concurrence ou huit.",
    suggestions: ["Un flux CUBIC", "Seize flux CUBIC", "Tampon d’un cinquième de BDP"],
  },
  "bbr-loss": {
    title: "Les pertes aléatoires n’arrêtent pas BBR",
    point:
      "BBR mesure ce que le chemin délivre\u00a0: la perte d’un paquet sur cent lui coûte donc peu, et à CUBIC la plus grande part de son débit.",
    suggestions: ["5\u202f% de pertes aléatoires", "Westwood+ au lieu de CUBIC", "BBR v3 au lieu de BBR v1"],
  },
  "vegas-newreno": {
    title: "Un flux poli face à un flux avide",
    point:
      "Vegas garde quelques paquets dans la file et NewReno la remplit, si bien que NewReno obtient huit fois plus avec un tampon d’un BDP.",
    suggestions: ["Un tampon de 10 paquets", "Vegas pour les deux", "Une file par flux"],
  },
  "quiet-download": {
    title: "Un téléchargement qui laisse passer un appel",
    point:
      "Copa lit la file dans les temps aller-retour et la maintient à quelques paquets, si bien qu’un appel sur le même lien attend 3\u202fms.",
    suggestions: ["CUBIC au lieu de Copa", "BBR au lieu de Copa", "LEDBAT au lieu de Copa"],
  },
  "copa-cubic": {
    title: "Copa change de mode",
    point:
      "Quand un flux garde la file pleine, Copa remarque qu’elle ne se vide jamais et entre en concurrence\u00a0; sans ce mode, il obtiendrait un dixième de la liaison.",
    suggestions: ["Sans changement de mode", "Vegas au lieu de Copa", "Copa pour les deux"],
  },
  "copa-rtts": {
    title: "Copa avec des allers-retours inégaux",
    point:
      "Quatre flux Copa aux allers-retours inégaux se prennent pour des flux qui remplissent la file, et la remplissent\u00a0: les paquets attendent 200\u202fms au lieu de 5.",
    suggestions: [
      "Un aller-retour de 40\u202fms pour tous",
      "Sans changement de mode",
      "Vegas au lieu de Copa",
    ],
  },
  "ledbat-yields": {
    title: "Un transfert d’arrière-plan cède la place",
    point:
      "LEDBAT utilise la liaison tant qu’elle est libre, la laisse au flux CUBIC de 20 à 40\u202fs, puis revient.",
    suggestions: ["Un tampon de 40 paquets", "LEDBAT++ au lieu de LEDBAT", "CoDel"],
  },
  "ledbat-latecomer": {
    title: "L’avantage du dernier venu",
    point:
      "Le second flux LEDBAT prend la file du premier pour le chemin vide et vise plus haut, si bien que le premier cède.",
    suggestions: ["LEDBAT++ pour les deux", "Une cible de 25\u202fms", "Les deux dès le début"],
  },
  "radio-queues": {
    title: "Quatre contrôleurs sur une liaison radio",
    point:
      "Chaque flux a sa propre file\u00a0: tous obtiennent le même débit quand la liaison varie, mais les paquets de CUBIC attendent des secondes et ceux de Vegas quelques ms.",
    suggestions: ["Une file pour tous", "FQ-CoDel", "Paliers au lieu de pentes"],
  },
  cellular: {
    title: "Tous sur une liaison cellulaire",
    point:
      "Sur une liaison dont le débit change chaque seconde, Vegas et Copa obtiennent presque autant que CUBIC avec un centième de son attente, et GCC laisse inutilisée la plus grande partie de sa part.",
    suggestions: ["Une file pour tous", "FQ-CoDel", "Pentes au lieu de paliers"],
  },
  "late-not-lost": {
    title: "En retard n’est pas perdu",
    point:
      "Un paquet sur cent fait un détour de 8\u202fms\u00a0: SACK le croit perdu et réduit sa fenêtre de moitié, tandis que RACK-TLP attend un peu plus longtemps et obtient six fois plus de débit.",
    suggestions: ["Sans détours", "RACK-TLP pour les deux", "Un détour de 30\u202fms"],
  },
  prr: {
    title: "La moitié de la fenêtre sans silence",
    point:
      "Chaque flux perd un paquet\u00a0: SACK se tait jusqu’à ce que la moitié des autres paquets soient arrivés, tandis que PRR envoie un paquet pour deux paquets arrivés.",
    suggestions: ["Vingt paquets perdus", "PRR pour les deux", "Aller-retour de 200\u202fms"],
  },
  hystart: {
    title: "Un slow start qui voit venir",
    point:
      "HyStart++ remarque l’allongement des temps aller-retour et freine la croissance, si bien que le slow start finit avec un tiers des pertes.",
    suggestions: ["Sans HyStart++", "Tampon de 1\u202fBDP", "RTT de 20\u202fms"],
  },
  "fat-path": {
    title: "Un paquet par aller-retour, c’est trop lent",
    point:
      "À 100\u202fMb/s et 200\u202fms, un flux NewReno met des minutes à retrouver sa fenêtre après une perte\u00a0; H-TCP accélère et prend la liaison.",
    suggestions: ["CUBIC au lieu de H-TCP", "Scalable TCP au lieu de H-TCP", "5\u202fMb/s"],
  },
  "dctcp-incast": {
    title: "Vingt réponses à la fois",
    point:
      "Les marques de DCTCP gardent courte la file de deux longs flux, si bien que vingt réponses qui partent ensemble arrivent toutes en moins de 50\u202fms.",
    suggestions: ["CUBIC sans marques", "Un tampon de 100 paquets", "Quarante réponses"],
  },
  "prague-cubic": {
    title: "Peu d’attente à côté de CUBIC",
    point:
      "DualPI2 tient une seconde file pour Prague\u00a0: ses paquets attendent une demi-milliseconde, ceux de CUBIC 15, et les deux flux ont à peu près le même débit.",
    suggestions: ["Une seule file sans marques", "Une seule file avec marques", "DCTCP au lieu de Prague"],
  },
  "parking-lot": {
    title: "Le chemin plus long par trois liens",
    point:
      "Le flux qui traverse trois liens rencontre une file à chacun d’eux et a le plus long aller-retour : il ne reçoit qu’une fraction de ce que reçoivent les flux sur un seul lien.",
    suggestions: ["CUBIC pour tous", "BBR v3 pour le flux long", "Sans le deuxième flux"],
  },
};

export const exampleNames: Translation["exampleNames"] = {
  near: "proche",
  far: "lointain",
  "one flow": "un flux",
  flow: "flux",
  download: "téléch.",
  call: "appel",
  flood: "inondation",
  first: "1er",
  second: "2e",
  third: "3e",
  long: "long",
  late: "tardif",
  "with ECN": "avec ECN",
  "without ECN": "sans ECN",
  "single losses": "pertes isolées",
  bursts: "rafales",
  servers: "serveurs",
};
