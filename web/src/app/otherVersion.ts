// Links that another version of Fairshare made. A release is a whole site in the folder `v/VERSION/` of a host, which never
// changes, so such a link can be opened with the version that made it.
import { pageBase } from "../address/pageAddress.ts";

/** Thrown when a link names another version than the page's. */
export class OtherVersion extends Error {
  constructor(readonly version: string) {
    super(`The link was made by version ${version}.`);
  }
}

/** The site of a release on this host, which need not exist. The page itself may be the site of a release. */
export function siteOf(version: string, base = pageBase()): string {
  const { origin, pathname } = new URL(base);
  const folder = pathname.replace(/[^/]*$/, "").replace(/v\/[^/]+\/$/, "");
  return `${origin}${folder}v/${encodeURIComponent(version)}/`;
}

/**
 * Whether a site exists. The file that is asked for belongs to every release and is no page, because some hosts answer with a
 * page if there is no file.
 */
export async function hasSite(site: string): Promise<boolean> {
  try {
    const response = await fetch(`${site}icon.svg`, { method: "HEAD" });
    return response.ok && (response.headers.get("content-type") ?? "").startsWith("image/");
  } catch {
    return false;
  }
}
