// The list of a check of hand-ins: batches of files add up, every file is listed once, and the list outlives a
// reload until the teacher begins again.

import type { Found, HandInText, ListedFile, Report } from "./calls.ts";
import type { DroppedFile } from "./checker.ts";
import { readAssignment } from "./files.ts";
import type { ListKeeper } from "./listStore.ts";
import type { Assignment } from "./model.ts";

/** What checks hand-ins: the `Checker` of the engine. */
export interface HandInChecker {
  unpack(files: readonly DroppedFile[]): Promise<readonly Found[]>;
  check(texts: readonly HandInText[], onReport: (report: Report) => void): Promise<void>;
  compare(reports: readonly Report[]): Promise<readonly Report[]>;
  csv(reports: readonly Report[]): Promise<string>;
  dispose(): void;
}

export interface CheckState {
  readonly assignment: Assignment | null;
  readonly files: readonly ListedFile[];
  /** The reports on all checked files, compared with each other. */
  readonly reports: readonly Report[];
  /** The numbers of checked and of listed files while hand-ins are checked. */
  readonly progress: readonly [done: number, all: number] | null;
  /** What the last batch added, and how many of its files were in the list already. */
  readonly added: { readonly files: number; readonly repeated: number } | null;
  /** Why something did not work. */
  readonly problem: "broken" | "handIn" | "later" | "points" | { readonly message: string } | null;
  /** Whether the list comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Whether the browser keeps the list. */
  readonly isKept: boolean;
}

const EMPTY: CheckState = {
  assignment: null,
  files: [],
  reports: [],
  progress: null,
  added: null,
  problem: null,
  isRestored: false,
  isKept: true,
};

/** How a file that is not read is recognised: by its reason. */
const contentOf = ({ text, report }: Pick<ListedFile, "text" | "report">): string =>
  text ?? JSON.stringify(report?.findings ?? []);

/**
 * A list with a further batch. A file of the same name and content is in the list already; a file of the same
 * name with another content gets a number.
 */
export function withBatch(
  files: readonly ListedFile[],
  batch: readonly Found[],
): { readonly files: readonly ListedFile[]; readonly repeated: number } {
  const listed = new Map(files.map((file) => [file.file, file]));
  let repeated = 0;
  for (const { file, text, report } of batch) {
    const entry: ListedFile = { file, text: text ?? null, report: report ?? null };
    let [name, n] = [file, 1];
    let taken = listed.get(name);
    while (taken && contentOf(taken) !== contentOf(entry)) {
      n += 1;
      name = `${file} (${n})`;
      taken = listed.get(name);
    }
    if (taken) repeated += 1;
    else listed.set(name, { ...entry, file: name, report: report ? { ...report, file: name } : null });
  }
  return { files: [...listed.values()], repeated };
}

export class CheckSession {
  readonly #openChecker: (assignment: string) => Promise<HandInChecker>;
  readonly #keeper: ListKeeper;
  readonly #version: string;
  readonly #listeners = new Set<() => void>();
  #checker: HandInChecker | null = null;
  /** The lecturer's file. */
  #text = "";
  #state = EMPTY;
  #isDisposed = false;
  /** Steps follow one another, so that no batch is lost while another one is checked. */
  #work: Promise<void> = Promise.resolve();

  constructor(
    openChecker: (assignment: string) => Promise<HandInChecker>,
    keeper: ListKeeper,
    version: string,
  ) {
    this.#openChecker = openChecker;
    this.#keeper = keeper;
    this.#version = version;
  }

  readonly state = (): CheckState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the list of the last visit, if there is one. A session that was disposed begins again. */
  restore(): Promise<void> {
    this.#isDisposed = false;
    return this.#then(async () => {
      const kept = await this.#keeper.read();
      if (kept && !this.#state.assignment) await this.#open(kept.assignment);
    });
  }

  /** Opens the lecturer's file, with the list that the browser keeps of it. */
  open(text: string): Promise<void> {
    return this.#then(() => this.#open(text));
  }

  /** Adds files to the list, checks them, and compares all hand-ins of the list. */
  add(files: readonly DroppedFile[]): Promise<void> {
    return this.#then(async () => {
      if (!this.#checker || files.length === 0) return;
      const before = this.#state.files.length;
      const batch = withBatch(this.#state.files, await this.#checker.unpack(files));
      const added = { files: batch.files.length - before, repeated: batch.repeated };
      this.#set({ files: batch.files, added, problem: null });
      // The hand-ins are kept before they are checked, so that a reload during the check loses none.
      await this.#keep();
      await this.#checkAll();
    });
  }

  /** Removes a file from the list. */
  remove(file: string): Promise<void> {
    return this.#then(async () => {
      const files = this.#state.files.filter((listed) => listed.file !== file);
      this.#set({ files, added: null });
      await this.#checkAll();
    });
  }

  /** Removes all files from the list. The assignment stays open. */
  startAgain(): Promise<void> {
    return this.#then(async () => {
      const { assignment } = this.#state;
      if (assignment) await this.#keeper.remove(assignment.id);
      this.#set({ ...EMPTY, assignment });
    });
  }

  async csv(): Promise<string> {
    return (await this.#checker?.csv(this.#state.reports)) ?? "";
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#checker?.dispose();
    this.#checker = null;
  }

  #set(change: Partial<CheckState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #then(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isDisposed) return;
      try {
        await step();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#set({ problem: { message }, progress: null });
      }
    });
    return this.#work;
  }

  async #open(text: string): Promise<void> {
    const checker = await this.#openChecker(text);
    const read = readAssignment(text);
    if (!read.ok || this.#isDisposed) {
      checker.dispose();
      if (!read.ok) this.#set({ problem: read.reason });
      return;
    }
    this.#checker?.dispose();
    this.#checker = checker;
    this.#text = text;
    const kept = await this.#keeper.read(read.assignment.id);
    this.#set({ ...EMPTY, assignment: read.assignment, isRestored: kept !== null && kept.files.length > 0 });
    if (!kept) return;
    // Another version, or another key, can judge differently.
    const isSame = kept.version === this.#version && kept.assignment === text;
    const files = kept.files.map((file) => (isSame || file.text === null ? file : { ...file, report: null }));
    this.#set({ files });
    await this.#checkAll();
  }

  /** Checks the files that are not checked yet, compares all, and keeps the list. */
  async #checkAll(): Promise<void> {
    const checker = this.#checker;
    if (!checker) return;
    const checked = new Map<string, Report>();
    const texts = this.#state.files.flatMap(({ file, text, report }) =>
      text !== null && report === null ? [{ file, text }] : [],
    );
    if (texts.length > 0) this.#set({ progress: [0, texts.length] });
    await checker.check(texts, (report) => {
      checked.set(report.file, report);
      this.#set({ progress: [checked.size, texts.length] });
    });
    if (this.#isDisposed) return;
    const files = this.#state.files.map((file) => ({
      ...file,
      report: file.report ?? checked.get(file.file) ?? null,
    }));
    const reports = await checker.compare(files.flatMap(({ report }) => (report ? [report] : [])));
    this.#set({ files, reports, progress: null });
    await this.#keep();
  }

  async #keep(): Promise<void> {
    const { assignment, files } = this.#state;
    if (!assignment) return;
    const list = { id: assignment.id, assignment: this.#text, version: this.#version, files };
    this.#set({ isKept: await this.#keeper.write({ ...list, saved: Date.now() }) });
  }
}
