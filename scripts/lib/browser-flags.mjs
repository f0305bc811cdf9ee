// The flags Chromium is started with in tests: nothing that talks to the network, and no sandbox where root has none.
export const browserFlags = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
