/** Logs of contracts: as a file that anyone replays, and the firings of one, page by page. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { isObject, parseObject } from "../../protocol/encoding/json.js";
import { evaluationLine, receiptLine } from "../../protocol/log/exported.js";
import { readRow, rowHashHex, type LogGenesis, type MachineRow } from "../../protocol/log/row.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { ContractRecord } from "../../storage/records/contractRecords.js";
import type { StoredRow } from "../../storage/repositories/machineLogs.js";
import type { Receipts } from "../compute/receipts.js";
import { STRANGER_ROWS_MAX } from "../machines/log/keptReadings.js";
import { exportLines, type ExportModules } from "../machines/log/exportLines.js";

/** Rows looked through for one page by who has a part in a log. */
const SCANNED_MAX = 10_000;

interface LogModules extends ExportModules {
  readonly receipts: Pick<Receipts, "own">;
}

/** How much of a log its reader may see. */
export interface LogView {
  readonly isOwnerTold: boolean;
  /** Payloads, events without a transition, and receipts. */
  readonly isWithPayloads: boolean;
}

/** A row of a transition or of a fault. */
export interface FiredRow {
  readonly row: MachineRow;
  readonly hash: string;
  /** Null where it is not shown. */
  readonly payload: JsonObject | null;
}

export interface FiringsPage {
  readonly firings: readonly FiredRow[];
  /** Number of the row before which the next page begins; null behind the first row. */
  readonly next: number | null;
}

export class ContractLogs {
  readonly #modules: LogModules;

  constructor(modules: LogModules) {
    this.#modules = modules;
  }

  /** The whole log, up to its end of now. */
  lines(record: ContractRecord, view: LogView): AsyncGenerator<string> {
    const genesis = genesisOfContract(record);
    if (!view.isWithPayloads) return exportLines(this.#modules, { genesis, ...view });
    let events = 0;
    return exportLines(this.#modules, {
      genesis,
      ...view,
      beside: async (stored, payload) => {
        const row = rowOf(stored);
        const { evalCount, token } = row;
        const fired = eventNumberIn(payload);
        const end = fired ?? events + 1 + evalCount;
        events = fired ?? end - 1;
        return {
          before: await this.#evaluations(record.id, end, evalCount),
          behind: token === null ? "" : await this.#receipt(token),
        };
      },
    });
  }

  /** Those before an event; none where not all of them are kept. */
  async #evaluations(id: string, end: number, count: number): Promise<string> {
    if (count === 0) return "";
    const { contracts } = this.#modules.store;
    const texts = await contracts.evaluations(id, end - count, end);
    return texts.length === count ? texts.map((text) => `${evaluationLine(text)}\n`).join("") : "";
  }

  async #receipt(token: string): Promise<string> {
    const found = await this.#modules.receipts.own(token);
    return found === null ? "" : `${receiptLine(canonicalize(JSON.parse(found.text)))}\n`;
  }

  /** The newest first. @param before only rows before this one */
  async firings(
    { id }: ContractRecord,
    { before, limit }: { readonly before: number | null; readonly limit: number },
    { isWithPayloads }: Pick<LogView, "isWithPayloads">,
  ): Promise<FiringsPage> {
    const { crypto, machineLog } = this.#modules;
    const firings: FiredRow[] = [];
    let scanned = 0;
    const rowsMax = isWithPayloads ? SCANNED_MAX : STRANGER_ROWS_MAX;
    const range = { reverse: true, ...(before === null ? {} : { to: before }) };
    for await (const stored of machineLog.rows(id, range)) {
      const row = rowOf(stored);
      const { seq, transitionType } = row;
      scanned += 1;
      if (transitionType === "transition" || transitionType === "fault") {
        const text = isWithPayloads ? await machineLog.payload(id, seq) : undefined;
        const payload = text === undefined ? null : parseObject(text);
        firings.push({ row, hash: rowHashHex(crypto, stored.text), payload });
      }
      if (firings.length >= limit || scanned >= rowsMax)
        return { firings, next: seq === 0 ? null : seq };
    }
    return { firings, next: null };
  }
}

export function genesisOfContract({ createdCalcond, id, owner }: ContractRecord): LogGenesis {
  return { machine: id, owner, genesisCalcond: createdCalcond };
}

function rowOf({ seq, text }: StoredRow): MachineRow {
  const read = readRow(text);
  if (!read.ok) throw new Error(`row ${seq} of a contract cannot be read: ${read.message}`);
  return read.row;
}

/** Number of the event that a payload records; null for one of another kind. */
function eventNumberIn(payload: string | undefined): number | null {
  const { event } = payload === undefined ? {} : (parseObject(payload) ?? {});
  const seq = event !== undefined && isObject(event) ? event["seq"] : undefined;
  return typeof seq === "number" ? seq : null;
}
