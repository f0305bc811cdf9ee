/** What has a decimal point in every language: moments in links, versions, and sections of books. */
const WITH_POINTS =
  /at:[\d.]+|802\.11|(SCORM |HTTP\/)1\.\d|FreeBSD 2\.2\.6|(vor|ant\u00e9rieures \u00e0) 1\.0|(Abschnitt|section|sections) [\d.]+/g;

/** A text without these parts. In the rest of a German or French text, numbers have a decimal comma. */
export const withoutPoints = (text: string): string => text.replace(WITH_POINTS, "");
