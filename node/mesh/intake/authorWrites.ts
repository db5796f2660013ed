/**
 * Writes of what was taken into memory: those of one author one after the other, as each is taken
 * on top of the one before. When a write is reported as failed only the store knows what is kept:
 * memory is made to say the same, what is kept is told, and what is not may come again.
 */
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import { WINDOW_ITEMS_MAX } from "../../../storage/kv/groupCommit.js";
import type { KeyValueStore, Operation } from "../../../storage/kv/kv.js";
import type { Logger } from "../../../protocol/ports.js";

/** What belongs together: written whole or not at all, then told. */
export interface TakenBatch {
  readonly operations: readonly Operation[];
  readonly accepted: readonly AcceptedEvent[];
}

interface WritesModules {
  readonly store: {
    readonly kv: Pick<KeyValueStore, "getMany">;
    write(operations: readonly Operation[]): Promise<void>;
  };
  readonly log: Logger;
}

export interface WritesListener {
  /** Kept: who listens may act on it. */
  tell(message: AcceptedEvent): void;
  /**
   * Memory is to be read again; of what it took, `lost` is not kept. @throws when it cannot be read
   */
  reload(author: string, lost: readonly AcceptedEvent[]): Promise<void>;
}

interface Waiting extends TakenBatch {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Line {
  readonly waiting: Waiting[];
  /** Events taken before the store stopped answering; null while memory and store agree. */
  unsure: { readonly batch: readonly Waiting[]; readonly behind: readonly Waiting[] } | null;
  isReading: boolean;
}

/** Nothing may be taken of this author before the store has said what it holds. */
export class UnsureError extends Error {
  override readonly name = "UnsureError";
}

export class AuthorWrites {
  readonly #modules: WritesModules;
  readonly #listener: WritesListener;
  readonly #lines = new Map<string, Line>();

  constructor(modules: WritesModules, listener: WritesListener) {
    this.#modules = modules;
    this.#listener = listener;
  }

  /** @throws UnsureError while memory may say what the store does not hold */
  check(author: string): void {
    const line = this.#lines.get(author);
    if (line === undefined || line.unsure === null) return;
    void this.#retry(author, line);
    throw new UnsureError("what is kept of the author is being read again");
  }

  /** @returns when it is durable and told. @throws what the write failed with, kept or not */
  write(author: string, batch: TakenBatch): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(author);
      if (line !== undefined && line.unsure !== null) {
        reject(new UnsureError("nothing was taken"));
      } else if (line !== undefined) {
        line.waiting.push({ ...batch, resolve, reject });
      } else {
        const opened: Line = {
          waiting: [{ ...batch, resolve, reject }],
          unsure: null,
          isReading: false,
        };
        this.#lines.set(author, opened);
        void this.#drain(author, opened);
      }
    });
  }

  async #drain(author: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0, WINDOW_ITEMS_MAX);
      try {
        const operations = batch.flatMap((one) => [...one.operations]);
        if (operations.length > 0) await this.#modules.store.write(operations);
      } catch (error) {
        this.#modules.log.error("events from the mesh could not be written", {
          author,
          error: String(error),
        });
        line.unsure = { batch, behind: line.waiting.splice(0) };
        await this.#recover(author, line, error);
        if (line.unsure !== null) return;
        continue;
      }
      for (const { accepted, resolve } of batch) {
        for (const message of accepted) this.#listener.tell(message);
        resolve();
      }
    }
    this.#lines.delete(author);
  }

  async #retry(author: string, line: Line): Promise<void> {
    if (line.isReading) return;
    await this.#recover(author, line, new UnsureError("the store did not answer"));
    if (line.unsure === null) await this.#drain(author, line);
  }

  async #recover(author: string, line: Line, error: unknown): Promise<void> {
    const { batch, behind } = line.unsure!;
    line.isReading = true;
    try {
      const isKept = await this.#isKept(batch);
      const kept = isKept ? batch : [];
      const lost = [...(isKept ? [] : batch), ...behind].flatMap(({ accepted }) => accepted);
      await this.#listener.reload(author, lost);
      line.unsure = null;
      for (const message of kept.flatMap(({ accepted }) => accepted)) this.#listener.tell(message);
    } catch (second) {
      this.#modules.log.error("the stored events of an author could not be read", {
        author,
        error: String(second),
      });
    }
    line.isReading = false;
    for (const { reject } of [...batch, ...behind]) reject(error);
  }

  /** A batch is kept whole or not at all; nobody else writes under its keys meanwhile. */
  async #isKept(batch: readonly Waiting[]): Promise<boolean> {
    const last = new Map<string, Operation>();
    for (const { operations } of batch) {
      for (const operation of operations)
        last.set(Buffer.from(operation.key).toString("latin1"), operation);
    }
    const puts = [...last.values()].filter((operation) => operation.type === "put");
    const values = await this.#modules.store.kv.getMany(puts.map(({ key }) => key));
    return puts.every(({ value }, i) => {
      const found = values[i];
      return found !== undefined && Buffer.from(found).equals(value);
    });
  }
}
