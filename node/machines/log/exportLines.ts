/**
 * A log as lines of a file that a stranger checks: identity, rows with what belongs to them, and
 * signed checkpoints, to the end that the log has now.
 */
import { machineOrigin } from "../../../protocol/log/checkpoint.js";
import { checkpointLine, identityLine, payloadLine } from "../../../protocol/log/exported.js";
import { genesisHash, type LogGenesis } from "../../../protocol/log/row.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { StoredRow } from "../../../storage/repositories/machineLogs.js";
import type { Store } from "../../../storage/store.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import { headOf } from "./logHead.js";
import type { MachineLog } from "./machineLog.js";

/** Texts of rows that are sent together. */
const PART_CHARS = 65_536;

export interface ExportModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net">;
  readonly machineLog: MachineLog;
}

/** Lines, each with its line feed, that stand beside a row. */
interface Beside {
  readonly before: string;
  /** Behind the payload. */
  readonly behind: string;
}

export interface ExportedLog {
  readonly genesis: LogGenesis;
  readonly isOwnerTold: boolean;
  /** Without payloads the rows still have their hashes. */
  readonly isWithPayloads: boolean;
  /** @param payload canonical text; absent where it is not kept */
  readonly beside?: (row: StoredRow, payload: string | undefined) => Promise<Beside>;
}

/** Nothing is written for it: a checkpoint of the end is signed for this reading alone. */
export async function* exportLines(
  { crypto, machineLog, spine, store }: ExportModules,
  { beside, genesis, isOwnerTold, isWithPayloads }: ExportedLog,
): AsyncGenerator<string> {
  const { publicKey } = spine.author;
  const { genesisCalcond, machine, owner } = genesis;
  const end = await store.machineLogs.head(machine);
  const size = end?.next ?? 0;
  let part = `${identityLine({
    machine,
    genesis: genesisHash(crypto, genesis),
    genesisCalcond,
    owner: isOwnerTold ? owner : null,
    origin: machineOrigin(spine.net, publicKey, machine),
    publicKey,
  })}\n`;
  const marks = machineLog.checkpoints(machine, { from: 1 });
  let mark = await marks.next();
  let signed = 0;
  for await (const row of machineLog.rows(machine, { to: size })) {
    const { seq, text } = row;
    const payload = isWithPayloads ? await machineLog.payload(machine, seq) : undefined;
    const more = beside === undefined ? null : await beside(row, payload);
    part += `${more?.before ?? ""}${text}\n`;
    if (payload !== undefined) part += `${payloadLine(payload)}\n`;
    part += more?.behind ?? "";
    while (mark.done !== true && mark.value.size <= seq + 1) {
      if (mark.value.size === seq + 1) part += `${checkpointLine(mark.value.text)}\n`;
      signed = mark.value.size;
      mark = await marks.next();
    }
    if (part.length < PART_CHARS) continue;
    yield part;
    part = "";
  }
  await marks.return(undefined);
  if (end !== undefined && signed < size) {
    const { text } = machineLog.rowLog.checkpointOf(machine, headOf(machine, end));
    part += `${checkpointLine(text)}\n`;
  }
  if (part !== "") yield part;
}
