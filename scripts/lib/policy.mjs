// The content security policies of the built page and of saved files, which both state in their head. Hosts can send
// the same policy as a header (docs/hosting.md).
import { createHash } from "node:crypto";

/** @param {Record<string, string>} directives */
const policyText = (directives) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/**
 * The policy of the page: files of its own folder, WebAssembly, and no inline script or style. With Trusted Types,
 * text becomes neither markup nor script; web/src/engine/trusted.ts decides which programs may be workers.
 */
export const pagePolicy = policyText({
  "default-src": "'self'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "img-src": "'self' data: blob:",
  "style-src": "'self'",
  "connect-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "default",
});

/** The source expression of an inline script or style. @param {string} text */
const sourceOf = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/**
 * The policy of a saved file: its own scripts and style, and no request to a network.
 * @param {{ scripts: string[], style: string }} parts
 */
export const savedFilePolicy = ({ scripts, style }) =>
  policyText({
    "default-src": "'none'",
    "script-src": `${scripts.map(sourceOf).join(" ")} 'wasm-unsafe-eval'`,
    "worker-src": "blob:",
    "connect-src": "data:",
    "img-src": "data: blob:",
    "style-src": sourceOf(style),
    "font-src": "data:",
    "base-uri": "'none'",
    "form-action": "'none'",
  });
