// The view of a link restores the view of its author.
import { expect, test } from "vitest";
import { TimeView } from "../../../charts/timeView.ts";
import { createLabStore } from "./labStore.ts";
import { applyLinkView, linkViewOf } from "./linkView.ts";
import { Playback } from "./playback.ts";

const lab = () => {
  const [timeView, store] = [new TimeView(30), createLabStore()];
  return { timeView, store, playback: new Playback(store, timeView, () => undefined) };
};

test("a link keeps the window of the numbers and the link whose queue is shown", () => {
  const author = lab();
  expect(linkViewOf(author.timeView, author.store)).toEqual({});
  author.store.setState({ coversWholeRun: true, chosenQueue: "*" });
  const view = linkViewOf(author.timeView, author.store);
  const reader = lab();
  applyLinkView(view, reader.timeView, reader.playback, reader.store);
  const { coversWholeRun, chosenQueue, charts } = reader.store.getState();
  expect({ coversWholeRun, chosenQueue }).toEqual({ coversWholeRun: true, chosenQueue: "*" });
  expect(charts).toEqual(author.store.getState().charts);
  expect(linkViewOf(reader.timeView, reader.store)).toEqual(view);
});

test("a link without these choices restores the defaults", () => {
  const reader = lab();
  reader.store.setState({ coversWholeRun: true, chosenQueue: "b.forward" });
  applyLinkView({ z: [1, 3] }, reader.timeView, reader.playback, reader.store);
  expect(reader.store.getState()).toMatchObject({ coversWholeRun: false, chosenQueue: "forward" });
});
