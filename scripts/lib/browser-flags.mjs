// Command-line flags for Chromium in tests. They disable background network traffic and, for the user root,
// the sandbox, which root cannot use.
export const browserFlags = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
