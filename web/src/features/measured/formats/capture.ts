// Packet captures: pcap with times in microseconds or nanoseconds (draft-ietf-opsawg-pcap) and pcapng
// (draft-ietf-opsawg-pcapng), in either byte order. A capture that ends within a packet, for example because
// tcpdump was killed, is read up to there.
import { fromFirstSample } from "../../../engine/imports/columns.ts";
import { ImportError, type ImportedFile, type ImportNote, LIMITS } from "../../../engine/imports/types.ts";
import { FlowTable } from "./packetFlows.ts";

/** Magic numbers of pcap, as read in the byte order of the file, and the units of its times per second. */
const PCAP_UNITS: Readonly<Record<number, number>> = { [0xa1b2c3d4]: 1e6, [0xa1b23c4d]: 1e9 };
const SECTION = 0x0a0d0d0a;

const viewOf = (bytes: Uint8Array<ArrayBuffer>): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isPcap = (bytes: Uint8Array<ArrayBuffer>): boolean =>
  bytes.length >= 4 && [true, false].some((little) => viewOf(bytes).getUint32(0, little) in PCAP_UNITS);

export const isPcapng = (bytes: Uint8Array<ArrayBuffer>): boolean =>
  bytes.length >= 4 && viewOf(bytes).getUint32(0) === SECTION;

/** The largest captured packet. tcpdump's limit is 256 KiB. */
const MAX_PACKET = 1 << 24;

/** The length of the link's header, or null if no IP packet follows. `LINKS` lists the link types. */
type LinkHeader = (data: DataView) => number | null;

/** The header of Ethernet, with VLAN tags. */
function ethernet(data: DataView): number | null {
  let at = 12;
  while (at + 2 <= data.byteLength) {
    const type = data.getUint16(at);
    if (type === 0x0800 || type === 0x86dd) return at + 2;
    if (type !== 0x8100 && type !== 0x88a8) return null;
    at += 4;
  }
  return null;
}

/**
 * The header of a "cooked" capture, which Linux writes for the device `any`: of fixed length, with the type of the protocol
 * at a fixed offset.
 */
const cooked =
  (length: number, at: number): LinkHeader =>
  (data) => {
    if (data.byteLength < length) return null;
    const type = data.getUint16(at);
    return type === 0x0800 || type === 0x86dd ? length : null;
  };

/**
 * The loopback of BSD: the family of addresses in four bytes, in the byte order of the host or of the
 * network.
 */
const loopback: LinkHeader = (data) => {
  if (data.byteLength < 4) return null;
  const families = [2, 10, 24, 28, 30];
  return families.includes(data.getUint32(0, true)) || families.includes(data.getUint32(0)) ? 4 : null;
};

/** No header: the capture begins with the IP packet. */
const raw: LinkHeader = () => 0;

/** The link types that are read, by their numbers (tcpdump.org/linktypes.html). */
const LINKS: Readonly<Record<number, LinkHeader>> = {
  0: loopback,
  1: ethernet,
  12: raw,
  14: raw,
  101: raw,
  108: loopback,
  // Cooked, version 1.
  113: cooked(16, 14),
  // Only IPv4, and only IPv6.
  228: raw,
  229: raw,
  // Cooked, version 2.
  276: cooked(20, 0),
};

function linkOf(type: number, byte: number): LinkHeader {
  const link = LINKS[type];
  if (!link) throw new ImportError("linkType", { byte }, String(type));
  return link;
}

/** The packets that were read, and where the file ends early. */
class Reading {
  readonly table = new FlowTable();
  #start: bigint | null = null;
  endsAt: number | null = null;

  /**
   * Adds a packet that had `length` bytes on the wire, of which `data` was captured. `time` is in units of 1/`perSecond` s
   * since 1970. Times are exact, because only the difference becomes a number.
   */
  add(time: bigint, perSecond: number, link: LinkHeader, data: DataView, length: number): void {
    // Nanoseconds since the first packet, which are exact as a number for a hundred days.
    const nanoseconds = perSecond === 1e9 ? time : (time * 1_000_000_000n) / BigInt(perSecond);
    this.#start ??= nanoseconds;
    const header = link(data);
    if (header === null || header > data.byteLength) this.table.skipped += 1;
    else
      this.table.addPacket(
        Number(nanoseconds - this.#start) / 1e9,
        new DataView(data.buffer, data.byteOffset + header, data.byteLength - header),
        length - header,
      );
  }

  finish(format: "pcap" | "pcapng", size: number): ImportedFile {
    const { table } = this;
    if (table.packets === 0) {
      if (this.endsAt !== null) throw new ImportError("damagedCapture", { byte: this.endsAt });
      throw new ImportError("noPackets", { byte: size }, String(table.skipped));
    }
    const notes: ImportNote[] = [];
    if (this.endsAt !== null) notes.push({ code: "endsEarly", byte: this.endsAt, packets: table.packets });
    if (table.skipped > 0) notes.push({ code: "skipped", packets: table.skipped });
    if (table.flowCount > LIMITS.listed)
      notes.push({ code: "moreFlows", shown: LIMITS.listed, all: table.flowCount });
    return { format, series: fromFirstSample(table.series()), notes };
  }
}

export function readPcap(bytes: Uint8Array<ArrayBuffer>): ImportedFile {
  const view = viewOf(bytes);
  if (bytes.length < 24) throw new ImportError("damagedCapture", { byte: bytes.length });
  const little = view.getUint32(0, true) in PCAP_UNITS;
  const perSecond = PCAP_UNITS[view.getUint32(0, little)] ?? 1e6;
  // The upper bits describe frame check sequences.
  const link = linkOf(view.getUint32(20, little) & 0xffff, 20);
  const reading = new Reading();
  let at = 24;
  while (at < bytes.length) {
    if (at + 16 > bytes.length) break;
    const captured = view.getUint32(at + 8, little);
    if (captured > MAX_PACKET) throw new ImportError("damagedCapture", { byte: at + 8 }, String(captured));
    if (at + 16 + captured > bytes.length) break;
    const time =
      BigInt(view.getUint32(at, little)) * BigInt(perSecond) + BigInt(view.getUint32(at + 4, little));
    const data = new DataView(bytes.buffer, bytes.byteOffset + at + 16, captured);
    reading.add(time, perSecond, link, data, view.getUint32(at + 12, little));
    at += 16 + captured;
  }
  if (at < bytes.length) reading.endsAt = at;
  return reading.finish("pcap", bytes.length);
}

interface Interface {
  readonly link: LinkHeader;
  readonly perSecond: number;
}

/**
 * The interface that a block describes. Option 9 is the resolution of its times: a power of 10, or of 2 if
 * the highest bit is set.
 */
function readInterface(block: DataView, little: boolean, byte: number): Interface {
  const link = linkOf(block.getUint16(0, little), byte + 8);
  let perSecond = 1e6;
  let at = 8;
  while (at + 4 <= block.byteLength) {
    const [code, length] = [block.getUint16(at, little), block.getUint16(at + 2, little)];
    if (code === 0) break;
    if (code === 9 && length === 1 && at + 5 <= block.byteLength) {
      const value = block.getUint8(at + 4);
      const exponent = value & 127;
      if (exponent > (value > 127 ? 40 : 12))
        throw new ImportError("damagedCapture", { byte: byte + 8 + at }, String(value));
      perSecond = (value > 127 ? 2 : 10) ** exponent;
    }
    at += 4 + ((length + 3) & ~3);
  }
  return { link, perSecond };
}

export function readPcapng(bytes: Uint8Array<ArrayBuffer>): ImportedFile {
  const view = viewOf(bytes);
  const reading = new Reading();
  let little = true;
  let interfaces: Interface[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 12 > bytes.length) break;
    const isSection = view.getUint32(at) === SECTION;
    if (isSection) {
      little = view.getUint32(at + 8, true) === 0x1a2b3c4d;
      if (!little && view.getUint32(at + 8) !== 0x1a2b3c4d)
        throw new ImportError("damagedCapture", { byte: at + 8 });
      interfaces = [];
    }
    const [type, length] = [view.getUint32(at, little), view.getUint32(at + 4, little)];
    if (length < 12 || length % 4 !== 0 || length > MAX_PACKET)
      throw new ImportError("damagedCapture", { byte: at + 4 }, String(length));
    if (at + length > bytes.length) break;
    const block = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length - 12);
    if (!isSection) readBlock({ type, block, little, byte: at, interfaces, reading });
    at += length;
  }
  if (at < bytes.length) reading.endsAt = at;
  return reading.finish("pcapng", bytes.length);
}

interface Block {
  readonly type: number;
  readonly block: DataView;
  readonly little: boolean;
  readonly byte: number;
  readonly interfaces: Interface[];
  readonly reading: Reading;
}

const INTERFACE = 1;
const OLD_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;

function readBlock({ type, block, little, byte, interfaces, reading }: Block): void {
  if (type === INTERFACE) {
    if (block.byteLength < 8) throw new ImportError("damagedCapture", { byte });
    interfaces.push(readInterface(block, little, byte));
    return;
  }
  // A simple packet has no time.
  if (type === SIMPLE_PACKET) reading.table.skipped += 1;
  if (type !== ENHANCED_PACKET && type !== OLD_PACKET) return;
  if (block.byteLength < 20) throw new ImportError("damagedCapture", { byte });
  const index = type === OLD_PACKET ? block.getUint16(0, little) : block.getUint32(0, little);
  const source = interfaces[index];
  if (!source) throw new ImportError("damagedCapture", { byte: byte + 8 }, String(index));
  const captured = block.getUint32(12, little);
  if (20 + captured > block.byteLength)
    throw new ImportError("damagedCapture", { byte: byte + 20 }, String(captured));
  const time = (BigInt(block.getUint32(4, little)) << 32n) | BigInt(block.getUint32(8, little));
  const data = new DataView(block.buffer, block.byteOffset + 20, captured);
  reading.add(time, source.perSecond, source.link, data, block.getUint32(16, little));
}
