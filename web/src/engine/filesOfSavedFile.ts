// The files of the engine in a saved file (scripts/lib/singleFile.mjs), whose first script creates their
// addresses.

const addresses = (): { readonly worker: string; readonly wasm: string } => {
  const file = globalThis.fairshareFile;
  if (!file) throw new Error("The saved file is not complete.");
  return file;
};

export const spawn = (): Worker => new Worker(addresses().worker, { name: "simulator" });

/** The address of the WebAssembly of the page's engine. */
export const pageWasmUrl = (): string => addresses().wasm;
