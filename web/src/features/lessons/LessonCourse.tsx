// What teachers can do with a lesson: embed it in a course page. It is shown at the end of the text, but not
// in an embedded lesson.

import { type ReactNode, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { Icon } from "../../components/icons.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import { isFramed } from "../../extension/installed.ts";
import type { Lesson } from "../../tasks/model.ts";
import { lessonTexts } from "./texts/index.ts";

const ShareMore = lazyPart(() => import("../lab/share/ShareMore.tsx"));

export function LessonCourse({ lesson }: { readonly lesson: Lesson }): ReactNode {
  const [open, setOpen] = useState(false);
  if (isFramed()) return null;
  return (
    <details className="disclosure lesson-course" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" size={16} />
        {lessonTexts.forCourse}
      </summary>
      {open && (
        <ShareMore
          link={`${pageBase()}${addressOf("lessons", lesson.id)}`}
          title={lesson.title}
          kind="lesson"
        />
      )}
    </details>
  );
}
