import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { TiledLog } from "../../spine/tiledLog.js";
import type { Ground } from "../../ground/ground.js";
import type { MeshView } from "../view/meshView.js";
import { DISPUTED_HEADER } from "../../operations/headers.js";

type SpineHandlers = Pick<
  NodeHandlers,
  "genesisExecute" | "meshCheckpoint" | "meshTile" | "meshConsistency"
>;
type SpineServices = Pick<Ground, "store" | "spineLog" | "followedLogs"> & {
  readonly mesh: MeshView;
};

/** Heads are announced and fetched within seconds. */
const RETRY_SECONDS = "2";

export function spineHandlers({
  store,
  spineLog,
  followedLogs,
  mesh,
}: SpineServices): SpineHandlers {
  const logOf = async (author: string): Promise<TiledLog> => {
    const log = author === spineLog.author ? spineLog : await followedLogs.of(author);
    if (log === null) throw new ApiError("NOT_FOUND", "nothing of this spine is held here");
    return log;
  };
  const disputed = (author: string): readonly string[] => {
    const from = mesh.disputedFrom(author);
    return from === null ? [] : [DISPUTED_HEADER, String(from)];
  };
  const checkpointOf = async (author: string): Promise<string> => {
    if (author === spineLog.author) return spineLog.checkpoint();
    const found = await followedLogs.checkpoint(author);
    if (found.kind === "held") return found.text;
    if (found.kind === "behind") {
      throw new ApiError(
        "NOT_READY",
        `its author signed ${found.size} events, of which ${found.held} are held`,
        { headers: ["retry-after", RETRY_SECONDS] },
      );
    }
    throw new ApiError(
      "NOT_FOUND",
      found.kind === "other"
        ? "the newest signed head of this author is of another history than the one held"
        : "no signed head of this author is held here",
    );
  };
  return {
    genesisExecute: async () => {
      const event = await store.spine.event(spineLog.author, 0);
      if (event === undefined || event.body === null)
        throw new ApiError("NOT_READY", "the spine has no first event yet");
      return {
        id: event.id,
        event: { header: JSON.parse(event.header), body: JSON.parse(event.body), sig: event.sig },
      };
    },
    meshCheckpoint: async ({ author }) =>
      preEncoded({
        body: await checkpointOf(author),
        contentType: "text/plain; charset=utf-8",
        headers: disputed(author),
      }),
    meshTile: async ({ author, tile }) => {
      const bytes = await (await logOf(author)).tile(tile);
      if (bytes === null) throw new ApiError("NOT_FOUND", "no such tile at this size of the spine");
      return preEncoded({
        body: bytes,
        contentType: "application/octet-stream",
        headers: disputed(author),
      });
    },
    meshConsistency: async ({ author, from, to }) => {
      const log = await logOf(author);
      if (from > to || to > log.size) {
        throw new ApiError("INVALID_INPUT", `sizes must satisfy from <= to <= ${log.size}`);
      }
      const disputedFrom = mesh.disputedFrom(author);
      return {
        from,
        to,
        proof: [...(await log.consistency(from, to))],
        ...(disputedFrom === null ? {} : { disputed_from: disputedFrom }),
      };
    },
  };
}
