import type { Translation } from "../translation.ts";

export const matrix: Translation["matrix"] = {
  lead: "Jeder Algorithmus gegen jeden anderen, mit unbegrenzt vielen Daten: zwei Flüsse auf einer Leitung mit 10 Mb/s und 40 ms Umlaufzeit ohne Warteschlange.",
  method: (version) =>
    `Jede Zahl ist der Mittelwert über 8 Startwerte, oder über 16 oder 32, solange das 95-%-Intervall des Anteils in einer Richtung breiter als 2 Prozentpunkte ist. Gemessen wird von 20 bis 60 s. Simulator ${version}. Alle Einstellungen sind Standardwerte (TCP wie im heutigen Linux), nur TRABOL und SCReAM haben Raten für eine Leitung mit 10 Mb/s.`,
  caution:
    "Zwei Flüsse zeigen nicht, wie sich ein Algorithmus unter vielen verhält. Ein Anteil sagt nichts über seine Ursache: Ein Algorithmus kann vorn liegen, weil er Verluste nicht beachtet, oder hinten, weil er sich nur alle paar Sekunden anpasst.",
  hint: "Eine Zelle öffnet ihren Lauf im Labor. In der Tabelle führen die Pfeiltasten von Zelle zu Zelle.",
  network: "Netz",
  networks: {
    bdp: "Drop-Tail, ein BDP",
    deep: "Drop-Tail, vier BDP",
    codel: "CoDel mit ECN",
  },
  quantity: "Anzeigen",
  quantities: { share: "Anteil", utilisation: "Auslastung", wait: "Wartezeit", loss: "Verlust" },
  meanings: {
    share:
      "Anteil: der Goodput des Flusses der Zeile in % des Goodputs beider Flüsse. Bei 50 % haben beide gleich viel.",
    utilisation: "Auslastung: der Teil der Zeit, in dem die Leitung sendet, in %.",
    wait: "Wartezeit: die mittlere Verzögerung in der Warteschlange der Leitung, in ms.",
    loss: "Verlust: der Teil der Pakete, die die Warteschlange verwirft, in %.",
  },
  families: "Familien",
  order: "Reihenfolge",
  orders: { family: "Nach Familie", name: "Nach Name", mean: "Nach Mittelwert" },
  valuesAgainst: "Nach dem Wert gegen",
  mean: "Mittel",
  meanOf: (row, value) => `${row}, Mittelwert gegen die anderen gezeigten: ${value}`,
  against: (row, column) => `${row} gegen ${column}`,
  sentence: (pair, quantity, value) => `${pair}: ${quantity} ${value}`,
  shareSentence: (pair, value, seeds) =>
    `${pair}: ${value} des Goodputs beider (95-%-Intervall, ${seeds} Startwerte)`,
  shareOf: (algorithm) => `Anteil von ${algorithm}`,
  none: "Wählen Sie mindestens eine Familie.",
  save: "Speichern",
  saveAs: (format) => `Die Tabelle als ${format} speichern`,
};
