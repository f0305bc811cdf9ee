import type { Translation } from "../translation.ts";

export const numbers: Translation["numbers"] = {
  labels: {
    "Jain's index": "Jain-Index",
    "TCP share (theta)": "Anteil von TCP (Theta)",
    Friendliness: "Verträglichkeit",
    "Time to converge": "Zeit bis zur Konvergenz",
    "Utilisation of the bottleneck": "Auslastung des Engpasses",
    Utilisation: "Auslastung",
    Queue: "Warteschlange",
    "Queueing delay": "Wartezeit",
    Departures: "Abgänge",
    Drops: "Verworfen",
    "Drop rate": "Verwurfsrate",
    "Marked packets": "Markierte Pakete",
    "Base RTT": "Basis-RTT",
    Goodput: "Goodput",
    Throughput: "Durchsatz",
    Sent: "Gesendet",
    "Lost packets": "Verlorene Pakete",
    Lost: "Verloren",
    "Loss event rate": "Rate der Verlustereignisse",
    "Loss events": "Verlustereignisse",
    "Window cuts": "Fensterkürzungen",
    Timeouts: "Timeouts",
    Window: "Fenster",
    RTT: "RTT",
    Jitter: "Jitter",
    "Completion time": "Dauer der Übertragung",
    Frames: "Frames",
    "Frames on time": "Pünktliche Frames",
    Late: "Verspätet",
    Missing: "Fehlend",
    Skipped: "Übersprungen",
    Stalls: "Stockungen",
    "Time stalled": "Dauer der Stockungen",
    Delay: "Verzögerung",
    "Bit rate": "Bitrate",
    "Rate changes": "Ratenwechsel",
    Finished: "Beendet",
    Started: "Begonnen",
    Refused: "Abgewiesen",
    Data: "Daten",
    Flows: "Flüsse",
    "Total goodput": "Goodput insgesamt",
    "Goodput per flow": "Goodput je Fluss",
    "Jain's index within the group": "Jain-Index innerhalb der Gruppe",
    "Goodput per flow, ratio": "Goodput je Fluss, Verhältnis",
    "Jain's index between groups": "Jain-Index zwischen den Gruppen",
  },
  docs: {
    "Of the goodputs of the measured flows; 1 if all are equal":
      "Aus dem Goodput der gemessenen Flüsse; 1, wenn alle gleich viel erhalten",
    "The share of the TCP flows in the throughput of the measured flows":
      "Der Anteil der TCP-Flüsse am Durchsatz der gemessenen Flüsse",
    "Mean goodput of the other measured flows divided by that of the TCP flows":
      "Mittlerer Goodput der anderen gemessenen Flüsse, geteilt durch den der TCP-Flüsse",
    "From the last start of a measured flow until all rates are close to their mean":
      "Vom letzten Start eines gemessenen Flusses, bis alle Raten nahe an ihrem Mittelwert sind",
    "Data delivered to the application for the first time, headers included":
      "Daten, die der Anwendung erstmals übergeben wurden, einschließlich der Header",
    "Everything that left the bottleneck, retransmissions included":
      "Alles, was den Engpass verließ, einschließlich wiederholter Übertragungen",
    "From the first packet to the completion of all data of the source":
      "Vom ersten Paket bis zur Übertragung aller Daten der Quelle",
    "Share of the frames whose outcome is known": "Anteil an den Frames, deren Ausgang bekannt ist",
    "Frames that the sender skipped in favour of newer ones":
      "Frames, die der Sender zugunsten neuerer übersprungen hat",
    "How often playback stalls if the player waits for late frames":
      "Wie oft die Wiedergabe stockt, wenn der Player auf verspätete Frames wartet",
    "From generating a frame until all of it has arrived":
      "Vom Erzeugen eines Frames, bis er vollständig angekommen ist",
    "Mean of the rates that the encoder chose": "Mittelwert der Raten, die der Encoder gewählt hat",
    "Transfers whose last packet was acknowledged": "Übertragungen, deren letztes Paket bestätigt wurde",
    "Arrivals that found every connection of the pool busy":
      "Ankünfte, bei denen jede Verbindung des Pools belegt war",
    "From opening the connection, or from the arrival, until the last packet is acknowledged":
      "Vom Öffnen der Verbindung oder von der Ankunft bis zur Bestätigung des letzten Pakets",
  },
  statistics: {
    mean: (title) => `${title}, Mittel`,
    p50: (title) => `${title}, Median`,
    p95: (title) => `${title}, p95`,
    p99: (title) => `${title}, p99`,
    max: (title) => `${title}, max`,
  },
  within: (title) => title,
  ofOwner: (owner, title) => `${owner}: ${title}`,
};
