// The editor of a program with everything around it: the choice of an example, the state of the text, the list of errors,
// and the names that a program can use. It depends on no store, so the Lab, the race and lessons can use it.
import { type ReactNode, Suspense, useId, useMemo, useRef } from "react";
import language from "../../generated/language.json";
import type { CodePlace, LanguageName, ProgramState } from "../../generated/types.ts";
import { translated } from "../../language/sentences.ts";
import { Select } from "../fields/choice.tsx";
import { lazyComponent } from "../lazyPart.tsx";
import { Disclosure } from "../surfaces.tsx";
import { Translated } from "../Translated.tsx";
import { programOfShown, shownProgram } from "./inLanguage.ts";
import { levelOf } from "./levelOf.ts";
import type { ProgramEditorHandle } from "./ProgramEditor.tsx";
import { programTexts } from "./texts/index.ts";
import type { EditedProgram } from "./useProgram.ts";
import { valueText } from "./valueText.ts";

const ProgramEditor = lazyComponent(() => import("./ProgramEditor.tsx"));

export interface ProgramBoxProps {
  readonly program: EditedProgram;
  /** The name of the editor for screen readers. */
  readonly label: string;
  /** Where the program stopped the latest run, or null. */
  readonly stop: CodePlace | null;
  /** What the program did last at the shown moment, or null. */
  readonly state?: ProgramState | null;
  /** What is said about a program without errors. Without it, that the charts show it. */
  readonly works?: string;
}

export function ProgramBox({ program, label, stop, state = null, works }: ProgramBoxProps): ReactNode {
  const { text, setText, report, isCurrent } = program;
  const keysId = useId();
  const editor = useRef<ProgramEditorHandle>(null);
  const faults = useMemo(() => {
    const compiled = report?.faults ?? [];
    return compiled.length === 0 && stop && isCurrent ? [stop] : compiled;
  }, [report, stop, isCurrent]);
  return (
    <div className="program-box stack gap-2">
      <div className="cluster">
        <Examples text={text} onChoose={setText} />
        <State
          program={program}
          stopped={stop !== null && faults.length > 0}
          works={works ?? programTexts.works}
        />
      </div>
      <Suspense fallback={<div className="program-editor" />}>
        <ProgramEditor
          ref={editor}
          text={shownProgram(text)}
          onChange={(shown) => setText(programOfShown(shown))}
          faults={faults}
          state={isCurrent ? state : null}
          label={label}
          describedBy={keysId}
        />
      </Suspense>
      <p className="field-note" id={keysId}>
        {programTexts.keys}
      </p>
      {state && isCurrent && (
        <p className="program-values soft text-s">
          <b>{programTexts.values}</b>{" "}
          <span lang="en">
            {state.values
              // What the program does not read is not measured, and is 0.
              .filter(
                ({ name, line, values }) =>
                  line === null && (text.includes(name) || values.some((value) => value !== 0)),
              )
              .map((value) => valueText(value).replaceAll(" ", "\u00a0"))
              .join("   ")}
          </span>
        </p>
      )}
      {faults.length > 0 && (
        <ul className="program-faults stack gap-1" aria-label={programTexts.faults}>
          {faults.map((fault) => (
            <li key={`${fault.line}:${fault.column}`}>
              <button type="button" className="link-button" onClick={() => editor.current?.goTo(fault)}>
                {programTexts.place({ line: fault.line, column: fault.column })}
              </button>{" "}
              <Translated text={fault.message} table={programTexts.sentences} />
            </li>
          ))}
        </ul>
      )}
      <Disclosure summary={programTexts.names}>
        <Names text={text} />
      </Disclosure>
    </div>
  );
}

/** Whether the charts show the text, in a sentence that screen readers announce. */
function State({
  program,
  stopped,
  works,
}: {
  readonly program: EditedProgram;
  readonly stopped: boolean;
  readonly works: string;
}): ReactNode {
  const { report, problem, isCurrent } = program;
  const faults = report?.faults.length ?? 0;
  const sentence = !isCurrent
    ? programTexts.checking
    : faults > 0
      ? programTexts.broken({ count: faults })
      : stopped
        ? programTexts.stopped
        : works;
  const isGood = isCurrent && faults === 0 && !stopped && problem === null;
  return (
    <p
      className={`program-state${isGood ? " is-good" : faults > 0 || stopped || problem ? " is-bad" : ""}`}
      role="status"
    >
      {problem ?? sentence}
    </p>
  );
}

/** The choice of a program to begin with. */
function Examples({
  text,
  onChoose,
}: {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}): ReactNode {
  const id = useId();
  const chosen = language.examples.find(({ source }) => source === text)?.id ?? "";
  const names: Readonly<Record<string, string>> = programTexts.begins;
  const choices = language.examples.map((example) => ({
    value: example.id,
    label: names[example.id] ?? example.id,
    doc: "",
  }));
  return (
    <>
      <label htmlFor={id}>{programTexts.begin}</label>
      <Select
        id={id}
        value={chosen}
        choices={
          chosen === "" ? [{ value: "", label: programTexts.beginHint, doc: "" }, ...choices] : choices
        }
        onCommit={(next) => {
          const example = language.examples.find((one) => one.id === next);
          if (example) onChoose(example.source);
        }}
      />
    </>
  );
}

/** Everything that a program of the level of the text can name, with its help. */
function Names({ text }: { readonly text: string }): ReactNode {
  const level = levelOf(language, text);
  const groups: readonly (readonly [string, readonly LanguageName[]])[] = [
    [programTexts.handlers, level?.handlers ?? []],
    [programTexts.inputs, level?.inputs ?? []],
    [programTexts.controls, level?.controls ?? []],
    [programTexts.functions, language.functions],
  ];
  return (
    <div className="program-names stack">
      {groups.map(([title, names]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className="stack gap-1">
            {names.map(({ name, detail, help, handlers }) => (
              <div key={name}>
                <dt>
                  <code>{names === language.functions ? `${name}(${detail})` : name}</code>
                  {names !== language.functions &&
                    detail !== "" &&
                    ` ${translated(detail, programTexts.sentences)}`}
                </dt>
                <dd className="soft">
                  {translated(help, programTexts.sentences).replaceAll("`", "")}
                  {handlers.length > 0 && ` ${programTexts.onlyIn({ handlers: handlers.join(", ") })}`}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
