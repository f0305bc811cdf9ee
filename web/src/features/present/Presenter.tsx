// A presentation in two windows. The first window is projected. The second window is for the lecturer; it has
// notes, a clock, and the tools for the projected window.
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf, type Section } from "../../address/route.ts";
import { desk } from "../../extension/desk.ts";
import type { PartPlaces } from "../../extension/feature.ts";
import { notesStore } from "../../extension/notes.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { sameJson } from "../../scenario/path.ts";
import type { Origin } from "../../scenario/store.ts";
import { QrCode } from "../lab/share/QrCode.tsx";
import { useShareLink } from "../lab/share/useShareLink.ts";
import { useServices } from "../lab/state/context.tsx";
import { useSharedSession } from "../lab/state/useSharedSession.ts";
import { connectLecturer, connectProjected } from "./connection.ts";
import { LecturerPanel } from "./LecturerPanel.tsx";
import { presenterStore } from "./presenterStore.ts";
import { presentTexts } from "./texts/index.ts";

interface PresenterProps extends Pick<PartPlaces["presentation"], "section" | "page" | "goTo"> {
  /** The lecturer's window, which this page opened. Null: this page is the lecturer's window. */
  readonly popup: Window | null;
  /** Called when the lecturer's window was closed. */
  readonly onClosed: () => void;
}

export function Presenter({ popup, section, page, goTo, onClosed }: PresenterProps): ReactNode {
  const { session } = useServices();
  useSharedSession("lab", session);
  useSharedScenario();
  useSharedRoute(section, page, goTo);
  useEffect(() => {
    if (popup) return connectProjected(popup, () => session.playback.pause(), onClosed);
    const opener = window.opener as Window | null;
    return opener ? connectLecturer(opener) : undefined;
  }, [popup, session, onClosed]);
  const labLink = useShareLink();
  const step = useStore(notesStore, (notes) => notes?.page);
  const link = section === "lab" ? labLink : `${pageBase()}${addressOf(section, step ?? page)}`;
  return popup ? <ProjectedTools link={link} /> : <LecturerPanel link={link} />;
}

interface SharedScenario {
  readonly doc: ScenarioDocument;
  readonly origin: Origin;
  /** The document before the last change, with whose run the page compares. */
  readonly before: ScenarioDocument | null;
  readonly linkStart: ScenarioDocument | null;
  /** The document of the run that is kept as A. */
  readonly a: ScenarioDocument | null;
}

/**
 * Shares the open scenario and what it is compared with. Opening another scenario and editing it remain different steps in
 * both windows.
 */
function useSharedScenario(): void {
  const { session, scenario } = useServices();
  useEffect(() => {
    const { store, runs } = session;
    const read = (): SharedScenario => {
      const { doc, origin } = scenario.getState();
      const { lastChange, linkStart, pinned } = store.getState();
      const a = pinned && !pinned.ofExample ? pinned.run.doc : null;
      return { doc, origin, before: lastChange?.beforeDoc ?? null, linkStart, a };
    };
    const handle = desk.register("scenario", {
      read,
      write: (value) => {
        const { doc, origin, before, linkStart, a } = value as SharedScenario;
        const { doc: current, origin: opened, open, apply } = scenario.getState();
        if (origin.openingId !== opened.openingId) open(doc, origin);
        else if (!sameJson(doc as never, current as never)) apply("presenter", () => doc);
        const own = read();
        if (before === null) runs.dismissChange();
        else if (!sameJson(before as never, own.before as never)) void runs.compareWith(before);
        if (!sameJson(a as never, own.a as never)) void runs.pinDocument(a);
        store.setState({ linkStart });
      },
    });
    const stops = [
      scenario.subscribe((now, last) => {
        if (now.doc !== last.doc || now.origin !== last.origin) handle.changed();
      }),
      store.subscribe((now, last) => {
        const parts = ["lastChange", "linkStart", "pinned"] as const;
        if (parts.some((part) => now[part] !== last[part])) handle.changed();
      }),
      handle.remove,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, scenario]);
}

function useSharedRoute(section: Section, page: string | null, goTo: PresenterProps["goTo"]): void {
  useEffect(() => {
    const handle = desk.register("section", {
      read: () => ({ section, page }),
      write: (value) => {
        const next = value as { readonly section: Section; readonly page: string | null };
        goTo(next.section, next.page);
      },
    });
    return handle.remove;
  }, [section, page, goTo]);
}

/** The laser dot and the QR code on the projected window. */
function ProjectedTools({ link }: { readonly link: string | null }): ReactNode {
  const laser = useStore(presenterStore, (s) => s.laser);
  const code = useStore(presenterStore, (s) => s.code);
  const box = laser && document.querySelector(laser.on)?.getBoundingClientRect();
  return (
    <>
      {laser && box && (
        <div
          className="laser"
          aria-hidden="true"
          style={{ left: box.left + laser.x * box.width, top: box.top + laser.y * box.height }}
        />
      )}
      {code !== "none" && (
        <div
          className={`class-code stack gap-4 center is-${code}`}
          role="dialog"
          aria-label={presentTexts.codeOf}
        >
          <QrCode link={link} label={presentTexts.codeOf} largest={code === "whole"} />
          <p>{link && link.length <= 80 ? link : presentTexts.scan}</p>
        </div>
      )}
    </>
  );
}
