// The link of what is shown, kept in the address bar: canonical scenario, expected result and version. Replaced 300 ms after
// the last change; never while a slider moves.
import { useEffect, useState } from "react";
import type { ScenarioDocument } from "../../scenario/document.ts";
import { findExample } from "../../scenario/examples.ts";
import { encodeLink, encodeReadable, settingsBetween } from "../../scenario/link.ts";
import { useLab, useScenario } from "./context.tsx";

/** A readable link is at most this long; a packed one is shorter beyond it. */
const LONGEST_READABLE = 160;

export function useShareLink(): string | null {
  const canonical = useLab((s) => s.canonical);
  const doc = useScenario((s) => s.doc);
  const origin = useScenario((s) => s.origin);
  const result = useLab((s) => (s.run?.outcome && s.run.doc === doc ? s.run.outcome.resultId : undefined));
  const engine = useLab((s) => s.engineVersion);
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let late = false;
    const base = `${location.origin}${location.pathname}${location.search}`;
    const example = findExample(origin.example);
    const settings = example ? settingsBetween(example.doc, doc) : null;
    if (example && settings) {
      const readable = encodeReadable(example.id, settings, { engine, ...(result ? { result } : {}) });
      if (readable.length <= LONGEST_READABLE) {
        setLink(base + readable);
        return;
      }
    }
    if (canonical === null) return;
    const scenario = JSON.parse(canonical) as ScenarioDocument;
    void encodeLink({ scenario, engine, ...(result ? { result } : {}) }).then((fragment) => {
      if (!late) setLink(base + fragment);
    });
    return () => {
      late = true;
    };
  }, [canonical, doc, origin, result, engine]);
  return link;
}

/** Keeps the address bar up to date. Links that are too long for it are left out: the file is for those. */
export function useAddressBar(): void {
  const link = useShareLink();
  useEffect(() => {
    if (!link || link.length > 8000) return;
    const timer = setTimeout(() => {
      try {
        history.replaceState(history.state, "", link);
      } catch {
        // A page opened from a file or in a sandbox may not change its address.
      }
    }, 300);
    return () => clearTimeout(timer);
  }, [link]);
}
