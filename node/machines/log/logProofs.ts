/**
 * Rows with what shows a stranger that they stand in a log: a signed checkpoint, and their paths in
 * the tree under it. Read from the edge of the checkpoint before them on, so that a long log costs
 * no more than a short one.
 */
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { machineOrigin } from "../../../protocol/log/checkpoint.js";
import { RowPaths } from "../../../protocol/log/inclusion.js";
import { readRow, rowHash, type MachineRow } from "../../../protocol/log/row.js";
import type { Crypto } from "../../../protocol/ports.js";
import { EMPTY_FRONTIER, isFrontier, type Frontier } from "../../../protocol/seal/merkle.js";
import type { Store } from "../../../storage/store.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import { headOf, LogDamagedError } from "./logHead.js";
import type { RowLog } from "./rowLog.js";

interface LogProofModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net">;
  readonly rowLog: Pick<RowLog, "checkpointOf">;
}

export interface ProvenRow {
  readonly row: MachineRow;
  /** Inclusion path under the checkpoint, hex. */
  readonly path: readonly string[];
}

export interface ProvenRows {
  /** Name of the log in its checkpoints. */
  readonly origin: string;
  /** The first that covers all of the rows, or one of the rows so far. */
  readonly checkpoint: string;
  /** In the order in which they were asked for. */
  readonly rows: readonly ProvenRow[];
}

export class LogProofs {
  readonly #modules: LogProofModules;

  constructor(modules: LogProofModules) {
    this.#modules = modules;
  }

  /** @param seqs numbers of rows that are durable @throws LogDamagedError */
  async of(machine: string, seqs: readonly number[]): Promise<ProvenRows> {
    const { crypto, spine, store } = this.#modules;
    const mark = await this.#checkpoint(machine, Math.max(...seqs));
    const first = Math.min(...seqs);
    const from = await this.#edge(machine, first);
    const paths = new RowPaths(crypto, from, seqs);
    const found = new Map<number, MachineRow>();
    for await (const { seq, text } of store.machineLogs.rows(machine, {
      from: from.size,
      to: mark.size,
    })) {
      paths.add(rowHash(crypto, text));
      if (!seqs.includes(seq)) continue;
      const read = readRow(text);
      if (read.ok) found.set(seq, read.row);
    }
    if (paths.size !== mark.size) throw new LogDamagedError(`rows of ${machine} are missing`);
    const ends = paths.end();
    return {
      origin: machineOrigin(spine.net, spine.author.publicKey, machine),
      checkpoint: mark.text,
      rows: seqs.map((seq) => {
        const row = found.get(seq);
        if (row === undefined) throw new LogDamagedError(`row ${seq} of ${machine} is damaged`);
        return { row, path: ends.get(seq)!.map(toHex) };
      }),
    };
  }

  /** Nothing is written for it: what is signed here is durable, and would be signed later anyway. */
  async #checkpoint(machine: string, seq: number) {
    const { rowLog, store } = this.#modules;
    const { machineLogs } = store;
    for await (const kept of machineLogs.checkpoints(machine, { from: seq + 1, limit: 1 }))
      return kept;
    const record = await machineLogs.head(machine);
    if (record === undefined || record.next <= seq)
      throw new LogDamagedError(`${machine} has no row ${seq}`);
    return rowLog.checkpointOf(machine, headOf(machine, record));
  }

  async #edge(machine: string, size: number): Promise<Frontier> {
    const kept = await this.#modules.store.machineLogs.edgeBefore(machine, size);
    if (kept === null) return EMPTY_FRONTIER;
    const hashes = kept.edge.map((hex) => fromHex(hex)).filter((hash) => hash !== null);
    const frontier = { size: kept.size, hashes };
    if (hashes.length !== kept.edge.length || !isFrontier(frontier))
      throw new LogDamagedError(`an edge of the log of ${machine} does not fit its size`);
    return frontier;
  }
}
