/** The node's own spine as a public log. */
import type { Crypto } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { OwnSpine } from "./ownSpine.js";
import { TiledLog } from "./tiledLog.js";

interface SpineLogModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: OwnSpine;
}

export class SpineLog extends TiledLog {
  readonly #spine: OwnSpine;

  constructor({ crypto, store, spine }: SpineLogModules) {
    super(
      { crypto, store },
      {
        author: spine.author.publicKey,
        get size() {
          return spine.size;
        },
        tile: (level, index) => spine.tile(level, index),
      },
    );
    this.#spine = spine;
  }

  checkpoint(): string {
    return this.#spine.checkpoint();
  }
}
