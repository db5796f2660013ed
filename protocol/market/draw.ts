/**
 * Who computes a job: the first nodes by a hash of the job, a beacon that is younger than it, and
 * the node. Nobody picks a job, and nobody picks a node.
 */
import { OPERATOR_ACCOUNT } from "../economy/accounts.js";
import type { Crypto } from "../ports.js";
import type { WorkOfferBody } from "./bodies.js";
import { ALONE_CHANCE_MAX, CREDIBLE_AGREEMENTS, DRAWN_MAX } from "./terms.js";

type Hasher = Pick<Crypto, "sha256Hex">;

/** An offer as a draw sees it. */
export interface Offer {
  readonly node: string;
  readonly offer: WorkOfferBody;
  /** Calcond of the offer. */
  readonly calcond: number;
  /** Address blocks of the node, /24 or /48; loopback addresses are in none. */
  readonly blocks: readonly string[];
}

/** Whom a draw leaves out, and what it asks for. */
export interface DrawTerms {
  /** Id of the job, or of a challenge. */
  readonly about: string;
  readonly engineVersion: string;
  /** Calcond at which `about` was said: younger offers do not count. */
  readonly calcond: number;
  /** Nodes that are party to it: the asker's, the author of the beacon, both sides of a dispute. */
  readonly parties: ReadonlySet<string>;
  /** Nodes whose bond is withheld. */
  readonly withheld: ReadonlySet<string>;
}

/** Whose offer it is, on the whole mesh: the operator's account has one name on all nodes. */
function ownerOf({ node, offer: { account } }: Pick<Offer, "node" | "offer">): string {
  return account === OPERATOR_ACCOUNT ? `operator of ${node}` : `account ${account}`;
}

/** Nodes that could be drawn, in the order of their keys. */
export function poolOf(offers: Iterable<Offer>, terms: DrawTerms): readonly Offer[] {
  const all = [...offers];
  const accounts = new Set<string>();
  const blocks = new Set<string>();
  for (const one of all) {
    if (!terms.parties.has(one.node)) continue;
    accounts.add(ownerOf(one));
    for (const block of one.blocks) blocks.add(block);
  }
  return all
    .filter((one) => {
      const { blocks: own, calcond, node, offer } = one;
      return (
        offer.open &&
        offer.engine_version === terms.engineVersion &&
        calcond <= terms.calcond &&
        !terms.parties.has(node) &&
        !terms.withheld.has(node) &&
        !accounts.has(ownerOf(one)) &&
        !own.some((block) => blocks.has(block))
      );
    })
    .sort((a, b) => (a.node < b.node ? -1 : 1));
}

/** sha256 over the keys of a pool, ascending. */
export function poolHash(crypto: Hasher, pool: readonly Pick<Offer, "node">[]): string {
  return crypto.sha256Hex(`calc-pool/1\u0000${pool.map(({ node }) => node).join("")}`);
}

/** Where a node stands in a draw: the smallest is first. */
export function drawRank(crypto: Hasher, about: string, beacon: string, node: string): string {
  return crypto.sha256Hex(`calc-draw/1\u0000${about}${beacon}${node}`);
}

/** The first of a pool by their rank: one for each account and for each address block. */
export function drawn(
  crypto: Hasher,
  pool: readonly Offer[],
  { about, beacon }: { readonly about: string; readonly beacon: string },
): readonly string[] {
  const ranked = pool
    .map((one) => ({ ...one, rank: drawRank(crypto, about, beacon, one.node) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const taken = new Set<string>();
  const nodes: string[] = [];
  for (const one of ranked) {
    const { blocks, node } = one;
    const marks = [ownerOf(one), ...blocks];
    if (marks.some((mark) => taken.has(mark))) continue;
    for (const mark of marks) taken.add(mark);
    nodes.push(node);
    if (nodes.length === DRAWN_MAX) break;
  }
  return nodes;
}

/**
 * Who may say the beacon of a job, in their order: nodes that offer no work come first, so that
 * none of those who could be drawn is lost. The asker's node comes last, where there is nobody else.
 */
export function keepers(
  crypto: Hasher,
  about: string,
  nodes: {
    readonly known: Iterable<string>;
    readonly offering: ReadonlySet<string>;
    readonly asker: string;
    /** So few offer work that none of them can be spared. */
    readonly isScarce: boolean;
  },
): readonly string[] {
  const { asker, isScarce, known, offering } = nodes;
  const rank = (node: string): string => {
    const group = node === asker ? 2 : offering.has(node) ? (isScarce ? 3 : 1) : 0;
    return `${group}${crypto.sha256Hex(`calc-keeper/1\u0000${about}${node}`)}`;
  };
  return [...new Set([...known, asker])]
    .map((node) => [rank(node), node] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, node]) => node);
}

/** 2^48, for 12 hex digits. */
const CHANCE_STEPS = 281_474_976_710_656;

/** A number of [0, 1) that follows from texts. */
export function chanceOf(crypto: Hasher, ...parts: readonly string[]): number {
  const digits = crypto.sha256Hex(`calc-chance/1\u0000${parts.join("\u0000")}`);
  return Number.parseInt(digits.slice(0, 12), 16) / CHANCE_STEPS;
}

/**
 * Whether a node computes an economy job alone: never below ten replicated agreements, then with
 * chance 1 - 1/agreements, at most 0.95.
 */
export function isAlone(
  crypto: Hasher,
  {
    about,
    agreements,
    beacon,
    node,
  }: {
    readonly about: string;
    readonly beacon: string;
    readonly node: string;
    readonly agreements: number;
  },
): boolean {
  if (agreements < CREDIBLE_AGREEMENTS) return false;
  const chance = Math.min(ALONE_CHANCE_MAX, 1 - 1 / agreements);
  return chanceOf(crypto, "alone", about, beacon, node) < chance;
}

const IP4 = /\/ip4\/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}(\/|$)/;
const IP6 = /\/ip6\/([0-9a-f:]+)(\/|$)/;
const IP6_GROUPS = 3;

/** The /24 and /48 blocks of a node's addresses; a loopback address says nothing about who it is. */
export function addressBlocks(addresses: readonly string[]): readonly string[] {
  const blocks = new Set<string>();
  for (const address of addresses) {
    const four = IP4.exec(address);
    if (four !== null && four[1] !== "127") blocks.add(`${four[1]}.${four[2]}.${four[3]}`);
    const six = IP6.exec(address)?.[1];
    if (six !== undefined && six !== "::1") blocks.add(blockOf(six));
  }
  return [...blocks];
}

/** The first 48 bits; leading zeros of a group are left out, as they are where `::` stands. */
function blockOf(address: string): string {
  const [head = ""] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const all = Array.from({ length: IP6_GROUPS }, (_, at) => groups[at] ?? "0");
  return all.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
