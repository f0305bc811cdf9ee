// The end of a lesson: free play, the next lesson, and what to read.

import { type ReactNode, use, useEffect, useRef } from "react";
import { addressOf } from "../../address/route.ts";
import { Button } from "../../components/Button.tsx";
import { isFramed } from "../../extension/installed.ts";
import { currentLanguage } from "../../language/language.ts";
import type { Lesson } from "../../tasks/model.ts";
import { useTextLanguage } from "../../tasks/textLanguage.ts";
import { showStart } from "./showStart.ts";
import { lessonTexts } from "./texts/index.ts";
import { lessonsIn } from "./translatedLessons.ts";

export function LessonEnd({
  lesson,
  onOpen,
}: {
  readonly lesson: Lesson;
  readonly onOpen: () => void;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const lang = useTextLanguage();
  useEffect(() => showStart(heading.current), []);
  return (
    <div className="lesson-step stack">
      <h2 ref={heading} tabIndex={-1}>
        {lessonTexts.done}
      </h2>
      <p className="soft" lang={lang}>
        {lesson.point}
      </p>
      <h3>{lessonTexts.freePlay}</h3>
      <p lang={lang}>{lesson.freePlay}</p>
      <p>
        <Button primary onClick={onOpen}>
          {lessonTexts.openInLab}
        </Button>
      </p>
      <NextLesson lesson={lesson} />
      <h3>{lessonTexts.reading}</h3>
      <ul className="stack gap-2 bullets" lang={lang}>
        {lesson.reading.map(({ text, url }) => (
          <li key={text}>{url ? <a href={url}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}

/** A link to the lesson that follows in the list. An embedded lesson has no list. */
function NextLesson({ lesson }: { readonly lesson: Lesson }): ReactNode {
  const { lessons, untranslated } = use(lessonsIn(currentLanguage()));
  const place = lessons.findIndex(({ id }) => id === lesson.id);
  const next = place < 0 ? undefined : lessons[place + 1];
  if (!next || isFramed()) return null;
  return (
    <p>
      {lessonTexts.nextLesson}{" "}
      <a href={addressOf("lessons", next.id)} lang={untranslated.has(next.id) ? "en" : undefined}>
        {next.title}
      </a>
    </p>
  );
}
