/**
 * Readings of logs that go on where the last one ended, for those who have no part in a log: each of
 * their requests reads a bounded number of rows, however long the log is and whoever asks.
 */
import { KeyedQueue } from "../../runtime/keyedQueue.js";
import { RecentMap } from "../../runtime/recentMap.js";

/** Rows that one request of a stranger has read, at most. */
export const STRANGER_ROWS_MAX = 250;
/** Logs whose readings are kept. */
const READINGS_MAX = 1_024;

export class KeptReadings<Reading> {
  readonly #readings = new RecentMap<string, Reading>(READINGS_MAX);
  readonly #queue = new KeyedQueue("readings of this log");

  /**
   * @param log id of a log
   * @param step reads on; where it throws, the next one goes on behind what was read
   */
  use<T>(
    log: string,
    begin: () => Promise<Reading>,
    step: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    return this.#queue.run(log, async () => {
      const reading = this.#readings.get(log) ?? (await begin());
      this.#readings.set(log, reading);
      return step(reading);
    });
  }
}
