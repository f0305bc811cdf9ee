// The theme (light, dark, or that of the system), remembered in this browser, and the width of the page. The line colours of
// the charts are set as custom properties, so that samples of lines in forms and tables match the charts.
import { useEffect, useState } from "react";
import { LINE_COLOURS } from "../charts/index.ts";
import { browserStorage, readPreference, savePreference } from "../scenario/storage.ts";

export type Theme = "light" | "dark" | "system";

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const saved = readPreference(browserStorage(), "theme");
    return saved === "light" || saved === "dark" ? saved : "system";
  });
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const apply = (): void => {
      const name = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
      const root = document.documentElement;
      LINE_COLOURS[name].forEach((colour, i) => {
        root.style.setProperty(`--line-${i + 1}`, colour);
      });
      root.dataset["theme"] = name;
      document
        .querySelector('meta[name="theme-color"]')
        ?.setAttribute("content", getComputedStyle(root).getPropertyValue("--page").trim());
    };
    apply();
    dark.addEventListener("change", apply);
    return () => dark.removeEventListener("change", apply);
  }, [theme]);
  return [
    theme,
    (next) => {
      savePreference(browserStorage(), "theme", next);
      setTheme(next);
    },
  ];
}

/** Whether the page is at most `width` pixels wide. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const apply = (): void => setNarrow(media.matches);
    apply();
    media.addEventListener("change", apply);
    return () => media.removeEventListener("change", apply);
  }, [query]);
  return narrow;
}
