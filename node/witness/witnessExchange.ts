/** Questions about checkpoints between nodes: this one's answers, and what it asks of others. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../protocol/ports.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { cosignedAt, witnessOfNode } from "../../protocol/witness/cosignature.js";
import { cosignedNoteOf } from "../../protocol/witness/heads.js";
import { rubbish, unanswered, type ServiceExchange } from "../mesh/host/exchange.js";
import { TokenBuckets } from "../runtime/tokenBucket.js";
import {
  cosignReply,
  GROWN_HEADS_BYTES_MAX,
  GROWN_HEADS_PROTOCOL,
  HEADS_ANSWER_BYTES_MAX,
  HEADS_PROTOCOL,
  HEADS_QUESTION_BYTES_MAX,
  HEADS_REFUSED_MAX,
  headsQuestion,
  headsReply,
  newestReply,
  NOTES_MAX,
  recallReply,
  WITNESS_ANSWER_BYTES_MAX,
  WITNESS_PROTOCOL,
  WITNESS_QUESTION_BYTES_MAX,
  witnessQuestion,
  type WitnessQuestion,
} from "./wire.js";
import type { HeadGrowth, HeadsAnswer, HeadsWitness } from "./headsWitness.js";
import type { CosignAnswer, Witness } from "./witness.js";
import type { WitnessedBook } from "./witnessedBook.js";

/** A log asks each of its witnesses once in ten calconds. */
const QUESTIONS = { perSecond: 5, burst: 100 };
/** Who gathers heads asks at most twice a round; each question is the work of hundreds. */
const HEADS_QUESTIONS = { perSecond: 0.5, burst: 4 };
/** Of one answer of a peer: a thousand authors are enough. */
const RECALLS_MAX = 128;

interface ExchangeModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Logger;
  readonly witness: Witness;
  readonly headsWitness: HeadsWitness;
  readonly book: WitnessedBook;
  readonly net: string;
}

export class WitnessExchange {
  readonly #modules: ExchangeModules;
  readonly #rate = new TokenBuckets(QUESTIONS);
  readonly #headsRate = new TokenBuckets(HEADS_QUESTIONS);
  #asked = 0;
  #exchange: ServiceExchange | null = null;

  constructor(modules: ExchangeModules) {
    this.#modules = modules;
  }

  async use(exchange: ServiceExchange): Promise<void> {
    this.#exchange = exchange;
    await exchange.serve(WITNESS_PROTOCOL, WITNESS_QUESTION_BYTES_MAX, this.#answer);
    await exchange.serve(HEADS_PROTOCOL, HEADS_QUESTION_BYTES_MAX, this.#answerHeads);
    await exchange.serve(GROWN_HEADS_PROTOCOL, GROWN_HEADS_BYTES_MAX, this.#answerHeads);
  }

  /** Questions that this node was asked since its start. */
  get asked(): number {
    return this.#asked;
  }

  peers(): readonly string[] {
    return this.#exchange?.peers() ?? [];
  }

  /** @returns null where the witness did not answer */
  async cosign(witness: string, question: string): Promise<CosignAnswer | null> {
    const reply = await this.#ask(witness, { ask: "cosign", question });
    const read = cosignReply.safeParse(reply);
    if (!read.success) return null;
    if ("line" in read.data) return { kind: "cosigned", line: read.data.line, size: 0 };
    if ("size" in read.data) return { kind: "stale", size: read.data.size };
    return { kind: "refused", why: read.data.refused };
  }

  /** @returns null where the witness did not answer */
  async cosignHeads(
    witness: string,
    note: string,
    heads: readonly string[],
    growths: readonly HeadGrowth[] = [],
  ): Promise<HeadsAnswer | null> {
    const proven = growths.map((one) => ({ ...one, proof: one.proof.map(toHex) }));
    const isProven = proven.length > 0;
    const question = canonicalize({
      note,
      heads: [...heads],
      ...(isProven ? { growths: proven } : {}),
    });
    const protocol = isProven ? GROWN_HEADS_PROTOCOL : HEADS_PROTOCOL;
    const read = headsReply.safeParse(
      await this.#send(witness, protocol, question, HEADS_ANSWER_BYTES_MAX),
    );
    if (!read.success) return null;
    if ("line" in read.data) return { kind: "cosigned", line: read.data.line };
    if ("round" in read.data) return { kind: "stale", round: read.data.round };
    if ("without" in read.data) return { kind: "without", heads: read.data.without };
    return { kind: "refused", why: read.data.refused };
  }

  /** The newest note that a peer holds of a spine; null where it has none, or did not answer. */
  async newest(peer: string, author: string): Promise<string | null> {
    const read = newestReply.safeParse(await this.#ask(peer, { ask: "newest", author }));
    return read.success ? read.data.note : null;
  }

  async keep(peer: string, author: string, note: string): Promise<void> {
    await this.#ask(peer, { ask: "keep", author, note });
  }

  /**
   * Has a peer show what this node has cosigned, and takes it over where it is further.
   * @returns whether the peer answered to the end
   */
  async recall(peer: string): Promise<boolean> {
    let after = "";
    for (let round = 0; round < RECALLS_MAX; round += 1) {
      const read = recallReply.safeParse(await this.#ask(peer, { ask: "recall", after }));
      if (!read.success) return false;
      for (const { note } of read.data.notes) await this.#modules.witness.recall(note);
      const last = read.data.notes.at(-1);
      if (last === undefined || last.author <= after) return true;
      after = last.author;
    }
    return true;
  }

  #ask(peer: string, question: WitnessQuestion): Promise<JsonValue> {
    return this.#send(peer, WITNESS_PROTOCOL, canonicalize(question), WITNESS_ANSWER_BYTES_MAX);
  }

  async #send(
    peer: string,
    protocol: string,
    text: string,
    answerBytesMax: number,
  ): Promise<JsonValue> {
    const { log } = this.#modules;
    try {
      return (await this.#exchange?.ask(peer, protocol, text, answerBytesMax)) ?? null;
    } catch (error) {
      log.debug("a peer did not answer about a checkpoint", { peer, error: String(error) });
      return null;
    }
  }

  readonly #answer = async (data: JsonValue, from: string): Promise<string> => {
    const { book, clock, witness } = this.#modules;
    const read = witnessQuestion.safeParse(data);
    if (!read.success) throw rubbish("not a question to a witness");
    if (!this.#rate.take(from, clock.nowNs())) throw unanswered("too many questions");
    this.#asked += 1;
    const asked = read.data;
    switch (asked.ask) {
      case "cosign":
        return canonicalize(replyOf(await witness.cosign(asked.question)));
      case "newest":
        return canonicalize({ note: book.of(asked.author)?.note ?? null });
      case "keep":
        await book.take(asked.author, asked.note);
        return canonicalize({});
      case "recall":
        return canonicalize({ notes: this.#cosignedBy(from, asked.after) });
    }
  };

  readonly #answerHeads = async (data: JsonValue, from: string): Promise<string> => {
    const { clock, headsWitness } = this.#modules;
    const read = headsQuestion.safeParse(data);
    if (!read.success) throw rubbish("not a question about heads");
    if (!this.#headsRate.take(from, clock.nowNs())) throw unanswered("too many questions");
    this.#asked += 1;
    const { growths = [], heads, note } = read.data;
    const proven = growths.map((one) => ({ ...one, proof: one.proof.map((hex) => fromHex(hex)!) }));
    const answer = await headsWitness.cosign(note, heads, proven);
    switch (answer.kind) {
      case "cosigned":
        return canonicalize({ line: answer.line });
      case "stale":
        return canonicalize({ round: answer.round });
      case "without": {
        const named = answer.heads.slice(0, HEADS_REFUSED_MAX);
        return canonicalize({ without: named.map((one) => ({ ...one })) });
      }
      case "refused":
        return canonicalize({ refused: answer.why });
    }
  };

  /** Notes held here that carry a cosignature of a node. */
  #cosignedBy(node: string, after: string): { author: string; note: string }[] {
    const { book, crypto, net } = this.#modules;
    const key = witnessOfNode(net, node);
    if (key === null) return [];
    const found: { author: string; note: string }[] = [];
    for (const author of [...book.all().keys()].sort()) {
      if (author <= after) continue;
      const { note } = book.of(author)!;
      const signed = parseCheckpoint(cosignedNoteOf(note));
      if (signed?.signatures.some((line) => cosignedAt(crypto, signed.text, line, key) !== null))
        found.push({ author, note });
      if (found.length === NOTES_MAX) break;
    }
    return found;
  }
}

function replyOf(answer: CosignAnswer): { line: string } | { size: number } | { refused: string } {
  if (answer.kind === "cosigned") return { line: answer.line };
  return answer.kind === "stale" ? { size: answer.size } : { refused: answer.why };
}
