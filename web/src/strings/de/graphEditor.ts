import type { Translation } from "../translation.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const graphEditor: Translation["graphEditor"] = {
  title: "Knoten, Leitungen und Flüsse",
  hintGraph:
    "Ziehen Sie einen Knoten, um ihn zu verschieben. Ziehen Sie von seinem + zu einem anderen Knoten, um beide zu verbinden, oder an eine leere Stelle, um einen verbundenen Knoten hinzuzufügen; ein Tippen auf das + und eines auf die Stelle tun dasselbe. Ziehen Sie die Enden eines Flusses zu anderen Knoten.",
  hintFlows:
    "Ziehen Sie vom + eines Knotens zu einem anderen Knoten, um einen Fluss hinzuzufügen. Ziehen Sie einen Knoten, um ihn zu verschieben. Ziehen Sie die Enden eines Flusses zu anderen Knoten.",
  hintRow:
    "Ziehen Sie vom + eines Routers zu einem anderen Router, um einen Fluss hinzuzufügen. Ziehen Sie die Enden eines Flusses zu anderen Routern.",
  hintKeys:
    "Tasten: Die Pfeile wechseln zwischen den Elementen, Umschalt und Pfeil verschieben einen Knoten, L zieht eine Linie zu dem Knoten, auf dem danach die Eingabetaste gedrückt wird, N fügt einen verbundenen Knoten hinzu, die Eingabetaste wählt aus, Entf entfernt.",
  drawing: "Zeichnung des Netzes. Ihre Elemente stehen auch in der Liste darunter.",
  node: (label) => `Knoten ${label}`,
  port: (label, draws) => (draws === "link" ? `Leitung ab ${label} zeichnen` : `Fluss ab ${label} zeichnen`),
  draw: "Zeichnen",
  drawLinks: "Leitungen",
  drawFlows: "Flüsse",
  addNode: "Knoten hinzufügen",
  addHop: "Abschnitt hinzufügen",
  addFlow: "Fluss hinzufügen",
  crossFlows: "Fluss auf jeder Leitung",
  crossFlowsTip: "Einen Fluss über jede Leitung hinzufügen, die keinen eigenen hat",
  allQueues: "Alle Warteschlangen",
  mixedQueues: "verschieden",
  arrange: "Anordnen",
  arrangeTip: "Alle Knoten automatisch anordnen",
  items: "Knoten, Leitungen und Flüsse",
  nodes: "Knoten",
  routers: "Router",
  links: "Leitungen",
  flows: "Flüsse",
  name: "Name",
  from: "Von",
  to: "Nach",
  linkTo: "Verbinden mit",
  chooseNode: "Knoten wählen",
  oneWay: "Nur eine Richtung",
  remove: "Entfernen",
  removeNode: "Knoten entfernen",
  removeLink: "Leitung entfernen",
  removeFlow: "Fluss entfernen",
  algorithm: "Algorithmus",
  linkCount: (n) => count(n, "Leitung", "Leitungen"),
  router: "Die Router eines Parkplatznetzes ergeben sich aus seinen Leitungen.",
  nothing: "Wählen Sie einen Knoten, eine Leitung oder einen Fluss aus, um ihn zu ändern.",
  runs: (nodes, links, flows) =>
    `${count(nodes, "Knoten", "Knoten")}, ${count(links, "Leitung", "Leitungen")}, ${count(flows, "Fluss", "Flüsse")}. Das Netz lässt sich simulieren.`,
  idCharacters: "Erlaubt sind bis zu 40 Buchstaben, Ziffern, Bindestriche und Unterstriche.",
  idTaken: "Eine andere Leitung hat diesen Namen.",
  added: (what) => `${what} hinzugefügt`,
};
