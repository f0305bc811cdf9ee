// The flows of a capture: packets with equal addresses, ports and protocol, in one direction. Hosts get
// letters in the order in which they occur, and addresses are forgotten when the file has been read. For TCP,
// the time from a segment to the acknowledgement that covers it is a round trip beyond the point of capture.
import { Column, ratesOf, SeriesBuilder } from "../../../engine/imports/columns.ts";
import { type ImportedSeries, LIMITS, type SeriesName } from "../../../engine/imports/types.ts";

/** Segments per flow whose acknowledgement is awaited. */
const MAX_AWAITED = 4096;

class PacketFlow {
  readonly times = new Column();
  readonly sizes = new Column();
  readonly rtts = new SeriesBuilder();
  bytes = 0;
  /** The sequence number after the highest that was sent; null before the first segment. */
  #highest: number | null = null;
  /**
   * The sequence numbers whose acknowledgement is awaited, with the times of their segments, oldest first.
   */
  #awaited: { readonly end: number; readonly t: number }[] = [];
  readonly name: SeriesName;

  constructor(name: SeriesName) {
    this.name = name;
  }

  add(t: number, size: number): void {
    this.bytes += size;
    this.times.push(t);
    this.sizes.push(size);
  }

  /** A segment with the sequence numbers from `start` to before `end`. */
  segment(t: number, start: number, end: number): void {
    const highest = this.#highest;
    if (highest !== null && after(highest, start)) {
      // A retransmission: it is not known which of the copies is acknowledged (Karn's algorithm), so nothing
      // up to here is a sample.
      this.#awaited = [];
      if (!after(end, highest)) return;
    }
    this.#highest = end;
    if (this.#awaited.length < MAX_AWAITED) this.#awaited.push({ end, t });
  }

  /** An acknowledgement of everything before `number`. The latest segment that it covers is a sample. */
  acknowledge(t: number, number: number): void {
    let sample: number | null = null;
    let covered = 0;
    for (const { end, t: sent } of this.#awaited) {
      if (after(end, number)) break;
      sample = t - sent;
      covered += 1;
    }
    if (covered > 0) this.#awaited.splice(0, covered);
    if (sample !== null && sample >= 0) this.rtts.add(t, t, sample);
  }
}

/** Whether sequence number `a` comes after `b` (RFC 9293 section 3.4). */
const after = (a: number, b: number): boolean => ((a - b) | 0) > 0;

const PROTOCOLS: Readonly<Record<number, string>> = {
  1: "ICMP",
  6: "TCP",
  17: "UDP",
  58: "ICMPv6",
  132: "SCTP",
};

export class FlowTable {
  readonly #flows = new Map<string, PacketFlow>();
  readonly #hosts = new Map<string, string>();
  skipped = 0;
  #packets = 0;

  /** The number of packets of all flows. */
  get packets(): number {
    return this.#packets;
  }

  get flowCount(): number {
    return this.#flows.size;
  }

  /**
   * Adds the packet that begins with this IP header. `length` is the length on the wire without the link's
   * header.
   */
  addPacket(t: number, data: DataView, length: number): void {
    const packet = readIp(data, length);
    if (packet === null || this.#packets >= 8 * LIMITS.rows) {
      this.skipped += 1;
      return;
    }
    const { from, to, protocol, ports } = packet;
    const [source, target] = ports ?? [0, 0];
    const key = `${protocol} ${from} ${source} ${to} ${target} ${packet.isFragment}`;
    let flow = this.#flows.get(key);
    if (!flow) {
      if (this.#flows.size >= LIMITS.flows) {
        this.skipped += 1;
        return;
      }
      flow = new PacketFlow(this.#nameOf(packet));
      this.#flows.set(key, flow);
    }
    this.#packets += 1;
    flow.add(t, packet.size);
    if (!packet.tcp) return;
    const { sequence, acknowledgement, payload } = packet.tcp;
    if (payload > 0) flow.segment(t, sequence, (sequence + payload) >>> 0);
    if (acknowledgement !== null)
      this.#flows.get(`${protocol} ${to} ${target} ${from} ${source} false`)?.acknowledge(t, acknowledgement);
  }

  /** The rates of the flows with the most bytes, each followed by its round-trip times if there are any. */
  series(): readonly ImportedSeries[] {
    const flows = [...this.#flows.values()].sort((a, b) => b.bytes - a.bytes).slice(0, LIMITS.listed);
    return flows.flatMap((flow) => {
      const rate = ratesOf(flow.times.values, flow.sizes.values).build(flow.name, "rate");
      return flow.rtts.length > 0 ? [rate, flow.rtts.build(flow.name, "rtt")] : [rate];
    });
  }

  #nameOf({ from, to, protocol, ports, isFragment }: IpPacket): SeriesName {
    const host = (address: string, port: number | undefined): string => {
      const letter = this.#hosts.get(address) ?? letterOf(this.#hosts.size);
      this.#hosts.set(address, letter);
      return port === undefined ? letter : `${letter}:${port}`;
    };
    return {
      kind: "flow",
      protocol: PROTOCOLS[protocol] ?? `IP ${protocol}`,
      from: host(from, ports?.[0]),
      to: host(to, ports?.[1]),
      ...(isFragment ? { fragments: true } : {}),
    };
  }
}

/** A, B, ..., Z, AA, AB, ... */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

interface IpPacket {
  readonly from: string;
  readonly to: string;
  readonly protocol: number;
  /** The bytes of the IP packet, beginning with its header. */
  readonly size: number;
  readonly ports: readonly [number, number] | null;
  /** Whether it is a fragment without ports. */
  readonly isFragment: boolean;
  readonly tcp: {
    readonly sequence: number;
    readonly acknowledgement: number | null;
    readonly payload: number;
  } | null;
}

/** Reads the IP header and the ports. Null if it is no IP packet or if the captured part is too short. */
function readIp(data: DataView, length: number): IpPacket | null {
  if (data.byteLength < 20) return null;
  const version = data.getUint8(0) >> 4;
  if (version === 4) return readIpv4(data, length);
  return version === 6 ? readIpv6(data, length) : null;
}

const addressAt = (data: DataView, at: number, bytes: number): string => {
  let text = "";
  for (let i = 0; i < bytes; i += 2) text += `${data.getUint16(at + i).toString(16)}:`;
  return text;
};

function readIpv4(data: DataView, length: number): IpPacket | null {
  const header = (data.getUint8(0) & 15) * 4;
  if (header < 20) return null;
  // A host that leaves segmentation to its network card captures packets above 64 KiB with length 0.
  const size = data.getUint16(2) || length;
  const isFragment = (data.getUint16(6) & 0x1fff) > 0;
  const protocol = data.getUint8(9);
  return withPorts(data, header, {
    from: addressAt(data, 12, 4),
    to: addressAt(data, 16, 4),
    protocol,
    size,
    isFragment,
  });
}

/**
 * IPv6 headers between the first header and the transport header: hop-by-hop, routing, fragment,
 * authentication, destination options.
 */
const EXTENSIONS = new Set([0, 43, 44, 51, 60]);

function readIpv6(data: DataView, length: number): IpPacket | null {
  if (data.byteLength < 40) return null;
  const payload = data.getUint16(4);
  const size = payload === 0 ? length : payload + 40;
  let [protocol, at, isFragment] = [data.getUint8(6), 40, false];
  while (EXTENSIONS.has(protocol) && at + 8 <= data.byteLength) {
    const next = data.getUint8(at);
    if (protocol === 44) isFragment = (data.getUint16(at + 2) & 0xfff8) > 0;
    const units = data.getUint8(at + 1);
    at += protocol === 44 ? 8 : protocol === 51 ? (units + 2) * 4 : (units + 1) * 8;
    protocol = next;
    if (isFragment) break;
  }
  return withPorts(data, at, {
    from: addressAt(data, 8, 16),
    to: addressAt(data, 24, 16),
    protocol,
    size,
    isFragment,
  });
}

function withPorts(data: DataView, at: number, ip: Omit<IpPacket, "ports" | "tcp">): IpPacket {
  const hasPorts = !ip.isFragment && [6, 17, 132].includes(ip.protocol) && at + 4 <= data.byteLength;
  if (!hasPorts) return { ...ip, ports: null, tcp: null };
  const ports = [data.getUint16(at), data.getUint16(at + 2)] as const;
  if (ip.protocol !== 6 || at + 14 > data.byteLength) return { ...ip, ports, tcp: null };
  const flags = data.getUint8(at + 13);
  const payload = Math.max(0, ip.size - at - (data.getUint8(at + 12) >> 4) * 4);
  return {
    ...ip,
    ports,
    tcp: {
      sequence: data.getUint32(at + 4),
      acknowledgement: (flags & 16) > 0 ? data.getUint32(at + 8) : null,
      payload,
    },
  };
}
