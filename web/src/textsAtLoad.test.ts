// A text that a module reads while it is loaded would stay in the language of that moment
// (strings/localized.ts).
import { expect, test, vi } from "vitest";

const { read, watch } = vi.hoisted(() => {
  const readPaths: string[] = [];
  /** Texts that record every access. */
  const watched = (target: object, path: string): object =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key);
        if (typeof key === "string") readPaths.push(`${path}.${key}`);
        return typeof value === "object" && value !== null ? watched(value, `${path}.${String(key)}`) : value;
      },
    });
  return { read: readPaths, watch: watched };
});

vi.mock("./strings/localized.ts", () => ({
  localized: (name: string, english: object) => watch(english, name),
  showTexts: () => undefined,
}));

// The build creates these modules.
vi.mock("virtual:forms", () => ({ default: {} }));
vi.mock("virtual:parameters", () => ({ default: {} }));
vi.mock("virtual:matrix", () => ({ default: { version: "", seeds: [], algorithms: [], networks: {} } }));

const MODULES = import.meta.glob<unknown>([
  "./*/**/*.{ts,tsx}",
  // The custom element for other pages is a program of its own.
  "!./{embed,generated,strings}/**",
  "!./**/*.test.{ts,tsx}",
  "!./**/test*.ts",
  "!./**/*.d.ts",
  // These begin to work when they are loaded.
  "!./engine/**/{worker,*Worker}.ts",
  "!./charts/gallery/**",
]);

test("no module reads a text while it is loaded", async () => {
  const problems: string[] = [];
  for (const [path, load] of Object.entries(MODULES)) {
    await load();
    const texts = read.splice(0);
    if (texts.length > 0) problems.push(`${path}, or a module that it imports: ${texts.slice(-1).join()}`);
  }
  expect(problems, "These modules read texts while they are loaded. Read texts in a function.").toEqual([]);
  const { S } = await import("./strings/index.ts");
  expect([S.app.name, ...read]).toEqual(["Fairshare", "main.app", "main.app.name"]);
}, 60_000);
