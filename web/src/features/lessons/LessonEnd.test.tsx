// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import type { Lesson } from "../../tasks/model.ts";
import { LESSONS } from "./content/index.ts";
import { LessonEnd } from "./LessonEnd.tsx";

afterEach(cleanup);

async function renderEnd(position: number, lessons: readonly Lesson[] = LESSONS): Promise<void> {
  const lesson = lessons.at(position);
  if (!lesson) throw new Error("no lesson");
  await act(async () => {
    render(
      <Suspense>
        <LessonEnd lesson={lesson} onOpen={() => undefined} />
      </Suspense>,
    );
  });
}

test("a lesson ends with a link to the next one of the list", async () => {
  await renderEnd(0);
  const link = screen.getByRole("link", { name: LESSONS[1]?.title ?? "" });
  expect(link.getAttribute("href")).toBe(`#/lessons/${LESSONS[1]?.id}`);
});

test("the next lesson is the one that the list shows next, also if another one was replaced", async () => {
  const place = LESSONS.findIndex(({ id }) => id === "call-in-browser");
  await renderEnd(place);
  const link = screen.getByRole("link", { name: LESSONS[place + 1]?.title ?? "" });
  expect(link.getAttribute("href")).toBe("#/lessons/media");
});

test("the last lesson names no next one", async () => {
  await renderEnd(-1);
  expect(screen.queryByText(/Next lesson/)).toBeNull();
});
