/**
 * Windows written in a thread of their own: the serving thread parses, computes and writes out
 * bytes that are ready. Answers come through memory that both threads see, in slots that are used
 * again.
 */
import { Worker } from "node:worker_threads";
import type { Logger } from "../../protocol/ports.js";
import { Progress } from "../../storage/ahead/progress.js";
import { StoreError } from "../../storage/errors.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import { packItems, type ChainFacts, type SealItem } from "./draft.js";
import type { FromSealThread, SealThreadData, ToSealThread } from "./messages.js";
import type { SpineStep } from "../spine/step.js";
import { unpackOutcome, type UnsealedReason } from "./outcome.js";
import type { LineReceiver, SealLine } from "./sealer.js";
import { GrowthWithUse, keepYoungGenerations } from "../runtime/heapGenerations.js";

/** Chains the other thread keeps ready; any client can name new ones. */
const CHAINS_MAX = 4_096;
const NOTHING = new Uint8Array(0);

interface ThreadModules {
  /**
   * This thread's own handle: what the sealing thread writes is not written through it any more.
   */
  readonly store: Store;
  /** Follows what the thread makes durable; loaded already. */
  readonly spine: OwnSpine;
  readonly log: Logger;
  /** The thread ended by itself: nothing can be sealed or acknowledged any more. */
  readonly fatal: (error: unknown) => void;
}

type Ready = Extract<FromSealThread, { type: "ready" }>;

export class ThreadLine implements SealLine {
  readonly envelopes: number;
  readonly ledger: LedgerHead;
  readonly lastSealNs: bigint;
  readonly #worker: Worker;
  readonly #slots: readonly Uint8Array[];
  readonly #modules: ThreadModules;
  readonly #chains = new Map<ChainFacts, number>();
  #unnamed: (readonly [number, ChainFacts])[] = [];
  #forget = false;
  #freed: number[] = [];
  #receiver: LineReceiver | null = null;
  #reloading = false;
  readonly #growth = new GrowthWithUse();
  #closed: (() => void) | null = null;
  readonly #whenReloaded: (() => void)[] = [];

  private constructor(worker: Worker, ready: Ready, modules: ThreadModules) {
    this.#worker = worker;
    this.#modules = modules;
    this.envelopes = ready.envelopes;
    this.ledger = ready.ledger;
    this.lastSealNs = ready.lastSealNs;
    this.#slots = ready.slots.map((slot) => new Uint8Array(slot));
    worker.on("message", (message: FromSealThread) => this.#take(message));
    worker.on("error", (error) => modules.fatal(error));
    worker.on("exit", (code) => {
      if (this.#closed === null)
        modules.fatal(new StoreError("STORE_IO", `the sealing thread ended with code ${code}`));
    });
  }

  /** @throws what the thread could not start with. */
  static async start(
    options: Omit<SealThreadData, "progress">,
    modules: ThreadModules,
  ): Promise<ThreadLine> {
    const progress = new Progress();
    modules.store.cede(options.publicKey, progress);
    const data: SealThreadData = { ...options, progress: progress.shared };
    const worker = new Worker(new URL("./sealingWorker.js", import.meta.url), { workerData: data });
    const ready = await new Promise<Ready>((resolve, reject) => {
      const began = (message: FromSealThread): void => {
        if (message.type === "log") {
          modules.log[message.level](message.message, message.fields);
          return;
        }
        worker.off("message", began);
        worker.off("error", reject);
        if (message.type === "ready") resolve(message);
        else reject(new Error(`the sealing thread began with ${message.type}`));
      };
      worker.on("message", began);
      worker.once("error", reject);
      // Here it has a heap and has loaded nothing yet: loading would have it keep 8 MB of a young
      // generation.
      worker.once("online", keepYoungGenerations);
    });
    return new ThreadLine(worker, ready, modules);
  }

  use(receiver: LineReceiver): void {
    this.#receiver = receiver;
  }

  post(items: readonly SealItem[]): void {
    this.#growth.note(items.length);
    if (this.#chains.size + items.length > CHAINS_MAX) {
      this.#chains.clear();
      this.#forget = true;
    }
    const flat = packItems(items, (chain) => this.#numberOf(chain));
    this.#send({
      type: "items",
      flat,
      forget: this.#forget,
      chains: this.#unnamed,
      freed: this.#freed,
    });
    this.#forget = false;
    this.#unnamed = [];
    this.#freed = [];
  }

  block(reason: UnsealedReason | null): void {
    this.#send({ type: "block", reason });
  }

  reload(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenReloaded.push(resolve);
      this.#send({ type: "reload" });
    });
  }

  async close(): Promise<void> {
    if (this.#closed !== null) return;
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.#send({ type: "close" });
    });
    await this.#worker.terminate();
  }

  #send(message: ToSealThread): void {
    this.#worker.postMessage(message, []);
  }

  #numberOf(chain: ChainFacts): number {
    const known = this.#chains.get(chain);
    if (known !== undefined) return known;
    const number = this.#chains.size;
    this.#chains.set(chain, number);
    this.#unnamed.push([number, chain]);
    return number;
  }

  #take(message: FromSealThread): void {
    switch (message.type) {
      case "settled": {
        const { slot, answers } = message;
        const outcome = unpackOutcome(message.outcome);
        this.#follow(outcome.steps, outcome.reloaded);
        this.#receiver?.settled(outcome, answers ?? this.#slots[slot] ?? NOTHING);
        // Told with what is posted next: by then the answers of this turn have been sent.
        if (answers === null && slot >= 0) this.#freed.push(slot);
        return;
      }
      case "failed":
        this.#follow([], true);
        this.#receiver?.failed(message.items, message.error);
        return;
      case "log":
        this.#modules.log[message.level](message.message, message.fields);
        return;
      case "reloaded":
        this.#whenReloaded.shift()?.();
        return;
      case "closed":
        this.#closed?.();
        return;
      case "ready":
        return;
      default:
        message satisfies never;
    }
  }

  #follow(steps: readonly SpineStep[], reloaded: boolean): void {
    const { spine } = this.#modules;
    let inStep = !reloaded;
    for (const step of steps) inStep = spine.follow(step) && inStep;
    if (!inStep && !this.#reloading) void this.#reload();
  }

  /**
   * After a failed write only the store knows the end of the spine. A step that comes meanwhile
   * finds the gap again.
   */
  async #reload(): Promise<void> {
    this.#reloading = true;
    try {
      await this.#modules.spine.reload();
    } catch (error) {
      this.#modules.log.error("the head of the spine could not be read again", {
        error: String(error),
      });
    } finally {
      this.#reloading = false;
    }
  }
}
