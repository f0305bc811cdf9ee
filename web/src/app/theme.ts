// Hooks for the theme of the page (light, dark, or the system's) and for its width. The browser stores the
// chosen theme. The line colours of the charts are set as CSS custom properties, so that line samples in
// forms and tables match the charts.
import { useEffect, useInsertionEffect, useState } from "react";
import { LINE_COLOURS } from "../charts/index.ts";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";

export type Theme = "light" | "dark" | "system";

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const saved = readPreference(browserStorage(), "theme");
    return saved === "light" || saved === "dark" ? saved : "system";
  });
  useAppliedTheme(theme);
  return [
    theme,
    (next) => {
      savePreference(browserStorage(), "theme", next);
      setTheme(next);
    },
  ];
}

/** Applies a theme, which the browser does not store. */
export function useAppliedTheme(theme: Theme): void {
  // Before the elements of the first render exist, the browser need not compute their styles twice.
  useInsertionEffect(() => {
    const systemDark = matchMedia("(prefers-color-scheme: dark)");
    const apply = (): void => {
      const name = theme === "system" ? (systemDark.matches ? "dark" : "light") : theme;
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
    systemDark.addEventListener("change", apply);
    return () => systemDark.removeEventListener("change", apply);
  }, [theme]);
}

/** Whether the page is at most `width` pixels wide. */
export function useIsNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const apply = (): void => setIsNarrow(media.matches);
    apply();
    media.addEventListener("change", apply);
    return () => media.removeEventListener("change", apply);
  }, [query]);
  return isNarrow;
}
