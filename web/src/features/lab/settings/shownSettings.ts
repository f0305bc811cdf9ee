// Chooses the settings that stay visible while presenting, in embedded pages and on the start page.

/** A setting with a control. */
export type ShownSetting =
  | { readonly kind: "limit"; readonly path: string }
  | { readonly kind: "setting"; readonly path: string }
  | { readonly kind: "rtt"; readonly flow: string };

/** More settings would leave too little height for the charts. */
const MAX_SETTINGS = 2;

/** The setting that a changed path belongs to. Null if the path has no control of its own. */
function settingOf(path: string, hasControl: (path: string) => boolean): ShownSetting | null {
  const access = /^flows\.([^.]+)\.access\./.exec(path);
  if (access?.[1]) return { kind: "rtt", flow: access[1] };
  // Changes of a limit are listed with its unit, such as `network.forward.queue.limit.packets`.
  const limit = /^(.*\.queue\.limit)(\.\w+)?$/.exec(path);
  if (limit?.[1]) return { kind: "limit", path: limit[1] };
  return hasControl(path) ? { kind: "setting", path } : null;
}

/** The first different settings among paths, the most important path first. There are at most `most`. */
export function shownSettings(
  paths: readonly string[],
  hasControl: (path: string) => boolean,
  most = MAX_SETTINGS,
): readonly ShownSetting[] {
  const found = new Map<string, ShownSetting>();
  for (const path of paths) {
    const setting = settingOf(path, hasControl);
    if (setting) found.set(setting.kind === "rtt" ? `rtt ${setting.flow}` : setting.path, setting);
    if (found.size === most) break;
  }
  return [...found.values()];
}
