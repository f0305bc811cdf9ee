// The offline copy of the page, which the service worker keeps (vite.config.ts).

/**
 * Resolves when a service worker controls the page and therefore stores the files that the page fetches.
 * Never resolves in a browser without service workers.
 */
export async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (serviceWorker.controller === null)
    await new Promise((resolve) =>
      serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
}
