// Drive by hand: a person moves the window of one flow while the run goes on in real time.
import "./drive.css";
import { type ReactNode, useId, useState } from "react";
import { Select } from "../../components/fields/choice.tsx";
import type { PageProps } from "../../extension/feature.ts";
import { type RacedNetwork, useOffer } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { DriveRun } from "./DriveRun.tsx";
import {
  COURSES,
  type Course,
  courseDocument,
  type DriveScenario,
  labDocument,
  RIVALS,
  type Rival,
  racedDocument,
  rivalName,
} from "./documents.ts";
import { driveTexts } from "./texts/index.ts";

/** The page `lab` is the scenario of the Lab, `lab/FLOW` one of its flows, and null the courses. */
export default function DriveView(props: PageProps): ReactNode {
  return <Page key={props.page} {...props} />;
}

const NO_NETWORKS: readonly RacedNetwork[] = [];

function Page({ page, catalogue, labScenario, onOpen }: PageProps): ReactNode {
  const networks = useOffer("racedNetworks") ?? NO_NETWORKS;
  const [rival, setRival] = useState<Rival>("cubic");
  const [course, setCourse] = useState<Course>("home");
  const [raced, setRaced] = useState("none");
  const racedId = useId();
  const [attempt, setAttempt] = useState(0);
  const [fromLab] = useState(() => scenarioOfLab(page, labScenario));
  const network = fromLab === null ? (networks.find(({ id }) => id === raced) ?? null) : null;
  const scenario = fromLab ?? (network ? racedDocument(network) : courseDocument(course, rival));
  const key = `${fromLab ? "lab" : (network?.id ?? `${course} ${rival}`)} ${attempt}`;
  return (
    <main id="main" className="drive page stack gap-4" tabIndex={-1}>
      <header className="drive-head">
        <h1>{driveTexts.title}</h1>
        <p>{driveTexts.lead}</p>
      </header>
      {fromLab ? (
        <p className="drive-note soft text-m">{driveTexts.labNote}</p>
      ) : (
        <section className="drive-setup cluster gap-5" aria-label={driveTexts.setup}>
          {network === null && (
            <>
              <Choice
                name={driveTexts.rival}
                ids={RIVALS}
                label={rivalName}
                value={rival}
                onChange={setRival}
              />
              <Choice
                name={driveTexts.course}
                ids={COURSES}
                label={(id) => driveTexts.courses[id]}
                value={course}
                onChange={setCourse}
              />
            </>
          )}
          {networks.length > 0 && (
            <div className="cluster gap-1">
              <label htmlFor={racedId}>{driveTexts.raced}</label>{" "}
              <Select
                id={racedId}
                value={raced}
                choices={[
                  { value: "none", label: driveTexts.notRaced, doc: "" },
                  ...networks.map(({ id, name }) => ({ value: id, label: name(), doc: "" })),
                ]}
                onCommit={setRaced}
              />
            </div>
          )}
          <p className="drive-note soft text-m">
            {network ? driveTexts.racedNote : driveTexts.courseNotes[course]}
          </p>
        </section>
      )}
      <DriveRun
        key={key}
        scenario={scenario}
        network={network}
        catalogue={catalogue}
        onAgain={() => setAttempt(attempt + 1)}
        onOpen={onOpen}
      />
    </main>
  );
}

function scenarioOfLab(page: string | null, labScenario: () => ScenarioDocument): DriveScenario | null {
  const [place, flow = null] = page?.split("/") ?? [];
  return place === "lab" ? labDocument(labScenario(), flow) : null;
}

interface ChoiceProps<Id extends string> {
  readonly name: string;
  readonly ids: readonly Id[];
  readonly label: (id: Id) => string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** One of a few, as buttons. */
function Choice<Id extends string>({ name, ids, label, value, onChange }: ChoiceProps<Id>): ReactNode {
  return (
    <fieldset className="cluster gap-1">
      <legend className="soft">{name}</legend>
      {ids.map((id) => (
        <label key={id} className="drive-option">
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          <span className="chip">{label(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
