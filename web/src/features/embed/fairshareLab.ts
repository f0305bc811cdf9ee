// The custom element <fairshare-lab> for course pages and slides. It creates the frame of an embedded view,
// and passes attributes, methods and events on. It is built as a separate file, embed/fairshare-lab.js, and
// imports nothing. docs/embedding.md describes it.
//
// The file is loaded as a classic script, because a module from another host needs a CORS header that plain
// hosts do not send. The function around it keeps its names out of the page.

(() => {
  const PROTOCOL = 1;

  /** The address of this file. A module has no current script, so its element is looked for. */
  const scriptAddress = (): string =>
    (document.currentScript as HTMLScriptElement | null)?.src ??
    document.querySelector<HTMLScriptElement>('script[src*="fairshare-lab.js"]')?.src ??
    document.baseURI;

  /** The page is one folder above this file, unless the element states another address. */
  const home = new URL("../", scriptAddress()).href;

  /** How long a loaded frame may take until it is ready, in milliseconds. */
  const READY_MS = 30_000;
  const NO_ANSWER = "The frame does not answer: `link` and `src` must lead to a view of Fairshare.";

  const OBSERVED = ["src", "link", "panels", "autoplay", "theme", "controls", "label"] as const;

  /** The attributes that are passed on with their values, and the parameters of the frame's address that contain them. */
  const PARAMETERS = { panels: "embed", theme: "theme", controls: "controls" } as const;

  interface Pending {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: FairshareError) => void;
  }

  /** Why a request was refused. `at` names the position in the request. */
  class FairshareError extends Error {
    constructor(
      readonly at: string,
      message: string,
    ) {
      super(message);
      this.name = "FairshareError";
    }
  }

  class FairshareLab extends HTMLElement {
    static readonly observedAttributes = OBSERVED;

    readonly #frame = document.createElement("iframe");
    readonly #pending = new Map<string, Pending>();
    #requests = 0;
    #shown = "";
    #ready: Promise<void> = Promise.resolve();
    #markReady: () => void = () => undefined;
    #giveUp: (reason: string) => void = () => undefined;
    #waiting: ReturnType<typeof setTimeout> | undefined;

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      // Policies of pages can forbid an element `style`, but not a style sheet made by a script.
      const style = new CSSStyleSheet();
      style.replaceSync(
        ":host { display: block; width: 100%; height: 520px } :host([hidden]) { display: none } iframe { width: 100%; height: 100%; border: 0 }",
      );
      root.adoptedStyleSheets = [style];
      this.#frame.setAttribute("part", "frame");
      this.#frame.setAttribute("allow", "clipboard-write; fullscreen");
      this.#frame.setAttribute("loading", "lazy");
      // The frame of a page that cannot be loaded, or is no view, never becomes ready.
      this.#frame.addEventListener("load", () => {
        clearTimeout(this.#waiting);
        this.#waiting = setTimeout(() => this.#giveUp(NO_ANSWER), READY_MS);
      });
      root.append(this.#frame);
    }

    connectedCallback(): void {
      addEventListener("message", this.#receive);
      this.#show();
    }

    disconnectedCallback(): void {
      removeEventListener("message", this.#receive);
      this.#shown = "";
      this.#rejectAll("The element was removed from its page.");
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#show();
    }

    /** Sets a scenario, a link or settings. */
    set(params: Readonly<Record<string, unknown>>): Promise<unknown> {
      return this.#ask("set", params);
    }

    /** Moves the playhead to `t` simulated seconds. */
    seek(t: number): Promise<unknown> {
      return this.#ask("seek", { t });
    }

    play(speed?: number): Promise<unknown> {
      return this.#ask("play", speed === undefined ? {} : { speed });
    }

    pause(): Promise<unknown> {
      return this.#ask("pause", {});
    }

    state(): Promise<unknown> {
      return this.#ask("state", {});
    }

    /** The result of the open scenario, when its run is complete. */
    result(): Promise<unknown> {
      return this.#ask("result", {});
    }

    /** The address of the frame. */
    get #address(): URL {
      const url = new URL(this.getAttribute("src") ?? home, document.baseURI);
      const { searchParams } = url;
      searchParams.set("embed", "");
      for (const [attribute, parameter] of Object.entries(PARAMETERS)) {
        const value = this.getAttribute(attribute);
        if (value !== null) searchParams.set(parameter, value);
      }
      if (this.hasAttribute("autoplay")) searchParams.set("autoplay", "1");
      // A page from a file has no origin to which the view could restrict its messages.
      if (location.origin !== "null") searchParams.set("origin", location.origin);
      const link = this.getAttribute("link");
      if (link !== null) url.hash = link.slice(Math.max(0, link.indexOf("#")));
      return url;
    }

    #show(): void {
      this.#frame.title = this.getAttribute("label") ?? "Fairshare: congestion control lab";
      const { href } = this.#address;
      if (href === this.#shown) return;
      this.#shown = href;
      this.#rejectAll("The view was loaded again.");
      this.#ready = new Promise((resolve, reject) => {
        this.#markReady = () => {
          clearTimeout(this.#waiting);
          resolve();
        };
        this.#giveUp = (reason) => reject(new FairshareError("", reason));
      });
      // A refusal that nobody waits for is no error of the page.
      this.#ready.catch(() => undefined);
      this.#frame.src = href;
    }

    readonly #receive = ({ data, source, origin }: MessageEvent<unknown>): void => {
      if (source === null || source !== this.#frame.contentWindow || origin !== this.#address.origin) return;
      const message = data as Readonly<Record<string, unknown>> | null;
      if (typeof message !== "object" || message?.["fairshare"] !== PROTOCOL) return;
      const { event, id, ok, value, error, fairshare: _version, ...detail } = message;
      if (typeof event === "string") {
        if (event === "ready") this.#markReady();
        this.dispatchEvent(new CustomEvent(`fairshare-${event}`, { detail }));
        return;
      }
      const pending = this.#pending.get(String(id));
      this.#pending.delete(String(id));
      if (ok === true) pending?.resolve(value);
      else {
        const { at, message: sentence } = (error ?? {}) as {
          readonly at?: unknown;
          readonly message?: unknown;
        };
        pending?.reject(new FairshareError(String(at ?? ""), String(sentence ?? "")));
      }
    };

    async #ask(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
      // A lazy frame outside of the screen would never become ready.
      this.#frame.loading = "eager";
      await this.#ready;
      const { contentWindow } = this.#frame;
      if (!contentWindow) throw new FairshareError("", "The element is not part of a page.");
      this.#requests += 1;
      const id = `lab-${this.#requests}`;
      return new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        contentWindow.postMessage({ fairshare: PROTOCOL, id, method, params }, this.#address.origin);
      });
    }

    #rejectAll(reason: string): void {
      for (const { reject } of this.#pending.values()) reject(new FairshareError("", reason));
      this.#pending.clear();
      clearTimeout(this.#waiting);
      this.#giveUp(reason);
    }
  }

  if (!customElements.get("fairshare-lab")) customElements.define("fairshare-lab", FairshareLab);
})();
