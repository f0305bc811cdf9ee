// A small client of the WebDriver protocol (https://www.w3.org/TR/webdriver2/), for Firefox and WebKit.
// Playwright can drive only its own builds of these browsers.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
 * Starts a program and resolves when `isReady` does not throw any more. Returns the function that ends the
 * program.
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
      return stop;
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
  const stop = await startProgram(
    program,
    [`:${number}`, "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
    {},
    async () => {
      if (!existsSync(`/tmp/.X11-unix/X${number}`)) throw new Error("no socket");
    },
  );
  return { display: `:${number}`, stop };
}

/** A session of a browser, driven by a WebDriver server over HTTP. */
export class ClassicSession {
  #url;
  #stop;

  /** @param {string} url the address of the session @param {string} version of the browser @param {() => void} stop */
  constructor(url, version, stop) {
    this.#url = url;
    this.version = version;
    this.#stop = stop;
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
    const stop = await startProgram(driver, args(port), env, () => fetch(`${server}/status`));
    try {
      const { sessionId, capabilities: found } = await request("POST", `${server}/session`, {
        capabilities: { alwaysMatch: capabilities },
      });
      const session = new ClassicSession(
        `${server}/session/${sessionId}`,
        String(found.browserVersion ?? ""),
        stop,
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

  async close() {
    await request("DELETE", this.#url).catch(() => undefined);
    this.#stop();
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
  #stop;
  #nextId = 1;
  #received = Buffer.alloc(0);
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();

  /** @param {import("node:net").Socket} socket @param {() => void} stop */
  constructor(socket, stop) {
    this.#socket = socket;
    this.#stop = stop;
    socket.on("data", (data) => this.#receive(data));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("Firefox has ended"));
    });
  }

  /** @param {string} program the path of Firefox */
  static async start(program) {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), "fairshare-firefox-"));
    writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\n`);
    /** @type {import("node:net").Socket | undefined} */
    let socket;
    const args = ["--headless", "--no-remote", "--marionette", "--profile", profile, "about:blank"];
    const stopProgram = await startProgram(program, args, { HOME: profile }, async () => {
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
    const session = new FirefoxSession(socket, stop);
    try {
      const { capabilities } = await session.#send("WebDriver:NewSession", {});
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

  async close() {
    await Promise.race([this.#send("Marionette:Quit", { flags: ["eForceQuit"] }), wait(5000)]).catch(
      () => undefined,
    );
    this.#socket.destroy();
    this.#stop();
  }
}

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
