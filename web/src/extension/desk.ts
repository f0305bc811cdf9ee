// The state that the projected window and the lecturer's window share, in named parts: the section, the
// scenario, the playhead, the state of a lesson. Each change of a part has a stamp, `clock` and `side`. The
// window that receives it applies it if it is newer than its own, so both windows show the same state once
// all messages have arrived, in whatever order the changes were made and arrived.
/** Reads and sets one part of the state of the window. */
export interface Part {
  read(): unknown;
  write(value: unknown): void;
}

export interface Handle {
  /** Must be called after each change of the part. */
  readonly changed: () => void;
  /**
   * Sets the value that came from the other window again, after the window could not take it on completely.
   */
  readonly repeat: () => void;
  readonly remove: () => void;
}

/** The projected window opened the second window. */
export type Side = "projected" | "lecturer";

export interface PartMessage {
  readonly part: string;
  readonly clock: number;
  readonly side: Side;
  readonly value: unknown;
}

interface Entry {
  part: Part | null;
  clock: number;
  side: Side;
  /** The value to which the stamp belongs, as JSON. */
  text: string;
  /**
   * What this window shows, as JSON. It differs from `text` while the window cannot take on the value
   * completely.
   */
  shown: string;
  /** Whether the value came from the other window before this window had the part. */
  waiting: boolean;
}

/**
 * Whether the stamp of a message is newer than that of an entry. The lecturer's window decides between
 * changes at the same time.
 */
const isNewer = (message: PartMessage, entry: Entry): boolean =>
  message.clock > entry.clock ||
  (message.clock === entry.clock && message.side === "lecturer" && entry.side === "projected");

export class Desk {
  readonly #entries = new Map<string, Entry>();
  #side: Side = "projected";
  #clock = 0;
  #send: ((message: PartMessage) => void) | null = null;
  #applying = false;

  /** Adds a part. */
  register(name: string, part: Part): Handle {
    const known = this.#entries.get(name);
    if (known) {
      known.part = part;
      // The other window was quicker: its value waits for the part.
      if (known.waiting) this.#write(known);
      else this.#changed(name);
      known.waiting = false;
    } else {
      const text = JSON.stringify(part.read());
      const entry = { part, clock: 0, side: this.#side, text, shown: text, waiting: false };
      this.#entries.set(name, entry);
      this.#post(name, entry);
    }
    return {
      changed: () => this.#changed(name),
      repeat: () => {
        const entry = this.#entries.get(name);
        if (entry && entry.side !== this.#side) this.#write(entry);
      },
      remove: () => {
        const entry = this.#entries.get(name);
        if (entry?.part === part) entry.part = null;
      },
    };
  }

  /** Starts sending all changes. The state of the window that leads applies to both at first. */
  connect(side: Side, leads: boolean, send: (message: PartMessage) => void): void {
    this.#side = side;
    this.#send = send;
    if (leads) this.sendAll();
    else this.follow();
  }

  /**
   * Treats all later messages of the other window as newer than the changes that this window has made so far.
   */
  follow(): void {
    for (const entry of this.#entries.values()) Object.assign(entry, { clock: 0, side: this.#side });
  }

  disconnect(): void {
    this.#send = null;
  }

  /**
   * Sends all parts as new changes, which take precedence over everything that the other window has changed
   * so far.
   */
  sendAll(): void {
    this.#clock += 1;
    for (const [name, entry] of this.#entries) {
      if (!entry.part) continue;
      const text = JSON.stringify(entry.part.read());
      Object.assign(entry, { clock: this.#clock, side: this.#side, text, shown: text });
      this.#post(name, entry);
    }
  }

  receive(message: PartMessage): void {
    this.#clock = Math.max(this.#clock, message.clock);
    const entry = this.#entries.get(message.part);
    if (entry && !isNewer(message, entry)) return;
    const { clock, side } = message;
    const part = entry?.part ?? null;
    const text = JSON.stringify(message.value);
    const next = { part, clock, side, text, shown: entry?.shown ?? "", waiting: part === null };
    this.#entries.set(message.part, next);
    this.#write(next);
  }

  #changed(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry?.part || this.#applying) return;
    const text = JSON.stringify(entry.part.read());
    if (text === entry.shown) return;
    entry.shown = text;
    if (text === entry.text) return;
    this.#clock += 1;
    Object.assign(entry, { text, clock: this.#clock, side: this.#side });
    this.#post(name, entry);
  }

  #write(entry: Entry): void {
    if (!entry.part) return;
    if (JSON.stringify(entry.part.read()) !== entry.text) {
      this.#applying = true;
      try {
        entry.part.write(JSON.parse(entry.text));
      } finally {
        this.#applying = false;
      }
    }
    entry.shown = JSON.stringify(entry.part.read());
  }

  #post(part: string, { clock, side, text }: Entry): void {
    this.#send?.({ part, clock, side, value: JSON.parse(text) });
  }
}

/** The desk of the window. */
export const desk = new Desk();
