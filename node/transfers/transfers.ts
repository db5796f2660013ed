/**
 * Moves of envelopes between nodes. Each part does its next step when something was heard, and once
 * in a calcond while anything is under way.
 */
import type { EncodedEvent } from "../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { JsonObject, Logger } from "../../protocol/ports.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../runtime/scheduler.js";
import type { Store } from "../../storage/store.js";
import type { Coverage } from "./coverage.js";
import type { HeardMoves } from "./heard.js";
import type { IncomingTransfers } from "./incoming.js";
import type { OutgoingTransfers } from "./outgoing.js";
import type { MoveReplay } from "./replay.js";
import type { SaidAgain } from "./saidAgain.js";
import type { TransferVoice } from "./voice.js";

/** A calcond, in the milliseconds of a timer. */

interface TransferModules {
  readonly store: Pick<Store, "transfers" | "write">;
  readonly coverage: Pick<Coverage, "load">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly heard: HeardMoves;
  readonly outgoing: OutgoingTransfers;
  readonly incoming: IncomingTransfers;
  readonly replay: MoveReplay;
  readonly saidAgain: SaidAgain;
  /** Peers have not told yet what this node did before it was restored. */
  readonly isAsking: () => boolean;
}

type Say = (kind: string, body: JsonObject) => Promise<EncodedEvent | null>;

export class Transfers {
  readonly #modules: TransferModules;
  readonly #publisher: TransferVoice;
  #say: Say | null = null;
  #tail: Promise<void> = Promise.resolve();
  #isAsked = false;
  #timer: Cancel | null = null;
  #stopped = false;

  constructor(modules: TransferModules) {
    this.#modules = modules;
    this.#publisher = {
      say: async (kind, body) => (await this.#say?.(kind, body))?.id ?? null,
    };
    modules.outgoing.onChange(() => this.poke());
  }

  /** The mesh is there. */
  use(say: Say): void {
    this.#say = say;
    this.poke();
  }

  /** Takes another author's event once it is durable. */
  take = (message: AcceptedEvent): void => {
    this.#modules.heard.take(message);
    this.poke();
  };

  async load(): Promise<void> {
    const { coverage, heard, incoming, isAsking, outgoing, replay, store } = this.#modules;
    await coverage.load();
    const listing = await store.transfers.listOpenOps();
    if (listing.length > 0) await store.write(listing);
    await outgoing.load();
    await incoming.load();
    await heard.load();
    if (isAsking()) await replay.begin();
    else await replay.run();
  }

  /** The own spine was continued from what peers kept of it. */
  async readGrown(): Promise<void> {
    await this.#modules.replay.run();
    this.poke();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    this.#timer = null;
    await this.#tail;
  }

  /** Askings in between fall together. */
  poke(): void {
    if (this.#stopped || this.#isAsked || this.#say === null) return;
    this.#isAsked = true;
    this.#tail = this.#tail.then(() => this.#run());
  }

  /** When nothing is left that could be done now. */
  async idle(): Promise<void> {
    for (let tail: Promise<void> | null = null; tail !== this.#tail;) {
      tail = this.#tail;
      await tail;
    }
  }

  async #run(): Promise<void> {
    this.#isAsked = false;
    if (this.#stopped) return;
    const { heard, incoming, isAsking, log, outgoing, saidAgain } = this.#modules;
    if (isAsking()) {
      this.#later();
      return;
    }
    try {
      await saidAgain.run();
      await heard.readMissed();
      await heard.readFollowing();
      await incoming.step(this.#publisher, heard);
      await outgoing.step(this.#publisher, heard);
    } catch (error) {
      log.warn("a step of moves between nodes failed; it is tried again", {
        error: String(error),
      });
    }
    const isBusy = heard.size > 0 || outgoing.open > 0 || incoming.isBusy;
    if (isBusy || heard.isFollowing) this.#later();
  }

  #later(): void {
    if (this.#stopped) return;
    this.#timer ??= this.#modules.scheduler.after(CALCOND_MS, () => {
      this.#timer = null;
      this.poke();
    });
  }
}
