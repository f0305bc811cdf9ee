// The main tasks of a user in Firefox, and the result IDs of every tenth golden scenario and example. `npm
// test` runs these tests if Firefox is installed; `npm run validate` compares all of these result IDs.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { differingIds, firefox } from "../../scripts/lib/engines.mjs";
import { nativeResultIds, pageExamples, parityDocuments } from "../../scripts/lib/parity.mjs";
import { site } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/serve.mjs";
import { inPageOf } from "./inPage.mjs";

/** @type {import("../../scripts/lib/engines.mjs").Session} */
let session;
/** @type {Awaited<ReturnType<typeof serve>>} */
let host;
before(async () => {
  host = await serve({ base: "/any/path/", port: 0 });
  session = await firefox.start();
});
after(async () => {
  await session.close();
  await host.close();
});

/** Runs a script in the page. @param {string} body @param {unknown[]} args */
const inPage = (body, ...args) => inPageOf(session)(body, ...args);

test("the result IDs of golden scenarios and examples equal those of the native simulator", async () => {
  const documents = (await parityDocuments()).filter((_, index) => index % 10 === 0);
  const { differing } = await differingIds(firefox, documents, await nativeResultIds(documents));
  assert.deepEqual(differing, []);
});

test("an edited example can be compared and shared", async () => {
  const [first] = await pageExamples();
  assert.ok(first);
  const edited = structuredClone(first.doc);
  const network = /** @type {any} */ (edited.network);
  network.forward.queue = { ...network.forward.queue, limit: { packets: 17 } };
  const documents = [first.doc, edited].map((doc) => ({ name: "", text: JSON.stringify(doc) }));
  const [original, changed] = await nativeResultIds(documents);

  await session.open(`${host.url}#p=near-far`);
  assert.equal(await inPage(`return await wait("a result", resultInAddress);`), original);

  const afterEdit = await inPage(
    `(await control("button", "Pause")).click();
     await fill("Buffer, exact value", "17");
     return await wait("another result", () => resultInAddress() !== args[0] && resultInAddress());`,
    original,
  );
  assert.equal(afterEdit, changed);

  const compared = await inPage(
    `const line = await wait("the last change", () =>
       [...document.querySelectorAll("p.last-change")].find((line) => line.textContent.includes("Last change")));
     (await control("button", "Compare", line)).click();
     return await wait("settings", () => named("table", "Settings that differ")?.textContent);`,
  );
  assert.match(compared, /buffer.*30.*17/i);

  const { link, result } = await inPage(
    `(await control("header button", "Share")).click();
     const id = await wait("the result ID", () => document.querySelector("dialog .result-id")?.textContent);
     const link = await wait("the link", () => [...document.querySelectorAll("dialog input, dialog textarea")].map((box) => box.value).find((text) => text.startsWith("http")));
     return { link, result: id };`,
  );
  assert.equal(result, changed);
  // Another tab has no history of this one. In this tab, the link would count as a reload.
  await inPage(`addEventListener("pagehide", () => sessionStorage.clear()); return null;`);
  await session.open("about:blank");
  await session.open(link);
  const notice = await inPage(
    `return await wait("the notice", () => [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent).find((text) => text.includes("as the link states")));`,
  );
  assert.match(notice, /buffer 30 → 17/);
});

test("the page that is saved as one file gives the same result", async () => {
  const [first] = await pageExamples();
  assert.ok(first);
  const [expected] = await nativeResultIds([{ name: "", text: JSON.stringify(first.doc) }]);
  const template = readFileSync(join(site, "embed", "fairshare.html"), "utf8");
  const place = 'id="fairshare-content">null<';
  assert.ok(template.includes(place));
  const content = JSON.stringify({ fragment: `#p=${first.id}`, home: "https://course.example/fairshare/" });
  const folder = mkdtempSync(join(tmpdir(), "fairshare-file-"));
  try {
    const file = join(folder, "saved.html");
    writeFileSync(
      file,
      template.replace(place, () => place.replace("null", content)),
    );
    await session.open(pathToFileURL(file).href);
    const { result, link, resources } = await inPage(
      `(await control("header button", "Share")).click();
       const result = await wait("the result ID", () => /^[0-9a-f]{16}$/.exec(document.querySelector("dialog .result-id")?.textContent)?.[0]);
       const link = await wait("the link", () => document.querySelector("dialog textarea")?.value);
       const resources = performance.getEntriesByType("resource").map(({ name }) => name.slice(0, 5));
       return { result, link, resources: resources.filter((start) => start !== "blob:" && start !== "data:") };`,
    );
    assert.equal(result, expected);
    assert.ok(link.startsWith("https://course.example/fairshare/#"), link);
    assert.deepEqual(resources, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
