// Runs programs. The programs of npm packages (node_modules/.bin) and those that setup installs (.tools) are first on the PATH.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { inRoot, root, toolsDir } from "./paths.mjs";
import { Failure, note, outputTo, printProblem, secondsSince } from "./steps.mjs";

const isWindows = process.platform === "win32";

/**
 * The environment of started programs.
 * @param {NodeJS.ProcessEnv} [extra]
 */
function environment(extra = {}) {
  const env = { ...process.env, ...extra };
  const path = Object.keys(env).find((name) => name.toLowerCase() === "path") ?? "PATH";
  const own = [
    inRoot("node_modules", ".bin"),
    join(toolsDir, "bin"),
    join(toolsDir, "wasm-pack", "node_modules", ".bin"),
  ];
  env[path] = [...own, env[path]].join(delimiter);
  return env;
}

/**
 * The command and arguments that start a program of an npm package without a shell.
 * @param {string} packageName
 * @param {string} bin
 * @returns {[command: string, args: string[]]}
 */
export function nodeProgram(packageName, bin) {
  const folder = inRoot("node_modules", ...packageName.split("/"));
  /** @type {{ bin: string | Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = typeof manifest.bin === "string" ? manifest.bin : manifest.bin[bin];
  if (file === undefined) throw new Error(`the package ${packageName} has no program ${bin}`);
  return [process.execPath, [join(folder, file)]];
}

/**
 * Runs a program and waits for it. Returns its trimmed standard output, or undefined if the program is
 * missing or fails.
 * @param {string} command
 * @param {string[]} args
 */
export function outputOf(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: isWindows && command === "npm",
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** The largest number of characters of a command in a message. */
const MAX_COMMAND = 300;

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] environment variables to add
 * @property {string} [cwd] the folder in which the program runs
 * @property {string} [log] name of a log file that receives the output instead of the terminal
 * @property {boolean} [isSilent] whether the output is only returned
 * @property {string} [remedy] advice that is printed when the program fails
 * @property {boolean} [mayFail] whether to return the status of a failing program instead of throwing
 * @property {number} [timeout] in milliseconds
 */

/**
 * Runs a program. Its output is shown as it arrives, written to a log file, or neither, and is also returned:
 * all of it as `output`, and standard output alone as `printed`. Throws a Failure if the program does not exit
 * with status 0, unless `mayFail` is set.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function run(
  command,
  args,
  { env = {}, cwd = root, log, isSilent = false, remedy, mayFail = false, timeout } = {},
) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: environment(
      process.stdout.isTTY && !log && !isSilent
        ? { FORCE_COLOR: "1", CARGO_TERM_COLOR: "always", ...env }
        : env,
    ),
    stdio: ["ignore", "pipe", "pipe"],
    shell: isWindows && command === "npm",
    timeout,
  });
  const logFile = log && join(toolsDir, "log", `${log}.log`);
  if (logFile) mkdirSync(dirname(logFile), { recursive: true });
  const logStream = logFile ? createWriteStream(logFile) : undefined;
  /** @type {Buffer[]} */
  const chunks = [];
  /** @type {Buffer[]} */
  const printedChunks = [];
  /** @param {NodeJS.WritableStream} terminal */
  const collect = (terminal) => {
    const write = outputTo(terminal);
    return (/** @type {Buffer} */ chunk) => {
      chunks.push(chunk);
      if (isSilent) return;
      if (logStream) logStream.write(chunk);
      else write(chunk);
    };
  };
  child.stdout.on("data", collect(process.stdout));
  child.stdout.on("data", (/** @type {Buffer} */ chunk) => printedChunks.push(chunk));
  child.stderr.on("data", collect(process.stderr));
  const heartbeat = setInterval(() => {
    if (log) note(`... still running after ${secondsSince(started)}`);
  }, 30_000);
  /** @type {number | string | null} */
  const status = await new Promise((resolve) => {
    child.on("error", () => resolve(-1));
    child.on("close", (code, signal) => resolve(signal ? `stopped by ${signal}` : code));
  });
  clearInterval(heartbeat);
  logStream?.end();
  const output = Buffer.concat(chunks).toString("utf8");
  const printed = Buffer.concat(printedChunks).toString("utf8");
  if (status === 0 || mayFail) return { status, output, printed };
  if (log) printProblem(output.split("\n").slice(-30).join("\n"));
  const reason =
    status === -1 ? "could not be started" : typeof status === "number" ? `exit status ${status}` : status;
  const line = [command === process.execPath ? "node" : command, ...args].join(" ");
  throw new Failure(
    `${line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)} …` : line} (${reason})`,
    remedy ?? (logFile ? `The complete output is in ${logFile}.` : undefined),
  );
}
