// Every picture of the gallery is an SVG file in this folder, which a browser can show. After an intended
// change, run `npx vitest run web/src/charts/gallery --update` to write the files again, and review the
// differences.
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { loadWasm } from "../../engine/testWasm.ts";
import { GALLERY } from "../tests/gallery.ts";

beforeAll(loadWasm);

for (const [name, drawPicture] of Object.entries(GALLERY))
  test(`${name} is drawn as in its file`, async () => {
    await expect(drawPicture()).toMatchFileSnapshot(`./${name}.svg`);
  });

test("every file belongs to a picture", () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".svg"));
  expect(files.filter((file) => !(file.slice(0, -4) in GALLERY))).toEqual([]);
});
