// A file that works without a server: the page with its content in one HTML file.
import { pageBase } from "../../address/pageAddress.ts";
import type { FileContent } from "../../extension/feature.ts";

/** The file without content (scripts/lib/singleFile.mjs). */
const TEMPLATE = "embed/fairshare.html";

/** The position of the content in the template. */
const PLACE = '<script type="application/json" id="fairshare-content">null</script>';

/** Thrown if the site has another version than the page, so that its file would give other results. */
export class Outdated extends Error {}

/** The template with content. `version` is the version of the page's engine. */
export function fileWith(template: string, content: FileContent, home: string): string {
  const [head, tail] = template.split(PLACE);
  if (head === undefined || tail === undefined) throw new Error("The template has no place for the content.");
  // In a script element, "<" could end the element.
  const json = JSON.stringify({ ...content, home }).replaceAll("<", "\\u003c");
  return `${head}${PLACE.replace("null", () => json)}${tail}`;
}

async function fetchTemplate(version: string): Promise<string> {
  const response = await fetch(new URL(TEMPLATE, document.baseURI), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${TEMPLATE} could not be loaded (status ${response.status}).`);
  const template = await response.text();
  if (!template.includes(`<meta name="version" content="${version}">`)) throw new Outdated();
  return template;
}

export async function savedHtml(content: FileContent, version: string): Promise<string> {
  return fileWith(await fetchTemplate(version), content, pageBase());
}
