/**
 * The one way in for what was judged sound, whichever door it came through: memory at once, one
 * batch for an event, its links and its effects, and then whoever listens.
 */
import { isObject } from "../../protocol/events/event.js";
import type { MeshEvent } from "../../protocol/events/event.js";
import type { NodeBody } from "../../protocol/events/kinds.js";
import { nodeBody } from "../../protocol/events/kinds.js";
import type { AcceptedEvent, AcceptedNote } from "../../protocol/events/validate.js";
import type { Logger } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv.js";
import type { Store } from "../../storage/store.js";
import type { AuthorBook } from "./authorBook.js";

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
  #watch: IntakeWatch | null = null;
  #writing = 0;

  constructor(modules: IntakeModules, listener: IntakeListener = {}) {
    this.#modules = modules;
    this.#listener = listener;
  }

  /** Writes under way. */
  get writing(): number {
    return this.#writing;
  }

  effect(kind: string, effect: Effect): void {
    this.#effects.set(kind, effect);
  }

  watch(watch: IntakeWatch): void {
    this.#watch = watch;
  }

  /**
   * Takes one event, judged in this turn of the event loop.
   * @param from peer that handed it over, or null
   * @returns when it is durable and told. @throws what the write failed with
   */
  take(message: AcceptedEvent, from: string | null): Promise<void> {
    const staged = this.stage(message, from);
    return this.write(message.event.header.author, staged.operations, staged.told);
  }

  /** Takes one event into memory; what it gives has to be handed to `write`, in order. */
  stage(message: AcceptedEvent, from: string | null): {
    readonly operations: readonly Operation[]; readonly told: readonly AcceptedEvent[];
  } {
    const { author, seq } = message.event.header;
    const { operations, told, forked, gap } = this.#modules.authors.takeEvent(message);
    const effects = told.flatMap((one) =>
      [...this.#effects.get(one.event.header.kind)?.(one) ?? []]);
    if (gap) this.#watch?.onGap(author, seq, from);
    for (const signed of forked) this.#watch?.onForked(signed, from);
    return { operations: [...operations, ...effects], told };
  }

  /** Takes a signed head. @returns when it is durable and told. @throws as `take` */
  async takeHead(message: AcceptedNote, from: string | null): Promise<void> {
    const { authors } = this.#modules;
    const { author, seq } = message.note;
    const operations = authors.takeHead(message);
    if (seq > (authors.tip(author)?.seq ?? -1)) this.#watch?.onGap(author, seq, from);
    await this.write(author, operations, []);
    this.#listener.onHead?.(author, seq);
  }

  async write(
    author: string, operations: readonly Operation[], told: readonly AcceptedEvent[],
  ): Promise<void> {
    const { store, authors, log } = this.#modules;
    this.#writing += 1;
    try {
      if (operations.length > 0) await store.write(operations);
    } catch (error) {
      log.error("what came over the mesh could not be written", { author, error: String(error) });
      await authors.reload(author);
      throw error;
    } finally {
      this.#writing -= 1;
    }
    for (const message of told) this.#tell(message);
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
      this.#modules.log.error("a listener of the mesh failed",
        { kind: event.header.kind, error: String(error) });
    }
  }
}
