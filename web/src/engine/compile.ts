// Compiles a WebAssembly module.

/**
 * Compiles the module during its download if the server sends the right content type, otherwise after the
 * download.
 */
export async function compile(url: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly.");
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (status ${response.status}).`);
  const hasWasmType = response.headers.get("Content-Type")?.toLowerCase().startsWith("application/wasm");
  if (hasWasmType && typeof WebAssembly.compileStreaming === "function")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await contentOf(response));
}

/** Returns a function that compiles a module at its first call. A download that failed is tried again at the next call. */
export function compileOnce(url: () => string): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | null = null;
  return () => {
    compiled ??= compile(url()).catch((error: unknown) => {
      compiled = null;
      throw error;
    });
    return compiled;
  };
}

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
