// The start of the application, and the lab that it shows.
import { useCallback, useEffect, useRef, useState } from "react";
import { readRoute } from "../address/route.ts";
import type { EngineClient } from "../engine/types.ts";
import { loadExample } from "../examples/firstExample.ts";
import { isFramed } from "../extension/installed.ts";
import type { Opening } from "../scenario/opening.ts";
import { readOpening } from "./boot.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { OtherVersion } from "./otherVersion.ts";
import { type StartedServices, startLab } from "./startLab.ts";
import { takeOver } from "./update.ts";

export type Boot =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "otherVersion"; readonly version: string }
  | { readonly state: "ready"; readonly services: StartedServices };

/**
 * The scenario with which the page starts: the scenario that was handed over before a reload, or else the
 * scenario of the link.
 */
async function readFirstOpening(): Promise<Opening> {
  const handedOver = isFramed() ? null : takeOver();
  // The title line and the link of an example need the example.
  if (handedOver?.origin.example) await loadExample(handedOver.origin.example);
  if (handedOver) return { ...handedOver, link: null, refused: null };
  return readOpening(readRoute(location.hash) ? "" : location.hash, FORM_CATALOGUE.version);
}

/** Starts the lab of the address. `open` replaces it by another lab. */
export function useBoot(engine: EngineClient): {
  readonly boot: Boot;
  readonly open: (opening: Promise<Opening>) => void;
} {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  // The number of started labs. A lab has no effect if another lab is started before it is ready.
  const startCount = useRef(0);
  const open = useCallback(
    (opening: Promise<Opening>): void => {
      startCount.current += 1;
      const number = startCount.current;
      opening
        .then((content) => startLab(engine, content))
        .then((services): Boot => ({ state: "ready", services }), problemOf)
        .then((next) => {
          if (number === startCount.current) setBoot(next);
        });
    },
    [engine],
  );
  const startFirst = useCallback((): void => open(readFirstOpening()), [open]);
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
  return { boot, open };
}

/** What the page shows instead of a lab that could not start. */
function problemOf(error: unknown): Boot {
  if (error instanceof OtherVersion) return { state: "otherVersion", version: error.version };
  return { state: "failed", message: error instanceof Error ? error.message : String(error) };
}
