// Checks the archived engine of an earlier release before it is used. A host may have lost its files or changed them:
// a link must not be shown with another engine than its author's as if it were the same.
import { contentOf } from "./content.ts";
import { RELEASE_CONTENTS } from "./releaseContents.ts";
import { type Release, type ReleaseFile, releaseUrl } from "./releases.ts";

/** `unreachable`: there is no connection to the host. */
export type ArchiveProblem = "missing" | "changed" | "unreachable";

/** The versions whose files are complete and unchanged. */
const sound = new Set<string>();

/** What is wrong with the archive of a release on this host; null if nothing is. */
export async function archiveProblem(release: Release): Promise<ArchiveProblem | null> {
  if (sound.has(release.version)) return null;
  const files = Object.entries(RELEASE_CONTENTS[release.version]?.files ?? {});
  const problems = await Promise.all(
    files.map(([file, hash]) => fileProblem(releaseUrl(release, file as ReleaseFile), hash)),
  );
  const problem = problems.find((one) => one !== null) ?? null;
  if (problem === null) sound.add(release.version);
  return problem;
}

async function fileProblem(address: string, hash: string): Promise<ArchiveProblem | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return "missing";
    return await contentProblem(response, hash);
  } catch {
    return "unreachable";
  }
}

async function contentProblem(response: Response, hash: string): Promise<ArchiveProblem | null> {
  try {
    const found = await hashOf(await contentOf(response));
    return found === null || found === hash ? null : "changed";
  } catch {
    // The file cannot be uncompressed.
    return "changed";
  }
}

/** The SHA-256 of a content. Null without a secure context, in which browsers compute none. */
async function hashOf(content: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
