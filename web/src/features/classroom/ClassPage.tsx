// The page of a live class: for phones, for the lecturer, and for those who do not know it yet.
import "../../styles/lessons.css";
import "./classroom.css";
import { type ReactNode, useEffect } from "react";
import type { PageProps } from "../../extension/feature.ts";
import { ClassLead } from "./ClassLead.tsx";
import { ClassPhone } from "./ClassPhone.tsx";
import { leadRoom } from "./ledRoom.ts";
import { classTexts } from "./texts/index.ts";

const ROOM = /^[A-Z0-9]{5}$/;

export default function ClassPage({ page }: Pick<PageProps, "page">): ReactNode {
  const [code = "", key] = page?.split("/") ?? [];
  const room = code.toUpperCase();
  useEffect(() => {
    if (key) leadRoom(`${room}/${key}`);
  }, [room, key]);
  return (
    <main id="main" className="class-page prose stack gap-4" tabIndex={-1}>
      {page === null ? (
        <Explanation />
      ) : !ROOM.test(room) ? (
        <p role="alert">{classTexts.noCode({ code })}</p>
      ) : key ? (
        <ClassLead room={`${room}/${key}`} />
      ) : (
        <ClassPhone key={room} code={room} />
      )}
    </main>
  );
}

function Explanation(): ReactNode {
  return (
    <>
      <h1>{classTexts.title}</h1>
      <p>{classTexts.what}</p>
      <h2>{classTexts.start}</h2>
      <p>{classTexts.startHow}</p>
      <pre className="code-block">fairshare class</pre>
      <p>{classTexts.startClone}</p>
      <pre className="code-block">npm start -- --class</pre>
      <p>{classTexts.isolated}</p>
      <h2>{classTexts.noNetwork}</h2>
      <p>{classTexts.noNetworkHow}</p>
    </>
  );
}
