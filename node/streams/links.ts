/** Links to channels: signed for one channel and until one calcond; whoever has one reads it. */
import type { Crypto } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { checkLink, signLink } from "../../protocol/streams/link.js";
import type { ChannelRecord } from "../../storage/records/streamRecords.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Channel, Channels } from "./channels.js";
import type { Ticks } from "./ticks.js";

interface LinkModules {
  readonly crypto: Pick<Crypto, "hmacSha256">;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly channels: Channels;
  readonly ticks: Pick<Ticks, "has">;
  /** The node's own: the key of each channel follows from it, and none is kept. */
  readonly secret: Uint8Array;
}

/** A receipt that was sealed here. */
export interface SealedTickPlace {
  readonly id: string;
  readonly account: string;
  readonly calcond: number;
}

export interface NewLink {
  readonly sig: string;
  readonly expiresCalcond: number;
}

export class Links {
  readonly #modules: LinkModules;

  constructor(modules: LinkModules) {
    this.#modules = modules;
  }

  #keyOf({ id, links }: ChannelRecord): Uint8Array {
    const { crypto, secret } = this.#modules;
    return crypto.hmacSha256(secret, `calc-link-key/1|${id}|${links}`);
  }

  make(record: ChannelRecord, expiresInCalconds: number): NewLink {
    const { crypto, deadlines } = this.#modules;
    const expiresCalcond = deadlines.now() + expiresInCalconds;
    const link = { channel: record.id, expires: expiresCalcond };
    return { sig: signLink(crypto, this.#keyOf(record), link), expiresCalcond };
  }

  /**
   * Whether a receipt is that of a tick of a channel which the link opens.
   * @throws Refusal BAD_SIGNATURE, LINK_EXPIRED
   */
  async openReceipt({ account, calcond, id: token }: SealedTickPlace, sig: string): Promise<void> {
    const { channels, crypto, deadlines, ticks } = this.#modules;
    for (const channel of await channels.ofAccount(account)) {
      const { id } = channel.record;
      const now = deadlines.reckon();
      const verdict = checkLink(crypto, this.#keyOf(channel.record), { channel: id, sig, now });
      if (verdict === "bad") continue;
      if (verdict === "expired") throw linkExpired();
      if (await ticks.has(channel, token, calcond)) return;
      break;
    }
    throw badSignature("this signature opens no receipt of this id");
  }

  /** @throws Refusal BAD_SIGNATURE, for an unknown channel, too; LINK_EXPIRED */
  async opened(id: string, sig: string): Promise<Channel> {
    const { channels, crypto, deadlines } = this.#modules;
    const channel = await channels.find(id);
    const verdict =
      channel === null
        ? "bad"
        : checkLink(crypto, this.#keyOf(channel.record), {
            channel: id,
            sig,
            now: deadlines.reckon(),
          });
    if (channel === null || verdict === "bad")
      throw badSignature("this signature is not one for this channel");
    if (verdict === "expired") throw linkExpired();
    return channel;
  }
}

function linkExpired(): Refusal {
  return new Refusal("LINK_EXPIRED", "the link was good, and is over");
}

export function badSignature(message: string): Refusal {
  return new Refusal("BAD_SIGNATURE", message);
}
