// @vitest-environment jsdom
// The start of the application with the scenario of the address.
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nameSections } from "../address/route.ts";
import type { EngineClient } from "../engine/types.ts";
import type { Opening } from "../scenario/opening.ts";
import type { StartedServices } from "./startLab.ts";
import { useBoot } from "./useBoot.ts";

/** The labs that are starting: what each opens, and the function that ends its start. */
const starting: { readonly opening: Opening; readonly finish: () => void }[] = [];
vi.mock("./startLab.ts", () => ({
  startLab: (engine: EngineClient, opening: Opening): Promise<StartedServices> =>
    new Promise((resolve) => {
      const services = { opening, session: { engine } } as StartedServices;
      starting.push({ opening, finish: () => resolve(services) });
    }),
}));
// The forms of the catalogue are made by the build.
vi.mock("./catalogue.ts", () => ({ FORM_CATALOGUE: { version: "1.0.0" } }));

const engine = {} as EngineClient;
nameSections(["lessons"]);
const [BEFORE, AFTER] = ["near-far", "sawtooth"];

beforeEach(() => {
  starting.length = 0;
  history.replaceState(null, "", "#");
});
afterEach(cleanup);

/** Enters a fragment in the address bar, of which the browser notifies the page. */
async function enter(fragment: string): Promise<void> {
  history.replaceState(null, "", fragment);
  await act(async () => {
    dispatchEvent(new HashChangeEvent("hashchange"));
  });
}

const startsOf = (count: number): Promise<void> =>
  vi.waitFor(() => expect(starting).toHaveLength(count), { timeout: 20_000 });

test("a link that is entered while the page starts is opened", async () => {
  history.replaceState(null, "", `#p=${BEFORE}`);
  const { result } = renderHook(() => useBoot(engine));
  await startsOf(1);
  await enter(`#p=${AFTER}`);
  await startsOf(2);
  // The first lab is ready last, and has no effect.
  await act(async () => {
    for (const { finish } of starting.toReversed()) finish();
  });
  expect(result.current.boot.state).toBe("ready");
  const { boot } = result.current;
  expect(boot.state === "ready" ? boot.services.opening.origin.example : null).toBe(AFTER);
});

test("a section that is entered while the page starts keeps the scenario of the link", async () => {
  history.replaceState(null, "", `#p=${BEFORE}`);
  const { result } = renderHook(() => useBoot(engine));
  await startsOf(1);
  await enter("#/lessons");
  await act(async () => starting[0]?.finish());
  const { boot } = result.current;
  expect(starting).toHaveLength(1);
  expect(boot.state === "ready" ? boot.services.opening.origin.example : null).toBe(BEFORE);
});

test("the start leaves a link that is entered later to the lab", async () => {
  renderHook(() => useBoot(engine));
  await startsOf(1);
  await act(async () => starting[0]?.finish());
  await enter(`#p=${AFTER}`);
  expect(starting).toHaveLength(1);
});
