/** Networks and the pub/sub topics of each. */
import { canonicalize } from "../encoding/jcs.js";
import { CALCOND_NS } from "../limits.js";
import type { Crypto } from "../ports.js";

/** What two nodes must share to be on one mesh. */
interface Genesis {
  readonly calcond_ns: number;
  readonly name: string;
  readonly registry_family: string;
  readonly v: 1;
  /** Public keys in hex whose statements order names; none: each node's own first sight decides. */
  readonly witnesses: readonly string[];
}

export function genesisOf(
  name: string,
  registryFamily: string,
  witnesses: readonly string[] = [],
): Genesis {
  return { calcond_ns: Number(CALCOND_NS), name, registry_family: registryFamily, v: 1, witnesses };
}

/**
 * First 8 hex digits of sha256("calc-net/1" || 00 || canonical genesis): the network's name on the
 * wire.
 */
export function net8(crypto: Pick<Crypto, "sha256Hex">, genesis: Genesis): string {
  return crypto.sha256Hex(`calc-net/1\u0000${canonicalize(genesis)}`).slice(0, 8);
}

const NIBBLES = "0123456789abcdef";
/** Words of work are spread over topics by the first digit of their job. */
type WorkTopic = `work/${string}`;
const WORK_TOPICS: readonly WorkTopic[] = NIBBLES.split("").map(
  (nibble): WorkTopic => `work/${nibble}`,
);

/** What moves between nodes is spread by the first digit of the first envelope that moves. */
type XferTopic = `xfer/${string}`;
const XFER_TOPICS: readonly XferTopic[] = NIBBLES.split("").map(
  (nibble): XferTopic => `xfer/${nibble}`,
);

/**
 * Heads of spines that bind others, and of those that bind who takes part in work alone: for who does not
 * follow the heads of all.
 */
const BOUND_TOPICS = ["bound/all", "bound/work"] as const;
type BoundTopic = (typeof BOUND_TOPICS)[number];

const PLAIN_TOPICS = ["head", "node", "digest", "evid", "job", "name", "shard", "ckpt"] as const;
export type TopicName = (typeof PLAIN_TOPICS)[number] | BoundTopic | WorkTopic | XferTopic;
/** Topics that carry something this version understands. */
export const TOPIC_NAMES: readonly TopicName[] = [
  ...PLAIN_TOPICS,
  ...BOUND_TOPICS,
  ...WORK_TOPICS,
  ...XFER_TOPICS,
];

/** Whether heads go by a topic beside that of the heads of all. */
export function isBoundTopic(name: TopicName): boolean {
  return name.startsWith("bound/");
}

/** Where the heads of a spine go that binds others, beside the topic of the heads of all. */
export function boundTopic(isOfWork: boolean): TopicName {
  return isOfWork ? "bound/work" : "bound/all";
}

/** The topic of what is said of a job. @param job its id, 64 hex digits */
export function workTopic(job: string): TopicName {
  return `work/${job.slice(0, 1)}`;
}

/** Whether a topic is of those alone who ask for work or do it. */
export function isOfWorkTopic(name: TopicName): boolean {
  return name === "job" || name === "bound/work" || name.startsWith("work/");
}

/** The topic of a move. @param token id of its first envelope, 64 hex digits */
export function xferTopic(token: string): TopicName {
  return `xfer/${token.slice(0, 1)}`;
}

export function topicOf(net: string, name: TopicName): string {
  return `/calc/1/${net}/${name}`;
}

/** The topic's name, or null when it belongs to another network or to nothing we know. */
export function topicName(net: string, topic: string): TopicName | null {
  return TOPIC_NAMES.find((name) => topicOf(net, name) === topic) ?? null;
}
