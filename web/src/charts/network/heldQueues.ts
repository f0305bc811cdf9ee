// The queues in the picture while packets are too fast to be followed. Queues that changed with every frame
// would flicker, and their numbers could not be read. The queues and their numbers therefore show the same
// instant for `HOLD` ms.
import type { Dot, PacketScene } from "./packetDots.ts";

/** The time for which the picture shows the queues of one instant, in ms. */
export const HOLD = 200;

const isWaiting = ({ stage }: Dot): boolean => stage === "queue" || stage === "service";

/** The packets in the picture and the numbers of waiting packets, both of the same instant. */
export interface ShownQueues {
  readonly dots: readonly Dot[];
  readonly waiting: PacketScene["waiting"];
}

export class HeldQueues {
  #held: PacketScene | null = null;
  #heldSince = Number.NEGATIVE_INFINITY;
  #drops = 0;

  /**
   * The queues at `now`, in ms of wall-clock time, with the falling packets of `scene`. After a new drop the
   * queues of `scene` are shown at once, so that the queue is full while its packet falls.
   */
  at(scene: PacketScene, now: number): ShownQueues {
    const falling = scene.dots.filter(({ stage }) => stage === "drop");
    const isNewDrop = scene.dropped > this.#drops;
    this.#drops = scene.dropped;
    if (this.#held === null || isNewDrop || now - this.#heldSince >= HOLD)
      [this.#held, this.#heldSince] = [scene, now];
    return { dots: [...this.#held.dots.filter(isWaiting), ...falling], waiting: this.#held.waiting };
  }

  /** Discards the shown state, because the packets of another run or another picture follow. */
  clear(): void {
    this.#held = null;
  }
}
