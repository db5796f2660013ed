/**
 * Weighted rendezvous hashing: each node draws a number for each shard from its name alone, and the
 * highest scores hold the shard. When one of N nodes comes or goes, only what it holds moves.
 * Source: Schindelhauer and Schomaker, Weighted Distributed Hash Tables (2005), logarithmic method.
 */
import { canonicalString } from "../encoding/jcs.js";
import { log } from "../math/index.js";
import type { Crypto } from "../ports.js";

export interface PlacedNode {
  /** Public key, 64 hex digits. */
  readonly node: string;
  /** Weight, 1 to 16. */
  readonly capacity: number;
}

const DIGITS = 13;
/** 16 ** DIGITS. */
const RANGE = 4_503_599_627_370_496;

/**
 * ln h of what a node draws for a shard: h = (n + 0.5) / 2^52, n the first 13 hex digits of
 * sha256("calc-place/1" || 00 || canonical {epoch_seed, node, shard}). Below 0.
 */
export function placementDraw(
  crypto: Pick<Crypto, "sha256Hex">,
  epochSeed: string,
  node: string,
  shard: number,
): number {
  // Written out: a node draws for each shard of each other node, tens of thousands of times.
  const named = `{"epoch_seed":${canonicalString(epochSeed)},"node":${canonicalString(node)},"shard":${shard}}`;
  const digits = crypto.sha256Hex(`calc-place/1\u0000${named}`).slice(0, DIGITS);
  return log((parseInt(digits, 16) + 0.5) / RANGE);
}

/** -capacity / ln h: above 0; the chance of the highest is in proportion to the capacity. */
export function placementScore(draw: number, capacity: number): number {
  return -capacity / draw;
}

/**
 * All nodes, the first holder first; of equal scores the lower name first.
 * @param draws ln h of each node, as `placementDraw` gives it
 */
export function rankByScore(
  nodes: readonly PlacedNode[],
  draws: (node: string) => number,
): readonly string[] {
  const scored = nodes.map(({ node, capacity }) => ({
    node,
    score: placementScore(draws(node), capacity),
  }));
  scored.sort((a, b) => b.score - a.score || (a.node < b.node ? -1 : 1));
  return scored.map(({ node }) => node);
}

/** All nodes in the order in which they are asked to hold a shard. */
export function rankNodes(
  crypto: Pick<Crypto, "sha256Hex">,
  epochSeed: string,
  shard: number,
  nodes: readonly PlacedNode[],
): readonly string[] {
  return rankByScore(nodes, (node) => placementDraw(crypto, epochSeed, node, shard));
}
