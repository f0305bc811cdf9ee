// Which scripts may become workers of the page, where browsers have Trusted Types: only scripts of the page's own
// origin. Markup and scripts from text are not allowed at all (scripts/lib/policy.mjs).

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/** Returns the address of a script of the page, and throws for any other address. */
function ownScript(address: string): string {
  if (new URL(address, document.baseURI).origin !== location.origin)
    throw new TypeError(`${address} is not a script of this page.`);
  return address;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createScriptURL: ownScript });
