/** Where files live unless somebody says otherwise: each platform's own convention. */
import { isAbsolute, join } from "node:path";

/** Settings read from outside; given explicitly, so that loading is a function of it. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
}

const APPLICATION = "calcmesh";

export function defaultDataDir({ env, home, platform }: Environment): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", APPLICATION);
  if (platform === "win32") {
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), APPLICATION);
  }
  const data = env["XDG_DATA_HOME"];
  // The XDG rules: a path that is not absolute is to be ignored.
  const base = data !== undefined && isAbsolute(data) ? data : join(home, ".local", "share");
  return join(base, APPLICATION);
}
