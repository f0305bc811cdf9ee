// The lecturer's panel: notes and the next step of the lesson, the clock, and the tools for the projected
// window.
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { Button } from "../../components/Button.tsx";
import { type Notes, notesStore } from "../../extension/notes.ts";
import { QrCode } from "../lab/share/QrCode.tsx";
import { chartIds } from "../lab/state/shownCharts.ts";
import { pointLaser, setCode, setFrozen } from "./connection.ts";
import { presenterStore } from "./presenterStore.ts";
import { presentTexts } from "./texts/index.ts";

export function LecturerPanel({ link }: { readonly link: string | null }): ReactNode {
  const { state, frozen, code } = useStore(presenterStore);
  const notes = useStore(notesStore);
  const [laser, setLaser] = useState(false);
  useLaser(laser && state === "connected");
  const connected = state === "connected";
  return (
    <section className="lecturer fixed stack gap-2" aria-label={presentTexts.title}>
      <div className="cluster gap-3">
        <Clock />
        <Button aria-pressed={frozen} disabled={!connected} onClick={() => setFrozen(!frozen)}>
          {presentTexts.freeze}
        </Button>
        <Button aria-pressed={laser} disabled={!connected} onClick={() => setLaser(!laser)}>
          {presentTexts.laser}
        </Button>
        <Button
          aria-pressed={code === "corner"}
          disabled={!connected}
          onClick={() => setCode(code === "corner" ? "none" : "corner")}
        >
          {presentTexts.code}
        </Button>
        <Button
          aria-pressed={code === "whole"}
          disabled={!connected}
          onClick={() => setCode(code === "whole" ? "none" : "whole")}
        >
          {presentTexts.wholeCode}
        </Button>
        <p role="status">{frozen ? presentTexts.frozen : presentTexts.states[state]}</p>
      </div>
      {notes && <StepNotes notes={notes} />}
      {code !== "none" && <QrCode link={link} label={presentTexts.codeOf} />}
    </section>
  );
}

function StepNotes({ notes }: { readonly notes: Notes }): ReactNode {
  const { title, step, steps, text, expected, next, show } = notes;
  return (
    <div className="lecturer-notes fits grid gap-5 text-l">
      <div className="stack gap-2">
        <h2 className="text-m">{presentTexts.notesOf({ title, step, steps })}</h2>
        <p>{text ?? presentTexts.noNotes}</p>
        {expected !== null && <p>{presentTexts.expected({ answer: expected })}</p>}
      </div>
      <div className="stack gap-2">
        <h2 className="text-m">{presentTexts.next}</h2>
        {(next ?? [presentTexts.last]).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {next && (
          <p>
            <Button onClick={() => show(step)}>{presentTexts.skip}</Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** The time of day, and the time since the window was opened. */
function Clock(): ReactNode {
  const [start] = useState(() => Date.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.floor((now - start) / 60_000);
  const seconds = Math.floor((now - start) / 1000) % 60;
  return (
    <p className="lecturer-clock">
      <b className="text-xl">
        {new Date(now).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}
      </b>{" "}
      <span>{presentTexts.elapsed({ time: `${minutes}:${String(seconds).padStart(2, "0")}` })}</span>
    </p>
  );
}

/** The parts of the page on which the dot is placed, as both windows find them. */
const places = (): readonly string[] => [
  ...chartIds().map((id) => `.chart-${id}`),
  ".overview",
  ".lesson-text",
  "main",
];

function useLaser(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const point = ({ target, clientX, clientY }: PointerEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const place = places().find((selector) => target instanceof Element && target.closest(selector));
        const box = place && (target as Element).closest(place)?.getBoundingClientRect();
        if (!place || !box) pointLaser(null);
        else
          pointLaser({
            on: place,
            x: (clientX - box.left) / box.width,
            y: (clientY - box.top) / box.height,
          });
      });
    };
    addEventListener("pointermove", point);
    return () => {
      removeEventListener("pointermove", point);
      cancelAnimationFrame(frame);
      pointLaser(null);
    };
  }, [on]);
}
