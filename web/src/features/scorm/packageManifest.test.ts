// @vitest-environment jsdom
// The manifest against the rules of the schemas of SCORM 1.2 (imscp_rootv1p1p2.xsd and adlcp_rootv1p2.xsd):
// which elements and attributes an element has, in which order, how often, and which of them are identifiers
// or refer to one.
import { expect, test } from "vitest";
import { MANIFEST_NAME, PAGE_NAME, scormManifest } from "./packageManifest.ts";

const IMS = "http://www.imsproject.org/xsd/imscp_rootv1p1p2";
const ADL = "http://www.adlnet.org/xsd/adlcp_rootv1p2";
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

interface Rule {
  /** The children in their order: name, least and greatest number. */
  readonly children?: readonly (readonly [name: string, least: number, most: number])[];
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** What the text must match. Elements without this rule have no text. */
  readonly text?: RegExp;
}

const MANY = Number.POSITIVE_INFINITY;

/**
 * The part of the schemas for the elements of a package with resources. Names without a prefix belong to the
 * namespace of IMS.
 */
const SCHEMA: Readonly<Record<string, Rule>> = {
  manifest: {
    children: [
      ["metadata", 0, 1],
      ["organizations", 1, 1],
      ["resources", 1, 1],
      ["manifest", 0, MANY],
    ],
    required: ["identifier"],
    optional: ["version", "xml:base", "xsi:schemaLocation"],
  },
  metadata: {
    children: [
      ["schema", 0, 1],
      ["schemaversion", 0, 1],
    ],
  },
  schema: { text: /^ADL SCORM$/ },
  schemaversion: { text: /^1\.2$/ },
  organizations: { children: [["organization", 0, MANY]], optional: ["default"] },
  organization: {
    children: [
      ["title", 0, 1],
      ["item", 0, MANY],
      ["metadata", 0, 1],
    ],
    required: ["identifier"],
    optional: ["structure"],
  },
  title: { text: /^.{1,200}$/s },
  item: {
    children: [
      ["title", 0, 1],
      ["item", 0, MANY],
      ["metadata", 0, 1],
      ["adlcp:prerequisites", 0, 1],
      ["adlcp:maxtimeallowed", 0, 1],
      ["adlcp:timelimitaction", 0, 1],
      ["adlcp:datafromlms", 0, 1],
      ["adlcp:masteryscore", 0, 1],
    ],
    required: ["identifier"],
    optional: ["identifierref", "isvisible", "parameters"],
  },
  resources: { children: [["resource", 0, MANY]], optional: ["xml:base"] },
  resource: {
    children: [
      ["metadata", 0, 1],
      ["file", 0, MANY],
      ["dependency", 0, MANY],
    ],
    required: ["identifier", "type", "adlcp:scormtype"],
    optional: ["href", "xml:base"],
  },
  file: { children: [["metadata", 0, 1]], required: ["href"] },
};

const PREFIXES: Readonly<Record<string, string>> = { [ADL]: "adlcp:", [XSI]: "xsi:" };
const XMLNS = "http://www.w3.org/2000/xmlns/";

/** The problems of an element and of everything in it. */
function problemsOf(element: Element): string[] {
  const name = `${element.namespaceURI === IMS ? "" : (PREFIXES[element.namespaceURI ?? ""] ?? "?:")}${element.localName}`;
  const rule = SCHEMA[name];
  if (!rule) return [`unknown element ${name}`];
  const problems: string[] = [];
  const attributes = [...element.attributes]
    .filter(({ namespaceURI }) => namespaceURI !== XMLNS)
    .map((attribute) => `${PREFIXES[attribute.namespaceURI ?? ""] ?? ""}${attribute.localName}`);
  for (const required of rule.required ?? [])
    if (!attributes.includes(required)) problems.push(`${name} lacks ${required}`);
  for (const attribute of attributes)
    if (![...(rule.required ?? []), ...(rule.optional ?? [])].includes(attribute))
      problems.push(`${name} must not have ${attribute}`);
  const children = [...element.children].map(({ localName }) => localName);
  const places = children.map((child) => (rule.children ?? []).findIndex(([known]) => known === child));
  if (places.some((place, i) => place < 0 || place < (places[i - 1] ?? 0)))
    problems.push(`${name} has ${children.join(", ")}, which is not allowed or not in order`);
  for (const [child, least, most] of rule.children ?? []) {
    const count = children.filter((other) => other === child).length;
    if (count < least || count > most) problems.push(`${name} has ${count} times ${child}`);
  }
  const text = [...element.childNodes]
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ nodeValue }) => nodeValue)
    .join("");
  if (!(rule.text ?? /^\s*$/).test(text)) problems.push(`${name} has the text ${text}`);
  return [...problems, ...[...element.children].flatMap(problemsOf)];
}

function problems(xml: string): string[] {
  const doc = new DOMParser().parseFromString(xml, "application/xml");
  const broken = doc.querySelector("parsererror");
  if (broken) return [broken.textContent ?? ""];
  const all = [...doc.querySelectorAll("*")];
  const ids = all.flatMap((element) => element.getAttribute("identifier") ?? []);
  const found = problemsOf(doc.documentElement);
  if (new Set(ids).size !== ids.length) found.push("an identifier is used twice");
  // The type of identifiers is xs:ID.
  for (const id of ids) if (!/^[A-Za-z_][\w.-]*$/.test(id)) found.push(`${id} is no identifier`);
  const idsOf = (name: string): (string | null)[] =>
    all.filter(({ localName }) => localName === name).map((e) => e.getAttribute("identifier"));
  for (const item of all.filter(({ localName }) => localName === "item"))
    if (!idsOf("resource").includes(item.getAttribute("identifierref")))
      found.push("an item refers to no resource");
  const first = all.find(({ localName }) => localName === "organizations")?.getAttribute("default");
  if (!idsOf("organization").includes(first ?? null)) found.push("the default organization does not exist");
  for (const resource of all.filter(({ localName }) => localName === "resource")) {
    if (!["sco", "asset"].includes(resource.getAttributeNS(ADL, "scormtype") ?? ""))
      found.push("the type of a resource is wrong");
    const hrefs = [...resource.children].map((file) => file.getAttribute("href"));
    if (!hrefs.includes(resource.getAttribute("href"))) found.push("a resource does not contain its page");
  }
  return found;
}

test("the manifest follows the schema of SCORM 1.2", () => {
  expect(problems(scormManifest({ id: "how-big-a-buffer", title: "How big a buffer?" }))).toEqual([]);
  expect(MANIFEST_NAME).toBe("imsmanifest.xml");
});

test("titles with special characters stay texts", () => {
  const title = `<b>"A" & 'B'</b> \u0001 ${"x".repeat(300)}`;
  const xml = scormManifest({ id: "x", title });
  expect(problems(xml)).toEqual([]);
  const shown = new DOMParser()
    .parseFromString(xml, "application/xml")
    .querySelector("item > title")?.textContent;
  expect(shown?.startsWith(`<b>"A" & 'B'</b>`)).toBe(true);
});

test("the rules find mistakes", () => {
  const valid = scormManifest({ id: "x", title: "X" });
  const mistakes: readonly (readonly [string, string])[] = [
    [' adlcp:scormtype="sco"', ""],
    ['identifierref="page"', 'identifierref="other"'],
    ['default="course"', 'default="none"'],
    [`<file href="${PAGE_NAME}"/>`, '<file href="else.html"/>'],
    ["<schemaversion>1.2</schemaversion>", "<schemaversion>2004</schemaversion>"],
    ['identifier="item"', 'identifier="1 item"'],
    ["<title>X</title>\n      <item", "<item"],
  ];
  for (const [from, to] of mistakes.slice(0, -1))
    expect(problems(valid.replace(from, to)), from).not.toEqual([]);
  // A title of an organization is not required by the schema.
  const [from, to] = mistakes.at(-1) ?? ["", ""];
  expect(problems(valid.replace(from, to))).toEqual([]);
  expect(problems(valid.replace("</organizations>", ""))).not.toEqual([]);
});
