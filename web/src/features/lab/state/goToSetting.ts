// Moves the focus to the control of a setting, for example from a problem of the document.
import type { LabSession } from "./session.ts";

/** How often to look for the control. The content of a disclosure may be loaded when it is first opened. */
const MAX_TRIES = 100;

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

const controlOf = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(path)}"]`);

/** Shows the panel of a setting, opens the disclosures around its control, and focuses the control. */
export async function goToSetting(session: LabSession, path: string): Promise<void> {
  const [list, id = ""] = path.split(".");
  // On a narrow screen, selecting a flow or a link opens the sheet with the panel.
  if (list === "flows") session.select({ kind: "flow", id });
  else if (list === "network") session.select({ kind: "link", id: linkOf(path) });
  // Each is opened once, so that the user can close it again.
  const opened = new Set<HTMLElement>();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await nextFrame();
    await nextFrame();
    const control = nearestControl(path);
    if (control) {
      // The field itself is preferred to buttons, such as the button that resets the field.
      const target =
        control.querySelector<HTMLElement>("input, select, textarea") ??
        control.querySelector<HTMLElement>("button");
      control.scrollIntoView({ block: "center" });
      (target ?? control).focus({ preventScroll: true });
      return;
    }
    const panel = controlOf(list === "flows" ? `flows.${id}` : (list ?? "")) ?? controlOf("run");
    for (const closed of panel?.querySelectorAll<HTMLElement>("details:not([open])") ?? [])
      if (mayContain(closed, path) && !opened.has(closed)) {
        opened.add(closed);
        closed.toggleAttribute("open", true);
      }
  }
}

/** Whether a disclosure may contain a setting. A group of settings lists those inside it. */
const mayContain = ({ dataset }: HTMLElement, path: string): boolean =>
  dataset["settings"]?.split(" ").some((own) => path === own || path.startsWith(`${own}.`)) ?? true;

/** The control of the setting, or of the nearest setting that contains it, but not a whole panel. */
function nearestControl(path: string): HTMLElement | null {
  const parts = path.split(".");
  const least = parts[0] === "flows" ? 3 : parts[0] === "network" ? 2 : 1;
  for (let length = parts.length; length >= least; length--) {
    const control = controlOf(parts.slice(0, length).join("."));
    if (control) return control;
  }
  return null;
}

/** The id of the link direction of a path: `forward` in a dumbbell, `ab.forward` in other networks. */
function linkOf(path: string): string {
  const link = /^network\.links\.([^.]+)/.exec(path)?.[1];
  return link === undefined ? "forward" : `${link}.forward`;
}
