/**
 * `/calc/proven/1`: an event of a spine that is not kept here, in one round trip: the event, its path
 * to a head of the spine, and that head as its author signed it or as a quorum has cosigned it. It
 * proves itself, so anybody may give it; those to whom the spine falls are asked first.
 */
import * as z from "zod";
import { fromHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { CHECKPOINT_CHARS_MAX } from "../../protocol/limits.js";
import type { Crypto, JsonValue, Logger } from "../../protocol/ports.js";
import type { Checkpoint } from "../../protocol/seal/checkpoint.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import {
  eventId,
  eventLeaf,
  headerTextOf,
  readEvent,
  verifyEventSignature,
} from "../../protocol/seal/event.js";
import { verifyInclusion } from "../../protocol/seal/merkle.js";
import { readHead, verifyCovered } from "../../protocol/witness/heads.js";
import { standingOf, type Standing } from "../../protocol/witness/standing.js";
import { storedEventText, type StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import { rubbish, type ServiceExchange } from "../mesh/host/exchange.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { SpineLog } from "../spine/spineLog.js";
import type { WitnessedBook } from "./witnessedBook.js";

const PROVEN_PROTOCOL = "/calc/proven/1";
const REQUEST_BYTES_MAX = 1_024;
/** The longest event, its path and a note. */
const ANSWER_BYTES_MAX = 131_072;
const PATH_MAX = 64;
/** Nodes asked for one event; the first that has it ends the search. */
const ASKED_MAX = 8;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const provenRequest = z.union([
  z.strictObject({ author: hash, seq: z.int().min(0) }),
  /** That the spine goes on from one size to another. */
  z.strictObject({ author: hash, from: z.int().min(1), to: z.int().min(1) }),
]);
const growthAnswer = z.strictObject({ growth: z.array(hash).max(PATH_MAX) });
const provenAnswer = z.union([
  z.strictObject({ missing: z.literal(true) }),
  z.strictObject({
    event: z.unknown(),
    path: z.array(hash).max(PATH_MAX),
    note: z.string().max(CHECKPOINT_CHARS_MAX),
  }),
]);

/** An event of a spine, and the head under which it stands. */
export interface ProvenEvent {
  readonly event: Pick<StoredEvent, "author" | "seq" | "id" | "header" | "sig">;
  readonly standing: Standing;
  readonly note: string;
  readonly path: readonly string[];
}

/** Where a spine may be had. */
export interface SpineSources {
  /** Public keys of nodes that may have it, the likeliest first, this node not among them. */
  sourcesOf(author: string): readonly string[];
  /** Calls a node where it is not connected. @returns whether it is now */
  reach(node: string): Promise<boolean>;
}

interface ProvenModules {
  readonly crypto: Crypto;
  readonly store: Pick<Store, "spine">;
  readonly spineLog: Pick<SpineLog, "author" | "checkpoint" | "consistency" | "inclusion" | "size">;
  readonly followedLogs: Pick<FollowedLogs, "checkpoint" | "of">;
  readonly book: Pick<WitnessedBook, "of" | "policy">;
  readonly net: string;
  readonly log: Logger;
}

export class ProvenEvents {
  readonly #modules: ProvenModules;
  #exchange: ServiceExchange | null = null;
  #sources: SpineSources | null = null;

  constructor(modules: ProvenModules) {
    this.#modules = modules;
  }

  async use(exchange: ServiceExchange, sources: SpineSources): Promise<void> {
    this.#exchange = exchange;
    this.#sources = sources;
    await exchange.serve(PROVEN_PROTOCOL, REQUEST_BYTES_MAX, (data) => this.#answer(data));
  }

  /** An event of another node's spine, proven; null where nobody gave it. */
  find(author: string, seq: number): Promise<ProvenEvent | null> {
    return this.#first(author, (exchange, node) => this.#ask(exchange, node, { author, seq }));
  }

  /** That a spine goes on from one size to another, unchecked; null where nobody gave it. */
  growth(author: string, from: number, to: number): Promise<readonly Uint8Array[] | null> {
    const question = canonicalize({ author, from, to });
    return this.#first(author, async (exchange, node) => {
      const read = growthAnswer.safeParse(await this.#send(exchange, node, question));
      return read.success ? read.data.growth.map((hex) => fromHex(hex)!) : null;
    });
  }

  /** The first answer of those that may have a spine. */
  async #first<T>(
    author: string,
    ask: (exchange: ServiceExchange, node: string) => Promise<T | null>,
  ): Promise<T | null> {
    const exchange = this.#exchange;
    if (exchange === null || this.#sources === null) return null;
    for (const node of this.#sources.sourcesOf(author).slice(0, ASKED_MAX)) {
      if (!exchange.peers().includes(node) && !(await this.#sources.reach(node))) continue;
      const found = await ask(exchange, node);
      if (found !== null) return found;
    }
    return null;
  }

  /** @returns null where the node did not answer */
  async #send(exchange: ServiceExchange, node: string, question: string): Promise<JsonValue> {
    try {
      return await exchange.ask(node, PROVEN_PROTOCOL, question, ANSWER_BYTES_MAX);
    } catch (error) {
      this.#modules.log.debug("a node gave nothing of a spine", { node, error: String(error) });
      return null;
    }
  }

  async #ask(
    exchange: ServiceExchange,
    node: string,
    place: { readonly author: string; readonly seq: number },
  ): Promise<ProvenEvent | null> {
    const { log } = this.#modules;
    const read = provenAnswer.safeParse(await this.#send(exchange, node, canonicalize(place)));
    if (!read.success || "missing" in read.data) return null;
    const { event, note, path } = read.data;
    const found = this.#proven(place, { event: event as JsonValue, note, path });
    if (found === null) log.warn("a node gave an event that it did not prove", { node, ...place });
    return found;
  }

  /** Null where the event is not at this place of a history that its author signed. */
  #proven(
    { author, seq }: { readonly author: string; readonly seq: number },
    answer: { readonly event: JsonValue; readonly note: string; readonly path: readonly string[] },
  ): ProvenEvent | null {
    const { crypto } = this.#modules;
    const event = readEvent(answer.event);
    if (event === null || event.header.author !== author || event.header.seq !== seq) return null;
    const header = headerTextOf(event.header);
    if (!verifyEventSignature(crypto, author, header, event.sig)) return null;
    const head = this.#headOf(author, answer.note);
    const path = answer.path.map((one) => fromHex(one)).filter((one) => one !== null);
    if (head === null || seq >= head.checkpoint.size) return null;
    const { root, size } = head.checkpoint;
    if (!verifyInclusion(crypto, eventLeaf(crypto, header), seq, size, path, root)) return null;
    const { calcond } = event.header;
    return {
      event: { author, seq, id: eventId(crypto, header), header, sig: event.sig },
      standing: standingOf(
        { seq, calcond },
        head.seconds === null ? null : { size, seconds: head.seconds },
      ),
      note: answer.note,
      path: answer.path,
    };
  }

  /** @returns null where nobody who counts has signed it. `seconds`: null without a quorum */
  #headOf(
    author: string,
    note: string,
  ): { readonly checkpoint: Checkpoint; readonly seconds: number | null } | null {
    const { book, crypto, net } = this.#modules;
    const covered = verifyCovered(crypto, note, { net, author }, book.policy);
    if (covered.ok) return covered.witnessed;
    const head = readHead(crypto, net, note);
    return head?.author === author ? { checkpoint: head.checkpoint, seconds: null } : null;
  }

  async #answer(data: JsonValue): Promise<string> {
    const read = provenRequest.safeParse(data);
    if (!read.success) throw rubbish("not a request of this protocol");
    const { author } = read.data;
    const { followedLogs, spineLog, store } = this.#modules;
    const log = author === spineLog.author ? spineLog : await followedLogs.of(author);
    if ("from" in read.data) {
      const { from, to } = read.data;
      if (log === null || from > to || to > log.size) return canonicalize({ missing: true });
      return canonicalize({ growth: [...(await log.consistency(from, to))] });
    }
    const { seq } = read.data;
    const event = await store.spine.event(author, seq);
    const note = await this.#noteAbove(author, seq);
    if (event === undefined || log === null || note === null)
      return canonicalize({ missing: true });
    const path = await log.inclusion(seq, note.size);
    return `{"event":${storedEventText(event)},"note":${canonicalize(note.text)},"path":${canonicalize([...path])}}`;
  }

  /** What a quorum has cosigned of a spine, else what its author has signed, above an event. */
  async #noteAbove(
    author: string,
    seq: number,
  ): Promise<{ readonly text: string; readonly size: number } | null> {
    const { book, followedLogs, spineLog } = this.#modules;
    const covered = book.of(author);
    if (covered !== null && seq < covered.size) return { text: covered.note, size: covered.size };
    const signed =
      author === spineLog.author
        ? { kind: "held" as const, text: spineLog.checkpoint() }
        : await followedLogs.checkpoint(author);
    if (signed.kind !== "held") return null;
    const size = parseCheckpoint(signed.text)?.checkpoint.size ?? 0;
    return seq < size ? { text: signed.text, size } : null;
  }
}
