// npm start: sets up and builds what is not there yet, then serves the page on localhost.
import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { heading, main, note, seconds } from "./lib/steps.mjs";
import { serve } from "./serve.mjs";
import { setup } from "./setup.mjs";

function openInBrowser(url) {
  const [command, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[process.platform] ?? [
    "xdg-open",
  ];
  // Not being able to open it is no error: the address is on the screen.
  spawn(command, [...args, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}

await main(async () => {
  const started = performance.now();
  await setup();
  await build();
  const { server, url } = await serve();
  heading("Fairshare is ready");
  console.log(`\n   ${url}\n`);
  note(`ready after ${seconds(started)}; Ctrl-C stops it`);
  const person = process.stdout.isTTY && !process.env.CI && !process.argv.includes("--no-open");
  if (person) openInBrowser(url);
  const stop = () => {
    clearInterval(orphaned);
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  // A signal that ends npm ends the shell between it and this process without being passed on.
  const parent = process.ppid;
  const orphaned = setInterval(() => process.ppid !== parent && stop(), 1000);
});
