/** What strangers check of channels: a tick, the log, and its place in the digest. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { NDJSON_TYPE } from "../../../api/contract/machines/stateLogCommon.js";
import { logLines } from "../../operations/logLines.js";
import type { Ground } from "../../ground/ground.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import type { StreamServices } from "../createStreams.js";

type ProofHandlers = Pick<NodeHandlers, "streamExport" | "streamLog" | "streamPlace">;
type ProofServices = Pick<Ground, "crypto" | "spine"> &
  Pick<LogServices, "logCheckpoints" | "machineLog"> & { readonly streams: StreamServices };

export function streamProofHandlers(services: ProofServices): ProofHandlers {
  const { channels, links, tickExports } = services.streams;
  return {
    streamExport: async ({ id, sig, tick }, call) => {
      const channel =
        sig === undefined
          ? await channels.readable(id, call.principal)
          : await links.opened(id, sig);
      return preEncoded({ body: await tickExports.of(channel, tick) });
    },
    streamLog: async ({ from, id }, call) => {
      const channel = await channels.readable(id, call.principal);
      const { createdCalcond: genesisCalcond, owner } = channel.record;
      const role = channels.roleOn(channel, call.principal);
      const shown = {
        genesis: { machine: id, owner, genesisCalcond },
        isOwnerTold: role === "owner" || role === "admin",
      };
      return preEncoded({
        body: "",
        contentType: NDJSON_TYPE,
        readable: () => channels.readable(id, call.principal),
        parts: logLines(services, shown, { from, isExport: true }),
      });
    },
    streamPlace: async ({ id }, call) => {
      await channels.readable(id, call.principal);
      return preEncoded({ body: await services.logCheckpoints.placeOf(id) });
    },
  };
}
