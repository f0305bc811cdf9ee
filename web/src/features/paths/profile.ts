// Reads network profiles of iBox (github.com/microsoft/internet-in-a-box, README): the bottleneck, the delay, the buffer and
// the cross traffic of a path in the direction of a measured flow. The other direction has iBox's defaults.

import type { FlowDocument, LinkDocument, ScenarioDocument, TimelineEntry } from "../../generated/types.ts";
import { isRecord } from "../../scenario/path.ts";
import { pathTexts } from "./texts/index.ts";

/** The largest accepted file, in bytes. */
const LARGEST = 100_000;
/** The longest accepted list of cross traffic, in entries of a second. */
const LONGEST = 3600;
/** The lowest rate of cross traffic that the simulator accepts, in bit/s. */
const LOWEST = 100;
/** The size of the packets of cross traffic in iBox's own example for ns-2, in bytes. */
const CROSS_PACKET = 1000;
/** The duration if there is no cross traffic, in seconds, as in iBox's profiles. */
const DURATION = 30;

export interface PathDirection {
  /** In bit/s. */
  readonly rate: number;
  /** One way, in seconds. */
  readonly delay: number;
  /** In bytes. */
  readonly buffer: number;
  /** The rate of the cross traffic in each second, in bit/s. */
  readonly cross: readonly number[];
}

export interface PathProfile {
  /** The place of the measuring node, such as "brazil". */
  readonly node: string;
  readonly peer: string;
  readonly linkType: string;
  /** Where the measurement is published. */
  readonly source: string;
  readonly isUpload: boolean;
  readonly measured: PathDirection;
  readonly other: PathDirection;
}

/** A file that has the form of a network profile, and the field that cannot be read. */
export class PathError extends Error {}

function checked(value: unknown, path: string, [least, most]: readonly [number, number]): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new PathError(pathTexts.badNumber({ path, least, most }));
}

function textIn(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = object[name];
  if (typeof value === "string" && value.length <= 200) return value;
  throw new PathError(pathTexts.badText({ path: name }));
}

function directionIn(config: Readonly<Record<string, unknown>>, name: string): PathDirection {
  const value = config[name];
  const fields = isRecord(value) ? value : {};
  const number = (field: string, range: readonly [number, number]): number =>
    checked(fields[field], `config.${name}.${field}`, range);
  const { cross_traffic_pattern: pattern } = fields;
  const path = `config.${name}.cross_traffic_pattern`;
  if (!Array.isArray(pattern) || pattern.length > LONGEST)
    throw new PathError(pathTexts.badList({ path, most: LONGEST }));
  return {
    rate: number("bottleneck_bandwidth", [1, 1e8]) * 1000,
    delay: number("propagation_delay", [0, 1e4]) / 1000,
    buffer: number("buffer_size_bytes", [1, 1e10]),
    cross: pattern.map((rate, i) => checked(rate, `${path}.${i}`, [0, 1e8]) * 1000),
  };
}

/** Reads a profile. Null if the value has another form; throws a `PathError` if a field of it cannot be used. */
export function readProfile(value: unknown): PathProfile | null {
  if (!isRecord(value) || !isRecord(value["config"]) || !("data_flow_direction" in value)) return null;
  const { config } = value;
  const direction = textIn(value, "data_flow_direction");
  if (direction !== "upload" && direction !== "download")
    throw new PathError(pathTexts.badDirection({ path: "data_flow_direction" }));
  const isUpload = direction === "upload";
  return {
    node: textIn(value, "measurement_node"),
    peer: textIn(value, "peer_cloud_server"),
    linkType: textIn(value, "link_type"),
    source: textIn(value, "data_source_url"),
    isUpload,
    measured: directionIn(config, isUpload ? "uplink" : "downlink"),
    other: directionIn(config, isUpload ? "downlink" : "uplink"),
  };
}

const linkOf = ({ rate, delay, buffer }: PathDirection): LinkDocument => ({
  rate,
  delay,
  queue: { kind: "drop_tail", limit: { bytes: Math.round(buffer) } },
});

/** The name of a place, translated for the places of iBox. */
export function placeName(node: string): string {
  const names: Readonly<Record<string, string>> = pathTexts.places;
  return names[node] ?? node;
}

/** The scenario with the path, a transfer in the measured direction, and the cross traffic as UDP. `name` names the file. */
export function scenarioOf(profile: PathProfile, name: string): ScenarioDocument {
  const { node, peer, source, isUpload, measured, other } = profile;
  const access = { sender: 0, receiver: 0 };
  const rates = measured.cross.map((rate) => Math.max(LOWEST, rate));
  const [first] = rates;
  const flows: FlowDocument[] = [{ id: isUpload ? "upload" : "download", access }];
  if (first !== undefined)
    flows.push({
      id: "cross",
      label: pathTexts.cross,
      role: "background",
      algorithm: "udp",
      params: { rate: first },
      packet: CROSS_PACKET,
      access,
    });
  const timeline: TimelineEntry[] = rates.flatMap((to, at) =>
    at > 0 && to !== rates[at - 1] ? [{ at, set: "flows.cross.params.rate", to }] : [],
  );
  const place = placeName(node);
  return {
    v: 1,
    title: pathTexts.title({ place, direction: isUpload ? "up" : "down" }),
    note: pathTexts.note({ place, peer, name, source, direction: isUpload ? "up" : "down" }),
    duration: rates.length || DURATION,
    network: { kind: "dumbbell", forward: linkOf(measured), reverse: linkOf(other) },
    flows,
    ...(timeline.length > 0 ? { timeline } : {}),
  };
}

/** The scenario of a file with a network profile. Null if the file is none; rejects with a `PathError` if it cannot be used. */
export async function readPathFile(file: File): Promise<ScenarioDocument | null> {
  if (file.size > LARGEST) return null;
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    return null;
  }
  const profile = readProfile(value);
  return profile && scenarioOf(profile, file.name.replace(/\.json$/i, ""));
}
