// Documents at the limits of what is valid: they cost much to run or to draw. The page stays alive with all of them.

/** @param {string} name @param {number} n */
const ids = (name, n) => Array.from({ length: n }, (_, i) => `${name}${i}`);

/** A ring of `n` links. @param {number} n */
const ring = (n) => ({
  kind: "graph",
  nodes: ids("n", n).map((id) => ({ id })),
  links: ids("l", n).map((id, i) => ({ id, from: `n${i}`, to: `n${(i + 1) % n}` })),
});

/** `n` flows over a ring of 1,000 links, each over `hops` links. @param {number} n @param {number} hops @param {number} every */
const aroundRing = (n, hops, every) =>
  ids("f", n).map((id, i) => {
    const from = (i * every) % 1000;
    return { id, path: { from: `n${from}`, to: `n${(from + hops) % 1000}` } };
  });

/** 500 flows over 200 links. Ten of the flows go to host 42, whose link is slower than all others. */
export function manyFlows() {
  const hosts = ids("h", 100);
  const links = hosts.flatMap((id, i) => [
    { id: `up${i}`, from: id, to: "core", forward: { rate: 1e8 } },
    { id: `down${i}`, from: "core", to: id, forward: { rate: i === 42 ? 2e5 : 1e7 } },
  ]);
  const flows = ids("f", 500).map((id, i) => {
    const from = (i + 50) % 100;
    const to = i % 50 === 0 ? 42 : i % 100 === 42 ? 41 : i % 100;
    const path = { from: `h${from}`, to: `h${to}`, links: [`up${from}`, `down${to}`] };
    return { id, algorithm: i % 2 === 0 ? "cubic" : "reno", path };
  });
  const network = { kind: "graph", nodes: [...hosts, "core"].map((id) => ({ id })), links };
  return { v: 1, title: "many", duration: 2, network, flows };
}

const manyBuckets = { kind: "fq_pie", buckets: 65_536, update: 0.0001 };
const slow = { algorithm: "udp", source: { kind: "cbr", rate: 1000 } };

/** @type {Readonly<Record<string, { readonly v: number, readonly flows: readonly unknown[], readonly [name: string]: unknown }>>} */
export const extremes = {
  "idle buckets": {
    ...{ v: 1, duration: 3600, network: { forward: { queue: manyBuckets } } },
    flows: [{ id: "a", ...slow }],
  },
  "idle buckets on the reverse path": {
    ...{
      v: 1,
      duration: 3.3,
      network: { forward: { rate: 789e3 }, reverse: { rate: 62e3, queue: manyBuckets } },
    },
    flows: ["prague", "lda", "cubic", "tfrc"].map((algorithm) => ({ id: algorithm, algorithm })),
  },
  "idle buckets and short bursts": {
    ...{ v: 1, duration: 30, network: { forward: { rate: 2.3e6, queue: { ...manyBuckets, burst: 0 } } } },
    flows: [{ id: "a", start: { min: 0, max: 1 }, access: { sender: 0.01, receiver: 0.01 } }],
  },
  "a source faster than its link": {
    ...{ v: 1, duration: 86_400, network: { forward: { rate: 1e4 } } },
    flows: [{ id: "a", algorithm: "sack", source: { kind: "radar", rate: 1e11 } }],
  },
  "a delivery trace": {
    ...{ v: 1, duration: 1, network: { forward: { impairments: { trace: "10\n20\n30\n40\n50\n" } } } },
    flows: [{ id: "a" }],
  },
  "2,000 flows": {
    v: 1,
    duration: 5,
    network: { forward: { rate: 1e7 } },
    flows: ids("f", 2000).map((id) => ({ id })),
  },
  "2,000 groups": {
    ...{ v: 1, duration: 60, network: { forward: { rate: 1e8 } } },
    flows: ids("f", 2000).map((id, i) => ({ id, label: `Flow ${i} <b>`, group: `g${i}` })),
  },
  "1,000 links": { v: 1, duration: 10, network: ring(1000), flows: aroundRing(100, 120, 9) },
  "1,000 links and 2,000 flows": { v: 1, duration: 5, network: ring(1000), flows: aroundRing(2000, 60, 1) },
  "500 flows over 200 links": manyFlows(),
};
