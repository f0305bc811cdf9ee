// The theme: light, dark, or that of the system, remembered in this browser. The line colours of the charts are set as custom
// properties, so that samples in forms and tables match the charts.
import { useEffect, useState } from "react";
import { LINE_COLOURS } from "../charts/index.ts";
import { browserStorage, readSetting, saveSetting } from "../scenario/storage.ts";

export type Theme = "light" | "dark" | "system";

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const saved = readSetting(browserStorage(), "theme");
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
      saveSetting(browserStorage(), "theme", next);
      setTheme(next);
    },
  ];
}

/** Whether the page is narrower than a width. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const apply = (): void => setNarrow(list.matches);
    apply();
    list.addEventListener("change", apply);
    return () => list.removeEventListener("change", apply);
  }, [query]);
  return narrow;
}
