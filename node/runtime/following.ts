/**
 * Lets derived readings follow what they are derived from while little is running, so that a
 * question finds little left to do.
 */
import type { Logger } from "../../protocol/ports.js";
import type { DamagedRecord } from "../../storage/projections.js";
import type { Background } from "./background.js";

export interface Following {
  /**
   * @param goOn whether still nobody waits: for readings that are long
   * @returns what is left to follow
   */
  follow(goOn: () => boolean): Promise<number>;
  /** What is in its way: it is not asked again for what it left until something changes. */
  readonly damaged?: DamagedRecord | null;
}

/** The task of one reading; it is to be nudged when what it follows has grown. */
export function followingTask(name: string, reading: Following, log: Logger): Background {
  let told: string | null = null;
  return {
    name,
    when: "idle",
    run: async (_, goOn) => {
      const left = await reading.follow(goOn);
      const { damaged } = reading;
      if (!damaged) return left > 0 ? "more" : "done";
      if (told !== damaged.fault)
        log.warn("a reading met a damaged record", { reading: name, error: damaged.fault });
      told = damaged.fault;
      return "done";
    },
  };
}
