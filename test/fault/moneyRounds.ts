/**
 * Kills a node at random instants while credits and envelopes are granted, spent, moved, burned,
 * pledged and claimed, and holds each next start to what was acknowledged: it is there, its key
 * answers it again word for word, and nothing was done twice.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { INTAKE_BATCH_TOKENS } from "../../node/vaults/vault.js";
import { offerBytes } from "../../protocol/economy/transferOffer.js";
import { CALC, startNode, type RunningNode } from "../../scripts/devnet/daemons.js";
import { SeededRandom } from "../../scripts/sim/random.js";
import { audited } from "../e2e/money/oneBalance.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
  type Reply,
} from "../kit/requests.js";

import {
  BATCH,
  batchBody,
  batchSealed,
  checkSealed,
  TABLE,
  tableBody,
  tableSealed,
  type SealedTogether,
} from "./moneyTables.js";

const CLIENTS = 12;
const KILL_AFTER_MS_MAX = 120;
/** Of a round in which many envelopes move at once. */
const BULK_KILL_AFTER_MS_MAX = 250;
const LATE_MAX = 100;
const LATE_MS = 200;
const ACCOUNTS = 6;
const BOND_ENVELOPES = 1_000;
/** Each of the clients may be about to move three to one account, or to have six of a batch. */
const ON_THEIR_WAY_MAX = 100;
/** More than a node writes in one batch: what so many move by comes in several. */
const BULK_ENVELOPES = 5_100;
/**
 * Sealed for whoever moves them, right before: more than one batch takes in, so a kill may come
 * while they are taken in.
 */
const BULK_FRESH = INTAKE_BATCH_TOKENS + 50;
const ENVELOPES = "/api/tally/envelopes";
/** Tables and batches of a round that are looked at row by row and receipt by receipt. */
const LOOKED_AT_MAX = 4;
const KINDS = [
  "table",
  "batch",
  "compute",
  "compute",
  "compute",
  "compute",
  "compute",
  "compute",
  "grant",
  "grant",
  "move",
  "move",
  "move",
  "burn",
  "burn",
  "offer",
  "offer",
  "pledge",
  "claim",
] as const;
/** Of the claims, those that register somebody first. */
const NEW_CHANCE = 0.25;

interface Member {
  readonly cid: string;
  readonly account: string;
  readonly key: string;
  readonly seed: Uint8Array;
  readonly machine: string;
  /** What the acknowledged orders come to. */
  credits: number;
  spent: number;
  tokens: number;
}

interface Ordered {
  readonly path: string;
  readonly body: Fields;
  /** A key, "operator" for its key of this start, or null for none. */
  readonly as: string | null;
  readonly idempotency: string;
  /** What an acknowledgement means. */
  effect(answer: Fields): void;
  /** The first answer, of 2xx; null while there is none. */
  first: { readonly status: number; readonly text: string } | null;
}

export interface MoneyRounds {
  readonly acknowledged: number;
  /**
   * Orders whose connection broke before an answer, and those of them that had been carried out.
   */
  readonly broken: number;
  readonly done: number;
  readonly audits: number;
  readonly bonds: number;
  /** Moves of many envelopes that were begun, and those that a kill came before the answer of. */
  readonly bulks: number;
  readonly bulksBroken: number;
  /** Tables and batches whose rows and receipts were looked at after a kill. */
  readonly together: number;
  /** Answers that a machine with much else to do did not give in time. */
  readonly late: readonly string[];
}

export interface MoneyRoundOptions {
  readonly dataDir: string;
  readonly rounds: number;
  readonly seed: string;
  /** Kills between two audits of the directory. */
  readonly auditEvery: number;
  /** Kills between two accounts that make a bond; 0 for none. */
  readonly bondEvery: number;
  /** Kills between two that come while many envelopes move at once; 0 for none. */
  readonly bulkEvery: number;
  /** Kills between two looks at every envelope. */
  readonly listEvery: number;
  /** Answers of a round that are asked for again, the last ones. */
  readonly againMax: number;
  readonly progress?: (round: number) => void;
}

class Rounds {
  readonly #options: MoneyRoundOptions;
  readonly #random: SeededRandom;
  readonly #members: Member[] = [];
  readonly #minted = new Set<string>();
  /** What each computed, and so was the first to hold. */
  readonly #own = new Map<Member, string[]>();
  readonly #burned = new Set<string>();
  /** Two who hand many envelopes to each other. */
  readonly #bulk: Member[] = [];
  #node!: RunningNode;
  /** Orders of the round, and some of those before. */
  #round: Ordered[] = [];
  #kept: Ordered[] = [];
  #made = 0;
  /** With a thread that seals and without one in turns of two. */
  readonly #stats = {
    acknowledged: 0,
    broken: 0,
    done: 0,
    audits: 0,
    bonds: 0,
    bulks: 0,
    bulksBroken: 0,
    together: 0,
    late: [] as string[],
  };

  constructor(options: MoneyRoundOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
  }

  async run(): Promise<MoneyRounds> {
    const {
      auditEvery,
      bondEvery,
      bulkEvery,
      listEvery,
      progress = () => undefined,
      rounds,
    } = this.#options;
    await this.#start();
    try {
      for (let n = 0; n < ACCOUNTS; n += 1) await this.#acknowledge(this.#register());
      for (const member of this.#members) await this.#acknowledge(this.#grant(member, 5_000));
      if (bulkEvery > 0) this.#bulk.push(await this.#rich(BULK_ENVELOPES), await this.#rich(0));
      for (let round = 0; round < rounds; round += 1) {
        const bonder =
          bondEvery > 0 && round % bondEvery === 0 ? await this.#rich(BOND_ENVELOPES) : null;
        const isBulk = bulkEvery > 0 && round % bulkEvery === 0;
        if (isBulk) await this.#enrich(this.#bulkPair()[0], BULK_FRESH);
        await this.#load(round, bonder, isBulk);
        if ((round + 1) % auditEvery === 0) await this.#auditOffline();
        await this.#start();
        await this.#checkAnswers();
        await this.#checkAccounts();
        if ((round + 1) % listEvery === 0) await this.#checkEnvelopes();
        progress(round);
      }
      await audited(this.#node);
      return this.#stats;
    } finally {
      await this.#node.stop();
    }
  }

  async #start(): Promise<void> {
    this.#node = await startNode({
      dataDir: this.#options.dataDir,
      args: ["--rate-limits", "off", "--log-level", "error"],
      env: { CALC_CREDITS_WELCOME: "0" },
    });
  }

  /** Clients until the node is gone; some of its ends come before anything was answered. */
  async #load(round: number, bonder: Member | null, isBulk: boolean): Promise<void> {
    const enough = CLIENTS + this.#stats.acknowledged;
    let tell = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      tell = () => {
        if (this.#stats.acknowledged >= enough) resolve();
      };
    });
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (await this.#send(this.#some())) tell();
    });
    // Each round has one of both, however soon its end comes.
    for (const order of [this.#table(this.#members[0]!), this.#batch(this.#members[1]!)])
      clients.push(this.#sendOnce(order));
    if (bonder !== null) clients.push(this.#bond(bonder));
    if (isBulk) clients.push(this.#moveMany());
    if (round % 2 === 1) await Promise.race([answered, Promise.all(clients)]);
    await delay((isBulk ? BULK_KILL_AFTER_MS_MAX : KILL_AFTER_MS_MAX) * this.#random.next());
    await this.#node.kill();
    await Promise.all(clients);
  }

  async #bond(member: Member): Promise<void> {
    const pledge = this.#order(
      "/api/contribute/bond",
      { count: BOND_ENVELOPES },
      member.key,
      (answer) => {
        this.#stats.bonds += 1;
        expect(listOf(answer, "envelopes").length).to.equal(BOND_ENVELOPES);
      },
    );
    if ((await this.#send(pledge)) && this.#random.chance(0.5)) {
      await this.#send(
        this.#order("/api/contribute/release", {}, member.key, (answer) =>
          expect(answer["released"]).to.equal(true),
        ),
      );
    }
  }

  async #sendOnce(order: Ordered): Promise<void> {
    await this.#send(order);
  }

  /** From whom many envelopes are to move, and to whom. */
  #bulkPair(): readonly [from: Member, to: Member] {
    const [first, second] = [this.#bulk[0]!, this.#bulk[1]!];
    return first.tokens > second.tokens ? [first, second] : [second, first];
  }

  async #moveMany(): Promise<void> {
    const [from, to] = this.#bulkPair();
    this.#stats.bulks += 1;
    const move = this.#order(
      `${ENVELOPES}/transfer-bulk`,
      { to: to.cid, count: BULK_ENVELOPES },
      from.key,
      (answer) => this.#moved(from, to, answer, BULK_ENVELOPES),
    );
    if (!(await this.#send(move))) this.#stats.bulksBroken += 1;
  }

  /**
   * @returns false when the connection broke: the node is dead, and what it did not answer it did
   * not acknowledge
   */
  async #send(order: Ordered): Promise<boolean> {
    this.#round.push(order);
    const reply = await this.#post(order).catch((error: unknown) => {
      // A broken connection, as fetch tells it.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (reply === null) return false;
    this.#take(order, reply);
    return true;
  }

  /** An answer that was not ready in time says nothing about the order: it is asked for again. */
  async #post({ as, body, idempotency, path }: Ordered): Promise<Reply> {
    for (;;) {
      const key = as === "operator" ? this.#node.api.token : as;
      const reply = await call(this.#node, "POST", path, body, {
        key,
        headers: { "idempotency-key": idempotency },
      });
      if (reply.status !== 503 && reply.body["code"] !== "IDEMPOTENCY_IN_PROGRESS") return reply;
      this.#stats.late.push(`${path} ${reply.text}`);
      if (this.#stats.late.length > LATE_MAX)
        throw new Error(`the node is late too often: ${this.#stats.late.at(-1)}`);
      await delay(LATE_MS);
    }
  }

  #take(order: Ordered, { body, status, text }: Reply): void {
    expect(status, text).to.be.lessThan(500);
    // A refusal is not kept: the same may be asked again.
    if (status >= 300) this.#round = this.#round.filter((one) => one !== order);
    else {
      order.first = { status, text };
      this.#stats.acknowledged += 1;
      order.effect(body);
    }
  }

  async #acknowledge(order: Ordered): Promise<void> {
    if (!(await this.#send(order))) throw new Error("the node is gone");
    if (order.first === null) throw new Error(`refused: ${order.path}`);
  }

  #order(path: string, body: Fields, as: string | null, effect: (answer: Fields) => void): Ordered {
    this.#made += 1;
    return {
      path,
      body,
      as,
      effect,
      idempotency: `an-order-of-this-run-number-${this.#made}`,
      first: null,
    };
  }

  #some(): Ordered {
    const random = this.#random;
    const one = random.pick(this.#members.slice(0, ACCOUNTS));
    const other = random.pick(this.#members.slice(0, ACCOUNTS).filter((member) => member !== one));
    switch (random.pick(KINDS)) {
      case "compute":
        return this.#compute(one);
      case "table":
        return this.#table(one);
      case "batch":
        return this.#batch(one);
      case "grant":
        return this.#grant(one, 1 + random.int(60));
      case "move": {
        const count = 1 + random.int(3);
        return this.#order(
          `${ENVELOPES}/transfer-bulk`,
          { to: other.cid, count },
          one.key,
          (answer) => this.#moved(one, other, answer, count),
        );
      }
      case "burn": {
        const id = this.#tokenOf(one);
        return this.#order(`${ENVELOPES}/burn`, { token_ids: [id] }, one.key, () => {
          one.tokens -= 1;
          this.#burned.add(id);
        });
      }
      case "offer":
        return this.#offer(one, other);
      case "claim": {
        if (random.chance(NEW_CHANCE)) return this.#register();
        const member = random.chance(0.5) ? this.#members.at(-1)! : random.pick(this.#members);
        return this.#order(
          "/api/tally/claim",
          { machine: member.machine },
          member.key,
          (answer) => {
            member.credits += numberOf(answer, "credited");
          },
        );
      }
      case "pledge": {
        // Fast machines compute so much in many rounds that some could pledge.
        if (one.tokens + ON_THEIR_WAY_MAX >= BOND_ENVELOPES) return this.#compute(one);
        // Too little is held: this is refused, and leaves nothing.
        return this.#order("/api/contribute/bond", { count: BOND_ENVELOPES }, one.key, () => {
          throw new Error("pledged too little");
        });
      }
    }
  }

  #compute(member: Member): Ordered {
    const [operators, inputs, price] = this.#random.chance(0.5)
      ? ([["KO42"], {}, 1] as const)
      : ([["NM21"], { m1: 1 + this.#random.int(1e6), m2: 2, r: 3 }, 3] as const);
    return this.#order("/api/calc/compute", { operators, inputs }, member.key, (answer) =>
      this.#sealed(member, { receipts: [textOf(answer, "receipt_id")], credits: price }),
    );
  }

  #table(member: Member): Ordered {
    return this.#order(TABLE, tableBody(1 + this.#random.int(1e6)), member.key, (answer) =>
      this.#sealed(member, tableSealed(answer)),
    );
  }

  #batch(member: Member): Ordered {
    return this.#order(BATCH, batchBody(1 + this.#random.int(1e6)), member.key, (answer) =>
      this.#sealed(member, batchSealed(answer)),
    );
  }

  #sealed(member: Member, { credits, receipts }: SealedTogether): void {
    for (const id of receipts) {
      expect(this.#minted.has(id)).to.equal(false);
      this.#minted.add(id);
    }
    this.#own.set(member, [...(this.#own.get(member)?.slice(-100) ?? []), ...receipts]);
    member.credits -= credits;
    member.spent += credits;
    member.tokens += receipts.length;
  }

  #grant(member: Member, credits: number): Ordered {
    return this.#order(
      "/api/ledger/grant",
      { account: member.cid, credits, reference: `booking ${this.#made}` },
      "operator",
      (answer) => {
        member.credits += numberOf(answer, "granted");
      },
    );
  }

  #moved(from: Member, to: Member, answer: Fields, count: number): void {
    expect(answer["moved"]).to.equal(count);
    from.tokens -= count;
    to.tokens += count;
  }

  /** One of those that it computed; whether it still holds it nobody has asked. */
  #tokenOf(member: Member): string {
    const own = this.#own.get(member);
    return own === undefined ? "00".repeat(32) : this.#random.pick(own);
  }

  #offer(from: Member, to: Member): Ordered {
    const offer = {
      token_ids: [this.#tokenOf(from)],
      from: from.account,
      to: to.account,
      nonce: `nonce-${this.#made}`,
      // Within the week that an offer may hold.
      expiresCalcond: Math.floor(Date.now() / 777.000777) + 1_000,
    };
    const signature = Buffer.from(nodeCrypto.ed25519Sign(from.seed, offerBytes(offer))).toString(
      "hex",
    );
    return this.#order(`${ENVELOPES}/transfer-claim`, { offer, signature }, to.key, (answer) =>
      this.#moved(from, to, answer, 1),
    );
  }

  #register(): Ordered {
    const seed = randomBytes(32);
    const cid = randomBytes(16).toString("hex");
    const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
    return this.#order("/api/identity/register", { cid, publicKey }, null, (answer) => {
      this.#members.push({
        cid,
        seed,
        account: textOf(answer, "account"),
        key: textOf(answer, "key"),
        machine: textOf(fieldsOf(answer, "machine"), "id"),
        credits: 0,
        spent: 0,
        tokens: 0,
      });
    });
  }

  /** An account of its own with so many envelopes. */
  async #rich(envelopes: number): Promise<Member> {
    await this.#acknowledge(this.#register());
    const member = this.#members.at(-1)!;
    await this.#enrich(member, envelopes);
    return member;
  }

  async #enrich(member: Member, envelopes: number): Promise<void> {
    await this.#acknowledge(this.#grant(member, 1 + 4 * envelopes));
    let left = envelopes;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (left > 0) {
          left -= 1;
          await this.#acknowledge(this.#compute(member));
        }
      }),
    );
    // They are checked by number: one key of them is enough.
    this.#round = this.#round
      .filter(({ path }) => path !== "/api/calc/compute")
      .concat(this.#round.slice(-1));
  }

  /** An answered request is answered again; what was not is asked for again, and done once. */
  async #checkAnswers(): Promise<void> {
    for (const order of this.#round.filter(({ first }) => first === null)) {
      this.#stats.broken += 1;
      const reply = await this.#post(order);
      if (reply.headers.get("idempotent-replayed") === "true") this.#stats.done += 1;
      this.#take(order, reply);
    }
    for (const order of [...this.#round.slice(-this.#options.againMax), ...this.#kept]) {
      const { status, text, headers } = await this.#post(order);
      expect(text, order.path).to.equal(order.first!.text);
      expect(status).to.equal(order.first!.status);
      expect(headers.get("idempotent-replayed"), order.path).to.equal("true");
    }
    const together = this.#round.filter(({ path }) => path === TABLE || path === BATCH);
    for (const { as, first, path } of together.slice(-LOOKED_AT_MAX)) {
      await checkSealed(this.#node, { as: as!, path, text: first!.text });
      this.#stats.together += 1;
    }
    this.#kept = this.#random.shuffled([...this.#kept, ...this.#round]).slice(0, CLIENTS);
    this.#round = [];
  }

  /** Balances and envelopes are what the acknowledged orders come to. */
  async #checkAccounts(): Promise<void> {
    const older = this.#random.shuffled(this.#members.slice(ACCOUNTS)).slice(0, ACCOUNTS);
    for (const { cid, credits, key, spent, tokens } of [
      ...this.#members.slice(0, ACCOUNTS),
      ...this.#bulk,
      ...older,
    ]) {
      const { body } = await call(this.#node, "GET", "/api/ledger", undefined, { key });
      expect(
        { credits: numberOf(body, "free") + numberOf(body, "paid"), spent: body["spent"] },
        cid,
      ).to.deep.equal({ credits, spent });
      const listed = await call(this.#node, "GET", `${ENVELOPES}/${cid}?limit=1`, undefined, {
        key,
      });
      expect(listed.body["total"], cid).to.equal(tokens);
    }
  }

  /** Each envelope is held once, or burned. */
  async #checkEnvelopes(): Promise<void> {
    const seen = new Set<string>();
    for (const { cid, key } of this.#members.filter(({ tokens }) => tokens > 0)) {
      const listed = await call(this.#node, "GET", `${ENVELOPES}/${cid}`, undefined, { key });
      for (const id of listOf(listed.body, "envelopes").map((token) => textOf(token, "token_id"))) {
        if (seen.has(id) || this.#burned.has(id) || !this.#minted.has(id))
          throw new Error(`nobody was to hold ${id}`);
        seen.add(id);
      }
    }
    expect(seen.size).to.equal(this.#minted.size - this.#burned.size);
  }

  async #auditOffline(): Promise<void> {
    const child = spawn(
      process.execPath,
      [CALC, "--data-dir", this.#options.dataDir, "--json", "ledger", "audit"],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once("close", resolve);
    });
    expect(code, output).to.equal(0);
    expect(parseFields(output)["ok"]).to.equal(true);
    this.#stats.audits += 1;
  }
}

export function moneyRounds(options: MoneyRoundOptions): Promise<MoneyRounds> {
  return new Rounds(options).run();
}
