/**
 * Which nodes keep a spine for others: rendezvous over the keys of nodes and author, without epochs,
 * so that a spine moves only when a node comes or goes.
 */
import { log } from "../math/index.js";
import type { Crypto } from "../ports.js";
import { placementScore, type PlacedNode } from "./rendezvous.js";

/** Nodes that keep a spine beside its author and those who deal with it. */
export const SPINE_HOLDERS = 8;

const DIGITS = 13;
/** 16 ** DIGITS. */
const RANGE = 4_503_599_627_370_496;

/**
 * ln h of what a node draws for a spine: h = (n + 0.5) / 2^52, n the first 13 hex digits of
 * sha256("calc-keep/1" || 00 || node || author), both as 64 hex digits. Below 0.
 */
export function spineDraw(crypto: Pick<Crypto, "sha256Hex">, node: string, author: string): number {
  const digits = crypto.sha256Hex(`calc-keep/1\u0000${node}${author}`).slice(0, DIGITS);
  return log((parseInt(digits, 16) + 0.5) / RANGE);
}

function scoreOf(
  crypto: Pick<Crypto, "sha256Hex">,
  { node, capacity }: PlacedNode,
  author: string,
): number {
  return placementScore(spineDraw(crypto, node, author), capacity);
}

/** Whether one of the nodes is among the first for a spine; its author counts for none of them. */
export function holdsSpine(
  crypto: Pick<Crypto, "sha256Hex">,
  author: string,
  own: PlacedNode,
  nodes: readonly PlacedNode[],
): boolean {
  const score = scoreOf(crypto, own, author);
  let before = 0;
  for (const one of nodes) {
    if (one.node === own.node || one.node === author) continue;
    const other = scoreOf(crypto, one, author);
    if (other > score || (other === score && one.node < own.node)) before += 1;
    if (before === SPINE_HOLDERS) return false;
  }
  return own.node !== author;
}

/** The nodes that keep a spine, the first first. */
export function spineHolders(
  crypto: Pick<Crypto, "sha256Hex">,
  author: string,
  nodes: readonly PlacedNode[],
): readonly string[] {
  return nodes
    .filter(({ node }) => node !== author)
    .map((one) => ({ node: one.node, score: scoreOf(crypto, one, author) }))
    .sort((a, b) => b.score - a.score || (a.node < b.node ? -1 : 1))
    .slice(0, SPINE_HOLDERS)
    .map(({ node }) => node);
}
