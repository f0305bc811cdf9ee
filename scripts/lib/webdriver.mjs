// A small client of the WebDriver protocol (https://www.w3.org/TR/webdriver2/), for Firefox and WebKit.
// Playwright can drive only its own builds of these browsers.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { residentMemory, withDescendants } from "./residentMemory.mjs";

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A port that is free now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

/**
 * Starts a program and resolves when `isReady` does not throw any more. Returns its process ID and the function that
 * ends it.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {() => Promise<unknown>} isReady
 */
async function startProgram(command, args, env, isReady) {
  // The program and its children form a group, which can be ended as a whole.
  const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env }, detached: true });
  let failure = "";
  child.on("error", (error) => {
    failure = error.message;
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const started = performance.now();
  for (;;) {
    try {
      await isReady();
      return { pid: child.pid ?? 0, stop };
    } catch (error) {
      if (failure !== "" || performance.now() - started > 60_000) {
        stop();
        throw new Error(`${command} does not start: ${failure || error}`);
      }
      await wait(100);
    }
  }
}

/** An X server without a screen. WebKit needs one. @param {string} program the path of Xvfb */
export async function startDisplay(program) {
  let number = 90;
  while (existsSync(`/tmp/.X11-unix/X${number}`)) number += 1;
  const { stop } = await startProgram(
    program,
    [`:${number}`, "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
    {},
    async () => {
      if (!existsSync(`/tmp/.X11-unix/X${number}`)) throw new Error("no socket");
    },
  );
  return { display: `:${number}`, stop };
}

/**
 * The actions of WebDriver that click at a point of the window.
 * @param {number} x
 * @param {number} y
 */
const clickActions = (x, y) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/** The characters by which WebDriver names keys. @type {Record<string, string>} */
const keyCodes = {
  Tab: "\ue004",
  Enter: "\ue007",
  Escape: "\ue00c",
  End: "\ue010",
  Home: "\ue011",
  ArrowLeft: "\ue012",
  ArrowRight: "\ue014",
  ArrowDown: "\ue015",
};

/** The actions of WebDriver that press keys one after another. @param {readonly string[]} keys */
const keyActions = (keys) => [
  {
    type: "key",
    id: "keyboard",
    actions: keys.flatMap((key) => {
      const value = keyCodes[key] ?? key;
      return [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
    }),
  },
];

/** A function of the page that returns the errors since its last call, and collects the errors after its first call. */
const collectErrors = `async () => {
  if (!window.collectedErrors) {
    window.collectedErrors = [];
    const collect = (...parts) => window.collectedErrors.push(parts.map((part) => part?.stack || String(part)).join(" "));
    addEventListener("error", ({ message, filename, lineno }) => collect(message, filename, lineno));
    addEventListener("unhandledrejection", ({ reason }) => collect("rejected", reason));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => collect("policy", violatedDirective, blockedURI));
    const log = console.error;
    console.error = (...parts) => { collect(...parts); log(...parts); };
  }
  return window.collectedErrors.splice(0);
}`;

/** A session of a browser, driven by a WebDriver server over HTTP. */
export class ClassicSession {
  #url;
  #server;

  /**
   * @param {string} url the address of the session
   * @param {string} version of the browser
   * @param {{ pid: number, stop: () => void }} server
   */
  constructor(url, version, server) {
    this.#url = url;
    this.version = version;
    this.#server = server;
  }

  /**
   * Starts a server and a browser.
   * @param {string} driver the path of the server
   * @param {(port: number) => string[]} args
   * @param {object} capabilities
   * @param {Record<string, string>} [env]
   */
  static async start(driver, args, capabilities, env = {}) {
    const port = await freePort();
    const server = `http://127.0.0.1:${port}`;
    const { pid, stop } = await startProgram(driver, args(port), env, () => fetch(`${server}/status`));
    try {
      const { sessionId, capabilities: found } = await request("POST", `${server}/session`, {
        capabilities: { alwaysMatch: capabilities },
      });
      const session = new ClassicSession(
        `${server}/session/${sessionId}`,
        String(found.browserVersion ?? ""),
        { pid, stop },
      );
      await session.#call("timeouts", { script: 600_000, pageLoad: 120_000 });
      return session;
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** @param {string} path @param {object} body */
  #call(path, body) {
    return request("POST", `${this.#url}/${path}`, body);
  }

  /** Opens a page and waits until it is loaded. @param {string} url */
  async open(url) {
    await this.#call("url", { url });
  }

  /**
   * Calls an async function of the page, given as source text, and resolves with its result.
   * @param {string} source
   * @param {unknown[]} args
   */
  async call(source, ...args) {
    return resultOf(await this.#call("execute/async", { script: asyncScript(source), args }));
  }

  /** Clicks at a point of the window. @param {number} x @param {number} y */
  async click(x, y) {
    await this.#call("actions", { actions: clickActions(x, y) });
  }

  /** Presses keys one after another. @param {readonly string[]} keys */
  async press(keys) {
    await this.#call("actions", { actions: keyActions(keys) });
  }

  /**
   * The errors since the last call. WebKit has no access to its console, so the first call in a page begins to collect them.
   * @returns {Promise<string[]>}
   */
  problems() {
    return this.call(collectErrors);
  }

  /** Opens another tab, which is not shown yet. Returns its handle. @returns {Promise<string>} */
  async openTab() {
    return (await this.#call("window/new", { type: "tab" })).handle;
  }

  /** Uses another tab from now on. @param {string} handle */
  async switchTab(handle) {
    await this.#call("window", { handle });
  }

  /** The handle of the tab in use. @returns {Promise<string>} */
  tab() {
    return request("GET", `${this.#url}/window`);
  }

  /** Closes all windows and tabs but the one in use. */
  async closeOtherWindows() {
    const own = await this.tab();
    /** @type {string[]} */
    const handles = await request("GET", `${this.#url}/window/handles`);
    for (const handle of handles.filter((other) => other !== own)) {
      await this.switchTab(handle);
      await request("DELETE", `${this.#url}/window`);
    }
    if (handles.length > 1) await this.switchTab(own);
  }

  /** The resident memory of the browser in MiB. */
  async memory() {
    return residentMemory(withDescendants(this.#server.pid));
  }

  async close() {
    await request("DELETE", this.#url).catch(() => undefined);
    this.#server.stop();
  }
}

/** @param {string} method @param {string} url @param {object} [body] */
async function request(method, url, body) {
  const response = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
    signal: AbortSignal.timeout(900_000),
  });
  const { value } = /** @type {{ value: any }} */ (await response.json());
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

/**
 * A session of Firefox over its own protocol, Marionette, which has the commands of WebDriver: JSON texts
 * over TCP, each after its length and a colon.
 */
export class FirefoxSession {
  /** The version of the browser. */
  version = "";
  #socket;
  #program;
  #nextId = 1;
  #received = Buffer.alloc(0);
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();

  /** @param {import("node:net").Socket} socket @param {{ pid: number, stop: () => void }} program */
  constructor(socket, program) {
    this.#socket = socket;
    this.#program = program;
    socket.on("data", (data) => this.#receive(data));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("Firefox has ended"));
    });
  }

  /**
   * @param {string} program the path of Firefox
   * @param {Record<string, string | number | boolean>} [preferences]
   */
  static async start(program, preferences = {}) {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), "fairshare-firefox-"));
    const lines = Object.entries({ ...preferences, "marionette.port": port }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(profile, "user.js"), lines.join(""));
    /** @type {import("node:net").Socket | undefined} */
    let socket;
    const args = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"];
    args.push("--profile", profile, "about:blank");
    const { pid, stop: stopProgram } = await startProgram(program, args, { HOME: profile }, async () => {
      socket = await new Promise((resolve, reject) => {
        const candidate = connect(port, "127.0.0.1", () => resolve(candidate));
        candidate.on("error", reject);
      });
    });
    if (socket === undefined) throw new Error("there is no connection to Firefox");
    const stop = () => {
      stopProgram();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    };
    const session = new FirefoxSession(socket, { pid, stop });
    try {
      const { capabilities } = await session.#send("WebDriver:NewSession", {
        capabilities: { alwaysMatch: { unhandledPromptBehavior: "accept" } },
      });
      session.version = String(capabilities.browserVersion);
      await session.#send("WebDriver:SetTimeouts", { script: 600_000, pageLoad: 120_000 });
      return session;
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** @param {Buffer} data */
  #receive(data) {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.toString("latin1", 0, Math.max(0, colon)));
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString("utf8", colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message is a greeting and not an answer: [type, id, error, result].
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const command = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) command?.reject(new Error(`${error.error}: ${error.message}`));
      else command?.resolve(result);
    }
  }

  /** @param {string} name @param {object} parameters @returns {Promise<any>} */
  #send(name, parameters) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      const text = JSON.stringify([0, id, name, parameters]);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  /** Opens a page and waits until it is loaded. @param {string} url */
  async open(url) {
    await this.#send("WebDriver:Navigate", { url });
  }

  /**
   * Calls an async function of the page, given as source text, and resolves with its result.
   * @param {string} source
   * @param {unknown[]} args
   */
  async call(source, ...args) {
    // Without a sandbox, the script sees the page's own objects.
    const script = asyncScript(source);
    const { value } = await this.#send("WebDriver:ExecuteAsyncScript", { script, args, sandbox: null });
    return resultOf(value);
  }

  /** Runs a script with the rights of the browser. @param {string} script */
  async #inBrowser(script) {
    await this.#send("Marionette:SetContext", { value: "chrome" });
    try {
      return (await this.#send("WebDriver:ExecuteScript", { script, args: [] })).value;
    } finally {
      await this.#send("Marionette:SetContext", { value: "content" });
    }
  }

  /** Clicks at a point of the window. @param {number} x @param {number} y */
  async click(x, y) {
    await this.#send("WebDriver:PerformActions", { actions: clickActions(x, y) });
  }

  /** Presses keys one after another. @param {readonly string[]} keys */
  async press(keys) {
    await this.#send("WebDriver:PerformActions", { actions: keyActions(keys) });
  }

  /** Opens another tab, which is not shown yet. Returns its handle. @returns {Promise<string>} */
  async openTab() {
    return (await this.#send("WebDriver:NewWindow", { type: "tab" })).handle;
  }

  /** Uses another tab from now on. @param {string} handle */
  async switchTab(handle) {
    await this.#send("WebDriver:SwitchToWindow", { handle });
  }

  /** The handle of the tab in use. @returns {Promise<string>} */
  async tab() {
    return (await this.#send("WebDriver:GetWindowHandle", {})).value;
  }

  /** Closes all windows and tabs but the one in use. */
  async closeOtherWindows() {
    const own = await this.tab();
    /** @type {string[]} */
    const handles = await this.#send("WebDriver:GetWindowHandles", {});
    for (const handle of handles.filter((other) => other !== own)) {
      await this.switchTab(handle);
      await this.#send("WebDriver:CloseWindow", {});
    }
    if (handles.length > 1) await this.switchTab(own);
  }

  /** The errors on the console since the last call. @returns {Promise<string[]>} */
  problems() {
    return this.#inBrowser(consoleErrors);
  }

  /** The resident memory of the browser in MiB, after it has freed what it can. */
  async memory() {
    await this.#inBrowser(`Services.obs.notifyObservers(null, "memory-pressure", "heap-minimize");`);
    await wait(3000);
    return residentMemory(withDescendants(this.#program.pid));
  }

  async close() {
    await Promise.race([this.#send("Marionette:Quit", { flags: ["eForceQuit"] }), wait(5000)]).catch(
      () => undefined,
    );
    this.#socket.destroy();
    this.#program.stop();
  }
}

/** A script with the rights of Firefox, which returns the errors of pages and workers and empties the console. */
const consoleErrors = `
  const error = Ci.nsIScriptError;
  const isOfPage = (name) => !/^(chrome|resource|moz-extension|about|jar|file):/.test(name);
  const thrown = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError &&
    (message.flags & (error.warningFlag | error.infoFlag)) === 0 && message.sourceName !== "" &&
    isOfPage(message.sourceName)).map((message) => message.errorMessage + " at " + message.sourceName + ":" + message.lineNumber);
  Services.console.reset();
  const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
  const logged = storage.getEvents().filter(({ level, filename }) => level === "error" && isOfPage(filename ?? ""))
    .map(({ arguments: parts, filename }) => Array.from(parts, String).join(" ") + " at " + filename);
  storage.clearEvents();
  return [...thrown, ...logged];`;

/**
 * A script that calls an async function with the script's arguments, and passes its result to the script's
 * last argument.
 * @param {string} source
 */
const asyncScript = (source) => `const [...all] = arguments; const end = all.pop();
  Promise.resolve().then(() => (${source})(...all)).then(
    (value) => end({ value: value ?? null }), (error) => end({ error: String(error) }));`;

/** @param {{ value?: any, error?: string }} outcome the value that the script of `asyncScript` returns */
function resultOf({ value, error }) {
  if (error !== undefined) throw new Error(error);
  return value;
}
