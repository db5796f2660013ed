/**
 * Challenges: a result that somebody else computed differently is computed again by a drawn node,
 * and by every node before it acts on the verdict. A wrong result costs the whole bond, a wrong
 * challenge its deposit.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { drawn, poolHash } from "../../protocol/market/draw.js";
import { drawOf, type JobFacts, type Said } from "../../protocol/market/facts.js";
import type { WorkChallengeBody } from "../../protocol/market/bodies.js";
import { depositProofIn, type DepositProof } from "../../protocol/events/deposit.js";
import {
  challengedReveal,
  executorOf,
  ownOutcome,
  verdictOn,
} from "../../protocol/market/challenge.js";
import type { ResultDocument } from "../../protocol/market/result.js";
import { CHALLENGE_CALCONDS } from "../../protocol/market/terms.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { DisputeRecord } from "../../storage/records/marketRecords.js";
import type { Store } from "../../storage/store.js";
import type { Receipts } from "../compute/receipts.js";
import { keeping, type Effects } from "../ledger/effects.js";
import type { SeparateSteps } from "../runtime/separateSteps.js";
import type { Bonds } from "../vaults/bonds.js";
import type { Vault } from "../vaults/vault.js";
import type { VaultOrders } from "../vaults/vaultOrders.js";
import type { Beacons } from "./beacons.js";
import type { MarketBook } from "./book.js";
import type { Checks, Lie } from "./checks.js";
import type { Keeper } from "./keeper.js";
import type { Recomputations } from "./recomputations.js";
import type { Standing } from "./standing.js";
import type { MarketVoice } from "./voice.js";

interface DisputeModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly effects: Effects;
  readonly bonds: Bonds;
  readonly vault: Vault;
  readonly vaultOrders: VaultOrders;
  readonly book: MarketBook;
  readonly beacons: Beacons;
  readonly publisher: MarketVoice;
  readonly checks: Checks;
  readonly recomputations: Recomputations;
  readonly receipts: Receipts;
  readonly standing: Standing;
  readonly steps: SeparateSteps;
  readonly publicKey: string;
  readonly engineVersion: string;
}

export interface ChallengeRequest {
  readonly account: string;
  readonly job: string;
  /** Whose result. */
  readonly node: string;
  /** Envelope of the account that is lost where the contributor was right. */
  readonly deposit: string;
}

/** Envelopes among which one is looked for that can be a deposit. */
const DEPOSITS_READ = 64;
/** The deposit locked for a challenge that is not said yet. */
const PLEDGE = "market.pledge";

export class Disputes {
  readonly #modules: DisputeModules;
  readonly #records = new Map<string, DisputeRecord>();
  /** Lies that are not challenged yet. */
  readonly #accused = new Map<string, Lie>();
  /** One deposit is locked for a challenge at a time. */
  #pledging: Promise<unknown> = Promise.resolve();
  /** Whether what a crash left of that was looked at. */
  #isTidy = false;
  #changed: () => void = () => undefined;

  constructor(modules: DisputeModules) {
    this.#modules = modules;
  }

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  /** Challenges that this node has a part in, by their event ids. */
  get records(): ReadonlyMap<string, DisputeRecord> {
    return this.#records;
  }

  get isBusy(): boolean {
    return this.#open().next().done !== true;
  }

  async load(): Promise<void> {
    const { book, store } = this.#modules;
    for await (const [challenge, record] of store.market.disputes()) {
      this.#records.set(challenge, record);
      if (record.outcome === "upheld") book.withhold(record.node, challenge);
    }
  }

  /** Challenges that count and wait for a verdict that this node has not acted on. */
  *#open(): Generator<readonly [JobFacts, Said<WorkChallengeBody>]> {
    const { book, clock, standing } = this.#modules;
    const now = Number(clock.nowNs() / CALCOND_NS);
    const look = standing.look(now);
    for (const job of book.disputed) {
      const facts = book.jobs.get(job)!;
      for (const challenge of facts.challenges.values()) {
        const isOver = now > challenge.calcond + 2 * CHALLENGE_CALCONDS;
        const outcome = this.#records.get(challenge.id)?.outcome ?? null;
        if (outcome === "rejected") look.spend(challenge);
        if (outcome !== null) continue;
        if (!isOver && look.counts(facts, challenge)) yield [facts, challenge];
      }
    }
  }

  /**
   * Opens a challenge: this node computes the job itself first.
   * @returns the event's id
   * @throws Refusal where there is nothing to challenge, or the results agree
   */
  async challenge({ account, deposit, job, node }: ChallengeRequest): Promise<string> {
    const { book, publicKey, publisher } = this.#modules;
    const facts = book.jobs.get(job);
    const reveal = facts?.reveals.get(node);
    if (facts === undefined || reveal === undefined)
      throw new Refusal("NOT_FOUND", "no such result is known here");
    if (node === publicKey) throw new Refusal("CONFLICT", "a node does not challenge itself");
    const now = Number(this.#modules.clock.nowNs() / CALCOND_NS);
    if (now > reveal.calcond + CHALLENGE_CALCONDS)
      throw new Refusal("GONE", `a result is challenged within ${CHALLENGE_CALCONDS} calconds`);
    const recomputed = await this.#modules.recomputations.again(facts);
    if (recomputed === null) throw new Refusal("CONFLICT", "the job's inputs cannot be had");
    if (recomputed.hash === reveal.body.result_hash)
      throw new Refusal("CONFLICT", "computed again here, the job has the same result");
    const proof = await this.#proofOf(deposit);
    const said = await this.#pledged(account, deposit, () =>
      publisher.say("work.challenge", {
        account,
        deposit,
        deposit_proof: proof,
        job,
        result_hash: recomputed.hash,
        reveal: reveal.id,
        value: recomputed.value,
        value_bits: recomputed.valueBits,
      }),
    );
    if (said === null) throw new Refusal("NOT_READY", "this node may write nothing now");
    this.#changed();
    return said;
  }

  /** @throws Refusal where no stranger could see that the deposit exists */
  async #proofOf(deposit: string): Promise<DepositProof> {
    const found = await this.#modules.receipts.own(deposit);
    const read = parseJson(found?.text ?? "null");
    const proof = read.ok ? depositProofIn(read.value) : null;
    if (proof === null)
      throw new Refusal("CONFLICT", "a deposit is an envelope that was sealed by this node");
    return proof;
  }

  /** Locks a deposit, says its challenge, and frees it where nothing was said: also behind a crash. */
  #pledged(
    account: string,
    deposit: string,
    say: () => Promise<string | null>,
  ): Promise<string | null> {
    const { effects, store, vaultOrders } = this.#modules;
    const pledging = this.#pledging.then(async () => {
      await this.#freeUnsaid();
      const named = store.meta.putOps(PLEDGE, canonicalize({ account, deposit }));
      const lock = vaultOrders.lock(account, [deposit], true);
      const { count } = await effects.run(
        lock,
        keeping((bond) => (bond.count > 0 ? named : [])),
      );
      if (count === 0)
        throw new Refusal("CONFLICT", "the deposit is locked already; nothing was changed");
      const said = await say();
      if (said === null) await this.#freeUnsaid();
      else await store.write(store.meta.delOps(PLEDGE));
      return said;
    });
    this.#pledging = pledging.catch(() => undefined);
    return pledging;
  }

  /** A deposit locked for a challenge that was not said, as a crash leaves it, is free again. */
  async #freeUnsaid(): Promise<void> {
    const { book, publicKey, store, publisher } = this.#modules;
    const read = parseJson((await store.meta.get(PLEDGE)) ?? "null");
    if (!read.ok || !isObject(read.value)) return;
    const { account, deposit } = read.value;
    if (typeof account !== "string" || typeof deposit !== "string") return;
    if (publisher.isInDoubt) await publisher.readOwn();
    const isSaid = [...book.jobs.values()].some((facts) =>
      [...facts.challenges.values()].some(
        ({ author, body, id }) =>
          author === publicKey &&
          body.deposit === deposit &&
          (this.#records.get(id)?.outcome ?? null) === null,
      ),
    );
    const keep = () => store.meta.delOps(PLEDGE);
    if (isSaid) await store.write(keep());
    else await this.#settleDeposit(account, deposit, { isLost: false, keep });
  }

  async step(now: number, keeper: Keeper): Promise<void> {
    if (!this.#isTidy) {
      const tidying = this.#pledging.then(() => this.#freeUnsaid());
      this.#pledging = tidying.catch(() => undefined);
      await tidying;
      this.#isTidy = true;
    }
    const { checks, log, steps } = this.#modules;
    for (const [facts, challenge] of this.#open())
      await steps.run(`challenge ${challenge.id}`, () =>
        this.#stepChallenge(facts, challenge, keeper, now),
      );
    await steps.run("lies", async () => {
      for (const lie of checks.lies(now)) {
        log.warn("a result of a node is wrong", { ...lie });
        this.#accused.set(`${lie.job} ${lie.node}`, lie);
      }
      await checks.keep();
    });
    for (const [key, lie] of this.#accused)
      await steps.run(`lie ${key}`, () => this.#accuse(key, lie, now));
  }

  async #stepChallenge(
    facts: JobFacts,
    challenge: Said<WorkChallengeBody>,
    keeper: Keeper,
    now: number,
  ): Promise<void> {
    await this.#notice(facts, challenge);
    await keeper.ofChallenge(facts, challenge, now);
    if (challenge.author === this.#modules.publicKey && drawOf(facts, challenge.id) === null)
      await this.#draw(facts, challenge, keeper, now);
    await this.#execute(facts, challenge, now);
    await this.#apply(facts, challenge, now);
  }

  /** What this node has to hold until the verdict: its own bond, or the deposit of its account. */
  async #notice(facts: JobFacts, challenge: Said<WorkChallengeBody>): Promise<void> {
    if (this.#records.has(challenge.id)) return;
    const { bonds, book, effects, publicKey, store } = this.#modules;
    const { author: node } = challengedReveal(facts, challenge)!;
    const isOwn = challenge.author === publicKey;
    const offer = node === publicKey ? book.offers.get(node)?.offer : undefined;
    const record: DisputeRecord = {
      job: facts.id,
      node,
      account: isOwn ? challenge.body.account : null,
      deposit: isOwn ? challenge.body.deposit : null,
      bond: offer === undefined ? null : [offer.account, offer.bond],
      calcond: challenge.calcond,
      outcome: null,
      resultHash: null,
    };
    const keep = () => store.market.disputeOps(challenge.id, record);
    if (offer === undefined) await store.write(keep());
    else await effects.run(bonds.challenged(offer.account, offer.bond, 1), keeping(keep));
    this.#records.set(challenge.id, record);
  }

  async #draw(
    facts: JobFacts,
    challenge: Said<WorkChallengeBody>,
    keeper: Keeper,
    now: number,
  ): Promise<void> {
    const { book, crypto, engineVersion, publisher } = this.#modules;
    const { author: owner, calcond, id: about } = challenge;
    const contributor = challengedReveal(facts, challenge)!.author;
    const wanting = { about, calcond, owner, called: 1, accused: contributor };
    const beacon = keeper.found(facts, wanting, now);
    if (beacon === null) return;
    const pool = keeper.pool(beacon, 1, {
      about,
      engineVersion,
      calcond,
      withheld: new Set(book.withheld.keys()),
      parties: new Set([owner, contributor, facts.open!.author]),
    });
    if (pool.length === 0) return;
    await publisher.say("job.draw", {
      about,
      job: facts.id,
      beacon: beacon.name,
      drawn: [...drawn(crypto, pool, { about, beacon: beacon.value })],
      called: 1,
      pool: pool.length,
      pool_hash: poolHash(crypto, pool),
    });
  }

  /** Answers, where this node is drawn. */
  async #execute(facts: JobFacts, challenge: Said<WorkChallengeBody>, now: number): Promise<void> {
    const { beacons, engineVersion, publicKey, recomputations, publisher } = this.#modules;
    if (executorOf(facts, challenge.id, now) !== publicKey) return;
    if (verdictOn(facts, challenge.id) !== null) return;
    if (beacons.reading(facts, challenge.id)?.fault !== null) return;
    const recomputed = recomputations.begun(facts);
    if (recomputed === null || recomputed === "pending") return;
    const outcome = ownOutcome(facts, challenge, recomputed.hash);
    if (outcome === null) return;
    await publisher.say("work.verdict", {
      challenge: challenge.id,
      engine_version: engineVersion,
      job: facts.id,
      outcome,
      result_hash: recomputed.hash,
      value: recomputed.value,
      value_bits: recomputed.valueBits,
    });
  }

  /** Acts on a verdict: on what this node has computed itself, never on another's word. */
  async #apply(facts: JobFacts, challenge: Said<WorkChallengeBody>, now: number): Promise<void> {
    const { book, engineVersion, recomputations, standing } = this.#modules;
    if (!standing.isAnswered(facts, challenge.id)) return;
    const own = recomputations.begun(facts);
    if (own === "pending") return;
    const outcome = own === null ? null : ownOutcome(facts, challenge, own.hash);
    const isOfThisEngine = facts.open!.body.engine_version === engineVersion;
    if (outcome !== "upheld" && isOfThisEngine) standing.lost(challenge, now);
    const record = this.#records.get(challenge.id);
    if (own === null || outcome === null || record === undefined) return;
    const closed: DisputeRecord = { ...record, outcome, resultHash: own.hash };
    await this.#close(challenge, closed, { own, now });
    if (outcome !== "upheld") return;
    book.withhold(record.node, challenge.id);
    const again = book.credibility.lied(record.node, facts.open!.body.engine_version);
    this.#modules.checks.look(again);
    this.#modules.log.warn("a result was wrong: the bond of its node is withheld", {
      node: record.node,
      job: facts.id,
      again: again.length,
    });
  }

  /** What a challenge held is lost or free in the batch that closes it: a crash leaves all of it, or nothing. */
  async #close(
    challenge: Said<WorkChallengeBody>,
    closed: DisputeRecord,
    { now, own }: { readonly own: ResultDocument; readonly now: number },
  ): Promise<void> {
    const { bonds, effects, engineVersion, store } = this.#modules;
    const { account, bond, deposit, outcome } = closed;
    const keep = () => store.market.disputeOps(challenge.id, closed);
    if (bond !== null) {
      const judged = bonds.judged(...bond, {
        outcome: outcome!,
        token_id: challenge.body.reveal,
        reexecuted: {
          engine_version: engineVersion,
          value_bits: own.valueBits ?? "",
          calcond: now,
        },
        openedCalcond: challenge.calcond,
      });
      await effects.run(judged, keeping(keep));
    } else if (account !== null && deposit !== null)
      await this.#settleDeposit(account, deposit, { isLost: outcome === "rejected", keep });
    else await store.write(keep());
    this.#records.set(challenge.id, closed);
  }

  /**
   * Forgets challenges of jobs that nobody remembers any more. One without a verdict holds nothing any
   * longer. That which withheld a bond stays on the disk: its node is drawn no more.
   */
  async forget(): Promise<void> {
    const { bonds, book, effects, store } = this.#modules;
    for (const [challenge, record] of this.#records) {
      if (book.jobs.has(record.job)) continue;
      const { account, bond, deposit, node, outcome } = record;
      if (outcome === "upheld" && book.withheld.get(node) === challenge) continue;
      const drop = () => store.market.forgetDisputeOps(challenge);
      const isBondHeld = outcome === null && bond !== null && (await this.#isHeld(...bond));
      const isDepositHeld = outcome === null && account !== null && deposit !== null;
      if (isBondHeld) {
        // Behind a crash in between the record holds the deposit alone.
        const keep = isDepositHeld
          ? () => store.market.disputeOps(challenge, { ...record, bond: null })
          : drop;
        await effects.run(bonds.challenged(bond[0], bond[1], -1), keeping(keep));
      }
      if (isDepositHeld) await this.#settleDeposit(account, deposit, { isLost: false, keep: drop });
      else if (!isBondHeld) await store.write(drop());
      this.#records.delete(challenge);
    }
  }

  async #isHeld(account: string, bond: number): Promise<boolean> {
    return ((await this.#modules.store.vaultOrders.bond(account, bond))?.challenges ?? 0) > 0;
  }

  /** The deposit is free again, or lost. An account that does not hold it any more stops nothing. */
  async #settleDeposit(
    account: string,
    deposit: string,
    { isLost, keep }: { readonly isLost: boolean; readonly keep: () => readonly Operation[] },
  ): Promise<void> {
    const { effects, log, store, vaultOrders } = this.#modules;
    try {
      const free = vaultOrders.lock(account, [deposit], false);
      await effects.run(free, keeping(isLost ? () => [] : keep));
      if (isLost) await effects.run(vaultOrders.burn(account, [deposit]), keeping(keep));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn("a deposit is not where it was locked", { deposit, why: error.message });
      await store.write(keep());
    }
  }

  /**
   * Challenges nodes whose lies this node has found, once each: a bond is lost whole. The deposit is
   * an envelope of the account that asked for the job; where it has none, it is tried again.
   */
  async #accuse(key: string, { job, node }: Lie, now: number): Promise<void> {
    const { book, log, publicKey, recomputations } = this.#modules;
    const facts = book.jobs.get(job);
    const reveal = facts?.reveals.get(node);
    const isSaid = [...(facts?.challenges.values() ?? [])].some(
      ({ author, body }) => author === publicKey && body.reveal === reveal?.id,
    );
    const isLate = reveal === undefined || now > reveal.calcond + CHALLENGE_CALCONDS;
    if (facts === undefined || isSaid || isLate || book.withheld.has(node)) {
      this.#accused.delete(key);
      return;
    }
    // It may have been computed too long ago to be remembered.
    const recomputed = recomputations.begun(facts);
    if (recomputed === null || recomputed === "pending") return;
    const account = await this.#askerOf(job);
    const deposit = account === null ? null : await this.#depositOf(account);
    if (account === null || deposit === null) return;
    try {
      const challenge = await this.challenge({ account, deposit, job, node });
      log.warn("a lie that this node has found is challenged", { challenge, job, node });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.info("a lie is challenged later", { job, node, why: error.message });
    }
  }

  async #askerOf(job: string): Promise<string | null> {
    for await (const [, { account, shards }] of this.#modules.store.market.orders())
      if (shards.some((shard) => shard.job === job)) return account;
    return null;
  }

  async #depositOf(account: string): Promise<string | null> {
    const query = { folder: null, prefix: "", after: null, offset: 0, limit: DEPOSITS_READ };
    const { tokens } = await this.#modules.vault.page(account, query);
    for (const { bond, id, locked } of tokens)
      if (bond === 0 && !locked && (await this.#modules.receipts.own(id)) !== null) return id;
    return null;
  }
}
