/** What the API tells of the mesh, and the entrance for events over HTTP. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { HANDSHAKE_HEADER } from "../../../protocol/events/handshake.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import type { MeshSource, MeshView, Posted } from "../view/meshView.js";
import { holdsAddress } from "../../accounts/possession.js";
import type { Ground } from "../../ground/ground.js";
import type { MarketServices } from "../../market/createMarket.js";

type MeshHandlers = Pick<
  NodeHandlers,
  "meshStatus" | "meshGossip" | "meshVerify" | "meshPeers" | "meshTopics" | "meshScores"
>;

const PEERS_COMPARED = 4;
const RECEIPTS_SAMPLED = 8;
const RETRY_SECONDS: Readonly<Record<string, string>> = { RATE_LIMITED: "1", BUSY: "1" };

/** Why this node takes no gossip now, or null. */
export function gossipRefusal(mesh: MeshView): ApiError | null {
  if (mesh.source === null) return new ApiError("NOT_READY", "the mesh is not up yet");
  if (mesh.snapshot().gossip === "on") return null;
  return new ApiError("NO_MESH_SECRET", "no mesh secret is configured");
}

function sourceOf(mesh: MeshView): MeshSource {
  const refusal = gossipRefusal(mesh);
  if (refusal !== null || mesh.source === null) {
    throw refusal ?? new ApiError("NOT_READY", "the mesh is not up yet");
  }
  return mesh.source;
}

function answerOf(posted: Posted): Extract<Posted, { accepted: true }> {
  if (posted.accepted) return posted;
  const { code, detail, evidence } = posted;
  const wait = RETRY_SECONDS[code];
  throw new ApiError(code, detail, {
    ...(wait === undefined ? {} : { headers: ["retry-after", wait] }),
    ...(evidence === undefined ? {} : { members: { evidence } }),
  });
}

type MeshServices = Pick<Ground, "crypto" | "registry" | "spine" | "spineLog"> &
  Pick<MarketServices, "marketBook"> & { readonly mesh: MeshView; readonly peerId: string };

export function meshHandlers(services: MeshServices): MeshHandlers {
  const { mesh } = services;
  return {
    meshStatus: () => statusOf(services),
    meshGossip: async (_described, call) =>
      answerOf(await sourceOf(mesh).post(call.body(), call.header(HANDSHAKE_HEADER))),
    meshVerify: async ({ peers, samples, ...claim }) => {
      if (Object.keys(claim).length === 0) {
        const round = await sourceOf(mesh).verify(
          peers ?? PEERS_COMPARED,
          samples ?? RECEIPTS_SAMPLED,
        );
        if (round === null) {
          throw new ApiError("BUSY", "other rounds are under way", {
            headers: ["retry-after", "5"],
          });
        }
        return { ...round, mismatches: round.mismatches.map((mismatch) => ({ ...mismatch })) };
      }
      const { address, publicKey, nonce, signature } = claim;
      if (
        peers !== undefined ||
        samples !== undefined ||
        address === undefined ||
        publicKey === undefined ||
        nonce === undefined ||
        signature === undefined
      ) {
        throw new ApiError(
          "INVALID_INPUT",
          "a check of an address takes address, publicKey, nonce and signature, and no more",
        );
      }
      const { crypto } = services;
      const valid = await holdsAddress({ crypto }, { address, publicKey, nonce, signature });
      return { valid, address };
    },
    meshPeers: () => {
      const peers = mesh.source?.peers() ?? [];
      const shown = peers.map((peer) => ({
        ...peer,
        engineVersions: [...peer.engineVersions],
        topics: [...peer.topics],
      }));
      return { peers: shown, total: peers.length };
    },
    meshTopics: () => {
      const topics = (mesh.source?.topics() ?? []).map((topic) => ({ ...topic }));
      return { topics, total: topics.length };
    },
    meshScores: () => {
      const { scores, denied } = mesh.scores();
      return {
        thresholds: { ...mesh.thresholds },
        scores: scores.map((score) => ({ ...score })),
        total: scores.length,
        denied: [...denied],
      };
    },
  };
}

function statusOf({ marketBook, mesh, spine, spineLog, peerId, registry }: MeshServices) {
  const seen = mesh.snapshot();
  return {
    coherenceScore: seen.coherenceScore,
    recentGossipCount: seen.recentGossipCount,
    lastGossip: seen.recentGossipCount,
    lastGossipCalcond: seen.lastGossipCalcond,
    nodeId: peerId,
    publicKey: spineLog.author,
    net: spine.net,
    gossip: seen.gossip,
    peers: seen.peers,
    topicMesh: { ...seen.topicMesh },
    authors: seen.heads.length + 1,
    spine: { seq: spine.size - 1, id: spine.lastId, size: spine.size, root: toHex(spine.root) },
    detached: seen.detached,
    frozen: [...seen.frozen],
    evidence: seen.evidence,
    spines: { ...seen.spines },
    shardsHeld: seen.shardsHeld,
    clockOffsetMs: seen.clockOffsetMs,
    restoreGuard: seen.restoreGuard,
    engineVersion: ENGINE_VERSION,
    registryGeneration: registry.registryVersion,
    heads: seen.heads.map((head) => ({ ...head })),
    heldBy: seen.heldBy,
    market: {
      contributors: [...marketBook.offers.values()].filter(({ offer }) => offer.open).length,
      withheld: marketBook.withheld.size,
      jobs: marketBook.jobs.size,
    },
  };
}
