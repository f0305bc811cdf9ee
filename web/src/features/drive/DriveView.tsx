// Drive by hand: a person moves the window of one flow while the run goes on in real time.
import "./drive.css";
import { type ReactNode, useId, useState } from "react";
import { Select } from "../../components/fields/choice.tsx";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { DRIVE } from "../../strings/drive.ts";
import { RACE } from "../../strings/race.ts";
import { DriveRun } from "./DriveRun.tsx";
import {
  COURSES,
  type Course,
  courseDocument,
  type DriveScenario,
  labDocument,
  RACED_NETWORKS,
  type RacedNetwork,
  RIVALS,
  type Rival,
  racedDocument,
  rivalName,
} from "./documents.ts";

export interface DriveViewProps {
  /** `lab` for the scenario of the Lab, or `lab/FLOW` for one of its flows. Null for the courses. */
  readonly page: string | null;
  readonly catalogue: Catalogue;
  readonly labScenario: () => ScenarioDocument;
  /** Opens a scenario in the Lab. */
  readonly onOpen: (doc: ScenarioDocument) => void;
}

export default function DriveView({ page, catalogue, labScenario, onOpen }: DriveViewProps): ReactNode {
  const [rival, setRival] = useState<Rival>("cubic");
  const [course, setCourse] = useState<Course>("home");
  const [raced, setRaced] = useState<RacedNetwork | "none">("none");
  const racedId = useId();
  const [attempt, setAttempt] = useState(0);
  const [fromLab] = useState(() => scenarioOfLab(page, labScenario));
  const network = fromLab === null && raced !== "none" ? raced : null;
  const scenario = fromLab ?? (network ? racedDocument(network) : courseDocument(course, rival));
  const key = `${fromLab ? "lab" : (network ?? `${course} ${rival}`)} ${attempt}`;
  return (
    <main id="main" className="drive page stack gap-4" tabIndex={-1}>
      <header className="drive-head">
        <h1>{DRIVE.title}</h1>
        <p>{DRIVE.lead}</p>
      </header>
      {fromLab ? (
        <p className="drive-note soft text-m">{DRIVE.labNote}</p>
      ) : (
        <section className="drive-setup cluster gap-5" aria-label={DRIVE.setup}>
          {network === null && (
            <>
              <Choice name={DRIVE.rival} ids={RIVALS} label={rivalName} value={rival} onChange={setRival} />
              <Choice
                name={DRIVE.course}
                ids={COURSES}
                label={(id) => DRIVE.courses[id]}
                value={course}
                onChange={setCourse}
              />
            </>
          )}
          <div className="cluster gap-1">
            <label htmlFor={racedId}>{DRIVE.raced}</label>{" "}
            <Select
              id={racedId}
              value={raced}
              choices={[
                { value: "none", label: DRIVE.notRaced, doc: "" },
                ...RACED_NETWORKS.map((id) => ({ value: id, label: RACE.networks[id], doc: "" })),
              ]}
              onCommit={(id) => setRaced(RACED_NETWORKS.find((network) => network === id) ?? "none")}
            />
          </div>
          <p className="drive-note soft text-m">{network ? DRIVE.racedNote : DRIVE.courseNotes[course]}</p>
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
