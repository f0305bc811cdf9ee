// npm start: installs the build tools and builds the page where necessary, then serves the page on localhost.
// npm start -- --class: serves it to a room, and collects what a class predicts (docs/teaching.md).
import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { buildProgram, programPath } from "./lib/native.mjs";
import { site } from "./lib/paths.mjs";
import { heading, main, note, secondsSince, step } from "./lib/steps.mjs";
import { serve } from "./serve.mjs";
import { setup } from "./setup.mjs";

/**
 * The command that opens an address in the default browser.
 * @returns {[command: string, ...args: string[]]}
 */
function openCommand() {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  return ["xdg-open"];
}

/** @param {string} url */
function openInBrowser(url) {
  const [command, ...args] = openCommand();
  // Errors are ignored, because the address is also printed.
  spawn(command, [...args, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}

/** Runs `fairshare class` with the built page until it is interrupted. */
async function serveClass() {
  await step("Build the server of the class", () => buildProgram("quick"));
  const others = process.argv.slice(2).filter((option) => option !== "--class" && option !== "--no-open");
  heading("The class is ready");
  spawn(programPath("quick"), ["class", "--page", site, ...others], { stdio: "inherit" });
}

await main(async () => {
  const started = performance.now();
  await setup({ compiles: true });
  await build();
  if (process.argv.includes("--class")) return serveClass();
  const { close, url } = await serve();
  heading("Fairshare is ready");
  console.log(`\n   ${url}\n`);
  note(`ready after ${secondsSince(started)}; press Ctrl-C to stop`);
  const isInteractive = process.stdout.isTTY && !process.env.CI && !process.argv.includes("--no-open");
  if (isInteractive) openInBrowser(url);
  const stop = () => {
    clearInterval(parentCheck);
    void close();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  // npm starts this script in a shell, which does not forward the signal that ends npm. When the parent
  // process changes, npm has ended.
  const parent = process.ppid;
  const parentCheck = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 1000);
});
