// The files in testData, and small captures made by hand for tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ImportedSeries } from "../../../engine/imports/types.ts";

const FOLDER = join(process.cwd(), "web/src/features/measured/formats/testData");

export const TOOL_FILES = [
  "tcp_nup.flent.gz",
  "iperf3-tcp.json",
  "iperf3-two-streams.json",
  "iperf3-udp.json",
  "iperf3-bidir.json",
  "iperf3-reverse.json",
  "aioquic.qlog.gz",
  "lo.pcap",
  "lo-nano.pcap",
  "any-sll.pcap",
  "any-sll2.pcap",
  "ipv6.pcap",
  "tun-raw.pcap",
  "two-flows.pcapng",
] as const;

const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

export const toolFile = (name: (typeof TOOL_FILES)[number]): Uint8Array<ArrayBuffer> =>
  copyOf(readFileSync(join(FOLDER, name)));

/** A file that `fairshare export` wrote. */
export const ownExport = (name: string): Uint8Array<ArrayBuffer> =>
  copyOf(readFileSync(join(process.cwd(), "sim-core/exports/tests/data", name)));

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => copyOf(new TextEncoder().encode(text));

export const gzipped = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => copyOf(gzipSync(bytes));

/** The number of bytes that were sent according to a series of rates. */
export const bytesIn = ({ starts, ends, values }: ImportedSeries): number =>
  values.reduce((sum, value, i) => sum + (value * ((ends[i] ?? 0) - (starts[i] ?? 0))) / 8, 0);

/** The number that `get` finds in a view of these bytes. */
export const viewOf = (bytes: Uint8Array<ArrayBuffer>): DataView => new DataView(bytes.buffer);

/** A UDP packet in IPv4 with a payload of `payload` bytes. */
export function udpPacket(payload: number, ports: readonly [number, number] = [1000, 2000]): Uint8Array {
  const packet = new Uint8Array(28 + payload);
  const view = new DataView(packet.buffer);
  view.setUint8(0, 0x45);
  view.setUint16(2, packet.length);
  view.setUint8(9, 17);
  view.setUint32(12, 0x0a000001);
  view.setUint32(16, 0x0a000002);
  view.setUint16(20, ports[0]);
  view.setUint16(22, ports[1]);
  return packet;
}

export interface CaptureOptions {
  readonly little: boolean;
  readonly link: number;
  readonly nanoseconds?: boolean;
}

/**
 * A pcap file with these packets, each with its time as seconds and fraction. The packets include the link's
 * header.
 */
export function pcapOf(
  packets: readonly { readonly seconds: number; readonly fraction: number; readonly data: Uint8Array }[],
  { little, link, nanoseconds = false }: CaptureOptions,
): Uint8Array<ArrayBuffer> {
  const size = packets.reduce((sum, { data }) => sum + 16 + data.length, 24);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, little);
  view.setUint16(4, 2, little);
  view.setUint16(6, 4, little);
  view.setUint32(16, 65535, little);
  view.setUint32(20, link, little);
  let at = 24;
  for (const { seconds, fraction, data } of packets) {
    view.setUint32(at, seconds, little);
    view.setUint32(at + 4, fraction, little);
    view.setUint32(at + 8, data.length, little);
    view.setUint32(at + 12, data.length, little);
    bytes.set(data, at + 16);
    at += 16 + data.length;
  }
  return bytes;
}

/** The bytes of `header`, then those of `packet`. */
export const joined = (header: readonly number[], packet: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(header.length + packet.length);
  bytes.set(header);
  bytes.set(packet, header.length);
  return bytes;
};
