/** Events, messages and a judge of the benchmarks of the mesh. */
import { AuthorBook } from "../../node/mesh/intake/authorBook.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import { strictText, type SignatureChecker } from "../../node/mesh/intake/eventJudge.js";
import type { Author, EncodedEvent } from "../../protocol/seal/event.js";
import { topicOf } from "../../protocol/events/topics.js";
import { beginEvent, validateEvent } from "../../protocol/mesh/validate.js";
import type { EventView } from "../../protocol/events/eventView.js";
import type { Judgement } from "../../protocol/mesh/judgement.js";
import type { Logger } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { MemoryStore } from "../stores/memory.js";
import { Store } from "../../storage/store.js";
import { clock, digestBody, NETWORK, nowCalcond, probeAuthor, wireOf } from "../chaos/probe.js";

const SECRET = new Uint8Array(32).fill(0xa5);
const MICROSECONDS_PER_SECOND = 1e6;

export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

const authors = new Map<string, Author>();

/**
 * Spines of equal length, of digests after the opening; in the order in which all grow together.
 */
export function spines(count: number, events: number, firstAuthor = 0): readonly EncodedEvent[] {
  const own = Array.from({ length: count }, (_, i) => probeAuthor(firstAuthor + i));
  for (const author of own) authors.set(author.publicKey, author);
  const encoded: EncodedEvent[] = [];
  for (let i = 0; i < events; i += 1) {
    const seq = Math.floor(i / count);
    const body =
      seq === 0
        ? { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex("") }
        : digestBody(seq);
    encoded.push(
      createEvent(nodeCrypto, own[i % count]!, {
        net: NETWORK,
        kind: seq === 0 ? "spine.open" : "digest",
        seq,
        prev: encoded[i - count]?.id ?? NO_HASH,
        calcond: nowCalcond(),
        body,
      }),
    );
  }
  return encoded;
}

export interface Wire {
  readonly topic: string;
  readonly data: Uint8Array;
}

/** As they travel now: a handshake is good for a minute and a half. */
export function wires(events: readonly EncodedEvent[]): readonly Wire[] {
  return events.map(({ text, event: { header } }) => ({
    topic: topicOf(NETWORK, header.kind === "digest" ? "digest" : "node"),
    data: wireOf(authors.get(header.author)!, SECRET, text),
  }));
}

export function newBook(): AuthorBook {
  return new AuthorBook({ crypto: nodeCrypto, store: new Store(new MemoryStore()), log: silent });
}

/** As a node sees a message of a topic, with rates that refuse nothing. */
function viewOf(book: AuthorBook, topic: string): EventView {
  return {
    crypto: nodeCrypto,
    net: NETWORK,
    secrets: new Map([[1, SECRET]]),
    arrival: { via: "gossip", topic },
    allow: () => true,
    isHeld: (id) => book.isHeld(id),
    isFrozen: (author, seq) => book.isFrozen(author, seq),
    tip: (author) => book.tip(author),
    idAt: (author, seq) => book.idAt(author, seq),
    hasDetachedRoom: (author, bytes) => book.hasDetachedRoom(author, bytes),
    headSeq: (author) => book.headSeq(author),
    decode: strictText,
  };
}

/** Judges a message in full, and takes it in. */
export function judge(book: AuthorBook, { topic, data }: Wire): boolean {
  return takeIn(book, validateEvent(data, viewOf(book, topic), clock.nowNs()));
}

/** The same with the signature checked by somebody else. */
export async function judgeElsewhere(
  book: AuthorBook,
  { topic, data }: Wire,
  checker: SignatureChecker,
): Promise<boolean> {
  const begun = beginEvent(data, viewOf(book, topic), clock.nowNs());
  if (!("check" in begun)) return false;
  return takeIn(book, begun.conclude(await checker.check(begun.check)));
}

function takeIn(book: AuthorBook, { verdict, message }: Judgement): boolean {
  if (verdict !== "accept" || message?.type !== "event") return false;
  book.takeEvent(message);
  return true;
}

/**
 * Seconds of processor time of this process since `begun`: what else the machine does is left out.
 */
export function cpuSeconds(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / MICROSECONDS_PER_SECOND;
}
