// The changed setting and its effect. This text replaces the text about the scenario.
import { type ReactNode, useMemo } from "react";
import type { Catalogue, Derived, ScenarioDocument } from "../../../generated/types.ts";
import { type Change, changeText, diffDocuments } from "../../../scenario/diff.ts";
import { pageTexts } from "../../../texts/index.ts";
import { pathDelay } from "../flows/members.ts";
import { type RunWithRtts, withRttChanges } from "../flows/rttChanges.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { faceTexts } from "./texts/index.ts";
import type { Face } from "./useFace.ts";

export default function Changed({ face }: { readonly face: Face }): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.preview ?? s.doc);
  const derived = useLab((s) => s.derived);
  const { start, labels, reason } = face;
  const words = useMemo(
    () => changesInWords(start, doc, { derived, catalogue, labels }),
    [start, doc, derived, catalogue, labels],
  );
  const text = words === "" ? faceTexts.changed : faceTexts.now({ changes: words });
  return <span className="face-changed">{reason === "" ? text : `${text} ${reason}`}</span>;
}

/** The maximum number of changes that are named. */
const MAX_CHANGES = 3;

interface ChangeContext {
  /** The links and flows of the changed scenario, if they are known. */
  readonly derived: Derived | null;
  readonly catalogue: Catalogue;
  /** The names of controls by their paths. */
  readonly labels: Readonly<Record<string, string>>;
}

/** All changes as a list, such as "round trip of far 80 → 20 ms; buffer 30 → 15 packets". */
export function changesInWords(
  before: ScenarioDocument,
  after: ScenarioDocument,
  { derived, catalogue, labels }: ChangeContext,
): string {
  // A name follows from another change.
  const settings = diffDocuments(before, after, catalogue).filter(({ path }) => !path.endsWith(".label"));
  const changes = withRttChanges(settings, rttsOf(before, derived), rttsOf(after, derived));
  const named = changes.slice(0, MAX_CHANGES).map((change) => changeText(inWordsOf(labels, change)));
  const more = changes.length - named.length;
  return named.join("; ") + (more > 0 ? pageTexts.lab.andMore({ n: more }) : "");
}

const inWordsOf = (labels: ChangeContext["labels"], change: Change): Change => ({
  ...change,
  what: labels[change.path] ?? change.what,
});

/** The base RTTs of the flows that state both of their access delays. */
function rttsOf(doc: ScenarioDocument, derived: Derived | null): RunWithRtts {
  const flows = (doc.flows ?? []).map(({ id, access }) => {
    const { sender, receiver } = access ?? {};
    const path = pathDelay(derived, id);
    const isKnown = typeof sender === "number" && typeof receiver === "number" && path !== null;
    return { id, base_rtt: isKnown ? Number((path + 2 * (sender + receiver)).toPrecision(12)) : null };
  });
  return { doc, record: { derived: { flows } } };
}
