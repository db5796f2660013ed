/** The question to peers for this node's own head, before it seals again: whom it goes to. */
import { QUIET_ROLE } from "../../protocol/mesh/kinds.js";
import { topicOf } from "../../protocol/events/topics.js";
import { peerIdOf, publicKeyOf } from "./host/peerKey.js";
import type { MeshListener, MeshModules, MeshOptions } from "./meshOptions.js";
import { officesOf, type MeshParts } from "./meshParts.js";
import { knownPeers, RestoreGuard } from "./sync/restoreGuard.js";

/** The guard of a node whose spine may be an older copy; null where none is asked for. */
export async function restoreGuardOf(
  options: MeshOptions,
  modules: MeshModules,
  parts: MeshParts,
  listener: Pick<MeshListener, "onGuardPassed" | "onPoints" | "onSelfEquivocation">,
): Promise<RestoreGuard | null> {
  const { guardedSpine: spine, log, store } = modules;
  const { author, bootstrap, guarded, network } = options;
  const { publicKey } = author;
  if (guarded !== true || spine === undefined) return null;
  const known = await knownPeers(bootstrap, store);
  return new RestoreGuard(
    { network, publicKey, known },
    {
      ...modules,
      client: parts.client,
      spine,
      log: log.child("guard"),
      headAt: (peer) => parts.headNotes.signedSeq(peer, publicKey),
      wouldKnow: (peer) => wouldKnow(peer, options, modules, parts),
      seek: () => reachHolders(options, modules, parts),
    },
    {
      onPassed: () => listener.onGuardPassed?.(),
      onSelfEquivocation: (detail) => listener.onSelfEquivocation?.(detail),
      ...(listener.onPoints === undefined ? {} : { onPoints: listener.onPoints }),
    },
  );
}

/**
 * Whether the own spine falls to a peer, or it always hears the heads of all. One that may leave them to
 * others may have begun to follow them a moment ago.
 */
function wouldKnow(
  peer: string,
  { author, network }: MeshOptions,
  { net }: MeshModules,
  { keeping, shared }: MeshParts,
): boolean {
  if (keeping.holdersOf(author.publicKey).some((node) => peerIdOf(node) === peer)) return true;
  const roles = shared.placement.rolesOf(publicKeyOf(peer) ?? "");
  return net.subscribers(topicOf(network, "head")).includes(peer) && !roles.includes(QUIET_ROLE);
}

/** Calls those to whom the own spine falls, and those who hear its head by their office. */
function reachHolders(
  options: MeshOptions,
  { log }: MeshModules,
  { keeping, shared }: MeshParts,
): void {
  const { publicKey } = options.author;
  const nodes = new Set([...keeping.holdersOf(publicKey), ...officesOf(options)]);
  nodes.delete(publicKey);
  for (const node of nodes)
    shared.reach(node).catch((error: unknown) => {
      log.debug("a holder was not reached", { node, error: String(error) });
    });
}
