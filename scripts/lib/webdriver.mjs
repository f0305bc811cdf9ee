// Sessions of Firefox and WebKit, for selenium-webdriver. Playwright can drive only its own builds of these browsers, and
// Firefox is driven by its own protocol, because Debian has no geckodriver.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { residentMemory, withDescendants } from "./residentMemory.mjs";

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Packages of npm are read where they are used: they exist only after setup.
const require = createRequire(import.meta.url);
/** @returns {typeof import("selenium-webdriver")} */
const selenium = () => require("selenium-webdriver");

const TIMEOUTS = { script: 600_000, pageLoad: 120_000 };

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

/**
 * A script that calls an async function with the script's arguments, and passes its result to the script's
 * last argument.
 * @param {string} source
 */
const asyncScript = (source) => `const [...all] = arguments; const end = all.pop();
  Promise.resolve().then(() => (${source})(...all)).then(
    (value) => end({ value: value ?? null }), (error) => end({ error: String(error) }));`;

/**
 * A session of a browser.
 * @param {import("selenium-webdriver").WebDriver} driver
 * @param {{ problems?: () => Promise<string[]>, freeMemory?: () => Promise<unknown>, stop: () => Promise<unknown> }} own What
 *   the browser does in its own way. Without `problems`, the first call in a page begins to collect the errors.
 * @returns {Promise<import("./engines.mjs").TabSession>}
 */
async function sessionOf(driver, own) {
  const { Key } = selenium();
  await driver.manage().setTimeouts(TIMEOUTS);
  /** @param {string} source @param {unknown[]} args */
  const call = async (source, ...args) => {
    /** @type {{ value?: any, error?: string }} */
    const { value, error } = await driver.executeAsyncScript(asyncScript(source), ...args);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const tab = () => driver.getWindowHandle();
  const switchTab = async (/** @type {string} */ handle) => void (await driver.switchTo().window(handle));
  return {
    version: String((await driver.getCapabilities()).get("browserVersion") ?? ""),
    open: (url) => driver.get(url),
    call,
    click: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform(),
    drag: (x, y, right, down) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .press()
        .move({ x: Math.round(x + right), y: Math.round(y + down), duration: 50 })
        .release()
        .perform(),
    resize: async (width, height) => void (await driver.manage().window().setRect({ width, height })),
    press: async (keys) => {
      const names = /** @type {Record<string, string>} */ (/** @type {unknown} */ (Key));
      // Selenium writes ArrowLeft as ARROW_LEFT.
      const codes = keys.map((key) => names[key.replace(/\B[A-Z]/g, "_$&").toUpperCase()] ?? key);
      await driver
        .actions()
        .sendKeys(...codes)
        .perform();
    },
    problems: own.problems ?? (() => call(collectErrors)),
    memory: async () => {
      await own.freeMemory?.();
      // The browsers are the only programs that a session starts.
      return residentMemory(withDescendants(process.pid).slice(1));
    },
    tab,
    openTab: async () => {
      const before = await tab();
      await driver.switchTo().newWindow("tab");
      const opened = await tab();
      await switchTab(before);
      return opened;
    },
    switchTab,
    closeOtherWindows: async () => {
      const current = await tab();
      const others = (await driver.getAllWindowHandles()).filter((handle) => handle !== current);
      for (const handle of others) {
        await switchTab(handle);
        await driver.close();
      }
      if (others.length > 0) await switchTab(current);
    },
    close: async () => void (await own.stop()),
  };
}

/**
 * Starts WebKit on an X server without a screen.
 * @param {{ driver: string, display: string, browser: string }} programs the paths of WebKitWebDriver, Xvfb and the browser
 * @param {Record<string, string>} env
 */
export async function startWebKit(programs, env) {
  const { DriverService } = require("selenium-webdriver/remote");
  const { Executor, HttpClient } = require("selenium-webdriver/http");
  const { Capabilities, WebDriver } = selenium();
  const args = ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const screen = spawn(programs.display, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve, reject) => {
    screen.stdio[3]?.once("data", (data) => resolve(String(data).trim()));
    screen.once("error", reject).once("exit", () => reject(new Error(`${programs.display} does not start`)));
  });
  const service = new DriverService.Builder(programs.driver)
    .setLoopback(true)
    .setEnvironment({ .../** @type {Record<string, string>} */ (process.env), DISPLAY: `:${number}`, ...env })
    .build();
  const stop = async () => {
    await service.kill();
    screen.kill();
  };
  try {
    const executor = new Executor(new HttpClient(await service.start(60_000)));
    const wanted = new Capabilities({
      unhandledPromptBehavior: "accept",
      "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
    });
    const driver = await WebDriver.createSession(executor, wanted);
    return await sessionOf(driver, {
      stop: async () => {
        await driver.quit().catch(() => undefined);
        await stop();
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The names of Firefox's own protocol, Marionette, for the commands of Selenium. @type {Record<string, string>} */
const MARIONETTE = {
  setTimeout: "WebDriver:SetTimeouts",
  get: "WebDriver:Navigate",
  executeAsyncScript: "WebDriver:ExecuteAsyncScript",
  actions: "WebDriver:PerformActions",
  clearActions: "WebDriver:ReleaseActions",
  newWindow: "WebDriver:NewWindow",
  switchToWindow: "WebDriver:SwitchToWindow",
  getCurrentWindowHandle: "WebDriver:GetWindowHandle",
  getWindowHandles: "WebDriver:GetWindowHandles",
  close: "WebDriver:CloseWindow",
  setWindowRect: "WebDriver:SetWindowRect",
};

/**
 * A connection with Firefox over Marionette: JSON texts over TCP, each after its length and a colon.
 * @param {import("node:net").Socket} socket
 */
function marionette(socket) {
  let nextId = 1;
  let received = Buffer.alloc(0);
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const pending = new Map();
  socket.on("data", (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, Math.max(0, colon)));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.toString("utf8", colon + 1, end));
      received = received.subarray(end);
      // The first message is a greeting and not an answer: [type, id, error, result].
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) pending.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else pending.get(id)?.resolve(result);
      pending.delete(id);
    }
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    for (const { reject } of pending.values()) reject(new Error("Firefox has ended"));
  });
  return (/** @type {string} */ name, /** @type {object} */ parameters) =>
    /** @type {Promise<any>} */ (
      new Promise((resolve, reject) => {
        pending.set(nextId, { resolve, reject });
        const text = JSON.stringify([0, nextId++, name, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      })
    );
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
 * @param {string} program the path of Firefox
 * @param {Record<string, string | number | boolean>} [preferences]
 */
export async function startFirefox(program, preferences = {}) {
  const { Capabilities, Session, WebDriver } = selenium();
  const profile = mkdtempSync(join(tmpdir(), "fairshare-firefox-"));
  const lines = Object.entries({ ...preferences, "marionette.port": 0 }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"];
  // The program and its children form a group, which can be ended as a whole.
  const child = spawn(program, [...args, "--profile", profile, "about:blank"], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile },
    detached: true,
  });
  const stop = async () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const send = marionette(await connected(join(profile, "MarionetteActivePort")));
    /** Runs a script with the rights of the browser. @param {string} script */
    const inBrowser = async (script) => {
      await send("Marionette:SetContext", { value: "chrome" });
      const { value } = await send("WebDriver:ExecuteScript", { script, args: [] });
      await send("Marionette:SetContext", { value: "content" });
      return value;
    };
    const { sessionId, capabilities } = await send("WebDriver:NewSession", {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: "accept" } },
    });
    const executor = {
      /** @param {import("selenium-webdriver/lib/command.js").Command} command */
      execute: async (command) => {
        const name = MARIONETTE[command.getName()];
        if (name === undefined) throw new Error(`there is no command ${command.getName()}`);
        const { sessionId: _, ...parameters } = command.getParameters();
        // Without a sandbox, a script sees the page's own objects.
        const own = name === "WebDriver:ExecuteAsyncScript" ? { sandbox: null } : {};
        const result = await send(name, { ...parameters, ...own });
        return result && "value" in result ? result.value : result;
      },
      defineCommand: () => undefined,
    };
    const session = new Session(sessionId, new Capabilities(capabilities));
    return await sessionOf(new WebDriver(session, executor), {
      problems: () => inBrowser(consoleErrors),
      freeMemory: async () => {
        await inBrowser(`Services.obs.notifyObservers(null, "memory-pressure", "heap-minimize");`);
        await wait(3000);
      },
      stop: async () => {
        await Promise.race([send("Marionette:Quit", { flags: ["eForceQuit"] }), wait(5000)]).catch(() => {});
        await stop();
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A connection with Firefox, as soon as it has written its port into this file. @param {string} file */
async function connected(file) {
  for (let attempt = 0; !existsSync(file) || readFileSync(file, "utf8") === ""; attempt++) {
    if (attempt === 600) throw new Error("Firefox does not start");
    await wait(100);
  }
  const port = Number(readFileSync(file, "utf8"));
  return /** @type {Promise<import("node:net").Socket>} */ (
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket)).once("error", reject);
    })
  );
}
