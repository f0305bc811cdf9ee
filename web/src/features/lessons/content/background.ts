import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, QUEUE } from "./scenarios.ts";

const DOWNLOAD = { kind: "goodput", flow: "download", from: 40 } as const;
const BACKUP = { kind: "goodput", flow: "backup", from: 40 } as const;
const WAIT = { kind: "wait", from: 40 } as const;

export const BACKGROUND: Lesson = {
  id: "background",
  title: "LEDBAT: a backup in the background",
  point: "A flow that aims at a short delay gives way to others only where others make the delay long.",
  learn: "how a backup can give way to a download, and when it does not",
  minutes: 15,
  level: "intermediate",
  week: 13,
  order: 131,
  topic: "media",
  terms: ["LEDBAT", "less than best effort", "CoDel"],
  needs: ["vegas"],
  scenario: dumbbell("A backup in the background", {
    rate: 4e6,
    limit: { packets: 100 },
    flows: [
      flow("backup", "backup", "ledbat", 0.05),
      flow("download", "download", "cubic", 0.05, { start: 20 }),
    ],
    duration: 80,
    settings: { warmup: 5 },
  }),
  charts: ["rate", "queue.ms"],
  values: {
    backup: BACKUP,
    download: DOWNLOAD,
    wait: WAIT,
    early: { kind: "wait", from: 10, to: 18 },
    limit: { kind: "link", property: "limit" },
  },
  steps: [
    {
      id: "watch",
      text: "[A backup](curve:backup) over LEDBAT has the link of 4 Mb/s for itself. LEDBAT measures how long its packets wait. Below a target it increases the window, and above the target it decreases it.",
      notes:
        "Ask for examples of transfers that nobody waits for: backups, updates, file sharing. They should use what is left, and nothing else.",
      task: { kind: "watch", until: 18 },
    },
    {
      id: "target",
      text: "The backup uses the whole link, and the queue hardly changes any more.",
      task: {
        kind: "number",
        ask: "How long do packets wait on average between 10 s and 18 s? Read the chart of the queue; a value within 20 % is right.",
        measure: { kind: "wait", from: 10, to: 18 },
        unit: "ms",
        factor: 1000,
        tolerance: 0.2,
        hint: "At which delay does LEDBAT neither increase nor decrease its window?",
        after:
          "Packets wait {early} on average, near LEDBAT’s target of 100 ms: there its window neither grows nor shrinks.",
      },
    },
    {
      id: "predict",
      text: "At 20 s a download with CUBIC starts. The buffer holds {limit}, which is 300 ms of waiting. The target of LEDBAT is 100 ms.",
      notes:
        "Ask what LEDBAT does at a delay of 200 ms or more. There is a smallest window, so the rate does not become exactly zero.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the backup in the next 30 seconds.",
        what: {
          kind: "curve",
          entity: "flow:backup",
          signal: "delivered",
          label: "Rate of the backup",
          unit: "bit/s",
          from: 20.2,
          to: 50.2,
          max: 5e6,
        },
        after:
          "The download keeps the delay above the target, so the backup decreases its window down to the smallest one. The backup needs no message from the download: the queue is the message.",
      },
    },
    {
      id: "aqm",
      text: "After 40 s the download gets {download} and the backup {backup}, but packets wait {wait} on average. CoDel would keep the queue short.",
      notes:
        "Let the class vote first: does CoDel help the download, or the backup? Then ask which delay LEDBAT sees with CoDel.",
      task: {
        kind: "predict",
        ask: "With CoDel in the router: how much does each flow get after 40 s?",
        set: [[QUEUE, { kind: "codel", limit: { packets: 100 } }]],
        what: {
          kind: "bars",
          label: "Goodput",
          unit: "bit/s",
          max: 4e6,
          bars: [
            { id: "backup", label: "backup", measure: BACKUP },
            { id: "download", label: "download", measure: DOWNLOAD },
          ],
        },
        after:
          "With CoDel the delay stays far below the target of 100 ms, so LEDBAT always increases its window and reacts only to losses, as TCP does. The flow in the background takes about an equal share. The short queue has removed the signal to which it listens.",
      },
    },
    {
      id: "goal",
      text: "The backup now gets {backup} and the download {download}. CoDel stays in the router.",
      task: {
        kind: "goal",
        ask: "Bring the download above 3 Mb/s with a mean wait below 20 ms, by changing one control.",
        controls: [
          {
            id: "target",
            label: "LEDBAT’s target",
            options: [
              { id: "100-ms", label: "100 ms", set: [] },
              { id: "25-ms", label: "25 ms", set: [["flows.backup.params.target", 0.025]] },
              { id: "3-ms", label: "3 ms", set: [["flows.backup.params.target", 0.003]] },
            ],
          },
          {
            id: "algorithm",
            label: "Sender of the backup",
            options: [
              { id: "ledbat", label: "LEDBAT", set: [] },
              { id: "cubic", label: "CUBIC", set: [["flows.backup.algorithm", "cubic"]] },
            ],
          },
        ],
        when: [
          { of: DOWNLOAD, above: 3e6 },
          { of: WAIT, below: 0.02 },
        ],
        hint: "In your run the download gets {download}, and packets wait {wait} on average. The backup gives way only when the wait exceeds its target.",
        after:
          "The download gets {download}, and packets wait {wait} on average: the target is now shorter than the wait that CoDel allows, so the backup gives way again.",
      },
    },
  ],
  freePlay:
    "Start two backups 20 s apart without CoDel. The second one can take the queue of the first one for part of the path. Compare with LEDBAT++.",
  reading: [
    {
      id: "rfc-6817",
      text: "Low Extra Delay Background Transport (LEDBAT). RFC 6817.",
      url: "https://www.rfc-editor.org/rfc/rfc6817",
    },
    {
      id: "gong-2014",
      text: "Y. Gong, D. Rossi, C. Testa, S. Valenti, M. D. Täht: Fighting the bufferbloat: on the coexistence of AQM and low priority congestion control. Computer Networks 65, 2014.",
    },
  ],
};
