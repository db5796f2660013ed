/** The operator's way to the records and the log of a running node. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../../../protocol/version.js";
import { encodeManifest, encodeRecords } from "../../../storage/backup/sections.js";
import type { Store } from "../../../storage/store.js";
import type { LoggedLines } from "../../runtime/logger.js";
import type { NodeHistory } from "../nodeHistory.js";
import { operatorOf } from "../../operations/owner.js";

interface OperatingServices {
  readonly store: Pick<Store, "stored">;
  readonly logged?: LoggedLines;
  readonly history: Pick<NodeHistory, "rows">;
}

/** Records that are sent together. */
const LIST_RECORDS = 1_024;

export function operatingHandlers({
  history,
  logged,
  store,
}: OperatingServices): Pick<NodeHandlers, "nodeBackup" | "nodeHistory" | "nodeLogs"> {
  return {
    nodeBackup: (_input, call) => {
      operatorOf(call, "reads all records");
      return preEncoded({
        body: "",
        contentType: "application/octet-stream",
        parts: recordsOf(store, call.signal),
      });
    },
    nodeHistory: (_input, call) => {
      operatorOf(call, "reads how the node did");
      return { rows: history.rows.map((row) => ({ ...row })) };
    },
    nodeLogs: ({ after, limit }, call) => {
      operatorOf(call, "reads the log");
      const { dropped, last, lines } = logged?.recent.after(after, limit) ?? {
        dropped: 0,
        last: after,
        lines: [],
      };
      return {
        start: logged?.start ?? "",
        lines: [...lines],
        last,
        dropped,
        level: logged?.level() ?? "silent",
      };
    },
  };
}

/** The snapshot is taken with the first list, and given back when the caller goes away. */
async function* recordsOf(
  store: Pick<Store, "stored">,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let records = 0;
  for await (const list of store.stored(LIST_RECORDS)) {
    signal.throwIfAborted();
    records += list.length;
    yield encodeRecords(list);
  }
  yield encodeManifest({ records, engine_version: ENGINE_VERSION, software: SOFTWARE_VERSION });
}
