// The resident memory of processes, on Linux.
import { readdirSync, readFileSync } from "node:fs";

/** A file of /proc, or "" if its process has ended or the system is not Linux. @param {string} path */
function readProc(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The resident memory of processes together in MiB, or 0 if the system is not Linux. @param {number[]} pids */
export const residentMemory = (pids) =>
  pids.reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0),
    0,
  ) / 1024;

/** A process and all processes that it has started, directly or not. @param {number} pid @returns {number[]} */
export function withDescendants(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/PPid:\s+(\d+)/.exec(readProc(`/proc/${name}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (const parent of found) found.push(...(children.get(parent) ?? []));
  return found;
}
