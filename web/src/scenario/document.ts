// The scenario document (version 1) as the page holds it: JSON in SI base units. The simulator is its only validator;
// these types say what a checked document looks like with all defaults filled in or left out (docs/scenario.md).

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A number, or a range from which each flow draws uniformly. */
export type Span = number | { readonly min: number; readonly max: number };

/** A queue limit: exactly one unit. */
export type Limit =
  | { readonly packets: number }
  | { readonly bytes: number }
  | { readonly seconds: number }
  | { readonly bdp: number };

export type Role = "measured" | "background" | "reverse";

/** A variant object: `kind` picks the other fields. */
export interface Tagged {
  readonly kind: string;
  readonly [key: string]: Json;
}

export interface LinkDocument {
  readonly rate?: number;
  readonly delay?: number;
  readonly queue?: Tagged;
  readonly loss?: readonly Tagged[];
  readonly schedule?: Tagged;
  readonly impairments?: JsonObject;
}

export interface NetworkDocument {
  readonly kind?: string;
  readonly forward?: LinkDocument;
  readonly reverse?: LinkDocument | null;
  readonly access_rate?: number | null;
  /** Of a parking lot or a graph. */
  readonly links?: readonly NetworkLinkDocument[];
  /** Of a graph. */
  readonly nodes?: readonly { readonly id: string; readonly label?: string }[];
}

/** A link of a parking lot, or of a graph, where it says between which nodes. */
export interface NetworkLinkDocument {
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  readonly one_way?: boolean;
  readonly forward?: LinkDocument;
  readonly reverse?: LinkDocument | null;
}

/** Which way a flow takes: by its ends, or link by link. */
export interface PathDocument {
  readonly from?: string | null;
  readonly to?: string | null;
  readonly links?: readonly string[];
  readonly back?: readonly string[];
}

export interface FlowDocument {
  readonly id: string;
  readonly label?: string;
  readonly role?: Role;
  readonly algorithm?: string;
  readonly params?: JsonObject;
  readonly source?: Tagged;
  readonly packet?: number;
  readonly access?: { readonly sender?: Span; readonly receiver?: Span };
  readonly path?: PathDocument | null;
  readonly start?: Span;
  readonly stop?: number | null;
  readonly count?: number;
}

export interface TimelineEntry {
  readonly at: number;
  readonly set: string;
  readonly to: Json;
}

export interface ScenarioDocument {
  readonly v: 1;
  readonly title?: string;
  readonly note?: string;
  readonly seed?: number;
  readonly duration?: number;
  readonly warmup?: number;
  readonly network?: NetworkDocument;
  readonly jitter?: { readonly mode?: string; readonly max?: number | null };
  readonly flows?: readonly FlowDocument[];
  readonly timeline?: readonly TimelineEntry[];
  readonly measure?: JsonObject;
}
