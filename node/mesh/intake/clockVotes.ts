/**
 * Whose word about the time counts. The mesh secret gives anyone any number of keys, so keys are
 * not counted: the operator's peers come first, then those known for long, and of all others each
 * network has one vote.
 */

/** Between which an offset lies, in milliseconds. */
export interface ClockBounds {
  readonly low: number;
  readonly high: number;
}

/** How well a peer is known: named by the operator, met for long, or neither. */
export type Standing = "configured" | "known" | "stranger";

export interface MeasuredClock extends ClockBounds {
  readonly peer: string;
  readonly standing: Standing;
  /** From which it is connected; a peer whose address is not known is one of its own. */
  readonly network: string;
}

/** So many votes are needed where the operator named nobody. */
export const VOTES_MIN = 3;

export interface Ballot extends ClockBounds {
  readonly votes: number;
  /** Whether it is enough to find a clock wrong. */
  readonly counts: boolean;
}

/**
 * @param byPeer where all peers are of few networks, lets each have a vote: for a clock of which
 *   nothing is known yet
 * @returns medians of what those say whose word counts; null when nobody says anything
 */
export function ballotOf(measured: readonly MeasuredClock[], byPeer: boolean): Ballot | null {
  const of = (standing: Standing): readonly MeasuredClock[] =>
    measured.filter((one) => one.standing === standing);
  const named = of("configured");
  if (named.length > 0) return ballot(withOwn(named), true);
  const known = votesOf(of("known"));
  const votes = known.length >= VOTES_MIN ? known : votesOf(measured);
  if (votes.length >= VOTES_MIN || !byPeer) return ballot(votes, votes.length >= VOTES_MIN);
  return ballot(measured, measured.length >= VOTES_MIN);
}

/**
 * Where an even number of the operator's peers speaks, the own clock has a vote, too: of two of which one
 * is wrong, that is right which agrees with it. One alone is believed, and so are two against it.
 */
function withOwn(named: readonly ClockBounds[]): readonly ClockBounds[] {
  return named.length % 2 === 0 ? [...named, { low: 0, high: 0 }] : named;
}

/** One vote for each network: the median of its members. */
function votesOf(measured: readonly MeasuredClock[]): readonly ClockBounds[] {
  const networks = new Map<string, MeasuredClock[]>();
  for (const one of measured)
    networks.set(one.network, [...(networks.get(one.network) ?? []), one]);
  return [...networks.values()].map((members) => medians(members));
}

function ballot(votes: readonly ClockBounds[], counts: boolean): Ballot | null {
  return votes.length === 0 ? null : { ...medians(votes), votes: votes.length, counts };
}

/** @param of at least one */
function medians(of: readonly ClockBounds[]): ClockBounds {
  return { low: median(of.map(({ low }) => low))!, high: median(of.map(({ high }) => high))! };
}

/** Undefined of nothing. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle];
  return high === undefined || sorted.length % 2 === 1 ? high : (sorted[middle - 1]! + high) / 2;
}
