// Changes to several files that can be undone together, so that a command that fails does not leave some
// files changed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export class Changes {
  /**
   * The contents of each file before the changes, by path from the root. Null if there was no file.
   * @type {Map<string, string | null>}
   */
  #before = new Map();

  /** @param {string} root the folder that contains all files */
  constructor(root) {
    this.root = root;
  }

  /** @param {string} path */
  #read(path) {
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  }

  /** Remembers a file that another program is going to change. @param {string} path */
  watch(path) {
    if (!this.#before.has(path)) this.#before.set(path, this.#read(path));
  }

  /** The text of a file before the changes; "" if there was none. @param {string} path */
  before(path) {
    this.watch(path);
    return this.#before.get(path) ?? "";
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    this.watch(path);
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** The new files and the changed files, as paths from the root. */
  list() {
    const changed = [...this.#before].filter(([path, before]) => this.#read(path) !== before);
    return {
      created: changed.filter(([, before]) => before === null).map(([path]) => path),
      changed: changed.filter(([, before]) => before !== null).map(([path]) => path),
    };
  }

  /** Restores all files. */
  undo() {
    for (const [path, before] of this.#before) {
      const file = join(this.root, path);
      if (before === null) rmSync(file, { force: true });
      else writeFileSync(file, before);
    }
  }
}
