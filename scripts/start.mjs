// npm start: installs the build tools and builds the page where necessary, then serves the page on localhost.
import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { heading, main, note, secondsSince } from "./lib/steps.mjs";
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

await main(async () => {
  const started = performance.now();
  await setup({ compiles: true });
  await build();
  const { server, url } = await serve();
  heading("Fairshare is ready");
  console.log(`\n   ${url}\n`);
  note(`ready after ${secondsSince(started)}; press Ctrl-C to stop`);
  const isInteractive = process.stdout.isTTY && !process.env.CI && !process.argv.includes("--no-open");
  if (isInteractive) openInBrowser(url);
  const stop = () => {
    clearInterval(parentCheck);
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  // npm starts this script in a shell, which does not forward the signal that ends npm. When the parent
  // process changes, npm has ended.
  const parent = process.ppid;
  const parentCheck = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 1000);
});
