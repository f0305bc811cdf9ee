// Storage and start-up faults in WebKit (e2e/firefox/faults.mjs). Its windows under a driver are always private.
import { webkit } from "../../scripts/lib/engines.mjs";
import { faultTests } from "../firefox/faults.mjs";

faultTests(webkit, {
  refused: {},
  privateWindow: {},
  withoutWasm: { environment: { JSC_useWasm: "0" } },
});
