// The end of a lesson: free play, and what to read.
import { type ReactNode, useEffect, useRef } from "react";
import { L } from "../../strings/lessons.ts";
import type { Lesson } from "./model.ts";
import { useTextLanguage } from "./textLanguage.ts";

export function LessonEnd({
  lesson,
  onOpen,
}: {
  readonly lesson: Lesson;
  readonly onOpen: () => void;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const lang = useTextLanguage();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="lesson-step">
      <h2 ref={heading} tabIndex={-1}>
        {L.done}
      </h2>
      <p className="lesson-point" lang={lang}>
        {lesson.point}
      </p>
      <h3>{L.freePlay}</h3>
      <p lang={lang}>{lesson.freePlay}</p>
      <p>
        <button type="button" className="button is-primary" onClick={onOpen}>
          {L.openInLab}
        </button>
      </p>
      <h3>{L.reading}</h3>
      <ul className="lesson-reading" lang={lang}>
        {lesson.reading.map(({ text, url }) => (
          <li key={text}>{url ? <a href={url}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}
