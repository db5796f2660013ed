/**
 * Gathers heads of all spines that it knows of under one checkpoint, and has it cosigned: a
 * witness is asked once a round, however many authors there are. What each author needs to show is
 * kept in the book, from which everybody has it.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { ROUND_EPOCH_CALCONDS } from "../../protocol/mesh/kinds.js";
import { parseCheckpoint, signCheckpoint } from "../../protocol/seal/checkpoint.js";
import { cosignedAt, type WitnessKey } from "../../protocol/witness/cosignature.js";
import {
  HEADS_MAX,
  headProofText,
  headsOrigin,
  headsTree,
  readHead,
  type SignedHead,
} from "../../protocol/witness/heads.js";
import { finalFromSeconds } from "../../protocol/witness/standing.js";
import type { Store } from "../../storage/store.js";
import { RecentMap } from "../runtime/recentMap.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../runtime/scheduler.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { SpineLog } from "../spine/spineLog.js";
import type { HeadGrowth, HeadsAnswer, HeadsWitness, RefusedHead } from "./headsWitness.js";
import type { ProvenEvents } from "./provenEvents.js";
import { GROWTHS_MAX } from "./wire.js";
import { withLines, type Witness, type WitnessMesh } from "./witness.js";
import type { WitnessedBook } from "./witnessedBook.js";
import type { WitnessExchange } from "./witnessExchange.js";

/** A calcond, in the milliseconds of a timer. */
const ROUND_CALCONDS = 10;
/** A round without a quorum is tried again without the heads that were in its way, once. */
const TRIES = 2;
const AUTHORS_MAX = 4_096;
/** Heads of one spine from which its witnesses go on, where some of them missed a round. */
const SIZES_MAX = 3;

interface GathererModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  readonly log: Logger;
  readonly witness: Witness;
  readonly headsWitness: HeadsWitness;
  readonly book: WitnessedBook;
  readonly exchange: WitnessExchange;
  readonly proven: Pick<ProvenEvents, "growth">;
  /** Calcond of an event; null where it is not held. */
  readonly calcondOf: (author: string, seq: number) => Promise<number | null>;
}

interface GathererOptions {
  readonly net: string;
  readonly seed: Uint8Array;
}

export class Gatherer {
  readonly #options: GathererOptions;
  readonly #modules: GathererModules;
  /** Of spines that are not held here: sizes of heads that a witness has cosigned last. */
  readonly #cosignedSizes = new RecentMap<string, readonly number[]>(AUTHORS_MAX);
  #round = 0;
  /** The author behind whom the next round begins, where there are more than fit into one. */
  #after = "";
  #timer: Cancel | null = null;
  #stopped = false;
  #tail: Promise<void> = Promise.resolve();
  #failures = 0;
  #covered = 0;
  #mesh: Pick<WitnessMesh, "tellRound"> | null = null;
  /** The latest round that not all have heard of. */
  #unsaid: string | null = null;
  #saidAt = -ROUND_EPOCH_CALCONDS;

  constructor(options: GathererOptions, modules: GathererModules) {
    this.#options = options;
    this.#modules = modules;
  }

  /** Rounds in a row that ended without a quorum. */
  get failures(): number {
    return this.#failures;
  }
  /** Heads under the checkpoint that a quorum cosigned last. */
  get covered(): number {
    return this.#covered;
  }

  use(mesh: Pick<WitnessMesh, "tellRound">): void {
    this.#mesh = mesh;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer ??= this.#modules.scheduler.after(ROUND_CALCONDS * CALCOND_MS, () => {
      this.#tail = this.#runAndTell().finally(() => {
        this.#timer = null;
        this.start();
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    this.#timer = null;
    await this.#tail;
  }

  /** Until the round that runs has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  async #runAndTell(): Promise<void> {
    await this.run();
    await this.#tell();
  }

  /** Each epoch all hear the latest round, where there is a new one. */
  async #tell(): Promise<void> {
    const { clock, log } = this.#modules;
    const calcond = Number(clock.nowNs() / CALCOND_NS);
    if (this.#unsaid === null || calcond < this.#saidAt + ROUND_EPOCH_CALCONDS) return;
    const note = this.#unsaid;
    this.#unsaid = null;
    this.#saidAt = calcond;
    try {
      await this.#mesh?.tellRound(note);
    } catch (error) {
      log.warn("a round of gathered heads could not be said", { error: String(error) });
    }
  }

  /** One round. */
  async run(): Promise<void> {
    const { book, log } = this.#modules;
    if (!book.isOn) return;
    try {
      let heads = await this.#wanting();
      if (heads.length === 0) return;
      for (let i = 0; i < TRIES && heads.length > 0; i += 1) {
        const answers = await this.#show(heads);
        if (answers === null) {
          this.#failures = 0;
          this.#covered = heads.length;
          return;
        }
        heads = await this.#without(heads, answers);
      }
      this.#failures += 1;
      log.warn("heads that were gathered have too few cosignatures", { heads: heads.length });
    } catch (error) {
      this.#failures += 1;
      log.warn("heads could not be gathered", { error: String(error) });
    }
  }

  /** Heads of spines of which not all that their author has signed is final, by their authors. */
  async #wanting(): Promise<readonly SignedHead[]> {
    const { crypto, spineLog, store } = this.#modules;
    const announced = await store.peers.announcements("head", AUTHORS_MAX);
    const authors = new Set([spineLog.author, ...announced.map(([author]) => author)]);
    const found: SignedHead[] = [];
    for (const author of [...authors].sort()) {
      const text = author === spineLog.author ? spineLog.checkpoint() : await this.#headOf(author);
      if (text === null || !(await this.#isWanting(author, text))) continue;
      const head = readHead(crypto, this.#options.net, text);
      if (head?.author === author) found.push(head);
    }
    if (found.length <= HEADS_MAX) return found;
    const from = found.findIndex(({ author }) => author > this.#after);
    const turned = from < 0 ? found : [...found.slice(from), ...found.slice(0, from)];
    const taken = turned.slice(0, HEADS_MAX);
    this.#after = taken.at(-1)!.author;
    return taken.sort((a, b) => (a.author < b.author ? -1 : 1));
  }

  /** Of a spine that is not held here, as its author signed it. */
  async #headOf(author: string): Promise<string | null> {
    const { followedLogs, witness } = this.#modules;
    const held = await followedLogs.checkpoint(author);
    if (held.kind === "held") return held.text;
    const isUnheld = held.kind === "unknown" && witness.vouchesUnheld(author);
    return isUnheld ? followedLogs.signed(author) : null;
  }

  /** That spines which are not held here go on from what witnesses have cosigned of them. */
  async #growthsOf(heads: readonly SignedHead[]): Promise<readonly HeadGrowth[]> {
    const { book, proven, witness } = this.#modules;
    const growths: HeadGrowth[] = [];
    for (const { author, checkpoint } of heads) {
      if (await witness.isFollowed(author)) continue;
      const sizes = new Set([
        book.of(author)?.size ?? 0,
        ...(this.#cosignedSizes.get(author) ?? []),
      ]);
      for (const from of sizes) {
        if (from === 0 || from >= checkpoint.size || growths.length >= GROWTHS_MAX) continue;
        const proof = await proven.growth(author, from, checkpoint.size);
        if (proof !== null) growths.push({ author, from, proof });
      }
    }
    return growths;
  }

  async #isWanting(author: string, note: string): Promise<boolean> {
    const { book, calcondOf, witness } = this.#modules;
    const size = parseCheckpoint(note)?.checkpoint.size ?? 0;
    const from = witness.disputedFrom(author);
    if (size === 0 || (from !== null && size > from)) return false;
    const known = book.of(author);
    if (known === null || known.size < size) return true;
    const calcond = known.size > size ? null : await calcondOf(author, size - 1);
    return calcond !== null && known.seconds < finalFromSeconds(calcond);
  }

  /** @returns null where a quorum has cosigned and each head is kept; else what the witnesses said */
  async #show(heads: readonly SignedHead[]): Promise<readonly HeadsAnswer[] | null> {
    const { book, clock, crypto, spineLog } = this.#modules;
    const { net, seed } = this.#options;
    this.#round = Math.max(this.#round + 1, Number(clock.nowNs() / CALCOND_NS));
    const tree = headsTree(crypto, heads);
    const origin = headsOrigin({ net, gatherer: spineLog.author, round: this.#round });
    const note = signCheckpoint(crypto, { origin, size: heads.length, root: tree.root }, seed);
    const notes = heads.map((head) => head.note);
    const growths = await this.#growthsOf(heads);
    const answers: HeadsAnswer[] = [];
    const lines: string[] = [];
    await Promise.all(
      book.policy.keys.map(async (key) => {
        const answer = await this.#ask(key, note, notes, growths);
        if (answer === null) return;
        answers.push(answer);
        if (answer.kind === "cosigned" && this.#holds(note, answer.line, key))
          lines.push(answer.line);
      }),
    );
    if (lines.length < book.policy.quorum) return answers;
    const whole = withLines(note, lines);
    this.#unsaid = whole;
    await book.takeAll(
      heads.map((head, index) => [
        head.author,
        headProofText({ head: head.note, index, path: tree.path(index), note: whole }),
      ]),
    );
    return null;
  }

  async #ask(
    key: WitnessKey,
    note: string,
    notes: readonly string[],
    growths: readonly HeadGrowth[],
  ): Promise<HeadsAnswer | null> {
    const { exchange, headsWitness, spineLog } = this.#modules;
    const name = toHex(key.publicKey);
    if (name === spineLog.author) return headsWitness.cosign(note, notes, growths);
    return exchange.peers().includes(name)
      ? exchange.cosignHeads(name, note, notes, growths)
      : null;
  }

  #holds(note: string, line: string, key: WitnessKey): boolean {
    const signed = parseCheckpoint(withLines(note, [line]));
    const { crypto } = this.#modules;
    return (
      signed?.signatures.some((one) => cosignedAt(crypto, signed.text, one, key) !== null) ?? false
    );
  }

  /**
   * The heads that are left where those in the way of a quorum are taken out. One witness alone
   * keeps nobody out, while a quorum could do without it.
   */
  async #without(
    heads: readonly SignedHead[],
    answers: readonly HeadsAnswer[],
  ): Promise<readonly SignedHead[]> {
    const { log, witness, book } = this.#modules;
    const named = new Map<string, number>();
    for (const answer of answers) {
      if (answer.kind === "stale") this.#round = Math.max(this.#round, answer.round);
      if (answer.kind === "refused")
        log.warn("a witness does not cosign heads that were gathered", { why: answer.why });
      if (answer.kind !== "without") continue;
      for (const refused of answer.heads) {
        named.set(refused.author, (named.get(refused.author) ?? 0) + 1);
        await this.#prove(heads, refused);
        this.#noteSize(refused);
      }
    }
    const { keys, quorum } = book.policy;
    const enough = [...named].filter(([, times]) => times > keys.length - quorum);
    const out = new Set((enough.length > 0 ? enough : [...named]).map(([author]) => author));
    return heads.filter(({ author }) => !out.has(author) && witness.disputedFrom(author) === null);
  }

  /** From which head a witness needs a proof that the spine goes on. */
  #noteSize({ author, kept }: RefusedHead): void {
    const size =
      kept === null
        ? 0
        : (readHead(this.#modules.crypto, this.#options.net, kept)?.checkpoint.size ?? 0);
    if (size === 0) return;
    const known = this.#cosignedSizes.get(author) ?? [];
    this.#cosignedSizes.set(author, [...new Set([size, ...known])].slice(0, SIZES_MAX));
  }

  /** Two heads of one size that one key signed are proof against it. */
  async #prove(heads: readonly SignedHead[], { author, kept, why }: RefusedHead): Promise<void> {
    const { crypto, witness } = this.#modules;
    const shown = heads.find((head) => head.author === author);
    const other = kept === null ? null : readHead(crypto, this.#options.net, kept);
    if (shown === undefined || other?.author !== author || why !== "conflict") return;
    if (other.checkpoint.size === shown.checkpoint.size)
      await witness.proveSplit(other.note, shown.note);
  }
}
