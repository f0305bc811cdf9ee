import type { Translation } from "../translation.ts";

export const numbers: Translation["numbers"] = {
  labels: {
    "Jain's index": "Indice de Jain",
    "TCP share (theta)": "Part de TCP (thêta)",
    Friendliness: "Compatibilité",
    "Time to converge": "Temps de convergence",
    "Utilisation of the bottleneck": "Utilisation du goulot",
    Utilisation: "Utilisation",
    Queue: "File",
    "Queueing delay": "Attente",
    Departures: "Départs",
    Drops: "Rejets",
    "Drop rate": "Taux de rejet",
    "Marked packets": "Paquets marqués",
    "Base RTT": "RTT de base",
    Goodput: "Débit utile",
    Throughput: "Débit",
    Sent: "Envoyés",
    "Lost packets": "Paquets perdus",
    Lost: "Perdus",
    "Loss event rate": "Taux d’événements de perte",
    "Loss events": "Événements de perte",
    "Window cuts": "Réductions de fenêtre",
    Timeouts: "Expirations",
    Window: "Fenêtre",
    RTT: "RTT",
    Jitter: "Gigue",
    "Completion time": "Durée du transfert",
    Frames: "Images",
    "Frames on time": "Images à l’heure",
    Late: "En retard",
    Missing: "Manquantes",
    Skipped: "Sautées",
    Stalls: "Interruptions",
    "Time stalled": "Durée des interruptions",
    Delay: "Délai",
    "Bit rate": "Débit binaire",
    "Rate changes": "Changements de débit",
    Finished: "Terminés",
    Started: "Commencés",
    Refused: "Refusés",
    Data: "Données",
    Flows: "Flux",
    "Total goodput": "Débit utile total",
    "Goodput per flow": "Débit utile par flux",
    "Jain's index within the group": "Indice de Jain au sein du groupe",
    "Goodput per flow, ratio": "Débit utile par flux, rapport",
    "Jain's index between groups": "Indice de Jain entre groupes",
  },
  docs: {
    "Of the goodputs of the measured flows; 1 if all are equal":
      "Des débits utiles des flux mesurés\u202f; 1 s’ils sont tous égaux",
    "The share of the TCP flows in the throughput of the measured flows":
      "La part des flux TCP dans le débit des flux mesurés",
    "Mean goodput of the other measured flows divided by that of the TCP flows":
      "Débit utile moyen des autres flux mesurés, divisé par celui des flux TCP",
    "From the last start of a measured flow until all rates are close to their mean":
      "Du dernier départ d’un flux mesuré jusqu’à ce que tous les débits soient proches de leur moyenne",
    "Data delivered to the application for the first time, headers included":
      "Données remises à l’application pour la première fois, en-têtes compris",
    "Everything that left the bottleneck, retransmissions included":
      "Tout ce qui a quitté le goulot d’étranglement, retransmissions comprises",
    "From the first packet to the completion of all data of the source":
      "Du premier paquet à la fin de toutes les données de la source",
    "Share of the frames whose outcome is known": "Proportion parmi les images dont le sort est connu",
    "Frames that the sender skipped in favour of newer ones":
      "Images que l’émetteur a sautées au profit de plus récentes",
    "How often playback stalls if the player waits for late frames":
      "Combien de fois la lecture s’interrompt si le lecteur attend les images en retard",
    "From generating a frame until all of it has arrived":
      "De la création d’une image jusqu’à son arrivée complète",
    "Mean of the rates that the encoder chose": "Moyenne des débits choisis par l’encodeur",
    "Transfers whose last packet was acknowledged": "Transferts dont le dernier paquet a été acquitté",
    "Arrivals that found every connection of the pool busy":
      "Arrivées qui ont trouvé toutes les connexions du groupe occupées",
    "From opening the connection, or from the arrival, until the last packet is acknowledged":
      "De l’ouverture de la connexion, ou de l’arrivée, jusqu’à l’acquittement du dernier paquet",
  },
  statistics: {
    mean: (title) => `${title}, moyenne`,
    p50: (title) => `${title}, médiane`,
    p95: (title) => `${title}, p95`,
    p99: (title) => `${title}, p99`,
    max: (title) => `${title}, max`,
  },
  within: (_title, within) => within,
  ofOwner: (owner, _title, within) => `${owner}\u00a0: ${within}`,
};
