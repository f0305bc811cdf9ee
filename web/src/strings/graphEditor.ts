// The strings of the editor of networks, which are loaded with it.
import { localized } from "./localized.ts";

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const GRAPH = localized("graphEditor", {
  title: "Nodes, links and flows",
  hintGraph:
    "Drag a node to move it. Drag from its + to another node to link them, or to an empty place to add a linked node; a tap on the + and one on the place do the same. Drag the ends of a flow to other nodes.",
  hintFlows:
    "Drag from the + of a node to another node to add a flow. Drag a node to move it. Drag the ends of a flow to other nodes.",
  hintRow:
    "Drag from the + of a router to another router to add a flow. Drag the ends of a flow to other routers.",
  hintKeys:
    "Keys: arrows move between items, Shift and an arrow moves a node, L draws a line to the node on which you then press Enter, N adds a linked node, Enter selects, Delete removes.",
  drawing: "Drawing of the network. Its items are also listed below.",
  node: (label: string) => `Node ${label}`,
  port: (label: string, draws: "link" | "flow") =>
    draws === "link" ? `Draw a link from ${label}` : `Draw a flow from ${label}`,
  draw: "Draw",
  drawLinks: "Links",
  drawFlows: "Flows",
  addNode: "Add node",
  addHop: "Add hop",
  addFlow: "Add flow",
  crossFlows: "Flow on each link",
  crossFlowsTip: "Add a flow over each link that has none of its own",
  allQueues: "All queues",
  mixedQueues: "different",
  arrange: "Arrange",
  arrangeTip: "Place all nodes automatically",
  items: "Nodes, links and flows",
  nodes: "Nodes",
  routers: "Routers",
  links: "Links",
  flows: "Flows",
  name: "Name",
  from: "From",
  to: "To",
  linkTo: "Link to",
  chooseNode: "choose a node",
  oneWay: "One way",
  remove: "Remove",
  removeNode: "Remove node",
  removeLink: "Remove link",
  removeFlow: "Remove flow",
  algorithm: "Algorithm",
  linkCount: (n: number) => count(n, "link"),
  router: "The routers of a parking lot follow from its links.",
  nothing: "Select a node, a link or a flow to change it.",
  runs: (nodes: number, links: number, flows: number) =>
    `${count(nodes, "node")}, ${count(links, "link")}, ${count(flows, "flow")}. The network runs.`,
  idCharacters: "Use up to 40 letters, digits, hyphens and underscores.",
  idTaken: "Another link has this name.",
  added: (what: string) => `${what} added`,
} as const);
