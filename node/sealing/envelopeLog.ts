/**
 * Results as envelopes of one chain: linked in order, covered by one signed `seal` event, paid for
 * in the same window.
 */
import { hash } from "node:crypto";
import { shardOf } from "../../protocol/placement/shards.js";
import type { Crypto } from "../../protocol/ports.js";
import { FIRST_PREV } from "../../protocol/seal/envelope.js";
import { sealTexts, type WindowHasher } from "../../protocol/seal/window.js";
import { rowBlocksBytes } from "../../protocol/table/blocks.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { ANSWER_DIGEST_CHARS } from "../../storage/records/answerRecords.js";
import type { EnvelopeChain, EnvelopeRecord, ReceiptPlace } from "../../storage/records/records.js";
import type { GivenAnswer } from "../../storage/repositories/idempotency.js";
import type { Store } from "../../storage/store.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import { AnswerText, type Sealed } from "./answerText.js";
import type { Books } from "./books.js";
import { joinedMembers, type FurtherWrite, type JointAnswer, type SealDraft } from "./draft.js";
import { withShared } from "./envelopeText.js";
import { kernelHasher } from "./kernelHasher.js";
import { allRead, type OpenWindow, type StagedLog, type StagedPart } from "./stagedLog.js";

/** The answer to one result. */
export interface SealedAnswer {
  /** Its JSON. */
  readonly body: string | Uint8Array;
  /** Content-Digest of the body (RFC 9530); null where it is made when it is asked for. */
  readonly digest: string | null;
  /** False for a result that could not be sealed; the body says why. */
  readonly sealed: boolean;
  /** Number of the journal entry that burned its price; -1 for what is not sealed. */
  readonly journal: number;
}

interface EnvelopeLogModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly books: Books;
}

interface ChainEnd {
  readonly chain: EnvelopeChain;
  /** Highest instant sealed so far, unix nanoseconds. */
  readonly ns: bigint;
}

const EMPTY_CHAIN: EnvelopeChain = { count: 0, last: FIRST_PREV, calcond: 0, ns: "0" };

export class EnvelopeLog implements StagedLog<SealDraft, SealedAnswer, AnswerText, ChainEnd> {
  readonly name = "envelopes";
  readonly isWrittenWhileBlocked = false;
  readonly #proofKey: Uint8Array;
  readonly #hashes: WindowHasher;
  readonly #modules: EnvelopeLogModules;
  #durable: ChainEnd = { chain: EMPTY_CHAIN, ns: 0n };
  #staged: ChainEnd = this.#durable;

  constructor(options: { readonly proofKey: Uint8Array }, modules: EnvelopeLogModules) {
    this.#proofKey = options.proofKey;
    this.#hashes = kernelHasher(modules.crypto);
    this.#modules = modules;
  }

  get end(): ChainEnd {
    return this.#staged;
  }
  get notBeforeNs(): bigint {
    return this.#staged.ns;
  }
  /** Durable envelopes. */
  get count(): number {
    return this.#durable.chain.count;
  }
  /** Unix nanoseconds of the last durable seal; 0 before the first. */
  get lastSealNs(): bigint {
    return this.#durable.ns;
  }

  async reload(): Promise<void> {
    const chain = (await this.#modules.store.envelopes.chain()) ?? EMPTY_CHAIN;
    this.#durable = this.#staged = { chain, ns: BigInt(chain.ns) };
  }

  load(drafts: readonly SealDraft[]): Promise<void> | null {
    return allRead([
      this.#modules.books.loadAccounts(drafts.map(({ account }) => account)),
      ...drafts.map(({ companion }) => companion?.load() ?? null),
    ]);
  }

  ready(draft: SealDraft): AnswerText {
    return new AnswerText(this.#modules.crypto, draft);
  }

  stage(texts: readonly AnswerText[], window: OpenWindow): StagedPart<SealedAnswer> {
    const { books } = this.#modules;
    const page = books.open();
    const paid = texts.map(({ draft: { account, chain, charge } }) =>
      page.charge(account, chain.credits, charge),
    );
    const sealing = paid.includes(false) ? texts.filter((_, i) => paid[i]) : texts;
    if (sealing.length === 0)
      return { operations: [], came: () => this.refused(texts, "CHARGE_REFUSED") };
    const { operations, sealed, seq } = this.#seal(sealing, window);
    const journal = page.bookCharges(seq, window.instant.calcond);
    const { publicKey } = this.#modules.spine.author;
    sealing.forEach((text, index) => {
      const { calcProof, coreText, id } = sealed[index]!;
      text.draft.companion?.enter(window, {
        id,
        window: seq,
        index,
        core: coreText,
        proof: calcProof,
        answer: () => text.sealed(publicKey, sealed[index]!),
      });
    });
    const kept = this.#keptAnswers(texts, { paid, sealed, window: seq });
    return {
      operations: [
        ...operations,
        ...this.#modules.store.idempotency.putOps(window.instant.calcond, kept),
      ],
      came: () => this.#answers(texts, paid, sealed, journal),
    };
  }

  refused(texts: readonly AnswerText[], reason: UnsealedReason): readonly SealedAnswer[] {
    return texts.map((text) => unsealedAnswer(text.unsealed(reason)));
  }

  confirm(end: ChainEnd): void {
    this.#durable = end;
  }
  discard(end: ChainEnd = this.#durable): void {
    this.#staged = end;
  }
  trim(): void {}

  #answers(
    texts: readonly AnswerText[],
    paid: readonly boolean[],
    sealed: readonly Sealed[],
    journal: number,
  ): readonly SealedAnswer[] {
    const { publicKey } = this.#modules.spine.author;
    let at = 0;
    return texts.map((text, i) =>
      paid[i] === true
        ? sealedAnswer(text, publicKey, sealed[at++]!, journal)
        : unsealedAnswer(text.unsealed("CHARGE_REFUSED")),
    );
  }

  /** Links and signs one window of envelopes. */
  #seal(
    texts: readonly AnswerText[],
    { instant, ns }: OpenWindow,
  ): {
    readonly operations: readonly Operation[];
    readonly sealed: readonly Sealed[];
    readonly seq: number;
  } {
    const { crypto, spine } = this.#modules;
    const { calcond } = instant;
    const { seq, prev: prevId } = spine.next;
    const before = this.#staged.chain;
    const window = sealTexts(
      crypto,
      {
        author: spine.author,
        net: spine.net,
        engineVersion: ENGINE_VERSION,
        proofKey: this.#proofKey,
        prevLink: before.last,
        seq,
        prevId,
        calcond,
      },
      texts.map((text) => text.core(instant)),
      this.#hashes,
    );
    const seal = spine.stageEncoded(window.event);
    const sealed = window.envelopes.map(({ id, prev, coreText, calcProof }, i): Sealed => ({
      id,
      prev,
      coreText,
      calcProof,
      instant,
      proof: window.proofText(i),
    }));
    const chain: EnvelopeChain = {
      count: before.count + sealed.length,
      last: sealed[sealed.length - 1]!.id,
      calcond,
      ns: ns.toString(),
    };
    const number = spine.firstWindow + seq;
    const operations = [
      ...seal.operations,
      ...this.#windowOps(texts, sealed, { seq: number, chain, prev: before.last }),
      ...this.#besideOps(texts, sealed, number),
    ];
    this.#staged = { chain, ns };
    return { operations, sealed, seq: number };
  }

  /** The envelopes themselves. */
  #windowOps(
    texts: readonly AnswerText[],
    sealed: readonly Sealed[],
    {
      seq,
      chain,
      prev,
    }: { readonly seq: number; readonly chain: EnvelopeChain; readonly prev: string },
  ): readonly Operation[] {
    const { crypto, store } = this.#modules;
    const { calcond, phase } = sealed[0]!.instant;
    const shared = { calcond, engine_version: ENGINE_VERSION, phase, prev };
    const records = texts.map((text, i): EnvelopeRecord => ({
      id: sealed[i]!.id,
      account: text.draft.account,
      visibility: text.draft.visibility,
      text: i === 0 ? withShared(text.kept(text), shared) : text.kept(texts[0]!),
    }));
    const spread = records
      .filter(({ visibility }) => visibility === "shared")
      .flatMap(({ id }) => store.shards.ownOps(shardOf(crypto, id), id));
    return [...store.envelopes.windowOps(seq, records, chain), ...spread];
  }

  /** Records written with them: fields, roots over rows, names, and whose key asked. */
  #besideOps(
    texts: readonly AnswerText[],
    sealed: readonly Sealed[],
    seq: number,
  ): readonly Operation[] {
    const { store } = this.#modules;
    const { calcond } = sealed[0]!.instant;
    const operations: Operation[] = [];
    const ran = new Map<string, number[]>();
    texts.forEach((text, i) => {
      const { account, furtherWrite, machine, result } = text.draft;
      const { id } = sealed[i]!;
      if (machine !== null) addTo(ran, machine, i);
      result.solution?.fields.forEach((digest, field) =>
        operations.push(...store.fields.putOps(digest, { receipt: id, account, field, calcond })),
      );
      if (result.rows !== undefined)
        operations.push(...store.rowRoots.putOps(id, rowBlocksBytes(result.rows.blocks)));
      if (furtherWrite?.kind === "name")
        operations.push(...store.meta.putOps(furtherWrite.name, id));
    });
    for (const [machine, positions] of ran)
      operations.push(store.machines.ranOps(machine, seq, positions));
    return operations;
  }

  /** Answers for the idempotency keys of their requests, in one record. */
  #keptAnswers(
    texts: readonly AnswerText[],
    { paid, sealed, window }: StagedWindow,
  ): readonly GivenAnswer[] {
    const { publicKey } = this.#modules.spine.author;
    const kept: GivenAnswer[] = [];
    const shared = new Map<JointAnswer, SharedAnswer>();
    let at = 0;
    texts.forEach((text, i) => {
      const index = paid[i] === true ? at++ : null;
      const { furtherWrite, shape = null } = text.draft;
      if (furtherWrite?.kind === "answer" && index !== null)
        kept.push(this.#keptAnswer(text, sealed[index]!, { window, index }, furtherWrite));
      if (furtherWrite?.kind !== "joint") return;
      const { joint } = furtherWrite;
      let answer = shared.get(joint);
      if (answer === undefined) {
        answer = { index: index ?? 0, shape, own: [], isPaid: true };
        shared.set(joint, answer);
      }
      answer.isPaid &&= index !== null;
      answer.own.push(
        index === null ? text.unsealed("CHARGE_REFUSED") : text.given(publicKey, sealed[index]!),
      );
    });
    for (const [joint, { index, isPaid, own, shape }] of shared) {
      const { fingerprint, scope } = joint;
      const body = joint.text(own);
      const place = { window, index, shape, digest: answerDigest(body) };
      const answer = joint.isRepeatable && isPaid ? place : { status: 200, shape, body };
      kept.push({ scope, fingerprint, answer });
    }
    return kept;
  }

  /** A place, where it can be computed again in little time; the text of a solver's answer. */
  #keptAnswer(
    text: AnswerText,
    sealed: Sealed,
    place: ReceiptPlace,
    { before, fingerprint, scope }: Extract<FurtherWrite, { kind: "answer" }>,
  ): GivenAnswer {
    const { publicKey } = this.#modules.spine.author;
    const { result, shape = null } = text.draft;
    const isSolved = result.solution !== undefined;
    if (!isSolved && before === undefined) {
      const digest = text.encoded(publicKey, sealed).sha256.slice(0, ANSWER_DIGEST_CHARS);
      return { scope, fingerprint, answer: { ...place, shape, digest } };
    }
    const own = text.given(publicKey, sealed);
    const body = before === undefined ? own : joinedMembers(before, own);
    const answer = isSolved
      ? { status: 200, shape, body }
      : { ...place, shape, digest: answerDigest(body) };
    return { scope, fingerprint, answer };
  }
}

interface StagedWindow {
  readonly paid: readonly boolean[];
  /** Of those that are paid. */
  readonly sealed: readonly Sealed[];
  /** Number of its `seal` event. */
  readonly window: number;
}

/** An answer that results of a window share, while it is put together. */
interface SharedAnswer {
  /** Position of its first envelope. */
  readonly index: number;
  readonly shape: AnswerShape | null;
  readonly own: string[];
  isPaid: boolean;
}

/** By which an answer that is computed again is known for the same. */
export function answerDigest(body: string): string {
  return hash("sha256", body, "base64").slice(0, ANSWER_DIGEST_CHARS);
}

function unsealedAnswer(body: string): SealedAnswer {
  return { body, digest: null, sealed: false, journal: -1 };
}

function sealedAnswer(
  text: AnswerText,
  publicKey: string,
  sealed: Sealed,
  journal: number,
): SealedAnswer {
  const { furtherWrite, shape = null } = text.draft;
  const isDigested = furtherWrite?.kind !== "joint" && (shape === null || furtherWrite !== null);
  if (!isDigested)
    return { body: text.given(publicKey, sealed), digest: null, sealed: true, journal };
  const { bytes, sha256 } = text.encoded(publicKey, sealed);
  return { body: bytes, digest: `sha-256=:${sha256}:`, sealed: true, journal };
}

function addTo(lists: Map<string, number[]>, name: string, member: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [member]);
  else list.push(member);
}
