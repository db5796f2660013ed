/** Settings read again while a node runs: what takes effect now, and what with its next start. */
import type { LogLevel } from "../../../config/schema.js";
import type { Logger } from "../../../protocol/ports.js";
import { isDeepStrictEqual } from "node:util";

export interface Reloadable {
  readonly log: Logger & { setLevel(level: LogLevel): void };
  /** Values by dotted key. @throws where settings cannot be read */
  readonly load: () => Promise<ReadonlyMap<string, unknown>>;
}

/** The only one that nothing was made of yet. */
const LEVEL_KEY = "logLevel";

/** Keeps what holds; each time it is asked, it is told what became of each setting that changed. */
export class Settings {
  readonly #modules: Reloadable;
  #held: ReadonlyMap<string, unknown>;

  constructor(held: ReadonlyMap<string, unknown>, modules: Reloadable) {
    this.#held = held;
    this.#modules = modules;
  }

  /** Never fails: a node goes on with what it has. */
  async reload(): Promise<void> {
    const { load, log } = this.#modules;
    let found: ReadonlyMap<string, unknown>;
    try {
      found = await load();
    } catch (error) {
      log.error("the settings were not read again: the node goes on with those it has", {
        why: error instanceof Error ? error.message : String(error),
      });
      return;
    }
    const changed = [...found].filter(
      ([key, value]) => !isDeepStrictEqual(value, this.#held.get(key)),
    );
    const level = changed.find(([key]) => key === LEVEL_KEY)?.[1];
    const later = changed.flatMap(([key]) => (key === LEVEL_KEY ? [] : [key]));
    if (isLevel(level)) {
      log.setLevel(level);
      this.#held = new Map([...this.#held, [LEVEL_KEY, level]]);
    }
    log.info("the settings were read again", isLevel(level) ? { logLevel: level } : {});
    if (later.length > 0)
      log.warn("changed settings take effect with the next start", { keys: later.join(", ") });
  }
}

/** The schema has refused every other one. */
function isLevel(value: unknown): value is LogLevel {
  return typeof value === "string";
}
