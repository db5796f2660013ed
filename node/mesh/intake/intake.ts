/**
 * The one way in for what was judged sound, whichever door it came through: memory at once, one
 * batch for an event, its links and its effects, and then anyone who listens.
 */
import { isObject } from "../../../protocol/encoding/json.js";
import type { MeshEvent } from "../../../protocol/seal/event.js";
import type { NodeBody } from "../../../protocol/mesh/kinds.js";
import { nodeBody } from "../../../protocol/mesh/kinds.js";
import type { AcceptedEvent, AcceptedNote } from "../../../protocol/mesh/judgement.js";
import type { Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { Store } from "../../../storage/store.js";
import type { LateWrites } from "./announcements.js";
import type { AuthorBook } from "./authorBook.js";
import { AuthorWrites } from "./authorWrites.js";

/** Hears of what is durable here. */
export interface IntakeListener {
  /** A new signed head. */
  readonly onHead?: (author: string, seq: number) => void;
  /** Another node's announcement of itself. */
  readonly onNode?: (author: string, body: NodeBody) => void;
  /** Every event of another author, once, in the order of its coming. */
  readonly onEvent?: (message: AcceptedEvent) => void;
}

/** What an event of one kind changes beside its spine: written in the same batch. */
export type Effect = (message: AcceptedEvent) => readonly Operation[];

/** Memory that an effect has changed; told when the event is not kept after all. */
export type Undo = (message: AcceptedEvent) => Promise<void>;

/** Hears at once of what calls for more. */
export interface IntakeWatch {
  /** Something of the author up to `seq` is missing that `from` may have. */
  onGap(author: string, seq: number, from: string | null): void;
  onForked(signed: { readonly event: MeshEvent; readonly id: string }, from: string | null): void;
}

interface IntakeModules {
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly log: Logger;
}

export class EventIntake {
  readonly #modules: IntakeModules;
  readonly #listener: IntakeListener;
  readonly #effects = new Map<string, Effect>();
  readonly #undos = new Map<string, Undo>();
  readonly #writes: AuthorWrites;
  #watch: IntakeWatch | null = null;
  #writing = 0;

  constructor(modules: IntakeModules, listener: IntakeListener = {}) {
    this.#modules = modules;
    this.#listener = listener;
    this.#writes = new AuthorWrites(modules, {
      tell: (message) => this.#tell(message),
      reload: (author, lost) => this.#reload(author, lost),
    });
  }

  /** Writes under way. */
  get writing(): number {
    return this.#writing;
  }

  /** @param undo needed where the effect changes memory */
  effect(kind: string, effect: Effect, undo?: Undo): void {
    this.#effects.set(kind, effect);
    if (undo !== undefined) this.#undos.set(kind, undo);
  }

  watch(watch: IntakeWatch): void {
    this.#watch = watch;
  }

  /**
   * Takes one event, judged in this turn of the event loop.
   * @param from peer that handed it over, or null
   * @returns when it is durable and told. @throws what the write failed with, UnsureError
   */
  async take(message: AcceptedEvent, from: string | null): Promise<void> {
    const staged = this.stage(message, from);
    await this.write(message.event.header.author, staged.operations, staged.accepted);
  }

  /**
   * Takes one event into memory; what it gives has to be handed to `write`, in order.
   * @param late takes what later events of the same batch replace, to be written after them
   * @throws UnsureError while the author's part of the store is being read again
   */
  stage(
    message: AcceptedEvent,
    from: string | null,
    late?: LateWrites,
  ): {
    readonly operations: readonly Operation[];
    readonly accepted: readonly AcceptedEvent[];
  } {
    const { author, seq } = message.event.header;
    this.#writes.check(author);
    const { authors } = this.#modules;
    const isKnown = authors.hasPassed(message.id);
    const { operations, accepted, forked, gap } = authors.takeEvent(message, from, late);
    const effects = accepted.flatMap((one) => [
      ...(this.#effects.get(one.event.header.kind)?.(one) ?? []),
    ]);
    if (gap) this.#watch?.onGap(author, seq, from);
    for (const signed of forked) this.#watch?.onForked(signed, from);
    const news = isKnown ? accepted.filter((one) => one !== message) : accepted;
    return { operations: [...operations, ...effects], accepted: news };
  }

  /** Takes a signed head. @returns when it is durable and told. @throws as `take` */
  async takeHead(message: AcceptedNote, from: string | null): Promise<void> {
    const { authors } = this.#modules;
    const { author, seq } = message.note;
    const operations = authors.takeHead(message);
    if (seq > (authors.tip(author)?.seq ?? -1)) this.#watch?.onGap(author, seq, from);
    this.#writing += 1;
    try {
      await this.#modules.store.write(operations);
    } catch (error) {
      await authors.reloadHead(author);
      throw error;
    } finally {
      this.#writing -= 1;
    }
    this.#listener.onHead?.(author, seq);
  }

  /**
   * Writes what was staged of one author, in the order of its staging.
   * @returns when it is durable and told. @throws what the write failed with
   */
  async write(
    author: string,
    operations: readonly Operation[],
    accepted: readonly AcceptedEvent[],
  ): Promise<void> {
    this.#writing += 1;
    try {
      await this.#writes.write(author, { operations, accepted });
    } finally {
      this.#writing -= 1;
    }
  }

  /** An event that was taken and is not kept is taken back, and asked for again. */
  async #reload(author: string, lost: readonly AcceptedEvent[]): Promise<void> {
    await this.#modules.authors.reload(author, lost);
    for (const message of lost) await this.#undos.get(message.event.header.kind)?.(message);
    const last = lost.reduce((seq, { event }) => Math.max(seq, event.header.seq), -1);
    if (last >= 0) this.#watch?.onGap(author, last, null);
  }

  #tell(message: AcceptedEvent): void {
    const { event } = message;
    try {
      if (event.header.kind === "node" && isObject(event.body ?? undefined)) {
        const body = nodeBody.safeParse(event.body);
        if (body.success) this.#listener.onNode?.(event.header.author, body.data);
      }
      this.#listener.onEvent?.(message);
    } catch (error) {
      this.#modules.log.error("a listener of the mesh failed", {
        kind: event.header.kind,
        error: String(error),
      });
    }
  }
}
