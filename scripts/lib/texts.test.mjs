import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { textDeclarations } from "./texts.mjs";

test("the declarations of texts are those of the files", async () => {
  const declarations = await textDeclarations();
  expect(declarations.size).toBeGreaterThan(20);
  for (const [file, text] of declarations)
    expect(readFileSync(file, "utf8"), `${file} is out of date: run \`npm run gen -- texts\`.`).toBe(text);
});
