/**
 * Signs checkpoints of the newest rows when their time has come, and gives the root over the newest
 * checkpoint of each machine, which the node's digest carries: who cuts the end of a log has signed
 * against it before.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import { machineOrigin, machinesRoot } from "../../../protocol/log/checkpoint.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { Transaction } from "../../../storage/guard.js";
import { buckets } from "../../../storage/buckets.js";
import type { DueEntry } from "../../../storage/dueRecords.js";
import type { Store } from "../../../storage/store.js";
import type { DueHandler } from "../../runtime/due.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import { headOf } from "./logHead.js";
import type { RowLog } from "./rowLog.js";

interface CheckpointModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net">;
  readonly rowLog: Pick<RowLog, "checkpointOf">;
}

/** How many machines have a checkpoint, and the root over the newest of each. */
export interface MachinesDigest {
  readonly count: number;
  readonly root: string;
}

export class LogCheckpoints implements DueHandler {
  readonly #modules: CheckpointModules;

  constructor(modules: CheckpointModules) {
    this.#modules = modules;
  }

  /** What covers as many rows is there already, or says the same. */
  async fire(tx: Transaction, { key: machine }: DueEntry): Promise<void> {
    const { rowLog, store } = this.#modules;
    const record = await tx.get(buckets.loghead, machine);
    if (record === undefined) return;
    const newest = await store.machineLogs.newestCheckpoint(machine);
    if (newest !== null && newest.size >= record.next) return;
    const signed = rowLog.checkpointOf(machine, headOf(machine, record));
    tx.add([store.machineLogs.checkpointOp(machine, signed)]);
  }

  async digest(): Promise<MachinesDigest> {
    const { crypto, spine, store } = this.#modules;
    const newest: { readonly origin: string; readonly text: string }[] = [];
    for await (const { machine, text } of store.machineLogs.newestCheckpoints())
      newest.push({ origin: machineOrigin(spine.net, spine.author.publicKey, machine), text });
    return { count: newest.length, root: toHex(machinesRoot(crypto, newest)) };
  }
}
