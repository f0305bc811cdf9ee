// Storage and start-up faults in Firefox (faults.mjs).
import { firefox } from "../../scripts/lib/engines.mjs";
import { faultTests } from "./faults.mjs";

faultTests(firefox, {
  // Firefox refuses all data of sites.
  refused: { preferences: { "network.cookie.cookieBehavior": 2 } },
  privateWindow: { preferences: { "browser.privatebrowsing.autostart": true } },
  withoutWasm: { preferences: { "javascript.options.wasm": false } },
});
