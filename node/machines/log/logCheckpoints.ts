/**
 * Signs checkpoints of the newest rows when their time has come, and gives the root over the newest
 * checkpoint of each machine, which the node's digest carries: who cuts the end of a log has signed
 * against it before.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { pathWithSides, PLACE_VERSION, type CheckpointPlace } from "../../../protocol/log/place.js";
import type { Crypto } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { leafHash, merkleRoot } from "../../../protocol/seal/merkle.js";
import type { Transaction } from "../../../storage/kv/guard.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { DueEntry } from "../../../storage/records/dueRecords.js";
import type { Store } from "../../../storage/store.js";
import type { DueHandler } from "../../runtime/due.js";
import { headOf } from "./logHead.js";
import type { RowLog } from "./rowLog.js";

interface CheckpointModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly rowLog: Pick<RowLog, "checkpointOf">;
}

/** How many machines have a checkpoint, and the root over the newest of each. */
export interface MachinesDigest {
  readonly count: number;
  readonly root: string;
}

/** The newest checkpoint of a machine, as its leaf in the tree of a digest. */
interface Mark {
  readonly machine: string;
  readonly size: number;
  readonly leaf: Uint8Array;
}

/** The announced ones: the checkpoints, and the canonical event that says so. */
interface Announced {
  readonly marks: readonly Mark[];
  readonly event: string;
}

/** Digests are made for the status of a node as well: that of an announcement is among these. */
const SNAPSHOTS_KEPT = 4;

export class LogCheckpoints implements DueHandler {
  readonly #modules: CheckpointModules;
  readonly #snapshots = new Map<string, readonly Mark[]>();
  #announced: Announced | null = null;

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
    tx.add(store.machineLogs.checkpointOps(machine, signed));
  }

  async digest(): Promise<MachinesDigest> {
    const { crypto, store } = this.#modules;
    const marks: Mark[] = [];
    for await (const { machine, size, text } of store.machineLogs.newestCheckpoints())
      marks.push({ machine, size, leaf: leafHash(crypto, utf8Encode(text)) });
    // By origin: origins of one node differ in the id alone.
    marks.sort((a, b) => (a.machine < b.machine ? -1 : 1));
    const leaves = marks.map(({ leaf }) => leaf);
    const root = toHex(merkleRoot(crypto, leaves));
    this.#snapshots.delete(root);
    this.#snapshots.set(root, marks);
    for (const old of this.#snapshots.keys()) {
      if (this.#snapshots.size <= SNAPSHOTS_KEPT) break;
      this.#snapshots.delete(old);
    }
    return { count: leaves.length, root };
  }

  /** A digest with this root is durable, and on its way to others. @param event canonical */
  announced(root: string, event: string): void {
    const marks = this.#snapshots.get(root);
    if (marks !== undefined) this.#announced = { marks, event };
  }

  /**
   * Where a machine's checkpoint stands in the digest that was announced last, as canonical text.
   * @throws Refusal NOT_READY where there is none, or none with this machine
   */
  async placeOf(machine: string): Promise<string> {
    const { crypto, store } = this.#modules;
    const announced = this.#announced;
    if (announced === null) throw notAnnounced("this node announced no digest since it started");
    const { event, marks } = announced;
    const index = marks.findIndex((mark) => mark.machine === machine);
    const from = marks[index]?.size;
    const kept =
      from === undefined
        ? null
        : await store.machineLogs.checkpoints(machine, { from, limit: 1 }).next();
    if (kept === null || kept.done === true)
      throw notAnnounced("the last digest is from before the first checkpoint of this log");
    const place: CheckpointPlace = {
      "calc-place": PLACE_VERSION,
      checkpoint: kept.value.text,
      path: [
        ...pathWithSides(
          crypto,
          marks.map(({ leaf }) => leaf),
          index,
        ),
      ],
      digest: JSON.parse(event),
    };
    return canonicalize(place);
  }
}

function notAnnounced(detail: string): Refusal {
  return new Refusal("NOT_READY", detail, { retryAfterSeconds: 60 });
}
