// The program of a worker that makes runs of the race.
import { refusalInWords, serveCalls } from "../../engine/workers/serve.ts";
import type { Racer } from "../../extension/offers.ts";
import type { RaceCalls } from "./calls.ts";

/** A racer in the WebAssembly; wasm/laboratory/src/features/race.rs documents the functions. */
interface WasmRacer {
  runs(): number;
  run(run: number): string;
  document(network: string): string;
  handIn(name: string, assignment: string, results: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface RaceScript {
  readonly Racer: {
    new (algorithm: string | undefined, code: string): WasmRacer;
    special(text: string): WasmRacer;
  };
  readonly raceCard: (name: string, results: string) => string;
}

serveCalls<RaceCalls, RaceScript>(({ Racer, raceCard }) => {
  const using = <T>({ algorithm, code, drive }: Racer, use: (racer: WasmRacer) => T): T => {
    const racer = drive ? Racer.special(JSON.stringify(drive)) : new Racer(algorithm ?? undefined, code);
    try {
      return use(racer);
    } finally {
      racer.free();
    }
  };
  return {
    check: (racer) => using(racer, (made) => String(made.runs())),
    run: ({ racer, run }) => using(racer, (made) => made.run(run)),
    card: ({ name, results }) => raceCard(name, results),
    document: ({ racer, network }) => using(racer, (made) => made.document(network)),
    handIn: ({ racer, name, assignment, results }) =>
      using(racer, (made) => made.handIn(name, assignment, results)),
  };
}, refusalInWords);
