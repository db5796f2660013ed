/**
 * What lets somebody read a channel, and how it ends. Each door asks for each message that leaves:
 * sockets, and the frames of secure sessions. A link ends by its time and when links are voided, a
 * key when it is revoked, replaced or its session is over, everything when the channel is closed.
 */
import type { Right } from "../../protocol/streams/right.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Principal } from "../../protocol/identity/principal.js";
import type { EndedKeys } from "../accounts/endedKeys.js";
import type { Channels } from "./channels.js";
import type { Links } from "./links.js";

interface RightModules {
  readonly channels: Pick<Channels, "readable" | "writable">;
  readonly links: Pick<Links, "opened">;
  readonly ended: Pick<EndedKeys, "stands">;
}

export class ChannelRights {
  readonly #modules: RightModules;

  constructor(modules: RightModules) {
    this.#modules = modules;
  }

  /** Of whoever came with a link. */
  ofLink(channel: string, sig: string): Right {
    return {
      id: `link ${sig}`,
      lost: () => whyNot(() => this.#modules.links.opened(channel, sig)),
    };
  }

  /** Of whoever came with a key, or without one to a public channel. */
  ofReader(channel: string, principal: Principal | null): Right {
    return this.#ofKey(principal, () => this.#modules.channels.readable(channel, principal));
  }

  /** Of whoever may write to the channel. */
  ofWriter(channel: string, principal: Principal | null): Right {
    return this.#ofKey(principal, () => this.#modules.channels.writable(channel, principal));
  }

  #ofKey(principal: Principal | null, look: () => Promise<unknown>): Right {
    const { ended } = this.#modules;
    return {
      id: principal === null ? "public" : `key ${principal.keyHash}`,
      lost: async () =>
        principal === null || ended.stands(principal) ? whyNot(look) : "the key has ended",
    };
  }
}

/** Why a look is refused; a close frame has room for 123 bytes of it. */
async function whyNot(look: () => Promise<unknown>): Promise<string | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
