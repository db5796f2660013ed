import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import type { Services } from "./modules.js";

type SpineHandlers = Pick<NodeHandlers, "genesisExecute" | "meshCheckpoint" | "meshTile" | "meshConsistency">;

export function spineHandlers({ store, spineLog }: Services): SpineHandlers {
  const requireOwn = (author: string): void => {
    if (author !== spineLog.author) throw new ApiError("NOT_FOUND", "this node serves the log of its own spine only");
  };
  return {
    genesisExecute: async () => {
      const event = await store.spine.event(spineLog.author, 0);
      if (event === undefined || event.body === null) throw new ApiError("NOT_READY", "the spine has no first event yet");
      return { id: event.id, event: { header: JSON.parse(event.header), body: JSON.parse(event.body), sig: event.sig } };
    },
    meshCheckpoint: ({ author }) => {
      requireOwn(author);
      return preEncoded({ body: spineLog.checkpoint(), contentType: "text/plain; charset=utf-8" });
    },
    meshTile: async ({ author, tile }) => {
      requireOwn(author);
      const bytes = await spineLog.tile(tile);
      if (bytes === null) throw new ApiError("NOT_FOUND", "no such tile at this size of the spine");
      return preEncoded({ body: bytes, contentType: "application/octet-stream" });
    },
    meshConsistency: async ({ author, from, to }) => {
      requireOwn(author);
      if (from > to || to > spineLog.size) {
        throw new ApiError("INVALID_INPUT", `sizes must satisfy from <= to <= ${spineLog.size}`);
      }
      return { from, to, proof: [...await spineLog.consistency(from, to)] };
    },
  };
}
