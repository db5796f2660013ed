/** The sealing thread: links, signs, writes, and puts the answers together. */
import { parentPort, workerData } from "node:worker_threads";
import type { LogFields, Logger } from "../../protocol/ports.js";
import { Progress } from "../../storage/ahead/progress.js";
import { joinStore } from "../../storage/store.js";
import { systemClock } from "../runtime/clock.js";
import { nodeCrypto } from "../runtime/crypto.js";
import { OwnSpine } from "../spine/ownSpine.js";
import { unpackItems, type ChainFacts } from "./draft.js";
import { SealEngine } from "./engine.js";
import type { FromSealThread, SealThreadData, ToSealThread } from "./messages.js";
import { packOutcome, type WindowOutcome } from "./outcome.js";
import { SealQueue } from "./queue.js";

/** Two windows can be on their way at once, and one is being written. */
const SLOTS = 4;
/** A window of usual answers is about 0.2 MB; pages that were never written take no memory. */
const SLOT_BYTES = 1_048_576;
/** No slot: the answers have memory of their own and move with their message. */
const OWN_MEMORY = -1;

const port = parentPort!;

function tell(message: FromSealThread, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function log(level: "debug" | "info" | "warn" | "error") {
  return (message: string, fields?: LogFields): void => {
    tell({ type: "log", level, message, fields });
  };
}

const logger: Logger = {
  debug: log("debug"),
  info: log("info"),
  warn: log("warn"),
  error: log("error"),
  child: () => logger,
};

/** Room for the answers of one window after the other. */
class AnswerSlots {
  readonly shared = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT_BYTES));
  readonly #free = this.shared.map((_, slot) => slot);
  #slot = OWN_MEMORY;
  #own: Uint8Array<ArrayBuffer> | null = null;

  room(bytes: number): Uint8Array {
    // Asked for a second time where a window could not be written: its slot serves again.
    const slot = this.#slot === OWN_MEMORY ? this.#free.pop() : this.#slot;
    if (slot !== undefined) this.#slot = slot;
    if (slot !== undefined && bytes <= SLOT_BYTES) {
      this.#own = null;
      return new Uint8Array(this.shared[slot]!);
    }
    return (this.#own = new Uint8Array(bytes));
  }

  settle(outcome: WindowOutcome): void {
    const slot = this.#slot;
    const own = this.#own;
    this.#slot = OWN_MEMORY;
    this.#own = null;
    if (own !== null) {
      if (slot !== OWN_MEMORY) this.#free.push(slot);
      tell({ type: "settled", outcome: packOutcome(outcome), slot: OWN_MEMORY, answers: own }, [
        own.buffer,
      ]);
    } else tell({ type: "settled", outcome: packOutcome(outcome), slot, answers: null });
  }

  fail(items: number, error: unknown): void {
    if (this.#slot !== OWN_MEMORY) this.#free.push(this.#slot);
    this.#slot = OWN_MEMORY;
    this.#own = null;
    tell({ type: "failed", items, error });
  }

  free(slots: readonly number[]): void {
    this.#free.push(...slots);
  }
}

async function run({
  dataDir,
  net,
  publicKey,
  seed,
  proofKey,
  progress,
}: SealThreadData): Promise<void> {
  const store = await joinStore(dataDir, publicKey, new Progress(progress));
  const spine = new OwnSpine({ author: { seed, publicKey }, net }, { crypto: nodeCrypto, store });
  await spine.reload();
  const engine = new SealEngine(
    { proofKey },
    { crypto: nodeCrypto, clock: systemClock(), store, spine, log: logger },
  );
  await engine.start();
  const slots = new AnswerSlots();
  const queue = new SealQueue(engine, {
    room: (bytes) => slots.room(bytes),
    settled: (outcome) => slots.settle(outcome),
    failed: (items, error) => slots.fail(items, error),
  });
  const chains = new Map<number, ChainFacts>();
  port.on("message", (message: ToSealThread) => {
    if (message.type === "items") {
      slots.free(message.freed);
      if (message.forget) chains.clear();
      for (const [number, chain] of message.chains) chains.set(number, chain);
      queue.add(unpackItems(message.flat, (number) => chains.get(number)!));
    } else if (message.type === "block") engine.block(message.reason);
    else if (message.type === "reload") void reload();
    else void close();
  });
  const reload = async (): Promise<void> => {
    await queue.alone(() => engine.reload());
    tell({ type: "reloaded" });
  };
  const close = async (): Promise<void> => {
    await queue.drained();
    await store.close();
    tell({ type: "closed" });
  };
  const { envelopes, ledger, lastSealNs } = engine;
  tell({ type: "ready", envelopes, ledger, lastSealNs, slots: slots.shared });
}

// A failure ends the thread as an error nobody caught, which whoever started it hears of. Not
// awaited, as a script cannot.
void run(workerData as SealThreadData);
