// Which programs may become workers of the page, where browsers have Trusted Types: only those of the page's own
// origin. Markup and scripts from text are not allowed at all (scripts/lib/policy.mjs).

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/** Returns the address of a program of the page, and throws for any other address. */
function ownProgram(address: string): string {
  if (new URL(address, document.baseURI).origin !== location.origin)
    throw new TypeError(`${address} is no program of this page.`);
  return address;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createScriptURL: ownProgram });
