import type { Translation } from "../translation.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n < 2 ? one : many}`;

export const graphEditor: Translation["graphEditor"] = {
  title: "Nœuds, liaisons et flux",
  hintGraph:
    "Faites glisser un nœud pour le déplacer. Tirez depuis son + jusqu’à un autre nœud pour les relier, ou vers un endroit vide pour ajouter un nœud relié ; un appui sur le + puis un sur l’endroit font de même. Faites glisser les extrémités d’un flux vers d’autres nœuds.",
  hintFlows:
    "Tirez depuis le + d’un nœud jusqu’à un autre nœud pour ajouter un flux. Faites glisser un nœud pour le déplacer. Faites glisser les extrémités d’un flux vers d’autres nœuds.",
  hintRow:
    "Tirez depuis le + d’un routeur jusqu’à un autre routeur pour ajouter un flux. Faites glisser les extrémités d’un flux vers d’autres routeurs.",
  hintKeys:
    "Touches\u00a0: les flèches passent d’un élément à l’autre, Maj et une flèche déplacent un nœud, L tire une ligne vers le nœud sur lequel vous appuyez ensuite sur Entrée, N ajoute un nœud relié, Entrée sélectionne, Suppr supprime.",
  drawing: "Dessin du réseau. Ses éléments figurent aussi dans la liste ci-dessous.",
  node: (label) => `Nœud ${label}`,
  port: (label, draws) =>
    draws === "link" ? `Tracer une liaison depuis ${label}` : `Tracer un flux depuis ${label}`,
  draw: "Tracer",
  drawLinks: "Liaisons",
  drawFlows: "Flux",
  addNode: "Ajouter un nœud",
  addHop: "Ajouter un saut",
  addFlow: "Ajouter un flux",
  crossFlows: "Flux sur chaque liaison",
  crossFlowsTip: "Ajouter un flux sur chaque liaison qui n’en a pas en propre",
  allQueues: "Toutes les files",
  mixedQueues: "différentes",
  arrange: "Disposer",
  arrangeTip: "Placer tous les nœuds automatiquement",
  items: "Nœuds, liaisons et flux",
  nodes: "Nœuds",
  routers: "Routeurs",
  links: "Liaisons",
  flows: "Flux",
  name: "Nom",
  from: "De",
  to: "À",
  linkTo: "Relier à",
  chooseNode: "choisir un nœud",
  oneWay: "Un seul sens",
  remove: "Supprimer",
  removeNode: "Supprimer le nœud",
  removeLink: "Supprimer la liaison",
  removeFlow: "Supprimer le flux",
  algorithm: "Algorithme",
  linkCount: (n) => count(n, "liaison", "liaisons"),
  router: "Les routeurs d’un réseau en enfilade découlent de ses liaisons.",
  nothing: "Sélectionnez un nœud, une liaison ou un flux pour le modifier.",
  runs: (nodes, links, flows) =>
    `${count(nodes, "nœud", "nœuds")}, ${count(links, "liaison", "liaisons")}, ${count(flows, "flux", "flux")}. Le réseau peut être simulé.`,
  idCharacters: "Utilisez au plus 40 lettres, chiffres, traits d’union et tirets bas.",
  idTaken: "Une autre liaison porte ce nom.",
  added: (what) => `${what}\u00a0: ajouté`,
};
