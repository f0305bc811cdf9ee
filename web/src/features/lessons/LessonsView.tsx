// The section "Lessons": the list of the lessons, and the lesson whose id is in the address.
import "../../styles/lessons.css";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { savedFile } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { linksAt } from "../../extension/installed.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { currentLanguage } from "../../language/language.ts";
import type { Layout } from "../../scenario/layout.ts";
import { type Lesson, TOPICS } from "../../tasks/model.ts";
import { isFinished } from "../../tasks/play.ts";
import { TextLanguage } from "../../tasks/textLanguage.ts";
import { LessonLabs } from "./LessonLabs.tsx";
import { LessonPlayer } from "./LessonPlayer.tsx";
import { LessonThumb } from "./LessonThumb.tsx";
import { isInPlatform, readProgress } from "./progress.ts";
import { lessonTexts } from "./texts/index.ts";
import { lessonsIn } from "./translatedLessons.ts";

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
  const [wanted, setWanted] = useState("");
  const named = lessons.filter((lesson) => isFound(lesson, wanted));
  const found = named.length > 0 ? named : lessons.filter((lesson) => isMentioned(lesson, wanted));
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
      <label className="lesson-search cluster gap-3">
        <span>{lessonTexts.search}</span>
        <input
          type="search"
          className="text-box is-tall"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <p role="status" className={wanted.trim() === "" ? "visually-hidden" : "soft"}>
        {wanted.trim() === "" ? "" : lessonTexts.found({ n: found.length })}
      </p>
      {TOPICS.map((topic) => {
        const ofTopic = found.filter((lesson) => lesson.topic === topic);
        return (
          ofTopic.length > 0 && (
            <section key={topic} aria-labelledby={`topic-${topic}`}>
              <h2 id={`topic-${topic}`}>{lessonTexts.topics[topic]}</h2>
              <ul className="lesson-cards grid">
                {ofTopic.map((lesson) => (
                  <LessonCard
                    key={lesson.id}
                    lesson={lesson}
                    needs={lessons.filter(({ id }) => lesson.needs.includes(id))}
                    isEnglish={untranslated.has(lesson.id)}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
      <LessonLabs />
    </main>
  );
}

/** Whether title, terms or aim of a lesson contain all words of a search, with or without their hyphens. */
export const isFound = ({ title, learn, terms }: Lesson, wanted: string): boolean =>
  contains(`${title} ${learn} ${terms.join(" ")}`, wanted);

/** Whether the texts of the steps of a lesson contain all words of a search. */
export const isMentioned = ({ steps }: Lesson, wanted: string): boolean =>
  contains(steps.map(({ text, task }) => `${text} ${"ask" in task ? task.ask : ""}`).join(" "), wanted);

function contains(text: string, wanted: string): boolean {
  const all = `${plain(text)} ${plain(text.replace(/(?<=\p{L})[-\u2010-\u2015](?=\p{L})/gu, ""))}`;
  // The parts of "Wi-Fi" belong together: separately, they are in "with" and "first".
  return wanted.split(/\s+/).every((word) => all.includes(plain(word)));
}

/** A text without capitals, accents and hyphens, in which "FQ CoDel" and "fq-codel" are the same. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[-\u2010-\u2015]/g, " ")
    .toLowerCase()
    .trim();

interface LessonCardProps {
  readonly lesson: Lesson;
  /** The lessons that come first. */
  readonly needs: readonly Lesson[];
  /** Whether the texts of the lesson are in English, although the page is not. */
  readonly isEnglish: boolean;
}

function LessonCard({ lesson, needs, isEnglish }: LessonCardProps): ReactNode {
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
      <p className="soft text-m" lang="en">
        {lesson.terms.join(" · ")}
      </p>
      <p lang={lang}>{lessonTexts.learn({ what: lesson.learn })}</p>
      {needs.length > 0 && (
        <p className="soft text-m" lang={lang}>
          {lessonTexts.needs({ lessons: needs.map(({ title }) => title).join("; ") })}
        </p>
      )}
      {isEnglish && <p>{lessonTexts.inEnglish}</p>}
      <p className="cluster gap-4 flat soft text-m">
        <span>{lessonTexts.week({ n: lesson.week })}</span>
        <span>{lessonTexts.levels[lesson.level]}</span>
        <span>{lessonTexts.minutes({ n: lesson.minutes })}</span>
        {progress !== null && <span>{progress}</span>}
      </p>
    </li>
  );
}
