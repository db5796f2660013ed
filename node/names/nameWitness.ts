/**
 * What a witness owes: one statement for each thing said of a name, with the calcond of first
 * sight.
 */
import type { EncodedEvent } from "../../protocol/seal/event.js";
import type { JsonObject, Logger } from "../../protocol/ports.js";

interface WitnessModules {
  readonly log: Logger;
  readonly after?: (ms: number, f: () => void) => () => void;
}

type Say = (body: JsonObject) => Promise<EncodedEvent | null>;

const RETRY_MS = 10_000;
/** What does not fit is owed again after the next start: first sights are kept. */
const OWED_MAX = 65_536;

export class NameWitness {
  readonly #say: Say;
  readonly #modules: WitnessModules;
  readonly #owed = new Map<string, number>();
  #paying = false;
  /** Until it is known how to say something, and after the last. */
  #stopped = true;
  #cancel: () => void = () => undefined;

  constructor(say: Say, modules: WitnessModules) {
    this.#say = say;
    this.#modules = modules;
  }

  /** Facts seen and not said. */
  get owed(): number {
    return this.#owed.size;
  }

  owe(id: string, seen: number): void {
    if (this.#owed.has(id) || this.#owed.size >= OWED_MAX) return;
    this.#owed.set(id, seen);
    this.pay();
  }

  /** Says what is owed, one after the other; what cannot be written now is tried again. */
  pay(): void {
    if (this.#paying || this.#stopped || this.#owed.size === 0) return;
    this.#paying = true;
    this.#payAll()
      .catch((error: unknown) => {
        this.#modules.log.error("a witness statement could not be published", {
          error: String(error),
        });
        return false;
      })
      .then(
        (isPaid) => {
          this.#paying = false;
          if (isPaid) this.pay();
          else this.#retry();
        },
        () => undefined,
      );
  }

  start(): void {
    this.#stopped = false;
    this.pay();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #payAll(): Promise<boolean> {
    for (const [claim, seen] of this.#owed) {
      if (this.#stopped || (await this.#say({ claim, seen })) === null) return false;
      this.#owed.delete(claim);
    }
    return true;
  }

  #retry(): void {
    if (this.#stopped || this.#modules.after === undefined) return;
    this.#cancel();
    this.#cancel = this.#modules.after(RETRY_MS, () => this.pay());
  }
}
