/**
 * Windows written in this thread. Where threads share two processors that costs less than a thread
 * of their own: windows are larger, as what comes in is collected while this thread has others to
 * serve, and each crossing wakes a thread. Also for stores that live in memory, and for tests of
 * every fault.
 */
import type { Clock, Logger } from "../../protocol/ports.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import { nodeCrypto } from "../runtime/crypto.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { SealItem } from "./draft.js";
import { SealEngine } from "./engine.js";
import type { UnsealedReason } from "./outcome.js";
import { SealQueue } from "./queue.js";
import { LentRoom } from "./lentRoom.js";
import type { LineReceiver, SealLine } from "./sealer.js";
import { GrowthWithUse } from "../runtime/heapGenerations.js";

const NOTHING = new Uint8Array(0);
/** Within a few windows under load; at rest nobody notices. */
const HELD_MS = 5;

interface InlineOptions {
  readonly dataDir: string;
  readonly proofKey: Uint8Array;
}

interface InlineModules {
  /** The one that holds the data directory: it cedes what is sealed. */
  readonly store: Store;
  /** Loaded already; continued by this line. */
  readonly spine: OwnSpine;
  readonly clock: Clock;
  readonly after: Scheduler["after"];
  readonly log: Logger;
}

interface Uses {
  /** Told how many items go to be sealed. */
  readonly growth?: Pick<GrowthWithUse, "note">;
  /** Closed with the line; it gives the database some windows together. */
  readonly store?: Pick<Store, "close">;
}

export class InlineLine implements SealLine {
  readonly #engine: SealEngine;
  readonly #queue: SealQueue;
  readonly #uses: Uses;
  #receiver: LineReceiver | null = null;

  /** @param engine started already */
  constructor(engine: SealEngine, uses: Uses = {}) {
    this.#engine = engine;
    this.#uses = uses;
    const room = new LentRoom();
    this.#queue = new SealQueue(
      engine,
      {
        room: (bytes) => room.take(bytes),
        settled: (outcome) => this.#receiver?.settled(outcome, room.lend()),
        failed: (items, error) => this.#receiver?.failed(items, error),
      },
      /* isPaced */ uses.store === undefined,
    );
  }

  /** @throws what the ends of the chain and the journal could not be read with */
  static async start(
    { dataDir, proofKey }: InlineOptions,
    { store, spine, clock, after, log }: InlineModules,
  ): Promise<InlineLine> {
    let line: InlineLine | null = null;
    const ahead = store.sealing(dataDir, spine.author.publicKey, {
      later: (task) => {
        after(HELD_MS, task);
      },
      refused: (error) => line?.stop(error),
    });
    const engine = new SealEngine(
      { proofKey },
      { crypto: nodeCrypto, clock, store: ahead, spine, log },
    );
    await engine.start();
    return (line = new InlineLine(engine, { growth: new GrowthWithUse(), store: ahead }));
  }

  get envelopes(): number {
    return this.#engine.envelopes;
  }
  get ledger(): LedgerHead {
    return this.#engine.ledger;
  }
  get lastSealNs(): bigint {
    return this.#engine.lastSealNs;
  }

  use(receiver: LineReceiver): void {
    this.#receiver = receiver;
  }

  post(items: readonly SealItem[]): void {
    this.#uses.growth?.note(items.length);
    this.#queue.add(items);
  }

  /** The database refused what was acknowledged. */
  stop(error: unknown): void {
    this.#receiver?.settled(this.#engine.stopped(error), NOTHING);
  }

  block(reason: UnsealedReason | null): void {
    this.#engine.block(reason);
  }
  reload(): Promise<void> {
    return this.#queue.alone(() => this.#engine.reload());
  }

  async close(): Promise<void> {
    await this.#queue.drained();
    await this.#uses.store?.close();
  }
}
