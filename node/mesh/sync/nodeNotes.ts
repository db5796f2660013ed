/**
 * `/calc/nodes/1`: what nodes say of themselves, from who heard it. Who keeps a share of the spines
 * has no copy of most on which a `node` event stands, and must know all nodes all the same.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { Judgement } from "../../../protocol/mesh/judgement.js";
import { validateSyncedEvent } from "../../../protocol/mesh/validate.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import { FrameError } from "../host/frame.js";
import { rubbish, type ServiceExchange } from "../host/exchange.js";
import { publicKeyOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Suspicion } from "../intake/gossip.js";
import type { EventIntake } from "../intake/intake.js";
import { BUCKETS, bucketHashes, bucketsOf, HeadHashes, type Tip } from "./syncHeads.js";
import { syncedView } from "./syncedView.js";

const NODES_PROTOCOL = "/calc/nodes/1";
const EVENTS_MAX = 64;
const LISTED_MAX = 8_192;
const REQUEST_BYTES_MAX = 8_192;
const ANSWER_BYTES_MAX = 1_048_576;
/** Nothing of an event but its number is compared: a newer one comes after an older one. */
const NO_ID = "";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const nodesRequest = z.union([
  z.strictObject({ all: hash }),
  z.strictObject({
    buckets: z.array(
      z
        .int()
        .min(0)
        .max(BUCKETS - 1),
    ),
  }),
  z.strictObject({ authors: z.array(hash).max(EVENTS_MAX) }),
]);
const hashes = z.array(hash).refine(({ length }) => length === 0 || length === BUCKETS);
const places = z.array(z.tuple([hash, z.int().min(0)])).max(LISTED_MAX);

interface NodeNotesOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface NodeNotesModules {
  readonly exchange: ServiceExchange;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Pick<Store, "peers">;
  readonly authors: AuthorBook;
  readonly intake: Pick<EventIntake, "take">;
  readonly suspicion: Suspicion;
  readonly log: Logger;
}

export class NodeNotes {
  readonly #options: NodeNotesOptions;
  readonly #modules: NodeNotesModules;
  /** Of what was heard of all others: peers ask for it far more often than anything is heard. */
  readonly #hashes: HeadHashes;

  constructor(options: NodeNotesOptions, modules: NodeNotesModules) {
    this.#options = options;
    this.#modules = modules;
    this.#hashes = new HeadHashes(modules.crypto);
  }

  async start(): Promise<void> {
    await this.#modules.exchange.serve(NODES_PROTOCOL, REQUEST_BYTES_MAX, (data, from) =>
      this.#answer(data, from),
    );
  }

  /**
   * Takes what a peer has heard and this node has not.
   * @throws FrameError, NetError; UnservedError of a peer of an earlier version
   */
  async fill(peer: string): Promise<void> {
    const { authors, crypto } = this.#modules;
    const to = publicKeyOf(peer);
    if (to === null) return;
    const mine = this.#heardBut(to);
    const theirs = read(hashes, await this.#ask(to, { all: this.hashBeside(to) }));
    const own = bucketHashes(crypto, mine);
    const differing = theirs.flatMap((one, bucket) => (one === own[bucket] ? [] : [bucket]));
    if (differing.length === 0) return;
    const found = read(places, await this.#ask(to, { buckets: differing }));
    const wanted = found
      .filter(([author, seq]) => seq > (authors.announcedSeq("node", author) ?? -1))
      .map(([author]) => author)
      .filter((author) => author !== this.#options.publicKey);
    for (let i = 0; i < wanted.length; i += EVENTS_MAX) {
      const events = await this.#ask(to, { authors: wanted.slice(i, i + EVENTS_MAX) });
      if (!Array.isArray(events)) throw new FrameError("not a list of events");
      for (const event of events.slice(0, EVENTS_MAX)) await this.#take(event, peer);
    }
  }

  /** Over what this node heard of others, but of the one that is asked, or asks. */
  hashBeside(peer: string): string {
    return this.#hashes.allBut(this.#heard(), peer);
  }

  #ask(to: string, request: JsonValue): Promise<JsonValue> {
    return this.#modules.exchange.ask(to, NODES_PROTOCOL, canonicalize(request), ANSWER_BYTES_MAX);
  }

  async #take(event: JsonValue, peer: string): Promise<void> {
    const { authors, clock, intake, log, suspicion } = this.#modules;
    const view = {
      ...syncedView(this.#modules, this.#options.network),
      isHeld: (id: string) => authors.isHeld(id),
      hasDetachedRoom: (author: string, bytes: number) => authors.hasDetachedRoom(author, bytes),
    };
    const judgement: Judgement = validateSyncedEvent(event, view, clock.nowNs());
    if (judgement.signed !== undefined) suspicion.suspect(judgement, peer);
    const { verdict, message, code } = judgement;
    if (verdict === "accept" && message?.type === "event" && message.event.header.kind === "node")
      await intake.take(message, peer);
    else log.debug("what a peer heard of a node was not taken", { peer, code });
  }

  /** What this node heard of others, but of the one that asks: each knows itself. */
  #heardBut(peer: string): readonly Tip[] {
    return this.#heard().filter(([author]) => author !== peer);
  }

  #heard(): readonly Tip[] {
    return this.#modules.authors
      .announcedNodes()
      .filter(([author]) => author !== this.#options.publicKey)
      .map(([author, seq]) => [author, seq, NO_ID]);
  }

  async #answer(data: JsonValue, from: string): Promise<string> {
    const { crypto, store } = this.#modules;
    const request = nodesRequest.safeParse(data);
    if (!request.success) throw rubbish("not a request of this protocol");
    if ("authors" in request.data) {
      const texts: string[] = [];
      for (const author of request.data.authors) {
        const text = (await store.peers.announcement("node", author))?.text;
        if (text !== undefined) texts.push(text);
      }
      return `[${texts.join(",")}]`;
    }
    const heard = this.#heardBut(from);
    if ("all" in request.data)
      return this.hashBeside(from) === request.data.all
        ? "[]"
        : canonicalize([...bucketHashes(crypto, heard)]);
    const buckets = bucketsOf(heard);
    return canonicalize(
      [...new Set(request.data.buckets)].flatMap((bucket) =>
        buckets[bucket]!.map(([author, seq]) => [author, seq]),
      ),
    );
  }
}

function read<T>(schema: z.ZodType<T>, data: JsonValue): T {
  const result = schema.safeParse(data);
  if (!result.success) throw new FrameError("not an answer of this protocol");
  return result.data;
}
