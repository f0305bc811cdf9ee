// The lecturer's page of a class: the code for the phones, who is there, and the steps of lessons that ask something.
import { type ReactNode, use } from "react";
import { addressOf } from "../../address/route.ts";
import { offered } from "../../extension/offers.ts";
import type { Lesson } from "../../tasks/model.ts";
import { plainText } from "../../tasks/text.ts";
import { QrCode } from "../lab/share/QrCode.tsx";
import { useLedRoom } from "./room.ts";
import { classTexts } from "./texts/index.ts";

const lessons = offered("lessons")?.() ?? Promise.resolve([]);

export function ClassLead({ room }: { readonly room: string }): ReactNode {
  const [overview, connection] = useLedRoom(room);
  const [code = ""] = room.split("/");
  if (connection === "none") return <p role="alert">{classTexts.noRoom({ code })}</p>;
  return (
    <>
      <h1>{classTexts.title}</h1>
      <RoomCode code={code} address={overview?.address ?? null} />
      <p role="status">
        {overview && connection === "live"
          ? classTexts.present({ n: overview.people })
          : classTexts.connections[connection]}
      </p>
      <p>{classTexts.leadHow}</p>
      <h2>{classTexts.questions}</h2>
      {use(lessons).map((lesson) => (
        <LessonQuestions key={lesson.id} lesson={lesson} />
      ))}
    </>
  );
}

/** The code of the room for cameras and for people. */
export function RoomCode({
  code,
  address,
}: {
  readonly code: string;
  readonly address: string | null;
}): ReactNode {
  const link = address && `${address}${addressOf("class", code)}`;
  return (
    <div className="class-join cluster gap-4">
      {link && <QrCode link={link} label={classTexts.codeOf({ code })} />}
      <p>
        <span className="class-code-text">{code}</span>
        <br />
        {link}
      </p>
    </div>
  );
}

function LessonQuestions({ lesson }: { readonly lesson: Lesson }): ReactNode {
  const steps = lesson.steps.filter(({ task }) => task.kind === "predict" || task.kind === "choose");
  if (steps.length === 0) return null;
  return (
    <section className="stack gap-1">
      <h3>{lesson.title}</h3>
      <ul className="bullets">
        {steps.map(({ id, task }) => (
          <li key={id}>
            <a href={addressOf("lessons", `${lesson.id}/${id}`)}>{"ask" in task && plainText(task.ask)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
