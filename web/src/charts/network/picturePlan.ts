// Keeps the plan of a network picture. It is computed again when flows, links or size change. The code for
// networks of several links is loaded when the first of them must be drawn.
import type { PictureData } from "./drawNetwork.ts";
import type { meshPlan } from "./meshPlan.ts";
import { compactHeight, dumbbellHeight, dumbbellPlan, hostRows, type NetworkPlan } from "./plan.ts";

export class PicturePlan {
  readonly #onLoaded: () => void;
  #plan: NetworkPlan | null = null;
  #key = "";
  /** `meshPlan`, or null until it is loaded. */
  #meshPlan: typeof meshPlan | null = null;

  /** `onLoaded` is called when the code for a plan has been loaded. */
  constructor(onLoaded: () => void) {
    this.#onLoaded = onLoaded;
  }

  /**
   * The plan of the data, at least `leastHeight` pixels high; null until the code for it is loaded. With
   * `isCompact`, hosts are placed as close to each other as texts allow if a dumbbell would otherwise be
   * higher.
   */
  of(
    data: PictureData,
    width: number,
    fontSize: number,
    leastHeight: number,
    isCompact: boolean,
  ): NetworkPlan | null {
    const { mesh = null, flows, links } = data;
    const hasReverse = links.some((link) => link.id === "reverse");
    const height = Math.max(
      leastHeight,
      (isCompact ? compactHeight : dumbbellHeight)(hostRows(flows), fontSize, hasReverse),
    );
    const hosts = flows.map(({ id, label, reverse, group, groupIsClosed, route }) => [
      id,
      label,
      reverse,
      group,
      groupIsClosed,
      route,
    ]);
    const key = JSON.stringify([width, height, fontSize, hasReverse, mesh, hosts]);
    if (this.#plan !== null && key === this.#key) return this.#plan;
    if (mesh === null) this.#plan = dumbbellPlan(flows, width, height, fontSize, hasReverse);
    else if (this.#meshPlan === null) {
      this.#load();
      return null;
    } else this.#plan = this.#meshPlan(mesh, flows, width, fontSize, undefined, leastHeight);
    this.#key = key;
    return this.#plan;
  }

  #load(): void {
    import("./meshPlan.ts").then(
      (module) => {
        this.#meshPlan = module.meshPlan;
        this.#onLoaded();
      },
      () => undefined,
    );
  }
}
