/**
 * How neighbours are scored: faults must cut a liar off soon, and an honest node on a slow line
 * never.
 * Plain numbers; the library that uses them is the host's business.
 */

/** Milliseconds between decays; a calcond is 777 ms. */
const DECAY_INTERVAL_MS = 7_770;
/** What a counter has fallen to when it counts as gone. */
const DECAY_TO_ZERO = 0.01;

/** The rest of a counter after some seconds, when it shall be gone after `goneSeconds`. */
export function decayed(count: number, seconds: number, goneSeconds: number): number {
  return count * DECAY_TO_ZERO ** (Math.max(0, seconds) / goneSeconds);
}

/** Factor an interval that brings a counter down to `DECAY_TO_ZERO` in `seconds`. */
function decayOver(seconds: number): number {
  return DECAY_TO_ZERO ** (DECAY_INTERVAL_MS / 1_000 / seconds);
}

/** `xfer` and `work` are sixteen topics each, which share the weight of one. */
const TOPIC_WEIGHTS: Readonly<Record<string, number>> = {
  head: 0.5,
  ckpt: 0.5,
  name: 0.25,
  job: 0.25,
  xfer: 0.5 / 16,
  work: 0.5 / 16,
};
const OTHER_TOPIC_WEIGHT = 0.1;
/** Score lost, times the square of the faults, whatever the weight of their topic. */
export const INVALID_WEIGHT = -145;
/** Over which faults, and what a node did badly outside gossip, are forgiven. */
export const FORGIVEN_SECONDS = 3_000;

export const thresholds = {
  gossipThreshold: -4_000,
  publishThreshold: -8_000,
  graylistThreshold: -16_000,
  acceptPXThreshold: 100,
  opportunisticGraftThreshold: 5,
} as const;

/** For what a node is, or did outside gossip: one point of the score each. */
export const applicationPoints = {
  bootstrap: 100,
  badSync: -100,
  /** Below the graylist threshold itself would not pass it. */
  equivocation: -20_000,
} as const;
/** How long a neighbour that was cut off stays so. */
export const DENIED_MS = 3_600_000;

interface TopicScore {
  readonly topicWeight: number;
  readonly timeInMeshWeight: number;
  readonly timeInMeshQuantum: number;
  readonly timeInMeshCap: number;
  readonly firstMessageDeliveriesWeight: number;
  readonly firstMessageDeliveriesDecay: number;
  readonly firstMessageDeliveriesCap: number;
  readonly meshMessageDeliveriesWeight: number;
  readonly meshMessageDeliveriesDecay: number;
  readonly meshMessageDeliveriesCap: number;
  readonly meshMessageDeliveriesThreshold: number;
  readonly meshMessageDeliveriesWindow: number;
  readonly meshMessageDeliveriesActivation: number;
  readonly meshFailurePenaltyWeight: number;
  readonly meshFailurePenaltyDecay: number;
  readonly invalidMessageDeliveriesWeight: number;
  readonly invalidMessageDeliveriesDecay: number;
}

/** @param name last part of the topic */
export function topicScore(name: string): TopicScore {
  const topicWeight = TOPIC_WEIGHTS[name] ?? OTHER_TOPIC_WEIGHT;
  return {
    topicWeight,
    timeInMeshWeight: 10 / 463,
    timeInMeshQuantum: DECAY_INTERVAL_MS,
    timeInMeshCap: 463,
    firstMessageDeliveriesWeight: 1,
    firstMessageDeliveriesCap: 40,
    firstMessageDeliveriesDecay: decayOver(360),
    // Topics here are quiet: counting what a neighbour did not deliver would punish the innocent.
    meshMessageDeliveriesWeight: 0,
    meshMessageDeliveriesDecay: 0.5,
    meshMessageDeliveriesCap: 1,
    meshMessageDeliveriesThreshold: 1,
    meshMessageDeliveriesWindow: 10,
    meshMessageDeliveriesActivation: 5_000,
    meshFailurePenaltyWeight: 0,
    meshFailurePenaltyDecay: 0.5,
    invalidMessageDeliveriesWeight: INVALID_WEIGHT / topicWeight,
    invalidMessageDeliveriesDecay: decayOver(FORGIVEN_SECONDS),
  };
}

/** @param sharedAddresses IP addresses behind which many honest nodes live */
export function peerScore(
  sharedAddresses: ReadonlySet<string>,
  appSpecificScore: (peer: string) => number = () => 0,
): {
  readonly topicScoreCap: number;
  readonly appSpecificScore: (peer: string) => number;
  readonly appSpecificWeight: number;
  readonly IPColocationFactorThreshold: number;
  readonly IPColocationFactorWeight: number;
  readonly IPColocationFactorWhitelist: Set<string>;
  readonly behaviourPenaltyThreshold: number;
  readonly behaviourPenaltyWeight: number;
  readonly behaviourPenaltyDecay: number;
  readonly decayInterval: number;
  readonly decayToZero: number;
  readonly retainScore: number;
} {
  return {
    topicScoreCap: 72.5,
    appSpecificScore,
    appSpecificWeight: 1,
    // Offices and carriers put many honest nodes behind one address, and any score below zero
    // silences them all. What one address may have is bounded by connections and budgets.
    IPColocationFactorThreshold: 8,
    IPColocationFactorWeight: 0,
    IPColocationFactorWhitelist: new Set(sharedAddresses),
    behaviourPenaltyThreshold: 6,
    behaviourPenaltyWeight: -10,
    behaviourPenaltyDecay: decayOver(600),
    decayInterval: DECAY_INTERVAL_MS,
    decayToZero: DECAY_TO_ZERO,
    retainScore: 3_600_000,
  };
}
