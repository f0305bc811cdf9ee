// The content of files that may be compressed.

/**
 * The content of a file, which is uncompressed if it has the format gzip and the host has not caused the
 * browser to do so.
 */
export async function contentOf(response: Response): Promise<ArrayBuffer> {
  const content = await response.arrayBuffer();
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  if (first !== 0x1f || second !== 0x8b) return content;
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
