// How the rate of a link changes over time: constant, points, periodic, a built-in link, or a file of the
// user. A sentence names the file or trace that the link follows. Everything is part of the scenario: a
// schedule, or a delivery trace if the file is one.
import { type ReactNode, useEffect, useState } from "react";
import { FileButton } from "../../../components/FileButton.tsx";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import { ParamForm } from "../../../components/fields/ParamForm.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import { readRateFile } from "../../../engine/imports/rateFile.ts";
import { importTexts } from "../../../engine/imports/texts/index.ts";
import { ImportError } from "../../../engine/imports/types.ts";
import type { Choice, Json, JsonObject } from "../../../generated/types.ts";
import { kindOf, tagOf } from "../../../scenario/descriptors.ts";
import { readPath, writePath } from "../../../scenario/path.ts";
import { pointsText, traceText } from "../../../scenario/rateWords.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";

import { useServices } from "../state/context.tsx";
import { problemText } from "../state/importProblem.ts";
import { BUILT_IN, type BuiltIn, builtInOf, builtInSchedule, isBuiltIn, scheduleOf } from "./builtInRates.ts";
import { type Setting, useSetting } from "./SettingControl.tsx";

/** The choice for a delivery trace. */
const TRACE = "trace";

/** With more points, the form of each point is in a disclosure, and with many more it is not offered. */
const FEW_POINTS = 8;
const MOST_POINTS = 200;

export default function RateOverTime({ path }: { readonly path: string }): ReactNode {
  const schedule = useSetting(`${path}.schedule`);
  const traceSetting = useSetting(`${path}.impairments.trace`);
  const trace = typeof traceSetting.value === "string" ? traceSetting.value : "";
  const value = (schedule.value ?? {}) as JsonObject;
  const builtIn = useBuiltInName(value);
  const { set, problem, setProblem } = useRates(path);
  const { field, hints } = schedule;
  if (!field) return null;
  const kind = String(kindOf(value, field) ?? "");
  const choose = (next: string | undefined): void => {
    if (next === TRACE) return;
    if (next === undefined || !isBuiltIn(next)) {
      set(next === undefined || next === kindOf(undefined, field) ? undefined : { kind: next }, "");
      return;
    }
    builtInSchedule(next).then(
      (found) => set(found, ""),
      () => setProblem(importTexts.rates.missing),
    );
  };
  return (
    <div className="setting rate-over-time" data-setting={`${path}.schedule`}>
      <ChoiceField
        label={pageTexts.lab.rateSchedule}
        help={builtIn ? importTexts.rates.about[builtIn] : importTexts.rates.openHelp}
        value={trace !== "" ? TRACE : (builtIn ?? kind)}
        fallback={String(kindOf(undefined, field) ?? "")}
        changed={trace !== "" || schedule.value !== undefined}
        choices={choicesOf(field.variants ?? [], trace !== "")}
        groupOf={({ value: id }) => (isBuiltIn(id) ? importTexts.rates.builtIn : "")}
        disabled={hints.disabled}
        note={hints.note}
        issue={hints.issue ?? traceSetting.hints.issue}
        onCommit={choose}
      />
      <OpenRateFile
        disabled={hints.disabled === true}
        onRead={(found) => {
          if (found.kind === "trace") set(undefined, found.trace);
          else set(scheduleOf(found.points, found.repeat), "");
        }}
        onProblem={setProblem}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <Followed trace={trace} value={value} builtIn={builtIn} />
      {trace === "" && builtIn === null && <KindSettings setting={schedule} kind={kind} value={value} />}
    </div>
  );
}

function choicesOf(variants: readonly Choice[], hasTrace: boolean): readonly Choice[] {
  return [
    ...variants.map(({ value, label }) => ({ value, label, doc: "" })),
    ...(hasTrace ? [{ value: TRACE, label: importTexts.rates.file, doc: "" }] : []),
    ...BUILT_IN.map((name) => ({ value: name, label: importTexts.rates.kinds[name], doc: "" })),
  ];
}

/**
 * Sets the schedule and the delivery trace of a link direction in one edit, because the simulator accepts
 * only one of them.
 */
function useRates(path: string): {
  readonly set: (schedule: JsonObject | undefined, trace: string) => void;
  readonly problem: string;
  readonly setProblem: (problem: string) => void;
} {
  const { scenario } = useServices();
  const [problem, setProblem] = useState("");
  const tracePath = `${path}.impairments.trace`;
  const set = (schedule: JsonObject | undefined, trace: string): void => {
    setProblem("");
    scenario.getState().apply(`${path}.schedule`, (doc) => {
      const next = writePath(doc, `${path}.schedule`, schedule);
      if (trace === "" && readPath(next, tracePath) === undefined) return next;
      return writePath(next, tracePath, trace === "" ? undefined : trace);
    });
  };
  return { set, problem, setProblem };
}

/** The built-in rates that a schedule consists of, as soon as this is known. */
function useBuiltInName(value: JsonObject): BuiltIn | null {
  const [known, setKnown] = useState<{ readonly value: JsonObject; readonly name: BuiltIn | null } | null>(
    null,
  );
  useEffect(() => {
    let cancelled = false;
    if (!Array.isArray(value["points"]) || value["points"].length <= FEW_POINTS) return;
    builtInOf(value).then(
      (name) => {
        if (!cancelled) setKnown({ value, name });
      },
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [value]);
  return known?.value === value ? known.name : null;
}

/** The button that opens a file. */
function OpenRateFile({
  disabled,
  onRead,
  onProblem,
}: {
  readonly disabled: boolean;
  readonly onRead: (file: Awaited<ReturnType<typeof readRateFile>>) => void;
  readonly onProblem: (problem: string) => void;
}): ReactNode {
  const read = (file: File): void => {
    readRateFile(file).then(onRead, (error: unknown) => {
      const failed = error instanceof ImportError ? error : new ImportError("failed");
      onProblem(`${importTexts.failed({ file: file.name })} ${problemText(failed.problem)}`);
    });
  };
  return (
    <FileButton
      small
      title={importTexts.rates.openHelp}
      disabled={disabled}
      label={importTexts.rates.open}
      accept=".csv,.tsv,.txt,.dat,.trace,.up,.down,text/*"
      onFiles={([file]) => file && read(file)}
    />
  );
}

/** The sentence that names the file or trace that the link follows. */
function Followed({
  trace,
  value,
  builtIn,
}: {
  readonly trace: string;
  readonly value: JsonObject;
  readonly builtIn: BuiltIn | null;
}): ReactNode {
  const { points, repeat } = value;
  if (trace !== "")
    return <p className="field-note">{importTexts.rates.followsTrace({ trace: traceText(trace) })}</p>;
  if (!Array.isArray(points) || points.length <= FEW_POINTS) return null;
  const rates = pointsText(points, typeof repeat === "number" ? repeat : null);
  return (
    <p className="field-note">
      {builtIn && `${importTexts.rates.kinds[builtIn]}. `}
      {importTexts.rates.follows({ rates })}
      {builtIn && ` ${importTexts.rates.about[builtIn]}`}
    </p>
  );
}

/** The settings of the chosen kind. A long list of points is in a disclosure. */
function KindSettings({
  setting: { field, hints, onPreview, onCommit },
  kind,
  value,
}: {
  readonly setting: Setting;
  readonly kind: string;
  readonly value: JsonObject;
}): ReactNode {
  const fields = field?.variants?.find((variant) => variant.value === kind)?.fields ?? [];
  if (!field || fields.length === 0) return null;
  const { points } = value;
  const count = Array.isArray(points) ? points.length : 0;
  const withSetting = (name: string, next: Json | undefined): JsonObject => {
    const { [name]: _old, ...rest } = value;
    return { [tagOf(field)]: kind, ...rest, ...(next === undefined ? {} : { [name]: next }) };
  };
  const form = (isShown: (name: string) => boolean): ReactNode => (
    <ParamForm
      visibleCount={5}
      fields={fields.filter(({ name }) => isShown(name))}
      values={value}
      hints={() => ({ disabled: hints.disabled })}
      onPreview={(name, next) => onPreview(withSetting(name, next))}
      onCommit={(name, next, mergeWithLastEdit) => onCommit(withSetting(name, next), mergeWithLastEdit)}
    />
  );
  if (count <= FEW_POINTS) return form(() => true);
  return (
    <>
      {form((name) => name !== "points")}
      {count <= MOST_POINTS ? (
        <Disclosure summary={importTexts.rates.points({ n: groupDigits(count) })}>
          {form((name) => name === "points")}
        </Disclosure>
      ) : (
        <p className="field-note">{importTexts.rates.tooMany({ n: groupDigits(count) })}</p>
      )}
    </>
  );
}
