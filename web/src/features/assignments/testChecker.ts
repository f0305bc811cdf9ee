// Checks hand-ins in tests, with the WebAssembly of the page in Node.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import initPapers, {
  Assignment,
  refusal,
  skipped,
  unpack,
} from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js";
import type { Found, Report } from "./calls.ts";
import type { HandInChecker } from "./checkSession.ts";
import type { KeptList, ListKeeper } from "./listStore.ts";

/** Loads the WebAssembly of the checks. */
export async function loadChecks(): Promise<void> {
  const file = join(process.cwd(), "wasm", "laboratory", "pkg", "fairshare_laboratory_wasm_bg.wasm");
  await initPapers({ module_or_path: readFileSync(file) });
}

export async function openTestChecker(text: string): Promise<HandInChecker> {
  const assignment = new Assignment(text);
  return {
    unpack: async (files) => {
      const found: Found[] = [];
      for (const { name, path, file } of files) {
        if (!(file instanceof Blob)) throw new Error(file.text);
        const bytes = new Uint8Array(await file.arrayBuffer());
        const refused = skipped(name, path) || refusal(name, bytes.length, bytes.slice(0, 4));
        if (refused) found.push({ file: name, report: JSON.parse(refused) as Report });
        else found.push(...(JSON.parse(unpack(name, bytes)) as Found[]));
      }
      return found;
    },
    check: async (texts, onReport) => {
      for (const { file, text: handIn } of texts)
        onReport(JSON.parse(assignment.check(file, handIn)) as Report);
    },
    compare: async (reports) => JSON.parse(assignment.compare(JSON.stringify(reports))) as Report[],
    csv: async (reports) => assignment.csv(JSON.stringify(reports)),
    dispose: () => assignment.free(),
  };
}

/** A browser's database of lists. */
export function memoryKeeper(): ListKeeper & { readonly lists: Map<string, KeptList> } {
  const lists = new Map<string, KeptList>();
  return {
    lists,
    read: async (id) => (id === undefined ? ([...lists.values()].at(-1) ?? null) : (lists.get(id) ?? null)),
    write: async (list) => {
      lists.set(list.id, structuredClone(list));
      return true;
    },
    remove: async (id) => void lists.delete(id),
  };
}
