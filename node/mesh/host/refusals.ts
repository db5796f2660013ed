/**
 * `/calc/refused/1`: before a node closes a connection, it says why, in one word. Nobody has to
 * believe it: it changes what an operator is told, and how long this node waits before it tries the
 * same peer again.
 */
import * as z from "zod";
import { isObject } from "../../../protocol/encoding/json.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import type { Clock, JsonObject, Logger } from "../../../protocol/ports.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { Net } from "./net.js";

const REFUSED_PROTOCOL = "/calc/refused/1";
const TELL_MS_MAX = 1_000;
const BYTES_MAX = 256;
/**
 * Whom two histories are proven of is kept out by all, so that the proof would never reach it: who keeps
 * it out hands it over. A proof is believed by its two signatures alone.
 */
const PROOF_PROTOCOL = "/calc/forked/1";
const PROOF_BYTES_MAX = 65_536;
const REMEMBERED_MAX = 1_024;
/** Words taken from one peer: more tell nothing. */
const HEARD_RATE = { perSecond: 0.2, burst: 4 };

/** What a node says when it closes, and what that means to whom it is said. */
export const REFUSALS = {
  SECRET: "its mesh secret is another: the secret files of the two nodes differ",
  KID: "it has no secret of the kid that this node signs with: give it the new secret first",
  NETWORK: "it belongs to another network: network.name or network.registryFamily differs",
  NO_SECRET: "the other side has no mesh secret, or is no node: it takes part in no exchange",
  SILENT:
    "it took the connection and then nothing came: large packets are lost on the way " +
    "(see the MTU of tunnels and firewalls between), or it hangs",
  STATUS: "the status could not be read: the versions differ too much",
  FULL: "it has as many connections as it keeps, all of them better known",
  BANNED: "it keeps this node or its network out",
} as const;

export type RefusalCode = keyof typeof REFUSALS;

const refusalData = z.looseObject({
  code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
});

/** The last words between this node and a peer. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Who closed. */
  readonly by: "peer" | "self";
  readonly atNs: bigint;
}

interface RefusalsModules {
  readonly net: Net;
  readonly clock: Clock;
  readonly log: Logger;
}

interface RefusalsListener {
  /** A peer has said why it closes. */
  readonly onHeard: (peer: string, code: RefusalCode) => void;
  /** It handed over what it has as a proof that this node's key signed two histories. */
  readonly onProof: (body: JsonObject) => void;
  /** The proof against the node of a peer, as JSON; null where there is none. */
  readonly proofAgainst: (peer: string) => Promise<string | null>;
}

export class Refusals {
  readonly #modules: RefusalsModules;
  readonly #listener: RefusalsListener;
  readonly #last = new RecentMap<string, Refusal>(REMEMBERED_MAX);
  readonly #rate = new TokenBuckets(HEARD_RATE);
  readonly #counts = new Map<string, number>();

  constructor(modules: RefusalsModules, listener: RefusalsListener) {
    this.#modules = modules;
    this.#listener = listener;
  }

  async start(): Promise<void> {
    await this.#modules.net.serve(
      REFUSED_PROTOCOL,
      async (request, from) => {
        this.#hear(request, from);
        return new Uint8Array();
      },
      { bytesMax: BYTES_MAX },
    );
    await this.#modules.net.serve(
      PROOF_PROTOCOL,
      async (request, from) => {
        const read = parseJson(request);
        const isTaken = read.ok && isObject(read.value) && this.#takesFrom(from);
        if (isTaken) this.#listener.onProof(read.value);
        return new Uint8Array();
      },
      { bytesMax: PROOF_BYTES_MAX },
    );
  }

  #takesFrom(peer: string): boolean {
    return this.#rate.take(peer, this.#modules.clock.nowNs());
  }

  /** Says why, and closes; never throws. */
  async refuse(peer: string, code: RefusalCode): Promise<void> {
    const { net, log } = this.#modules;
    this.#note(peer, code, "self");
    if (!net.peers().includes(peer)) return;
    const options = { timeoutMs: TELL_MS_MAX, bytesMax: BYTES_MAX };
    try {
      const proof = await this.#listener.proofAgainst(peer);
      if (proof !== null) await net.request(peer, PROOF_PROTOCOL, Buffer.from(proof), options);
    } catch (error) {
      log.debug("a peer could not be shown its two histories", { peer, error: String(error) });
    }
    try {
      await net.request(peer, REFUSED_PROTOCOL, Buffer.from(canonicalize({ code })), options);
    } catch (error) {
      // An older version, or one that does not listen: it is closed all the same.
      log.debug("a peer could not be told why it is sent away", { peer, error: String(error) });
    }
    await net.disconnect(peer).catch((error: unknown) => {
      log.debug("a peer could not be disconnected", { peer, error: String(error) });
    });
  }

  /** The last words; null once the two agree. */
  lastOf(peer: string): Refusal | null {
    return this.#last.get(peer) ?? null;
  }

  /** The peer lets this node in, and this node it. */
  settled(peer: string): void {
    this.#last.delete(peer);
  }

  all(): readonly (readonly [peer: string, refusal: Refusal])[] {
    return [...this.#last.entries()];
  }

  /** How often each word was said since the start, by who said it. */
  counts(by: Refusal["by"]): Readonly<Record<RefusalCode, number>> {
    const codes = Object.keys(REFUSALS) as RefusalCode[];
    return Object.fromEntries(
      codes.map((code) => [code, this.#counts.get(`${by} ${code}`) ?? 0]),
    ) as Record<RefusalCode, number>;
  }

  #hear(request: Uint8Array, from: string): void {
    const read = parseJson(request);
    const data = refusalData.safeParse(read.ok ? read.value : null);
    if (!data.success || !this.#takesFrom(from)) return;
    this.#note(from, data.data.code, "peer");
    this.#listener.onHeard(from, data.data.code);
  }

  #note(peer: string, code: RefusalCode, by: Refusal["by"]): void {
    const { clock, log } = this.#modules;
    const name = `${by} ${code}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#last.set(peer, { code, by, atNs: clock.nowNs() });
    const what = by === "self" ? "a peer is sent away" : "a peer sends this node away";
    log.debug(what, { peer, code });
  }
}
