/**
 * What work an address owes before the node does a thing for it that costs the node, not the
 * caller.
 */

export const WORK_PURPOSES = ["demo-key", "signup", "claim"] as const;
export type WorkPurpose = (typeof WORK_PURPOSES)[number];

/** An hour: what is counted is what was done within so many calconds. */
export const WORK_WINDOW_CALCONDS = 4_632;
/** A quarter of an hour to find and bring a solution, and an hour where it takes minutes. */
const LIFE_CALCONDS = 1_158;
const LONG_LIFE_CALCONDS = 4_632;
/** Leading zero bits from which the longer time is given. */
const LONG_LIFE_BITS = 26;

/** So many times in an hour for so many bits; none where there is no further rung. */
interface Rung {
  /** Times in the hour up to which this rung holds, this one included. */
  readonly upTo: number;
  /** Leading zero bits; 0 is free. */
  readonly bits: number;
}

const LADDERS: Readonly<Record<WorkPurpose, readonly Rung[]>> = {
  "demo-key": [
    { upTo: 1, bits: 0 },
    { upTo: 2, bits: 18 },
    { upTo: 3, bits: 21 },
    { upTo: 4, bits: 24 },
    { upTo: 30, bits: 26 },
  ],
  signup: [
    { upTo: 3, bits: 0 },
    { upTo: 4, bits: 18 },
    { upTo: 5, bits: 21 },
    { upTo: 6, bits: 24 },
    { upTo: 30, bits: 26 },
  ],
  claim: [
    { upTo: 32, bits: 18 },
    { upTo: 42, bits: 21 },
    { upTo: 53, bits: 24 },
    { upTo: 64, bits: 26 },
  ],
};

/**
 * @param done how often it was done for the address within the hour before
 * @returns leading zero bits that the next time takes, 0 for none; null where it is too many
 */
export function bitsOwed(purpose: WorkPurpose, done: number): number | null {
  return LADDERS[purpose].find(({ upTo }) => done < upTo)?.bits ?? null;
}

/** Times in an hour after which there is no more. */
export function timesAnHour(purpose: WorkPurpose): number {
  return LADDERS[purpose].at(-1)!.upTo;
}

/** Calconds for which a challenge of so many bits is good. */
export function lifeOf(bits: number): number {
  return bits >= LONG_LIFE_BITS ? LONG_LIFE_CALCONDS : LIFE_CALCONDS;
}

/** Those of the last hour, oldest first. @param times calconds, oldest first */
export function withinHour(times: readonly number[], calcond: number): readonly number[] {
  return times.filter((time) => time > calcond - WORK_WINDOW_CALCONDS);
}

/** Tries that are needed on average. */
export function expectedHashes(bits: number): number {
  return Number(1n << BigInt(bits));
}
