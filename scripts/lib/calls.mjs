// The tables of calls, from the results that sim-core/simulation/tests/media_cases.rs stores.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { table } from "./tables.mjs";

/** @typedef {{ goodput: number[], other: number, wait: number, loss: number, in_time: number }} Call */

/** @returns {Record<string, Call>} */
export const readCalls = () => JSON.parse(readFileSync(inRoot("docs", "validation", "media.json"), "utf8"));

const controllers = {
  gcc: "GCC",
  "gcc-draft": "GCC, the draft's rules",
  nada: "NADA",
  scream: "SCReAM",
  scream2: "SCReAM v2",
  c4: "C4",
};
const downloads = { cubic: "CUBIC", bbr: "BBR", prague: "TCP Prague" };
const queues = { drop_tail: "drop-tail", fq_codel: "FQ-CoDel", dual_pi2: "DualPI2" };

/** The titles of the tables, by the beginnings of the names of their results. */
const cases = {
  "alone 2": "Alone on 2 Mb/s",
  "alone 4": "Alone on 4 Mb/s",
  5.1: "5.1 One call; 1, 2.5, 0.6 and 1 Mb/s from 0, 40, 60 and 80 s on",
  5.2: "5.2 Two calls; 4, 2, 3.5, 1 and 2 Mb/s, 25 s each",
  5.3: "5.3 A call in each direction; 2, 1, 0.5 and 2 Mb/s forwards, 2, 0.8 and 2 Mb/s backwards",
  5.4: "5.4 Three calls on 3.5 Mb/s that begin 20 s apart",
  5.5: "5.5 Five calls on 4 Mb/s with one-way delays of 10, 25, 50, 100 and 150 ms that begin 10 s apart",
  5.6: "5.6 A call on 2 Mb/s, next to a long transfer from 5 s on",
  5.7: "5.7 Two calls on 2 Mb/s, next to ten short transfers",
  5.8: "5.8 Three calls on 3.5 Mb/s, of which one pauses from 40 to 60 s",
};

/** @param {Record<string, Call>} calls @param {[name: string, label: string][]} rows */
const callsTable = (calls, rows) =>
  table(
    "lrrrrr",
    ["call", "calls, Mb/s", "others, Mb/s", "wait, ms", "loss, %", "frames in time, %"],
    rows.map(([name, label]) => {
      const call = calls[name];
      if (call === undefined) throw new Error(`there is no result for ${name}`);
      const goodputs = call.goodput.map((rate) => rate.toFixed(2)).join(", ");
      const others = call.other > 0 ? call.other.toFixed(2) : "";
      return [label, goodputs, others, call.wait, call.loss.toFixed(1), call.in_time.toFixed(1)];
    }),
  );

/** The tables with their headings. docs/calls.md says what they mean. @param {Record<string, Call>} calls */
export function callTables(calls) {
  const names = Object.entries(controllers);
  const single = Object.entries(cases).map(([prefix, title]) => {
    const rows = names.map(([id, name]) => /** @type {[string, string]} */ ([`${prefix} ${id}`, name]));
    return `### ${title}\n\n${callsTable(calls, rows)}`;
  });
  const shared = Object.entries(queues).map(([queue, title]) => {
    const rows = names.flatMap(([id, name]) =>
      Object.entries(downloads).map(
        ([download, label]) =>
          /** @type {[string, string]} */ ([`${download} ${queue} ${id}`, `${name} next to ${label}`]),
      ),
    );
    return `### Next to a download: ${title}\n\n${callsTable(calls, rows)}`;
  });
  return [...single, ...shared].join("\n\n");
}
