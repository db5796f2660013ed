/** Messages whose bytes are known, so that they are judged once. */
import { createHash } from "node:crypto";
import type { SimLoop } from "../loop.js";

const SEEN_US = 240_000_000;
const PRUNED_AT = 2_048;
const ID_BYTES = 20;

export class SeenMessages {
  readonly #loop: SimLoop;
  readonly #untilUs = new Map<string, number>();

  constructor(loop: SimLoop) {
    this.#loop = loop;
  }

  isNew(id: string): boolean {
    const { nowUs } = this.#loop;
    if ((this.#untilUs.get(id) ?? -1) > nowUs) return false;
    this.#untilUs.delete(id);
    this.#untilUs.set(id, nowUs + SEEN_US);
    if (this.#untilUs.size > PRUNED_AT) {
      for (const [known, until] of this.#untilUs) {
        if (until > nowUs) break;
        this.#untilUs.delete(known);
      }
    }
    return true;
  }
}

export function messageId(topic: string, data: Uint8Array): string {
  return createHash("sha256")
    .update(`${topic}\u0000`)
    .update(data)
    .digest()
    .toString("hex", 0, ID_BYTES);
}
