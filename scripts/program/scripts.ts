/** What runs a command line: joined scripts, each with its code. */
import { load } from "./load.js";
import type { programs as modules } from "./modules.js";

type Programs = typeof modules;

export const programs: Programs = {
  client: () => scriptNamed("clientMain"),
  daemon: () => scriptNamed("daemonMain"),
  verbs: () => scriptNamed("main"),
};

function scriptNamed<T>(name: string): Promise<T> {
  return Promise.resolve(load(name, import.meta.url) as T);
}
