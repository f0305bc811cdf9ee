// The page about one algorithm: its charts, rules, examples, parameters, signals, decisions and references.
import "./reference.css";
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { InlineProse, Prose } from "../../components/Prose.tsx";
import { Table } from "../../components/Table.tsx";
import type { EngineClient } from "../../engine/types.ts";
import type { Example } from "../../examples/example.ts";
import { linksAt } from "../../extension/installed.ts";
import type {
  AlgorithmInfo,
  Field,
  Json,
  AlgorithmPicture as Picture,
  ScenarioDocument,
} from "../../generated/types.ts";
import { decisionInLanguage } from "../../scenario/catalogue/decisions/inLanguage.ts";
import { rulesInLanguage } from "../../scenario/catalogue/rules/inLanguage.ts";
import { OWN, ownScenario } from "../../scenario/programs.ts";
import { scenarioTexts } from "../../scenario/texts/index.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { pageTexts } from "../../texts/index.ts";
import { AlgorithmExamples } from "./AlgorithmExamples.tsx";
import { AlgorithmPicture } from "./AlgorithmPicture.tsx";
import { againstDocument, rivalOf } from "./against.ts";
import { PageRuns } from "./PageRuns.tsx";
import { referenceTexts } from "./texts/index.ts";

interface AlgorithmPageProps {
  readonly algorithm: AlgorithmInfo;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
  readonly onOpenExample: (example: Example) => void;
}

export function AlgorithmPage({ algorithm, engine, onOpen, onOpenExample }: AlgorithmPageProps): ReactNode {
  const [first, ...others] = algorithm.pictures;
  const inShort: Readonly<Record<string, string>> = referenceTexts.inShort;
  const picture = (of: Picture): ReactNode => (
    <AlgorithmPicture key={of.caption} algorithm={algorithm} picture={of} engine={engine} onOpen={onOpen} />
  );
  return (
    <article className="article stack gap-4 text-l">
      <header>
        <h1>{algorithm.name}</h1>
        <p className="soft">
          <InlineProse text={algorithm.summary} />
        </p>
        {algorithm.id === OWN && (
          <Button primary onClick={() => onOpen(ownScenario())}>
            {pageTexts.lab.writeOwn}
          </Button>
        )}
      </header>
      {first && picture(first)}
      {inShort[algorithm.id] && <p>{inShort[algorithm.id]}</p>}
      <h2>{referenceTexts.rules}</h2>
      <Prose {...rulesInLanguage(algorithm.doc)} level={3} />
      {others.map(picture)}
      <PageRuns algorithm={algorithm} onOpen={onOpen} />
      <AlgorithmExamples algorithm={algorithm.id} onOpen={onOpenExample} />
      <h2>{referenceTexts.parameters}</h2>
      {algorithm.fields.length === 0 ? (
        <p>{referenceTexts.noParameters}</p>
      ) : (
        <Parameters algorithm={algorithm} />
      )}
      {algorithm.signals.length > 0 && (
        <>
          <h2>{referenceTexts.signals}</h2>
          <Terms
            terms={algorithm.signals.map(({ id, label, unit, doc }) => ({
              id,
              name: unit ? [label, " ", <span key="unit">{unit}</span>] : [label, " "],
              meaning: <InlineProse {...rulesInLanguage(doc)} />,
            }))}
          />
        </>
      )}
      {algorithm.decisions.length > 0 && (
        <>
          <h2>{referenceTexts.decisions}</h2>
          <Terms
            terms={algorithm.decisions.map(({ id, label, template, inputs }) => ({
              id,
              name: label,
              meaning: decisionInLanguage(
                template,
                inputs.map((input) => input.id),
                (name) => `{${name}}`,
              ).replaceAll("->", "\u2192"),
            }))}
          />
        </>
      )}
      {algorithm.references.length > 0 && (
        <>
          <h2>{referenceTexts.references}</h2>
          <References algorithm={algorithm} />
        </>
      )}
      <TryIt algorithm={algorithm} onOpen={onOpen} />
    </article>
  );
}

/** A run of the algorithm next to CUBIC, or by hand. */
function TryIt({ algorithm, onOpen }: Pick<AlgorithmPageProps, "algorithm" | "onOpen">): ReactNode {
  const links = linksAt("algorithm", algorithm.id);
  const { tryIt, tryAgainst } = referenceTexts;
  const rival = rivalOf(algorithm);
  return (
    <section className="article-try stack left">
      <h2>{tryIt}</h2>
      {links.length > 0 ? (
        links.map(({ label, address }) => (
          <a key={address} className="button is-primary" href={address}>
            {label}
          </a>
        ))
      ) : (
        <Button primary onClick={() => onOpen(againstDocument(algorithm, rival))}>
          {tryAgainst({ name: algorithm.name, rival: rival.name })}
        </Button>
      )}
    </section>
  );
}

interface Term {
  readonly id: string;
  readonly name: ReactNode;
  readonly meaning: ReactNode;
}

function Terms({ terms }: { readonly terms: readonly Term[] }): ReactNode {
  return (
    <dl className="terms measure stack gap-2">
      {terms.map(({ id, name, meaning }) => (
        <div className="grid gap-4" key={id}>
          <dt className="strong" lang="en">
            {name}
          </dt>
          <dd className="soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function References({ algorithm }: { readonly algorithm: AlgorithmInfo }): ReactNode {
  return (
    <ul className="bullets" lang="en">
      {algorithm.references.map((reference) => (
        <li key={reference.title}>
          {/^https?:/.test(reference.url) ? (
            <a href={reference.url} target="_blank" rel="noreferrer">
              {reference.title}
            </a>
          ) : (
            reference.title
          )}
        </li>
      ))}
    </ul>
  );
}

/** The default of a parameter as text, with the defaults that depend on another setting. */
function defaultText(field: Field): string {
  const { givenDefault } = referenceTexts;
  let text = valueText(field, field.default);
  for (const { setting, values, value } of field.given ?? [])
    text = givenDefault({ text, setting, choices: values.join(", "), value: valueText(field, value) });
  return text;
}

function valueText(field: Field, value: Json | undefined): string {
  if (value === null || value === undefined) return field.null_means || "\u2013";
  if (typeof value === "number") return formatQuantity(value, field.unit ?? "", 6);
  if (typeof value === "boolean") return value ? scenarioTexts.changes.on : scenarioTexts.changes.off;
  if (typeof value === "string") return field.choices?.find((c) => c.value === value)?.label ?? value;
  return JSON.stringify(value);
}

/** The choices or the range of a parameter as text. Empty if any value is allowed. */
function rangeText(field: Field): string {
  if (field.choices) return field.choices.map((c) => c.label).join(", ");
  const { min, max, unit = "" } = field;
  if (typeof min === "number" && typeof max === "number")
    return `${formatQuantity(min, unit, 6)} \u2013 ${formatQuantity(max, unit, 6)}`;
  return typeof min === "number" ? `\u2265 ${formatQuantity(min, unit, 6)}` : "";
}

function Parameters({ algorithm }: { readonly algorithm: AlgorithmInfo }): ReactNode {
  return (
    <Table
      caption={referenceTexts.parameters}
      hideCaption
      columns={[
        { key: "name", head: referenceTexts.name, cell: (f) => f.label },
        { key: "default", head: referenceTexts.fallback, cell: defaultText },
        { key: "range", head: referenceTexts.range, cell: rangeText },
        { key: "doc", head: referenceTexts.meaning, cell: (f) => <InlineProse text={f.doc} /> },
        { key: "cite", head: referenceTexts.source, cell: (f) => f.cite ?? "" },
      ]}
      rows={algorithm.fields}
      rowKey={(f) => f.name}
    />
  );
}
