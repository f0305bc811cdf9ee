// The section of the page that is shown. The section is stored in the state of the browser history, because the fragment of the
// address contains the scenario.
import { useCallback, useEffect, useState } from "react";

export type Section = "lab" | "algorithms";

function sectionOfHistory(): Section {
  const state = history.state as { readonly section?: string } | null;
  return state?.section === "algorithms" ? "algorithms" : "lab";
}

export function useSection(): readonly [Section, (section: Section) => void] {
  const [section, setState] = useState(sectionOfHistory);
  useEffect(() => {
    const update = (): void => setState(sectionOfHistory());
    addEventListener("popstate", update);
    return () => removeEventListener("popstate", update);
  }, []);
  const setSection = useCallback((next: Section): void => {
    try {
      history.pushState({ section: next }, "");
    } catch {
      // A sandboxed frame is not allowed to write its history. The section still changes.
    }
    setState(next);
    scrollTo(0, 0);
  }, []);
  return [section, setSection];
}
