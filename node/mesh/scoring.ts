/**
 * How neighbours are scored: faults must cut a liar off soon, and an honest node on a slow line
 * never.
 * Plain numbers; the library that uses them is the host's business.
 */

/** Milliseconds between decays; a calcond is 777 ms. */
const DECAY_INTERVAL_MS = 7_770;
/** What a counter has fallen to when it counts as gone. */
const DECAY_TO_ZERO = 0.01;

/** Factor an interval that brings a counter down to `DECAY_TO_ZERO` in `seconds`. */
function decayOver(seconds: number): number {
  return DECAY_TO_ZERO ** (DECAY_INTERVAL_MS / 1_000 / seconds);
}

const TOPIC_WEIGHTS: Readonly<Record<string, number>> = { head: 0.5, node: 0.1, digest: 0.1 };
const OTHER_TOPIC_WEIGHT = 0.1;
/** Score lost, times the square of the faults, whatever the weight of their topic. */
const INVALID_WEIGHT = -145;

export const thresholds = {
  gossipThreshold: -4_000, publishThreshold: -8_000, graylistThreshold: -16_000,
  acceptPXThreshold: 100, opportunisticGraftThreshold: 5,
} as const;

/** Faults on one topic after which a neighbour is below the graylist threshold. */
export const GRAYLISTING_FAULTS = 11;
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
    timeInMeshWeight: 10 / 463, timeInMeshQuantum: DECAY_INTERVAL_MS, timeInMeshCap: 463,
    firstMessageDeliveriesWeight: 1, firstMessageDeliveriesCap: 40,
    firstMessageDeliveriesDecay: decayOver(360),
    // Topics here are quiet: counting what a neighbour did not deliver would punish the innocent.
    meshMessageDeliveriesWeight: 0, meshMessageDeliveriesDecay: 0.5, meshMessageDeliveriesCap: 1,
    meshMessageDeliveriesThreshold: 1, meshMessageDeliveriesWindow: 10,
    meshMessageDeliveriesActivation: 5_000,
    meshFailurePenaltyWeight: 0, meshFailurePenaltyDecay: 0.5,
    invalidMessageDeliveriesWeight: INVALID_WEIGHT / topicWeight,
    invalidMessageDeliveriesDecay: decayOver(3_000),
  };
}

/** @param sharedAddresses IP addresses behind which many honest nodes live */
export function peerScore(sharedAddresses: ReadonlySet<string>): {
  readonly topicScoreCap: number;
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
    topicScoreCap: 72.5, appSpecificWeight: 1,
    IPColocationFactorThreshold: 8, IPColocationFactorWeight: -20,
    IPColocationFactorWhitelist: new Set(sharedAddresses),
    behaviourPenaltyThreshold: 6, behaviourPenaltyWeight: -10,
    behaviourPenaltyDecay: decayOver(600),
    decayInterval: DECAY_INTERVAL_MS, decayToZero: DECAY_TO_ZERO, retainScore: 3_600_000,
  };
}
