// Compiles a WebAssembly module.
import { contentOf } from "./content.ts";

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
