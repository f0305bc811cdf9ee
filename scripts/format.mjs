// npm run format: formats Rust, TypeScript, JavaScript and CSS.
import { formatAll } from "./lib/checks.mjs";
import { main } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ linters: true });
  await formatAll();
});
