/** Senders whose pictures an account always loads. The store has hashes: it names nobody. */
import {
  localPartFault,
  mailAddressText,
  readMailAddress,
} from "../../../protocol/mail/address.js";
import type { Crypto } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { Store } from "../../../storage/store.js";
import type { Step } from "../../ledger/effects.js";
import { mailGuard } from "../mailboxes.js";

const TAG = "calc-mail-images/1";
/** Of one account. */
const SENDERS_MAX = 5_000;

export interface SenderModules {
  readonly store: Store;
  readonly crypto: Pick<Crypto, "sha256Hex">;
}

export class ImageSenders {
  readonly #modules: SenderModules;

  constructor(modules: SenderModules) {
    this.#modules = modules;
  }

  /** Never true of who writes through a bridge: the address is the bridge's. */
  async isAllowed(account: string, address: string): Promise<boolean> {
    const read = readMailAddress(address);
    if (read === null || localPartFault(read.localPart) !== null) return false;
    return this.#modules.store.mail.imageSenders.has(this.#key(account, address));
  }

  /** @throws Refusal INVALID_INPUT; with the step CONFLICT */
  set(account: string, address: string, isAllowed: boolean): Step<boolean> {
    const key = this.#key(account, address);
    return {
      keys: [mailGuard(account)],
      run: async (tx) => {
        if (!isAllowed) tx.del(buckets.mailimages, key);
        else {
          if (
            (await this.#modules.store.mail.countImageSenders(account, SENDERS_MAX)) >= SENDERS_MAX
          )
            throw new Refusal(
              "CONFLICT",
              `pictures of at most ${SENDERS_MAX} senders are always shown`,
            );
          tx.put(buckets.mailimages, key, "");
        }
        return isAllowed;
      },
    };
  }

  #key(account: string, text: string): readonly [account: string, hash: string] {
    const read = readMailAddress(text);
    if (read === null)
      throw new Refusal(
        "INVALID_INPUT",
        `${text} is no address: it reads like ada.lovelace@3f0c2b7a9d41e568`,
      );
    if (localPartFault(read.localPart) !== null)
      throw new Refusal(
        "INVALID_INPUT",
        `${text} is the address of a service, which speaks for many`,
      );
    return [account, this.#modules.crypto.sha256Hex(`${TAG}|${account}|${mailAddressText(read)}`)];
  }
}
