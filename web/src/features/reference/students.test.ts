import { expect, test } from "vitest";
import algorithmThumbs from "../../generated/algorithmThumbs.json";
import catalogue from "../../generated/catalogue.json";
import lessonThumbs from "../../generated/lessonThumbs.json";
import { LANGUAGE_TAGS } from "../../language/language.ts";
import { showTexts } from "../../language/localized.ts";
import { againstDocument, rivalOf } from "./against.ts";
import { referenceTexts } from "./texts/index.ts";

const ids = catalogue.algorithms.map(({ id }) => id);

test.each(LANGUAGE_TAGS)(
  "in %s, the texts for students are three sentences about algorithms",
  async (language) => {
    await showTexts(language);
    const { inShort } = referenceTexts;
    expect(ids).toEqual(expect.arrayContaining(Object.keys(inShort)));
    expect(Object.keys(inShort).length).toBeGreaterThan(30);
    for (const [id, text] of Object.entries(inShort))
      expect(text.match(/[\p{L}\d][.](?= |$)/gu), id).toHaveLength(3);
    await showTexts("en");
  },
);

test("every algorithm has a picture in the list, with at least one line that moves", () => {
  const thumbs: Readonly<Record<string, readonly (readonly (number | null)[])[]>> = {
    ...algorithmThumbs,
    ...lessonThumbs,
  };
  for (const id of [...ids, ...Object.keys(lessonThumbs)]) {
    expect(thumbs[id], id).toBeDefined();
    expect(new Set(thumbs[id]?.flat()).size, id).toBeGreaterThan(1);
  }
});

test("an algorithm is tried against CUBIC, and CUBIC against NewReno", () => {
  expect(againstDocument({ id: "vegas", name: "TCP Vegas" }, rivalOf({ id: "vegas" }))).toMatchObject({
    title: "TCP Vegas, CUBIC",
    flows: [
      { algorithm: "vegas", label: "TCP Vegas" },
      { algorithm: "cubic", label: "CUBIC" },
    ],
  });
  expect(rivalOf({ id: "cubic" }).id).toBe("newreno");
});
