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
import type { EnvelopeChain, EnvelopeRecord } from "../../storage/records/records.js";
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
    const joint = this.#jointAnswers(texts, paid, sealed, window.instant.calcond);
    return {
      operations: joint.length === 0 ? operations : [...operations, ...joint],
      came: () => this.#answers(texts, paid, sealed, journal),
    };
  }

  refused(texts: readonly AnswerText[], reason: UnsealedReason): readonly SealedAnswer[] {
    return texts.map((text) => answer(text.draft, text.unsealed(reason), -1));
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
        ? answer(text.draft, text.given(publicKey, sealed[at++]!), journal)
        : answer(text.draft, text.unsealed("CHARGE_REFUSED"), -1),
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

  /** Records written with them: fields, roots over rows, names, kept answers, and whose key asked. */
  #besideOps(
    texts: readonly AnswerText[],
    sealed: readonly Sealed[],
    seq: number,
  ): readonly Operation[] {
    const { store } = this.#modules;
    const { calcond } = sealed[0]!.instant;
    const operations: Operation[] = [];
    const ran = new Map<string, number[]>();
    const kept: GivenAnswer[] = [];
    texts.forEach((text, i) => {
      const { account, furtherWrite, machine, result } = text.draft;
      const { id } = sealed[i]!;
      if (machine !== null) addTo(ran, machine, i);
      result.solution?.fields.forEach((digest, field) =>
        operations.push(...store.fields.putOps(digest, { receipt: id, account, field, calcond })),
      );
      if (result.rows !== undefined)
        operations.push(...store.rowRoots.putOps(id, rowBlocksBytes(result.rows.blocks)));
      if (furtherWrite === null) return;
      if (furtherWrite.kind === "name")
        operations.push(...store.meta.putOps(furtherWrite.name, id));
      else if (furtherWrite.kind === "answer")
        kept.push(this.#keptAnswer(text, sealed[i]!, furtherWrite));
    });
    operations.push(...store.idempotency.putOps(calcond, kept));
    for (const [machine, positions] of ran)
      operations.push(store.machines.ranOps(machine, seq, positions));
    return operations;
  }

  /** Answers that several results share, for their idempotency keys. */
  #jointAnswers(
    texts: readonly AnswerText[],
    paid: readonly boolean[],
    sealed: readonly Sealed[],
    calcond: number,
  ): readonly Operation[] {
    const { publicKey } = this.#modules.spine.author;
    const own = new Map<JointAnswer, string[]>();
    let at = 0;
    texts.forEach((text, i) => {
      const place = paid[i] === true ? sealed[at++]! : null;
      const { furtherWrite } = text.draft;
      if (furtherWrite?.kind !== "joint") return;
      const given = place === null ? text.unsealed("CHARGE_REFUSED") : text.given(publicKey, place);
      const all = own.get(furtherWrite.joint);
      if (all === undefined) own.set(furtherWrite.joint, [given]);
      else all.push(given);
    });
    if (own.size === 0) return [];
    return this.#modules.store.idempotency.putOps(
      calcond,
      [...own].map(([joint, given]): GivenAnswer => {
        const { owner, request, scope } = joint;
        return { account: owner, key: scope, request, status: 200, body: joint.text(given) };
      }),
    );
  }

  /** The record kept of an answer for its idempotency key. */
  #keptAnswer(
    text: AnswerText,
    sealed: Sealed,
    { before, owner, request, scope }: Extract<FurtherWrite, { kind: "answer" }>,
  ): GivenAnswer {
    const own = text.given(this.#modules.spine.author.publicKey, sealed);
    const body = before === undefined ? own : joinedMembers(before, own);
    return { account: owner, key: scope, request, status: 200, body };
  }
}

function answer({ furtherWrite, shape }: SealDraft, text: string, journal: number): SealedAnswer {
  const sealed = journal >= 0;
  const isWhole = (shape === undefined || shape === null) && furtherWrite?.kind !== "joint";
  if (!isWhole) return { body: text, digest: null, sealed, journal };
  const body = Buffer.from(text);
  const digest = `sha-256=:${hash("sha256", body, "base64")}:`;
  return { body, digest, sealed, journal };
}

function addTo(lists: Map<string, number[]>, name: string, member: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [member]);
  else list.push(member);
}
