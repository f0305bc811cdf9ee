// Every picture of the gallery is a file beside this one: open them in a browser to look at them. After a change that is
// intended, `npx vitest run web/src/charts/gallery --update` writes them again; then look at what became different.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { GALLERY } from "./gallery.ts";

for (const [name, drawPicture] of Object.entries(GALLERY))
  test(`${name} is drawn as in its file`, async () => {
    await expect(drawPicture()).toMatchFileSnapshot(`./${name}.svg`);
  });

test("every file belongs to a picture", () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".svg"));
  expect(files.filter((file) => !(file.slice(0, -4) in GALLERY))).toEqual([]);
});
