/**
 * The door for events that come over HTTP. The same judge as for gossip, but the answer is only
 * given when the event is durable.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { utf8Decode } from "../../../protocol/encoding/utf8.js";
import { eventId, readHeader } from "../../../protocol/seal/event.js";
import type { EventHeader } from "../../../protocol/seal/event.js";
import { parseHandshake } from "../../../protocol/events/handshake.js";
import { topicOfEvent } from "../../../protocol/mesh/kinds.js";
import { topicOf } from "../../../protocol/events/topics.js";
import { encodeWire } from "../../../protocol/events/wireText.js";
import type { AcceptedEvent, Judgement } from "../../../protocol/mesh/judgement.js";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { EventJudge } from "../intake/eventJudge.js";
import type { Forks } from "./forks.js";
import type { EvidenceBook } from "../intake/evidence.js";
import type { GossipVerdict, Net } from "../host/net.js";
import type { EventIntake } from "../intake/intake.js";
import type { Unheard } from "../intake/unheard.js";

/** Why an event that was submitted is not taken. */
export type PostRefusal =
  | "TOO_LARGE"
  | "MISSING_HANDSHAKE"
  | "BAD_HANDSHAKE"
  | "STALE_HANDSHAKE"
  | "NOT_CANONICAL"
  | "BAD_EVENT"
  | "UNKNOWN_KIND"
  | "WRONG_NET"
  | "RATE_LIMITED"
  | "BUSY"
  | "BAD_SIGNATURE"
  | "EQUIVOCATION"
  | "KEY_ENDED";

export type Posted =
  | {
      readonly accepted: true;
      readonly id: string;
      readonly state: "linked" | "detached";
      readonly duplicate: boolean;
    }
  | {
      readonly accepted: false;
      readonly code: PostRefusal;
      readonly detail: string;
      /** Name of the proof against the author, once there is one. */
      readonly evidence?: string | null;
    };

interface EntranceOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface EntranceModules {
  readonly crypto: Crypto;
  readonly log: Logger;
  readonly net: Pick<Net, "publish">;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly intake: EventIntake;
  readonly judge: EventJudge;
  readonly forks: Pick<Forks, "suspect" | "looking">;
  readonly evidence: Pick<EvidenceBook, "evidenceOf">;
  readonly unheard: Pick<Unheard, "note">;
}

interface EntranceListener {
  readonly onSelfEquivocation?: (detail: string) => void;
  readonly onPosted?: (verdict: GossipVerdict, code: string) => void;
}

/** What a judgement is called over HTTP, where that is another word. */
const REFUSALS: Readonly<Partial<Record<Judgement["code"], PostRefusal>>> = {
  UNKNOWN_VERSION: "BAD_EVENT",
  BAD_BODY_HASH: "BAD_EVENT",
  FALSE_BODY: "BAD_EVENT",
  FUTURE_CALCOND: "BAD_EVENT",
  BAD_CHAIN: "BAD_EVENT",
  WRONG_TOPIC: "BAD_EVENT",
  NO_PLACE: "BUSY",
  FROZEN: "EQUIVOCATION",
  FORKED: "EQUIVOCATION",
  BELOW_TIP: "EQUIVOCATION",
};
const OWN_WORDS: ReadonlySet<string> = new Set<PostRefusal>([
  "TOO_LARGE",
  "MISSING_HANDSHAKE",
  "BAD_HANDSHAKE",
  "STALE_HANDSHAKE",
  "NOT_CANONICAL",
  "BAD_EVENT",
  "UNKNOWN_KIND",
  "WRONG_NET",
  "RATE_LIMITED",
  "BUSY",
  "BAD_SIGNATURE",
  "EQUIVOCATION",
  "KEY_ENDED",
]);

/** The fault of a handshake, in words for who sent it. */
const HANDSHAKE_FAULTS: Readonly<Record<string, string>> = {
  "no handshake": "the header x-node-handshake is missing",
  syntax: "the header is not v1;kid=<1-255>;sender=<64 hex>;calcond=<decimal>;mac=<64 hex>",
  "unknown-kid": "this node has no mesh secret of that kid",
  mac: "the MAC is not that of this body under the secret of its kid",
  "outside the window": "its calcond is over 120 before this node's, or over 2 ahead",
};

function isRefusal(code: string): code is PostRefusal {
  return OWN_WORDS.has(code);
}

/** One event that was submitted, with what its handshake says. */
interface Handed {
  readonly body: Uint8Array;
  readonly handshake: string;
  readonly mac: string;
  readonly sender: string;
}

export class Entrance {
  readonly #options: EntranceOptions;
  readonly #modules: EntranceModules;
  readonly #listener: EntranceListener;

  constructor(options: EntranceOptions, modules: EntranceModules, listener: EntranceListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  /**
   * @param body the event's bytes as they came
   * @param handshake of the header, or ""
   * @throws what the store failed with
   */
  async post(body: Uint8Array, handshake: string): Promise<Posted> {
    const claim = parseHandshake(handshake);
    const handed = { body, handshake, mac: claim?.mac ?? "", sender: claim?.sender ?? "" };
    return this.#modules.judge.judge(
      body,
      { via: "http", handshake: handshake === "" ? undefined : handshake },
      `http ${handed.sender}`,
      (judgement) => {
        this.#listener.onPosted?.(judgement.verdict, judgement.code);
        return this.#act(judgement, handed);
      },
    );
  }

  #act(judgement: Judgement, handed: Handed): Promise<Posted> {
    const { code, detail, message, signed } = judgement;
    if (code === "INTERNAL") throw new Error(detail);
    if (message?.type === "event") return this.#take(message, handed);
    if (code === "DUPLICATE") return this.#repeated(handed);
    if (signed !== undefined) {
      this.#modules.forks.suspect(judgement, null);
      return this.#rival(judgement, signed.id, handed);
    }
    if (code === "FROZEN") return this.#frozen(detail, handed);
    const refusal = REFUSALS[code] ?? (isRefusal(code) ? code : "BAD_EVENT");
    const words = refusal.endsWith("_HANDSHAKE") ? (HANDSHAKE_FAULTS[detail] ?? detail) : detail;
    return Promise.resolve({ accepted: false, code: refusal, detail: words });
  }

  async #take(message: AcceptedEvent, handed: Handed): Promise<Posted> {
    const { id, event, state } = message;
    const { author, seq } = event.header;
    if (author === this.#options.publicKey) return this.#own(id, seq);
    const { judge, intake, unheard } = this.#modules;
    judge.count();
    const isAuthors = handed.sender === author;
    if (!isAuthors) unheard.note(message);
    await intake.take(message, null);
    judge.remember(handed.mac, handed.sender, id);
    if (isAuthors) await this.#publish(message, handed);
    return { accepted: true, id, state, duplicate: false };
  }

  /** What the author itself hands in is said on its topic, under the author's own handshake. */
  async #publish({ event, id }: AcceptedEvent, { body, handshake }: Handed): Promise<void> {
    const topic = topicOfEvent(event.header.kind, event.body);
    const read = utf8Decode(body);
    if (topic === null || !read.ok) return;
    const { net, log } = this.#modules;
    try {
      await net.publish(topicOf(this.#options.network, topic), encodeWire(handshake, read.text));
    } catch (error) {
      // It is durable; others get it when they compare what they hold.
      log.warn("an event received over HTTP could not be published", { id, error: String(error) });
    }
  }

  /** An event under this node's own key: the one on its spine, or somebody else has the key. */
  async #own(id: string, seq: number): Promise<Posted> {
    const held = await this.#modules.store.spine.event(this.#options.publicKey, seq);
    if (held?.id === id) return { accepted: true, id, state: "linked", duplicate: true };
    const detail = `an event ${seq} signed with this node's key is not the one on its spine`;
    this.#listener.onSelfEquivocation?.(detail);
    return { accepted: false, code: "EQUIVOCATION", detail, evidence: null };
  }

  /** Held: by what came before, which is made durable before this is said again. */
  async #repeated(handed: Handed): Promise<Posted> {
    const header = headerOf(handed.body);
    if (header === null) throw new Error("an event that is held cannot be read");
    const { crypto, store, authors } = this.#modules;
    const id = eventId(crypto, canonicalize({ ...header }));
    const { author, seq } = header;
    const held = await store.spine.event(author, seq);
    if (held?.id === id) return { accepted: true, id, state: "linked", duplicate: true };
    // Nothing of its own is written, but the sync is shared with what is under way.
    await store.write([]);
    const state = (authors.tip(author)?.seq ?? -1) >= seq ? "linked" : "detached";
    return { accepted: true, id, state, duplicate: true };
  }

  /** Not the event held in this place, or one so old that only the store knows. */
  async #rival({ code, detail }: Judgement, id: string, handed: Handed): Promise<Posted> {
    const header = headerOf(handed.body);
    const { store, forks, evidence } = this.#modules;
    if (code === "BAD_CHAIN" || header === null)
      return { accepted: false, code: "BAD_EVENT", detail };
    const held = await store.spine.event(header.author, header.seq);
    if (held?.id === id) return { accepted: true, id, state: "linked", duplicate: true };
    await forks.looking(header.author);
    return {
      accepted: false,
      code: "EQUIVOCATION",
      detail,
      evidence: evidence.evidenceOf(header.author),
    };
  }

  async #frozen(detail: string, handed: Handed): Promise<Posted> {
    const header = headerOf(handed.body);
    const { authors, evidence } = this.#modules;
    if (header !== null && !authors.isForked(header.author)) {
      const { size, successor } = authors.endOf(header.author)!;
      const ended = `${size} events of this key stand, and ${successor} follows it`;
      return { accepted: false, code: "KEY_ENDED", detail: ended };
    }
    return {
      accepted: false,
      code: "EQUIVOCATION",
      detail,
      evidence: header === null ? null : evidence.evidenceOf(header.author),
    };
  }
}

function headerOf(body: Uint8Array): EventHeader | null {
  const text = utf8Decode(body);
  const read = text.ok ? parseJson(text.text) : null;
  return read !== null && read.ok && isObject(read.value) ? readHeader(read.value["header"]) : null;
}
