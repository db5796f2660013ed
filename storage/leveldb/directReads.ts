/**
 * Which readings are made in the thread that asks. What is in memory is found in some microseconds;
 * a thread of the pool takes longer to wake, and where other threads keep the processors busy it
 * may wait a whole time slice, some milliseconds, for its turn: three readings in a row then take
 * ten. But anyone who reads here keeps everyone else of this thread waiting. So it is done only
 * while readings are short, which a slow disk ends after a few, and only so often in one turn of
 * the event loop: who reads in a long loop lets others in, and goes on in the next turn. What finds
 * no room there either is for the pool.
 */
import { systemTurn, type Turn } from "../kv/groupCommit.js";

/** Keys read in one turn of the event loop: some tenths of a millisecond. */
export const KEYS_A_TURN = 128;
/** Mean time of a reading above which a thread of the pool waits for the disk. */
const SLOW_MS = 0.3;
/** Weight of the last reading in the mean. */
const MEAN_WEIGHT = 1 / 8;
/** More than this says nothing more of the disk: the thread may have been interrupted. */
const COUNTED_MS_MAX = 1;
/**
 * What the disk takes is only seen by waiting for it here: after so many readings in the pool it is
 * looked at again.
 */
export const PATIENT_READS = 256;

export interface DirectReadsOptions {
  /** Absent: that of the process. */
  readonly nowMs?: () => number;
  /** Absent: that of the process. */
  readonly turn?: Turn;
}

export class DirectReads {
  readonly #nowMs: () => number;
  readonly #turn: Turn;
  /** Of the readings made here, in ms. */
  #mean = 0;
  /** Readings left that go to the pool. */
  #patient = 0;
  /** Keys read here in this turn. */
  #keys = 0;

  constructor({ nowMs = () => performance.now(), turn = systemTurn }: DirectReadsOptions = {}) {
    this.#nowMs = nowMs;
    this.#turn = turn;
  }

  /**
   * Whether so many keys are to be read here, with `read`; to be asked once for each reading. Where
   * there is no room left in this turn of the event loop the next one answers.
   */
  mayRead(keys: number): boolean | Promise<boolean> {
    if (this.#patient > 0) {
      this.#patient -= 1;
      return false;
    }
    if (keys > KEYS_A_TURN) return false;
    return (
      this.#hasRoom(keys) ||
      new Promise((resolve) => {
        this.#turn(() => {
          resolve(this.#patient === 0 && this.#hasRoom(keys));
        });
      })
    );
  }

  /** Reads here, and sees how long it takes. */
  read<T>(read: () => T): T {
    const begin = this.#nowMs();
    const found = read();
    this.#mean += MEAN_WEIGHT * (Math.min(this.#nowMs() - begin, COUNTED_MS_MAX) - this.#mean);
    if (this.#mean > SLOW_MS) {
      this.#patient = PATIENT_READS;
      this.#mean = 0;
    }
    return found;
  }

  /** Takes the room where there is some. */
  #hasRoom(keys: number): boolean {
    if (this.#keys + keys > KEYS_A_TURN) return false;
    if (this.#keys === 0)
      this.#turn(() => {
        this.#keys = 0;
      });
    this.#keys += keys;
    return true;
  }
}
