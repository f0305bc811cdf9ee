// The names of flows. A flow has the name that its author gave it: its label, or its id. The page gives new
// flows ids such as "flow-2" and "call-2". A flow with such an id and without a label is named
// by its traffic, such as "call 2", or by its algorithm, such as "BBR v3". Names in the built-in examples are
// translated. These names are only displayed; they change no ids, links or result IDs.
import type { Catalogue, FlowDocument, ScenarioDocument } from "../generated/types.ts";
import { pageTexts } from "../texts/index.ts";
import { describePath } from "./descriptors.ts";
import { TRAFFIC_KINDS } from "./everyday.ts";
import { lookup } from "./lookup.ts";

/**
 * The id of the first flow that the page adds to a scenario. The next flows are "flow-2", "flow-3" and so on.
 */
export const NEW_FLOW_ID = "flow";

const GIVEN_BY_PAGE = new RegExp(`^(${[NEW_FLOW_ID, ...TRAFFIC_KINDS].join("|")})(-\\d+)?$`);

let catalogue: Catalogue | null = null;

type Flows = Pick<ScenarioDocument, "v" | "title" | "flows">;

/** Names in the language of the page, by the names in the document. */
export type NameTranslations = Readonly<Record<string, string>>;

/** The translations of the names in a document. Null if its names are shown as they are. */
let translationsOf: (doc: Flows) => NameTranslations | null = () => null;

/**
 * Sets the catalogue whose algorithms name flows, and the translations of names in documents. The page calls
 * this when it starts, and when names in another language are loaded.
 */
export function nameFlowsBy(names: Catalogue, translations = translationsOf): void {
  catalogue = names;
  translationsOf = translations;
}

export const algorithmName = (id: string): string =>
  catalogue?.algorithms.find((one) => one.id === id)?.name ?? id;

/** The translations of the names in a document: the same object until the language changes. */
export const nameTranslations = (doc: Flows): NameTranslations | null => translationsOf(doc);

interface CachedNames {
  /** Words of the names, from which the language of the names is recognised. */
  readonly word: string;
  readonly names: ReadonlyMap<string, string>;
}

const namesByFlows = new WeakMap<readonly FlowDocument[], CachedNames>();

export function labelOf(flow: FlowDocument, doc: Flows): string {
  const stated = statedName(flow);
  return stated === undefined ? (flowNames(doc).get(flow.id) ?? flow.id) : translatedName(stated, doc);
}

/** A name that the author of a document gave a flow, or this name with the number of a flow of a group. */
export function translatedName(name: string, doc: Flows): string {
  const translations = translationsOf(doc);
  if (translations === null) return name;
  const [, base = name, number = ""] = /^(.*)(\.\d+)$/.exec(name) ?? [];
  return Object.hasOwn(translations, base) ? `${translations[base]}${number}` : name;
}

const flowNamed = lookup<FlowDocument>((flow) => flow.id);

/** The name of the flow with an id; the id if the document has no such flow. */
export function labelOfId(id: string, doc: Flows): string {
  const flow = doc.flows && flowNamed(doc.flows, id);
  return flow ? labelOf(flow, doc) : id;
}

/** The name that the author of the document gave a flow. */
function statedName({ id, label }: FlowDocument): string | undefined {
  if (label?.trim()) return label;
  return GIVEN_BY_PAGE.test(id) ? undefined : id;
}

/**
 * The names of the flows to which the author of the document gave no name, by id. Flows that would have the
 * same name are numbered.
 */
function flowNames(doc: Flows): ReadonlyMap<string, string> {
  const { flows = [] } = doc;
  const word = pageTexts.flowNames.call + algorithmName("own");
  const cached = namesByFlows.get(flows);
  if (cached?.word === word) return cached.names;
  const used = new Set(flows.flatMap((flow) => statedName(flow) ?? []));
  const names = new Map<string, string>();
  /** The next number of flows that would have the same name. */
  const numbers = new Map<string, number>();
  for (const flow of flows) {
    if (statedName(flow) !== undefined) continue;
    const base = nameByPurpose(flow, doc);
    let name = base;
    let n = numbers.get(base) ?? 2;
    for (; used.has(name); n += 1) name = `${base} ${n}`;
    numbers.set(base, n);
    used.add(name);
    names.set(flow.id, name);
  }
  namesByFlows.set(flows, { word, names });
  return names;
}

/**
 * The traffic of a flow if it is more informative than the algorithm, otherwise the short name of the
 * algorithm.
 */
function nameByPurpose({ id, source, algorithm }: FlowDocument, doc: Flows): string {
  const kind = TRAFFIC_KINDS.find((of) => id.replace(/-\d+$/, "") === of);
  if (kind) return pageTexts.flowNames[kind];
  if (source?.kind === "media") return pageTexts.flowNames.call;
  if (source?.kind === "web" || source?.kind === "mice" || source?.kind === "page")
    return pageTexts.flowNames.web;
  const used = algorithm ?? (catalogue && describePath(catalogue, `flows.${id}.algorithm`, doc)?.default);
  const name = algorithmName(String(used ?? id));
  return name.replace(/^(TCP|Plain) /, "");
}
