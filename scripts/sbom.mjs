// npm run sbom [-- FILE]: writes the bill of materials of all parts with their licences (CycloneDX), to the terminal or
// to a file.
import { writeFileSync } from "node:fs";
import { billOfMaterials } from "./lib/parts.mjs";
import { simulatorVersion } from "./lib/paths.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const text = `${JSON.stringify(billOfMaterials(simulatorVersion()), null, 1)}\n`;
  const [file] = process.argv.slice(2);
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
});
