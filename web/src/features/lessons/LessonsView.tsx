// The section "Lessons": the list of the lessons, and the lesson whose id is in the address.
import "../../styles/lessons.css";
import { type ReactNode, use, useEffect, useRef } from "react";
import { savedFile } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { linksAt } from "../../extension/installed.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { currentLanguage } from "../../language/language.ts";
import type { Layout } from "../../scenario/layout.ts";
import { LEVELS, type Lesson } from "../../tasks/model.ts";
import { isFinished } from "../../tasks/play.ts";
import { TextLanguage } from "../../tasks/textLanguage.ts";
import { LessonPlayer } from "./LessonPlayer.tsx";
import { LessonThumb } from "./LessonThumb.tsx";
import { isInPlatform, readProgress } from "./progress.ts";
import { lessonTexts } from "./texts/index.ts";
import { lessonsIn, listed } from "./translatedLessons.ts";

export interface LessonsViewProps {
  /** The id of the lesson in the address, and of a step in it: `buffer/predict`. Null for the list. */
  readonly page: string | null;
  readonly catalogue: Catalogue;
  /** Whether the page is projected, with large text. */
  readonly presenting?: boolean;
  /** Opens a scenario in the Lab. */
  readonly onOpen: (doc: ScenarioDocument, layout?: Layout) => void;
}

export default function LessonsView({
  page,
  catalogue,
  presenting = false,
  onOpen,
}: LessonsViewProps): ReactNode {
  const { lessons, untranslated } = use(lessonsIn(currentLanguage()));
  const [lessonId, startAt = null] = page?.split("/") ?? [];
  const lesson = lessons.find(({ id }) => id === lessonId);
  if (lesson)
    return (
      <TextLanguage value={untranslated.has(lesson.id) ? "en" : undefined}>
        {savedFile()?.scorm && !isInPlatform() && <p role="status">{lessonTexts.noLms}</p>}
        <LessonPlayer
          key={page}
          lesson={lesson}
          catalogue={catalogue}
          startAt={startAt}
          presenting={presenting}
          onOpen={onOpen}
        />
      </TextLanguage>
    );
  return <LessonList lessons={lessons} untranslated={untranslated} unknown={page !== null} />;
}

interface LessonListProps {
  readonly lessons: readonly Lesson[];
  readonly untranslated: ReadonlySet<string>;
  /** Whether the address names a lesson that does not exist. */
  readonly unknown: boolean;
}

function LessonList({ lessons, untranslated, unknown }: LessonListProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  // After a lesson, the list gets the focus, so that a keyboard or a screen reader begins at its start.
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <main id="main" className="lessons page stack gap-4" ref={main} tabIndex={-1}>
      <h1>{lessonTexts.title}</h1>
      {unknown && <p role="alert">{lessonTexts.unknown}</p>}
      <p>{lessonTexts.lead}</p>
      <ul className="lesson-links stack gap-0">
        {linksAt("lessons", null).map(({ label, address }) => (
          <li key={address}>
            <a href={address}>{label}</a>
          </li>
        ))}
      </ul>
      {LEVELS.map((level) => (
        <section key={level} aria-labelledby={`level-${level}`}>
          <h2 id={`level-${level}`}>{lessonTexts.levels[level]}</h2>
          <ul className="lesson-cards grid">
            {listed(lessons)
              .filter((lesson) => lesson.level === level)
              .map((lesson) => (
                <LessonCard key={lesson.id} lesson={lesson} isEnglish={untranslated.has(lesson.id)} />
              ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

interface LessonCardProps {
  readonly lesson: Lesson;
  /** Whether the texts of the lesson are in English, although the page is not. */
  readonly isEnglish: boolean;
}

function LessonCard({ lesson, isEnglish }: LessonCardProps): ReactNode {
  const lang = isEnglish ? "en" : undefined;
  const state = readProgress(lesson);
  const progress = isFinished(lesson, state)
    ? lessonTexts.finished
    : state.solved.length > 0
      ? lessonTexts.stepsDone({ done: state.solved.length, all: lesson.steps.length })
      : null;
  return (
    <li className="lesson-card stack gap-2 card roomy is-link">
      <LessonThumb id={lesson.id} />
      <a className="cover strong" href={addressOf("lessons", lesson.id)} lang={lang}>
        {lesson.title}
      </a>
      <p lang={lang}>{lessonTexts.learn({ what: lesson.learn })}</p>
      {isEnglish && <p>{lessonTexts.inEnglish}</p>}
      <p className="cluster gap-4 flat soft text-m">
        <span>{lessonTexts.minutes({ n: lesson.minutes })}</span>
        {progress !== null && <span>{progress}</span>}
      </p>
    </li>
  );
}
