// The run of which the page makes files to try: an upload over a line with a large buffer.
import type { ScenarioDocument } from "../../generated/types.ts";

const access = { sender: 0, receiver: 0 };

export const SAMPLE = {
  v: 1,
  title: "An upload over a line with a large buffer",
  duration: 12,
  network: {
    forward: { rate: 8e6, delay: 0.012, queue: { kind: "drop_tail", limit: { seconds: 0.3 } } },
    reverse: { rate: 8e6, delay: 0.012 },
  },
  flows: [
    { id: "ping", algorithm: "sack", packet: 100, source: { kind: "cbr", rate: 8000 }, access },
    { id: "upload", algorithm: "cubic", packet: 1500, start: 1, access },
  ],
} as unknown as ScenarioDocument;

/** The formats of the files, with their names. */
export const SAMPLES = [
  { format: "flent", name: "upload.flent.gz" },
  { format: "iperf3", name: "upload.json" },
  { format: "qlog", name: "upload.sqlog" },
  { format: "pcapng", name: "upload.pcapng" },
  { format: "speedtest", name: "speedtest.json" },
] as const;

/** What `speedtest -f json` prints, without the fields that are not read. */
export const SPEED_TEST = JSON.stringify({
  ping: { latency: 24.2 },
  download: { bandwidth: 11_500_000, latency: { iqm: 41.7 } },
  upload: { bandwidth: 960_000, latency: { iqm: 318.4 } },
});
