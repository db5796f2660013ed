/** All detectors by their id. */
import type { Detector } from "./detector.js";
import { LEVEL_DETECTORS } from "./levels.js";
import { MEMORY_DETECTORS } from "./memory.js";
import { SEQUENCE_DETECTORS } from "./sequences.js";
import { TIMED_DETECTORS } from "./timed.js";

export const DETECTORS: ReadonlyMap<string, Detector> = new Map(
  [...LEVEL_DETECTORS, ...MEMORY_DETECTORS, ...SEQUENCE_DETECTORS, ...TIMED_DETECTORS].map(
    (one) => [one.id, one],
  ),
);

export type { Detector } from "./detector.js";
