// The section of the page that is shown, and the page in it. The address determines both (scenario/route.ts),
// so reloading, the Back button and links work. The state of an entry in the browser history names the opened
// scenario to which an address of the Lab belongs (useOpening.ts).
import { useCallback, useEffect, useRef, useState } from "react";
import {
  addAddress,
  addressOf,
  type Route,
  readRoute,
  type Section,
  watchAddress,
  writeAddress,
} from "../address/route.ts";

const LAB: Route = { section: "lab", page: null };

const routeOfAddress = (): Route => readRoute(location.hash) ?? LAB;

const sameRoute = (a: Route, b: Route): boolean => a.section === b.section && a.page === b.page;

export interface SectionState extends Route {
  /** Shows a page of a section, in a new entry of the browser history unless the page is already shown. */
  readonly goTo: (section: Section, page?: string | null) => void;
}

/** `openingId` is the id of the open scenario. */
export function useSection(openingId: string): SectionState {
  const [route, setRoute] = useState(routeOfAddress);
  // The latest fragment of the Lab, for links from a section back to the Lab.
  const labFragment = useRef("#");
  const rememberLab = useCallback((fragment: string): void => {
    if (fragment !== "" && !readRoute(fragment)) labFragment.current = fragment;
  }, []);
  useEffect(() => {
    const update = (event: Event): void => {
      if (event instanceof HashChangeEvent) rememberLab(new URL(event.oldURL).hash);
      const next = routeOfAddress();
      setRoute((before) => (sameRoute(before, next) ? before : next));
    };
    return watchAddress(update);
  }, [rememberLab]);
  const { section } = route;
  // The opened scenario whose address was marked last. In a section there is none to mark.
  const marked = useRef(section === "lab" ? undefined : openingId);
  useEffect(() => {
    if (section !== "lab") return;
    // An address that was entered in another section is a link, which useOpening reads.
    const isEntered = marked.current === openingId && !["", labFragment.current].includes(location.hash);
    if (!isEntered) writeAddress(openingId, location.href);
    marked.current = openingId;
  }, [section, openingId]);
  useEffect(() => {
    if (route.section !== "lab") scrollTo(0, 0);
  }, [route]);
  const goTo = useCallback(
    (nextSection: Section, page: string | null = null): void => {
      const next = { section: nextSection, page };
      const before = routeOfAddress();
      setRoute(next);
      if (sameRoute(before, next)) return;
      if (before.section === "lab") rememberLab(location.hash);
      // The section also changes where the page is not allowed to change its address.
      if (nextSection === "lab") addAddress(labFragment.current, openingId);
      else addAddress(addressOf(nextSection, page));
      scrollTo(0, 0);
    },
    [openingId, rememberLab],
  );
  return { ...route, goTo };
}
