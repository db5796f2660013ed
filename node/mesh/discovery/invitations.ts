/**
 * Invitations: a node that a mesh knows signs that another key belongs to it, so that the new one
 * has a place at once where places are scarce or kept for the invited. `/calc/invite/1` carries it
 * from the invited one to each peer that it meets.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock, Crypto, Logger } from "../../../protocol/ports.js";
import type { Author } from "../../../protocol/seal/event.js";
import type { Store } from "../../../storage/store.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { Net } from "../host/net.js";
import { publicKeyOf } from "../host/peerKey.js";
import type { PeerRules } from "./peerRules.js";

const INVITE_PROTOCOL = "/calc/invite/1";
const TAG = Buffer.from("calc-invite/1\0");
const META_NAME = "mesh.invitation";
const BYTES_MAX = 1_024;
const ANSWER_MS_MAX = 5_000;
/** Checked for one peer at a time; a signature costs more than the rest. */
const TRIES_MAX = 4;
const PEERS_MAX = 1_024;

const key = z.string().regex(/^[0-9a-f]{64}$/);
const invitationData = z.strictObject({
  invitee: key,
  inviter: key,
  net: z.string().regex(/^[0-9a-f]{8}$/),
  sig: z.string().regex(/^[0-9a-f]{128}$/),
  untilCalcond: z.int().min(0),
});
export type Invitation = z.output<typeof invitationData>;

interface InvitationsModules {
  readonly crypto: Pick<Crypto, "ed25519Sign" | "ed25519Verify">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly net: Net;
  readonly store: Pick<Store, "meta" | "write">;
  readonly rules: PeerRules;
  /** Whether the word of a node counts: it is this one, named by the operator, or long known. */
  readonly isTrusted: (publicKey: string) => boolean;
}

interface InvitationsOptions {
  readonly network: string;
  readonly author: Author;
}

export class Invitations {
  readonly #options: InvitationsOptions;
  readonly #modules: InvitationsModules;
  readonly #tries = new RecentMap<string, number>(PEERS_MAX);
  #own: Invitation | null = null;

  constructor(options: InvitationsOptions, modules: InvitationsModules) {
    this.#options = options;
    this.#modules = modules;
  }

  async start(): Promise<void> {
    const { net, store } = this.#modules;
    this.#own = this.read((await store.meta.get(META_NAME)) ?? "");
    await net.serve(
      INVITE_PROTOCOL,
      async (request, from) => {
        await this.#take(Buffer.from(request).toString("utf8"), from);
        return new Uint8Array();
      },
      { bytesMax: BYTES_MAX },
    );
  }

  /** Signs that a key belongs to this mesh, for so long. @returns canonical text */
  make(invitee: string, seconds: number): string {
    const { network: net, author } = this.#options;
    const untilCalcond = this.#calcond() + Math.ceil((seconds * 1e9) / Number(CALCOND_NS));
    const said = { invitee, inviter: author.publicKey, net, untilCalcond };
    const sig = this.#modules.crypto.ed25519Sign(author.seed, messageOf(said));
    return canonicalize({ ...said, sig: Buffer.from(sig).toString("hex") });
  }

  /** Keeps an invitation of this node, and shows it to whom it meets. False when it is none. */
  async use(text: string): Promise<boolean> {
    const { author } = this.#options;
    const { store, net } = this.#modules;
    const read = this.read(text);
    if (read === null || read.invitee !== author.publicKey) return false;
    this.#own = read;
    await store.write(store.meta.putOps(META_NAME, canonicalize({ ...read })));
    for (const peer of net.peers()) this.greeted(peer);
    return true;
  }

  /** A peer lets this node in: it is shown the invitation, if there is one. */
  greeted(peer: string): void {
    if (this.#own === null || this.#own.untilCalcond <= this.#calcond()) return;
    const { net, log } = this.#modules;
    net
      .request(peer, INVITE_PROTOCOL, Buffer.from(canonicalize({ ...this.#own })), {
        timeoutMs: ANSWER_MS_MAX,
        bytesMax: BYTES_MAX,
      })
      .catch((error: unknown) => {
        log.debug("an invitation could not be shown", { peer, error: String(error) });
      });
  }

  /** An invitation to this network that holds and is signed; null for anything else. */
  read(text: string): Invitation | null {
    const parsed = parseJson(text);
    const data = invitationData.safeParse(parsed.ok ? parsed.value : null);
    if (!data.success) return null;
    const { sig, ...said } = data.data;
    if (said.net !== this.#options.network || said.untilCalcond <= this.#calcond()) return null;
    const isSigned = this.#modules.crypto.ed25519Verify(
      Buffer.from(said.inviter, "hex"),
      messageOf(said),
      Buffer.from(sig, "hex"),
    );
    return isSigned ? data.data : null;
  }

  async #take(text: string, from: string): Promise<void> {
    const { rules, isTrusted, log, net } = this.#modules;
    const tries = (this.#tries.get(from) ?? 0) + 1;
    this.#tries.set(from, tries);
    if (tries > TRIES_MAX || rules.ruleFor(from, net.ipOf?.(from) ?? null) !== null) return;
    const invitation = this.read(text);
    if (invitation === null || invitation.invitee !== publicKeyOf(from)) return;
    if (!isTrusted(invitation.inviter)) return;
    const seconds = Math.ceil(
      ((invitation.untilCalcond - this.#calcond()) * Number(CALCOND_NS)) / 1e9,
    );
    const reason = `invited by ${invitation.inviter}`;
    await rules.set(from, { rule: "allow", by: "invitation", reason, seconds });
    log.info("an invited peer has come", { peer: from, inviter: invitation.inviter });
  }

  #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }
}

function messageOf(said: Omit<Invitation, "sig">): Buffer {
  return Buffer.concat([TAG, Buffer.from(canonicalize({ ...said }))]);
}
