// The manifest of a SCORM 1.2 package with one page (SCORM Content Aggregation Model 1.2, section 2.3).

export interface PackageTexts {
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
