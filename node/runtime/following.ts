/**
 * Lets projections follow the log that they are derived from while the node is idle, so that a query
 * finds little left to do.
 */
import type { Logger } from "../../protocol/ports.js";
import type { DamagedRecord } from "../../storage/records/projections.js";
import type { Background } from "./background.js";

export interface Following {
  /**
   * @param goOn whether the node is still idle; asked between the steps of a long run
   * @returns what is left to follow
   */
  follow(goOn: () => boolean): Promise<number>;
  /** The obstacle: it is not asked again for what it left until something changes. */
  readonly damaged?: DamagedRecord | null;
}

/** The task of one projection; it is to be nudged when what it follows has grown. */
export function followingTask(name: string, projection: Following, log: Logger): Background {
  let last: string | null = null;
  return {
    name,
    when: "idle",
    run: async (_, goOn) => {
      const left = await projection.follow(goOn);
      const { damaged } = projection;
      if (!damaged) return left > 0 ? "more" : "done";
      if (last !== damaged.fault)
        log.warn("a reading met a damaged record", { reading: name, error: damaged.fault });
      last = damaged.fault;
      return "done";
    },
  };
}
