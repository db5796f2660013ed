/** A log as lines of NDJSON: rows alone, or the file that a stranger checks. */
import { machineOrigin } from "../../protocol/log/checkpoint.js";
import { checkpointLine, identityLine } from "../../protocol/log/exported.js";
import { genesisHash, type LogGenesis } from "../../protocol/log/row.js";
import type { Ground } from "../ground/ground.js";
import type { LogServices } from "../machines/log/createLogs.js";

/** Texts of rows that are sent together. */
const PART_CHARS = 65_536;

export interface ShownLog {
  readonly genesis: LogGenesis;
  readonly isOwnerTold: boolean;
}

interface Lines {
  readonly from: number;
  readonly to?: number;
  readonly isExport: boolean;
}

/** Rows one a line, with identity and checkpoints where the log is exported. */
export async function* logLines(
  { crypto, machineLog, spine }: Pick<Ground, "crypto" | "spine"> & Pick<LogServices, "machineLog">,
  { genesis, isOwnerTold }: ShownLog,
  { from, isExport, to }: Lines,
): AsyncGenerator<string> {
  const { genesisCalcond, machine, owner } = genesis;
  let part = "";
  if (isExport && from === 0) {
    part = `${identityLine({
      machine,
      genesis: genesisHash(crypto, genesis),
      genesisCalcond,
      owner: isOwnerTold ? owner : null,
      origin: machineOrigin(spine.net, spine.author.publicKey, machine),
      publicKey: spine.author.publicKey,
    })}\n`;
  }
  const marks = machineLog.checkpoints(machine, { from: from + 1 });
  let mark = isExport ? await marks.next() : null;
  for await (const { seq, text } of machineLog.rows(machine, {
    from,
    ...(to === undefined ? {} : { to }),
  })) {
    part += `${text}\n`;
    while (mark !== null && mark.done !== true && mark.value.size <= seq + 1) {
      if (mark.value.size === seq + 1) part += `${checkpointLine(mark.value.text)}\n`;
      mark = await marks.next();
    }
    if (part.length < PART_CHARS) continue;
    yield part;
    part = "";
  }
  await marks.return(undefined);
  if (part !== "") yield part;
}
