// Every check of the project, each one a function; check.mjs and test.mjs choose among them.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { serve } from "../serve.mjs";
import { toolsDir } from "./paths.mjs";
import { countCargo, countNode, countPlaywright, countVitest } from "./report.mjs";
import { nodeProgram, run } from "./run.mjs";

function program(packageName, bin, args, options) {
  const [node, file] = nodeProgram(packageName, bin);
  return run(node, [...file, ...args], options);
}

/** Runs a test program that leaves its counts in a JSON file. */
async function withJsonReport(name, count, work) {
  const file = join(toolsDir, "reports", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await work(file);
  return { status, ...count(JSON.parse(readFileSync(file, "utf8"))) };
}

export const rustFormat = () =>
  run("cargo", ["fmt", "--all", "--check"], { todo: "`npm run format` formats everything." });

export const clippy = () =>
  run("cargo", ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"], {
    todo: "Each finding above names its rule; clippy.toml has the reasons for the project's own bans.",
  });

async function cargoTest(selection) {
  const { status, output } = await run("cargo", ["test", "--workspace", "--no-fail-fast", ...selection], {
    mayFail: true,
  });
  return { status, ...countCargo(output) };
}
/** Unit tests, compiled into the library and the command. */
export const cargoUnitTests = () => cargoTest(["--lib", "--bins"]);
/** Unit tests, integration tests, and examples in the documentation. */
export const cargoTests = () => cargoTest([]);

export const types = () => program("typescript", "tsc", ["--project", "."]);

export const lint = () =>
  program("@biomejs/biome", "biome", ["check", "--error-on-warnings", "."], {
    todo: "`npm run format` mends format and import order; the rest names its rule.",
  });

export const vitest = () =>
  withJsonReport("vitest", countVitest, (file) =>
    program(
      "vitest",
      "vitest",
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
      {
        mayFail: true,
      },
    ),
  );

/** The built WebAssembly in Node: that it is what was meant to be built, and gives the native results. */
export async function wasmInNode() {
  const { status, output } = await run(process.execPath, ["--test", "--test-reporter=spec", "wasm/tests/"], {
    mayFail: true,
  });
  return { status, ...countNode(output) };
}

/** The built site in a real browser, below a sub-path and without special headers. */
export async function browserTests() {
  // A port that is free now, so that whatever else is running is left alone.
  const { server, url } = await serve({ port: 0 });
  const port = new URL(url).port;
  await new Promise((closed) => server.close(closed));
  return withJsonReport("playwright", countPlaywright, (file) =>
    program("@playwright/test", "playwright", ["test", "--reporter=list,json"], {
      mayFail: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, FAIRSHARE_PORT: port },
    }),
  );
}
