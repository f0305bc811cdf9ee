// The section of assignments: what there is to do, and the page in the address. It has no tab of its own; the
// lessons and the Lab link to it.

import { chartTexts } from "../../charts/texts/index.ts";
import { Button } from "../../components/Button.tsx";
import { assignmentTexts } from "./texts/index.ts";
import "../../styles/lessons.css";
import "./assignments.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressOf, queryOf } from "../../address/route.ts";
import { FileButton } from "../../components/FileButton.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import type { PageProps } from "../../extension/feature.ts";
import { offered, useOffer } from "../../extension/offers.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import type { Catalogue } from "../../generated/types.ts";
import { download, fileStem } from "../../storage/file.ts";
import { knownCharts } from "../lab/state/shownCharts.ts";
import { BasicFields, type Basics } from "./BasicFields.tsx";
import { draftOf, draftOfLesson } from "./draft.ts";
import { decodeAssignment, newRaceKey, raceFiles, readAssignment } from "./files.ts";
import { MakeView } from "./MakeView.tsx";
import type { Assignment } from "./model.ts";
import { RaceWork } from "./RaceWork.tsx";
import { WorkView } from "./WorkView.tsx";
import { type KeptWork, keptWorks, outcomeOf } from "./work.ts";

const CheckPage = lazyPart<PageProps>(
  import.meta.env.MODE === "saved-file"
    ? notInSavedFile(() => assignmentTexts.check, "assignments", "check")
    : () => import("./CheckView.tsx"),
);

export default function AssignmentsView(props: PageProps): ReactNode {
  const { page, catalogue, version } = props;
  // An assignment that was opened from a file has no address of its own.
  const [opened, setOpened] = useState<Assignment | null>(null);
  const lessons = useOffer("lessons") ?? [];
  const [name = "", lesson = null] = page?.split("/") ?? [];
  if (page === null && opened?.kind === "race")
    return <RaceWork key={opened.id} assignment={opened} {...props} onLeave={() => setOpened(null)} />;
  if (page === null && opened)
    return (
      <WorkView key={opened.id} assignment={opened} catalogue={catalogue} onLeave={() => setOpened(null)} />
    );
  if (name === "work") return <LinkedWork catalogue={catalogue} onOpen={setOpened} />;
  if (name === "check") return <CheckPage {...props} />;
  const found = lessons.find(({ id }) => id === lesson);
  if (name === "make" && (lesson === null || found))
    return (
      <MakeView
        key={lesson}
        initial={
          found ? draftOfLesson(found) : draftOf(props.labScenario(), knownCharts(props.labCharts()) ?? [])
        }
        catalogue={catalogue}
        version={version}
        onTry={setOpened}
      />
    );
  return <Overview unknown={page !== null} onOpen={setOpened} />;
}

/** The assignment in the address. */
function LinkedWork({
  catalogue,
  onOpen,
}: {
  readonly catalogue: Catalogue;
  readonly onOpen: (assignment: Assignment) => void;
}): ReactNode {
  const [parameter, setParameter] = useState(() => queryOf(location.hash).get("s") ?? "");
  const [assignment, setAssignment] = useState<Assignment | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // Another link of the same page changes only the query.
    const update = (): void => setParameter(queryOf(location.hash).get("s") ?? "");
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  useEffect(() => {
    let ended = false;
    void decodeAssignment(parameter).then((read) => {
      if (ended) return;
      setAssignment(read.ok ? read.assignment : null);
      setProblem(read.ok ? null : assignmentTexts.readProblem[read.reason]);
    });
    return () => {
      ended = true;
    };
  }, [parameter]);
  if (problem !== null) return <Overview unknown={false} problem={problem} onOpen={onOpen} />;
  if (!assignment)
    return (
      <main id="main" className="boot stack gap-4 center soft" role="status">
        <p>{assignmentTexts.loading}</p>
      </main>
    );
  return <WorkView key={assignment.id} assignment={assignment} catalogue={catalogue} onLeave={null} />;
}

interface OverviewProps {
  readonly unknown: boolean;
  readonly problem?: string;
  readonly onOpen: (assignment: Assignment) => void;
}

function Overview({ unknown, problem, onOpen }: OverviewProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  const open = async (file: File): Promise<void> => {
    const read = readAssignment(await file.text());
    setRefused(read.ok ? null : assignmentTexts.readProblem[read.reason]);
    if (!read.ok) return;
    location.hash = addressOf("assignments");
    onOpen(read.assignment);
  };
  const alert = refused ?? problem ?? (unknown ? assignmentTexts.unknown : null);
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      <h1>{assignmentTexts.title}</h1>
      {alert !== null && <p role="alert">{alert}</p>}
      <KeptWorks onOpen={onOpen} />
      <p>{assignmentTexts.lead}</p>
      <section className="stack" aria-labelledby="assignments-make">
        <h2 id="assignments-make">{assignmentTexts.make}</h2>
        <p>{assignmentTexts.makeLead}</p>
        <div className="lesson-buttons cluster gap-3">
          <a className="button is-primary" href={addressOf("assignments", "make")}>
            {assignmentTexts.fromLab}
          </a>
          <LessonChoice />
        </div>
      </section>
      {offered("race") && <MakeRace />}
      <section className="stack" aria-labelledby="assignments-work">
        <h2 id="assignments-work">{assignmentTexts.work}</h2>
        <p>{assignmentTexts.workLead}</p>
        <FileButton
          label={assignmentTexts.openFile}
          accept=".json,application/json"
          onFiles={([file]) => file && void open(file)}
        />
      </section>
      <section className="stack" aria-labelledby="assignments-check">
        <h2 id="assignments-check">{assignmentTexts.check}</h2>
        <p>{assignmentTexts.checkLead}</p>
        <a className="button" href={addressOf("assignments", "check")}>
          {assignmentTexts.check}
        </a>
      </section>
    </main>
  );
}

/** Saves the two files of a new race. Both belong to the same race as long as the title stays. */
function MakeRace(): ReactNode {
  const [basics, setBasics] = useState<Basics>({
    title: assignmentTexts.race.makeDefault,
    text: "",
    due: "",
  });
  const [key, setKey] = useState(newRaceKey);
  const change = (part: Partial<Basics>): void => {
    setBasics({ ...basics, ...part });
    if (part.title !== undefined) setKey(newRaceKey());
  };
  const save = (kind: "lecturer" | "students"): void =>
    download(
      `${fileStem(basics.title, "race")}.${kind}.json`,
      "application/json",
      raceFiles(key, basics)[kind],
    );
  return (
    <section className="stack" aria-labelledby="assignments-race">
      <h2 id="assignments-race">{assignmentTexts.race.make}</h2>
      <p>{assignmentTexts.race.makeLead}</p>
      <BasicFields titleLabel={assignmentTexts.race.makeTitle} basics={basics} onChange={change} />
      <div className="lesson-buttons cluster gap-3">
        <Button primary onClick={() => save("lecturer")}>
          {assignmentTexts.race.saveLecturer}
        </Button>
        <Button onClick={() => save("students")}>{assignmentTexts.race.saveStudents}</Button>
      </div>
    </section>
  );
}

/** The assignments on which somebody worked in this browser, the latest first. */
function KeptWorks({ onOpen }: Pick<OverviewProps, "onOpen">): ReactNode {
  const [works] = useState<readonly KeptWork[]>(keptWorks);
  if (works.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="assignments-kept">
      <h2 id="assignments-kept">{assignmentTexts.continueWork}</h2>
      <ul className="stack gap-2">
        {works.map(({ assignment, work }) => {
          const answered = Object.keys(outcomeOf(assignment, work).answers).length;
          const name = work.name === "" ? "" : ` (${work.name})`;
          return (
            <li className="cluster gap-3 between" key={assignment.id}>
              <span>
                <b>{chartTexts.named({ name: `${assignment.title}${name}`, text: "" })}</b>
                {assignment.kind !== "race" &&
                  assignmentTexts.answered({ n: answered, all: assignment.questions.length })}
              </span>
              <Button
                primary
                aria-label={assignmentTexts.continueWith({ title: assignment.title })}
                onClick={() => {
                  location.hash = addressOf("assignments");
                  onOpen(assignment);
                }}
              >
                {assignmentTexts.continueShort}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Begins an assignment about the chosen lesson. */
function LessonChoice(): ReactNode {
  const lessons = useOffer("lessons") ?? [];
  if (lessons.length === 0) return null;
  return (
    <select
      className="select"
      aria-label={assignmentTexts.fromLesson}
      value=""
      onChange={(event) => {
        location.hash = addressOf("assignments", `make/${event.target.value}`);
      }}
    >
      <option value="">{assignmentTexts.chooseLesson}</option>
      {lessons.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
