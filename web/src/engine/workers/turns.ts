// Turns of a worker that computes for long: between two of them, messages of the page arrive.

/**
 * Returns a function whose promise is fulfilled after all pending tasks of the event loop, including messages from the
 * page. A nested timer would wait at least 4 ms.
 */
export function createTurns(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
