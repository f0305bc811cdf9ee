// Labs of other courses, with their numbers as links, and their questions. docs/teaching.md has the answers for teachers.
import type { ReactNode } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { Icon } from "../../components/icons.tsx";
import { currentLanguage, type Language } from "../../language/language.ts";
import content from "./content/labs.json";
import { lessonTexts } from "./texts/index.ts";

type Text = Readonly<Record<Language, string>>;

export interface CourseLab {
  readonly id: string;
  /** The course that gives the lab, and the page with its task. */
  readonly course: string;
  readonly url: string;
  readonly title: Text;
  readonly setup: Text;
  /** The runs of the lab with their links. */
  readonly runs: readonly (readonly [label: string | Text, link: string])[];
  readonly questions: readonly Text[];
}

export const COURSE_LABS = content.labs as unknown as readonly CourseLab[];

export function LessonLabs(): ReactNode {
  const say = (text: string | Text): string =>
    typeof text === "string" ? text : (text[currentLanguage()] ?? text.en);
  return (
    <section className="stack" aria-labelledby="course-labs">
      <h2 id="course-labs">{lessonTexts.labs}</h2>
      <p>{lessonTexts.labsLead}</p>
      {COURSE_LABS.map((lab) => (
        <details key={lab.id} className="disclosure">
          <summary>
            <Icon name="chevron" size={16} />
            {say(lab.title)}
          </summary>
          <div className="stack gap-2">
            <p>
              {say(lab.setup)} <a href={lab.url}>{lab.course}</a>
            </p>
            <ul className="cluster gap-4 flat">
              {lab.runs.map(([label, link]) => (
                <li key={link}>
                  <a href={`${pageBase()}${link}`} target="_blank" rel="noreferrer">
                    {say(label)}
                  </a>
                </li>
              ))}
            </ul>
            <ol className="stack gap-2 bullets">
              {lab.questions.map((question) => (
                <li key={question.en}>{say(question)}</li>
              ))}
            </ol>
          </div>
        </details>
      ))}
    </section>
  );
}
