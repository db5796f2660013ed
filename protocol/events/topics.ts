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

/** Topics that carry something this version understands. */
export const TOPIC_NAMES = ["head", "node", "digest", "evid", "job", "name", "shard"] as const;
export type TopicName = (typeof TOPIC_NAMES)[number];

export function topicOf(net: string, name: TopicName): string {
  return `/calc/1/${net}/${name}`;
}

/** The topic's name, or null when it belongs to another network or to nothing we know. */
export function topicName(net: string, topic: string): TopicName | null {
  return TOPIC_NAMES.find((name) => topicOf(net, name) === topic) ?? null;
}
