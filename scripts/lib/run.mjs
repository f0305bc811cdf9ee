// Runs other programs with the project's own tools first on the PATH.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { inRoot, root, toolsBin, toolsDir } from "./paths.mjs";
import { Failure, note, seconds } from "./steps.mjs";

const windows = process.platform === "win32";

export function environment(extra = {}) {
  const env = { ...process.env, ...extra };
  const path = Object.keys(env).find((name) => name.toLowerCase() === "path") ?? "PATH";
  env[path] = [toolsBin, inRoot("node_modules", ".bin"), env[path]].join(delimiter);
  return env;
}

/** The command and arguments that start an npm-installed program without a shell. */
export function nodeProgram(packageName, bin) {
  const folder = inRoot("node_modules", ...packageName.split("/"));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = typeof manifest.bin === "string" ? manifest.bin : manifest.bin[bin];
  return [process.execPath, [join(folder, file)]];
}

/** A program's standard output, trimmed, or undefined when it is missing or fails. */
export function ask(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: windows && command === "npm",
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/**
 * Runs a program to its end. Its output is shown as it comes and also returned, or goes to a log file when `log` names
 * one (long, dull output of installers). Throws a Failure unless it exits 0 or `mayFail` is set.
 */
export async function run(command, args, { env = {}, log, todo, mayFail = false, timeout } = {}) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: environment(
      process.stdout.isTTY && !log ? { FORCE_COLOR: "1", CARGO_TERM_COLOR: "always", ...env } : env,
    ),
    stdio: ["ignore", "pipe", "pipe"],
    shell: windows && command === "npm",
    timeout,
  });
  let logFile;
  let stream;
  if (log) {
    logFile = join(toolsDir, "log", `${log}.log`);
    mkdirSync(dirname(logFile), { recursive: true });
    stream = createWriteStream(logFile);
  }
  const chunks = [];
  const take = (to) => (chunk) => {
    chunks.push(chunk);
    (stream ?? to).write(chunk);
  };
  child.stdout.on("data", take(process.stdout));
  child.stderr.on("data", take(process.stderr));
  const heartbeat = log && setInterval(() => note(`... still at it after ${seconds(started)}`), 30_000);
  const status = await new Promise((resolve) => {
    child.on("error", () => resolve(-1));
    child.on("close", (code, signal) => resolve(signal ? `stopped by ${signal}` : code));
  });
  clearInterval(heartbeat);
  stream?.end();
  const output = Buffer.concat(chunks).toString("utf8");
  if (status === 0 || mayFail) return { status, output };
  if (log) process.stderr.write(`${output.split("\n").slice(-30).join("\n")}\n`);
  const said =
    status === -1 ? "could not be started" : typeof status === "number" ? `exit status ${status}` : status;
  const hint = todo ?? (logFile ? `The whole output is in ${logFile}.` : undefined);
  throw new Failure(
    `${[command === process.execPath ? "node" : command, ...args].join(" ")} (${said})`,
    hint,
  );
}
