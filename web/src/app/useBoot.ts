// The start of the application, and the lab that it shows.
import { useCallback, useEffect, useRef, useState } from "react";
import { readRoute } from "../address/route.ts";
import type { EngineClient } from "../engine/types.ts";
import { loadExample } from "../examples/firstExample.ts";
import { isEmbedded, type Opening, readOpening } from "./boot.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { type StartedServices, startLab } from "./startLab.ts";
import { takeOver } from "./update.ts";

export type Boot =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly services: StartedServices };

/**
 * The scenario with which the page starts: the scenario that was handed over before a reload, or else the
 * scenario of the link.
 */
async function readFirstOpening(): Promise<Opening> {
  const handedOver = isEmbedded() ? null : takeOver();
  // The title line and the link of an example need the example.
  if (handedOver?.origin.example) await loadExample(handedOver.origin.example);
  if (handedOver) return { ...handedOver, link: null, refused: null, release: null };
  return readOpening(readRoute(location.hash) ? "" : location.hash, FORM_CATALOGUE.version);
}

/** Starts the lab of the address. `start` replaces it by another lab. */
export function useBoot(engine: EngineClient): {
  readonly boot: Boot;
  readonly start: (started: Promise<StartedServices>) => void;
} {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  // The number of started labs. A lab has no effect if another lab is started before it is ready.
  const startCount = useRef(0);
  const start = useCallback((started: Promise<StartedServices>): void => {
    startCount.current += 1;
    const number = startCount.current;
    started.then(
      (services) => {
        if (number !== startCount.current) return;
        setBoot((before) => {
          if (before.state === "ready" && before.services.session.engine !== services.session.engine)
            disposeRelease(before.services);
          return { state: "ready", services };
        });
      },
      (error: unknown) => {
        if (number === startCount.current)
          setBoot({ state: "failed", message: error instanceof Error ? error.message : String(error) });
      },
    );
  }, []);
  const startFirst = useCallback(
    (): void => start(readFirstOpening().then((opening) => startLab(engine, opening))),
    [engine, start],
  );
  useEffect(() => {
    startFirst();
    return () => {
      startCount.current += 1;
    };
  }, [startFirst]);
  const isReady = boot.state === "ready";
  // A lab listens to the address only when it is ready. A link that is entered before is opened instead.
  useEffect(() => {
    if (isReady) return;
    const startAgain = (): void => {
      if (!readRoute(location.hash)) startFirst();
    };
    addEventListener("hashchange", startAgain);
    return () => removeEventListener("hashchange", startAgain);
  }, [isReady, startFirst]);
  return { boot, start };
}

/**
 * Terminates the workers of the session's engine if it is the engine of an earlier release. The page's engine
 * stays in use.
 */
function disposeRelease({ session, pageEngine }: StartedServices): void {
  if (session.engine !== pageEngine) session.engine.dispose();
}
