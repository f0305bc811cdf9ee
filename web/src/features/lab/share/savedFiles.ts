// Files that work without a server: the page with its content in one HTML file, and a SCORM package that
// contains this file.

import { strToU8, zipSync } from "fflate";
import { pageBase, type SavedFile } from "../../../address/pageAddress.ts";

/** The file without content (scripts/lib/singleFile.mjs). */
const TEMPLATE = "embed/fairshare.html";

/** The position of the content in the template. */
const PLACE = '<script type="application/json" id="fairshare-content">null</script>';

export type FileContent = Pick<SavedFile, "fragment" | "scorm">;

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

/** A SCORM package. Its page opens `fragment`. */
export async function scormPackage(fragment: string, texts: PackageTexts, version: string): Promise<Blob> {
  const page = await savedHtml({ fragment, scorm: true }, version);
  return zip({ [MANIFEST_NAME]: scormManifest(texts), [PAGE_NAME]: page });
}

/** All files have the earliest date of the format, so equal contents give equal bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1) };

/** A zip file with texts by their names. */
export function zip(files: Readonly<Record<string, string>>): Blob {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return new Blob([zipSync(Object.fromEntries(entries), OPTIONS)], { type: "application/zip" });
}

interface PackageTexts {
  /** Letters, digits, dots, hyphens and underscores; it begins with a letter. */
  readonly id: string;
  readonly title: string;
}

export const MANIFEST_NAME = "imsmanifest.xml";
/** The page of the package. */
export const PAGE_NAME = "index.html";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;",
  "<": "&lt;",
  ">": "&gt;",
};

const escapeXml = (text: string): string =>
  text
    // Characters that XML does not allow at all.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replace(/[&"'<>]/g, (character) => ENTITIES[character] ?? character);

/** The schema limits titles to 200 characters. */
const MAX_TITLE = 200;

export function scormManifest({ id, title }: PackageTexts): string {
  const shown = escapeXml(title.slice(0, MAX_TITLE));
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="fairshare-${escapeXml(id)}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${shown}</title>
      <item identifier="item" identifierref="page" isvisible="true">
        <title>${shown}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${PAGE_NAME}">
      <file href="${PAGE_NAME}"/>
    </resource>
  </resources>
</manifest>
`;
}
