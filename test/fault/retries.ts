/**
 * Requests under idempotency keys, one after the other until the node is gone; after a start the last
 * answered one and the unanswered one of each client are asked for again.
 */
import { expect } from "chai";
import type { Reply } from "../kit/requests.js";

type Send = (name: string) => Promise<Reply>;

export class Retries {
  /** Answers since the last check, in their order. */
  readonly #answers: string[] = [];
  /** By client: its last answered request, and the one that the kill left without an answer. */
  readonly #last = new Map<string, { readonly name: string; readonly text: string }>();
  readonly #open = new Set<string>();

  /** Answers since the last check. */
  get heard(): number {
    return this.#answers.length;
  }

  /** @param status of every answer */
  async repeat(prefix: string, send: Send, status: number): Promise<void> {
    for (let i = 0; ; i += 1) {
      const name = `${prefix}-${i}`;
      this.#open.add(name);
      const reply = await send(name).catch(() => null);
      if (reply === null) return;
      expect(reply.status, reply.text).to.equal(status);
      this.#open.delete(name);
      this.#answers.push(reply.text);
      this.#last.set(prefix, { name, text: reply.text });
    }
  }

  /** @returns the answers since the last check, and those to requests that had none */
  async check(
    send: Send,
    status: number,
  ): Promise<{ readonly acknowledged: readonly string[]; readonly again: readonly string[] }> {
    for (const { name, text } of this.#last.values()) {
      const again = await send(name);
      expect([again.status, again.text], name).to.deep.equal([status, text]);
    }
    this.#last.clear();
    const texts: string[] = [];
    for (const name of this.#open) {
      const again = await send(name);
      expect(again.status, again.text).to.equal(status);
      texts.push(again.text);
    }
    this.#open.clear();
    return { acknowledged: this.#answers.splice(0), again: texts };
  }
}
