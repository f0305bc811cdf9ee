// The parts of an experiment that can be changed, each with the form field for its value.
import type { Change, Outline } from "../../../engine/experiments/types.ts";
import type { AlgorithmInfo, Catalogue, Field, Json } from "../../../generated/types.ts";
import { fieldAt } from "../../../scenario/descriptors.ts";
import { paperRunTexts } from "../runs/texts/index.ts";

/** A path that can be changed. */
export interface Subject {
  /** The path of the change. */
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  /** The unit that the text of a value ends with. */
  readonly suffix: string;
}

export interface SubjectGroup {
  readonly label: string;
  readonly subjects: readonly Subject[];
}

/** The TCP whose settings the page offers. It has all settings that the other flavours have. */
const TCP_WITH_ALL_SETTINGS = "sack";

const find = (catalogue: Catalogue, id: string): AlgorithmInfo | undefined =>
  catalogue.algorithms.find((algorithm) => algorithm.id === id);

function flavourField(catalogue: Catalogue, flavours: readonly string[], like: Field): Field {
  const choices = flavours.flatMap((id) => {
    const algorithm = find(catalogue, id);
    return algorithm ? [{ value: id, label: algorithm.name, doc: algorithm.summary }] : [];
  });
  return {
    ...like,
    name: "tcp",
    label: paperRunTexts.subjects.tcp,
    doc: "",
    type: "choice",
    choices,
    default: "reno",
  };
}

const factorField = (like: Field): Field => ({
  ...like,
  name: "buffer",
  label: paperRunTexts.bufferFactor,
  doc: "",
  type: "number",
  unit: "",
  default: 1,
  nullable: false,
  min: 0.01,
  max: 100,
  scale: "log",
});

/**
 * The assumptions that can be changed: first the assumptions of all experiments, then the settings of each
 * algorithm, then the settings of TCP.
 */
export function subjectGroups(catalogue: Catalogue, outline: Outline): readonly SubjectGroup[] {
  const packet = fieldAt(catalogue.document, "flows.*.packet");
  const jitter = fieldAt(catalogue.document, "jitter.mode");
  const tcp = outline.tcp.length > 0 ? find(catalogue, TCP_WITH_ALL_SETTINGS) : undefined;
  const ackEvery = tcp?.fields.find(({ name }) => name === "ack_every");
  const settings = (id: string, fields: readonly Field[], label: string): SubjectGroup => ({
    label,
    subjects: [
      ...fields.map((field) => ({ path: `${id}.${field.name}`, label: field.label, field, suffix: "" })),
      ...(packet
        ? [
            {
              path: `${id}.packet`,
              label: paperRunTexts.packetOf({ algorithm: id === "tcp" ? "TCP" : id }),
              field: packet,
              suffix: "",
            },
          ]
        : []),
    ],
  });
  const common: readonly (Subject | false | undefined)[] = [
    tcp &&
      packet && {
        path: "tcp",
        label: paperRunTexts.subjects.tcp,
        field: flavourField(catalogue, outline.tcp, packet),
        suffix: "",
      },
    ackEvery && {
      path: "tcp.ack_every",
      label: paperRunTexts.subjects["tcp.ack_every"],
      field: ackEvery,
      suffix: "",
    },
    jitter && { path: "jitter", label: paperRunTexts.subjects.jitter, field: jitter, suffix: "" },
    packet && {
      path: "buffer",
      label: paperRunTexts.subjects.buffer,
      field: factorField(packet),
      suffix: "x",
    },
    packet && { path: "packet", label: paperRunTexts.subjects.packet, field: packet, suffix: "" },
  ];
  const groups: SubjectGroup[] = [
    {
      label: paperRunTexts.otherLead,
      subjects: common.filter((subject): subject is Subject => Boolean(subject)),
    },
  ];
  for (const id of outline.algorithms) {
    const algorithm = find(catalogue, id);
    if (algorithm)
      groups.push(settings(id, algorithm.fields, paperRunTexts.settingsOf({ algorithm: algorithm.name })));
  }
  if (tcp) groups.push(settings("tcp", tcp.fields, paperRunTexts.settingsOfTcp));
  return groups;
}

/** The change of a subject to a value of its field. */
export function changeTo(subject: Subject, value: Json): Change {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { path: subject.path, value: `${text}${subject.suffix}` };
}
