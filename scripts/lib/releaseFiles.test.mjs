// The steps of a release but its builds.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { BUILDER_SETTINGS } from "./releaseBuilds.mjs";
import {
  archiveEngine,
  citationOf,
  compareHashes,
  datedNotes,
  differentTools,
  ENGINE_FILES,
  hashesBelow,
  hashOfAll,
  missingParts,
  notesOf,
  notesWithHashes,
  problemsBefore,
  releaseTime,
  remedyOf,
  sha256,
  tarOf,
  withContents,
  withRelease,
} from "./releaseFiles.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fairshare-release-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} parts */
const read = (...parts) => readFileSync(inRoot(...parts), "utf8");

const NOTES = `# Releases

Text.

## 9.0.0 (in preparation)

Until 9.0.0 is released, the version is 9.0.0-dev. Results differ.

- A change

## 8.0.0 (1 January 2026)

Older.
`;
const STEPS = ["tree", "suite", "version", "figures", "engine", "builds"];
const ready = {
  version: "9.0.0",
  stated: "9.0.0-dev",
  status: "",
  branch: "main",
  tags: ["v8.0.0"],
  notes: NOTES,
  archived: ["8.0.0"],
  committer: "Somebody <somebody@example.org> 0 +0000",
  steps: STEPS,
};

describe("before a release", () => {
  test("a clean tree of a version in preparation has no problems", () => {
    expect(problemsBefore(ready)).toEqual([]);
  });
  test.each([
    [{ version: "9.0.0-dev" }, "is no version"],
    [{ version: "" }, "is no version"],
    [{ status: " M Cargo.toml" }, "uncommitted"],
    [{ branch: "topic" }, "branch main"],
    [{ tags: ["v9.0.0"] }, "tag v9.0.0"],
    [{ archived: ["9.0.0"] }, "archived already"],
    [{ version: "9.1.0" }, "no section"],
    [{ committer: undefined }, "git config user.name"],
  ])("%j is a problem", (change, sentence) => {
    expect(problemsBefore({ ...ready, ...change }).join("\n")).toContain(sentence);
  });

  const later = {
    ...ready,
    stated: "9.0.0",
    status: " M docs/validation.md",
    notes: datedNotes(NOTES, "9.0.0", "2026-12-03"),
    archived: ["8.0.0", "9.0.0"],
    steps: ["figures", "engine", "builds"],
  };
  test("a release continues after a failure, with what its earlier steps have changed", () => {
    expect(problemsBefore(later)).toEqual([]);
  });
  test("a later step is refused while the sources state another version", () => {
    expect(problemsBefore({ ...later, stated: "9.0.0-dev" }).join()).toContain(
      "state the version 9.0.0-dev. Continue with --from version.",
    );
  });
  test("a later step is refused without a version, with another branch, and after the tag", () => {
    expect(problemsBefore({ ...later, version: "" })).toHaveLength(1);
    expect(problemsBefore({ ...later, branch: "topic", tags: ["v9.0.0"] })).toHaveLength(2);
  });
});

describe("the texts of a version", () => {
  test("the notes are dated, and their section ends before the previous version", () => {
    const dated = datedNotes(NOTES, "9.0.0", "2026-12-03");
    expect(dated).toContain("\n## 9.0.0 (3 December 2026)\n");
    expect(dated).not.toContain("in preparation");
    expect(notesOf(dated, "9.0.0")).toBe(
      "## 9.0.0 (3 December 2026)\n\nTag `v9.0.0`. Results differ.\n\n- A change",
    );
  });
  test("the notes of the present version can be dated", () => {
    const version = simulatorVersion().replace(/-.*/, "");
    const notes = read("docs", "releases.md");
    if (!notes.includes(`## ${version} (in preparation)`)) return;
    expect(notesOf(datedNotes(notes, version, "2026-12-03"), version)).toContain(`Tag \`v${version}\`.`);
  });
  test("the citation states the version and its date, once each", () => {
    const text = citationOf(citationOf(read("CITATION.cff"), "9.0.0", "2026-12-03"), "9.0.1", "2026-12-04");
    expect(text.match(/^(version|date-released): .*$/gm)).toEqual([
      "version: 9.0.1",
      'date-released: "2026-12-04"',
    ]);
  });
  test("archives state the day of the release, also after later commits", () => {
    const text = citationOf(read("CITATION.cff"), "9.0.0", "2026-12-03");
    expect(releaseTime(text) * 1000).toBe(Date.UTC(2026, 11, 3));
    // Zip archives begin in 1980.
    expect(releaseTime("version: 9.0.0-dev\n") * 1000).toBe(Date.UTC(1980, 0, 1));
  });
  test("the citation states the version of the simulator", () => {
    expect(read("CITATION.cff")).toContain(`\nversion: ${simulatorVersion()}\n`);
  });
});

describe("the archive of an engine", () => {
  const contents = Object.fromEntries(
    ENGINE_FILES.map((name) => [name, Buffer.from(`the content of ${name}`)]),
  );

  test("it has the contents, compressed except the script, and is never written twice", () => {
    const target = join(folder, "9.0.0");
    const hashes = archiveEngine(target, contents);
    for (const name of ENGINE_FILES) {
      const stored = name.endsWith(".js")
        ? readFileSync(join(target, name))
        : gunzipSync(readFileSync(join(target, `${name}.gz`)));
      expect(sha256(stored)).toBe(hashes[name]);
    }
    expect(() => archiveEngine(target, contents)).toThrow("never changes");
  });
  test("it is the same for everyone: the compressed files state no time", () => {
    archiveEngine(join(folder, "a"), contents);
    archiveEngine(join(folder, "b"), contents);
    expect(hashesBelow(join(folder, "a"))).toEqual(hashesBelow(join(folder, "b")));
    expect(readFileSync(join(folder, "a", "catalogue.json.gz")).readUInt32LE(4)).toBe(0);
  });
  test("both lists of releases get one entry at their end, also when the step is repeated", () => {
    const releases = withRelease(read("web", "src", "engine", "releases.ts"), "9.0.0");
    expect(releases).toMatch(
      /\{ version: "0\.2\.0", boundary: 2 \},\n(?: {2}\{.*\n)* {2}\{ version: "9\.0\.0", boundary: 2 \},\n\];/,
    );
    const list = withContents(read("web", "src", "engine", "releaseContents.ts"), "9.0.0", "abc", { x: "1" });
    expect(withRelease(releases, "9.0.0")).toBe(releases);
    expect(withContents(list, "9.0.0", "def", { x: "2" })).toBe(
      list.replace('"abc"', '"def"').replace('"x": "1"', '"x": "2"'),
    );
    expect(list).toContain(
      '  "9.0.0": {\n    commit: "abc",\n    files: {\n      "x": "1",\n    },\n  },\n};\n',
    );
  });
});

describe("the hashes of a release", () => {
  const hashes = {
    version: "9.0.0",
    rust: "rustc 1",
    node: "20.1.0",
    platform: "linux-x64",
    linker: "cc 1; ld 1",
    page: { "a.js": "1", "b/c.js": "2" },
    native: { fairshare: "3" },
  };
  test("they cover all files of a folder in a fixed order", () => {
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "b", "c.js"), "x");
    writeFileSync(join(folder, "a.js"), "y");
    const found = hashesBelow(folder);
    expect(Object.keys(found)).toEqual(["a.js", "b/c.js"]);
    expect(found["b/c.js"]).toBe(sha256(Buffer.from("x")));
    expect(hashOfAll(found)).not.toBe(hashOfAll({ "a.js": found["a.js"] ?? "" }));
  });
  test("a tar file of a folder contains its files, and is the same for everyone", () => {
    const site = join(folder, "site");
    const copy = join(folder, "copy");
    const out = join(folder, "out");
    const time = Date.UTC(2020, 11, 3) / 1000;
    for (const target of [site, copy]) {
      mkdirSync(join(target, "b"), { recursive: true });
      writeFileSync(join(target, "b", "long.js"), "x".repeat(700));
      writeFileSync(join(target, "a.html"), "y".repeat(512));
    }
    const tar = tarOf(site, "page", time);
    expect(sha256(tarOf(copy, "page", time))).toBe(sha256(tar));
    mkdirSync(out);
    execFileSync("tar", ["-xzf", "-", "-C", out], { input: tar });
    expect(hashesBelow(join(out, "page"))).toEqual(hashesBelow(site));
    expect(statSync(join(out, "page", "a.html")).mtime.toISOString()).toBe("2020-12-03T00:00:00.000Z");
  });
  test("equal builds have no differences", () => {
    expect(compareHashes(hashes, hashes)).toEqual({ differences: [], skipped: [] });
  });
  test("other tools are stated", () => {
    expect(differentTools(hashes, hashes)).toEqual([]);
    const other = differentTools(hashes, {
      rust: "rustc 2",
      node: "22.0.0",
      platform: "linux-x64",
      linker: "cc 2",
    });
    expect(other.join("\n")).toMatch(
      /built with rustc 1, this machine has rustc 2\..*built with Node 20\.1\.0, this machine has 22\.0\.0\..*linked with cc 1; ld 1, this machine has cc 2\./s,
    );
  });
  test("on another platform, only the page is compared, which is stated", () => {
    const found = { ...hashes, platform: "darwin-arm64", native: {} };
    expect(compareHashes(hashes, found)).toEqual({ differences: [], skipped: ["fairshare"] });
    expect(differentTools(hashes, found).join()).toContain("only the page is built and compared");
  });
  test("a wheel that cannot be built here is not compared, but the command line is", () => {
    const native = { fairshare: "3", "fairshare-9.0.0-cp311-abi3-linux.whl": "4" };
    const { differences, skipped } = compareHashes(
      { ...hashes, native },
      { ...hashes, native: { fairshare: "5" } },
    );
    expect(differences).toEqual(["fairshare of the builds for this platform differs."]);
    expect(skipped).toEqual(["fairshare-9.0.0-cp311-abi3-linux.whl"]);
  });
  test("changed, missing and further files are named", () => {
    const found = { ...hashes, page: { "a.js": "9", "d.js": "1" } };
    expect(compareHashes(hashes, found).differences).toEqual([
      "a.js of the page differs.",
      "b/c.js of the page is missing.",
      "d.js of the page is not part of the release.",
    ]);
  });
  test("what to do about a difference depends on the sources and the tools", () => {
    expect(remedyOf(true, true)).toContain("fresh clone");
    expect(remedyOf(false, true)).toContain("Install the same versions");
    expect(remedyOf(false, false)).toContain("Report it");
  });
  test("the notes state every hash, and the command that compares them", () => {
    const text = notesWithHashes("## 9.0.0", hashes);
    expect(text).toContain("`npm run verify -- 9.0.0`");
    expect(text).toContain("| fairshare | `3` |");
    expect(text).toContain(hashOfAll(hashes.page));
  });
  test("a release has the page, both modules, the command line, the wheel and the bill of materials", () => {
    const modules = ["fairshare_wasm_bg", "fairshare_laboratory_wasm_bg"];
    const page = Object.fromEntries([
      ["index.html", "1"],
      ...modules.map((name, index) => [`assets/${name}-Dy8bX0mb.wasm`, `hash ${index}`]),
    ]);
    const native = { "fairshare.exe": "2", "fairshare-9.whl": "3", "parts.cdx.json": "4" };
    expect(missingParts({ ...hashes, page, native })).toEqual([]);
    expect(missingParts({ ...hashes, page: {}, native: {} })).toHaveLength(6);
    const text = notesWithHashes("## 9.0.0", { ...hashes, page, native });
    expect(text).toContain("| assets/fairshare_laboratory_wasm_bg-Dy8bX0mb.wasm | `hash 1` |");
  });
  test("no setting of the builder's environment changes the optimisation or the linker", () => {
    const names = [
      "CARGO_INCREMENTAL",
      "CARGO_BUILD_INCREMENTAL",
      "CARGO_PROFILE_RELEASE_LTO",
      "CARGO_BUILD_TARGET",
      "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
    ];
    expect(names.filter((name) => !BUILDER_SETTINGS.test(name))).toEqual([]);
    expect(BUILDER_SETTINGS.test("CARGO_BUILD_TARGET_DIR")).toBe(false);
    expect(BUILDER_SETTINGS.test("CARGO_TARGET_DIR")).toBe(false);
  });
});
