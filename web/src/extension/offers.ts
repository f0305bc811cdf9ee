// What features offer each other and the page, by name. The types are here, so that a feature type-checks without the
// feature that offers something; then nobody offers it.
import { type ComponentType, use } from "react";
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import type { PageServices } from "./feature.ts";
import { offerOf } from "./installed.ts";

export interface Offers {
  readonly saveKept: SaveKept;
  readonly handInLists: HandInLists;
  readonly racedNetworks: readonly RacedNetwork[];
  readonly race: Race;
  /** The names of the models that predict numbers of a run, by their ids. */
  readonly modelNames: Readonly<Record<string, string>>;
  readonly measuredFiles: MeasuredFiles;
  /** Opens the page that estimates the network of a measurement. */
  readonly fitLine: (file: File) => void;
  /** The scenario of a file with a measured path. Null if the file has another form; rejects with a reason if it cannot be used. */
  readonly measuredPath: (file: File) => Promise<ScenarioDocument | null>;
  readonly learningPlatform: LearningPlatform | null;
}

export interface MeasuredFiles {
  /** The entry of the list of views that opens the panel of measured data. */
  readonly Entry: ComponentType<{ readonly onClose: () => void }>;
  /** Opens a file. Returns false if it contains no measured data. */
  readonly open: (file: File) => Promise<boolean>;
}

/** The learning platform that shows the page, which stores progress. */
export interface LearningPlatform {
  /** The state that the last session or the last report stored. */
  readonly state: string;
  report(progress: Progress): void;
}

export interface Progress {
  /** From 0 to 100. */
  readonly score: number;
  /** Whether everything is done. */
  readonly finished: boolean;
  /** The state with which the next session continues, in order of preference. The first text that is short enough is stored. */
  readonly states: readonly string[];
}

/** Saves everything that the page keeps in this browser as a file. */
export type SaveKept = (version: string, undo: string | null) => Promise<void>;

/** The lists of checked hand-ins that the browser keeps. */
export interface HandInLists {
  all(): Promise<readonly unknown[]>;
  /** Returns false if the browser refuses the list. */
  write(list: { readonly id: string }): Promise<boolean>;
}

/** A network of the race on which a program has one flow. */
export interface RacedNetwork {
  readonly id: string;
  readonly name: () => string;
  readonly doc: ScenarioDocument;
}

/** The rules by which a run gets points (docs/race.md). */
export type RuleId = "share" | "fairness" | "utilisation" | "delay" | "loss" | "convergence" | "power";

/** What was measured by a rule, in the unit of the rule, and the points for it. */
export interface RulePoints {
  readonly value: number | null;
  readonly points: number;
}

/** The result on one network. */
export interface NetworkCard {
  readonly network: string;
  readonly score: number;
  readonly rules: Readonly<Partial<Record<RuleId, RulePoints>>>;
  readonly result_ids: readonly string[];
  /** Why a run has no points. */
  readonly failure?: string;
}

/** The result of a program or an algorithm. */
export interface RaceCard {
  readonly name: string;
  readonly score: number;
  readonly networks: readonly NetworkCard[];
}

/** A drive by hand on a network of the race: the windows that a person chose, in packets, at times in seconds. */
export interface HandDrive {
  readonly network: string;
  /** The window at the start. */
  readonly window: number;
  readonly moves: readonly (readonly [at: number, to: number])[];
}

/** A drive, a program, or the built-in algorithm with this id. */
export interface Racer {
  readonly algorithm: string | null;
  readonly code: string;
  readonly drive?: HandDrive;
}

/** A race that is complete. */
export interface FinishedRace {
  readonly card: RaceCard;
  /** The results of all runs, as the WebAssembly reads them. */
  readonly results: string;
}

export interface Race {
  readonly Page: ComponentType<RacePageProps>;
  readonly CardTable: ComponentType<{ readonly card: RaceCard; readonly name: string }>;
  readonly HandIn: ComponentType<{
    readonly racer: Racer;
    readonly results: string;
    /** What the file contains. */
    readonly help?: string;
  }>;
  /** Races a drive on one network: the table with the built-in algorithms. */
  readonly run: (
    racer: Racer,
    name: string,
    signal: AbortSignal,
    onProgress: (done: number, of: number) => void,
  ) => Promise<FinishedRace>;
  /** The cards of the built-in algorithms. */
  readonly builtIn: readonly RaceCard[];
  /** The names of the networks by their ids, and short ones. */
  readonly names: Readonly<Record<"networks" | "short", Readonly<Record<string, string>>>>;
  /** What was measured on a network, with the points. */
  readonly measured: (card: NetworkCard) => string;
}

export interface RacePageProps extends Pick<PageServices, "engine" | "onOpenRun"> {
  readonly catalogue: Catalogue;
  /** The id of the assignment to which the program is handed in. Its page has a title of its own. */
  readonly assignment?: string;
}

/** A function that loads what a feature of this page offers. Undefined if no feature offers it. */
export const offered = <Name extends keyof Offers>(name: Name): (() => Promise<Offers[Name]>) | undefined =>
  offerOf(name) as (() => Promise<Offers[Name]>) | undefined;

const loaded = new Map<string, Promise<unknown>>();

/** What a feature offers, or null if there is none or it cannot be loaded. The component waits for it. */
export function useOffer<Name extends keyof Offers>(name: Name): Offers[Name] | null {
  const load = offered(name);
  if (!load) return null;
  const known = loaded.get(name) ?? load().catch(() => load().catch(() => null));
  loaded.set(name, known);
  return use(known) as Offers[Name] | null;
}
