// Texts in addresses: compressed (raw DEFLATE) and encoded as base64url. The browser's own compressor does the
// work. Sizes are limited before and during decompression, because a small link can expand to gigabytes.

/** The maximum size of a decompressed text in bytes. */
export const MAX_INFLATED = 256 * 1024;
/** Longer packed texts, in characters, are refused without decoding them. */
const MAX_PACKED = 350_000;

export async function pack(text: string): Promise<string> {
  const stream = passThrough(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The packed text, or why it cannot be read. Never rejects. */
export async function unpack(packed: string): Promise<{ readonly text: string } | "broken" | "too-big"> {
  if (packed.length > MAX_PACKED) return "too-big";
  try {
    const text = await inflate(fromBase64Url(packed));
    return text === null ? "too-big" : { text };
  } catch {
    return "broken";
  }
}

/** The JSON value of a packed text. Undefined if it cannot be read. */
export async function unpackJson(packed: string): Promise<unknown> {
  const unpacked = await unpack(packed);
  if (typeof unpacked === "string") return undefined;
  try {
    return JSON.parse(unpacked.text);
  } catch {
    return undefined;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}

/**
 * Passes bytes through a compressor or decompressor. A Blob would need less code, but creating a Blob waits
 * for the browser's main process.
 */
function passThrough(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // Errors are ignored here, because the reader of `readable` also receives them.
  const ignore = (): void => undefined;
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  return readable;
}

/** The decompressed text, or null if it exceeds MAX_INFLATED. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = passThrough(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_INFLATED) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
