// The changed setting and its effect. This text replaces the text about the scenario.
import { type ReactNode, useMemo } from "react";
import type { Catalogue, Derived, ScenarioDocument } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { type Change, diffDocuments } from "../../../scenario/diff.ts";
import { changesText, withImplied } from "../flows/impliedChanges.ts";
import { pathDelay } from "../flows/members.ts";
import { type RunWithRtts, withRttChanges } from "../flows/rttChanges.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { faceTexts } from "./texts/index.ts";
import type { Face } from "./useFace.ts";

export default function Changed({ face }: { readonly face: Face }): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.preview ?? s.doc);
  // The document before the last change.
  const last = useScenario((s) => (s.preview ? s.doc : s.before));
  const derived = useLab((s) => s.derived);
  const reference = useLab((s) => s.reference?.record.derived);
  const { start, labels } = face;
  const { words, reverted, paths } = useMemo(() => {
    const context = { derived, catalogue, labels };
    const changes = changesOf(start, doc, { ...context, before: reference });
    const stated = changes.filter(({ isImplied }) => !isImplied);
    return {
      words: changesText(changes, MAX_CHANGES),
      reverted: last ? revertedInWords(last, start, stated, context) : "",
      paths: stated.map(({ path }) => path),
    };
  }, [start, doc, last, derived, reference, catalogue, labels]);
  const text =
    words === ""
      ? faceTexts.changed
      : reverted === ""
        ? faceTexts.now({ changes: words })
        : faceTexts.nowAndReset({ changes: words, reverted });
  const reason = isExplained(face, doc, paths) ? face.reason : "";
  return <span className="face-changed">{reason === "" ? text : `${text} ${reason}`}</span>;
}

/**
 * Whether the reason of a question explains what a change of these settings does: a sentence about round trips does not
 * explain another buffer, and one about CoDel does not explain PIE.
 */
export function isExplained(
  { start, explained, disciplines }: Pick<Face, "start" | "explained" | "disciplines">,
  doc: ScenarioDocument,
  paths: readonly string[],
): boolean {
  return (
    paths.length > 0 &&
    paths.every((path) => explained.some((of) => path === of || path.startsWith(`${of}.`))) &&
    (disciplines === undefined || [start, doc].every((of) => disciplines.includes(disciplineOf(of))))
  );
}

/** The queue discipline of the bottleneck of a dumbbell. */
const disciplineOf = (doc: ScenarioDocument): string =>
  (dumbbellOf(doc)?.forward?.queue?.kind as string | undefined) ?? "drop_tail";

/** The maximum number of changes that are named. */
const MAX_CHANGES = 4;

interface ChangeContext {
  /** The links and flows of the changed scenario, if they are known. */
  readonly derived: Derived | null;
  /** Those of the scenario before, by which the changes are found that others imply. */
  readonly before?: Derived | undefined;
  readonly catalogue: Catalogue;
  /** The names of controls by their paths. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The changes between two scenarios, in the words of the question. */
export function changesOf(
  before: ScenarioDocument,
  after: ScenarioDocument,
  { derived, before: derivedBefore, catalogue, labels }: ChangeContext,
): readonly Change[] {
  // A name follows from another change.
  const settings = diffDocuments(before, after, catalogue).filter(({ path }) => !path.endsWith(".label"));
  const changes = withRttChanges(settings, rttsOf(before, derived), rttsOf(after, derived));
  const all = withImplied(changes, derivedBefore, derived, { doc: after, catalogue });
  return all.map((change) =>
    change.isImplied ? change : { ...change, what: labels[change.path] ?? change.what },
  );
}

/**
 * The settings of the scenario `last` that have their first values again, such as "round trip of far back to 80 ms". `changes` are
 * the present changes.
 */
export function revertedInWords(
  last: ScenarioDocument,
  start: ScenarioDocument,
  changes: readonly Pick<Change, "path">[],
  context: ChangeContext,
): string {
  const present = new Set(changes.map(({ path }) => path));
  const past = new Set(changesOf(start, last, context).map(({ path }) => path));
  return changesText(
    changesOf(last, start, context).filter(({ path }) => past.has(path) && !present.has(path)),
    MAX_CHANGES,
    ({ what, from, to }) => (from === "" ? `${what} ${to}` : faceTexts.revertedTo({ what, value: to })),
  );
}

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
