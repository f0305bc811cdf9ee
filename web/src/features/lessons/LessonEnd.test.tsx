// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { LESSONS } from "./content/index.ts";
import { LessonEnd } from "./LessonEnd.tsx";

afterEach(cleanup);

async function renderEnd(position: number): Promise<void> {
  const lesson = LESSONS.at(position);
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

test("the last lesson names no next one", async () => {
  await renderEnd(-1);
  expect(screen.queryByText(/Next lesson/)).toBeNull();
});
