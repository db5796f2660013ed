/** A node that runs says so four times a day: a log without a line may be that of a dead node. */
import type { LogFields, Logger } from "../../protocol/ports.js";
import type { Cancel, Scheduler } from "./scheduler.js";

const PERIOD_MS = 6 * 3_600_000;

interface LifeLogModules {
  readonly log: Logger;
  readonly scheduler: Scheduler;
  /** What a line tells, as it is then. */
  readonly figures: () => LogFields;
}

/** @returns how to end it */
export function logLife({ figures, log, scheduler }: LifeLogModules): Cancel {
  const next = (): Cancel =>
    scheduler.after(PERIOD_MS, () => {
      log.info("running", figures());
      cancel = next();
    });
  let cancel = next();
  return () => cancel();
}
